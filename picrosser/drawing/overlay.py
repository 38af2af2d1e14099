"""Draws a solution over the screenshot that it was read from.

Each cell is painted between its lines, so the grid of the app stays visible; on tiles with gaps between
them, paint has their shape. Paint that looks like blank cells or like the page around the board has an
outline in a shade of its own colour, undecided cells are striped like a barrier, and colours that look
nearly the same have symbols. What the player has painted rightly is left as it is, and what is new has a
thin frame inside. Blank cells are left as they are, except those that the player has painted: they get the
blank colour and a cross. `paint_over` does the geometry for every drawing on a screenshot, including tilted
boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops

from picrosser.drawing.paint_places import PaintPlaces, paint_places
from picrosser.drawing.puzzle_parts import ink_on
from picrosser.drawing.symbols import Symbol, blended, palette_symbols
from picrosser.errors import expect
from picrosser.imaging.page_tones import NEAR_TONES, blends_in, tones_around, tones_at
from picrosser.imaging.perspective import Homography, Warp, as_homography, laid_on, project, resample
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture
from picrosser.puzzles.progress import MIN_CONFIDENCE, Progress

_OUTLINE = 0.04  # of the pitch
_OUTLINE_SHARE = 0.45  # of black or white in an outline; the rest is the colour of its paint
_PAINTED_AROUND = 0.5  # of the pitch: drawings may reach this far beyond the board
_HATCH_PERIOD = 0.3  # of the pitch: one dark and one amber stripe; about three of each cross a cell
_DARK_STRIPE: Colour = (36, 36, 36)
_AMBER_STRIPE: Colour = (255, 184, 0)
_PLACES = 9  # along each side of a board, whose places in the picture are computed

Paint = Callable[[Image.Image], None]
"""Paints on an RGB image, at the places that the lattice gives."""


def expect_board(screenshot: RGB, lattice: Lattice) -> None:
    """Raise a TypeError unless these are an array and a Lattice."""
    expect(screenshot, np.ndarray, "an array as load_image returns it")
    expect(lattice, Lattice, "a Lattice")


def overlay(
    screenshot: RGB,
    lattice: Lattice,
    picture: Picture,
    *,
    progress: Progress | None = None,
    symbols: bool = False,
) -> Image.Image:
    """Draw a picture over the board in a screenshot.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8; the image that is returned, RGB, has its size.
    lattice : where the cells lie in it; the board may be tilted.
    picture : as many cells as the lattice, else ValueError; EMPTY cells are left alone, UNKNOWN ones striped.
    progress : what the board shows; cells that are painted rightly are left as they are, all others get a
        frame, and those that are painted though they have to be blank a cross. None to draw all cells alike.
    symbols : draw a symbol into each painted cell; else only for new ones whose colour looks nearly like
        another one.

    Examples
    --------
    >>> solved = picrosser.solve_screenshot("shot.png")
    >>> picrosser.overlay(solved.image, solved.lattice, solved.solution).save("overlay.png")
    """
    expect_board(screenshot, lattice)
    expect(picture, Picture, "a Picture")
    shapes = {picture.shape, lattice.shape} | (set() if progress is None else {progress.cells.shape})
    if len(shapes) > 1:
        raise ValueError(f"the picture has {picture.shape} cells, the lattice {lattice.shape}")
    right = wrong = np.zeros(lattice.shape, np.bool_)
    if progress is not None:
        painted = (progress.cells > EMPTY) & (progress.confidence >= MIN_CONFIDENCE)
        right, wrong = (
            (painted & (progress.cells == picture.cells)),
            painted & (progress.cells != picture.cells),
        )
    signs = palette_symbols(picture.palette, every=symbols)
    outlines = [
        outline if sign is None else None
        for outline, sign in zip(_outlines(screenshot, lattice, picture), signs, strict=True)
    ]
    left_alone, places = right & (not symbols), paint_places(screenshot, lattice)
    painter = _Painter(picture, left_alone, right, wrong, outlines, signs, lattice, places)
    return paint_over(screenshot, lattice, painter.paint)


class _Painter(NamedTuple):
    """Paints the cells of a picture.

    left_alone, right, wrong : (rows, columns), cells that are not painted at all, and those that the player
        has painted in the solution's colour or in another one.
    outlines, symbols : of each colour of the palette.
    """

    picture: Picture
    left_alone: NDArray[np.bool_]
    right: NDArray[np.bool_]
    wrong: NDArray[np.bool_]
    outlines: Sequence[Colour | None]
    symbols: tuple[Symbol | None, ...]
    lattice: Lattice
    places: PaintPlaces

    def paint(self, image: Image.Image) -> None:
        """Paint all cells."""
        line_px = max(1, round(_OUTLINE * self.lattice.pitch_px))
        cells, is_begun = self.picture.cells, bool(self.right.any())
        hatching, shape, inner_shape = _hatching(self.lattice), self._shape(), self._shape(line_px)
        for row, col in np.argwhere(((cells != EMPTY) | self.wrong) & ~self.left_alone).tolist():
            value, within, box = int(cells[row, col]), shape, self._box(row, col)
            if value == UNKNOWN:
                stripes = hatching.crop((0, 0, box.width, box.height))
                image.paste(stripes, (box.left, box.top), within)
                continue
            outline = self.outlines[value]
            if outline is not None:
                fill_box(image, box, outline, within)
                box, within = _shrunk(box, line_px), inner_shape
            fill_box(image, box, self.picture.palette[value], within)
            is_new = is_begun and value != EMPTY and not self.right[row, col]
            if is_new or value == EMPTY or self.symbols[value] is not None:
                self._details(image, box, within, value, is_new=is_new)

    def _box(self, row: int, col: int) -> Box:
        """Where a cell is painted: of one in a wrong colour all of it, so that nothing of that is left."""
        is_whole = self.wrong[row, col] and self.places.coverage is None
        return self.lattice.cell(row, col) if is_whole else self.places.box(row, col)

    def _shape(self, line_px: int = 0) -> Image.Image | None:
        """The shape of the paint within its box, or within a line along its edge; None for the whole box."""
        if self.places.coverage is None:
            return None
        shape = Image.fromarray(self.places.coverage)
        return shape.resize((shape.width - 2 * line_px, shape.height - 2 * line_px)) if line_px else shape

    def _details(
        self, image: Image.Image, box: Box, shape: Image.Image | None, value: int, *, is_new: bool
    ) -> None:
        """Draw what makes a cell more than an area of one colour: a symbol, a frame, a cross."""
        from picrosser.drawing import cell_tiles  # imports ImageDraw, which most screenshots do not need

        if min(box.width, box.height) >= cell_tiles.MIN_TILE_PX:
            colour, symbol = self.picture.palette[value], self.symbols[value]
            tile = cell_tiles.cell_tile(
                box.width, box.height, colour, symbol=symbol, is_framed=is_new, is_blank=value == EMPTY
            )
            image.paste(tile, (box.left, box.top), shape)


def fill_box(image: Image.Image, box: Box, colour: Colour, shape: Image.Image | None = None) -> None:
    """Fill a box of an image, or what a shape of its size, of mode L, has of it, with a colour."""
    image.paste(colour, (box.left, box.top, box.right, box.bottom), shape)


def _shrunk(box: Box, by_px: int) -> Box:
    """Return the box without a border; tiny cells keep at least one pixel."""
    down, across = min(by_px, (box.height - 1) // 2), min(by_px, (box.width - 1) // 2)
    return Box(box.top + down, box.left + across, box.bottom - down, box.right - across)


def _outlines(screenshot: RGB, lattice: Lattice, picture: Picture) -> tuple[Colour | None, ...]:
    """Return an outline for each colour, None where paint differs from blank cells and from the page."""
    blank, page = [np.array(picture.palette[EMPTY], np.float64)], tones_around(screenshot, lattice)
    cells = np.argwhere(picture.cells == EMPTY).tolist()
    # Blank cells of the screenshot have another tone where the palette was not taken from the board.
    seen = tones_at(screenshot, lattice, np.array([lattice.cell(*c).middle for c in cells]).reshape(-1, 2))
    blank += [np.median(seen, axis=0)] if len(seen) else []

    def needs_one(colour: Colour) -> bool:
        near = np.linalg.norm(np.array(blank) - colour, axis=1) < NEAR_TONES
        return bool(near.any()) or blends_in(colour, page)

    paints = picture.palette[1:]
    return (
        None,
        *(blended(tone, ink_on(tone), _OUTLINE_SHARE) if needs_one(tone) else None for tone in paints),
    )


def _hatching(lattice: Lattice) -> Image.Image:
    """Dark and amber diagonal stripes, at least as large as any cell: no puzzle's colour looks like them."""
    side = max(int(np.diff(edges).max()) for edges in (lattice.row_edges_px, lattice.col_edges_px))
    period = max(4, round(_HATCH_PERIOD * lattice.pitch_px))
    along = np.add.outer(np.arange(side), np.arange(side)) % period
    return Image.fromarray(np.array((_DARK_STRIPE, _AMBER_STRIPE), np.uint8)[(along >= period // 2) * 1])


def paint_over(screenshot: RGB, lattice: Lattice, paint: Paint) -> Image.Image:
    """Paint over the board in a screenshot, even if it is tilted.

    `paint` only knows upright cells. For a tilted board it paints on a transparent layer, which is then
    projected onto the board with smooth edges; the screenshot's own pixels stay as they are around it.

    screenshot, lattice : as of `overlay`, as is the result.
    paint : may paint up to half a cell beyond the board, and may be called several times.
    """
    # Pillow's paste fills boxes five times as fast as numpy slices, since it stores a pixel in one word.
    image = Image.fromarray(np.ascontiguousarray(screenshot))
    if lattice.to_picture is None:
        paint(image)
    else:
        _lay_over(image, lattice, lattice.to_picture, paint)
    return image


def _lay_over(image: Image.Image, lattice: Lattice, to_picture: Homography | Warp, paint: Paint) -> None:
    """Paint on an upright layer and project it onto an image in which the board is tilted."""
    board, around = lattice.board, _PAINTED_AROUND * lattice.pitch_px
    layer = _painted_layer((round(board.bottom + around), round(board.right + around)), paint)
    # Of bent paper the corners are not the outermost places.
    rows = np.linspace(board.top - around, board.bottom + around, _PLACES)
    cols = np.linspace(board.left - around, board.right + around, _PLACES)
    corners = project(to_picture, np.stack(np.meshgrid(rows, cols), axis=-1).reshape(-1, 2))
    first = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    last = np.minimum(np.ceil(corners.max(axis=0)), image.size[::-1]).astype(int)
    size_px = int(last[0] - first[0]), int(last[1] - first[1])
    if isinstance(to_picture, Warp):
        laid = laid_on(layer, to_picture, size_px, (int(first[0]), int(first[1])))
    else:
        moved = np.array([(1, 0, first[0]), (0, 1, first[1]), (0, 0, 1)], np.float64)
        back = as_homography(np.asarray(np.linalg.inv(np.array(to_picture)) @ moved, np.float64))
        laid = resample(layer, back, size_px)
    image.paste(laid, (int(first[1]), int(first[0])), laid)


def _painted_layer(size_px: tuple[int, int], paint: Paint) -> Image.Image:
    """Return what is painted as RGBA: on black and on white; where these differ, it is transparent."""
    on_black, on_white = (Image.new("RGB", size_px[::-1], tone) for tone in ("black", "white"))
    for canvas in (on_black, on_white):
        paint(canvas)
    red, green, blue = ImageChops.difference(on_white, on_black).split()
    alpha = ImageChops.invert(ImageChops.lighter(ImageChops.lighter(red, green), blue))
    return Image.merge("RGBa", (*on_black.split(), alpha)).convert("RGBA")
