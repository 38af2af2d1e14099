"""Measure solving: published puzzles, generated hard ones, growth with size and colours, whole processes.

python scripts/benchmark_solving.py
python scripts/benchmark_solving.py --puzzles ../shared/puzzles --shots ../shared/screenshots/hungry_cat
python scripts/benchmark_solving.py --engines both z3 --plot growth.png --json figures.json

Every puzzle is solved to its proof of uniqueness or to a second solution. Times depend on the machine, so
the engines are compared in one run, and whole processes with a simple one; nothing here is a test. The first
search of an engine imports it, so one small search runs before the measurement.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from measuring.output import aligned

from measuring.boards import (
    blobs,
    coloured_nonogram,
    mirrored_nonogram,
    noise,
    published,
    random_nonogram,
    stairs_nonogram,
    tiled_nonogram,
)
from measuring.processes import exit_status, peak_megabytes, picrosser_command, ratios, side_by_side
from picrosser.formats.files import puzzle_text
from picrosser.puzzles.checking import LinePuzzle
from picrosser.solving.engines.engine import EngineMaker
from picrosser.solving.engines.pysat_engine import AlternatingEngine, PysatEngine
from picrosser.solving.engines.z3_engine import Z3Engine
from picrosser.solving.outcome import Difficulty, Status
from picrosser.solving.solve import solve

ENGINES: dict[str, EngineMaker] = {"both": AlternatingEngine, "native": PysatEngine, "z3": Z3Engine}
SIDES = (10, 20, 30, 40, 50)
COLOURS = (3, 5, 8)
GROWN = {"blobs": blobs, "noise": noise}
WARM_RUNS = 20  # of the real boards, each of which takes about a millisecond


@dataclass(frozen=True, slots=True)
class Solved:
    """One puzzle solved by one engine; seconds to the proof or the second solution."""

    group: str
    name: str
    size: str
    engine: str
    status: str
    difficulty: str
    passes: int
    decisions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Grown:
    """Hungry Cat boards of one kind, size and number of colours; seconds are medians."""

    kind: str
    side: int
    colours: int
    engine: str
    unique: int
    searched: int
    gave_up: int
    seconds: float

    @property
    def series(self) -> str:
        """The name of the line in the plot to which this point belongs."""
        return f"{self.kind}, {self.colours} colours, {self.engine}"


@dataclass(frozen=True, slots=True)
class Process:
    """`picrosser solve` on one file beside `python -c "import typer"`; seconds are medians."""

    seconds: float
    typer_seconds: float
    ratio: float
    pairs_ratio: float
    peak_mb: float | None


def main() -> int:
    """Measure and print."""
    args = _parser().parse_args()
    for engine in args.engines:
        solve(stairs_nonogram(9), engine=ENGINES[engine])
    figures: dict[str, object] = {}
    groups = {**_published(args.puzzles), "made hard": _made(args.seeds)}
    solved = [
        one
        for group, puzzles in groups.items()
        for one in _tabled(group, puzzles, args.engines, args.time_limit)
    ]
    figures["puzzles"] = [asdict(one) for one in solved]
    if args.shots is not None:
        figures["real boards"] = _real_boards(args.shots, args.runs)
    grown = _grown(args.engines, args.seeds, args.time_limit)
    figures["growth"] = [asdict(one) for one in grown]
    if args.plot is not None:
        from measuring.growth_plot import draw_growth

        points = [
            (f"{one.kind}, {one.colours} colours, {one.engine}", one.side, one.seconds) for one in grown
        ]
        draw_growth(points, args.plot)
        print(f"\nplot: {args.plot}")
    figures["process"] = {name: asdict(one) for name, one in _processes(args.runs).items()}
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0


def _published(folder: Path | None) -> dict[str, dict[str, LinePuzzle]]:
    return (
        {}
        if folder is None
        else {one.name: published(one) for one in sorted(folder.iterdir()) if one.is_dir()}
    )


def _made(seeds: int) -> dict[str, LinePuzzle]:
    made: dict[str, LinePuzzle] = {}
    for seed in range(1, seeds + 1):
        for density in (0.4, 0.45, 0.5, 0.55, 0.6):
            made[f"random {density:.2f} #{seed}"] = random_nonogram(seed, 30, density)
        made[f"mirrored #{seed}"] = mirrored_nonogram(seed, 30, 0.5)
        made[f"tiled #{seed}"] = tiled_nonogram(seed, 30, 6)
        made[f"coloured #{seed}"] = coloured_nonogram(seed, 40, 4)
    for side in (19, 31):
        made[f"stairs {side}"] = stairs_nonogram(side)
    return made


def _tabled(
    group: str, puzzles: dict[str, LinePuzzle], engines: Sequence[str], limit_s: float
) -> list[Solved]:
    """Solve a group and print its table."""
    found = []
    for name, puzzle in puzzles.items():
        for engine in engines:
            outcome = solve(puzzle, timeout_s=limit_s, engine=ENGINES[engine])
            size = "{1} x {0}".format(*puzzle.shape)
            effort = outcome.difficulty.value, outcome.passes, outcome.decisions, outcome.seconds
            found.append(Solved(group, name, size, engine, outcome.status.value, *effort))
    _print_table(group, found, ("name", "size", "engine", "status", "difficulty", "passes", "decisions"))
    for engine in engines:
        own = [one for one in found if one.engine == engine]
        done = [one for one in own if one.status != Status.GAVE_UP.value]
        slowest = max((one.seconds for one in done), default=0.0)
        total = sum(one.seconds for one in done)
        print(f"{engine}: {len(done)} of {len(own)} decided in {total:.2f} s, the slowest in {slowest:.2f} s")
    return found


def _real_boards(folder: Path, runs: int) -> dict[str, float]:
    """Milliseconds per board in a warm process, uniqueness included."""
    found = {}
    for name, puzzle in published(folder).items():
        times = [_seconds(lambda puzzle=puzzle: solve(puzzle)) for _ in range(max(runs, WARM_RUNS))]
        found[name] = 1000 * median(times)
    each = ", ".join(f"{name} {ms:.2f}" for name, ms in found.items())
    print(f"\nreal boards, warm, ms: {each}; median {median(found.values()):.2f} (goal: 2)")
    return found


def _grown(engines: Sequence[str], seeds: int, limit_s: float) -> list[Grown]:
    found = []
    for kind, make in GROWN.items():
        for colours in COLOURS:
            for side in SIDES:
                boards = [make(seed, side, colours) for seed in range(1, seeds + 1)]
                found += [_grown_one(kind, side, colours, engine, boards, limit_s) for engine in engines]
    keys = ("kind", "side", "colours", "engine", "unique", "searched", "gave_up")
    _print_table(f"growth, {seeds} Hungry Cat boards each, medians", found, keys)
    return found


def _grown_one(
    kind: str, side: int, colours: int, engine: str, boards: Sequence[LinePuzzle], limit_s: float
) -> Grown:
    outcomes = [solve(board, timeout_s=limit_s, engine=ENGINES[engine]) for board in boards]
    counts = (
        sum(one.status is Status.UNIQUE for one in outcomes),
        sum(one.difficulty is Difficulty.SEARCH for one in outcomes),
        sum(one.status is Status.GAVE_UP for one in outcomes),
    )
    return Grown(kind, side, colours, engine, *counts, median(one.seconds for one in outcomes))


def _processes(runs: int) -> dict[str, Process]:
    """Time whole processes on a small board, solved by line logic alone, and on the largest one."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, puzzle in {
            "10x10, 4 colours": blobs(1, 10, 4),
            "50x50, 8 colours": noise(1, 50, 8),
        }.items():
            path = Path(folder) / f"{name}.toml"
            path.write_text(puzzle_text(puzzle), encoding="utf-8")
            command = [*picrosser_command(), "solve", str(path), "--quiet"]
            exit_status(command)
            own, typer = side_by_side(command, [sys.executable, "-c", "import typer"], runs)
            found[name] = Process(median(own), median(typer), *ratios(own, typer), peak_megabytes(command))
    title = "picrosser solve beside import typer, ms (goal: a small board at most 3 times as long)"
    rows = [(title, "solve", "typer", "ratio", "of pairs", "peak MB")]
    for name, one in found.items():
        times = f"{1000 * one.seconds:.0f}", f"{1000 * one.typer_seconds:.0f}"
        peak = "?" if one.peak_mb is None else f"{one.peak_mb:.0f}"
        rows.append((name, *times, f"{one.ratio:.2f}", f"{one.pairs_ratio:.2f}", peak))
    print(f"\n{aligned(rows)}")
    return found


def _print_table(title: str, rows: Sequence[Solved] | Sequence[Grown], keys: Sequence[str]) -> None:
    """Print one row per measurement, with the seconds at the end."""
    shown = [[str(getattr(row, key)) for key in keys] + [f"{row.seconds:.3f}"] for row in rows]
    print(f"\n{title}\n{aligned([[*keys, 'seconds'], *shown])}")


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--puzzles", type=Path, metavar="DIR", help="a folder of folders of puzzle files")
    parser.add_argument("--shots", type=Path, metavar="DIR", help="a folder of real boards as TOML")
    parser.add_argument("--engines", nargs="+", choices=list(ENGINES), default=["both"])
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="boards of each generated kind")
    parser.add_argument("--runs", type=int, default=9, metavar="N", help="runs of each whole process")
    parser.add_argument(
        "--time-limit", type=float, default=20.0, metavar="S", help="time limit for one puzzle"
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="plot the growth to this file; needs matplotlib"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to this file")
    return parser


if __name__ == "__main__":
    sys.exit(main())
