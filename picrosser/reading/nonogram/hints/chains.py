"""Select each line's hints: the chain of digits that leads away from the board.

A line's hints are of one height and follow each other without a wide gap. Titles, counters and buttons beyond
them may be digits, too, but hardly as tall or as close together.

Most programs set hints against their board. Some set them against the far end of their hint area, in its
middle, or spread evenly over it: then short lines leave much space before the board. Such lines are
recognised by all the others, whose hints begin at the same place, or have it as their middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from statistics import median
from typing import NamedTuple

import numpy as np

from picrosser.reading.glyphs.templates import OWN_CONTRAST
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.hints.separators import MAX_MARK_HEIGHT
from picrosser.reading.nonogram.tolerances import FEWEST, MOST, NEAR_EDGE, STEP, have_same_height
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.ink import SURE_DISTANCE

# Mean squared difference of coverage to the nearest template of any face: at most, where digits are expected,
# one of a strange face.
MAX_STRANGE_DIGIT_DISTANCE = 0.25
# Of the usual height: blur leaves less of thin ends. In a photograph with digits of 10 pixels a few 1s and 4s
# have 0.71 to 0.77
MIN_BLURRED = 0.68

# Of a digit's height, by which their places differ: '1' is narrow, and 12 in the middle of a tile begins 0.39
# before a 4; without tiles 99 in 100 are within 0.17 of the next
MAX_ASKEW = 0.45

# Bare space at most, in parts of the pitch, from the board to a line's first number. Hints that begin further
# from the board are those that are aligned elsewhere.
NEAREST = 1.6
WITHIN_NUMBER = 0.8  # of a digit's height: from middle to middle two of one number are nearer
MAX_GAP_RATIO = 1.2  # of the widest one between a picture's numbers: none is wider
MAX_STEPS = 1.5  # times the usual step between numbers of columns, which hardly varies
LOST = 0.8  # of the pitch: so much more is bare where a number is not seen; with 1.0 a title may be as near


class Chain(NamedTuple):
    """The digits that may be one line's hints.

    digits : in the line's direction.
    others : as tall, but no digits; or as strong, but not as tall, as what a check leaves of a digit.
    step_px : of bare space at most to the next piece.
    end_px : where the last digits of the picture's lines end: what stands beyond is the board's frame.
    upright : the line is a column; else a row.
    """

    digits: tuple[Piece, ...]
    others: tuple[Piece, ...]
    step_px: float
    end_px: float
    upright: bool

    @property
    def is_strange(self) -> bool:
        """Whether something as tall as its digits, but none, stands among them."""
        if not self.digits:
            return False
        first = min(start for start, _ in self.ends_px(self.digits)) - self.step_px / 2
        return any(first < stop and start < self.end_px for start, stop in self.ends_px(self.others))

    def marked_at(self, page_px: int) -> Chain:
        """The chain with a mark on digits that begin where the page does."""
        pieces = zip(self.digits, self.ends_px(self.digits), strict=True)
        marked = (replace(piece, touches_edge=start <= page_px) for piece, (start, _) in pieces)
        return self._replace(digits=tuple(marked))

    def from_px(self, first_px: float) -> Chain:
        """The chain without digits that end before a place, such as a button beyond all hints."""
        pieces = zip(self.digits, self.ends_px(self.digits), strict=True)
        return self._replace(digits=tuple(piece for piece, (_, stop) in pieces if stop >= first_px))

    def up_to_step(self, most_px: float) -> Chain:
        """The chain up to the first step from middle to middle, seen from the board, that is wider."""
        middles = [(start + stop) / 2 for start, stop in self.ends_px(self.digits)]
        ordered = sorted(middles, reverse=True)
        last = next((before for before, after in pairwise(ordered) if before - after > most_px), -math.inf)
        kept = (piece for piece, middle in zip(self.digits, middles, strict=True) if middle >= last)
        return self._replace(digits=tuple(kept), step_px=min(self.step_px, most_px))

    def of_sure_digits(self) -> Chain:
        """The chain without letters, which look a little like digits."""
        sure = (piece for piece in self.digits if piece.template_distance < SURE_DISTANCE)
        return self._replace(digits=tuple(sure))

    @property
    def shows_hints(self) -> bool:
        """Whether any of its pieces surely is a digit."""
        return any(piece.template_distance < MAX_DIGIT_DISTANCE for piece in self.digits)

    @property
    def gaps(self) -> list[int]:
        """The pixels between neighbours, from the board on."""
        outwards = sorted(self.ends_px(self.digits), key=lambda ends: -ends[1])
        return [start - stop for (start, _), (_, stop) in pairwise(outwards)]

    @property
    def steps(self) -> list[float]:
        """The pixels from middle to middle of neighbours."""
        middles = sorted((start + stop) / 2 for start, stop in self.ends_px(self.digits))
        return [after - before for before, after in pairwise(middles)]

    def margin_px(self, page_px: int) -> float:
        """How far its digits begin from where the page does; infinite without any."""
        return min((start for start, _ in self.ends_px(self.digits)), default=math.inf) - page_px

    def place_px(self, part: float) -> float:
        """Where so much of its length lies before: 0 for its start, 0.5 for its middle."""
        ends = self.ends_px(self.digits)
        first, last = min(start for start, _ in ends), max(stop for _, stop in ends)
        return first + part * (last - first)

    def is_set_at(self, place_px: float, part: float, usual_px: float) -> bool:
        """Whether such a part of its hints' length lies before a place, and all are as tall as most."""
        is_near = self.shows_hints and abs(self.place_px(part) - place_px) <= MAX_ASKEW * usual_px
        return is_near and all(_is_as_tall(piece, usual_px) for piece in self.digits)

    def ends_px(self, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
        """Where each of them begins and ends in the line's direction."""
        return [piece.ends_px(upright=self.upright) for piece in pieces]


def find_chains(
    strips: Sequence[Sequence[Piece]],
    edge_px: int,
    pitch: float,
    *,
    upright: bool,
    nearest: float = NEAREST,
    step: float = STEP,
    one_lost: bool = False,
) -> list[Chain]:
    """Every line's chain, on one side of the board.

    edge_px : where the board begins. pitch : pixels. upright : the lines are columns; else rows.
    nearest : pitches to the first number, at most. step : pitches from one to the next.
    one_lost : one of two neighbours may not be seen.
    """
    more = LOST * one_lost
    start_px, step_px = edge_px - (nearest + more) * pitch, (step + more) * pitch
    end_px = edge_px + NEAR_EDGE * pitch

    def chains(step_px: float) -> list[Chain]:
        return [_chain(strip, start_px, step_px, end_px, upright=upright) for strip in strips]

    lines = chains(step_px)
    steps = _first_steps(lines)
    if not steps:  # then the next number may stand anywhere if it does so in all lines
        steps = _even(_first_steps([line.of_sure_digits() for line in chains(math.inf)]))
    usual_px = median(steps or [0.0])
    if usual_px > step_px:  # numbers stand wider than cells: then a 1 has more bare space beside it
        lines = chains(usual_px)
    if upright and step == STEP and not one_lost and len(steps) > 1:  # a title may be as near as a cell
        lines = [line.up_to_step(MAX_STEPS * usual_px) for line in lines]
    # Far texts may be more than a line's hints, but they are hardly next to the board in most lines.
    next_to = [_next_to_board(line.digits) for line in lines if line.digits]
    if not next_to:
        return lines
    height = median(piece.box.height for piece in next_to)
    end = max(piece.ends_px(upright=upright)[1] for piece in next_to)
    return [_of_one_height(line, height)._replace(end_px=end) if line.digits else line for line in lines]


def _first_steps(lines: Sequence[Chain]) -> list[float]:
    """The pixels between the two numbers next to the board, middle to middle, in lines that have two.

    Further ones may be of a title.
    """
    heights = [piece.box.height for line in lines for piece in line.digits]
    least = WITHIN_NUMBER * median(heights or [0])
    of_numbers = ([step for step in line.steps if step > least] for line in lines)
    return [steps[-1] for steps in of_numbers if steps]


def _even(steps: Sequence[float]) -> list[float]:
    """The steps that are even, if all others are much wider, as to a title; none if few are."""
    usual = median(sorted(steps)[:FEWEST] or [0.0])
    even = [step for step in steps if abs(step - usual) < NEAR_EDGE * usual]
    wider = [step for step in steps if step > MAX_STEPS * usual]
    return even if len(even) >= FEWEST and len(even) + len(wider) == len(steps) else []


def _next_to_board(digits: Sequence[Piece]) -> Piece:
    """The nearest piece that is surely a digit, and no bit of the board's frame, if any is."""
    like = [piece for piece in digits if piece.template_distance < MAX_DIGIT_DISTANCE]
    return like[-1] if like else digits[-1]


def _chain(pieces: Sequence[Piece], limit: float, step_px: float, end_px: float, *, upright: bool) -> Chain:
    """The digits that lead away from the board without a wide gap."""
    anywhere = np.isinf(limit)
    digits: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece.ends_px(upright=upright)[1], reverse=True):
        start, stop = piece.ends_px(upright=upright)
        if piece.template_distance >= MAX_STRANGE_DIGIT_DISTANCE:
            continue
        if anywhere and not digits and piece.template_distance >= MAX_DIGIT_DISTANCE:
            continue  # next to the board, a fragment of a digit may be the first
        if stop < limit:
            break
        digits.insert(0, piece)
        limit = start - step_px if len(digits) == 1 else min(limit, start - step_px)
    others = tuple(piece for piece in pieces if piece.template_distance >= MAX_STRANGE_DIGIT_DISTANCE)
    return Chain(tuple(digits), others, step_px, end_px, upright)


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
    telling_contrast = OWN_CONTRAST * median(piece.contrast for piece in digits)
    others = tuple(
        piece
        for piece in line.others
        if have_same_height(piece.box.height, usual) and piece.contrast > telling_contrast
    )
    strong = MOST * median(piece.contrast for piece in digits)
    # What is left of a digit, where specks are paler and marks are smaller; what is larger is a bar, or of
    # another text.
    lost = [piece for piece in line.digits if piece not in digits]
    lost += [piece for piece in line.others if piece.box.height > MAX_MARK_HEIGHT * usual]
    ruins = tuple(
        piece for piece in lost if max(piece.box.height, piece.box.width) < usual and piece.contrast > strong
    )
    return line._replace(digits=digits, others=(*others, *ruins))


def are_cut_off(lines: Sequence[Chain], page_px: int) -> Iterator[bool]:
    """Yield whether each line may go on beyond the page's edge: its margin is no wider than other gaps.

    Lines that all begin at one place, and end at several, do not: they are set from that edge on.

    page_px : where the page begins.
    """
    widest = max((gap for line in lines for gap in line.gaps), default=np.inf)
    starts, ends = (np.ptp([line.place_px(part) for line in lines if line.digits] or [0]) for part in (0, 1))
    if 2 * starts < ends:
        widest = -np.inf
    for line in lines:
        margin = line.margin_px(page_px)
        yield margin < line.step_px and margin <= MAX_GAP_RATIO * widest


def find_aligned_chains(
    strips: Sequence[Sequence[Piece]], edge_px: int, pitch: float, *, upright: bool
) -> list[Chain]:
    """Find every line's chain on one side of the board, next to it or aligned elsewhere."""
    near = find_chains(strips, edge_px, pitch, upright=upright)
    find = partial(find_chains, strips, edge_px, pitch, upright=upright, nearest=math.inf)
    far = near if all(line.shows_hints for line in near) else find()
    return with_aligned(near, far, find(step=math.inf))


def with_aligned(near: list[Chain], far: Sequence[Chain], spread: Sequence[Chain]) -> list[Chain]:
    """The lines next to the board, or those that begin at one place, or have one middle, and end at several.

    far : the same lines' hints, however far from the board. spread : also however far from each other.
    """
    counts = [sum(len(line.digits) for line in lines) for lines in (near, spread)]
    if counts[0] >= counts[1]:
        return near
    are_near = [line.shows_hints for line in near]
    mixed = [one if is_near else other for one, other, is_near in zip(near, far, are_near, strict=True)]
    ways: list[list[Chain | None]] = []
    for part, lines in ((0.0, mixed), (0.5, mixed), (0.5, spread)):
        shown = [line for line in lines if line.shows_hints]
        if len(shown) < FEWEST:
            continue
        usual = median(line.digits[-1].box.height for line in shown)  # a title may be taller
        place = median(line.place_px(part) for line in shown)
        set_there = (line.place_px(0) for line in lines if line.is_set_at(place, part, usual))
        first = min(set_there, default=-math.inf)  # what other lines have beyond are buttons
        pairs = zip(lines, are_near, strict=True)
        lines = [line if is_near else line.from_px(first - usual) for line, is_near in pairs]
        fits = [line if line.is_set_at(place, part, usual) else None for line in lines]
        ends = [line.place_px(1 - 2 * part) for line in fits if line]
        may_be_labels = any(are_near) and np.ptp(ends or [0]) < MAX_ASKEW * usual
        if len(ends) >= max(FEWEST, MOST * len(shown)) and not may_be_labels:
            ways.append(fits)
    aligned = max(ways, key=lambda fits: sum(map(bool, fits)), default=near)
    return [(line or one)._replace(step_px=one.step_px) for one, line in zip(near, aligned, strict=True)]


def _is_as_tall(piece: Piece, usual_px: float) -> bool:
    """Whether a piece is as tall as most digits, or looks like one that lost its thin ends in blur."""
    least = MIN_BLURRED if piece.template_distance < MAX_DIGIT_DISTANCE else 1.0
    return have_same_height(piece.box.height, usual_px) or least * usual_px < piece.box.height < usual_px
