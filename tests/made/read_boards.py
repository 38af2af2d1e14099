"""Draw a program's look, and look at a picture or read a board as far as a test needs it."""

from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from drawn_nonogram import runs_of

from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import DrawnNonogram, damaged_nonogram, draw, legible_spec
from picrosser.errors import ExitCode, PicrosserError
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.looks.belief import LooksTaken
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.hungry_cat import HungryCatSolved, solve_reading
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.pipelines.stages import StageClock
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.nonogram.hints.beside import HintsGrouped
from picrosser.reading.nonogram.read import NonogramReading, find_boards
from picrosser.reading.stages import StageListener, ignore


def looks_at(image: RGB) -> list[tuple[str, str]]:
    """The looks at a picture, with what they found."""
    stages: list[object] = []
    with suppress(PicrosserError):
        solve_screenshot(image, on_stage=stages.append)
    return [look for stage in stages if isinstance(stage, LooksTaken) for look in stage.looks]


def drawn_look(name: str, seed: int) -> DrawnNonogram:
    """A screenshot of the program that is called so."""
    return draw(legible_spec(next(look for look in LOOKS if look.name == name), seed))


def pixels_of(drawn: DrawnNonogram, damage: str = "") -> RGB:
    """A drawn screenshot's pixels, damaged if a damage is named."""
    image = damaged_nonogram(drawn, damage) if damage else drawn.image
    return np.ascontiguousarray(np.asarray(image.convert("RGB")))


def digits_stated(lines: tuple[Runs | None, ...], *, zeros: bool = True) -> list[int]:
    """How many digits lines show; zeros : a blank line shows its 0."""
    return [sum(len(str(run.length)) for run in line or ()) or int(zeros) for line in lines]


def solve_hungry_cat(image: RGB, on_stage: StageListener = ignore) -> HungryCatSolved:
    """Read a Hungry Cat screenshot and solve it."""
    clock = StageClock(on_stage)
    return solve_reading(image, read_screenshot(image, clock), clock)


def first_reading(image: RGB) -> NonogramReading:
    """What is read beside the likeliest board; there has to be one."""
    found = find_boards(image)
    assert found.likely, found.why_none
    return found.read(found.likely[0])


def first_hints(image: RGB) -> HintsGrouped:
    """The pieces beside the likeliest board that may be digits; there has to be one."""
    stages: list[object] = []
    found = find_boards(image)
    assert found.likely, found.why_none
    found.read(found.likely[0], stages.append)
    return next(stage for stage in stages if isinstance(stage, HintsGrouped))


def stated(puzzle: Nonogram) -> tuple[list[list[int]], list[list[int]]]:
    """The lengths of the runs, of all rows and of all columns, as `runs_of` has them."""
    axes = puzzle.rows, puzzle.cols
    rows, cols = ([[run.length for run in line or ()] for line in lines] for lines in axes)
    return rows, cols


def edges_off(found: Lattice, true: Lattice) -> int:
    """By how many pixels an edge is off at most, of two lattices of the same shape."""
    edges = ((*lattice.row_edges_px, *lattice.col_edges_px) for lattice in (found, true))
    return int(np.abs(np.subtract(*edges)).max())


def assert_solved(solved: NonogramSolved, lines: Sequence[str]) -> None:
    """Without a doubt, as the puzzle of this picture."""
    assert solved.exit_code is ExitCode.OK, solved.verdict
    assert stated(solved.puzzle) == runs_of(lines)
