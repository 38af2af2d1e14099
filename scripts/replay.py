"""Run the command line over every file of some folders, to find what hangs, crashes or is solved wrongly.

python scripts/replay.py FOLDER... --out results.jsonl --no-puzzles
python scripts/replay.py FOLDER... --out results.jsonl --command "solve --json {file}"

Good folders are those that other projects test their decoders with, such as Pillow's `Tests/images`. Each
file runs in a process of its own with limits of wall time and memory; files with the same content run once.
Results are added to the file given with --out: what is in it already is not run again. Needs Linux.

The exit status is 1 if there is a defect: exit 70 or another traceback, a process that died or had to be
killed, a file over --slow or --large, more than one line on stderr, and with --no-puzzles any exit 0.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from scoring.output import aligned, each

SCREENSHOT = "--json -f -o {output}.png {file}"
FILE, OUTPUT = "{file}", "{output}"
"""What stands in a command for the file, and for a place in a temporary folder."""
PROGRAM = (sys.executable, "-m", "picrosser")
INTERNAL = 70  # the exit status of a defect that picrosser has noticed itself
MAX_STDOUT, MAX_STDERR = 4_000, 20_000  # bytes of each that are kept
LISTED = 20  # of the lines besides picrosser's own
LOOK_EVERY_S = 0.01
ROOT = Path(__file__).resolve().parents[1]
_TRACEBACK = "Traceback (most recent call last):"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a process, and from when on a file counts as slow (CPU-seconds) or large (MB at its peak)."""

    wall_s: float = 90
    memory_mb: int = 6000
    slow_s: float = 10
    large_mb: float = 1000


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of one file.

    command : the arguments, with `FILE` and `OUTPUT`. exit : the exit status; None if the process was killed
    at the wall time, the negative number of the signal by which it died.
    """

    file: str
    command: str
    exit: int | None
    seconds: float
    cpu_s: float
    peak_mb: float
    stdout: str
    stderr: str

    @property
    def traceback(self) -> str:
        """The last traceback on stderr; empty if there is none."""
        _, head, tail = self.stderr.rpartition(_TRACEBACK)
        return "\n".join(line for line in (head + tail).splitlines() if not _is_own(line)) if head else ""

    @property
    def chatter(self) -> tuple[str, ...]:
        """Lines on stderr that are not picrosser's own one line, such as warnings; without tracebacks."""
        lines = self.stderr.partition(_TRACEBACK)[0].splitlines()
        first = next((line for line in lines if _is_own(line)), None)
        return tuple(line for line in lines if line is not first)


def _is_own(line: str) -> bool:
    return line.startswith("picrosser: ")


def main() -> int:
    """Replay, print the summary, and return 1 if there are defects."""
    parser = _parser()
    args = parser.parse_args()
    if FILE not in args.command.split():
        parser.error(f"--command needs the word {FILE}")
    if missing := [place for place in args.places if not place.exists()]:
        parser.error(f"{missing[0]} does not exist")
    limits = Limits(args.wall, args.memory_mb, args.slow, args.large)
    results = load_results(args.out)
    done = {(one.file, one.command) for one in results}
    paths = [path for path in different_files(args.places) if (str(path), args.command) not in done]
    random.Random(1).shuffle(paths)  # large files lie together; a replay that is stopped has seen all kinds
    with args.out.open("a", encoding="utf-8") as out:
        for result in each(partial(replay, command=args.command, limits=limits), paths, args.jobs):
            out.write(json.dumps(asdict(result)) + "\n")
            out.flush()
            results.append(result)
    print(summary(results, limits, no_puzzles=args.no_puzzles))
    return int(bool(defects(results, limits, no_puzzles=args.no_puzzles)))


def replay(path: Path, command: str, limits: Limits, program: Sequence[str] = PROGRAM) -> Replayed:
    """Run a command line on a file in a process of its own."""
    paths = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    environment = {**os.environ, "PYTHONPATH": paths, "PICROSSER_TRACEBACK": "1", "OPENBLAS_NUM_THREADS": "1"}
    started = time.perf_counter()
    with TemporaryDirectory(prefix="replay-") as name:
        folder = Path(name)
        words = [
            str(path) if word == FILE else word.replace(OUTPUT, f"{folder}/output")
            for word in command.split()
        ]
        with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as err:
            process = subprocess.Popen(
                [*program, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment
            )
            memory = limits.memory_mb * 10**6
            resource.prlimit(process.pid, resource.RLIMIT_AS, (memory, memory))
            status, usage = _wait(process.pid, started + limits.wall_s)
            process.returncode = status or 0  # it has been waited for
        said = [(folder / name).read_bytes() for name in ("stdout", "stderr")]
    return Replayed(
        str(path),
        command,
        status,
        round(time.perf_counter() - started, 3),
        round(usage.ru_utime + usage.ru_stime, 3),
        round(usage.ru_maxrss * 1024 / 1e6, 1),
        said[0][:MAX_STDOUT].decode("utf-8", "replace"),
        said[1][:MAX_STDERR].decode("utf-8", "replace"),
    )


def _wait(pid: int, until: float) -> tuple[int | None, resource.struct_rusage]:
    """The exit status of a process and what it used; it is killed at a time of `perf_counter`."""
    while True:
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), usage
        if time.perf_counter() > until:
            os.kill(pid, 9)
            return None, os.wait4(pid, 0)[2]
        time.sleep(LOOK_EVERY_S)


def different_files(places: Iterable[Path]) -> list[Path]:
    """The files in folders and below, each content once, in the order of their names."""
    found: dict[bytes, Path] = {}
    for place in places:
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.is_file():
                with path.open("rb") as file:
                    found.setdefault(hashlib.file_digest(file, "sha256").digest(), path)
    return list(found.values())


def load_results(path: Path) -> list[Replayed]:
    """The results in a file; none if it does not exist. A last line that was cut off is removed from it."""
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        path.write_bytes(whole)
    return [Replayed(**json.loads(line)) for line in whole.splitlines()]


# ---- The summary


def defects(results: Sequence[Replayed], limits: Limits, *, no_puzzles: bool) -> dict[str, list[Replayed]]:
    """The files with a defect, by its name; a file may have several.

    no_puzzles : the files hold no puzzle, so exit 0 is a defect.
    """
    rules: dict[str, Callable[[Replayed], bool]] = {
        "killed at the wall time, or died": lambda one: one.exit is None or one.exit < 0,
        "exit 70": lambda one: one.exit == INTERNAL,
        "a traceback, though the exit status is not 70": lambda one: (
            bool(one.traceback) and one.exit != INTERNAL
        ),
        f"over {limits.slow_s:g} CPU-seconds": lambda one: one.cpu_s > limits.slow_s,
        f"over {limits.large_mb:g} MB": lambda one: one.peak_mb > limits.large_mb,
        "more than one line on stderr": lambda one: bool(one.chatter),
        "exit 0 without a puzzle": lambda one: no_puzzles and one.exit == 0,
    }
    found = {name: [one for one in results if is_one(one)] for name, is_one in rules.items()}
    return {name: ones for name, ones in found.items() if ones}


def summary(results: Sequence[Replayed], limits: Limits, *, no_puzzles: bool) -> str:
    """How many files ended with each exit status, their times, and every defect, as text."""
    rows = [("exit", "files", "median s", "most s", "most MB")]
    for label in [*sorted({_label(one) for one in results}), "all"]:
        ones = [one for one in results if label in (_label(one), "all")]
        seconds, peak = [one.cpu_s for one in ones] or [0.0], max((one.peak_mb for one in ones), default=0)
        rows.append((label, str(len(ones)), f"{median(seconds):.2f}", f"{max(seconds):.2f}", f"{peak:.0f}"))
    parts = [aligned(rows)]
    for name, ones in defects(results, limits, no_puzzles=no_puzzles).items():
        lines = (f"  {_label(one):>6} {one.cpu_s:8.2f} s {one.peak_mb:6.0f} MB  {one.file}" for one in ones)
        parts.append("\n".join((f"{len(ones)} x {name}", *lines)))
    tracebacks = Counter(one.traceback for one in results if one.traceback)
    parts += [f"{count} x {text}" for text, count in tracebacks.most_common()]
    chatter = Counter(line for one in results for line in one.chatter).most_common(LISTED)
    parts += [f"{count} x a line besides picrosser's own: {line[:160]}" for line, count in chatter]
    return "\n\n".join(parts)


def _label(one: Replayed) -> str:
    return "killed" if one.exit is None else f"signal {-one.exit}" if one.exit < 0 else str(one.exit)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usual = Limits()
    parser.add_argument("places", type=Path, nargs="*", metavar="FOLDER", help="folders or files to replay")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the results, JSON lines")
    parser.add_argument(
        "--no-puzzles", action="store_true", help="the files hold no puzzle: exit 0 is a defect"
    )
    parser.add_argument("--command", default=SCREENSHOT, metavar="WORDS",
                        help="arguments of picrosser; {file} is the file, {output} a place in a temporary "
                        "folder; default: %(default)s")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of processes")
    parser.add_argument("--wall", type=float, default=usual.wall_s, metavar="S", help="until it is killed")
    parser.add_argument(
        "--memory-mb", type=int, default=usual.memory_mb, metavar="MB", help="address space of a process"
    )
    parser.add_argument("--slow", type=float, default=usual.slow_s, metavar="S", help="CPU-seconds: a defect")
    parser.add_argument("--large", type=float, default=usual.large_mb, metavar="MB", help="peak: a defect")
    return parser


if __name__ == "__main__":
    sys.exit(main())
