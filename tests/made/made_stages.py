"""Drawn boards of Hungry Cat, for tests of single stages."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from drawn.palettes import THEMES
from drawn.spec import PHONES, ScreenshotSpec, Wishes, random_spec

PHONE = {phone.name: phone for phone in PHONES}
THEME = {theme.name: theme for theme in THEMES}


@cache
def spec_of(
    rows: int, cols: int, colours: int, theme: str, seed: int = 1, phone: str = "small"
) -> ScreenshotSpec:
    """The specification of a random picture in the game's own look."""
    wishes = Wishes(rows, cols, colours, PHONE[phone], THEME[theme], as_game=True)
    return random_spec(np.random.default_rng(seed), wishes, draws=1)


def with_cells(spec: ScreenshotSpec, lines: Sequence[str]) -> ScreenshotSpec:
    """Replace the picture by one written with the digits of its colours."""
    return replace(spec, cells=tuple(tuple(map(int, line)) for line in lines), unique=False)
