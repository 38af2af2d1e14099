"""Draw screenshots of random puzzles, with the truth beside each as TOML.

python scripts/draw_screenshots.py --count 20 --seed 1 --out drawn-screens
python scripts/draw_screenshots.py --fixtures
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from drawn.fixtures import fixture_specs
from drawn.fonts import installed_fonts
from drawn.palettes import THEMES
from drawn.screenshot import draw
from drawn.spec import PHONES, ScreenshotSpec, Wishes, random_spec
from picrosser.formats.toml_file import write

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "hungry_cat"


def main() -> None:
    """Parse, draw, report."""
    parser = _parser()
    args = parser.parse_args()
    if args.fixtures:
        for name, spec in fixture_specs():
            save(spec, FIXTURES / name)
        return
    fonts = {face.name: face for face in installed_fonts(args.fonts)}
    if args.list_fonts:
        print(*fonts, sep="\n")
        return
    if args.rows and args.cols and args.colours and args.colours > args.rows * args.cols:
        parser.error("there are more colours than cells")
    if args.font is not None and args.font not in fonts:
        parser.error(f"--font {args.font} is not installed; there are: {', '.join(fonts)}")
    wishes = Wishes(
        rows=args.rows,
        cols=args.cols,
        colours=args.colours,
        phone=next((phone for phone in PHONES if phone.name == args.phone), None),
        theme=next((theme for theme in THEMES if theme.name == args.theme), None),
        font=fonts.get(args.font),
        as_game=args.as_game,
    )
    for number in range(args.first, args.first + args.count):
        rng = np.random.default_rng([args.seed, number])  # so that each picture can be drawn alone
        save(random_spec(rng, wishes, tuple(fonts.values())), args.out / f"{args.seed}-{number:04d}")


def save(spec: ScreenshotSpec, stem: Path) -> None:
    """Write `stem`.png and `stem`.toml, and say so in a line."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    drawn = draw(spec)
    image = stem.with_name(stem.name + ".png")
    drawn.image.save(image, optimize=True)
    stem.with_name(stem.name + ".toml").write_text(write(drawn.puzzle, drawn.picture), encoding="utf-8")
    rows, cols = drawn.puzzle.shape
    solutions = "unique" if spec.unique else "perhaps several solutions"
    print(
        f"{image}: {cols} x {rows}, {drawn.puzzle.colours} colours, {spec.phone.name}, {spec.theme.name},",
        f"{spec.font.name}, {solutions}, {image.stat().st_size // 1000} kB",
    )


def _positive(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=_positive, default=1, help="how many")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first one")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("drawn-screens"), help="folder, made if missing")
    parser.add_argument("--rows", type=_positive)
    parser.add_argument("--cols", type=_positive)
    parser.add_argument("--colours", type=_positive)
    parser.add_argument("--phone", choices=[phone.name for phone in PHONES])
    parser.add_argument("--theme", choices=[theme.name for theme in THEMES])
    parser.add_argument("--font", help="one of the installed fonts, by name (see --list-fonts)")
    parser.add_argument("--fonts", type=Path, metavar="DIR", help="a folder with further .ttf and .otf files")
    parser.add_argument("--as-game", action="store_true", help="keep the game's measured look, vary nothing")
    parser.add_argument("--list-fonts", action="store_true", help="print the names of the fonts and stop")
    parser.add_argument("--fixtures", action="store_true", help="draw the repository's fixtures again")
    return parser


if __name__ == "__main__":
    main()
