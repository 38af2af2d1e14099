"""Measure how reliable the answers to nonograms are: many drawn screenshots, half of them damaged.

python scripts/accuracy_nonograms.py --drawn 300 --seed 1 --jobs 2
python scripts/accuracy_nonograms.py --drawn 40 --only tiles,ledger --keep failed

picrosser has to find out the kind of puzzle itself. Pictures that are not read exactly are listed with the
reason and with the seed from which `draw_nonograms.py` draws them again. The exit status is 1 if anything was
silently wrong: reported as solved, but different from the truth.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from drawn.nonograms.looks import LOOKS
from measuring.nonograms import (
    NonogramSource,
    nonogram_line,
    nonogram_sources,
    nonogram_table,
    score_nonogram,
)
from measuring.output import each
from measuring.score import Verdict


def main() -> int:
    """Run, print, and return 1 if anything was silently wrong."""
    parser = _parser()
    args = parser.parse_args()
    only = tuple(name.strip() for name in args.only.split(",")) if args.only else ()
    known = [look.name for look in LOOKS]
    if unknown := set(only) - set(known):
        parser.error(f"no look is called {sorted(unknown)[0]!r}; choose from: {', '.join(known)}")
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
    if args.damage is None:
        sources = nonogram_sources(range(args.drawn), args.seed, only)
    else:
        sources = [NonogramSource(name, args.seed, args.damage) for name in only or known]
    scores = list(each(partial(score_nonogram, keep=args.keep), sources, args.jobs))
    print(nonogram_table(scores))
    for score in scores:
        if score.verdict is not Verdict.EXACT:
            print(nonogram_line(score))
    return int(any(score.verdict is Verdict.WRONG for score in scores))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--drawn", type=int, default=300, metavar="N", help="number of pictures drawn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", metavar="LOOKS", help="names of looks, separated by commas")
    parser.add_argument("--damage", metavar="NAME", help="one picture of each look, with this seed and "
                        "this damage; plain for none")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of processes")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="folder for the pictures that are not read exactly, with their truth",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
