"""Pictures of Katamino, drawn here and real ones: read right, or refused."""

import json
from itertools import pairwise, product

import numpy as np
import pytest
from made_katamino import INK, PAGE, ROWS, as_rgb, drawn_card, lay, number_card, on_page, sheet
from PIL import Image, ImageOps
from sweeps import sweep

from drawn.damage import blur, dim, jpeg, scale, tint, turn
from picrosser.drawing.packing import packing_image
from picrosser.errors import GridNotFoundError
from picrosser.imaging.loading import load_image
from picrosser.packing.pack import pack
from picrosser.pipelines.katamino import _with_head
from picrosser.puzzles.katamino import BOX, CardRow, Katamino, rectangle
from picrosser.puzzles.picture import Cell, Colour
from picrosser.puzzles.polyomino import TURNS, turned
from picrosser.reading.glyphs.digit_likelihoods import SURE_NATS
from picrosser.reading.glyphs.digits import GlyphGroup
from picrosser.reading.katamino.areas import find_areas, has_few_tones
from picrosser.reading.katamino.number_table import _joint_readings
from picrosser.reading.katamino.pieces import find_pieces
from picrosser.reading.katamino.read import may_be_lit_unevenly, read_katamino, seek_pieces
from picrosser.reading.katamino.reading import KataminoReading, Kind
from picrosser.reading.stages import Guess
from picrosser.running.deadline import NO_DEADLINE


def numbers(reading: KataminoReading) -> list[list[int]]:
    return [[piece.number for piece in row.pieces] for row in reading.rows]


def shaded(image: Image.Image) -> Image.Image:
    light = np.linspace(0.6, 1, image.width)[None, :, None]
    return Image.fromarray((np.asarray(image) * light).astype(np.uint8))


DAMAGES = {
    "none": lambda image: image,
    "jpeg 40": lambda image: jpeg(image, 40),
    "half": lambda image: scale(image, 0.5),
    "third": lambda image: scale(image, 0.35),
    "half, jpeg 40": lambda image: jpeg(scale(image, 0.5), 40),
    "larger": lambda image: scale(image, 1.7),
    "dimmed": lambda image: dim(image, 0.3),
    "warm": lambda image: tint(image, (1, 0.82, 0.55)),
    "shaded": shaded,
    "blurred": blur,
    "padded": lambda image: ImageOps.expand(image, 60, (90, 40, 120)),
    "inverted": ImageOps.invert,
    "turned": lambda image: turn(image, 3, (140, 140, 140)),
}
READ = ("none", "larger", "dimmed", "warm", "padded", "inverted")
"""Damages that leave every real picture readable."""


def read(image: Image.Image) -> KataminoReading:
    return read_katamino(as_rgb(image))


def read_damaged(image: Image.Image, damage: str) -> KataminoReading | None:
    """The reading of a damaged picture; None if it is in doubt, as pictures with other damages may be."""
    try:
        reading = read(DAMAGES[damage](image))
    except GridNotFoundError:
        assert damage not in READ
        return None
    assert damage not in READ or not reading.doubts
    return None if reading.doubts else reading


def grid(reading: KataminoReading) -> dict[Cell, int]:
    """The number of the piece on each cell of the board."""
    return {cell: lying.piece.number for lying in reading.board.placed for cell in lying.cells}


def truth(shared, name):
    path = shared / "screenshots" / "katamino" / f"{name}.png"
    return Image.fromarray(load_image(path)), json.loads(path.with_suffix(".json").read_text())


@pytest.mark.parametrize("damage", sweep(DAMAGES, quick=["none", "half"]))
def test_the_real_card_and_the_real_board_are_read_right_or_refused(shared, damage):
    image, facts = truth(shared, "petit_chelem_card")
    reading = read_damaged(image, damage)
    if reading is not None:
        assert reading.kind is Kind.CARD
        assert {row.label: [piece.number for piece in row.pieces] for row in reading.rows} == facts["table"]
        assert {problem.penta for row in reading.rows for problem in row.problems} == set(range(3, 9))
    image, facts = truth(shared, "terminal_solver")
    reading = read_damaged(image, damage)
    if reading is not None:
        assert numbers(reading) == [facts["pieces"]]
        assert grid(reading) == dict(np.ndenumerate(facts["grid"]))


@pytest.mark.parametrize(
    ("cell", "page"), [((8, 8), PAGE), ((14, 14), INK), ((20, 14), PAGE), ((40, 36), INK)]
)
def test_a_drawn_card_is_read_at_any_size_on_any_page(cell, page):
    reading = read(drawn_card(cell=cell, page=page))
    assert numbers(reading) == [list(row) for row in ROWS]
    assert [row.label for row in reading.rows] == ["a", "b", "c"]
    assert not reading.doubts


@pytest.mark.parametrize("turn", sweep(range(8), quick=[0, 5]))
def test_every_piece_is_known_however_it_lies(turn):
    image, draw = sheet(700, 560)
    for at, piece in enumerate(BOX):
        place = 20 + 180 * (at // 4), 20 + 170 * (at % 4)
        lay(draw, turned(piece.shape, TURNS[turn]), place, (24, 24), piece.colour)
    reading = read(image)
    assert sorted(numbers(reading)[0]) == list(range(1, 13))
    assert not reading.doubts


def with_patch(image: Image.Image, tone: Colour, box: tuple[int, int, int, int]) -> Image.Image:
    image.paste(tone, box)
    return image


def with_six_cells() -> Image.Image:
    image, draw = sheet(600, 160)
    for at, number in enumerate((2, 7, 9)):
        lay(draw, BOX[number - 1].shape, (30, 30 + 140 * at), (24, 24), BOX[number - 1].colour)
    lay(draw, [*np.ndindex(2, 3)], (30, 460), (24, 24), (20, 150, 90))
    return image


def with_pieces_of_two_sizes(tone: Colour, cell: int) -> Image.Image:
    image, draw = sheet(600, 300)
    for number, at in ((2, (30, 30)), (7, (30, 170)), (9, (30, 310))):
        lay(draw, BOX[number - 1].shape, at, (24, 24), BOX[number - 1].colour)
    lay(draw, BOX[4].shape, (170, 30), (cell, cell), tone)
    return image


def on_a_board_in_the_tone_of_the_page() -> Image.Image:
    image, draw = sheet(640, 420)
    for at in range(30, 31 + 8 * 36, 36):
        draw.line((at, 30, at, 30 + 5 * 36), (190, 190, 190), 2)
        draw.line((30, min(at, 210), 30 + 8 * 36, min(at, 210)), (190, 190, 190), 2)
    for row, col in np.ndindex(6, 9):  # where lines cross, its cells are one with the page
        draw.rectangle((26 + 36 * col, 26 + 36 * row, 34 + 36 * col, 34 + 36 * row), PAGE)
    for number, at in ((2, (68, 104)), (7, (260, 30)), (9, (260, 200)), (5, (260, 370))):
        lay(draw, BOX[number - 1].shape, at, (36, 36), BOX[number - 1].colour)
    return image


def with_touching_pair_in_one_colour() -> Image.Image:
    tones = list(PACKED.palette)
    one, other = next((a, b) for row in PACKED.rows for a, b in pairwise(row) if a != b)
    tones[one] = tones[other]
    image = np.array(tones, np.uint8)[np.array(PACKED.rows)].repeat(40, axis=0).repeat(40, axis=1)
    return on_page(Image.fromarray(image), (230, 230, 230))


DOUBTFUL = {
    "one colour": (lambda: drawn_card(tones={2: (10, 90, 200), 4: (10, 90, 200)}), "colour of another piece"),
    "hidden": (lambda: with_patch(drawn_card(), (120, 120, 120), (140, 25, 190, 60)), ""),
    "missing": (
        lambda: with_patch(drawn_card(), PAGE, (125, 15, 208, 95)),
        "row a shows no piece in column 2",
    ),
    "six cells": (with_six_cells, "6 cells"),
    "two sizes": (lambda: with_pieces_of_two_sizes(BOX[4].colour, 19), ""),
    "two sizes, one grey": (lambda: with_pieces_of_two_sizes((44, 47, 83), 15), "another size"),
    "on a board": (on_a_board_in_the_tone_of_the_page, "evenly spaced lines"),
    "twice": (lambda: drawn_card(((2, 3, 10, 2), (4, 6, 7, 2))), "twice"),
    "touching": (with_touching_pair_in_one_colour, ""),
    "number 17": (lambda: number_card(((2, 3, 10, 6), (4, 6, 17, 2), (5, 6, 3, 4))), None),
}


@pytest.mark.parametrize(("drawn", "why"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_does_not_come_out_is_a_doubt(drawn, why):
    try:
        doubts = "; ".join(map(str, read(drawn()).doubts))
    except GridNotFoundError:
        assert why is None  # then it may be taken for no card at all
        return
    assert doubts
    assert (why or "") in doubts


PUZZLE = Katamino(tuple(BOX[n - 1] for n in (2, 3, 10, 6, 11)), rectangle(5, 5))
PACKED = pack(PUZZLE).pictures[0]
PACKED_GRID = {cell: PUZZLE.pieces[value - 1].number for cell, value in np.ndenumerate(PACKED.rows)}


@pytest.mark.parametrize(
    "damage",
    sweep(["none", "jpeg 40", "dimmed", "warm", "shaded", "turned", "larger"], quick=["none", "turned"]),
)
def test_a_packed_board_is_read_right_or_refused(damage):
    image = on_page(packing_image(PACKED, cell_px=40), (190, 160, 120))
    reading = read_damaged(image, damage)
    if reading is not None:
        assert grid(reading) == PACKED_GRID


@pytest.mark.parametrize("place", range(5))
def test_a_piece_in_the_colour_of_the_boards_lines_lies_where_its_cells_are(place):
    tones = np.array(PACKED.palette, np.uint8)
    cells = np.full((5, 42, 5, 42, 3), tones[place + 1])
    cells[:, 2:-2, :, 2:-2] = tones[np.array(PACKED.rows)][:, None, :, None]
    reading = read(on_page(Image.fromarray(cells.reshape(210, 210, 3)), PAGE))
    assert grid(reading) == PACKED_GRID
    assert not reading.doubts


@pytest.mark.parametrize("damage", sweep(DAMAGES, quick=["none", "half"]))
def test_a_damaged_card_of_numbers_is_read_right_or_refused(damage):
    rows = (
        (6, 3, 7, 1, 2, 10, 5, 9, 11, 4, 12, 8),
        (1, 2, 7, 10, 11, 8, 12, 5, 4, 6, 3, 9),
        (5, 6, 1, 12, 3, 4, 2, 7, 8, 9, 11, 10),
    )
    reading = read_damaged(number_card(rows, first=5), damage)
    if reading is not None:
        assert numbers(reading) == [list(row) for row in rows]
        assert [problem.penta for problem in reading.rows[0].problems] == list(range(5, 13))


def test_other_pictures_are_no_katamino():
    image, draw = sheet(400, 400)
    lay(draw, [(row, col) for row in range(8) for col in range(8) if row * col % 3], (50, 50), (30, 30), INK)
    with pytest.raises(GridNotFoundError):
        read(image)


@pytest.mark.parametrize("every", sweep([4, 20], quick=[20]), ids="every {}".format)
def test_no_other_real_screenshot_shows_a_katamino(shared, every):
    for path in sorted((shared / "screenshots").glob("*/*.png"))[::every]:
        if path.parent.name != "katamino":
            with pytest.raises(GridNotFoundError):
                read_katamino(load_image(path), drawn_only=True)


# ---- Flat areas and their colours; pieces are not looked for among those of a texture, whatever its light


def with_triangles(triangles: int) -> np.ndarray:
    """Three pentominoes, and so many triangles below them."""
    image, draw = sheet(700, 700, (255, 255, 255))
    for at, (number, colour) in enumerate(((3, "red"), (6, "blue"), (7, "green"))):
        lay(draw, BOX[number - 1].shape, (20, 20 + 120 * at), (20, 20), colour)
    for number in range(triangles):
        row, col = divmod(number, 20)
        top, left = 150 + 30 * row, 20 + 30 * col
        draw.polygon([(left, top), (left + 19, top + 19), (left, top + 19)], fill="orange")
    return np.asarray(image)


@pytest.mark.parametrize(("triangles", "kinds"), [(0, 3), (60, 3), (150, None)])
def test_pieces_are_found_unless_hardly_any_of_many_areas_has_straight_sides(triangles, kinds):
    found = find_pieces(find_areas(with_triangles(triangles)))
    assert (None if found is None else len(found.kinds)) == kinds


@pytest.mark.parametrize(("triangles", "may_be"), [(60, True), (150, False)])
def test_texture_is_not_looked_at_as_if_lit_unevenly(triangles, may_be):
    shade = np.linspace(0.6, 1.0, 700)[:, None]
    shaded = np.rint(with_triangles(triangles) * shade).astype(np.uint8)
    assert may_be_lit_unevenly(seek_pieces(shaded)) is may_be


@pytest.mark.parametrize(("share", "are_few"), [(0.85, False), (0.95, True)])
def test_few_tones_make_up_a_screenshot(share, are_few):
    grey = np.arange(1000) % 64 * 4  # 64 tones, of which the commonest are a quarter
    image = np.where(np.arange(1000) < share * 1000, 255, grey).astype(np.uint8)
    assert has_few_tones(np.repeat(image.reshape(50, 20, 1), 3, axis=2)) is are_few


# ---- Cards that print only numbers: shapes are read together by the rules; labels and head may be large

CARD = ((6, 3, 7, 2, 11), (1, 12, 7, 10, 4), (5, 6, 1, 8, 9))


@pytest.mark.parametrize("word", ["", "P", "PENTA", "Penta"])
@pytest.mark.parametrize(("label_px", "head_px"), [(24, 24), (40, 36), (20, 44)])
def test_labels_and_head_may_be_larger_than_the_numbers(word, label_px, head_px):
    card = number_card(CARD, word=word, label_px=label_px, head_px=head_px)
    reading = read(card)
    assert not reading.doubts
    assert [tuple(piece.number for piece in row.pieces) for row in reading.rows] == list(CARD)
    assert [problem.penta for problem in reading.rows[0].problems] == [3, 4, 5]


@pytest.mark.parametrize("seed", range(8))
def test_shapes_are_read_together_as_by_trying_everything(seed):
    rng = np.random.default_rng(seed)
    shapes = [tuple((-rng.uniform(0, 9, 10)).tolist()) for _ in range(4)]
    groups = [GlyphGroup((0,), Guess(int(np.argmax(nats)), 1.0), nats, 0.0) for nats in shapes]
    spelt = [[(0,), (1,), (2, 3)], [(1,), (3,), (0,)]]
    expected = []
    for digits in product(range(10), repeat=4):
        nats = [one.nats[digit] for one, digit in zip(groups, digits, strict=True)]
        rows = [[int("".join(str(digits[at]) for at in word)) for word in row] for row in spelt]
        kept = all(len(set(row)) == 3 and min(row) >= 1 and max(row) <= 12 for row in rows)
        if kept and min(nats) > SURE_NATS and rows[0][2] >= 10:  # "03" is no number
            allowed = (range(1, 10), range(1, 10), [1], [1, 2])
            looks = [max(some, key=one.nats.__getitem__) for some, one in zip(allowed, groups, strict=True)]
            twice = sum(d in digits[:at] and d != looks[at] for at, d in enumerate(digits))
            expected.append((sum(nats) + SURE_NATS * twice, tuple(value for row in rows for value in row)))
    found = list(_joint_readings(groups, spelt))
    assert [values for _, values in found] == [values for _, values in sorted(expected, reverse=True)]
    assert np.allclose([nats for nats, _ in found], sorted((nats for nats, _ in expected), reverse=True))


# ---- Cards whose head only the packings tell

PACKABLE = ((2, 3, 10, 6), (4, 6, 7, 2))  # of the game's small slam, which begins with three pieces


def row(label: str, numbers: tuple[int, ...]) -> CardRow:
    return CardRow(label, tuple(BOX[number - 1] for number in numbers), 3)


@pytest.mark.parametrize(("rows", "first"), [(PACKABLE, 3), (((12, 1, 9, 8), (12, 9, 1, 11)), None)])
def test_an_unreadable_head_follows_from_the_packings_or_is_refused(rows, first):
    card = tuple(row("ab"[at], one) for at, one in enumerate(rows))
    settled = _with_head(KataminoReading(Kind.CARD, card, (), head_read=False), NO_DEADLINE)
    if first is None:
        assert settled.doubts
    else:
        assert not settled.doubts
        assert {one.first for one in settled.rows} == {first}
