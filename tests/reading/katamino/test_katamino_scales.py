"""A tray that is drawn smaller than its board; and cards whose head only the packings tell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from picrosser.imaging.loading import load_image
from picrosser.pipelines.katamino import _with_head, solve_katamino
from picrosser.puzzles.katamino import BOX, CardRow
from picrosser.reading.katamino.reading import KataminoReading, Kind
from picrosser.running.deadline import NO_DEADLINE

FIXTURE = Path(__file__).parents[3] / "fixtures" / "katamino" / "drawn-part-filled.png"
PACKABLE = ((2, 3, 10, 6), (4, 6, 7, 2))  # of the game's small slam, which begins with three pieces


def row(label: str, numbers: tuple[int, ...], first: int = 3) -> CardRow:
    return CardRow(label, tuple(BOX[number - 1] for number in numbers), first)


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


@pytest.mark.parametrize(("rows", "first"), [(PACKABLE, 3), (((12, 1, 9, 8), (12, 9, 1, 11)), None)])
def test_an_unreadable_head_follows_from_the_packings_or_is_refused(rows, first):
    card = tuple(row("ab"[at], one) for at, one in enumerate(rows))
    settled = _with_head(KataminoReading(Kind.CARD, card, (), head_read=False), NO_DEADLINE)
    if first is None:
        assert settled.doubts
    else:
        assert not settled.doubts
        assert {one.first for one in settled.rows} == {first}
