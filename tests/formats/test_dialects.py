"""What other programs write beyond the letter of a format, and read themselves.

Seen in files of number-loom (XML), in pbnsolve 0d5bac2, nonogram-db 50e26c3 and nonny 06caf6e (.non), and in
public JSON files.
"""

import json
from pathlib import Path

import pytest

from picrosser.errors import PuzzleFileError
from picrosser.formats.files import load_puzzle, parse_puzzle
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.solving.solve import solve


def read(text: str, suffix: str = "") -> PuzzleFile:
    return parse_puzzle(text.encode(), "file", suffix=suffix)


SIZES = "width 3\nheight 2\n"
ROWS, COLUMNS = "rows\n2\n1\n", "columns\n1\n1\n1\n"
NON = SIZES + ROWS + COLUMNS


@pytest.mark.parametrize(
    "text",
    [
        f"Drawn by nobody\n----\n# a remark\n* 12\n7\n{NON}",
        NON.replace("2\n1\n", "# the rows\n2\n; half\n1\n----\n"),
        f"{NON}\n2024-05-01\n",
        f"{NON}2024\n",
        f"{NON}\nThe end of 3.\n",
        "rows 2\n2\n1\ncolumns 3\n1\n1\n1\n",
        f"rows 2\n{COLUMNS}{SIZES}{ROWS}",
        f"{NON}difficulty easy\ngoal 110\n001\nThat is all.\n",
        f'{NON}goal\nXX0\n00X\nsaved\n1 1 ?\n? ? ?\nsaved "??????"\n',
        f'{NON}saved "1?????"\nsaved ??????\ngoal "rr000r"\n',
    ],
)
def test_lines_of_non_that_are_no_keyword_are_ignored(text: str):
    file = read(text)
    expected = read(NON)
    assert (file.puzzle.rows, file.puzzle.cols) == (expected.puzzle.rows, expected.puzzle.cols)
    assert file.puzzle.palette == expected.puzzle.palette
    if "goal" in text:
        assert file.solution.lines() == ("110", "001")
    if "saved" in text:
        assert file.puzzle.given[0][0] == 1
        assert "only the first saved state is read" in file.notes


def test_an_empty_row_as_a_blank_line_stays_one_with_text_below():
    empty = "width 2\nheight 3\nrows\n2\n\n1\nDone.\ncolumns\n1\n1\n"
    assert read(empty.replace("1\n1\n", "2\n1\n")).puzzle.rows[1] == ()
    with pytest.raises(
        PuzzleFileError, match=r"line 7, column 1: this is not a line of hints, and .* add up"
    ):
        read(empty.replace("Done.", "l"))


@pytest.mark.parametrize(
    "hints",
    ["rows\nred: 1, black: 1\n1\ncolumns\nred: 1 black: 1\n1\n", "rows\n1r 1\n1\ncolumns\n1r,1\n1\n"],
)
def test_named_colours_of_nonny(hints: str):
    file = read(f"width 2\nheight 2\ncolor background fffff0\ncolor red E02020 r\n{hints}goal r110\n")
    assert file.puzzle.palette == ((255, 255, 240), (224, 32, 32), (0, 0, 0))
    assert [[run.colour for run in runs] for runs in file.puzzle.rows] == [[1, 2], [2]]
    assert file.solution.lines() == ("12", "20")


WEBPBN = (
    "<puzzleset><puzzle>COLOURS<clues type='columns'><line><count>1</count></line><line/></clues>"
    "<clues type='rows'><line><count>1</count></line></clues>MORE</puzzle></puzzleset>"
)


@pytest.mark.parametrize("character", [" ", "|", "?", "[", "ab", "\t"])
def test_a_character_that_no_image_uses_may_be_any(character: str):
    colours = f"<color name='white' char='{character}'>FFF</color><color name='black' char='#'>000</color>"
    text = WEBPBN.replace("COLOURS", colours)
    assert read(text.replace("MORE", "")).puzzle.shape == (1, 2)
    with pytest.raises(PuzzleFileError, match=r"cannot stand for|the image is|brackets?|expected \|"):
        read(text.replace("MORE", f"<solution><image>|#{character}{character}|</image></solution>"))


def test_a_space_may_be_white_in_an_image():
    colours = "<color name='white' char=' '>FFF</color><color name='black' char='#'>000</color>"
    text = f"<puzzle>{colours}<solution><image>\n| #|\n|# |\n</image></solution></puzzle>"
    assert read(text).solution.lines() == ("01", "10")


@pytest.mark.parametrize(
    ("colours", "image", "refused"),
    [
        ("", "X.", "x."), ("<color name='black'>000</color>", "X.", "#."),
        ("<color name='b' char='#'>000</color>", "X.", "X-"),
        ("<color name='black' char='#'>000</color>", "#.", "X."),
        ("<color name='white' char='o'>fff</color>", "Xo", "X."),
    ],
)  # fmt: skip
def test_black_is_x_and_white_a_dot_unless_declared(colours: str, image: str, refused: str):
    text = WEBPBN.replace("COLOURS", colours).replace("MORE", "<solution><image>|GOAL|</image></solution>")
    assert read(text.replace("GOAL", image)).solution.cells[0][1] == 0
    with pytest.raises(PuzzleFileError, match="stands for no colour"):
        read(text.replace("GOAL", refused))


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("rowClues", "colClues"), ("row_clues", "col_clues"), ("row", "column"), ("hor", "ver"),
        ("rowHints", "columnHints"), ("row_hints", "column_hints"), ("rows", "cols"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("under", ["", "clues", "hints"])
def test_keys_of_json(rows: str, columns: str, under: str):
    lists = {rows: [[2], [1]], columns: [[1], [1], [1]]}
    sizes = {} if rows == "rows" else {"rows": 2, "cols": 3}
    puzzle = read(json.dumps({**sizes, under: lists} if under else {**sizes, **lists})).puzzle
    assert puzzle == read(NON).puzzle


PLAIN = {"rows": [[2], [1]], "columns": [[1], [1], [1]]}


@pytest.mark.parametrize(
    ("more", "is_read"),
    [
        ({"solution": [[1, 1, 0], [0, 0, 1]]}, True),
        ({"solution": [[True, True, False], [False, False, True]]}, True),
        ({"solution": [1, 1, 0, 0, 0, 1]}, True),
        ({"solution": "110001"}, True),
        ({"solution": "110\n001"}, True),
        ({"solution": [["1", "1", "0"], ["0", "0", "1"]]}, True),
        ({"solution": ["##.", "..#"]}, False),
        ({"solution": {"cells": []}}, False),
        ({"solution": [[1, 1], [0, 0]]}, False),
        ({"solution": [[0, 1, 1], [1, 0, 1]]}, False),
        ({"solution": [[[1]]]}, False),
        ({"solution": 5}, False),
        ({"kind": "easy"}, None),
        ({"background": "ivory"}, None),
        ({"colours": ["#123456"]}, None),
        ({"width": "3"}, None),
    ],
)
def test_what_a_complete_puzzle_does_not_need_never_refuses_it(more: dict[str, object], is_read: bool | None):
    file = read(json.dumps(PLAIN | more))
    assert (file.puzzle.rows, file.puzzle.cols) == (read(NON).puzzle.rows, read(NON).puzzle.cols)
    assert (file.solution is not None) == bool(is_read)
    assert any("ignored" in note for note in file.notes) == (is_read is False)
    if "ivory" in more.values():
        assert file.puzzle.palette[0] == (255, 255, 240)


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("space-for-white.xml", ["1"]), ("undeclared-black.xml", ["10"]), ("rule-line.non", ["1"]),
        ("goal-block.non", ["10", "11"]), ("solution-matrix.json", ["1"]), ("row-clues.json", ["1"]),
        ("trailing-line.non", ["?1?", "?0?"]), ("one-cell.json", ["1"]), ("comment.nin", ["011", "010"]),
    ],
)  # fmt: skip
def test_files_that_were_refused(shared: Path, name: str, rows: list[str]):
    picture = solve(load_puzzle(shared / "faults" / name).puzzle).picture
    assert picture is not None
    assert list(picture.lines()) == rows
