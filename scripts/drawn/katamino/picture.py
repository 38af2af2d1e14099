"""Draw a picture of Katamino, with its truth, from a seed and a kind."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from drawn.glyphs import BUILT_IN, FontFace
from drawn.katamino.card import draw_card, random_card
from drawn.katamino.scene import draw_scene, random_scene
from picrosser.imaging.pixels import Box

KINDS = ("card", "numbers", "pieces", "board")
"""A card with pieces, a card with numbers, loose pieces with any board or none, and a packed
board alone."""


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds an image
class DrawnKatamino:
    """A picture, its truth as values for JSON, and the box within its margins."""

    image: Image.Image
    truth: dict[str, object]
    content: Box


def drawn_katamino(
    seed: int, number: int, kind: str, fonts: Sequence[FontFace] = (BUILT_IN,)
) -> DrawnKatamino:
    """Picture `number` of a seed; equal arguments give equal pixels.

    kind : one of KINDS.
    """
    rng = np.random.default_rng([seed, number, KINDS.index(kind)])
    if kind in ("card", "numbers"):
        card = random_card(rng, fonts, drawn=kind == "card")
        image, truth, margins = draw_card(card), card.truth, card.margins_px
    else:
        packed = kind == "board"
        scene = random_scene(rng, fonts, "packed" if packed else None, loose=not packed)
        image, truth, margins = draw_scene(scene), scene.truth, scene.margins_px
    down, across = margins
    return DrawnKatamino(image, truth, Box(down, across, image.height - down, image.width - across))
