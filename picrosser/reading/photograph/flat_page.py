"""The flat page: what a ruled sheet in a photograph would look like on a screen.

Light and shadow are divided out. Thin print touches the lines of its cell, and thick lines hide what is next
to them; but where the lines are is known. So each seen line is cut out of the page and a thin one is drawn in
a wider gap, and digits stand free in their cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.imaging.warp import Warp, flattened
from picrosser.reading.photograph.sheet import SheetFound

MIN_CELL_PX, MAX_CELL_PX = 22, 30  # of a cell on the page: digits are 13 to 18 pixels tall
GAP_PX, LINE_PX = 6, 2  # of the page, from cell to cell, and of the line in it
LINE_TONE = 120
MAX_MARGIN = 0.6, 3.0  # cells beyond the lines, where hints may stand: a share of the lines, and more
MAX_PAGE_CELLS = 130  # across or down, with margins
BACKGROUND = 0.8  # the share of a patch's pixels that are darker than the paper
SMALL, LARGE = 0, 4  # patches around, over which the paper's tone is looked for: in shadow, and near paint
# Of the paper's tone: what is lighter than the first, paper and traces of lines, becomes white; what is
# darker than the second, black. Printed digits have a half of it where they are thin.
WHITE, BLACK = 0.9, 0.25
PAINT = 0.62  # of the paper's tone: a patch that is darker all over is painted
MIN_HALF_LINE, MAX_HALF_LINE = 0.06, 0.16  # of a cell: half the width that is cut out
EDGE = 0.15  # of a line's darkness: what has less is beside it
MAX_HIDDEN = 6  # cells in which a line is not seen, although it goes on behind them
MOSTLY = 0.5  # of the cells: a line that is seen in so many of them goes on to the next crossing
SMOOTHED = 0.9  # of a page's pixel, in photograph pixels: finer detail is a screen's own pixels, and moire

Seen = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class FlatPage:
    """A flat page, in one of four directions.

    image : (H, W, 3) uint8, as it is read: with thin lines in wide gaps.
    to_picture : from it to the photograph.
    plain : (H, W, 3) uint8, the page without these changes, light divided out.
    quarter_turns : anticlockwise, by which it was turned from the photograph.
    sheet : where it was found.
    """

    image: RGB
    to_picture: Warp
    plain: RGB
    quarter_turns: int
    sheet: SheetFound


@dataclass(frozen=True, slots=True, eq=False)
class _Plain:
    """The page as it is: a cell is `cell_px` wide.

    corner : (row, col) of its upper left corner in lines. lines_px : where its lines across, and down, are.
    seen : (lines, cells) where the lines across are seen, and (cells, lines) the lines down.
    """

    image: RGB
    cell_px: int
    corner: tuple[float, float]
    lines_px: tuple[NDArray[np.float64], NDArray[np.float64]]
    seen: tuple[Seen, Seen]
    quarter_turns: int = 0

    def turned(self) -> _Plain:
        """The page turned anticlockwise by a quarter."""
        width = self.image.shape[1]
        rows, cols = self.lines_px
        return _Plain(
            np.ascontiguousarray(np.rot90(self.image)),
            self.cell_px,
            self.corner,
            (width - cols[::-1], rows),
            (np.rot90(self.seen[1]), np.rot90(self.seen[0])),
            self.quarter_turns + 1,
        )

    def in_lines(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places on the page, (N, 2) in its pixels, as rows and columns of the sheet's lines."""
        height, width = self.image.shape[:2]
        for _ in range(self.quarter_turns):
            points = np.column_stack([points[:, 1], height - points[:, 0]])
            height, width = width, height
        return np.asarray(points / self.cell_px + self.corner)


def flat_pages(image: RGB, sheet: SheetFound) -> Iterator[FlatPage]:
    """The page in all four directions, that of the photograph first.

    image : (H, W, 3) uint8 sRGB, the photograph.
    """
    page = _plain(image, sheet)
    for _ in range(4):
        yield _spread(page, sheet)
        page = page.turned()


def _plain(image: RGB, sheet: SheetFound) -> _Plain:
    cell = int(np.clip(round(sheet.pitch_px), MIN_CELL_PX, MAX_CELL_PX))
    first, last = _extent(image, sheet)
    rows, cols = (np.arange(start, stop + 1) for start, stop in zip(first, last, strict=True))
    places = sheet.fit.places(
        np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1).reshape(-1, 2).astype(np.float64)
    ).reshape(len(rows), len(cols), 2)
    size = (len(rows) - 1) * cell, (len(cols) - 1) * cell
    photo = Image.fromarray(np.ascontiguousarray(image))
    times = max(1, int(sheet.pitch_px / cell))
    photo = photo.reduce(times)
    rest = sheet.pitch_px / times / cell
    if rest > 1:
        photo = photo.filter(ImageFilter.GaussianBlur(SMOOTHED * rest))
    warp = Warp(cell * (rows - rows[0]).astype(float), cell * (cols - cols[0]).astype(float), places / times)
    flat = np.asarray(flattened(np.asarray(photo), warp, size, _usual_tone(photo)))
    low, high = np.array(sheet.first), np.array(sheet.last)
    seen = _seen_lines(sheet)
    lines_px = tuple(
        cell * (np.arange(low[axis], high[axis] + 1) - first[axis]).astype(np.float64) for axis in (0, 1)
    )
    corner = float(first[0]), float(first[1])
    return _Plain(_evenly_lit(flat, cell), cell, corner, (lines_px[0], lines_px[1]), seen)


def _usual_tone(photo: Image.Image) -> tuple[int, int, int]:
    """The median tone: what lies beyond the photograph must not look lighter than the paper."""
    red, green, blue = (int(median(np.asarray(channel)[::8, ::8])) for channel in photo.split())
    return red, green, blue


def _extent(image: RGB, sheet: SheetFound) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and last row and column of the page, in lines: the sheet, and what is around it."""
    first, last = list(sheet.first), list(sheet.last)
    for axis in (0, 1):
        count = last[axis] - first[axis]
        most = min(int(MAX_MARGIN[0] * count + MAX_MARGIN[1]), max(1, (MAX_PAGE_CELLS - count) // 2))
        across = np.linspace(sheet.first[1 - axis], sheet.last[1 - axis], 9)
        for way, ends in ((-1, first), (1, last)):
            for beyond in range(most):
                lines = np.empty((len(across), 2))
                lines[:, axis], lines[:, 1 - axis] = ends[axis] + way, across
                places = sheet.fit.places(lines)
                inside = ((places >= 0) & (places < image.shape[:2])).all(axis=1)
                if (
                    beyond and inside.mean() < 0.5
                ):  # one cell is there in any case, so that no line is at the edge
                    break
                ends[axis] += way
    return (first[0], first[1]), (last[0], last[1])


def _seen_lines(sheet: SheetFound) -> tuple[Seen, Seen]:
    """Where lines across and lines down are seen, or go on behind what hides them."""
    (top, left), (bottom, right) = sheet.first, sheet.last
    across = np.zeros((bottom - top + 1, right - left), bool)
    down = np.zeros((bottom - top, right - left + 1), bool)
    for row, col in sheet.lattice.lines[0]:
        across[row - top, col - left] = True
    for row, col in sheet.lattice.lines[1]:
        down[row - top, col - left] = True
    return _closed(across), _closed(down.T).T


def _closed(seen: Seen) -> Seen:
    """Each row with its short gaps filled."""
    closed = seen.copy()
    for line in closed:
        at = np.flatnonzero(line)
        for before, after in pairwise(at.tolist()):
            if after - before <= MAX_HIDDEN + 1:
                line[before:after] = True
        if len(at) > MOSTLY * len(line):  # the crossing with a thick frame may be missed
            line[max(0, at[0] - 1) : at[-1] + 2] = True
    return closed


def _evenly_lit(page: RGB, cell_px: int) -> RGB:
    """The page with its paper white everywhere.

    The paper's tone is looked for in patches of half a cell. Paint covers several of them; there the tone of
    the paper further away counts.
    """
    patch = cell_px // 2
    rows, cols = page.shape[0] // patch, page.shape[1] // patch
    patches = page[: rows * patch, : cols * patch].reshape(rows, patch, cols, patch, 3)
    ordered = np.sort(patches.transpose(0, 2, 1, 3, 4).reshape(rows, cols, patch * patch, 3), axis=2)
    light = ordered[:, :, int(BACKGROUND * patch * patch)].astype(np.float32)
    near, far = _largest(light, SMALL), _largest(light, LARGE)
    paper = np.where((near.min(axis=2) < PAINT * far.min(axis=2))[..., None], far, near)
    smooth = Image.fromarray(np.rint(paper).astype(np.uint8)).filter(ImageFilter.BoxBlur(1))
    full = smooth.resize((cols * patch, rows * patch), Image.Resampling.BILINEAR)
    tone = np.pad(
        np.asarray(full, np.float32),
        ((0, page.shape[0] - rows * patch), (0, page.shape[1] - cols * patch), (0, 0)),
        mode="edge",
    )
    share = page / np.maximum(tone, 8)
    return np.asarray(np.clip((share - BLACK) * (255 / (WHITE - BLACK)), 0, 255), np.uint8)


def _largest(light: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """The largest value within a square around each."""
    for axis in (0, 1):
        wide = np.pad(light, [(reach, reach) if axis == side else (0, 0) for side in range(3)], mode="edge")
        length = light.shape[axis]
        light = np.take(wide, range(length), axis)
        for shift in range(1, 2 * reach + 1):
            np.maximum(light, np.take(wide, range(shift, shift + length), axis), out=light)
    return light


def _spread(page: _Plain, sheet: SheetFound) -> FlatPage:
    """The page with its lines cut out, and thin ones in wider gaps instead."""
    grey = page.image.min(axis=2)
    from_rows, row_gaps = _stretched(grey, page, 0)
    from_cols, col_gaps = _stretched(grey.T, page, 1)
    # Nearest pixels: cells are not scaled, only moved apart.
    image = page.image[np.ix_(_whole(from_rows, page.image.shape[0]), _whole(from_cols, page.image.shape[1]))]
    both = (
        (image, row_gaps, page.seen[0], col_gaps),
        (image.transpose(1, 0, 2), col_gaps, page.seen[1].T, row_gaps),
    )
    for drawn in (_cut_out, _rule):
        for part, gaps, seen, others in both:
            drawn(part, gaps, seen, others)
    mesh = [_mesh(source) for source in (from_rows, from_cols)]
    on_page = np.stack(np.meshgrid(mesh[0][1], mesh[1][1], indexing="ij"), axis=-1)
    places = sheet.fit.places(page.in_lines(on_page.reshape(-1, 2))).reshape(on_page.shape)
    return FlatPage(image, Warp(mesh[0][0], mesh[1][0], places), page.image, page.quarter_turns, sheet)


def _whole(source: NDArray[np.float64], length: int) -> NDArray[np.intp]:
    return np.clip(np.floor(source), 0, length - 1).astype(np.intp)


def _mesh(source: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Edges of the new page wherever the step between pixels changes, and where they lie on the plain one."""
    steps = np.diff(source)
    changes = np.flatnonzero(np.abs(np.diff(steps)) > 1e-6) + 1
    at = np.unique(np.concatenate([[0], changes, np.arange(0, len(source), 16), [len(source) - 1]]))
    edges = np.append(at, len(source)).astype(np.float64)
    return edges, np.append(source[at] - 0.5, source[-1] + 0.5)


def _stretched(
    grey: NDArray[np.uint8], page: _Plain, axis: int
) -> tuple[NDArray[np.float64], list[tuple[int, int]]]:
    """Which place of the plain page each row of the new one shows, and the gaps (from, to) of all lines."""
    lines, seen = page.lines_px[axis], page.seen[axis] if axis == 0 else page.seen[axis].T
    others = page.lines_px[1 - axis]
    cells = [(round(start), round(stop)) for start, stop in pairwise(others)]
    source: list[NDArray[np.float64]] = []
    gaps, at, length = [], 0, 0
    for place, shown in zip(lines.tolist(), seen, strict=True):
        before, after = _half_widths(grey, round(place), page.cell_px, cells, shown)
        start, stop = max(at, round(place) - before), min(len(grey), round(place) + after)
        source.append(np.arange(at, start, dtype=np.float64) + 0.5)
        length += start - at
        gaps.append((length, length + GAP_PX))
        source.append(np.asarray(start + (np.arange(GAP_PX) + 0.5) * (stop - start) / GAP_PX, np.float64))
        length += GAP_PX
        at = stop
    source.append(np.arange(at, len(grey), dtype=np.float64) + 0.5)
    return np.concatenate(source), gaps


def _half_widths(
    grey: NDArray[np.uint8], place: int, cell_px: int, cells: list[tuple[int, int]], shown: Seen
) -> tuple[int, int]:
    """How far a line across reaches above and below its middle, in pixels."""
    least, most = round(MIN_HALF_LINE * cell_px), round(MAX_HALF_LINE * cell_px)
    columns = [
        np.arange(start + 3, stop - 3) for (start, stop), is_seen in zip(cells, shown, strict=True) if is_seen
    ]
    reach = most + 2
    if not columns or place - reach < 0 or place + reach > len(grey):
        return least, least
    profile = 250.0 - np.median(grey[place - reach : place + reach][:, np.concatenate(columns)], axis=1)
    dark = profile > EDGE * profile.max()
    above = next((step for step in range(1, most + 1) if not dark[reach - step]), most + 1) - 1
    below = next((step for step in range(most + 1) if not dark[reach + step]), most)
    return min(most, max(least, above)), min(most, max(least, below))


def _cut_out(image: RGB, gaps: list[tuple[int, int]], seen: Seen, others: list[tuple[int, int]]) -> None:
    """Remove the lines across that are seen, from gap to gap of the lines down."""
    for (top, bottom), shown in zip(gaps, seen, strict=True):
        for cell in np.flatnonzero(shown).tolist():
            image[top:bottom, others[cell][0] : others[cell + 1][1]] = 255


def _rule(image: RGB, gaps: list[tuple[int, int]], seen: Seen, others: list[tuple[int, int]]) -> None:
    """Draw thin lines instead."""
    middle = (GAP_PX - LINE_PX) // 2
    for (top, _), shown in zip(gaps, seen, strict=True):
        for cell in np.flatnonzero(shown).tolist():
            ends = slice(others[cell][0] + middle, others[cell + 1][1] - middle)
            image[top + middle : top + middle + LINE_PX, ends] = LINE_TONE
