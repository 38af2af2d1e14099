"""The set `consoles`: boards drawn pixel by pixel, as consoles of the 1980s and 1990s show them.

Cells of 7 to 16 pixels, digits of 5 to 7 in six fonts, on flat colours, stripes, stone, clouds or slanted
lines; with shadows, satisfied numbers on tiles of the opposite tone or hidden, some cells painted, a cursor
and a panel beside the board; as it was drawn, or each pixel as a square of 2 to 5. None copies a picture of
a console.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from drawn.nonograms.spec import black_truth, nonogram_of
from picrosser.puzzles.picture import Picture
from scoring.cases import Case, Pictured, Wanted

Glyph = NDArray[np.bool_]
Tone = tuple[int, int, int]
Lines = list[list[int]]

FONTS = {
    "segments": """
        ###  #  ###  ###  #.#  ###  ###  ###  ###  ###
        #.#  #  ..#  ..#  #.#  #..  #..  ..#  #.#  #.#
        #.#  #  ###  ###  ###  ###  ###  ..#  ###  ###
        #.#  #  #..  ..#  ..#  ..#  #.#  ..#  #.#  ..#
        ###  #  ###  ###  ..#  ###  ###  ..#  ###  ###""",
    "low": """
        ###  ##.  ###  ###  #.#  ###  #..  ###  ###  ###
        #.#  .#.  ..#  ..#  #.#  #..  #..  ..#  #.#  #.#
        #.#  .#.  ###  .##  ###  ###  ###  ..#  ###  ###
        #.#  .#.  #..  ..#  ..#  ..#  #.#  ..#  #.#  ..#
        ###  ###  ###  ###  ..#  ###  ###  ..#  ###  ..#""",
    "square": """
        ####  .#.  ####  ####  #..#  ####  ####  ####  ####  ####
        #..#  ##.  ...#  ...#  #..#  #...  #...  ...#  #..#  #..#
        #..#  .#.  ####  .###  ####  ####  ####  ..#.  ####  ####
        #..#  .#.  #...  ...#  ...#  ...#  #..#  .#..  #..#  ...#
        ####  ###  ####  ####  ...#  ####  ####  .#..  ####  ####""",
    "round": """
        .##.  .#  .##.  ###.  ..##  ####  .##.  ####  .##.  .##.
        #..#  ##  #..#  ...#  .#.#  #...  #...  ...#  #..#  #..#
        #..#  .#  ...#  .##.  #..#  ###.  ###.  ..#.  .##.  .###
        #..#  .#  .##.  ...#  ####  ...#  #..#  ..#.  #..#  ...#
        #..#  .#  #...  ...#  ...#  #..#  #..#  .#..  #..#  ...#
        .##.  .#  ####  ###.  ...#  .##.  .##.  .#..  .##.  .##.""",
    "display": """
        .###.  ..#..  .###.  #####  ...#.  #####  ..##.  #####  .###.  .###.
        #...#  .##..  #...#  ...#.  ..##.  #....  .#...  ....#  #...#  #...#
        #..##  ..#..  ....#  ..#..  .#.#.  ####.  #....  ...#.  #...#  #...#
        #.#.#  ..#..  ...#.  ...#.  #..#.  ....#  ####.  ..#..  .###.  .####
        ##..#  ..#..  ..#..  ....#  #####  ....#  #...#  .#...  #...#  ....#
        #...#  ..#..  .#...  #...#  ...#.  #...#  #...#  .#...  #...#  ...#.
        .###.  .###.  #####  .###.  ...#.  .###.  .###.  .#...  .###.  .##..""",
    "arcade": """
        ..###..  ..##..  .#####.  .######  ...###.  ######.  ..####.  #######  .####..  .#####.
        .#..##.  .###..  ##...##  ....##.  ..####.  ##.....  .##....  ##...##  ##...#.  ##...##
        ##...##  ..##..  ....###  ...##..  .##.##.  ######.  ##.....  ....##.  ###..#.  ##...##
        ##...##  ..##..  ..####.  ..####.  ##..##.  .....##  ######.  ...##..  .####..  .######
        ##...##  ..##..  .####..  .....##  #######  .....##  ##...##  ..##...  #..####  .....##
        .##..#.  ..##..  ###....  ##...##  ....##.  ##...##  ##...##  ..##...  #....##  ....##.
        ..###..  ######  #######  .#####.  ....##.  .#####.  .#####.  ..##...  .#####.  .####..""",
}
"""The digits 0 to 9 of each font."""
SATISFIED = "as others", "as others", "on tiles", "hidden"
HIDDEN = 0.2  # of the lines are finished, where these hide their hints
GROUNDS = "flat", "stripes", "stone", "clouds", "slanted"
SIZES = 5, 8, 10, 15  # cells each way
FILLED = 0.6
MARGIN_PX = 8


def console_cases(wanted: Wanted) -> list[Case]:
    """Boards of random puzzles in random looks; `--only` names fonts or grounds."""
    return [
        Case("consoles", f"console-{seed}", partial(_picture, seed, wanted.only)) for seed in wanted.seeds
    ]


class _Look(NamedTuple):
    """What a screen looks like. step : pixels from number to number of a row, pitch : from cell to cell."""

    numbers: dict[int, Glyph]
    ground: str
    page: Tone
    shade: Tone
    ink: Tone
    shadow: Tone | None
    satisfied: str
    cell: Tone
    line: Tone
    paint: Tone
    pitch: int
    gap: int


def _picture(seed: int, only: str) -> Pictured:
    rng = np.random.default_rng([seed, 55])
    names = only.split(",") if only else [*FONTS, *GROUNDS]
    font, ground = (
        str(rng.choice([name for name in every if name in names] or list(every)))
        for every in (FONTS, GROUNDS)
    )
    filled = (rng.random(rng.choice(SIZES, 2)) < FILLED).astype(int)
    truth = black_truth(nonogram_of(Picture(filled, ((255, 255, 255), (0, 0, 0)))), unique=False)
    rows, cols = truth["rows"], truth["cols"]
    look = _look(rng, font, ground, max(0, 0, *(run for line in cols for run in line)))
    done = [rng.random(len(lines)) < HIDDEN * (look.satisfied == "hidden") for lines in (rows, cols)]
    shown = [
        [[] if is_done else line for line, is_done in zip(lines, mine, strict=True)]
        for lines, mine in zip((rows, cols), done, strict=True)
    ]
    painted = filled * (done[0][:, None] | done[1] | (rng.random(filled.shape) < rng.choice((0.0, 0.4))))
    image = Image.fromarray(_screen(rng, look, *shown, painted))
    scale = int(rng.choice((1, 1, 2, 3, 4, 5)))
    image = image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
    groups = {
        "font": font,
        "ground": ground,
        "scale": str(scale),
        "shadow": "none" if look.shadow is None else "shadow",
        "satisfied": look.satisfied,
    }
    return Pictured(image, truth, groups)


def _look(rng: np.random.Generator, font: str, ground: str, largest: int) -> _Look:
    """A random look in which a column has room for the largest number over it."""
    numbers = numbers_of(font)
    height, width = numbers[8].shape
    is_dark = bool(rng.random() < 0.5)
    page = _tone(rng, 20, 110) if is_dark else _tone(rng, 150, 250)
    cell = _tone(rng, 225, 256) if rng.random() < 0.7 else _tone(rng, 120, 180)
    pitch = max(height + int(rng.integers(1, 4)), numbers[min(15, max(largest, 8))].shape[1] + 2)
    return _Look(
        numbers=numbers,
        ground=ground,
        page=page,
        shade=_nudged(page, 14 if is_dark else -24),
        ink=_tone(rng, 225, 256) if is_dark else _tone(rng, 0, 40),
        shadow=_nudged(page, -40) if is_dark and rng.random() < 0.6 else None,
        satisfied=str(rng.choice(SATISFIED)),
        cell=cell,
        line=_tone(rng, 0, 60) if rng.random() < 0.5 else _nudged(cell, -60),
        paint=_tone(rng, 40, 90),
        pitch=pitch,
        gap=int(rng.choice((max(3, pitch - width), 3))),
    )


def numbers_of(font: str) -> dict[int, Glyph]:
    """Numbers from 0 to 15 in a font, digits a pixel apart; bool, (height, width)."""
    lines = [line.split() for line in FONTS[font].strip().splitlines()]
    digits = [np.array([list(row[digit]) for row in lines]) == "#" for digit in range(10)]
    gap = np.zeros((len(lines), 1), bool)
    two = {10 + digit: np.hstack((digits[1], gap, digits[digit])) for digit in range(6)}
    return dict(enumerate(digits)) | two


def _tone(rng: np.random.Generator, low: int, high: int) -> Tone:
    return tuple(rng.integers(low, high, 3).tolist())


def _nudged(tone: Tone, by: int) -> Tone:
    return tuple(min(255, max(0, level + by)) for level in tone)


def _screen(
    rng: np.random.Generator, look: _Look, rows: Lines, cols: Lines, painted: NDArray[np.int_]
) -> NDArray[np.uint8]:
    """(H, W, 3) the whole screen, as it is drawn."""
    height = look.numbers[8].shape[0]
    widths = [sum(look.numbers[run].shape[1] + look.gap for run in runs) for runs in rows]
    left, top = MARGIN_PX + max(widths), MARGIN_PX + (height + 2) * max(map(len, cols)) + 2
    shape = top + look.pitch * len(rows) + MARGIN_PX, left + look.pitch * len(cols) + 6 * MARGIN_PX
    pixels = np.empty((*shape, 3), np.uint8)
    shaded = _ground(rng, look, shape, (top, left))
    pixels[:] = np.where(shaded[..., None], look.shade, look.page)
    for at, runs in enumerate(rows):
        y, right = top + at * look.pitch + (look.pitch - height + 1) // 2, left - 2
        for run in reversed(runs):
            right -= look.numbers[run].shape[1]
            _stamp(rng, look, pixels, look.numbers[run], (y, right))
            right -= look.gap
    for at, runs in enumerate(cols):
        for step, run in enumerate(reversed(runs)):
            number = look.numbers[run]
            x = left + at * look.pitch + (look.pitch - number.shape[1] + 1) // 2
            _stamp(rng, look, pixels, number, (top - (step + 1) * (height + 2), x))
    _board(rng, look, pixels[top:, left:], painted)
    panel = pixels[top : top + 40, -5 * MARGIN_PX : -MARGIN_PX]
    panel[:] = np.where(rng.random((*panel.shape[:2], 1)) < 0.3, look.line, look.cell)
    return pixels


def _ground(
    rng: np.random.Generator, look: _Look, shape: tuple[int, int], corner: tuple[int, int]
) -> NDArray[np.bool_]:
    """(H, W) where the page is of its second tone."""
    y, x = np.indices(shape)
    in_stripes = [(place - at) // look.pitch % 2 == 1 for place, at in ((y, corner[0]), (x, corner[1]))]
    match look.ground:
        case "stripes":
            return np.where(y >= corner[0], in_stripes[0], in_stripes[1])
        case "stone":
            return np.asarray(rng.random(shape) < 0.4)
        case "slanted":
            return np.asarray((x + y) % 4 == 0)
        case "clouds":
            middles = rng.random((6, 2)) * shape
            return np.asarray(
                np.any([(y - down) ** 2 + ((x - along) / 2) ** 2 < 60 for down, along in middles], axis=0)
            )
        case _:
            return np.zeros(shape, bool)


def _stamp(
    rng: np.random.Generator, look: _Look, pixels: NDArray[np.uint8], number: Glyph, place: tuple[int, int]
) -> None:
    """Write a number, on a tile if it is satisfied."""
    (y, x), (height, width) = place, number.shape
    if look.satisfied == "on tiles" and rng.random() < 0.25:
        pixels[y - 1 : y + height + 1, x - 1 : x + width + 1] = look.ink
        pixels[y : y + height, x : x + width][number] = look.page
        return
    if look.shadow is not None:
        pixels[y + 1 : y + 1 + height, x + 1 : x + 1 + width][number] = look.shadow
    pixels[y : y + height, x : x + width][number] = look.ink


def _board(
    rng: np.random.Generator, look: _Look, pixels: NDArray[np.uint8], painted: NDArray[np.int_]
) -> None:
    """Draw the cells, and perhaps a cursor."""
    rows, cols = painted.shape
    pixels[: rows * look.pitch + 1, : cols * look.pitch + 1] = look.line
    inset, thick = int(rng.integers(2)), int(rng.integers(2))
    for row, col in np.ndindex(rows, cols):
        y, x = row * look.pitch + 1 + thick * (row % 5 == 0), col * look.pitch + 1 + thick * (col % 5 == 0)
        bottom, right = (row + 1) * look.pitch, (col + 1) * look.pitch
        pixels[y:bottom, x:right] = look.cell
        if painted[row, col]:
            pixels[y + inset : bottom - inset, x + inset : right - inset] = look.paint
    if rng.random() < 0.5:
        y, x = int(rng.integers(rows)) * look.pitch, int(rng.integers(cols)) * look.pitch
        cursor = pixels[y : y + look.pitch + 1, x : x + look.pitch + 1]
        cursor[[0, -1]] = cursor[:, [0, -1]] = (230, 30, 40)
