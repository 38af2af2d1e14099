"""Ink coverage of patches made in the test, and all numbers up to 30 in drawn screenshots."""

from dataclasses import replace

import numpy as np
import pytest
from made_evidence import all_places, puzzle_of
from made_stages import spec_of, with_cells
from own_process import HUNGRY_CAT
from read_boards import solve_hungry_cat

from drawn.glyphs import find_font
from drawn.screenshot import draw
from picrosser.imaging.loading import load_image
from picrosser.puzzles.hungry_cat import all_hints
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.hungry_cat.segment import measure_ink

SIDE, STEP, SHADOW = 61, 3, 0.5  # of the patches, in pixels; and the brightness that is left in their shadow
STROKE = np.zeros((SIDE, SIDE), bool)
STROKE[16:44, 24:32] = True
PAGE = 180


def painted(ink: tuple[int, int, int]) -> np.ndarray:
    """Return a patch with one stroke in `ink` and its shadow."""
    patch = np.full((SIDE, SIDE, 3), PAGE, np.uint8)
    patch[np.roll(STROKE, (STEP, STEP), axis=(0, 1))] = round(PAGE * SHADOW)
    patch[STROKE] = ink
    return patch


def measured(*inks: tuple[int, int, int]):
    """Measure the ink of one row and one column with a stroke in every slot."""
    places = tuple(all_places(puzzle_of("12"[: len(inks)])))
    patches = np.stack([painted(inks[place.slot]) for place in places])
    count = len(patches)
    tones = np.full((count, 3), PAGE, np.float32)
    centres = np.zeros((count, 2), np.intp)
    hints = HintsFound(patches, centres, places, tones, 28.2, 60.0, rows=1, cols=len(inks), colours=len(inks))
    circles = CirclesFound(np.full(count, -20, np.float32), tones, 0.0, 0.0)
    cover = (patches != PAGE).any(axis=3).mean(axis=(1, 2), dtype=np.float32)
    palette = PaletteFound(inks, (1.0,) * len(inks), (PAGE,) * 3, SHADOW, cover, np.ones(count, bool))
    return measure_ink(hints, circles, palette, np.arange(count))[0]


@pytest.mark.parametrize("ink", [(200, 30, 40), (255, 255, 255), (0, 0, 0), (60, 90, 200)], ids=str)
def test_ink_covers_its_stroke_and_not_its_shadow(ink):
    for coverage in measured(ink):
        assert coverage[17:43, 25:31].min() == 1  # inside the soft edge
        assert np.abs((coverage > 0.5).sum(axis=1)[18:42] - 8).max() <= 1
        assert coverage[~(STROKE | np.roll(STROKE, 1, 0) | np.roll(STROKE, 1, 1))].max() < 0.6
        assert coverage[46:].max() == 0


def test_the_shadow_is_removed_where_the_ink_has_its_colour():
    plain, shaded, *_ = measured((200, 30, 40), (round(PAGE * SHADOW),) * 3) > 0.5
    # Without the other slot's step, the stroke would be 3 pixels thicker each way.
    assert abs(int(shaded.sum()) - int(plain.sum())) < 0.2 * plain.sum()


STAIRS = ["1" * (row + 1) + "2" * (29 - row) for row in range(30)]  # rows of 1..30 and of 29..0
CLEAR = ((200, 30, 60), (40, 110, 230))  # no background or shadow has these colours


@pytest.mark.parametrize(
    ("theme", "name", "corrected"),
    [
        ("paper", "source-sans-black", 1),
        pytest.param("night", "aileron", 23, marks=pytest.mark.slow),  # its 6 and 8 are nearly alike
        pytest.param("paper", "fredoka", 1, marks=pytest.mark.slow),
    ],
)
def test_all_numbers_up_to_30_are_read(theme, name, corrected):
    font = find_font(name)
    if font is None:
        pytest.skip(f"the font {name} is not installed")
    spec = with_cells(spec_of(30, 30, 2, theme, phone="big-tablet"), STAIRS)
    shot = draw(replace(spec, colours=CLEAR, font=font))
    stages: list[object] = []
    solved = solve_hungry_cat(np.asarray(shot.image), stages.append)
    read = solved.reading
    assert (read.puzzle.rows, read.puzzle.cols) == (shot.puzzle.rows, shot.puzzle.cols)
    assert read.doubts == ()
    assert len(solved.changes) <= corrected  # by the sums: digits whose shapes differ from their equals
    digits = next(stage for stage in stages if isinstance(stage, DigitsFound))
    assert {len(way) for way in digits.glyphs} == {1, 2}
    group_of = {glyph: at for at, group in enumerate(digits.groups) for glyph in group.members}
    assert sum(len(group.members) for group in digits.groups) == len(group_of)  # none is in two groups
    for way, spellings in zip(digits.glyphs, digits.spellings, strict=True):
        assert spellings[0].shapes == tuple(group_of[glyph] for glyph in way)
        assert spellings[0].nats == 0 == max(spelling.nats for spelling in spellings)
    for group in digits.groups:
        assert max(group.nats) == group.nats[group.digit.value] == 0
        assert 0 < group.digit.confidence <= 1
    if name == "source-sans-black":  # the others need the sums for a digit, or a second look
        assert solved.settled.tried == ()
        true = [hint.count for hint in all_hints(shot.puzzle) if hint.count]
        assert [number.value for number in digits.numbers] == true


def test_digits_as_wide_as_most_are_not_cut():
    """An earlier version cut all digits in five places, which took a third of a screenshot's time."""
    stages: list[object] = []
    read_screenshot(load_image(HUNGRY_CAT / "drawn-10x15-grey.png"), stages.append)
    numbers = next(stage for stage in stages if isinstance(stage, NumbersFound))
    assert np.mean([len(cuts) == 1 for cuts in numbers.cuts]) > 0.9
