"""Draw photographs of puzzles on paper, on screens and on a table, with the truth beside each as JSON.

python scripts/draw_photographs.py --count 20 --seed 1 --out drawn-photographs
python scripts/draw_photographs.py --kind screen --seed 17          # one of them again
python scripts/draw_photographs.py --kind katamino --count 10       # or several, or hungry-cat

The truth has the hints, the solution, how the picture was taken, and "crossings": where the lines of the
board cross in the photograph, [row, col] in pixels of the picture as viewers show it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from drawn.photographs.scenes import KINDS, SCENES, random_photograph, save_photograph, save_scene


def main() -> None:
    """Parse the command line, draw, and print what was written."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1, metavar="N", help="number of photographs")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first one; the next ones follow")
    parser.add_argument(
        "--kind",
        choices=(*KINDS, *SCENES),
        help="draw one kind only (default: a nonogram on paper or on a screen, chosen by the seed)",
    )
    parser.add_argument("--out", type=Path, default=Path("drawn-photographs"), help="output folder")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for seed in range(args.seed, args.seed + args.count):
        if args.kind in SCENES:
            scene = random_photograph(seed, args.kind)
            path = save_scene(scene, args.out / f"{scene.kind}-{seed}")
            size, summary = scene.image.size, scene.summary
        else:
            taken = random_photograph(seed, args.kind)
            path = save_photograph(taken, args.out / f"{taken.kind}-{seed}")
            size, summary = taken.image.size, taken.summary
        print(f"{path}: {size[0]} x {size[1]}, {summary}")


if __name__ == "__main__":
    main()
