"""Puzzles in TOML and JSON: Hungry Cat and nonograms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from picrosser.errors import PuzzleFileError
from picrosser.formats.files import load_puzzle
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.tables import default_colour, parse_cat, parse_json, write_cat
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import Picture

SMALL = """
nrows = 2
ncols = 3
ncolours = 2
rows = [[-2, 1], [0, "?"]]
columns = [[1, 0], [1, 0], [0, -2]]
colours = [[45, 106, 152], [200, 0, 0]]
"""


def altered(key: str, value: str) -> str:
    lines = [line for line in SMALL.splitlines() if not line.startswith(f"{key} =")]
    return "\n".join([*lines, f"{key} = {value}"])


def test_hints_and_colours_are_read():
    puzzle = parse_cat(SMALL).puzzle
    assert puzzle.rows == ((CountHint(2, True), CountHint(1)), (CountHint(0), CountHint(None, None)))
    assert puzzle.shape == (2, 3)
    assert puzzle.palette == ((255, 255, 255), (45, 106, 152), (200, 0, 0))


def test_a_background_other_than_white_is_kept():
    puzzle = parse_cat(SMALL + "background = [1, 2, 3]").puzzle
    assert puzzle.palette[0] == (1, 2, 3)
    assert "background = [1, 2, 3]" in write_cat(PuzzleFile(puzzle))
    assert "background" not in write_cat(parse_cat(SMALL))


def test_missing_colours_are_chosen_all_different():
    text = "\n".join(line for line in SMALL.splitlines() if not line.startswith("colours"))
    assert parse_cat(text).puzzle.palette[1:] == (default_colour(0), default_colour(1))
    assert len({default_colour(slot) for slot in range(35)}) == 35


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = " + "[" * 100_000, "not a"),
        ("nrows = " + "1" * 5000, "a number has thousands of digits"),
        (altered("kind", '"nonogram"'), "'kind' is unknown"),
        (SMALL.replace("nrows = 2", ""), "'nrows' is missing"),
        (altered("nrows", "true"), "nrows: expected a whole number, found True"),
        (altered("nrows", "3"), "rows: expected 3 entries, found 2"),
        (altered("ncols", "1001"), "ncols: expected 1 to 1000, found 1001"),
        (altered("ncolours", "0"), "ncolours: expected 1 to 35"),
        (altered("rows", "3"), "rows: expected an array, found 3"),
        (altered("rows", "[[1, 1], [1, 4]]"), "rows: row 2, colour 2: expected -3 to 3, found 4"),
        (altered("columns", "[[1, 1], [1, 1], [1, false]]"), "columns: column 3, colour 2: expected a whole"),
        (altered("colours", "[[1, 2, 3], [1, 2, 256]]"), "colours: colour 2: expected 0 to 255, found 256"),
        (altered("solution", '["112", "02"]'), "solution: row 2: expected 3 characters"),
        (altered("solution", '["112", "003"]'), "solution: row 2, column 3: '3' is not one of 012?"),
        (altered("solution", '["112", "020"]'), "solution: it contradicts the hints: column 2"),
    ],
)
def test_each_error_says_what_is_wrong_and_where(text: str, says: str):
    with pytest.raises(PuzzleFileError) as caught:
        parse_cat(text)
    assert says in caught.value.seen


@pytest.mark.parametrize("hint", [CountHint(2, None), CountHint(None, True), CountHint(None, False)])
def test_hints_with_unknown_number_or_circle_are_not_written(hint: CountHint):
    puzzle = HungryCat(((hint,),), ((CountHint(1),),) * 3, ((255, 255, 255), (0, 0, 0)))
    with pytest.raises(PuzzleFileError, match="row 1, colour 1"):
        write_cat(PuzzleFile(puzzle))


def test_a_solution_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="shape"):
        PuzzleFile(parse_cat(SMALL).puzzle, Picture([[0]], ()))


def test_real_files_are_written_as_they_were(shared: Path):
    for path in (shared / "screenshots" / "hungry_cat").glob("000*.toml"):
        assert write_cat(load_puzzle(path)) == path.read_text()


# ---- Nonograms


GOOD = {"rows": [[2], [1]], "columns": [[2], [1]]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"rows": [[3], [1]]}, "rows: row 1, run 1: expected 1 to 2, found 3"),
        ({"columns": [[1, -1], [1]]}, "columns: column 1, run 2: expected 1 to 2, found -1"),
        ({"rows": 5}, "the runs of the rows are missing"),
        ({"rows": []}, "the board is 2 x 0"),
        ({"rows": [[[1, 2, 3]], [1]]}, "rows: row 1, run 1: expected 2 entries, found 3"),
        (
            {"rows": [[[1, 2]], [1]], "colours": [[0, 0, 0]]},
            "row 1: a run has the colour 2, but the file declares 1",
        ),
        ({"colours": [[0, 0, 256]]}, "colours: colour 1: expected 0 to 255, found 256"),
        ({"solution": ["11", "12"]}, "solution: row 2, column 2: '2' is not one of 01?"),
        ({"solution": ["11", "01"]}, "solution: it contradicts the hints: column 1 has the runs 1, "),
        ({"kind": "katamino"}, "kind: expected 'nonogram', found 'katamino'"),
    ],
)
def test_errors_name_the_place(changed, message):
    with pytest.raises(PuzzleFileError) as caught:
        parse_json(json.dumps(GOOD | changed))
    assert message in caught.value.seen
