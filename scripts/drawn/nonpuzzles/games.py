"""Boards of other games: pieces, digits or letters in the cells, counts or coordinates beside them."""

from __future__ import annotations

import numpy as np
from PIL import Image

from drawn.nonpuzzles.sheet import GridSheet, new_sheet
from drawn.nonpuzzles.tables import any_sides, number_both
from picrosser.puzzles.picture import Colour

BOARDS: tuple[tuple[Colour, Colour], ...] = (
    ((240, 217, 181), (181, 136, 99)), ((238, 238, 210), (118, 150, 86)), ((255, 255, 255), (70, 70, 74)),
)  # fmt: skip
WOOD: Colour = (222, 184, 120)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAWN = ((0.85, 0.25), (0.85, 0.75), (0.75, 0.62), (0.45, 0.55), (0.45, 0.45), (0.75, 0.38))
ROOK = ((0.85, 0.22), (0.85, 0.78), (0.25, 0.72), (0.15, 0.72), (0.15, 0.28), (0.25, 0.28))
BISHOP = ((0.85, 0.25), (0.85, 0.75), (0.5, 0.6), (0.12, 0.5), (0.5, 0.4))
KNIGHT = ((0.85, 0.25), (0.85, 0.78), (0.3, 0.75), (0.12, 0.5), (0.4, 0.2), (0.45, 0.5))
PIECES = (PAWN, PAWN, PAWN, ROOK, BISHOP, KNIGHT)
TREE = ((0.12, 0.5), (0.85, 0.85), (0.85, 0.15))


def chess_board(rng: np.random.Generator) -> Image.Image:
    """Squares of two tones, pieces, ranks numbered, files lettered or numbered."""
    size = int(rng.choice((8, 8, 8, 10, 6)))
    sheet = new_sheet(rng, size, size)
    _checker(sheet)
    for _ in range(int(rng.integers(0, 32))):
        row, col = int(rng.integers(size)), int(rng.integers(size))
        tone = (250, 250, 250) if rng.random() < 0.5 else (10, 10, 10)
        sheet.polygon(row, col, PIECES[rng.integers(len(PIECES))], tone)
    ranks = list(range(1, size + 1))
    left, top = any_sides(rng)
    sheet.label(left, ranks[::-1] if rng.random() < 0.7 else ranks)
    sheet.label(top, LETTERS[:size].lower() if rng.random() < 0.4 else ranks)
    return sheet.image


def draughts_board(rng: np.random.Generator) -> Image.Image:
    """Discs of two colours on the dark squares of a checkered board, lines numbered."""
    size = int(rng.choice((8, 10)))
    sheet = new_sheet(rng, size, size)
    _checker(sheet)
    for row in range(size):
        for col in range(size):
            if (row + col) % 2 and rng.random() < 0.5:
                sheet.disc(row, col, (250, 250, 245) if row > size / 2 else (150, 20, 20))
    number_both(sheet, any_sides(rng))
    return sheet.image


def go_board(rng: np.random.Generator) -> Image.Image:
    """Stones on the crossings of lines, which are numbered."""
    size = int(rng.choice((9, 13, 19)))
    sheet = new_sheet(rng, size - 1, size - 1)
    if rng.random() < 0.7:
        left, top, right, bottom = (*sheet.box(-0.7, -0.7)[:2], *sheet.box(size - 1.3, size - 1.3)[2:])
        sheet.pen.rectangle((left, top, right, bottom), fill=WOOD)
    sheet.rule = (20, 20, 20)
    sheet.rule_lines()
    for _ in range(int(rng.integers(0, size * size // 3))):
        row, col = rng.integers(0, size, 2) - 0.5
        sheet.disc(float(row), float(col), (255, 255, 255) if rng.random() < 0.5 else (15, 15, 15), 0.45)
    for at in range(size):
        sheet.write(at - 0.5, -1.6, size - at, 0.4)
        sheet.write(-1.6, at - 0.5, at + 1, 0.4)
    return sheet.image


def sudoku(rng: np.random.Generator) -> Image.Image:
    """Nine by nine with given digits, with the lines numbered, lettered or bare."""
    sheet = new_sheet(rng, 9, 9)
    digits = rng.permutation(9) + 1
    for row in range(9):
        for col in range(9):
            if rng.random() < 0.4:
                sheet.write(row, col, digits[(row * 3 + row // 3 + col) % 9], 0.55)
    if rng.random() < 0.75:
        number_both(sheet, any_sides(rng))
    sheet.rule_lines(3)
    return sheet.image


def minesweeper(rng: np.random.Generator) -> Image.Image:
    """Open cells with counts of mines in the usual colours, closed cells, and numbered lines."""
    sheet = new_sheet(rng, int(rng.integers(6, 17)), int(rng.integers(6, 17)))
    inks = ((0, 0, 255), (0, 128, 0), (255, 0, 0))
    for row in range(sheet.rows):
        for col in range(sheet.cols):
            count = int(rng.choice((0, 0, 0, 1, 1, 2, 3, 9, 9)))
            sheet.fill(row, col, (185, 185, 185) if count == 9 else (225, 225, 225))
            if 0 < count < 9:
                sheet.write(row, col, count, 0.6, inks[count - 1])
    number_both(sheet, any_sides(rng))
    sheet.rule_lines()
    return sheet.image


def kakuro(rng: np.random.Generator) -> Image.Image:
    """Sums in split dark cells, digits in light ones."""
    sheet = new_sheet(rng, int(rng.integers(6, 12)), int(rng.integers(6, 12)))
    for row in range(sheet.rows):
        for col in range(sheet.cols):
            if row == 0 or col == 0 or rng.random() < 0.2:
                sheet.fill(row, col, (60, 60, 62))
                left, top, right, bottom = sheet.box(row, col)
                sheet.pen.line((left, top, right, bottom), (255, 255, 255))
                if rng.random() < 0.7:
                    sheet.write(row + 0.2, col - 0.2, rng.integers(3, 40), 0.3, (255, 255, 255))
            elif rng.random() < 0.25:
                sheet.write(row, col, rng.integers(1, 10))
    sheet.rule_lines()
    return sheet.image


def crossword(rng: np.random.Generator) -> Image.Image:
    """Black cells, small numbers in corners, some letters; lines numbered as Scandinavian papers do."""
    sheet = new_sheet(rng, size := int(rng.integers(7, 16)), size)
    number = 0
    for row in range(size):
        for col in range(size):
            if rng.random() < 0.2:
                sheet.fill(row, col, (0, 0, 0))
                continue
            if rng.random() < 0.3:
                number += 1
                sheet.write(row - 0.28, col - 0.25, number, 0.25)
            if rng.random() < 0.3:
                sheet.write(row, col, LETTERS[rng.integers(26)])
    if rng.random() < 0.7:
        number_both(sheet, any_sides(rng))
    sheet.rule_lines()
    return sheet.image


def tents(rng: np.random.Generator) -> Image.Image:
    """Trees in some cells, tents in few, and the tents' counts beside the lines."""
    sheet = new_sheet(rng, int(rng.integers(5, 13)), int(rng.integers(5, 13)))
    hidden = rng.random((sheet.rows, sheet.cols)) < 0.25
    _count(sheet, hidden)
    for row, col in rng.integers(0, (sheet.rows, sheet.cols), (int(hidden.sum()), 2)):
        if not hidden[row, col]:
            sheet.polygon(int(row), int(col), TREE, (40, 140, 60))
        elif rng.random() < 0.3:
            sheet.polygon(int(row), int(col), TREE, (220, 160, 40))
    sheet.rule_lines()
    return sheet.image


def battleships(rng: np.random.Generator) -> Image.Image:
    """Ships in some cells as round and square segments, waves in others, and counts beside the lines."""
    sheet = new_sheet(rng, size := int(rng.integers(5, 13)), size)
    ships = np.zeros((size, size), bool)
    for length in (4, 3, 3, 2, 2, 2, 1, 1, 1):
        upright = rng.random() < 0.5
        row, col = rng.integers(0, (size - length * upright + 1, size - length * (not upright) + 1)) % size
        ships[row : row + (length if upright else 1), col : col + (1 if upright else length)] = True
    _count(sheet, ships)
    shown = rng.random((size, size)) < rng.choice((0.1, 0.3))
    for row, col in zip(*np.nonzero(shown), strict=True):
        if ships[row, col] and rng.random() < 0.5:
            sheet.disc(int(row), int(col), sheet.ink, 0.38)
        elif ships[row, col]:
            sheet.fill(int(row), int(col), sheet.ink, 0.12)
        else:
            sheet.write(int(row), int(col), "~", 0.9, (60, 120, 220))
    sheet.rule_lines()
    return sheet.image


def skyscrapers(rng: np.random.Generator) -> Image.Image:
    """Clues on all four sides, some digits in the cells."""
    sheet = new_sheet(rng, size := int(rng.integers(4, 8)), size, margins=(1.6, 1.6, 1.4, 1.4))
    heights = (np.add.outer(rng.permutation(size), rng.permutation(size)) % size) + 1
    seen = [
        [_visible(line) for line in lines]
        for lines in (heights, heights[:, ::-1], heights.T, heights.T[:, ::-1])
    ]
    for side, counts in zip(("left", "right", "top", "bottom"), seen, strict=True):
        sheet.label(side, counts, 0.45)  # type: ignore[arg-type]
    for (row, col), height in np.ndenumerate(heights):
        if rng.random() < 0.15:
            sheet.write(row, col, height)
    sheet.rule_lines()
    return sheet.image


def _checker(sheet: GridSheet) -> None:
    light, dark = BOARDS[sheet.rng.integers(len(BOARDS))]
    for row in range(sheet.rows):
        for col in range(sheet.cols):
            sheet.fill(row, col, dark if (row + col) % 2 else light)


def _count(sheet: GridSheet, hidden: np.ndarray) -> None:
    left, top = any_sides(sheet.rng)
    sheet.label(left, hidden.sum(axis=1).tolist(), 0.5)
    sheet.label(top, hidden.sum(axis=0).tolist(), 0.5)


def _visible(line: np.ndarray) -> int:
    return int((line == np.maximum.accumulate(line)).sum())
