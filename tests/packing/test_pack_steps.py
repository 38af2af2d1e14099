"""The recorded steps of a search lead to its packing; a count reports its progress."""

from __future__ import annotations

import pytest

from picrosser.packing.pack import PackStep, StepRecord, count_packings, pack
from picrosser.puzzles.katamino import BOX, Katamino, parse_piece, rectangle
from picrosser.puzzles.polyomino import moved_to_corner, orientations, parse_shape

SEVEN = Katamino(tuple(BOX[number - 1] for number in (2, 3, 10, 6, 11, 8, 5)), rectangle(5, 7))
COPIES = Katamino((parse_piece("##"), parse_piece("#"), parse_piece("##"), parse_piece("##")),
                  parse_shape("###/#.#/##."))  # fmt: skip


@pytest.mark.parametrize("puzzle", [SEVEN, COPIES], ids=["seven", "copies"])
def test_steps_lay_and_take_back_pieces_until_the_board_is_full(puzzle):
    steps: list[PackStep] = []
    packed = pack(puzzle, on_step=steps.append)
    lying: list[PackStep] = []
    for step in steps:
        if step.laid:
            assert moved_to_corner(step.cells) in orientations(puzzle.pieces[step.piece].shape)
            covered = {cell for other in lying for cell in other.cells}
            assert not covered & set(step.cells)
            assert step.piece not in {other.piece for other in lying}
            lying.append(step)
        else:
            last = lying.pop()
            assert (last.piece, last.cells) == (step.piece, step.cells)
    values = {cell: step.piece + 1 for step in lying for cell in step.cells}
    rows, columns = puzzle.shape
    assert packed.pictures[0].rows == [
        [values.get((row, col), 0) for col in range(columns)] for row in range(rows)
    ]


def test_all_steps_of_a_short_search_are_kept_and_evenly_spaced_ones_of_a_long_one():
    steps: list[PackStep] = []
    packed = pack(SEVEN, on_step=steps.append)
    full, thin = StepRecord(SEVEN, 10_000), StepRecord(SEVEN, 10)
    for record in (full, thin):
        pack(SEVEN, on_step=record)
        assert record.pictures[-1].lines() == packed.pictures[0].lines()
    assert (full.steps, full.every, len(full.pictures)) == (len(steps), 1, len(steps) + 1)
    assert len(thin.pictures) <= 11
    assert thin.every > 1
    everything = [picture.lines() for picture in full.pictures][:: thin.every]
    assert [picture.lines() for picture in thin.pictures][: len(everything)] == everything


@pytest.mark.parametrize("puzzle", [SEVEN, COPIES], ids=["seven", "copies"])
def test_reporting_progress_does_not_change_the_count(puzzle):
    shares: list[float] = []
    assert count_packings(puzzle, on_progress=shares.append) == count_packings(puzzle)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
