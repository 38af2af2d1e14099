"""Pieces, their orientations, and the referee of packings."""

import json

import pytest
from made_katamino import parse_letters

from picrosser.puzzles.katamino import (
    BOX,
    Katamino,
    Piece,
    first_repeated,
    packing_violations,
    parse_piece,
    piece_of,
    rectangle,
)
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.polyomino import orientations, parse_shape, shape_rows

# How many fixed forms each free pentomino has; together the 63 fixed pentominoes (OEIS A001168).
FORMS = {"I": 2, "L": 8, "Y": 8, "N": 8, "V": 4, "P": 8, "U": 4, "Z": 4, "F": 8, "T": 4, "W": 4, "X": 1}


def test_orientations_have_no_duplicates():
    counts = {piece.letter: len(orientations(piece.shape)) for piece in BOX}
    assert counts == FORMS
    every = [shape for piece in BOX for shape in orientations(piece.shape)]
    assert len(set(every)) == len(every) == 63


def test_numbers_and_shapes_agree_with_the_game(shared):
    shapes = json.loads((shared / "puzzles" / "katamino.json").read_text())["shapes"]
    for number, piece in enumerate(BOX, 1):
        assert (piece.number, piece_of(parse_shape("/".join(shapes[str(number)])))) == (number, piece)


@pytest.mark.parametrize("piece", BOX, ids=lambda piece: piece.letter)
def test_a_piece_is_found_by_each_of_its_names(piece: Piece):
    colour, turned = piece.colour_name, "/".join(shape_rows(orientations(piece.shape)[-1]))
    names = [str(piece.number), piece.letter, piece.letter.lower(), colour, colour.title()]
    for word in [*names, colour.replace(" ", "-"), turned]:
        assert parse_piece(word) is piece


def test_shapes_that_are_not_in_the_box():
    assert parse_piece("##/#.") == Piece(((0, 0), (0, 1), (1, 0)))
    assert parse_piece(".#\n##").drawing == ".#/##"
    assert parse_piece("gray").letter == "F"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("13", "'13' is not a piece"), ("0", "not a piece"), ("A", "not a piece"), ("", "not a piece"),
        ("#.#", "#.# is not in one piece"), ("##/x#", "line 2, column 1: 'x' is neither # nor ."),
    ],
)  # fmt: skip
def test_words_that_name_no_piece_are_refused(word, text):
    with pytest.raises(ValueError, match=text.replace(".", r"\.")):
        parse_piece(word)


def test_repeated_pieces_are_found_and_get_letters_of_their_own():
    assert first_repeated(BOX) is None
    assert first_repeated([BOX[1], BOX[2], BOX[1]]) is BOX[1]
    domino = parse_piece("##")
    assert first_repeated([domino, domino]) is None
    puzzle = Katamino((BOX[1], domino, BOX[1]), rectangle(4, 3))
    assert puzzle.letters == ("L", "a", "b")


PACKED = "LLY\nLYY\nLTY\nLTY\nTTT\n"


@pytest.mark.parametrize(
    ("row", "col", "value", "text"),
    [
        (0, 0, 0, "row 1, column 1 is covered by no piece"),
        (0, 0, -1, "row 1, column 1 is covered by no piece"),
        (0, 0, 4, "row 1, column 1 is covered by no piece"),
        (0, 0, 3, "piece L has the shape"),
    ],
)
def test_the_referee_sees_each_wrong_cell(row, col, value, text):
    file = parse_letters(PACKED)
    cells = [list(line) for line in file.solution.rows]
    cells[row][col] = value
    wrong = packing_violations(file.puzzle, Picture(cells, file.puzzle.palette))
    assert any(text in one.text for one in wrong)


def test_the_referee_requires_every_piece_and_empty_holes():
    puzzle = Katamino((parse_piece("##"), parse_piece("##")), parse_shape("##./.##"))
    assert packing_violations(puzzle, Picture([[1, 1, 0], [0, 2, 2]], puzzle.palette)) == ()
    texts = [w.text for w in packing_violations(puzzle, Picture([[1, 1, 0], [1, 1, 1]], puzzle.palette))]
    assert "row 2, column 1 is not on the board, but is covered" in texts
    assert "piece b is not on the board" in texts
    assert "2 x 2 cells" in packing_violations(puzzle, Picture([[1, 1], [2, 2]], puzzle.palette))[0].text
