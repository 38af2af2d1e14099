"""Screenshots with their truth beside them: adding a pair of files adds a test and no code."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from measuring.score import Score, Verdict, score_image
from measuring.shots import CROP, PLAIN, FileSource, Shot, as_rgb, damaged

ROOT = Path(__file__).resolve().parents[3]
# The README's first command leaves an answer, NAME-solved.png, beside the fixture that it solves.
DRAWN = [
    path
    for path in sorted((ROOT / "fixtures" / "hungry_cat").glob("*.png"))
    if not path.stem.endswith("-solved")
]
REAL = Path("screenshots") / "hungry_cat"  # below the folder beside the checkout, see the fixture `shared`
REAL_NAMES = [path.stem for path in sorted((ROOT.parent / "shared" / REAL).glob("*.png"))] or ["none"]
INKS_OFF = 6  # grey levels in each channel; the truth of real screenshots is itself measured
DAMAGES = (
    "scale-0.5", "scale-0.75", "scale-0.94", "scale-1.33", "jpeg-60", "jpeg-30",
    "pad", CROP, "dim", "warm", "blur", "rgba", "palette", "noise-9",
)  # fmt: skip

# Each damage of every third picture, and each picture with every third damage, which `score_screenshots.py`
# goes through for all.
DAMAGED = [
    pytest.param(
        name, damage, marks=() if damage in ("scale-0.5", "jpeg-30", "noise-9") else pytest.mark.slow
    )
    for at, name in enumerate(REAL_NAMES)
    for number, damage in enumerate(DAMAGES)
    if (at + number) % 3 == 0
]

KNOWN_REFUSALS: set[tuple[str, str]] = set()
"""(picture, damage) that are refused now, "plain" for no damage. Once one is read exactly, it must leave."""

OFF_COLOURS: set[str] = set()
"""Pictures with an ink that is off by more than `INKS_OFF`. Once its inks are right, a picture must leave."""


@pytest.fixture
def real(shared: Path, request: pytest.FixtureRequest) -> Shot:
    """A real screenshot with its truth."""
    if request.param == "none":
        pytest.skip(f"no real screenshots in {shared / REAL}")
    return _shot(shared / REAL / f"{request.param}.png")


@lru_cache(maxsize=1)  # all damages of one picture follow each other
def _shot(path: Path) -> Shot:
    return FileSource(path).shot()


def scored(shot: Shot, damage: str) -> Score:
    """Score a picture; assert that it is exact, or refused as expected: never wrong, never a crash."""
    image = damaged(shot, damage)
    assert image is not None, "it cannot be cropped: its board was not found"
    result = score_image(as_rgb(image), shot.truth, shot.name, damage)
    assert result.verdict is not Verdict.WRONG, f"silently wrong: {result.line}"
    assert not result.line.startswith("crash"), result.line
    expected = Verdict.REFUSED if (shot.name, damage) in KNOWN_REFUSALS else Verdict.EXACT
    assert result.verdict is expected, f"the list KNOWN_REFUSALS is out of date: {result.line}"
    return result


def agrees(shot: Shot) -> None:
    """Assert exact hints and circles, one solution equal to the stored one, and nearly exact inks."""
    result = scored(shot, PLAIN)
    if result.verdict is Verdict.EXACT:
        assert shot.truth.knows_colours
        assert result.palette_error is not None
        off = max(result.palette_error) > INKS_OFF
        assert off == (shot.name in OFF_COLOURS), f"the inks are off by {result.palette_error}"


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: path.stem)
def test_drawn_screenshots_are_read_exactly(path):
    agrees(_shot(path))


@pytest.mark.parametrize("name", ["drawn-10x10-night", "drawn-5x10-mint"])
def test_noise_does_not_hide_a_board(name):
    scored(_shot(next(path for path in DRAWN if path.stem == name)), "noise-9")


@pytest.mark.parametrize("real", REAL_NAMES, indirect=True)
def test_real_screenshots_are_read_exactly(real):
    agrees(real)


@pytest.mark.parametrize(("real", "damage"), DAMAGED, indirect=["real"])
def test_damaged_screenshots_are_exact_or_refused(real, damage):
    scored(real, damage)


def test_the_lists_name_what_exists(shared):
    names = {path.stem for path in (*DRAWN, *(shared / REAL).glob("*.png"))}
    assert {name for name, _ in KNOWN_REFUSALS} | OFF_COLOURS <= names
    assert {damage for _, damage in KNOWN_REFUSALS} <= {PLAIN, *DAMAGES}
