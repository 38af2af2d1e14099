"""What reading pictures costs, in CPU-seconds and as multiples of decoding them."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import process_time
from typing import Literal

import numpy as np

from measuring.cpu_time import CpuLimitReachedError, best_cpu_seconds, cpu_limit
from measuring.output import aligned
from measuring.processes import import_everything
from picrosser.errors import ExitCode, InputUnreadableError, PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import AnySolved

Outcome = Literal["read", "refused", "stopped"]
OUTCOMES: tuple[Outcome, ...] = ("read", "refused", "stopped")
LEGEND = (
    "times: CPU-seconds of reading and solving / those of decoding. "
    "refused: also what is left in doubt. stopped: at the limit, so it would have cost more."
)

# Millions of pixels, at most: phones' screenshots (1080 x 2400: 2.59), and photographs (4032 x 3024: 12.19).
SIZE_CLASSES = ((2.6, "up to 2.6 MP"), (12.2, "up to 12 MP"), (float("inf"), "larger"))
DECODINGS = 5  # the quickest counts: the others waited for memory or caches

Attempt = Callable[..., AnySolved]
"""A function with the arguments of `solve_screenshot`; tests replace it."""


@dataclass(frozen=True, slots=True)
class ReadingCost:
    """The cost of one picture, in CPU-seconds.

    line : the verdict or the refusal.
    """

    picture: Path
    pixels: int
    decoding: float
    reading: float
    outcome: Outcome
    line: str

    @property
    def times(self) -> float:
        """How many times the cost of decoding it."""
        return self.reading / self.decoding

    @property
    def size_class(self) -> str:
        """The name of the class of pictures of its size."""
        return next(name for most, name in SIZE_CLASSES if self.pixels <= most * 1e6)


def measure_reading(picture: Path, limit_s: float, attempt: Attempt = solve_screenshot) -> ReadingCost | None:
    """Decode a picture several times, then recognise, read and solve it once; None if it is no picture.

    limit_s : CPU-seconds after which reading is stopped.
    """
    data = picture.read_bytes()
    try:
        decoding, image = best_cpu_seconds(lambda: load_image(data, str(picture)), DECODINGS)
    except InputUnreadableError:
        return None
    started = process_time()
    outcome: Outcome
    try:
        with cpu_limit(limit_s):  # none of wall time, which a busy machine would reach with less work done
            solved = attempt(image)
        outcome = "refused" if solved.exit_code is ExitCode.DOUBTFUL else "read"
        line = solved.verdict
    except PicrosserError as error:
        outcome, line = "refused", str(error)
    except CpuLimitReachedError:
        outcome, line = "stopped", f"not ended after {limit_s:g} CPU-seconds"
    except Exception as error:  # noqa: BLE001  (a crash has a cost too, and others are still to be measured)
        outcome, line = "refused", f"crash: {type(error).__name__}: {error}"
    reading = process_time() - started
    return ReadingCost(picture, image.shape[0] * image.shape[1], decoding, reading, outcome, line)


def measure_each(pictures: Sequence[Path], limit_s: float, jobs: int) -> Iterator[ReadingCost | None]:
    """The cost of each picture in order, each in a process of its own that has imported everything.

    So imports do not count, nor does a picture profit from what the one before has left in a cache.
    """
    import_everything()
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap(partial(measure_reading, limit_s=limit_s), pictures, chunksize=1)


def cost_table(costs: Sequence[ReadingCost]) -> str:
    """A table with a line for each size class and outcome that occurs."""
    rows = [("", "pictures", "median", "90 %", "worst", "median s", "90 % s", "worst s", "decoding s")]
    for _, size_class in SIZE_CLASSES:
        for outcome in OUTCOMES:
            found = [cost for cost in costs if (cost.size_class, cost.outcome) == (size_class, outcome)]
            if found:
                rows.append(_row(f"{size_class}, {outcome}", found))
    if costs:
        rows.append(_row("all", costs))
    return f"{aligned(rows)}\n{LEGEND}"


def cost_line(cost: ReadingCost) -> str:
    """One picture's figures and what became of it."""
    return (
        f"{cost.times:7.1f} times {cost.reading:7.2f} s {cost.pixels / 1e6:5.1f} MP "
        f"{cost.outcome:8} {cost.picture}: {cost.line}"
    )


def _row(name: str, costs: Sequence[ReadingCost]) -> tuple[str, ...]:
    def spread(values: Sequence[float]) -> list[float]:
        return [float(value) for value in np.quantile(values, (0.5, 0.9, 1))]

    return (
        name,
        str(len(costs)),
        *(f"{times:.1f}" for times in spread([cost.times for cost in costs])),
        *(f"{seconds:.2f}" for seconds in spread([cost.reading for cost in costs])),
        f"{np.median([cost.decoding for cost in costs]):.3f}",
    )
