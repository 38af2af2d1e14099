"""The script that reads a real program's screens: what it asks the program for, and what it counts."""

from __future__ import annotations

import os
import shutil

import pytest

import score_pattern
from picrosser.formats.pattern_id import parse
from picrosser.solving.solve import solve

PROGRAM = shutil.which("sgt-pattern") or shutil.which("/usr/games/sgt-pattern")


def test_a_saved_game_counts_its_moves_and_the_length_of_each_value() -> None:
    game = score_pattern.Game(1, "3x2:1/2/1/3/1", 24, ("F0,0,1,1", "E2,1,1,1"))
    lines = score_pattern.saved_game(game).splitlines()
    assert lines[0] == "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"
    assert "NSTATES :1:3" in lines
    assert lines[-1] == "MOVE    :8:E2,1,1,1"
    for line in lines:
        _, length, value = line.split(":", 2)
        assert len(value) == int(length)


@pytest.mark.skipif(
    PROGRAM is None or not os.environ.get("DISPLAY"), reason="needs sgt-pattern and a display"
)
def test_games_are_told_by_seed_and_number(tmp_path) -> None:
    assert PROGRAM is not None
    bare, filled = (score_pattern.game(PROGRAM, 1, number) for number in (0, 1))
    assert bare == score_pattern.game(PROGRAM, 1, 0)
    assert not bare.filled
    assert filled.filled
    assert len(solve(parse(filled.identity).puzzle).solutions) == 1
    picture = tmp_path / "game.png"
    score_pattern.draw(PROGRAM, filled, picture)
    assert score_pattern.judge(picture, filled.puzzle) == ("exact", "")
