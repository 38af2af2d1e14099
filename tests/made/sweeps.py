"""Sweeps: many cases of one kind, of which only some run with the quick tests."""

from collections.abc import Collection, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def sweep(values: Iterable[T], *, quick: Collection[T]) -> list[object]:
    """The values for `pytest.mark.parametrize`, all marked as slow but those in `quick`."""
    cases = list(values)
    assert all(value in cases for value in quick)
    return [value if value in quick else pytest.param(value, marks=pytest.mark.slow) for value in cases]
