"""Hidden hints: exactly those are listed which are covered."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from PIL import Image

from drawn.occluders import BLOT_COLOURS
from drawn.occlusion import KINDS, blot_hints, drawn_slots, found_slots, occlude
from drawn.screenshot import draw
from drawn.spec import PHONES, Wishes, random_spec
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.read import read_screenshot

SPEC = random_spec(np.random.default_rng(1), Wishes(10, 5, 3, PHONES[0], as_game=True), draws=1)
SLOTS = drawn_slots(SPEC)


@cache
def shot() -> Image.Image:
    return draw(SPEC).image


def slot_boxes():
    for row, col in SLOTS.centres_px:
        radius = SLOTS.radius_px
        yield tuple(slice(round(at - radius), round(at + radius)) for at in (row, col))


def changed_shares(image) -> list[float]:
    change = np.abs(np.asarray(image, int) - np.asarray(shot(), int)).max(axis=2) > 0
    return [float(change[box].mean()) for box in slot_boxes()]


def test_the_slots_are_where_the_package_finds_them():
    stages: list[object] = []
    read_screenshot(np.asarray(shot()), stages.append)
    found = found_slots(next(stage for stage in stages if isinstance(stage, HintsFound)))
    assert found.places == SLOTS.places
    assert (
        np.abs(found.centres_px - SLOTS.centres_px).max() < 0.15 * SLOTS.radius_px
    )  # the blots leave that much room
    assert found.radius_px == pytest.approx(SLOTS.radius_px, rel=0.03)


@pytest.mark.parametrize("colour", BLOT_COLOURS)
def test_blots_cover_the_chosen_hints_and_no_others(colour):
    which = [0, 7, 40]
    image = blot_hints(shot(), SLOTS.centres_px, SLOTS.radius_px, which, np.random.default_rng(2), colour)
    shares = changed_shares(image)
    touched = [index for index, share in enumerate(shares) if share > 0.02]
    assert set(touched) <= set(which)
    if colour in ("saturated", "random"):
        assert touched == which
        assert min(shares[index] for index in which) > 0.9
    assert image.size == shot().size


def test_a_blot_of_the_stripes_tone_leaves_an_empty_slot():
    number = next(
        index
        for index, hint in enumerate(SLOTS.places)
        if hint.axis == "row" and draw(SPEC).puzzle.rows[hint.line][hint.slot].count
    )
    image = blot_hints(
        shot(), SLOTS.centres_px, SLOTS.radius_px, [number], np.random.default_rng(2), "stripe"
    )
    box = list(slot_boxes())[number]
    inside = tuple(slice(part.start + 3, part.stop - 3) for part in box)
    assert np.ptp(np.asarray(image)[inside].reshape(-1, 3), axis=0).max() <= 3


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_covered_is_listed(kind):
    target = 37  # a hint above a column, which all kinds can reach
    covered = occlude(shot(), SLOTS, np.random.default_rng(1), kind, target)
    listed = {hint.place: hint.share for hint in covered.hidden}
    assert SLOTS.places[target] in listed
    for place, changed in zip(SLOTS.places, changed_shares(covered.image), strict=True):
        assert 0 <= listed.get(place, 0) <= 1
        assert changed <= listed.get(place, 0) + 0.12  # some pixels are covered very thinly
    assert covered.kind == kind
    assert (covered.opacity < 1) == (kind == "marker")
    again = occlude(shot(), SLOTS, np.random.default_rng(1), kind, target)
    assert np.array_equal(np.asarray(again.image), np.asarray(covered.image))


def test_what_lies_elsewhere_hides_nothing():
    away = replace(SLOTS, centres_px=SLOTS.centres_px + 10_000)
    assert occlude(shot(), away, np.random.default_rng(0), "sticker", 3).hidden == ()
