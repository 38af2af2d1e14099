"""Embed a screenshot in a larger picture: shared in a chat, on half a screen, under a notch, or beside a
second, smaller board.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from drawn.fonts import BUILT_IN, load_font
from drawn.screenshot import draw
from drawn.spec import PHONES, Wishes, random_spec

WALL, BAR, PAPER, INK = (231, 225, 214), (32, 98, 88), (255, 255, 255), (48, 48, 52)
TEXT = (
    "The ferry leaves at half past nine and takes the best part of an hour.",
    "Bring a coat: it is always colder on the water than it looks from here.",
    "We could walk up to the old lighthouse afterwards if the rain holds off.",
    "There are 214 steps, and last year the cafe at the top was shut.",
    "Anna says that table 7 by the window is ours from 12:30 on.",
)
SECOND_BOARD = 20  # a seed whose puzzle has 10 x 10 cells and many two-digit hints
SECOND_SIZE = 0.45  # its width beside ours
NOTCH = (0.42, 0.03)  # width and height of the notch as shares of the screen's width


def shared_as_picture(image: Image.Image, factor: float) -> Image.Image:
    """A screenshot of a chat in which the screenshot was shared: smaller, with round corners, among bars."""
    width, height = image.size
    small = image.convert("RGB").resize(
        (round(width * factor), round(height * factor)), Image.Resampling.LANCZOS
    )
    page = Image.new("RGB", image.size, WALL)
    pen = ImageDraw.Draw(page)
    bar = round(min(0.07 * height, 0.14 * width))
    pen.rectangle((0, 0, width, bar), BAR)
    pen.ellipse((bar * 0.5, bar * 0.25, bar, bar * 0.75), (200, 180, 150))
    pen.text(
        (bar * 1.3, bar * 0.5), "Puzzle club", PAPER, load_font(BUILT_IN, round(bar * 0.34)), anchor="lm"
    )
    pen.rectangle((0, height - bar, width, height), (246, 246, 246))
    pen.rounded_rectangle(
        (bar * 0.3, height - bar * 0.8, width - bar * 1.2, height - bar * 0.2), bar * 0.3, PAPER
    )
    pen.ellipse((width - bar, height - bar * 0.85, width - bar * 0.3, height - bar * 0.15), BAR)
    left = width - small.width - round(0.04 * width)
    top = bar + round((height - 2 * bar - small.height) * 0.4)
    border = round(0.008 * width)
    box = left - border, top - border, left + small.width + border, top + small.height + border
    pen.rounded_rectangle(box, 4 * border, (220, 248, 198))
    page.paste(small, (left, top), _round_corners(small.size, 3 * border))
    under = top + small.height + 3 * border
    if (font_size := round(0.034 * width)) * 2 < height - bar - under:
        pen.text((left, under), "Can anyone solve this one?", INK, load_font(BUILT_IN, font_size))
    return page


def split_screen(image: Image.Image, game_below: bool) -> Image.Image:
    """The game in one half of the screen, black beside it; in the other half an app with text."""
    width, height = image.size
    half = (height - round(0.012 * height)) // 2
    scale = half / height
    game = image.convert("RGB").resize((round(width * scale), half), Image.Resampling.LANCZOS)
    page = Image.new("RGB", image.size, (0, 0, 0))
    game_top, text_top = (height - half, 0) if game_below else (0, height - half)
    page.paste(game, ((width - game.width) // 2, game_top))
    page.paste(_article((width, half)), (0, text_top))
    grip = width * 0.06
    middle = width / 2, height / 2
    ImageDraw.Draw(page).line(
        (middle[0] - grip, middle[1], middle[0] + grip, middle[1]), (150, 150, 150), max(2, height // 400)
    )
    return page


def notched(image: Image.Image) -> Image.Image:
    """The screen's round corners and a notch, in black."""
    screen = image.convert("RGB")
    width, _ = screen.size
    page = Image.new("RGB", screen.size, (0, 0, 0))
    page.paste(screen, (0, 0), _round_corners(screen.size, round(0.075 * width)))
    pen = ImageDraw.Draw(page)
    half, deep = NOTCH[0] * width / 2, NOTCH[1] * width * 2
    box = width / 2 - half, -deep, width / 2 + half, deep
    pen.rounded_rectangle(box, deep * 0.6, (0, 0, 0))
    return page


def beside_another_board(image: Image.Image, below: bool) -> Image.Image:
    """A collage with a smaller second screenshot, to the right of this one or below it."""
    ours, other = image.convert("RGB"), _another()
    width = round(ours.width * SECOND_SIZE)
    other = other.resize((width, round(other.height * width / other.width)), Image.Resampling.LANCZOS)
    gap = round(0.02 * ours.width)
    if below:
        size = ours.width, ours.height + gap + other.height
        corner = (ours.width - other.width) // 2, ours.height + gap
    else:
        size = ours.width + gap + other.width, max(ours.height, other.height)
        corner = ours.width + gap, (size[1] - other.height) // 2
    page = Image.new("RGB", size, PAPER)
    page.paste(ours, (0, 0))
    page.paste(other, corner)
    return page


@lru_cache(maxsize=1)
def _another() -> Image.Image:
    wishes = Wishes(rows=10, cols=10, colours=4, phone=PHONES[1], as_game=True)
    return draw(random_spec(np.random.default_rng(SECOND_BOARD), wishes, draws=1)).image


def _article(size: tuple[int, int]) -> Image.Image:
    """A page of text, its bar at the top."""
    width, height = size
    page = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(page)
    bar = round(0.12 * width)
    pen.rectangle((0, 0, width, bar), (240, 240, 243))
    title, text = (load_font(BUILT_IN, round(part * width)) for part in (0.05, 0.034))
    pen.text((0.05 * width, bar / 2), "Saturday's trip", INK, title, anchor="lm")
    pen.line((0, bar, width, bar), (205, 205, 210), 2)
    y, step = bar + 0.05 * width, 0.055 * width
    line = 0
    while y < height - step:
        words = TEXT[line % len(TEXT)]
        half = words.rfind(" ", 0, len(words) * 2 // 3)
        for part in (words[:half], words[half + 1 :]):
            if y < height - step:
                pen.text((0.05 * width, y), part, INK, text)
            y += step
        line += 1
        y += 0.4 * step
    return page


def _round_corners(size: tuple[int, int], radius: int) -> Image.Image:
    """A mask with round corners, drawn at twice the size for soft edges."""
    mask = Image.new("L", (size[0] * 2, size[1] * 2))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] * 2 - 1, size[1] * 2 - 1), radius * 2, 255)
    return mask.resize(size, Image.Resampling.BOX)
