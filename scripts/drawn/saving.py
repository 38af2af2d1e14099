"""Write a drawn screenshot and its truth beside it.

NAME.png is the picture and NAME.toml the puzzle with its solution. NAME-state.toml and NAME-hidden.toml say
what else is true of the picture; they are separate because the puzzle's file has nothing to do with pixels.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from drawn.occlusion import Occluded
from drawn.progress import Progress
from drawn.screenshot import DrawnScreenshot
from picrosser.formats.files import puzzle_text


def save_image(stem: Path, image: Image.Image) -> Path:
    """Write the picture and return the path."""
    path = _beside(stem, ".png")
    image.save(path, optimize=True)
    return path


def save_truth(stem: Path, drawn: DrawnScreenshot) -> None:
    """Write the puzzle and its solution."""
    _beside(stem, ".toml").write_text(puzzle_text(drawn.puzzle, drawn.picture), encoding="utf-8")


def save_progress(stem: Path, progress: Progress) -> None:
    """Write what the player has painted and marked."""
    _beside(stem, "-state.toml").write_text(progress_text(progress), encoding="utf-8")


def save_hidden(stem: Path, occluded: Occluded) -> None:
    """Write which hints are hidden."""
    _beside(stem, "-hidden.toml").write_text(hidden_text(occluded), encoding="utf-8")


def progress_text(progress: Progress) -> str:
    """The player's cells as TOML."""
    rows = "".join(f"  {row},\n" for row in progress.state.tolist())
    mistakes = [list(cell) for cell in progress.mistakes]
    return (
        "# Per cell: -1 untouched, 0 marked, 1... painted with that colour slot.\n"
        f"state = [\n{rows}]\n"
        f"# [row, column] from 0 of the cells that are painted wrongly.\nmistakes = {mistakes}\n"
    )


def hidden_text(occluded: Occluded) -> str:
    """What lies over the picture as TOML."""
    hints = "".join(
        f'  {{ axis = "{hint.place.axis}", line = {hint.place.line}, slot = {hint.place.slot},'
        f" share = {hint.share:.3f} }},\n"
        for hint in occluded.hidden
    )
    return (
        f'kind = "{occluded.kind}"\nopacity = {occluded.opacity:.3f}\n'
        f"# Each hint that it touches, line and slot from 0, and the covered share of its slot.\n"
        f"hidden = [\n{hints}]\n"
    )


def _beside(stem: Path, ending: str) -> Path:
    """The path with an ending appended to the stem, which may contain dots."""
    return stem.with_name(stem.name + ending)
