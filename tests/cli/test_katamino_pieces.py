"""`picrosser katamino`, as a user calls it."""

from __future__ import annotations

import json

import pytest
from made_katamino import parse_letters
from PIL import Image

from picrosser.errors import ExitCode
from picrosser.formats.katamino_text import parse
from picrosser.puzzles.katamino import packing_violations

ROW = ["2", "3", "10", "6", "11"]


@pytest.fixture
def pack(cli):
    """Run `picrosser katamino`, check its exit status, and return what it printed."""
    return lambda *words, status=0: cli(["katamino", *words], status)


def test_it_packs(pack):
    out, err = pack(*ROW)
    file = parse_letters(out)
    assert packing_violations(file.puzzle, file.solution) == ()
    assert {piece.number for piece in file.puzzle.pieces} == {2, 3, 6, 10, 11}
    assert file.puzzle.shape == (5, 5)
    assert err.startswith("5 x 5, 5 pieces, packed, ")


def test_names_make_the_same_problem(pack):
    assert pack(*ROW, "--columns", "5").out == pack("L", "brown", "t", "###/##", "light-green").out
    assert pack(*ROW, "-q") == ("", "")
    assert set(pack("6", "6", "--repeat").out) == {"P", "a", "\n"}


def test_count_and_all(pack):
    eight = ["2", "3", "4", "5", "6", "7", "8", "10"]
    listed = json.loads(pack(*eight, "--all", "--json").out)
    counted = json.loads(pack(*eight, "--count", "--json").out)
    assert listed["distinct"] == counted["distinct"] == len(listed["letters"]) > 1
    assert counted["packings"] == 4 * counted["distinct"]


def test_outputs(tmp_path, pack):
    for suffix in ("png", "txt", "toml"):
        words = [*ROW, "-q", "-o", tmp_path / f"packed.{suffix}"]
        pack(*words)
        assert "exists already; use --force" in pack(*words, status=ExitCode.USAGE).err
        pack(*words, "-f")
    letters = parse_letters((tmp_path / "packed.txt").read_text())
    stored = parse((tmp_path / "packed.toml").read_text())
    assert [piece.number for piece in stored.puzzle.pieces] == [2, 3, 10, 6, 11]
    with Image.open(tmp_path / "packed.png") as image:
        assert image.size == (122, 122)
        for row in range(5):
            for col in range(5):
                seen = image.getpixel((24 * col + 13, 24 * row + 13))
                assert seen == letters.solution.palette[letters.solution.rows[row][col]]
    pack(tmp_path / "packed.toml")


def test_boards(tmp_path, pack):
    board = tmp_path / "ring.txt"
    board.write_text("###\n#.#\n###\n", encoding="utf-8")
    assert pack("V", "##/#.", "--board", board).out.splitlines()[1] in ("a.V", "V.a")
    few = pack("V", "--board", board, status=ExitCode.NO_SOLUTION)
    assert "3 x 3, 1 piece: the pieces have 5 cells, the board 8" in few.err
    for data, says in ((b"\xff\xfe#", "not UTF-8"), (b"#?#", "line 1, column 2: '?' is neither # nor .")):
        board.write_bytes(data)
        assert says in pack("V", "--board", board, status=ExitCode.INPUT_UNREADABLE).err


def test_the_time_limit(pack):
    words = [*map(str, range(1, 13)), "--count", "--time-limit", "0.000001", "--json"]
    line = json.loads(pack(*words, status=ExitCode.GAVE_UP).out)
    assert (line["exit"], line["packings"]) == (9, None)
    assert "the time limit was reached" in line["error"]
