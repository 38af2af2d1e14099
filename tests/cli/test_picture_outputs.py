"""Drawings as JPEG and PDF, and with symbols, of each command that draws."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from own_process import FIXTURES, PLAYED
from own_process import WHITE as SHOT
from PIL import Image

from picrosser.__main__ import main

COLOURED = FIXTURES / "nonograms" / "drawn-confetti.png"
FILE = SHOT.with_suffix(".toml")


def drawn(tmp_path: Path, name: str, *words: object) -> np.ndarray:
    place = tmp_path / name
    assert main([*map(str, words), "-q", "-o", str(place)]) == 0
    with Image.open(place) as image:
        return np.asarray(image)


@pytest.mark.parametrize(
    "words", [(SHOT,), ("check", PLAYED), ("hint", COLOURED), ("draw", FILE), ("solve", FILE)], ids=str
)
def test_each_command_that_draws_writes_jpeg(words, tmp_path, cli):
    place = tmp_path / "answer.JPEG"
    status = 8 if PLAYED in words else 0  # it has mistakes
    cli([*map(str, words), *([] if words[0] == "draw" else ["-q"]), "-o", place], status)
    with Image.open(place) as image:
        assert image.format == "JPEG"
        if words[-1] != FILE:
            with Image.open(words[-1]) as shot:
                assert image.size == shot.size


@pytest.mark.parametrize("words", [(SHOT, "-q"), ("draw", FILE)], ids=str)
def test_screenshots_and_puzzles_are_drawn_as_pdf(words, tmp_path, cli):
    cli([*words, "-o", tmp_path / "answer.pdf"])
    assert (tmp_path / "answer.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("words", [(COLOURED,), (SHOT,), ("hint", SHOT)], ids=str)
def test_symbols_are_drawn_on_request(words, tmp_path, capsys):
    plain = drawn(tmp_path, "plain.png", *words)
    marked = drawn(tmp_path, "marked.png", *words, "--symbols")
    capsys.readouterr()
    assert (plain != marked).any()


@pytest.mark.parametrize("suffix", [".png", ".gif"])
def test_symbols_of_a_puzzle_file(suffix, tmp_path, cli):
    words = ("draw", "--solve", FILE)
    assert main([*map(str, words), "-o", str(tmp_path / f"plain{suffix}")]) == 0
    cli([*map(str, words), "-o", str(tmp_path / f"marked{suffix}"), "--symbols"])
    with Image.open(tmp_path / f"plain{suffix}") as plain, Image.open(tmp_path / f"marked{suffix}") as marked:
        plain.seek(plain.n_frames - 1 if suffix == ".gif" else 0)
        marked.seek(marked.n_frames - 1 if suffix == ".gif" else 0)
        changed = np.asarray(plain.convert("RGB")) != np.asarray(marked.convert("RGB"))
    assert 0.02 < changed.any(axis=2).mean() < 0.3


def test_symbols_on_web_pages_are_shapes(tmp_path, capsys):
    mark = "<polygon"
    for suffix in (".svg", ".html"):
        place = tmp_path / f"marked{suffix}"
        assert main(["draw", "--solve", str(FILE), "-o", str(place), "--symbols"]) == 0
        assert place.read_text(encoding="utf-8").count(mark) >= 10
        assert main(["draw", "--solve", str(FILE), "-f", "-o", str(place)]) == 0
        assert mark not in place.read_text(encoding="utf-8")
    capsys.readouterr()
