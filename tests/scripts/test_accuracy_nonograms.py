"""The accuracy run over drawn nonograms: what it counts as right, and a sample of it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sweeps import sweep

from drawn.nonograms.damaged import PLAIN
from drawn.nonograms.fixtures import FIXTURES
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import legible_spec
from measuring.nonogram_truth import colours_matched
from measuring.nonograms import (
    NonogramSource,
    nonogram_line,
    nonogram_sources,
    nonogram_table,
    score_nonogram,
)
from measuring.score import Verdict
from picrosser.errors import ExitCode, HintsUnreadableError
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.nonogram_solved import NonogramRead, NonogramSolved
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.solving.solve import solve

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "accuracy_nonograms.py"
INKS_OFF = 40  # levels in each channel, of the thin digits that a coloured puzzle states its colours with
KNOWN_REFUSALS: set[str] = set()  # fixtures that are refused now; one that is exact at last has to leave
SMALL = NonogramSource("fence", 3)


def answering(puzzle):
    """A reader that reads that puzzle, whatever the picture."""

    def attempt(image, *, time_limit_s):
        assert time_limit_s
        read = NonogramRead(Lattice((0, 1), (0, 1)), puzzle, ())
        return NonogramSolved(image, read, solve(puzzle), None, (), {})

    return attempt


def test_a_right_answer_is_exact_and_another_one_silently_wrong():
    puzzle = SMALL.drawn().spec.puzzle
    assert score_nonogram(SMALL, attempt=answering(puzzle)).verdict is Verdict.EXACT
    turned = replace(puzzle, rows=puzzle.cols, cols=puzzle.rows)
    score = score_nonogram(SMALL, attempt=answering(turned))
    assert score.verdict is Verdict.WRONG
    assert nonogram_line(score).startswith("SILENTLY WRONG: --only fence --seed 3: 5 x 5 nonogram")


def test_refusals_and_crashes_are_refused_with_their_reason():
    def refusing(_image, **_options):
        raise HintsUnreadableError("row 3 is blurred", "look again")

    def crashing(_image, **_options):
        raise ZeroDivisionError("by nothing")

    refused, crashed = (score_nonogram(SMALL, attempt=attempt) for attempt in (refusing, crashing))
    assert (refused.verdict, refused.exit_code) == (Verdict.REFUSED, ExitCode.DOUBTFUL)
    assert "row 3 is blurred" in nonogram_line(refused)
    assert (crashed.verdict, crashed.exit_code) == (Verdict.REFUSED, ExitCode.INTERNAL)


def test_a_line_that_is_not_shown_may_be_unknown_or_rightly_filled_in():
    full = legible_spec(LOOKS[0], 1).puzzle
    shown = replace(full, rows=(None, *full.rows[1:]))
    assert colours_matched(full, shown, full) == {1: 1}
    assert colours_matched(shown, shown, full) == {1: 1}
    assert colours_matched(shown, full, full) is None
    guessed = replace(full, rows=((Run(1), Run(1), Run(1)), *full.rows[1:]))
    assert colours_matched(guessed, shown, full) is None


def test_colours_may_be_numbered_otherwise_but_not_be_mixed_up():
    palette = ((255, 255, 255), (200, 0, 0), (0, 0, 200))
    true = Nonogram(((Run(1, 1), Run(1, 2)),), ((Run(1, 1),), (Run(1, 2),)), palette)
    swapped = Nonogram(((Run(1, 2), Run(1, 1)),), ((Run(1, 2),), (Run(1, 1),)), palette)
    assert colours_matched(swapped, true, true) == {2: 1, 1: 2}
    mixed = replace(swapped, cols=true.cols)
    assert colours_matched(mixed, true, true) is None
    one = Nonogram(((Run(1), Run(1)),), ((Run(1),), (Run(1),)), palette)
    assert colours_matched(one, true, true) is None
    assert colours_matched(true, one, one) is None


def test_sources_go_through_the_looks_and_half_are_plain():
    sources = nonogram_sources(range(4 * len(LOOKS)), 1)
    assert len(set(sources)) == len(sources)
    assert [source.look for source in sources[: len(LOOKS)]] == [look.name for look in LOOKS]
    assert sum(source.damage == PLAIN for source in sources) == 2 * len(LOOKS)
    other = nonogram_sources(range(4 * len(LOOKS)), 2)
    assert not {source.seed for source in sources} & {source.seed for source in other}


def test_the_table_counts():
    score = score_nonogram(SMALL, attempt=answering(SMALL.drawn().spec.puzzle))
    wrong = replace(score, verdict=Verdict.WRONG, mistaken=True, damage="dim")
    table = {line.split()[0]: line.split()[1:] for line in nonogram_table([score, wrong]).splitlines()[1:]}
    assert table["fence"] == ["2", "1", "50.0", "0", "1", "1"]
    assert table["plain"] == ["1", "1", "100.0", "0", "0", "0"]
    assert table["dim"] == ["1", "0", "0.0", "0", "1", "1"]
    assert table["all"] == table["fence"]


@pytest.mark.parametrize("look", sweep(LOOKS, quick=LOOKS[:3]), ids=lambda look: look.name)
def test_a_picture_of_each_look_is_exact_or_refused(look):
    score = score_nonogram(NonogramSource(look.name, 11))
    assert score.verdict is not Verdict.WRONG, nonogram_line(score)
    assert score.exit_code is not ExitCode.INTERNAL, nonogram_line(score)


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture[0])
def test_the_fixtures_are_read_as_expected(fixture):
    score = score_nonogram(NonogramSource(*fixture))
    expected = Verdict.REFUSED if fixture[0] in KNOWN_REFUSALS else Verdict.EXACT
    assert score.verdict is expected, f"the list KNOWN_REFUSALS is out of date: {nonogram_line(score)}"
    assert score.ink_error <= INKS_OFF


@pytest.mark.slow
def test_the_run_as_a_program():
    done = subprocess.run(
        [sys.executable, SCRIPT, "--drawn", "1", "--only", "fence", "--jobs", "1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split()[:2] == ["fence", "1"]
    bad = subprocess.run([sys.executable, SCRIPT, "--only", "x"], capture_output=True, text=True, check=False)
    assert bad.returncode == 2
    assert "no look is called 'x'" in bad.stderr
