"""Draw screenshots of random nonograms in the looks of many programs, with the truth beside each as JSON.

python scripts/draw_nonograms.py --count 30 --seed 1 --out drawn-nonograms    # all looks in turn
python scripts/draw_nonograms.py --only tiles --seed 17 --damage jpeg-60      # one of them again
python scripts/draw_nonograms.py --list
python scripts/draw_nonograms.py --fixtures
"""

from __future__ import annotations

import argparse
from pathlib import Path

from drawn.damage import DAMAGES
from drawn.nonograms.damaged import CROP, PLAIN, damaged_nonogram
from drawn.nonograms.fixtures import fixture_specs
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.saving import save_truth
from drawn.nonograms.screenshot import draw, legible_spec
from drawn.nonograms.spec import NonogramSpec
from drawn.saving import save_image

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "nonograms"


def main() -> None:
    """Parse the command line, draw, and print what was written."""
    args = _parser().parse_args()
    if args.list:
        print(*(look.name for look in LOOKS), sep="\n")
        return
    if args.fixtures:
        for name, spec in fixture_specs():
            save(spec, FIXTURES / name)
        return
    looks = [look for look in LOOKS if args.only in (None, look.name)]
    for number in range(args.count):
        turn, at = divmod(number, len(looks))
        spec = legible_spec(looks[at], args.seed + turn)
        save(spec, args.out / f"{looks[at].name}-{spec.seed}", args.damage)


def save(spec: NonogramSpec, stem: Path, damage: str = PLAIN) -> None:
    """Write `stem`.png and `stem`.json; returns a line that names them."""
    drawn = draw(spec)
    stem.parent.mkdir(parents=True, exist_ok=True)
    save_truth(spec, stem.with_suffix(".json"))
    path = save_image(stem, damaged_nonogram(drawn, damage))
    rows, cols = spec.picture.shape
    print(
        f"{path}: {cols} x {rows}, {len(spec.picture.palette) - 1} colours, {spec.pen.face.name},",
        f"digits {drawn.digit_px:.0f} px, {path.stat().st_size // 1000} kB",
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1, metavar="N", help="number of pictures")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first picture of each look")
    parser.add_argument(
        "--only", choices=[look.name for look in LOOKS], help="draw one look only (default: all in turn)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("drawn-nonograms"), help="output folder, created if missing"
    )
    parser.add_argument("--damage", choices=(PLAIN, *DAMAGES, CROP), default=PLAIN, metavar="NAME",
                        help=", ".join((*DAMAGES, CROP)))  # fmt: skip
    parser.add_argument("--list", action="store_true", help="print the looks' names and stop")
    parser.add_argument("--fixtures", action="store_true", help="draw the repository's fixtures again")
    return parser


if __name__ == "__main__":
    main()
