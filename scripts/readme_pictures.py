"""Make the pictures of README.md: a screenshot before and after, and what each stage saw.

python scripts/readme_pictures.py

They are small on purpose: a repository keeps every version of a picture for ever. The stages come from the
folder that `picrosser --debug` writes, so the sheet shows what a user would see.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from picrosser.__main__ import main as picrosser

ROOT = Path(__file__).resolve().parent.parent
SHOT = ROOT / "fixtures" / "hungry_cat" / "drawn-10x15-grey.png"
FOLDER = ROOT / "fixtures" / "readme"

PAIR_WIDTH_PX = 320
COLOURS = 256
# Pillow's default method spends all colours on the greys of the board and turns the blue button grey.
METHOD = Image.Quantize.FASTOCTREE

# The sheet.
STAGE_WIDTH_PX = 260
STAGES_ACROSS = 4
GAP_PX = 12
CAPTION_PX = 22
PAPER, INK = (246, 245, 243), (40, 40, 40)


def main() -> None:
    """Solve the fixture with a debugging folder, and keep its pictures, made small."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder, made if missing")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        solved, stages = Path(place, "solved.png"), Path(place, "stages")
        status = picrosser(["--quiet", "--debug", str(stages), "-o", str(solved), str(SHOT)])
        if status:
            raise SystemExit(f"{SHOT.name} was not solved: exit status {status}")
        save(narrow(Image.open(SHOT), PAIR_WIDTH_PX), out / "before.png")
        save(narrow(Image.open(solved), PAIR_WIDTH_PX), out / "after.png")
        save(contact_sheet(sorted(stages.glob("[0-9][0-9]-*.png"))), out / "stages.png")


def narrow(image: Image.Image, width_px: int) -> Image.Image:
    """The picture at that width, its proportions kept."""
    height_px = round(image.height * width_px / image.width)
    return image.convert("RGB").resize((width_px, height_px), Image.Resampling.LANCZOS)


def contact_sheet(files: list[Path]) -> Image.Image:
    """All stages in rows, each with its name; as wide as STAGES_ACROSS of them."""
    pictures = [narrow(Image.open(file), STAGE_WIDTH_PX) for file in files]
    rows = [range(at, min(at + STAGES_ACROSS, len(files))) for at in range(0, len(files), STAGES_ACROSS)]
    heights = [CAPTION_PX + max(pictures[n].height for n in row) + GAP_PX for row in rows]
    sheet = Image.new("RGB", (GAP_PX + STAGES_ACROSS * (STAGE_WIDTH_PX + GAP_PX), sum(heights)), PAPER)
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(14)
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for place, number in enumerate(row):
            left = GAP_PX + place * (STAGE_WIDTH_PX + GAP_PX)
            draw.text((left, top + 3), caption(files[number]), INK, font)
            sheet.paste(pictures[number], (left, top + CAPTION_PX))
        top += height
    return sheet


def caption(file: Path) -> str:
    """`03-HintsFound.png` to `3 hints`."""
    number, _, name = file.stem.partition("-")
    return f"{int(number)} {re.sub('Found$', '', name).lower()}"


def save(image: Image.Image, file: Path) -> None:
    """Write with a palette, and say how large it became."""
    image.quantize(COLOURS, METHOD, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file}: {image.width} x {image.height}, {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
