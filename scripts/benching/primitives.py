"""Our own image primitives against the library functions that they stand in for.

Two things count: the call, and the import that a process pays before the first call. Both sides get the same
input, in turn, and the fastest of all runs is taken, since other work on a machine only adds to the time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.cluster.hierarchy import fcluster, linkage
from skimage.color import rgb2lab

from benching.process import IMAGE
from picrosser.imaging.channels import max_channel, mean_channel, srgb_to_lab
from picrosser.imaging.connected import label_pieces, without_holes
from picrosser.imaging.loading import load_image
from picrosser.reading.nonogram.colours import cluster_tones
from scoring.output import aligned

LOADED = "import numpy, PIL.Image"  # what every reading imports anyway
SEED = 1
TONES_APART = 12.0
TIMED_IMPORT = """
from time import perf_counter
%s
started = perf_counter()
%s
print(1000 * (perf_counter() - started))
"""


class Pair(NamedTuple):
    """One of our functions, and the library's for the same input.

    needs : the import that the library's function costs beyond LOADED; "" for none.
    """

    name: str
    input: str
    own: Callable[[], object]
    library_name: str
    library: Callable[[], object]
    needs: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--runs", type=int, default=21, help="calls of each function")
    parser.add_argument("--imports", type=int, default=5, help="processes for each import")


def run(args: argparse.Namespace) -> int:
    """Measure every pair and print a table."""
    pairs = all_pairs()
    needed = dict.fromkeys(pair.needs for pair in pairs if pair.needs)
    imports_ms = {needs: import_ms(needs, LOADED, args.imports) for needs in needed}
    rows = [("ours", "input", "library", "ours, ms", "library, ms", "library / ours", "its import, ms")]
    for pair in pairs:
        own_ms, library_ms = call_ms(pair, args.runs)
        costs = f"{imports_ms[pair.needs]:.0f}" if pair.needs else ""
        times = f"{own_ms:.3g}", f"{library_ms:.3g}", f"{library_ms / own_ms:.2g}"
        rows.append((pair.name, pair.input, pair.library_name, *times, costs))
    print(aligned(rows))
    print(f"\nThe import of NumPy and Pillow: {import_ms(LOADED, 'pass', args.imports):.0f} ms")
    return 0


def call_ms(pair: Pair, runs: int) -> tuple[float, float]:
    """Milliseconds of the fastest call of each; the first of each is not counted."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(runs + 1):
        for call, taken in zip((pair.own, pair.library), times, strict=True):
            repeats, started, seconds = 0, perf_counter(), 0.0
            while seconds < 0.002:  # so that the clock is not what is measured
                call()
                repeats, seconds = repeats + 1, perf_counter() - started
            if number:
                taken.append(1000 * seconds / repeats)
    return min(times[0]), min(times[1])


def import_ms(statement: str, before: str, runs: int) -> float:
    """The fastest run of an import statement, each in a new process that has run another one before."""
    command = [sys.executable, "-c", TIMED_IMPORT % (before, statement)]
    said = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(runs))
    return min(float(one.stdout) for one in said)


def all_pairs() -> list[Pair]:
    """The primitives, each with inputs as they occur in a reading."""
    rng = np.random.default_rng(SEED)
    image = load_image(IMAGE)
    ink = max_channel(image) < 90
    noise = rng.random((200, 400)) < 0.4
    tones = rng.integers(0, 256, (50, 3)).astype(np.float32)
    ring = np.pad(np.zeros((200, 200), bool), 100, constant_values=True)
    lab = srgb_to_lab(np.repeat(tones[:6], 10, axis=0) + rng.normal(0, 3, (60, 3)).astype(np.float32))
    label, scipy_ndimage = "scipy.ndimage.label, find_objects", "from scipy import ndimage"
    return [
        Pair("label_pieces", f"mask of {ink.shape[1]} x {ink.shape[0]}",
         lambda: label_pieces(ink, corners=False), label, lambda: labels(ink), scipy_ndimage),
        Pair("label_pieces", "noise of 400 x 200",
         lambda: label_pieces(noise, corners=False), label, lambda: labels(noise), scipy_ndimage),
        Pair("without_holes", "mask of 400 x 400",
         lambda: without_holes(ring), "scipy.ndimage.binary_fill_holes",
         lambda: ndimage.binary_fill_holes(ring), scipy_ndimage),
        Pair("max_channel", "the screenshot", lambda: max_channel(image), "max(axis=-1)",
         lambda: image.max(axis=-1), ""),
        Pair("mean_channel", "the screenshot", lambda: mean_channel(image), "mean(axis=-1)",
         lambda: image.mean(axis=-1), ""),
        Pair("srgb_to_lab", "50 colours", lambda: srgb_to_lab(tones), "skimage.color.rgb2lab",
         lambda: rgb2lab(tones / 255), "from skimage.color import rgb2lab"),
        Pair("cluster_tones", "60 tones of 6 colours", lambda: cluster_tones(lab, TONES_APART, "euclidean"),
         "scipy.cluster.hierarchy", lambda: fcluster(linkage(lab, "average"), TONES_APART, "distance"),
         "from scipy.cluster.hierarchy import fcluster, linkage"),
    ]  # fmt: skip


def labels(mask: NDArray[np.bool_]) -> object:
    """What `label_pieces` returns, made by SciPy."""
    numbered, _ = ndimage.label(mask)
    return numbered, ndimage.find_objects(numbered)
