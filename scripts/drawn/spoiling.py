"""Ways in which a shared screenshot is spoilt: what lies over its hints, and what is done to the whole of it.

All but turned and mirrored pictures keep the puzzle; what is hidden has to be told, or found out rightly.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageDraw, ImageOps

from drawn.cuts import Screen
from drawn.damage import blur, invert, invert_lightness, jpeg, shared_as_picture, tint
from drawn.glyphs import BUILT_IN, load_font
from drawn.photographs.retaken import lit
from picrosser.imaging.pixels import Box

Rng = np.random.Generator
Pen = ImageDraw.ImageDraw
TINTS = (255, 255, 255), (0, 0, 0), (250, 210, 60), (220, 60, 90), (80, 170, 240), (120, 200, 110)
MESSAGES = ("Are you coming for dinner?", "Dentist, 16:30", "Battery low: 15 %", "Screenshot saved")


def any_number(screen: Screen, rng: Rng) -> Box:
    return screen.numbers[rng.integers(len(screen.numbers))]


# ---- What lies over the picture


def cracks(pen: Pen, screen: Screen, rng: Rng) -> None:
    """Crooked lines from a point among the hints."""
    start, step = any_number(screen, rng), screen.image.width / 24
    for angle in rng.uniform(0, 2 * np.pi, int(rng.integers(5, 14))):
        angles = angle + rng.normal(0, 0.15, 24).cumsum()
        xs, ys = start.left + step * np.cos(angles).cumsum(), start.top + step * np.sin(angles).cumsum()
        ink = (20, 20, 20, 200) if rng.random() < 0.5 else (245, 245, 245, 200)
        pen.line(list(zip(xs.tolist(), ys.tolist(), strict=True)), ink, int(rng.integers(1, 4)))


def scratches(pen: Pen, screen: Screen, rng: Rng) -> None:
    """Thin straight lines of a screen protector."""
    for _ in range(int(rng.integers(10, 60))):
        start, away = rng.uniform(0, screen.image.size), rng.normal(0, 0.2 * screen.image.width, 2)
        pen.line(
            (*start, *(start + away)), (255, 255, 255, int(rng.integers(60, 200))), int(rng.integers(1, 3))
        )


def sticker(pen: Pen, screen: Screen, rng: Rng, *, over: str) -> None:
    """A disc or a rounded box over a number, all of its line, or one of each line."""
    box = any_number(screen, rng)
    top, left, bottom, right = box.top, box.left, box.bottom, box.right
    rows, cols = screen.lattice.row_edges_px, screen.lattice.col_edges_px
    match over, box.left < cols[0]:
        case "line", True:
            left, right = screen.whole.left, cols[0]
        case "line", False:
            top, bottom = screen.whole.top, rows[0]
        case "slot", True:
            top, bottom = rows[0], rows[-1]
        case "slot", False:
            left, right = cols[0], cols[-1]
    grow = rng.uniform(-0.15, 0.3) * (box.bottom - box.top)
    radius = rng.choice((0.1, 0.5)) * (box.bottom - box.top)
    colour = (*TINTS[rng.integers(len(TINTS))], int(rng.choice((255, 255, 200))))
    pen.rounded_rectangle((left - grow, top - grow, right + grow, bottom + grow), radius, colour)


def strokes(pen: Pen, screen: Screen, rng: Rng, *, see_through: bool) -> None:
    """Strokes of a pen through some hints. see_through : of a broad pen that lets them show."""
    colour = (*TINTS[rng.integers(1, len(TINTS))], 110 if see_through else 255)
    for _ in range(int(rng.integers(1, 5))):
        box, other = any_number(screen, rng), any_number(screen, rng)
        high, y = box.bottom - box.top, (box.top + box.bottom) / 2
        end = (other.right, other.bottom) if rng.random() < 0.3 else (box.left + high * rng.uniform(1, 6), y)
        thick = high * (1.0 if see_through else rng.uniform(0.1, 0.5))
        pen.line((box.left, y, *end), colour, max(2, round(thick)))


def glare(pen: Pen, screen: Screen, rng: Rng) -> None:
    """A bright spot that fades out."""
    box, strong = any_number(screen, rng), rng.uniform(8, 40)
    for radius in np.linspace(screen.image.width * rng.uniform(0.1, 0.6), 1, 30):
        area = (box.left - radius, box.top - radius, box.right + radius, box.bottom + radius)
        pen.ellipse(area, (255, 255, 255, int(strong)))


def finger(pen: Pen, screen: Screen, rng: Rng) -> None:
    """Something blunt that comes in from a side."""
    box, half = any_number(screen, rng), screen.image.width * rng.uniform(0.03, 0.1)
    x, y = box.left, box.top
    is_row = x < screen.lattice.col_edges_px[0]
    start = (-half, y + rng.uniform(0, 300)) if is_row else (x + rng.uniform(-100, 100), -half)
    for at in np.linspace(start, (x, y), 60).tolist():
        pen.ellipse((at[0] - half, at[1] - half, at[0] + half, at[1] + half), (224, 172, 140))


def watermark(pen: Pen, screen: Screen, rng: Rng) -> None:
    font = load_font(BUILT_IN, max(9, round(screen.image.width * rng.uniform(0.02, 0.06))))
    words, ink = str(rng.choice(("SAMPLE", "preview", "@puzzlefan", "2024"))), int(rng.choice((0, 128, 255)))
    alpha, step = int(rng.integers(40, 150)), font.getlength(words) * rng.uniform(1.2, 2.5)
    for row, y in enumerate(np.arange(0, screen.image.height, step * 0.4).tolist()):
        for x in np.arange(-step * (row % 2) / 2, screen.image.width, step).tolist():
            pen.text((x, y), words, (ink, ink, ink, alpha), font)


def message(pen: Pen, screen: Screen, rng: Rng, *, is_banner: bool) -> None:
    """A message over some hints: a small dark box, or a banner across the screen."""
    words, box, wide = MESSAGES[rng.integers(len(MESSAGES))], any_number(screen, rng), screen.image.width
    font = load_font(BUILT_IN, max(12, wide // (24 if is_banner else 30)))
    width, height = (0.93 * wide, 0.18 * wide) if is_banner else (font.getlength(words) * 1.2, font.size * 2)
    left = (wide - width) / 2 if is_banner else max(0.0, box.left - rng.uniform(0, width))
    top = box.top - rng.uniform(0, height)
    paper, ink = rng.permutation([(44, 46, 52), (250, 250, 252)]).tolist()
    alpha = int(rng.choice((255, 235, 180)))
    pen.rounded_rectangle((left, top, left + width, top + height), 0.4 * height, (*paper, alpha))
    pen.text((left + width / 2, top + height / 2), words, tuple(ink), font, anchor="mm")


def notch(pen: Pen, screen: Screen, rng: Rng) -> None:
    """The black bay, or the hole, of a camera, at an edge that the hints reach."""
    wide, high = screen.image.width * rng.uniform(0.05, 0.25), screen.lattice.pitch_px * rng.uniform(0.2, 1)
    x, y = rng.uniform(screen.whole.left, screen.whole.right), screen.whole.top
    pen.rounded_rectangle((x - wide, y - high, x + wide, y + high), high / 2, (0, 0, 0))


def stripes(pen: Pen, screen: Screen, rng: Rng) -> None:
    """Fine slanted lines, as of another screen's pixels."""
    width, height = screen.image.size
    step, slant, ink = rng.uniform(2, 12), rng.uniform(-0.5, 0.5), int(rng.choice((0, 255)))
    alpha = int(rng.integers(30, 120))
    for x in np.arange(-height, width + height, step).tolist():
        pen.line((x, 0, x + slant * height, height), (ink, ink, ink, alpha), max(1, int(step / 3)))


def dead_lines(pen: Pen, screen: Screen, rng: Rng) -> None:
    """Columns and rows of the display that do not shine, or always do."""
    width, height = screen.image.size
    for _ in range(int(rng.integers(1, 8))):
        box, thick = any_number(screen, rng), int(rng.integers(0, 9))
        x, y = (int(at) for at in rng.integers((box.left, box.top), (box.right, box.bottom)))
        areas = (x, 0, x + thick, height), (0, y, width, y + thick)
        pen.rectangle(areas[rng.random() < 0.4], TINTS[rng.integers(len(TINTS))])


def half_dimmed(pen: Pen, screen: Screen, rng: Rng) -> None:
    """A part of the screen is dark, as behind a menu."""
    (width, height), at = screen.image.size, rng.uniform(0.2, 0.8)
    areas = (0, 0, width * at, height), (width * at, 0, width, height), (0, 0, width, height * at)
    pen.rectangle(areas[rng.integers(3)], (0, 0, 0, int(rng.integers(90, 220))))


LAYERS: Mapping[str, Callable[[Pen, Screen, Rng], None]] = MappingProxyType(
    {
        "cracks": cracks, "scratches": scratches, "sticker": partial(sticker, over="number"),
        "sticker-on-line": partial(sticker, over="line"), "sticker-on-slot": partial(sticker, over="slot"),
        "pen": partial(strokes, see_through=False), "highlighter": partial(strokes, see_through=True),
        "glare": glare, "finger": finger, "watermark": watermark, "notch": notch,
        "toast": partial(message, is_banner=False), "banner": partial(message, is_banner=True),
        "stripes": stripes, "dead-lines": dead_lines, "half-dimmed": half_dimmed,
    }
)  # fmt: skip


def laid_over(screen: Screen, rng: Rng, name: str) -> Image.Image:
    image = screen.image.copy()
    LAYERS[name](ImageDraw.Draw(image, "RGBA"), screen, rng)
    return image


# ---- What is done to the whole picture


def round_corners(screen: Screen, rng: Rng) -> Image.Image:
    """The board with its hints, cut out, with its corners rounded off."""
    whole = screen.whole
    image = screen.image.crop((whole.left, whole.top, whole.right, whole.bottom))
    cover, radius = Image.new("L", image.size), rng.uniform(0.05, 0.25) * min(image.size)
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, *image.size), radius, 255)
    return Image.composite(image, Image.new("RGB", image.size, TINTS[rng.integers(len(TINTS))]), cover)


def pixelated(screen: Screen, rng: Rng) -> Image.Image:
    """A part is made coarse, as to hide something."""
    image, box = screen.image.copy(), any_number(screen, rng)
    high = box.bottom - box.top
    reach, coarse = round(high * rng.uniform(0.5, 3)), high * rng.uniform(0.2, 0.6)
    area = box.left - reach, box.top - reach, box.right + reach, box.bottom + reach
    image.paste(coarser(image.crop(area), 1 / coarse, Image.Resampling.NEAREST), area[:2])
    return image


def coarser(image: Image.Image, factor: float, way: Image.Resampling) -> Image.Image:
    """Made small and large again."""
    small = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(small, way).resize(image.size, way)


def resampled(screen: Screen, rng: Rng, way: Image.Resampling) -> Image.Image:
    """Digits of five to twelve pixels, enlarged."""
    high = min(box.bottom - box.top for box in screen.numbers)
    return coarser(screen.image, min(0.9, rng.uniform(5, 12) / high), way)


def few_colours(screen: Screen, rng: Rng, how: Image.Dither) -> Image.Image:
    """A palette of a few colours."""
    count = int(rng.choice((2, 3, 4, 6, 8, 16)))
    palette = screen.image.quantize(count)
    return screen.image.quantize(count, palette=palette, dither=how).convert("RGB")


def black_and_white(screen: Screen, rng: Rng) -> Image.Image:
    """Two tones, dithered or not."""
    grey, limit = screen.image.convert("L"), rng.uniform(90, 220)
    return grey.convert("1") if rng.random() < 0.5 else grey.point(lambda value: 255 * (value > limit))


def faint(screen: Screen, rng: Rng) -> Image.Image:
    tone = int(rng.choice((0, 128, 255)))
    plain = Image.new("RGB", screen.image.size, (tone, tone, tone))
    return Image.blend(screen.image, plain, rng.uniform(0.5, 0.93))


def double(screen: Screen, rng: Rng) -> Image.Image:
    """The picture with itself over it, moved."""
    pixels, away = np.asarray(screen.image), rng.integers(-30, 31, 2)
    return Image.blend(screen.image, Image.fromarray(np.roll(pixels, away, (0, 1))), rng.uniform(0.1, 0.4))


def badly_joined(screen: Screen, rng: Rng) -> Image.Image:
    """A long screenshot that was joined badly: a strip of it is there twice, or missing."""
    pixels, axis = np.asarray(screen.image), int(rng.integers(2))
    edges = (screen.lattice.row_edges_px, screen.lattice.col_edges_px)[axis]
    thick = round(screen.lattice.pitch_px * rng.uniform(0.2, 2))
    at = int(rng.integers(edges[0], edges[-2] + 1))
    places = np.arange(pixels.shape[axis])
    kept = np.delete(places, np.s_[at : at + thick])
    if rng.random() < 0.5:
        kept = np.concatenate([places[:at], places[max(0, at - thick) :]])
    return Image.fromarray(pixels.take(kept, axis=axis))


def several(screen: Screen, rng: Rng) -> Image.Image:
    """Three of LAYERS."""
    for name in rng.choice(list(LAYERS), 3):
        screen = screen._replace(image=laid_over(screen, rng, name))
    return screen.image


SPOILS: Mapping[str, Callable[[Screen, Rng], Image.Image]] = MappingProxyType(
    {
        **{name: partial(laid_over, name=name) for name in LAYERS},
        "round-corners": round_corners,
        "pixelated": pixelated,
        "jpeg": lambda screen, rng: jpeg(screen.image, int(rng.integers(2, 11))),
        "nearest": partial(resampled, way=Image.Resampling.NEAREST),
        "bilinear": partial(resampled, way=Image.Resampling.BILINEAR),
        "dithered": partial(few_colours, how=Image.Dither.FLOYDSTEINBERG),
        "few-colours": partial(few_colours, how=Image.Dither.NONE),
        "posterised": lambda screen, rng: ImageOps.posterize(screen.image, int(rng.integers(1, 4))),
        "black-and-white": black_and_white,
        "grey": lambda screen, _: screen.image.convert("L"),
        "gradient": lambda screen, rng: lit(screen.image, rng.uniform(0.2, 0.8), rng.uniform(0, 360)),
        "colour-shift": lambda screen, rng: tint(screen.image, rng.uniform(0.25, 1, 3)),
        "faint": faint,
        "double": double,
        "blurred": lambda screen, rng: blur(screen.image, rng.uniform(1, 5)),
        "inverted": lambda screen, rng: (invert, invert_lightness)[rng.integers(2)](screen.image),
        "mirrored": lambda screen, rng: screen.image.transpose(Image.Transpose(int(rng.integers(2)))),
        "turned": lambda screen, rng: screen.image.transpose(Image.Transpose(int(rng.integers(2, 5)))),
        "badly-joined": badly_joined,
        "shared": lambda screen, _: shared_as_picture(shared_as_picture(screen.image)),
        "several": several,
    }
)
