"""How public values show themselves: a short `repr`, and a drawing as the last value of a notebook's cell.

A notebook asks the value itself for its drawing, by methods of fixed names. Drawing stands above puzzles, so
it is imported only when such a method is called.
"""

from __future__ import annotations

TYPE_CHECKING = False  # for mypy as typing.TYPE_CHECKING, whose import takes longer than this module
if TYPE_CHECKING:
    from typing import TypeAlias

    from picrosser.puzzles.checking import LinePuzzle
    from picrosser.puzzles.katamino import Katamino
    from picrosser.puzzles.picture import Picture

    Shown: TypeAlias = tuple[LinePuzzle | Katamino | None, Picture | None, str]

MOST_CHARACTERS = 200
"""Of a `repr`: two or three lines of a terminal."""


class Displayed:
    """A value that notebooks draw; subclasses say what there is to draw in `_shown`."""

    __slots__ = ()
    _of_pieces = False  # cells of one value are a piece with a line round it

    def _shown(self) -> Shown:
        """The puzzle, the picture on its board, and words below; None and "" for what there is not."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        from picrosser.drawing.notebook import board_html

        puzzle, picture, words = self._shown()
        return board_html(puzzle, picture, words, of_pieces=self._of_pieces)

    def _repr_png_(self) -> bytes | None:
        """A PNG; None if there is nothing to draw."""
        from picrosser.drawing.notebook import board_png

        puzzle, picture, _ = self._shown()
        return board_png(puzzle, picture, of_pieces=self._of_pieces)


def shortened(text: str) -> str:
    """A text of at most `MOST_CHARACTERS`; "..." stands for what was left out."""
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."


def size_words(shape: tuple[int, int], colours: int) -> str:
    """Size and colours as in verdicts, columns first: "10 x 15, 4 colours"."""
    rows, cols = shape
    return f"{cols} x {rows}, {colours} colour{'s' if colours > 1 else ''}"
