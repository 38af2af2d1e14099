"""Screenshot and the board's lines in, the hint area left of it out, with the heaps of its colour slots.

The hints stand left of the rows, on stripes that continue them. Whatever differs from its stripe is a digit
or a disc; summed over all lines these heap up in the middle of each colour slot, and the heaps give number,
pitch and place of the slots. The area above the columns is read from the transposed picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import broadcastable_tones, channel_distance
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.reading.lattice.combs import box_mean

# All in units of the cell pitch unless said otherwise.
MARGIN = (0.05, 0.12)  # where a stripe shows bare at both edges of its line: inside lines, outside discs
MIDDLE = (0.10, 0.90)  # the part of a line's width in which hints stand
HEAP = 0.40  # hints are summed over this length: merges the two digits of a number, keeps slots (0.75+) apart
MIN_SLOT, MAX_SLOT = 0.55, 1.6  # slots closer than this would overlap their digits; the game has 0.84
GAP = 0.60  # a stripe may be covered this far (by a disc that is wider than most) before its area ends
# Grey levels. Differences below the first are noise of a JPEG of quality 30; those above the second weigh
# no more, so that a white digit on light grey counts as much as a black one.
NOISE_LEVELS, FULL_LEVELS = 4, 12
HEAP_SHARE = 0.22  # a heap has at least this share of the highest: a single "1" reaches 0.3
STRIPE_LEVELS = 1.2  # stripes differ by 9 levels in the game, by 4 when dimmed; less is no stripe
MAX_SLOTS = 12
BARE = 0.05  # an area with less in its fullest place holds no hint
END_ROOM = 0.3  # no slot's middle is nearer to an end of its area: a digit would not fit


@dataclass(frozen=True, slots=True)
class HintArea:
    """One hint area, in the axis of its slots; for the upper area that axis points down.

    start_px, end_px : where it begins and where the board begins.
    slot_centres_px : the middle of each colour slot, ascending.
    slot_pitch_px : the distance between them.
    line_shift_px : how far the hints stand off the middle of their line (across the slots' axis).
    heap_centres_px, heaps : where digits heap up, ascending, and how high, 0..1.
    stripe_levels : how much neighbouring stripes differ.
    """

    start_px: int
    end_px: int
    slot_centres_px: tuple[float, ...]
    slot_pitch_px: float
    line_shift_px: float
    heap_centres_px: tuple[float, ...]
    heaps: tuple[float, ...]
    stripe_levels: float


def left_area(image: RGB, row_edges: tuple[int, ...], board_left: int, pitch: float) -> HintArea | None:
    """Find the hint area left of a board; None if there is none.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    row_edges : the y of the board's lines across.
    board_left : the x of its first line down.
    """
    if board_left < MIN_SLOT * pitch:
        return None
    edges = np.array(row_edges, np.float64)
    strip = image[:, :board_left]
    stripes = _bare_stripes(strip, edges, pitch)
    start, levels = _area_start(stripes, board_left, pitch)
    if board_left - start < MIN_SLOT * pitch:
        return None
    hints = _hint_levels(strip, stripes, edges, start, pitch)
    heaps, heights = _heaps(hints, start, pitch)
    if not len(heaps):
        return None
    slots, slot_pitch = _even_slots(heaps, pitch)
    return HintArea(
        start_px=start,
        end_px=board_left,
        slot_centres_px=slots,
        slot_pitch_px=slot_pitch,
        line_shift_px=_line_shift(hints, pitch),
        heap_centres_px=tuple(heaps.tolist()),
        heaps=heights,
        stripe_levels=levels,
    )


def _bare_stripes(strip: RGB, edges: NDArray[np.float64], pitch: float) -> NDArray[np.float32]:
    """The colour of each line's stripe along the slots' axis: (lines, W, 3), from both edges of the line."""
    depth = max(1, round((MARGIN[1] - MARGIN[0]) * pitch))
    offsets = np.arange(depth)
    upper = np.rint(edges[:-1] + MARGIN[0] * pitch).astype(int)[:, None] + offsets
    lower = np.rint(edges[1:] - MARGIN[1] * pitch).astype(int)[:, None] + offsets
    index = np.clip(np.concatenate([upper, lower], axis=1), 0, len(strip) - 1)
    return np.asarray(strip[index].mean(axis=1, dtype=np.float32))


def _area_start(stripes: NDArray[np.float32], board_left: int, pitch: float) -> tuple[int, float]:
    """Where the alternating stripes begin, and by how much they differ; (0, .) if there are no stripes."""
    contrast = np.abs(median(stripes[::2], axis=0) - median(stripes[1::2], axis=0)).max(axis=1)
    near = contrast[max(0, board_left - round(1.2 * pitch)) : max(1, board_left - round(0.15 * pitch))]
    levels = median(near)
    if levels < STRIPE_LEVELS:
        return 0, levels
    # Clipped, so that no single column of pixels makes a stripe: the jagged edge of a turned screen, say.
    clipped = np.minimum(contrast, 2 * levels).astype(np.float32)
    contrast = box_mean(clipped, max(1, round(0.1 * pitch)))
    start = board_left - round(0.15 * pitch)
    striped = np.flatnonzero(contrast[:start] > levels / 2)[::-1]
    for x in striped.tolist():
        if start - x > GAP * pitch:
            break
        start = x
    return start, levels


def _hint_levels(
    strip: RGB, stripes: NDArray[np.float32], edges: NDArray[np.float64], start: int, pitch: float
) -> NDArray[np.float32]:
    """How much each pixel of the area differs from its line's stripe: (lines, depth, W - start), 0..1."""
    inset = max(1, round(0.06 * pitch))  # the board's frame and the area's own
    area = slice(start + inset, strip.shape[1] - inset)
    tone = median(stripes[:, area], axis=1)
    depth = round((MIDDLE[1] - MIDDLE[0]) * pitch)
    index = np.rint(edges[:-1] + MIDDLE[0] * pitch).astype(int)[:, None] + np.arange(depth)
    pixels = strip[np.clip(index, 0, len(strip) - 1), area]
    off = channel_distance(pixels, broadcastable_tones(tone, pixels.ndim))
    weight = np.minimum(np.arange(256, dtype=np.float32), FULL_LEVELS) / FULL_LEVELS
    weight[: NOISE_LEVELS + 1] = 0
    return np.pad(weight[off], ((0, 0), (0, 0), (inset, inset)))


def _heaps(
    hints: NDArray[np.float32], start: int, pitch: float
) -> tuple[NDArray[np.float64], tuple[float, ...]]:
    """The heaps of hints along the area: their centres in pixels, ascending, and heights."""
    width = max(3, round(HEAP * pitch))
    per_line = np.stack([box_mean(line, width) for line in hints.mean(axis=1)])
    heap = box_mean(per_line.sum(axis=0), max(1, round(HEAP * pitch / 4)))
    # Whether a heap counts is asked of its fullest line: a colour that only one line has must count.
    fullest = per_line.max(axis=0)
    if fullest.max() < BARE:
        return np.zeros(0), ()
    peaks: list[int] = []
    room = round(END_ROOM * pitch)
    for at in np.argsort(-heap, kind="stable").tolist():
        summit = heap[at] >= heap[max(0, at - 2) : at + 3].max() and room <= at < len(heap) - room
        apart = all(abs(at - peak) >= MIN_SLOT * pitch for peak in peaks)
        if summit and apart and fullest[at] >= HEAP_SHARE * fullest.max() and len(peaks) < MAX_SLOTS:
            peaks.append(at)
    peaks.sort()
    centres = np.array([_balance(heap, peak, round(MIN_SLOT * pitch / 2)) for peak in peaks])
    return centres + start, tuple(fullest[peaks].tolist())


def _balance(heap: NDArray[np.float32], peak: int, reach: int) -> float:
    """The centre of weight of a heap around its peak, above its feet."""
    low, high = max(0, peak - reach), min(len(heap), peak + reach + 1)
    weight = heap[low:high] - heap[low:high].min()
    total = float(weight.sum())
    return float((weight * np.arange(low, high)).sum() / total) if total > 0 else float(peak)


def _even_slots(heaps: NDArray[np.float64], pitch: float) -> tuple[tuple[float, ...], float]:
    """Evenly spaced slots through the heaps, and their pitch; a slot that no hint fills is put in.

    No slots, if the heaps are too far apart or too close: the other area may know better.
    """
    if len(heaps) < 2:
        return tuple(heaps.tolist()), pitch
    gap = median(np.diff(heaps))
    number = np.rint((heaps - heaps[0]) / gap)
    slope, first = np.polyfit(number, heaps, 1)
    if not MIN_SLOT * pitch <= slope <= MAX_SLOT * pitch:
        return (), 0.0
    return tuple(float(first + slope * slot) for slot in range(int(number[-1]) + 1)), float(slope)


def _line_shift(hints: NDArray[np.float32], pitch: float) -> float:
    """How far the hints' centre of weight lies off the middle of their lines, in pixels."""
    fold = hints.sum(axis=(0, 2))
    middle = (MIDDLE[0] - 0.5) * pitch + np.arange(len(fold))
    total = float(fold.sum())
    return float((fold * middle).sum() / total) if total > 0 else 0.0
