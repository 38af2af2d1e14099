"""Crop one square patch per hint, and measure the bare stripe that it lies on.

All hints have the same size on the screen, so their patches stack into one array, and every later stage
works on all of them at once. Order: the hints of the rows, line by line and slot by slot, then the columns'.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box, Mask
from picrosser.puzzles.doubt import HintPlace
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.hungry_cat.tolerances import FOREIGN_LEVELS, INSIDE, SOFT_EDGE
from picrosser.reading.lattice.line_evidence import GridFound


@dataclass(frozen=True, slots=True, eq=False)
class HintsFound:
    """The hints' patches and the bare stripe each lies on.

    patches : (N, L, L, 3) uint8, L odd; the middle of the hint is at [L // 2, L // 2].
    centres_px : (N, 2) the middle of the hint in the screenshot, (row, col).
    places : (N,) which hint each patch shows.
    stripes : (N, 3) float32, the tone of the bare stripe under each hint.
    slot_radius_px : half the slot pitch: the radius of the largest disc.
    pitch_px : the cell pitch.
    rows, cols, colours : the puzzle's size; N = (rows + cols) * colours.
    """

    patches: NDArray[np.uint8]
    centres_px: NDArray[np.intp]
    places: tuple[HintPlace, ...]
    stripes: NDArray[np.float32]
    slot_radius_px: float
    pitch_px: float
    rows: int
    cols: int
    colours: int

    def radius(self) -> NDArray[np.float32]:
        """The distance of each pixel of a patch from its middle, in pixels: (L, L)."""
        half = self.patches.shape[1] // 2
        offset = np.arange(-half, half + 1, dtype=np.float32)
        return np.asarray(np.hypot(offset[:, None], offset[None, :]))

    def inside(self, row_axis: bool) -> Mask:
        """The pixels inside a hint's own slot and line, for hints of rows or of columns: (L, L)."""
        half = self.patches.shape[1] // 2
        offset = np.abs(np.arange(-half, half + 1))
        in_slot, in_line = offset <= self.slot_radius_px, offset <= INSIDE / 2 * self.pitch_px
        return np.asarray(in_line[:, None] & in_slot if row_axis else in_slot[:, None] & in_line)

    def boxes(self) -> tuple[Box, ...]:
        """The part of the screenshot that belongs to each hint: its slot, as wide as its line."""
        in_slot, in_line = int(self.slot_radius_px), int(self.pitch_px / 2)
        boxes = []
        for (row, col), place in zip(self.centres_px.tolist(), self.places, strict=True):
            down, right = (in_line, in_slot) if place.axis == "row" else (in_slot, in_line)
            boxes.append(Box(row - down, col - right, row + down + 1, col + right + 1))
        return tuple(boxes)

    def own(self) -> Mask:
        """The pixels inside each hint's own slot and line: (N, L, L) bool."""
        count = self.rows * self.colours
        inside = np.stack([self.inside(True), self.inside(False)])
        return np.asarray(inside[(np.arange(len(self.patches)) >= count).astype(np.intp)])


def crop_hints(image: RGB, grid: GridFound, slots: SlotsFound) -> HintsFound:
    """Crop one patch per hint from the screenshot.

    image : (H, W, 3) uint8 sRGB.
    """
    rows, cols = grid.lattice.shape
    colours = slots.colours
    row_middles = _middles(grid.lattice.row_edges_px) + slots.left.line_shift_px
    col_middles = _middles(grid.lattice.col_edges_px) + slots.top.line_shift_px
    centres = [*product(row_middles, slots.left.slot_centres_px)]
    centres += [(row, col) for col, row in product(col_middles, slots.top.slot_centres_px)]
    centres_px = np.rint(centres).astype(np.intp)
    half = round(grid.pitch_px / 2)
    offset = np.arange(-half, half + 1)
    # At the picture's edge the outermost pixels are repeated, as if the stripe went on.
    ys = np.clip(centres_px[:, 0, None] + offset, 0, image.shape[0] - 1)
    xs = np.clip(centres_px[:, 1, None] + offset, 0, image.shape[1] - 1)
    places = [HintPlace("row", *at) for at in product(range(rows), range(colours))]
    places += [HintPlace("column", *at) for at in product(range(cols), range(colours))]
    found = HintsFound(
        patches=image[ys[:, :, None], xs[:, None, :]],
        centres_px=centres_px,
        places=tuple(places),
        stripes=np.zeros((len(places), 3), np.float32),
        slot_radius_px=(slots.left.slot_pitch_px + slots.top.slot_pitch_px) / 4,
        pitch_px=grid.pitch_px,
        rows=rows,
        cols=cols,
        colours=colours,
    )
    found.stripes[:] = _stripe_tones(found)
    return found


def _middles(edges: tuple[int, ...]) -> NDArray[np.float64]:
    return np.asarray((np.array(edges[:-1]) + np.array(edges[1:])) / 2)


def _stripe_tones(hints: HintsFound) -> NDArray[np.float32]:
    """The bare tone under each hint, (N, 3); where something covers a line, that of other lines."""
    radius = hints.radius()
    disc = min(hints.slot_radius_px, hints.pitch_px / 2) + SOFT_EDGE * hints.pitch_px
    tones: list[NDArray[np.float32]] = []
    count = hints.rows * hints.colours
    for row_axis, patches in ((True, hints.patches[:count]), (False, hints.patches[count:])):
        inside = hints.inside(row_axis)
        corner = radius[inside].max()  # of cells of a few pixels not even the corner lies beyond the disc
        bare = patches[:, inside & ((radius > disc) | (radius == corner))]
        by_line = bare.reshape(len(patches) // hints.colours, -1, 3)
        tone = np.median(by_line, axis=1).astype(np.float32)
        for lines in (tone[::2], tone[1::2]):
            usual = np.median(lines, axis=0)
            lines[np.abs(lines - usual).max(axis=1) > FOREIGN_LEVELS] = usual
        tones.append(np.repeat(tone, hints.colours, axis=0))
    return np.concatenate(tones)
