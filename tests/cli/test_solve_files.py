import json
import tomllib

import pytest
from PIL import Image

from picrosser.errors import ExitCode

UNIQUE = 'kind = "nonogram"\nrows = [[2], [1]]\ncolumns = [[2], [1]]\n'
SEVERAL = 'kind = "nonogram"\nrows = [[1], [1]]\ncolumns = [[1], [1]]\n'
# Six cells of which any two that share a row and no column may be swapped: three solutions and more.
MANY = 'kind = "nonogram"\nrows = [[1], [1], [1]]\ncolumns = [[1], [1], [1]]\n'
NONE = 'kind = "nonogram"\nrows = [[1], [1], [2]]\ncolumns = [[1, 1], [1, 1]]\n'


@pytest.fixture
def file(tmp_path):
    def _file(text: str, name: str = "puzzle.toml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return _file


def test_several_solutions_are_listed(file, cli):
    path = file(MANY)
    out = cli(["solve", path, "--max-solutions", "9"], 7).out
    assert [f"solution {number}:" in out for number in range(1, 8)] == [True] * 6 + [False]
    assert set(cli(["solve", path], 7).out) <= set("01?\n")


def test_counting_ends_at_the_time_limit(file, cli):
    lines = ", ".join(["[1]"] * 12)
    path = file(f'kind = "nonogram"\nrows = [{lines}]\ncolumns = [{lines}]\n')
    assert cli(["solve", "--count", "--time-limit", "0.2", path], ExitCode.GAVE_UP).out.startswith(
        "at least "
    )


def test_steps_show_each_changed_cell_and_the_reason(file, cli):
    out = cli(["solve", "--steps", file(UNIQUE)]).out
    assert out.startswith("1. [2] row 1: fill columns 1 and 2: ")
    assert "[1][1]\n .  ." in out
    assert out.endswith("11\n10\n")


def test_json_says_it_all(file, cli):
    found = json.loads(cli(["solve", "--json", "--steps", file(SEVERAL)], 7).out)
    assert found["puzzle"] == tomllib.loads(SEVERAL) | {"colours": [[0, 0, 0]]}
    assert found["solution"] == ["??", "??"]
    assert sorted(found["solutions"]) == [["01", "10"], ["10", "01"]]
    assert len(found["differing"]) == 4
    assert found["difficulty"] == "search"
    assert found["exit"] == 7


def test_an_answer_is_stored_and_none_is_not(file, tmp_path, cli):
    answer = tmp_path / "answer.toml"
    for _ in range(2):
        assert cli(["solve", file(UNIQUE), "-o", answer, "-q", "--force"]) == ("", "")
        assert tomllib.loads(answer.read_text())["solution"] == ["11", "10"]
    cli(["solve", file(NONE), "-o", tmp_path / "none.png"], 6)
    assert not (tmp_path / "none.png").exists()


def test_a_hint_for_a_file_goes_on_with_the_board_that_it_stores(file, cli):
    stored = UNIQUE + 'solution = ["11", "??"]\n'
    assert "column 1 and" not in cli(["hint", "-n", "3", file(stored)]).out


def test_where_several_solutions_exist_what_they_share_is_a_step(file, cli):
    path = file('{"rows": [[2]], "columns": ["?", "?", "?"]}', "two.json")
    printed = cli(["hint", "-n", "3", path])
    assert printed.out == "[2] row 1: fill column 2: wherever the 2 lies, it covers it\n"
    assert "1 step; more than one solution, so 2 cells stay open" in printed.err
    cli(["hint", file(SEVERAL)], 7, "no step is certain; more than one solution, so 4 cells stay open")
    # What a player has chosen in an open cell leads on.
    chosen = SEVERAL + 'solution = ["1?", "??"]\n'
    assert "row 1 and column 1: all runs are placed" in cli(["hint", file(chosen)]).out


# ---- Several puzzles in a file, and addresses

IDS = "3x2:1/2//2/1\n2x2:1/1/1/1\n3x2:1/9//2/1\n"


def test_a_file_with_several_puzzles_is_solved_whole(file, tmp_path, cli):
    path = file(IDS, "ids.txt")
    printed = cli(["solve", path], 10, f"{path}, puzzle 3: line 3, column 7")
    assert printed.out.startswith(f"{path}, puzzle 1:\n110\n010\n")
    assert f"{path}, puzzle 1: 3 x 2, 1 colour, the only solution" in printed.err
    assert "2 of 3 inputs failed" in printed.err
    lines = cli(["solve", "--json", path, path], 10).out.splitlines()
    assert [json.loads(line)["exit"] for line in lines] == [0, 7, 3] * 2
    folder = tmp_path / "answers"
    cli(["solve", path, "-o", f"{folder}/"], 10)
    assert sorted(place.name for place in folder.iterdir()) == ["ids-1-solved.png", "ids-2-solved.png"]
    cli(["solve", path, "-o", folder], 10, "ids-1-solved.png exists already; use --force")
    cli(["solve", file(UNIQUE), file(UNIQUE, "other.toml"), "-o", folder])
    assert (folder / "other-solved.png").exists()


def test_one_of_several_puzzles_is_chosen(file, tmp_path, cli):
    path = file(IDS, "ids.txt")
    assert cli(["solve", "--puzzle", 1, path]).out == "110\n010\n"
    assert cli(["--puzzle", 1, path]).out == "110\n010\n"
    assert "column 2" in cli(["hint", "--puzzle", 1, path]).out
    cli(["solve", "--puzzle", 4, path], 2, "--puzzle 4: the file holds 3 puzzles")
    cli(["convert", path, tmp_path / "x.non"], 3, "the file holds 3 puzzles; choose one with --puzzle N")
    cli(["draw", "--puzzle", 1, path, "-o", tmp_path / "x.svg"])
    assert cli(["convert", "--puzzle", 1, path, "--to", "puzz-link"]).out.endswith("p?nonogram/3/2/12g2g1g\n")


def test_addresses_that_hold_a_puzzle_are_read_without_a_network(file, monkeypatch, cli):
    def refuse(*_):
        raise AssertionError("an address was looked up")

    monkeypatch.setattr("socket.getaddrinfo", refuse)
    monkeypatch.setattr("picrosser.formats.web.fetch", refuse)
    penpa = cli(["convert", file(UNIQUE), "--to", "penpa"]).out.strip()
    for address, answer in (
        ("https://puzz.link/p?nonogram/3/2/12g2g1g", "110\n010\n"), (penpa, "11\n10\n"),
        ("https://puzz.link/p?pzprv3/nonogram/1/1/. 1/1 ./", "1\n"),
    ):  # fmt: skip
        assert cli(["solve", address]).out == answer
        assert cli([address]).out == answer
    cli(["https://puzz.link/p?slither/3/2/12"], 3, "an address of 'slither', not of a nonogram")
    assert len(cli(["solve", penpa]).err) < 250
    assert json.loads(cli(["solve", "--json", penpa]).out)["input"] == penpa


def test_own_puzzles_of_nonograms_katana_are_no_screenshots(tmp_path, cli):
    image = Image.new("RGBA", (2, 1), (255, 255, 255, 128))
    image.putpixel((0, 0), (200, 0, 0, 255))
    for command in ([], ["solve"]):
        image.save(tmp_path / "own.png")
        (tmp_path / "own.png").rename(tmp_path / "own.ujc")
        assert cli([*command, tmp_path / "own.ujc"]).out == "10\n"
