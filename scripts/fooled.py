"""Look for pictures that fool picrosser: solved without a doubt, and yet wrong.

python scripts/fooled.py 1                                       # 400 pictures of seed 1
python scripts/fooled.py 1 --pictures 40 --kinds aquarium,sticker,digit-top -o fooled

Three groups of pictures, each with its truth: look-alikes, which are boards of other puzzles with a number
beside each line, drawn so that most solve as runs; spoilt screenshots of Hungry Cat and nonograms; and crops
of such at each side. It is fooled where it solves a look-alike, or reads other hints than the true ones of
the rest, without a doubt: exit status 0, or 7 for several solutions. Such a picture is kept in a folder with
its truth and a line in INDEX.txt, and the exit status is 1. A seed draws the same pictures every time.
"""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processor time would count threads that wait

import numpy as np

from drawn.canvas import mix
from drawn.glyphs import installed_fonts
from drawn.nonograms.layout import place as place_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw as draw_nonogram
from drawn.nonograms.screenshot import legible_spec
from drawn.nonograms.spec import truth_of
from drawn.nonpuzzles.lookalikes import KINDS, look_alike
from drawn.occlusion import drawn_slots
from drawn.screenshot import draw as draw_screenshot
from drawn.spec import random_spec
from drawn.spoiling import CROPS, PALE, SPOILS, Scene, cropped
from picrosser.formats.files import puzzle_text
from picrosser.imaging.pixels import Box
from picrosser.puzzles.picture import Picture
from scoring.cases import Case, Pictured, chosen, save_case
from scoring.judging import NO_PUZZLE, Truth, Verdict
from scoring.results import group_tables, score_all, score_line, table

FOOLED = (Verdict.WRONG, Verdict.SEVERAL, Verdict.CRASH)
GROUPS = {"look-alikes": tuple(KINDS), "spoilt": (*SPOILS, PALE), "crops": CROPS}
SHARES = {"look-alikes": 2, "spoilt": 2, "crops": 1}
SLOW_S = 20.0  # a picture that takes longer is told
PALEST = 0.05, 0.3  # of a pale colour's difference from the page that remains


def main(words: list[str] | None = None) -> int:
    """Draw, read, print a table for each group, and return 1 if anything fooled."""
    args = _parser().parse_args(words)
    try:
        cases = cases_of_seed(args.seed, args.pictures, args.kinds)
    except ValueError as error:
        _parser().error(str(error))
    scores = list(score_all(cases, args.jobs))
    print(group_tables(scores), table(scores), sep="\n\n")
    fooled = [(case, scored) for case, scored in zip(cases, scores, strict=True) if scored.verdict in FOOLED]
    for case, scored in fooled:
        path = save_case(args.out, case, case.make())
        with (args.out / "INDEX.txt").open("a", encoding="utf-8") as index:
            print(path.name, score_line(scored), sep="\t", file=index)
        print(path, score_line(scored), sep=": ")
    for scored in scores:
        if scored.cpu_s > SLOW_S:
            print(f"slow, {scored.cpu_s:.0f} s: {scored.set}: {scored.name}")
    return int(bool(fooled))


def cases_of_seed(seed: int, pictures: int, only: str = "") -> list[Case]:
    """The pictures of a seed, each group's kinds in turn.

    Raises
    ------
    ValueError : an unknown kind.
    """
    every = [kind for kinds in GROUPS.values() for kind in kinds]
    names = set(chosen(only, every))
    groups = {group: [kind for kind in kinds if kind in names] for group, kinds in GROUPS.items()}
    groups = {group: kinds for group, kinds in groups.items() if kinds}
    shares = sum(SHARES[group] for group in groups)
    makers = {"look-alikes": _look_alike, "spoilt": _spoilt, "crops": _crop}
    return [
        Case(group, f"{seed}-{number:03d} {kind}", partial(makers[group], seed, number, kind))
        for group, kinds in groups.items()
        for number in range(pictures * SHARES[group] // shares)
        for kind in [kinds[number % len(kinds)]]
    ]


def _rng(group: str, seed: int, number: int) -> np.random.Generator:
    return np.random.default_rng([seed, number, list(GROUPS).index(group)])


def _look_alike(seed: int, number: int, kind: str) -> Pictured:
    image = look_alike(KINDS[kind], _rng("look-alikes", seed, number))
    return Pictured(image, NO_PUZZLE, {"kind": kind})


def _spoilt(seed: int, number: int, kind: str) -> Pictured:
    rng = _rng("spoilt", seed, number)
    scene, truth = _scene(rng, pale=kind == PALE)
    image = scene.image if kind == PALE else SPOILS[kind](scene, rng)
    return Pictured(image, truth, {"kind": kind, "family": truth["kind"]})


def _crop(seed: int, number: int, kind: str) -> Pictured:
    rng = _rng("crops", seed, number)
    scene, truth = _scene(rng)
    return Pictured(cropped(scene, rng, kind), truth, {"kind": kind, "family": truth["kind"]})


def _scene(rng: np.random.Generator, *, pale: bool = False) -> tuple[Scene, Truth]:
    """A screenshot of Hungry Cat, or, less often, of a nonogram; with its truth."""
    return _hungry_cat(rng, pale=pale) if rng.random() < 0.6 else _nonogram(rng, pale=pale)


def _hungry_cat(rng: np.random.Generator, *, pale: bool) -> tuple[Scene, Truth]:
    spec = random_spec(rng, fonts=installed_fonts())
    if pale:
        at, share = int(rng.integers(len(spec.colours))), rng.uniform(*PALEST)
        colours = list(spec.colours)
        colours[at] = mix(spec.theme.page, colours[at], share)
        spec = replace(spec, colours=tuple(colours))
    drawn, slots = draw_screenshot(spec), drawn_slots(spec)
    shown = {"row": drawn.puzzle.rows, "column": drawn.puzzle.cols}
    half = slots.radius_px * 0.8
    digits = [
        _box(y - half, x - half, y + half, x + half)
        for (y, x), hint in zip(slots.centres_px.tolist(), slots.places, strict=True)
        if shown[hint.axis][hint.line][hint.slot].count
    ]
    truth = tomllib.loads(puzzle_text(drawn.puzzle, drawn.picture))
    truth |= {"kind": "hungry-cat", "unique": spec.unique}
    return Scene(drawn.image, drawn.lattice, drawn.board_with_hints, tuple(digits)), truth


def _nonogram(rng: np.random.Generator, *, pale: bool) -> tuple[Scene, Truth]:
    looks = [look for look in LOOKS if not pale or max(look.colours) > 1]
    spec = legible_spec(looks[rng.integers(len(looks))], int(rng.integers(1 << 20)))
    if pale:
        palette = list(spec.picture.palette)
        palette[-1] = mix(spec.scheme.page, palette[-1], rng.uniform(*PALEST))
        spec = replace(spec, picture=Picture(spec.picture.cells, tuple(palette)))
    drawn = draw_nonogram(spec)
    digits = [_box(*number.slot) for number in place_nonogram(spec).numbers()]
    return Scene(drawn.image, drawn.lattice, drawn.board_with_hints, tuple(digits)), truth_of(spec)


def _box(top: float, left: float, bottom: float, right: float) -> Box:
    return Box(round(top), round(left), round(bottom), round(right))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", type=int, metavar="SEED")
    parser.add_argument("--pictures", type=int, default=400, metavar="N", help="of all groups together")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of processes")
    parser.add_argument("--kinds", default="", metavar="NAMES", help="only these, separated by commas")
    parser.add_argument("-o", "--out", type=Path, default=Path("fooled"), help="folder for what fooled")
    return parser


if __name__ == "__main__":
    sys.exit(main())
