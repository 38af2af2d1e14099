"""The ruled lines of a flat page: where they are seen, how wide they are, and the page without them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB

PAINTED = 128  # of the even page: a cell whose median is darker is painted, and hides its lines
MAX_HALF_LINE = 0.2  # of a cell: half the width of a line that is wiped out at most
CORE = 0.5  # of a line's darkness in its middle: what has more is the line, what has less its soft edge
EXPLAINED = 1.3  # of the darkness that a line has a pixel further in: what has no more is the line, too
FAINT = 60  # levels: what is no darker along most of a cell is a line's edge, even on one side of it only
MOST_OF_USUAL = 1.25  # of a line's usual darkness: a cell in which it has more shows digits, too
# A line is seen in a cell if it is darker than what is beside it by this share of what lines usually are, and
# missing if by less than the second.
SEEN, MISSING = 0.35, 0.15
# Times the usual contrast of a line: more counts as this much. So a thick last line outweighs thin ones that
# are hardly seen.
THICK = 2.0
MOST_MISSED = 0.5  # of what lines usually have: where more is missing, the sheet ends; two lines lack 0.7
NEAR_LINE, BESIDE_LINE = 0.14, 0.4  # of a cell: where a line is looked for, and up to where paper beside it
TRIMMED = 0.1  # of a cell, at both ends: where other lines cross it
ALONG_LINE = 0.7  # of the rest is as dark as a line is taken to be
MAX_HIDDEN = 6  # cells in which a line is not seen, although it goes on behind them

Flags = NDArray[np.int8]
"""1 where a line is seen, -1 where it is missing, 0 where nothing is known."""
Known = NDArray[np.bool_]
"""Where a line is known to be."""


def profiles_of(grey: NDArray[np.uint8], cell_px: int) -> NDArray[np.uint8]:
    """(R + 1, cell_px, C) the tones across each line across, in each cell along it.

    A line is dark along most of a cell; a digit's stroke is not.
    """
    height, width = grey.shape
    half, trim = cell_px // 2, round(TRIMMED * cell_px)
    wide = np.pad(grey, ((half, cell_px - half), (0, 0)), mode="edge")
    blocks = wide.reshape(height // cell_px + 1, cell_px, width // cell_px, cell_px)[..., trim:-trim]
    at = round(ALONG_LINE * (blocks.shape[3] - 1))
    return np.partition(blocks, at, axis=3)[..., at]


def contrasts_of(
    profiles: NDArray[Any], near: float = NEAR_LINE, *, on_both_sides: bool = True
) -> NDArray[np.float64]:
    """(R + 1, C) how much darker each line is, in each cell, than the paper on both sides, or on one."""
    cell_px = profiles.shape[1]
    half, reach = cell_px // 2, round(near * cell_px)
    line = profiles[:, half - reach : half + reach].min(axis=1)
    far = round(BESIDE_LINE * cell_px)
    above, below = profiles[:, half - far : half - reach], profiles[:, half + reach : half + far]
    lighter = (np.minimum if on_both_sides else np.maximum)(above.max(axis=1), below.max(axis=1))
    return np.asarray(lighter - line.astype(np.float64))


def seen_lines(
    grey: NDArray[np.uint8],
    profiles: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    known: tuple[Known, Known],
    area: tuple[int, int, int, int],
) -> tuple[Flags, Flags]:
    """Where lines across and lines down are seen, or go on behind what hides them.

    grey : (H, W) the page, its paper white. profiles : of its lines across, and down.
    known : where crossings have shown them already. area : as in `FlatPage`, what is known of it.
    """
    across, down = (contrasts_of(profile) for profile in profiles)
    top, bottom, left, right = area
    inside = across[top : bottom + 1, left:right], down[left : right + 1, top:bottom]
    ruled = np.concatenate([contrasts.ravel() for contrasts in inside])
    usual = float(np.median(ruled)) if len(ruled) else np.nan  # then no line is seen
    rows, cols, cell_px = len(across) - 1, len(down) - 1, profiles[0].shape[1]
    cells = grey.reshape(rows, cell_px, cols, cell_px).transpose(0, 2, 1, 3).reshape(rows, cols, -1)
    painted = np.median(cells, axis=2) < PAINTED
    return _flags(across, painted, known[0], usual), _flags(down, painted.T, known[1], usual)


def _flags(contrast: NDArray[np.float64], painted: NDArray[np.bool_], known: Known, usual: float) -> Flags:
    """Where lines across are seen; beside paint nothing is known."""
    hidden = np.zeros(contrast.shape, bool)
    hidden[:-1] |= painted
    hidden[1:] |= painted
    seen = _closed(known | (contrast > SEEN * usual), hidden)
    missing = (contrast < MISSING * usual) & ~hidden & ~seen
    return np.asarray(seen.astype(np.int8) - missing.astype(np.int8), np.int8)


def _closed(seen: NDArray[np.bool_], may_be: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Each row with its short gaps filled, as far as a line may be hidden there."""
    closed = seen.copy()
    for line, hidden in zip(closed, may_be, strict=True):
        at = np.flatnonzero(line)
        for before, after in pairwise(at.tolist()):
            if after - before <= MAX_HIDDEN + 1 and hidden[before + 1 : after].all():
                line[before:after] = True
    return closed


def ruled_lines(profiles: NDArray[np.uint8], known: tuple[int, int]) -> tuple[int, int]:
    """The first and last line that is ruled: as the sheet's are, and as far as lines follow each other.

    What is seen of a line is pooled over all its cells, since in each of them a thin one may be lost in
    noise; and digits in step, whose strokes are no line, may have been taken for lines of the sheet. A line
    that shadow hides does not end the sheet if others follow it. Beside a board's last line, which
    may be one further than the sheet's, the page may be dark, such as a printed shadow.

    profiles : as `profiles_of` returns them, of the cells between the first and last of the lines that cross
        them. known : the first and last line of the sheet.
    """
    pooled = profiles.mean(axis=2, keepdims=True)
    contrasts = contrasts_of(pooled)[:, 0]
    first, last = known
    near = slice(max(0, first - 1), last + 2)
    contrasts[near] = contrasts_of(pooled[near], on_both_sides=False)[:, 0]
    shares = contrasts / max(1.0, float(np.median(contrasts[first : last + 1])))
    evidence = np.clip(shares, 0, THICK) - SEEN
    middle = (first + last) // 2
    return (
        middle - _most_likely_end(evidence[middle::-1], middle - first),
        middle + _most_likely_end(evidence[middle:], last - middle),
    )


def _most_likely_end(evidence: NDArray[np.float64], known: int) -> int:
    """How many lines follow the first one: up to where the evidence adds up to most.

    evidence : (N,) of each line, the innermost first. known : as far as that it is looked at in any case.
    """
    total = np.cumsum(evidence)
    is_end = np.maximum.accumulate(total) - total > MOST_MISSED
    is_end[:known] = False
    return int(total[: int(is_end.argmax()) if is_end.any() else len(total)].argmax())


def with_edges(seen: Flags, lines: tuple[int, int], cells: tuple[int, int]) -> Flags:
    """The lines with the first and the last one going on where paint hides them, such as a printed shadow.

    lines, cells : the outermost ones that are ruled.
    """
    seen = seen.copy()
    for line in lines:
        part = seen[line, slice(*cells)]
        part[part == 0] = 1
    return seen


def lines_within(seen: Flags, lines: tuple[int, int], cells: tuple[int, int]) -> Flags:
    """What is seen of the lines from a first to a last one, in the cells between two others."""
    inside = np.zeros_like(seen)
    part = slice(lines[0], lines[1] + 1), slice(*cells)
    inside[part] = seen[part]
    return inside


def without_lines(page: RGB, profiles: NDArray[np.uint8], seen: Flags) -> None:
    """Take the lines across that are seen off the page, which is changed in place.

    The middle of a line becomes white. Beside it what the line darkens is added back, so that digits which
    touch it keep their strokes.
    """
    lines = np.flatnonzero((seen > 0).any(axis=1))
    if not len(lines):
        return
    cell_px = profiles.shape[1]
    half, reach, most = cell_px // 2, round(NEAR_LINE * cell_px), round(MAX_HALF_LINE * cell_px)
    darkness, places = 255 - profiles[lines].astype(np.int16), np.arange(cell_px)[:, None]
    near = darkness[:, half - reach : half + reach].astype(np.float64) ** 2
    # Of a thick line several pixels are darkest.
    off = (near * np.arange(2 * reach)[:, None]).sum(axis=1, keepdims=True)
    middle = half - reach + np.rint(off / np.maximum(near.sum(axis=1, keepdims=True), 1)).astype(np.intp)
    is_line = (np.abs(places - middle) <= most) & (seen[lines] > 0)[:, None]
    darkness[~is_line] = 0
    mirrored = np.take_along_axis(darkness, np.clip(2 * middle - places, 0, cell_px - 1), axis=1)
    soft = np.minimum(darkness, mirrored)  # a digit touches it on one side
    is_known = is_line | ~is_line.any(axis=2, keepdims=True)
    usual = np.nanmedian(np.where(is_known, soft, np.nan), axis=2, keepdims=True)
    soft = np.rint(np.minimum(soft, MOST_OF_USUAL * usual)).astype(np.int16)
    soft[soft > CORE * np.take_along_axis(soft, middle, axis=1)] = 255
    beside = np.pad(soft, ((0, 0), (1, 1), (0, 0)))
    further_in = np.maximum(np.maximum(beside[:, :-2], beside[:, 2:]), soft)
    explained = np.rint(EXPLAINED * np.maximum(further_in, np.minimum(darkness, FAINT))).astype(np.int16)
    explained[~is_line] = 0
    for line, added, its_own in zip(lines.tolist(), soft, explained, strict=True):
        first = line * cell_px - half
        rows = slice(max(0, first), min(len(page), first + cell_px))
        inside = slice(rows.start - first, rows.stop - first)
        strip = 255 - page[rows].astype(np.int16)
        is_its_own = strip <= np.repeat(its_own[inside], cell_px, axis=1)[..., None]
        strip -= np.repeat(added[inside], cell_px, axis=1)[..., None]
        strip[is_its_own] = 0
        page[rows] = 255 - np.maximum(strip, 0)
