"""Collect the boards that may be in a picture, with the terms of their scores, and tell the right ones.

Of a screenshot from a folder no lattice is known: there the board is right that has the right size and is
read exactly.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from drawn.damage import DAMAGES
from drawn.nonograms.damaged import PLAIN, damage_in_turn, damaged_lattice, damaged_nonogram, lattice_after
from measuring.nonogram_truth import exact
from measuring.nonograms import NonogramSource
from measuring.shots import as_rgb
from picrosser.errors import PicrosserError
from picrosser.imaging.channels import luma_of
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.nonogram.boards.digit_lattice import digit_lattices
from picrosser.reading.nonogram.boards.propose import LOOSE_DISTANCE, propose_boards
from picrosser.reading.nonogram.boards.rulings import rulings_from_digits
from picrosser.reading.nonogram.boards.score import SIDES, WEIGHTS, digit_heights
from picrosser.reading.nonogram.boards.terms import NumbersOnRuling, Rectangles, Terms
from picrosser.reading.nonogram.read import BoardsFound
from picrosser.reading.page.ink import find_ink
from picrosser.reading.page.numbers import find_numbers
from picrosser.repairing.repair_runs import repair_runs
from picrosser.running.deadline import Deadline

RIVALS_OF_A_KIND = 40  # the best boards of each ruling, height of digits, and pair of sides with hints
RIVALS = 150  # the best of a page
READ_BOARDS = 4  # of the right size whose hints are read
TIME_LIMIT_S = 10.0
OFF = 0.25  # of the pitch: the lines of a true board are nearer to where they should be
TURNS = "jpeg-30", "scale-0.75", "blur", "scale-1.33", "noise-9", "dim"  # damages of screenshots, in turn


@dataclass(frozen=True, slots=True)
class ScreenshotSource:
    """A screenshot in a file with its true hints beside it, as JSON; and a damage."""

    path: Path
    damage: str = PLAIN


Source: TypeAlias = NonogramSource | ScreenshotSource


class Place(NamedTuple):
    """Where a board lies: its lines, and whether hints stand below it, and right of it."""

    lattice: Lattice
    below: bool = False
    beside_right: bool = False

    def is_at(self, other: Place) -> bool:
        """Whether the lines of both are nearly the same, and their hints on the same sides."""
        if self[1:] != other[1:] or self.lattice.shape != other.lattice.shape:
            return False
        edges, others = (
            (*place.lattice.row_edges_px, *place.lattice.col_edges_px) for place in (self, other)
        )
        return bool(np.abs(np.subtract(edges, others)).max() < OFF * other.lattice.pitch_px)


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """The boards that may be in a picture.

    name : of the picture. group : of the pictures that are alike: a look, a program, a family.
    terms : (boards, terms) of each.
    true : (boards,) those that are right: none if it was not proposed.
    """

    name: str
    group: str
    terms: NDArray[np.float64]
    true: NDArray[np.bool_]


def collect_boards(source: Source) -> Page:
    """The boards that may be in a picture, with the terms of their scores."""
    if isinstance(source, ScreenshotSource):
        return _page_of_screenshot(source)
    drawn = source.drawn()
    damage = source.damage or damage_in_turn(source.seed, source.look, drawn.digit_px)
    image = as_rgb(damaged_nonogram(drawn, damage))
    return _page(
        f"{source.look}-{source.seed}-{damage}", source.look, image, Place(damaged_lattice(drawn, damage))
    )


def _page_of_screenshot(source: ScreenshotSource) -> Page:
    path, damage = source.path, source.damage
    name, image = f"{path.stem}-{damage}", load_image(path)
    place = _place_read(path, image)
    if damage != PLAIN:
        image = as_rgb(DAMAGES[damage](Image.fromarray(image)))
        place = None if place is None else place._replace(lattice=lattice_after(place.lattice, damage))
    return _page(name, _program(path), image, place)


def _page(name: str, group: str, image: RGB, place: Place | None) -> Page:
    ink = find_ink(image)
    numbers = find_numbers(ink)
    found: list[tuple[float, Terms, Place]] = []
    for ruling in rulings_from_digits(luma_of(image), digit_lattices(find_numbers(ink, LOOSE_DISTANCE))):
        for height in digit_heights(ruling, numbers):
            page = NumbersOnRuling(ruling, numbers, height)
            for below, right in SIDES:
                for board in Rectangles(page, below=below, beside_right=right).best(
                    WEIGHTS, RIVALS_OF_A_KIND
                ):
                    at = Place(ruling.lattice(board.sides), below, right)
                    found.append((board.nats, board.terms, at))
    found.sort(key=lambda board: -board[0])
    found = found[:RIVALS]
    terms = np.array([board[1] for board in found]).reshape(-1, len(Terms._fields))
    true = np.array([place is not None and board[2].is_at(place) for board in found], bool)
    return Page(name, group, terms, true)


def _place_read(path: Path, image: RGB) -> Place | None:
    """The likeliest board of a screenshot that has the right size and is read exactly; None if none is."""
    ink = find_ink(image)
    truth = json.loads(path.with_suffix(".json").read_text())
    shape = len(truth["rows"]), len(truth["cols"])
    boards = [board for board in propose_boards(luma_of(image), ink) if board.lattice.shape == shape]
    for board in boards[:READ_BOARDS]:
        with suppress(PicrosserError):
            reading = BoardsFound(image, ink, (board,)).read(board)
            settled = repair_runs(reading.evidence, Deadline.after(TIME_LIMIT_S))
            if settled.puzzle is not None and exact(settled.puzzle, truth):
                return Place(board.lattice, board.below, board.beside_right)
    return None


def _program(path: Path) -> str:
    """The program that drew a screenshot: its folder, or the file's name in folders of many programs."""
    return path.stem if path.parent.name.startswith("unseen") else path.parent.name


def screenshot_sources(folder: Path) -> list[ScreenshotSource]:
    """Every screenshot below a folder with a nonogram's hints beside it, plain and with two damages each.

    Photographs are left out: a damage of 12 megapixels takes long, and their boards are no lattices.
    """
    found: list[ScreenshotSource] = []
    for path in sorted(folder.rglob("*.png")) + sorted(folder.rglob("*.jpg")):
        truth = path.with_suffix(".json")
        if path.parent.name != "photos" and truth.exists() and "rows" in json.loads(truth.read_text()):
            turn = len(found) // 3
            damages = [TURNS[(turn + at) % len(TURNS)] for at in (0, len(TURNS) // 2)]
            found += [ScreenshotSource(path, damage) for damage in (PLAIN, *damages)]
    return found
