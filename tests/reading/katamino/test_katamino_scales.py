"""A tray that is drawn smaller than its board; and cards whose digits only the packings settle."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from picrosser.imaging.loading import load_image
from picrosser.pipelines.katamino import _settled, solve_katamino
from picrosser.puzzles.katamino import BOX, CardRow
from picrosser.reading.katamino.reading import KataminoReading, Kind, doubt_about
from picrosser.running.deadline import NO_DEADLINE

FIXTURE = Path(__file__).parents[3] / "fixtures" / "katamino" / "drawn-part-filled.png"
PACKABLE = ((2, 3, 10, 6), (4, 6, 7, 2))  # of the game's small slam, which begins with three pieces
DOUBT = doubt_about("row a may say something else", row="a", of_looks=True)


def row(label: str, numbers: tuple[int, ...], first: int = 3) -> CardRow:
    return CardRow(label, tuple(BOX[number - 1] for number in numbers), first)


def card(*others: tuple[int, ...], head_read: bool = True) -> KataminoReading:
    rows = row("a", PACKABLE[0]), row("b", PACKABLE[1])
    other_rows = tuple((row("a", other), rows[1]) for other in others)
    return KataminoReading(Kind.CARD, rows, (), doubts=(DOUBT,), others=other_rows, head_read=head_read)


@pytest.mark.slow
def test_a_tray_of_smaller_cells_than_the_board_is_read_and_the_board_completed():
    truth = json.loads(FIXTURE.with_suffix(".json").read_text(encoding="utf-8"))
    solved = solve_katamino(load_image(FIXTURE))
    board = solved.reading.board
    assert board is not None
    lying = {cell: one.piece.number for one in board.placed for cell in one.cells}
    rows, cols = truth["size"]
    assert [[lying.get((r, c), 0) for c in range(cols)] for r in range(rows)] == truth["grid"]
    assert sorted(piece.number for piece in solved.problems[0].puzzle.pieces) == sorted(truth["pieces"])
    assert solved.problems[0].picture is not None


def test_digits_are_settled_by_what_can_be_packed():
    best = card((12, 1, 9, 8))
    settled = _settled(best, NO_DEADLINE)
    assert (settled.rows, settled.doubts) == (best.rows, ())
    (other,) = replace(best, rows=best.others[0], others=(best.rows,)).others
    assert _settled(replace(best, rows=best.others[0], others=(other,)), NO_DEADLINE).rows == best.rows


def test_digits_stay_in_doubt_where_several_ways_can_be_packed():
    assert _settled(card((4, 6, 7, 2)), NO_DEADLINE).doubts == (DOUBT,)


@pytest.mark.parametrize(("rows", "first"), [(PACKABLE, 3), (((12, 1, 9, 8), (12, 9, 1, 11)), None)])
def test_an_unreadable_head_follows_from_the_packings_or_is_refused(rows, first):
    reading = replace(
        card(head_read=False), rows=tuple(row("ab"[at], one) for at, one in enumerate(rows)), doubts=()
    )
    settled = _settled(reading, NO_DEADLINE)
    if first is None:
        assert settled.doubts
    else:
        assert not settled.doubts
        assert {one.first for one in settled.rows} == {first}
