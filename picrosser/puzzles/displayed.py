"""How public values show themselves: a short `repr`, and a drawing as the last value of a notebook's cell.

Puzzles know nothing of drawing: whoever imports both (`picrosser/__init__.py`) says here who draws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_load: Callable[[], Any] | None = None


def draw_with(load: Callable[[], Any]) -> None:
    """Let values be drawn by what `load` returns, once a notebook asks: `picrosser.drawing.notebook`."""
    global _load
    _load = load


class Displayed:
    """A value that notebooks draw; subclasses say what there is to draw in `_shown`."""

    __slots__ = ()
    _of_pieces = False  # cells of one value are a piece with a line round it

    def _shown(self) -> tuple[Any, Any, str]:
        """The puzzle, the picture on its board, and words below; None and "" for what there is not."""
        raise NotImplementedError

    def _repr_html_(self) -> Any:
        return _load and _load().shown_html(self._shown(), of_pieces=self._of_pieces)

    def _repr_png_(self) -> Any:
        return _load and _load().shown_png(self._shown(), of_pieces=self._of_pieces)


def shortened(text: str, most: int = 200) -> str:
    """A text of at most so many characters, two or three lines; "..." stands for what was left out."""
    return text if len(text) <= most else text[: most - 3] + "..."


def size_words(shape: tuple[int, int], colours: int) -> str:
    """Size and colours as in verdicts, columns first: "10 x 15, 4 colours"."""
    rows, cols = shape
    return f"{cols} x {rows}, {colours} colour{'s' if colours > 1 else ''}"
