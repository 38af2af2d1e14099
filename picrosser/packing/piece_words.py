"""Words for pieces and their places: what `check` and `hint` say about a Katamino board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from picrosser.packing.misplaced import Misplaced
from picrosser.packing.next_pieces import NextPiece, PieceRule
from picrosser.puzzles.colour_names import colour_names
from picrosser.puzzles.katamino import Piece
from picrosser.puzzles.picture import Cell, Colour

_MAX_LISTED = 3  # sizes of holes in a sentence


def piece_names(pieces: Sequence[Piece], colours: Sequence[Colour]) -> tuple[str, ...]:
    """What to call pieces, such as "orange L": by the colours in which they are shown, and by their letters.

    colours : one for each piece. The box's own colours have the names that the box gives them.
    """
    shown = colour_names(((255, 255, 255), *colours))[1:]
    return tuple(
        f"{piece.colour_name if piece.colour == colour else name.partition(' (')[0]} "
        f"{piece.letter or f'piece {piece.drawing}'}"
        for piece, colour, name in zip(pieces, colours, shown, strict=True)
    )


def place_words(cell: Cell) -> str:
    """Where a cell is, counted from 1."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def cells_words(cells: Iterable[Cell]) -> str:
    """Where some cells are, row by row: "rows 1 to 3, column 4; row 4, columns 3 and 4"."""
    by_row: dict[int, list[int]] = {}
    for row, col in sorted(cells):
        by_row.setdefault(row + 1, []).append(col + 1)
    rows_of: list[tuple[list[int], list[int]]] = []
    for row, cols in by_row.items():
        if rows_of and rows_of[-1][1] == cols:
            rows_of[-1][0].append(row)
        else:
            rows_of.append(([row], cols))
    return "; ".join(
        f"{_counted_words('row', rows)}, {_counted_words('column', cols)}" for rows, cols in rows_of
    )


def _counted_words(noun: str, numbers: Sequence[int]) -> str:
    """Numbered lines: "row 1", "columns 1 and 2", "columns 1 to 3"."""
    if len(numbers) == 1:
        return f"{noun} {numbers[0]}"
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{noun}s {numbers[0]} to {numbers[-1]}"
    return f"{noun}s {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


# ---- The next pieces


def step_words(step: NextPiece, name: str) -> str:
    """The whole step, without a full stop.

    name : what to call the piece.
    """
    return f"lay the {name} on {cells_words(step.placed.cells)}: {_reason(step)}"


def _reason(step: NextPiece) -> str:
    at = "" if step.cell is None else place_words(step.cell)
    others = f"everything else that fits on {at}" if at else "every other place for it"
    match step.rule:
        case PieceRule.LAST:
            return "it is the last piece"
        case PieceRule.FIT:
            return f"nothing else fits on {at}" if at else "it fits nowhere else"
        case PieceRule.HOLE:
            return f"{others} leaves {_hole_words(step.sizes)}"
        case PieceRule.FILLING:
            return f"{others} leaves a hole that the remaining pieces cannot fill"
        case PieceRule.SEARCH:
            other = f"anything else on {at}" if at else "it anywhere else"
            return f"with {other}, the rest of the board cannot be filled"
        case PieceRule.CHOICE:
            return "no piece is forced now, but with this one the board can be filled"


def _hole_words(sizes: Sequence[int]) -> str:
    """Holes of these sizes: "a hole of 1 or 3 cells"."""
    if len(sizes) > _MAX_LISTED:
        return f"a hole that cannot be filled, of {sizes[0]} to {sizes[-1]} cells"
    *first, last = map(str, sizes)
    return (
        f"a hole of {', '.join(first)} or {last} cells"
        if first
        else f"a hole of {last} cell{'s' * (last != '1')}"
    )


def where_words(step: NextPiece, name: str) -> str:
    """Where to look: a cell, or the piece that has this name."""
    return f"the {name}" if step.cell is None else place_words(step.cell)


def method_words(step: NextPiece) -> str:
    """Which rule helps there, in words that do not give the place away."""
    match step.rule:
        case PieceRule.LAST:
            return "it is the last piece"
        case PieceRule.FIT:
            return (
                "it fits in one place only" if step.cell is None else "only one piece fits there, in one way"
            )
        case PieceRule.HOLE:
            return f"{_all_but_one(step)} leave a hole whose size no pieces have"
        case PieceRule.FILLING:
            return f"{_all_but_one(step)} leave a hole that the remaining pieces cannot fill"
        case PieceRule.SEARCH:
            return f"after {_all_but_one(step)}, the rest of the board cannot be filled"
        case PieceRule.CHOICE:
            return "no piece is forced now; few pieces fit there, so begin with it"


def _all_but_one(step: NextPiece) -> str:
    return f"all but one of {'its places' if step.cell is None else 'the ways to cover it'}"


# ---- Misplaced pieces


def misplaced_words(mistake: Misplaced, names: Sequence[str]) -> str:
    """Which pieces cannot stay, and why.

    names : what to call each piece that lies on the board.
    """
    own = [names[at] for at in mistake.pieces]
    if not own:
        return "the pieces cannot fill this board, wherever they lie"
    if mistake.twice:
        return f"the {own[0]} lies on the board twice"
    if mistake.hole:
        leave = "it leaves" if len(own) == 1 else "they leave"
        size = f"{len(mistake.hole)} cell{'s' * (len(mistake.hole) > 1)}"
        why = f"{leave} a hole of {size} at {place_words(min(mistake.hole))}, which cannot be filled"
    else:
        why = f"with {'it' if len(own) == 1 else 'them'} there the board cannot be filled"
    *first, last = own
    subject = f"{', the '.join(first)} and the {last}" if first else last
    both = {1: "", 2: " both"}.get(len(own), " all")
    return f"the {subject} cannot{both} stay: {why}"
