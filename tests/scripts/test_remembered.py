"""Remembered functions: not called again for equal arguments, unless a constant that they may use changes."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from measuring.constants import Named
from measuring.remembered import LARGE_BYTES, RememberedFunctions
from picrosser.running.deadline import Deadline

INNER = """
LIMIT = 2
OTHER = 3

class Limit:
    @property
    def most(self):
        return LIMIT
"""
OUTER = """
from made_up.inner import Limit

calls = []

def clipped(values, limit, deadline=None):
    calls.append(len(values))
    return [min(value, limit.most) for value in values]

def run(values, deadline=None):
    return clipped(values, Limit(), deadline)
"""


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    """A package whose function `clipped` uses a constant of another module through a property."""
    folder = tmp_path / "made_up"
    folder.mkdir()
    for name, text in (("__init__", ""), ("inner", INNER), ("outer", OUTER)):
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("measuring.ablation.PACKAGE", "made_up")
    yield __import__("made_up.outer", fromlist=["outer"])
    for name in [name for name in sys.modules if name.partition(".")[0] == "made_up"]:
        del sys.modules[name]


@pytest.fixture
def remembered(made_up):
    return RememberedFunctions([made_up.clipped], "made_up")


def test_equal_arguments_are_not_looked_at_twice(made_up, remembered):
    with remembered.in_place():
        with remembered.keeping():
            made_up.run([1, 5], Deadline.after(1.0))
        assert made_up.run([1, 5], Deadline.after(2.0)) == [1, 2]
        assert made_up.calls == [2]
        assert made_up.run([1, 6]) == [1, 2]
        assert made_up.run([1, 6]) == [1, 2]
    assert made_up.calls == [2, 2, 2]  # only what was looked at at first is kept
    made_up.run([1, 5])
    assert len(made_up.calls) == 4


def test_a_constant_that_is_used_is_seen_and_another_is_not(made_up, remembered):
    limit, other = (Named("made_up.inner", name, value) for name, value in (("LIMIT", 2), ("OTHER", 3)))
    with remembered.in_place():
        with remembered.keeping():
            made_up.run([1, 5])
        with limit.changed_to(4), remembered.without_users_of(limit):
            assert made_up.run([1, 5]) == [1, 4]
        with other.changed_to(4), remembered.without_users_of(other):
            assert made_up.run([1, 5]) == [1, 2]
    assert made_up.calls == [2, 2]


def test_another_large_array_counts_as_new_and_its_number_is_never_mistaken(made_up, remembered):
    values = np.zeros(LARGE_BYTES)
    with remembered.in_place():
        with remembered.keeping():
            made_up.run(values)
        made_up.run(values)
        assert len(made_up.calls) == 1
        made_up.run(values.copy())
    assert len(made_up.calls) == 2
