"""Measure each of our own image primitives against the library function that it stands in for, in one run.

python scripts/benchmark_primitives.py
python scripts/benchmark_primitives.py --runs 51 --imports 9

Two things count: the call, and the import that a process pays before the first call. Both sides get the same
input, in turn, and the fastest of all runs is taken, since other work on a machine only adds to the time. The
pixels of a picture are copied once in a process, into memory that the system has to provide first; so that is
measured as the first call of a new process.
docs/architecture.md quotes the table.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
from measuring.output import aligned
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from scipy import ndimage
from scipy.cluster.hierarchy import fcluster, linkage
from skimage.color import rgb2lab
from skimage.restoration import wiener

from picrosser.drawing.png import png_bytes
from picrosser.imaging.channels import max_channel, mean_channel, srgb_to_lab
from picrosser.imaging.connected import label_pieces, without_holes
from picrosser.imaging.loading import load_image
from picrosser.reading.attempts.sharpened import NOISE_SHARE, sharpened
from picrosser.reading.nonogram.colours.similar_tones import cluster_tones

IMAGE = Path(__file__).resolve().parent.parent / "fixtures" / "hungry_cat" / "drawn-10x15-grey.png"
LOADED = "import numpy, PIL.Image"  # what every reading imports anyway
SEED = 1
BLUR_PX = 1.5
TONES_APART = 12.0

FIRST_CALL = f"""
from time import perf_counter
import numpy as np
from PIL import Image
from picrosser.imaging.loading import pixels_of
picture = Image.open({str(IMAGE)!r}).convert("RGB")
np.array(Image.new("RGB", (8, 8)))
started = perf_counter()
pixels = %s(picture)
print(1000 * (perf_counter() - started))
"""

TIMED_IMPORT = """
from time import perf_counter
%s
started = perf_counter()
%s
print(1000 * (perf_counter() - started))
"""

Call = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Pair:
    """One of our functions, and the library's for the same input.

    name : of our function; what : the input.
    needs : the import that the library's function costs beyond LOADED; "" for none.
    """

    name: str
    what: str
    own: Call
    library_name: str
    library: Call
    needs: str = ""


def main() -> None:
    """Measure every pair and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=21, help="calls of each function")
    parser.add_argument("--imports", type=int, default=5, help="processes for each import")
    args = parser.parse_args()
    pairs = all_pairs()
    needed = dict.fromkeys(pair.needs for pair in pairs if pair.needs)
    imports_ms = {needs: import_ms(needs, LOADED, args.imports) for needs in needed}
    rows = [("ours", "input", "library", "ours, ms", "library, ms", "library / ours", "its import, ms")]
    for pair in pairs:
        own_ms, library_ms = call_ms(pair, args.runs)
        costs = f"{imports_ms[pair.needs]:.0f}" if pair.needs else ""
        times = f"{own_ms:.3g}", f"{library_ms:.3g}", f"{library_ms / own_ms:.2g}"
        rows.append((pair.name, pair.what, pair.library_name, *times, costs))
    own_ms, library_ms = first_call_ms("pixels_of", args.imports), first_call_ms("np.array", args.imports)
    times = f"{own_ms:.3g}", f"{library_ms:.3g}", f"{library_ms / own_ms:.2g}"
    rows.append(("pixels_of", "the screenshot, first call", "numpy.array", *times, ""))
    print(aligned(rows))
    picture = Image.fromarray(load_image(IMAGE))
    print(f"\nThe import of NumPy and Pillow: {import_ms(LOADED, 'pass', args.imports):.0f} ms")
    print(f"PNG: ours {len(png_bytes(picture)) // 1000} kB, Pillow's {len(pillow_png(picture)) // 1000} kB")


def call_ms(pair: Pair, runs: int) -> tuple[float, float]:
    """Milliseconds of the fastest call of each; the first of each is not counted."""
    times: tuple[list[float], list[float]] = ([], [])
    for run in range(runs + 1):
        for call, taken in zip((pair.own, pair.library), times, strict=True):
            repeats, started, seconds = 0, perf_counter(), 0.0
            while seconds < 0.002:  # so that the clock is not what is measured
                call()
                repeats, seconds = repeats + 1, perf_counter() - started
            if run:
                taken.append(1000 * seconds / repeats)
    return min(times[0]), min(times[1])


def first_call_ms(function: str, runs: int) -> float:
    """The fastest first call of a function that copies the screenshot's pixels, each in a new process."""
    command = [sys.executable, "-c", FIRST_CALL % function]
    said = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(runs))
    return min(float(one.stdout) for one in said)


def import_ms(statement: str, before: str, runs: int) -> float:
    """The fastest run of an import statement, each in a new process that has run another one before."""
    command = [sys.executable, "-c", TIMED_IMPORT % (before, statement)]
    said = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(runs))
    return min(float(one.stdout) for one in said)


def all_pairs() -> list[Pair]:
    """The primitives, each with inputs as they occur in a reading."""
    rng = np.random.default_rng(SEED)
    image = load_image(IMAGE)
    with Image.open(IMAGE) as opened:
        picture = opened.convert("RGB")
    ink = max_channel(image) < 90
    noise = rng.random((200, 400)) < 0.4
    tones = rng.integers(0, 256, (50, 3)).astype(np.float32)
    ring = np.pad(np.zeros((200, 200), bool), 100, constant_values=True)
    lab = srgb_to_lab(np.repeat(tones[:6], 10, axis=0) + rng.normal(0, 3, (60, 3)).astype(np.float32))
    blurred = np.asarray(picture.reduce(2).filter(ImageFilter.GaussianBlur(BLUR_PX)))
    label, scipy_ndimage = "scipy.ndimage.label, find_objects", "from scipy import ndimage"
    return [
        Pair(
            "label_pieces",
            f"mask of {ink.shape[1]} x {ink.shape[0]}",
            lambda: label_pieces(ink, corners=False),
            label,
            lambda: labels(ink),
            scipy_ndimage,
        ),
        Pair(
            "label_pieces",
            "noise of 400 x 200",
            lambda: label_pieces(noise, corners=False),
            label,
            lambda: labels(noise),
            scipy_ndimage,
        ),
        Pair(
            "without_holes",
            "mask of 400 x 400",
            lambda: without_holes(ring),
            "scipy.ndimage.binary_fill_holes",
            lambda: ndimage.binary_fill_holes(ring),
            scipy_ndimage,
        ),
        Pair(
            "max_channel",
            "the screenshot",
            lambda: max_channel(image),
            "max(axis=-1)",
            lambda: image.max(axis=-1),
        ),
        Pair(
            "mean_channel",
            "the screenshot",
            lambda: mean_channel(image),
            "mean(axis=-1)",
            lambda: image.mean(axis=-1),
        ),
        Pair(
            "srgb_to_lab",
            "50 colours",
            lambda: srgb_to_lab(tones),
            "skimage.color.rgb2lab",
            lambda: rgb2lab(tones / 255),
            "from skimage.color import rgb2lab",
        ),
        Pair(
            "cluster_tones",
            "60 tones of 6 colours",
            lambda: cluster_tones(lab, TONES_APART, "euclidean"),
            "scipy.cluster.hierarchy",
            lambda: fcluster(linkage(lab, "average"), TONES_APART, "distance"),
            "from scipy.cluster.hierarchy import fcluster, linkage",
        ),
        Pair(
            "sharpened",
            f"{blurred.shape[1]} x {blurred.shape[0]}, blurred",
            lambda: sharpened(blurred),
            "skimage.restoration.wiener",
            lambda: deconvolved(blurred),
            "from skimage.restoration import wiener",
        ),
        Pair(
            "png_bytes",
            "the screenshot",
            lambda: png_bytes(picture),
            "Image.save",
            lambda: pillow_png(picture),
        ),
    ]


def labels(mask: NDArray[np.bool_]) -> object:
    """What `label_pieces` returns, made by SciPy."""
    numbered, _ = ndimage.label(mask)
    return numbered, ndimage.find_objects(numbered)


def deconvolved(image: NDArray[np.uint8]) -> NDArray[np.float64]:
    """A picture without its blur, by scikit-image; its strength is told, where ours has to find it out."""
    at = np.arange(-8, 9)
    gauss = np.exp(-(at**2) / (2 * BLUR_PX**2))
    blur = np.outer(gauss, gauss) / gauss.sum() ** 2
    channels = (wiener(image[..., channel] / 255, blur, NOISE_SHARE) for channel in range(3))
    return np.stack(list(channels), axis=2)


def pillow_png(picture: Image.Image) -> bytes:
    """A PNG as Pillow writes it by default."""
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


if __name__ == "__main__":
    main()
