"""What `--fix` is offered when a nonogram's reading is in doubt."""

from __future__ import annotations

import pytest

from picrosser.pipelines.verdicts import describe_line_remedies
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt, HintPlace
from picrosser.puzzles.hints_by_hand import parse_fix
from picrosser.puzzles.nonogram import Nonogram, Run, Runs, StatedRuns
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence, with_fixed_lines
from picrosser.repairing.repair_runs import RunsRepaired, repair_runs, suggested_lines

BLANK = LineEvidence((), (), ())


def runs(*lengths: int) -> Runs:
    return tuple(map(Run, lengths))


def evidence(rows: int, cols: int) -> NonogramEvidence:
    return NonogramEvidence((BLANK,) * rows, (BLANK,) * cols, (), ((255, 255, 255), (0, 0, 0)))


def test_rivals_are_told_apart_by_the_line_in_which_most_differ() -> None:
    cols = (runs(1),) * 4
    rivals = tuple(
        Nonogram((runs(*first), runs(*second)), cols)
        for first, second in (((1,), (3,)), ((2,), (1, 1)), ((2,), (2,)))
    )
    settled = RunsRepaired(rivals[0], None, (Doubt(WHOLE_PICTURE, None, (), "3 readings fit"),), rivals)
    offered = suggested_lines(evidence(2, 4), settled)
    assert offered == ("r2=3", "r2=1 1", "r2=2")
    assert describe_line_remedies(offered) == "--fix 'r2=3' or --fix 'r2=1 1' or --fix 'r2=2' would settle it"
    for text in offered:
        parse_fix(text)


def test_a_line_that_was_not_seen_is_asked_for() -> None:
    settled = RunsRepaired(
        Nonogram((runs(1), ()), (runs(1), runs(1))),
        None,
        (Doubt(WHOLE_PICTURE, None, (), "no hints were found"),),
    )
    seen = LineEvidence((0,), (1,), ())
    puzzle = NonogramEvidence((seen, BLANK), (seen, seen), ((0.0,) * 10,), ((255, 255, 255), (0, 0, 0)))
    assert suggested_lines(puzzle, settled) == ("r2=...",)
    assert describe_line_remedies(("r2=...",)).startswith("say what row 2 is, for example --fix 'r2=2 1', ")


@pytest.mark.parametrize("join", [True, False])
def test_setting_the_offered_line_settles_a_real_doubt(join: bool) -> None:
    """ "1 1" or "11" in a row of eleven cells: with columns that nobody can tell, both may be."""
    ones = LineEvidence((0, 0), (1, 1), (Join(0.5, 1.0, both_marked=False),))
    nats = tuple(0.0 if digit == 1 else -50.0 for digit in range(10))
    open_ = LineEvidence((), (), (), unknown=True)
    unsure = NonogramEvidence((ones,), (open_,) * 11, (nats,), ((255, 255, 255), (0, 0, 0)))
    stated = StatedRuns(runs(11) if join else runs(1, 1))
    settled = repair_runs(with_fixed_lines(unsure, {HintPlace("row", 0, -1): stated}))
    assert settled.puzzle is not None
    assert settled.puzzle.rows == (stated.runs,)
    assert (settled.doubts == ()) == join  # eleven cells have one solution, two single ones many
