"""Drawings as JPEG and PDF, and with symbols, of each command that draws."""

import json
from pathlib import Path

import numpy as np
import pytest
from own_process import FIXTURES, PLAYED
from own_process import WHITE as SHOT
from PIL import Image

from picrosser.__main__ import main
from picrosser.answers.facts import in_file_pixels
from picrosser.imaging import loading

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
def test_each_command_that_draws_writes_pdf_and_jpeg(words, tmp_path, cli):
    status = 8 if PLAYED in words else 0  # it has mistakes
    for place in (tmp_path / "answer.pdf", tmp_path / "answer.JPEG"):
        cli([*words, *([] if words[0] == "draw" else ["-q"]), "-o", place], status)
    assert (tmp_path / "answer.pdf").read_bytes().startswith(b"%PDF-")
    with Image.open(place) as image:
        assert image.format == "JPEG"
        if words[-1] != FILE:
            with Image.open(words[-1]) as shot:
                assert image.size == shot.size


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


# ---- Pictures so large that they are read at half their size: what is reported is about the file's pixels


def facts(capsys, *args: str) -> dict:
    assert main([*args, "--json", "--force"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_a_large_screenshot_is_solved_and_its_board_lies_where_the_file_shows_it(
    tmp_path, monkeypatch, capsys, cli
):
    large = tmp_path / "large.png"
    with Image.open(SHOT) as image:
        size = image.size
        image.resize((2 * image.width, 2 * image.height), Image.Resampling.NEAREST).save(large)
    small = facts(capsys, str(SHOT), "-o", str(tmp_path / "small-solved.png"))
    monkeypatch.setattr(loading, "MAX_READ_PIXELS", size[0] * size[1])
    found = facts(capsys, str(large))
    assert found["solution"] == small["solution"]
    for edges in ("row_edges_px", "col_edges_px"):
        assert found["lattice"][edges] == [2 * edge for edge in small["lattice"][edges]]
    with Image.open(tmp_path / "large-solved.png") as drawn:
        assert drawn.size == size
    assert cli([large, "--force"]).err.endswith(
        f" s, read and drawn at 1/2 of its size → {tmp_path / 'large-solved.png'}\n"
    )


def test_a_refusal_of_a_large_picture_names_the_size_of_its_file(tmp_path, monkeypatch, cli):
    monkeypatch.setattr(loading, "MAX_READ_PIXELS", 300 * 400)
    blank = tmp_path / "blank.png"
    Image.new("RGB", (601, 801), "white").save(blank)
    cli([blank], 4, "(601 x 801 pixels, read at 1/3 of its size); ")


def test_places_in_a_reduced_picture_become_places_in_its_file():
    homography = ((1.0, 0.01, 3.0), (-0.01, 1.0, 5.0), (1e-5, 0.0, 1.0))
    lattice = {
        "row_edges_px": [0, 10, 20], "col_edges_px": [5, 15], "to_picture": homography,
        "board_px": [3, 10, 23, 20],
    }  # fmt: skip
    hints = [{"box_px": [1, 2, 3, 4], "number": 7}]
    facts = {"lattice": lattice, "other_boards_px": [[1, 2, 3, 4]], "hints": hints, "puzzle": None}
    scaled = in_file_pixels(facts, 3)
    assert scaled["hints"] == [{"box_px": [3, 6, 9, 12], "number": 7}]
    assert scaled["other_boards_px"] == [[3, 6, 9, 12]]
    assert scaled["puzzle"] is None
    assert scaled["lattice"]["board_px"] == [9, 30, 69, 60]
    assert scaled["lattice"]["row_edges_px"] == [0, 10, 20]  # those of the picture that was turned upright
    corner = np.array((20, 15, 1))
    row, col, scale = np.array(homography) @ corner
    to_file = np.array(scaled["lattice"]["to_picture"]) @ corner
    assert np.allclose(to_file[:2] / to_file[2], (3 * row / scale, 3 * col / scale))
    assert in_file_pixels({"lattice": None, "other_boards_px": []}, 2) == {
        "lattice": None,
        "other_boards_px": [],
    }
