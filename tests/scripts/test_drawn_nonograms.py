"""The drawn nonograms tell the truth about themselves, and their looks differ in what they promise."""

from __future__ import annotations

from itertools import groupby

import pytest

from drawn.nonograms.looks import LOOKS, look_named
from drawn.nonograms.screenshot import LEGIBLE_FROM_PX, damage_in_turn, damaged_nonogram, draw, legible_spec
from drawn.nonograms.spec import random_nonogram_spec, truth_of, truth_text
from drawn.pictures import has_one_solution

# Looks that differ in how hints are placed and painted: shrinking on long lines, in the slots of a grid, free
# on the page, in alternating colours without spaces, dotted digits, coloured squares, a deep header.
NAMES = ("paper", "ledger", "tiles", "ticker", "cartridge", "confetti", "timetable")
KINDS_OF_LOOKS = pytest.mark.parametrize("look", [*map(look_named, NAMES)], ids=NAMES)


def runs_of(cells: str) -> list[tuple[str, int]]:
    return [(cell, len(list(group))) for cell, group in groupby(cells) if cell != "."]


@KINDS_OF_LOOKS
def test_the_hints_are_those_of_the_only_solution(look):
    spec = legible_spec(look, 2)
    truth = truth_of(spec)
    solution = truth["solution"]
    palette = {tuple(ink): letter for letter, ink in truth.get("palette", {}).items()}
    for stated, lines in (
        (truth["rows"], solution),
        (truth["cols"], map("".join, zip(*solution, strict=True))),
    ):
        for hints, line in zip(stated, lines, strict=True):
            if hints is None:  # its numbers have vanished, since it is done
                assert look.name == "tiles"
            else:
                read = [(palette[tuple(h["colour"])], h["n"]) if palette else ("#", h) for h in hints]
                assert read == runs_of(line)
    assert truth["size"] == [len(solution[0]), len(solution)]
    assert has_one_solution(spec.shown)


def test_a_seed_is_one_picture_whose_damages_leave_it_legible():
    look = LOOKS[0]
    drawn = draw(legible_spec(look, 5))
    assert drawn.image.tobytes() == draw(legible_spec(look, 5)).image.tobytes()
    assert truth_text(random_nonogram_spec(look, 5)) != truth_text(random_nonogram_spec(look, 6))
    cut, box = damaged_nonogram(drawn, "crop"), drawn.board_with_hints
    assert box.width <= cut.width <= drawn.image.width
    assert box.height <= cut.height < drawn.image.height
    small = {damage_in_turn(seed, "paper", 7.0) for seed in range(20)}
    assert small == {name for name, least in LEGIBLE_FROM_PX.items() if least <= 7}
    assert {damage_in_turn(seed, "paper", 30.0) for seed in range(20)} == set(LEGIBLE_FROM_PX)
