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
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAWN = ((0.85, 0.25), (0.85, 0.75), (0.75, 0.62), (0.45, 0.55), (0.45, 0.45), (0.75, 0.38))
ROOK = ((0.85, 0.22), (0.85, 0.78), (0.25, 0.72), (0.15, 0.72), (0.15, 0.28), (0.25, 0.28))
BISHOP = ((0.85, 0.25), (0.85, 0.75), (0.5, 0.6), (0.12, 0.5), (0.5, 0.4))
KNIGHT = ((0.85, 0.25), (0.85, 0.78), (0.3, 0.75), (0.12, 0.5), (0.4, 0.2), (0.45, 0.5))
PIECES = (PAWN, PAWN, PAWN, ROOK, BISHOP, KNIGHT)


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


def _checker(sheet: GridSheet) -> None:
    light, dark = BOARDS[sheet.rng.integers(len(BOARDS))]
    for row in range(sheet.rows):
        for col in range(sheet.cols):
            sheet.fill(row, col, dark if (row + col) % 2 else light)
