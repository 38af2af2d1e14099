"""Read hints that stand at a spacing of their own, instead of in the strips of their lines.

A page may set the list of hints apart from the cells: hints drift off their lines, at the far end by half a
cell or more, or all of them stand some pixels off. Then the lines' strips cut digits, or hold the next
line's. So hints are counted: the k-th of evenly spaced hints, if there are as many as lines, is the k-th
line's. Blank ones may lie between them, but not at an end, where nothing would tell whose they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.hints.areas import strip_insets_px
from picrosser.reading.nonogram.hints.hint_area import MAX_SHARE_LOSS, HintsGrouped, find_hints_beside
from picrosser.reading.nonogram.ink.piece import MAX_DIGIT_DISTANCE, Piece

MAX_DRIFT = 0.5  # of a digit's height: in their lines' middles hints stand better, a 1 and a 10 set left, too
# Of their spacing: hints stand as evenly, a 1 whose ink lies in a part of its place, too
MAX_UNEVENNESS = 0.1
MIN_HINTED_LINES = 0.5  # of the lines have hints: of fewer, many a spacing would fit
MAX_DIGIT_GAP = 0.35  # of a digit's height: a number's digits over a column are nearer to each other

Middles = list[float]


def with_own_spacing(image: RGB, seen: HintsGrouped) -> HintsGrouped:
    """The hints, read again at a spacing of their own if they have one; else unchanged.

    image : (H, W, 3) uint8 sRGB, the picture in which `seen` was found.
    """
    lattice = seen.lattice
    edges = lattice.row_edges_px, lattice.col_edges_px
    height, width = image.shape[:2]
    insets = strip_insets_px(lattice)
    off = [
        _is_off(lines, axis_edges, insets[axis], upright=axis == 1)
        for axis, (lines, axis_edges) in enumerate(zip((seen.rows, seen.cols), edges, strict=True))
    ]
    if not any(off):
        return seen
    # A digit that is cut by a strip's edge is whole in a strip that begins half a line further.
    halfway = _halfway(edges[0], height), _halfway(edges[1], width)
    between = find_hints_beside(image, lattice, halfway)
    whole = [
        [piece for lines, at in ways for piece in _uncut_digits(lines, at, insets[axis], upright=axis == 1)]
        for axis, ways in enumerate(
            (
                ((seen.rows, edges[0]), (between.rows, halfway[0])),
                ((seen.cols, edges[1]), (between.cols, halfway[1])),
            )
        )
    ]
    rows, cols = (
        _own_edges(_middles(pieces, upright=axis == 1), axis_edges, insets[axis], image.shape[axis])
        if off[axis]
        else axis_edges
        for axis, (pieces, axis_edges) in enumerate(zip(whole, edges, strict=True))
    )
    if (rows, cols) == edges:
        return seen
    again = find_hints_beside(image, lattice, (rows, cols))
    return again if again.occupied >= seen.occupied - MAX_SHARE_LOSS else seen


def _halfway(edges: Sequence[int], end_px: int) -> tuple[int, ...]:
    """The edges of strips, one more, that begin half a line before those between the given ones.

    end_px : where the picture ends.
    """
    half = (edges[-1] - edges[0]) / (len(edges) - 1) / 2
    return _within([*(at - half for at in edges), edges[-1] + half], end_px)


def _within(edges: Iterable[float], end_px: int) -> tuple[int, ...]:
    """Whole pixels within the picture."""
    return tuple(min(max(0, round(at)), end_px) for at in edges)


def _ends_across(piece: Piece, *, upright: bool) -> tuple[int, int]:
    """Where a piece begins and ends across its strip."""
    return piece.ends_px(upright=not upright)


def _is_off(lines: Sequence[Sequence[Piece]], edges: Sequence[int], inset: int, *, upright: bool) -> bool:
    """Whether hints stand elsewhere in some lines than in others, or are cut by their strips' edges."""
    offs, heights = [], []
    for pieces, (start, stop) in zip(lines, pairwise(edges), strict=True):
        if not pieces:
            continue
        ends = [_ends_across(piece, upright=upright) for piece in pieces]
        first, last = min(first for first, _ in ends), max(last for _, last in ends)
        if first <= start + inset or last >= stop - inset:
            return True
        offs.append((first + last - start - stop) / 2)
        heights += [piece.box.height for piece in pieces]
    return bool(offs) and max(offs) - min(offs) > MAX_DRIFT * median(heights)


def _uncut_digits(
    lines: Sequence[Sequence[Piece]], edges: Sequence[int], inset: int, *, upright: bool
) -> Iterator[Piece]:
    """The digits that their strips' edges do not cut."""
    for pieces, (start, stop) in zip(lines, pairwise(edges), strict=True):
        for piece in pieces:
            first, last = _ends_across(piece, upright=upright)
            if start + inset < first and last < stop - inset and piece.template_distance < MAX_DIGIT_DISTANCE:
                yield piece


def _middles(pieces: Sequence[Piece], *, upright: bool) -> Middles:
    """The middles across the lines of all hints that stand beside each other, in order."""
    if not pieces:
        return []
    near = MAX_DIGIT_GAP * median([piece.box.height for piece in pieces]) if upright else 0
    ends = sorted(_ends_across(piece, upright=upright) for piece in pieces)
    lines = [list(ends[0])]
    for first, last in ends[1:]:
        if first > lines[-1][1] + near:
            lines.append([first, last])
        lines[-1][1] = max(lines[-1][1], last)
    return [(first + last) / 2 for first, last in lines]


def _own_edges(middles: Middles, lines: tuple[int, ...], inset: int, end_px: int) -> tuple[int, ...]:
    """The edges of strips with a hint in the middle of each, or of most; the lines' if they do not tell.

    Neighbours have to be among them, the first and the last one: else twice the spacing would do as well.
    """
    count = len(lines) - 1
    if count < 2 or len(middles) < max(2, MIN_HINTED_LINES * count):
        return lines
    spacing = (middles[-1] - middles[0]) / (count - 1)
    places = [round((at - middles[0]) / spacing) for at in middles]
    spacing, first = np.polyfit(places, middles, 1)
    uneven = np.abs(first + spacing * np.array(places) - middles).max()
    if min(np.diff(places)) != 1 or uneven > MAX_UNEVENNESS * spacing:
        return lines
    own = _within((first + spacing * (at - 0.5) for at in range(count + 1)), end_px)
    return own if max(abs(one - other) for one, other in zip(own, lines, strict=True)) > inset else lines
