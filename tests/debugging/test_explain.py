from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from picrosser.__main__ import main
from picrosser.debugging.explain import explain, facts
from picrosser.debugging.marks import BAD, HIDDEN
from picrosser.imaging.loading import load_image
from picrosser.pipelines.hungry_cat import solve_screenshot
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.sums import UNREAD, SumsFound
from picrosser.solving.outcome import Difficulty, Outcome, Status

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat"
SHOTS = ("drawn-5x5-white", "drawn-10x15-grey")
STAGES = (
    "GridFound", "SlotsFound", "HintsFound", "CirclesFound", "PaletteFound", "NumbersFound", "DigitsFound",
    "Evidence", "SumsFound", "Reading", "Settled", "Outcome",
)  # fmt: skip
FILES = [f"{number:02}-{name}" for number, name in enumerate(("screenshot", *STAGES[:-1], "Solution"))]


@pytest.fixture(scope="module", params=SHOTS)
def run(request):
    """A screenshot, and the results of all stages by name."""
    image = load_image(FIXTURES / f"{request.param}.png")
    results: list[object] = []
    solve_screenshot(image, on_stage=results.append)
    return image, {type(result).__name__: result for result in results}


def has(picture: Image.Image, colour: tuple[int, int, int]) -> bool:
    return bool((np.asarray(picture) == colour).all(axis=2).any())


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("alone", [False, True], ids=["with earlier results", "alone"])
def test_every_stage_has_a_picture_of_sane_size(run, stage, alone):
    image, results = run
    assert tuple(results) == STAGES
    before = [] if alone else [results[name] for name in STAGES[: STAGES.index(stage)]]
    picture = explain(image, results[stage], before)
    assert picture.mode == "RGB"
    assert 400 <= picture.width <= 1650
    assert 150 <= picture.height <= 2200
    assert len(picture.getcolors(1 << 24)) > 5


def test_slots_without_a_heap_and_heaps_without_a_slot_are_shown(run):
    image, results = run
    slots = results["SlotsFound"]
    for heaps in (slice(0, -1), slice(0, 0)):
        top = replace(
            slots.top, heap_centres_px=slots.top.heap_centres_px[heaps], heaps=slots.top.heaps[heaps]
        )
        assert explain(image, replace(slots, top=top)) != explain(image, slots)


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_has_facts_that_are_plain_and_small(run, stage):
    _, results = run
    found = facts(results[stage])
    text = json.dumps(found)
    assert json.loads(text) == found
    assert 50 < len(text) < 60_000


def test_the_facts_say_what_was_found(run):
    _, results = run
    grid, reading = facts(results["GridFound"]), facts(results["Reading"])
    puzzle = results["Reading"].puzzle
    assert (grid["rows"], grid["columns"]) == puzzle.shape
    assert reading["rows"] == [[hint.signed for hint in line] for line in puzzle.rows]
    assert facts(results["Outcome"])["difficulty"] in ("line", "search")


def test_drawing_changes_nothing(run):
    image, results = run
    before, kept = [], image.copy()
    patches = results["HintsFound"].patches.copy()
    for result in results.values():
        explain(image, result, before)
        before.append(result)
    np.testing.assert_array_equal(image, kept)
    np.testing.assert_array_equal(results["HintsFound"].patches, patches)


def test_what_does_not_add_up_is_red_and_what_is_hidden_is_marked(run):
    image, results = run
    sums, before = results["SumsFound"], [results["Evidence"]]
    assert not has(explain(image, sums, before), BAD)
    assert not has(explain(image, sums, before), HIDDEN)
    counts = sums.counts.copy()
    counts[3] = UNREAD
    bad = SumsFound(
        counts,
        ((HintPlace("row", 1, -1), "its hints add up to 7"), (HintPlace("row", -1, 0), "colour 1 differs")),
    )
    assert has(explain(image, bad, before), BAD)
    assert has(explain(image, bad, before), HIDDEN)
    assert facts(bad)["misfits"][0] == {"place": "r2", "text": "its hints add up to 7"}


def test_doubts_are_red(run):
    image, results = run
    reading: Reading = results["Reading"]
    doubts = (
        Doubt(HintPlace("row", 2, 0), CountHint(3), (CountHint(8), CountHint(3, True)), "a sticker hides it"),
        Doubt(HintPlace("column", 1, -1), None, (), "its hints add up to 4"),
        Doubt(HintPlace("row", -1, 1), None, (), "colour 2 has 4 cells by the rows and 5 by the columns"),
    )
    assert not has(explain(image, replace(reading, doubts=())), BAD)
    unsure = replace(reading, doubts=doubts)
    assert has(explain(image, unsure), BAD)
    assert [doubt["place"] for doubt in facts(unsure)["doubts"]] == ["r3:1", "c2", "colour 2"]
    assert facts(unsure)["doubts"][0]["alternatives"] == [8, -3]


def test_an_undecided_circle_is_red(run):
    image, results = run
    circles = results["CirclesFound"]
    unsure = replace(circles, log_odds=(SURE_CIRCLE - 0.1, *circles.log_odds[1:]))
    tile = explain(image, unsure, [results["HintsFound"]]).crop((0, 100, 200, 250))
    assert has(tile, BAD)


def test_an_outcome_shows_the_cells_that_differ(run):
    image, results = run
    outcome, reading = results["Outcome"], results["Reading"]
    one = outcome.picture
    other = Picture(one.cells.copy(), one.palette)
    other.cells[0, 0] = 1 + other.cells[0, 0] % 2
    shared = Picture(np.where(one.cells == other.cells, one.cells, UNKNOWN).astype(np.int8), one.palette)
    several = Outcome(Status.SEVERAL, shared, (one, other), ((0, 0),), Difficulty.SEARCH, 9, "", 0.2)
    assert has(explain(image, several, [reading]), BAD)
    none = Outcome(Status.NONE, None, (), (), Difficulty.LINE, 3, "row 3 cannot hold 2 and 5", 0.1)
    assert explain(image, none, [reading]).width > 400
    assert facts(none)["picture"] is None
    assert facts(several)["differing"] == [[0, 0]]


def test_other_things_are_refused():
    with pytest.raises(TypeError, match="no picture explains a str"):
        explain(np.zeros((9, 9, 3), np.uint8), "grid")
    with pytest.raises(TypeError, match="nothing is known about a str"):
        facts("grid")


@pytest.mark.parametrize("shot", SHOTS)
def test_a_debug_run_leaves_numbered_files_and_a_page_with_all_of_them(shot, tmp_path, capsys):
    folder = tmp_path / "debug"
    main([str(FIXTURES / f"{shot}.png"), "-o", str(tmp_path / "x.png"), "--debug", str(folder)])
    capsys.readouterr()
    assert sorted(path.stem for path in folder.glob("*.png")) == FILES
    assert sorted(path.stem for path in folder.glob("[0-9]*.json")) == FILES[1:-1]
    assert json.loads((folder / "outcome.json").read_text())["status"] == "unique"
    page = (folder / "index.html").read_text()
    places = [page.index(f'src="{name}.png"') for name in FILES]
    assert places == sorted(places)
    assert "cannot be shown" not in page


def test_a_failed_run_leaves_what_came_before_the_guilty_stage(tmp_path, capsys):
    grid: list[object] = []
    image = load_image(FIXTURES / "drawn-10x15-grey.png")
    solve_screenshot(image, on_stage=grid.append)
    board = grid[0].lattice.board
    cropped, folder = tmp_path / "cropped.png", tmp_path / "debug"
    Image.fromarray(image[:, board.left - 4 :]).save(cropped)  # no hints left of the board
    assert main([str(cropped), "--debug", str(folder)]) == 4
    assert "left of it" in capsys.readouterr().err
    names = {path.name for path in folder.iterdir()}
    assert names >= {"00-screenshot.png", "index.html", "error.txt"}
    assert {name[3:] for name in names} >= {"GridFound.png", "GridFound.json"}
    assert not any("SlotsFound" in name for name in names)
    assert "GridNotFoundError" in (folder / "error.txt").read_text()
    assert "left of it" in (folder / "index.html").read_text()
