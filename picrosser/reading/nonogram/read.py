"""Read a nonogram's screenshot: all stages in order. Start reading the code of this folder here.

`find_boards` proposes boards from all ink of the picture and scores them; `BoardsFound.read` reads the hints
beside one of them. Which numbers the digits state is decided later by `repairing.repair_runs`, which knows
the rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.channels import CLEAR_LEVELS, luma_of
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.doubt import CONCLUSIVE_NATS, HintPlace
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.glyphs.digit_likelihoods import compare_shapes
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.lattice.edges import Luma
from picrosser.reading.nonogram.boards.hint_lines import with_hint_lines
from picrosser.reading.nonogram.boards.propose import (
    MAX_READ_BOARDS,
    BoardConsidered,
    BoardsConsidered,
    boards_in_text,
    boards_on,
    propose_boards,
)
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.cells.crossed_lines import with_crossed_lines
from picrosser.reading.nonogram.colours import blank_colour, contrasting, find_inks
from picrosser.reading.nonogram.hints.beside import HintsGrouped, collect_hints
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.hints.separators import are_side_by_side, are_written_across
from picrosser.reading.nonogram.hints.unexplained import (
    covered_hints,
    digits_in_cells,
    faint_digits,
    further_rules,
)
from picrosser.reading.nonogram.outer_lines import with_sure_outer_lines
from picrosser.reading.nonogram.own_lines import with_own_lines
from picrosser.reading.page.direction import are_mirrored
from picrosser.reading.page.ink import Ink, find_ink
from picrosser.reading.page.numbers import find_numbers
from picrosser.reading.page.two_heights import in_one_height, without_margins
from picrosser.reading.stages import StageListener, ignore

NO_BOARD_HELP = "give a screenshot that shows the whole board with its hints"


@dataclass(frozen=True, slots=True)
class NonogramReading:
    """What a nonogram's screenshot says.

    lattice : the board's edges.
    evidence : what its hints may be.
    digit_boxes : per line, rows first, where its digits are, in reading order.
    is_mirrored : its digits look as in a mirror.
    """

    lattice: Lattice
    evidence: NonogramEvidence
    digit_boxes: tuple[tuple[Box, ...], ...] = ()
    is_mirrored: bool = False


class BoardsFound(NamedTuple):
    """The boards that may be in a picture.

    image : (H, W, 3) uint8 sRGB, the picture. ink : all of its ink.
    boards : the likeliest first, which is `completed`.
    in_grey : the ink differs in luma. in_text : the boards lie in the characters of a text screen.
    ruling : where the lines are, if that is known.
    """

    image: RGB
    ink: Ink
    boards: tuple[BoardScored, ...]
    in_grey: bool = False
    in_text: bool = False
    ruling: Ruling | None = None

    @property
    def likely(self) -> tuple[BoardScored, ...]:
        """The few that are worth reading."""
        return tuple(board for board in self.boards[:MAX_READ_BOARDS] if board.is_possible)

    @property
    def is_clear(self) -> bool:
        """Whether the likeliest board hardly lacks anything, so that only its digits may be in doubt."""
        return bool(self.likely) and self.likely[0].is_clear

    @property
    def considered(self) -> BoardsConsidered:
        """The boards, and why all but the first were rejected, as `--debug` shows them."""
        first, other = "" if self.likely else self.why_none, "another board explains more of the page"
        return BoardsConsidered(
            tuple(
                BoardConsidered(board.lattice, min(1.0, max(0.0, board.quality)), other if number else first)
                for number, board in enumerate(self.boards)
            )
        )

    @property
    def why_none(self) -> str:
        """What the likeliest board lacks: the message if the picture is refused."""
        if not self.boards:
            return "no board with numbers beside it was found in this picture"
        best = self.boards[0]
        (rows, cols), (shown_rows, shown_cols) = best.lattice.shape, best.shown
        likeliest = _likeliest(best)
        if shown_rows < rows or shown_cols < cols:
            return f"{likeliest} numbers beside only {shown_rows} of the rows and {shown_cols} of the columns"
        return f"{likeliest} lines missing, or numbers in its cells"

    def completed(self, board: BoardScored) -> BoardScored:
        """A board with further lines that are its own, and without outermost ones that are not.

        Further lines that hold digits are none: these are hints that are repeated on the other side.
        """
        if self.ruling is not None or self.in_text or any(board.hint_lines):
            return board
        found = with_own_lines(self.image, board)
        # Nearly always it is the same one: then no digits are compared.
        if found.lattice != board.lattice and digits_in_cells(self.ink, found):
            found = found if digits_in_cells(self.ink, board) else board
        return with_crossed_lines(self.image, found)

    def hinted(self, board: BoardScored) -> Iterator[BoardScored]:
        """The board; then the same with the lines in which its hints stand, if these may not be its own."""
        yield board
        if self.ruling is None and not any(board.hint_lines):
            other = with_hint_lines(board, find_numbers(self.ink))
            if any(other.hint_lines):
                yield other

    def read(self, board: BoardScored, on_stage: StageListener = ignore) -> NonogramReading:
        """Read the hints beside one of the boards.

        on_stage : called with InkFound, HintsGrouped, DigitsFound and NonogramReading.

        Raises
        ------
        HintsUnreadableError : its rows or its columns have none.
        GridNotFoundError : so too, and the board is not convincing without them.
        """
        hints = collect_hints(self.image, self.ink, board, ruling=self.ruling)
        if hints is None:
            if not board.is_convincing:
                raise GridNotFoundError(f"{_likeliest(board)} no legible numbers beside it", NO_BOARD_HELP)
            raise HintsUnreadableError("a board was found, but no legible numbers beside it", NO_BOARD_HELP)
        on_stage(hints.ink)
        on_stage(hints)
        sides = [[piece for line in lines for piece in line] for lines in (hints.rows, hints.cols)]
        evidence, digits = weigh_hints(hints, blank_colour(self.image, hints.lattice, sides))
        evidence = with_sure_outer_lines(evidence, self.image, hints.ink_among_hints)
        on_stage(digits)
        boxes = tuple(tuple(piece.box for piece in line) for line in (*hints.rows, *hints.cols))
        pieces = [*sides[0], *sides[1]]
        one_of_each = [pieces[group.members[0]].coverage for group in digits.groups]
        reading = NonogramReading(hints.lattice, evidence, boxes, are_mirrored(one_of_each))
        on_stage(reading)
        return reading

    def unexplained(
        self,
        board: BoardScored,
        reading: NonogramReading,
        puzzle: Nonogram,
        filled: Collection[HintPlace] = (),
        *,
        in_photograph: bool = False,
    ) -> str:
        """Which numbers beside a board its puzzle's hints do not explain, in words; "" if there are none.

        filled : lines whose hidden hints were filled in. in_photograph : faint ink tells nothing there.
        """
        if reading.is_mirrored:
            return "its digits look as in a mirror"
        further = further_rules(self.image, self.ink, board, puzzle, ruling=self.ruling)
        if further:
            return further
        if filled and (covered := covered_hints(self.image, board, reading.digit_boxes, filled)):
            return covered
        within = digits_in_cells(self.ink, board, by_hand=self.ruling is not None)
        if within or in_photograph or self.ruling is not None or self.ink.is_exact:
            return within
        return faint_digits(self.image, board, reading.digit_boxes, filled)


def _likeliest(board: BoardScored) -> str:
    """The beginning of a sentence that says what a board lacks."""
    rows, cols = board.lattice.shape
    return f"no board found: the likeliest one, of {rows} rows and {cols} columns, has"


def find_boards(
    image: RGB,
    *,
    in_grey: bool = False,
    ink: Ink | None = None,
    ruling: Ruling | None = None,
    luma: Luma | None = None,
    propose: Callable[[Luma, Ink], list[BoardScored]] = propose_boards,
) -> BoardsFound:
    """Look at all ink of a picture once, and propose boards that explain it.

    image : (H, W, 3) uint8 sRGB.
    in_grey : look at ink that differs in luma only.
    ink : what `find_ink` returned for this picture, if it was called.
    ruling : where the lines are, if that is known: of print in a photograph, whose numbers have no plates.
    luma : (H, W) its luma, if it is known.
    propose : `boards_on_lines` or `boards_in_text`, to look for boards otherwise than where digits are.
    """
    ink = ink or find_ink(image, in_grey=in_grey, has_lines=ruling is None)
    if ruling is None:
        luma = luma_of(image) if luma is None else luma
        ink = in_one_height(ink)
        boards = propose(luma, ink)
    else:
        boards = boards_on(ruling, ink)
    found = BoardsFound(image, ink, tuple(boards), in_grey, propose is boards_in_text, ruling)
    return found._replace(boards=(*map(found.completed, boards[:1]), *boards[1:]))


def weigh_hints(seen: HintsGrouped, background: Colour) -> tuple[NonogramEvidence, DigitsFound]:
    """Compare all pieces with each other and with the templates, and list what each line may state.

    background : a blank cell's colour.
    """
    rows = len(seen.rows)
    ordered = [*seen.rows, *seen.cols]
    pieces = [piece for line in ordered for piece in line]
    # How digits form numbers is decided later, by whole lines.
    digits, shapes, same_digit, unlike = compare_shapes([without_margins(piece.coverage) for piece in pieces])
    group_of = {m: at for at, group in enumerate(digits.groups) for m in group.members}
    # What is left of a cut digit may look like another digit, but hardly like a whole one of this page.
    whole = {group_of[m] for m, piece in enumerate(pieces) if not piece.touches_edge}
    colours, inks, may_be_marks, shades = find_inks(pieces, sum(map(len, seen.rows)), background)
    usual = np.median([piece.tone for piece in pieces], axis=0)
    stacked = not are_written_across(seen.cols)
    lines: list[LineEvidence] = []
    numbers = iter(range(len(pieces)))
    for at, line in enumerate(ordered):
        members = list(islice(numbers, len(line)))
        lines.append(
            LineEvidence(
                tuple(group_of[m] for m in members),
                tuple(colours[m] for m in members),
                _joins(line, usual, stacked=stacked and at >= rows),
                seen.strange[at] or any(group_of[m] not in whole for m in members),
                seen.cut[at],
            )
        )
    lone = contrasting(background)
    # Marks of satisfied lines are: in a puzzle of several colours a line's cells lie in lines of others, too.
    by_lines = all(len(set(line.colours)) < 2 for line in lines)
    by_something_else = by_lines or _are_by_places(lines) or _are_by_digits(colours, digits)
    are_marks = may_be_marks or (bool(inks) and by_something_else)
    evidence = NonogramEvidence(
        tuple(lines[:rows]),
        tuple(lines[rows:]),
        shapes,
        (background, *(inks or (lone,))),
        single_colour=lone if are_marks else None,
        shade_of=shades,
        unlike=unlike,
        same_digit=same_digit,
    )
    return evidence, digits


def _are_by_places(lines: Sequence[LineEvidence]) -> bool:
    """Whether each line's first number has one colour, the second one another, and so on."""
    orders = [[colour for colour, _ in groupby(line.colours)] for line in lines]
    longest = max(orders, key=len)
    return len(longest) > 1 and all(order == longest[: len(order)] for order in orders)


def _are_by_digits(colours: Sequence[int], digits: DigitsFound) -> bool:
    """Whether equal digits have equal colours, hardly by chance: a shadow is a part of how each is drawn."""
    shares = np.bincount(colours) / len(colours)
    nats = 0.0
    for group in digits.groups:
        if len({colours[m] for m in group.members}) > 1:
            return False
        nats -= math.log((shares ** len(group.members)).sum())
    return nats > CONCLUSIVE_NATS


def _joins(line: Sequence[Piece], usual: NDArray[np.float32], *, stacked: bool) -> tuple[Join, ...]:
    """What may make one number of a line's neighbours. usual : (3,) the tone of most digits of the board."""
    joins = []
    for one, other in pairwise(line):
        height = (one.box.height + other.box.height) / 2
        marked = [float(np.abs(piece.tone - usual).max()) > CLEAR_LEVELS for piece in (one, other)]
        # What needs no comparison with other lines:
        decided = are_side_by_side(one, other) if stacked else True if other.in_same_cell else None
        decided = False if other.separated else decided
        joins.append(
            Join(
                gap=(other.box.left - one.box.right) / height,
                step=max(np.subtract(other.box.middle, one.box.middle)) / height,
                both_marked=all(marked),
                decided=decided,
            )
        )
    return tuple(joins)
