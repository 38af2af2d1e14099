"""Two simple solvers to compare packing with; each only says whether there is a packing."""

from __future__ import annotations

import z3

from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.polyomino import orientations


def _places(puzzle: Katamino) -> list[list[int]]:
    """For each piece the sets of cells that it can cover, as bits in the board's reading order."""
    bit_of = {cell: 1 << number for number, cell in enumerate(puzzle.board)}
    found: list[list[int]] = []
    for piece in puzzle.pieces:
        places = []
        for lying in orientations(piece.shape):
            first = lying[0]
            for row, col in puzzle.board:
                cells = [(r + row - first[0], c + col - first[1]) for r, c in lying]
                if all(cell in bit_of for cell in cells):
                    places.append(sum(bit_of[cell] for cell in cells))
        found.append(places)
    return found


def plain_search(puzzle: Katamino) -> bool:
    """Depth-first search that tries every remaining piece on the first empty cell, without pruning."""
    if puzzle.area != len(puzzle.board):
        return False
    by_first: list[dict[int, list[int]]] = []
    for places in _places(puzzle):
        table: dict[int, list[int]] = {}
        for bits in places:
            table.setdefault(bits & -bits, []).append(bits)
        by_first.append(table)

    def fill(free: int, left: frozenset[int]) -> bool:
        if not free:
            return True
        first = free & -free
        return any(
            bits & free == bits and fill(free ^ bits, left - {piece})
            for piece in left
            for bits in by_first[piece].get(first, ())
        )

    return fill((1 << len(puzzle.board)) - 1, frozenset(range(len(puzzle.pieces))))


def z3_cover(puzzle: Katamino) -> bool:
    """The exact cover: each piece lies in one of its places, each cell is covered once."""
    solver = z3.Solver()
    covering: list[list[z3.BoolRef]] = [[] for _ in puzzle.board]
    for slot, places in enumerate(_places(puzzle)):
        lies = [z3.Bool(f"p{slot}w{number}") for number in range(len(places))]
        solver.add(z3.PbEq([(way, 1) for way in lies], 1) if lies else z3.BoolVal(False))
        for way, bits in zip(lies, places, strict=True):
            for cell in range(len(puzzle.board)):
                if bits >> cell & 1:
                    covering[cell].append(way)
    for ways in covering:
        solver.add(z3.PbEq([(way, 1) for way in ways], 1) if ways else z3.BoolVal(False))
    return bool(solver.check() == z3.sat)
