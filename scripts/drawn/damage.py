"""Damage that shared screenshots suffer: scaling, JPEG, margins, dimming, tint, blur, PNG modes, noise.

Every damage maps an image to an image of the same content. Only `scale_*`, `pad` and `crop` move it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageFilter, ImageOps

from picrosser.imaging.pixels import Box

Damage = Callable[[Image.Image], Image.Image]
NIGHT_TINT = (1.0, 0.88, 0.68)
PAD_TONE = (120, 130, 140)
PAD_PX = 200


def scale(image: Image.Image, factor: float) -> Image.Image:
    """Resize, as a picture viewer or a messenger does."""
    size = round(image.width * factor), round(image.height * factor)
    return image.resize(size, Image.Resampling.LANCZOS)


def jpeg(image: Image.Image, quality: int) -> Image.Image:
    """Save as JPEG and load again."""
    return _through_file(image.convert("RGB"), "JPEG", quality=quality)


def pad(image: Image.Image, border_px: int = PAD_PX) -> Image.Image:
    """Add a plain margin on every side."""
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
    """Multiply the channels."""
    pixels = np.asarray(image.convert("RGB"), np.float32) * np.array(gains, np.float32)
    return Image.fromarray(np.rint(pixels).astype(np.uint8))


def dim(image: Image.Image, to: float = 0.45) -> Image.Image:
    """Darken, as on a dimmed screen."""
    return tint(image, (to, to, to))


def blur(image: Image.Image, sigma_px: float = 1.6) -> Image.Image:
    """Blur, as if out of focus."""
    return image.convert("RGB").filter(ImageFilter.GaussianBlur(sigma_px))


def noise(image: Image.Image, sigma: float = 9.0, seed: int = 0) -> Image.Image:
    """Add normal noise to every channel, as a sensor or a transmission does; `sigma` in levels."""
    pixels = np.asarray(image.convert("RGB"), np.float32)
    noisy = pixels + np.random.default_rng(seed).normal(0, sigma, pixels.shape)
    return Image.fromarray(np.clip(np.rint(noisy), 0, 255).astype(np.uint8))


def rgba(image: Image.Image) -> Image.Image:
    """Add an opaque alpha channel."""
    return _through_file(image.convert("RGBA"), "PNG")


def palette_mode(image: Image.Image) -> Image.Image:
    """Reduce to 256 colours, as programs that optimise pictures do."""
    return _through_file(image.convert("RGB").quantize(256), "PNG")


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
        "palette": palette_mode,
        "noise-9": noise,
    }
)
"""Every damage that needs nothing but the image; `crop` needs a box."""
