"""The forms of what commands write, drawings with symbols, and drawings of pictures that were reduced."""

import json

import numpy as np
import pytest
from own_process import FIXTURES, PLAYED
from own_process import WHITE as SHOT
from PIL import Image

from picrosser.answers.facts import in_file_pixels
from picrosser.errors import ExitCode
from picrosser.imaging import loading

COLOURED = FIXTURES / "nonograms" / "drawn-confetti.png"
FILE = SHOT.with_suffix(".toml")

DRAW = ("draw", "--solve", FILE)
BEGINS = {
    ".png": b"\x89PNG", ".apng": b"\x89PNG", ".gif": b"GIF89a", ".svg": b"<svg", ".html": b"<!DOCTYPE",
    ".webp": b"RIFF", ".pdf": b"%PDF-", ".JPEG": b"\xff\xd8", ".txt": b"  ", ".toml": b"nrows",
}  # fmt: skip
FORMS = {
    DRAW: ".png .apng .gif .svg .html .txt .pdf .JPEG",
    ("solve", "-q", FILE): ".png .apng .gif .svg .html .txt .pdf .JPEG .toml",
    ("-q", SHOT): ".svg .html .webp .gif .toml .pdf .JPEG",
    ("check", "-q", PLAYED): ".pdf .JPEG",
    ("hint", "-q", COLOURED): ".pdf .JPEG",
}


@pytest.mark.parametrize(
    ("words", "suffix"), [(words, suffix) for words in FORMS for suffix in FORMS[words].split()], ids=str
)
def test_an_output_has_the_form_that_its_suffix_says(words, suffix, tmp_path, cli):
    place = tmp_path / f"answer{suffix}"
    cli([*words, "-o", place], ExitCode.MISTAKES if PLAYED in words else ExitCode.OK)
    data = place.read_bytes()
    assert data.startswith(BEGINS[suffix])
    if suffix in (".gif", ".apng"):
        with Image.open(place) as image:
            assert image.n_frames > 1
    if suffix == ".JPEG" and words[-1] != FILE:
        with Image.open(place) as image, Image.open(words[-1]) as shot:
            assert image.size == shot.size
    if words[-1] == FILE:
        cli([*words, "-o", place], ExitCode.USAGE)
        assert place.read_bytes() == data


@pytest.mark.parametrize(
    ("words", "suffix"),
    [((COLOURED,), ".png"), ((SHOT,), ".png"), (("hint", SHOT), ".png"), (DRAW, ".png"), (DRAW, ".gif")],
    ids=str,
)
def test_symbols_are_drawn_on_request(words, suffix, tmp_path, cli):
    drawn = []
    for name, more in (("plain", ()), ("marked", ("--symbols",))):
        cli([*words, "-o", tmp_path / f"{name}{suffix}", *more])
        with Image.open(tmp_path / f"{name}{suffix}") as image:
            image.seek(image.n_frames - 1 if suffix == ".gif" else 0)
            drawn.append(np.asarray(image.convert("RGB")))
    assert 0 < (drawn[0] != drawn[1]).any(axis=2).mean() < 0.3


def test_symbols_on_web_pages_are_shapes(tmp_path, cli):
    mark = "<polygon"
    for suffix in (".svg", ".html"):
        place = tmp_path / f"marked{suffix}"
        cli([*DRAW, "-o", place, "--symbols"])
        assert place.read_text(encoding="utf-8").count(mark) >= 10
        cli([*DRAW, "-f", "-o", place])
        assert mark not in place.read_text(encoding="utf-8")


# ---- Pictures so large that they are read at half their size: what is reported is about the file's pixels


def facts(cli, *args: object) -> dict:
    out, err = cli([*args, "--json", "--force"])
    assert err == ""
    return json.loads(out)


def test_a_large_screenshot_is_solved_and_its_board_lies_where_the_file_shows_it(tmp_path, monkeypatch, cli):
    large = tmp_path / "large.png"
    with Image.open(SHOT) as image:
        size = image.size
        image.resize((2 * image.width, 2 * image.height), Image.Resampling.NEAREST).save(large)
    small = facts(cli, SHOT, "-o", tmp_path / "small-solved.png")
    monkeypatch.setattr(loading, "MAX_READ_PIXELS", size[0] * size[1])
    found = facts(cli, large)
    assert found["solution"] == small["solution"]
    for edges in ("row_edges_px", "col_edges_px"):
        assert found["lattice"][edges] == [2 * edge for edge in small["lattice"][edges]]
    with Image.open(tmp_path / "large-solved.png") as drawn:
        assert drawn.size == size
    place = tmp_path / "large-solved.png"
    cli([large, "--force"], says=f" s, read and drawn at 1/2 of its size → {place}\n")


def test_a_refusal_of_a_large_picture_names_the_size_of_its_file(tmp_path, monkeypatch, cli):
    monkeypatch.setattr(loading, "MAX_READ_PIXELS", 300 * 400)
    blank = tmp_path / "blank.png"
    Image.new("RGB", (601, 801), "white").save(blank)
    cli([blank], 4, "(601 x 801 pixels, read at 1/3 of its size); ")


def test_places_in_a_reduced_picture_become_places_in_its_file():
    homography = ((1.0, 0.01, 3.0), (-0.01, 1.0, 5.0), (1e-5, 0.0, 1.0))
    lattice = {"row_edges_px": [0, 10], "to_picture": homography, "board_px": [3, 10, 23, 20]}
    hints = [{"box_px": [1, 2, 3, 4], "number": 7}]
    facts = {"lattice": lattice, "other_boards_px": [[1, 2, 3, 4]], "hints": hints, "puzzle": None}
    scaled = in_file_pixels(facts, 3)
    found = scaled["lattice"]
    assert scaled["hints"] == [{"box_px": [3, 6, 9, 12], "number": 7}]
    assert (scaled["other_boards_px"], scaled["puzzle"]) == ([[3, 6, 9, 12]], None)
    assert found["board_px"] == [9, 30, 69, 60]
    assert found["row_edges_px"] == [0, 10]  # those of the picture that was turned upright
    row, col, scale = np.array(homography) @ (20, 15, 1)
    to_file = np.array(found["to_picture"]) @ (20, 15, 1)
    assert np.allclose(to_file[:2] / to_file[2], (3 * row / scale, 3 * col / scale))
    nothing = {"lattice": None, "other_boards_px": []}
    assert in_file_pixels(nothing, 2) == nothing
