"""Katamino files in the commands for puzzle files, and what `katamino -o` writes."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest
from made_katamino import parse_letters
from PIL import Image

from picrosser.__main__ import main
from picrosser.cli.inout import progress
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.files import load_packing, load_puzzle, save_packing
from picrosser.puzzles.katamino import packing_violations

TOML = 'kind = "katamino"\npieces = [2, 3, 10, 6, 11]\n'


@pytest.fixture
def five(tmp_path, monkeypatch):
    """The name of a file with five pieces, in the folder where the test runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "five.toml").write_text(TOML, encoding="utf-8")
    return "five.toml"


def test_solve_packs_it(five, cli):
    out, err = cli(["solve", five])
    packed = parse_letters(out)
    assert packing_violations(packed.puzzle, packed.solution) == ()
    assert err == "five.toml: 5 x 5, 5 pieces, packed\n"
    line = json.loads(cli(["solve", five, "--json"]).out)
    assert (line["exit"], line["puzzle"]["pieces"]) == (0, [2, 3, 10, 6, 11])
    assert "\n".join(line["letters"][0]) + "\n" == out


def test_it_is_recognised_by_its_content(five, tmp_path, monkeypatch, cli):
    (tmp_path / "five.puzzle").write_text(TOML, encoding="utf-8")
    (tmp_path / "five.json").write_text('{"kind": "katamino", "pieces": [2, "Y", 10, 6, 11]}', "utf-8")
    printed = []
    for name in (five, "five.puzzle", "five.json"):
        printed.append(cli(["solve", name]).out)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TOML.encode())))
    printed.append(cli(["solve", "-", "--from", "katamino"]).out)
    assert len(set(printed)) == 1
    with pytest.raises(PuzzleFileError, match=r"a Katamino puzzle.*solve it with picrosser katamino FILE"):
        load_puzzle(five)


def test_it_is_converted_and_comes_back(five, tmp_path, cli):
    assert main(["solve", five, "-q", "-o", "packed.toml"]) == ExitCode.OK
    assert main(["convert", "packed.toml", "packed.json"]) == ExitCode.OK
    assert main(["convert", "packed.json", "packed.txt"]) == ExitCode.OK
    assert cli(["convert", "packed.json", "-"]).out == (tmp_path / "packed.toml").read_text()
    stored = load_packing("packed.json")
    assert stored.solution.lines() == load_packing("packed.toml").solution.lines()
    letters = parse_letters((tmp_path / "packed.txt").read_text())
    assert packing_violations(letters.puzzle, letters.solution) == ()
    save_packing(tmp_path / "again.json", stored.puzzle, stored.solution)
    assert (tmp_path / "again.json").read_text() == (tmp_path / "packed.json").read_text()


@pytest.mark.parametrize("suffix", [".png", ".svg", ".html", ".gif", ".apng"])
def test_three_commands_draw_the_same(suffix, five, tmp_path):
    words = ["-o", f"one{suffix}"]
    assert main(["katamino", "2", "3", "10", "6", "11", "-q", *words]) == ExitCode.OK
    assert main(["solve", five, "-q", "-o", f"two{suffix}"]) == ExitCode.OK
    assert main(["draw", five, "--solve", "-o", f"three{suffix}"]) == ExitCode.OK
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
