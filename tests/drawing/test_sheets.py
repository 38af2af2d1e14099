import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image, ImageSequence

from picrosser.drawing import notebook, terminal
from picrosser.drawing.animation import animation_bytes, board_frames, board_states, shot_frames
from picrosser.drawing.notebook import show
from picrosser.drawing.puzzle_parts import CHECKER, hint_marks
from picrosser.drawing.sheet import board_place, sheet
from picrosser.drawing.svg import html_page, svg
from picrosser.drawing.terminal import Depth, terminal_sheet
from picrosser.errors import OutputRefusedError
from picrosser.formats import hungry_cat_letters
from picrosser.imaging.pixels import Lattice
from picrosser.puzzles import displayed
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import Picture

CAT = hungry_cat_letters.parse("colours: R:red B:blue\ncolumns: r2B1 R2b2 R?B1\nrows: r3 b2 R2B1\n").puzzle
HALF = Picture([[1, 1, 1], [0, 2, -1], [1, 2, 1]], CAT.palette)
BLACK = Nonogram(((Run(2),), (Run(1), Run(12)), None), ((), (Run(1),)) + ((Run(1),),) * 12)
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    return image.convert("RGB").getpixel((x, y))


def test_a_drawing_that_would_take_too_much_memory_is_refused():
    puzzle = Nonogram(((Run(1),),) * 600, ((Run(1),),) * 900)
    says = "21628 x 14428 pixels is too large; choose a smaller --cell"
    with pytest.raises(OutputRefusedError, match=says):
        sheet(puzzle, cell_px=24)


def test_hint_marks_of_both_families():
    rows, cols = hint_marks(CAT)
    first = [(mark.text, mark.colour, mark.circled) for mark in rows[0]]
    assert first == [("3", RED, True), ("", BLUE, False)]
    assert [mark.text for mark in cols[2]] == ["?", "1"]
    rows, cols = hint_marks(BLACK)
    assert [[mark.text for mark in line] for line in rows] == [["", "2"], ["1", "12"], ["", "?"]]
    assert [mark.text for mark in cols[0]] == ["0"]  # one mark for each, since none needs more


@pytest.mark.parametrize("cell_px", [12, 13, 24, 61])
def test_a_sheet_has_hints_and_cells_in_their_places(cell_px: int):
    image = sheet(CAT, HALF, cell_px=cell_px)
    left, top = board_place(CAT, cell_px)
    assert image.size == (left + 3 * cell_px + 2, top + 3 * cell_px + 2)

    def cell(row: int, col: int) -> tuple[int, ...]:
        return pixel(image, left + col * cell_px + cell_px // 2, top + row * cell_px + cell_px // 2)

    assert [cell(0, 0), cell(1, 0), cell(1, 1)] == [RED, WHITE, BLUE]
    corner = (left + 2 * cell_px + 2, top + cell_px + 2, left + 3 * cell_px, top + 2 * cell_px)
    open_cell = np.asarray(image.crop(corner)).reshape(-1, 3)
    tones, counts = np.unique(open_cell, axis=0, return_counts=True)
    assert sorted(map(tuple, tones.tolist())) == sorted(CHECKER)
    assert 0.3 < counts[0] / counts.sum() < 0.7
    # A tile in the hint's colour, the digit on it in another one; nothing where the count is 0.
    tile = np.asarray(image.crop((0, top, cell_px, top + cell_px))).reshape(-1, 3).tolist()
    assert RED in map(tuple, tile)
    assert len({tuple(tone) for tone in tile}) > 2
    empty = np.asarray(image.crop((cell_px, top, 2 * cell_px, top + cell_px)))
    assert (empty == 255).all()


def test_thick_lines_every_five_cells():
    image = np.asarray(sheet(BLACK, cell_px=10, hints=False))[5, :, 0]
    assert image.shape == (14 * 10 + 2,)
    thick = [col for col in range(15) if image[col * 10] < 100]
    assert thick == [0, 5, 10, 14]
    assert [image[col * 10] for col in (1, 2, 12)] == [150] * 3


def test_cells_that_are_too_small_and_other_shapes_are_refused():
    assert sheet(CAT, HALF, cell_px=2, hints=False).size == (7, 7)
    for bad in (lambda: sheet(CAT, cell_px=11), lambda: sheet(CAT, cell_px=1, hints=False)):
        with pytest.raises(ValueError, match="cell_px"):
            bad()
    for draw in (sheet, svg, terminal_sheet):
        with pytest.raises(ValueError, match=r"shape|cells"):
            draw(BLACK, HALF)


def test_svg_has_all_hints_circles_and_undecided_cells():
    root = ElementTree.fromstring(svg(CAT, HALF))
    space = "{http://www.w3.org/2000/svg}"
    every = [mark for marks in hint_marks(CAT) for line in marks for mark in line]
    texts = [text.text for text in root.iter(f"{space}text")]
    assert texts == [mark.text for mark in every if mark.text]
    assert len(list(root.iter(f"{space}circle"))) == sum(mark.circled for mark in every) == 4
    fills = [rect.get("fill") for rect in root.iter(f"{space}rect")]
    assert fills.count("url(#open)") == 1
    assert not list(ElementTree.fromstring(svg(CAT, HALF, hints=False)).iter(f"{space}text"))


def test_an_html_page_holds_the_drawing_and_escapes_its_title():
    page = html_page(svg(CAT, HALF), "<b>&")
    assert svg(CAT, HALF) in page
    assert page.count("&lt;b&gt;&amp;") == 2
    assert "<b>" not in page


def test_values_draw_themselves_once_somebody_has_said_who_draws(monkeypatch):
    monkeypatch.setattr(displayed, "_load", None)
    assert (CAT._repr_html_(), CAT._repr_png_()) == (None, None)
    displayed.draw_with(lambda: notebook)
    assert (CAT._repr_html_(), show(CAT, HALF)._repr_html_()) == (svg(CAT), svg(CAT, HALF))
    assert HALF._repr_html_().startswith("<img")
    assert Image.open(io.BytesIO(HALF._repr_png_())).size == (74, 74)


def test_a_terminal_shows_the_hints_beside_the_board():
    assert terminal_sheet(CAT, HALF, Depth.TEXT).split("\n") == [
        "          (2)   2   ?",
        "            1 (2)   1",
        " (3)        1   1   1",
        "     (2)    .   2   ?",
        "   2   1    1   2   1",
    ]
    coloured = terminal_sheet(CAT, HALF, Depth.TRUE)
    visible = re.sub(r"\x1b\[[\d;]*m", "", coloured).split("\n")
    assert len(visible) == 5
    assert visible[0].split() == ["2", "2", "?"]
    assert "48;2;255;0;0m" in coloured
    assert terminal_sheet(CAT, HALF, Depth.TEXT, hints=False) == "111\n.2?\n121"


# ---- animation

STEPS = [[((0, 0), 1), ((0, 1), 1)], [((0, 0), 1)], [], [((0, 2), 1), ((1, 0), 0)]]


def frames_of(data: bytes) -> tuple[list[Image.Image], list[int]]:
    file = Image.open(io.BytesIO(data))
    assert file.info.get("loop") == 0
    shown = [(frame.convert("RGB"), int(frame.info["duration"])) for frame in ImageSequence.Iterator(file)]
    return [frame for frame, _ in shown], [time for _, time in shown]


def test_the_board_after_each_step_or_cell():
    found = [picture.lines() for picture in board_states(CAT, STEPS)]
    assert found == [("???", "???", "???"), ("11?", "???", "???"), ("111", "0??", "???")]
    assert len(board_states(CAT, STEPS, per_cell=True)) == 5
    given = Nonogram(((Run(1),),), ((Run(1),), ()), given=((1, -1),))
    assert board_states(given, [])[0].lines() == ("1?",)


@pytest.mark.parametrize("suffix", [".gif", ".apng"])
@pytest.mark.parametrize("hints", [True, False])
def test_each_frame_is_the_sheet_of_its_state(suffix: str, hints: bool):
    pictures = board_states(CAT, STEPS)
    data = animation_bytes(board_frames(CAT, pictures, cell_px=16, hints=hints), suffix)
    frames, times = frames_of(data)
    assert len(frames) == 3
    assert times[-1] >= 3000
    assert max(times[:-1]) <= 400
    for frame, picture in zip(frames, pictures, strict=True):
        expected = np.asarray(sheet(CAT, picture, cell_px=16, hints=hints)).astype(int)
        assert np.abs(np.asarray(frame).astype(int) - expected).max() <= 8  # they have 256 tones


def test_an_animation_over_the_screenshot():
    shot = np.full((300, 960, 3), 200, np.uint8)
    lattice = Lattice((0, 100, 200, 300), (330, 430, 530, 630))
    frames, _ = frames_of(animation_bytes(shot_frames(shot, lattice, board_states(CAT, STEPS)), ".gif"))
    assert [frame.size for frame in frames] == [(480, 150)] * 3
    assert pixel(frames[0], 190, 25) == pixel(frames[0], 5, 5)
    assert pixel(frames[-1], 190, 25)[0] > 240
    assert pixel(frames[-1], 190, 75) == pixel(frames[0], 5, 5)  # blank: as it was


# ---- palette


def test_the_palette_goes_from_light_to_dark_hue_by_hue():
    colours = {"black": (0, 0, 0), "white": WHITE, "red": RED, "pink": (255, 192, 203), "blue": BLUE}
    colours["navy"] = (0, 0, 128)
    names = [name for name, _ in terminal.by_hue_and_lightness(colours)]
    assert names == ["white", "black", "pink", "red", "blue", "navy"]
    assert terminal.palette_text(colours, Depth.TEXT).splitlines()[3].split() == ["red", "#ff0000"]
    image = terminal.palette_image(colours)
    assert pixel(image, 205, 15) == WHITE
    assert pixel(image, 205, 45) == (0, 0, 0)
