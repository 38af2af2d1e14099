"""The rule by which a later look at a picture replaces an earlier one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.reading.attempts.second_looks import look_until_sure

Look = Callable[[int | None], int | None]


def is_sure(reading: int) -> bool:
    """Readings are numbers of doubts here."""
    return reading == 0


def reads(doubts: int | None, asked: list[int | None]) -> Look:
    def look(best: int | None) -> int | None:
        asked.append(best)
        return doubts

    return look


def refuses(error: Exception) -> Look:
    def look(_: int | None) -> int | None:
        raise error

    return look


def test_the_first_look_without_doubt_ends_the_search() -> None:
    asked: list[int | None] = []
    looks = [reads(2, asked), reads(0, asked), reads(1, asked)]
    assert look_until_sure(looks, is_sure) == 0
    assert asked == [None, 2]


def test_with_doubts_everywhere_the_first_look_counts_unless_a_later_one_is_better() -> None:
    looks = [reads(3, []), reads(1, []), reads(2, [])]
    assert look_until_sure(looks, is_sure) == 3
    assert look_until_sure(looks, is_sure, lambda later, earlier: later < earlier) == 1


def test_a_look_that_does_not_apply_changes_nothing() -> None:
    assert look_until_sure([reads(2, []), reads(None, [])], is_sure) == 2


def test_a_refusal_is_forgotten_once_something_was_read() -> None:
    refusal = refuses(GridNotFoundError("no board"))
    assert look_until_sure([refusal, reads(2, [])], is_sure) == 2
    assert look_until_sure([reads(2, []), refusal], is_sure) == 2


def test_of_several_refusals_the_last_is_raised() -> None:
    looks = [refuses(GridNotFoundError("no board")), refuses(HintsUnreadableError("no digits"))]
    with pytest.raises(HintsUnreadableError, match="no digits"):
        look_until_sure(looks, is_sure)


def test_what_a_generator_prepares_is_left_undone_if_it_is_not_needed() -> None:
    prepared = []

    def looks():
        yield reads(0, [])
        prepared.append("a straightened picture")
        yield reads(0, [])

    assert look_until_sure(looks(), is_sure) == 0
    assert prepared == []


def test_other_errors_are_not_caught() -> None:
    with pytest.raises(ZeroDivisionError):
        look_until_sure([refuses(ZeroDivisionError()), reads(0, [])], is_sure)
