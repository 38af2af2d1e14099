"""Tiny digits are read again in the enlarged picture: both readings have to agree, or only one is sure."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn_nonogram import HEART, drawn_board, open_board, runs_of
from read_boards import first_reading, lengths

from picrosser.errors import ExitCode, HintsUnreadableError
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import ENLARGED, solve_nonogram
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.read import BoardsFound, NonogramReading
from picrosser.reading.stages import StageListener, ignore

OTHER = (".#####.", "##...##", "##.#.##", ".#####.", "..#.#..", ".##.##.")
TINY, LARGE = 20, 40  # pixels of a cell, more than twice as tall as its digits


def board(lines: tuple[str, ...], pitch: int) -> RGB:
    return drawn_board(lines, open_board(lines), pitch=pitch)[0]


def read_if_enlarged(monkeypatch: pytest.MonkeyPatch, width: int, other: NonogramReading | None) -> list[int]:
    """Replace what is read in pictures that are wider, None for no hints; the widths that were read."""
    widths: list[int] = []
    as_it_is = BoardsFound.read

    def read(found: BoardsFound, board: BoardScored, on_stage: StageListener = ignore) -> NonogramReading:
        widths.append(found.image.shape[1])
        if widths[-1] == width:
            return as_it_is(found, board, on_stage)
        if other is None:
            raise HintsUnreadableError("no hints")
        return other

    monkeypatch.setattr(BoardsFound, "read", read)
    return widths


@pytest.mark.parametrize(
    ("lines", "code"),
    [(HEART, ExitCode.OK), (OTHER, ExitCode.DOUBTFUL), (None, ExitCode.DOUBTFUL)],
    ids=["the same", "another", "nothing"],
)
def test_tiny_digits_have_to_be_read_alike_where_they_are_larger(monkeypatch, lines, code):
    image = board(HEART, TINY)
    again = None if lines is None else first_reading(board(lines, LARGE))
    widths = read_if_enlarged(monkeypatch, image.shape[1], again)
    solved = solve_nonogram(image)
    assert widths[:2] == [image.shape[1], round(ENLARGED * image.shape[1])]
    assert solved.exit_code is code
    assert ("read otherwise if they are enlarged" in " ".join(map(str, solved.doubts))) is (
        lines is not HEART
    )
    assert lengths(solved.puzzle.rows) == runs_of(HEART)[0]


@pytest.mark.parametrize(
    ("enlarged", "code"), [(HEART, ExitCode.OK), (None, ExitCode.DOUBTFUL)], ids=["sure", "nothing"]
)
def test_tiny_digits_that_form_no_puzzle_count_as_they_are_read_enlarged(monkeypatch, enlarged, code):
    image = board(HEART, TINY)
    first = first_reading(image)
    rows = first.evidence.rows
    shifted = replace(first, evidence=replace(first.evidence, rows=(*rows[1:], rows[0])))
    large = None if enlarged is None else first_reading(board(enlarged, LARGE))

    def read(found: BoardsFound, *_: object) -> NonogramReading:
        if found.image.shape[1] == image.shape[1]:
            return shifted
        if large is None:
            raise HintsUnreadableError("no hints")
        return large

    monkeypatch.setattr(BoardsFound, "read", read)
    solved = solve_nonogram(image)
    assert solved.exit_code is code
    assert solved.lattice == first.lattice
    if enlarged is not None:
        assert lengths(solved.puzzle.rows) == runs_of(HEART)[0]


def test_larger_digits_are_read_once(monkeypatch):
    image = board(HEART, LARGE)
    widths = read_if_enlarged(monkeypatch, image.shape[1], None)
    assert solve_nonogram(image).exit_code is ExitCode.OK
    assert widths == [image.shape[1]]
