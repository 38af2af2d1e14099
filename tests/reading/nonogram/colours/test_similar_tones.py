"""Clusters of similar tones are those that scipy finds, whatever numbers it gives them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

from picrosser.reading.nonogram.colours import cluster_tones, unfaded_groups


def _together(groups):
    return np.asarray(groups)[:, None] == np.asarray(groups)


@pytest.mark.parametrize("metric", ["euclidean", "chebyshev"])
@pytest.mark.parametrize("spread", [3.0, 12.0, 40.0])
def test_groups_are_those_of_scipy(metric, spread):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        middles = rng.uniform(0, 255, (4, 3))
        tones = middles[rng.integers(4, size=80)] + rng.normal(0, spread, (80, 3))
        tones = np.vstack((tones, tones[rng.integers(80, size=40)]))  # equal ones count as often as they are
        for apart in (8.0, 22.0, 60.0):
            expected = fcluster(linkage(tones, "average", metric=metric), apart, "distance")
            found = cluster_tones(tones, apart, metric)
            assert (_together(found) == _together(expected)).all(), (seed, apart)


def test_groups_are_numbered_as_first_seen():
    tones = np.array([[200.0, 0, 0], [0, 0, 0], [201, 0, 0], [100, 0, 0], [2, 0, 0]])
    assert cluster_tones(tones, 10.0, "euclidean").tolist() == [0, 1, 0, 2, 1]


def test_of_two_tones_only_the_one_with_less_contrast_can_have_faded():
    # Each looks like the other laid thinly over its own ground.
    tones = np.array([[100, 100, 100], [200, 200, 200]], np.float32)
    grounds = np.array([[60, 60, 60], [240, 240, 240]], np.float32)
    groups, on_square = np.array([0, 1]), np.zeros(2, bool)
    assert unfaded_groups(groups, tones, grounds, on_square) == {0: 0, 1: 1}
