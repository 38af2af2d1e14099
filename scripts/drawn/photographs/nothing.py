"""Photographs without a puzzle: printed tables, charts, boards of other games, and what looks ruled."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageDraw

from drawn.nonpuzzles.families import FAMILIES, draw_nonpuzzle
from drawn.photographs.camera import photograph
from drawn.photographs.scenes import random_view

LONG_PX = 600.0, 2400.0  # of the page's longer side in the photograph
SIDE_PX = 1400  # of a drawn scene


def _ruled(rng: np.random.Generator, side: int) -> Image.Image:
    light, dark = (tuple(rng.integers(*levels, 3).tolist()) for levels in ((150, 245), (20, 130)))
    page = Image.new("RGB", (SIDE_PX, SIDE_PX), light)
    pen, width = ImageDraw.Draw(page), int(rng.integers(2, 7))
    for at in range(0, SIDE_PX, side):
        pen.line((0, at, SIDE_PX, at), dark, width)
        pen.line((at, 0, at, SIDE_PX), dark, width)
    return page


def squared_paper(rng: np.random.Generator) -> Image.Image:
    return _ruled(rng, int(rng.integers(18, 50)))


def tiles(rng: np.random.Generator) -> Image.Image:
    """A tiled wall: some tiles have other tones."""
    side = int(rng.integers(50, 140))
    page = _ruled(rng, side)
    pen = ImageDraw.Draw(page)
    for row, col in np.ndindex(SIDE_PX // side, SIDE_PX // side):
        if rng.random() < 0.3:
            box = side * col + 5, side * row + 5, side * (col + 1) - 5, side * (row + 1) - 5
            pen.rectangle(box, tuple(rng.integers(40, 230, 3).tolist()))
    return page


SCENES: MappingProxyType[str, Callable[[np.random.Generator], Image.Image]] = MappingProxyType(
    {function.__name__.replace("_", "-"): function for function in (squared_paper, tiles)}
)
KINDS = (*FAMILIES, *SCENES)


def photograph_without_puzzle(seed: int) -> tuple[str, Image.Image]:
    """A kind, one of KINDS in turn, and its photograph, upright as viewers show it."""
    kind = KINDS[seed % len(KINDS)]
    rng = np.random.default_rng([seed, 31])
    scene = SCENES[kind](rng) if kind in SCENES else draw_nonpuzzle(kind, seed).convert("RGB")
    view = random_view(rng, "paper", float(np.exp(rng.uniform(*np.log(LONG_PX)))))
    return kind, photograph(scene, replace(view, orientation=1), rng).image
