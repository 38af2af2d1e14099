"""Find the hint areas beside the board and the colour slots in them.

The hints stand left of the rows and above the columns, on stripes that continue the lines. Seen from the
board, both areas have the same layout; the upper one is read from the transposed picture. Whatever differs
from its stripe is a digit or a disc; summed over all lines these heap up in the middle of each colour slot,
and the heaps give number, pitch and place of the slots. One with few hints in an area is placed by the other.

Known failure: a colour whose hints are all hidden in one area leaves no heap there; if the two areas then
disagree, the picture is refused.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import GridNotFoundError, HintsCutOffError
from picrosser.imaging.channels import broadcastable_tones, channel_distance
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.hungry_cat.tolerances import (
    CHANCE,
    INSIDE,
    MAX_OFF,
    NOISE_LEVELS,
    SAME_LEVELS,
    SOFT_EDGE,
)
from picrosser.reading.lattice.combs import box_mean
from picrosser.reading.lattice.line_evidence import GridFound
from picrosser.reading.lattice.stripes import MIN_LEVELS

# All in units of the cell pitch unless said otherwise.
# From an edge of a line: between them its stripe is bare, inside the lines and outside the hints.
STRIPE_MARGIN = SOFT_EDGE, (1 - INSIDE) / 2
# Hints are summed over this length: it merges the two digits of a number, and keeps slots (0.75+) apart.
HEAP_LENGTH = 0.40
SLOT_PITCH = 0.55, 1.6  # with less, digits would overlap; the game has 0.84
MAX_GAP = 2 * MAX_OFF  # an area goes on where its stripes are covered for this long, by discs wider than most
# Times the usual difference where stripes are bare: below that it is noise. In JPEG of quality 30 the usual
# one is 2 levels or less, in photographs of screens 4; their hints lie on discs that differ by 20.
NOISE_TIMES = 2.0
MIN_HEAP_HEIGHT = 0.22  # of the highest heap: a single "1" reaches 0.3


@dataclass(frozen=True, slots=True)
class HintArea:
    """One hint area, seen along the axis of its slots: to the right, or down for the upper area.

    start_px, end_px : where it begins and where the board begins.
    slot_centres_px : the middle of each colour slot, ascending.
    slot_pitch_px : the distance between two slots.
    line_shift_px : how far the hints stand off the middle of their line, across that axis.
    heap_centres_px, heaps : where digits heap up, ascending, and how high, 0..1.
    """

    start_px: int
    end_px: int
    slot_centres_px: tuple[float, ...]
    slot_pitch_px: float
    line_shift_px: float
    heap_centres_px: tuple[float, ...]
    heaps: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SlotsFound:
    """The hint areas beside the board: `left` holds the hints of the rows, `top` those of the columns."""

    left: HintArea
    top: HintArea
    left_box: Box
    top_box: Box

    @property
    def colours(self) -> int:
        return len(self.left.slot_centres_px)


def find_slots(image: RGB, grid: GridFound) -> SlotsFound:
    """Find the hint areas and the slots that they have in common. image : (H, W, 3) uint8 sRGB.

    Raises
    ------
    GridNotFoundError : no hints beside the board, or different numbers of slots left and above.
    HintsCutOffError : one of the two hint areas ends at the picture's edge, and has fewer slots.
    """
    left, top = hint_areas(image, grid.lattice)
    rows, cols = grid.lattice.edges_px
    shape = "{1} x {0}".format(*grid.lattice.shape)
    if left is None or top is None:
        side, kind, room = ("left of", "rows", cols[0]) if left is None else ("above", "columns", rows[0])
        ends = ": the picture ends there" if room < SLOT_PITCH[0] * grid.pitch_px else ""
        raise GridNotFoundError(
            f"a board of {shape} cells, but no hints {side} it for its {kind}{ends}",
            "the hints may be cropped off: give the whole screenshot",
        )
    left, top = _with_common_slots(left, top, grid.pitch_px)
    _refuse_unequal(left, top, shape, grid.pitch_px)
    return SlotsFound(
        left,
        top,
        Box(rows[0], left.start_px, rows[-1], left.end_px),
        Box(top.start_px, cols[0], top.end_px, cols[-1]),
    )


def hint_areas(image: RGB, lattice: Lattice) -> tuple[HintArea | None, HintArea | None]:
    """The hint areas left of a board and above it; None where there is none. image : as for `find_slots`."""
    (rows, cols), pitch = lattice.edges_px, lattice.pitch_px
    return _left_area(image, rows, cols[0], pitch), _left_area(image.transpose(1, 0, 2), cols, rows[0], pitch)


def _refuse_unequal(left: HintArea, top: HintArea, shape: str, pitch: float) -> None:
    """Refuse areas with different numbers of slots, or none."""
    counts = len(left.slot_centres_px), len(top.slot_centres_px)
    if counts[0] and counts[0] == counts[1]:
        return
    seen = f"a board of {shape} cells with {counts[0]} hints a row but {counts[1]} a column"
    fewer, more, side = (left, top, "left") if counts[0] < counts[1] else (top, left, "top")
    shorter_px = (more.end_px - more.start_px) - (fewer.end_px - fewer.start_px)
    lacks_room = shorter_px > (max(counts) - min(counts)) * SLOT_PITCH[0] * pitch
    if min(counts) and (fewer.start_px < MAX_OFF * pitch or lacks_room):
        where = "left of the board" if side == "left" else "above the board"
        cut_off = f"{seen}: the hints {where} are cut off at the {side} edge of the picture"
        raise HintsCutOffError(cut_off, "give the whole screenshot")
    advice = "part of the hints may be cropped off or covered: give the whole screenshot"
    raise GridNotFoundError(seen, advice)


def _left_area(image: RGB, row_edges: tuple[int, ...], board_left: int, pitch: float) -> HintArea | None:
    """Find the hint area left of a board, whose first vertical line has this x; None if there is none."""
    if board_left < SLOT_PITCH[0] * pitch:
        return None
    edges = np.array(row_edges, np.float64)
    strip = image[:, :board_left]
    bare = strip[np.clip(_bare_rows(edges, pitch), 0, len(strip) - 1)]
    stripes = np.asarray(bare.mean(axis=1, dtype=np.float32))  # at each x of each line: (lines, W, 3)
    start = _area_start(stripes, board_left, pitch)
    if board_left - start < SLOT_PITCH[0] * pitch:
        return None
    hints = _hint_levels(strip, stripes, edges, start, pitch)
    heaps, heights = _find_heaps(hints, start, pitch)
    if not len(heaps):
        return None
    slots, slot_pitch = _even_slots(heaps, pitch)
    profile = hints.sum(axis=(0, 2))
    offset = -INSIDE / 2 * pitch + np.arange(len(profile))
    return HintArea(
        start_px=start,
        end_px=board_left,
        slot_centres_px=slots,
        slot_pitch_px=slot_pitch,
        line_shift_px=float((profile * offset).sum() / profile.sum()),
        heap_centres_px=tuple(heaps.tolist()),
        heaps=heights,
    )


def _bare_rows(edges: NDArray[np.float64], pitch: float) -> NDArray[np.intp]:
    """The rows of pixels at both edges of each line in which its stripe is bare: (lines, depth)."""
    offsets = np.arange(max(1, round((STRIPE_MARGIN[1] - STRIPE_MARGIN[0]) * pitch)))
    upper = np.rint(edges[:-1] + STRIPE_MARGIN[0] * pitch).astype(int)[:, None] + offsets
    lower = np.rint(edges[1:] - STRIPE_MARGIN[1] * pitch).astype(int)[:, None] + offsets
    return np.concatenate([upper, lower], axis=1)


def _area_start(stripes: NDArray[np.float32], board_left: int, pitch: float) -> int:
    """The x where the alternating stripes begin; 0 without stripes."""
    contrast = np.abs(np.median(stripes[::2], axis=0) - np.median(stripes[1::2], axis=0)).max(axis=1)
    near = contrast[max(0, board_left - round(1.2 * pitch)) : max(1, board_left - round(0.15 * pitch))]
    levels = float(np.median(near))
    if levels < MIN_LEVELS:
        return 0
    # Clipped, so that no single column of pixels makes a stripe: the jagged edge of a turned screen, say.
    clipped = np.minimum(contrast, 2 * levels).astype(np.float32)
    contrast = box_mean(clipped, max(1, round(0.1 * pitch)))
    start = board_left - round(0.15 * pitch)
    for x in np.flatnonzero(contrast[:start] > levels / 2)[::-1].tolist():
        if start - x > MAX_GAP * pitch:
            break
        start = x
    return start


def _hint_levels(
    strip: RGB, stripes: NDArray[np.float32], edges: NDArray[np.float64], start: int, pitch: float
) -> NDArray[np.float32]:
    """How far each pixel of the area is from its stripe, 0..1: (lines, depth, W - start)."""
    inset = max(1, round(0.06 * pitch))  # the board's frame and the area's own
    area = slice(start + inset, strip.shape[1] - inset)
    tone = np.median(stripes[:, area], axis=1)
    depth = round(INSIDE * pitch)
    index = np.rint(edges[:-1] + STRIPE_MARGIN[1] * pitch).astype(int)[:, None] + np.arange(depth)

    def off_stripe(index: NDArray[np.intp]) -> NDArray[np.uint8]:
        pixels = strip[np.clip(index, 0, len(strip) - 1), area]
        return channel_distance(pixels, broadcastable_tones(tone, pixels.ndim))

    usual = float(np.median(off_stripe(_bare_rows(edges, pitch))))
    noise = max(NOISE_LEVELS, round(NOISE_TIMES * usual))
    full = noise * SAME_LEVELS / NOISE_LEVELS  # more weighs no more: white on light grey counts as black does
    weight = np.minimum(np.arange(256, dtype=np.float32), full) / full
    weight[: noise + 1] = 0
    return np.pad(weight[off_stripe(index)], ((0, 0), (0, 0), (inset, inset)))


def _find_heaps(
    hints: NDArray[np.float32], start: int, pitch: float
) -> tuple[NDArray[np.float64], tuple[float, ...]]:
    """The centres of the heaps along the area in pixels, ascending, and their heights, 0..1."""
    width = max(3, round(HEAP_LENGTH * pitch))
    per_line = np.stack([box_mean(line, width) for line in hints.mean(axis=1)])
    heap = box_mean(per_line.sum(axis=0), max(1, round(HEAP_LENGTH * pitch / 4)))
    # A heap counts by its fullest line: a colour that occurs in one line only must count.
    fullest = per_line.max(axis=0)
    if fullest.max() < CHANCE:
        return np.zeros(0), ()
    peaks: list[int] = []
    room = round(MAX_OFF * pitch)
    for at in np.argsort(-heap, kind="stable").tolist():
        is_peak = heap[at] >= heap[max(0, at - 2) : at + 3].max() and room <= at < len(heap) - room
        apart = all(abs(at - peak) >= SLOT_PITCH[0] * pitch for peak in peaks)
        if is_peak and apart and fullest[at] >= MIN_HEAP_HEIGHT * fullest.max():
            peaks.append(at)
    peaks.sort()
    centres = np.array([_centroid(heap, peak, round(SLOT_PITCH[0] * pitch / 2)) for peak in peaks])
    return centres + start, tuple(fullest[peaks].tolist())


def _centroid(heap: NDArray[np.float32], peak: int, reach: int) -> float:
    """The centroid of a heap within a reach of its peak, above its lowest place there."""
    low, high = max(0, peak - reach), min(len(heap), peak + reach + 1)
    weight = heap[low:high] - heap[low:high].min()
    total = float(weight.sum())
    return float((weight * np.arange(low, high)).sum() / total) if total > 0 else float(peak)


def _even_slots(heaps: NDArray[np.float64], pitch: float) -> tuple[tuple[float, ...], float]:
    """Fit even slots to the heaps, and their pitch; none if heaps are too far apart or too close."""
    if len(heaps) < 2:
        return tuple(heaps.tolist()), pitch
    gap = float(np.median(np.diff(heaps)))
    number = np.rint((heaps - heaps[0]) / gap)
    slope, first = np.polyfit(number, heaps, 1)
    if not SLOT_PITCH[0] * pitch <= slope <= SLOT_PITCH[1] * pitch:
        return (), 0.0
    return tuple(float(first + slope * slot) for slot in range(int(number[-1]) + 1)), float(slope)


def _with_common_slots(left: HintArea, top: HintArea, pitch: float) -> tuple[HintArea, HintArea]:
    """Give both areas the slots, at equal distances from the board, that leave none without a partner."""
    own = [area for area in (left, top) if area.slot_centres_px]
    if not own:
        return left, top
    heaps = [area.end_px - np.array(area.heap_centres_px) for area in (left, top)]
    reach = MAX_OFF * pitch
    combs = [area.end_px - np.array(area.slot_centres_px[::-1], np.float64) for area in own]
    slots = min(combs, key=lambda comb: _count_strays(heaps, comb, reach))
    pooled, weights = np.concatenate(heaps), np.array([*left.heaps, *top.heaps])
    apart = np.abs(pooled[:, None] - slots)
    number, near = apart.argmin(axis=1), apart.min(axis=1) < reach
    if _count_strays(heaps, slots, reach) or len(set(number[near].tolist())) < 2:
        return left, top
    slope, first = np.polyfit(number[near], pooled[near], 1, w=weights[near])
    common = (first + slope * np.arange(len(slots)))[::-1]
    if any(common[0] > area.end_px - area.start_px - MAX_OFF * pitch for area in (left, top)):
        return left, top  # one of them has no room for so many: it is cut off
    left, top = (
        replace(area, slot_centres_px=tuple((area.end_px - common).tolist()), slot_pitch_px=float(slope))
        for area in (left, top)
    )
    return left, top


def _count_strays(heaps: list[NDArray[np.float64]], slots: NDArray[np.float64], reach: float) -> int:
    """Count the heaps that lie off all slots, and the slots that have no heap in either area."""
    near = [np.abs(heap[:, None] - slots) < reach for heap in heaps]
    empty = ~np.any([matches.any(axis=0) for matches in near], axis=0)
    return int(empty.sum() + sum((~matches.any(axis=1)).sum() for matches in near))
