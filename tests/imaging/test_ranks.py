"""The median is the one that numpy finds."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.ranks import median


@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.float64, np.intp, np.bool_])
def test_medians_are_those_of_numpy(kind):
    for shape in ((1,), (7,), (8,), (5, 4, 3), (6, 6, 3)):
        values = (np.random.default_rng(1).random(shape) * 200).astype(kind)
        assert median(values) == pytest.approx(float(np.median(values)), rel=1e-6)
        for axis in (*range(-len(shape), len(shape)), tuple(range(len(shape)))[-2:]):
            for keepdims in (False, True):
                found, expected = (
                    median(values, axis, keepdims=keepdims),
                    np.median(values, axis, keepdims=keepdims),
                )
                assert np.shape(found) == np.shape(expected)
                assert found.dtype == (np.float32 if kind == np.float32 else np.float64)
                np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_the_values_are_not_reordered():
    values = np.array([3.0, 1.0, 2.0])
    assert median(values) == 2
    assert values.tolist() == [3, 1, 2]


def test_an_empty_array_has_an_empty_median_along_another_axis():
    assert median(np.zeros((0, 5, 3)), axis=1).shape == (0, 3)


def test_the_median_of_no_values_is_nan():
    assert np.isnan(median([]))
    assert np.isnan(median(np.zeros((0, 3)), axis=0)).all()
