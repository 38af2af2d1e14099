"""All families by name, and a picture of one from a seed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image

from drawn.nonpuzzles import charts, games, tables

Family = Callable[[np.random.Generator], Image.Image]
FAMILIES: dict[str, Family] = {
    function.__name__.replace("_", "-"): function
    for function in (
        tables.times_table, tables.empty_numbered, tables.lettered, tables.sums_table, tables.magic_square,
        tables.spreadsheet, tables.calendar, tables.year_of_days, tables.timetable, tables.league_table,
        tables.seating_plan, tables.periodic_table,
        charts.heat_map, charts.two_valued_map, charts.correlations, charts.confusion_matrix,
        charts.contributions,
        games.chess_board, games.draughts_board, games.go_board, games.sudoku, games.minesweeper,
        games.kakuro, games.crossword, games.word_search, games.tents, games.battleships, games.skyscrapers,
        games.bingo,
    )
}  # fmt: skip


def draw_nonpuzzle(family: str, seed: int) -> Image.Image:
    """Draw one picture; the same seed draws the same picture.

    Raises
    ------
    KeyError : there is no such family.
    """
    return FAMILIES[family](np.random.default_rng([seed, list(FAMILIES).index(family)]))
