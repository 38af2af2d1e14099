"""Pictures that look like another puzzle than they are: none may be answered as that one without a doubt."""

from __future__ import annotations

from pathlib import Path

import pytest

from picrosser import solve_screenshot
from picrosser.errors import ExitCode, PicrosserError


@pytest.mark.parametrize(
    "name",
    [
        "aquarium-01",
        "battleship-adv-00",
        "thermometers-04",
        "snake-adv-05",
        "ticks_sums-adv-00",
        "nono-0064-crop_bottom",
        "numbered-06",
    ],
)
def test_another_puzzle_is_not_answered(name: str, shared: Path) -> None:
    picture = shared / "faults" / "lookalikes" / f"{name}.png"
    try:
        exit_code = solve_screenshot(picture).exit_code
    except PicrosserError as refusal:
        exit_code = refusal.exit_code
    assert exit_code in (ExitCode.NO_PUZZLE, ExitCode.DOUBTFUL)


def test_numbers_on_all_sides_that_say_more_than_runs_are_another_puzzle(shared: Path) -> None:
    solved = solve_screenshot(shared / "screenshots" / "unseen3" / "refuse_grayscale_rules.png")
    assert solved.exit_code is ExitCode.DOUBTFUL


@pytest.mark.parametrize("name", ["hc-0005-cracks", "hc-0145-sticker_first"])
def test_a_damaged_hungry_cat_board_is_no_nonogram_of_one_of_its_colours(name: str, shared: Path) -> None:
    solved = solve_screenshot(shared / "faults" / "lookalikes" / f"{name}.png")
    assert solved.kind == "hungry-cat"
    assert solved.exit_code is ExitCode.OK
