"""Measure whole processes: their time, run alternately, and their memory."""

import os
import resource
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median

Command = Sequence[str]

# A process's peak includes what its parent held when it was forked, so a small process is its parent.
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def picrosser_command() -> list[str]:
    """The command that starts picrosser: the script installed for this interpreter, otherwise the module."""
    script = Path(sysconfig.get_path("scripts")) / "picrosser"
    return [str(script)] if script.is_file() else [sys.executable, "-m", "picrosser"]


def exit_status(command: Command) -> int:
    """Run a command, discard its output, and return its exit status."""
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def side_by_side(one: Command, other: Command, runs: int) -> tuple[list[float], list[float]]:
    """CPU-seconds of two commands.

    They run in turn, so that a busy machine, whose caches others use, slows down both; the first run of each
    is not counted.
    """
    seconds: tuple[list[float], list[float]] = ([], [])
    for run in range(runs + 1):
        for command, times in zip((one, other), seconds, strict=True):
            started = seconds_of_children()
            exit_status(command)
            if run:
                times.append(seconds_of_children() - started)
    return seconds


def seconds_of_children() -> float:
    """CPU-seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def ratios(ones: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Ratio of the medians, and median of the ratios run by run."""
    pairs = [one / other for one, other in zip(ones, others, strict=True)]
    return median(ones) / median(others), median(pairs)


def peak_megabytes(command: Command) -> float:
    said = subprocess.run([sys.executable, "-c", _PEAK, *command], capture_output=True, text=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024  # other systems count in KiB
    return int(said.stdout) * unit / 1e6


# ---- Families of processes, on Linux


def family(root: int) -> set[int]:
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    found, more = {root}, {root}
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - found
        found |= more
    return found


def pss(pid: int) -> int:
    """The proportional set size of a process, in bytes; 0 of one that has ended."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next((1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return 0


def cpu_s(pid: int) -> float:
    """The processor time of a process so far, in seconds; 0 of one that has ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    return 0.0
