"""Every stage of every family has a sentence and numbers, most have a picture; what is the same for all."""

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from drawn_nonogram import HEART, drawn_board, open_board
from own_process import FIXTURES
from PIL import Image
from read_boards import solve_hungry_cat
from sweeps import sweep

from drawn.damage import turn
from picrosser.__main__ import main
from picrosser.answers.progress import check_screenshot, hint_screenshot
from picrosser.debugging.canvas import WIDTH_PX, Ink
from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.debugging.explanation import Explanation
from picrosser.imaging.loading import load_image
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE
from picrosser.puzzles.nonogram import Run
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.katamino.read import read_katamino
from picrosser.reading.lattice.line_evidence import GridFound
from picrosser.reading.nonogram.boards.propose import BoardsConsidered
from picrosser.reading.photograph.from_the_front import StraightScreen
from picrosser.repairing.counts_repaired import Change, CountsRepaired, Reason

GREY = FIXTURES / "hungry_cat" / "drawn-10x15-grey.png"


RUNS = {
    "hungry_cat/drawn-10x15-grey": (
        solve_hungry_cat,
        "Grid lines, Hint areas and colour slots, Hints cut out, Circles, Ink colours, "
        "Numbers cut into digits, Digits, What each hint may be, Sums, Puzzle as it looks, Puzzle settled, "
        "Solution",
    ),
    "hungry_cat/played-10x10-white": (check_screenshot, "Cells painted so far, Mistakes"),
    "hungry_cat/drawn-5x5-white": (hint_screenshot, "Next steps"),
    "a drawn nonogram": (
        solve_nonogram,
        "Boards considered, Ink found, Hints grouped by line, Digits, Digits and gaps, Hints settled, "
        "Whether it is a nonogram, Cells painted so far",
    ),
    "katamino/drawn-card": (read_katamino, "Flat areas of colour, Pieces, Printed numbers"),
    "katamino/drawn-number-card": (read_katamino, "Table of numbers, What the picture states"),
    "katamino/drawn-part-filled": (read_katamino, "Pieces apart and on boards"),
}
NOT_DRAWN = {
    "Hints cut out", "Ink colours", "What each hint may be", "Sums", "Puzzle as it looks", "Mistakes",
    "Next steps", "Ink found", "Digits and gaps", "Whether it is a nonogram", "Printed numbers",
    "Pieces apart and on boards", "Looks taken",
}  # fmt: skip


@pytest.mark.parametrize("name", sweep(list(RUNS), quick=[name for name in RUNS if "card" not in name]))
def test_every_stage_has_a_sentence_and_numbers_and_most_a_picture(name):
    solve, expected = RUNS[name]
    path = FIXTURES / f"{name}.png"
    image = load_image(path) if path.exists() else drawn_board(HEART, open_board(HEART))[0]
    kept, stages = image.copy(), list[object]()
    solve(image, on_stage=stages.append)
    titles = [STAGES[type(stage)].title for stage in stages]
    assert set(expected.split(", ")) <= set(titles)
    for number, stage in enumerate(stages):
        shown = explain(image, stage, stages[:number])
        assert shown.sentence.endswith((".", ":"))
        assert (shown.picture is None) == (titles[number] in NOT_DRAWN)
        if shown.picture is not None:
            assert shown.picture.mode == "RGB"
            assert 80 < shown.picture.width <= WIDTH_PX
            assert 60 < shown.picture.height <= 2200
        assert re.fullmatch(r"[A-Z][a-z ]+", titles[number])
        found = facts(stage, STAGES)
        text = json.dumps(found, allow_nan=False)
        assert json.loads(text) == found
        assert 20 < len(text) < 120_000
    assert (image == kept).all()


def test_a_debug_run_leaves_numbered_files_and_a_page_with_all_of_them(tmp_path, capsys):
    folder = tmp_path / "debug"
    main([str(GREY), "-o", str(tmp_path / "x.png"), "--debug", str(folder)])
    capsys.readouterr()
    pictures = sorted(path.stem for path in folder.glob("*.png"))
    stages = RUNS["hungry_cat/drawn-10x15-grey"][1].split(", ")
    titles = ["Screenshot", "Halved picture", *stages, "Looks taken"]
    stems = [f"{at:02}-{title.lower().replace(' ', '-')}" for at, title in enumerate(titles)]
    assert pictures == [stem for stem, title in zip(stems, titles, strict=True) if title not in NOT_DRAWN]
    assert sorted(path.stem for path in folder.glob("[0-9]*.json")) == [*stems[1:-2], stems[-1]]
    assert json.loads((folder / "outcome.json").read_text())["status"] == "unique"
    page = (folder / "index.html").read_text()
    # What one looks for comes first.
    shown = sorted(pictures, key=lambda name: not name.endswith("-solution"))
    places = [page.index(f'src="{name}.png"') for name in shown]
    assert places == sorted(places)
    head = [page.index(words) for words in ("Solved", "the only solution", "<h3>Looks taken</h3><ol><li>")]
    assert [*head, places[0]] == sorted([*head, places[0]])
    assert not (folder / "error.txt").exists()
    (look, found), *_ = json.loads((folder / f"{stems[-1]}.json").read_text())["looks"]
    assert f"<li>{look}: {found}</li>" in page
    assert "cannot be shown" not in page


def test_stages_after_a_picture_was_turned_upright_are_drawn_on_the_upright_one():
    image = np.asarray(turn(Image.fromarray(load_image(GREY)), 1.3))
    stages: list[object] = []
    read_screenshot(image, stages.append)
    at = next(number for number, stage in enumerate(stages) if isinstance(stage, StraightScreen))
    assert "made straight" in explain(image, stages[at], stages[:at]).sentence
    grid = stages[at + 1]
    assert isinstance(grid, GridFound)
    assert explain(image, grid, stages[: at + 1]).picture != explain(image, grid).picture


# ---- What is in doubt or speaks against a result is red and told; what was changed or is hidden is marked


def has(shown: Explanation, colour: tuple[int, int, int]) -> bool:
    return bool((np.asarray(shown.picture) == colour).all(axis=2).any())


def bad_notes(shown: Explanation) -> list[str]:
    return [note.text for note in shown.notes if note.tone == "bad"]


def stages_of(solve: Any, image: np.ndarray) -> dict[str, Any]:
    """The last result of each stage by the name of its type."""
    stages: list[object] = []
    solve(image, on_stage=stages.append)
    return {type(stage).__name__: stage for stage in stages}


# ---- Hungry Cat


@pytest.fixture(scope="module")
def cat() -> tuple[np.ndarray, dict[str, Any]]:
    image = load_image(FIXTURES / "hungry_cat" / "drawn-5x5-white.png")
    return image, stages_of(solve_hungry_cat, image)


def test_an_undecided_circle_is_red_and_listed(cat):
    image, results = cat
    circles, hints = results["CirclesFound"], results["HintsFound"]
    unsure = replace(circles, log_odds=np.append(SURE_CIRCLE - 0.1, circles.log_odds[1:]))
    assert not has(explain(image, circles, [hints]), Ink.BAD)
    shown = explain(image, unsure, [hints])
    assert has(shown, Ink.BAD)
    assert bad_notes(shown) == ["undecided, with nats for a circle: r1:1 (+2.9)"]
    with pytest.raises(LookupError, match="no HintsFound came before it"):
        explain(image, circles)


def test_doubts_are_told(cat):
    image, results = cat
    reading: Reading = results["Reading"]
    doubts = (
        Doubt(HintPlace("row", 2, 0), CountHint(3), (CountHint(8), CountHint(3, True)), "a sticker hides it"),
        Doubt(HintPlace("column", 1, -1), None, (), "its hints add up to 4"),
        Doubt(HintPlace("row", -1, 1), None, (), "colour 2 has 4 cells by the rows and 5 by the columns"),
    )
    unsure = replace(reading, doubts=doubts)
    assert bad_notes(explain(image, unsure)) == [str(doubts[0]), str(doubts[1]), doubts[2].why]
    assert [doubt["place"] for doubt in facts(unsure)["doubts"]] == ["r3:1", "c2", "colour 2"]
    assert facts(unsure)["doubts"][0]["alternatives"] == [8, -3]


def test_changes_doubts_and_contradictions_are_framed(cat):
    image, results = cat
    found: CountsRepaired = results["CountsRepaired"]
    before = [results["Reading"]]
    shown = explain(image, found, before)
    assert not has(shown, Ink.CHANGED)
    assert not has(shown, Ink.BAD)
    assert shown.picture == explain(image, found, before).picture
    place = HintPlace("row", 1, 0)
    changed = replace(found, changes=(Change(place, CountHint(3), CountHint(2), Reason.HIDDEN),))
    assert has(explain(image, changed, before), Ink.CHANGED)
    assert explain(image, changed).picture is None  # where nobody knows the hints' places
    doubt = Doubt(place, None, (), "something hides it")
    doubted, line = (
        explain(image, replace(found, **more), before)
        for more in ({"doubts": (doubt,)}, {"contradiction": (("column", 2),)})
    )
    assert bad_notes(doubted) == [str(doubt)]
    assert bad_notes(line) == ["lines that contradict each other: c3"]
    reds = [(np.asarray(one.picture) == Ink.BAD).all(axis=2).sum() for one in (doubted, line)]
    assert 0 < reds[0] < reds[1]  # all hints of the column


# ---- nonograms


@pytest.fixture(scope="module")
def heart() -> tuple[np.ndarray, dict[str, Any]]:
    cells = open_board(HEART)
    cells[0][:4] = [0, 1, 1, 0]
    image, _ = drawn_board(HEART, cells)
    return image, stages_of(solve_nonogram, image)


def test_the_chosen_board_is_green_and_a_rejected_one_tells_why(heart):
    image, results = heart
    found = results["BoardsConsidered"]
    chosen = explain(image, found)
    assert has(chosen, Ink.GOOD)
    assert chosen.lines[1] == "1: 7 columns x 6 rows, 100 % of the page explained: chosen"
    assert chosen.why_refused == ()
    candidate = found.candidates[-1]._replace(score=0.3, rejected_because="too few of its lines show hints")
    rejected = explain(image, BoardsConsidered((candidate,)))
    assert not has(rejected, Ink.GOOD)
    assert "None was chosen" in rejected.sentence
    assert rejected.why_refused[0].endswith("30 % of the page explained: too few of its lines show hints")
    assert "no board to consider" in explain(image, BoardsConsidered(())).sentence


def test_hints_are_listed_and_what_is_in_doubt_or_does_not_fit_is_red(heart):
    image, results = heart
    found, before = results["RunsRepaired"], [results["HintsGrouped"]]
    clear = explain(image, found, before)
    assert not has(clear, Ink.BAD)
    assert clear.lines[1:4] == ("r1: 2 2", "r2: 7", "r3: 7")
    unread = replace(found, puzzle=None, outcome=None)
    assert has(explain(image, unread, before), Ink.BAD)
    assert explain(image, unread).picture is None
    doubt = Doubt(HintPlace("row", 1), None, (), "something covers it")
    doubted = explain(image, replace(found, doubts=(doubt,)), before)
    assert has(doubted, Ink.BAD)
    assert str(doubt) in bad_notes(doubted)
    puzzle = found.puzzle
    rival = replace(puzzle, rows=(puzzle.rows[0], (Run(1), Run(5)), None, (), *puzzle.rows[4:]))
    shown = explain(image, replace(found, rivals=(puzzle, rival)), before)
    assert shown.lines[1:5] == ("r1: 2 2", "r2: 7, or 1 5", "r3: 7, or ?", "r4: 5, or 0")
