"""Drawn Hungry Cat screenshots tell the truth about themselves: played, damaged, hidden and cut, too."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drawn.damage import DAMAGES, ROUGH
from drawn.fills import MARKED, PATTERNS, UNTOUCHED, random_progress
from drawn.fixtures import fixture_draws
from drawn.glyphs import BUILT_IN
from drawn.occlusion import CUTS, KINDS, cut_board, drawn_slots, kept, occlude
from drawn.palettes import THEMES, lab_distance, random_palette
from drawn.screenshot import DrawnScreenshot, draw
from drawn.spec import PHONES, SHAPES, Wishes, place, random_look, random_spec
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.read import read_screenshot

SMALL = PHONES[0]
SPEC = random_spec(np.random.default_rng(1), Wishes(10, 5, 3, SMALL, as_game=True), draws=1)
SOLUTION = SPEC.picture.cells
SLOTS = drawn_slots(SPEC)
FIXTURES = Path(__file__).parents[2] / "fixtures"
EVERY_FIXTURE = list(fixture_draws())


@cache
def shot() -> DrawnScreenshot:
    return draw(SPEC)


def signed_hint(line: list[int], colour: int) -> int:
    runs = [len(list(group)) for value, group in groupby(line) if value == colour]
    return -runs[0] if len(runs) == 1 and runs[0] > 1 else sum(runs)


# ---- What is drawn


def test_the_hints_are_those_of_the_solution_in_which_every_cell_is_coloured():
    puzzle, cells = shot().puzzle, shot().picture.cells
    assert set(np.unique(cells)) == set(range(1, puzzle.colours + 1))
    for lines, grid in ((puzzle.rows, cells), (puzzle.cols, cells.T)):
        for line, values in zip(lines, grid.tolist(), strict=True):
            signed = [signed_hint(values, colour) for colour in range(1, puzzle.colours + 1)]
            assert [hint.signed for hint in line] == signed


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


# ---- Part-filled boards


# Every pattern on a part of the board, and one of them on an untouched and on a full board.
@pytest.mark.parametrize(
    ("pattern", "share"),
    [(PATTERNS[0], 0.0), (PATTERNS[0], 1.0), *((pattern, 0.3) for pattern in PATTERNS)],
)
def test_so_many_cells_are_touched_and_the_mistakes_are_mistakes(pattern, share):
    progress = random_progress(np.random.default_rng(1), SOLUTION, share, 4, pattern=pattern)
    painted = progress.state > MARKED
    assert np.count_nonzero(progress.state != UNTOUCHED) == round(share * 50)
    assert len(progress.mistakes) == (4 if share else 0)
    wrong = {tuple(cell) for cell in np.argwhere(painted & (progress.state != SOLUTION)).tolist()}
    assert wrong == set(progress.mistakes)
    assert progress.state.max() <= 3


# ---- Damaged, hidden, cut


@pytest.mark.parametrize("name", ROUGH)
def test_rough_treatment_changes_the_picture_and_repeats_itself(name):
    assert name not in DAMAGES
    image, plain = ROUGH[name](shot().image), shot().image
    assert image.mode == ROUGH[name](Image.new("RGBA", (90, 160), (10, 200, 90, 255))).mode == "RGB"
    if name.startswith(("turn", "two-boards")):
        assert image.width >= plain.width
        assert image.height > plain.height
    else:
        assert image.size == plain.size
        assert not np.array_equal(np.asarray(image), np.asarray(plain))
    assert np.array_equal(np.asarray(image), np.asarray(ROUGH[name](plain)))


def test_the_slots_are_where_the_package_finds_them():
    stages: list[object] = []
    read_screenshot(np.asarray(shot().image), stages.append)
    found = next(stage for stage in stages if isinstance(stage, HintsFound))
    assert found.places == SLOTS.places
    assert np.abs(found.centres_px - SLOTS.centres_px).max() < 0.15 * SLOTS.radius_px
    assert found.slot_radius_px == pytest.approx(SLOTS.radius_px, rel=0.03)


@pytest.mark.parametrize("kind", KINDS)
def test_the_hint_aimed_at_is_covered_and_not_the_whole_picture(kind):
    target = 37  # a hint above a column, which all kinds can reach
    covered, again = (occlude(shot().image, SLOTS, np.random.default_rng(1), kind, target) for _ in range(2))
    changed = np.abs(np.asarray(covered, int) - np.asarray(shot().image, int)).max(axis=2) > 0
    row, col = SLOTS.centres_px[target]
    box = tuple(slice(round(at - SLOTS.radius_px), round(at + SLOTS.radius_px)) for at in (row, col))
    assert changed[box].mean() > 0.2
    assert changed.mean() < 0.5
    assert np.array_equal(np.asarray(again), np.asarray(covered))


@pytest.mark.parametrize("name", CUTS)
def test_cuts_take_a_part_of_the_board_away(name):
    image, lattice, hints = shot().image, shot().lattice, shot().board_with_hints
    box, board = kept(image.size, lattice, SLOTS, name), lattice.board
    assert (box.top > hints.top) == name.startswith(("top", "both"))
    assert (box.left > hints.left) == name.startswith(("left", "both"))
    assert (box.right < board.right) == name.startswith("right")
    assert (box.bottom < board.bottom) == name.startswith("bottom")
    rest = cut_board(image, lattice, SLOTS, name)
    barred = cut_board(image, lattice, SLOTS, name, under_bar=True)
    assert (rest.size, barred.size) == ((box.width, box.height), image.size)
    assert np.array_equal(np.asarray(barred)[box.slices], np.asarray(rest))
