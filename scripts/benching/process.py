"""Whole processes on a Hungry Cat screenshot and on nonograms: time, memory; a warm process.

Of whole processes the processor's time is measured, and compared with that of simple processes of the same
run: a busy machine changes these ratios by less than the times.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

from benching.processes import exit_status, peak_megabytes, picrosser_command, ratios, side_by_side
from drawn.nonograms.looks import look_named
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.imaging.loading import load_image
from picrosser.pipelines.hungry_cat import solve_reading
from picrosser.pipelines.stages import StageClock, ignore
from picrosser.reading.hungry_cat.read import read_screenshot
from scoring.output import aligned

IMAGE = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat" / "drawn-10x15-grey.png"
DECODE_ENCODE = "import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2], 'PNG')"
# What every program does that reads and writes such pictures with numpy: reading a puzzle cannot take less.
ARRAYS_ONLY = """
import os, sys
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy
from PIL import Image
pixels = numpy.array(Image.open(sys.argv[1]))
Image.fromarray(pixels).save(sys.argv[2], "PNG", compress_level=1)
"""
NONOGRAM_LOOKS = {"ticker": "hints on the page", "lantern": "hints in cells"}
NONOGRAM_SHAPE, NONOGRAM_SEED = (20, 20), 4
HEAD = ("CPU ms, medians", "process", "baseline", "of medians", "of pairs", "goal")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--image", type=Path, default=IMAGE, help="a screenshot (default: a fixture)")
    parser.add_argument("--runs", type=int, default=11, metavar="N", help="runs of each process")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # As an installed package is: compiled once, even where the environment forbids Python to keep that.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        solve, decode_encode = _commands(args.image, folder)
        rows = [HEAD, _compared("picrosser SHOT", solve, decode_encode, args.runs, "2.5")]
        for look, words in NONOGRAM_LOOKS.items():
            picture = drawn_nonogram(look, folder)
            solve_it, decode_it = _commands(picture, folder)
            arrays_only = [sys.executable, "-c", ARRAYS_ONLY, str(picture), str(folder / "copy.png")]
            rows.append(_compared(f"nonogram, {words}", solve_it, decode_it, args.runs, "3"))
            rows.append(_compared("  with numpy, doing no more", arrays_only, decode_it, args.runs, ""))
        python = [sys.executable, "-c", "pass"]
        rows.append(_compared("picrosser --help", [*picrosser_command(), "--help"], python, args.runs, "4"))
        print(f"{' '.join(picrosser_command())} {args.image}; the baseline decodes and encodes, or starts\n")
        print(aligned(rows))
        peak = peak_megabytes(solve)
    print(f"\npeak memory: {peak:.0f} MB, goal: 250 MB")
    print(f"\n{warm(args.image, args.runs)}")
    return 0


def _commands(image: Path, folder: Path) -> tuple[list[str], list[str]]:
    """The commands that solve a screenshot, and that decode and encode it; both write into a folder."""
    solve = [*picrosser_command(), str(image), "-o", str(folder / "out.png"), "--force"]
    return solve, [sys.executable, "-c", DECODE_ENCODE, str(image), str(folder / "copy.png")]


def drawn_nonogram(name: str, folder: Path) -> Path:
    """Draw an untouched nonogram as a program shows it."""
    spec = legible_spec(replace(look_named(name), shapes=(NONOGRAM_SHAPE,), played=0.0), NONOGRAM_SEED)
    picture = folder / f"{name}.png"
    draw(spec).image.save(picture, optimize=True)
    return picture


def _compared(
    name: str, command: Sequence[str], baseline: Sequence[str], runs: int, goal: str
) -> tuple[str, ...]:
    """Time two commands, run alternately; a row of the table."""
    status = exit_status(command)
    ones, others = side_by_side(command, baseline, runs)
    name += f" (ENDS WITH {status}: not a normal run)" if status else ""
    times = (f"{1000 * median(seconds):.0f}" for seconds in (ones, others))
    return name, *times, *(f"{ratio:.2f}" for ratio in ratios(ones, others)), goal


def warm(image: Path, runs: int) -> str:
    """CPU-seconds of solving one picture again and again in this process; the first time is not counted."""
    data, decoding, solving = image.read_bytes(), [], []
    for _ in range(runs + 1):
        started = process_time()
        pixels = load_image(data, str(image))
        decoding.append(process_time() - started)
        solve_reading(pixels, read_screenshot(pixels), StageClock(ignore))
        solving.append(process_time() - started - decoding[-1])
    decoded, solved = median(decoding[1:]), median(solving[1:])
    return f"warm process: decoding {decoded:.3f} CPU-seconds, reading and solving {solved:.3f}"
