"""Ways in which a shared screenshot is spoilt, most of them over its hints.

All but turned and mirrored pictures keep the puzzle; what they hide has to be told, or found out rightly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageOps

from drawn.cuts import Screen
from drawn.damage import invert, invert_lightness, jpeg, shared_as_picture, tint
from drawn.glyphs import BUILT_IN, load_font
from picrosser.imaging.pixels import Box
from picrosser.puzzles.picture import Colour

Resampling = Image.Resampling
TINTS: tuple[Colour, ...] = (
    (255, 255, 255),
    (0, 0, 0),
    (250, 210, 60),
    (220, 60, 90),
    (80, 170, 240),
    (120, 200, 110),
)


MESSAGES = (
    ("Mum", "Are you coming for dinner?"),
    ("Calendar", "Dentist, 16:30"),
    ("Battery low", "15 % left"),
)

Spoil = Callable[[Screen, np.random.Generator], Image.Image]
Pen = ImageDraw.ImageDraw


def _over(
    screen: Screen, rng: np.random.Generator, draw: Callable[[Pen, Screen, np.random.Generator], None]
) -> Image.Image:
    """Draw on a layer in twice the size, and lay it over the picture."""
    size = screen.image.size
    layer = Image.new("RGBA", (size[0] * 2, size[1] * 2))
    draw(ImageDraw.Draw(layer), screen, rng)
    covered = screen.image.convert("RGB")
    layer = layer.resize(size, Resampling.BOX)
    covered.paste(layer, (0, 0), layer)
    return covered


def _any_number(screen: Screen, rng: np.random.Generator) -> Box:
    return screen.numbers[rng.integers(len(screen.numbers))]


def _cracks(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """Lines that fork away from a point near the hints."""
    start = _any_number(screen, rng)
    reach = screen.image.width * 2
    for angle in rng.uniform(0, 2 * np.pi, int(rng.integers(5, 14))).tolist():
        y, x, points = start.top * 2.0, start.left * 2.0, []
        for _ in range(24):
            points.append((x, y))
            angle += rng.normal(0, 0.15)
            y, x = y + np.sin(angle) * reach / 24, x + np.cos(angle) * reach / 24
        dark = rng.random() < 0.5
        pen.line(points, (20, 20, 20, 200) if dark else (245, 245, 245, 200), int(rng.integers(1, 6)))


def _scratches(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """Thin straight lines of a screen protector."""
    width, height = screen.image.size
    for _ in range(int(rng.integers(10, 60))):
        x, y, angle = rng.uniform(0, width * 2), rng.uniform(0, height * 2), rng.uniform(0, np.pi)
        long = rng.uniform(0.1, 0.6) * width * 2
        end = (x + np.cos(angle) * long, y + np.sin(angle) * long)
        pen.line((x, y, *end), (255, 255, 255, int(rng.integers(60, 200))), int(rng.integers(1, 4)))


def _sticker(pen: Pen, screen: Screen, rng: np.random.Generator, *, whole_line: bool) -> None:
    """A disc or a rounded box over a digit, or over all digits of its line."""
    box = _any_number(screen, rng)
    top, left, bottom, right = box.top, box.left, box.bottom, box.right
    for one in screen.numbers if whole_line else ():
        in_row = box.left < screen.lattice.col_edges_px[0] - 1 and abs(one.top - box.top) < 3
        in_col = box.top < screen.lattice.row_edges_px[0] - 1 and abs(one.left - box.left) < 3
        if (in_row and one.left < screen.lattice.col_edges_px[0]) or (in_col and not in_row):
            top, left = min(top, one.top), min(left, one.left)
            bottom, right = max(bottom, one.bottom), max(right, one.right)
    grow = rng.uniform(-0.15, 0.3) * (box.bottom - box.top)
    area = [2 * at for at in (left - grow, top - grow, right + grow, bottom + grow)]
    colour = (*TINTS[rng.integers(len(TINTS))], int(rng.choice((255, 255, 200))))
    pen.rounded_rectangle(area, rng.choice((0.1, 0.5)) * (area[3] - area[1]), colour)


def _marker(pen: Pen, screen: Screen, rng: np.random.Generator, *, see_through: bool) -> None:
    """Strokes of a pen through some hints; see_through : of a broad pen that lets them show."""
    colour = TINTS[rng.integers(1, len(TINTS))]
    for _ in range(int(rng.integers(1, 5))):
        box, other = _any_number(screen, rng), _any_number(screen, rng)
        thick = (box.bottom - box.top) * (2.0 if see_through else rng.uniform(0.1, 0.5))
        ends = [2 * at for at in (box.left, (box.top + box.bottom) / 2, other.right, other.bottom)]
        if see_through or rng.random() < 0.5:
            ends[2:] = [ends[0] + thick * rng.uniform(1, 6), ends[1]]
        pen.line(ends, (*colour, 110 if see_through else 255), max(2, round(thick)))


def _glare(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """A bright spot that fades out."""
    box = _any_number(screen, rng)
    y, x = box.top * 2 + rng.normal(0, 60), box.left * 2 + rng.normal(0, 60)
    most, strong = screen.image.width * rng.uniform(0.1, 0.6), rng.uniform(120, 255)
    for step in range(40):
        radius = most * 2 * (1 - step / 40)
        area = (x - radius, y - radius, x + radius, y + radius)
        pen.ellipse(area, (255, 255, 255, round(strong * (step / 40) ** 1.5)))


def _finger(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """Something blunt that comes in from a side."""
    box = _any_number(screen, rng)
    thick = screen.image.width * rng.uniform(0.06, 0.2)
    x, y = box.left * 2, box.top * 2
    from_left = box.left < screen.lattice.col_edges_px[0]
    start = (-thick, y + rng.uniform(0, 300)) if from_left else (x + rng.uniform(-100, 100), -thick)
    pen.line((*start, x, y), (224, 172, 140, 255), round(thick))
    pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), (224, 172, 140, 255))


def _watermark(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """Words all over."""
    font = load_font(BUILT_IN, max(12, round(screen.image.width * rng.uniform(0.04, 0.12))))
    words, ink = str(rng.choice(("SAMPLE", "preview", "@puzzlefan", "2024"))), int(rng.choice((0, 128, 255)))
    alpha, step = int(rng.integers(40, 150)), font.getlength(words) * rng.uniform(1.2, 2.5)
    for row, y in enumerate(np.arange(0, screen.image.height * 2, step * 0.4).tolist()):
        for x in np.arange(-step * (row % 2) / 2, screen.image.width * 2, step).tolist():
            pen.text((x, y), words, (ink, ink, ink, alpha), font)


def _toast(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """A dark box with a message over some hints."""
    box = _any_number(screen, rng)
    font = load_font(BUILT_IN, max(14, screen.image.width // 15))
    wide, high = font.getlength("Screenshot saved") * 1.2, font.size * 2
    x, y = max(0, box.left * 2 - rng.uniform(0, wide)), box.top * 2 - rng.uniform(0, high)
    pen.rounded_rectangle(
        (x, y, x + wide, y + high), high / 2, (40, 40, 44, int(rng.choice((255, 235, 180))))
    )
    pen.text((x + wide / 2, y + high / 2), "Screenshot saved", (240, 240, 240, 255), font, anchor="mm")


def _notch(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """The black bay, or the hole, of a camera, at an edge that the hints reach."""
    whole, wide = screen.whole, screen.image.width * rng.uniform(0.1, 0.5)
    high = rng.uniform(0.2, 1.2) * (screen.numbers[0].bottom - screen.numbers[0].top) * 2
    x, y = rng.uniform(whole.left, whole.right) * 2, whole.top * 2
    pen.rounded_rectangle((x - wide / 2, y - high, x + wide / 2, y + high), high / 2, (0, 0, 0, 255))


def _stripes(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """Fine slanted lines, as of another screen's pixels."""
    width, height = screen.image.size
    step, slant, alpha = rng.uniform(3, 24), rng.uniform(-0.5, 0.5), int(rng.integers(30, 120))
    ink = int(rng.choice((0, 255)))
    for x in np.arange(-height, width * 2 + height, step).tolist():
        pen.line((x, 0, x + slant * height, height * 2), (ink, ink, ink, alpha), max(1, int(step / 3)))


def _dead_lines(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """Columns and rows of the display that do not shine, or always do."""
    for _ in range(int(rng.integers(1, 8))):
        at, wide = _any_number(screen, rng), int(rng.integers(1, 9)) * 2
        x, y = 2 * rng.integers(at.left, at.right + 1), 2 * rng.integers(at.top, at.bottom + 1)
        box = (
            (x, 0, x + wide, screen.image.height * 2)
            if rng.random() < 0.6
            else (0, y, screen.image.width * 2, y + wide)
        )
        pen.rectangle(box, (*TINTS[rng.integers(len(TINTS))], 255))


def _half_dimmed(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """A part of the screen is dark, as behind a menu."""
    width, height = screen.image.width * 2, screen.image.height * 2
    at, alpha = rng.uniform(0.2, 0.8), int(rng.integers(90, 220))
    boxes = ((0, 0, width * at, height), (width * at, 0, width, height), (0, 0, width, height * at))
    pen.rectangle(boxes[rng.integers(3)], (0, 0, 0, alpha))


def _banner(pen: Pen, screen: Screen, rng: np.random.Generator) -> None:
    """A notification across the screen, down to some hints."""
    wide = screen.image.width * 2
    width, height = wide * rng.uniform(0.86, 0.98), wide * rng.uniform(0.15, 0.24)
    left, bottom = (wide - width) / 2, 2 * rng.uniform(screen.whole.top, screen.lattice.row_edges_px[0])
    dark = rng.random() < 0.4
    paper, ink = ((44, 46, 52), (240, 240, 240)) if dark else ((250, 250, 252), (30, 30, 30))
    pen.rounded_rectangle(
        (left, bottom - height, left + width, bottom), height * rng.uniform(0.25, 0.5), paper
    )
    for line, words in enumerate(MESSAGES[rng.integers(len(MESSAGES))]):
        font = load_font(BUILT_IN, max(8, round(height * (0.2 - 0.03 * line))))
        pen.text((left + 0.25 * height, bottom - height * (0.75 - 0.3 * line)), words, ink, font)


def _round_corners(screen: Screen, rng: np.random.Generator) -> Image.Image:
    """A crop of the board whose corners are rounded off."""
    image = screen.image.convert("RGB").crop(
        (screen.whole.left, screen.whole.top, screen.whole.right, screen.whole.bottom)
    )
    cover = Image.new("L", image.size)
    radius = rng.uniform(0.05, 0.25) * min(image.size)
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, image.width, image.height), radius, 255)
    page = Image.new("RGB", image.size, TINTS[rng.integers(len(TINTS))])
    page.paste(image, (0, 0), cover)
    return page


def _pixelated(screen: Screen, rng: np.random.Generator) -> Image.Image:
    """A part is made coarse, as to hide something."""
    image, box = screen.image.convert("RGB"), _any_number(screen, rng)
    reach = (box.bottom - box.top) * rng.uniform(0.5, 3)
    area = tuple(
        round(at) for at in (box.left - reach, box.top - reach, box.right + reach, box.bottom + reach)
    )
    part, coarse = image.crop(area), (box.bottom - box.top) * rng.uniform(0.2, 0.6)
    small = part.resize([max(1, round(side / coarse)) for side in part.size], Resampling.BOX)
    image.paste(small.resize(part.size, Resampling.NEAREST), area[:2])
    return image


def _resampled(screen: Screen, rng: np.random.Generator, way: Resampling) -> Image.Image:
    """Small and large again."""
    digit = min(box.bottom - box.top for box in screen.numbers)
    factor = min(0.9, rng.uniform(5, 12) / digit)
    small = screen.image.convert("RGB").resize(
        [max(1, round(side * factor)) for side in screen.image.size], way
    )
    return small.resize(screen.image.size, way)


def _few_colours(screen: Screen, rng: np.random.Generator, *, dither: bool) -> Image.Image:
    how = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    count = int(rng.choice((2, 3, 4, 6, 8, 16)))
    palette = screen.image.convert("RGB").quantize(count)
    return screen.image.convert("RGB").quantize(count, palette=palette, dither=how).convert("RGB")


def _posterised(screen: Screen, rng: np.random.Generator) -> Image.Image:
    return ImageOps.posterize(screen.image.convert("RGB"), int(rng.integers(1, 4)))


def _black_and_white(screen: Screen, rng: np.random.Generator) -> Image.Image:
    grey = screen.image.convert("L")
    if rng.random() < 0.5:
        return grey.convert("1").convert("RGB")
    limit = rng.uniform(90, 220)
    return grey.point(lambda value: 255 * (value > limit)).convert("RGB")


def _gradient(screen: Screen, rng: np.random.Generator) -> Image.Image:
    pixels = np.asarray(screen.image.convert("RGB"), float)
    rows, cols = (np.linspace(-1, 1, side) for side in pixels.shape[:2])
    slope = rng.uniform(-0.5, 0.5, 2)
    light = 1 + slope[0] * rows[:, None] + slope[1] * cols
    return Image.fromarray(np.clip(pixels * light[..., None], 0, 255).astype(np.uint8))


def _faint(screen: Screen, rng: np.random.Generator, *, over: str = "") -> Image.Image:
    """Little contrast; over : another tone, or the picture itself moved by some pixels."""
    image = screen.image.convert("RGB")
    if over == "itself":
        away = [int(at) for at in rng.integers(-30, 31, 2)]
        other = Image.new("RGB", image.size, image.getpixel((0, 0)))
        other.paste(image, (away[0], away[1]))
        return Image.blend(image, other, rng.uniform(0.1, 0.4))
    tone = int(rng.choice((0, 128, 255)))
    return Image.blend(image, Image.new("RGB", image.size, (tone, tone, tone)), rng.uniform(0.5, 0.93))


def _glitch(screen: Screen, rng: np.random.Generator) -> Image.Image:
    """A long screenshot that was joined badly: a strip of it is there twice, or missing."""
    pixels = np.asarray(screen.image.convert("RGB"))
    axis = int(rng.integers(2))
    edges = (screen.lattice.row_edges_px, screen.lattice.col_edges_px)[axis]
    lines = int(rng.integers(1, 3)) * round(screen.lattice.pitch_px) + int(
        rng.choice((0, 0, rng.integers(-9, 10)))
    )
    at = int(rng.integers(edges[0], edges[-2] + 1))
    if rng.random() < 0.5:
        return Image.fromarray(np.delete(pixels, np.s_[at : at + max(3, lines)], axis=axis))
    start, end = np.split(pixels, [at], axis=axis)
    again = np.take(pixels, range(max(0, at - lines), at), axis=axis)
    return Image.fromarray(np.concatenate([start, again, end], axis=axis))


def _shared(screen: Screen, rng: np.random.Generator) -> Image.Image:
    image = screen.image
    for _ in range(int(rng.integers(1, 4))):
        image = shared_as_picture(image)
    return image


def _layered(draw: Callable[[Pen, Screen, np.random.Generator], None]) -> Spoil:
    return partial(_over, draw=draw)


SPOILS: Mapping[str, Spoil] = MappingProxyType(
    {
        "cracks": _layered(_cracks),
        "scratches": _layered(_scratches),
        "sticker": _layered(partial(_sticker, whole_line=False)),
        "sticker-on-line": _layered(partial(_sticker, whole_line=True)),
        "pen": _layered(partial(_marker, see_through=False)),
        "highlighter": _layered(partial(_marker, see_through=True)),
        "glare": _layered(_glare),
        "finger": _layered(_finger),
        "watermark": _layered(_watermark),
        "toast": _layered(_toast),
        "notch": _layered(_notch),
        "stripes": _layered(_stripes),
        "dead-lines": _layered(_dead_lines),
        "half-dimmed": _layered(_half_dimmed),
        "banner": _layered(_banner),
        "round-corners": _round_corners,
        "pixelated": _pixelated,
        "jpeg": lambda screen, rng: jpeg(screen.image, int(rng.integers(2, 11))),
        "nearest": partial(_resampled, way=Resampling.NEAREST),
        "bilinear": partial(_resampled, way=Resampling.BILINEAR),
        "dithered": partial(_few_colours, dither=True),
        "few-colours": partial(_few_colours, dither=False),
        "posterised": _posterised,
        "black-and-white": _black_and_white,
        "grey": lambda screen, _: screen.image.convert("L"),
        "gradient": _gradient,
        "colour-shift": lambda screen, rng: tint(screen.image, tuple(rng.uniform(0.25, 1, 3).tolist())),
        "faint": _faint,
        "double": partial(_faint, over="itself"),
        "blurred": lambda screen, rng: screen.image.filter(ImageFilter.GaussianBlur(rng.uniform(1, 5))),
        "inverted": lambda screen, rng: (invert, invert_lightness)[rng.integers(2)](screen.image),
        "mirrored": lambda screen, rng: (ImageOps.mirror, ImageOps.flip)[rng.integers(2)](screen.image),
        "turned": lambda screen, rng: screen.image.transpose(Image.Transpose(int(rng.integers(2, 5)))),
        "glitch": _glitch,
        "shared": _shared,
    }
)  # fmt: skip
