"""What is shown of a Hungry Cat screenshot's stages."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from picrosser.__main__ import main
from picrosser.debugging.canvas import WIDTH_PX, Ink
from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.debugging.explanation import Explanation
from picrosser.imaging.loading import load_image
from picrosser.pipelines.hungry_cat import solve_hungry_cat
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.sums import UNREAD, SumsFound
from picrosser.solving.outcome import Difficulty, Outcome, Status

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat"
SHOTS = ("drawn-5x5-white", "drawn-10x15-grey")
RESULTS = (
    "GridFound", "SlotsFound", "HintsFound", "CirclesFound", "PaletteFound", "NumbersFound", "DigitsFound",
    "Evidence", "SumsFound", "Reading", "CountsRepaired", "Outcome",
)  # fmt: skip
FILES = (
    "00-screenshot", "01-grid-lines", "02-hint-areas-and-colour-slots", "03-hints-cut-out", "04-circles",
    "05-ink-colours", "06-numbers-cut-into-digits", "07-digits", "08-what-each-hint-may-be", "09-sums",
    "10-puzzle-as-it-looks", "11-puzzle-settled", "12-solution",
)  # fmt: skip


@pytest.fixture(scope="module", params=SHOTS)
def run(request):
    """A screenshot, and the results of all stages by name."""
    image = load_image(FIXTURES / f"{request.param}.png")
    results: list[object] = []
    solve_hungry_cat(image, on_stage=results.append)
    return image, {type(result).__name__: result for result in results}


def has(shown: Explanation, colour: tuple[int, int, int]) -> bool:
    return bool((np.asarray(shown.picture) == colour).all(axis=2).any())


def bad_notes(shown: Explanation) -> list[str]:
    return [note.text for note in shown.notes if note.tone == "bad"]


def before(results: dict[str, object], name: str) -> list[object]:
    return [results[earlier] for earlier in RESULTS[: RESULTS.index(name)]]


@pytest.mark.parametrize("name", RESULTS)
def test_every_stage_has_a_sentence_and_a_picture_as_wide_as_the_page_shows(run, name):
    image, results = run
    assert tuple(results) == RESULTS
    shown = explain(image, results[name], before(results, name))
    assert shown.sentence.endswith(".")
    assert shown.picture.mode == "RGB"
    assert 400 <= shown.picture.width <= WIDTH_PX
    assert 150 <= shown.picture.height <= 2200
    assert len(shown.picture.getcolors(1 << 24)) > 5


@pytest.mark.parametrize("name", RESULTS)
def test_every_stage_has_numbers_that_are_plain_and_not_too_many(run, name):
    _, results = run
    found = facts(results[name], STAGES)
    text = json.dumps(found, allow_nan=False)
    assert json.loads(text) == found
    assert 50 < len(text) < 60_000


def test_captions_are_words(run):
    _, results = run
    for result in results.values():
        assert type(result).__name__ not in STAGES[type(result)].title
        assert re.fullmatch(r"[A-Z][a-z ]+", STAGES[type(result)].title)


def test_slots_without_a_heap_and_heaps_without_a_slot_are_shown(run):
    image, results = run
    slots = results["SlotsFound"]
    for heaps in (slice(0, -1), slice(0, 0)):
        top = replace(
            slots.top, heap_centres_px=slots.top.heap_centres_px[heaps], heaps=slots.top.heaps[heaps]
        )
        assert explain(image, replace(slots, top=top)).picture != explain(image, slots).picture


def test_the_numbers_say_what_was_found(run):
    _, results = run
    grid, reading = facts(results["GridFound"]), facts(results["Reading"])
    puzzle = results["Reading"].puzzle
    assert grid["lattice"]["size"] == "{1} columns x {0} rows".format(*puzzle.shape)
    assert reading["puzzle"]["rows"] == [[hint.signed for hint in line] for line in puzzle.rows]
    assert facts(results["Outcome"])["difficulty"] in ("line", "search")


def test_drawing_changes_nothing(run):
    image, results = run
    kept = image.copy()
    patches = results["HintsFound"].patches.copy()
    for name, result in results.items():
        explain(image, result, before(results, name))
    np.testing.assert_array_equal(image, kept)
    np.testing.assert_array_equal(results["HintsFound"].patches, patches)


def test_what_does_not_add_up_is_red_and_what_is_hidden_is_marked(run):
    image, results = run
    sums, earlier = results["SumsFound"], [results["Evidence"]]
    assert not has(explain(image, sums, earlier), Ink.BAD)
    assert not has(explain(image, sums, earlier), Ink.HIDDEN)
    counts = sums.counts.copy()
    counts[3] = UNREAD
    bad = SumsFound(
        counts,
        ((HintPlace("row", 1, -1), "its hints add up to 7"), (HintPlace("row", -1, 0), "colour 1 differs")),
    )
    shown = explain(image, bad, earlier)
    assert has(shown, Ink.BAD)
    assert has(shown, Ink.HIDDEN)
    assert bad_notes(shown) == ["row 2: its hints add up to 7", "colour 1 differs"]


def test_doubts_are_red(run):
    image, results = run
    reading: Reading = results["Reading"]
    doubts = (
        Doubt(HintPlace("row", 2, 0), CountHint(3), (CountHint(8), CountHint(3, True)), "a sticker hides it"),
        Doubt(HintPlace("column", 1, -1), None, (), "its hints add up to 4"),
        Doubt(HintPlace("row", -1, 1), None, (), "colour 2 has 4 cells by the rows and 5 by the columns"),
    )
    assert not has(explain(image, replace(reading, doubts=())), Ink.BAD)
    unsure = replace(reading, doubts=doubts)
    assert has(explain(image, unsure), Ink.BAD)
    assert bad_notes(explain(image, unsure))[0] == str(doubts[0])
    assert [doubt["place"] for doubt in facts(unsure)["doubts"]] == ["r3:1", "c2", "colour 2"]
    assert facts(unsure)["doubts"][0]["alternatives"] == [8, -3]


def test_an_undecided_circle_is_red_and_listed(run):
    image, results = run
    circles, hints = results["CirclesFound"], results["HintsFound"]
    unsure = replace(circles, log_odds=(SURE_CIRCLE - 0.1, *circles.log_odds[1:]))
    assert not has(explain(image, circles, [hints]), Ink.BAD)
    shown = explain(image, unsure, [hints])
    assert has(shown, Ink.BAD)
    assert shown.tables[0].rows[0][:2] == ("r1:1", "+2.9")


def test_an_outcome_shows_the_cells_that_differ(run):
    image, results = run
    outcome, reading = results["Outcome"], results["Reading"]
    one = outcome.picture
    other = Picture(one.cells.copy(), one.palette)
    other.cells[0, 0] = 1 + other.cells[0, 0] % 2
    shared = Picture(np.where(one.cells == other.cells, one.cells, UNKNOWN).astype(np.int8), one.palette)
    several = Outcome(Status.SEVERAL, shared, (one, other), ((0, 0),), Difficulty.SEARCH, 9, "", 0.2)
    assert has(explain(image, several, [reading]), Ink.BAD)
    none = Outcome(Status.NONE, None, (), (), Difficulty.LINE, 3, "row 3 cannot hold 2 and 5", 0.1)
    assert "row 3 cannot hold 2 and 5" in bad_notes(explain(image, none, [reading]))
    assert facts(none)["picture"] is None
    assert facts(several)["differing"] == [[0, 0]]


def test_other_things_are_refused():
    with pytest.raises(TypeError, match="a str cannot be explained"):
        explain(np.zeros((9, 9, 3), np.uint8), "grid")


def test_a_result_that_needs_an_earlier_one_says_so(run):
    image, results = run
    with pytest.raises(LookupError, match="no HintsFound came before it"):
        explain(image, results["CirclesFound"])


@pytest.mark.parametrize("shot", SHOTS)
def test_a_debug_run_leaves_numbered_files_and_a_page_with_all_of_them(shot, tmp_path, capsys):
    folder = tmp_path / "debug"
    main([str(FIXTURES / f"{shot}.png"), "-o", str(tmp_path / "x.png"), "--debug", str(folder)])
    capsys.readouterr()
    assert tuple(sorted(path.stem for path in folder.glob("*.png"))) == FILES
    assert tuple(sorted(path.stem for path in folder.glob("[0-9]*.json"))) == FILES[1:-1]
    assert json.loads((folder / "outcome.json").read_text())["status"] == "unique"
    page = (folder / "index.html").read_text()
    places = [page.index(f'src="{name}.png"') for name in FILES]
    assert places == sorted(places)
    assert page.index("the only solution") < places[0]
    assert "cannot be shown" not in page


@pytest.mark.slow
def test_a_failed_run_leaves_what_came_before_the_guilty_stage(tmp_path, capsys):
    grid: list[object] = []
    image = load_image(FIXTURES / "drawn-10x15-grey.png")
    solve_hungry_cat(image, on_stage=grid.append)
    board = grid[0].lattice.board
    cropped, folder = tmp_path / "cropped.png", tmp_path / "debug"
    Image.fromarray(image[:, board.left - 4 :]).save(cropped)  # no hints left of the board
    assert main([str(cropped), "--debug", str(folder)]) == 4
    assert "left of it" in capsys.readouterr().err
    names = {path.name for path in folder.iterdir()}
    assert names >= {"00-screenshot.png", "index.html", "error.txt"}
    assert {name[3:] for name in names} >= {"grid-lines.png", "grid-lines.json"}
    assert not any("slots" in name for name in names)
    assert "GridNotFoundError" in (folder / "error.txt").read_text()
    page = (folder / "index.html").read_text()
    assert page.index("Refused") < page.index("left of it") < page.index("<img")
