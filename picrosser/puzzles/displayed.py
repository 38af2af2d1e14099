"""How public values show themselves: a short `repr`, and a drawing as the last value of a notebook's cell.

A notebook asks the value itself for its drawing, by methods of fixed names. Puzzles know nothing of drawing:
whoever imports both (`picrosser/__init__.py`) says here who draws. Until then notebooks show the `repr`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeAlias

    from picrosser.puzzles.checking import LinePuzzle
    from picrosser.puzzles.katamino import Katamino
    from picrosser.puzzles.picture import Picture

    Shown: TypeAlias = tuple[LinePuzzle | Katamino | None, Picture | None, str]

    class Draws(Protocol):
        """What draws values, such as the module `picrosser.drawing.notebook`."""

        def shown_html(self, shown: Shown, *, of_pieces: bool) -> str: ...
        def shown_png(self, shown: Shown, *, of_pieces: bool) -> bytes | None: ...


MOST_CHARACTERS = 200
"""Of a `repr`: two or three lines of a terminal."""

_load: Callable[[], Draws] | None = None


def draw_with(load: Callable[[], Draws]) -> None:
    """Let values be drawn by what `load` returns; it is called when a notebook asks for a drawing."""
    global _load
    _load = load


class Displayed:
    """A value that notebooks draw; subclasses say what there is to draw in `_shown`."""

    __slots__ = ()
    _of_pieces = False  # cells of one value are a piece with a line round it

    def _shown(self) -> Shown:
        """The puzzle, the picture on its board, and words below; None and "" for what there is not."""
        raise NotImplementedError

    def _repr_html_(self) -> str | None:
        return _load and _load().shown_html(self._shown(), of_pieces=self._of_pieces)

    def _repr_png_(self) -> bytes | None:
        return _load and _load().shown_png(self._shown(), of_pieces=self._of_pieces)


def shortened(text: str) -> str:
    """A text of at most `MOST_CHARACTERS`; "..." stands for what was left out."""
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."


def size_words(shape: tuple[int, int], colours: int) -> str:
    """Size and colours as in verdicts, columns first: "10 x 15, 4 colours"."""
    rows, cols = shape
    return f"{cols} x {rows}, {colours} colour{'s' if colours > 1 else ''}"
