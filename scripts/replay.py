"""Run the command line over every file of some folders, to find what hangs, crashes or is solved wrongly.

python scripts/replay.py FOLDER... --out results.jsonl --no-puzzles

Good folders are those that other projects test their decoders with, such as Pillow's `Tests/images`. Each
file runs in a process of its own with limits of wall time and memory; files with the same content run once.
Needs Linux. The exit status is 1 if there is a defect, see `defects_of`.
"""

import hashlib
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Timer

from scoring.output import aligned, each, explained

PROGRAM = (sys.executable, "-m", "picrosser", "--json", "-f")
INTERNAL = 70  # the exit status of a defect that picrosser has noticed itself
MAX_STDERR = 20_000  # bytes that are kept
ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a process, and from when on a file counts as slow (CPU-seconds) or large (MB at its peak)."""

    wall_s: float = 90
    memory_mb: int = 6000
    slow_s: float = 10
    large_mb: float = 1000


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of one file; `exit` is the negative number of the signal by which its process died."""

    file: str
    exit: int
    cpu_s: float
    peak_mb: float
    stderr: str


def main() -> int:
    """Replay, print the summary, and return 1 if there are defects."""
    parser = explained(__doc__)
    parser.add_argument("places", type=Path, nargs="+", metavar="FOLDER", help="folders or files to replay")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the results as JSON Lines")
    parser.add_argument("--no-puzzles", action="store_true", help="the files hold no puzzle: exit 0 is wrong")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of processes")
    args = parser.parse_args()
    if missing := [place for place in args.places if not place.exists()]:
        parser.error(f"{missing[0]} does not exist")
    limits = Limits()
    results = []
    with args.out.open("w", encoding="utf-8") if args.out else nullcontext() as out:
        for result in each(partial(replay, limits=limits), different_files(args.places), args.jobs):
            results.append(result)
            if out:
                print(json.dumps(asdict(result)), file=out, flush=True)
    text, has_defects = summary(results, limits, no_puzzles=args.no_puzzles)
    print(text)
    return int(has_defects)


def replay(path: Path, limits: Limits, program: Sequence[str] = PROGRAM) -> Replayed:
    """Run a program on a file in a process of its own; it writes into a temporary folder."""
    paths = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    environment = {**os.environ, "PYTHONPATH": paths, "PICROSSER_TRACEBACK": "1", "OPENBLAS_NUM_THREADS": "1"}
    with TemporaryDirectory(prefix="replay-") as name, Path(name, "stderr").open("w+b") as said:
        process = subprocess.Popen(
            [*program, "-o", f"{name}/output.png", str(path.absolute())],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said, env=environment,
        )  # fmt: skip
        memory = limits.memory_mb * 10**6
        resource.prlimit(process.pid, resource.RLIMIT_AS, (memory, memory))
        late = Timer(limits.wall_s, process.kill)
        late.start()
        _, status, usage = os.wait4(process.pid, 0)
        late.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read(MAX_STDERR).decode("utf-8", "replace")
    cpu_s, peak_mb = round(usage.ru_utime + usage.ru_stime, 3), round(usage.ru_maxrss * 1024 / 1e6, 1)
    return Replayed(str(path), process.returncode, cpu_s, peak_mb, text)


def different_files(places: Iterable[Path]) -> list[Path]:
    """The files in folders and below, each content once, in the order of their names."""
    found: dict[bytes, Path] = {}
    for place in places:
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.is_file():
                with path.open("rb") as file:
                    found.setdefault(hashlib.file_digest(file, "sha256").digest(), path)
    return list(found.values())


def defects_of(one: Replayed, limits: Limits, *, no_puzzles: bool) -> list[str]:
    """What is wrong with how a file ended; `no_puzzles` : it holds none, so exit 0 is wrong."""
    said = one.stderr.splitlines()
    has_traceback = any(line.startswith("Traceback") for line in said)
    rules = {
        "killed at the wall time, or died": one.exit < 0,
        "exit 70": one.exit == INTERNAL,
        "a traceback, though the exit status is not 70": has_traceback and one.exit != INTERNAL,
        f"over {limits.slow_s:g} CPU-seconds": one.cpu_s > limits.slow_s,
        f"over {limits.large_mb:g} MB": one.peak_mb > limits.large_mb,
        "more than one line on stderr": len(said) > 1 and not has_traceback,
        "exit 0 without a puzzle": no_puzzles and one.exit == 0,
    }
    return [name for name, is_so in rules.items() if is_so]


def summary(results: Sequence[Replayed], limits: Limits, *, no_puzzles: bool) -> tuple[str, bool]:
    """How many files ended with each exit status, and every defect, as text; and whether there are any."""
    rows = [("exit", "files", "median s", "most s", "most MB")]
    for code in sorted({one.exit for one in results}):
        ones = [one for one in results if one.exit == code]
        seconds = [one.cpu_s for one in ones]
        peak = max(one.peak_mb for one in ones)
        rows.append(
            (str(code), str(len(ones)), f"{median(seconds):.2f}", f"{max(seconds):.2f}", f"{peak:.0f}")
        )
    told = [
        f"{one.file}: {defect}: {(one.stderr.splitlines() or [''])[-1][:160]}"
        for one in results
        for defect in defects_of(one, limits, no_puzzles=no_puzzles)
    ]
    return "\n".join([aligned(rows), *told]), bool(told)


if __name__ == "__main__":
    sys.exit(main())
