"""What is in doubt or speaks against a result is red and told; what was changed or is hidden is marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawn_nonogram import HEART, drawn_board, open_board
from made_evidence import column, looked, made_evidence, puzzle_of, row

from picrosser.debugging.canvas import Ink
from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.debugging.explain_hungry_cat import candidates
from picrosser.debugging.explain_solving import board_seen
from picrosser.debugging.explanation import Explanation
from picrosser.drawing.puzzle_parts import CHECKER
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.hungry_cat import solve_hungry_cat
from picrosser.pipelines.katamino import solve_katamino
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence
from picrosser.puzzles.nonogram import Run
from picrosser.puzzles.picture import UNKNOWN, Picture
from picrosser.puzzles.progress import Mistake, MistakesFound
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.sums import UNREAD, SumsFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.nonogram.boards.propose import BoardsConsidered
from picrosser.repairing.counts_repaired import CountsRepaired
from picrosser.repairing.repair_counts import repair_counts
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import StepsFound
from picrosser.solving.outcome import Difficulty, Outcome, Status

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
IMAGE = np.full((600, 700, 3), 230, np.uint8)
PUZZLE = puzzle_of("11112", "11122", "12122", "33332")
SWAP = puzzle_of("123", "213", "333")  # with its upper left turned it is another solution


def has(shown: Explanation, colour: tuple[int, int, int]) -> bool:
    return bool((np.asarray(shown.picture) == colour).all(axis=2).any())


def bad_notes(shown: Explanation) -> list[str]:
    return [note.text for note in shown.notes if note.tone == "bad"]


def stages_of(solve: Any, image: np.ndarray) -> dict[str, Any]:
    """The last result of each stage by the name of its type."""
    stages: list[object] = []
    solve(image, on_stage=stages.append)
    return {type(stage).__name__: stage for stage in stages}


# ---- Hungry Cat


@pytest.fixture(scope="module")
def cat() -> tuple[np.ndarray, dict[str, Any]]:
    image = load_image(FIXTURES / "hungry_cat" / "drawn-5x5-white.png")
    return image, stages_of(solve_hungry_cat, image)


def test_slots_without_a_heap_and_heaps_without_a_slot_are_shown(cat):
    image, results = cat
    slots = results["SlotsFound"]
    for heaps in (slice(0, -1), slice(0, 0)):
        top = replace(
            slots.top, heap_centres_px=slots.top.heap_centres_px[heaps], heaps=slots.top.heaps[heaps]
        )
        assert explain(image, replace(slots, top=top)).picture != explain(image, slots).picture


def test_an_undecided_circle_is_red_and_listed(cat):
    image, results = cat
    circles, hints = results["CirclesFound"], results["HintsFound"]
    unsure = replace(circles, log_odds=(SURE_CIRCLE - 0.1, *circles.log_odds[1:]))
    assert not has(explain(image, circles, [hints]), Ink.BAD)
    shown = explain(image, unsure, [hints])
    assert has(shown, Ink.BAD)
    assert bad_notes(shown) == ["undecided, with nats for a circle: r1:1 (+2.9)"]
    with pytest.raises(LookupError, match="no HintsFound came before it"):
        explain(image, circles)


def test_what_does_not_add_up_is_red_and_what_is_hidden_is_marked(cat):
    image, results = cat
    sums, earlier = results["SumsFound"], [results["Evidence"]]
    assert not has(explain(image, sums, earlier), Ink.BAD)
    assert not has(explain(image, sums, earlier), Ink.HIDDEN)
    counts = sums.counts.copy()
    counts[3] = UNREAD
    bad = SumsFound(
        counts,
        ((HintPlace("row", 1, -1), "its hints add up to 7"), (HintPlace("row", -1, 0), "colour 1 differs")),
    )
    shown = explain(image, bad, earlier)
    assert has(shown, Ink.BAD)
    assert has(shown, Ink.HIDDEN)
    assert bad_notes(shown) == ["row 2: its hints add up to 7", "colour 1 differs"]


def test_doubts_are_red(cat):
    image, results = cat
    reading: Reading = results["Reading"]
    doubts = (
        Doubt(HintPlace("row", 2, 0), CountHint(3), (CountHint(8), CountHint(3, True)), "a sticker hides it"),
        Doubt(HintPlace("column", 1, -1), None, (), "its hints add up to 4"),
        Doubt(HintPlace("row", -1, 1), None, (), "colour 2 has 4 cells by the rows and 5 by the columns"),
    )
    assert not has(explain(image, replace(reading, doubts=())), Ink.BAD)
    unsure = replace(reading, doubts=doubts)
    assert has(explain(image, unsure), Ink.BAD)
    assert bad_notes(explain(image, unsure)) == [str(doubts[0]), str(doubts[1]), doubts[2].why]
    assert [doubt["place"] for doubt in facts(unsure)["doubts"]] == ["r3:1", "c2", "colour 2"]
    assert facts(unsure)["doubts"][0]["alternatives"] == [8, -3]


def test_an_outcome_shows_the_cells_that_differ(cat):
    image, results = cat
    one, reading = results["Outcome"].picture, results["Reading"]
    other = Picture(one.cells.copy(), one.palette)
    other.cells[0, 0] = 1 + other.cells[0, 0] % 2
    shared = Picture(np.where(one.cells == other.cells, one.cells, UNKNOWN).astype(np.int8), one.palette)
    several = Outcome(Status.SEVERAL, shared, (one, other), ((0, 0),), Difficulty.SEARCH, 9, "", 0.2)
    shown = explain(image, several, [reading])
    assert shown.picture != explain(image, results["Outcome"], [reading]).picture
    assert bad_notes(shown) == ["1 cell not the same in all solutions, striped or a checker"]
    assert has(explain(image, several), CHECKER[0])  # where the place of the board is not known
    none = Outcome(Status.NONE, None, (), (), Difficulty.LINE, 3, "row 3 cannot hold 2 and 5", 0.1)
    assert "row 3 cannot hold 2 and 5" in bad_notes(explain(image, none, [reading]))
    assert facts(several)["differing"] == [[0, 0]]


def test_clear_evidence_has_no_alarming_colours():
    shown = explain(IMAGE, made_evidence(PUZZLE))
    assert not any(has(shown, colour) for colour in (Ink.BAD, Ink.HIDDEN, Ink.WEAK))


@pytest.mark.parametrize(
    ("planted", "colour", "told"),
    [
        ({"hidden": {column(0, 1)}}, Ink.HIDDEN, "c1:2: circle "),
        ({"shapes": {row(1, 0): {3: 0.0, 8: -4.0}}}, Ink.WEAK, "r2:1: 3 (98 %, 0.0), 8 (2 %, 4.0), circle"),
        ({"shapes": {row(1, 0): {3: 0.0, 8: -0.1}}}, Ink.BAD, "r2:1: 3 (52 %, 0.0), 8 (48 %, 0.1), circle"),
        ({"circled": {row(1, 0): 1.0}}, Ink.BAD, "r2:1: 3 (100 %, 0.0), "),
    ],
)
def test_doubtful_evidence_is_coloured_and_told(planted, colour, told):
    shown = explain(IMAGE, made_evidence(PUZZLE, **planted))
    assert has(shown, colour)
    assert shown.lines[1].startswith(told)


def test_candidates_are_all_numbers_that_a_hint_may_be():
    evidence = made_evidence(
        PUZZLE, shapes={row(1, 0): {3: 0.0, 8: -4.0}}, cuts={row(0, 0): [(14, 0.0), (4, -1.0)]}
    )
    first, second = candidates(evidence, evidence.hints[3])[:2], candidates(evidence, evidence.hints[0])[:2]
    assert [(count, nats) for count, nats, _ in first] == [(3, 0.0), (8, 4.0)]
    assert [(count, nats) for count, nats, _ in second] == [(14, 0.0), (4, 1.0)]
    assert sum(share for _, _, share in candidates(evidence, evidence.hints[0])) == pytest.approx(1)
    assert candidates(evidence, evidence.hints[2]) == []


def settled(puzzle: HungryCat, evidence: Evidence) -> tuple[CountsRepaired, list[object]]:
    reading = looked(puzzle, evidence)
    return repair_counts(reading.puzzle, evidence, reading.doubts), [evidence, reading]


def test_a_reading_that_was_right_shows_nothing_changed():
    found, before = settled(PUZZLE, made_evidence(PUZZLE))
    shown = explain(IMAGE, found, before)
    assert not has(shown, Ink.CHANGED)
    assert not has(shown, Ink.BAD)
    numbers = facts(found, STAGES)
    assert numbers["changes"] == numbers["tried"] == []
    assert numbers["puzzle"]["rows"][0] == [-4, 1, 0]


def test_what_was_repaired_is_framed():
    found, before = settled(PUZZLE, made_evidence(PUZZLE, hidden={row(1, 0)}, seen={row(0, 0): 3}))
    assert {change.place for change in found.changes} == {row(1, 0), row(0, 0)}
    shown = explain(IMAGE, found, before)
    assert has(shown, Ink.CHANGED)
    assert not has(shown, Ink.BAD)
    assert explain(IMAGE, found).picture is not None  # without the earlier results too


def test_what_is_still_in_doubt_is_red():
    found, before = settled(SWAP, made_evidence(SWAP, hidden={row(0, 0), row(0, 1), column(0, 0)}))
    assert has(explain(IMAGE, found, before), Ink.BAD) == bool(found.doubts)


def test_lines_that_contradict_each_other_are_red():
    impossible = puzzle_of("1122", "1212", "1122", "1212")
    evidence = made_evidence(impossible, circled={row(0, 0): -30.0, row(0, 1): -30.0})
    found, before = settled(impossible, evidence)
    assert found.contradiction
    shown = explain(IMAGE, found, before)
    assert has(shown, Ink.BAD)
    names = ", ".join(f"{axis[0]}{line + 1}" for axis, line in found.contradiction)
    assert any(text.endswith(names) for text in bad_notes(shown))


@pytest.fixture(scope="module")
def reading() -> Reading:
    puzzle = puzzle_of("12211", "12222", "21112", "12122", "21121")
    found = looked(puzzle, made_evidence(puzzle))
    edges = tuple(range(80, 581, 100))
    return Reading(Lattice(edges, edges), found.puzzle, found.doubts, found.evidence)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize(("kind", "mark"), [("mistakes", (214, 0, 28)), ("steps", (0, 84, 214))])
def test_mistakes_and_steps_are_marked_where_the_board_is_known(kind, mark, alone, reading):
    steps = StepsFound(deductions(reading.puzzle, np.full((5, 5), UNKNOWN, np.int8), 30), finished=False)
    mistakes = MistakesFound(3, 1, (Mistake((0, 1), 1, 2),), (((1, 1), 2),))
    shown = explain(IMAGE, mistakes if kind == "mistakes" else steps, () if alone else (reading,))
    assert has(shown, mark) is not alone
    if kind == "steps":
        assert len(shown.lines) == 1 + sum(1 + len(step.uses) for step in steps.steps)


# ---- nonograms


@pytest.fixture(scope="module")
def heart() -> tuple[np.ndarray, dict[str, Any]]:
    cells = open_board(HEART)
    cells[0][:4] = [0, 1, 1, 0]
    image, _ = drawn_board(HEART, cells)
    return image, stages_of(solve_nonogram, image)


def test_the_chosen_board_is_green_and_a_rejected_one_tells_why(heart):
    image, results = heart
    found = results["BoardsConsidered"]
    chosen = explain(image, found)
    assert has(chosen, Ink.GOOD)
    assert chosen.lines[1] == "1: 7 columns x 6 rows, 100 % of the page explained: chosen"
    assert chosen.why_refused == ()
    candidate = found.candidates[-1]._replace(score=0.3, rejected_because="too few of its lines show hints")
    rejected = explain(image, BoardsConsidered((candidate,)))
    assert not has(rejected, Ink.GOOD)
    assert "None was chosen" in rejected.sentence
    assert rejected.why_refused[0].endswith("30 % of the page explained: too few of its lines show hints")
    assert "no board to consider" in explain(image, BoardsConsidered(())).sentence


def test_what_is_strange_is_red(heart):
    image, results = heart
    hints = results["HintsGrouped"]
    assert not has(explain(image, hints), Ink.BAD)
    shown = explain(image, replace(hints, strange=(True, *hints.strange[1:])))
    assert has(shown, Ink.BAD)
    assert bad_notes(shown) == ["something that is not a digit stands in r1"]


def test_hints_are_listed_and_what_is_in_doubt_or_does_not_fit_is_red(heart):
    image, results = heart
    found, before = results["RunsRepaired"], [results["HintsGrouped"]]
    clear = explain(image, found, before)
    assert not has(clear, Ink.BAD)
    assert clear.lines[1:4] == ("r1: 2 2", "r2: 7", "r3: 7")
    unread = replace(found, puzzle=None, outcome=None)
    assert has(explain(image, unread, before), Ink.BAD)
    assert explain(image, unread).picture is None
    doubt = Doubt(HintPlace("row", 1), None, (), "something covers it")
    doubted = explain(image, replace(found, doubts=(doubt,)), before)
    assert has(doubted, Ink.BAD)
    assert str(doubt) in bad_notes(doubted)
    puzzle = found.puzzle
    rival = replace(puzzle, rows=(puzzle.rows[0], (Run(1), Run(5)), None, (), *puzzle.rows[4:]))
    shown = explain(image, replace(found, rivals=(puzzle, rival)), before)
    assert shown.lines[1:5] == ("r1: 2 2", "r2: 7, or 1 5", "r3: 7, or ?", "r4: 5, or 0")


def test_the_board_of_the_last_reading_counts(heart):
    _, results = heart
    cells = results["CellsSeen"]
    assert board_seen(list(results.values())) == (cells.lattice, cells.palette)
    assert board_seen([]) is None


# ---- Katamino


def test_a_board_that_something_speaks_against_is_red():
    image = load_image(FIXTURES / "katamino" / "drawn-part-filled.png")
    groups: list[GroupsFound] = []
    solve_katamino(image, on_stage=lambda stage: groups.append(stage) if type(stage) is GroupsFound else None)
    found = next(group for group in groups if group.boards)
    faulty = replace(found, boards=(replace(found.boards[0], faults=("it has a hole",)),))
    assert not has(explain(image, found), Ink.BAD)
    assert has(explain(image, faulty), Ink.BAD)
    assert bad_notes(explain(image, faulty)) == ["no board: it has a hole"]
