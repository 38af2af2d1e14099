"""Replay files through the command line in worker processes that may hang, die or eat memory.

A worker runs many command lines, since starting Python takes longer than most of them; one that exceeds the
wall time is killed, and the next file gets a new one. Caches are warm and plugins loaded, so a defect of a
process's first picture alone is not seen. Results are lines of JSON in a file, so that a replay
that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import IO, Any, Self

from measuring.replay_worker import peak_mb

FILE, OUTPUT = "{file}", "{output}"
"""What stands in a command for the file, and for a place in a temporary folder (`{output}.png`, say)."""

COMMAND_LINE = "picrosser.cli.start:main"
FRESH_MB = 120
"""A worker that needed more is replaced: what it keeps would count in the peak of the next file."""

_TRACEBACK = "Traceback (most recent call last):"
_SCRIPTS = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of one file.

    command : the arguments, as they were given to `replay`.
    exit : the exit status; None if the worker was killed or died, or an exception left `main`.
    ended : "returned" an exit status; "raised" an exception; "killed" at the wall time; "died" by itself.
    seconds, cpu_s : wall and processor time; cpu_s is None if the worker did not live to say it.
    peak_mb : the worker's peak memory during this file.
    stdout, stderr : the beginning of what was printed, with tracebacks.
    """

    file: str
    bytes: int
    command: str
    exit: int | None
    ended: str
    seconds: float
    cpu_s: float | None
    peak_mb: float | None
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
        if self.ended != "returned":
            return ()
        lines = self.stderr.partition(_TRACEBACK)[0].splitlines()
        first = next((line for line in lines if _is_own(line)), None)
        return tuple(line for line in lines if line is not first)


def _is_own(line: str) -> bool:
    return line.startswith("picrosser: ")


class Worker:
    """A worker process, started when it is first needed and again after each that was stopped.

    memory_mb, wall_s : its limits; a wall time for each file.
    entry : what it runs, as `module:name`; tests have their own.
    """

    def __init__(self, memory_mb: int, wall_s: float, entry: str = COMMAND_LINE) -> None:
        self.memory_mb = memory_mb
        self.wall_s = wall_s
        self.entry = entry
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, arguments: Sequence[str]) -> dict[str, Any]:
        """The fields of `Replayed` that the command line decides."""
        process = self._process or self._start()
        started = perf_counter()
        said = _exchange(process, json.dumps(list(arguments)).encode() + b"\n", self.wall_s)
        if said and said.endswith(b"\n"):
            fields: dict[str, Any] = json.loads(said)
            if (fields["peak_mb"] or 0) > FRESH_MB:
                self.stop()
            return {**fields, "ended": "raised" if fields["exit"] is None else "returned"}
        peak = peak_mb(process.pid)
        ended = "killed" if said is None else "died"
        status = self.stop()
        return {
            "exit": None,
            "ended": ended,
            "seconds": round(perf_counter() - started, 3),
            "cpu_s": None,
            "peak_mb": peak,
            "stdout": "",
            "stderr": f"the worker died with status {status}" if ended == "died" else "",
        }

    def stop(self) -> int:
        """Kill the process, if there is one, and return its exit status."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.kill()
        status = process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join((str(_SCRIPTS), str(_SCRIPTS.parent), os.environ.get("PYTHONPATH", "")))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "measuring.replay_worker", self.entry, str(self.memory_mb)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,  # Ctrl-C stops the replay, and is no result of a file
        )
        return self._process


def _exchange(process: subprocess.Popen[bytes], question: bytes, wall_s: float) -> bytes | None:
    """Send a line and return the answer's; what there is of it if the worker dies, None if it is late."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(question)
    except BrokenPipeError:  # it died between two files
        return b""
    return _read_line(process.stdout, perf_counter() + wall_s)


def _read_line(pipe: IO[bytes], until: float) -> bytes | None:
    line = b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([pipe], [], [], max(0.0, until - perf_counter()))
        if not ready:
            return None
        part = os.read(pipe.fileno(), 65_536)
        if not part:
            break
        line += part
    return line


def replay(
    paths: Sequence[Path],
    command: str,
    *,
    jobs: int,
    memory_mb: int,
    wall_s: float,
    entry: str = COMMAND_LINE,
) -> Iterator[Replayed]:
    """Run a command line on each file; the results come as they are ready.

    command : the arguments, separated by spaces, with `FILE` and `OUTPUT`.
    jobs : the number of worker processes.
    """
    idle: SimpleQueue[Worker] = SimpleQueue()
    workers = [Worker(memory_mb, wall_s, entry) for _ in range(jobs)]
    for worker in workers:
        idle.put(worker)

    def one(path: Path) -> Replayed:
        worker = idle.get()
        try:
            with TemporaryDirectory(prefix="replay-") as folder:
                words = [
                    str(path) if word == FILE else word.replace(OUTPUT, f"{folder}/output")
                    for word in command.split()
                ]
                found = worker.run(words)
        finally:
            idle.put(worker)
        return Replayed(str(path), path.stat().st_size, command, **found)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            for done in as_completed([pool.submit(one, path) for path in paths]):
                yield done.result()
        finally:  # also after Ctrl-C: nothing is begun, and what runs is stopped
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.stop()


def different_files(places: Iterable[Path], suffixes: frozenset[str] = frozenset()) -> list[Path]:
    """The files in folders and below, each content once, in the order of their names.

    suffixes : in lower case, with dots; if there are any, other files are left out.
    """
    seen: set[bytes] = set()
    found = []
    for place in places:
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.is_file() and (not suffixes or path.suffix.lower() in suffixes):
                with path.open("rb") as file:
                    content = hashlib.file_digest(file, "sha256").digest()
                if content not in seen:
                    seen.add(content)
                    found.append(path)
    return found


def load_results(path: Path) -> list[Replayed]:
    """The results in a file; none if it does not exist. A last line that was cut off is removed from it."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        path.write_bytes(whole)
    return [Replayed(**json.loads(line)) for line in whole.splitlines()]


def append_result(file: IO[str], result: Replayed) -> None:
    """Write a result at once, so that it is not lost when the replay is stopped."""
    file.write(json.dumps(asdict(result)) + "\n")
    file.flush()
