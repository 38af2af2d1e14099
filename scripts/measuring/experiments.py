"""Hide or misread some hints of readable screenshots, and measure what repairing makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import numpy as np

from drawn.occlusion import blot_hints, found_slots
from measuring.score import Score, Verdict, score_image
from measuring.shots import FileSource, as_rgb, save_failure
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat import HungryCatSolved
from picrosser.puzzles.hungry_cat_evidence import Evidence, Spelling
from picrosser.reading.hungry_cat.assemble import assemble_puzzle
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.hungry_cat.sums import check_sums
from picrosser.reading.lattice.grid import GridFound
from picrosser.repairing.repair_counts import repair_counts

HIDDEN_COUNTS = (1, 2, 4, 8)
MISREAD_COUNTS = (1, 2, 3)
LOOK_ALIKES = {
    0: (6, 8, 9),
    1: (7, 4),
    2: (7, 3),
    3: (8, 5, 9),
    4: (9, 1),
    5: (6, 3, 8),
    6: (8, 5, 0),
    7: (1, 2),
    8: (3, 6, 9),
    9: (8, 4, 3),
}
UNLIKE = -6.0  # nats of all other digits, for a shape that is first met by misreading

Stage = TypeVar("Stage")


@dataclass(frozen=True, slots=True)
class Ordeal:
    """One experiment: a screenshot, the number of hints to change, and the number of the repetition."""

    path: Path
    hints: int
    draws: int
    seed: int

    def rng(self, draw: int) -> np.random.Generator:
        """A generator of its own for each repetition, whatever else is run."""
        return np.random.default_rng([self.seed, crc32(self.path.stem.encode()), self.hints, draw])

    def name(self, draw: int) -> str:
        """The picture's, and the draw's."""
        return f"{self.path.stem}-{draw}"


def ordeals(paths: Iterable[Path], counts: Iterable[int], draws: int, seed: int) -> list[Ordeal]:
    """The experiments: every screenshot with every number of hints, the fewest hints first."""
    every = list(paths)
    return [Ordeal(path, count, draws, seed) for count in counts for path in every]


def score_hidden(ordeal: Ordeal, keep: Path | None = None) -> list[Score]:
    """Cover random hints with blots and solve."""
    shot = FileSource(ordeal.path).shot()
    stages: list[object] = []
    read_screenshot(as_rgb(shot.image), stages.append)
    slots = found_slots(_last(stages, HintsFound))
    scores: list[Score] = []
    for draw in range(ordeal.draws):
        rng = ordeal.rng(draw)
        which = rng.choice(len(slots.places), min(ordeal.hints, len(slots.places)), replace=False).tolist()
        image = blot_hints(shot.image, slots.centres_px, slots.radius_px, which, rng)
        score = score_image(as_rgb(image), shot.truth, ordeal.name(draw), f"{ordeal.hints} hidden")
        if keep is not None and score.verdict is not Verdict.EXACT:
            save_failure(keep, replace(shot, name=score.name), image, score.damage.replace(" ", "-"))
        scores.append(score)
    return scores


def score_misread(ordeal: Ordeal) -> list[Score]:
    """Read, change random hints to similar digits, and repair."""
    shot = FileSource(ordeal.path).shot()
    image = as_rgb(shot.image)
    stages: list[object] = []
    evidence = read_screenshot(image, stages.append).evidence
    return [
        score_image(
            image,
            shot.truth,
            ordeal.name(draw),
            f"{ordeal.hints} misread",
            _Settling(stages, misread(evidence, ordeal.hints, ordeal.rng(draw))),
        )
        for draw in range(ordeal.draws)
    ]


def misread(evidence: Evidence, hints: int, rng: np.random.Generator) -> Evidence:
    """Change one digit in each of some numbers to a digit that is easily confused with it.

    The new digit takes the shape of that digit elsewhere, so that its template distance gives nothing away.
    """
    shapes = list(evidence.shapes)
    shape_of: dict[int, int] = {}
    shown = [hint for hint in evidence.hints if hint.spellings]
    for hint in shown:
        for shape in hint.spellings[0].shapes:
            shape_of.setdefault(_digit(evidence, shape), shape)
    changed = evidence
    for index in rng.choice(len(shown), min(hints, len(shown)), replace=False).tolist():
        seen = list(shown[index].spellings[0].shapes)
        at = int(rng.integers(len(seen)))
        digit = int(rng.choice(_look_alikes(_digit(evidence, seen[at]), at == 0, len(seen))))
        if digit not in shape_of:
            shape_of[digit] = len(shapes)
            shapes.append(tuple(0.0 if other == digit else UNLIKE for other in range(10)))
        seen[at] = shape_of[digit]
        changed = changed.with_hint(replace(shown[index], spellings=(Spelling(tuple(seen), 0.0),)))
    return replace(changed, shapes=tuple(shapes))


def _digit(evidence: Evidence, shape: int) -> int:
    return max(range(10), key=evidence.shapes[shape].__getitem__)


def _look_alikes(digit: int, first: bool, digits: int) -> list[int]:
    """The digits that a digit may become; no number begins with 0, and tens are hardly ever more than 1."""
    others = [other for other in LOOK_ALIKES[digit] if other or not first]
    if first and digits > 1:
        return [1] if 1 in others else [7]
    return others


@dataclass(frozen=True, slots=True)
class _Settling:
    """Solves with evidence that was read before, in place of `solve_hungry_cat`."""

    stages: list[object]
    evidence: Evidence

    def __call__(
        self, image: RGB, /, *, time_limit_s: float | None, on_stage: Callable[[object], None]
    ) -> HungryCatSolved:
        """Check the sums, assemble the puzzle, and repair it."""
        for stage in self.stages:
            on_stage(stage)
        palette = _last(self.stages, PaletteFound)
        read = assemble_puzzle(
            _last(self.stages, GridFound).lattice,
            (palette.background, *palette.inks),
            self.evidence,
            check_sums(self.evidence),
        )
        settled = repair_counts(read.puzzle, self.evidence, read.doubts, timeout_s=time_limit_s)
        return HungryCatSolved(
            image, replace(read, puzzle=settled.puzzle, doubts=settled.doubts), settled, {}
        )


def _last(stages: Iterable[object], kind: type[Stage]) -> Stage:
    return [stage for stage in stages if isinstance(stage, kind)][-1]
