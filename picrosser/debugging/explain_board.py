"""GridFound and SlotsFound over the screenshot: where the board and the hint areas were seen."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.marks import (
    BOX,
    COLUMN,
    FAINT,
    PAPER,
    ROW,
    SMALL_PX,
    TEXT,
    Note,
    backdrop,
    beside,
    blank,
    font,
    headed,
    judged,
    text_width,
    write,
)
from picrosser.debugging.sheets import Tile, contact_sheet
from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.picture import Colour
from picrosser.reading.hungry_cat.slots import HintArea, SlotsFound
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.grid import GridFound

_EDGE_PX = 108  # room around the screenshot for ticks and labels
_SHOT_PX = (1000, 1400)  # the largest screenshot, width and height
_TICK_PX = 16
_BAR_PX = 60  # a heap of height 1
_CORNER, _CORNER_PX = 0.6, 260  # of the pitch, to each side; and enlarged


def grid_picture(image: RGB, grid: GridFound) -> Image.Image:
    """The lattice over the screenshot; each line with the share of its cells in which it was seen."""
    sheet, scale = _framed(image)
    draw = ImageDraw.Draw(sheet)
    board = _scaled(grid.lattice.board, scale)
    for y, share in zip(grid.lattice.row_edges_px, grid.row_shares, strict=True):
        at = _EDGE_PX + y * scale
        draw.line((board[0] - 8, at, board[2] + 8, at), fill=judged(share))
    for x, share in zip(grid.lattice.col_edges_px, grid.col_shares, strict=True):
        at = _EDGE_PX + x * scale
        draw.line((at, board[1] - 8, at, board[3] + 8), fill=judged(share))
    _ticks(draw, grid.combs, scale, sheet.size)
    _share_labels(draw, grid, scale, sheet.size)
    rows, cols = grid.lattice.shape
    notes = [
        Note(f"confidence {grid.confidence:.2f} (the worst line's share)", judged(grid.confidence)),
        Note(f"pitch {grid.pitch_px:.1f} px"),
        Note("at the right and the bottom: % of its cells in which a line was seen"),
        *_judgement(),
        *(_comb_note(name, comb, colour) for name, comb, colour in _named(grid.combs)),
    ]
    return headed(beside([sheet, _corners(image, grid)], 0), f"Grid: {cols} columns x {rows} rows", notes)


def _corners(image: RGB, grid: GridFound) -> Image.Image:
    """The board's corners enlarged, where a lattice that is off by a pixel or two can be seen."""
    rows, cols = grid.lattice.row_edges_px, grid.lattice.col_edges_px
    half = max(4, round(_CORNER * grid.pitch_px))
    scale = _CORNER_PX / (2 * half + 1)
    screenshot = Image.fromarray(np.ascontiguousarray(image))
    tiles: list[Tile] = []
    for row, side in ((0, "top"), (-1, "bottom")):
        for col, end in ((0, "left"), (-1, "right")):
            y, x = rows[row], cols[col]
            crop = blank(2 * half + 1, 2 * half + 1)
            crop.paste(screenshot, (half - x, half - y))
            picture = crop.resize((_CORNER_PX, _CORNER_PX), Image.Resampling.NEAREST)
            draw, middle = ImageDraw.Draw(picture), half * scale  # an edge lies before its pixel
            draw.line((0, middle, _CORNER_PX, middle), fill=judged(grid.row_shares[row]))
            draw.line((middle, 0, middle, _CORNER_PX), fill=judged(grid.col_shares[col]))
            tiles.append(Tile(picture, f"{side} {end} corner, {scale:.1f} x"))
    return contact_sheet(tiles, width_px=_CORNER_PX + 10)


def _judgement() -> list[Note]:
    return [
        Note("seen in 60 % and more", swatch=judged(1)),
        Note("30 %", swatch=judged(0.4)),
        Note("less", swatch=judged(0)),
    ]


def _named(combs: tuple[Comb, Comb]) -> list[tuple[str, Comb, Colour]]:
    return [("rows'", combs[0], ROW), ("columns'", combs[1], COLUMN)]


def _comb_note(name: str, comb: Comb, colour: Colour) -> Note:
    size = f"{comb.teeth} teeth, {comb.pitch_px:.1f} px apart"
    return Note(f"rough comb of the {name} lines: {size}, score {comb.score:.1f}", swatch=colour)


def _ticks(draw: ImageDraw.ImageDraw, combs: tuple[Comb, Comb], scale: float, size: tuple[int, int]) -> None:
    """The rough combs' teeth, left of the screenshot and above it."""
    far = _EDGE_PX - 6
    for y in _teeth(combs[0], scale):
        if 0 <= y < size[1]:
            draw.line((far - _TICK_PX, y, far, y), fill=ROW, width=2)
    for x in _teeth(combs[1], scale):
        if 0 <= x < size[0]:
            draw.line((x, far - _TICK_PX, x, far), fill=COLUMN, width=2)


def _teeth(comb: Comb, scale: float) -> list[float]:
    """The places of a comb's teeth on the sheet."""
    return [_EDGE_PX + scale * (comb.start_px + comb.pitch_px * tooth) for tooth in range(comb.teeth)]


def _share_labels(draw: ImageDraw.ImageDraw, grid: GridFound, scale: float, size: tuple[int, int]) -> None:
    """Each line's share in percent, right of the rows and under the columns, as far as there is room."""
    rows = [_EDGE_PX + y * scale for y in grid.lattice.row_edges_px]
    for at, share in _spaced(rows, grid.row_shares, SMALL_PX + 2):
        write(draw, (size[0] - _EDGE_PX + 8, at), _percent(share), judged(share), SMALL_PX, "lm")
    cols = [_EDGE_PX + x * scale for x in grid.lattice.col_edges_px]
    for at, share in _spaced(cols, grid.col_shares, text_width("100", SMALL_PX) + 5):
        write(draw, (at, size[1] - _EDGE_PX + 8), _percent(share), judged(share), SMALL_PX, "ma")


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _spaced(places: Sequence[float], shares: Sequence[float], apart: float) -> list[tuple[float, float]]:
    """The labels that have room, the worst first."""
    kept: list[tuple[float, float]] = []
    for place, share in sorted(zip(places, shares, strict=True), key=lambda pair: pair[1]):
        if all(abs(place - other) >= apart for other, _ in kept):
            kept.append((place, share))
    return kept


def slots_picture(image: RGB, slots: SlotsFound) -> Image.Image:
    """Both hint areas with the board between them; each slot's middle line and its heap."""
    left, top, pad = slots.left_box, slots.top_box, round(slots.left.slot_pitch_px)
    part = Box(
        max(0, min(top.top, left.top) - pad),
        max(0, min(left.left, top.left) - pad),
        min(image.shape[0], max(left.bottom, top.bottom) + pad),
        min(image.shape[1], max(left.right, top.right) + pad),
    )
    sheet, scale = _framed(image[part.slices])
    draw = ImageDraw.Draw(sheet)
    for box, area, colour in ((left, slots.left, ROW), (top, slots.top, COLUMN)):
        moved = Box(box.top - part.top, box.left - part.left, box.bottom - part.top, box.right - part.left)
        draw.rectangle(_scaled(moved, scale), outline=colour, width=3)
        begin = part.left if area is slots.left else part.top
        at = partial(_on_sheet, begin=begin, scale=scale)
        _slots_and_heaps(draw, area, at, _scaled(moved, scale), upright=area is slots.left)
    notes = [
        Note("middle of a slot", swatch=BOX),
        Note("height of a slot's heap of digits, 0 to 100 %", swatch=TEXT),
        _area_note("left (rows)", slots.left, ROW),
        _area_note("top (columns)", slots.top, COLUMN),
    ]
    return headed(sheet, f"Slots: {slots.colours} colours", notes)


def _area_note(name: str, area: HintArea, colour: Colour) -> Note:
    return Note(
        f"{name}: from {area.start_px} to {area.end_px} px, slots {area.slot_pitch_px:.1f} px apart, "
        f"hints {area.line_shift_px:+.1f} px off the lines' middle, "
        f"stripes differ by {area.stripe_levels:.1f} levels",
        swatch=colour,
    )


def _slots_and_heaps(
    draw: ImageDraw.ImageDraw,
    area: HintArea,
    at: Callable[[float], float],
    box: tuple[float, float, float, float],
    upright: bool,
) -> None:
    """Slots' middles through the area; heaps as bars and numbers beyond the area's last line.

    at : the place on the sheet of one on the axis of the slots.
    """
    left, top, right, bottom = box
    for number, centre in enumerate(area.slot_centres_px, 1):
        place = at(centre)
        draw.line((place, top, place, bottom) if upright else (left, place, right, place), fill=BOX)
        if upright:
            _plate(draw, (place, bottom + _BAR_PX + 12), str(number), "ma")
        else:
            _plate(draw, (left - 8, place), str(number), "rm")
    places = [at(centre) for centre in area.heap_centres_px]
    apart = min((b - a for a, b in itertools.pairwise(places)), default=_BAR_PX)
    half, room = max(1.5, 0.15 * apart), apart > text_width("100", SMALL_PX) + 8
    for place, heap in zip(places, area.heaps, strict=True):
        for length, colour in ((1.0, FAINT), (min(1.0, heap), TEXT)):
            near, far = place - half, place + half
            if upright:  # the left area: slots run down, and so do the bars
                draw.rectangle((near, bottom + 6, far, bottom + 6 + length * _BAR_PX), fill=colour)
            else:
                draw.rectangle((right + 6, near, right + 6 + length * _BAR_PX, far), fill=colour)
        if room:
            beyond = (place, bottom + _BAR_PX + 30) if upright else (right + _BAR_PX + 12, place)
            _plate(draw, beyond, _percent(heap), "ma" if upright else "lm")


def _plate(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, anchor: str) -> None:
    """A label on a plate of paper, legible on any ground."""
    box = draw.textbbox(at, text, font=font(SMALL_PX), anchor=anchor)
    draw.rectangle((box[0] - 3, box[1] - 2, box[2] + 3, box[3] + 2), fill=PAPER)
    write(draw, at, text, TEXT, SMALL_PX, anchor)


def _on_sheet(place_px: float, *, begin: int, scale: float) -> float:
    """Where a place of the screenshot stands on a sheet that shows it from `begin` on."""
    return _EDGE_PX + scale * (place_px - begin)


def _framed(image: RGB) -> tuple[Image.Image, float]:
    """The pale screenshot with room for labels around it."""
    shot, scale = backdrop(image, *_SHOT_PX)
    sheet = blank(shot.width + 2 * _EDGE_PX, shot.height + 2 * _EDGE_PX)
    sheet.paste(shot, (_EDGE_PX, _EDGE_PX))
    return sheet, scale


def _scaled(box: Box, scale: float) -> tuple[float, float, float, float]:
    """A box of the screenshot on the sheet, in Pillow's order."""
    left, top, right, bottom = (_EDGE_PX + v * scale for v in (box.left, box.top, box.right, box.bottom))
    return left, top, right, bottom
