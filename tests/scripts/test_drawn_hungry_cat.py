"""Drawn Hungry Cat screenshots tell the truth about themselves, and the fixtures are drawn by the script."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drawn.fixtures import fixture_draws
from drawn.palettes import THEMES, lab_distance, random_palette
from drawn.screenshot import DrawnScreenshot, draw
from drawn.spec import PHONES, Wishes, random_spec

SMALL = PHONES[0]
SPEC = random_spec(np.random.default_rng(1), Wishes(10, 5, 3, SMALL, as_game=True), draws=1)
FIXTURES = Path(__file__).parents[2] / "fixtures"
EVERY_FIXTURE = list(fixture_draws())


@cache
def shot() -> DrawnScreenshot:
    return draw(SPEC)


def signed_hint(line: list[int], colour: int) -> int:
    runs = [len(list(group)) for value, group in groupby(line) if value == colour]
    return -runs[0] if len(runs) == 1 and runs[0] > 1 else sum(runs)


def test_the_hints_are_those_of_the_solution_in_which_every_cell_is_coloured():
    puzzle, cells = shot().puzzle, shot().picture.cells
    assert set(np.unique(cells)) == set(range(1, puzzle.colours + 1))
    for lines, grid in ((puzzle.rows, cells), (puzzle.cols, cells.T)):
        for line, values in zip(lines, grid.tolist(), strict=True):
            signed = [signed_hint(values, colour) for colour in range(1, puzzle.colours + 1)]
            assert [hint.signed for hint in line] == signed


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_colours_can_be_told_apart_and_thick_lines_stand_on_the_lattice(theme):
    colours = random_palette(np.random.default_rng(3), 5, theme)
    assert all(lab_distance(colour, theme.page) >= 7 for colour in colours)
    assert all(lab_distance(one, other) >= 17 for one in colours for other in colours if one != other)
    spec = random_spec(np.random.default_rng(2), Wishes(10, 10, 3, SMALL, theme, as_game=True), draws=1)
    drawn = draw(spec)
    tones = np.asarray(drawn.image, np.float32).mean(axis=2)
    cell = drawn.lattice.cell(5, 5)
    middle = tones[(cell.top + cell.bottom) // 2, (cell.left + cell.right) // 2]
    assert middle == pytest.approx(np.mean(theme.page))
    assert abs(tones[cell.top, cell.left + 9] - middle) > 5
    assert abs(tones[cell.top + 9, cell.left] - middle) > 5


@pytest.mark.parametrize("draw_fixture", EVERY_FIXTURE, ids=lambda fixture: fixture[0])
def test_the_fixtures_are_what_the_script_draws(draw_fixture):
    name, drawn = draw_fixture[0], draw_fixture[1]()
    for ending, text in drawn.texts.items():
        assert (FIXTURES / f"{name}{ending}").read_text(encoding="utf-8") == text
    with Image.open(FIXTURES / f"{name}.png") as image:
        assert image.size == drawn.image.size
        other = np.abs(np.asarray(image, int) - np.asarray(drawn.image, int)).max(axis=2) > 40
    assert other.mean() < 0.01  # other versions of Pillow draw edges slightly otherwise


def test_those_fixtures_are_all():
    families = (FIXTURES / folder for folder in ("hungry_cat", "nonograms", "katamino"))
    stored = {str(path.relative_to(FIXTURES)) for family in families for path in family.glob("*.png")}
    stored = {name for name in stored if not name.endswith("-solved.png")}  # left by the README's command
    assert stored == {f"{name}.png" for name, _ in EVERY_FIXTURE}
