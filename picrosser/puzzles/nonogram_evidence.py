"""What a screenshot says about a nonogram's hints: digits, their colours and their spacing, no pixels.

Likelihoods are natural logarithms ("nats") relative to the best candidate, as in `hungry_cat_evidence`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from picrosser.errors import FixRefusedError
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import ONE_COLOUR, Nonogram, Runs, StatedRuns, room_needed
from picrosser.puzzles.picture import Colour

LineFixes = Mapping[HintPlace, StatedRuns]  # lines set by hand; the slot of their places is -1

_IMPOSSIBLE = -1000.0  # nats
_CERTAIN_SHAPES = {digit: tuple(0.0 if d == digit else _IMPOSSIBLE for d in range(10)) for digit in range(10)}


class Join(NamedTuple):
    """Two neighbouring digits of a line, which may belong to one number.

    gap, step : the space between them and the distance between their centres, in heights of a digit.
    both_marked : both have a colour that sets them apart from the line's other digits.
    decided : whether they are one number, if that is clear without comparing gaps; else None.
    """

    gap: float
    step: float
    both_marked: bool
    decided: bool | None = None


@dataclass(frozen=True, slots=True)
class LineEvidence:
    """What is seen of one line's hints.

    shapes, colours : of the digits in reading order, indices into `NonogramEvidence.shapes` and the palette.
    joins : between neighbouring digits; one fewer than the digits.
    has_non_digit : something among the digits is not a digit in any typeface.
    may_be_cut_off : the hints reach the picture's edge, so there may be more of them.
    unknown : the user says that the hints are unknown; the line may be anything.
    is_surely_on_board : an outer line that certainly belongs to the board.
    """

    shapes: tuple[int, ...]
    colours: tuple[int, ...]
    joins: tuple[Join, ...]
    has_non_digit: bool = False
    may_be_cut_off: bool = False
    unknown: bool = False
    is_surely_on_board: bool = False

    def part(self, start: int, stop: int | None = None) -> Self:
        """The line with some of its digits only."""
        part, joins = slice(start, stop), self.joins[start : stop and stop - 1]
        return replace(self, shapes=self.shapes[part], colours=self.colours[part], joins=joins)


@dataclass(frozen=True, slots=True)
class NonogramEvidence:
    """What is seen of all hints.

    rows, cols : top to bottom, left to right.
    shapes : for each distinct shape of a digit, the log-likelihoods that it is 0 to 9. A shape is the same
        digit wherever it occurs.
    palette : palette[0] is the colour of a blank cell.
    single_colour : the puzzle's only colour, if the digits' colours may be mere marks; None if they cannot.
    shade_of : for each colour, the colour of which it may be a shade (itself if it is none); may be empty.
    same_digit : for each two shapes, the log-likelihood that they are the same digit, whichever it is, by
        their template distance; empty if it is not known.
    unlike : for each two shapes, the mean squared difference of coverage between the two of their digits that
        are most alike, 0 for the shape itself; shapes beyond it were set by hand.
    """

    rows: tuple[LineEvidence, ...]
    cols: tuple[LineEvidence, ...]
    shapes: tuple[tuple[float, ...], ...]
    palette: tuple[Colour, ...]
    single_colour: Colour | None = None
    shade_of: tuple[int, ...] = ()
    same_digit: tuple[tuple[float, ...], ...] = ()
    unlike: tuple[tuple[float, ...], ...] = ()

    @property
    def lines(self) -> tuple[LineEvidence, ...]:
        return (*self.rows, *self.cols)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.cols)

    def text_of(self, line: LineEvidence) -> str:
        """The digits that a line's shapes look most like."""
        return "".join(str(likeliest_digit(self.shapes[shape])) for shape in line.shapes)

    def place(self, at: int) -> HintPlace:
        """The place of one of the `lines`."""
        rows = len(self.rows)
        return HintPlace("row", at) if at < rows else HintPlace("column", at - rows)

    def puzzle_of(self, lines: Sequence[Runs | None]) -> Nonogram:
        """The puzzle that has these runs in `lines`; None where they are unknown."""
        rows = len(self.rows)
        return Nonogram(tuple(lines[:rows]), tuple(lines[rows:]), self.palette)


def likeliest_digit(nats: Sequence[float]) -> int:
    """The digit that a shape looks most like. nats : as in `NonogramEvidence.shapes`."""
    return max(range(10), key=nats.__getitem__)


def merge_shades(evidence: NonogramEvidence) -> NonogramEvidence:
    """Replace each colour that may be a shade of another one by that colour."""
    whole = without_unused_inks(replace(_renamed(evidence, evidence.shade_of.__getitem__), shade_of=()))
    single = evidence.single_colour
    return in_one_colour(whole, single) if len(whole.palette) == ONE_COLOUR and single else whole


def without_unused_inks(evidence: NonogramEvidence) -> NonogramEvidence:
    """The evidence without colours that no hint has, such as the grey of hints that were set by hand."""
    used = sorted({0, *(colour for line in evidence.lines for colour in line.colours)})
    name = {colour: at for at, colour in enumerate(used)}
    palette, shades = tuple(evidence.palette[colour] for colour in used), evidence.shade_of
    shade_of = tuple(name.get(shades[colour], name[colour]) for colour in used) if shades else ()
    return replace(_renamed(evidence, name.__getitem__), palette=palette, shade_of=shade_of)


def without_leading_zeros(evidence: NonogramEvidence) -> NonogramEvidence | None:
    """The evidence without the 0s that begin a line before another digit; None if there is none.

    No number begins with a 0, so it is something else, such as the ring of a button; or it fills up a short
    line, as in "0 0 5" where another row states "2 1 3".
    """

    def shortened(line: LineEvidence) -> LineEvidence:
        text = evidence.text_of(line)
        return line.part(len(text[:-1]) - len(text[:-1].lstrip("0")))

    changed = _with_lines(evidence, shortened)
    return None if changed.lines == evidence.lines else changed


def without_line_numbers(evidence: NonogramEvidence) -> NonogramEvidence | None:
    """The evidence without the lines' own numbers, where all rows or all columns begin or end with them."""

    def unnumbered(lines: tuple[LineEvidence, ...]) -> tuple[LineEvidence, ...]:
        texts, numbers = list(map(evidence.text_of, lines)), [str(at + 1) for at in range(len(lines))]
        digits = list(map(len, numbers))
        if all(map(str.startswith, texts, numbers)):
            left = tuple(map(LineEvidence.part, lines, digits))
        elif all(map(str.endswith, texts, numbers)):
            left = tuple(line.part(0, len(line.shapes) - n) for line, n in zip(lines, digits, strict=True))
        else:
            return lines
        if not all(join.decided for line in left for join in line.joins):
            return left
        # The columns' hints are written across, below their numbers: digits side by side may be two runs.
        return tuple(
            replace(line, joins=tuple(join._replace(decided=None) for join in line.joins)) for line in left
        )

    changed = replace(evidence, rows=unnumbered(evidence.rows), cols=unnumbered(evidence.cols))
    return None if changed.lines == evidence.lines else changed


def in_one_colour(evidence: NonogramEvidence, ink: Colour) -> NonogramEvidence:
    plain = _renamed(evidence, lambda _: 1)
    palette = evidence.palette[0], ink
    return replace(plain, palette=palette, single_colour=None, shade_of=())


def _renamed(evidence: NonogramEvidence, name: Callable[[int], int]) -> NonogramEvidence:
    """The evidence with another number for each colour of its digits."""
    return _with_lines(evidence, lambda line: replace(line, colours=tuple(map(name, line.colours))))


def _with_lines(
    evidence: NonogramEvidence, change: Callable[[LineEvidence], LineEvidence]
) -> NonogramEvidence:
    rows, cols = (tuple(map(change, lines)) for lines in (evidence.rows, evidence.cols))
    return replace(evidence, rows=rows, cols=cols)


def with_fixed_lines(evidence: NonogramEvidence, fixes: LineFixes) -> NonogramEvidence:
    """Replace the evidence of lines that were set by hand.

    Their digits can be nothing else, in numbers whose borders are decided. A line that was set to unknown
    stays open, and the solver does without it.
    Raises FixRefusedError: the board has no such line or colour, or the line has no room for its runs.
    """
    lines = {"row": list(evidence.rows), "column": list(evidence.cols)}
    shapes = list(evidence.shapes)
    for place, stated in fixes.items():
        _check_fix(evidence, place, stated)
        lines[place.axis][place.line] = _certain_line(stated, shapes)
    return replace(evidence, rows=tuple(lines["row"]), cols=tuple(lines["column"]), shapes=tuple(shapes))


def certain_evidence(puzzle: Nonogram) -> NonogramEvidence:
    """The evidence of hints that can be nothing else than what the puzzle states."""
    shapes: list[tuple[float, ...]] = []
    rows, cols = (
        tuple(_certain_line(StatedRuns(runs), shapes) for runs in side) for side in (puzzle.rows, puzzle.cols)
    )
    return NonogramEvidence(rows, cols, tuple(shapes), puzzle.palette)


def keeps_fixes(puzzle: Nonogram, fixes: LineFixes) -> bool:
    lines = {"row": puzzle.rows, "column": puzzle.cols}
    return all(
        stated.runs is None or lines[place.axis][place.line] == stated.runs for place, stated in fixes.items()
    )


def _certain_line(stated: StatedRuns, shapes: list[tuple[float, ...]]) -> LineEvidence:
    """The evidence of one line; a new shape is added to `shapes` for each of its digits."""
    if stated.runs is None:
        return LineEvidence((), (), (), unknown=True)
    numbers = [(str(run.length), run.colour) for run in stated.runs] or [("0", 1)]
    first = len(shapes)
    colours: list[int] = []
    joins: list[Join] = []  # before each digit
    for number, colour in numbers:
        shapes += [_CERTAIN_SHAPES[int(digit)] for digit in number]
        colours += [colour] * len(number)
        joins += [Join(0.0, 0.0, both_marked=False, decided=at > 0) for at in range(len(number))]
    return LineEvidence(tuple(range(first, len(shapes))), tuple(colours), tuple(joins[1:]))


def _check_fix(evidence: NonogramEvidence, place: HintPlace, stated: StatedRuns) -> None:
    rows, cols, colours = len(evidence.rows), len(evidence.cols), len(evidence.palette) - 1
    count, length = (rows, cols) if place.axis == "row" else (cols, rows)
    name = f"{place.axis} {place.line + 1}"
    if not 0 <= place.line < count:
        raise FixRefusedError(f"there is no {name}", f"the board has {rows} rows and {cols} columns")
    runs = stated.runs or ()
    if any(run.colour > colours for run in runs):
        known = "one colour" if colours == 1 else f"{colours} colours"
        raise FixRefusedError(f"{name} cannot be {stated}", f"the board has {known}")
    if room_needed(runs) > length:
        raise FixRefusedError(f"{name} cannot be {stated}", f"the {place.axis} has {length} cells")
