"""The drawn pictures tell the truth about themselves, and their looks differ in what they promise."""

import numpy as np
import pytest
from own_process import FIXTURES
from PIL import Image
from sweeps import sweep

from drawn.fixtures import fixture_draws
from drawn.glyphs import BUILT_IN
from drawn.katamino.scene import FILLS, draw_scene, random_scene
from drawn.nonograms.looks import look_named
from drawn.nonograms.screenshot import LEGIBLE_FROM_PX, damage_in_turn, damaged_nonogram, draw, legible_spec
from drawn.nonograms.spec import random_nonogram_spec, truth_text
from drawn.palettes import THEMES, lab_distance, random_palette
from drawn.photographs.camera import View, photograph
from drawn.photographs.scenes import random_photograph
from drawn.screenshot import draw as draw_cat
from drawn.spec import PHONES, Wishes, random_spec
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.polyomino import moved_to_corner, orientations

# ---- Nonograms


def test_a_seed_is_one_picture_whose_damages_leave_it_legible():
    look = look_named("thumbnail")
    drawn = draw(legible_spec(look, 5))
    assert drawn.image.tobytes() == draw(legible_spec(look, 5)).image.tobytes()
    assert truth_text(random_nonogram_spec(look, 5)) != truth_text(random_nonogram_spec(look, 6))
    cut, box = damaged_nonogram(drawn, "crop"), drawn.board_with_hints
    assert box.width <= cut.width <= drawn.image.width
    assert box.height <= cut.height < drawn.image.height
    small = {damage_in_turn(seed, "paper", 7.0) for seed in range(20)}
    assert small == {name for name, least in LEGIBLE_FROM_PX.items() if least <= 7}
    assert {damage_in_turn(seed, "paper", 30.0) for seed in range(20)} == set(LEGIBLE_FROM_PX)


# ---- Katamino


@pytest.mark.parametrize("fill", FILLS)
def test_what_is_not_on_the_board_lies_apart(fill):
    spec = random_scene(np.random.default_rng(7), (BUILT_IN,), fill)
    truth = spec.truth
    lying = {number for row in truth.get("grid", ()) for number in row} - {0}
    assert lying | set(truth["apart"]) == set(truth["pieces"])
    assert ("grid" in truth) == (fill != "none")
    for number, shape in spec.apart:
        assert moved_to_corner(shape) in orientations(BOX[number - 1].shape)
    assert min(draw_scene(spec).size) > 60


# ---- Photographs


def test_a_mark_on_a_bent_page_is_where_the_truth_says():
    page = Image.new("RGB", (600, 400), "white")
    marks = np.array([(60, 90), (200, 300), (350, 520)])
    for row, col in marks.tolist():
        page.paste("black", (col - 5, row - 5, col + 5, row + 5))
    plain = {"light": 0.0, "shadow": 0.0, "blur_px": 0.3, "noise": 0.0, "moire": 0.0}
    view = View(17.0, 20.0, 130.0, 0.05, 0, 900.0, quality=95, orientation=1, **plain)
    taken = photograph(page, view, np.random.default_rng(1))
    grey = np.asarray(taken.image.convert("L"))
    for row, col in taken.places(marks.astype(float)):
        around = grey[int(row) - 20 : int(row) + 20, int(col) - 20 : int(col) + 20] < 100
        middle = np.argwhere(around).mean(axis=0) + 0.5 + (int(row) - 20, int(col) - 20)
        assert np.abs(middle - (row, col)).max() < 1.0


def test_a_seed_is_one_photograph_with_all_crossings_of_its_board():
    taken = random_photograph(6, "paper")
    crossings = np.array(taken.truth["crossings"])
    assert crossings.shape == (len(taken.truth["rows"]) + 1, len(taken.truth["cols"]) + 1, 2)
    assert ((crossings > 0) & (crossings < taken.image.size[::-1])).all()
    assert random_photograph(6, "paper").image.tobytes() == taken.image.tobytes()


# ---- Drawn Hungry Cat screenshots, and the fixtures: that they are read exactly is in test_score.py

SMALL = PHONES[0]
FIXTURE_DRAWS = dict(fixture_draws())
QUICKLY_DRAWN = ["hungry_cat/drawn-5x10-mint", "nonograms/drawn-ledger", "katamino/drawn-part-filled"]


@pytest.mark.parametrize("theme", sweep(THEMES, quick=THEMES[:2]), ids=lambda theme: theme.name)
def test_colours_can_be_told_apart_and_thick_lines_stand_on_the_lattice(theme):
    colours = random_palette(np.random.default_rng(3), 5, theme)
    assert all(lab_distance(colour, theme.page) >= 7 for colour in colours)
    assert all(lab_distance(one, other) >= 17 for one in colours for other in colours if one != other)
    spec = random_spec(np.random.default_rng(2), Wishes(10, 10, 3, SMALL, theme, as_game=True), draws=1)
    drawn = draw_cat(spec)
    tones = np.asarray(drawn.image, np.float32).mean(axis=2)
    cell = drawn.lattice.cell(5, 5)
    middle = tones[(cell.top + cell.bottom) // 2, (cell.left + cell.right) // 2]
    assert middle == pytest.approx(np.mean(theme.page))
    assert abs(tones[cell.top, cell.left + 9] - middle) > 5
    assert abs(tones[cell.top + 9, cell.left] - middle) > 5


@pytest.mark.parametrize("name", sweep(FIXTURE_DRAWS, quick=QUICKLY_DRAWN))
def test_the_fixtures_are_what_the_script_draws(name):
    drawn = FIXTURE_DRAWS[name]()
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
    assert stored == {f"{name}.png" for name in FIXTURE_DRAWS}
