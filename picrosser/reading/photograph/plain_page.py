"""The plain page: a photographed sheet, flat and evenly lit, and where its lines are seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.channels import max_channel, min_channel
from picrosser.imaging.noise import calming_px, noise_sigma
from picrosser.imaging.perspective import Warp, flattened, usual_tone
from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.page_lines import (
    NEAR_LINE,
    SEEN,
    Flags,
    Known,
    contrasts_of,
    lines_within,
    profiles_of,
    ruled_lines,
    seen_lines,
    with_edges,
    without_lines,
)
from picrosser.reading.photograph.sheet import SheetFound

CELL_PX = 30  # of a cell on the page: digits are 15 to 20 pixels tall
MAX_MARGIN = 0.6, 3.0  # cells beyond the lines, where hints may stand: a share of the lines, and more
MAX_PAGE_CELLS = 130  # across or down, with margins
REFINED = 0.28  # of a cell: up to where a line may lie before the sheet is fitted to what the page shows
AROUND_PX = 8  # of the photograph, beyond what the page shows
# Sigma of what smooths a photograph before it is made smaller, in its pixels and in the page's: at least
# against steps, at most against a screen's own pixels and moire, and between them as its noise asks for.
LEAST_SMOOTHED, MOST_SMOOTHED = 0.75, 0.9
# Of a page's cell: smaller ones in the photograph are sharpened, since the lens has blurred the strokes of
# their digits into each other. By a mask blurred with this sigma, in pixels of the photograph, and by how
# much. Of 12 boards with cells of 10 to 19 px eight are read so, without it two.
SMALL_CELL, SHARPENED_PX, SHARPENED_PERCENT = 0.8, 2.0, 100
BACKGROUND = 0.8  # the share of a patch's pixels that are darker than the paper
NEAR_PATCHES, FAR_PATCHES = 3, 9  # the sides of squares that tell the paper's tone: in shadow, and near paint
# Of the paper's tone: what is lighter than the first, paper and traces of lines, becomes white; what is
# darker than the second, black. Printed digits have a half of it where they are thin.
WHITE, BLACK = 0.9, 0.25
PAINT = 0.45  # of the paper's tone: a patch that is darker all over is painted; shadows have 0.5 and more
ROUGH = 26  # levels between the median and the lighter tones of a cell: paper with digits has less
# A cell is dark if its lightest pixels, but for so many, are darker than this. Of 12,500 cells with print or
# white digits beside 33 drawn sheets nearly all have 225 and more; of 4,500 of dark tables most have up to
# 150, those at the edge of the paper what is between.
LIGHTEST, DARK = 0.95, 160

Node = tuple[int, int]
Ends = tuple[NDArray[np.intp], NDArray[np.intp]]
"""The first and the last (row, column) of some lines of a sheet."""
Profiles = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""The tones across lines across, (R + 1, cell_px, C), and across lines down, (C + 1, cell_px, R)."""


@dataclass(frozen=True, slots=True, eq=False)
class CalmPhotograph:
    """A part of a photograph, reduced and smoothed, so that a page with cells of `CELL_PX` can be made of it.

    corner : of the part, (row, col) in the photograph. times : by which it is reduced.
    rest : times that its cells are still larger than the page's.
    """

    image: NDArray[np.uint8]
    corner: NDArray[np.intp]
    times: int
    rest: float


class LitPage(NamedTuple):
    """A sheet on a flat page with even light.

    image : (H, W, 3) uint8. grey : (H, W) uint8, its smallest channel.
    first : the first (row, column) of its lines, at its upper left corner.
    profiles : across its lines. area : as in `FlatPage`.
    """

    image: RGB
    grey: NDArray[np.uint8]
    first: Node
    profiles: Profiles
    area: tuple[int, int, int, int]

    @property
    def ruled(self) -> tuple[Node, Node]:
        """The first and the last (row, column) of the sheet's lines that are ruled."""
        (row, col), (top, bottom, left, right) = self.first, self.area
        return (row + top, col + left), (row + bottom, col + right)


class PlainPage(NamedTuple):
    """The page as it is: lines may lie at all multiples of `CELL_PX`.

    first : the first (row, column) of the sheet's lines, at its upper left corner.
    seen : (R + 1, C) along lines across, and (C + 1, R) along lines down. area, plain : as in `FlatPage`.
    """

    image: RGB
    plain: RGB
    first: Node
    seen: tuple[Flags, Flags]
    area: tuple[int, int, int, int]

    def cut_to(self, paper: NDArray[np.bool_]) -> PlainPage:
        """The page without what lies further than a cell beyond its paper: only blank cells are lost.

        paper : (R, C) the cells that show it; if there are none, the page is left as it is.
        """
        if not paper.any():
            return self
        (top, bottom), (left, right) = (
            (max(0, int(at.min()) - 1), min(count, int(at.max()) + 2))
            for at, count in zip(np.nonzero(paper), paper.shape, strict=True)
        )
        part = slice(top * CELL_PX, bottom * CELL_PX), slice(left * CELL_PX, right * CELL_PX)
        return PlainPage(
            np.ascontiguousarray(self.image[part]),
            np.ascontiguousarray(self.plain[part]),
            (self.first[0] + top, self.first[1] + left),
            (self.seen[0][top : bottom + 1, left:right], self.seen[1][left : right + 1, top:bottom]),
            (self.area[0] - top, self.area[1] - top, self.area[2] - left, self.area[3] - left),
        )


def lit_page(image: RGB, sheet: SheetFound) -> LitPage:
    """The page of a sheet and of what is around it, where its lines may go on.

    image : (H, W, 3) uint8 sRGB, the photograph.
    """
    first, last = _extent(image, sheet)
    ends = np.array(first), np.array(last)
    places = sheet.fit.places(_nodes_between(ends).reshape(-1, 2))
    photo = calm_photograph(image, sheet, places, AROUND_PX)
    warped = _warped(photo, sheet, ends, Image.Resampling.BICUBIC)
    flat = evenly_lit(_sharpened(warped, photo), CELL_PX)
    grey = min_channel(flat)
    profiles = _profiles(grey)
    return LitPage(flat, grey, first, profiles, _area(profiles, sheet, first))


def plain_page(page: LitPage, sheet: SheetFound) -> PlainPage:
    """The page without its lines, and where they are."""
    flat, first, profiles, area = page.image.copy(), page.first, page.profiles, page.area
    top, bottom, left, right = area
    shape = len(profiles[0]) - 1, len(profiles[1]) - 1
    across, down = seen_lines(page.grey, profiles, _known_lines(sheet, first, shape), area)
    across = with_edges(across, (top, bottom), (left, right))
    down = with_edges(down, (left, right), (top, bottom))
    without_lines(flat, profiles[0], lines_within(across, (top, bottom), (left, right)))
    without_lines(flat.transpose(1, 0, 2), profiles[1], lines_within(down, (left, right), (top, bottom)))
    paper = paper_cells(flat, CELL_PX, area)
    flat[~np.kron(paper, np.ones((CELL_PX, CELL_PX), bool))] = 255
    return PlainPage(flat, page.image, first, (across, down), area).cut_to(paper)


def calm_around(grey: NDArray[np.uint8], sheet: SheetFound) -> CalmPhotograph:
    """What `refined` looks at, also once the sheet was moved a little.

    grey : (H, W) uint8, the smallest channel of the photograph. In grey, the page is made in less than half
        of the time; were it smaller, thin lines would hardly show.
    """
    places = sheet.fit.places(_nodes_between(_with_one_more(sheet)).reshape(-1, 2))
    return calm_photograph(grey, sheet, places, AROUND_PX + int(sheet.pitch_px))


def refined(photo: CalmPhotograph, sheet: SheetFound) -> SheetFound:
    """The sheet, fitted to its lines as they lie on the flat page, also where their crossings were hidden.

    photo : `calm_around` the sheet.
    """
    first, last = ends = _with_one_more(sheet)
    # A page made larger from a photograph of small cells loses thin lines unless it is made as carefully as
    # the one that is read; of larger cells the lines are found in the same places.
    resampling = Image.Resampling.BICUBIC if photo.rest <= 1 else Image.Resampling.BILINEAR
    page = evenly_lit(_sharpened(_warped(photo, sheet, ends, resampling), photo), CELL_PX)
    profiles = _profiles(page)
    rows, cols = last - first
    moved = []
    for of_side, (lines, cells), axis in zip(profiles, ((rows, cols), (cols, rows)), (0, 1), strict=True):
        contrasts = contrasts_of(of_side, REFINED)[1:lines, 1 : cells - 1]
        usual = float(np.median(contrasts))
        line, place = np.nonzero(contrasts > SEEN * usual)
        tones = of_side[line + 1, :, place + 1].astype(np.float64)
        off = _middles(tones, CELL_PX)
        at = np.column_stack([line + 1.0, place + 1.5])[:, :: 1 if axis == 0 else -1]
        moved.append((np.asarray(at + first, np.float64), off))
    return sheet.moved(moved)


def _with_one_more(sheet: SheetFound) -> Ends:
    """A sheet's first and last lines, and one more on each side."""
    return np.array(sheet.first) - 1, np.array(sheet.last) + 1


def _profiles(grey: NDArray[np.uint8]) -> Profiles:
    """The tones across the lines of a page, (H, W) uint8, its paper white."""
    return profiles_of(grey, CELL_PX), profiles_of(grey.T, CELL_PX)


def _area(profiles: Profiles, sheet: SheetFound, first: tuple[int, int]) -> tuple[int, int, int, int]:
    """The first and the last line across that are ruled, then those down, of a page.

    profiles : of its lines. first : its first row and column.
    """
    top, left = np.subtract(sheet.first, first).tolist()
    bottom, right = np.subtract(sheet.last, first).tolist()
    return (
        *ruled_lines(profiles[0][..., left:right], (top, bottom)),
        *ruled_lines(profiles[1][..., top:bottom], (left, right)),
    )


def _middles(tones: NDArray[np.float64], cell_px: int) -> NDArray[np.float64]:
    """(N,) how far the darkest line of each (N, cell_px) profile lies below its middle, in cells."""
    half, reach = cell_px // 2, round(REFINED * cell_px)
    near = tones[:, half - reach : half + reach + 1]
    darkness = np.maximum(0, near.max(axis=1)[:, None] - near)
    darkest = darkness.argmax(axis=1)[:, None]
    places = np.arange(near.shape[1])
    weights = darkness**2 * (np.abs(places - darkest) <= round(NEAR_LINE * cell_px))
    middles = (weights * places).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-6)
    return np.asarray((middles + 0.5 - reach) / cell_px)


def calm_photograph(
    image: NDArray[np.uint8], sheet: SheetFound, places: NDArray[np.float64], around_px: int
) -> CalmPhotograph:
    """The part of a photograph that shows some places, and so much around it.

    image : the photograph, in colours or in shades of grey, as is the part. places : (N, 2).
    """
    corner = np.clip(places.min(axis=0) - around_px, 0, image.shape[:2]).astype(int)
    end = np.clip(places.max(axis=0) + around_px, 0, image.shape[:2]).astype(int)
    photo = Image.fromarray(np.ascontiguousarray(image[corner[0] : end[0], corner[1] : end[1]]))
    times = max(1, int(sheet.pitch_px / CELL_PX))
    photo = photo.reduce(times)
    rest = sheet.pitch_px / times / CELL_PX
    if rest > 1:
        photo = photo.filter(ImageFilter.GaussianBlur(_smoothing(np.asarray(photo), rest)))
    return CalmPhotograph(np.asarray(photo), corner, times, rest)


def _warped(
    photo: CalmPhotograph, sheet: SheetFound, ends: Ends, resampling: Image.Resampling
) -> NDArray[np.uint8]:
    """The flat page between a first and a last (row, column) of lines, with cells of `CELL_PX`, in the light
    of the photograph: (R * CELL_PX, C * CELL_PX, 3), or without the channels.
    """
    nodes = _nodes_between(ends)
    places = sheet.fit.places(nodes.reshape(-1, 2)).reshape(nodes.shape)
    down, along = (CELL_PX * np.arange(count, dtype=np.float64) for count in nodes.shape[:2])
    warp = Warp(down, along, (places - photo.corner) / photo.times)
    size = int(down[-1]), int(along[-1])
    return np.asarray(flattened(photo.image, warp, size, usual_tone(photo.image), resampling))


def _sharpened(page: NDArray[np.uint8], photo: CalmPhotograph) -> NDArray[np.uint8]:
    """A page as it is; of small cells, sharpened."""
    if photo.rest >= SMALL_CELL:
        return page
    mask = ImageFilter.UnsharpMask(SHARPENED_PX / photo.rest, SHARPENED_PERCENT, 0)
    return np.asarray(Image.fromarray(page).filter(mask))


def _nodes_between(ends: Ends) -> NDArray[np.float64]:
    """(R, C, 2) the rows and columns of lines from the first to the last ones."""
    rows, cols = (np.arange(start, stop + 1.0) for start, stop in zip(*ends, strict=True))
    return np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1)


def _smoothing(photo: NDArray[np.uint8], rest: float) -> float:
    """Sigma, in pixels, of what makes a photograph calm enough to be made so many times smaller."""
    least, most = LEAST_SMOOTHED * (rest**2 - 1) ** 0.5, MOST_SMOOTHED * rest
    return float(np.clip(calming_px(noise_sigma(photo)), min(least, most), most))


def _extent(image: NDArray[np.uint8], sheet: SheetFound) -> tuple[tuple[int, int], tuple[int, int]]:
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


def _known_lines(sheet: SheetFound, first: tuple[int, int], shape: tuple[int, int]) -> tuple[Known, Known]:
    """Where crossings show lines across and down, on a page of so many cells whose first lines are given."""
    rows, cols = shape
    known = np.zeros((rows + 1, cols), bool), np.zeros((cols + 1, rows), bool)
    for axis, flags in enumerate(known):
        at = sheet.lattice.nodes[sheet.lattice.leads_on[:, axis]] - first
        flags[at[:, axis], at[:, 1 - axis]] = True
    return known


def evenly_lit(page: NDArray[np.uint8], cell_px: int) -> NDArray[np.uint8]:
    """The page with its paper white everywhere.

    The paper's tone is looked for in patches of half a cell. Paint covers several of them; there the tone of
    the paper further away counts.

    page : (H, W, 3) uint8 sRGB, or (H, W) in shades of grey. cell_px : the pixels of its cells.
    """
    from scipy import ndimage

    patch, colours = cell_px // 2, page.shape[2:]
    rows, cols = page.shape[0] // patch, page.shape[1] // patch
    patches = page[: rows * patch, : cols * patch].reshape(rows, patch, cols, patch, *colours)
    patches = patches.swapaxes(1, 2).reshape(rows, cols, patch * patch, *colours)
    at = int(BACKGROUND * patch * patch)
    light = np.ascontiguousarray(np.partition(patches, at, axis=2)[:, :, at])
    # Two blurred digits may fill a patch; a shadow that ends there covers most of those around it, too.
    each = (1,) * len(colours)
    near = np.maximum(
        light, ndimage.median_filter(light, (NEAR_PATCHES, NEAR_PATCHES, *each), mode="nearest")
    )
    far = ndimage.maximum_filter(light, (FAR_PATCHES, FAR_PATCHES, *each), mode="nearest")
    is_paint = _darkest(near) < PAINT * _darkest(far)
    paper = np.where(is_paint[..., None] if colours else is_paint, far, near)
    smooth = Image.fromarray(paper).filter(ImageFilter.BoxBlur(1))
    full = smooth.resize((cols * patch, rows * patch), Image.Resampling.BILINEAR)
    rest = ((0, page.shape[0] - rows * patch), (0, page.shape[1] - cols * patch), *((0, 0) for _ in colours))
    tone = np.maximum(np.pad(np.asarray(full, np.float32), rest, mode="edge"), 8)
    share = np.divide(page, tone, out=tone)
    share -= BLACK
    share *= 255 / (WHITE - BLACK)
    return np.clip(share, 0, 255, out=share).astype(np.uint8)


def _darkest(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(H, W) the smallest channel, or the only one."""
    return page if page.ndim == 2 else min_channel(page)


def paper_cells(page: RGB, cell_px: int, area: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    """(R, C) which cells show the sheet's paper, and not what it lies on, such as a table.

    Paper is smooth between what is printed on it; it is followed from the sheet on. Cells without anything
    light in them, from the page's edge on, are a dark table, which may be as smooth.

    page : (H, W, 3) uint8, with even light. cell_px : the pixels of its cells.
    area : the first and the last line across that are ruled, then those down.
    """
    from scipy import ndimage

    light, usual, lightest = _tones_of_cells(page, cell_px)
    smooth, dark = light - usual < ROUGH, lightest < DARK
    top, bottom, left, right = area
    sheet = np.zeros(smooth.shape, bool)
    sheet[top:bottom, left:right] = True
    square = np.ones((3, 3), bool)
    closed = ndimage.binary_closing(np.pad(smooth, 2), square)[
        2:-2, 2:-2
    ]  # it takes what is outside for dark
    paper = ndimage.binary_propagation(sheet, mask=closed | sheet)
    beyond = np.pad(~sheet & (dark | ~paper), 1, constant_values=True)
    edge = np.pad(np.zeros(smooth.shape, bool), 1, constant_values=True)
    table = ndimage.binary_propagation(edge, mask=beyond)[1:-1, 1:-1]
    return np.asarray(ndimage.binary_propagation(sheet, mask=paper & ~table))


def _tones_of_cells(page: RGB, cell_px: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """(R, C) each cell's background and median tone, in the smallest channel; the lightest in the largest."""
    rows, cols = page.shape[0] // cell_px, page.shape[1] // cell_px

    def cells(grey: NDArray[np.uint8], every: int) -> NDArray[np.uint8]:
        each = grey.reshape(rows, cell_px, cols, cell_px)[:, ::every, :, ::every]
        return each.transpose(0, 2, 1, 3).reshape(rows, cols, -1)

    darkest = cells(min_channel(page), 1)
    lightest = np.quantile(cells(max_channel(page), 2), LIGHTEST, axis=2)
    return np.quantile(darkest, BACKGROUND, axis=2), np.median(darkest, axis=2), lightest
