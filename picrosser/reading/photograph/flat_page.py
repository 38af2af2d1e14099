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

from picrosser.imaging.noise import noise_sigma
from picrosser.imaging.pixels import RGB
from picrosser.imaging.ranks import median
from picrosser.imaging.warp import Warp, flattened
from picrosser.reading.photograph.sheet import SheetFound

CELL_PX = 30  # of a cell on the page: digits are 15 to 20 pixels tall
WIDER_PX = 3  # by which the lines of the page that is read are further apart
LINE_PX = 2  # of the line drawn in the gap that it was cut out of
LINE_TONE = 120
MAX_MARGIN = 0.6, 3.0  # cells beyond the lines, where hints may stand: a share of the lines, and more
MAX_PAGE_CELLS = 130  # across or down, with margins
BACKGROUND = 0.8  # the share of a patch's pixels that are darker than the paper
SMALL, LARGE = 0, 4  # patches around, over which the paper's tone is looked for: in shadow, and near paint
# Of the paper's tone: what is lighter than the first, paper and traces of lines, becomes white; what is
# darker than the second, black. Printed digits have a half of it where they are thin.
WHITE, BLACK = 0.9, 0.25
PAINT = 0.62  # of the paper's tone: a patch that is darker all over is painted
PAINTED = 128  # of the even page: a cell whose median is darker is painted, and hides its lines
HALF_LINE, MAX_HALF_LINE = (
    0.06,
    0.2,
)  # of a cell: half the width that is cut out, and that is wiped out at most
EDGE = 0.15  # of a line's darkness: what has less is beside it
# A line is seen in a cell if it is darker than what is beside it by this share of what lines usually are, and
# missing if by less than the second.
SEEN, MISSING = 0.35, 0.15
NEAR_LINE, BESIDE_LINE = 0.14, 0.4  # of a cell: where a line is looked for, and up to where paper beside it
REFINED = 0.28  # of a cell: up to where a line may lie before the sheet is fitted to what the page shows
AROUND_PX = 8  # of the photograph, beyond what the page shows
TRIMMED = 0.1  # of a cell, at both ends: where other lines cross it
ALONG_LINE = 0.7  # of the rest is as dark as a line is taken to be
MIN_RULED = 0.3  # of the sheet's cells: a line that is seen in fewer of them is not the sheet's
MAX_HIDDEN = 6  # cells in which a line is not seen, although it goes on behind them
MOSTLY = 0.5  # of the cells: a line that is seen in so many of them goes on to the next crossing
ROUGH = 26  # levels between the median and the lighter tones of a cell: paper with digits has less
# Sigma of what smooths a photograph before it is made smaller, in its pixels and in the page's: at least
# against steps, at most against a screen's own pixels and moire, and between them so that this noise is left.
LEAST_SMOOTHED, MOST_SMOOTHED, CALM = 0.75, 0.9, 2.0

Flags = NDArray[np.int8]
"""1 where a line is seen, -1 where it is missing, 0 where nothing is known."""
Known = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class FlatPage:
    """A flat page, in one of four directions.

    image : (H, W, 3) uint8, as it is read: with thin lines in wide gaps.
    to_picture : from it to the photograph.
    rows_px, cols_px : (R + 1,), (C + 1,) the lines on it, prolonged to its edges.
    seen : (R + 1, C) and (C + 1, R), where the lines across, and down, are seen.
    area : the first and the last line across that are ruled, then those down.
    plain : (H, W, 3) uint8, the page without these changes, light divided out.
    quarter_turns : anticlockwise, by which it was turned from the photograph.
    sheet : where it was found.
    """

    image: RGB
    to_picture: Warp
    rows_px: NDArray[np.float64]
    cols_px: NDArray[np.float64]
    seen: tuple[Flags, Flags]
    area: tuple[int, int, int, int]
    plain: RGB
    quarter_turns: int
    sheet: SheetFound


@dataclass(frozen=True, slots=True, eq=False)
class _Plain:
    """The page as it is: lines may lie at all multiples of `cell_px`.

    corner : (row, col) of its upper left corner in the sheet's lines.
    seen : (R + 1, C) along lines across, and (C + 1, R) along lines down. area, plain : as in `FlatPage`.
    """

    image: RGB
    plain: RGB
    cell_px: int
    corner: tuple[float, float]
    seen: tuple[Flags, Flags]
    area: tuple[int, int, int, int]
    quarter_turns: int = 0

    def turned(self) -> _Plain:
        """The page turned anticlockwise by a quarter."""
        cols = len(self.seen[1]) - 1
        top, bottom, left, right = self.area
        return _Plain(
            np.ascontiguousarray(np.rot90(self.image)),
            np.ascontiguousarray(np.rot90(self.plain)),
            self.cell_px,
            self.corner,
            (self.seen[1][::-1], self.seen[0][:, ::-1]),
            (cols - right, cols - left, top, bottom),
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
    sheet = _refined(image, sheet)
    page = _plain(image, sheet)
    for _ in range(4):
        yield _spread(page, sheet)
        page = page.turned()


def _plain(image: RGB, sheet: SheetFound) -> _Plain:
    first, last = _extent(image, sheet)
    flat, cell = _warped(image, sheet, (np.array(first), np.array(last)))
    flat = _evenly_lit(flat, cell)
    top, left = np.subtract(sheet.first, first).tolist()
    bottom, right = np.subtract(sheet.last, first).tolist()
    known = _known_lines(sheet, first, (last[0] - first[0], last[1] - first[1]))
    grey = flat.min(axis=2)
    profiles = _profiles(grey, cell), _profiles(grey.T, cell)
    across, down = _seen_lines(grey, profiles, known, (top, bottom, left, right))
    area = (*_ruled(across[:, left:right], (top, bottom)), *_ruled(down[:, top:bottom], (left, right)))
    top, bottom, left, right = area
    plain = flat.copy()
    _wipe_out(flat, profiles[0], _within(across, (top, bottom), (left, right)))
    _wipe_out(flat.transpose(1, 0, 2), profiles[1], _within(down, (left, right), (top, bottom)))
    page = _without_texture(flat, cell, area)
    return _Plain(page, plain, cell, (float(first[0]), float(first[1])), (across, down), area)


def _smoothing(photo: RGB, rest: float) -> float:
    """Sigma, in pixels, of what makes a photograph calm enough to be made so many times smaller."""
    least, most = LEAST_SMOOTHED * (rest**2 - 1) ** 0.5, MOST_SMOOTHED * rest
    noise = noise_sigma(photo) / (2 * np.pi**0.5 * CALM)  # white noise, smoothed by sigma, is so much less
    return float(np.clip(noise, min(least, most), most))


def _refined(image: RGB, sheet: SheetFound) -> SheetFound:
    """The sheet, fitted to its lines as they lie on the flat page, also where their crossings were hidden."""
    first, last = np.array(sheet.first) - 1, np.array(sheet.last) + 1
    flat, cell = _warped(image, sheet, (first, last))
    grey = _evenly_lit(flat, cell).min(axis=2)
    rows, cols = last - first
    moved = []
    for picture, (lines, cells), axis in ((grey, (rows, cols), 0), (grey.T, (cols, rows), 1)):
        profiles = _profiles(picture, cell)
        contrasts = _contrasts(profiles, REFINED)[1:lines, 1 : cells - 1]
        usual = float(np.median(contrasts))
        line, place = np.nonzero(contrasts > SEEN * usual)
        tones = profiles[line + 1, :, place + 1].astype(np.float64)
        off = _middles(tones, cell)
        at = np.column_stack([line + 1.0, place + 1.5]) + first[[axis, 1 - axis]]
        moved.append((at[:, :: 1 if axis == 0 else -1], off))
    return sheet.moved(moved)


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


def _warped(
    image: RGB, sheet: SheetFound, ends: tuple[NDArray[np.intp], NDArray[np.intp]]
) -> tuple[RGB, int]:
    """The flat page between a first and a last (row, column) of lines, and the pixels of its cells."""
    cell = CELL_PX
    rows, cols = (np.arange(start, stop + 1) for start, stop in zip(*ends, strict=True))
    places = sheet.fit.places(
        np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1).reshape(-1, 2).astype(np.float64)
    ).reshape(len(rows), len(cols), 2)
    size = (len(rows) - 1) * cell, (len(cols) - 1) * cell
    corner = np.clip(places.reshape(-1, 2).min(axis=0) - AROUND_PX, 0, image.shape[:2]).astype(int)
    end = np.clip(places.reshape(-1, 2).max(axis=0) + AROUND_PX, 0, image.shape[:2]).astype(int)
    photo = Image.fromarray(np.ascontiguousarray(image[corner[0] : end[0], corner[1] : end[1]]))
    times = max(1, int(sheet.pitch_px / cell))
    photo = photo.reduce(times)
    rest = sheet.pitch_px / times / cell
    if rest > 1:
        photo = photo.filter(ImageFilter.GaussianBlur(_smoothing(np.asarray(photo), rest)))
    down, along = (cell * (lines - lines[0]).astype(np.float64) for lines in (rows, cols))
    warp = Warp(down, along, (places - corner) / times)
    return np.asarray(flattened(np.asarray(photo), warp, size, _usual_tone(photo))), cell


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


def _seen_lines(
    grey: NDArray[np.uint8],
    profiles: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    known: tuple[Known, Known],
    area: tuple[int, int, int, int],
) -> tuple[Flags, Flags]:
    """Where lines across and lines down are seen, or go on behind what hides them.

    grey : (H, W) the page, its paper white. profiles : of its lines across, and down.
    known : where crossings have shown them already. area : as in `FlatPage`, what is known of it.
    """
    across, down = (_contrasts(profile) for profile in profiles)
    top, bottom, left, right = area
    inside = across[top : bottom + 1, left:right], down[left : right + 1, top:bottom]
    usual = float(np.median(np.concatenate([contrasts.ravel() for contrasts in inside])))
    rows, cols, cell_px = len(across) - 1, len(down) - 1, profiles[0].shape[1]
    cells = grey.reshape(rows, cell_px, cols, cell_px).transpose(0, 2, 1, 3).reshape(rows, cols, -1)
    painted = np.median(cells, axis=2) < PAINTED
    return _flags(across, painted, known[0], usual), _flags(down, painted.T, known[1], usual)


def _as_usual(reach: NDArray[np.intp], lines: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """(N,) how far each line reaches in a cell; no further than usual, where a digit touches it."""
    for line in np.unique(lines):
        mine = lines == line
        reach[mine] = np.minimum(reach[mine], min(most, 1 + int(median(reach[mine]))))
    return reach


def _within(seen: Flags, lines: tuple[int, int], cells: tuple[int, int]) -> Flags:
    """What is seen of the lines from a first to a last one, in the cells between two others."""
    inside = np.zeros_like(seen)
    part = slice(lines[0], lines[1] + 1), slice(*cells)
    inside[part] = seen[part]
    return inside


def _profiles(grey: NDArray[np.uint8], cell_px: int) -> NDArray[np.uint8]:
    """(R + 1, cell_px, C) the tones across each line across, in each cell along it.

    A line is dark along most of a cell; a digit's stroke is not.
    """
    height, width = grey.shape
    half, trim = cell_px // 2, round(TRIMMED * cell_px)
    wide = np.pad(grey, ((half, cell_px - half), (0, 0)), mode="edge")
    blocks = wide.reshape(height // cell_px + 1, cell_px, width // cell_px, cell_px)[..., trim:-trim]
    at = round(ALONG_LINE * (blocks.shape[3] - 1))
    return np.partition(blocks, at, axis=3)[..., at]


def _contrasts(profiles: NDArray[np.uint8], near: float = NEAR_LINE) -> NDArray[np.float64]:
    """(R + 1, C) how much darker each line is, in each cell, than the paper above and below it."""
    cell_px = profiles.shape[1]
    half, reach = cell_px // 2, round(near * cell_px)
    line = profiles[:, half - reach : half + reach].min(axis=1)
    far = round(BESIDE_LINE * cell_px)
    above, below = profiles[:, half - far : half - reach], profiles[:, half + reach : half + far]
    lighter = np.minimum(above.max(axis=1), below.max(axis=1))
    return np.asarray(lighter - line.astype(np.float64))


def _wipe_out(page: RGB, profiles: NDArray[np.uint8], seen: Flags) -> None:
    """Make the lines across that are seen white, in each cell as wide as they are there."""
    cell_px = profiles.shape[1]
    half, reach, most = cell_px // 2, round(NEAR_LINE * cell_px), round(MAX_HALF_LINE * cell_px)
    lines, cells = np.nonzero(seen > 0)
    tones = profiles[lines, :, cells].astype(np.float64)
    darkest = half - reach + tones[:, half - reach : half + reach].argmin(axis=1)
    lightest = tones[:, half - most : half + most].max(axis=1)[:, None]
    peak = tones[np.arange(len(tones)), darkest][:, None]
    is_dark = tones < lightest - EDGE * (lightest - peak)
    place = np.arange(cell_px)
    before = np.where(~is_dark & (place < darkest[:, None]), place, -1).max(axis=1)
    after = np.where(~is_dark & (place > darkest[:, None]), place, cell_px).min(axis=1)
    above = _as_usual(darkest - before, lines, most)  # with a paler pixel on both sides
    below = _as_usual(after + 1 - darkest, lines, most)
    first, last = (lines * cell_px - half + darkest + reach for reach in (-above, below))
    for top, bottom, left in zip(first.tolist(), last.tolist(), (cells * cell_px).tolist(), strict=True):
        page[max(0, top) : bottom, left : left + cell_px] = 255


def _known_lines(sheet: SheetFound, first: tuple[int, int], shape: tuple[int, int]) -> tuple[Known, Known]:
    """Where crossings show lines across and down, on a page of so many cells whose first lines are given."""
    rows, cols = shape
    known = np.zeros((rows + 1, cols), bool), np.zeros((cols + 1, rows), bool)
    for row, col in sheet.lattice.lines[0]:
        known[0][row - first[0], col - first[1]] = True
    for row, col in sheet.lattice.lines[1]:
        known[1][col - first[1], row - first[0]] = True
    return known


def _flags(contrast: NDArray[np.float64], painted: NDArray[np.bool_], known: Known, usual: float) -> Flags:
    """Where lines across are seen; beside paint nothing is known."""
    hidden = np.zeros(contrast.shape, bool)
    hidden[:-1] |= painted
    hidden[1:] |= painted
    seen = _closed(known | (contrast > SEEN * usual), hidden)
    missing = (contrast < MISSING * usual) & ~hidden & ~seen
    return np.asarray(seen.astype(np.int8) - missing.astype(np.int8), np.int8)


def _closed(seen: NDArray[np.bool_], may_be: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Each row with its short gaps filled, as far as a line may be hidden there."""
    closed = seen.copy()
    for line, hidden in zip(closed, may_be, strict=True):
        at = np.flatnonzero(line)
        for before, after in pairwise(at.tolist()):
            if after - before <= MAX_HIDDEN + 1 and hidden[before + 1 : after].all():
                line[before:after] = True
    return closed


def _ruled(seen: Flags, known: tuple[int, int]) -> tuple[int, int]:
    """The first and last line that is ruled, from the known ones on, as far as lines follow each other."""
    is_ruled = (seen > 0).mean(axis=1) > MIN_RULED
    first, last = known
    while first > 0 and is_ruled[first - 1]:
        first -= 1
    while last < len(is_ruled) - 1 and is_ruled[last + 1]:
        last += 1
    return first, last


def _without_texture(page: RGB, cell_px: int, area: tuple[int, int, int, int]) -> RGB:
    """The page with what is not the sheet's paper, such as the table, in white.

    Paper is smooth between what is printed on it; it is followed from the sheet on.
    """
    from scipy import ndimage

    rows, cols = page.shape[0] // cell_px, page.shape[1] // cell_px
    cells = (
        page.min(axis=2).reshape(rows, cell_px, cols, cell_px).transpose(0, 2, 1, 3).reshape(rows, cols, -1)
    )
    middle, light = np.quantile(cells, (0.5, BACKGROUND), axis=2)
    top, bottom, left, right = area
    sheet = np.zeros((rows, cols), bool)
    sheet[top:bottom, left:right] = True
    smooth = ndimage.binary_closing(np.pad(light - middle < ROUGH, 1), np.ones((3, 3)))[1:-1, 1:-1]
    paper = ndimage.binary_propagation(sheet, mask=smooth | sheet)
    page = page.copy()
    page[~np.kron(paper, np.ones((cell_px, cell_px), bool))] = 255
    return page


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
    top, bottom, left, right = page.area
    from_rows, row_gaps = _stretched(len(page.seen[0]) - 1, page.cell_px, (top, bottom))
    from_cols, col_gaps = _stretched(len(page.seen[1]) - 1, page.cell_px, (left, right))
    image = _sampled(_sampled(page.image, from_rows).transpose(1, 0, 2), from_cols).transpose(1, 0, 2).copy()
    ruled = page.seen[0][top : bottom + 1, left:right], page.seen[1][left : right + 1, top:bottom]
    for drawn in (_cut_out, _rule):
        drawn(image, row_gaps, ruled[0], col_gaps)
        drawn(image.transpose(1, 0, 2), col_gaps, ruled[1], row_gaps)
    mesh = [_mesh(source) for source in (from_rows, from_cols)]
    on_page = np.stack(np.meshgrid(mesh[0][1], mesh[1][1], indexing="ij"), axis=-1)
    places = sheet.fit.places(page.in_lines(on_page.reshape(-1, 2))).reshape(on_page.shape)
    pitch = page.cell_px + WIDER_PX
    rows_px, cols_px = (pitch * np.arange(len(seen), dtype=np.float64) for seen in page.seen)
    return FlatPage(
        image,
        Warp(mesh[0][0], mesh[1][0], places),
        rows_px,
        cols_px,
        page.seen,
        page.area,
        page.plain,
        page.quarter_turns,
        sheet,
    )


def _sampled(page: RGB, source: NDArray[np.float64]) -> RGB:
    """The rows at these places, between two rows a mixture of them; whole rows stay as they are."""
    at = np.clip(source - 0.5, 0, len(page) - 1)
    before = np.minimum(at.astype(np.intp), len(page) - 2)
    share = (at - before).astype(np.float32)
    rows = page[before].copy()
    mixed = np.flatnonzero((share > 0.01) & (share < 0.99))
    rows[share >= 0.99] = page[before[share >= 0.99] + 1]
    part = share[mixed][:, None, None]
    rows[mixed] = np.rint(page[before[mixed]] * (1 - part) + page[before[mixed] + 1] * part)
    return rows


def _mesh(source: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Edges of the new page wherever the step between pixels changes, and where they lie on the plain one."""
    steps = np.diff(source)
    changes = np.flatnonzero(np.abs(np.diff(steps)) > 1e-6) + 1
    at = np.unique(np.concatenate([[0], changes, np.arange(0, len(source), 16), [len(source) - 1]]))
    edges = np.append(at, len(source)).astype(np.float64)
    return edges, np.append(source[at] - 0.5, source[-1] + 0.5)


def _stretched(
    cells: int, cell_px: int, ruled: tuple[int, int]
) -> tuple[NDArray[np.float64], list[tuple[int, int]]]:
    """Which place of the plain page each row of the new one shows, and the gaps (from, to) of ruled lines.

    The lines of the new page are all at one distance. What is printed between two ruled lines is not scaled,
    only moved; the rest of the page is stretched.
    """
    pitch, half, (first, last) = cell_px + WIDER_PX, round(HALF_LINE * cell_px), ruled
    gap = (WIDER_PX + 2 * half) // 2
    edges = [(0, 0)] if first else []
    gaps = []
    for line in range(first, last + 1):
        start, stop = line * pitch - gap, line * pitch + WIDER_PX + 2 * half - gap
        gaps.append((max(0, start), stop))
        edges += [(max(0, start), max(0, line * cell_px - half)), (stop, line * cell_px + half)]
    edges += [(pitch * cells, cell_px * cells)]
    on_new, on_plain = np.array(edges, np.float64).T
    return np.interp(np.arange(on_new[-1]) + 0.5, on_new, on_plain), gaps


def _cut_out(image: RGB, gaps: list[tuple[int, int]], seen: Flags, others: list[tuple[int, int]]) -> None:
    """Remove the lines across that are seen, from gap to gap of the lines down."""
    for (top, bottom), shown in zip(gaps, seen, strict=True):
        for cell in np.flatnonzero(shown > 0).tolist():
            image[top:bottom, others[cell][0] : others[cell + 1][1]] = 255


def _rule(image: RGB, gaps: list[tuple[int, int]], seen: Flags, others: list[tuple[int, int]]) -> None:
    """Draw thin lines instead."""
    for (top, bottom), shown in zip(gaps, seen, strict=True):
        line = (top + bottom - LINE_PX) // 2
        for cell in np.flatnonzero(shown > 0).tolist():
            ends = slice(sum(others[cell]) // 2 - 1, sum(others[cell + 1]) // 2 + 1)
            image[line : line + LINE_PX, ends] = LINE_TONE
