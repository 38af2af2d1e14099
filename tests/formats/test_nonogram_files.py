from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picrosser.errors import PuzzleFileError
from picrosser.formats.files import load_puzzle, save_puzzle
from picrosser.formats.nonogram_tables import parse_json, parse_toml, write_toml
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import UNKNOWN, Picture


@st.composite
def puzzles(draw: st.DrawFn) -> Nonogram:
    rows, columns, colours = draw(st.integers(1, 5)), draw(st.integers(1, 5)), draw(st.integers(1, 11))

    def lines(count: int, length: int):
        run = st.builds(Run, st.integers(1, length), st.integers(1, colours))
        line = st.none() | st.lists(run, max_size=3).map(tuple)
        return tuple(draw(line) for _ in range(count))

    tone = st.tuples(*[st.integers(0, 255)] * 3)
    palette = tuple(draw(tone) for _ in range(colours + 1))
    cell = st.integers(UNKNOWN, colours)
    board = st.tuples(*[st.tuples(*[cell] * columns)] * rows)
    return Nonogram(lines(rows, columns), lines(columns, rows), palette, draw(st.none() | board))


@settings(max_examples=80, deadline=None)
@given(puzzles())
def test_a_written_puzzle_is_read_back(puzzle: Nonogram):
    found = parse_toml(write_toml(PuzzleFile(puzzle)))
    assert found.puzzle == puzzle
    assert found.solution is None


def test_a_solution_is_stored_and_read(tmp_path):
    puzzle = Nonogram(((Run(2),), (Run(1),)), ((Run(2),), (Run(1),)))
    path = tmp_path / "corner.toml"
    save_puzzle(path, puzzle, Picture(np.array([[1, 1], [1, UNKNOWN]], np.int8), puzzle.palette))
    found = load_puzzle(path)
    assert found.puzzle == puzzle
    assert found.solution is not None
    assert found.solution.lines() == ("11", "1?")


def test_json_as_found_on_the_web():
    text = json.dumps({"title": "x", "rows": [[2], [0], "?"], "columns": [[1], [1]]})
    found = parse_json(text).puzzle
    assert found.rows == ((Run(2),), (), None)
    assert found.palette == ((255, 255, 255), (0, 0, 0))


def test_published_puzzles_are_read(shared):
    files = sorted((shared / "puzzles" / "nonograms").glob("*.json"))
    assert len(files) > 10
    assert all(isinstance(load_puzzle(file).puzzle, Nonogram) for file in files)


GOOD = {"rows": [[2], [1]], "columns": [[2], [1]]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"rows": [[3], [1]]}, "rows: row 1, run 1: expected 1 to 2, found 3"),
        ({"columns": [[1, -1], [1]]}, "columns: column 1, run 2: expected 1 to 2, found -1"),
        ({"rows": [[2], [0, 1]]}, "rows: row 2, run 1: expected 1 to 2, found 0"),
        ({"rows": [["a"], [1]]}, "rows: row 1, run 1: expected a whole number, found 'a'"),
        ({"rows": [[True], [1]]}, "expected a whole number, found True"),
        ({"rows": 5}, "the runs of the rows are missing"),
        ({"rows": []}, "the board is 2 x 0"),
        ({"rows": [[[1, 2, 3]], [1]]}, "rows: row 1, run 1: expected 2 entries, found 3"),
        (
            {"rows": [[[1, 2]], [1]], "colours": [[0, 0, 0]]},
            "row 1: a run has the colour 2, but the file declares 1",
        ),
        ({"colours": [[0, 0, 256]]}, "colours: colour 1: expected 0 to 255, found 256"),
        ({"solution": ["11"]}, "solution: expected 2 entries, found 1"),
        ({"solution": ["11", "1"]}, "solution: row 2: expected 2 characters, found 1"),
        ({"solution": ["11", "12"]}, "solution: row 2, column 2: '2' is not one of 01?"),
        ({"solution": ["11", "01"]}, "solution: it contradicts the hints: column 1 has the runs 1, "),
        ({"kind": "katamino"}, "kind: expected 'nonogram', found 'katamino'"),
    ],
)
def test_errors_name_the_place(changed, message):
    with pytest.raises(PuzzleFileError) as caught:
        parse_json(json.dumps(GOOD | changed))
    assert message in caught.value.seen


def test_unknown_and_missing_keys_are_refused():
    with pytest.raises(PuzzleFileError, match="'title' is unknown"):
        parse_toml('kind = "nonogram"\nrows = [[1]]\ncolumns = [[1]]\ntitle = "x"')
    with pytest.raises(PuzzleFileError, match="'columns' is missing"):
        parse_toml('kind = "nonogram"\nrows = [[1]]')


@pytest.mark.parametrize("text", ["[1]", "{", '{"rows": 1e999', "{" * 99_999, '{"rows": ' + "1" * 5000 + "}"])
def test_junk_is_refused(text):
    with pytest.raises(PuzzleFileError):
        parse_json(text)
