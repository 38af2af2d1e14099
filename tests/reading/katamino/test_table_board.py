"""Which pieces cover the cells of a board, as the lines between the cells tell."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from picrosser.puzzles.doubt import LIKELY_NATS, SURE_NATS
from picrosser.puzzles.katamino import piece_of
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import is_connected
from picrosser.reading.katamino.table_board import MAX_AGAINST, NOT_TOLD, TWO_WAYS, divided

SEEN, UNSURE = 4.0, 1.0  # nats of a line

Edge = tuple[Cell, Cell]


def cells_of(board: list[str]) -> list[Cell]:
    return [(row, col) for row, line in enumerate(board) for col, name in enumerate(line) if name != "."]


def edges_of(cells: list[Cell]) -> list[Edge]:
    near = [((row, col), place) for row, col in cells for place in ((row, col + 1), (row + 1, col))]
    return [edge for edge in near if edge[1] in cells]


def lines_of(board: list[str], nats: float) -> dict[Edge, float]:
    """The lines of a board that speak for its pieces."""
    return {
        (one, other): nats if board[one[0]][one[1]] == board[other[0]][other[1]] else -nats
        for one, other in edges_of(cells_of(board))
    }


def all_ways(cells: list[Cell]) -> Iterator[tuple[tuple[Cell, ...], ...]]:
    """All ways to divide cells into different pentominoes, by trying all sets of five."""
    if not cells:
        yield ()
        return
    first, *others = cells
    for more in combinations(others, 4):
        if not is_connected((first, *more)):
            continue
        for rest in all_ways([cell for cell in others if cell not in more]):
            if piece_of((first, *more)) not in [piece_of(piece) for piece in rest]:
                yield ((first, *more), *rest)


def against(way: tuple[tuple[Cell, ...], ...], joins: dict[Edge, float]) -> float:
    of = {cell: number for number, piece in enumerate(way) for cell in piece}
    return sum(abs(nats) for (one, other), nats in joins.items() if (of[one] == of[other]) != (nats > 0))


def test_the_way_is_the_one_against_which_the_lines_say_least():
    rng = np.random.default_rng(5)
    cells = [(row, col) for row in range(5) for col in range(3)]
    ways = list(all_ways(cells))
    reasons = set()
    for _ in range(25):
        true = ways[rng.integers(len(ways))]
        of = {cell: number for number, piece in enumerate(true) for cell in piece}
        told = ((edge, 2 if of[edge[0]] == of[edge[1]] else -2) for edge in edges_of(cells))
        joins = {edge: float(np.clip(nats + rng.normal(0, 3), -SURE_NATS, SURE_NATS)) for edge, nats in told}
        found, why = divided(cells, joins)
        allowed = [way for way in ways if not _overrules(way, joins)]
        ordered = [*sorted(against(way, joins) for way in allowed), np.inf, np.inf]
        is_clear = ordered[0] < MAX_AGAINST * sum(map(abs, joins.values()))
        if not is_clear:
            assert (found, why) == ((), NOT_TOLD)
        elif 2 * (ordered[1] - ordered[0]) < LIKELY_NATS:
            assert (found, why) == ((), TWO_WAYS)
        else:
            assert why == ""
            assert against(found, joins) == ordered[0]
        reasons.add(why)
    assert reasons == {"", NOT_TOLD, TWO_WAYS}


def _overrules(way: tuple[tuple[Cell, ...], ...], joins: dict[Edge, float]) -> bool:
    return any(against(way, {edge: nats}) > 0 for edge, nats in joins.items() if abs(nats) >= SURE_NATS)


FULL = ["AAAAA", "BCCCC", "BDDDC", "BBBDD"]
IS_WRONG = {((0, 0), (1, 0)), ((1, 1), (1, 2)), ((2, 1), (2, 2))}


@pytest.mark.parametrize(
    ("board", "wrong", "only_lines", "letters"),
    [
        (["AAAAB", "CCCAB", "C..BB", "C..B."], {((0, 0), (0, 1))}, False, "LNV"),
        (FULL, IS_WRONG, True, "ILNV"),
    ],
)
def test_lines_that_look_wrong_are_overruled_by_the_others(board, wrong, only_lines, letters):
    joins = {
        edge: -UNSURE * np.sign(nats) if edge in wrong else nats
        for edge, nats in lines_of(board, SEEN).items()
    }
    found, why = divided(cells_of(board), joins, only_lines=only_lines)
    assert why == ""
    assert sorted(piece_of(piece).letter for piece in found) == list(letters)


def test_lines_that_all_look_alike_or_as_if_by_chance_divide_no_full_board():
    cells = [(row, col) for row in range(5) for col in range(12)]
    assert divided(cells, dict.fromkeys(edges_of(cells), 2.0)) == ((), NOT_TOLD)
    rng = np.random.default_rng(8)
    cells = cells_of(FULL)
    divided_by_lines, divided_at_all = 0, 0
    for _ in range(25):
        joins = {edge: float(np.clip(rng.normal(0, 5), -SURE_NATS, SURE_NATS)) for edge in edges_of(cells)}
        divided_by_lines += divided(cells, joins, only_lines=True)[1] == ""
        divided_at_all += divided(cells, joins)[1] == ""
    assert divided_by_lines == 0 < divided_at_all


def test_cells_that_are_no_pieces_of_one_box_are_not_divided():
    two_of_one_shape = ["AAAAA", "BBBBB"]
    assert divided(cells_of(two_of_one_shape), lines_of(two_of_one_shape, SEEN)) == ((), NOT_TOLD)
    assert divided([], {}) == ((), "")
    why = divided([(0, 0), (0, 1)], {((0, 0), (0, 1)): SURE_NATS})[1]
    assert why.startswith("2 of its cells are covered")
