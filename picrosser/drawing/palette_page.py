"""Draws named colours with their names, sorted by hue and from light to dark: `picrosser draw --palette`."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping

from PIL import Image, ImageDraw, ImageFont

from picrosser.drawing.puzzle_parts import ink_on, web_colour
from picrosser.drawing.terminal import Depth, on_colour
from picrosser.puzzles.colour_names import oklab
from picrosser.puzzles.picture import Colour

_MAX_GREY_SATURATION = 0.12  # below it a colour has no visible hue: "aliceblue" is listed with the greys
_HUES = 12  # groups around the colour circle; red is in the middle of the first
_COLUMNS = 4
_TILE_PX = (210, 30)
_TEXT_PX = 14


def by_hue_and_lightness(colours: Mapping[str, Colour]) -> list[tuple[str, Colour]]:
    """Sort colours: greys first, then hue by hue, each from light to dark."""

    def place(item: tuple[str, Colour]) -> tuple[int, float, str]:
        name, tone = item
        hue, saturation, _ = colorsys.rgb_to_hsv(*(part / 255 for part in tone))
        group = -1 if saturation < _MAX_GREY_SATURATION else int((hue * _HUES + 0.5) % _HUES)
        return group, -oklab(tone)[0], name

    return sorted(colours.items(), key=place)


def palette_image(colours: Mapping[str, Colour]) -> Image.Image:
    """Draw a tile for each colour with its name on it, column by column."""
    order = by_hue_and_lightness(colours)
    down = -(-len(order) // _COLUMNS)
    width, height = _TILE_PX
    image = Image.new("RGB", (_COLUMNS * width, down * height), (255, 255, 255))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(_TEXT_PX)
    for number, (name, tone) in enumerate(order):
        left, top = number // down * width, number % down * height
        draw.rectangle((left, top, left + width - 1, top + height - 1), tone)
        draw.text((left + 8, top + height / 2), name, ink_on(tone), font, anchor="lm")
    return image


def palette_text(colours: Mapping[str, Colour], depth: Depth) -> str:
    """Write a line for each colour: a block of it if the terminal shows colours, its name and hex digits."""
    lines = []
    for name, tone in by_hue_and_lightness(colours):
        block = "" if depth is Depth.TEXT else f"{on_colour(' ' * 6, tone, depth)} "
        lines.append(f"{block}{name:<22}{web_colour(tone)}")
    return "\n".join(lines)
