"""The pictures in `fixtures/`, each determined by a seed and what it must show, with the truth beside it."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from drawn.fills import FILLED_STREAM, Painting, Progress, random_progress
from drawn.glyphs import FontFace, find_font
from drawn.katamino.picture import drawn_katamino
from drawn.nonograms.looks import look_named
from drawn.nonograms.screenshot import draw as draw_nonogram
from drawn.nonograms.screenshot import legible_spec
from drawn.nonograms.spec import truth_text
from drawn.palettes import THEMES
from drawn.screenshot import draw as draw_screenshot
from drawn.spec import PHONES, Wishes, random_spec
from picrosser.formats.files import puzzle_text


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A screenshot: rows, columns, colours, and the names of a phone, a theme and a font."""

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


HUNGRY_CAT = (
    Screenshot("drawn-5x5-white", 1, 5, 5, 2, "small", "white", "fredoka"),
    Screenshot("drawn-5x10-mint", 2, 10, 5, 3, "tablet", "mint", "source-sans-black"),
    Screenshot("drawn-10x10-night", 3, 10, 10, 4, "taller", "night", "manrope-extrabold"),
    Screenshot("drawn-10x15-grey", 4, 15, 10, 4, "tall", "grey", "hanken-bold", as_game=True),
    Screenshot("drawn-10x15-slate", 5, 15, 10, 5, "fruit", "slate", "source-sans-bold"),
    Screenshot("drawn-15x15-sand", 6, 15, 15, 5, "full-hd", "sand", "source-serif-bold"),
    Screenshot("drawn-20x20-rose", 7, 20, 20, 6, "taller", "rose", "aileron"),
    Screenshot("played-10x10-white", 10, 10, 10, 4, "small", "white", "manrope-extrabold", True, 0.4, 2),
)
"""Columns x rows in the name."""
NONOGRAMS = (("ledger", 1), ("tiles", 1), ("cartridge", 1), ("confetti", 2))
"""A look and a seed."""
KATAMINO = (
    ("drawn-card", "card", 15, "hanken-bold"),
    ("drawn-number-card", "numbers", 2, "source-serif-bold"),
    ("drawn-part-filled", "pieces", 12, "manrope-extrabold"),
)
"""Name, kind, seed and font."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A picture, and the texts of the files beside it by their endings."""

    image: Image.Image
    texts: Mapping[str, str]

    def save(self, stem: Path) -> Path:
        """Write STEM.png and the other files; return the path. The stem may contain dots."""
        for ending, text in self.texts.items():
            stem.with_name(stem.name + ending).write_text(text, encoding="utf-8")
        path = stem.with_name(stem.name + ".png")
        self.image.save(path, optimize=True)
        return path


def fixture_draws() -> Iterator[tuple[str, Callable[[], Drawn]]]:
    """Every fixture: its place in `fixtures/`, and what draws it.

    That raises a RuntimeError where a font package is missing.
    """
    for fixture in HUNGRY_CAT:
        yield f"hungry_cat/{fixture.name}", partial(_hungry_cat, fixture)
    for look, seed in NONOGRAMS:
        yield f"nonograms/drawn-{look}", partial(_nonogram, look, seed)
    for name, kind, seed, font in KATAMINO:
        yield f"katamino/{name}", partial(_katamino, kind, seed, font)


def _hungry_cat(fixture: Screenshot) -> Drawn:
    wishes = Wishes(
        rows=fixture.rows,
        cols=fixture.cols,
        colours=fixture.colours,
        phone=next(phone for phone in PHONES if phone.name == fixture.phone),
        theme=next(theme for theme in THEMES if theme.name == fixture.theme),
        font=_font(fixture.font),
        as_game=fixture.as_game,
    )
    spec = random_spec(np.random.default_rng(fixture.seed), wishes)
    painting = None
    if fixture.painted:
        rng, cells = np.random.default_rng([fixture.seed, FILLED_STREAM]), spec.picture.cells
        painting = Painting(random_progress(rng, cells, fixture.painted, fixture.mistakes, pattern="lines"))
    drawn = draw_screenshot(spec, painting)
    texts = {".toml": puzzle_text(drawn.puzzle, drawn.picture)}
    if painting is not None:
        texts["-state.toml"] = progress_text(painting.progress)
    return Drawn(drawn.image, texts)


def _nonogram(look: str, seed: int) -> Drawn:
    spec = legible_spec(look_named(look), seed)
    return Drawn(draw_nonogram(spec).image, {".json": truth_text(spec)})


def _katamino(kind: str, seed: int, font: str) -> Drawn:
    shot = drawn_katamino(seed, 0, kind, (_font(font),))
    return Drawn(shot.image, {".json": katamino_text(shot.truth)})


def _font(name: str) -> FontFace:
    font = find_font(name)
    if font is None:
        raise RuntimeError(f'the font {name} is missing: pip install -e ".[dev]"')
    return font


def progress_text(progress: Progress) -> str:
    rows = "".join(f"  {row},\n" for row in progress.state.tolist())
    mistakes = [list(cell) for cell in progress.mistakes]
    return (
        "# Per cell: -1 untouched, 0 marked, 1... painted with that colour slot.\n"
        f"state = [\n{rows}]\n"
        f"# [row, column] from 0 of the cells that are painted wrongly.\nmistakes = {mistakes}\n"
    )


def katamino_text(truth: Mapping[str, Any]) -> str:
    """The truth of a Katamino picture as JSON, one line for each row of a table or grid."""
    entries = []
    for key, value in truth.items():
        text = json.dumps(value)
        if key == "table":
            rows = (f'  "{name}": {json.dumps(row)}' for name, row in value.items())
            text = "{\n" + ",\n".join(rows) + "\n }"
        elif key == "grid":
            text = "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        entries.append(f' "{key}": {text}')
    return "{\n" + ",\n".join(entries) + "\n}\n"
