"""The accuracy run of Katamino pictures counts rightly, and the other packers agree with ours."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from drawn.katamino.problems import puzzle_of
from measuring.katamino import (
    MISLED,
    UNSEEN,
    KataminoScore,
    KataminoSource,
    differences,
    judged,
    kinds_table,
    read_grid,
)
from measuring.other_packers import plain_search, z3_cover
from measuring.score import Verdict
from picrosser.errors import ExitCode, GridNotFoundError
from picrosser.packing.pack import PackStatus, pack
from picrosser.puzzles.katamino import BOX, Board, CardRow, PlacedPiece, rectangle
from picrosser.reading.katamino.reading import KataminoReading, Kind

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "accuracy_katamino.py"
BLANK = np.zeros((4, 4, 3), np.uint8)


def pieces(*numbers: int) -> tuple:
    return tuple(BOX[number - 1] for number in numbers)


def solved(reading: KataminoReading, exit_code: ExitCode = ExitCode.OK, numbers: tuple[int, ...] = ()):
    problem = SimpleNamespace(puzzle=SimpleNamespace(pieces=pieces(*numbers)), picture=None)
    return SimpleNamespace(reading=reading, problems=(problem,), exit_code=exit_code, verdict="told")


# None, one of another size, one of other colours, one of other pixels, and one that moves the content.
@pytest.mark.parametrize("damage", ["plain", "scale-0.5", "dim", "jpeg-40", "pad", "crop"])
def test_a_damaged_picture_is_the_same_every_time(damage):
    source = KataminoSource(3, 1, "pieces", damage)
    shot, plain = source.drawn(), replace(source, damage="plain").drawn()
    assert shot.image.tobytes() == source.drawn().image.tobytes()
    assert shot.truth == plain.truth
    assert (shot.image.tobytes() == plain.image.tobytes()) == (damage == "plain")
    assert (shot.image.size == plain.image.size) == (damage not in ("scale-0.5", "pad", "crop"))


def test_a_card_is_compared_row_by_row():
    truth = {"kind": "katamino-card", "table": {"A": [2, 3, 10], "B": [4, 6, 7]}, "pentas": [3]}
    rows = CardRow("a", pieces(2, 3, 10)), CardRow("b", pieces(4, 6, 7))
    assert differences(solved(KataminoReading(Kind.CARD, rows, ())), truth) == []
    swapped = rows[0], CardRow("b", pieces(4, 7, 6))
    found = differences(solved(KataminoReading(Kind.CARD, swapped, ())), truth)
    assert found == ["row b: [4, 7, 6], not [4, 6, 7]"]
    assert len(differences(solved(KataminoReading(Kind.CARD, rows[:1], ())), truth)) == 1
    other = tuple(replace(row, first=4) for row in rows)
    assert differences(solved(KataminoReading(Kind.CARD, other, ())), truth) == [
        "the first heading is {4}, not 3"
    ]


def test_a_board_is_compared_cell_by_cell():
    board = Board(rectangle(5, 2), (PlacedPiece(BOX[0], tuple((row, 1) for row in range(5))),))
    reading = KataminoReading(Kind.BOARD, (), (), board)
    assert read_grid(reading) == [[0, 1]] * 5
    truth = {"kind": "katamino-board", "pieces": [1, 2], "grid": [[0, 1]] * 5}
    assert differences(solved(reading, numbers=(2, 1)), truth) == []
    assert len(differences(solved(reading, numbers=(1, 3)), truth)) == 1
    assert len(differences(solved(reading, numbers=(1, 2)), truth | {"grid": [[1, 0]] * 5})) == 1
    without = solved(KataminoReading(Kind.PIECES, (), ()), numbers=(1, 2))
    assert len(differences(without, truth)) == 1
    assert differences(without, truth | {"grid": [[0, 0]] * 5}) == [UNSEEN]


@pytest.mark.parametrize(
    ("ends", "verdict"),
    [
        (ExitCode.OK, Verdict.EXACT),
        (ExitCode.NO_SOLUTION, Verdict.REFUSED),
        (ExitCode.MISTAKES, Verdict.REFUSED),
        (ExitCode.GAVE_UP, Verdict.REFUSED),
        (GridNotFoundError("no pieces"), Verdict.REFUSED),
        (IndexError("x"), Verdict.REFUSED),
    ],
)
def test_verdicts(ends, verdict, monkeypatch):
    def solve_katamino(image, *, time_limit_s):
        assert image.shape == BLANK.shape
        assert time_limit_s > 0
        if isinstance(ends, Exception):
            raise ends
        return solved(KataminoReading(Kind.PIECES, (), ()), ends, (1, 2, 3))

    monkeypatch.setattr("measuring.katamino.solve_katamino", solve_katamino)
    assert judged(BLANK, {"kind": "katamino-pieces", "pieces": [3, 2, 1]})[0] is verdict


def test_the_table_counts_by_kind_and_damage():
    source = KataminoSource(1, 0, "card")
    scores = [
        KataminoScore(source, Verdict.EXACT, ""),
        KataminoScore(replace(source, damage="dim"), Verdict.REFUSED, "x"),
        KataminoScore(replace(source, kind="board"), Verdict.WRONG, "x"),
    ]
    scores.append(KataminoScore(replace(source, kind="pieces"), Verdict.EXACT, UNSEEN))
    scores.append(KataminoScore(replace(source, kind="photo"), Verdict.REFUSED, f"{MISLED} x"))
    table = {line.split()[0]: line.split()[1:] for line in kinds_table(scores).splitlines()}
    assert table["card"] == ["2", "1", "50.0", "0", "1", "0", "0"]
    assert table["dim"] == ["1", "0", "0.0", "0", "1", "0", "0"]
    assert table["all"] == ["5", "1", "20.0", "1", "1", "1", "1"]


@pytest.mark.parametrize("numbers", [(2, 3, 10), (9, 1, 12), (4, 6, 7, 2), (6, 7, 9, 3, 10)])
def test_the_other_packers_agree(numbers):
    puzzle = puzzle_of(numbers)
    packed = pack(puzzle).status is PackStatus.PACKED
    assert plain_search(puzzle) == z3_cover(puzzle) == packed


@pytest.mark.slow
def test_the_run_as_a_program(tmp_path):
    words = ["--drawn", "1", "--kinds", "board", "--damages", "plain,dim", "--jobs", "1"]
    done = subprocess.run(
        [sys.executable, SCRIPT, *words, "--keep", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    lines = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()[:5]}
    assert lines["board"][0] == lines["all"][0] == "2"
    refused, misled, wrong = (int(lines["all"][at]) for at in (4, 5, 6))
    assert done.returncode == int(wrong > 0)
    kept = refused + misled + wrong
    assert len(list(tmp_path.glob("*.png"))) == len(list(tmp_path.glob("*.json"))) == kept
    bad = subprocess.run(
        [sys.executable, SCRIPT, "--kinds", "nothing"], capture_output=True, text=True, check=False
    )
    assert (bad.returncode, "unknown name 'nothing'" in bad.stderr) == (2, True)
