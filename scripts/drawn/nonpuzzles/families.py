"""All families by name, and a picture of one from a seed."""

from collections.abc import Callable
from functools import partial

import numpy as np
from PIL import Image

from drawn.nonpuzzles import tables
from drawn.nonpuzzles.boards import look_alike
from drawn.nonpuzzles.lookalikes import KINDS

Family = Callable[[np.random.Generator], Image.Image]
_NUMBERED: dict[int, Family] = {0: tables.times_table, 1: tables.empty_numbered, 12: tables.heat_map}
"""The numbers are part of the seeds, so that a seed draws the same picture whatever families come and go."""
FAMILIES: dict[str, tuple[int, Family]] = {
    **{function.__name__.replace("_", "-"): (number, function) for number, function in _NUMBERED.items()},
    **{name: (30 + at, partial(look_alike, make)) for at, (name, make) in enumerate(KINDS.items())},
}


def draw_nonpuzzle(family: str, seed: int) -> Image.Image:
    """Draw one picture; the same seed draws the same picture."""
    number, function = FAMILIES[family]
    return function(np.random.default_rng([seed, number]))
