"""A drawn photograph is made flat where its truth says that the board's lines cross."""

import json
from dataclasses import replace

import numpy as np
import pytest
from read_boards import stated
from sweeps import sweep
from taken_photographs import HELD, bent_page, ruled_sheet

from picrosser.imaging.loading import load_image
from picrosser.imaging.perspective import Warp
from picrosser.looks.solve import solve_screenshot
from picrosser.puzzles.nonogram import Nonogram
from picrosser.reading.photograph.flat_page import LINE_TONE, flat_page

CELLS = 16, 14
BENT = replace(HELD, turn_deg=11.0, bend=0.05, shadow=0.3, blur_px=0.5, noise=2.0)


@pytest.mark.parametrize(("turns", "is_light"), [(0, False), (3, False), (1, True)])
def test_a_bent_sheet_is_found_to_a_tenth_of_a_cell(turns, is_light):
    image, true = bent_page(*CELLS, BENT, is_light=is_light)
    true = true.reshape(-1, 2)
    for _ in range(turns):
        true = np.column_stack([image.shape[1] - true[:, 1], true[:, 0]])
        image = np.rot90(image)
    sheet = ruled_sheet(np.ascontiguousarray(image))
    lines = np.subtract(sheet.last, sheet.first)
    assert sorted(lines.tolist()) == sorted(CELLS)
    assert sheet.is_askew
    assert sheet.is_light_on_dark == is_light
    rows, cols = np.meshgrid(*(np.arange(a, b + 1.0) for a, b in zip(sheet.first, sheet.last, strict=True)))
    places = sheet.fit.places(np.column_stack([rows.ravel(), cols.ravel()]))
    away = [np.hypot(*(places - place).T).min() for place in true]
    assert max(away) < 0.1 * sheet.pitch_px


def test_the_flat_page_leads_back_to_the_photograph():
    image, true = bent_page(*CELLS, BENT)
    true = true.reshape(-1, 2)
    found = ruled_sheet(image)
    flat = flat_page(image, found)
    for page in (flat, flat.turned()):
        middle = np.array(page.image.shape[:2]) / 2
        back = page.to_picture.back(page.to_picture.project(middle[None]))
        assert np.abs(back - middle).max() < 0.1
        dark = np.argwhere((page.image == LINE_TONE).all(axis=2))  # the lines that were drawn anew
        places = page.to_picture.project(dark[:: len(dark) // 50] + 0.5)
        assert len(places) >= 50
        # Lines run between crossings, so no point of them is further than half a cell from one.
        assert max(np.hypot(*(true - place).T).min() for place in places) < 0.62 * found.pitch_px


REAL = dict.fromkeys(("ap0stal_13x15", "ap0stal_18x20_tilted", "nonojure_nono5_30x30"), "OK")
REAL["nonojure_nono11_45x30"] = "SEVERAL_SOLUTIONS"


@pytest.mark.parametrize("name", sweep(REAL, quick=["ap0stal_13x15"]))
def test_real_photographs(shared, name):
    path = shared / "screenshots" / "photos" / f"{name}.jpg"
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    solved = solve_screenshot(load_image(path))
    assert solved.exit_code.name == REAL[name]
    assert isinstance(solved.puzzle, Nonogram)
    assert stated(solved.puzzle) == (truth["rows"], truth["cols"])
    assert isinstance(solved.lattice.to_picture, Warp)
    assert solved.draw().size == solved.image.shape[1::-1]


@pytest.mark.parametrize(("cell_px", "is_sheet"), [(14, True), (7, False)])
def test_what_is_as_fine_as_the_moire_of_a_screen_is_no_sheet(cell_px, is_sheet):
    image = np.full((360, 360, 3), 255, np.uint8)
    image[20:340, 20:340:cell_px] = image[20:340:cell_px, 20:340] = 90
    assert (ruled_sheet(image) is not None) is is_sheet
