"""Draw a picture of Katamino, with its truth, from a seed and a kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from PIL import Image

from drawn.damage import blur, jpeg
from drawn.fonts import BUILT_IN, FontFace
from drawn.katamino.card import CardSpec, draw_card, random_card
from drawn.katamino.scene import SceneSpec, draw_scene, random_scene
from drawn.rough import askew
from picrosser.imaging.pixels import Box

_MARGIN = 0.08  # of a photograph's sides: more than twice what it cuts off


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds an image
class DrawnKatamino:
    """A picture, and its truth as values for JSON.

    content : the box within the margins; None if it is not known, as in a photograph.
    """

    image: Image.Image
    truth: dict[str, object]
    content: Box | None = None


def _within(image: Image.Image, spec: CardSpec | SceneSpec) -> DrawnKatamino:
    down, across = spec.margins_px
    content = Box(down, across, image.height - down, image.width - across)
    return DrawnKatamino(image, spec.truth, content)


def _card(rng: np.random.Generator, fonts: Sequence[FontFace]) -> DrawnKatamino:
    spec = random_card(rng, fonts)
    return _within(draw_card(spec), spec)


def _number_card(rng: np.random.Generator, fonts: Sequence[FontFace]) -> DrawnKatamino:
    spec = random_card(rng, fonts, drawn=False)
    return _within(draw_card(spec), spec)


def _scene(rng: np.random.Generator, fonts: Sequence[FontFace]) -> DrawnKatamino:
    spec = random_scene(rng, fonts)
    return _within(draw_scene(spec), spec)


def _packed(rng: np.random.Generator, fonts: Sequence[FontFace]) -> DrawnKatamino:
    spec = random_scene(rng, fonts, "packed", loose=False)
    return _within(draw_scene(spec), spec)


def _photo(rng: np.random.Generator, fonts: Sequence[FontFace]) -> DrawnKatamino:
    spec = random_scene(rng, fonts, *(("packed",) if rng.random() < 0.6 else ()))
    width, height = draw_scene(spec).size
    margins = (
        max(spec.margins_px[0], round(_MARGIN * height)),
        max(spec.margins_px[1], round(_MARGIN * width)),
    )
    roomy = replace(spec, margins_px=margins)
    return DrawnKatamino(photograph(draw_scene(roomy), spec.seed), spec.truth)


KINDS: MappingProxyType[str, Callable[[np.random.Generator, Sequence[FontFace]], DrawnKatamino]] = (
    MappingProxyType(
        {"card": _card, "numbers": _number_card, "pieces": _scene, "board": _packed, "photo": _photo}
    )
)
"""What can be drawn: a card with pieces, a card with numbers, loose pieces with any board or none, a packed
board alone, and a photograph of pieces or of a packed board."""


def drawn_katamino(
    seed: int, number: int, kind: str, fonts: Sequence[FontFace] = (BUILT_IN,)
) -> DrawnKatamino:
    """Picture `number` of a seed; equal arguments give equal pixels.

    kind : one of KINDS.
    """
    rng = np.random.default_rng([seed, number, list(KINDS).index(kind)])
    return KINDS[kind](rng, fonts)


_MOST_ASKEW = 0.03  # of width and height, each corner
_LIGHT = 0.18  # how much brighter one side is than the middle
_NOISE = 3.0  # levels
_SOFT_PX = 0.8
_QUALITY = 85


def photograph(image: Image.Image, seed: int) -> Image.Image:
    """Take a photograph of a picture, cropped so that no empty corners remain."""
    rng = np.random.default_rng(seed)
    corners = tuple((float(across), float(down)) for across, down in rng.uniform(0, _MOST_ASKEW, (4, 2)))
    turned = askew(image, corners)
    width, height = turned.size
    cut = round(_MOST_ASKEW * width) + 1, round(_MOST_ASKEW * height) + 1
    pixels = np.asarray(turned.crop((*cut, width - cut[0], height - cut[1])), np.float32)
    down, across = rng.uniform(-_LIGHT, _LIGHT, 2)
    rows, cols = (np.linspace(-1, 1, side) for side in pixels.shape[:2])
    light = 0.92 + 0.5 * (down * rows[:, None] + across * cols[None, :])
    lit = pixels * light[..., None] + rng.normal(0, _NOISE, pixels.shape)
    taken = Image.fromarray(np.clip(np.rint(lit), 0, 255).astype(np.uint8))
    return jpeg(blur(taken, _SOFT_PX), _QUALITY)
