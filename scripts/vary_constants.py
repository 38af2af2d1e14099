"""Make the constants of nonogram reading smaller and larger, one at a time, and print which readings change.

python scripts/vary_constants.py --drawn 6 --seed 1 --only outer_lines
python scripts/vary_constants.py --drawn 34 --nonpuzzles 17 --seed 1 ../shared/screenshots > constants.tsv

A constant is halved and doubled, or what `--factor` says. A reading changes if its puzzle does, its exit
status, or what is painted on the board: no truth is needed. A constant that may be much larger and much
smaller without any change is one that these pictures do not need: it may be joined with another, or go.

All pictures are read as nonograms. Each stage of reading is run again only if it may use the constant, or if
a stage before it said something else. Drawn pictures are those of `accuracy_nonograms.py` with the same seed,
and of `accuracy_nonpuzzles.py`; of folders, all pictures are read. Those that take the least time are read
first. The table has a line for each constant, as soon as it is known: module, name, value, and the first few
pictures whose reading changes with a smaller one and with a larger one; each with what the exit status
becomes, if that changes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np

from drawn.nonograms.damaged import damage_in_turn, damaged_nonogram
from measuring.constants import Named, named_numbers
from measuring.nonograms import NonogramSource, nonogram_sources
from measuring.nonpuzzles import NonpuzzleSource, nonpuzzle_sources
from measuring.remembered import RememberedFunctions
from measuring.shots import as_rgb
from picrosser.errors import PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.progress import MIN_CONFIDENCE
from picrosser.reading.attempts.enlarged import enlarge
from picrosser.reading.attempts.sharpened import sharpened
from picrosser.reading.nonogram.boards.propose import propose_boards
from picrosser.reading.nonogram.cells.board_state import see_cells
from picrosser.reading.nonogram.cells.cells_explained import explain_cells
from picrosser.reading.nonogram.hints.beside import collect_hints
from picrosser.reading.nonogram.read import find_boards, weigh_hints
from picrosser.reading.page.ink import find_ink
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.repairing.repair_runs import repair_runs

PACKAGE = "picrosser.reading.nonogram"
PICTURES = (".png", ".jpg", ".webp")
TIME_LIMIT_S = 100.0  # of wall time: a lower one would change readings on a busy machine
MAX_TONE_LEVELS = 20  # by which paint of one colour may be read otherwise, of the channel that differs most
UNCLEAR = -2  # in place of what a cell shows
MOST_NAMED = 3  # pictures in a cell of the table; others are not read
# Each depends on its arguments alone
REMEMBERED = (
    find_ink, sharpened, enlarge, find_boards, propose_boards,
    collect_hints, weigh_hints, repair_runs, explain_cells, see_cells,
)  # fmt: skip


class Page(NamedTuple):
    """A picture, whose ink is found once."""

    name: str
    ink: PageEvidence


class Reading(NamedTuple):
    """What is compared.

    puzzle : None if none was read. painted : what is painted on the board, as bytes.
    status : the exit status.
    """

    puzzle: Nonogram | None
    painted: bytes
    status: int

    def is_same(self, other: Reading) -> bool:
        """Whether nobody would notice a difference, but for tones that are nearly equal."""
        if (self.painted, self.status) != (other.painted, other.status):
            return False
        if self.puzzle is None or other.puzzle is None:
            return self.puzzle is other.puzzle
        one, two = self.puzzle, other.puzzle
        if (one.rows, one.cols, len(one.palette)) != (two.rows, two.cols, len(two.palette)):
            return False
        return int(np.abs(np.subtract(one.palette, two.palette)).max()) <= MAX_TONE_LEVELS


def main() -> int:
    """Read all pictures, then with each constant changed."""
    args = _parser().parse_args()
    numbers = [number for number in named_numbers(PACKAGE) if args.only in f"{number.module}.{number.name}"]
    pages = [
        drawn_page(source)
        for source in (
            *nonogram_sources(range(args.drawn), args.seed),
            *nonpuzzle_sources(args.nonpuzzles, args.seed),
        )
    ]
    pages += [_page(str(path), load_image(path)) for path in _pictures_in(args.folders)]
    if not pages or not numbers:
        print("no pictures: give folders, or --drawn" if numbers else "no such constant", file=sys.stderr)
        return 2
    remembered = RememberedFunctions(REMEMBERED, PACKAGE)
    with remembered.in_place():
        with remembered.keeping():
            usual = _quickest_first(pages)
        print("module", "name", "value", "smaller", "larger", sep="\t")
        for number in numbers:
            with remembered.without_users_of(number):
                smaller, larger = (changed(number, by, usual) for by in (1 / args.factor, args.factor))
            module = number.module.removeprefix(f"{PACKAGE}.")
            print(
                module, number.name, number.value, ", ".join(smaller), ", ".join(larger), sep="\t", flush=True
            )
    return 0


def _quickest_first(pages: Sequence[Page]) -> list[tuple[Page, Reading]]:
    """All pictures with their readings."""
    timed: list[tuple[float, Page, Reading]] = []
    for page in pages:
        started = process_time()
        reading = read(page)
        timed.append((process_time() - started, page, reading))
    return [(page, reading) for _, page, reading in sorted(timed, key=lambda one: one[0])]


def changed(number: Named, factor: float, usual: Sequence[tuple[Page, Reading]]) -> list[str]:
    """The first few pictures that are read otherwise if a constant is multiplied."""

    def others() -> Iterator[str]:
        for page, own in usual:
            reading = read(page)
            if not reading.is_same(own):
                became = "" if reading.status == own.status else f" ({own.status} to {reading.status})"
                yield page.name + became

    with number.changed_to(number.times(factor)):
        return list(islice(others(), MOST_NAMED))


def read(page: Page) -> Reading:
    """Read a page as a nonogram; looks at it in grey, sharpened or enlarged find their own ink."""
    try:
        solved = solve_nonogram(page.ink.image, page=page.ink, time_limit_s=TIME_LIMIT_S)
    except PicrosserError as error:
        return Reading(None, b"", int(error.exit_code))
    except Exception:  # noqa: BLE001  (a number that makes no sense may crash: that is a change, too)
        return Reading(None, b"", -1)
    progress = solved.progress()
    is_clear = None if progress is None else progress.confidence >= MIN_CONFIDENCE
    painted = b"" if progress is None else np.where(is_clear, progress.cells, UNCLEAR).tobytes()
    return Reading(solved.reading.puzzle, painted, int(solved.exit_code))


def drawn_page(source: NonogramSource | NonpuzzleSource) -> Page:
    """A drawn nonogram's screenshot, or a drawn picture without a puzzle."""
    if isinstance(source, NonpuzzleSource):
        return _page(f"{source.family} {source.seed}", as_rgb(source.picture()))
    drawn = source.drawn()
    damage = source.damage or damage_in_turn(source.seed, source.look, drawn.digit_px)
    name = f"{source.look} {source.seed}" + ("" if source.damage else f" {damage}")
    return _page(name, as_rgb(damaged_nonogram(drawn, damage)))


def _page(name: str, image: RGB) -> Page:
    return Page(name, PageEvidence(image))


def _pictures_in(folders: Sequence[Path]) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in PICTURES)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--drawn", type=int, default=0, metavar="N", help="number of nonograms drawn")
    parser.add_argument(
        "--nonpuzzles", type=int, default=0, metavar="N", help="number of pictures drawn without a puzzle"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--factor", type=float, default=2.0, metavar="F", help="greater than 1")
    parser.add_argument("--only", default="", metavar="PART", help="only constants with this in their name")
    return parser


if __name__ == "__main__":
    sys.exit(main())
