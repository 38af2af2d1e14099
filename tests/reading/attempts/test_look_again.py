"""A nonogram in doubt is looked at again in another size, which counts only if it leaves no doubt."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from drawn_nonogram import HEART, TWO_WAYS, drawn_board, open_board, picture_of, runs_of

from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.errors import ExitCode, HintsUnreadableError
from picrosser.imaging.pixels import RGB
from picrosser.pipelines import nonogram as nonogram_pipeline
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.reading.attempts.enlarged import SCALES, Enlarged, enlarge
from picrosser.reading.nonogram import read
from picrosser.repairing.settle_runs import settle_runs

OTHER = (".#####.", "##...##", "##.#.##", ".#####.", "..#.#..", ".##.##.")
Spoil = Callable[[NonogramEvidence], NonogramEvidence]


def evidence_of(lines: tuple[str, ...]) -> NonogramEvidence:
    return read.read_nonogram(drawn_board(lines, open_board(lines))[0]).evidence


def with_columns_of_another(evidence: NonogramEvidence) -> NonogramEvidence:
    """A board that has no solution, however its digits are read."""
    other = evidence_of(OTHER)
    more = len(evidence.shapes)
    cols = tuple(replace(line, shapes=tuple(at + more for at in line.shapes)) for line in other.cols)
    return replace(evidence, cols=cols, shapes=(*evidence.shapes, *other.shapes))


def with_something_strange(evidence: NonogramEvidence) -> NonogramEvidence:
    return replace(evidence, rows=(replace(evidence.rows[0], has_non_digit=True), *evidence.rows[1:]))


def only_by_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the look at boards that explain the page: what follows on its doubts is shown here."""
    looks = lambda self: iter((self.by_lines, self.enlarged))  # noqa: E731
    monkeypatch.setattr(nonogram_pipeline._Looker, "looks", looks)


def spoiled(
    monkeypatch: pytest.MonkeyPatch, own: Spoil, other: Spoil = lambda evidence: evidence
) -> list[int]:
    """Spoil what is read in a picture's own size, and in others; the widths that were looked at."""
    widths: list[int] = []
    as_it_is = read.read_nonogram

    def reading(image: RGB, on_stage: read.StageListener = read.ignore) -> read.NonogramReading:
        widths.append(image.shape[1])
        found = as_it_is(image, on_stage)
        spoil = own if len(widths) == 1 else other
        return replace(found, evidence=spoil(found.evidence))

    monkeypatch.setattr(read, "read_nonogram", reading)
    only_by_lines(monkeypatch)
    return widths


def test_what_leaves_no_doubt_in_another_size_is_believed(monkeypatch):
    cells = open_board(HEART)
    cells[1][2] = 1
    image, lattice = drawn_board(HEART, cells)
    columns = with_columns_of_another(evidence_of(HEART))
    widths = spoiled(monkeypatch, lambda _: columns)
    stages: list[object] = []
    solved = solve_nonogram(image, on_stage=stages.append)
    assert widths == [image.shape[1], round(SCALES[0] * image.shape[1])]
    assert solved.exit_code is ExitCode.OK
    assert np.array_equal(solved.outcome.solutions[0].cells, picture_of(HEART).cells)
    for seen, true in (
        (solved.reading.lattice.row_edges_px, lattice.row_edges_px),
        (solved.reading.lattice.col_edges_px, lattice.col_edges_px),
    ):
        assert np.abs(np.subtract(seen, true)).max() <= 2
    assert solved.cells is not None
    assert (solved.cells.progress.cells > 0).sum() == 1  # seen in the picture as it was given
    assert "enlarged" in solved.seconds
    for number, stage in enumerate(stages):
        assert min(explain(image, stage, stages[:number]).picture.size) > 80
        json.dumps(facts(stage, STAGES), allow_nan=False)
    assert next(facts(stage) for stage in stages if isinstance(stage, Enlarged))["times"] == SCALES[0]


def test_a_reading_in_doubt_in_every_size_is_reported_as_first_seen(monkeypatch):
    image, _ = drawn_board(HEART, open_board(HEART))
    spoiled_one = with_columns_of_another(evidence_of(HEART))
    widths = spoiled(monkeypatch, lambda _: spoiled_one, with_something_strange)
    stages: list[object] = []
    solved = solve_nonogram(image, on_stage=stages.append)
    assert len(widths) == 1 + len(SCALES)
    assert solved.exit_code is ExitCode.DOUBTFUL
    assert "row 1" not in " ".join(map(str, solved.doubts))
    assert not any(isinstance(stage, Enlarged) for stage in stages)


@pytest.mark.parametrize("lines", [HEART, OTHER], ids=["the same", "another"])
def test_a_reading_that_stood_but_for_an_oddity_is_only_borne_out(monkeypatch, lines):
    image, _ = drawn_board(HEART, open_board(HEART))
    again = evidence_of(lines)
    spoiled(monkeypatch, with_something_strange, lambda _: again)
    solved = solve_nonogram(image)
    assert solved.exit_code is (ExitCode.OK if lines is HEART else ExitCode.DOUBTFUL)
    rows = [[run.length for run in line or ()] for line in solved.reading.puzzle.rows]
    assert rows == runs_of(HEART)[0]


@pytest.mark.parametrize(
    ("looks", "code"),
    [
        ([HEART, HEART], ExitCode.OK),
        ([HEART, OTHER], ExitCode.DOUBTFUL),
        ([HEART, None], ExitCode.DOUBTFUL),
        ([TWO_WAYS, TWO_WAYS], ExitCode.DOUBTFUL),
    ],
    ids=["the same", "each another one", "one in doubt", "two rivals in each"],
)
def test_every_size_has_to_confirm_the_same_rival(monkeypatch, looks, code):
    image, _ = drawn_board(HEART, open_board(HEART))
    seen = [
        with_something_strange(evidence_of(HEART)) if hints is None else evidence_of(hints) for hints in looks
    ]
    one, other = (settle_runs(evidence_of(hints)) for hints in (HEART, OTHER))
    assert one.puzzle is not None
    assert other.puzzle is not None
    spoiled(monkeypatch, lambda evidence: evidence, lambda _: seen.pop(0))
    rivals = replace(
        one, doubts=(Doubt(WHOLE_PICTURE, None, (), "2 readings fit"),), rivals=(one.puzzle, other.puzzle)
    )
    first = iter([rivals])
    monkeypatch.setattr(
        nonogram_pipeline, "settle_runs", lambda *given: next(first, None) or settle_runs(*given)
    )
    assert solve_nonogram(image).exit_code is code


def test_several_solutions_are_no_doubt(monkeypatch):
    widths = spoiled(monkeypatch, lambda evidence: evidence)
    solved = solve_nonogram(drawn_board(TWO_WAYS, open_board(TWO_WAYS))[0])
    assert solved.exit_code is ExitCode.SEVERAL_SOLUTIONS
    assert len(widths) == 1


def test_a_picture_that_shows_no_hints_is_not_looked_at_again(monkeypatch):
    widths = spoiled(monkeypatch, lambda evidence: evidence)
    image, lattice = drawn_board(HEART, open_board(HEART))
    board = image[lattice.board.slices]
    with pytest.raises(HintsUnreadableError):
        solve_nonogram(np.pad(board, ((200, 20), (200, 20), (0, 0)), constant_values=250))
    assert len(widths) == 1


def test_a_picture_that_is_large_already_is_not_enlarged():
    assert enlarge(np.zeros((4000, 4000, 3), np.uint8), 1.25) is None
    again = enlarge(np.zeros((40, 60, 3), np.uint8), 1.5)
    assert again is not None
    assert again.image.shape == (60, 90, 3)
