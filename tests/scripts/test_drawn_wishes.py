"""Palettes of a kind, and invented symbols."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import ndimage

from drawn.fonts import BUILT_IN, symbol_face
from drawn.palettes import (
    HIGH_CONTRAST,
    OKABE_ITO,
    PALETTES,
    THEMES,
    lab_distance,
    palette_of_kind,
)
from drawn.screenshot import draw
from drawn.spec import PHONES, Wishes, random_spec
from drawn.symbols import SHAPES, symbol_ink


# Every kind of palette, each on the lightest and on the darkest page.
@pytest.mark.parametrize("kind", PALETTES)
@pytest.mark.parametrize(
    "theme",
    [max(THEMES, key=lambda theme: sum(theme.page)), min(THEMES, key=lambda theme: sum(theme.page))],
    ids=lambda theme: theme.name,
)
def test_palettes_have_as_many_different_colours_as_wanted(kind, theme):
    for colours in (1, 2, 6, 10):
        palette = palette_of_kind(np.random.default_rng(colours), kind, colours, theme)
        assert len(set(palette)) == colours
        assert all(lab_distance(colour, theme.page) >= 7 for colour in palette)


def test_fixed_palettes_are_taken_from_their_lists():
    rng = np.random.default_rng(1)
    assert set(palette_of_kind(rng, "contrast", 5, THEMES[0])) <= set(HIGH_CONTRAST)
    assert set(palette_of_kind(rng, "okabe-ito", 5, THEMES[0])) <= set(OKABE_ITO)


def test_near_palettes_have_one_near_pair():
    for seed in range(5):
        palette = palette_of_kind(np.random.default_rng(seed), "near-greys", 4, THEMES[1])
        pairs = [pair for pair in combinations(palette, 2) if lab_distance(*pair) < 8]
        assert len(pairs) == 1
        (one, *_), (other, *_) = pairs[0]
        assert abs(one - other) == 12
        palette = palette_of_kind(np.random.default_rng(seed), "near-hues", 2, THEMES[1])
        assert 5 < lab_distance(*palette) < 12


def test_an_unknown_palette_is_refused():
    with pytest.raises(ValueError, match="no palette is called 'loud'"):
        palette_of_kind(np.random.default_rng(0), "loud", 2, THEMES[0])


def test_a_wish_for_colours_changes_nothing_else():
    plain = random_spec(np.random.default_rng(5), draws=1)
    near = random_spec(np.random.default_rng(5), Wishes(palette="near"), draws=1)
    assert near.colours != plain.colours
    assert replace(near, colours=plain.colours) == plain


def test_symbols_are_connected_different_and_as_large_as_digits():
    inks = [symbol_ink(str(digit), 3, 120.0) > 0.5 for digit in range(10)]
    assert len(SHAPES) == 10
    for ink in inks:
        assert ndimage.label(ink, np.ones((3, 3)))[1] == 1
        assert ink.any(axis=1).sum() >= 0.95 * 120
    for one, other in combinations(inks, 2):
        assert np.count_nonzero(one & other) / np.count_nonzero(one | other) < 0.75


def test_the_order_of_symbols_is_a_choice():
    one, other = (
        np.concatenate([symbol_ink(str(digit), order, 40.0) for digit in range(10)], axis=1)
        for order in (0, 1)
    )
    assert not np.array_equal(one, other)


def test_symbols_stand_in_the_hints_and_not_in_the_clock():
    spec = random_spec(np.random.default_rng(2), Wishes(5, 5, 2, PHONES[0], font=BUILT_IN), draws=1)
    digits, symbols = draw(spec), draw(replace(spec, font=symbol_face(1)))
    changed = np.asarray(digits.image, int) != np.asarray(symbols.image, int)
    box = digits.board_with_hints
    assert changed[box.slices].any()
    assert not changed[: box.top].any()
