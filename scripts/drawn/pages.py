"""The pictures of README.md and of the pages in docs/: what each command draws, and what stages see.

They are kept small, because a repository stores every version of a picture. The stages come from the folder
that `picrosser --debug` writes, so they show what a user would see.
"""

import contextlib
import io
import tempfile
from pathlib import Path

from PIL import Image

from picrosser.__main__ import main as picrosser
from picrosser.drawing.sheet import sheet
from picrosser.errors import ExitCode
from picrosser.formats.files import load_puzzle
from picrosser.puzzles.picture import Picture

ROOT = Path(__file__).resolve().parents[2]
SHOT = ROOT / "fixtures" / "hungry_cat" / "drawn-10x15-grey.png"
PUZZLE = SHOT.with_suffix(".toml")
HERO = ROOT / "fixtures" / "hungry_cat" / "drawn-20x20-rose.png"  # the first pictures of README.md
WITH_MISTAKES = ROOT / "fixtures" / "hungry_cat" / "played-10x10-white.png"
PART_FILLED = ROOT / "fixtures" / "nonograms" / "drawn-tiles.png"
FOLDER = ROOT / "fixtures" / "readme"
DOCS_FOLDER = ROOT / "docs" / "pictures"
DOCS_WIDTH_PX = 480

SHEET_CELL_PX = 16
GAP_PX = 12
PAIR_WIDTH_PX = 320
COLOURS = 256
# Pillow's default method spends all colours on the greys of the board and turns the blue button grey.
METHOD = Image.Quantize.FASTOCTREE


def readme_pictures(out: Path = FOLDER) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        solved = Path(place, "solved.png")
        run("--quiet", "-o", solved, HERO)
        save(narrow(Image.open(HERO), PAIR_WIDTH_PX), out / "before.png")
        save(narrow(Image.open(solved), PAIR_WIDTH_PX), out / "after.png")
    mark_boards(out)
    draw_puzzles(out)


def run(*words: object, expected: ExitCode = ExitCode.OK) -> None:
    """Run picrosser in this process; SystemExit if it ends otherwise than expected."""
    status = picrosser([str(word) for word in words])
    if status != expected:
        raise SystemExit(f"picrosser {' '.join(map(str, words))}: exit status {status}")


def mark_boards(out: Path) -> None:
    for command, shot, expected, name in (
        ("check", WITH_MISTAKES, ExitCode.MISTAKES, "checked.png"),
        ("hint", PART_FILLED, ExitCode.OK, "hinted.png"),
    ):
        file = out / name
        with contextlib.redirect_stdout(io.StringIO()):
            run(command, "--quiet", "--force", "-o", file, shot, expected=expected)
        save(narrow(Image.open(file), PAIR_WIDTH_PX), file)


def draw_puzzles(out: Path) -> None:
    """Draw a puzzle file as an empty sheet, half and fully solved, animated, and the page of colours."""
    puzzle, solution = load_puzzle(PUZZLE).puzzle, load_puzzle(PUZZLE).solution
    assert solution is not None
    half = [
        [-1 if (row + col) % 5 in (1, 2) else cell for col, cell in enumerate(line)]
        for row, line in enumerate(solution.rows)
    ]
    sheets = [
        sheet(puzzle, picture, cell_px=SHEET_CELL_PX)
        for picture in (None, Picture(half, puzzle.palette), solution)
    ]
    pair = Image.new(
        "RGB", (sum(one.width + GAP_PX for one in sheets) - GAP_PX, sheets[0].height), (255, 255, 255)
    )
    for number, one in enumerate(sheets):
        pair.paste(one, (number * (one.width + GAP_PX), 0))
    save(pair, out / "sheets.png")
    colours, solving, over = (out / name for name in ("colours.png", "solving.gif", "solving-screenshot.gif"))
    run("draw", "--palette", "--force", "-o", colours)
    run("draw", "--cell", SHEET_CELL_PX, PUZZLE, "--force", "-o", solving)
    run("--quiet", SHOT, "--force", "-o", over)
    save(Image.open(colours).copy(), colours)
    for file in (solving, over):
        print(f"{file}: {file.stat().st_size // 1000} kB")


def narrow(image: Image.Image, width_px: int) -> Image.Image:
    """Scale a picture to a width, with its aspect ratio kept."""
    height_px = round(image.height * width_px / image.width)
    return image.convert("RGB").resize((width_px, height_px), Image.Resampling.LANCZOS)


def save(image: Image.Image, file: Path) -> None:
    """Write a palette PNG and print its size."""
    image.quantize(COLOURS, METHOD, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file}: {image.width} x {image.height}, {file.stat().st_size // 1000} kB")


# ---- docs/how-it-works.md

STAGES = (
    ("hungry-cat", "hungry_cat/drawn-10x15-grey", ("grid-lines", "circles", "digits")),
    ("nonogram", "nonograms/drawn-confetti", ("boards-considered", "hints-settled")),
    ("katamino", "katamino/drawn-card", ("what-the-picture-states",)),
)
"""The kind as `--kind` takes it, a fixture, and the captions of stages as in the debug folder's names."""


def docs_pictures(out: Path = DOCS_FOLDER) -> None:
    """Solve each fixture with a debugging folder, and keep some of its pictures, made small."""
    out.mkdir(parents=True, exist_ok=True)
    for kind, fixture, captions in STAGES:
        with tempfile.TemporaryDirectory() as place:
            answer, folder = Path(place, "answer.png"), Path(place, "stages")
            shot = ROOT / "fixtures" / f"{fixture}.png"
            run("--quiet", "--kind", kind, "--debug", folder, "-o", answer, shot)
            for caption in captions:
                (file,) = folder.glob(f"[0-9][0-9]-{caption}.png")
                save(narrow(Image.open(file), DOCS_WIDTH_PX), out / f"{kind}-{caption}.png")
