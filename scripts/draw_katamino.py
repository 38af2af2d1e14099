"""Draw pictures of random Katamino problems, with the truth beside each as JSON.

python scripts/draw_katamino.py --count 20 --seed 1 --out drawn-katamino
python scripts/draw_katamino.py --count 20 --seed 1 --kind card --damage jpeg-60
python scripts/draw_katamino.py --fixtures
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from drawn.damage import DAMAGES
from drawn.fonts import installed_fonts
from drawn.katamino.fixtures import FIXTURES, fixture_picture
from drawn.katamino.picture import KINDS, DrawnKatamino, drawn_katamino
from drawn.rough import ROUGH

EVERY_DAMAGE = {**DAMAGES, **ROUGH}
FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "katamino"


def main() -> None:
    """Parse the command line, draw, and print what was written."""
    args = _parser().parse_args()
    if args.fixtures:
        for fixture in FIXTURES:
            save(fixture_picture(fixture), FOLDER / fixture.name)
        return
    fonts = installed_fonts(args.fonts)
    for number in range(args.first, args.first + args.count):
        kind = args.kind or list(KINDS)[number % len(KINDS)]
        drawn = drawn_katamino(args.seed, number, kind, fonts)
        if args.damage:
            drawn = DrawnKatamino(EVERY_DAMAGE[args.damage](drawn.image), drawn.truth)
        save(drawn, args.out / f"{args.seed}-{number:04d}-{kind}")


def save(drawn: DrawnKatamino, stem: Path) -> None:
    """Write `stem`.png and `stem`.json; returns a line that names them."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    path = stem.with_suffix(".png")
    drawn.image.save(path, optimize=True)
    stem.with_suffix(".json").write_text(truth_text(drawn), encoding="utf-8")
    width, height = drawn.image.size
    print(f"{path}: {drawn.truth['kind']}, {width} x {height}, {path.stat().st_size // 1000} kB")


def truth_text(drawn: DrawnKatamino) -> str:
    """The truth as JSON, one line for each row of a table or grid."""
    entries = []
    for key, value in drawn.truth.items():
        text = json.dumps(value)
        if key == "table" and isinstance(value, dict):
            rows = (f'  "{name}": {json.dumps(row)}' for name, row in value.items())
            text = "{\n" + ",\n".join(rows) + "\n }"
        elif key == "grid" and isinstance(value, list):
            text = "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        entries.append(f' "{key}": {text}')
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _positive(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=_positive, default=1, help="number of pictures")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first picture")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, help="draw one kind only (default: all in turn)")
    parser.add_argument(
        "--out", type=Path, default=Path("drawn-katamino"), help="output folder, created if missing"
    )
    parser.add_argument("--fonts", type=Path, metavar="DIR", help="a folder with further .ttf and .otf files")
    parser.add_argument("--damage", choices=EVERY_DAMAGE, metavar="NAME", help=", ".join(EVERY_DAMAGE))
    parser.add_argument("--fixtures", action="store_true", help="draw the repository's fixtures again")
    return parser


if __name__ == "__main__":
    main()
