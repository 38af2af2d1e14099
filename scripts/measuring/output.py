"""What the measuring scripts share: work in several processes with its progress, and tables as text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def each(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results in order, from so many processes; a person at a terminal sees how far it is."""
    if jobs == 1:
        yield from _counted(map(work, items), len(items))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from _counted(pool.map(work, items), len(items))


def _counted(results: Iterator[Result], total: int) -> Iterator[Result]:
    shown = sys.stderr.isatty()
    for done, result in enumerate(results, 1):
        if shown:
            print(f"\r{done} of {total}", end="\n" * (done == total), file=sys.stderr, flush=True)
        yield result


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Columns of equal width; the first one's cells at its left, the others' at the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
