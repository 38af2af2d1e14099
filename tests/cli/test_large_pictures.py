"""Pictures so large that they are read at half their size: what is reported is about the file's pixels."""

from __future__ import annotations

import json

import numpy as np
from own_process import WHITE as SHOT
from PIL import Image

from picrosser.__main__ import main
from picrosser.answers.facts import in_file_pixels
from picrosser.imaging import loading


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
    scaled = in_file_pixels({"lattice": lattice, "other_boards_px": [[1, 2, 3, 4]], "puzzle": None}, 3)
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
