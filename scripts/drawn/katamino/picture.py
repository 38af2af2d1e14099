"""Draw a picture of Katamino, with its truth, from a seed and a kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from PIL import Image

from drawn.fonts import BUILT_IN, FontFace
from drawn.katamino.card import CardSpec, draw_card, random_card
from drawn.katamino.photo import photograph
from drawn.katamino.scene import SceneSpec, draw_scene, random_scene
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
