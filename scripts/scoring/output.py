"""Run work in several processes with a progress counter, and format tables as text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def each(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results in order, computed in `jobs` processes; a terminal shows the progress."""
    if jobs == 1:
        yield from shown_progress(map(work, items), len(items))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from shown_progress(pool.map(work, items), len(items))


def shown_progress(results: Iterator[Result], total: int) -> Iterator[Result]:
    """The same results; a terminal shows how many of the total there are so far."""
    shown = sys.stderr.isatty()
    for done, result in enumerate(results, 1):
        if shown:
            print(f"\r{done} of {total}", end="\n" * (done == total), file=sys.stderr, flush=True)
        yield result


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """A text table; the first column is aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
