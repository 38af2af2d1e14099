"""Screenshot and lattice in, the two hint areas and their colour slots out.

The hints stand left of the rows and above the columns. Seen from the board, both areas are the same thing
turned, with the same slots: see `hint_area`. What one of them does not show well, the other one may.

Known failure: a colour without any hint on one axis leaves no heap; then the two areas disagree, and the
picture is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.channels import broadcastable_tones, channel_distance
from picrosser.imaging.pixels import RGB, Box
from picrosser.imaging.ranks import median
from picrosser.reading.lattice.combs import box_mean
from picrosser.reading.lattice.grid import GridFound

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


# In units of the cell pitch.
ALIKE = 0.2  # how far a heap may lie off a slot to be taken for it
# Of an area's slots: so many must be even, its worst heap at most so far off, and the other area's so far.
LEAST_EVEN, EVEN, UNEVEN = 3, 0.05, 0.08
ROOM_FOR_ONE = 0.8  # with less beside the board, the picture ends there and has no hint area at all
AT_EDGE = 0.15  # an area that begins this near to the picture's edge may be cut off there


@dataclass(frozen=True, slots=True)
class SlotsFound:
    """The hint areas beside the board: `left` has the rows' hints, `top` the columns'."""

    left: HintArea
    top: HintArea
    left_box: Box
    top_box: Box

    @property
    def colours(self) -> int:
        """The number of colour slots."""
        return len(self.left.slot_centres_px)


def find_slots(image: RGB, grid: GridFound) -> SlotsFound:
    """Find the hint areas and their slots.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.

    Raises
    ------
    GridNotFoundError : no hints beside the board, or different numbers of slots left and above.
    HintsUnreadableError : one of the two hint areas ends at the picture's edge, and has fewer slots.
    """
    rows, cols = grid.lattice.row_edges_px, grid.lattice.col_edges_px
    shape = "{1} x {0}".format(*grid.lattice.shape)
    left = left_area(image, rows, cols[0], grid.pitch_px)
    top = left_area(image.transpose(1, 0, 2), cols, rows[0], grid.pitch_px)
    if left is None or top is None:
        side, kind, room = ("left of", "rows", cols[0]) if left is None else ("above", "columns", rows[0])
        ends = ": the picture ends there" if room < ROOM_FOR_ONE * grid.pitch_px else ""
        raise GridNotFoundError(
            f"a board of {shape} cells, but no hints {side} it for its {kind}{ends}",
            "the hints may be cropped off: give the whole screenshot",
        )
    left, top = _aligned(left, top, grid.pitch_px)
    counts = len(left.slot_centres_px), len(top.slot_centres_px)
    if not counts[0] or counts[0] != counts[1]:
        seen = f"a board of {shape} cells with {counts[0]} hints a row but {counts[1]} a column"
        fewer, more, side = (left, top, "left") if counts[0] < counts[1] else (top, left, "top")
        if fewer.start_px < AT_EDGE * grid.pitch_px or fewer.end_px < more.end_px - more.start_px:
            where = "left of the board" if side == "left" else "above the board"
            raise HintsUnreadableError(
                f"{seen}: the hints {where} are cut off at the {side} edge of the picture",
                "give the whole screenshot",
            )
        raise GridNotFoundError(
            seen, "part of the hints may be cropped off or covered: give the whole screenshot"
        )
    return SlotsFound(
        left,
        top,
        Box(rows[0], left.start_px, rows[-1], left.end_px),
        Box(top.start_px, cols[0], top.end_px, cols[-1]),
    )


def _aligned(left: HintArea, top: HintArea, pitch: float) -> tuple[HintArea, HintArea]:
    """Both areas with the slots that they have in common, seen from the board.

    Both are laid out alike, so a colour with few hints on one axis is placed by the other axis; unless the
    areas differ after all. Of the two areas' own slots those are taken that leave fewer heaps and fewer
    slots of both areas without a partner.
    """
    areas = (left, top)
    heaps = [area.end_px - np.array(area.heap_centres_px) for area in areas]
    weights = np.concatenate([np.array(area.heaps) for area in areas])
    pooled = np.concatenate(heaps)
    own = [area for area in areas if area.slot_centres_px]
    if not own:
        return left, top
    combs = [area.end_px - np.array(area.slot_centres_px[::-1], np.float64) for area in own]
    slots = min(combs, key=lambda comb: _strays(heaps, comb, ALIKE * pitch))
    apart = np.abs(pooled[:, None] - slots)
    number, near = apart.argmin(axis=1), apart.min(axis=1) < ALIKE * pitch
    if _strays(heaps, slots, ALIKE * pitch) or len(set(number[near].tolist())) < 2:
        return _as_the_more_even(left, top, pitch)
    slope, first = np.polyfit(number[near], pooled[near], 1, w=weights[near])
    common = (first + slope * np.arange(len(slots)))[::-1]
    if any(common[0] > area.end_px - area.start_px - END_ROOM * pitch for area in areas):
        return left, top  # one of them has no room for so many: it is cut off
    return _moved(left, common, slope), _moved(top, common, slope)


def _as_the_more_even(left: HintArea, top: HintArea, pitch: float) -> tuple[HintArea, HintArea]:
    """Both areas with the slots of the one whose heaps are even; unless both are, or neither.

    Large digits close to each other heap up off the middle of their slots; three heaps and
    more that are evenly spaced do not come about by chance.
    """
    if len(left.slot_centres_px) != len(top.slot_centres_px) or len(left.slot_centres_px) < LEAST_EVEN:
        return left, top
    (uneven, area), (other_uneven, _) = sorted(
        ((_unevenness(area), area) for area in (left, top)), key=lambda pair: pair[0]
    )
    if uneven > EVEN * pitch or other_uneven < UNEVEN * pitch:
        return left, top
    away = area.end_px - np.array(area.slot_centres_px)
    return _moved(left, away, area.slot_pitch_px), _moved(top, away, area.slot_pitch_px)


def _unevenness(area: HintArea) -> float:
    """How far off its slot the worst heap of an area is, in pixels."""
    apart = np.abs(np.array(area.heap_centres_px)[:, None] - np.array(area.slot_centres_px))
    return float(apart.min(axis=1).max())


def _strays(heaps: list[NDArray[np.float64]], slots: NDArray[np.float64], reach: float) -> int:
    """How many heaps lie off the slots, and how many slots have no heap in either area."""
    near = [np.abs(heap[:, None] - slots) < reach for heap in heaps]
    stray = sum(int((~one.any(axis=1)).sum()) for one in near)
    empty = ~np.any([one.any(axis=0) for one in near], axis=0)
    return stray + int(empty.sum())


def _moved(area: HintArea, away: NDArray[np.float64], slot_pitch: float) -> HintArea:
    centres = tuple((area.end_px - away).tolist())
    return replace(area, slot_centres_px=centres, slot_pitch_px=float(slot_pitch))
