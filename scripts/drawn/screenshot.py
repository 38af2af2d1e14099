"""Draw one screenshot: page, bars, board, corner, hints."""

from dataclasses import dataclass

from PIL import Image

from drawn.board import disc, draw_board, draw_hints, opposite
from drawn.canvas import Pixels, fill_box, new_canvas, paste, stamp, to_image
from drawn.fills import Painting
from drawn.glyphs import text_ink
from drawn.icons import BUTTONS, brush, eraser, marker_cover, mascot, nav_symbol, shaded
from drawn.pictures import hints_of
from drawn.spec import BRUSH_BAR, STATUS, TOOL_BAR, Layout, ScreenshotSpec, place
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.picture import Picture


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds images
class DrawnScreenshot:
    """A screenshot with its truth.

    image : RGB.
    puzzle : the hints that were drawn, circles included.
    picture : a solution; the only one if the spec requires it.
    lattice : the true edges of the cells.
    board_with_hints : the board and both hint areas, for crops.
    """

    image: Image.Image
    puzzle: HungryCat
    picture: Picture
    lattice: Lattice
    board_with_hints: Box


def draw(spec: ScreenshotSpec, painting: Painting | None = None) -> DrawnScreenshot:
    """Draw a screenshot; equal arguments give equal pixels.

    painting : what the player has painted and marked so far; None leaves the board untouched.
    """
    layout = place(spec)
    puzzle = hints_of(spec.picture)
    pixels = new_canvas(spec.phone.width, spec.phone.height, spec.theme.page)
    _top(pixels, layout)
    _buttons(pixels, layout)
    _brushes(pixels, layout)
    _navigation(pixels, layout)
    draw_board(pixels, layout, painting)
    _corner(pixels, layout)
    draw_hints(pixels, layout, puzzle)
    return DrawnScreenshot(
        to_image(pixels), puzzle, spec.picture, layout.lattice(), layout.board_with_hints()
    )


MARKER_SIZE = 0.43  # of the pitch
MARKER_RIM = 0.04


def _corner(pixels: Pixels, layout: Layout) -> None:
    """Draw the slot markers, and the mascot over some of them."""
    depth, pitch = layout.depth, layout.pitch
    top, left = layout.top - depth, layout.left - depth
    near = 0.28 * pitch
    for slot in range(len(layout.spec.colours)):
        _marker(pixels, layout, slot, top + layout.slot(slot), layout.left - near)
        # The last markers of both directions would stand on the same spot.
        if slot < len(layout.spec.colours) - 1:
            _marker(pixels, layout, slot, layout.top - near, left + layout.slot(slot))
    size = round(min(depth - 0.25 * pitch + 0.4 * pitch, depth * 1.12))
    tile = mascot(layout.spec.mascot, size)
    paste(pixels, tile, round(layout.top - 0.16 * pitch - size), round(layout.left - 0.38 * pitch - size))


def _marker(pixels: Pixels, layout: Layout, slot: int, y: float, x: float) -> None:
    look, ink, pitch = layout.spec.look, layout.spec.theme.ink, layout.pitch
    if slot == 0:
        disc(pixels, layout, y, x, (MARKER_SIZE / 2 + MARKER_RIM) * pitch)
        return
    inner, outer = marker_cover(slot, MARKER_SIZE * pitch, MARKER_RIM * pitch)
    top, left = round(y - inner.shape[0] / 2), round(x - inner.shape[1] / 2)
    stamp(pixels, inner, top, left, ink, look.disc_alpha)
    stamp(pixels, outer - inner, top, left, opposite(ink), look.rim_alpha)


def _top(pixels: Pixels, layout: Layout) -> None:
    unit, width = layout.unit, pixels.shape[1]
    bar = shaded(layout.spec.colours[0], layout.spec.look.bar_light)
    fill_box(pixels, 0, 0, TOOL_BAR * unit, width, bar)
    fill_box(pixels, STATUS * unit, 0, TOOL_BAR * unit, width, (0, 0, 0), 0.1)
    edge = (TOOL_BAR + 8) * unit
    fill_box(pixels, TOOL_BAR * unit, 0, edge, width, (0, 0, 0), 0.2)
    for step in range(round(7 * unit)):  # the bar's shadow fades out
        fill_box(pixels, edge + step, 0, edge + step + 1, width, (0, 0, 0), 0.18 * (1 - step / (7 * unit)))
    writing = (255, 255, 255) if min(bar) < 235 else (40, 40, 40)
    clock = text_ink(layout.spec.clock, layout.spec.font, 56 * unit, layout.spec.look.squeeze)
    stamp(pixels, clock, round(70 * unit), round(25 * unit), writing)
    coins = text_ink("0", layout.spec.font, 48 * unit, layout.spec.look.squeeze)
    stamp(pixels, coins, round(90 * unit), round(348 * unit), writing)


def _buttons(pixels: Pixels, layout: Layout) -> None:
    unit, width = layout.unit, pixels.shape[1]
    size = 136 * unit  # with the room for its shadow
    for at, button in enumerate(reversed(BUTTONS)):
        left = width - (14 + 8 + 120) * unit - at * 130.5 * unit
        paste(pixels, button(round(size)), round(79 * unit), round(left))


def _brushes(pixels: Pixels, layout: Layout) -> None:
    unit, (height, width) = layout.unit, pixels.shape[:2]
    top = height - BRUSH_BAR * unit
    fill_box(pixels, top, 0, height, width, shaded(layout.spec.colours[0], layout.spec.look.bar_light))
    step = width / (len(layout.spec.colours) + 1)
    size = round(min(200 * unit, step * 0.95))
    y = round(top + 106 * unit - size / 2)
    paste(pixels, eraser(size), y + round(4 * unit), round(0.52 * step - size / 2))
    for slot, colour in enumerate(layout.spec.colours):
        x = round((slot + 1.51) * step - size / 2)
        paste(pixels, brush(size, colour, chosen=slot == 0), y, x)


def _navigation(pixels: Pixels, layout: Layout) -> None:
    unit, (height, width) = layout.unit, pixels.shape[:2]
    size = round(66 * unit)
    for kind, at in enumerate((0.258, 0.5, 0.738)):
        tile = nav_symbol(kind, size)
        paste(pixels, tile, round(height - 72 * unit - size / 2), round(at * width - size / 2))
