"""How public values show themselves: a short `repr`, and a drawing as the last value of a notebook's cell.

Puzzles know nothing of drawing: whoever imports both (`picrosser/__init__.py`) says here who draws.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

_load: Callable[[], Any] | None = None


def draw_with(load: Callable[[], Any]) -> None:
    """Let values be drawn by what `load` returns, once a notebook asks: `picrosser.drawing.notebook`."""
    global _load
    _load = load


class Displayed:
    """A value that notebooks draw: a puzzle, or a value that says in `_shown` what there is to draw of it."""

    __slots__ = ()
    _of_pieces = False  # cells of one value are a piece with a line round it

    def _shown(self) -> tuple[Any, Any, str]:
        """The puzzle, the picture on its board, and words below; None and "" for what there is not."""
        return self, None, ""

    def _repr_html_(self) -> Any:
        return _load and self._drawn(_load())._repr_html_()

    def _repr_png_(self) -> Any:
        return _load and self._drawn(_load())._repr_png_()

    def _drawn(self, notebook: Any) -> Any:
        puzzle, picture, words = self._shown()
        return notebook.Shown(puzzle, picture, words=words, of_pieces=self._of_pieces)


def shortened(text: str, most: int = 200) -> str:
    """A text of at most so many characters, two or three lines; "..." stands for what was left out."""
    return text if len(text) <= most else text[: most - 3] + "..."


def listed(words: Sequence[str], last: str) -> str:
    """Join words: "a", "a or b", "a, b or c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def first_few(words: Iterable[str], most: int) -> list[str]:
    """Return the words; of more than `most` the first, and how many more there are."""
    found = list(words)
    more = len(found) - most
    return found if more <= 0 else [*found[:most], f"and {more} more"]


def numbered(noun: str, numbers: Sequence[int]) -> str:
    """Name lines by numbers that count from 0: "row 3", "rows 1 and 2", "columns 1, 2 and 4-7"."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and groups[-1][-1] == number - 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    words: list[str] = []
    for group in groups:
        words += [f"{group[0] + 1}-{group[-1] + 1}"] if len(group) > 2 else [str(n + 1) for n in group]
    return f"{noun if len(numbers) == 1 else noun + 's'} {listed(words, 'and')}"


def size_words(shape: tuple[int, int], colours: int) -> str:
    """Size and colours as in verdicts, columns first: "10 x 15, 4 colours"."""
    rows, cols = shape
    return f"{cols} x {rows}, {colours} colour{'s' if colours > 1 else ''}"
