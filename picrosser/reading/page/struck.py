"""Read digits through the bar, or the diagonals, with which a game strikes them out once they are done.

A bar sticks out of what it strikes on both sides, and a diagonal leads from corner to corner of all that is
connected. So their ends show where they run and how thick they are; between them they must be inked all
along. Digits are compared with the templates outside of them alone; then the hidden part is filled with what
the templates show there, by how likely each digit is.

Known failures: a bar no longer than the number; a bar or diagonal that touches the lines of a table, or the
one of the next cell; digits that touch where there is no bar.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import Boxes, Indices
from picrosser.reading.glyphs.digits import ASPECT_WEIGHT, DIGIT_ROOM, DIGIT_SCALE
from picrosser.reading.glyphs.templates import (
    COLS,
    FULL_RANK,
    OWN_CONTRAST,
    ROWS,
    load_templates,
    normalise_all,
    stretch,
)
from picrosser.reading.page.digit_distance import (
    MAX_SINGLE_ASPECT,
    MIN_DIGIT_HEIGHT,
    MIN_SINGLE_ASPECT,
    is_block,
)

MIN_HEIGHT_PX = 8  # of a digit: the ends of a bar through smaller ones are too faint to tell its place
# Of the piece's height: a bar stays so near its middle, and is no thicker; no column of a digit is
MIDDLE = 0.3
# Of the piece's height: up to there from a digit, the bar is measured. With a third of it, the crossbar of a
# struck 4 hides the bar (`paper` drawn with seeds 1805 and 19005).
END_REACH = 0.5
MAX_OFF_PX = 1.0  # pixels, from a column's ink to the bar's middle: other columns show a stroke of the digit
# Of a piece's longer side, on the straight line from corner to corner, which is met within so many pixels:
# the share of it that a diagonal inks. Those of three programs ink all of it, crosses in cells, too.
DIAGONAL_INKED = 0.9
MAX_DIAGONAL_OFF_PX = 1.5
DIAGONAL_ENDS = 0.15  # of the width, at both sides: there a piece has no ink but its diagonals'
# Coverage: more is ink. A bar over black digits may have 0.19 (`ledger`, seed 1805).
INKED = 0.1
# Mean squared difference: a digit without a bar is the likelier explanation. With 0.005 some digits of the
# look `plotter` are read as struck; with 0.025 a pale bar is taken for a gap of a digit.
STRUCK_COST = 0.015


class StruckDigit(NamedTuple):
    """A digit with a bar or diagonals through it.

    top, left : where it lies in its piece, in pixels.
    coverage : (height, width) float32 0..1, with what strikes it.
    hidden : (height, width) bool, what that covers.
    """

    top: int
    left: int
    coverage: NDArray[np.float32]
    hidden: NDArray[np.bool_]


def have_bars(boxes: Boxes, owners: Indices, rows: Indices, cols: Indices) -> NDArray[np.bool_]:
    """(N,) whether pieces have columns with no more ink than a bar on both sides of a higher one.

    boxes : (N, 4) of the pieces. owners, rows, cols : (M,) of their inked pixels in reading order: the piece,
        from 0, and the place in the picture.
    """
    top, left, bottom, right = boxes.T
    of = np.repeat(np.arange(len(boxes)), right - left)  # the piece of each column
    columns = (np.cumsum(right - left) - right)[owners] + cols
    height = (bottom - top)[of]
    first, last = height.copy(), np.full(len(of), -1)
    down = rows - top[owners]
    first[columns[::-1]], last[columns] = down[::-1], down
    margin = np.rint((0.5 - MIDDLE) * height)
    bare = (first >= margin) & (last < height - margin)
    thin = bare & (last >= 0) & (last - first < np.maximum(2, np.rint(MIDDLE * height)))
    (first_bar, last_bar), (first_tall, last_tall) = (
        _outermost(np.flatnonzero(which), of, len(boxes)) for which in (thin, ~bare)
    )
    return np.asarray((first_bar < last_tall) & (first_tall < last_bar))


def _outermost(columns: Indices, of: Indices, count: int) -> tuple[Indices, Indices]:
    """(count,) the first and the last of some columns of each piece; beyond all of them where it has none."""
    first, last = np.full(count, len(of)), np.full(count, -1)
    owners = of[columns]
    first[owners[::-1]], last[owners] = columns[::-1], columns
    return first, last


def have_diagonals(boxes: Boxes, owners: Indices, rows: Indices, cols: Indices) -> NDArray[np.bool_]:
    """(N,) whether ink leads straight from a corner of pieces to the opposite one, with no other at its ends.

    boxes, owners, rows, cols : as for `have_bars`.
    """
    top, left, bottom, right = boxes.T
    height, width = bottom - top, right - left
    longer, found = np.maximum(height, width), np.zeros(len(boxes), bool)
    is_squarish = longer <= 2 * np.minimum(height, width)  # as are the cells that programs strike
    which = is_squarish[owners]
    owners, rows, cols = owners[which], rows[which], cols[which]
    of = np.repeat(np.arange(len(boxes)), longer)  # the piece of each step along a diagonal
    first, steps = (np.cumsum(longer) - longer)[owners], longer[owners]
    down = (rows - top[owners] + 0.5) / height[owners]
    to_right = (cols - left[owners] + 0.5) / width[owners]
    ways = to_right, 1 - to_right
    off_px = [np.abs(down - along) * steps for along in ways]
    other = np.minimum(*off_px) > np.maximum(2 * MAX_DIAGONAL_OFF_PX, DIAGONAL_ENDS * steps)
    other &= np.minimum(*ways) < DIAGONAL_ENDS
    is_candidate = is_squarish & (np.bincount(owners[other], minlength=len(boxes)) == 0)
    for off, along in zip(off_px, ways, strict=True):
        on = off <= MAX_DIAGONAL_OFF_PX
        inked = np.zeros(len(of), bool)
        inked[first[on] + (along * steps)[on].astype(np.intp)] = True
        found |= np.bincount(of[inked], minlength=len(boxes)) >= DIAGONAL_INKED * longer
    return np.asarray(found & is_candidate)


def digits_under_diagonals(levels: NDArray[np.float32]) -> list[StruckDigit]:
    """Find the digits that a diagonal of a piece strikes, or both, from left to right.

    levels : as for `digits_under_bar`; of a piece of which `have_diagonals` holds.
    """
    inked = levels > INKED * levels.max()
    ink = levels * inked
    hidden = _diagonal(ink) | _diagonal(ink[:, ::-1])[:, ::-1]
    return _digits_beside(levels, inked, hidden, 0) if hidden.any() else []


def _diagonal(ink: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(height, width) bool, the line from the upper left corner to the lower right one, if there is one."""
    height, width = ink.shape
    rows, cols = np.arange(height)[:, None] + 0.5, np.arange(width) + 0.5
    off = np.abs(rows - cols * height / width)
    is_end = np.minimum(cols, width - cols) <= DIAGONAL_ENDS * width
    ends = np.where(off <= max(2.0, DIAGONAL_ENDS * height), ink, 0) * is_end
    near = np.flatnonzero(ends.any(axis=0))
    if len(near) < 2:
        return np.zeros(ink.shape, bool)
    ends = ends[:, near]
    slope, start = np.polyfit(cols[near], _middles(ends), 1)
    middle, (strength, thickness) = start + slope * cols, _strength_and_thickness(ends)
    along = ink[np.clip(middle.astype(int), 0, height - 1), np.arange(width)]
    is_inked = np.mean(along >= 0.5 * strength) >= DIAGONAL_INKED
    return np.asarray(is_inked & (np.abs(rows - middle) <= thickness / 2 + 1))  # a pixel: its soft edge


def digits_under_bar(levels: NDArray[np.float32]) -> list[StruckDigit]:
    """Find the digits that bars across a piece of ink strike, from left to right; none without a bar.

    One bar may strike several digits, and the bars of neighbours may touch, or touch a digit without a bar.

    levels : (height, width) by how much each pixel stands out of what surrounds it, cropped to the ink; of a
        piece that is at least MIN_HEIGHT_PX tall, and of which `have_bars` holds.
    """
    inked = levels > INKED * levels.max()
    filled = np.flatnonzero(inked.any(axis=0))
    start = int(filled[0])
    levels, inked = levels[:, start : filled[-1] + 1], inked[:, start : filled[-1] + 1]
    hidden = _bars(levels, inked)
    return [] if hidden is None else _digits_beside(levels, inked, hidden, start)


def _bars(levels: NDArray[np.float32], inked: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """(height, width) bool, the bars through the digits of a piece; None if there are none."""
    height, width = levels.shape
    margin = round((0.5 - MIDDLE) * height)
    bare = ~(inked[:margin].any(axis=0) | inked[height - margin :].any(axis=0))
    if not (bare & (inked.sum(axis=0) <= MIDDLE * height + 1))[[0, -1]].any():
        return None
    tall = np.flatnonzero(~bare)
    first, last = inked.argmax(axis=0), height - inked[::-1].argmax(axis=0)
    thin = bare & (last - first <= max(2, round(MIDDLE * height)))
    hidden = np.zeros(levels.shape, bool)
    strokes = np.split(tall, np.flatnonzero(np.diff(tall) > 1) + 1)
    lefts = [0, *(int(stroke[-1]) + 1 for stroke in strokes[:-1])]
    rights = [*(int(stroke[0]) for stroke in strokes[1:]), width]
    reach = max(1, round(END_REACH * height))
    for stroke, before, after in zip(strokes, lefts, rights, strict=True):
        left, right = int(stroke[0]), int(stroke[-1]) + 1
        near = np.array([*range(max(before, left - reach), left), *range(right, min(after, right + reach))])
        near = near[thin[near]]
        before_digit = near < left
        if before_digit.all() or not before_digit.any():
            continue  # the bar of another digit touches this one
        columns = slice(
            (before + left) // 2 if before else 0, (right + after + 1) // 2 if after < width else width
        )
        bar = _bar(levels * inked, near[before_digit], near[~before_digit], columns)
        if bar is None:
            return None
        hidden[:, columns] |= bar
    return hidden if hidden.any() else None


def _bar(
    ink: NDArray[np.float32], before: NDArray[np.intp], after: NDArray[np.intp], columns: slice
) -> NDArray[np.bool_] | None:
    """(height, columns) bool, the straight bar on both sides of a digit, half as strong or more all along."""
    height = len(ink)
    near = np.concatenate([before, after])
    ends = ink[:, near]
    on, slope, start = _line_of_most(near + 0.5, _middles(ends), len(before))
    through = slice(int(before[on[: len(before)]].max()), int(after[on[len(before) :]].min()) + 1)
    middle = start + slope * (np.arange(columns.start, columns.stop) + 0.5)
    strength, thickness = _strength_and_thickness(ends[:, on])
    row = np.clip((start + slope * (np.arange(through.start, through.stop) + 0.5)).astype(int), 0, height - 1)
    if ink[row, np.arange(through.start, through.stop)].min() < 0.5 * strength:
        return None
    return np.asarray(np.abs(np.arange(height)[:, None] + 0.5 - middle) <= thickness / 2 + 0.5)


def _middles(ends: NDArray[np.float32]) -> NDArray[np.float64]:
    """(columns,) where the middle of the ink of some columns is, in pixels from the top."""
    rows = np.arange(len(ends))[:, None] + 0.5
    return np.asarray((ends * rows).sum(axis=0) / ends.sum(axis=0))


def _strength_and_thickness(ends: NDArray[np.float32]) -> tuple[float, float]:
    """The levels by which a line stands out, and its height in pixels, in columns that show it alone."""
    strength = float(np.median(ends.max(axis=0)))
    return strength, float(np.median(ends.sum(axis=0))) / strength


def _line_of_most(
    x: NDArray[np.float64], y: NDArray[np.float64], count: int
) -> tuple[NDArray[np.bool_], float, float]:
    """The straight line through points of both sides that most of them lie on: which do, slope and start."""
    slopes = (y[count:, None] - y[:count]) / (x[count:, None] - x[:count])
    off = np.abs(y[:count, None] + slopes[..., None] * (x - x[:count, None]) - y)
    best = np.minimum(off, MAX_OFF_PX).sum(axis=2).argmin()
    on = off.reshape(-1, len(x))[best] <= MAX_OFF_PX
    slope, start = np.polyfit(x[on], y[on], 1)
    return on, float(slope), float(start)


def _digits_beside(
    levels: NDArray[np.float32], inked: NDArray[np.bool_], hidden: NDArray[np.bool_], start: int
) -> list[StruckDigit]:
    """What is left of a piece without what strikes it, if all of it may be digits side by side."""
    body = inked & ~hidden
    filled, down = np.flatnonzero(body.any(axis=0)), np.flatnonzero(body.any(axis=1))
    if not len(filled):
        return []
    height = int(down[-1] + 1 - down[0])
    digits = []
    for columns in np.split(filled, np.flatnonzero(np.diff(filled) > 1) + 1):
        whole = slice(None), slice(int(columns[0]), int(columns[-1]) + 1)
        own = np.sort(levels[whole][body[whole]])
        full = float(own[int(FULL_RANK * (len(own) - 1))])
        strong = body[whole] & (levels[whole] > OWN_CONTRAST * full)
        rows, cols = np.flatnonzero(strong.any(axis=1)), np.flatnonzero(strong.any(axis=0)) + int(columns[0])
        top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(cols[0]), int(cols[-1]) + 1
        tall, wide = bottom - top, right - left
        if tall < (1 - MIN_DIGIT_HEIGHT) * height:
            continue  # what remains of a bar's ends
        if tall < MIN_DIGIT_HEIGHT * height or not (
            MIN_SINGLE_ASPECT * tall <= wide <= MAX_SINGLE_ASPECT * tall
        ):
            return []
        part = slice(top, bottom), slice(left, right)
        coverage = np.minimum(levels[part] / full, 1).astype(np.float32)
        if hidden[part].mean() <= 0.5 and not is_block(np.maximum(coverage, hidden[part])):
            digits.append(StruckDigit(top, start + left, coverage, hidden[part]))
    return digits


def compare_outside_bar(
    digits: Sequence[StruckDigit],
) -> tuple[NDArray[np.float32], list[NDArray[np.float32]]]:
    """Compare struck digits with the templates outside the bar.

    Returns
    -------
    (N,) float32, the mean squared difference of coverage to the nearest template, `STRUCK_COST` included; and
    for each digit its (height, width) coverage as it most likely was before it was struck.
    """
    if not digits:
        return np.zeros(0, np.float32), []
    templates = load_templates()
    every = _distances(digits)
    nearest, least = every.argmin(axis=1), every.min(axis=1)
    best = least.min(axis=1, keepdims=True)
    likely = np.exp((best - least) / (DIGIT_SCALE * (DIGIT_ROOM + best)))
    likely /= likely.sum(axis=1, keepdims=True)
    guesses = (likely[..., None] * templates.shapes[nearest, np.arange(10)]).sum(axis=1)
    bare = [
        np.where(digit.hidden, stretch(guess.reshape(ROWS, COLS), digit.coverage.shape), digit.coverage)
        for digit, guess in zip(digits, guesses, strict=True)
    ]
    return np.asarray(best[:, 0] + STRUCK_COST, np.float32), bare


def _distances(digits: Sequence[StruckDigit]) -> NDArray[np.float32]:
    """(N, F, 10) mean squared differences to templates where a digit is shown, and those of proportions."""
    templates = load_templates()
    flat = templates.shapes.reshape(-1, ROWS * COLS)
    shapes = normalise_all([digit.coverage for digit in digits])
    shown = 1 - normalise_all([digit.hidden.astype(np.float32) for digit in digits])
    squares = (shown * shapes**2).sum(axis=1)[:, None] - 2 * (shown * shapes) @ flat.T + shown @ (flat**2).T
    distances = squares / shown.sum(axis=1)[:, None]
    aspects = np.log([digit.coverage.shape[1] / digit.coverage.shape[0] for digit in digits])
    distances += ASPECT_WEIGHT * (aspects[:, None] - templates.log_aspects.ravel()) ** 2
    return np.asarray(distances.reshape(len(digits), -1, 10), np.float32)
