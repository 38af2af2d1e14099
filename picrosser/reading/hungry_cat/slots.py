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
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.hungry_cat.hint_area import END_ROOM, HintArea, left_area
from picrosser.reading.lattice.grid import GridFound

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
