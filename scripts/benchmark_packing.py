"""Measure packing: every problem of a card, published counts of packings, and two simpler solvers.

python scripts/benchmark_packing.py
python scripts/benchmark_packing.py --problems ../shared/puzzles/katamino.json --runs 9

The problems come from the file, or are random ones of 3 to 11 pieces. Times depend on the machine, so two
other solvers run on the same problems: an exact cover in Z3, and a search that also fills the first empty
cell but does not detect regions that cannot be filled.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from measuring.output import aligned

from drawn.katamino.problems import puzzle_of
from measuring.other_packers import plain_search, z3_cover
from picrosser.packing.pack import PackStatus, count_packings, pack
from picrosser.puzzles.katamino import BOX, Katamino, rectangle

GOAL_MS = 20.0
COUNTS = {(5, 12): (4040, 1010), (6, 10): (9356, 2339), (4, 15): (1472, 368), (3, 20): (8, 2)}
"""Board size -> number of packings, and of distinct ones (C. B. and J. Haselgrove, 1960)."""
RANDOM_SETS = 40


def main() -> int:
    """Measure, print, and return 1 if a count or a verdict was wrong."""
    args = _parser().parse_args()
    problems = _problems(args.problems)
    wrong = _compare(problems, args.runs, args.others)
    return int(_count(args.runs) | wrong)


def _problems(place: Path | None) -> list[Katamino]:
    """The problems of the published cards in a file; without a file, random sets of pieces."""
    if place is None:
        rng = np.random.default_rng(1)
        sizes = (3 + number % 9 for number in range(RANDOM_SETS))
        return [puzzle_of(tuple((1 + rng.permutation(len(BOX))[:size]).tolist())) for size in sizes]
    cards = json.loads(place.read_text(encoding="utf-8"))
    rows = [*cards["small slam"].values(), *cards["long problems"]]
    return [puzzle_of(tuple(row[:size])) for row in rows for size in range(3, len(row) + 1)]


def _compare(problems: list[Katamino], runs: int, others: int) -> bool:
    """Solve all problems with our solver and some with the others; True if they disagree."""
    pack(problems[-1])  # the first call imports modules
    own = [_milliseconds(partial(pack, puzzle), runs) for puzzle in problems]
    slowest = sorted(zip(own, problems, strict=True), key=lambda pair: -pair[0])
    none = sum(pack(puzzle).status is PackStatus.NONE for puzzle in problems)
    print(f"{len(problems)} problems, {none} of them impossible, each to its packing or its proof, warm")
    print(f"median {median(own):.2f} ms, slowest {max(own):.2f} ms (goal: {GOAL_MS:.0f} ms)\n")
    step = max(1, len(slowest) // max(1, others))
    rows = [("pieces", "packed", "ours, ms", "plain search", "Z3", "plain / ours", "Z3 / ours")]
    ratios: list[tuple[float, float]] = []
    wrong = False
    for ms, puzzle in slowest[::step][:others]:
        found = pack(puzzle).status is PackStatus.PACKED
        wrong |= plain_search(puzzle) != found or z3_cover(puzzle) != found
        plain, cover = (_milliseconds(partial(way, puzzle), 1) for way in (plain_search, z3_cover))
        ratios.append((plain / ms, cover / ms))
        pieces = " ".join(str(piece.number) for piece in puzzle.pieces)
        times = f"{ms:.2f}", f"{plain:.1f}", f"{cover:.1f}"
        rows.append((pieces, "yes" if found else "no", *times, *(f"{ratio:.1f}" for ratio in ratios[-1])))
    print(aligned(rows))
    plains, covers = zip(*ratios, strict=True)
    print(
        f"\nmedian ratios: plain search {median(plains):.1f}, Z3 {median(covers):.1f} times as long as ours"
    )
    if wrong:
        print("THE SOLVERS DISAGREE")
    return wrong


def _count(runs: int) -> bool:
    """Count the packings of the known boards; True if a number is wrong."""
    rows = [("board", "packings", "distinct", "seconds", "")]
    wrong = False
    for (height, width), known in COUNTS.items():
        puzzle = Katamino(BOX, rectangle(height, width))
        counted = count_packings(puzzle)
        seconds = _milliseconds(partial(count_packings, puzzle), min(runs, 3)) / 1000
        right = (counted.packings, counted.distinct) == known
        wrong |= not right
        numbers = f"{counted.packings}", f"{counted.distinct}"
        rows.append((f"{height} x {width}", *numbers, f"{seconds:.2f}", "as known" if right else "WRONG"))
    print(f"\nall twelve pentominoes\n{aligned(rows)}")
    return wrong


def _milliseconds(work: Callable[[], object], runs: int) -> float:
    """The median time of some runs."""
    return 1000 * median(_timed(work, runs))


def _timed(work: Callable[[], object], runs: int) -> Iterator[float]:
    for _ in range(runs):
        started = perf_counter()
        work()
        yield perf_counter() - started


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--problems", type=Path, metavar="FILE", help="JSON file of cards (default: random sets)"
    )
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="of ours, for each problem")
    parser.add_argument("--others", type=int, default=8, metavar="N", help="problems for the other ways")
    return parser


if __name__ == "__main__":
    sys.exit(main())
