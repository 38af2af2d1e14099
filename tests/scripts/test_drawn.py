"""Drawn Hungry Cat screenshots tell the truth about themselves, and fixtures are what is drawn."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drawn.damage import DAMAGES, crop
from drawn.fixtures import fixture_draws
from drawn.fonts import BUILT_IN
from drawn.layout import place
from drawn.palettes import THEMES
from drawn.pictures import random_cells
from drawn.screenshot import draw
from drawn.spec import PHONES, SHAPES, Wishes, random_look, random_spec

SMALL = PHONES[0]


FIXTURES = Path(__file__).parents[2] / "fixtures"


def drawn_small(seed: int, **wishes: int):
    return draw(random_spec(np.random.default_rng(seed), Wishes(phone=SMALL, **wishes), draws=1))


def signed_hint(line: list[int], colour: int) -> int:
    runs = [len(list(group)) for value, group in groupby(line) if value == colour]
    return -runs[0] if len(runs) == 1 and runs[0] > 1 else sum(runs)


@pytest.mark.parametrize("seed", range(2))
def test_the_hints_are_those_of_the_solution(seed):
    shot = drawn_small(seed)
    cells = shot.picture.cells
    for lines, grid in ((shot.puzzle.rows, cells), (shot.puzzle.cols, cells.T)):
        for line, values in zip(lines, grid.tolist(), strict=True):
            assert [hint.signed for hint in line] == [
                signed_hint(values, colour) for colour in range(1, shot.puzzle.colours + 1)
            ]
            assert sum(hint.count for hint in line) == len(values)


@pytest.mark.parametrize("seed", range(2))
def test_every_colour_is_used_and_no_cell_is_blank(seed):
    picture = random_spec(np.random.default_rng(seed), draws=1).picture
    assert set(np.unique(picture.cells)) == set(range(1, len(picture.palette)))


def test_one_seed_one_screenshot():
    one, other = drawn_small(3), drawn_small(3)
    assert np.array_equal(np.asarray(one.image), np.asarray(other.image))
    assert one.puzzle == other.puzzle
    assert random_spec(np.random.default_rng(3), draws=1) != random_spec(np.random.default_rng(4), draws=1)


def test_the_choice_of_fonts_changes_nothing_else():
    few = random_spec(np.random.default_rng(5), draws=1)
    many = random_spec(np.random.default_rng(5), fonts=[replace(BUILT_IN, name=n) for n in "abc"], draws=1)
    assert replace(many, font=few.font) == few


# The narrowest and the widest screen and a common one, with the smallest, a tall and the largest board.
@pytest.mark.parametrize("phone", [PHONES[0], PHONES[2], PHONES[-1]], ids=lambda phone: phone.name)
@pytest.mark.parametrize("shape", [SHAPES[0], SHAPES[1], SHAPES[-1]], ids=str)
def test_the_board_lies_inside_the_screen(phone, shape):
    rng = np.random.default_rng(1)
    spec = random_spec(rng, Wishes(rows=shape[0], cols=shape[1], phone=phone), draws=1)
    layout = place(replace(spec, look=random_look(rng, BUILT_IN)))
    box, lattice = layout.board_with_hints(), layout.lattice()
    assert 0 <= box.top < lattice.board.top < box.bottom <= phone.height
    assert 0 <= box.left < lattice.board.left < box.right <= phone.width
    assert lattice.shape == shape


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_thick_lines_stand_on_the_lattice(theme):
    spec = random_spec(np.random.default_rng(2), Wishes(10, 10, 3, SMALL, theme, as_game=True), draws=1)
    shot = draw(spec)
    tones = np.asarray(shot.image, np.float32).mean(axis=2)
    cell = shot.lattice.cell(5, 5)
    middle = tones[(cell.top + cell.bottom) // 2, (cell.left + cell.right) // 2]
    assert middle == pytest.approx(np.mean(theme.page))
    assert abs(tones[cell.top, cell.left + 9] - middle) > 5
    assert abs(tones[cell.top + 9, cell.left] - middle) > 5


def test_damages_keep_an_image():
    image = drawn_small(1, rows=5, cols=5).image
    sizes = {name: damage(image).size for name, damage in DAMAGES.items()}
    assert sizes["scale-0.5"] == (360, 720)
    assert sizes["pad"] == (1120, 1840)
    assert all(sizes[name] == image.size for name in sizes if not name.startswith(("scale", "pad")))
    assert DAMAGES["palette"](image).mode == "P"
    assert DAMAGES["rgba"](image).mode == "RGBA"


def test_crop_keeps_the_board_and_its_hints():
    shot = drawn_small(1, rows=5, cols=5)
    box = shot.board_with_hints
    assert crop(shot.image, box).size == (box.width, box.height)
    assert crop(shot.image, box, margin_px=10_000).size == shot.image.size


EVERY_FIXTURE = list(fixture_draws())


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


def test_more_colours_than_cells_are_refused():
    with pytest.raises(ValueError, match="cannot show 5 colours"):
        random_cells(np.random.default_rng(0), 2, 2, 5)
