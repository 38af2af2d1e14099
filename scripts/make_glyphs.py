"""Make the digit templates of `picrosser/reading/glyphs` from openly licensed fonts.

Each face listed in FACES is rendered, cropped to its ink and stretched to the common size. Nothing comes
from screenshots. The fonts are those of the npm packages `@fontsource/NAME` (woff files, which Pillow reads):

    mkdir fonts && cd fonts
    npm pack @fontsource/oswald && tar xzf fontsource-oswald-*.tgz && mv package oswald   # and so on
    python scripts/make_glyphs.py fonts

Nearly all are under the SIL Open Font License 1.1 (`ubuntu` and `ubuntu-condensed`: Ubuntu Font Licence 1.0;
`chewy` and `roboto-slab`: Apache License 2.0; `dejavu-...`: Bitstream Vera's). The templates are pictures of
ten glyphs, at 18 x 12 cells.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from picrosser.reading.glyphs import templates

# Each with its weights. Condensed bold faces first: that is what puzzle games set their hints in. Last
# come what browsers and desktops fall back to, under the names of their free twins: Times, Arial, Courier,
# Calibri, and DejaVu.
_FACES = """
    barlow-condensed 500 700 900; barlow-semi-condensed 600 800; oswald 400 600 700; antonio 400 700;
    bebas-neue 400; league-gothic 400; anton 400; fjalla-one 400; pathway-gothic-one 400;
    roboto-condensed 400 700; archivo-narrow 500 700; saira-condensed 500 700;
    saira-extra-condensed 600 800; sofia-sans-extra-condensed 500 800; encode-sans-condensed 500 700;
    asap-condensed 500 700; big-shoulders-display 600 800; pt-sans-narrow 400 700;
    yanone-kaffeesatz 500 700; dosis 500 700 800; teko 500 700; khand 500 700; passion-one 400 700;
    lilita-one 400; sniglet 400 800; fredoka 400 600; nunito 400 700 900; baloo-2 500 700;
    varela-round 400; quicksand 500 700; comfortaa 500 700; m-plus-rounded-1c 500 800; rubik 400 700;
    roboto 400 700; open-sans 400 700; noto-sans 500 800; lato 400 700 900; montserrat 500 700;
    poppins 500 700; inter 400 700; fira-sans 500 800; fira-sans-condensed 500 800; ubuntu 500 700;
    ubuntu-condensed 400; ibm-plex-sans 500 700; work-sans 500 800; hind 500 700; karla 500 700;
    cabin 500 700; jost 500 700; exo-2 500 800; dm-sans 500 800; outfit 500 800; signika 500 700;
    alegreya-sans 500 800; titan-one 400; chewy 400; bangers 400; fugaz-one 400; source-code-pro 500 800;
    roboto-mono 500 700; roboto-slab 500 800; noto-serif 500 800; merriweather 400 700; pt-serif 400 700;
    lora 500 700; comic-neue 700; boogaloo 400; lexend 400 700; short-stack 400; itim 400;
    patrick-hand 400; bubblegum-sans 400; grandstander 400 700; balsamiq-sans 400 700; chango 400;
    playpen-sans 400 700; sour-gummy 400 700; dynapuff 400 700; source-sans-3 400 700 900;
    source-serif-4 400 700;
    tinos 400 700; arimo 400 700; cousine 400 700; carlito 400 700; dejavu-sans 400 700;
    dejavu-mono 400 700; dejavu-serif 400 700
"""
FACES: dict[str, tuple[int, ...]] = {
    name: tuple(map(int, weights)) for name, *weights in map(str.split, _FACES.split(";"))
}
# Games like to outline their digits: bold faces are kept a second time with strokes this much wider to each
# side, as a share of the font size.
BOLD, BOLDER = 600, 0.03
# Squared digits, as calculators, pixel fonts and some puzzle games draw them: each the straight strokes
# between points (column 0 to 2, row 0 to 4) of a grid, written as four figures "column row column row".
STROKES = {
    0: "0020 2024 0424 0004",
    1: "1020 2024",
    2: "0020 2022 0222 0204 0424",
    3: "0020 2022 0222 2224 0424",
    4: "0002 0222 2024",
    5: "0020 0002 0222 2224 0424",
    6: "0020 0004 0222 2224 0424",
    7: "0020 2024",
    8: "0020 2024 0222 0424 0004",
    9: "0020 0002 0222 2024 0424",
}
BARE_STROKES = STROKES | {1: "2024", 7: "0001 0020 2024"}  # the 1 of calculators is a mere bar
# Width and thickness of the strokes, as shares of the height; the share of the width that the upper half of
# a 2 and a 3 has; and how far down the middle stroke lies. A font of 3 x 5 pixels has about 0.55 and 0.2.
SQUARED = (
    *((width, thickness, 1.0, 0.5) for width in (0.55, 0.68, 0.95) for thickness in (0.11, 0.15, 0.2)),
    *((0.95, thickness, 0.8, 0.5) for thickness in (0.15, 0.2)),
)
# Where a font has six rows of pixels, the middle stroke lies on the fourth.
SQUARED_LOOKS = (
    *((*look, STROKES) for look in SQUARED),
    (0.6, 0.15, 1.0, 0.5, BARE_STROKES),
    (0.68, 0.15, 1.0, 0.6, BARE_STROKES),
)
RENDER_PX = 120  # font size; far above the 18 rows that are kept, so that the rendering does not matter


def pack(shape: NDArray[np.float32], log_aspect: float) -> NDArray[np.uint8]:
    """Encode one template as (ROWS * COLS + 2,) uint8: coverages, then log aspect, then holes.

    shape : (ROWS * COLS,) coverage 0..1, as `normalise_all` returns it.
    """
    scaled = round(log_aspect * 60 + 200)  # holds width / height from 0.04 to 2.5 in steps of 1.7 %
    pierced = round(float(templates.count_holes(shape)) * 60)
    return np.append(np.rint(shape * 255), np.clip([scaled, pierced], 0, 255)).astype(np.uint8)


def ink_box(coverage: NDArray[np.float32]) -> tuple[slice, slice]:
    """Return the smallest box with all pixels that are more than half covered; the whole image if none is."""
    ink = coverage > 0.5
    rows, cols = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return slice(0, coverage.shape[0]), slice(0, coverage.shape[1])
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fonts", type=Path, help="folder with one unpacked @fontsource package per face")
    parser.add_argument("--out", type=Path, default=Path(templates.__file__).parent / templates.DATA)
    arguments = parser.parse_args()
    faces = [(name, weight) for name, weights in FACES.items() for weight in weights]
    looks = [
        *((name, weight, 0.0) for name, weight in faces),
        *((n, w, BOLDER) for n, w in faces if w >= BOLD),
    ]
    packed = np.array([[template(arguments.fonts, *look, digit) for digit in range(10)] for look in looks])
    squared = np.array([[squared_template(*look, digit) for digit in range(10)] for look in SQUARED_LOOKS])
    packed = np.concatenate([packed, squared])
    with arguments.out.open("wb") as file:
        np.save(file, packed)
    print(
        f"{arguments.out}: {len(packed)} looks, {len(squared)} of them squared, {packed.nbytes / 1000:.0f} kB"
    )


def template(fonts: Path, name: str, weight: int, bolder: float, digit: int) -> NDArray[np.uint8]:
    file = fonts / name / "files" / f"{name}-latin-{weight}-normal.woff"
    coverage = render(ImageFont.truetype(str(file), RENDER_PX), str(digit), round(bolder * RENDER_PX))
    coverage = coverage[ink_box(coverage)]
    height, width = coverage.shape
    return pack(templates.normalise_all([coverage])[0], float(np.log(width / height)))


def squared_template(
    width: float, thickness: float, upper: float, middle: float, strokes: dict[int, str], digit: int
) -> NDArray[np.uint8]:
    """The template of one squared digit, packed.

    width, thickness, upper, middle : as in `SQUARED`.
    strokes : the strokes of every digit.
    """
    thick, right, bottom = (
        round(share * RENDER_PX) for share in (thickness, width - thickness, 1 - thickness)
    )
    rows = [round(bottom * share) for share in (0, middle / 2, middle, (1 + middle) / 2, 1)]
    image = np.zeros((RENDER_PX, right + thick), np.float32)
    for stroke in strokes[digit].split():
        left, top, end, low = map(int, stroke)
        reach = upper if digit in (2, 3) and low <= 2 and top < 2 else 1.0
        first, last = (round(reach * column * right / 2) for column in (left, end))
        image[rows[top] : rows[low] + thick, first : last + thick] = 1
    image = image[ink_box(image)]
    return pack(templates.normalise_all([image])[0], float(np.log(image.shape[1] / image.shape[0])))


def render(font: ImageFont.FreeTypeFont, text: str, stroke_px: int) -> NDArray[np.float32]:
    """The coverage of a glyph, 0..1, with a margin on all sides."""
    image = Image.new("L", (3 * RENDER_PX, 3 * RENDER_PX))
    ImageDraw.Draw(image).text((RENDER_PX, RENDER_PX), text, fill=255, font=font, stroke_width=stroke_px)
    return np.asarray(image, np.float32) / 255


if __name__ == "__main__":
    main()
