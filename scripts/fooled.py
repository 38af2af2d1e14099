"""Look for pictures that fool picrosser: solved without a doubt, and yet wrong.

python scripts/fooled.py 1                                       # 400 pictures of seed 1
python scripts/fooled.py 1 --pictures 40 --kinds aquarium,sticker,cut-top-any

Three groups of pictures, each with its truth: look-alikes, which are boards of other puzzles with a number
beside each line, drawn so that most solve as runs; spoilt screenshots of Hungry Cat and nonograms; and cuts
of such at each side. It is fooled where it solves a look-alike, or reads other hints than the true ones of
the rest, without a doubt: exit status 0, or 7 for several solutions. Such a picture is kept in a folder with
its truth and a line in INDEX.txt, and the exit status is 1. A seed draws the same pictures every time.
"""

import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processor time would count threads that wait

import numpy as np

from drawn.cuts import CUTS
from drawn.nonograms.looks import LOOKS
from drawn.nonpuzzles.boards import look_alike
from drawn.nonpuzzles.lookalikes import KINDS
from drawn.spoiling import SPOILS
from scoring.cases import PALE, Case, Pictured, chosen, hungry_cat_picture, nonogram_picture, save_case
from scoring.judging import NO_PUZZLE, Verdict
from scoring.output import explained
from scoring.results import group_tables, score_all, score_line, table

FOOLED = (Verdict.WRONG, Verdict.SEVERAL, Verdict.CRASH)
GROUPS = {"look-alikes": tuple(KINDS), "spoilt": (*SPOILS, PALE), "cut": CUTS}
SHARES = {"look-alikes": 2, "spoilt": 2, "cut": 1}
CATS = 0.6  # of the screenshots are of Hungry Cat
SLOW_S = 20.0  # a picture that takes longer is told


def main(words: list[str] | None = None) -> int:
    """Draw, read, print a table for each group, and return 1 if anything fooled."""
    parser = explained(__doc__)
    parser.add_argument("seed", type=int, metavar="SEED")
    parser.add_argument("--pictures", type=int, default=400, metavar="N", help="of all groups together")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of processes")
    parser.add_argument("--kinds", default="", metavar="NAMES", help="only these, separated by commas")
    parser.add_argument("-o", "--out", type=Path, default=Path("fooled"), help="folder for what fooled")
    args = parser.parse_args(words)
    try:
        cases = cases_of_seed(args.seed, args.pictures, args.kinds)
    except ValueError as error:
        parser.error(str(error))
    scores = []
    for case, scored in zip(cases, score_all(cases, args.jobs), strict=True):
        scores.append(scored)
        if scored.verdict in FOOLED:
            path = save_case(args.out, case, case.make())
            with (args.out / "INDEX.txt").open("a", encoding="utf-8") as index:
                print(path.name, score_line(scored), sep="\t", file=index)
            print(path, score_line(scored), sep=": ", flush=True)
        if scored.cpu_s > SLOW_S:
            print(f"slow, {scored.cpu_s:.0f} s: {scored.set}: {scored.name}", flush=True)
    print(group_tables(scores), table(scores), sep="\n\n")
    return int(any(scored.verdict in FOOLED for scored in scores))


def cases_of_seed(seed: int, pictures: int, only: str = "") -> list[Case]:
    """The pictures of a seed, each group's kinds in turn.

    Raises
    ------
    ValueError : an unknown kind.
    """
    names = chosen(only, [kind for kinds in GROUPS.values() for kind in kinds])
    groups = {group: [kind for kind in kinds if kind in names] for group, kinds in GROUPS.items()}
    groups = {group: kinds for group, kinds in groups.items() if kinds}
    shares = sum(SHARES[group] for group in groups)
    return [
        Case(group, f"{seed}-{number:04d} {kind}", partial(make, seed, number, kind))
        for first, (group, kinds) in enumerate(groups.items())
        for make in [_look_alike if group == "look-alikes" else _screenshot]
        for at in range(pictures * SHARES[group] // shares)
        for number, kind in [(1000 * first + at, kinds[at % len(kinds)])]
    ]


def _look_alike(seed: int, number: int, kind: str) -> Pictured:
    image = look_alike(KINDS[kind], np.random.default_rng([seed, number]))
    return Pictured(image, NO_PUZZLE, {"kind": kind})


def _screenshot(seed: int, number: int, kind: str) -> Pictured:
    """A changed screenshot of Hungry Cat, or, less often, of a nonogram."""
    rng = np.random.default_rng([seed, number])
    if is_cat := rng.random() < CATS:
        pictured = hungry_cat_picture(seed, number, kind)
    else:
        looks = [look.name for look in LOOKS if kind != PALE or max(look.colours) > 1]
        pictured = nonogram_picture(looks[rng.integers(len(looks))], 1000 * seed + number, kind)
    groups = {"kind": kind, "family": "hungry-cat" if is_cat else "nonogram"}
    return replace(pictured, groups=groups)


if __name__ == "__main__":
    sys.exit(main())
