"""Slots and hint patches of drawn screenshots, compared with the drawn layout."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from made_evidence import all_hints
from made_stages import spec_of

from drawn.screenshot import draw
from drawn.spec import Layout, place
from picrosser.imaging.pixels import RGB
from picrosser.reading.hungry_cat.hints import HintsFound, crop_hints
from picrosser.reading.hungry_cat.slots import SlotsFound, find_slots
from picrosser.reading.lattice.grid import locate_grid
from picrosser.reading.lattice.line_evidence import GridFound

OFF = 0.08  # of the pitch
NOISE_LEVELS = 10  # sigma, of each channel
BOARDS = ((5, 5, 2, "white"), (15, 10, 4, "slate"), (20, 20, 6, "night"))


@cache
def found(*board: object) -> tuple[Layout, RGB, GridFound, SlotsFound, HintsFound]:
    spec = spec_of(*board)
    image = np.asarray(draw(spec).image)
    grid = locate_grid(image)
    slots = find_slots(image, grid)
    return place(spec), image, grid, slots, crop_hints(image, grid, slots)


@pytest.fixture(params=BOARDS, ids=str)
def read(request):
    return found(*request.param)


@pytest.mark.parametrize("noise", [0, NOISE_LEVELS])
def test_slots_lie_where_they_were_drawn(read, noise):
    layout, image, grid, _, _ = read
    noisy = image + np.random.default_rng(5).normal(0, noise, image.shape)
    slots = find_slots(np.clip(noisy, 0, 255).astype(np.uint8), grid)
    assert slots.colours == len(layout.spec.colours)
    for area, outer in ((slots.left, layout.left - layout.depth), (slots.top, layout.top - layout.depth)):
        true = [outer + layout.slot(slot) for slot in range(slots.colours)]
        assert np.abs(np.array(area.slot_centres_px) - true).max() < OFF * layout.pitch
        assert area.slot_pitch_px == pytest.approx(layout.spec.look.slot_pitch * layout.pitch, rel=0.03)
        assert noise or area.start_px == pytest.approx(outer, abs=0.15 * layout.pitch)


def test_hints_lie_where_they_were_drawn(read):
    layout, _, _, _, hints = read
    slots = [layout.slot(slot) - layout.depth for slot in range(hints.colours)]
    rows = [layout.top + layout.line_middle(row, hints.rows) for row in range(hints.rows)]
    cols = [layout.left + layout.line_middle(col, hints.cols) for col in range(hints.cols)]
    true = [(y, layout.left + slot) for y in rows for slot in slots]
    true += [(layout.top + slot, x) for x in cols for slot in slots]
    assert np.abs(hints.centres_px + 0.5 - true).max() < OFF * layout.pitch + 0.5


def test_patches_are_pieces_of_the_picture(read):
    _, image, _, _, hints = read
    half = hints.patches.shape[1] // 2
    assert len(hints.patches) == len(hints.places) == (hints.rows + hints.cols) * hints.colours
    for index in (0, len(hints.patches) - 1):
        y, x = hints.centres_px[index]
        assert np.array_equal(hints.patches[index], image[y - half : y + half + 1, x - half : x + half + 1])


def test_ink_lies_in_the_middle_of_its_patch(read):
    layout, _, _, _, hints = read
    inks = np.array(layout.spec.colours)[[place.slot for place in hints.places]]
    near = np.abs(hints.patches.astype(int) - inks[:, None, None]).max(axis=3) < 12
    near &= hints.radius() < 0.75 * hints.slot_radius_px
    counts = np.array([hint.count for hint in all_hints(draw(layout.spec).puzzle)])
    offset = np.arange(near.shape[1]) - near.shape[1] // 2
    for axis in (1, 2):
        profile = near[counts > 1].sum(axis=axis)  # the ink of a 1 lies left of its middle
        middle = (profile * offset).sum(axis=1) / profile.sum(axis=1)
        assert abs(np.median(middle)) < OFF * layout.pitch


def test_stripes_have_the_tones_that_were_drawn(read):
    layout, _, _, _, hints = read
    page, ink = np.array(layout.spec.theme.page), np.array(layout.spec.theme.ink)
    laid = page + (ink - page) * layout.spec.look.stripe_alpha
    for place_, tone in zip(hints.places, hints.stripes, strict=True):
        assert np.abs(tone - (page if place_.line % 2 else laid)).max() <= 1
