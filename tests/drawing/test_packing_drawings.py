"""Packings as images, SVG, HTML, and in notebooks."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
from PIL import Image

from picrosser.drawing.animation import animation_bytes
from picrosser.drawing.notebook import show
from picrosser.drawing.packing import packing_frames, packing_image
from picrosser.drawing.packing_page import blank_board, packing_page, packing_svg, packing_table
from picrosser.drawing.sheet import CHECKER
from picrosser.drawing.svg import web
from picrosser.formats.packings import parse_letters
from picrosser.puzzles.picture import Picture

FILE = parse_letters("aaVVV\na.V..\nbbV..\n")
PUZZLE, PACKED = FILE.puzzle, FILE.solution
HALF = Picture(np.where(PACKED.cells == 3, -1, PACKED.cells).astype(np.int8), PACKED.palette)


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.cells: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "td":
            self.cells.append({key: value or "" for key, value in attrs})


def test_an_image_has_borders_between_pieces_only():
    image = np.asarray(packing_image(HALF, cell_px=24))
    assert tuple(image[12, 24]) == PACKED.palette[1]  # within piece a
    assert tuple(image[12, 48]) == (40, 40, 40)  # between a and V
    assert tuple(image[36, 36]) == (255, 255, 255)  # a hole
    opened = {tuple(tone) for tone in image[52:70, 4:44].reshape(-1, 3)}
    assert opened == set(CHECKER)


def test_svg_has_one_area_for_each_piece():
    root = ElementTree.fromstring(packing_svg(PUZZLE, PACKED, cell_px=40))
    name = "{http://www.w3.org/2000/svg}"
    areas = [path for path in root.iter(f"{name}path") if path.find(f"{name}title") is not None]
    assert [path.get("d").count("M") for path in areas] == [3, 5, 2]
    assert [path.get("fill") for path in areas] == [web(tone) for tone in PACKED.palette[1:]]
    assert [text.text for text in root.iter(f"{name}text")] == ["a", "5", "b"]
    assert areas[1].find(f"{name}title").text == "piece 5 (V, light blue)"
    assert root.get("width") == "208"
    half = packing_svg(PUZZLE, HALF)
    assert half.count("url(#open)") == 1
    assert packing_svg(PUZZLE).count("<title>") == 0


def test_an_html_table_has_the_cells():
    parser = Cells()
    parser.feed(packing_table(PUZZLE, HALF))
    styles = [cell["style"] for cell in parser.cells]
    assert len(styles) == 15
    titles = [cell.get("title") for cell in parser.cells[:3]]
    assert titles == ["piece ##/#.", "piece ##/#.", "piece 5 (V, light blue)"]
    assert web(PACKED.palette[2]) in styles[2]
    assert "border-right:none" in styles[0]
    assert "border-right:2px" in styles[1]
    assert "conic-gradient" in styles[10]
    assert not re.search(r"border-\w+:2px", styles[14])  # beside other holes, at the edge of the board
    page = packing_page(PUZZLE, PACKED, title="Pieces & board")
    assert "<h1>Pieces &amp; board</h1>" in page


def test_an_animation_ends_with_the_packing():
    frames = packing_frames([blank_board(PUZZLE), HALF, PACKED], cell_px=20)
    with Image.open(io.BytesIO(animation_bytes(frames, ".gif"))) as image:
        assert image.n_frames == 3
        image.seek(2)
        assert image.convert("RGB").tobytes() == packing_image(PACKED, cell_px=20).tobytes()


def test_notebooks_show_a_packing():
    shown = show(PUZZLE, PACKED)
    assert shown._repr_html_() == packing_table(PUZZLE, PACKED)
    with Image.open(io.BytesIO(show(PUZZLE)._repr_png_())) as image:
        assert image.tobytes() == packing_image(blank_board(PUZZLE)).tobytes()
