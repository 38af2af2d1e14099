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

from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image, ImageChops

from picrosser.drawing.paint_places import PaintPlaces, paint_places
from picrosser.drawing.puzzle_parts import ink_on
from picrosser.drawing.symbols import blended, palette_symbols
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
        is_right = progress.cells == picture.cells
        right, wrong = painted & is_right, painted & ~is_right
    signs = palette_symbols(picture.palette, every=symbols)
    outlines = _outlines(screenshot, lattice, picture)
    left_alone, is_begun = right & (not symbols), bool(right.any())
    places, line_px = paint_places(screenshot, lattice), max(1, round(_OUTLINE * lattice.pitch_px))
    hatching, shape, inner_shape = _hatching(lattice), _shape(places), _shape(places, line_px)

    def paint(image: Image.Image) -> None:
        for row, col in np.argwhere(((picture.cells != EMPTY) | wrong) & ~left_alone).tolist():
            value, within, box = int(picture.cells[row, col]), shape, places.box(row, col)
            if wrong[row, col] and places.coverage is None:
                box = lattice.cell(row, col)  # so that nothing is left of the wrong colour
            if value == UNKNOWN:
                stripes = hatching.crop((0, 0, box.width, box.height))
                image.paste(stripes, (box.left, box.top), within)
                continue
            colour, outline, sign = picture.palette[value], outlines[value], signs[value]
            if outline is not None and sign is None:
                fill_box(image, box, outline, within)
                box, within = _shrunk(box, line_px), inner_shape
            fill_box(image, box, colour, within)
            is_new, is_blank = is_begun and value != EMPTY and not right[row, col], value == EMPTY
            if is_new or is_blank or sign is not None:
                _draw_details(image, box, within, colour, symbol=sign, is_framed=is_new, is_blank=is_blank)

    return paint_over(screenshot, lattice, paint)


def _shape(places: PaintPlaces, line_px: int = 0) -> Image.Image | None:
    """The shape of paint within its box, or within a line along its edge; None for the whole box."""
    if places.coverage is None:
        return None
    shape = Image.fromarray(places.coverage)
    return shape.resize((shape.width - 2 * line_px, shape.height - 2 * line_px)) if line_px else shape


def _draw_details(
    image: Image.Image, box: Box, shape: Image.Image | None, colour: Colour, **details: Any
) -> None:
    """Draw what makes a cell more than an area of one colour; `details` as of `cell_tile`."""
    from picrosser.drawing import cell_tiles  # imports ImageDraw, which most screenshots do not need

    if min(box.width, box.height) >= cell_tiles.MIN_TILE_PX:
        tile = cell_tiles.cell_tile(box.width, box.height, colour, **details)
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
    side = max(int(np.diff(edges).max()) for edges in lattice.edges_px)
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
