"""The middle value is the one that numpy finds."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.ranks import median


@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.float64, np.intp, np.bool_])
@pytest.mark.parametrize("shape", [(1,), (7,), (8,), (5, 4, 3), (6, 6, 3)])
def test_the_same_as_numpys(kind, shape):
    values = (np.random.default_rng(1).random(shape) * 200).astype(kind)
    assert median(values) == pytest.approx(float(np.median(values)), rel=1e-6)
    for axis in (*range(-len(shape), len(shape)), tuple(range(len(shape)))[-2:]):
        for keepdims in (False, True):
            found, its = median(values, axis, keepdims=keepdims), np.median(values, axis, keepdims=keepdims)
            assert np.shape(found) == np.shape(its)
            assert found.dtype == (np.float32 if kind == np.float32 else np.float64)
            np.testing.assert_allclose(found, its, rtol=1e-6)


def test_values_stay_as_they_are():
    values = np.array([3.0, 1.0, 2.0])
    assert median(values) == 2
    assert values.tolist() == [3, 1, 2]


def test_no_rows_have_no_middles():
    assert median(np.zeros((0, 5, 3)), axis=1).shape == (0, 3)


def test_of_nothing_there_is_no_middle():
    assert np.isnan(median([]))
    assert np.isnan(median(np.zeros((0, 3)), axis=0)).all()
