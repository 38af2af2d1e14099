"""Cards whose head only the packings tell."""

from __future__ import annotations

import pytest

from picrosser.pipelines.katamino import _with_head
from picrosser.puzzles.katamino import BOX, CardRow
from picrosser.reading.katamino.reading import KataminoReading, Kind
from picrosser.running.deadline import NO_DEADLINE

PACKABLE = ((2, 3, 10, 6), (4, 6, 7, 2))  # of the game's small slam, which begins with three pieces


def row(label: str, numbers: tuple[int, ...], first: int = 3) -> CardRow:
    return CardRow(label, tuple(BOX[number - 1] for number in numbers), first)


@pytest.mark.parametrize(("rows", "first"), [(PACKABLE, 3), (((12, 1, 9, 8), (12, 9, 1, 11)), None)])
def test_an_unreadable_head_follows_from_the_packings_or_is_refused(rows, first):
    card = tuple(row("ab"[at], one) for at, one in enumerate(rows))
    settled = _with_head(KataminoReading(Kind.CARD, card, (), head_read=False), NO_DEADLINE)
    if first is None:
        assert settled.doubts
    else:
        assert not settled.doubts
        assert {one.first for one in settled.rows} == {first}
