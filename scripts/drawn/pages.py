"""The pictures of README.md and of the pages in docs/: what each command draws, and what stages see.

They are kept small, because a repository stores every version of a picture. The stages come from the folder
that `picrosser --debug` writes, so they show what a user would see.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from picrosser.__main__ import main as picrosser
from picrosser.drawing.sheet import sheet
from picrosser.errors import ExitCode
from picrosser.formats.files import load_puzzle
from picrosser.puzzles.picture import Picture

ROOT = Path(__file__).resolve().parents[2]
SHOT = ROOT / "fixtures" / "hungry_cat" / "drawn-10x15-grey.png"
PUZZLE = SHOT.with_suffix(".toml")
WITH_MISTAKES = ROOT / "fixtures" / "hungry_cat" / "played-10x10-white.png"
PART_FILLED = ROOT / "fixtures" / "nonograms" / "drawn-tiles.png"
FOLDER = ROOT / "fixtures" / "readme"
DOCS_FOLDER = ROOT / "docs" / "pictures"
DOCS_WIDTH_PX = 480
ANSWER = "answer"  # in place of a stage

SHEET_CELL_PX = 16
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


def readme_pictures(out: Path = FOLDER) -> None:
    """Solve the fixture with a debugging folder, and keep its pictures, made small."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        solved, stages = Path(place, "solved.png"), Path(place, "stages")
        status = picrosser(["--quiet", "--debug", str(stages), "-o", str(solved), str(SHOT)])
        if status:
            raise SystemExit(f"{SHOT.name} was not solved: exit status {status}")
        save(narrow(Image.open(SHOT), PAIR_WIDTH_PX), out / "before.png")
        save(narrow(Image.open(solved), PAIR_WIDTH_PX), out / "after.png")
        save(contact_sheet(sorted(stages.glob("[0-9][0-9]-*.png"))), out / "stages.png")
    mark_boards(out)
    draw_puzzles(out)


def mark_boards(out: Path) -> None:
    """Draw what `check` and `hint` mark on part-filled boards."""
    for command, shot, expected, name in (
        ("check", WITH_MISTAKES, ExitCode.MISTAKES, "checked.png"),
        ("hint", PART_FILLED, ExitCode.OK, "hinted.png"),
    ):
        file = out / name
        with contextlib.redirect_stdout(io.StringIO()):
            status = picrosser([command, "--quiet", "--force", "-o", str(file), str(shot)])
        if status != expected:
            raise SystemExit(f"{command} {shot.name}: exit status {status} in place of {expected}")
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
    for words, file in (
        (["draw", "--palette"], colours),
        (["draw", "--cell", str(SHEET_CELL_PX), str(PUZZLE)], solving),
        (["--quiet", str(SHOT)], over),
    ):
        if picrosser([*words, "--force", "-o", str(file)]):
            raise SystemExit(f"{file} was not drawn")
    save(Image.open(colours).copy(), colours)
    for file in (solving, over):
        print(f"{file}: {file.stat().st_size // 1000} kB")


def narrow(image: Image.Image, width_px: int) -> Image.Image:
    """Scale a picture to a width, with its aspect ratio kept."""
    height_px = round(image.height * width_px / image.width)
    return image.convert("RGB").resize((width_px, height_px), Image.Resampling.LANCZOS)


def contact_sheet(files: list[Path]) -> Image.Image:
    """All stages with their names, STAGES_ACROSS in a row."""
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
    """The caption of a stage: `3 hints cut out` of `03-hints-cut-out.png`."""
    number, _, name = file.stem.partition("-")
    return f"{int(number)} {name.replace('-', ' ')}"


def save(image: Image.Image, file: Path) -> None:
    """Write a palette PNG and print its size."""
    image.quantize(COLOURS, METHOD, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file}: {image.width} x {image.height}, {file.stat().st_size // 1000} kB")


# ---- docs/architecture.md


@dataclass(frozen=True, slots=True)
class Journey:
    """The way of a fixture through a pipeline.

    kind : as `--kind` takes it; also the beginning of the pictures' names.
    fixture : without its suffix, in `fixtures`.
    stages : captions as in the names of the debug folder's files; of a caption that comes twice the last one.
    """

    kind: str
    fixture: str
    stages: tuple[str, ...]


JOURNEYS = (
    Journey(
        "hungry-cat",
        "hungry_cat/drawn-10x15-grey",
        ("grid-lines", "hint-areas-and-colour-slots", "circles", "numbers-cut-into-digits", "digits", ANSWER),
    ),
    Journey(
        "nonogram",
        "nonograms/drawn-confetti",
        ("boards-considered", "ink-found", "hints-grouped-by-line", "digits", "cells-painted-so-far", ANSWER),
    ),
    Journey(
        "katamino",
        "katamino/drawn-card",
        ("flat-areas-of-colour", "pieces", "printed-numbers", "what-the-picture-states", ANSWER),
    ),
    Journey("katamino", "katamino/drawn-part-filled", ("pieces-apart-and-on-boards",)),
)


def docs_pictures(out: Path = DOCS_FOLDER) -> None:
    """Solve each fixture with a debugging folder, and keep some of its pictures, made small."""
    out.mkdir(parents=True, exist_ok=True)
    for journey in JOURNEYS:
        with tempfile.TemporaryDirectory() as place:
            keep_pictures(journey, Path(place), out)


def keep_pictures(journey: Journey, folder: Path, out: Path) -> None:
    """Solve one fixture in a folder, and keep the pictures of its journey."""
    shot, answer, stages = (
        ROOT / "fixtures" / f"{journey.fixture}.png",
        folder / "answer.png",
        folder / "stages",
    )
    status = picrosser(
        ["--quiet", "--kind", journey.kind, "--debug", str(stages), "-o", str(answer), str(shot)]
    )
    if status:
        raise SystemExit(f"{shot.name} was not solved: exit status {status}")
    for stage in journey.stages:
        files = [answer] if stage == ANSWER else sorted(stages.glob(f"[0-9][0-9]-{stage}.png"))
        if not files:
            raise SystemExit(f"{shot.name} has no stage {stage!r}")
        image = Image.open(files[-1])
        save(narrow(image, min(DOCS_WIDTH_PX, image.width)), out / f"{journey.kind}-{stage}.png")
