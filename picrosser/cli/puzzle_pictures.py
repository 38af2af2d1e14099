"""Screenshots where a command expects a puzzle file: `solve --steps`, `draw` and `convert` read them, too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from picrosser.errors import HintsUnreadableError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.imaging.loading import load_image
from picrosser.looks.solve import solve_hinted
from picrosser.puzzles.hints_by_hand import Fix
from picrosser.solving.outcome import Status


def puzzle_in_picture(place: str, fixes: Sequence[Fix] = ()) -> PuzzleFile:
    """Read the puzzle in a screenshot, with its solution if there is only one.

    fixes : hints that are set by hand.

    Raises
    ------
    PicrosserError : the picture cannot be read, or shows no puzzle with hints.
    HintsUnreadableError : some of its hints are in doubt.
    """
    solved = solve_hinted(load_image(Path(place)), fixes=dict(fixes))
    if solved.doubts:
        raise HintsUnreadableError(
            f"{place}: {solved.verdict}", f"or read it with picrosser read {place}, and correct that file"
        )
    outcome = solved.outcome
    return PuzzleFile(solved.puzzle, outcome.picture if outcome.status is Status.UNIQUE else None)
