import json
import tomllib
from pathlib import Path

import pytest
from own_process import files_in
from PIL import Image
from short_files import TEXTS

from picrosser.errors import ExitCode

pytestmark = pytest.mark.usefixtures("texts")


def test_several_solutions_are_listed(cli):
    out = cli(["solve", "many.toml", "--max-solutions", "9"], 7).out
    assert [f"solution {number}:" in out for number in range(1, 8)] == [True] * 6 + [False]


def test_counting_ends_at_the_time_limit(cli):
    lines = ", ".join(["[1]"] * 12)
    Path("large.toml").write_text(f'kind = "nonogram"\nrows = [{lines}]\ncolumns = [{lines}]\n')
    out = cli(["solve", "--count", "--time-limit", "0.2", "large.toml"], ExitCode.GAVE_UP).out
    assert out.startswith("at least ")


def test_steps_show_each_changed_cell_and_the_reason(cli):
    out = cli(["solve", "--steps", "unique.toml"]).out
    assert out.startswith("1. [2] row 1: fill columns 1 and 2: ")
    assert "[1][1]\n .  ." in out
    assert out.endswith("11\n10\n")


def test_json_says_it_all(cli):
    found = json.loads(cli(["solve", "--json", "--steps", "two.toml"], 7).out)
    assert found["puzzle"] == tomllib.loads(TEXTS["two.toml"]) | {"colours": [[0, 0, 0]]}
    assert found["solution"] == ["??", "??"]
    assert sorted(found["solutions"]) == [["01", "10"], ["10", "01"]]
    assert len(found["differing"]) == 4
    assert (found["difficulty"], found["exit"]) == ("search", 7)


def test_an_answer_is_stored_and_none_is_not(cli):
    for _ in range(2):
        assert cli(["solve", "unique.toml", "-o", "answer.toml", "-q", "--force"]) == ("", "")
        assert tomllib.loads(Path("answer.toml").read_text())["solution"] == ["11", "10"]
    cli(["solve", "clash.toml", "-o", "none.png"], 6)
    assert not Path("none.png").exists()


def test_a_hint_for_a_file_goes_on_with_the_board_that_it_stores(cli):
    Path("stored.toml").write_text(TEXTS["unique.toml"] + 'solution = ["11", "??"]\n')
    assert "column 1 and" not in cli(["hint", "-n", "3", "stored.toml"]).out


def test_where_several_solutions_exist_what_they_share_is_a_step(cli):
    Path("two.json").write_text('{"rows": [[2]], "columns": ["?", "?", "?"]}')
    printed = cli(["hint", "-n", "3", "two.json"])
    assert printed.out == "[2] row 1: fill column 2: wherever the 2 lies, it covers it\n"
    assert "1 step; more than one solution, so 2 cells stay open" in printed.err
    cli(["hint", "two.toml"], 7, "no step is certain; more than one solution, so 4 cells stay open")
    # What a player has chosen in an open cell leads on.
    Path("chosen.toml").write_text(TEXTS["two.toml"] + 'solution = ["1?", "??"]\n')
    assert "row 1 and column 1: all runs are placed" in cli(["hint", "chosen.toml"]).out


# ---- Several puzzles in a file, and addresses


@pytest.fixture
def ids():
    Path("ids.txt").write_text("3x2:1/2//2/1\n2x2:1/1/1/1\n3x2:1/9//2/1\n")
    return "ids.txt"


def test_a_file_with_several_puzzles_is_solved_whole(ids, cli):
    printed = cli(["solve", ids], 10, "ids.txt, puzzle 3: line 3, column 7")
    assert printed.out.startswith("ids.txt, puzzle 1:\n110\n010\n")
    assert "ids.txt, puzzle 1: 3 x 2, 1 colour, the only solution" in printed.err
    assert "2 of 3 inputs failed" in printed.err
    lines = cli(["solve", "--json", ids, ids], 10).out.splitlines()
    assert [json.loads(line)["exit"] for line in lines] == [0, 7, 3] * 2
    cli(["solve", ids, "-o", "answers/"], 10)
    assert files_in("answers").keys() == {"ids-1-solved.png", "ids-2-solved.png"}
    cli(["solve", ids, "-o", "answers"], 10, "ids-1-solved.png exists already; use --force")
    cli(["solve", "unique.toml", "cat.txt", "-o", "answers"])
    assert files_in("answers").keys() >= {"unique-solved.png", "cat-solved.png"}


def test_one_of_several_puzzles_is_chosen(ids, cli):
    assert cli(["solve", "--puzzle", 1, ids]).out == "110\n010\n"
    assert cli(["--puzzle", 1, ids]).out == "110\n010\n"
    assert "column 2" in cli(["hint", "--puzzle", 1, ids]).out
    cli(["solve", "--puzzle", 4, ids], 2, "--puzzle 4: the file holds 3 puzzles")
    cli(["convert", ids, "x.non"], 3, "the file holds 3 puzzles; choose one with --puzzle N")
    cli(["draw", "--puzzle", 1, ids, "-o", "x.svg"])
    assert cli(["convert", "--puzzle", 1, ids, "--to", "puzz-link"]).out.endswith("p?nonogram/3/2/12g2g1g\n")


def test_addresses_that_hold_a_puzzle_are_read_without_a_network(monkeypatch, cli):
    def refuse(*_):
        raise AssertionError("an address was looked up")

    monkeypatch.setattr("socket.getaddrinfo", refuse)
    monkeypatch.setattr("picrosser.formats.web.fetch", refuse)
    penpa = cli(["convert", "unique.toml", "--to", "penpa"]).out.strip()
    for address, answer in (
        ("https://puzz.link/p?nonogram/3/2/12g2g1g", "110\n010\n"), (penpa, "11\n10\n"),
        ("https://puzz.link/p?pzprv3/nonogram/1/1/. 1/1 ./", "1\n"),
    ):  # fmt: skip
        assert cli(["solve", address]).out == answer
        assert cli([address]).out == answer
    cli(["https://puzz.link/p?slither/3/2/12"], 3, "an address of 'slither', not of a nonogram")
    assert len(cli(["solve", penpa]).err) < 250
    assert json.loads(cli(["solve", "--json", penpa]).out)["input"] == penpa


def test_own_puzzles_of_nonograms_katana_are_no_screenshots(cli):
    image = Image.new("RGBA", (2, 1), (255, 255, 255, 128))
    image.putpixel((0, 0), (200, 0, 0, 255))
    image.save("own.ujc", "PNG")
    for command in ([], ["solve"]):
        assert cli([*command, "own.ujc"]).out == "10\n"
