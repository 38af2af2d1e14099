"""What the board on the phone's screen shows now, compared with the screenshot that was read.

The screen is looked at after every tap or two, so it is not read anew. The board does not move while it is
filled: each cell is compared with how it looked at first, and with how painted and marked cells look. An app
may highlight the row and the column of the last tap, strike out finished hints or cross out the rest of a
finished line; none of that changes the middle of a cell as much as paint.

Whether it is still the same page is told by the hints. Each line's are correlated with what stood there
before, so that a line that is highlighted, or a hint that turns grey, is no change. Only hints of lines that
were tapped may change, and of a few others.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import cell_pixels
from picrosser.imaging.channels import max_channel, mean_channel
from picrosser.imaging.pixels import RGB, Mask
from picrosser.phones.plan import Cells, FillPlan
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell

Luma = NDArray[np.float32]  # (H, W) float32, grey levels: the hints of a line

SAMPLES = 10  # per side of a cell
INSIDE = 0.8  # share of a cell's side that is sampled, inside the board's lines
MIDDLE = slice(1, 9)  # of the samples: paint covers these, and the strokes of a cross less than half of them
# Grey levels (largest channel). Paint that is hardest to tell, as pale as the board, differs from it by some
# 40 (white on Hungry Cat's light boards); a highlight of a row or column by some 20. In colours half of it is
# enough, since paint must also be nearer to its own colour than to any other and to the blank cell.
MIN_PAINTED = 24.0
MIN_MARKED = 4.0  # grey levels, mean over the samples: a thin cross changes a tenth of them by a hundred
MIN_SIGMA = 2.0  # grey levels: what varies less is empty
# Correlation of a line's hints with what they were. Of real Hungry Cat boards, 95 of 100 lines of another
# board in their place have less than 0.66; the same hints, evenly greyed or highlighted, have 0.99.
MIN_CORRELATION = 0.9
# Share of the lines that were not tapped; of other boards 0.8 and more. A notice may cover a few.
MAX_CHANGED_LINES = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What a screenshot shows: in the cells, as far as looks are known; whether the hints are the same."""

    cells: Cells
    is_same_page: bool
    image: RGB


class BoardWatch:
    """The looks of a board's cells and hints, learned as it is filled."""

    def __init__(self, plan: FillPlan) -> None:
        image, shown, palette = plan.image, plan.shown, plan.palette
        self.lattice = plan.lattice
        self._inks = np.array(palette[1:], np.float32)
        patches = self._patches(image)
        self._blank = patches.copy()
        bare = next((mask for mask in (shown == UNKNOWN, shown == EMPTY) if mask.any()), None)
        self._blank[shown != UNKNOWN] = palette[0] if bare is None else np.median(patches[bare], axis=0)
        tones = _tones(patches)
        # A marked cell is compared with itself: its mark may be as dark as paint.
        self._bare_tones = np.where((shown <= EMPTY)[:, :, None], tones, _tones(self._blank))
        self._paints = self._inks.copy()
        self._learned: set[int] = set()
        for colour in range(1, len(palette)):
            if (shown == colour).any():
                self.learn(colour, np.median(tones[shown == colour], axis=0))
        is_marked = shown == EMPTY
        self._mark = np.median(patches[is_marked], axis=0) if is_marked.any() else None
        self._hint_boxes = plan.hint_boxes
        self._hints = self._hint_lumas(image)
        self._shape = image.shape

    def knows(self, colour: int) -> bool:
        """Whether a cell of this colour has been seen, or EMPTY: a mark."""
        return self._mark is not None if colour == EMPTY else colour in self._learned

    def learn(self, colour: int, look: NDArray[np.float32]) -> None:
        """Remember how a painted cell looks (its tone), or a marked one (its samples)."""
        if colour == EMPTY:
            self._mark = look
        else:
            self._paints[colour - 1] = look
            self._learned.add(colour)

    def first_look(self, image: RGB, cell: Cell, colour: int) -> NDArray[np.float32] | None:
        """How a cell looks that was the first to be tapped for this colour; None if that is something else.

        Of a puzzle in one colour only the direction of the change is known: apps have paint of their own. In
        colours, the right one must be the nearest.
        """
        patch = self._patches(image)[cell]
        tone, blank = _tones(patch), self._bare_tones[cell]
        if colour == EMPTY:
            is_mark = _apart(patch, self._blank[cell]) >= MIN_MARKED and self._painted_as(tone, blank) == 0
            return patch if is_mark else None
        if len(self._inks) > 1:
            return tone if self._painted_as(tone, blank) == colour else None
        ink = self._inks[0]
        is_nearer = np.abs(tone - ink).sum() < np.abs(blank - ink).sum()
        return tone if is_nearer and np.abs(tone - blank).max() >= MIN_PAINTED else None

    def see(self, image: RGB, tapped: tuple[Cell, ...] = ()) -> Seen:
        """Compare a screenshot with what is known; hints beside the tapped cells may have changed."""
        cells = np.full(self.lattice.shape, UNKNOWN, np.int8)
        if image.shape != self._shape:
            return Seen(cells, False, image)
        patches = self._patches(image)
        tones = _tones(patches)
        for cell in np.ndindex(cells.shape):
            patch, blank = patches[cell], self._blank[cell]
            if colour := self._painted_as(tones[cell], self._bare_tones[cell]):
                cells[cell] = colour
            elif self._mark is not None and _apart(patch, self._mark) < _apart(patch, blank):
                cells[cell] = EMPTY
        return Seen(cells, self._is_same_page(self._hint_lumas(image), tapped), image)

    def accept(self, image: RGB) -> None:
        """The hints look as in this screenshot from now on."""
        self._hints = self._hint_lumas(image)

    def _painted_as(self, tone: NDArray[np.float32], blank: NDArray[np.float32]) -> int:
        """The colour whose paint is nearer than the blank cell; 0 if none is."""
        apart = np.abs(self._paints - tone).max(axis=1)
        from_blank = float(np.abs(tone - blank).max())
        nearest = int(apart.argmin())
        least = MIN_PAINTED if len(self._inks) == 1 else MIN_PAINTED / 2
        return nearest + 1 if apart[nearest] < from_blank and from_blank >= least else 0

    def _patches(self, image: RGB) -> NDArray[np.float32]:
        """(rows, columns, SAMPLES, SAMPLES, 3) float32."""
        parts = 0.5 + INSIDE * ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5)
        edges = self.lattice.edges_px
        return cell_pixels(image, *edges, parts, parts).astype(np.float32)

    def _hint_lumas(self, image: RGB) -> list[Luma]:
        return [mean_channel(image[box.slices]) for box in self._hint_boxes]

    def _is_same_page(self, now: list[Luma], tapped: tuple[Cell, ...]) -> bool:
        rows = self.lattice.shape[0]
        may_change = {row for row, _ in tapped} | {rows + col for _, col in tapped}
        others = [line for line in range(len(now)) if line not in may_change]
        changed = sum(_correlation(self._hints[line], now[line]) < MIN_CORRELATION for line in others)
        return changed <= MAX_CHANGED_LINES * len(others)


def wrongly_changed(before: Cells, seen: Cells, answer: Cells) -> list[Cell]:
    """The cells that are no longer painted as they were, or are newly painted, but not as in the answer."""
    painted = before > EMPTY
    lost = painted & (seen != before)
    wrong = (seen > EMPTY) & ~painted & (seen != answer)
    return [*cells_in(lost), *cells_in(wrong)]


def cells_in(mask: Mask) -> list[Cell]:
    """The cells where a mask is True, row by row."""
    return [(row, col) for row, col in np.argwhere(mask).tolist()]


def _tones(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """(..., 3) the median of the middle of patches (..., SAMPLES, SAMPLES, 3)."""
    middle = patches[..., MIDDLE, MIDDLE, :]
    return np.asarray(np.median(middle.reshape(*middle.shape[:-3], -1, 3), axis=-2), np.float32)


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(max_channel(np.abs(one - other)).mean())


def _correlation(before: Luma, now: Luma) -> float:
    """How much the hints of a line are alike, from -1 to 1; those of two empty ones are."""
    one, other = before - before.mean(), now - now.mean()
    sigmas = float(one.std()), float(other.std())
    if max(sigmas) < MIN_SIGMA:
        return 1.0
    return float((one * other).mean()) / max(sigmas[0] * sigmas[1], 1e-6)
