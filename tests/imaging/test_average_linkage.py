"""Points are grouped as by the linkage of SciPy, which takes long to import."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

from picrosser.imaging.average_linkage import Linkage


def apart(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[:, None] - points, axis=2)


@pytest.mark.parametrize("many", [2, 3, 7, 150])
def test_points_are_grouped_as_scipy_does(many: int) -> None:
    points = np.random.default_rng(many).normal(size=(many, 3))
    own, tree = Linkage(apart(points)), linkage(points, "average")
    for count in range(1, min(many, 8) + 1):
        groups, expected = own.groups(count), fcluster(tree, count, "maxclust")
        pairs = set(zip(groups.tolist(), expected.tolist(), strict=True))
        assert len(pairs) == count == len(set(groups.tolist()))


def test_equal_points_fall_into_as_many_groups_as_are_wanted() -> None:
    assert set(Linkage(np.zeros((4, 4))).groups(2).tolist()) == {0, 1}


def test_a_lone_point_is_a_group() -> None:
    assert Linkage(np.zeros((1, 1))).groups(3).tolist() == [0]


def test_points_that_stand_for_several_count_as_often() -> None:
    points = np.array([0.0, 1.0, 2.4])
    far = np.abs(points[:, None] - points)
    assert Linkage(far).groups_apart(1.95).tolist() == [0, 0, 0]
    assert Linkage(far, np.array([9, 1, 1])).groups_apart(1.95).tolist() == [0, 0, 1]
