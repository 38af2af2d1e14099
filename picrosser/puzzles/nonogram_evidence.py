"""What a screenshot says about a nonogram's hints before anything is decided. No pixels.

Likelihoods are natural logarithms ("nats") relative to the best candidate, as in `evidence`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from picrosser.errors import FixRefusedError
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import StatedRuns, room_needed
from picrosser.puzzles.picture import Colour

LineFixes = Mapping[HintPlace, StatedRuns]
"""Lines set by hand; the slot of their places is -1."""

_IMPOSSIBLE = -1000.0  # nats
_CERTAIN = {digit: tuple(0.0 if d == digit else _IMPOSSIBLE for d in range(10)) for digit in range(10)}


@dataclass(frozen=True, slots=True)
class Join:
    """Two neighbouring digits of a line, which may be one number.

    gap : bare space between them, in heights of a digit.
    step : from one's middle to the other's, in heights of a digit.
    alike : both are set in a colour that marks them among the line's other digits.
    decided : whether they are one number, where that can be seen without comparing; else None.
    """

    gap: float
    step: float
    alike: bool
    decided: bool | None = None


@dataclass(frozen=True, slots=True)
class LineEvidence:
    """What is seen of one line's hints.

    shapes : its digits in reading order, indices into `NonogramEvidence.shapes`.
    colours : the colour of each, an index into the palette.
    joins : between neighbours; one fewer than the digits.
    strange : something stands among them that is no digit in any typeface.
    cut : it runs up to the picture's edge, so that more of it may be cut off.
    unknown : nobody can tell what they are, the user says; the line may be anything.
    sure : it is the board's beyond doubt, though it is an outermost one.
    crossed : all of its cells are crossed out, so that it states nothing if it shows no hints.
    """

    shapes: tuple[int, ...]
    colours: tuple[int, ...]
    joins: tuple[Join, ...]
    strange: bool = False
    cut: bool = False
    unknown: bool = False
    sure: bool = False
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class NonogramEvidence:
    """What is seen of all hints.

    rows, cols : top to bottom, left to right.
    shapes : per shape of digit that occurs, the log-likelihoods of its being 0 to 9. Equal shapes are one
        digit wherever they stand.
    palette : palette[0] is a blank cell's colour.
    lone_ink : the puzzle's only one, if the digits' colours may be marks; None if they cannot.
    shades : per colour, the one of which it may be a mere shade; empty if none can be.
    alike : the same: the one that it may be, ill seen; that is tried once shades are told apart.
    again : per two shapes, the log-likelihood that both are one digit, whichever it is, by how unlike they
        are; empty if nothing is to be said of any.
    """

    rows: tuple[LineEvidence, ...]
    cols: tuple[LineEvidence, ...]
    shapes: tuple[tuple[float, ...], ...]
    palette: tuple[Colour, ...]
    lone_ink: Colour | None = None
    shades: tuple[int, ...] = ()
    again: tuple[tuple[float, ...], ...] = ()
    alike: tuple[int, ...] = ()


def without_shades(evidence: NonogramEvidence) -> NonogramEvidence:
    """The same where what may be a shade of another colour is that colour; colours may still be alike. Where
    there are no shades, the same where what may be another colour, ill seen, is that colour.
    """
    merged, others = (evidence.shades, evidence.alike) if evidence.shades else (evidence.alike, ())
    left = sorted(set(merged))
    name = [left.index(shade) for shade in merged]
    rows, cols = (
        tuple(replace(line, colours=tuple(name[colour] for colour in line.colours)) for line in lines)
        for lines in (evidence.rows, evidence.cols)
    )
    palette = tuple(evidence.palette[colour] for colour in left)
    alike = tuple(name[others[colour]] for colour in left) if others else ()
    shades = alike if len(set(alike)) < len(alike) else ()
    whole = replace(evidence, rows=rows, cols=cols, palette=palette, shades=shades, alike=())
    return in_one_colour(whole, evidence.lone_ink) if len(left) == 2 and evidence.lone_ink else whole


def in_one_colour(evidence: NonogramEvidence, ink: Colour) -> NonogramEvidence:
    """The same with the digits' colours as mere marks."""
    rows, cols = (
        tuple(replace(line, colours=(1,) * len(line.colours)) for line in lines)
        for lines in (evidence.rows, evidence.cols)
    )
    palette = evidence.palette[0], ink
    return replace(evidence, rows=rows, cols=cols, palette=palette, lone_ink=None, shades=(), alike=())


def with_fixed_lines(evidence: NonogramEvidence, fixes: LineFixes) -> NonogramEvidence:
    """Replace the evidence of lines that were set by hand.

    A line set by hand becomes evidence like any other: digits that can be nothing else, in numbers whose
    borders are decided. A line that nobody can tell is left open, and the solver does without it.

    Raises
    ------
    FixRefusedError : the board has no such line or colour, or the line has no room for its runs.
    """
    lines = {"row": list(evidence.rows), "column": list(evidence.cols)}
    shapes = list(evidence.shapes)
    for place, stated in fixes.items():
        _check_fix(evidence, place, stated)
        lines[place.axis][place.line] = _certain_line(stated, shapes)
    return replace(evidence, rows=tuple(lines["row"]), cols=tuple(lines["column"]), shapes=tuple(shapes))


def _certain_line(stated: StatedRuns, shapes: list[tuple[float, ...]]) -> LineEvidence:
    """The evidence of one line; a new shape is added to `shapes` for each of its digits."""
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


def _check_fix(evidence: NonogramEvidence, place: HintPlace, stated: StatedRuns) -> None:
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
