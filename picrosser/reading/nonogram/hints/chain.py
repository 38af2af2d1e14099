"""The pieces of ink beside a board in, each line's hints out: those that lead away from it.

A line's hints are of one height and follow each other without a wide gap. Titles, counters and buttons beyond
them may be of digits, too, but hardly as tall and as far from each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.hints.abreast import abreast, at_foot
from picrosser.reading.nonogram.hints.corner import INSET
from picrosser.reading.nonogram.ink.piece import LIKE_DIGIT, Piece, same_height

# Mean squared difference of coverage to the nearest template of any face: at most, where digits are expected,
# one of a strange face.
STRANGE_DIGIT = 0.25
WIDER_GAP = 1.2  # of the widest one between a picture's numbers: none is wider
FAR = 1.5  # of a digit's height: numbers of one plate, or on plates side by side, are nearer to each other
TELLING = 0.5  # of the strongest contrast: fainter pieces, satisfied hints or specks, tell no height
RUINED = 0.8  # of its digits' contrast: what is left of another one, where specks are paler
# Of the usual height and contrast next to the board: a shrunk font's digits have more, or nobody could read
# them; satisfied digits may have less contrast, but their own height.
TINY, FAINT = 0.6, 0.5
OTHER = 60  # levels: inks, or grounds, that differ by more are not the same, shaded or faded


class Reach(NamedTuple):
    """How far bare space goes at most, in parts of the pitch.

    nearest : from the board to a line's first number.
    across, down : from a number to the next in a row, and in a column.
    """

    nearest: float
    across: float
    down: float


# On tiles numbers stand a pitch apart. Digits are tall, so less of a column's pitch is bare.
NEXT_TO_BOARD = Reach(1.6, 1.0, 0.8)


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """What may be a line's hints.

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

    @property
    def strange(self) -> bool:
        """Something as tall as its digits, but none, stands among them."""
        if not self.digits:
            return False
        first = min(start for start, _ in self.ends_px(self.digits)) - self.step_px / 2
        return any(first < start < self.end_px for start, _ in self.ends_px(self.others))

    @property
    def outwards(self) -> list[Piece]:
        """Its digits from the board on."""
        return sorted(self.digits, key=lambda piece: -piece.ends_px(upright=self.upright)[1])

    @property
    def gaps(self) -> list[tuple[Piece, Piece, int]]:
        """Neighbours from the board on, and the pixels between them."""
        up = self.upright
        return [
            (one, other, one.ends_px(upright=up)[0] - other.ends_px(upright=up)[1])
            for one, other in pairwise(self.outwards)
        ]

    def up_to(self, count: int | None) -> Chain:
        """The same with so many of its digits, from the board on; None for all."""
        kept = self.outwards[:count]
        return replace(self, digits=tuple(piece for piece in self.digits if piece in kept))

    def ends_px(self, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
        """Where each of them begins and ends in the line's direction."""
        return [piece.ends_px(upright=self.upright) for piece in pieces]


def chains(
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
    height = median([piece.box.height for piece in next_to])
    end = max(piece.ends_px(upright=upright)[1] for piece in next_to)
    lines = [_of_one_height(line, height) if line.digits else line for line in lines]
    widest = max(
        (gap for line in lines for one, other, gap in line.gaps if one.plate and other.plate), default=np.inf
    )
    far = max(WIDER_GAP * widest, FAR * height)
    return [replace(_on_plates(line, far), end_px=end) if line.digits else line for line in lines]


def _next_to_board(digits: Sequence[Piece]) -> Piece:
    """The nearest piece that is surely a digit, no bit of the board's frame nor a comma, if any is."""
    like = [piece for piece in digits if piece.unlike < LIKE_DIGIT]
    return next((its for its in reversed(like) if not any(at_foot(its, other) for other in like)), digits[-1])


def without_dots(sides: Sequence[Sequence[Chain]]) -> list[list[Chain]]:
    """The chains of both of a board's sides; those of a page's dots, where a line states nothing, are empty.

    Both sides' digits are set alike, so the side whose digits are stronger tells what digits are.
    """
    nearest = [[line.digits[-1] for line in lines if line.digits] for lines in sides]
    usual = [
        (median([p.contrast for p in its]), median([p.box.height for p in its])) for its in nearest if its
    ]
    contrast, height = max(usual, default=(0.0, 0.0))
    return [
        [
            replace(line, digits=())
            if all(p.box.height < TINY * height and p.contrast < FAINT * contrast for p in line.digits)
            else line
            for line in lines
        ]
        for lines in sides
    ]


def _chain(pieces: Sequence[Piece], edge_px: int, pitch: float, reach: Reach, *, upright: bool) -> Chain:
    """The digits that lead away from the board without a wide gap."""
    step, end = pitch * (reach.down if upright else reach.across), edge_px + INSET * pitch
    anywhere = np.isinf(reach.nearest)
    digits: list[Piece] = []
    limit = edge_px - reach.nearest * pitch
    for piece in sorted(pieces, key=lambda piece: piece.ends_px(upright=upright)[1], reverse=True):
        start, stop = piece.ends_px(upright=upright)
        if piece.unlike >= STRANGE_DIGIT or stop > end:
            continue
        if anywhere and not digits and piece.unlike >= LIKE_DIGIT:
            continue  # next to the board, a fragment of a digit may be the first
        if stop < limit or (digits and _another_text(piece, digits[0], upright=upright)):
            break
        digits.insert(0, piece)
        limit = start - step if len(digits) == 1 else min(limit, start - step)
    others = tuple(piece for piece in pieces if piece.unlike >= STRANGE_DIGIT)
    return Chain(tuple(digits), others, step, end, upright, bool(digits) and limit < 0)


def _another_text(piece: Piece, digit: Piece, *, upright: bool) -> bool:
    """Whether what follows on a digit is of another ink, on another ground, and off by more than its height:
    a title beyond the card that the puzzle lies on. Numbers on squares of their own stand next to each other.
    """
    away = digit.ends_px(upright=upright)[0] - piece.ends_px(upright=upright)[1]
    return bool(
        away > max(piece.box.height, digit.box.height)
        and piece.plate == digit.plate == 0
        and np.abs(piece.tone - digit.tone).max() > OTHER
        and np.abs(piece.backdrop - digit.backdrop).max() > OTHER
    )


def _of_one_height(line: Chain, next_to_px: float) -> Chain:
    """The chain without what is not as tall as its digits.

    next_to_px : how tall digits next to the board are.
    """
    clear = TELLING * max(piece.contrast for piece in line.digits)
    telling = [piece for piece in line.digits if piece.contrast >= clear]
    heights = [piece.box.height for piece in telling if piece.plate]
    heights = heights or [piece.box.height for piece in telling]
    usual, nearest = sorted(heights)[len(heights) // 2], line.digits[-1].box.height
    if not same_height(usual, next_to_px) and same_height(nearest, next_to_px):
        usual = nearest
    digits = tuple(
        its
        for its in line.digits
        if same_height(its.box.height, usual) or _is_set_smaller(its, line.digits, usual)
    )
    others = tuple(piece for piece in line.others if same_height(piece.box.height, usual))
    strong = RUINED * median([piece.contrast for piece in digits])
    ruins = tuple(
        piece
        for piece in line.digits
        if max(piece.box.height, piece.box.width) < usual  # else it is a bar, or of another text
        and piece not in digits
        and piece.contrast > strong
    )
    return replace(line, digits=digits, others=(*others, *ruins))


def _is_set_smaller(piece: Piece, digits: Sequence[Piece], usual_px: float) -> bool:
    """Whether it is one of two digits that are set smaller, so that both find room on their square."""
    return TINY * usual_px <= piece.box.height < usual_px and any(
        abreast(piece, other) and piece.plate == other.plate > 0
        for other in digits
        if other is not piece and same_height(piece.box.height, other.box.height)
    )


def _on_plates(line: Chain, far_px: float) -> Chain:
    """The chain without what is further off than a number is from the next, and on no plate as they are: a
    title, to which smaller texts have led, or a dot of the page.

    far_px : further off than any number on a plate is from the next.
    """
    for at, (one, other, gap) in enumerate(line.gaps, 1):
        if gap > min(line.step_px, far_px) and one.plate and not other.plate:
            return line.up_to(at)
    return line


def cut_off(lines: Sequence[Chain]) -> Iterator[bool]:
    """Which lines may go on beyond the picture's edge: in a margin wider than any gap more would show."""
    ends = [line.ends_px(line.digits) for line in lines]
    widest = max((gap for line in lines for _, _, gap in line.gaps), default=np.inf)
    return (
        line.reaches and its[0][0] <= WIDER_GAP * widest if its else False
        for line, its in zip(lines, ends, strict=True)
    )
