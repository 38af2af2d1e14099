"""All families end in the same contract, and `--json` gives their doubts in the same form."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from picrosser.__main__ import main
from picrosser.errors import ExitCode
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import Lattice
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import Solved
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.nonogram import Nonogram

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


FAMILIES = pytest.mark.parametrize(
    ("name", "kind", "puzzle"),
    [
        ("hungry_cat/drawn-5x5-white.png", "hungry-cat", HungryCat),
        ("nonograms/drawn-tiles.png", "nonogram", Nonogram),
        pytest.param("katamino/drawn-part-filled.png", "katamino", Katamino, marks=pytest.mark.slow),
    ],
)


@FAMILIES
def test_every_family_meets_the_contract(name, kind, puzzle):
    image = load_image(FIXTURES / name)
    solved: Solved = solve_screenshot(image)
    assert solved.kind == kind
    assert solved.image is image
    assert isinstance(solved.lattice, Lattice)
    assert isinstance(solved.puzzle, puzzle)
    assert solved.doubts == ()
    assert solved.outcome is not None
    assert solved.exit_code is ExitCode.OK
    assert " s" in solved.verdict
    assert isinstance(solved.seconds, Mapping)
    assert all(seconds >= 0 for seconds in solved.seconds.values())


def test_a_card_of_several_problems_has_no_single_puzzle():
    solved = solve_screenshot(load_image(FIXTURES / "katamino" / "drawn-card.png"), kind="katamino")
    assert solved.kind == "katamino"
    assert (solved.puzzle, solved.outcome, solved.lattice) == (None, None, None)
    assert len(solved.problems) > 1


def covered(name: str, image: np.ndarray, lattice: Lattice) -> np.ndarray:
    """The picture with a finger on its hints, without one of its hints, or with a torn piece."""
    rows, cols, pitch = lattice.row_edges_px, lattice.col_edges_px, round(lattice.pitch_px)
    covered = image.copy()
    if name.startswith("hungry_cat"):
        for rows_hidden, cols_hidden in (
            (slice(rows[0] + 6, rows[2] - 6), slice(cols[0] - 2 * pitch, cols[0] - 6)),
            (slice(rows[0] - 2 * pitch, rows[0] - 6), slice(cols[0] + 6, cols[2] - 6)),
        ):
            covered[rows_hidden, cols_hidden] = (200, 160, 140)
    elif name.startswith("nonograms"):
        covered[rows[0] - pitch : rows[0] - 4, cols[0] + 4 : cols[1] - 4] = image[
            rows[0] - pitch + 4, cols[0] + 6
        ]
    else:
        covered[rows[1] : rows[1] + pitch // 2, cols[0] : cols[-1]] = image[3, 3]
    return covered


@FAMILIES
def test_doubts_have_one_form_in_json(name, kind, puzzle, tmp_path, capsys):
    image = load_image(FIXTURES / name)
    solved = solve_screenshot(image, kind=kind)
    assert isinstance(solved.puzzle, puzzle)
    shot = tmp_path / "shot.png"
    Image.fromarray(covered(name, image, solved.lattice)).save(shot)
    assert main(["--json", "--kind", kind, str(shot)]) == ExitCode.DOUBTFUL
    doubts = json.loads(capsys.readouterr().out)["doubts"]
    assert doubts
    for doubt in doubts:
        assert list(doubt) == ["axis", "line", "slot", "read", "alternatives", "why"]
        assert doubt["axis"] in ("row", "column", None)
        assert (doubt["axis"] is None) == (doubt["line"] is None)
        assert doubt["why"]
