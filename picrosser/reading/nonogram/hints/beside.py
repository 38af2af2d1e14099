"""Collect the hints beside a board from the page's ink: per line the pieces that may be its digits.

Of pieces that lie over each other, cut in different ways or as the space between others, the one that is most
like a digit of the board's height is kept. What is wider or taller than a digit is cut if its parts look like
digits.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.glyphs.templates import OWN_CONTRAST, template_distances
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.hints.chains import MAX_STRANGE_DIGIT_DISTANCE, Chain, are_cut_off
from picrosser.reading.nonogram.hints.piece import Piece, piece_of
from picrosser.reading.nonogram.hints.separators import (
    MAX_MARK_HEIGHT,
    in_reading_order,
    with_line_breaks,
    with_plate_breaks,
    with_separators,
)
from picrosser.reading.nonogram.hints.sides import Side, sides_with_hints
from picrosser.reading.nonogram.tolerances import MOST, NEAR_EDGE, SAME_HEIGHT
from picrosser.reading.page.digit_distance import (
    MAX_DIGIT_DISTANCE,
    MIN_BLOCK_ASPECT,
    digit_distances,
    is_bar,
)
from picrosser.reading.page.ink import SURE_DISTANCE, Ink

# What is measured here and in the other files of this folder: the 7,210 digits of 89 pictures of all kinds,
# of which each line shows as many digits as it should.
# Pieces beside a line, in the mean: photographs have 163 and 264 of their texture, boards under noise of 9
# levels up to 77, others up to 16
MAX_PIECES_A_LINE = 150
# So many pieces that may be several digits, and so many times as many as there are sure digits, are texture:
# to cut them takes long. Beside a brick wall there are up to 700, five times as many. Beside 56 photographed
# boards there are up to 141, about as many, and three times as many beside one, which has 57.
MANY_JOINED, JOINED_A_DIGIT = 200, 3
MAX_OVERLAP = 0.3  # of the smaller box: pieces that share more are one
# Of the usual digit's height:
MAX_DIGIT = 1.35  # what stands among digits, and no less than `MAX_MARK_HEIGHT`; they have 0.85 to 1.18
MIN_WIDE = 1.1  # the width of digits that touch
MIN_PAIR_WIDTH = 0.75  # of its own height: two narrow digits that touch are at least so wide
# Width over height of a digit that is cut off another: less is the other's edge; whole digits have 0.29
MIN_DIGIT_ASPECT = 0.14
MAX_CUT_DISTANCE = 0.6  # of a piece's distance: its parts have less, or it is not cut; more if it is wider
HEIGHT_COST = 0.3  # of template distance, for a difference of 1 in the logarithm of the height
# A piece is unlike the other digits by the sum of its distance, in as many times the usual one, of the
# logarithm of its height, and of its place in its row, in parts of the pitch, each divided by what is much
# for a digit (99 in 100 have up to 0.09 of both); the sum may be so high for a digit of full contrast, and
# less for a fainter one
USUAL_DISTANCES, MUCH_OFF, MAX_UNLIKE = 2.0, 0.12, 4.0
MAX_MEAN_UNLIKE = 2.3  # of pieces side by side over the columns: menus have 2.5 to 3.5, struck digits 1.8

MAX_TEMPLATE_DISTANCE = 0.1  # mean squared difference of coverage between a part and the nearest digit
MAX_INK_FRACTION = 0.85  # of the box: more is a bar or a square, which could be cut into any number of ones


@dataclass(frozen=True, slots=True, eq=False)
class InkFound:
    """All ink beside a board, before it is known which pieces are digits.

    lattice : the board's.
    rows, cols : per line its pieces of ink, texture, strokes and marks too.
    """

    lattice: Lattice
    rows: tuple[tuple[Piece, ...], ...]
    cols: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class HintsGrouped:
    """The ink pieces that may be digits, grouped by the line whose hints they are.

    lattice : the board's.
    rows : per row its pieces, from left to right.
    cols : per column its pieces in reading order: from top to bottom, those beside each other from left to
        right.
    occupied : the share of all lines that show a digit of a usual typeface, 0..1.
    strange : per line, rows first: whether something that is no digit stands among its digits.
    cut : per line, rows first: whether it runs up to the picture's edge, so that part of it may be cut off.
    ink : all pieces, before they were grouped.
    """

    lattice: Lattice
    rows: tuple[tuple[Piece, ...], ...]
    cols: tuple[tuple[Piece, ...], ...]
    occupied: float
    strange: tuple[bool, ...]
    cut: tuple[bool, ...]
    ink: InkFound

    @property
    def ink_among_hints(self) -> InkFound:
        """The ink that stands no further from the board than some hint: a title does."""
        rows = _among(self.ink.rows, self.rows, upright=False)
        return replace(self.ink, rows=rows, cols=_among(self.ink.cols, self.cols, upright=True))


def _among(
    lines: Sequence[Sequence[Piece]], hints: Sequence[Sequence[Piece]], *, upright: bool
) -> tuple[tuple[Piece, ...], ...]:
    """Per line its pieces that stand between where all hints begin and where they end."""
    ends = [piece.ends_px(upright=upright) for line in hints for piece in line]
    first, last = min(start for start, _ in ends), max(stop for _, stop in ends)

    def is_among(piece: Piece) -> bool:
        start, stop = piece.ends_px(upright=upright)
        return start < last and stop > first

    return tuple(tuple(filter(is_among, line)) for line in lines)


class _Glyph(NamedTuple):
    """A piece of ink beside a board: its box, its shape, how like a digit it is; whether it was cut off."""

    box: Box
    coverage: NDArray[np.float32]
    scale: int
    distance: float
    light: bool
    is_part: bool = False

    def part(self, inside: Box, distance: float) -> _Glyph:
        """A part of it; `inside` in pixels of the coverage."""
        box = inside.times(self.scale).moved(self.box.top, self.box.left)
        coverage = np.ascontiguousarray(self.coverage[inside.slices])
        return self._replace(box=box, coverage=coverage, distance=distance, is_part=True)


def collect_hints(image: RGB, ink: Ink, board: BoardScored, *, ruling: Ruling | None) -> HintsGrouped | None:
    """The digits beside each line of a board; None if its rows or its columns show none.

    image : (H, W, 3) uint8 sRGB. ink : all of its ink.
    ruling : where the lines are, if that is known: of a photographed page, where numbers have no plates.
    """
    sides = sides_with_hints(board)
    (of_rows, over), (of_cols, below) = (
        chains_beside(image, ink, side, board.height_px, ruling) for side in sides
    )
    shown, rows = [chain.shows_hints for chain in (*over, *below)], len(over)
    if not any(shown[:rows]) or not any(shown[rows:]):
        return None
    digits: list[tuple[Piece, ...]] = []
    strange: list[bool] = []
    cut: list[bool] = []
    for side, mine in zip(sides, (over, below), strict=True):
        page = side.page_px(image)
        marked = [chain.marked_at(page) for chain in mine]
        digits += in_order(image, side, marked, ruling)
        are_cut = list(are_cut_off(marked, page))
        cut += are_cut
        strange += [
            chain.is_strange or (is_inked and not is_cut and 0 < chain.margin_px(page) < chain.step_px)
            for chain, is_inked, is_cut in zip(marked, side.shows_ink_at(image, page), are_cut, strict=True)
        ]  # ink at the page's edge is what is left of a digit
    lines = with_separators(image, digits)
    return HintsGrouped(
        lattice=board.lattice,
        rows=tuple(lines[:rows]),
        cols=tuple(lines[rows:]),
        occupied=float(np.mean(shown)),
        strange=tuple(strange),
        cut=tuple(cut),
        ink=InkFound(board.lattice, tuple(map(tuple, of_rows)), tuple(map(tuple, of_cols))),
    )


def chains_beside(
    image: RGB, ink: Ink, side: Side, height_px: float, ruling: Ruling | None
) -> tuple[list[list[Piece]], list[Chain]]:
    """Per line all pieces on one side of a board, and those of them that may be its hints."""
    kept = [_without_overlaps(mine, height_px) for mine in _glyphs_beside(ink, side, height_px)]
    strip = _like_others(image, side, kept, height_px)
    return strip, side.chains(strip, ruling)


def in_order(
    image: RGB, side: Side, chains: Sequence[Chain], ruling: Ruling | None
) -> list[tuple[Piece, ...]]:
    """Per line its digits in reading order; those after a line or a gap between two plates are marked."""
    lines = [in_reading_order(side.mirrored([chain.digits])[0]) for chain in chains]
    if side.upright:
        return lines
    if ruling is None:
        return [with_plate_breaks(image, line) for line in lines]
    return [with_line_breaks(ruling, line) for line in lines]


def _glyphs_beside(ink: Ink, side: Side, height_px: float) -> list[list[_Glyph]]:
    """Per line the ink on the hints' side as large as a digit, or as several that touch; none of texture."""
    top, left, bottom, right = ink.boxes.astype(np.float64).T
    first, last, start, stop = (left, right, top, bottom) if side.upright else (top, bottom, left, right)
    pitch, pitch_away = side.pitches
    edges = np.array(side.edges)
    line = np.searchsorted(edges, (first + last) / 2, side="right") - 1
    at = np.clip(line, 0, len(edges) - 2)
    beyond = start > side.others[-1] - NEAR_EDGE * pitch_away
    before = stop < side.others[0] + NEAR_EDGE * pitch_away
    inside = (line == at) & (beyond if side.last else before)
    inside &= (first > edges[at] - NEAR_EDGE * pitch) & (last < edges[at + 1] + NEAR_EDGE * pitch)
    height = (bottom - top) / height_px
    inside &= (height > MAX_MARK_HEIGHT) & (height < MAX_DIGIT)
    joined = (right - left) / height_px > MIN_WIDE
    wide = (right - left > MIN_PAIR_WIDTH * (bottom - top)) & np.isfinite(ink.distances)  # a disc's is not
    glyphs: list[list[_Glyph]] = [[] for _ in edges[1:]]
    found = np.flatnonzero(inside)
    found = found[~_are_plates(ink, found, height_px)]
    distances = ink.distances[found]
    several = int(np.sum(wide[found] & (distances >= MAX_DIGIT_DISTANCE)))
    many = max(MANY_JOINED, JOINED_A_DIGIT * int(np.sum(distances < SURE_DISTANCE)))
    if len(found) > MAX_PIECES_A_LINE * len(glyphs) or several > many:
        return [[] for _ in glyphs]
    for number in found.tolist():
        glyph = _Glyph(
            Box(*ink.boxes[number].tolist()),
            ink.coverages[number],
            int(ink.scales[number]),
            float(ink.distances[number]),
            bool(ink.light[number]),
        )
        is_strange = glyph.distance >= MAX_STRANGE_DIGIT_DISTANCE and not joined[number]
        parts = _cut(glyph, height_px) if wide[number] or not is_strange else []
        glyphs[line[number]] += parts or ([glyph] if is_strange else [])
    return glyphs


def _are_plates(ink: Ink, which: NDArray[np.intp], height_px: float) -> NDArray[np.bool_]:
    """(N,) whether each of some pieces is no digit, but a plate: it lies all round one that surely is."""
    boxes, distances, light = ink.boxes[which], ink.distances[which], ink.light[which]
    top, left, bottom, right = boxes.T
    off_height = np.abs(np.log((bottom - top) / height_px))
    sure = np.flatnonzero((distances < SURE_DISTANCE) & (off_height < SAME_HEIGHT))
    around = (top[:, None] < top[sure]) & (left[:, None] < left[sure]) & (light[:, None] != light[sure])
    around &= (bottom[:, None] > bottom[sure]) & (right[:, None] > right[sure])
    is_digit = (distances < MAX_DIGIT_DISTANCE) & (right - left <= bottom - top)  # a 0 with its hole
    return np.asarray(around.any(axis=1) & ~is_digit)


def _like_others(
    image: RGB, side: Side, kept: Sequence[Sequence[_Glyph]], height_px: float
) -> list[list[Piece]]:
    """Per line those of its pieces that are like the digits nearest to the board, and no part of a title."""

    def is_told(glyph: _Glyph) -> bool:
        is_digit = glyph.distance < MAX_DIGIT_DISTANCE and _off_height(glyph.box, height_px) < SAME_HEIGHT
        return is_digit and not is_bar(glyph.coverage)

    is_light = [glyph.light for mine in kept for glyph in mine if glyph.distance < SURE_DISTANCE]
    most = (1 - MOST) * len(is_light)
    rare = [light for light in (False, True) if is_light and is_light.count(light) <= most]
    pieces = [
        [(one, piece_of(image, one.box, one.coverage, one.scale, one.distance)) for one in mine]
        for mine in kept
    ]
    # Other texts may stand beside the rows, too: the nearest to the board are hints.
    nearest = [
        max(mine, key=lambda piece: side.towards_board(piece.box))
        for line_pieces in pieces
        if (mine := [piece for glyph, piece in line_pieces if is_told(glyph)])
    ]
    looks = [
        (piece.contrast, piece.template_distance, side.off_middle(piece.box), piece.box.height)
        for piece in nearest
    ]
    usual, distance, place, usual_px = map(float, np.median(looks or [(0.0, 0.0, 0.0, 0)], axis=0))
    distance = max(SURE_DISTANCE, USUAL_DISTANCES * distance)
    usual_px = max(height_px, usual_px)  # on one side of a photographed board digits may be taller

    def unlike(glyph: _Glyph, usual_px: float = usual_px) -> float:
        off = glyph.distance / distance + _off_height(glyph.box, usual_px) / MUCH_OFF
        # numbers may have two digits side by side, so columns tell nothing by a digit's place
        return off if side.upright else off + abs(side.off_middle(glyph.box) - place) / MUCH_OFF

    def is_real(glyph: _Glyph, piece: Piece) -> bool:
        off = side.off_middle(glyph.box)
        near_others = is_told(glyph) and abs(off - place) <= 0.5 - NEAR_EDGE
        if abs(off) > 0.5 - NEAR_EDGE and not near_others:
            return False  # a line: digits' middles are 0.39 of a pitch and more within its edges
        if not side.upright and abs(off - place) * side.pitches[0] > MOST * usual_px:
            return False  # on another line of text, as a sum in the corner of its row's area
        if glyph.box.height > usual_px and _off_height(glyph.box, usual_px) > SAME_HEIGHT:
            return False  # a bracket or a stroke, taller than digits
        if glyph.light in rare and glyph.distance >= SURE_DISTANCE:
            return False  # the space between a digit and the board's frame, or between two digits
        if np.isinf(glyph.distance):
            # Texture is fainter, and one digit in a hundred, since its line is done.
            return piece.contrast > OWN_CONTRAST * usual
        most = MAX_UNLIKE * np.sqrt(min(1.0, piece.contrast / max(1.0, usual)))
        return bool(unlike(glyph) < most)

    def may_be_letter(glyph: _Glyph) -> bool:  # they stand anywhere, unlike the space between two digits
        return glyph.light not in rare and glyph.box.width > MIN_BLOCK_ASPECT * glyph.box.height

    real = [[pair for pair in line_pieces if is_real(*pair)] for line_pieces in pieces]
    if not side.upright or side.last:
        return [[piece for _, piece in line_pieces] for line_pieces in real]

    def own_px(line: Sequence[tuple[_Glyph, Piece]]) -> float:
        # Where a column has many numbers, programs set all of them smaller.
        lowest = max((piece.box for _, piece in line), key=lambda box: box.bottom, default=None)
        return min(usual_px, lowest.height) if lowest else usual_px

    columns = [
        [
            (piece.box, min(MAX_UNLIKE, unlike(glyph, own_px(line))))
            for glyph, piece in mine
            if np.isfinite(glyph.distance) and (may_be_letter(glyph) or is_real(glyph, piece))
        ]
        for line, mine in zip(real, pieces, strict=True)
    ]
    ends = title_ends(columns, len(side.others) - 1)
    return [
        [piece for _, piece in line if piece.box.bottom > end] for line, end in zip(real, ends, strict=True)
    ]


def title_ends(columns: Sequence[Sequence[tuple[Box, float]]], rows: int) -> list[int]:
    """Where a text over each column's numbers ends, in pixels from the top; -1 if there is none.

    Pieces side by side, with no more than one column between them, are text if they are unlike digits in the
    mean; or if other pieces stand below them and one column has more of them than a number has digits. A
    single piece is a speck.

    columns : the pieces over each column, with how unlike the board's digits each is. rows : of the board.
    """
    most = max(2, len(str(rows)))  # digits of a number, which may have a leading zero
    ordered = sorted(
        ((box, much, at) for at, column in enumerate(columns) for box, much in column),
        key=lambda piece: -piece[0].bottom,
    )
    levels: list[list[tuple[Box, float, int]]] = []
    for piece in ordered:
        if levels and levels[-1][0][0].bottom - piece[0].bottom < piece[0].height / 2:
            levels[-1].append(piece)
        else:
            levels.append([piece])
    ends = [-1] * len(columns)
    for number, level in enumerate(levels):
        level.sort(key=lambda piece: piece[2])
        gaps = [at for at, (one, other) in enumerate(pairwise(level), 1) if other[2] - one[2] > 2]
        for start, stop in pairwise([0, *gaps, len(level)]):
            boxes, unlike, over = zip(*level[start:stop], strict=True)
            is_crowded = number > 0 and max(Counter(over).values()) > most
            if len(boxes) > 1 and (is_crowded or float(np.mean(unlike)) > MAX_MEAN_UNLIKE):
                bottom = max(box.bottom for box in boxes)
                for column in range(over[0], over[-1] + 1):
                    ends[column] = max(ends[column], bottom)
    return ends


def _off_height(box: Box, height_px: float) -> float:
    return abs(float(np.log(box.height / height_px)))


def _cut(glyph: _Glyph, height_px: float) -> list[_Glyph]:
    """A piece's digits, if it is several that touch; itself if it is one; nothing if it is neither."""
    height, width = glyph.box.height, glyph.box.width
    alone = (
        [glyph]
        if glyph.distance < MAX_STRANGE_DIGIT_DISTANCE and _off_height(glyph.box, height_px) < SAME_HEIGHT
        else []
    )
    if width <= height and glyph.distance < MAX_DIGIT_DISTANCE:
        return [glyph]
    if width <= MIN_PAIR_WIDTH * height:
        return alone
    boxes = split_side_by_side(glyph.coverage)
    distances = digit_distances([glyph.coverage[box.slices] for box in boxes]).tolist()
    parts = [glyph.part(box, distance) for box, distance in zip(boxes, distances, strict=True)]
    if not parts or any(
        _off_height(part.box, height_px) > SAME_HEIGHT or part.box.width < MIN_DIGIT_ASPECT * part.box.height
        for part in parts
    ):
        return alone
    most = MAX_CUT_DISTANCE * width / height / MIN_PAIR_WIDTH * glyph.distance
    return alone if alone and max(distances) > most else parts


def _without_overlaps(glyphs: Sequence[_Glyph], height_px: float) -> list[_Glyph]:
    """Of pieces that lie over each other, the one most like a digit of that height; no parts of digits."""

    def cost(glyph: _Glyph) -> tuple[bool, float]:
        off_height = _off_height(glyph.box, height_px)
        is_digit = glyph.distance < MAX_DIGIT_DISTANCE and off_height < SAME_HEIGHT
        return glyph.is_part or not is_digit, glyph.distance + HEIGHT_COST * off_height

    kept: list[_Glyph] = []
    for glyph in sorted(glyphs, key=cost):
        if not any(_are_one(glyph.box, other.box) for other in kept):
            kept.append(glyph)
    return kept


def _are_one(one: Box, other: Box) -> bool:
    """Whether two boxes share so much that they hold one piece."""
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    along = min(one.right, other.right) - max(one.left, other.left)
    least = min(one.height * one.width, other.height * other.width)
    return down > 0 and along > 0 and down * along > MAX_OVERLAP * least


def split_side_by_side(coverage: NDArray[np.float32]) -> list[Box]:
    """The boxes of a number's two digits that touch, left and right; none if no cut makes two digits.

    It is cut where both halves look most like digits, since the digits may differ in width.

    coverage : (height, width) float32 ink coverage 0..1, cropped to the ink.
    """
    if coverage.mean() > MAX_INK_FRACTION:
        return []
    height, width = coverage.shape
    least, most = max(2, round(MIN_DIGIT_ASPECT * height)), height
    step = max(1, width // 24)  # about so many cuts are tried
    cuts = range(max(least, width - most), min(most, width - least) + 1, step)
    pairs = [
        pair for pair in _ink_boxes_beside(coverage, cuts) if min(box.height for box in pair) >= MOST * height
    ]
    worst = [0.0] * len(pairs)
    for side in (0, 1):
        distances = template_distances([coverage[pair[side].slices] for pair in pairs])
        likely = [at for at, distance in enumerate(distances) if distance < MAX_TEMPLATE_DISTANCE]
        pairs, worst = [pairs[at] for at in likely], [max(worst[at], distances[at]) for at in likely]
    return list(pairs[int(np.argmin(worst))]) if pairs else []


def _ink_boxes_beside(coverage: NDArray[np.float32], cuts: Sequence[int]) -> Iterator[tuple[Box, Box]]:
    """The boxes of the ink left and right of each cut that has some on both sides."""
    inked = coverage > OWN_CONTRAST
    cols = np.flatnonzero(inked.any(axis=0)).tolist()
    left = np.logical_or.accumulate(inked, axis=1)
    right = np.logical_or.accumulate(inked[:, ::-1], axis=1)[:, ::-1]
    (left_tops, left_bottoms), (right_tops, right_bottoms) = (
        (side.argmax(axis=0).tolist(), (len(side) - side[::-1].argmax(axis=0)).tolist())
        for side in (left, right)
    )
    for cut in cuts:
        after = bisect_left(cols, cut)
        if 0 < after < len(cols):
            yield (
                Box(left_tops[cut - 1], cols[0], left_bottoms[cut - 1], cols[after - 1] + 1),
                Box(right_tops[cut], cols[after], right_bottoms[cut], cols[-1] + 1),
            )
