"""The numbers of a result as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from picrosser.debugging.dump import MAX_ITEMS, facts
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Difficulty, Outcome, Status

PICTURE = Picture(np.array([[1, 0], [-1, 1]], np.int8), ((255, 255, 255), (0, 0, 0)))
OUTCOME = Outcome(Status.SEVERAL, None, (), ((0, 1),), Difficulty.SEARCH, 3, "row 3", 0.123456)


@dataclass
class Result:
    value: Any


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (0.123456, 0.1235),
        (float("nan"), "nan"),
        (np.float32(float("inf")), "inf"),
        (np.array([1.5, float("nan")]), [1.5, "nan"]),
        (np.array([[1, 2, 3, 4, 5]]), [[1, 2, 3, 4, 5]]),
        (np.zeros((2, 3), np.float32), [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]),
        (np.zeros((9, 9), np.float32), "float32 9 x 9: 0 to 0, mean 0"),
        (np.zeros((0, 9), np.float32), "float32 0 x 9"),
        (Box(1, 2, 3, 4), [1, 2, 3, 4]),
        (HintPlace("row", 2, 0), "r3:1"),
        ((CountHint(3, True), CountHint(4, None), CountHint(None, None)), [-3, "4?", "?"]),
        (PICTURE, list(PICTURE.lines())),
        ({2: Status.UNIQUE}, {"2": "unique"}),
        (Result(Result(1)), {"value": {"value": 1}}),
        (
            Nonogram(((Run(2),), None), ((Run(1),), ())),
            {"rows": ["2", "?"], "columns": ["1", "0"], "palette": [[255, 255, 255], [0, 0, 0]]},
        ),
    ],
)
def test_values_are_written_as_people_write_them(value, plain):
    found = facts(Result(value))["value"]
    assert found == plain
    json.dumps(found, allow_nan=False)


def test_long_sequences_are_cut():
    found = facts(Result(tuple(range(MAX_ITEMS + 5))))["value"]
    assert len(found) == MAX_ITEMS + 1
    assert found[-1] == "and 5 more"


def test_results_with_a_record_of_their_own_are_not_repeated():
    assert facts(Result(Result(1)), {Result}) == {"value": "see Result"}
    assert facts(Result(OUTCOME), {Outcome}) == {"value": {"status": "several", "why": "row 3"}}


def test_a_lattice_states_its_size():
    found = facts(Result(Lattice((0, 5, 10), (0, 5))))["value"]
    assert found["size"] == "1 columns x 2 rows"


def test_only_dataclasses_have_fields():
    with pytest.raises(TypeError, match="has no fields"):
        facts("grid")
