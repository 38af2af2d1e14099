"""Draw the board: stripes, dashed lines, frames, and the hints with their discs."""

import numpy as np

from drawn.canvas import Area, Pixels, cover_box, fill_box, stamp
from drawn.fills import Painting, paint_cells
from drawn.glyphs import OVERSAMPLE, GlyphStyle, number_stamp
from drawn.icons import shaded
from drawn.spec import BLOCK, Layout
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import Colour

DISC_SOFTNESS = 1.6  # pixels on a 75 px pitch over which a disc fades into its rim
ONE_LEANS_LEFT = 0.05  # of the pitch: a final 1 has a wide right side in the game's font


def draw_board(pixels: Pixels, layout: Layout, painting: Painting | None = None) -> None:
    # The paint is drawn after the step of its own layer.
    steps = {"above": _stripes, "between": _dashes, "below": _frames}
    for lines, step in steps.items():
        step(pixels, layout)
        if painting is not None and painting.style.lines == lines:
            paint_cells(pixels, layout, painting)


def draw_hints(pixels: Pixels, layout: Layout, puzzle: HungryCat) -> None:
    """Draw all hints, line by line; its discs first, then its digits."""
    style, radius = _glyph_style(layout), layout.spec.look.disc_size * layout.pitch / 2
    for line, spots in zip((*puzzle.rows, *puzzle.cols), layout.hint_middles(), strict=True):
        for hint, spot in zip(line, spots, strict=True):
            if hint.contiguous:
                disc(pixels, layout, *spot, radius)
        for hint, colour, spot in zip(line, layout.spec.colours, spots, strict=True):
            if hint.count:
                _number(pixels, layout, style, hint, colour, spot)


def _glyph_style(layout: Layout) -> GlyphStyle:
    """The digit style of a look, with its fractions converted to pixels."""
    look, pitch = layout.spec.look, layout.pitch
    return GlyphStyle(
        face=layout.spec.font,
        height_px=look.digit_height * pitch,
        squeeze=look.squeeze,
        gap_px=look.digit_gap * pitch,
        outline_px=look.outline_width * pitch,
        shadow_px=look.shadow_offset * pitch,
        blur_px=look.shadow_blur * pitch,
        widest_px=0.84 * min(look.slot_pitch, look.disc_size) * pitch,
    )


def disc(pixels: Pixels, layout: Layout, y: float, x: float, radius: float) -> None:
    """Draw the translucent disc with a lighter rim with which the game circles a hint."""
    look, ink = layout.spec.look, layout.spec.theme.ink
    soft = max(0.7, DISC_SOFTNESS * layout.pitch / 75)
    top, left = int(np.floor(y - radius - 2)), int(np.floor(x - radius - 2))
    size = int(np.ceil(2 * radius + 5))
    rows, cols = np.mgrid[:size, :size] + 0.5
    away = np.hypot(rows + top - y, cols + left - x)
    inside = np.clip((radius - 1.2 * soft - away) / soft + 0.5, 0, 1)
    rim = np.clip(radius - away + 0.5, 0, 1) - inside
    stamp(pixels, inside.astype(np.float32), top, left, ink, look.disc_alpha)
    stamp(pixels, rim.astype(np.float32), top, left, opposite(ink), look.rim_alpha)


def opposite(ink: Colour) -> Colour:
    return tuple(255 - level for level in ink)


def _number(
    pixels: Pixels,
    layout: Layout,
    style: GlyphStyle,
    hint: CountHint,
    colour: Colour,
    spot: tuple[float, float],
) -> None:
    look, text = layout.spec.look, str(hint.count)
    y, x = spot
    if text.endswith("1"):
        x -= ONE_LEANS_LEFT * layout.pitch
    row, fine_row = divmod(round(y * OVERSAMPLE), OVERSAMPLE)
    col, fine_col = divmod(round(x * OVERSAMPLE), OVERSAMPLE)
    number = number_stamp(text, style, fine_row, fine_col)
    top, left = row - number.anchor_row, col - number.anchor_col
    stamp(pixels, number.shadow, top, left, (0, 0, 0), look.shadow_alpha)
    stamp(pixels, number.face, top, left, colour)
    stamp(pixels, number.outline, top, left, shaded(colour, look.outline_light))


def _stripes(pixels: Pixels, layout: Layout) -> None:
    theme, pitch, alpha = layout.spec.theme, layout.pitch, layout.spec.look.stripe_alpha
    outer_top, outer_left = layout.top - layout.depth, layout.left - layout.depth
    for row in range(0, layout.rows, 2):
        top = layout.top + row * pitch
        fill_box(pixels, top, outer_left, top + pitch, layout.left, theme.ink, alpha)
    for col in range(0, layout.cols, 2):
        left = layout.left + col * pitch
        fill_box(pixels, outer_top, left, layout.top, left + pitch, theme.ink, alpha)


def _dashes(pixels: Pixels, layout: Layout) -> None:
    """Dashed lines between cells, except where a thick line stands; a crossing fills the gaps."""
    look, pitch = layout.spec.look, layout.pitch
    cover = np.zeros(pixels.shape[:2], np.float32)
    half, period = look.line_width * pitch / 2, pitch / look.dashes
    first, length = (1 - look.dash_duty) / 2 * period, look.dash_duty * period
    for y in (layout.top + line * pitch for line in range(1, layout.rows) if line % BLOCK):
        for dash in range(layout.cols * look.dashes):
            start = layout.left + dash * period + first
            cover_box(cover, y - half, start, y + half, start + length)
    for x in (layout.left + line * pitch for line in range(1, layout.cols) if line % BLOCK):
        for dash in range(layout.rows * look.dashes):
            start = layout.top + dash * period + first
            cover_box(cover, start, x - half, start + length, x + half)
    # Both directions are drawn into one stencil: where dashes cross, those of the game are no darker.
    stamp(pixels, cover, 0, 0, layout.spec.theme.ink, look.line_alpha)


def _frame(pixels: Pixels, layout: Layout, area: Area, ys: list[float], xs: list[float]) -> None:
    """Solid lines at `ys` and `xs`, cut off at the area's border: half a line there, a whole one inside."""
    top, left, bottom, right = area
    width = layout.spec.look.frame_width * layout.pitch
    cover = np.zeros(pixels.shape[:2], np.float32)
    for y in ys:
        cover_box(cover, max(y - width, top), left, min(y + width, bottom), right)
    for x in xs:
        cover_box(cover, top, max(x - width, left), bottom, min(x + width, right))
    stamp(pixels, cover, 0, 0, layout.spec.theme.ink, layout.spec.look.frame_alpha)


def _frames(pixels: Pixels, layout: Layout) -> None:
    """A frame round each hint area and the board, and round each block of five lines in them."""
    ys = [layout.top + line * layout.pitch for line in (*range(0, layout.rows, BLOCK), layout.rows)]
    xs = [layout.left + line * layout.pitch for line in (*range(0, layout.cols, BLOCK), layout.cols)]
    over, depth = layout.spec.look.overlap_px, layout.depth
    beside = layout.top - over, layout.left - depth, layout.bottom, layout.left + over
    above = layout.top - depth, layout.left - over, layout.top + over, layout.right
    board = layout.top, layout.left, layout.bottom, layout.right
    _frame(pixels, layout, beside, ys, [beside[1], beside[3]])
    _frame(pixels, layout, above, [above[0], above[2]], xs)
    _frame(pixels, layout, board, ys, xs)
