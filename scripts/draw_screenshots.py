"""Draw screenshots of random puzzles, with the truth beside each as TOML.

python scripts/draw_screenshots.py --count 20 --seed 1 --out drawn-screens
python scripts/draw_screenshots.py --count 20 --seed 1 --filled --mistakes 2 --palette near
python scripts/draw_screenshots.py --count 20 --seed 1 --hide finger --damage perspective-2
python scripts/draw_screenshots.py --fixtures
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from drawn.damage import DAMAGES
from drawn.fills import FILLED_STREAM, Painting, random_painting
from drawn.fixtures import fixture_specs
from drawn.fonts import FontFace, font_file, installed_fonts, symbol_face
from drawn.occlusion import HIDDEN_STREAM, KINDS, HintSlots, Occluded, drawn_slots, occlude
from drawn.palettes import PALETTES, THEMES
from drawn.rough import ROUGH
from drawn.saving import save_hidden, save_image, save_progress, save_truth
from drawn.screenshot import draw
from drawn.spec import PHONES, ScreenshotSpec, Wishes, random_spec

ANY = "any"
EVERY_DAMAGE = {**DAMAGES, **ROUGH}
FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "hungry_cat"


def main() -> None:
    """Parse the command line, draw, and print what was written."""
    parser = _parser()
    args = parser.parse_args()
    if args.fixtures:
        for name, spec, painting in fixture_specs():
            save(spec, FIXTURES / name, painting)
        return
    fonts = {face.name: face for face in installed_fonts(args.fonts)}
    if args.list_fonts:
        print(*fonts, sep="\n")
        return
    if args.rows and args.cols and args.colours and args.colours > args.rows * args.cols:
        parser.error("there are more colours than cells")
    if args.font is not None and args.font not in fonts:
        parser.error(f"--font {args.font} is not installed; choose from: {', '.join(fonts)}")
    wishes = Wishes(
        rows=args.rows,
        cols=args.cols,
        colours=args.colours,
        phone=next((phone for phone in PHONES if phone.name == args.phone), None),
        theme=next((theme for theme in THEMES if theme.name == args.theme), None),
        font=symbol_face(args.seed) if args.symbols else args.font_file or fonts.get(args.font),
        palette=args.palette,
        as_game=args.as_game,
    )
    for number in range(args.first, args.first + args.count):
        # The number is part of the seed, so each can be drawn alone; what happens to the picture comes
        # from streams of its own, so that the puzzle is the same with it and without it.
        spec = random_spec(np.random.default_rng([args.seed, number]), wishes, tuple(fonts.values()))
        painting, occlusion = None, None
        if args.filled:
            rng = np.random.default_rng([args.seed, number, FILLED_STREAM])
            painting = random_painting(rng, spec.picture.cells, args.mistakes)
        if args.hide:
            rng = np.random.default_rng([args.seed, number, HIDDEN_STREAM])
            occlusion = partial(occlude, rng=rng, kind=None if args.hide == ANY else args.hide)
        save(spec, args.out / f"{args.seed}-{number:04d}", painting, occlusion, args.damage)


def save(
    spec: ScreenshotSpec,
    stem: Path,
    painting: Painting | None = None,
    occlusion: Callable[[Image.Image, HintSlots], Occluded] | None = None,
    damage: str | None = None,
) -> None:
    """Write `stem`.png and `stem`.toml; returns a line that names them.

    A part-filled board gets `stem`-state.toml too, one with hidden hints `stem`-hidden.toml.
    """
    drawn = draw(spec, painting and painting.progress, painting and painting.style)
    stem.parent.mkdir(parents=True, exist_ok=True)
    save_truth(stem, drawn)
    if painting is not None:
        save_progress(stem, painting.progress)
    image = drawn.image
    if occlusion is not None:
        occluded = occlusion(image, drawn_slots(spec))
        save_hidden(stem, occluded)
        image = occluded.image
    path = save_image(stem, image if damage is None else EVERY_DAMAGE[damage](image))
    rows, cols = drawn.puzzle.shape
    solutions = "unique" if spec.unique else "perhaps several solutions"
    print(
        f"{path}: {cols} x {rows}, {drawn.puzzle.colours} colours, {spec.phone.name}, {spec.theme.name},",
        f"{spec.font.name}, {solutions}, {path.stat().st_size // 1000} kB",
    )


def _positive(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def _font(text: str) -> FontFace:
    try:
        return font_file(Path(text))
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text} cannot be used as a font: {error}") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=_positive, default=1, help="number of pictures")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first picture")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--out", type=Path, default=Path("drawn-screens"), help="output folder, created if missing"
    )
    parser.add_argument("--rows", type=_positive)
    parser.add_argument("--cols", type=_positive)
    parser.add_argument("--colours", type=_positive)
    parser.add_argument("--phone", choices=[phone.name for phone in PHONES])
    parser.add_argument("--theme", choices=[theme.name for theme in THEMES])
    parser.add_argument("--font", help="one of the installed fonts, by name (see --list-fonts)")
    parser.add_argument("--fonts", type=Path, metavar="DIR", help="a folder with further .ttf and .otf files")
    parser.add_argument("--font-file", type=_font, metavar="FILE", help="any font")
    parser.add_argument("--symbols", action="store_true", help="invented symbols instead of digits")
    parser.add_argument("--palette", choices=PALETTES, help="colours of this kind")
    parser.add_argument(
        "--as-game", action="store_true", help="the game's measured look, without random variation"
    )
    parser.add_argument("--filled", action="store_true", help="part-filled boards, with their state")
    parser.add_argument("--mistakes", type=_positive, default=0, metavar="N", help="paint N cells wrongly")
    parser.add_argument("--hide", choices=(ANY, *KINDS), help="cover some hints with this")
    parser.add_argument("--damage", choices=EVERY_DAMAGE, metavar="NAME", help=", ".join(EVERY_DAMAGE))
    parser.add_argument("--list-fonts", action="store_true", help="print the names of the fonts and stop")
    parser.add_argument("--fixtures", action="store_true", help="draw the repository's fixtures again")
    return parser


if __name__ == "__main__":
    main()
