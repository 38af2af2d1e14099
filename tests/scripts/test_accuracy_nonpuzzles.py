"""Pictures that look like grids and hold no puzzle: how they are drawn and scored, and some of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sweeps import sweep

from drawn.nonpuzzles.families import FAMILIES, draw_nonpuzzle
from measuring.nonpuzzles import (
    NonpuzzleSource,
    folder_sources,
    nonpuzzle_sources,
    nonpuzzle_table,
    score_nonpuzzle,
)
from picrosser.errors import HintsUnreadableError
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.nonogram_solved import NonogramRead, NonogramSolved
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.solving.solve import solve

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "accuracy_nonpuzzles.py"
ONE = Nonogram(((Run(1),),), ((Run(1),),))
# Read quickly, and solved as staircases if their cells and numbers were not weighed.
SAMPLED = list(FAMILIES)[::4]  # each is a function of its own, but what starts it from a seed is one
STAIRCASES = [("times-table", 7), ("heat-map", 3), ("draughts-board", 6)]


def solving(image, *, time_limit_s):
    assert time_limit_s
    return NonogramSolved(image, NonogramRead(Lattice((0, 1), (0, 1)), ONE, ()), solve(ONE), None, (), {})


def refusing(_image, **_options):
    raise HintsUnreadableError("no hints", "look again")


@pytest.mark.parametrize("family", sweep(SAMPLED, quick=("times-table", "heat-map")))
def test_every_family_is_drawn_from_its_seed(family):
    first, again, other = (np.asarray(draw_nonpuzzle(family, seed)) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)
    assert max(first.shape) < 2200
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 2


def test_what_is_solved_is_a_defect_and_kept(tmp_path):
    source = NonpuzzleSource("sudoku", 3)
    solved = score_nonpuzzle(source, tmp_path, solving)
    refused = score_nonpuzzle(source, tmp_path, refusing)
    assert (solved.taken, refused.taken) == ("SOLVED", "refused")
    assert [path.name for path in tmp_path.iterdir()] == ["sudoku-3.png"]
    table = {
        line.split()[0]: line.split()[1:] for line in nonpuzzle_table([solved, refused]).splitlines()[1:]
    }
    assert table == {"sudoku": ["2", "1", "0", "1"], "all": ["2", "1", "0", "1"]}
    (kept,) = folder_sources(tmp_path)
    assert (kept.family, kept.name) == ("sudoku", "sudoku-3.png")
    assert np.array_equal(np.asarray(kept.picture()), np.asarray(source.picture()))


def test_sources_go_through_the_families():
    sources = nonpuzzle_sources(len(FAMILIES) + 1, 8)
    assert [source.family for source in sources[:-1]] == list(FAMILIES)
    assert (sources[-1].family, sources[-1].seed) == (sources[0].family, 9)
    assert {source.family for source in nonpuzzle_sources(4, 0, ("tents", "sudoku"))} == {"tents", "sudoku"}


@pytest.mark.parametrize("picture", sweep(STAIRCASES, quick=STAIRCASES[:1]), ids=lambda picture: picture[0])
def test_no_table_is_solved(picture):
    score = score_nonpuzzle(NonpuzzleSource(*picture))
    assert score.taken in ("doubtful", "refused"), score.line
    if score.taken == "doubtful":  # else no board was seen at all, which is as good
        assert score.line.startswith(
            "probably no nonogram: the numbers beside the rows and the columns number them"
        )


@pytest.mark.slow
def test_the_run_as_a_program():
    run = [sys.executable, SCRIPT, "--drawn", "1", "--only", "times-table", "--seed", "7", "--jobs", "1"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split()[:3] == ["times-table", "1", "0"]  # none is solved
    bad = subprocess.run([sys.executable, SCRIPT, "--only", "x"], capture_output=True, text=True, check=False)
    assert bad.returncode == 2
    assert "no family is called 'x'" in bad.stderr
