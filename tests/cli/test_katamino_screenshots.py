"""`picrosser katamino CARD.png`, `picrosser CARD.png` and `picrosser read CARD.png`."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from drawn_nonogram import HEART, drawn_board, open_board, runs_of
from made_katamino import ROWS, drawn_card, lay, sheet
from PIL import Image

from picrosser.__main__ import main
from picrosser.formats.files import load_puzzle
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import EMPTY


@pytest.fixture
def card(tmp_path):
    path = tmp_path / "card.png"
    drawn_card().save(path)
    return path


@pytest.fixture
def pieces(tmp_path):
    image, draw = sheet(560, 160)
    for at, number in enumerate((2, 3, 10)):
        lay(draw, BOX[number - 1].shape, (30, 30 + 160 * at), (24, 24), BOX[number - 1].colour)
    path = tmp_path / "pieces.png"
    image.save(path)
    return path


def test_one_problem_of_a_card_is_packed_and_drawn(card, tmp_path, cli):
    out = tmp_path / "out.png"
    text, told = cli(["katamino", card, "--row", "b", "--penta", "6", "-o", out])
    assert len(text.strip().splitlines()) == 5
    assert set(text.replace("\n", "")) == {BOX[number - 1].letter for number in ROWS[1]}
    assert "row b, Penta 6" in told
    with Image.open(out) as drawn, Image.open(card) as shot:
        assert drawn.width > shot.width


def test_a_card_is_recognised_and_all_its_problems_told(card, cli):
    text = cli([card]).out
    assert "a 3:" in text
    assert "c 6:" in text
    assert card.with_name("card-solved.png").exists()


def test_json_has_the_problem(card, cli):
    facts = json.loads(cli(["katamino", card, "--row", "a", "--penta", "3", "--json", "-f"]).out)
    assert facts["exit"] == 0
    assert facts["schema"] == "picrosser/1"
    assert facts["puzzle"]["pieces"] == list(ROWS[0][:3])
    assert len(facts["solution"]) == 5
    assert facts["problems"][0]["row"] == "a"
    assert facts["mistakes"] == []


@pytest.mark.parametrize(
    ("words", "said"), [(("--row", "q"), "its rows are a to c"), (("--penta", "9"), "Penta 3 to 6")]
)
def test_problems_that_do_not_exist_are_one_clear_line(card, cli, words, said):
    text, told = cli(["katamino", card, *words], 2)
    assert not text
    assert said in told
    assert told.count("\n") == 1


def test_read_gives_toml_of_one_problem_or_says_which_there_are(card, pieces, cli):
    text, _ = cli(["read", pieces])
    assert tomllib.loads(text) == {"kind": "katamino", "pieces": [2, 3, 10]}
    text, told = cli(["read", card], 2)
    assert "rows a to c, Penta 3 to 6" in told


# ---- `picrosser SHOT`, `read`, `check` and `hint` for nonograms, and --kind


KIND = ("--kind", "nonogram")


@pytest.fixture
def heart(tmp_path: Path) -> Path:
    """A screenshot of a board with a mistake, a wrong cross, and some right cells."""
    cells = open_board(HEART)
    cells[0][:3] = [EMPTY, 1, 1]
    cells[5][0], cells[5][3] = 1, EMPTY
    Image.fromarray(drawn_board(HEART, cells)[0]).save(tmp_path / "heart.png")
    return tmp_path / "heart.png"


@pytest.fixture
def fine(tmp_path: Path) -> Path:
    """A screenshot of a board without mistakes."""
    cells = open_board(HEART)
    cells[1] = [1] * 7
    Image.fromarray(drawn_board(HEART, cells)[0]).save(tmp_path / "fine.png")
    return tmp_path / "fine.png"


def test_read_writes_toml(fine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], cli) -> None:
    assert main(["read", str(fine), "-o", str(tmp_path / "heart.toml"), *KIND]) == 0
    puzzle = load_puzzle(tmp_path / "heart.toml").puzzle
    assert isinstance(puzzle, Nonogram)
    rows, cols = runs_of(HEART)
    assert [[run.length for run in line or ()] for line in puzzle.rows] == rows
    assert [[run.length for run in line or ()] for line in puzzle.cols] == cols
    assert "7 x 6 nonogram, 1 colour, read" in capsys.readouterr().err
    facts = json.loads(cli(["read", fine, "--json", *KIND]).out)
    assert facts["puzzle"]["kind"] == "nonogram"
    assert (facts["puzzle"]["rows"], facts["puzzle"]["columns"]) == (rows, cols)
    assert len(facts["lattice"]["row_edges_px"]) == 7


def test_check_lists_mistakes(heart: Path, cli) -> None:
    assert cli(["check", heart], 8).out.splitlines() == [
        "3 of 42 cells are painted, 2 right, 1 wrong, 1 crossed out wrongly:",
        "row 6, column 1 is filled, should be blank",
        "row 6, column 4 is crossed out, should be filled",
    ]
    assert heart.with_name("heart-check.png").is_file()


def test_hint_explains_the_next_step(fine: Path, cli) -> None:
    out = cli(["hint", fine, "-n", "2", *KIND]).out.splitlines()
    assert out[0].startswith("1. row 3: fill")
    assert len(out) == 2
    facts = json.loads(cli(["hint", fine, "--json", "--force", *KIND]).out)
    assert facts["steps"][0]["cells"]
    assert not facts["finished"]
    assert main([str(fine), "--fix", "r2=7", "--fix", "c1=?", "--force", "-q"]) == 0


def test_real_screenshots(shared: Path, tmp_path: Path, cli) -> None:
    folder = shared / "screenshots"
    dark = folder / "adil192_nonogram" / "dark_10x10_partial_v1.png"
    picmi = folder / "picmi" / "picmi_doc_en.png"
    assert cli(["check", dark, "-o", tmp_path / "dark.png"]).out == "38 of 100 cells are painted, all right\n"
    assert cli(["hint", dark, "-o", tmp_path / "hint.png"]).out.startswith("column 9: ")
    assert cli(["check", picmi, "-o", tmp_path / "picmi.png"], 8).out.splitlines()[1:] == [
        "row 3, column 10 is filled, should be blank",
        "row 4, column 11 is crossed out, should be filled",
        "row 6, column 8 is crossed out, should be filled",
    ]
