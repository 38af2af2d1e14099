"""Packing: every problem of a card, or random ones of 3 to 11 pieces, and published counts of packings."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from drawn.katamino.problems import puzzle_of
from picrosser.packing.pack import PackStatus, count_packings, pack
from picrosser.puzzles.katamino import BOX, Katamino, rectangle
from scoring.output import aligned

GOAL_MS = 20.0
COUNTS = {(5, 12): (4040, 1010), (6, 10): (9356, 2339), (4, 15): (1472, 368), (3, 20): (8, 2)}
"""Board size -> number of packings, and of distinct ones (C. B. and J. Haselgrove, 1960)."""
RANDOM_SETS = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--problems", type=Path, metavar="FILE", help="JSON file of cards")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="of each problem")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and return 1 if a count was wrong."""
    problems = _problems(args.problems)
    pack(problems[-1])  # the first call imports modules
    times = [milliseconds(partial(pack, puzzle), args.runs) for puzzle in problems]
    none = sum(pack(puzzle).status is PackStatus.NONE for puzzle in problems)
    print(f"{len(problems)} problems, {none} of them impossible, each to its packing or its proof, warm")
    print(f"median {median(times):.2f} ms, slowest {max(times):.2f} ms (goal: {GOAL_MS:.0f} ms)\n")
    rows, wrong = [("all twelve pentominoes", "packings", "distinct", "seconds", "")], False
    for shape, known in COUNTS.items():
        puzzle = Katamino(BOX, rectangle(*shape))
        counted = count_packings(puzzle)
        seconds = milliseconds(partial(count_packings, puzzle), min(args.runs, 3)) / 1000
        is_right = (counted.packings, counted.distinct) == known
        wrong |= not is_right
        numbers = f"{counted.packings}", f"{counted.distinct}", f"{seconds:.2f}"
        rows.append((f"{shape[0]} x {shape[1]}", *numbers, "as known" if is_right else "WRONG"))
    print(aligned(rows))
    return int(wrong)


def _problems(place: Path | None) -> list[Katamino]:
    """The problems of the published cards in a file; without a file, random sets of pieces."""
    if place is None:
        rng = np.random.default_rng(1)
        sizes = (3 + number % 9 for number in range(RANDOM_SETS))
        return [puzzle_of(tuple((1 + rng.permutation(len(BOX))[:size]).tolist())) for size in sizes]
    cards = json.loads(place.read_text(encoding="utf-8"))
    rows = [*cards["small slam"].values(), *cards["long problems"]]
    return [puzzle_of(tuple(row[:size])) for row in rows for size in range(3, len(row) + 1)]


def milliseconds(work: Callable[[], object], runs: int) -> float:
    """The median time of some runs."""
    times = []
    for _ in range(runs):
        started = perf_counter()
        work()
        times.append(1000 * (perf_counter() - started))
    return median(times)
