"""convert, draw, enter and make, as a user calls them."""

import shlex
import shutil
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from own_process import ROOT, TILES, command, files_in
from PIL import Image
from short_files import CAT

from picrosser.errors import ExitCode
from picrosser.formats.files import load_puzzle

pytestmark = pytest.mark.usefixtures("texts")
PICTURE = "..##..\n.#..#.\n.#####\n......\n...##.\n"
ANSWERS = "\n6x5\n\n2\n1 1\n5\n0\n2\n0\n2\n1 1\n1 1 1\n2 1\n1\n"


# ---- convert


def test_convert_by_suffix(cli):
    words = ["convert", "cat.txt", "cat.toml"]
    assert cli(words) == ("", "cat.txt: 3 x 2 hungry-cat, 2 colours → cat.toml\n")
    assert load_puzzle("cat.toml").puzzle == load_puzzle("cat.txt").puzzle
    cli(words, ExitCode.USAGE, "exists already; use --force")
    cli([*words, "-f"])


@pytest.fixture
def tiles(texts):
    shutil.copy(TILES, texts / "tiles.png")
    return "tiles.png"


def test_a_screenshot_is_converted_without_its_solution_unless_that_is_asked_for(tiles, cli):
    plain, whole, left = "plain.toml", "whole.toml", "left.toml"
    err = cli(["convert", tiles, plain]).err
    err += cli(["convert", "--solution", "--fix", "r1=5", tiles, whole]).err
    err += cli(["convert", "--no-solution", whole, left]).err
    assert err.splitlines() == [
        f"{tiles}: 5 x 5 nonogram, 1 colour → {plain}",
        f"{tiles}: 5 x 5 nonogram, 1 colour, with its solution → {whole}",
        f"{whole}: 5 x 5 nonogram, 1 colour → {left}",
    ]
    assert load_puzzle(plain).solution is None
    assert load_puzzle(whole).solution is not None
    assert Path(left).read_bytes() == Path(plain).read_bytes()
    cli(["convert", "--solution", "-f", left, plain])  # it is solved
    assert Path(plain).read_bytes() == Path(whole).read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        "convert -f unique.toml unique.toml", "solve -f unique.toml -o unique.toml",
        "draw -f tiles.png -o tiles.png", "make -f tiles.png -o tiles.png", "-f tiles.png -o tiles.png",
        "read -f unique.toml -o unique.toml",
    ],
)  # fmt: skip
@pytest.mark.usefixtures("tiles")
def test_not_even_force_lets_a_command_overwrite_its_own_input(cli, command):
    before = files_in(".")
    cli(command.split(), ExitCode.USAGE, "itself; choose another name")
    assert files_in(".") == before


# ---- draw


def test_draw_what_is_open(cli):
    words = ["--colours", "R:red B:blue", "--columns", "R1B1 R1B1", "--rows", "R1B1 R1B1"]
    cli(["draw", *words, "--solve", "-o", "x.txt"], ExitCode.SEVERAL_SOLUTIONS, "several solutions")
    assert Path("x.txt").read_text().count("?") == 4


def test_draw_the_palette(cli):
    lines = cli(["draw", "--palette"]).out.splitlines()
    assert len(lines) == 148
    assert "rebeccapurple         #663399" in lines
    cli(["draw", "--palette", "-o", "p.png"])
    with Image.open("p.png") as image:
        assert image.width > 400


# ---- enter


def test_enter_from_a_pipe(piped, cli):
    piped(ANSWERS)
    assert cli(["enter", "-o", "typed.non"]).err.endswith(" → typed.non\n")
    Path("drawn.txt").write_text(PICTURE)
    assert load_puzzle("typed.non").puzzle == load_puzzle("drawn.txt").puzzle


def test_enter_hungry_cat_from_a_pipe(piped, cli):
    piped("h\n3 x 2\nR:red B:blue\nr2 B1\nR1B2\nR1B1\nr2\nb2\n")
    assert cli(["enter", "--to", "letters"]).out == CAT


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"x" * 1_000_000, "line 1: longer than the answer to any question"),  # as /dev/zero would be
        (b"\n1" + b" " * 90_000 + b"x", "line 2: expected a size"),  # once in quadratic time
        ("", "line 1: it ends where kind was expected"),
        ("katamino\n", "line 1: 'katamino' is not a kind of puzzle"),
        ("\n6\n", "line 2: expected a size like 10x15, found '6'"),
        ("\n6x5\nX\n", "line 3: column 1: expected a letter and a colour"),
        ("\n6x5\n\n7\n", "line 4: row 1: the runs need 7 cells, but the line has 6"),
        ("\n6x5\n\n3 x\n", "line 4: row 1: column 3: expected a run"),
        ("\n6x5\n\n\n", "line 4: row 1: nothing was typed; type 0 for an empty line"),
        ("\n6x5\n\n2\n1 1\n", "line 6: it ends where row 3 was expected"),
        ("\n2x2\n\n1\n0\n1\n1\n", "line 7: column 2: the columns so far have 2 cells, but the rows have 1"),
        ("\n2x2\n\n1\n1\n1\n0\n", "colour 1: the rows add up to 2, the columns to 1"),
        ("\n2x2\n\n1\n1\n1\n1\nmore\n", "line 8: more lines than the puzzle has"),
        ("h\n2x2\nR:red\nr3\n", "row 1: the counts add up to 3, but the line has 2 cells"),
    ],
)
def test_enter_stops_at_a_wrong_line_of_a_pipe(text, says, piped, cli):
    piped(text)
    shown = cli(["enter"], ExitCode.INPUT_UNREADABLE)
    assert says in shown.err
    assert shown.out == ""
    assert shown.err.count("\n") == 1


def test_lines_can_be_taken_back_and_corrected(piped, cli):
    piped("\n2x2\nK:black R:red\n1K\n<\n2K\n1R\n1K 1R\nr2: 2R\n1R 1K\nc2: 1K 1R\nc1: 1K 1R\n")
    cli(["enter", "--to", "json"], ExitCode.INPUT_UNREADABLE)  # a correction too many
    piped("\n2x2\nK:black R:red\n1K\n<\n2K\n1R\n1K 1R\nr2: 2R\n1K 1R\n")
    assert '"rows": [[2], [[2, 2]]]' in cli(["enter", "--to", "json"]).out


@pytest.fixture
def typing(monkeypatch):
    """Run `picrosser enter` at a real terminal."""
    if sys.platform == "win32":
        pytest.skip("pexpect needs a terminal of POSIX")
    import pexpect

    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("TERM", "dumb")
    unignored = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell's job ignores Ctrl-C
    return lambda *words: pexpect.spawn(
        shlex.join(command("enter", *words)), timeout=30, encoding="utf-8", preexec_fn=unignored
    )


def test_enter_at_a_real_terminal(typing):
    child = typing("-o", "typed.toml")
    for expected, answer in (
        (r"kind .*: ", "nonogram"),
        ("size.*: ", "six"),
        (r"expected a size like 10x15, found 'six'\r\n.*size.*: ", "3x2"),
        ("colours.*: ", ""),
        ("row 1: ", "4"),
        (r"row 1: the runs need 4 cells, but the line has 3\r\n.*row 1: ", "2"),
        ("row 2: ", "1"),
        ("column 1: ", "<"),  # back to the row that was wrong
        ("row 2: ", "3\x7f1"),  # and on the line itself, with the rub-out key
        ("column 1: ", "2"),
        ("column 2: ", "2"),
        (r"the columns so far have 4 cells, but the rows have 3.*column 2: ", "1"),
        ("column 3: ", "0"),
    ):
        child.expect(expected)
        child.sendline(answer)
    child.read()
    child.close()
    assert child.exitstatus == 0
    puzzle = load_puzzle("typed.toml").puzzle
    assert (puzzle.shape, [len(runs) for runs in puzzle.cols]) == ((2, 3), [1, 1, 0])


def test_leaving_a_terminal(typing):
    for key, status, says in (("\x04", 3, "it ends where kind was expected"), ("\x03", 130, "interrupted")):
        child = typing()
        child.expect("kind .*: ")
        child.send(key)
        child.expect(says)
        child.read()
        child.close()
        assert child.exitstatus == status


# ---- make


def test_make_and_solve_again(cli):
    cells = Image.new("RGB", (3, 2), (200, 30, 30))
    cells.putpixel((1, 1), (20, 20, 160))
    cells.resize((90, 60), Image.Resampling.NEAREST).save("small.png")
    words = ["make", "small.png", "--size", "3x2", "--colours", "2", "-o", "made.toml"]
    cli(words, says="3 x 2, 2 colours, the only solution")
    assert load_puzzle("made.toml").solution.lines() in (("111", "121"), ("222", "212"))
    cli(words, ExitCode.USAGE)


CROSS = ["make", "cross.png", "--size", "2x2", "--colours", "1", "--kind", "nonogram", "-o"]


@pytest.fixture
def cross(texts):
    Image.frombytes("1", (2, 2), b"\x40\x80").save(texts / "cross.png")


@pytest.mark.usefixtures("cross")
def test_make_offers_a_change(cli):
    offer = "makes the solution unique; add --change to do that"
    cli([*CROSS, "a.toml"], ExitCode.SEVERAL_SOLUTIONS, offer)
    cli([*CROSS, "b.toml", "--change"], ExitCode.OK, "; the solution is now unique")


def test_make_asks_for_an_easier_puzzle(cli):
    cells = np.random.default_rng(5).integers(0, 2, (5, 5)).astype(np.uint8)  # solved by trying colours
    Image.fromarray(255 * (1 - cells)).resize((50, 50), Image.Resampling.NEAREST).save("hard.png")
    words = ["make", "hard.png", "--size", "5x5", "--colours", "1", "--kind", "nonogram", "--difficulty"]
    told = "makes the solution unique, and found line by line at most; add --change to do that"
    cli([*words, "line", "-o", "a.toml"], ExitCode.GAVE_UP, told)
    cli([*words, "line", "-o", "b.toml", "--change"], ExitCode.OK, "found line by line")
    cli([*words, "probe", "-o", "c.toml"], ExitCode.OK, "found by trying colours")
    cli([*words, "simple", "-o", "d.toml"], ExitCode.USAGE, "none of line, probe and search")


@pytest.mark.parametrize(
    ("ends", "status", "said"),
    [
        ("by Ctrl-C", ExitCode.INTERRUPTED, "the puzzle is kept as it is"),
        ("late", ExitCode.SEVERAL_SOLUTIONS, " in 0.4 s; allow more with --time-limit"),
    ],
)
@pytest.mark.usefixtures("cross")
def test_make_keeps_the_puzzle_when_the_search_for_a_change_ends(ends, status, said, monkeypatch, cli):
    def search(*given: Any) -> None:
        if ends == "by Ctrl-C":
            raise KeyboardInterrupt
        while not given[3].is_past:
            pass

    monkeypatch.setattr("picrosser.making.puzzles.nearest_unique", search)
    printed = cli([*CROSS, "out.toml", "--time-limit", "0.4"], status, said)
    assert "cross.png → out.toml\n" in printed.err
    assert load_puzzle("out.toml").puzzle.shape == (2, 2)
