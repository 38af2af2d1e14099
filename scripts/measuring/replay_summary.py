"""Sum up a replay: exit statuses with their times, the slowest and largest files, and every defect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from measuring.output import aligned
from measuring.replay import Replayed
from picrosser.errors import ExitCode

LISTED = 10  # of the slowest and of the largest files


@dataclass(frozen=True, slots=True)
class Limits:
    """From when on a file counts as slow (CPU-seconds) or large (MB of peak memory)."""

    slow_s: float
    large_mb: float


def defects(results: Sequence[Replayed], limits: Limits, *, no_puzzles: bool) -> dict[str, list[Replayed]]:
    """The files with a defect, by its name; a file may have several.

    no_puzzles : the files hold no puzzle, so exit 0 is a defect.
    """
    rules: dict[str, Callable[[Replayed], bool]] = {
        "killed at the wall time, or died": lambda one: one.ended in ("killed", "died"),
        "an exception left the command line": lambda one: one.ended == "raised",
        "exit 70": lambda one: one.exit == ExitCode.INTERNAL,
        "a traceback, though the exit status is not 70": lambda one: (
            bool(one.traceback) and one.ended == "returned" and one.exit != ExitCode.INTERNAL
        ),
        f"over {limits.slow_s:g} CPU-seconds": lambda one: (one.cpu_s or 0) > limits.slow_s,
        f"over {limits.large_mb:g} MB": lambda one: (one.peak_mb or 0) > limits.large_mb,
        "more than one line on stderr": lambda one: bool(one.chatter),
    }
    if no_puzzles:
        rules["exit 0 without a puzzle"] = lambda one: one.exit == ExitCode.OK
    found = {name: [one for one in results if is_one(one)] for name, is_one in rules.items()}
    return {name: ones for name, ones in found.items() if ones}


def summary(results: Sequence[Replayed], limits: Limits, *, no_puzzles: bool) -> str:
    """The whole summary as text."""
    by_cpu = sorted(results, key=lambda one: -_seconds(one))
    by_peak = sorted(results, key=lambda one: -(one.peak_mb or 0))
    parts = [
        _status_table(results),
        _listed("slowest", by_cpu[:LISTED]),
        _listed("largest", by_peak[:LISTED]),
    ]
    for name, ones in defects(results, limits, no_puzzles=no_puzzles).items():
        parts.append(_listed(f"{len(ones)} x {name}", ones))
    tracebacks = Counter(one.traceback for one in results if one.traceback)
    parts.extend(f"{count} x {text}" for text, count in tracebacks.most_common())
    chatter = Counter(line for one in results for line in one.chatter)
    if chatter:
        lines = (f"  {count} x {line[:160]}" for line, count in chatter.most_common(2 * LISTED))
        parts.append("\n".join(("lines besides picrosser's own", *lines)))
    return "\n\n".join(parts)


def _status_table(results: Sequence[Replayed]) -> str:
    head = ("exit", "files", "median s", "99 % s", "most s", "most MB")
    labels = sorted({_label(one) for one in results}, key=lambda label: (not label.isdigit(), label.zfill(3)))
    rows = [(label, [one for one in results if _label(one) == label]) for label in labels]
    return aligned([head, *(_row(*row) for row in rows), _row("all", results)])


def _row(label: str, ones: Sequence[Replayed]) -> tuple[str, ...]:
    seconds = sorted(map(_seconds, ones)) or [0.0]
    at = [seconds[int(share * (len(seconds) - 1))] for share in (0.5, 0.99, 1)]
    peak = max((one.peak_mb or 0 for one in ones), default=0)
    return (label, str(len(ones)), *(f"{s:.2f}" for s in at), f"{peak:.0f}")


def _listed(title: str, ones: Sequence[Replayed]) -> str:
    lines = (
        f"  {_label(one):>6} {_seconds(one):8.2f} s {one.peak_mb or 0:6.0f} MB  {one.file}" for one in ones
    )
    return "\n".join((title, *lines))


def _label(one: Replayed) -> str:
    return one.ended if one.exit is None else str(one.exit)


def _seconds(one: Replayed) -> float:
    """CPU-seconds; wall seconds if the worker did not live to say them."""
    return one.seconds if one.cpu_s is None else one.cpu_s
