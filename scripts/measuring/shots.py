"""Pictures with their truth, from a folder or drawn, and the damages applied to them.

A source is a small description that can be sent to another process, which loads or draws the picture.
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from PIL import Image

from drawn.damage import DAMAGES, crop
from drawn.fills import Painting
from drawn.fonts import installed_fonts
from drawn.screenshot import draw
from drawn.spec import ScreenshotSpec, Wishes, random_spec
from measuring.score import Truth
from picrosser.errors import ExitCode, PicrosserError
from picrosser.formats.files import load_puzzle, save_puzzle
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.lattice.grid import GridFound

PLAIN, CROP = "plain", "crop"
EVERY_DAMAGE = (PLAIN, *DAMAGES, CROP)
CROP_MARGIN_PX = 6


@dataclass(frozen=True, slots=True)
class Shot:
    """An undamaged picture.

    board : the box to crop to, board and hints; None if it is not known.
    """

    name: str
    image: Image.Image
    truth: Truth
    board: Callable[[], Box | None]


@dataclass(frozen=True, slots=True)
class FileSource:
    """A picture in a file, with its truth beside it."""

    path: Path

    def shot(self) -> Shot:
        """Load the picture."""
        truth_path = self.path.with_suffix(".toml")
        stored = load_puzzle(truth_path)
        knows_colours = "colours" in tomllib.loads(truth_path.read_text(encoding="utf-8"))
        with Image.open(self.path) as image:
            image.load()
        return Shot(
            name=self.path.stem,
            image=image,
            truth=Truth(stored.puzzle, stored.solution, knows_colours),
            board=lambda: board_with_hints(as_rgb(image)),
        )


@dataclass(frozen=True, slots=True)
class DrawnSource:
    """Picture `number` of those that `draw_screenshots.py --seed` draws."""

    seed: int
    number: int
    fonts: Path | None = None
    as_game: bool = False

    def spec(self) -> ScreenshotSpec:
        """What the picture shows, and how it looks."""
        rng = np.random.default_rng([self.seed, self.number])
        return random_spec(rng, Wishes(as_game=self.as_game), installed_fonts(self.fonts))

    def shot(self, spec: ScreenshotSpec | None = None, painting: Painting | None = None) -> Shot:
        """Draw the picture.

        Parameters
        ----------
        spec : the result of `spec()`, if it is known already.
        painting : what the player has painted so far.
        """
        spec = spec or self.spec()
        drawn = draw(spec, painting and painting.progress, painting and painting.style)
        exit_code = ExitCode.OK if spec.unique else ExitCode.SEVERAL_SOLUTIONS
        return Shot(
            name=f"{self.seed}-{self.number:04d}",
            image=drawn.image,
            truth=Truth(drawn.puzzle, drawn.picture, exit_code=exit_code),
            board=lambda: drawn.board_with_hints,
        )


Source: TypeAlias = FileSource | DrawnSource


def folder_sources(folder: Path) -> list[Source]:
    """Every PNG in the folder that has a TOML beside it."""
    return [FileSource(path) for path in sorted(folder.glob("*.png")) if path.with_suffix(".toml").is_file()]


def damage_names(text: str, known: tuple[str, ...] = EVERY_DAMAGE) -> tuple[str, ...]:
    """The damages named by `--damages`: all, none, or names separated by commas.

    known : the existing names.

    Raises
    ------
    ValueError : an unknown name.
    """
    if text in ("all", "none"):
        return known if text == "all" else (PLAIN,)
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        if name not in known:
            raise ValueError(f"no damage is called {name!r}; choose from: {', '.join(known)}")
    return names


def damaged(shot: Shot, name: str) -> Image.Image | None:
    """The picture with a damage applied; None if it cannot be cropped."""
    if name == PLAIN:
        return shot.image
    if name != CROP:
        return DAMAGES[name](shot.image)
    box = shot.board()
    return None if box is None else crop(shot.image, box, CROP_MARGIN_PX)


def save_failure(folder: Path, shot: Shot, image: Image.Image, damage: str) -> None:
    """Save a picture with its truth."""
    path = folder / f"{shot.name}-{damage}.png"
    image.save(path)
    save_puzzle(path.with_suffix(".toml"), shot.truth.puzzle, shot.truth.solution, force=True)


def as_rgb(image: Image.Image) -> RGB:
    """(H, W, 3) uint8; unusual modes are saved to a file and loaded by the package."""
    if image.mode == "RGB":
        return np.asarray(image)
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return load_image(file.getvalue())


def board_with_hints(image: RGB) -> Box | None:
    """The board with its hint areas as the package finds them; None if it does not find them."""
    stages: list[object] = []
    with suppress(PicrosserError):
        read_screenshot(image, stages.append)
    return _hull(stages)


def _hull(stages: Sequence[object]) -> Box | None:
    grid = next((stage for stage in stages if isinstance(stage, GridFound)), None)
    slots = next((stage for stage in stages if isinstance(stage, SlotsFound)), None)
    if grid is None or slots is None:
        return None
    board = grid.lattice.board
    return Box(slots.top_box.top, slots.left_box.left, board.bottom, board.right)
