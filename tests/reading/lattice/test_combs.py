"""Edges and combs, in small arrays made in the test."""

import numpy as np
import pytest

from picrosser.reading.lattice.combs import best_combs, best_runs, likely_pitches
from picrosser.reading.lattice.edges import CLIP_LEVELS, edge_strength, edges_along_rows

START, TEETH = 57, 13  # of the profile
LENGTH = 900

HALVES = np.array([range(6), range(6, 12)])


@pytest.mark.parametrize(("levels", "edge"), [(-5, -5), (155, CLIP_LEVELS)], ids=["dark", "strong"])
def test_a_line_is_an_edge_down_and_an_edge_up_and_a_strong_one_counts_no_more_than_a_faint_one(levels, edge):
    """It is in the rows 4 and 5 of the left half."""
    luma = np.full((10, 12), 100, np.int16)
    luma[4:6, :6] += levels
    edges = edges_along_rows(luma, np.arange(10), HALVES)
    assert edges[:, 0].tolist() == [0, 0, 0, 0, edge, 0, -edge, 0, 0, 0]
    assert not edges[:, 1].any()
    half_of_it = edges_along_rows(luma, np.array([4]), np.array([range(3, 9)]))
    assert half_of_it.tolist() == [[edge / 2]]


def test_rows_outside_the_picture_have_no_edge():
    luma = np.arange(0, 40, 4, dtype=np.int16)[:, None].repeat(12, axis=1)  # an edge everywhere
    rows = np.array([[-3, 0, 1], [9, 10, 99]])
    assert edges_along_rows(luma, rows, HALVES)[..., 0].tolist() == [[0, 0, 4], [4, 0, 0]]


def test_texture_cancels_where_a_line_does_not():
    noise = np.random.default_rng(0).integers(-6, 7, (200, 400)).astype(np.int16)
    line = np.zeros_like(noise)
    line[100:] = 5
    strength = edge_strength(noise + line + 100, 80)
    assert strength.argmax() == 100
    assert strength[100] > 3 * np.delete(strength, 100).max()


def profile(
    pitch: float, start: float = START, teeth: int = TEETH, seed: int = 0, noise: float = 0.2
) -> np.ndarray:
    """Return a profile of noise and of teeth, two samples wide, that stand out of it."""
    rng = np.random.default_rng(seed)
    values = rng.uniform(0, noise, LENGTH)
    places = np.rint(start + pitch * np.arange(teeth)).astype(int)
    for place in places:
        values[place : place + 2] += rng.uniform(0.8, 1.2)
    return values.astype(np.float32)


@pytest.mark.parametrize("pitch", [31.0, 40.0, 47.4, 60.0])
def test_a_comb_has_the_place_and_number_of_its_teeth_and_no_half_or_double_pitch(pitch):
    profiles = profile(pitch, seed=1, noise=0.5), profile(pitch, 101, 9, seed=2, noise=0.5)
    assert likely_pitches(profiles, LENGTH / 5)[0] == pytest.approx(pitch, rel=0.01)
    comb = best_combs(profile(pitch), pitch)[0]
    assert 0 <= comb.teeth - TEETH <= 1  # noise may add one, which the grid takes off again
    assert comb.pitch_px == pytest.approx(pitch, rel=0.0101)  # a rough comb; the grid measures it again
    assert abs((comb.start_px - START + pitch / 2) % pitch - pitch / 2) < 0.06 * pitch
    assert comb.end_px == pytest.approx(START + (TEETH - 1) * pitch, abs=0.1 * pitch)


def test_two_sets_of_teeth_are_two_combs():
    values = np.maximum(profile(40), 0.6 * profile(40, START + 15, TEETH - 3, seed=3))
    combs = best_combs(values, 40)
    assert combs[0].start_px == pytest.approx(START, abs=3)
    assert any(abs((comb.start_px - START - 15 + 20) % 40 - 20) <= 3 for comb in combs[1:])


def test_too_few_teeth_are_no_comb():
    assert best_combs(profile(40, teeth=3), 40) == []


def test_the_best_runs_are_those_of_all_that_have_enough_teeth():
    random = np.random.default_rng(1)
    shown = random.random((40, 15)) < 0.6
    gains = np.where(shown, random.normal(0.5, 2, shown.shape), -2.0)
    starts, stops, sums = best_runs(gains, shown, 3)
    for start, stop, best, gain, seen in zip(starts, stops, sums, gains, shown, strict=True):
        runs = [(first, last) for first in range(15) for last in range(first + 1, 16)]
        enough = [run for run in runs if np.count_nonzero(seen[slice(*run)]) >= 3]
        if not enough:
            assert stop == 0
            continue
        assert best == pytest.approx(max(gain[slice(*run)].sum() for run in enough))
        assert gain[start:stop].sum() == pytest.approx(best)
