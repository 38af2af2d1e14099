"""Which boards of a picture are read as a nonogram, and what the paint on them tells."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from drawn_nonogram import HEART, TEN_BY_TWELVE, Look, drawn_board, open_board, runs_of
from made_nonograms import nonogram_of
from own_process import WHITE
from PIL import Image, ImageDraw, ImageFont
from read_boards import first_reading, stated
from strokes import strokes

from picrosser.errors import ExitCode, GridNotFoundError, HintsUnreadableError, PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.nonogram import BoardRead, NonogramOptions, solve_nonogram
from picrosser.pipelines.nonogram_enlarged import ENLARGED
from picrosser.puzzles.picture import UNKNOWN
from picrosser.reading.hungry_cat import read as hungry_cat_read
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.read import BoardsFound, NonogramReading
from picrosser.reading.page.ink import Ink
from picrosser.reading.stages import StageListener, ignore


@pytest.mark.parametrize("shows_board", [False, True], ids=["texture", "a drawn board"])
def test_texture_is_not_read_as_a_hungry_cat_board(shows_board, monkeypatch):
    looked: list[RGB] = []

    def refused(image: RGB, *_: object, **__: object) -> Reading:
        looked.append(image)
        raise GridNotFoundError("no board", "try another picture")

    monkeypatch.setattr(hungry_cat_read, "read_screenshot", refused)
    image = load_image(WHITE) if shows_board else strokes(500, 400)
    with suppress(PicrosserError):
        solve_screenshot(image)
    assert bool(looked) == shows_board


@pytest.mark.parametrize(
    ("is_texture", "sizes", "shapes"),
    [
        (False, (), {(12, 10), (12, 20)}),
        (True, (), {(12, 10)}),
        (False, [(12, 20)], {(12, 20)}),
        (False, [(9, 9)], {(12, 10)}),
    ],
)
def test_of_a_texture_or_in_a_further_view_one_board_is_read(is_texture, sizes, shapes, monkeypatch):
    pitch = 50  # at this size a board of twice as many columns is likely, too
    image = board(TEN_BY_TWELVE, pitch).copy()
    image[6 * pitch : 8 * pitch, : 4 * pitch - 3] = image[0, 0]  # two rows without hints leave doubts
    tried: set[tuple[int, int]] = set()
    as_it_is = BoardsFound.read

    def read(found: BoardsFound, scored: BoardScored, on_stage: StageListener = ignore) -> NonogramReading:
        tried.add(scored.lattice.shape)
        return as_it_is(found, scored, on_stage)

    monkeypatch.setattr(BoardsFound, "read", read)
    monkeypatch.setattr(Ink, "is_texture", property(lambda _: is_texture))
    assert solve_nonogram(image, NonogramOptions(sizes=sizes)).doubts
    assert tried == shapes


@pytest.mark.parametrize(("painted", "is_otherwise"), [("##...", False), ("..#..", True), (".....", False)])
def test_paint_may_contradict_the_solution(painted, is_otherwise):
    lines = (".###.", "##.##", "#####", ".#.#.", "..#..")
    cells = open_board(lines)
    cells[2] = [1] * 5
    cells[1] = [1 if char == "#" else UNKNOWN for char in painted]
    image, _ = drawn_board(lines, cells)
    assert solve_nonogram(image).is_painted_otherwise is is_otherwise


def test_hints_in_a_colour_as_light_as_the_page_are_not_lost_with_it():
    """The black hints alone are a puzzle; all hints together are none."""
    page, red = (150, 150, 150), (255, 106, 106)
    image, lattice = drawn_board(HEART, look=Look(page=page))
    shown = Image.fromarray(image)
    pen, font = ImageDraw.Draw(shown), ImageFont.load_default(size=22)
    for at, runs in enumerate(runs_of(HEART)[0]):
        place = lattice.board.left - 10 - 29 * len(runs), lattice.cell(at, 0).middle[0]
        pen.text(place, "1", red, font, anchor="rm")
    assert solve_nonogram(np.asarray(shown)).doubts


def test_a_board_in_doubt_with_the_same_lines_and_one_more_that_has_hints_is_the_whole_one():
    edges = tuple(range(0, 121, 30))
    whole, part, blank = (
        BoardRead(Lattice(edges, cols), None, None, nonogram_of(*rows), None, (), None, None)
        for cols, rows in ((edges, ["####"] * 4), (edges[1:], ["###"] * 4), (edges, [".###"] * 4))
    )
    assert part.is_part_of(whole)
    assert not part.is_part_of(blank)
    assert not whole.is_part_of(part)
    assert not part._replace(lattice=part.lattice.moved(0, 15)).is_part_of(whole)


# ---- Tiny digits are read again in the enlarged picture: both readings have to agree, or only one is sure

OTHER = (".#####.", "##...##", "##.#.##", ".#####.", "..#.#..", ".##.##.")
TINY, LARGE = 20, 40  # pixels of a cell, more than twice as tall as its digits


def board(lines: tuple[str, ...], pitch: int) -> RGB:
    return drawn_board(lines, open_board(lines), pitch=pitch)[0]


def read_if_enlarged(
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    lines: tuple[str, ...] | None,
    first: NonogramReading | None = None,
) -> list[int]:
    """Let wider pictures show another board, None for no hints; the widths that were read.

    first : what is read as it is, in place of what is seen.
    """
    widths: list[int] = []
    as_it_is = BoardsFound.read
    other = None if lines is None else first_reading(board(lines, LARGE))

    def read(found: BoardsFound, scored: BoardScored, on_stage: StageListener = ignore) -> NonogramReading:
        widths.append(found.image.shape[1])
        if widths[-1] == width:
            return first or as_it_is(found, scored, on_stage)
        if other is None:
            raise HintsUnreadableError("no hints")
        return other

    monkeypatch.setattr(BoardsFound, "read", read)
    return widths


@pytest.mark.parametrize(
    ("lines", "code"),
    [(HEART, ExitCode.OK), (OTHER, ExitCode.DOUBTFUL), (None, ExitCode.DOUBTFUL)],
    ids=["the same", "another", "nothing"],
)
def test_tiny_digits_have_to_be_read_alike_where_they_are_larger(monkeypatch, lines, code):
    image = board(HEART, TINY)
    widths = read_if_enlarged(monkeypatch, image.shape[1], lines)
    solved = solve_nonogram(image)
    assert widths[:2] == [image.shape[1], round(ENLARGED * image.shape[1])]
    assert solved.exit_code is code
    assert ("does not confirm them" in " ".join(map(str, solved.doubts))) is (lines is not HEART)
    assert stated(solved.puzzle) == runs_of(HEART)


@pytest.mark.parametrize(
    ("enlarged", "code"), [(HEART, ExitCode.OK), (None, ExitCode.DOUBTFUL)], ids=["sure", "nothing"]
)
def test_tiny_digits_that_form_no_puzzle_count_as_they_are_read_enlarged(monkeypatch, enlarged, code):
    image = board(HEART, TINY)
    first = first_reading(image)
    rows = first.evidence.rows
    shifted = replace(first, evidence=replace(first.evidence, rows=(*rows[1:], rows[0])))
    read_if_enlarged(monkeypatch, image.shape[1], enlarged, shifted)
    solved = solve_nonogram(image)
    assert solved.exit_code is code
    assert solved.lattice == first.lattice
    if enlarged is not None:
        assert stated(solved.puzzle) == runs_of(HEART)
