"""Evidence and lines set by hand in, the evidence with them out.

A line that is set by hand is evidence like any other: of digits that can be nothing else, and of numbers
whose borders are decided. A line that nobody can tell is left open, and the solver does without it.
"""

from __future__ import annotations

from dataclasses import replace

from picrosser.errors import FixRefusedError
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import room_needed
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.puzzles.stated_runs import LineFixes, StatedRuns

_IMPOSSIBLE = -1000.0  # nats
_CERTAIN = {digit: tuple(0.0 if d == digit else _IMPOSSIBLE for d in range(10)) for digit in range(10)}


def with_lines(evidence: NonogramEvidence, fixes: LineFixes) -> NonogramEvidence:
    """The same picture with some lines set by hand.

    Raises
    ------
    FixRefusedError : the board has no such line or colour, or the line has no room for its runs.
    """
    lines = {"row": list(evidence.rows), "column": list(evidence.cols)}
    shapes = list(evidence.shapes)
    for place, stated in fixes.items():
        _check(evidence, place, stated)
        lines[place.axis][place.line] = _certain(stated, shapes)
    return replace(evidence, rows=tuple(lines["row"]), cols=tuple(lines["column"]), shapes=tuple(shapes))


def _certain(stated: StatedRuns, shapes: list[tuple[float, ...]]) -> LineEvidence:
    """The evidence of one line; shapes that nothing else shares are added for its digits."""
    if stated.runs is None:
        return LineEvidence((), (), (), unknown=True)
    found: list[int] = []
    colours: list[int] = []
    joins: list[Join] = []
    for length, colour in [(run.length, run.colour) for run in stated.runs] or [(0, 1)]:
        for at, digit in enumerate(str(length)):
            if found:
                joins.append(Join(0.0, 0.0, alike=False, decided=at > 0))
            found.append(len(shapes))
            shapes.append(_CERTAIN[int(digit)])
            colours.append(colour)
    return LineEvidence(tuple(found), tuple(colours), tuple(joins))


def _check(evidence: NonogramEvidence, place: HintPlace, stated: StatedRuns) -> None:
    count, length = len(evidence.rows), len(evidence.cols)
    if place.axis == "column":
        count, length = length, count
    name = f"{place.axis} {place.line + 1}"
    if not 0 <= place.line < count:
        size = f"{len(evidence.rows)} rows and {len(evidence.cols)} columns"
        raise FixRefusedError(f"there is no {name}", f"the board has {size}")
    runs = stated.runs or ()
    colours = len(evidence.palette) - 1
    if any(run.colour > colours for run in runs):
        known = "one colour" if colours == 1 else f"{colours} colours"
        raise FixRefusedError(f"{name} cannot be {stated}", f"the board has {known}")
    if room_needed(runs) > length:
        raise FixRefusedError(f"{name} cannot be {stated}", f"the {place.axis} has {length} cells")
