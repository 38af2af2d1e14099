"""`check` and `hint` on Katamino boards, and cards; test_readme.py types what docs/katamino.md shows."""

import json
import shutil
import tomllib

import pytest
from drawn_nonogram import HEART, drawn_board, open_board, runs_of
from made_katamino import ROWS, drawn_card, lay, sheet
from own_process import FIXTURES
from PIL import Image

from picrosser.answers import progress
from picrosser.errors import ExitCode
from picrosser.imaging.loading import load_picture
from picrosser.looks.solve import solve_request
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.picture import EMPTY

PIECES = (2, 3, 10, 6, 11)

READINGS: dict[tuple[bytes, str | None], object] = {}  # by the pixels and the kind that was stated


@pytest.fixture(autouse=True)
def _read_once(monkeypatch):
    """Each picture is read once for all tests: it takes seconds, and what is tested here follows from it."""

    def solve_once(image, request, *others):
        shown = load_picture(image).image.tobytes(), request.kind
        if shown not in READINGS:
            READINGS[shown] = solve_request(image, request, *others)
        return READINGS[shown]

    monkeypatch.setattr(progress, "solve_request", solve_once)


@pytest.fixture
def shot(tmp_path):
    path = tmp_path / "shot.png"
    shutil.copy(FIXTURES / "katamino" / "drawn-part-filled.png", path)
    return path


@pytest.fixture
def wrong(tmp_path):
    """A board of 5 x 5 cells with an L that leaves a hole of two cells, and the other pieces above it."""
    image, draw = sheet(1000, 520)
    apart = [number for number in PIECES if number != 2]
    for at, number in enumerate(apart):
        lay(draw, BOX[number - 1].shape, (30, 40 + 240 * at), (40, 40), BOX[number - 1].colour)
    for row in range(5):
        for col in range(5):
            lay(draw, [(row, col)], (250, 60), (40, 40), (90, 90, 90))
            lay(draw, [(0, 0)], (251 + 40 * row, 61 + 40 * col), (38, 38), (215, 215, 215))
    lay(draw, [(1, 0), (1, 1), (1, 2), (1, 3), (0, 3)], (250, 60), (40, 40), BOX[1].colour)
    path = tmp_path / "wrong.png"
    image.save(path)
    return path


def test_several_steps_are_numbered_and_end_with_the_last_piece(shot, cli):
    lines = cli(["hint", "-n", "9", shot]).out.splitlines()
    assert [line.partition(".")[0] for line in lines] == list("12345")
    assert lines[-1].endswith("it is the last piece")


def test_check_names_the_piece_that_cannot_stay_and_the_hole(wrong, cli):
    text, told = cli(["check", wrong], ExitCode.MISTAKES)
    hole = "it leaves a hole of 3 cells at row 1, column 1, which cannot be filled"
    assert text.splitlines()[1] == f"the orange L cannot stay: {hole}"
    assert "1 mistake" in told
    text, _ = cli(["hint", "-f", wrong], ExitCode.MISTAKES)
    assert "lay the" not in text


def test_json_of_a_nudge_gives_nothing_away(shot, cli):
    facts = json.loads(cli(["hint", "--nudge", "--json", shot]).out)
    assert facts["exit"] == 0
    assert (facts["solution"], facts["problems"]) == (None, None)
    (step,) = facts["steps"]
    assert step == {
        "piece": None, "cells": [], "look_at": [{"row": 3, "col": 1}], "rule": "fit",
        "why": "look at row 4, column 2",
    }  # fmt: skip
    facts = json.loads(cli(["hint", "--json", "-f", shot]).out)
    assert (facts["steps"][0]["piece"], len(facts["steps"][0]["cells"])) == (3, 5)
    assert [lying["piece"] for lying in facts["placed"]] == [7, 2]
    assert (facts["mistakes"], facts["misplaced"], facts["finished"]) == ([], [], False)


def test_pieces_whose_cells_do_not_add_up_are_a_doubt_and_no_mistake(wrong, cli):
    with Image.open(wrong) as image:
        image.paste((250, 250, 250), (500, 20, 740, 200))  # one of the pieces beside the board
        image.save(wrong)
    text, told = cli(["check", wrong], ExitCode.DOUBTFUL)
    assert text == ""
    assert "the pieces beside the board have 15 cells, and 20 of it are blank" in told


def test_a_card_has_no_board_to_check(card, cli):
    cli(["check", card], ExitCode.USAGE, "a card with 12 problems, not one board")


def part_filled(tmp_path, *rows):
    path = tmp_path / "part.toml"
    cells = ", ".join(f'"{row}"' for row in rows)
    path.write_text(f'kind = "katamino"\npieces = {list(PIECES)}\nsolution = [{cells}]\n', encoding="utf-8")
    return path


def test_files_store_part_filled_boards(tmp_path, cli):
    path = part_filled(tmp_path, "11???", "1????", "1????", "1????", "?????")
    text, told = cli(["hint", path])
    assert text.startswith("lay the green T on rows 3 and 4, column 2; row 5, columns 1-3: ")
    assert "5 x 5, 1 of 5 pieces on the board" in told
    assert cli(["hint", "--nudge", path]).out == "look at row 5, column 1\n"
    cli(["check", path])
    assert cli(["draw", path]).out.splitlines()[0] == "LL???"
    assert cli(["convert", path, "-"]).out.count("?") == 20


def test_mistakes_in_files_are_words(tmp_path, cli):
    path = part_filled(tmp_path, "???1?", "1111?", "?????", "?????", "?????")
    for command in ("check", "hint"):
        text, told = cli([command, path], ExitCode.MISTAKES)
        assert text.startswith("the orange L cannot stay: it leaves a hole of 3 cells")
        assert "1 mistake" in told


# ---- `picrosser katamino CARD.png`, `picrosser CARD.png` and `picrosser read CARD.png`


@pytest.fixture
def card(tmp_path):
    path = tmp_path / "card.png"
    drawn_card().save(path)
    return path


def test_a_card_is_recognised_and_all_its_problems_told(card, cli):
    text = cli([card]).out
    assert "a 3:" in text
    assert "c 6:" in text
    assert card.with_name("card-solved.png").exists()


def test_json_has_the_problem(card, cli):
    facts = json.loads(cli(["katamino", card, "--row", "a", "--penta", "3", "--json", "-f"]).out)
    assert (facts["exit"], facts["puzzle"]["pieces"]) == (0, list(ROWS[0][:3]))
    assert (len(facts["solution"]), facts["problems"][0]["row"], facts["mistakes"]) == (5, "a", [])


def test_problems_that_do_not_exist_are_named_with_those_that_do(card, cli):
    for option, wrong, said in (("--row", "q", "its rows are a to c"), ("--penta", "9", "Penta 3 to 6")):
        text, told = cli(["katamino", card, option, wrong], 2, said)
        assert (text, told.count("\n")) == ("", 1)


def test_read_gives_toml_of_one_problem_or_says_which_there_are(card, tmp_path, cli):
    image, draw = sheet(560, 160)
    for at, number in enumerate((2, 3, 10)):
        lay(draw, BOX[number - 1].shape, (30, 30 + 160 * at), (24, 24), BOX[number - 1].colour)
    image.save(pieces := tmp_path / "pieces.png")
    assert tomllib.loads(cli(["read", pieces]).out) == {"kind": "katamino", "pieces": [2, 3, 10]}
    cli(["read", card], 2, "rows a to c, Penta 3 to 6")


# ---- `picrosser SHOT`, `read`, `check` and `hint` for nonograms, and --kind

KIND = ("--kind", "nonogram")


@pytest.fixture
def fine(tmp_path):
    """A screenshot of a board without mistakes."""
    cells = open_board(HEART)
    cells[1] = [1] * 7
    Image.fromarray(drawn_board(HEART, cells)[0]).save(tmp_path / "fine.png")
    return tmp_path / "fine.png"


def test_json_has_the_runs(fine, cli):
    facts = json.loads(cli(["read", fine, "--json", *KIND]).out)
    assert facts["puzzle"]["kind"] == "nonogram"
    assert (facts["puzzle"]["rows"], facts["puzzle"]["columns"]) == runs_of(HEART)
    assert len(facts["lattice"]["row_edges_px"]) == 7


def test_check_lists_mistakes(tmp_path, cli):
    cells = open_board(HEART)
    cells[0][:3] = [EMPTY, 1, 1]
    cells[5][0], cells[5][3] = 1, EMPTY  # a mistake, and a wrong cross
    Image.fromarray(drawn_board(HEART, cells)[0]).save(heart := tmp_path / "heart.png")
    assert cli(["check", heart], 8).out.splitlines() == [
        "3 of 42 cells are painted, 2 right, 1 wrong, 1 crossed out wrongly:",
        "row 6, column 1 is filled, should be blank",
        "row 6, column 4 is crossed out, should be filled",
    ]
    assert heart.with_name("heart-check.png").is_file()


def test_hint_explains_the_next_step(fine, cli):
    out = cli(["hint", fine, "-n", "2", *KIND]).out.splitlines()
    assert out[0].startswith("1. row 3: fill")
    assert len(out) == 2
    facts = json.loads(cli(["hint", fine, "--json", "--force", *KIND]).out)
    assert facts["steps"][0]["cells"]
    assert not facts["finished"]
    cli([fine, "--fix", "r2=7", "--fix", "c1=?", "--force", "-q"])


def test_real_screenshots(shared, tmp_path, cli):
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
