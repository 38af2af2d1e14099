"""Drawn pictures with every kind of damage in turn, and the table of their scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
from PIL import Image

from drawn.cuts import CUTS, cut_board
from drawn.damage import DAMAGES
from drawn.fills import random_painting
from drawn.fonts import symbol_face
from drawn.layout import place
from drawn.occlusion import drawn_slots, occlude
from drawn.rough import ROUGH
from drawn.spec import ScreenshotSpec
from measuring.output import aligned
from measuring.score import STAGES, Score, tally
from measuring.shots import PLAIN, DrawnSource, Shot
from picrosser.errors import ExitCode

KINDS_STREAM = 3  # the third number of the seed from which comes what is done to a picture
FILLED = "filled"
SYMBOLS = "symbols"
HIDDEN = ("hidden-1", "hidden-2")
CUT = "cut-"

FAMILIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "damage": tuple(DAMAGES),
        "rough": tuple(ROUGH),
        FILLED: (FILLED,),
        SYMBOLS: (SYMBOLS,),
        "hidden": HIDDEN,
        "cut": tuple(CUT + name for name in CUTS),
    }
)
"""What can be done to a picture, besides nothing."""

EVERY_KIND = (PLAIN, *(kind for kinds in FAMILIES.values() for kind in kinds))
HEAD = ("kind", "pictures", "right %", "exact", "repaired", "refused", "read right", "WRONG", *STAGES)
LEGEND = (
    "right: exact; a cut board is right when it is refused, too.\n"
    "repaired: exact, though not every hint was seen, or looked like what it is.\n"
    "read right: refused by a doubt, though every hint was right.\n"
    "WRONG: silently wrong. grid ... digits: pictures in which that stage erred, cut boards aside."
)


@dataclass(frozen=True, slots=True)
class MixedSource:
    """A drawn picture and the damage applied to it, one of `EVERY_KIND`."""

    drawn: DrawnSource
    kind: str

    def shot(self) -> Shot:
        """Draw the picture and apply the damage, whose details its number decides."""
        spec = self.drawn.spec()
        if self.kind == SYMBOLS:
            spec = replace(spec, font=symbol_face(self.drawn.number))
        rng = np.random.default_rng([self.drawn.seed, self.drawn.number, KINDS_STREAM])
        painting = random_painting(rng, spec.picture.cells) if self.kind == FILLED else None
        shot = self.drawn.shot(spec, painting)
        truth = shot.truth
        if is_cut(self.kind):  # several solutions would be those of another puzzle, and no claim
            truth = replace(truth, exit_code=ExitCode.OK)
        return replace(shot, image=_changed(shot.image, self.kind, spec, rng), truth=truth)


def _changed(image: Image.Image, kind: str, spec: ScreenshotSpec, rng: np.random.Generator) -> Image.Image:
    if kind in (PLAIN, FILLED, SYMBOLS):
        return image
    if kind in HIDDEN:
        for _ in range(HIDDEN.index(kind) + 1):
            image = occlude(image, drawn_slots(spec), rng).image
        return image
    if is_cut(kind):
        under_bar = bool(rng.random() < 0.5)
        lattice = place(spec).lattice()
        return cut_board(image, lattice, drawn_slots(spec), kind.removeprefix(CUT), under_bar=under_bar)
    return (DAMAGES[kind] if kind in DAMAGES else ROUGH[kind])(image)


def is_cut(kind: str) -> bool:
    """Whether part of the board is missing, so that the picture must be refused."""
    return kind.startswith(CUT)


def in_turn(number: int) -> str:
    """The damage of picture `number`: every second is plain, the others cycle through families and kinds."""
    if number % 2 == 0:
        return PLAIN
    turn, family = divmod(number // 2, len(FAMILIES))
    kinds = tuple(FAMILIES.values())[family]
    return kinds[turn % len(kinds)]


def kinds_named(text: str) -> tuple[str, ...]:
    """The kinds and families named by `--only`, separated by commas.

    Raises
    ------
    ValueError : an unknown name.
    """
    kinds: list[str] = []
    for name in (part.strip() for part in text.split(",")):
        if name not in FAMILIES and name not in EVERY_KIND:
            names = ", ".join(dict.fromkeys((*FAMILIES, *EVERY_KIND)))
            raise ValueError(f"no kind is called {name!r}; choose from: {names}")
        kinds += FAMILIES.get(name, (name,))
    return tuple(dict.fromkeys(kinds))


def mixed_sources(
    numbers: Iterable[int], seed: int, only: Sequence[str] = (), fonts: Path | None = None
) -> list[MixedSource]:
    """The pictures of these numbers.

    Parameters
    ----------
    only : the kinds to cycle through; if empty, all of them, in the order of `in_turn`.
    """
    return [
        MixedSource(DrawnSource(seed, number, fonts), only[number % len(only)] if only else in_turn(number))
        for number in numbers
    ]


def kinds_table(scores: Sequence[Score]) -> str:
    """A table with a line for each kind in the order of `EVERY_KIND`, for each family, and for all."""
    met = dict.fromkeys(score.damage for score in scores)
    kinds = sorted(met, key=lambda kind: EVERY_KIND.index(kind) if kind in EVERY_KIND else -1)
    lines = [_cells(kind, [score for score in scores if score.damage == kind]) for kind in kinds]
    for family, members in FAMILIES.items():
        if sum(kind in members for kind in kinds) > 1:
            lines.append(_cells(f"every {family}", [score for score in scores if score.damage in members]))
    return f"{aligned([HEAD, *lines, _cells('all', scores)])}\n{LEGEND}"


def _cells(name: str, scores: Sequence[Score]) -> tuple[str, ...]:
    sums, whole = tally(list(scores)), tally([score for score in scores if not is_cut(score.damage)])
    right = sums.exact + (sums.refused - whole.refused)
    numbers = (sums.exact, sums.repaired, sums.refused, sums.doubted, sums.wrong)
    return (
        name,
        str(sums.pictures),
        f"{100 * right / max(1, sums.pictures):.1f}",
        *map(str, numbers),
        *(str(whole.faults[stage]) for stage in STAGES),
    )
