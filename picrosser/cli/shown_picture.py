"""A picture in, the text that shows it on stdout out: in colours where that is a terminal."""

from __future__ import annotations

import os
import sys

from picrosser.drawing.terminal import coloured_text, terminal_depth
from picrosser.puzzles.picture import Picture

USUAL_COLUMNS = 80  # where nobody says


def shown_picture(picture: Picture) -> str:
    """The picture as text, its cells as wide as the terminal allows."""
    fits = 2 * picture.shape[1] <= _columns()
    depth = terminal_depth(sys.stdout.isatty(), os.environ)
    return coloured_text(picture, depth, cell_columns=2 if fits else 1)


def _columns() -> int:
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return USUAL_COLUMNS
    from shutil import get_terminal_size  # says the same, but takes 4 ms to load

    return get_terminal_size((USUAL_COLUMNS, 24)).columns
