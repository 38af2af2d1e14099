"""The scripts about photographs: what they draw, and that they tell what is solved that is no puzzle."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image
from sweeps import sweep

import accuracy_nonpuzzle_photographs
import accuracy_photographs
import compare_photograph_look
import draw_photographs
from drawn.photographs.nothing import KINDS, photograph_without_puzzle
from drawn.photographs.scenes import SCENES
from drawn.photographs.scenes import Photographed, random_photograph
from picrosser.pipelines import recognise
from picrosser.puzzles.katamino import BOX, Board, PlacedPiece

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


@pytest.mark.parametrize("kind", sweep(SCENES, quick=("hungry-cat", "katamino")))
def test_other_scenes_are_drawn_with_their_truth(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["draw", "--kind", kind, "--seed", "8", "--out", str(tmp_path)])
    draw_photographs.main()
    truth = json.loads((tmp_path / f"{kind}-8.json").read_text(encoding="utf-8"))
    assert (tmp_path / f"{kind}-8.jpg").exists()
    assert truth["view"]["tilt_deg"] >= 0
    assert (tmp_path / f"{kind}-8.toml").exists() is (kind == "hungry-cat")


@pytest.mark.slow
def test_what_shows_no_puzzle_is_photographed_alike_from_a_seed() -> None:
    seed = len(KINDS) - 2  # a scene that is drawn for this alone
    kind, photo = photograph_without_puzzle(seed)
    assert kind == KINDS[seed]
    assert (np.asarray(photo) == np.asarray(photograph_without_puzzle(seed)[1])).all()


def test_what_is_solved_that_is_no_puzzle_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["accuracy", "--drawn", "2", "--seed", str(len(KINDS) - 1)])
    photo = Image.new("RGB", (64, 48))
    monkeypatch.setattr(
        accuracy_nonpuzzle_photographs, "photograph_without_puzzle", lambda _: ("wall", photo)
    )
    solved = recognise.solve_screenshot(FIXTURES / "nonograms" / "drawn-confetti.png")
    monkeypatch.setattr(accuracy_nonpuzzle_photographs, "solve_screenshot", lambda *_, **__: solved)
    assert accuracy_nonpuzzle_photographs.main() == 1
    assert "SOLVED" in capsys.readouterr().out


def test_screenshots_are_the_same_without_the_look_at_photographs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shot = FIXTURES / "hungry_cat" / "drawn-5x5-white.png"
    (tmp_path / shot.name).write_bytes(shot.read_bytes())
    image = np.asarray(Image.open(shot).convert("RGB"))
    noisy = image + np.random.default_rng(3).normal(0, 9, image.shape)  # as a camera's
    Image.fromarray(noisy.clip(0, 255).astype(np.uint8)).save(tmp_path / "noisy.png")
    monkeypatch.setattr(sys, "argv", ["compare", str(tmp_path)])
    assert compare_photograph_look.main() == 0
    said = capsys.readouterr().out
    assert "1 pictures are surely no photographs" in said
    assert "of the others 1 have the same answer" in said
    answers = iter((("one", True), ("other", True), ("one", False)))
    monkeypatch.setattr(compare_photograph_look, "answer", lambda *_, **__: next(answers))
    assert compare_photograph_look.main() == 1


@pytest.fixture(scope="module")
def drawn() -> dict[int, Photographed]:
    return {seed: random_photograph(seed, "screen") for seed in (3, 4)}  # seconds each


@pytest.mark.parametrize(
    ("read", "status", "counts"),
    [("right", 0, "1 1 100 0 0"), ("doubted", 0, "1 0 0 1 0"), ("other", 1, "1 0 0 0 1")],
)
def test_photographs_are_scored_by_group(
    read: str,
    status: int,
    counts: str,
    drawn: dict[int, Photographed],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    puzzle = drawn[4 if read == "other" else 3].puzzle
    solved = SimpleNamespace(kind="nonogram", puzzle=puzzle, doubts=read == "doubted", verdict="so it is")
    monkeypatch.setattr(accuracy_photographs, "solve_screenshot", lambda *_, **__: solved)
    monkeypatch.setattr(accuracy_photographs, "random_photograph", lambda seed, _: drawn[seed])
    words = ["accuracy", "--drawn", "1", "--seed", "3", "--jobs", "1"]
    monkeypatch.setattr(sys, "argv", words)
    assert accuracy_photographs.main() == status
    said = capsys.readouterr().out
    assert said.splitlines()[1].split()[1:6] == counts.split()
    assert "tilted, degrees" in said
    assert ("so it is" in said) is (read != "right")


def test_a_known_photograph_that_is_refused_is_a_failure(
    drawn: dict[int, Photographed], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solved = SimpleNamespace(kind="nonogram", puzzle=drawn[3].puzzle, doubts=True, verdict="so it is")
    monkeypatch.setattr(accuracy_photographs, "solve_screenshot", lambda *_, **__: solved)
    monkeypatch.setattr(accuracy_photographs, "random_photograph", lambda *_: drawn[3])
    monkeypatch.setattr(accuracy_photographs, "KNOWN", {"katamino": (3,)})
    monkeypatch.setattr(sys, "argv", ["accuracy", "--known", "--kind", "katamino", "--jobs", "1"])
    assert accuracy_photographs.main() == 1
    assert "screen-3: " in capsys.readouterr().out
    solved.doubts = False
    assert accuracy_photographs.main() == 0
    monkeypatch.setattr(sys, "argv", ["accuracy", "--known"])
    with pytest.raises(SystemExit):
        accuracy_photographs.main()


def test_a_photographed_scene_is_exact_only_if_everything_in_it_was_read() -> None:
    board = Board(tuple(np.ndindex(5, 3)), (PlacedPiece(BOX[0], tuple((row, 1) for row in range(5))),))
    beside = SimpleNamespace(pieces=(BOX[3],))
    solved = SimpleNamespace(kind="katamino", reading=SimpleNamespace(board=board, rows=(beside,)))
    grid = [[0, 1, 0]] * 5
    truth = {"grid": grid, "apart": [4], "look": "part"}
    taken = SimpleNamespace(truth=truth)
    assert accuracy_photographs.is_exact(solved, taken)
    for other in ({"apart": [4, 5]}, {"grid": [[1, 0, 0]] * 5}, {"grid": [[0, 1, 0, 0]] * 5}):
        assert not accuracy_photographs.is_exact(solved, SimpleNamespace(truth=truth | other))
