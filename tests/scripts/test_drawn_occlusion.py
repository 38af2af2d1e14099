"""What lies over hints covers those that it should."""

from __future__ import annotations

import numpy as np
import pytest

from drawn.occlusion import KINDS, drawn_slots, occlude
from drawn.screenshot import draw
from drawn.spec import PHONES, Wishes, random_spec
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.read import read_screenshot

SPEC = random_spec(np.random.default_rng(1), Wishes(10, 5, 3, PHONES[0], as_game=True), draws=1)
SLOTS = drawn_slots(SPEC)
SHOT = draw(SPEC).image


def test_the_slots_are_where_the_package_finds_them():
    stages: list[object] = []
    read_screenshot(np.asarray(SHOT), stages.append)
    found = next(stage for stage in stages if isinstance(stage, HintsFound))
    assert found.places == SLOTS.places
    assert np.abs(found.centres_px - SLOTS.centres_px).max() < 0.15 * SLOTS.radius_px
    assert found.slot_radius_px == pytest.approx(SLOTS.radius_px, rel=0.03)


@pytest.mark.parametrize("kind", KINDS)
def test_the_hint_aimed_at_is_covered_and_not_the_whole_picture(kind):
    target = 37  # a hint above a column, which all kinds can reach
    covered, again = (occlude(SHOT, SLOTS, np.random.default_rng(1), kind, target) for _ in range(2))
    changed = np.abs(np.asarray(covered, int) - np.asarray(SHOT, int)).max(axis=2) > 0
    row, col = SLOTS.centres_px[target]
    box = tuple(slice(round(at - SLOTS.radius_px), round(at + SLOTS.radius_px)) for at in (row, col))
    assert changed[box].mean() > 0.2
    assert changed.mean() < 0.5
    assert np.array_equal(np.asarray(again), np.asarray(covered))
