"""Colours, and the solved (or half-solved) grid of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from picrosser.puzzles.displayed import Displayed, shortened

if TYPE_CHECKING:  # numpy is not imported at run time, see `Picture`
    import numpy as np
    from numpy.typing import NDArray

Colour: TypeAlias = tuple[int, int, int]  # sRGB, 0..255 each

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

Cell: TypeAlias = tuple[int, int]  # (row, column), from 0

T = TypeVar("T")
Rows: TypeAlias = list[list[int]] | tuple[tuple[int, ...], ...]  # cells row by row

EMPTY = 0  # a cell that is known to be blank
UNKNOWN = -1  # a cell that is not decided


def web_colour(colour: Colour) -> str:
    """A colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def cell_name(cell: Cell) -> str:
    """A cell's place in words, from 1: "row 3, column 10"."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def set_lines(puzzle: Any, kind: type[T], of_number: Callable[[int], T]) -> None:
    """Make tuples of a new puzzle's lists, and hints of whole numbers; it is frozen to all others.

    Raises TypeError for other hints, ValueError without a row, a column or a colour.
    """
    for name in ("rows", "cols"):
        lines = getattr(puzzle, name)
        try:
            hints = tuple(
                None
                if line is None
                else tuple(hint if isinstance(hint, kind) else of_number(index(hint)) for hint in line)
                for line in lines
            )
        except TypeError:
            wanted = f"expected {name} as tuples or lists of {kind.__name__} or whole numbers"
            raise TypeError(f"{wanted}, found {lines!r:.60}") from None
        object.__setattr__(puzzle, name, hints)
    object.__setattr__(puzzle, "palette", tuple(map(tuple, puzzle.palette)))
    if not puzzle.rows or not puzzle.cols or len(puzzle.palette) < 2:
        raise ValueError("a puzzle needs at least one row, one column and one colour")


def named_lines(rows: Sequence[T], cols: Sequence[T]) -> Iterator[tuple[str, T, int]]:
    """Name each line in words, from 1 ("row 3"), with its hints and its number of cells; rows come first."""
    for axis, lines, length in (("row", rows, len(cols)), ("column", cols, len(rows))):
        for number, line in enumerate(lines, 1):
            yield f"{axis} {number}", line, length


class Picture(Displayed):
    """An immutable grid of coloured cells.

    It may be made from nested lists, which are converted when `cells` is first used: solving, printing and
    storing a picture need no arrays, and importing numpy takes longer than all of them.

    cells : (rows, columns) int8; an index into `palette`, EMPTY (0) or UNKNOWN (-1). Not copied.
    palette : palette[0] is the colour of a blank cell, palette[1:] the puzzle's colours in order.

    Examples
    --------
    >>> picture = picrosser.Picture([[1, 0], [1, -1]], ((255, 255, 255), (0, 0, 0)))
    >>> picture
    Picture(10/1?)
    >>> picture.shape, picture.is_complete
    ((2, 2), False)
    """

    __slots__ = ("_cells", "_palette")

    def __init__(self, cells: NDArray[np.int8] | Rows, palette: Sequence[Colour]) -> None:
        """Raises TypeError: the cells are neither nested lists nor an array."""
        if not (isinstance(cells, list | tuple) or hasattr(cells, "tolist")):
            raise TypeError(f"expected cells as nested lists or an array, not {type(cells).__name__}")
        self._cells = cells
        self._palette = tuple(palette)

    @property
    def cells(self) -> NDArray[np.int8]:
        if isinstance(self._cells, list | tuple):
            import numpy as np

            self._cells = np.array(self._cells, dtype=np.int8)
        return self._cells

    @property
    def palette(self) -> tuple[Colour, ...]:
        return self._palette

    @property
    def rows(self) -> Rows:
        if isinstance(self._cells, list | tuple):
            return self._cells
        rows: list[list[int]] = self._cells.tolist()
        return rows

    @property
    def shape(self) -> tuple[int, int]:
        if isinstance(self._cells, list | tuple):
            return len(self._cells), len(self._cells[0])
        shape: tuple[int, int] = self._cells.shape  # always two values: the referee refuses other arrays
        return shape

    @property
    def is_complete(self) -> bool:
        return not any(UNKNOWN in row for row in self.rows)

    def lines(self) -> tuple[str, ...]:
        """One string per row, one character per cell: 0 blank, 1..9 then a..z the colours, ? unknown."""
        return tuple("".join(CELL_CHARACTERS[cell] for cell in row) for row in self.rows)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return shortened(f"Picture({'/'.join(self.lines())})")

    def _shown(self) -> tuple[None, Picture, str]:
        return None, self, ""


CELL_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz?"
"""The character of cell value v is CELL_CHARACTERS[v]; the last one, index -1, is UNKNOWN."""
