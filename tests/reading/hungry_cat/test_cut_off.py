"""Pictures with a part of the board cut off are refused; of two boards in one picture the larger is read."""

from __future__ import annotations

import numpy as np
import pytest
from made_stages import spec_of
from PIL import Image

from drawn.cuts import cut, hungry_cat_screen
from drawn.screenshot import draw
from picrosser.errors import ExitCode, GridNotFoundError, HintsCutOffError, HintsUnreadableError
from picrosser.pipelines.hungry_cat import solve_hungry_cat
from picrosser.reading.hungry_cat.read import read_screenshot

SAID = {
    "cut-top-hints": "no hints above it for its columns|hints above the board are cut off at the top",
    "cut-top-slot": "with 4 hints a row but 3 a column",
    "cut-top-half": "with 4 hints a row but 3 a column",
    "cut-left-hints": "no hints left of it for its rows|hints left of the board are cut off at the left",
    "cut-left-slot": "with 3 hints a row but 4 a column",
    "cut-left-half": "with 3 hints a row but 4 a column",
    "cut-both-slot": "hints of one more colour are cut off or covered",
    "cut-right-lines": "cut at the right edge|add up to 15 columns, but 13 are seen",
    "cut-right-half": "cut at the right edge|go on right of the board's column 14",
    "cut-bottom-lines": "cut at the bottom edge|add up to 10 rows, but 8 are seen: some rows are missing",
    "cut-bottom-half": "cut at the bottom edge|go on below the board's row 9",
}


@pytest.mark.parametrize("name", SAID)
@pytest.mark.parametrize(
    ("theme", "under_bar"),
    [
        pytest.param("white", False, id="cropped"),
        pytest.param("night", True, id="under a bar", marks=pytest.mark.slow),
    ],
)
def test_cut_boards_are_refused_and_the_message_says_what_is_cut(theme, name, under_bar):
    spec = spec_of(10, 15, 4, theme, phone="full-hd")
    screen = hungry_cat_screen(spec, draw(spec))
    image = cut(screen, np.random.default_rng(0), name, under_bar=under_bar)
    with pytest.raises((GridNotFoundError, HintsUnreadableError), match=SAID[name]) as raised:
        read_screenshot(np.asarray(image))
    # What is left of such a board may fit as a nonogram in its other colours.
    assert isinstance(raised.value, HintsCutOffError) or "-slot" not in name or under_bar


@pytest.mark.parametrize(
    ("beside", "larger_first"), [(False, True), (True, False)], ids=["one above the other", "side by side"]
)
def test_the_larger_of_two_boards_is_read_and_the_verdict_says_so(larger_first, beside):
    larger, smaller = spec_of(10, 10, 3, "white", phone="full-hd"), spec_of(5, 5, 2, "sand")
    pictures = [draw(larger).image, draw(smaller).image]
    if not larger_first:
        pictures.reverse()
    (width, height), (other_width, other_height) = pictures[0].size, pictures[1].size
    size = (width + other_width, max(height, other_height))
    if not beside:
        size = (max(width, other_width), height + other_height)
    both = Image.new("RGB", size, (40, 40, 44))
    both.paste(pictures[0], (0, 0))
    both.paste(pictures[1], (width, 0) if beside else (0, height))
    solved = solve_hungry_cat(np.asarray(both))
    assert solved.reading.puzzle.shape == larger.picture.cells.shape
    assert len(solved.reading.others) == 1
    assert "the largest of 2 boards in the picture" in solved.verdict
    assert solved.exit_code is ExitCode.OK
    assert (solved.outcome.picture.cells == larger.picture.cells).all()
