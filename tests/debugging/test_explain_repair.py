"""The pictures and facts of what was weighed and repaired."""

from __future__ import annotations

import json

import numpy as np
import pytest
from made_evidence import column, looked, made_evidence, puzzle_of, row

from picrosser.debugging.canvas import Ink
from picrosser.debugging.dump import facts
from picrosser.debugging.explain import STAGES, explain
from picrosser.debugging.explain_hungry_cat import candidates
from picrosser.debugging.explanation import Explanation
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.repairing.counts_repaired import CountsRepaired
from picrosser.repairing.repair_counts import repair_counts

IMAGE = np.full((60, 60, 3), 240, np.uint8)
PUZZLE = puzzle_of("11112", "11122", "12122", "33332")
SWAP = puzzle_of("123", "213", "333")  # with its upper left turned it is another solution


def has(shown: Explanation, colour: tuple[int, int, int]) -> bool:
    return bool((np.asarray(shown.picture) == colour).all(axis=2).any())


def settled(puzzle: HungryCat, evidence: Evidence) -> tuple[CountsRepaired, list[object]]:
    reading = looked(puzzle, evidence)
    return repair_counts(reading.puzzle, evidence, reading.doubts), [evidence, reading]


def test_clear_evidence_has_no_alarming_colours():
    shown = explain(IMAGE, made_evidence(PUZZLE))
    assert not any(has(shown, colour) for colour in (Ink.BAD, Ink.HIDDEN, Ink.WEAK))


@pytest.mark.parametrize(
    ("planted", "colour"),
    [
        ({"hidden": {row(1, 0)}}, Ink.HIDDEN),
        ({"shapes": {row(1, 0): {3: 0.0, 8: -4.0}}}, Ink.WEAK),
        ({"shapes": {row(1, 0): {3: 0.0, 8: -0.1}}}, Ink.BAD),
        ({"circled": {row(1, 0): 1.0}}, Ink.BAD),
    ],
)
def test_doubtful_evidence_is_coloured(planted, colour):
    assert has(explain(IMAGE, made_evidence(PUZZLE, **planted)), colour)


def test_hints_that_are_not_clear_are_listed_with_the_next_likeliest_count():
    evidence = made_evidence(PUZZLE, shapes={row(1, 0): {3: 0.0, 8: -4.0}}, hidden={column(0, 1)})
    rows = {cells[0]: cells[1:] for cells in explain(IMAGE, evidence).tables[0].rows}
    assert rows["r2:1"][:2] == ("3, 98 %", "8, 4.0 nats behind")
    assert rows["c1:2"][0] == "?"
    assert rows["c1:2"][-1] == "hidden"
    assert json.loads(json.dumps(facts(evidence)))["hints"][3]["place"] == "r2:1"


def test_candidates_are_all_numbers_that_a_hint_may_be():
    evidence = made_evidence(
        PUZZLE, shapes={row(1, 0): {3: 0.0, 8: -4.0}}, cuts={row(0, 0): [(14, 0.0), (4, -1.0)]}
    )
    first, second = candidates(evidence, evidence.hints[3])[:2], candidates(evidence, evidence.hints[0])[:2]
    assert [(count, nats) for count, nats, _ in first] == [(3, 0.0), (8, 4.0)]
    assert [(count, nats) for count, nats, _ in second] == [(14, 0.0), (4, 1.0)]
    assert sum(share for _, _, share in candidates(evidence, evidence.hints[0])) == pytest.approx(1)
    assert candidates(evidence, evidence.hints[2]) == []


def test_a_reading_that_was_right_shows_nothing_changed():
    found, before = settled(PUZZLE, made_evidence(PUZZLE))
    shown = explain(IMAGE, found, before)
    assert not has(shown, Ink.CHANGED)
    assert not has(shown, Ink.BAD)
    numbers = facts(found, STAGES)
    assert numbers["changes"] == numbers["tried"] == []
    assert numbers["puzzle"]["rows"][0] == [-4, 1, 0]


def test_what_was_repaired_is_framed_and_the_readings_tried_are_listed():
    found, before = settled(PUZZLE, made_evidence(PUZZLE, hidden={row(1, 0)}, seen={row(0, 0): 3}))
    assert {change.place for change in found.changes} == {row(1, 0), row(0, 0)}
    shown = explain(IMAGE, found, before)
    assert has(shown, Ink.CHANGED)
    assert not has(shown, Ink.BAD)
    changes = facts(found, STAGES)["changes"]
    assert [change["place"] for change in changes] == ["r1:1", "r2:1"]
    assert changes[1]["looked"] == "?"
    _, solutions, differences = shown.tables[0].rows[0]
    assert solutions == "unique"
    assert differences == "r1:1=?"  # changed beside a hidden one: it may be hidden, too
    assert explain(IMAGE, found).picture is not None  # without the earlier results too


def test_what_is_still_in_doubt_is_red_and_says_what_would_settle_it():
    found, before = settled(SWAP, made_evidence(SWAP, hidden={row(0, 0), row(0, 1), column(0, 0)}))
    assert found.doubts or found.outcome.status.value == "several"
    assert facts(found, STAGES)["outcome"]["status"] == found.outcome.status.value
    assert has(explain(IMAGE, found, before), Ink.BAD) == bool(found.doubts)


def test_lines_that_contradict_each_other_are_red():
    impossible = puzzle_of("1122", "1212", "1122", "1212")
    evidence = made_evidence(impossible, circled={row(0, 0): -30.0, row(0, 1): -30.0})
    found, before = settled(impossible, evidence)
    assert found.contradiction
    shown = explain(IMAGE, found, before)
    assert has(shown, Ink.BAD)
    names = ", ".join(f"{axis[0]}{line + 1}" for axis, line in found.contradiction)
    assert any(note.text.endswith(names) for note in shown.notes if note.tone == "bad")
