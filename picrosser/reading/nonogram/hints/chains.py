"""Select each line's hints: the chain of digits that leads away from the board.

A line's hints are of one height and follow each other without a wide gap. Titles, counters and buttons beyond
them may be digits, too, but hardly as tall or as close together.

Most programs set hints against their board. Some set them against the far end of their hint area, or in its
middle: then short lines leave much space before the board. Such lines are recognised by all the others, whose
hints begin at the same place, or have it as their middle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from picrosser.reading.glyphs.templates import OWN_CONTRAST
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.hints.separators import is_at_foot, is_mark_between
from picrosser.reading.nonogram.tolerances import FEWEST, MOST, have_same_height
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE

# Mean squared difference of coverage to the nearest template of any face: at most, where digits are expected,
# one of a strange face.
MAX_STRANGE_DIGIT_DISTANCE = 0.25
# Of the pitch, by which a piece may reach over its line's edges, and over the board's: a lattice is not
# exact, but all 7,210 digits stay 0.05 within
STRIP_OVERLAP = 0.1
MAX_GAP_RATIO = 1.2  # of the widest one between a picture's numbers: none is wider
# Of the usual height: blur leaves less of thin ends. In a photograph with digits of 10 pixels a few 1s and 4s
# have 0.71 to 0.77
MIN_BLURRED = 0.68
MIN_RUIN_CONTRAST = 0.8  # of its digits' contrast: what is left of another one, where specks are paler

# Hints that are aligned, but not next to the board:
# Of a digit's height, by which their places differ: '1' is narrow; 99 in 100 are within 0.17 of the next
MAX_ASKEW = 0.35

# Steps between the numbers of a column:
MAX_STEP_RATIO = 1.5  # of the usual step between a column's numbers: what stands further off is another text
# The same, of steps that are equal
MAX_EQUAL_STEP_RATIO = 1.07
MAX_OFF_SQUARES = 0.03  # of the pitch, by which steps between numbers on squares differ from it


class Reach(NamedTuple):
    """How far bare space goes at most, in parts of the pitch.

    nearest : from the board to a line's first number.
    across, down : from a number to the next in a row, and in a column.
    """

    nearest: float
    across: float
    down: float


# On tiles numbers stand a pitch apart. Digits are tall, so less of a column's pitch is bare. Of 2,343 gaps in
# rows the widest has 0.97; of 2,363 in columns 99 in 100 have up to 0.66. Hints that begin further from the
# board are those that are aligned elsewhere.
NEXT_TO_BOARD = Reach(1.6, 1.0, 0.8)
ANYWHERE = NEXT_TO_BOARD._replace(nearest=math.inf)
WIDE_STEPS = NEXT_TO_BOARD._replace(down=1.0)  # of bare space: as in rows, where digits are less wide
OVER_ONE_LOST = Reach(2.6, 2.0, 1.8)  # in a photograph one number may not be seen: a pitch more


class Chain(NamedTuple):
    """The digits that may be one line's hints.

    digits : in the line's direction.
    others : as tall, but no digits; or as strong, but not as tall, as what a check leaves of a digit.
    step_px : of bare space at most to the next piece.
    end_px : where the last digits of the picture's lines end: what stands beyond is the board's frame.
    upright : the line is a column; else a row.
    reaches : it may go on beyond the picture's edge.
    """

    digits: tuple[Piece, ...]
    others: tuple[Piece, ...]
    step_px: float
    end_px: float
    upright: bool
    reaches: bool

    def is_strange(self, digits: Sequence[Piece] = ()) -> bool:
        """Whether something as tall as its digits, but none, and no separator, stands among them.

        digits : in reading order, each with whether a separator stands before it.
        """
        if not self.digits:
            return False
        pairs = [pair for pair in pairwise(digits) if pair[1].separated]
        others = [piece for piece in self.others if not any(is_mark_between(piece, *pair) for pair in pairs)]
        first = min(start for start, _ in self.ends_px(self.digits)) - self.step_px / 2
        return any(first < start < self.end_px for start, _ in self.ends_px(others))

    @property
    def outwards(self) -> list[Piece]:
        """Its digits from the board on."""
        return sorted(self.digits, key=lambda piece: -piece.ends_px(upright=self.upright)[1])

    @property
    def gaps(self) -> list[int]:
        """The pixels between neighbours, from the board on."""
        return [start - stop for (start, _), (_, stop) in pairwise(self.ends_px(self.outwards))]

    def ends_px(self, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
        """Where each of them begins and ends in the line's direction."""
        return [piece.ends_px(upright=self.upright) for piece in pieces]


def find_chains(
    strips: Sequence[Sequence[Piece]],
    edge_px: int,
    pitch: float,
    *,
    upright: bool,
    reach: Reach = NEXT_TO_BOARD,
) -> list[Chain]:
    """Every line's chain, on one side of the board.

    edge_px : where the board begins.
    upright : the lines are columns; else rows.
    """
    lines = [_chain(strip, edge_px, pitch, reach, upright=upright) for strip in strips]
    # Far texts may be more than a line's hints, but they are hardly next to the board in most lines.
    next_to = [_next_to_board(line.digits) for line in lines if line.digits]
    if not next_to:
        return lines
    height = float(np.median([piece.box.height for piece in next_to]))
    end = max(piece.ends_px(upright=upright)[1] for piece in next_to)
    lines = [_of_one_height(line, height) if line.digits else line for line in lines]
    return [line._replace(end_px=end) if line.digits else line for line in lines]


def _next_to_board(digits: Sequence[Piece]) -> Piece:
    """The nearest piece that is surely a digit, no bit of the board's frame nor a comma, if any is."""
    like = [piece for piece in digits if piece.template_distance < MAX_DIGIT_DISTANCE]
    return next(
        (piece for piece in reversed(like) if not any(is_at_foot(piece, other) for other in like)), digits[-1]
    )


def _chain(pieces: Sequence[Piece], edge_px: int, pitch: float, reach: Reach, *, upright: bool) -> Chain:
    """The digits that lead away from the board without a wide gap."""
    step, end = pitch * (reach.down if upright else reach.across), edge_px + STRIP_OVERLAP * pitch
    anywhere = np.isinf(reach.nearest)
    digits: list[Piece] = []
    limit = edge_px - reach.nearest * pitch
    for piece in sorted(pieces, key=lambda piece: piece.ends_px(upright=upright)[1], reverse=True):
        start, stop = piece.ends_px(upright=upright)
        if piece.template_distance >= MAX_STRANGE_DIGIT_DISTANCE or stop > end:
            continue
        if anywhere and not digits and piece.template_distance >= MAX_DIGIT_DISTANCE:
            continue  # next to the board, a fragment of a digit may be the first
        if stop < limit:
            break
        digits.insert(0, piece)
        limit = start - step if len(digits) == 1 else min(limit, start - step)
    others = tuple(piece for piece in pieces if piece.template_distance >= MAX_STRANGE_DIGIT_DISTANCE)
    return Chain(tuple(digits), others, step, end, upright, bool(digits) and limit < 0)


def _of_one_height(line: Chain, next_to_px: float) -> Chain:
    """The chain without what is not as tall as its digits."""
    # Fainter pieces, satisfied hints or specks, tell no height.
    clear = OWN_CONTRAST * max(piece.contrast for piece in line.digits)
    telling = [piece for piece in line.digits if piece.contrast >= clear]
    heights = sorted(piece.box.height for piece in telling)
    usual, nearest = heights[len(heights) // 2], line.digits[-1].box.height
    if not have_same_height(usual, next_to_px) and have_same_height(nearest, next_to_px):
        usual = nearest
    digits = tuple(piece for piece in line.digits if _is_as_tall(piece, usual))
    telling_contrast = OWN_CONTRAST * float(np.median([piece.contrast for piece in digits]))
    others = tuple(
        piece
        for piece in line.others
        if have_same_height(piece.box.height, usual) and piece.contrast > telling_contrast
    )
    strong = MIN_RUIN_CONTRAST * float(np.median([piece.contrast for piece in digits]))
    ruins = tuple(
        piece
        for piece in line.digits
        if max(piece.box.height, piece.box.width) < usual  # else it is a bar, or of another text
        and piece not in digits
        and piece.contrast > strong
    )
    return line._replace(digits=digits, others=(*others, *ruins))


def are_cut_off(lines: Sequence[Chain]) -> Iterator[bool]:
    """Yield whether each line may go on beyond the picture's edge: its margin is no wider than other gaps."""
    widest = max((gap for line in lines for gap in line.gaps), default=np.inf)
    return (
        bool(line.digits) and line.reaches and line.ends_px(line.digits)[0][0] <= MAX_GAP_RATIO * widest
        for line in lines
    )


def shows_hints(line: Chain) -> bool:
    """Whether any of its pieces surely is a digit."""
    return any(piece.template_distance < MAX_DIGIT_DISTANCE for piece in line.digits)


def find_aligned_chains(
    strips: Sequence[Sequence[Piece]], edge_px: int, pitch: float, *, upright: bool
) -> list[Chain]:
    """Find every line's chain on one side of the board, next to it or aligned elsewhere."""
    near = find_chains(strips, edge_px, pitch, upright=upright)
    if upright:
        wide = find_chains(strips, edge_px, pitch, upright=True, reach=WIDE_STEPS)
        near = with_equal_steps(near, wide, pitch)
    if all(map(shows_hints, near)):
        return near
    anywhere = find_chains(strips, edge_px, pitch, upright=upright, reach=ANYWHERE)
    return with_aligned(near, anywhere)


def with_aligned(near: Sequence[Chain], anywhere: Sequence[Chain]) -> list[Chain]:
    """The lines next to the board; for those that show no hints there, the ones that are set as all others.

    anywhere : the same lines' hints, however far from the board.
    """
    lines = [one if shows_hints(one) else other for one, other in zip(near, anywhere, strict=True)]
    shown = [line for line in lines if shows_hints(line)]
    if len(shown) < FEWEST:
        return list(near)
    usual = float(np.median([piece.box.height for line in shown for piece in line.digits]))
    ways = []
    for place_of in (_start, _middle):
        place = float(np.median([place_of(line) for line in shown]))
        ways.append(
            [shows_hints(line) and _is_aligned(line, place_of(line) - place, usual) for line in lines]
        )
    fits = max(ways, key=sum)
    if sum(fits) < max(FEWEST, MOST * len(shown)):
        return list(near)
    return [line if fit else one for line, fit, one in zip(lines, fits, near, strict=True)]


def _is_aligned(line: Chain, off_px: float, usual_px: float) -> bool:
    """Whether a line that is so far off the place stands at it, its digits as tall as most."""
    is_near = abs(off_px) <= MAX_ASKEW * usual_px
    return is_near and all(_is_as_tall(piece, usual_px) for piece in line.digits)


def _is_as_tall(piece: Piece, usual_px: float) -> bool:
    """Whether a piece is as tall as most digits, or looks like one that lost its thin ends in blur."""
    least = MIN_BLURRED if piece.template_distance < MAX_DIGIT_DISTANCE else 1.0
    return have_same_height(piece.box.height, usual_px) or least * usual_px < piece.box.height < usual_px


def _start(line: Chain) -> float:
    return min(start for start, _ in line.ends_px(line.digits))


def _middle(line: Chain) -> float:
    ends = line.ends_px(line.digits)
    return (min(start for start, _ in ends) + max(stop for _, stop in ends)) / 2


def with_equal_steps(near: Sequence[Chain], wide: Sequence[Chain], pitch: float) -> list[Chain]:
    """The columns, each as far as its numbers follow at the step that all have, if that is further.

    near, wide : what is found with usual steps, and with wider ones.
    pitch : of the rows, which is the step of numbers on squares: few other texts stand just as far off.
    """
    if all(len(one.digits) == len(other.digits) for one, other in zip(near, wide, strict=True)):
        return list(near)
    steps = [_first_steps(col) for col in wide]
    apart = [step for col_steps in steps for step in col_steps]
    usual = float(np.median(apart)) if apart else 0.0
    # A title stands equally far from many columns.
    if not all(_on_squares(step, pitch) for step in apart) and (
        len(apart) < FEWEST
        or max(map(len, steps)) < 2
        or np.mean([_equal(step, usual) for step in apart]) < MOST
    ):
        return list(near)
    longer = [_while_equal(col, usual) for col in wide]
    return [max(pair, key=lambda col: len(col.digits)) for pair in zip(near, longer, strict=True)]


def _equal(step_px: float, usual_px: float) -> bool:
    return usual_px / MAX_EQUAL_STEP_RATIO <= step_px <= usual_px * MAX_EQUAL_STEP_RATIO


def _on_squares(step_px: float, pitch: float) -> bool:
    return abs(step_px - pitch) <= max(1.0, MAX_OFF_SQUARES * pitch)


def _while_equal(col: Chain, usual_px: float) -> Chain:
    """The column up to the first step that is another."""
    return _up_to_first(col, lambda one, other: not _equal(_step(one, other), usual_px))


def _up_to_first(col: Chain, is_last: Callable[[Piece, Piece], bool]) -> Chain:
    """The column up to the first two numbers, one above the other, for which `is_last` holds."""
    for at, pair in enumerate(pairwise(col.outwards), 1):
        if _are_apart(*pair) and is_last(*pair):
            return col._replace(digits=tuple(col.outwards[:at][::-1]))
    return col


def _step(one: Piece, other: Piece) -> int:
    """From a digit to the next one, away from the board, in pixels."""
    return one.box.bottom - other.box.bottom


def _are_apart(one: Piece, other: Piece) -> bool:
    """Whether they are digits of two numbers, one above the other."""
    return _step(one, other) > one.box.height / 2


def _first_steps(col: Chain) -> list[int]:
    """A column's steps from number to number away from the board, until one is unlike those before."""
    steps: list[int] = []
    for one, other in pairwise(col.outwards):
        if not _are_apart(one, other):
            continue
        step = _step(one, other)
        if steps and not max(steps) / MAX_STEP_RATIO <= step <= MAX_STEP_RATIO * min(steps):
            break
        steps.append(step)
    return steps
