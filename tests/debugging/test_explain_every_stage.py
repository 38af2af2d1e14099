"""Every stage of every family has a sentence and numbers, most have a picture; what is the same for all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from drawn_nonogram import HEART, drawn_board, open_board
from PIL import Image
from sweeps import sweep

from drawn.damage import turn
from picrosser.__main__ import main
from picrosser.answers.progress import check_screenshot, hint_screenshot
from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.debugging.explanation import WIDTH_PX
from picrosser.imaging.loading import load_image
from picrosser.pipelines.hungry_cat import solve_hungry_cat
from picrosser.pipelines.katamino import solve_katamino
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.lattice.line_evidence import GridFound
from picrosser.reading.photograph.upright import Upright

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
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
    "katamino/drawn-card": (solve_katamino, "Flat areas of colour, Pieces, Printed numbers"),
    "katamino/drawn-number-card": (solve_katamino, "Table of numbers, What the picture states"),
    "katamino/drawn-part-filled": (solve_katamino, "Pieces apart and on boards"),
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
    titles = ["Screenshot", *RUNS["hungry_cat/drawn-10x15-grey"][1].split(", "), "Looks taken"]
    stems = [f"{at:02}-{title.lower().replace(' ', '-')}" for at, title in enumerate(titles)]
    assert pictures == [stem for stem, title in zip(stems, titles, strict=True) if title not in NOT_DRAWN]
    assert sorted(path.stem for path in folder.glob("[0-9]*.json")) == [*stems[1:-2], stems[-1]]
    assert json.loads((folder / "outcome.json").read_text())["status"] == "unique"
    page = (folder / "index.html").read_text()
    places = [page.index(f'src="{name}.png"') for name in pictures]
    assert places == sorted(places)
    assert page.index("the only solution") < page.index("<h3>Looks taken</h3><ol><li>") < places[0]
    (look, found), *_ = json.loads((folder / f"{stems[-1]}.json").read_text())["looks"]
    assert f"<li>{look}: {found}</li>" in page
    assert "cannot be shown" not in page


@pytest.fixture(scope="module")
def turned() -> tuple[np.ndarray, list[object]]:
    """A tilted screenshot, and the stages of reading it."""
    image = np.asarray(turn(Image.fromarray(load_image(GREY)), 1.3))
    stages: list[object] = []
    read_screenshot(image, stages.append)
    return image, stages


def test_stages_after_a_picture_was_turned_upright_are_drawn_on_the_upright_one(turned):
    image, stages = turned
    at = next(number for number, stage in enumerate(stages) if isinstance(stage, Upright))
    shown = explain(image, stages[at], stages[:at])
    assert f"turned by {stages[at].turned_deg:+.2f} degrees" in shown.sentence
    grid = stages[at + 1]
    assert isinstance(grid, GridFound)
    assert explain(image, grid, stages[: at + 1]).picture != explain(image, grid).picture
