"""Measure whether pictures without a puzzle are solved: tables, heat maps, calendars, boards of other games.

python scripts/accuracy_nonpuzzles.py --drawn 200 --seed 1 --jobs 2
python scripts/accuracy_nonpuzzles.py --drawn 20 --only times-table,heat-map --keep solved
python scripts/accuracy_nonpuzzles.py FOLDER

Each picture looks like a grid, with numbers beside its lines or within its cells, and holds none of the
puzzles that picrosser knows. Or FOLDER holds such pictures; their families are their names up to the last
dash. The exit status is 1 if any is solved without a doubt, or said to have several solutions.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from drawn.nonpuzzles.families import FAMILIES
from measuring.nonpuzzles import folder_sources, nonpuzzle_sources, nonpuzzle_table, score_nonpuzzle
from measuring.output import each


def main() -> int:
    """Run, print, and return 1 if anything was solved."""
    parser = _parser()
    args = parser.parse_args()
    only = tuple(name.strip() for name in args.only.split(",")) if args.only else ()
    if unknown := set(only) - set(FAMILIES):
        parser.error(f"no family is called {sorted(unknown)[0]!r}; choose from: {', '.join(FAMILIES)}")
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
    folder = args.folder
    sources = nonpuzzle_sources(args.drawn, args.seed, only) if folder is None else folder_sources(folder)
    scores = list(each(partial(score_nonpuzzle, keep=args.keep), sources, args.jobs))
    print(nonpuzzle_table(scores))
    for score in scores:
        if score.taken == "SOLVED" or args.verbose:
            print(f"{score.taken}: {score.source.name}: {score.line}")
    return int(any(score.taken == "SOLVED" for score in scores))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "folder", type=Path, nargs="?", metavar="FOLDER", help="score its PNGs instead of drawing"
    )
    parser.add_argument("--drawn", type=int, default=200, metavar="N", help="number of pictures drawn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", metavar="FAMILIES", help="names of families, separated by commas")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of processes")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="folder for the pictures that are solved")
    parser.add_argument("--verbose", action="store_true", help="list every picture with its verdict")
    return parser


if __name__ == "__main__":
    sys.exit(main())
