"""Ready-made readings of Hungry Cat boards, one for each kind of outcome."""

from dataclasses import replace

from made_evidence import column, looked, made_evidence, puzzle_of, row
from PIL import Image
from stored_pictures import saved

from picrosser.imaging.pixels import Lattice
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.reading.hungry_cat.assemble import Reading

PALETTE = ((255, 255, 255), (200, 0, 0), (0, 0, 200))


def reading(*lines: str, **planted: object) -> Reading:
    """The reading of a board at (10, 20) with cells of 10 pixels; `planted` as in `made_evidence`."""
    drawn = puzzle_of(*lines)
    puzzle = HungryCat(drawn.rows, drawn.cols, PALETTE[: drawn.colours + 1])
    rows, cols = puzzle.shape
    lattice = Lattice(tuple(range(10, 11 + 10 * rows, 10)), tuple(range(20, 21 + 10 * cols, 10)))
    return replace(looked(puzzle, made_evidence(puzzle, **planted)), lattice=lattice)


UNIQUE = reading("11", "12")
SEVERAL = reading("12", "21")
NONE = reading("1122", "1212", "1122", "1212", circled={row(0, 0): -30.0, row(0, 1): -30.0})
HIDDEN = reading("11", "12", hidden={row(0, 0)})
MISREAD = reading("112", "122", "111", seen={row(0, 0): 3})
# The lower left cell may be of either colour.
DOUBTFUL = reading("11", "12", hidden={row(1, 0), row(1, 1), column(0, 0), column(0, 1)})


def png(height: int = 40, width: int = 50) -> bytes:
    return saved(Image.new("RGB", (width, height), (240, 240, 240)))


KEYS = [
    "schema", "input", "exit", "puzzle", "lattice", "turned_deg", "hints", "other_boards_px", "doubts",
    "remedies", "changes", "solution", "difficulty", "seconds", "output",
]  # fmt: skip
"""The keys of each JSON line, before those of a command and `error`."""
