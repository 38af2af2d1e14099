"""Pictures that look like another puzzle than they are: none may be answered as that one without a doubt."""

from __future__ import annotations

from pathlib import Path

import pytest

from picrosser import solve_screenshot
from picrosser.errors import ExitCode, PicrosserError

OPEN = pytest.mark.xfail(reason="what lies on the board is not explained yet", strict=True)
CUT = pytest.mark.xfail(reason="it is not noticed that the board goes on below the picture", strict=True)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("aquarium-01", marks=OPEN),
        pytest.param("battleship-adv-00", marks=OPEN),
        pytest.param("thermometers-04", marks=OPEN),
        pytest.param("snake-adv-05", marks=OPEN),
        pytest.param("ticks_sums-adv-00", marks=OPEN),
        pytest.param("nono-0064-crop_bottom", marks=CUT),
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


@pytest.mark.parametrize("name", ["hc-0005-cracks", "hc-0145-sticker_first"])
def test_a_damaged_hungry_cat_board_is_no_nonogram_of_one_of_its_colours(name: str, shared: Path) -> None:
    solved = solve_screenshot(shared / "faults" / "lookalikes" / f"{name}.png")
    assert solved.kind == "hungry-cat"
    assert solved.exit_code is ExitCode.OK
