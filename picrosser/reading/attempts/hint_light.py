"""The hints beside a board as if they were lit evenly: what shades parts of a line is divided out.

Around each hint, between its disc and those beside it, the page is bare. How light it is there, compared with
other stripes of the same tone, says how much light falls on each hint, also where a shadow ends between two.

Known failure: a shadow narrower than a digit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import relight
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.attempts.even_light import Tones, tones_of

# In pitches: the board's lines are drawn nearer to the edge of a line, discs nearer to the middle of a hint,
# and frames nearer to either end of all hints. Where a frame was taken for a shadow, hints beside it were
# misread: 18 of 100 instead of 6.
LINE, RIM, FRAME = 0.04, 0.05, 0.06
SPREAD = 0.16  # pitches: sigma with which bare places tell the light on places near them
MAX_LIGHT = 0.7  # of the logarithm: more is no light or shadow
SURE = 1e-6  # of the weight of bare pixels: where there are fewer, nothing is known


def with_hints_evenly_lit(image: RGB, rows: int, colours: int, hint_boxes: Sequence[Box]) -> RGB:
    """The picture, with each hint in as much light as the other hints on its side of the board.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    rows, colours : the size of the board.
    hint_boxes : the slots of its hints, as those of a Reading: row by row, then column by column.
    """
    lit = image.copy()
    split = rows * colours
    for boxes, turn in ((hint_boxes[:split], False), (hint_boxes[split:], True)):
        area = Box(
            max(0, min(box.top for box in boxes)),
            max(0, min(box.left for box in boxes)),
            min(image.shape[0], max(box.bottom for box in boxes)),
            min(image.shape[1], max(box.right for box in boxes)),
        )
        part = image[area.slices]
        moved = [box.moved(-area.top, -area.left) for box in boxes]
        if turn:
            part = part.transpose(1, 0, 2)
            moved = [box.transposed for box in moved]
        even = _evenly_lit(part, moved, colours)
        lit[area.slices] = even.transpose(1, 0, 2) if turn else even
    return lit


def _evenly_lit(part: RGB, boxes: Sequence[Box], colours: int) -> RGB:
    """The hints of one side, (H, W, 3), with lines that lie level."""
    tones = tones_of(np.ascontiguousarray(part))
    down, across = np.mgrid[: tones.shape[0], : tones.shape[1]]
    pitch = boxes[0].height
    framed = np.minimum(across[0], across[0, ::-1]) < FRAME * pitch
    light, known = np.zeros_like(tones), np.zeros(tones.shape, bool)
    medians = np.full(len(boxes), np.nan, np.float32)
    parity = np.zeros(tones.shape, np.float32)
    for at, box in enumerate(boxes):
        ys, xs = (slice(max(0, side.start), side.stop) for side in box.slices)
        off = down[ys, xs] - (box.top + box.bottom - 1) / 2
        away = np.hypot(off, across[ys, xs] - (box.left + box.right - 1) / 2)
        bare = (np.abs(off) < (0.5 - LINE) * pitch) & (away > min(box.width, box.height) / 2 + RIM * pitch)
        bare &= ~framed[xs]
        known[ys, xs] |= bare
        parity[ys, xs] = (-1) ** (at // colours)
        if bare.any():
            medians[at] = np.median(tones[ys, xs][bare])
    light = tones - _stripe_step(medians.reshape(-1, colours)) / 2 * parity
    light = light - np.median(light[known])
    light = _around(np.clip(light, -MAX_LIGHT, MAX_LIGHT), known, SPREAD * pitch)
    return relight(part, np.exp(-light))


def _stripe_step(medians: Tones) -> float:
    """How much lighter the first stripe and every second one are than those between them.

    medians : (lines, colours) the tones of their bare places. Each line is compared with both beside it, so
        that light from a side and shadows over some lines do not count.
    """
    step = medians[1:-1] - (medians[:-2] + medians[2:]) / 2
    step[::2] *= -1
    return float(np.nanmedian(step)) if np.isfinite(step).any() else 0.0


def _around(values: Tones, known: NDArray[np.bool_], sigma: float) -> Tones:
    """The mean of known values around each pixel."""
    from scipy import ndimage  # few pictures come here

    weight = ndimage.gaussian_filter(known.astype(np.float32), sigma, mode="constant")
    total = ndimage.gaussian_filter(np.where(known, values, 0).astype(np.float32), sigma, mode="constant")
    return np.asarray(np.where(weight > SURE, total / np.maximum(weight, SURE), 0), np.float32)
