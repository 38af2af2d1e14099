"""Which looks at a photograph are taken, and which of their results counts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from picrosser.errors import GridNotFoundError
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.photograph_look import is_far_askew, or_as_photograph

SURE, DOUBTFUL, WORSE = (SimpleNamespace(doubts=doubts) for doubts in ((), ("one",), ("one", "two")))


def chosen(straight: Any, flat: Any, *, is_enough: bool, by_camera: bool) -> tuple[Any, list[str]]:
    """The result that counts, and the looks that were taken."""
    looks: list[str] = []

    def as_screenshot() -> Any:
        looks.append("straight")
        if straight is None:
            raise GridNotFoundError("no board", "none")
        return straight

    def as_photograph() -> Any:
        looks.append("flat")
        return flat

    found: Any = or_as_photograph(as_screenshot, as_photograph, lambda _: is_enough, by_camera=by_camera)
    return found, looks


def test_a_flat_page_that_is_enough_is_not_compared_with_the_picture_as_it_lies() -> None:
    assert chosen(SURE, DOUBTFUL, is_enough=True, by_camera=True) == (DOUBTFUL, ["flat"])
    assert chosen(SURE, DOUBTFUL, is_enough=False, by_camera=True) == (SURE, ["flat", "straight"])


@pytest.mark.parametrize(
    ("straight", "flat", "best"),
    [(DOUBTFUL, WORSE, DOUBTFUL), (WORSE, DOUBTFUL, DOUBTFUL), (None, WORSE, WORSE), (WORSE, None, WORSE)],
)
def test_of_two_doubtful_looks_the_one_with_fewer_doubts_counts(straight: Any, flat: Any, best: Any) -> None:
    assert chosen(straight, flat, is_enough=False, by_camera=False) == (best, ["straight", "flat"])


@pytest.mark.parametrize(("slope", "is_far"), [(0.0, False), (0.02, False), (0.06, True), (0.4, True)])
def test_a_board_lies_far_askew_if_its_lines_leave_their_rows(slope: float, is_far: bool) -> None:
    edges = tuple(range(0, 2001, 100))
    assert is_far_askew(Lattice(edges, edges, ((1, slope, 30), (-slope, 1, 700), (0, 0, 1)))) is is_far


def test_a_board_as_it_lies_in_the_picture_is_not_askew() -> None:
    assert not is_far_askew(Lattice((0, 10, 20), (0, 10, 20)))
