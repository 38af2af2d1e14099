"""`picrosser SHOT`, `read`, `check` and `hint` for nonograms, and --kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drawn_nonogram import HEART, drawn_board, open_board, runs_of
from PIL import Image

from picrosser.__main__ import main
from picrosser.formats.files import load_puzzle
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import EMPTY

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
