"""What the commands share: their help, work in several processes with a counter, tables as text."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def explained(docstring: str | None) -> argparse.ArgumentParser:
    """A parser whose --help begins with a module's docstring as it stands."""
    return argparse.ArgumentParser(
        description=docstring, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def each(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results in order, computed in `jobs` processes; a terminal shows the progress."""
    with ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        results = pool.map(work, items) if pool else map(work, items)
        for done, result in enumerate(results, 1):
            if sys.stderr.isatty():
                end = "\n" * (done == len(items))
                print(f"\r{done} of {len(items)}", end=end, file=sys.stderr, flush=True)
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
