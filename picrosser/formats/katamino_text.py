"""Katamino puzzles and packings: TOML, JSON with the same keys, and pictures made of letters (only written).

A whole TOML file; `board` is only needed if it is not 5 x N:

    kind = "katamino"
    pieces = [2, "T", "##/#."]                # number, letter or colour of a piece in the box, or a drawing
    board = ["#####", "#####", ".##.#"]       # optional; # is a cell to fill, . is a hole
    solution = ["11112", "13222", "03302"]    # optional; the piece in each cell, from 1; 0 for a hole,
                                              # ? for a blank cell of a part-filled board

A picture of letters has the letter of a piece in each of its cells, and `.` in holes. Shapes that are not in
the box, and further copies of pieces in it, have small letters:

    LLLLT
    LaTTT
    .aa.T
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from picrosser.errors import PuzzleFileError, expect
from picrosser.formats.tables import cell_values, check_keys, load_json, load_toml, toml_strings
from picrosser.formats.text import shown
from picrosser.puzzles.katamino import (
    MAX_BOARD_CELLS,
    ROWS,
    Board,
    Katamino,
    packing_violations,
    parse_piece,
    placed_pieces,
    rectangle,
)
from picrosser.puzzles.picture import CELL_CHARACTERS, UNKNOWN, Picture
from picrosser.puzzles.polyomino import GAP, Shape, moved_to_corner, parse_shape, shape_rows

SUFFIXES = (".toml", ".json", ".txt")
_KIND = re.compile(r"""^[ \t]*kind[ \t]*=[ \t]*["']katamino["']""", re.MULTILINE)
_JSON_KIND = re.compile(r"""^\s*\{.*?"kind"\s*:\s*"katamino"\s*[,}]""", re.DOTALL)
_KEYS = ("kind", "pieces", "board", "solution")


@dataclass(frozen=True, slots=True)
class PackingFile:
    """The content of a Katamino file.

    solution : the packing stored with the puzzle, or a part of it, whose other cells are UNKNOWN; None if
        there is none.
    """

    puzzle: Katamino
    solution: Picture | None = None

    @property
    def board(self) -> Board:
        """The board with the pieces that the stored solution has on it; empty without one."""
        placed = () if self.solution is None else placed_pieces(self.puzzle.pieces, self.solution)
        return Board(self.puzzle.board, placed)


def looks_like(text: str) -> bool:
    """Whether a text says that it is a Katamino puzzle in TOML or JSON."""
    return (_JSON_KIND if text.lstrip().startswith("{") else _KIND).search(text) is not None


def parse(text: str) -> PackingFile:
    """Read TOML or JSON; errors name the key."""
    table: dict[str, Any] = load_json(text) if text.lstrip().startswith("{") else load_toml(text)
    check_keys(table, (), _KEYS)
    if table.get("kind") != "katamino":
        raise PuzzleFileError(f"kind: expected 'katamino', found {shown(table.get('kind'))}")
    values = table.get("pieces")
    if not isinstance(values, list) or not all(type(value) in (int, str) for value in values):
        raise PuzzleFileError("pieces: expected an array of numbers and words")
    try:
        pieces = tuple(parse_piece(str(value)) for value in values)
        area = sum(len(piece.shape) for piece in pieces)
        lines = _strings(table, "board")
        board = plain_board(area) if lines is None else parse_board("\n".join(lines))
        puzzle = Katamino(pieces, board)
    except ValueError as error:
        raise PuzzleFileError(f"pieces: {error}") from error
    stored = _strings(table, "solution")
    return PackingFile(puzzle, None if stored is None else _solution(stored, puzzle))


def plain_board(area: int) -> Shape:
    """Return the game's own board, 5 x N, for pieces that have `area` cells together.

    Raises ValueError if the area is not a multiple of 5, or too large.

    Examples
    --------
    >>> picrosser.plain_board(10)[:3]
    ((0, 0), (0, 1), (1, 0))
    """
    expect(area, int, "the pieces' number of cells")
    if area % ROWS or area > MAX_BOARD_CELLS:
        raise ValueError(f"the pieces have {area} cells, which do not fill a board of {ROWS} x N")
    return rectangle(ROWS, area // ROWS)


def parse_board(drawing: str) -> Shape:
    """Read a board drawn with # (cells) and . (holes), row by row; it has one cell or more."""
    try:
        board = moved_to_corner(parse_shape(drawing.strip("\ufeff")))
    except ValueError as error:
        raise PuzzleFileError(f"board: {error}") from error
    if len(board) > MAX_BOARD_CELLS:
        raise PuzzleFileError(f"board: it has {len(board)} cells, at most {MAX_BOARD_CELLS} are allowed")
    return board


def packing_text(puzzle: Katamino, solution: Picture | None, suffix: str) -> str:
    """Write a puzzle in the form of a suffix; `.txt` is a picture of letters, which holds only a packing.

    Raises PuzzleFileError if the suffix is not one of SUFFIXES, or without a packing to write as letters.
    """
    values = facts(puzzle)
    if puzzle.is_plain:
        del values["board"]
    if solution is not None:
        values["solution"] = solution.lines()
    if suffix == ".json":
        return "{" + ",\n ".join(f'"{key}": {json.dumps(value)}' for key, value in values.items()) + "}\n"
    if suffix == ".toml":
        text = [f"{key} = {json.dumps(values.pop(key))}" for key in ("kind", "pieces")]
        return "\n".join([*text, *(line for key in values for line in toml_strings(key, values[key]))]) + "\n"
    if suffix != ".txt":
        raise PuzzleFileError(f"*{suffix} cannot hold a Katamino puzzle", f"use {', '.join(SUFFIXES)}")
    if solution is None:
        raise PuzzleFileError("a .txt file holds only a packing, not a puzzle", "use .toml or .json")
    if not solution.is_complete:
        raise PuzzleFileError("a .txt file cannot hold a part-filled board", "use .toml or .json")
    return "\n".join(letter_rows(puzzle, solution)) + "\n"


def facts(puzzle: Katamino) -> dict[str, Any]:
    """Return the keys and values of TOML and JSON, always with the board."""
    pieces = [piece.number or piece.drawing for piece in puzzle.pieces]
    return {"kind": "katamino", "pieces": pieces, "board": list(shape_rows(puzzle.board))}


def letter_rows(puzzle: Katamino, picture: Picture) -> tuple[str, ...]:
    """Write a packing as a picture of letters, one string per row."""
    signs = (GAP, *puzzle.letters, CELL_CHARACTERS[UNKNOWN])  # a cell of UNKNOWN, -1, has the last one
    return tuple("".join(signs[value] for value in row) for row in picture.rows)


def number_rows(puzzle: Katamino, picture: Picture) -> tuple[str, ...]:
    """Write a packing as a matrix of the pieces' numbers, or letters, one string per row."""
    names = zip(puzzle.pieces, puzzle.letters, strict=True)
    signs = (GAP, *(str(piece.number or letter) for piece, letter in names), CELL_CHARACTERS[UNKNOWN])
    width = max(map(len, signs))
    return tuple(" ".join(signs[value].rjust(width) for value in row).rstrip() for row in picture.rows)


def _strings(table: dict[str, Any], key: str) -> list[str] | None:
    value = table.get(key)
    if value is not None and not (isinstance(value, list) and all(isinstance(line, str) for line in value)):
        raise PuzzleFileError(f"{key}: expected an array of strings")
    return value


def _solution(lines: Sequence[str], puzzle: Katamino) -> Picture:
    rows, columns = puzzle.shape
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise PuzzleFileError(f"solution: expected {rows} rows of {columns} characters")
    blank = CELL_CHARACTERS[UNKNOWN]
    odd = set("".join(lines)) - set(CELL_CHARACTERS[: len(puzzle.pieces) + 1]) - {blank}
    if odd:
        raise PuzzleFileError(f"solution: {min(odd)!r} is not a piece")
    picture = Picture(list(map(cell_values, lines)), puzzle.palette)
    wrong = packing_violations(puzzle, picture, is_part_filled=not picture.is_complete)
    if wrong:
        raise PuzzleFileError(f"solution: {wrong[0].text}")
    return picture
