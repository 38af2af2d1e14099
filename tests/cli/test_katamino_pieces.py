"""`picrosser katamino`, as a user calls it."""

from __future__ import annotations

import json

import pytest
from made_katamino import parse_letters
from PIL import Image

from picrosser.__main__ import main
from picrosser.errors import ExitCode
from picrosser.formats.katamino_text import parse
from picrosser.puzzles.katamino import BOX, packing_violations

ROW = ["2", "3", "10", "6", "11"]


def run(*words: str) -> int:
    return main(["katamino", *words])


def test_it_packs(capsys):
    assert run(*ROW) == ExitCode.OK
    printed = capsys.readouterr()
    file = parse_letters(printed.out)
    assert packing_violations(file.puzzle, file.solution) == ()
    assert {piece.number for piece in file.puzzle.pieces} == {2, 3, 6, 10, 11}
    assert file.puzzle.shape == (5, 5)
    assert printed.err.startswith("5 x 5, 5 pieces, packed, ")


def test_names_make_the_same_problem(capsys):
    assert run(*ROW, "--columns", "5") == ExitCode.OK
    printed = capsys.readouterr().out
    assert run("L", "brown", "t", "###/##", "light-green") == ExitCode.OK
    assert capsys.readouterr().out == printed
    assert run(*ROW, "-q") == ExitCode.OK
    assert capsys.readouterr() == ("", "")


def test_count_and_all(capsys):
    assert run("2", "3", "10", "--count") == ExitCode.OK
    assert capsys.readouterr().out == "4 packings, 1 distinct\n"
    assert run(*["2", "3", "4", "5", "6", "7", "8", "10"], "--all", "--json") == ExitCode.OK
    listed = json.loads(capsys.readouterr().out)
    assert run(*["2", "3", "4", "5", "6", "7", "8", "10"], "--count", "--json") == ExitCode.OK
    counted = json.loads(capsys.readouterr().out)
    assert listed["distinct"] == counted["distinct"] == len(listed["letters"]) > 1
    assert counted["packings"] == 4 * counted["distinct"]


def test_json(capsys):
    assert run("1", "--json") == ExitCode.OK
    printed = capsys.readouterr()
    line = json.loads(printed.out)
    assert printed.err == ""
    assert (line["schema"], line["input"], line["exit"], line["error"]) == ("picrosser/1", "1", 0, None)
    assert line["puzzle"] == {"kind": "katamino", "pieces": [1], "board": ["#"] * 5}
    assert (line["solution"], line["letters"]) == (["1"] * 5, [["I"] * 5])


def test_numbers(capsys):
    assert run(*ROW, "--numbers") == ExitCode.OK
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 5
    assert sorted(word for row in rows for word in row) == sorted(ROW * 5)


def test_coloured_blocks_where_stdout_shows_them(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert run("1") == ExitCode.OK
    red, green, blue = BOX[0].colour
    assert capsys.readouterr().out.splitlines()[0] == f"I   \x1b[48;2;{red};{green};{blue}m  \x1b[0m"


def test_outputs(tmp_path, capsys):
    for suffix in ("png", "txt", "toml"):
        out = tmp_path / f"packed.{suffix}"
        assert run(*ROW, "-q", "-o", str(out)) == ExitCode.OK
        assert run(*ROW, "-q", "-o", str(out)) == ExitCode.USAGE
        assert run(*ROW, "-q", "-f", "-o", str(out)) == ExitCode.OK
    assert capsys.readouterr().err.count("exists already; use --force") == 3
    letters = parse_letters((tmp_path / "packed.txt").read_text())
    stored = parse((tmp_path / "packed.toml").read_text())
    assert [piece.number for piece in stored.puzzle.pieces] == [2, 3, 10, 6, 11]
    with Image.open(tmp_path / "packed.png") as image:
        assert image.size == (122, 122)
        for row in range(5):
            for col in range(5):
                seen = image.getpixel((24 * col + 13, 24 * row + 13))
                assert seen == letters.solution.palette[letters.solution.rows[row][col]]
    assert run(str(tmp_path / "packed.toml")) == ExitCode.OK


def test_boards(tmp_path, capsys):
    board = tmp_path / "ring.txt"
    board.write_text("###\n#.#\n###\n", encoding="utf-8")
    assert run("V", "##/#.", "--board", str(board)) == ExitCode.OK
    assert capsys.readouterr().out.splitlines()[1] in ("a.V", "V.a")
    assert run("V", "--board", str(board)) == ExitCode.NO_SOLUTION
    assert "3 x 3, 1 piece: the pieces have 5 cells, the board 8" in capsys.readouterr().err
    board.write_bytes(b"\xff\xfe#")
    assert run("V", "--board", str(board)) == ExitCode.INPUT_UNREADABLE
    board.write_text("#?#", encoding="utf-8")
    assert run("V", "--board", str(board)) == ExitCode.INPUT_UNREADABLE
    assert run("V", "--board", str(tmp_path / "missing")) == ExitCode.INPUT_UNREADABLE
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "line 1, column 2: '?' is neither # nor ." in lines[1]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["13"], 2, "'13' is not a piece; pieces are 1 to 12"),
        (["F", "9"], 2, "piece 9 (F, grey) is given twice; the box has one of each"),
        (["1", "2", "--columns", "3"], 2, "has 15 cells, the pieces have 10; they fill 5 x 2"),
        (["##/#.", "--columns", "3"], 2, "they do not fill a board of 5 x N"),
        (["##/#."], 2, "the pieces have 3 cells, which do not fill a board of 5 x N; draw a board"),
        (["1"] * 27 + ["--repeat"], 2, "expected at most 26 pieces, found 27"),
        (["1", "--count", "--all"], 2, "--count shows no packing"),
        (["1", "--columns", "1", "--board", "x"], 2, "--columns and --board both say"),
        (["1", "-o", "x.bmp"], 2, "cannot tell the format of x.bmp; name it *.png, *.jpg, "),
        (["1", "--all", "-o", "x.gif"], 2, "an animation shows the search for one packing"),
        (["x.toml", "--columns", "1"], 2, "the file says what the board is"),
        (["missing.toml"], 3, "cannot read missing.toml: no such file"),
        (["F", "1", "12"], 6, "5 x 3, 3 pieces: no packing exists: every way to lay the pieces was tried"),
        (["1", "12"], 6, "5 x 2, 2 pieces: piece 12 (X, red) fits nowhere on the board"),
    ]
)  # fmt: skip
def test_failures_are_one_line(words, status, message, capsys):
    assert run(*words) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert message in printed.err


def test_the_time_limit(capsys):
    words = [str(number) for number in range(1, 13)]
    assert run(*words, "--count", "--time-limit", "0.000001", "--json") == ExitCode.GAVE_UP
    line = json.loads(capsys.readouterr().out)
    assert (line["exit"], line["packings"]) == (9, None)
    assert "the time limit was reached" in line["error"]


def test_repeats(capsys):
    assert run("6", "6", "--repeat") == ExitCode.OK
    assert set(capsys.readouterr().out) == {"P", "a", "\n"}
