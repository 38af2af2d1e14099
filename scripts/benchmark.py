"""Measure picrosser on a Hungry Cat screenshot: whole processes, a warm process, memory, imports.

Also times whole processes on drawn screenshots of untouched 20 x 20 nonograms, in the looks of two programs.

python scripts/benchmark.py
python scripts/benchmark.py --image shot.png --runs 21 --json figures.json

Of whole processes the processor's time is measured, and compared with that of simple processes of the same
run: a busy machine changes these ratios by less than the times. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from time import process_time

from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from drawn.saving import save_image
from measuring.processes import (
    exit_status,
    import_seconds,
    peak_megabytes,
    picrosser_command,
    ratios,
    side_by_side,
)
from picrosser.errors import PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.pipelines.hungry_cat import solve_hungry_cat

IMAGE = Path(__file__).resolve().parent.parent / "fixtures" / "hungry_cat" / "drawn-10x15-grey.png"
DECODE_ENCODE = "import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2], 'PNG')"
# What every program does that reads and writes such pictures with numpy: reading a puzzle cannot take less.
ARRAYS_ONLY = """
import os, sys
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy
from PIL import Image
from picrosser.drawing.picture_files import picture_bytes
pixels = numpy.array(Image.open(sys.argv[1]))
open(sys.argv[2], "wb").write(picture_bytes(Image.fromarray(pixels)))
"""
SHOWN_MODULES = 10
NONOGRAM_LOOKS = {"ticker": "hints on the page", "lantern": "hints in cells"}
NONOGRAM_SHAPE, NONOGRAM_SEED = (20, 20), 4


@dataclass(frozen=True, slots=True)
class Compared:
    """The CPU-times of two kinds of process, run alternately; seconds are medians.

    ratio : of the medians. pairs_ratio : the median of the ratios run by run.
    """

    seconds: float
    baseline_seconds: float
    ratio: float
    pairs_ratio: float


@dataclass(frozen=True, slots=True)
class OnNonogram:
    """The times of a whole process on a nonogram's screenshot.

    exit_status : of picrosser on it.
    floor : of a process that makes an array of the picture and encodes it, nothing else.
    """

    look: str
    exit_status: int
    process: Compared
    floor: Compared


@dataclass(frozen=True, slots=True)
class Warm:
    """Reading and solving repeatedly in one process; seconds are medians.

    decode : CPU-seconds. stages : wall seconds, by name. total : CPU-seconds of reading and solving, without
    decoding. per_second : screenshots.
    """

    decode: float
    stages: dict[str, float]
    total: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that was measured.

    exit_status : of picrosser on this picture. peak_mb : None where the system does not report it.
    imports : seconds by module, slowest first.
    """

    image: str
    command: list[str]
    exit_status: int
    runs: int
    process: Compared
    nonograms: list[OnNonogram]
    help: Compared
    warm: Warm
    peak_mb: float | None
    imports: dict[str, float]


def main() -> int:
    """Measure and print."""
    args = _parser().parse_args()
    try:
        figures = measure(args.image, args.runs, args.warm_runs)
    except PicrosserError as error:
        print(f"{args.image}: {error}", file=sys.stderr)
        return int(error.exit_code)
    print(report(figures))
    if args.json is not None:
        args.json.write_text(json.dumps(asdict(figures), indent=2) + "\n", encoding="utf-8")
    return 0


def measure(image: Path, runs: int, warm_runs: int) -> Figures:
    """Measure everything, one after the other.

    Raises
    ------
    PicrosserError : the picture cannot be read.
    """
    warm = measure_warm(image, warm_runs)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # As an installed package is: compiled once, even where the environment forbids Python to keep that.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        solve, decode_encode = processes(image, folder)
        imports = import_seconds(["-m", "picrosser", *solve[len(picrosser_command()) :]])
        return Figures(
            image=str(image),
            command=picrosser_command(),
            exit_status=exit_status(solve),
            runs=runs,
            process=compare(solve, decode_encode, runs),
            nonograms=[measure_nonogram(look, runs, folder) for look in NONOGRAM_LOOKS],
            help=compare([*picrosser_command(), "--help"], [sys.executable, "-c", "pass"], runs),
            warm=warm,
            peak_mb=peak_megabytes(solve),
            imports=dict(sorted(imports.items(), key=lambda item: -item[1])),
        )


def processes(image: Path, folder: Path) -> tuple[list[str], list[str]]:
    """The commands that solve a screenshot, and that decode and encode it; both write into a folder."""
    solve = [*picrosser_command(), str(image), "-o", str(folder / "out.png"), "--force"]
    return solve, [sys.executable, "-c", DECODE_ENCODE, str(image), str(folder / "copy.png")]


def measure_nonogram(name: str, runs: int, folder: Path) -> OnNonogram:
    """Draw an untouched nonogram as a program shows it, and time picrosser on it."""
    look = next(look for look in LOOKS if look.name == name)
    spec = legible_spec(replace(look, shapes=(NONOGRAM_SHAPE,), played=0.0), NONOGRAM_SEED)
    picture = save_image(folder / name, draw(spec).image)
    solve, decode_encode = processes(picture, folder)
    arrays_only = [sys.executable, "-c", ARRAYS_ONLY, str(picture), str(folder / "copy.png")]
    return OnNonogram(
        name,
        exit_status(solve),
        compare(solve, decode_encode, runs),
        compare(arrays_only, decode_encode, runs),
    )


def compare(command: list[str], baseline: list[str], runs: int) -> Compared:
    """Time two commands, run alternately."""
    ones, others = side_by_side(command, baseline, runs)
    return Compared(median(ones), median(others), *ratios(ones, others))


def measure_warm(image: Path, runs: int) -> Warm:
    """Solve one picture several times in this process; the first time is not counted."""
    data = image.read_bytes() if image.is_file() else image
    decoding: list[float] = []
    stages: list[dict[str, float]] = []
    totals: list[float] = []
    for _ in range(runs + 1):
        started = process_time()
        pixels = load_image(data, str(image))
        decoded = process_time()
        stages.append(solve_hungry_cat(pixels).seconds)
        decoding.append(decoded - started)
        totals.append(process_time() - decoded)
    counted, total = stages[1:], median(totals[1:])
    by_stage = {name: median(seconds[name] for seconds in counted) for name in counted[0]}
    return Warm(median(decoding[1:]), by_stage, total, 1 / total)


def report(figures: Figures) -> str:
    """The figures beside their goals, for people."""
    process, asked, warm = figures.process, figures.help, figures.warm
    status = figures.exit_status
    ended = "" if status == 0 else f"  (picrosser ends with {status}: not a normal run!)"
    memory = "not reported by this system" if figures.peak_mb is None else f"{figures.peak_mb:8.0f} MB"
    return "\n".join(
        [
            f"{figures.image}{ended}",
            f"{' '.join(figures.command)}, medians of {figures.runs} runs",
            "",
            *_compared("picrosser SHOT", "decode and encode only", process, "2.5 now, 2.0 in the end"),
            *(line for nonogram in figures.nonograms for line in _nonogram(nonogram)),
            *_compared("picrosser --help", "python -c pass", asked, "4"),
            f"{'peak memory':28}{memory}     goal: under 250 MB",
            "",
            f"{'warm process: decode':28}{1000 * warm.decode:8.1f} ms",
            *(f"  {name:26}{1000 * seconds:8.1f} ms" for name, seconds in warm.stages.items()),
            f"{'reading and solving':28}{1000 * warm.total:8.1f} ms",
            f"{'screenshots a second':28}{warm.per_second:8.1f}        goal: 8 of 1080 x 2160",
            "",
            *_imports(figures.imports),
        ]
    )


def _nonogram(figures: OnNonogram) -> list[str]:
    rows, cols = NONOGRAM_SHAPE
    status = figures.exit_status
    ended = "" if status == 0 else f"; picrosser ends with {status}: not a normal run!"
    return [
        f"nonogram {cols} x {rows}, {NONOGRAM_LOOKS[figures.look]} ({figures.look}){ended}",
        *_compared("picrosser SHOT", "decode and encode only", figures.process, "3"),
        f"{'  with numpy, doing no more':28}{figures.floor.ratio:8.2f}        no goal can be below",
    ]


def _compared(name: str, baseline: str, figures: Compared, goal: str) -> list[str]:
    return [
        f"{name:28}{1000 * figures.seconds:8.0f} ms",
        f"{baseline:28}{1000 * figures.baseline_seconds:8.0f} ms",
        f"{'  ratio of medians':28}{figures.ratio:8.2f}        goal: at most {goal}",
        f"{'  median of ratios':28}{figures.pairs_ratio:8.2f}",
    ]


def _imports(seconds: dict[str, float]) -> list[str]:
    total = 1000 * sum(seconds.values())
    slowest = list(seconds.items())[:SHOWN_MODULES]
    return [
        f"{f'imports: {len(seconds)} modules':28}{total:8.1f} ms     timing included; of these:",
        *(f"  {module:40}{1000 * own:8.1f} ms" for module, own in slowest),
    ]


def _positive(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--image", type=Path, default=IMAGE, help="a screenshot (default: a fixture)")
    parser.add_argument("--runs", type=_positive, default=11, metavar="N", help="runs of each whole process")
    parser.add_argument(
        "--warm-runs", type=_positive, default=11, metavar="M", help="runs in the warm process"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to this file")
    return parser


if __name__ == "__main__":
    sys.exit(main())
