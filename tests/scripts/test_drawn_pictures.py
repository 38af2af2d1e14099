"""Pictures that may fool the reading: boards of other puzzles, spoilt screenshots and cut ones."""

from __future__ import annotations

import json
from itertools import groupby

import numpy as np
import pytest
from PIL import Image, ImageOps
from sweeps import sweep

from drawn.cuts import CUTS, cut, hungry_cat_screen
from drawn.fixtures import katamino_text
from drawn.glyphs import BUILT_IN
from drawn.katamino.picture import KINDS, drawn_katamino
from drawn.katamino.scene import FILLS, draw_scene, random_scene
from drawn.nonograms.looks import LOOKS, look_named
from drawn.nonograms.screenshot import LEGIBLE_FROM_PX, damage_in_turn, damaged_nonogram, draw, legible_spec
from drawn.nonograms.spec import random_nonogram_spec, truth_of, truth_text
from drawn.nonpuzzles.boards import look_alike, solves_as_runs
from drawn.nonpuzzles.choosing import countable, counts
from drawn.nonpuzzles.lookalikes import KINDS as LOOK_ALIKES
from drawn.photographs.camera import View, photograph
from drawn.photographs.scenes import random_photograph, save_jpeg
from drawn.pictures import has_one_solution
from drawn.screenshot import draw as draw_cat
from drawn.spec import Phone, Wishes, random_spec
from drawn.spoiling import SPOILS
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.polyomino import moved_to_corner, orientations
from scoring.cases import PALE, Wanted, cases_of
from scoring.judging import Verdict
from scoring.results import score

SPEC = random_spec(np.random.default_rng(1), Wishes(5, 5, 2, Phone("tiny", 240, 400), as_game=True), draws=1)


def test_every_kind_has_a_picture_that_a_seed_draws_again() -> None:
    for kind, make in LOOK_ALIKES.items():
        one, other = (look_alike(make, np.random.default_rng(1)) for _ in range(2))
        assert one.tobytes() == other.tobytes(), kind
    screen = hungry_cat_screen(SPEC, draw_cat(SPEC))
    for name in (*SPOILS, *CUTS):
        one, other = (
            SPOILS[name](screen, np.random.default_rng(3))
            if name in SPOILS
            else cut(screen, np.random.default_rng(3), name)
            for _ in range(2)
        )
        assert one.tobytes() == other.tobytes() != screen.image.tobytes(), name


def test_counts_of_scattered_cells_often_solve_as_runs() -> None:
    boards = [countable(np.random.default_rng(seed), (6, 7)) for seed in range(20)]
    assert sum(solves_as_runs(*counts(board)) for board in boards) > 5
    assert not solves_as_runs([[1], [1]], [[1], [1]])  # two solutions
    assert not solves_as_runs([[2]], [[1], [0]])  # none


@pytest.mark.parametrize("name", ["aquarium", "tents"])
def test_look_alikes_are_refused(name: str) -> None:
    (case,) = cases_of("nonpuzzles", Wanted(1, 1, name))
    assert score(case).verdict is Verdict.REFUSED


def test_the_sets_spoil_and_cut_in_all_ways() -> None:
    cases = {name: cases_of(name, Wanted(60, 1)) for name in ("spoilt", "cut")}
    ways = {name: {case.name.split()[1] for case in ones} for name, ones in cases.items()}
    assert ways == {"spoilt": {*SPOILS, PALE}, "cut": set(CUTS)}
    with pytest.raises(ValueError, match="no picture is called"):
        cases_of("cut", Wanted(1, 1, "unicorns"))


# ---- Nonograms: the truth, and what the looks promise


# Looks that differ in how hints are placed and painted: shrinking on long lines, in the slots of a grid, free
# on the page, in alternating colours without spaces, dotted digits, coloured squares, a deep header.
NAMES = ("paper", "ledger", "tiles", "ticker", "cartridge", "confetti", "timetable")
KINDS_OF_LOOKS = pytest.mark.parametrize("look", [*map(look_named, NAMES)], ids=NAMES)


def runs_of(cells: str) -> list[tuple[str, int]]:
    return [(cell, len(list(group))) for cell, group in groupby(cells) if cell != "."]


@KINDS_OF_LOOKS
def test_the_hints_are_those_of_the_only_solution(look):
    spec = legible_spec(look, 2)
    truth = truth_of(spec)
    solution = truth["solution"]
    palette = {tuple(ink): letter for letter, ink in truth.get("palette", {}).items()}
    for stated, lines in (
        (truth["rows"], solution),
        (truth["cols"], map("".join, zip(*solution, strict=True))),
    ):
        for hints, line in zip(stated, lines, strict=True):
            if hints is None:  # its numbers have vanished, since it is done
                assert look.name == "tiles"
            else:
                read = [(palette[tuple(h["colour"])], h["n"]) if palette else ("#", h) for h in hints]
                assert read == runs_of(line)
    assert truth["size"] == [len(solution[0]), len(solution)]
    assert has_one_solution(spec.shown)


def test_a_seed_is_one_picture_whose_damages_leave_it_legible():
    look = LOOKS[0]
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


@pytest.mark.parametrize("kind", sweep(KINDS, quick=["board", "pieces"]))
def test_a_seed_gives_one_picture(kind):
    first, second = (drawn_katamino(4, 2, kind) for _ in range(2))
    assert first.image.tobytes() == second.image.tobytes()
    assert first.truth == second.truth == json.loads(katamino_text(first.truth))
    other = drawn_katamino(4, 3, kind)
    assert other.image.size != first.image.size or other.image.tobytes() != first.image.tobytes()


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


def test_a_mark_on_a_bent_page_is_where_the_truth_says() -> None:
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


def test_a_photograph_is_saved_as_a_camera_would_with_the_truth_of_what_viewers_show(tmp_path) -> None:
    taken = random_photograph(6, "paper")
    shown = ImageOps.exif_transpose(
        Image.open(save_jpeg(taken.image, taken.view, tmp_path / "one", by_camera=True))
    )
    assert shown.size == taken.image.size
    crossings = np.array(taken.truth["crossings"])
    assert crossings.shape == (len(taken.truth["rows"]) + 1, len(taken.truth["cols"]) + 1, 2)
    assert (crossings > 0).all()
    assert (crossings < shown.size[::-1]).all()
    assert random_photograph(6, "paper").image.tobytes() == taken.image.tobytes()
