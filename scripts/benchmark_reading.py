"""Measure what reading costs: CPU-seconds, as multiples of decoding the same picture, over whole folders.

python scripts/benchmark_reading.py FOLDER...
python scripts/benchmark_reading.py -v --jobs 2 --limit 60 FOLDER

Every picture below the folders is recognised, read and solved once, in a process of its own that has imported
everything before. What is read and what is refused are counted apart, and pictures of each size. No truths
are needed: whether an answer is right is what the `score` and `accuracy` scripts measure. The processor's
time is measured, so a busy machine changes it little.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from measuring.output import shown_progress

from compare_json import pictures
from measuring.reading_cost import cost_line, cost_table, measure_each


def main() -> int:
    """Measure and print."""
    parser = _parser()
    args = parser.parse_args()
    found = list(pictures(args.folders))
    if not found:
        parser.error("no pictures below these folders")
    costs = []
    measured = shown_progress(measure_each(found, args.limit, args.jobs), len(found))
    for picture, cost in zip(found, measured, strict=True):
        if cost is None:
            print(f"no picture: {picture}", file=sys.stderr)
            continue
        costs.append(cost)
        if args.verbose:
            print(cost_line(cost), flush=True)
    print(cost_table(costs))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument(
        "--limit", type=float, default=120.0, metavar="S", help="CPU-seconds for reading a picture, at most"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="number of processes")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each picture, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
