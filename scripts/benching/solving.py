"""Solving: published puzzles, generated hard ones, growth with size and colours, whole processes.

Every puzzle is solved to its proof of uniqueness or to a second solution. Times depend on the machine, so the
engines are compared in one run, and whole processes with a simple one. The first search of an engine imports
it, so one small search runs before the measurement.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benching.boards import (
    blobs,
    coloured_nonogram,
    mirrored_nonogram,
    noise,
    published,
    random_nonogram,
    stairs_nonogram,
    tiled_nonogram,
)
from benching.processes import exit_status, peak_megabytes, picrosser_command, ratios, side_by_side
from picrosser.formats.files import puzzle_text
from picrosser.puzzles.checking import LinePuzzle
from picrosser.solving.engines import AlternatingEngine, EngineMaker, PysatEngine, Z3Engine
from picrosser.solving.outcome import Difficulty, Status
from picrosser.solving.solve import solve
from scoring.output import aligned

ENGINES: dict[str, EngineMaker] = {"both": AlternatingEngine, "native": PysatEngine, "z3": Z3Engine}
SIDES = (10, 20, 30, 40, 50)
COLOURS = (3, 5, 8)
GROWN = {"blobs": blobs, "noise": noise}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--puzzles", type=Path, metavar="DIR", help="a folder of folders of puzzle files")
    parser.add_argument("--engines", nargs="+", choices=list(ENGINES), default=["both"])
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="boards of each generated kind")
    parser.add_argument("--runs", type=int, default=9, metavar="N", help="runs of each whole process")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="S", help="for one puzzle")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    for engine in args.engines:
        solve(stairs_nonogram(9), engine=ENGINES[engine])
    folders = [] if args.puzzles is None else [one for one in sorted(args.puzzles.iterdir()) if one.is_dir()]
    groups = {folder.name: published(folder) for folder in folders} | {"made hard": _made(args.seeds)}
    for group, puzzles in groups.items():
        _print_group(group, puzzles, args.engines, args.time_limit)
    _print_growth(args.engines, args.seeds, args.time_limit)
    _print_processes(args.runs)
    return 0


def _made(seeds: int) -> dict[str, LinePuzzle]:
    made: dict[str, LinePuzzle] = {}
    for seed in range(1, seeds + 1):
        for density in (0.4, 0.45, 0.5, 0.55, 0.6):
            made[f"random {density:.2f} #{seed}"] = random_nonogram(seed, 30, density)
        made[f"mirrored #{seed}"] = mirrored_nonogram(seed, 30, 0.5)
        made[f"tiled #{seed}"] = tiled_nonogram(seed, 30, 6)
        made[f"coloured #{seed}"] = coloured_nonogram(seed, 40, 4)
    return made | {f"stairs {side}": stairs_nonogram(side) for side in (19, 31)}


def _print_group(group: str, puzzles: dict[str, LinePuzzle], engines: Sequence[str], limit_s: float) -> None:
    """Solve a group and print its table."""
    rows = [(group, "size", "engine", "status", "difficulty", "passes", "decisions", "seconds")]
    decided: dict[str, list[float]] = {engine: [] for engine in engines}
    for name, puzzle in puzzles.items():
        for engine in engines:
            outcome = solve(puzzle, timeout_s=limit_s, engine=ENGINES[engine])
            if outcome.status is not Status.GAVE_UP:
                decided[engine].append(outcome.seconds)
            how = outcome.status.value, outcome.difficulty.value, str(outcome.passes), str(outcome.decisions)
            rows.append((name, "{1} x {0}".format(*puzzle.shape), engine, *how, f"{outcome.seconds:.3f}"))
    print(f"\n{aligned(rows)}")
    for engine, times in decided.items():
        slowest = max(times, default=0.0)
        print(f"{engine}: {len(times)} of {len(puzzles)} done in {sum(times):.2f} s, slowest {slowest:.2f}")


def _print_growth(engines: Sequence[str], seeds: int, limit_s: float) -> None:
    rows = [(f"{seeds} Hungry Cat boards each", "side", "colours", "engine", "unique", "searched", "gave up",
             "median s")]  # fmt: skip
    for kind, make in GROWN.items():
        for colours in COLOURS:
            for side in SIDES:
                boards = [make(seed, side, colours) for seed in range(1, seeds + 1)]
                for engine in engines:
                    outcomes = [solve(board, timeout_s=limit_s, engine=ENGINES[engine]) for board in boards]
                    counts = (
                        sum(one.status is Status.UNIQUE for one in outcomes),
                        sum(one.difficulty is Difficulty.SEARCH for one in outcomes),
                        sum(one.status is Status.GAVE_UP for one in outcomes),
                    )
                    seconds = f"{median(one.seconds for one in outcomes):.3f}"
                    rows.append((kind, str(side), str(colours), engine, *map(str, counts), seconds))
    print(f"\n{aligned(rows)}")


def _print_processes(runs: int) -> None:
    """Time whole processes on a small board, solved by line logic alone, and on the largest one."""
    rows = [("picrosser solve beside import typer, ms", "solve", "typer", "ratio", "of pairs", "peak MB")]
    with tempfile.TemporaryDirectory() as folder:
        for name, puzzle in (("10x10, 4 colours", blobs(1, 10, 4)), ("50x50, 8 colours", noise(1, 50, 8))):
            path = Path(folder) / f"{name}.toml"
            path.write_text(puzzle_text(puzzle), encoding="utf-8")
            command = [*picrosser_command(), "solve", str(path), "--quiet"]
            exit_status(command)
            own, typer = side_by_side(command, [sys.executable, "-c", "import typer"], runs)
            peak = peak_megabytes(command)
            times = (f"{1000 * median(seconds):.0f}" for seconds in (own, typer))
            shares = (f"{ratio:.2f}" for ratio in ratios(own, typer))
            rows.append((name, *times, *shares, "?" if peak is None else f"{peak:.0f}"))
    print(f"\n{aligned(rows)}\ngoal: a small board at most 3 times as long")
