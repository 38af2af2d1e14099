"""Katamino as TOML and as pictures of letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_katamino import parse_letters

from picrosser.errors import PuzzleFileError
from picrosser.formats import katamino_text
from picrosser.packing.pack import pack
from picrosser.puzzles.katamino import BOX, Katamino, parse_piece, rectangle
from picrosser.puzzles.polyomino import parse_shape

HOLED = 'kind = "katamino"\npieces = [5, "##/#."]\nboard = ["###", "#.#", "###"]\n'


@given(st.lists(st.sampled_from([*BOX, parse_piece("##/#."), parse_piece("###")]), min_size=1, max_size=26))
def test_any_written_puzzle_is_read_back(pieces):
    area = sum(len(piece.shape) for piece in pieces)
    board = rectangle(5, area // 5) if area % 5 == 0 else parse_shape("##./.##")
    file = katamino_text.PackingFile(Katamino(tuple(pieces), board))
    for suffix in (".toml", ".json"):
        assert katamino_text.parse(katamino_text.packing_text(file.puzzle, None, suffix)) == file


def test_a_written_packing_is_read_back():
    puzzle = katamino_text.parse(HOLED).puzzle
    assert puzzle.board == parse_shape("###/#.#/###")
    (picture,) = pack(puzzle).pictures
    text = katamino_text.packing_text(puzzle, picture, ".toml")
    assert katamino_text.looks_like(text)
    again = katamino_text.parse(text)
    assert again.puzzle == puzzle
    assert again.solution.lines() == picture.lines()
    letters = katamino_text.letter_rows(puzzle, picture)
    drawn = parse_letters("\n".join(letters))
    assert katamino_text.letter_rows(drawn.puzzle, drawn.solution) == letters


@pytest.mark.parametrize(
    ("letters", "row", "numbers"), [("LLY\nLYY\nLTY\nLTY\nTTT\n", 0, " 2  2  3"), ("aa.\n.bb", 1, ". b b")]
)
def test_a_packing_as_a_matrix_of_numbers(letters: str, row: int, numbers: str):
    file = parse_letters(letters)
    assert katamino_text.number_rows(file.puzzle, file.solution)[row] == numbers


def test_boards_are_read_from_drawings():
    assert katamino_text.parse_board("\n..#\n.##\n") == parse_shape(".#/##")
    with pytest.raises(PuzzleFileError, match="no cell is drawn"):
        katamino_text.parse_board("...")
    with pytest.raises(PuzzleFileError, match="441 cells, at most 400"):
        katamino_text.parse_board(("#" * 21 + "\n") * 21)
