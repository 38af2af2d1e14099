"""Measure whether photographs without a puzzle are solved, and the processor time and memory that each takes.

python scripts/accuracy_nonpuzzle_photographs.py --drawn 70 --seed 1
python scripts/accuracy_nonpuzzle_photographs.py --drawn 0 --samples /usr/share

Drawn photographs show printed tables, charts and boards of other games, squared paper, tiles, bricks,
windows, keys and cloth, askew, bent and unevenly lit. With --samples come the photographs that scikit-image
ships and those in the folders named. Every other picture is taken as if its EXIF entries named a camera, so
that the flat page is looked for first. The exit status is 1 if anything is solved without a doubt.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import numpy as np
from PIL import Image

from drawn.photographs.nothing import photograph_without_puzzle
from measuring.output import aligned
from measuring.shots import as_rgb
from picrosser.errors import ExitCode, InputUnreadableError, PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.looks.solve import solve_screenshot

SUFFIXES = {".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp"}
MIN_SIDE_PX = 200  # smaller pictures are icons
MAX_SAMPLES = 60


def main() -> int:
    """Run, print, and return 1 if anything was solved."""
    args = _parser().parse_args()
    taken: Counter[str] = Counter()
    seconds: dict[str, list[float]] = {}
    solved: list[str] = []
    for number, (name, image) in enumerate(_pictures(args)):
        began = process_time()
        verdict, line = _judged(image, by_camera=number % 2 == 1)
        took = process_time() - began
        taken[verdict] += 1
        seconds.setdefault(verdict, []).append(took)
        print(f"{verdict:8}  {took:5.1f} s  {image.shape[1]} x {image.shape[0]}  {name}: {line}", flush=True)
        if verdict == "SOLVED":
            solved.append(name)
    rows = [("", "photographs", "CPU-seconds, median", "most")]
    rows += [
        (verdict, str(count), f"{np.median(seconds[verdict]):.1f}", f"{max(seconds[verdict]):.1f}")
        for verdict, count in taken.most_common()
    ]
    print(aligned(rows))
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return int(bool(solved))


def _judged(image: RGB, *, by_camera: bool) -> tuple[str, str]:
    """What becomes of a photograph, and the verdict or the refusal."""
    try:
        solved = solve_screenshot(image, by_camera=by_camera)
    except PicrosserError as refusal:
        return "refused", str(refusal)[:100]
    # Several solutions are claimed as surely as one.
    verdict = "doubtful" if solved.exit_code is ExitCode.DOUBTFUL else "SOLVED"
    return verdict, f"as {solved.kind}: {solved.verdict}"[:100]


def _pictures(args: argparse.Namespace) -> Iterator[tuple[str, RGB]]:
    for seed in range(args.seed, args.seed + args.drawn):
        kind, photo = photograph_without_puzzle(seed)
        yield f"{kind}, seed {seed}", as_rgb(photo)
    if args.samples is not None:
        for path in _samples(args.samples):
            try:
                yield path.name, load_image(path)
            except InputUnreadableError:
                continue


def _samples(folders: list[Path]) -> Iterator[Path]:
    """The pictures of scikit-image, then those below some folders; no icons, and none twice."""
    try:
        import skimage

        folders = [Path(skimage.__file__).parent / "data", *folders]
    except ImportError:
        print("scikit-image is not installed; its photographs are left out", file=sys.stderr)
    seen: set[int] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() not in SUFFIXES or not path.is_file() or path.stat().st_size in seen:
                continue
            seen.add(path.stat().st_size)
            try:
                with Image.open(path) as image:
                    is_large = min(image.size) >= MIN_SIDE_PX
            except (OSError, SyntaxError, ValueError):
                continue
            if is_large and len(seen) <= MAX_SAMPLES * 20:
                yield path


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--drawn", type=int, default=70, metavar="N", help="number of photographs drawn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--samples", type=Path, nargs="*", metavar="FOLDER", help="also take pictures that are installed"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
