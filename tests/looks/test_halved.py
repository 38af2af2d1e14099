"""Large screenshots are read at half their size; what that leaves open is read as if it had not been."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from picrosser.imaging.halved import HalvedPicture
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.looks import evidence, halved
from picrosser.looks.attempt import LooksTaken
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import HintedSolved

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
CAT, LEDGER = "hungry_cat/drawn-10x10-night.png", "nonograms/drawn-ledger.png"


def picture(name: str) -> RGB:
    """A fixture with at least two million pixels."""
    image = load_image(FIXTURES / name)
    times = -((-2_000_000 // image[..., 0].size) ** 0.5)
    return image if times == 1 else np.repeat(np.repeat(image, 4, axis=0), 4, axis=1)


def read(image: RGB) -> tuple[HintedSolved, list[str], list[object]]:
    """The result, the names of the looks taken, and all stages."""
    stages: list[object] = []
    solved = solve_screenshot(image, on_stage=stages.append)
    assert solved.kind != "katamino"
    looks = next(stage for stage in stages if isinstance(stage, LooksTaken))
    return solved, [name for name, _ in looks.looks], stages


def edges(solved: HintedSolved) -> list[int]:
    return [*solved.reading.lattice.row_edges_px, *solved.reading.lattice.col_edges_px]


def places(solved: HintedSolved) -> list[tuple[float, float]]:
    """The middles of its hints, or of their digits."""
    if solved.kind == "hungry-cat":
        return [box.middle for box in solved.reading.hint_boxes]
    return [box.middle for line in solved.reading.digit_boxes for box in line]


@pytest.mark.parametrize(("name", "look"), [(CAT, "Hungry Cat board"), (LEDGER, "nonogram")])
def test_a_large_screenshot_is_read_at_half_its_size_as_it_is_in_full(
    monkeypatch: pytest.MonkeyPatch, name: str, look: str
) -> None:
    image = picture(name)
    quick, looks, _ = read(image)
    monkeypatch.setattr(evidence, "MANY_PX", np.inf)
    full, full_looks, _ = read(image)
    assert (looks, full_looks) == ([f"{look}, at half its size"], [f"{look}, as it lies"])
    assert quick.puzzle == full.puzzle
    assert quick.image is image
    np.testing.assert_allclose(edges(quick), edges(full), atol=3)
    np.testing.assert_allclose(places(quick), places(full), atol=4)


def test_small_digits_are_read_in_full() -> None:
    ledger = load_image(FIXTURES / LEDGER)
    image = np.full((1400, 1400, 3), ledger[0, 0], np.uint8)
    image[: ledger.shape[0], : ledger.shape[1]] = ledger
    _, looks, stages = read(image)
    assert looks == ["nonogram, at half its size", "nonogram, as it lies"]
    assert [stage.is_given for stage in stages if isinstance(stage, HalvedPicture)] == [False, True]


def test_small_cells_are_read_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halved, "MIN_CELL_PX", 1000.0)
    _, looks, _ = read(picture(CAT))
    assert looks == ["Hungry Cat board, at half its size", "Hungry Cat board, as it lies"]


def test_a_hint_that_the_sums_fill_in_at_half_size_is_read_in_full() -> None:
    image = picture(CAT).copy()
    solved, *_ = read(image)
    assert solved.kind == "hungry-cat"
    read_hints = zip(solved.reading.evidence.hints, solved.reading.hint_boxes, strict=True)
    number = next(box for hint, box in read_hints if hint.spellings)
    image[number.slices] = 128
    again, looks, _ = read(image)
    assert again.kind == "hungry-cat"
    assert looks[-1] == "Hungry Cat board, as it lies"
    assert again.puzzle == solved.puzzle
    assert again.changes
