"""Score pictures that look like grids and hold no puzzle: what is solved in spite of that is a defect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image

from drawn.nonpuzzles.families import FAMILIES, draw_nonpuzzle
from measuring.output import aligned
from measuring.shots import as_rgb
from picrosser.errors import ExitCode, PicrosserError
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import AnySolved

TIME_LIMIT_S = 10.0
Taken = Literal["SOLVED", "doubtful", "refused"]
TAKEN: tuple[Taken, ...] = ("SOLVED", "doubtful", "refused")

Attempt = Callable[..., AnySolved]
"""A function with the arguments of `solve_screenshot`; tests replace it."""


@dataclass(frozen=True, slots=True)
class NonpuzzleSource:
    """A family and a seed, or a picture in a file."""

    family: str
    seed: int = 0
    path: Path | None = None

    @property
    def name(self) -> str:
        """What a person calls it: the file's name, or the options that draw it again."""
        return self.path.name if self.path else f"--only {self.family} --seed {self.seed}"

    def picture(self) -> Image.Image:
        """Draw it, or load it."""
        if self.path is None:
            return draw_nonpuzzle(self.family, self.seed)
        with Image.open(self.path) as image:
            image.load()
        return image


@dataclass(frozen=True, slots=True)
class NonpuzzleScore:
    """What became of one picture, and the verdict or the refusal."""

    source: NonpuzzleSource
    taken: Taken
    line: str


def nonpuzzle_sources(count: int, seed: int, only: Sequence[str] = ()) -> list[NonpuzzleSource]:
    """So many pictures of all families in turn; each turn has a seed of its own, from `seed` on."""
    families = [name for name in FAMILIES if not only or name in only]
    return [NonpuzzleSource(families[at % len(families)], seed + at // len(families)) for at in range(count)]


def folder_sources(folder: Path) -> list[NonpuzzleSource]:
    """Every PNG in a folder; its family is its name up to the last dash."""
    return [NonpuzzleSource(path.stem.rpartition("-")[0], 0, path) for path in sorted(folder.glob("*.png"))]


def score_nonpuzzle(
    source: NonpuzzleSource, keep: Path | None = None, attempt: Attempt = solve_screenshot
) -> NonpuzzleScore:
    """Read a picture, and save it in `keep` if it is solved; several solutions without a doubt count, too."""
    picture = source.picture()
    try:
        solved = attempt(as_rgb(picture), time_limit_s=TIME_LIMIT_S)
    except PicrosserError as refusal:
        return NonpuzzleScore(source, "refused", str(refusal))
    if solved.exit_code is ExitCode.DOUBTFUL:
        return NonpuzzleScore(source, "doubtful", solved.verdict)
    if keep is not None:
        picture.save(keep / f"{source.family}-{source.seed}.png")
    return NonpuzzleScore(source, "SOLVED", f"as {solved.kind}: {solved.verdict}")


def nonpuzzle_table(scores: Iterable[NonpuzzleScore]) -> str:
    """A table with a line for each family, and one for all."""
    scores = list(scores)
    families = dict.fromkeys(score.source.family for score in scores)

    def line(name: str, found: Sequence[NonpuzzleScore]) -> tuple[str, ...]:
        return (name, str(len(found)), *(str(sum(s.taken == taken for s in found)) for taken in TAKEN))

    lines = [line(name, [score for score in scores if score.source.family == name]) for name in families]
    return aligned([("", "pictures", *TAKEN), *lines, line("all", scores)])
