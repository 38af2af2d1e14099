"""Damage that shared screenshots suffer: scaling, JPEG, margins, dimming, tint, blur, PNG modes, noise.

Every damage maps an image to an image of the same content. Of DAMAGES only `scale-*`, `pad` and `crop` move
it. ROUGH ones change more: they turn or tilt the picture, invert its tones, or embed it in a larger one.
"""

import io
from collections.abc import Callable
from functools import partial
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageOps

from drawn.canvas import to_image
from drawn.glyphs import BUILT_IN, load_font
from picrosser.imaging.perspective import as_homography, homography_between, resample
from picrosser.imaging.pixels import Box

Damage = Callable[[Image.Image], Image.Image]
NIGHT_TINT = (1.0, 0.88, 0.68)
PAD_TONE = (120, 130, 140)
PAD_PX = 200


def scale(image: Image.Image, factor: float) -> Image.Image:
    size = round(image.width * factor), round(image.height * factor)
    return image.resize(size, Image.Resampling.LANCZOS)


def jpeg(image: Image.Image, quality: int) -> Image.Image:
    return _through_file(image.convert("RGB"), "JPEG", quality=quality)


def pad(image: Image.Image, border_px: int = PAD_PX) -> Image.Image:
    return ImageOps.expand(image.convert("RGB"), border_px, PAD_TONE)


def crop(image: Image.Image, box: Box, margin_px: int = 0) -> Image.Image:
    """Crop to a box with a margin of some pixels; the caller has to know the box."""
    return image.crop(
        (
            max(0, box.left - margin_px),
            max(0, box.top - margin_px),
            min(image.width, box.right + margin_px),
            min(image.height, box.bottom + margin_px),
        )
    )


def tint(image: Image.Image, gains: tuple[float, float, float]) -> Image.Image:
    return to_image(np.asarray(image.convert("RGB"), np.float32) * np.array(gains, np.float32))


def dim(image: Image.Image, to: float = 0.45) -> Image.Image:
    return tint(image, (to, to, to))


def blur(image: Image.Image, sigma_px: float = 1.6) -> Image.Image:
    return image.convert("RGB").filter(ImageFilter.GaussianBlur(sigma_px))


def noise(image: Image.Image, sigma: float = 9.0, seed: int = 0) -> Image.Image:
    """Add normal noise to every channel, as a sensor or a transmission does; `sigma` in levels."""
    pixels = np.asarray(image.convert("RGB"), np.float32)
    return to_image(pixels + np.random.default_rng(seed).normal(0, sigma, pixels.shape))


def rgba(image: Image.Image) -> Image.Image:
    return _through_file(image.convert("RGBA"), "PNG")


def _through_file(image: Image.Image, kind: str, **options: int) -> Image.Image:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    back = Image.open(buffer)
    back.load()
    return back


DAMAGES: MappingProxyType[str, Damage] = MappingProxyType(
    {
        "scale-0.5": partial(scale, factor=0.5),
        "scale-0.75": partial(scale, factor=0.75),
        "scale-0.94": partial(scale, factor=0.94),
        "scale-1.33": partial(scale, factor=1.33),
        "scale-1.5": partial(scale, factor=1.5),
        "jpeg-60": partial(jpeg, quality=60),
        "jpeg-30": partial(jpeg, quality=30),
        "pad": pad,
        "dim": dim,
        "warm": partial(tint, gains=NIGHT_TINT),
        "blur": blur,
        "rgba": rgba,
        # As programs that optimise pictures do.
        "palette": lambda image: _through_file(image.convert("RGB").quantize(256), "PNG"),
        "noise-9": noise,
    }
)
"""Every damage that needs nothing but the image; `crop` needs a box."""


BEHIND = (58, 61, 66)  # what shows where the picture was turned away
DISTANCE = 2.0  # of the camera that looks at the picture again, in lengths of its longer side
SHARED_SIZE = 0.6  # of a screenshot in a chat, of the screen
WALL, BAR, PAPER = (231, 225, 214), (32, 98, 88), (255, 255, 255)


def turn(image: Image.Image, degrees: float, behind: tuple[int, int, int] = BEHIND) -> Image.Image:
    """Rotate counterclockwise; the picture grows so that nothing is cut off.

    behind : the tone that shows where it was turned away.
    """
    upright = image.convert("RGB")
    return upright.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=behind)


def tilted(
    image: Image.Image, degrees: float, way_deg: float, behind: tuple[int, int, int] = BEHIND
) -> Image.Image:
    """Look from a direction that is so far from straight ahead."""
    height, width = image.height, image.width
    tilt, way = np.deg2rad(degrees), np.deg2rad(way_deg)
    corners = np.array([(0, 0), (0, width), (height, width), (height, 0)], float)
    flat = (corners - (height / 2, width / 2)) / max(height, width)
    along = flat @ (np.sin(way), np.cos(way))
    across = flat @ (np.cos(way), -np.sin(way))
    nearness = 1 / (1 - along * np.sin(tilt) / DISTANCE)
    along, across = along * np.cos(tilt) * nearness, across * nearness
    seen = np.column_stack(
        [along * np.sin(way) + across * np.cos(way), along * np.cos(way) - across * np.sin(way)]
    )
    seen = (seen - seen.min(axis=0)) * max(height, width)
    rows, cols = (int(side) for side in np.rint(seen.max(axis=0)))
    return resample(
        image.convert("RGB"), as_homography(homography_between(seen, corners)), (rows, cols), behind
    )


def invert(image: Image.Image) -> Image.Image:
    return to_image(255 - np.asarray(image.convert("RGB"), np.float32))


def invert_lightness(image: Image.Image) -> Image.Image:
    """Invert lightness but keep hues, as "dark reading" modes do to a light app."""
    pixels = np.asarray(image.convert("RGB"), np.float32)
    both = pixels.max(axis=2, keepdims=True) + pixels.min(axis=2, keepdims=True)
    return to_image(pixels + 255 - both)


def shared_as_picture(image: Image.Image) -> Image.Image:
    """A screenshot of a chat in which the screenshot was shared: smaller, with round corners, among bars."""
    width, height = image.size
    small = image.convert("RGB").resize(
        (round(width * SHARED_SIZE), round(height * SHARED_SIZE)), Image.Resampling.LANCZOS
    )
    page = Image.new("RGB", image.size, WALL)
    pen = ImageDraw.Draw(page)
    bar = round(min(0.07 * height, 0.14 * width))
    pen.rectangle((0, 0, width, bar), BAR)
    font = load_font(BUILT_IN, round(bar * 0.34))
    pen.text((bar * 1.3, bar * 0.5), "Puzzle club", PAPER, font, anchor="lm")
    pen.rectangle((0, height - bar, width, height), PAPER)
    left = width - small.width - round(0.04 * width)
    top = bar + round((height - 2 * bar - small.height) * 0.4)
    border = round(0.008 * width)
    box = left - border, top - border, left + small.width + border, top + small.height + border
    pen.rounded_rectangle(box, 4 * border, (220, 248, 198))
    corners = Image.new("L", small.size)
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, small.width - 1, small.height - 1), 3 * border, 255)
    page.paste(small, (left, top), corners)
    return page


ROUGH: MappingProxyType[str, Damage] = MappingProxyType(
    {
        **{f"turn{degrees:+g}": partial(turn, degrees=degrees) for degrees in (0.5, -1, 2)},
        "perspective-1": partial(tilted, degrees=2, way_deg=20),
        "perspective-2": partial(tilted, degrees=4, way_deg=200),
        "perspective-3": partial(tilted, degrees=4, way_deg=110),
        "invert": invert,
        "invert-lightness": invert_lightness,
        "shared-0.6": shared_as_picture,
    }
)
"""Every rough treatment that needs nothing but the image."""
