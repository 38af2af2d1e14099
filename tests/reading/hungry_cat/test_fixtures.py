"""Screenshots with their truth beside them, also damaged as shared ones are, are read exactly."""

from pathlib import Path
from typing import Any

import pytest
from own_process import ROOT, WHITE

from picrosser.looks.solve import solve_screenshot
from scoring.cases import CROP, PLAIN, file_case
from scoring.judging import Verdict, inks_off
from scoring.results import score

REAL = Path("screenshots") / "hungry_cat"  # below the folder beside the checkout, see the fixture `shared`
REAL_NAMES = [path.stem for path in sorted((ROOT.parent / "shared" / REAL).glob("*.png"))] or ["none"]
INKS_OFF = 6  # grey levels in each channel; the truth of real screenshots is itself measured
DAMAGES = (
    "scale-0.5", "scale-0.75", "scale-0.94", "scale-1.33", "jpeg-60", "jpeg-30",
    "pad", CROP, "dim", "warm", "blur", "rgba", "palette", "noise-9",
)  # fmt: skip

# Each damage of every third picture, and each picture with every third damage; `scripts/score.py` goes
# through all.
DAMAGED = [
    pytest.param(name, damage, marks=() if damage in ("scale-0.5", "jpeg-30") else pytest.mark.slow)
    for at, name in enumerate(REAL_NAMES)
    for number, damage in enumerate(DAMAGES)
    if (at + number) % 3 == 0
]


@pytest.fixture
def real(shared: Path, request: pytest.FixtureRequest) -> Path:
    """A real screenshot."""
    if request.param == "none":
        pytest.skip(f"no real screenshots in {shared / REAL}")
    return shared / REAL / f"{request.param}.png"


def scored(path: Path, damage: str) -> Any:
    """Score a picture and return the answer; assert that it is exact."""
    answers: list[Any] = []

    def attempt(*args: Any, **options: Any) -> Any:
        answers.append(solve_screenshot(*args, **options))
        return answers[-1]

    result = score(file_case("hungry_cat", path, path.stem, damage), attempt=attempt)
    assert result.verdict is Verdict.EXACT, f"{result.verdict}: {result.words}"
    return answers[0]


def test_noise_does_not_hide_a_board():
    scored(WHITE, "noise-9")


@pytest.mark.parametrize("real", REAL_NAMES, indirect=True)
def test_real_screenshots_are_read_exactly(real):
    """Exact hints and circles, one solution equal to the stored one, and nearly exact inks."""
    truth = file_case("hungry_cat", real, real.stem).make().truth
    assert truth["colours"]
    assert inks_off(scored(real, PLAIN).puzzle, truth) <= INKS_OFF


@pytest.mark.parametrize(("real", "damage"), DAMAGED, indirect=["real"])
def test_damaged_screenshots_are_read_exactly(real, damage):
    scored(real, damage)
