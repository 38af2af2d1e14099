"""Digits that a paler stroke cuts are rejoined; digits that merely stand above each other are not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.imaging.connected import label_pieces
from picrosser.reading.nonogram.ink.strokes import rejoin_struck_parts, rejoin_thin_strokes
from picrosser.reading.nonogram.read import read_nonogram
from picrosser.repairing.settle_runs import settle_runs


def parts_of(ink):
    """The number of parts after rejoining; ink as rows of text: # full, + fainter."""
    pixels = np.array([[" +#".index(pixel) for pixel in row] for row in ink])
    parts, places = label_pieces(pixels == 2, corners=False)
    left = rejoin_struck_parts(parts, places, pixels > 0)
    assert sorted(left) == np.unique(parts)[1:].tolist()
    assert all((parts[place] == number).any() for number, place in left.items())
    return len(left)


def test_a_stroke_parts_no_digit():
    assert parts_of(["  ##  ", "  ##  ", "  ##  ", "++++++", "  ##  ", "  ##  "]) == 1


def test_two_strokes_part_no_digit():
    assert parts_of([" ## ", " ## ", " ## ", "++++", " ## ", " ## ", "++++", " ## "]) == 1


def test_without_ink_between_they_are_two():
    assert parts_of(["  ##  ", "  ##  ", "  ##  ", "++  ++", "  ##  ", "  ##  "]) == 2


def test_neighbours_on_one_stroke_are_two():
    assert parts_of(["##  ##", "##  ##", "##++##", "##  ##"]) == 2


def test_dots_that_touch_by_faint_corners_are_one_digit():
    """Each part, next to its neighbour alone, would be too flat for a digit; one lies beside all others."""
    two = ["..+####+..", "..+####+..", "##+....+##", "##+....+##", ".......+##", "....+##+..", "....+##+..",
           "..+#+.....", "..+#+.....", "##+.......", "##########", "##########"]  # fmt: skip
    assert parts_of([row.replace(".", " ") for row in two]) == 1


def test_a_comma_that_meets_a_digit_at_a_corner_is_no_part_of_it():
    four = ["      ### ", "     #### ", "    ## ## ", "   ###### ", "##     ## ", "##     ## ",
            " #        ", "##        "]  # fmt: skip
    assert parts_of(four) == 2


def test_what_lies_in_a_frame_is_no_part_of_it():
    assert parts_of(["#######", "#+++++#", "#+###+#", "#+++++#", "#+###+#", "#+++++#", "#######"]) == 3


def digits_of(ink):
    """How many digits strong parts are of, and thin strokes between them."""
    pixels = np.array([[" +#".index(pixel) for pixel in row] for row in ink])
    parts, places = label_pieces(pixels == 2, corners=True)
    left = rejoin_thin_strokes(parts, dict(enumerate(places, 1)), pixels > 0)
    assert sorted(left) == np.unique(parts)[1:].tolist()
    assert list(left.values()) == [ndimage.find_objects((parts == number).astype(int))[0] for number in left]
    return len(left)


TWO = ["#+###", "#   #", "    #", "   # ", "  +  ", " +   ", "#####"]
EIGHT = [" ### ", "#   #", " ### ", "#   #", "#   #", " ### "]


def test_a_digit_whose_thin_strokes_are_pale_is_one():
    assert digits_of(TWO) == 1


def test_a_speck_of_it_that_no_stroke_joins_is_part_of_it():
    assert digits_of(["# ###", "#   #", "    #", "   # ", "  +  ", " +   ", "#####"]) == 1
    assert digits_of(["# ###", "#   #", "    #", "   # ", "  #  ", " #   ", "#####"]) == 1


def test_a_speck_that_sticks_out_by_an_edge_is_part_of_it():
    """The lower end of a 3, which is scaled."""
    three = [" #### ", "    # ", "  ##  ", "    # ", "    # ", "+   # ", "#+### "]
    assert digits_of(three) == 1
    assert digits_of([f" {row}" if row is not three[-1] else f"# {row[1:]}" for row in three]) == 2
    assert digits_of([f"# {three[0]}", *(f"  {row}" for row in three[1:])]) == 2


def test_a_digit_in_a_large_cells_lines_is_no_speck_of_them():
    cell = ["#" * 12, *["#          #"] * 4, *["#   ##     #"] * 5, *["#          #"] * 4, "#" * 12]
    assert digits_of(cell) == 2


def test_so_it_is_beside_others():
    assert digits_of([*EIGHT, "     ", *TWO]) == 2
    assert digits_of([f"{one} {other}" for one, other in zip(TWO, TWO, strict=True)]) == 2


def test_two_digits_that_specks_join_are_two():
    assert digits_of(["##+##", " # #+", " # # ", " #+# ", " # # ", "##+##"]) == 2
    assert digits_of(["##", "# ", "##", "++", "##", "# ", "##"]) == 2


def test_a_number_below_another_is_another():
    assert digits_of(["  ##   ", "   #   ", "  ###  ", "  +++  ", "## ### ", " # # # ", "## ### "]) == 3


@pytest.mark.parametrize(
    ("name", "seed"), [("crayon", 2007), pytest.param("paper", 1002, marks=pytest.mark.slow)]
)
def test_struck_hints_are_read(name, seed):
    drawn = draw(legible_spec(next(look for look in LOOKS if look.name == name), seed))
    assert drawn.spec.done == "struck"
    puzzle = settle_runs(read_nonogram(np.asarray(drawn.image)).evidence).puzzle
    assert puzzle is not None
    rows = [[run.length for run in line or ()] for line in puzzle.rows]
    assert rows == [[run.length for run in line or ()] for line in drawn.spec.puzzle.rows]
