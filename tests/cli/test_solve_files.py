from __future__ import annotations

import json
import tomllib

import pytest
from PIL import Image

from picrosser.__main__ import main
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


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        (SEVERAL, 7, "more than one solution, 2 found, which differ in row 1, column 1; row 1, column 2"),
        (NONE, 6, "contradict each other"),
        (UNIQUE.replace("[2], [1]]\ncol", "[2], [2]]\ncol"), 6, "the rows add up to 4, the columns to 3"),
        (UNIQUE.replace("rows = [[2]", "rows = [[1, 1]"), 6, "row 1: the runs 1 1 need 3 cells, it has 2"),
        ("nonsense", 3, "not valid TOML"),
    ],
)
def test_every_failure_has_its_status_and_names_its_place(text, status, words, file, cli):
    path = file(text)
    err = cli(["solve", path], status).err
    assert err.startswith(f"picrosser: {path}: ")
    assert words in err
    assert err.count(path) == err.count("\n") == 1


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


def test_outputs_by_suffix(file, tmp_path, cli):
    path, answer, drawn = file(UNIQUE), tmp_path / "answer.toml", tmp_path / "answer.png"
    assert cli(["solve", path, "-o", answer, "-q"]) == ("", "")
    assert tomllib.loads(answer.read_text())["solution"] == ["11", "10"]
    assert main(["solve", str(answer), "-o", str(drawn), "-q"]) == 0
    image = Image.open(drawn)
    board = 28  # the hints lie left of it and above
    assert (image.getpixel((board + 13, board + 13)), image.getpixel((board + 37, board + 37))) == (
        (0, 0, 0),
        (255, 255, 255),
    )
    cli(["solve", path, "-o", drawn], 2, "exists already")
    assert main(["solve", path, "-o", str(drawn), "--force"]) == 0
    assert main(["solve", path, "-o", str(tmp_path / "answer.doc")]) == 2
    assert main(["solve", file(NONE, "none.toml"), "-o", str(tmp_path / "none.png")]) == 6
    assert not (tmp_path / "none.png").exists()


def test_a_hint_for_a_file_goes_on_with_the_board_that_it_stores(file, cli):
    stored = UNIQUE + 'solution = ["11", "??"]\n'
    assert "column 1 and" not in cli(["hint", "-n", "3", file(stored)]).out
