"""Drawn boards and ready-made stage results, for tests of single stages."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from made_evidence import all_places

from drawn.palettes import THEMES
from drawn.spec import PHONES, ScreenshotSpec, Wishes, random_spec
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.reading.hungry_cat.hints import HintsFound

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


def made_hints(puzzle: HungryCat) -> HintsFound:
    """A result with the hints' places, but with a single pixel per hint."""
    places = tuple(all_places(puzzle))
    count = len(places)
    return HintsFound(
        patches=np.zeros((count, 1, 1, 3), np.uint8),
        centres_px=np.zeros((count, 2), np.intp),
        places=places,
        stripes=np.zeros((count, 3), np.float32),
        slot_radius_px=1.0,
        pitch_px=1.0,
        rows=len(puzzle.rows),
        cols=len(puzzle.cols),
        colours=puzzle.colours,
    )
