"""Hints set by hand that cannot be right: of the other kind of puzzle, or at odds with all the others.

They are looked at only if the puzzle is not solved with them: then the picture is read without them, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from picrosser.errors import (
    ExitCode,
    FixRefusedError,
    GridNotFoundError,
    HintsUnreadableError,
    TimeLimitError,
)
from picrosser.puzzles.doubt import HintPlace, StatedHint
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.nonogram import StatedRuns
from picrosser.solving.outcome import Status

if TYPE_CHECKING:
    from picrosser.pipelines.solved import AnySolved

_SOLVED = (ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS, ExitCode.GAVE_UP)


def with_sound_fixes(
    fixes: Mapping[HintPlace, StatedHint],
    solve_with: Callable[[], AnySolved],
    solve_without: Callable[[], AnySolved],
) -> AnySolved:
    """Solve a puzzle with hints set by hand, and find out whether these are to blame if that fails.

    Raises
    ------
    FixRefusedError : the fixes have the form of another kind of puzzle.
    HintsUnreadableError : the fixes are at odds with the other hints.
    """
    solved: AnySolved | None = None
    refusal: Exception | None = None
    try:
        solved = solve_with()
        if solved.exit_code in _SOLVED:
            return solved
    except (GridNotFoundError, HintsUnreadableError, FixRefusedError) as error:
        refusal = error
    plain: AnySolved | None = None
    with suppress(GridNotFoundError, HintsUnreadableError, TimeLimitError):
        plain = solve_without()
    if plain is not None:
        _refuse_other_kind(fixes, plain)
        if solved is not None:
            _refuse_contradiction(fixes, solved, plain)
    if solved is None:
        assert refusal is not None
        raise refusal
    return solved


def _refuse_other_kind(fixes: Mapping[HintPlace, StatedHint], plain: AnySolved) -> None:
    of_nonogram = any(isinstance(hint, StatedRuns) for hint in fixes.values())
    if plain.kind == "hungry-cat" and of_nonogram:
        raise FixRefusedError(
            f"this is a Hungry Cat board, and {_spelt(fixes)} is a nonogram's line",
            "set one hint, like r2:1=3: row 2 has 3 cells of colour 1, the first one in its hints",
        )
    if plain.kind == "nonogram" and not of_nonogram:
        raise FixRefusedError(
            f"this is a nonogram, and {_spelt(fixes)} is a hint of Hungry Cat",
            "give the whole line, like 'r2=3 1 4'",
        )


def _refuse_contradiction(fixes: Mapping[HintPlace, StatedHint], solved: AnySolved, plain: AnySolved) -> None:
    if plain.exit_code is ExitCode.OK:
        raise HintsUnreadableError(
            f"with {_spelt(fixes)} the hints contradict each other; without it there is one solution"
            f"{_how_it_lies(plain)}",
            "check what you have set by hand",
        )
    if solved.kind == "katamino" or plain.kind == "katamino":
        return
    if solved.outcome.status is Status.NONE and plain.outcome.status is not Status.NONE:
        raise HintsUnreadableError(
            f"with {_spelt(fixes)} the puzzle has no solution{_how_it_lies(plain)}",
            "check what you have set by hand, or set the hint that contradicts it, too",
        )


def _spelt(fixes: Mapping[HintPlace, StatedHint]) -> str:
    """The fixes as they are typed."""
    return " and ".join(f"--fix '{fix_text(place, hint)}'" for place, hint in fixes.items())


def _how_it_lies(solved: AnySolved) -> str:
    """How the picture is turned, in words; "" if it is not: lines are numbered as they stand upright."""
    if not solved.turned_deg:
        return ""
    from picrosser.imaging.turned import TURN_WORDS

    return f" (the picture is {TURN_WORDS[solved.turned_deg]})"
