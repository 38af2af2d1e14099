"""Katamino files in the commands for puzzle files, and what `katamino -o` writes."""

import io
import json
import re
import sys
from pathlib import Path

import pytest
from made_katamino import parse_letters
from PIL import Image
from short_files import TEXTS

from picrosser.cli.inout import progress
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.files import load_packing, load_puzzle, save_packing
from picrosser.puzzles.katamino import packing_violations

pytestmark = pytest.mark.usefixtures("texts")
ROW = ["2", "3", "10", "6", "11"]


def test_solve_and_katamino_pack_it(pack, cli):
    out, err = cli(["solve", "five.toml"])
    packed = parse_letters(out)
    assert packing_violations(packed.puzzle, packed.solution) == ()
    assert {piece.number for piece in packed.puzzle.pieces} == {2, 3, 6, 10, 11}
    assert packed.puzzle.shape == (5, 5)
    assert err == "five.toml: 5 x 5, 5 pieces, packed\n"
    again = pack(*ROW)
    assert again.out == pack("five.toml").out == out
    assert again.err.startswith("5 x 5, 5 pieces, packed, ")
    line = json.loads(cli(["solve", "five.toml", "--json"]).out)
    assert (line["exit"], line["puzzle"]["pieces"]) == (0, [2, 3, 10, 6, 11])
    assert "\n".join(line["letters"][0]) + "\n" == out


def test_it_is_recognised_by_its_content(piped, cli):
    Path("five.puzzle").write_text(TEXTS["five.toml"])
    Path("five.json").write_text('{"kind": "katamino", "pieces": [2, "Y", 10, 6, 11]}')
    printed = {cli(["solve", name]).out for name in ("five.toml", "five.puzzle", "five.json")}
    piped(TEXTS["five.toml"])
    assert printed == {cli(["solve", "-", "--from", "katamino"]).out}
    with pytest.raises(PuzzleFileError, match=r"a Katamino puzzle.*solve it with picrosser katamino FILE"):
        load_puzzle("five.toml")


def test_it_is_converted_and_comes_back(tmp_path, cli):
    cli(["solve", "five.toml", "-q", "-o", "packed.toml"])
    cli(["convert", "packed.toml", "packed.json"])
    cli(["convert", "packed.json", "packed.txt"])
    assert cli(["convert", "packed.json", "-"]).out == (tmp_path / "packed.toml").read_text()
    stored = load_packing("packed.json")
    assert stored.solution.lines() == load_packing("packed.toml").solution.lines()
    letters = parse_letters((tmp_path / "packed.txt").read_text())
    assert packing_violations(letters.puzzle, letters.solution) == ()
    save_packing(tmp_path / "again.json", stored.puzzle, stored.solution)
    assert (tmp_path / "again.json").read_text() == (tmp_path / "packed.json").read_text()


@pytest.mark.parametrize("suffix", [".png", ".svg", ".html", ".gif", ".apng"])
def test_three_commands_draw_the_same(suffix, tmp_path, cli):
    cli(["katamino", *ROW, "-q", "-o", f"one{suffix}"])
    cli(["solve", "five.toml", "-q", "-o", f"two{suffix}"])
    cli(["draw", "five.toml", "--solve", "-o", f"three{suffix}"])
    one, two, three = ((tmp_path / f"{name}{suffix}").read_bytes() for name in ("one", "two", "three"))
    assert one == two == three
    if suffix not in (".svg", ".html"):
        with Image.open(io.BytesIO(one)) as image:
            assert image.size == (122, 122)
            assert getattr(image, "n_frames", 1) > 5 or suffix == ".png"


def test_a_thinned_animation_says_so(tmp_path, cli):
    pieces = ["2", "3", "6", "11", "8", "4", "5", "10", "9", "1", "7"]
    err = cli(["katamino", *pieces, "-o", tmp_path / "x.gif"]).err
    assert "steps; the animation shows one in" in err
    with Image.open(tmp_path / "x.gif") as image:
        assert 50 <= image.n_frames <= 201


def test_progress_is_shown_at_terminals_only(monkeypatch):
    seen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", seen)
    with progress.progress_line("counting", quiet=False) as hear:
        assert hear is None
    monkeypatch.setattr(seen, "isatty", lambda: True, raising=False)
    with progress.progress_line("counting", quiet=True) as hear:
        assert hear is None
    assert seen.getvalue() == ""
    with progress.progress_line("counting", quiet=False) as hear:
        for share in (0.25, 1.0):
            hear(share)
    assert re.search("counting .*100%", seen.getvalue())
    assert seen.getvalue().endswith("\x1b[2K")  # the line is removed


@pytest.fixture
def pack(cli):
    """Run `picrosser katamino`, check its exit status, and return what it printed."""
    return lambda *words, status=0: cli(["katamino", *words], status)


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


@pytest.mark.parametrize("suffix", ["png", "txt", "toml"])
def test_an_output_is_not_overwritten_without_being_asked(suffix, pack):
    words = [*ROW, "-q", "-o", f"packed.{suffix}"]
    pack(*words)
    assert "exists already; use --force" in pack(*words, status=ExitCode.USAGE).err
    pack(*words, "-f")


def test_a_board_has_the_form_of_its_drawing(pack):
    assert pack("V", "##/#.", "--board", "ring.txt").out.splitlines()[1] in ("a.V", "V.a")


def test_the_time_limit(pack):
    words = [*map(str, range(1, 13)), "--count", "--time-limit", "0.000001", "--json"]
    line = json.loads(pack(*words, status=ExitCode.GAVE_UP).out)
    assert (line["exit"], line["packings"]) == (9, None)
    assert "the time limit was reached" in line["error"]
