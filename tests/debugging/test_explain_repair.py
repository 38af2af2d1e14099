"""The pictures and facts of what was weighed and repaired."""

from __future__ import annotations

import json

import numpy as np
import pytest
from made_evidence import column, looked, made_evidence, puzzle_of, row
from PIL import Image

from picrosser.debugging.candidates import candidates
from picrosser.debugging.explain import explain, facts
from picrosser.debugging.marks import BAD, CHANGED, HIDDEN, WEAK
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.repairing.settle import settle
from picrosser.repairing.settled import Settled

IMAGE = np.full((60, 60, 3), 240, np.uint8)
PUZZLE = puzzle_of("11112", "11122", "12122", "33332")
SWAP = puzzle_of("123", "213", "333")  # with its upper left turned it is another solution


def has(picture: Image.Image, colour: tuple[int, int, int]) -> bool:
    return bool((np.asarray(picture) == colour).all(axis=2).any())


def body(picture: Image.Image) -> Image.Image:
    """Without the heading, whose swatches have every colour."""
    return picture.crop((0, 150, picture.width, picture.height))


def settled(puzzle: HungryCat, evidence: Evidence) -> tuple[Settled, list[object]]:
    reading = looked(puzzle, evidence)
    return settle(reading.puzzle, evidence, reading.doubts), [evidence, reading]


def test_clear_evidence_has_no_alarming_colours():
    picture = body(explain(IMAGE, made_evidence(PUZZLE)))
    assert not any(has(picture, colour) for colour in (BAD, HIDDEN, WEAK))


@pytest.mark.parametrize(
    ("planted", "colour"),
    [
        ({"hidden": {row(1, 0)}}, HIDDEN),
        ({"shapes": {row(1, 0): {3: 0.0, 8: -4.0}}}, WEAK),
        ({"shapes": {row(1, 0): {3: 0.0, 8: -0.1}}}, BAD),
        ({"circled": {row(1, 0): 1.0}}, BAD),
    ],
)
def test_doubtful_evidence_is_coloured(planted, colour):
    assert has(body(explain(IMAGE, made_evidence(PUZZLE, **planted))), colour)


def test_the_facts_of_evidence_are_candidates_with_nats():
    evidence = made_evidence(PUZZLE, shapes={row(1, 0): {3: 0.0, 8: -4.0}}, hidden={column(0, 1)})
    found = facts(evidence)
    assert json.loads(json.dumps(found)) == found
    assert found["hidden"] == ["c1:2"]
    assert found["hints"]["r2:1"]["counts"][:2] == [[3, 0.0], [8, -4.0]]
    assert found["hints"]["c1:2"] == {"counts": [], "circled": 0.0}


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
    picture = explain(IMAGE, found, before)
    assert not has(picture, CHANGED)
    assert not has(picture, BAD)
    assert facts(found)["changes"] == facts(found)["tried"] == []
    assert facts(found)["rows"][0] == [-4, 1, 0]


def test_what_was_repaired_is_framed_and_the_readings_tried_are_listed():
    found, before = settled(PUZZLE, made_evidence(PUZZLE, hidden={row(1, 0)}, seen={row(0, 0): 3}))
    assert {change.place for change in found.changes} == {row(1, 0), row(0, 0)}
    assert has(body(explain(IMAGE, found, before)), CHANGED)
    assert not has(explain(IMAGE, found, before), BAD)
    told = facts(found)
    assert [change["place"] for change in told["changes"]] == ["r1:1", "r2:1"]
    assert told["changes"][1]["looked"] == "?"
    assert told["tried"][0]["status"] == "unique"
    assert "r2:1=?" in told["tried"][0]["where it differs"]
    assert explain(IMAGE, found).width > 300  # without the earlier results too


def test_what_is_still_in_doubt_is_red_and_says_what_would_settle_it():
    found, before = settled(SWAP, made_evidence(SWAP, hidden={row(0, 0), row(0, 1), column(0, 0)}))
    assert found.doubts or found.outcome.status.value == "several"
    picture = explain(IMAGE, found, before)
    assert facts(found)["status"] == found.outcome.status.value
    assert has(picture, BAD) == bool(found.doubts)


def test_lines_that_clash_are_red():
    impossible = puzzle_of("1122", "1212", "1122", "1212")
    evidence = made_evidence(impossible, circled={row(0, 0): -30.0, row(0, 1): -30.0})
    found, before = settled(impossible, evidence)
    assert found.contradiction
    assert has(body(explain(IMAGE, found, before)), BAD)
    assert facts(found)["clash"] == [f"{axis[0]}{line + 1}" for axis, line in found.contradiction]
