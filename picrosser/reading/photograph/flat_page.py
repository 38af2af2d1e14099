"""The flat page: what a ruled sheet in a photograph would look like on a screen.

Light and shadow are divided out. Thin print touches the lines of its cell, and thick lines hide what is next
to them. So each seen line is wiped off the page and a thin one is drawn instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.channels import min_channel
from picrosser.imaging.perspective import Warp, flattened, usual_tone
from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.from_the_front import LEAST_SMOOTHED, SHARPENED_PX, smoothed
from picrosser.reading.photograph.line_crossings import Grey
from picrosser.reading.photograph.ruled_paper import (
    CELL_PX,
    NEAR_LINE,
    SEEN,
    Area,
    Flags,
    contrasts_of,
    evenly_lit,
    lines_beside,
    paper_cells,
    profiles_of,
    ruled_lines,
    seen_lines,
    without_lines,
)
from picrosser.reading.photograph.sheet import SheetFound
from picrosser.reading.photograph.sheet_fit import nodes_between

LINE_TONE = 120  # of the thin lines that are drawn
# Cells beyond the lines, where hints may stand: this share of the lines and three more, up to so many in all.
MAX_MARGIN, MAX_PAGE_CELLS = 0.6, 130
# Of a page's cell: smaller ones in the photograph are sharpened, since the lens has blurred their digits. Of
# 12 boards with cells of 10 to 19 px eight are read so, without it two.
SMALL_CELL = 0.8
# Of a cell: a sheet is fitted to its lines as long as one crossing in a hundred moves by more, and by less
# than the time before. Most are fitted twice; a bent page with a corner off by a whole cell, six times.
MAX_MOVED = 0.05

Ends = tuple[NDArray[np.intp], NDArray[np.intp]]
"""The first and the last (row, column) of some lines of a sheet."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatPage:
    """A flat page, in one of four directions.

    image, plain : (H, W, 3) uint8, as it is read: with thin lines; and with its own lines.
    to_picture : from it to the photograph; the edges of its mesh are all lines, up to the page's edges.
    seen : (R + 1, C) and (C + 1, R), where the lines across, and down, are seen.
    area : the first and the last line across that are ruled, then those down.
    sheet : where it was found. quarter_turns : anticlockwise, by which it was turned from the photograph.
    """

    image: RGB
    to_picture: Warp
    seen: tuple[Flags, Flags]
    area: Area
    plain: RGB
    sheet: SheetFound
    quarter_turns: int = 0

    def turned(self) -> FlatPage:
        """The page turned anticlockwise by a quarter."""
        cols, warp = len(self.seen[1]) - 1, self.to_picture
        top, bottom, left, right = self.area
        return FlatPage(
            np.ascontiguousarray(np.rot90(self.image)),
            Warp(warp.cols_px, warp.rows_px, np.rot90(warp.places)),
            (self.seen[1][::-1], self.seen[0][:, ::-1]),
            (cols - right, cols - left, top, bottom),
            np.ascontiguousarray(np.rot90(self.plain)),
            self.sheet,
            self.quarter_turns + 1,
        )


class CalmPhotograph(NamedTuple):
    """A part of a photograph, from its corner (row, col) on, reduced so many times and smoothed.

    rest : the times that its cells are still larger than the page's.
    """

    image: Grey
    corner: NDArray[np.intp]
    times: int
    rest: float


def flat_page(image: RGB, sheet: SheetFound) -> FlatPage:
    """The page of a sheet, and of what is around it, as it lies in a photograph.

    image : (H, W, 3) uint8 sRGB, the photograph.
    """
    sheet = settled(min_channel(image), sheet)
    first, _ = ends = _extent(image, sheet)
    warp = _warp_between(sheet, ends)
    plain = _evenly_lit(calm(image, sheet, ends), warp, Image.Resampling.BICUBIC)
    grey = min_channel(plain)
    across, down = profiles = _profiles(grey)
    (top, left), (bottom, right) = (np.array([sheet.first, sheet.last]) - first).tolist()
    top, bottom = ruled_lines(across[..., left:right], (top, bottom))
    left, right = ruled_lines(down[..., top:bottom], (left, right))
    area = top, bottom, left, right
    seen_across, seen_down = seen_lines(grey, profiles, area)
    # Its grain is calmed: without that a page on its side has no digits.
    flat = np.array(Image.fromarray(plain).filter(ImageFilter.GaussianBlur(LEAST_SMOOTHED)))
    is_ruled = np.zeros((len(across) - 1, len(down) - 1), bool)
    is_ruled[top:bottom, left:right] = True
    ways = (
        (flat, across, seen_across * lines_beside(is_ruled)),
        (flat.transpose(1, 0, 2), down, seen_down * lines_beside(is_ruled.T)),
    )
    for part, of_side, seen in ways:
        without_lines(part, of_side, seen)
    paper = paper_cells(flat, area)
    flat[~np.kron(paper, np.ones((CELL_PX, CELL_PX), bool))] = 255
    for half, tone in ((2, 255), (1, LINE_TONE)):  # what is left beside a line touches digits, too
        for part, _, seen in ways:
            for row, col in CELL_PX * np.argwhere(seen > 0):
                part[max(0, row - half) : row + half, max(0, col - half) : col + CELL_PX + half] = tone
    return FlatPage(flat, warp, (seen_across, seen_down), area, plain, sheet)


# ---- The sheet, fitted to its lines on the page


def settled(grey: Grey, sheet: SheetFound) -> SheetFound:
    """The sheet fitted to its lines on the page, until that hardly moves its crossings any more.

    In a corner of bent paper where paint or a shadow hides crossings, a line is seen only once the nearer
    ones have told how the paper is bent there.

    grey : (H, W) uint8, the smallest channel of the photograph: so the page is made in half of the time.
    """
    photo, moved_before = calm(grey, sheet, with_one_more(sheet)), np.inf
    while True:
        before, sheet = sheet, refined(photo, sheet)
        moved = float(np.quantile(np.hypot(*(sheet.places - before.places).T), 0.99)) / sheet.pitch_px
        if moved < MAX_MOVED or moved >= moved_before:
            return sheet
        moved_before = moved


def refined(photo: CalmPhotograph, sheet: SheetFound) -> SheetFound:
    """The sheet, fitted to its lines as they lie on the flat page, also where their crossings were hidden.

    photo : `calm` around the sheet and one more line on each side, before it was moved a little.
    """
    first, _ = ends = with_one_more(sheet)
    # A page made larger from a photograph of small cells would lose thin lines by the faster way.
    resampling = Image.Resampling.BICUBIC if photo.rest <= 1 else Image.Resampling.BILINEAR
    profiles = _profiles(_evenly_lit(photo, _warp_between(sheet, ends), resampling))
    moved = []
    for axis, of_side in enumerate(profiles):
        contrasts = contrasts_of(of_side, 2 * NEAR_LINE)[1:-1, 1:-1]
        line, place = np.nonzero(contrasts > SEEN * float(np.median(contrasts)))
        off = _middles(of_side[line + 1, :, place + 1].astype(np.float64))
        at = np.column_stack([line + 1.0, place + 1.5])[:, :: 1 if axis == 0 else -1]
        moved.append((np.asarray(at + first, np.float64), off))
    return sheet.moved(moved)


def with_one_more(sheet: SheetFound) -> Ends:
    """A sheet's first and last lines, and one more on each side."""
    return np.array(sheet.first) - 1, np.array(sheet.last) + 1


def _middles(tones: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) how far the darkest line of each (N, CELL_PX) profile lies below its middle, in cells."""
    half, reach = CELL_PX // 2, round(2 * NEAR_LINE * CELL_PX)  # the sheet is not yet fitted to the page
    near = tones[:, half - reach : half + reach + 1]
    darkness = np.maximum(0, near.max(axis=1)[:, None] - near)
    places = np.arange(near.shape[1])
    is_near = np.abs(places - darkness.argmax(axis=1)[:, None]) <= round(NEAR_LINE * CELL_PX)
    weights = darkness**2 * is_near
    middles = (weights * places).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-6)
    return np.asarray((middles + 0.5 - reach) / CELL_PX)


# ---- The page with even light


def _profiles(grey: Grey) -> tuple[Grey, Grey]:
    """As `profiles_of`, of lines across and of lines down, of a page, (H, W) uint8, its paper white."""
    return profiles_of(grey), profiles_of(grey.T)


def calm(image: Grey, sheet: SheetFound, ends: Ends) -> CalmPhotograph:
    """The part of a photograph that shows a sheet between some lines, and a cell around it."""
    places = sheet.fit.places(nodes_between(*ends))
    corner = np.clip(places.min(axis=(0, 1)) - sheet.pitch_px, 0, image.shape[:2]).astype(int)
    end = np.clip(places.max(axis=(0, 1)) + sheet.pitch_px, 0, image.shape[:2]).astype(int)
    times = max(1, int(sheet.pitch_px / CELL_PX))
    photo = Image.fromarray(image[corner[0] : end[0], corner[1] : end[1]]).reduce(times)
    rest = sheet.pitch_px / times / CELL_PX
    if rest > 1:
        photo = smoothed(photo, rest)
    return CalmPhotograph(np.asarray(photo), corner, times, rest)


def _warp_between(sheet: SheetFound, ends: Ends) -> Warp:
    """The way to the photograph from the flat page between a first and a last (row, column) of lines."""
    places = sheet.fit.places(nodes_between(*ends))
    rows_px, cols_px = (CELL_PX * np.arange(count, dtype=np.float64) for count in places.shape[:2])
    return Warp(rows_px, cols_px, places)


def _evenly_lit(photo: CalmPhotograph, warp: Warp, resampling: Image.Resampling) -> Grey:
    """The evenly lit page that a warp leads from; of small cells, sharpened."""
    size_px = int(warp.rows_px[-1]), int(warp.cols_px[-1])
    warp = replace(warp, places=(warp.places - photo.corner) / photo.times)
    page = flattened(photo.image, warp, size_px, usual_tone(photo.image), resampling)
    if photo.rest < SMALL_CELL:
        page = page.filter(ImageFilter.UnsharpMask(SHARPENED_PX / photo.rest, 100, 0))
    return evenly_lit(np.asarray(page))


def _extent(image: RGB, sheet: SheetFound) -> Ends:
    """The first and last row and column of the page, in lines: the sheet, and what is around it."""
    ends = first, last = np.array(sheet.first), np.array(sheet.last)
    for axis, count in enumerate((last - first).tolist()):
        most = min(int(MAX_MARGIN * count) + 3, max(1, (MAX_PAGE_CELLS - count) // 2))
        across = np.linspace(sheet.first[1 - axis], sheet.last[1 - axis], 9)
        for way, end in ((-1, first), (1, last)):
            for beyond in range(most):
                line = np.full_like(across, end[axis] + way)
                places = sheet.fit.places(np.column_stack([line, across] if axis == 0 else [across, line]))
                inside = ((places >= 0) & (places < image.shape[:2])).all(axis=1)
                if beyond and inside.mean() < 0.5:  # one cell is there in any case: no line is at the edge
                    break
                end[axis] += way
    return ends
