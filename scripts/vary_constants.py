"""Make the constants of nonogram reading smaller and larger, one at a time, and print which readings change.

python scripts/vary_constants.py --drawn 6 --seed 1 --only outermost.ends
python scripts/vary_constants.py --drawn 40 --seed 1 ../shared/screenshots/unseen2 > constants.tsv

A constant is halved and doubled, or what `--factor` says. A reading changes if its puzzle or its exit status
does: no truth is needed. A constant that may be much larger and much smaller without any change is one that
these pictures do not need: it may be joined with another, or go.

All pictures are read as nonograms, and their ink is found once, so that constants of the page are not varied.
Drawn ones are those of `accuracy_nonograms.py` with the same seed; of folders, all PNG files. The table has a
line for each constant, as soon as it is known: module, name, value, and the first few pictures whose reading
changes with a smaller one and with a larger one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from drawn.nonograms.damaged import damage_in_turn, damaged_nonogram
from measuring.constants import Named, named_numbers
from measuring.nonograms import NonogramSource, nonogram_sources
from measuring.shots import as_rgb
from picrosser.errors import PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.nonogram import Nonogram
from picrosser.reading.page.page_seen import PageSeen

PACKAGE = "picrosser.reading.nonogram"
TIME_LIMIT_S = 20.0
MOST_NAMED = 3  # pictures in a cell of the table; others are not read


class Page(NamedTuple):
    """A picture, whose ink is found once."""

    name: str
    ink: PageSeen


class Reading(NamedTuple):
    """What is compared: the puzzle that was read, None if there is none, and the exit status."""

    puzzle: Nonogram | None
    status: int


def main() -> int:
    """Read all pictures, then with each constant changed."""
    args = _parser().parse_args()
    numbers = [number for number in named_numbers(PACKAGE) if args.only in f"{number.module}.{number.name}"]
    pages = [drawn_page(source) for source in nonogram_sources(range(args.drawn), args.seed)]
    pages += [_page(str(path), load_image(path)) for path in _pictures_in(args.folders)]
    if not pages or not numbers:
        print("no pictures: give folders, or --drawn" if numbers else "no such constant", file=sys.stderr)
        return 2
    usual = [read(page) for page in pages]
    print("module", "name", "value", "smaller", "larger", sep="\t")
    for number in numbers:
        smaller, larger = (
            ", ".join(changed(number, factor, pages, usual)) for factor in (1 / args.factor, args.factor)
        )
        module = number.module.removeprefix(f"{PACKAGE}.")
        print(module, number.name, number.value, smaller, larger, sep="\t", flush=True)
    return 0


def changed(number: Named, factor: float, pages: Sequence[Page], usual: Sequence[Reading]) -> list[str]:
    """The first few pictures that are read otherwise if a constant is multiplied."""
    with number.changed_to(number.times(factor)):
        others = (page.name for page, own in zip(pages, usual, strict=True) if read(page) != own)
        return list(islice(others, MOST_NAMED))


def read(page: Page) -> Reading:
    """Read a page as a nonogram; looks at it in grey, sharpened or enlarged find their own ink."""
    try:
        solved = solve_nonogram(page.ink.image, page=page.ink, time_limit_s=TIME_LIMIT_S)
    except PicrosserError as error:
        return Reading(None, int(error.exit_code))
    except Exception:  # noqa: BLE001  (a number that makes no sense may crash: that is a change, too)
        return Reading(None, -1)
    return Reading(solved.reading.puzzle, int(solved.exit_code))


def drawn_page(source: NonogramSource) -> Page:
    """A drawn nonogram's screenshot."""
    drawn = source.drawn()
    damage = source.damage or damage_in_turn(source.seed, source.look, drawn.digit_px)
    return _page(f"{source.look} {source.seed}", as_rgb(damaged_nonogram(drawn, damage)))


def _page(name: str, image: RGB) -> Page:
    return Page(name, PageSeen(image))


def _pictures_in(folders: Sequence[Path]) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.png"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--drawn", type=int, default=0, metavar="N", help="number of nonograms drawn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--factor", type=float, default=2.0, metavar="F", help="greater than 1")
    parser.add_argument("--only", default="", metavar="PART", help="only constants with this in their name")
    return parser


if __name__ == "__main__":
    sys.exit(main())
