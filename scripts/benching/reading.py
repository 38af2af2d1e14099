"""What reading costs: CPU-seconds, as multiples of decoding the same picture.

Every picture is recognised, read and solved once, in a process of its own that has imported everything
before: so imports do not count, nor does a picture profit from what the one before has left in a cache. What
is read and what is refused are counted apart, and pictures of each size.
"""

from __future__ import annotations

import argparse
import multiprocessing
from functools import partial
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np

from benching.processes import import_everything
from picrosser.errors import ExitCode, InputUnreadableError, PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.looks.solve import solve_screenshot
from scoring.cases import SUFFIXES
from scoring.output import aligned, shown_progress

# Millions of pixels, at most: phones' screenshots (1080 x 2400: 2.59), and photographs (4032 x 3024: 12.19).
SIZES = ((2.6, "up to 2.6 MP"), (12.2, "up to 12 MP"), (float("inf"), "larger"))
DECODINGS = 5  # the quickest counts: the others waited for memory or caches
HEAD = ("", "pictures", "median", "90 %", "worst", "median s", "90 % s", "worst s")


class Cost(NamedTuple):
    """The cost of one picture, in CPU-seconds. words : the verdict or the refusal."""

    picture: Path
    group: str
    decoding: float
    reading: float
    words: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--limit", type=float, default=120.0, metavar="S", help="seconds for a picture")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="number of processes")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each picture, too")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    found = sorted(
        path for folder in args.folders for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES
    )
    if not found:
        raise ValueError("no pictures below these folders")
    import_everything()
    costs = []
    with multiprocessing.get_context("fork").Pool(args.jobs, maxtasksperchild=1) as pool:
        measured = pool.imap(partial(measure, limit_s=args.limit), found, chunksize=1)
        for cost in shown_progress(measured, len(found)):
            if cost is not None:
                costs.append(cost)
                if args.verbose:
                    times = cost.reading / cost.decoding
                    print(
                        f"{times:7.1f} times {cost.reading:7.2f} s {cost.group} {cost.picture}: {cost.words}"
                    )
    print(cost_table(costs))
    return 0


def measure(picture: Path, limit_s: float) -> Cost | None:
    """Decode a picture several times, then read and solve it once; None if it is no picture."""
    data, decodings = picture.read_bytes(), []
    for _ in range(DECODINGS):
        started = process_time()
        try:
            image = load_image(data, str(picture))
        except InputUnreadableError:
            return None
        decodings.append(process_time() - started)
    started = process_time()
    try:
        solved = solve_screenshot(image, time_limit_s=limit_s)
        is_read, words = solved.exit_code is not ExitCode.DOUBTFUL, solved.verdict
    except PicrosserError as error:
        is_read, words = False, str(error)
    reading = process_time() - started
    size = next(name for most, name in SIZES if image.shape[0] * image.shape[1] <= most * 1e6)
    return Cost(picture, f"{size}, {'read' if is_read else 'refused'}", min(decodings), reading, words)


def cost_table(costs: list[Cost]) -> str:
    """A table with a line for each size and outcome that occurs, and one for all."""
    rows = [HEAD]
    for group in (*sorted({cost.group for cost in costs}), "all"):
        own = [cost for cost in costs if group in (cost.group, "all")]
        times = np.quantile([cost.reading / cost.decoding for cost in own], (0.5, 0.9, 1))
        seconds = np.quantile([cost.reading for cost in own], (0.5, 0.9, 1))
        figures = (*(f"{value:.1f}" for value in times), *(f"{value:.2f}" for value in seconds))
        rows.append((group, str(len(own)), *figures))
    return f"{aligned(rows)}\ntimes: CPU-seconds of reading and solving / those of decoding."
