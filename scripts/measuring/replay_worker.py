"""The worker process of `scripts/replay_corpus.py`: it runs command lines, one after another, under a limit.

A line of JSON on stdin is a list of arguments; a line of JSON on the old stdout is what came of them. The
command line's own stdout and stderr are files, so that what C libraries print is seen, too. It needs Linux:
only there can the peak memory be counted for each command line alone.
"""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from typing import IO, Any

MAX_STDOUT = 4_000  # characters of each that are kept
MAX_STDERR = 20_000


def serve(entry: str, memory_mb: int) -> None:
    """Run the command lines that arrive on stdin, until it ends.

    entry : the function that takes the arguments and returns an exit status, as `module:name`.
    memory_mb : the most address space of this process, in MB; beyond it, there is a MemoryError.
    """
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb * 10**6, memory_mb * 10**6))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.environ["PICROSSER_TRACEBACK"] = "1"
    with os.fdopen(os.dup(1), "w", buffering=1) as results, _redirected(1) as out, _redirected(2) as err:
        module, _, name = entry.partition(":")
        main = getattr(import_module(module), name)
        for kind in (UserWarning, RuntimeWarning):  # each time, as new processes would show them
            warnings.simplefilter("always", kind)
        for line in sys.stdin:
            results.write(json.dumps(_run(main, json.loads(line), out, err)) + "\n")


def _redirected(descriptor: int) -> IO[bytes]:
    """A temporary file that takes the place of stdout or stderr."""
    file = tempfile.TemporaryFile()  # noqa: SIM115  (the caller closes it)
    os.dup2(file.fileno(), descriptor)
    return file


def _run(
    main: Callable[[list[str]], int], arguments: list[str], out: IO[bytes], err: IO[bytes]
) -> dict[str, Any]:
    for file in (out, err):
        file.seek(0)
        file.truncate()
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here on
    escaped, started, cpu = "", perf_counter(), process_time()
    try:
        status: Any = main(arguments)
    except SystemExit as stop:
        status = stop.code
    except BaseException:  # noqa: BLE001  (the command line should let nothing else out)
        status, escaped = None, traceback.format_exc()
    seconds, cpu = perf_counter() - started, process_time() - cpu
    sys.stdout.flush()
    sys.stderr.flush()
    return {
        "exit": status,
        "seconds": round(seconds, 3),
        "cpu_s": round(cpu, 3),
        "peak_mb": peak_mb("self"),
        "stdout": _said(out, MAX_STDOUT),
        "stderr": _said(err, MAX_STDERR) + escaped,
    }


def _said(file: IO[bytes], most: int) -> str:
    file.seek(0)
    return file.read(most).decode("utf-8", "replace")


def peak_mb(process: int | str) -> float | None:
    """The peak memory of a process, in MB; None if it has ended."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return None
    return round(int(found[1]) * 1024 / 1e6, 1) if found else None


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
