"""The screenshots in `fixtures/hungry_cat`, each determined by a seed and by what it must show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drawn.fills import FILLED_STREAM, FillStyle, Painting
from drawn.fonts import FontFace, find_font
from drawn.palettes import THEMES
from drawn.progress import random_progress
from drawn.spec import PHONES, ScreenshotSpec, Wishes, random_spec


@dataclass(frozen=True, slots=True)
class Fixture:
    """A fixture: rows, columns, colours, and the names of a phone, a theme and a font."""

    name: str
    seed: int
    rows: int
    cols: int
    colours: int
    phone: str
    theme: str
    font: str
    as_game: bool = False
    painted: float = 0.0  # the share of the cells
    mistakes: int = 0


FIXTURES = (
    Fixture("drawn-5x5-white", 1, 5, 5, 2, "small", "white", "fredoka"),
    Fixture("drawn-5x10-mint", 2, 10, 5, 3, "tablet", "mint", "source-sans-black"),
    Fixture("drawn-10x10-night", 3, 10, 10, 4, "taller", "night", "manrope-extrabold"),
    Fixture("drawn-10x15-grey", 4, 15, 10, 4, "tall", "grey", "hanken-bold", as_game=True),
    Fixture("drawn-10x15-slate", 5, 15, 10, 5, "fruit", "slate", "source-sans-bold"),
    Fixture("drawn-15x15-sand", 6, 15, 15, 5, "full-hd", "sand", "source-serif-bold"),
    Fixture("drawn-20x20-rose", 7, 20, 20, 6, "taller", "rose", "aileron"),
    Fixture("played-10x10-white", 10, 10, 10, 4, "small", "white", "manrope-extrabold", True, 0.4, 2),
)
"""Columns x rows in the name."""


def fixture_specs() -> Iterator[tuple[str, ScreenshotSpec, Painting | None]]:
    """The name and spec of each fixture, and what is painted on its board.

    Raises
    ------
    RuntimeError : a font package is missing.
    """
    for fixture in FIXTURES:
        font = find_font(fixture.font)
        if font is None:
            raise RuntimeError(f'the font {fixture.font} is missing: pip install -e ".[dev]"')
        spec = fixture_spec(fixture, font)
        yield fixture.name, spec, fixture_painting(fixture, spec)


def fixture_spec(fixture: Fixture, font: FontFace) -> ScreenshotSpec:
    """The spec of a fixture, in a given font."""
    wishes = Wishes(
        rows=fixture.rows,
        cols=fixture.cols,
        colours=fixture.colours,
        phone=next(phone for phone in PHONES if phone.name == fixture.phone),
        theme=next(theme for theme in THEMES if theme.name == fixture.theme),
        font=font,
        as_game=fixture.as_game,
    )
    return random_spec(np.random.default_rng(fixture.seed), wishes)


def fixture_painting(fixture: Fixture, spec: ScreenshotSpec) -> Painting | None:
    """What is painted on the board, None for an untouched one."""
    if not fixture.painted:
        return None
    rng = np.random.default_rng([fixture.seed, FILLED_STREAM])
    progress = random_progress(rng, spec.picture.cells, fixture.painted, fixture.mistakes, pattern="lines")
    return Painting(progress, FillStyle())
