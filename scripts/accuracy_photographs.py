"""Measure how reliably photographs of puzzles are read: many drawn ones, by what makes them hard.

python scripts/accuracy_photographs.py --drawn 200 --seed 1 --jobs 2      # nonograms on paper and on screens
python scripts/accuracy_photographs.py --drawn 20 --kind screen --keep failed
python scripts/accuracy_photographs.py --drawn 20 --kind katamino         # or hungry-cat
python scripts/accuracy_photographs.py --known --kind hungry-cat          # or katamino

Each is written as a camera writes it, and picrosser has to find out everything else. Photographs that are not
read exactly are listed with the reason; their name holds the seed with which `draw_photographs.py` draws them
again. The exit status is 1 if anything was silently wrong: solved without a doubt, but different from the
truth. With `--known`, photographs are read that were refused or misread once, and the status is also 1 if one
is not read exactly.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from drawn.photographs.others import SceneTaken, random_scene_taken, save_scene
from drawn.photographs.scenes import KINDS, PuzzlePhotographed, random_photograph, save_photograph
from measuring.nonogram_truth import colours_matched
from measuring.output import aligned, each
from measuring.score import Verdict
from picrosser.errors import PicrosserError
from picrosser.formats import hungry_cat_toml
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import AnySolved
from picrosser.puzzles.hungry_cat import HungryCat

TIME_LIMIT_S = 60.0
SCENES_READ = "hungry-cat", "katamino"
# Photographs by their seeds, each of which taught something:
KNOWN: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        # One whose lines are seen, one of which the screen's outline is, one in which the edge of a shadow
        # looks like one more line, one on a table in the tone of the screen, one over whose hints a shadow
        # ends, one that only several views of its hints settle together, one far askew, whose lines are seen
        # only within the outline of its screen, and one whose hints state another size until they are lit
        # evenly.
        "hungry-cat": (6, 15, 41023, 41021, 41016, 41007, 43006, 43027),
        # A board of three columns with a hand's shadow over it, an empty board, a packed one, a part-filled
        # one beside which a piece has the table's hue, one whose table has grain like lines, one with less
        # noise than screenshots may have and no entries of a camera, and one with bare pieces of the board's
        # wood.
        "katamino": (8, 7, 28, 11, 3, 20, 8123),
    }
)
Taken: TypeAlias = "PuzzlePhotographed | SceneTaken"
HEAD = ("", "photographs", "exact", "exact %", "refused", "WRONG", "CPU s, median", "worst")


def _ranges(value: Callable[[Taken], float], *limits: float) -> Callable[..., str]:
    """Name the range between limits in which a photograph's value lies."""

    def name(taken: Taken) -> str:
        above = [limit for limit in limits if value(taken) >= limit]
        below = [limit for limit in limits if value(taken) < limit]
        if not above:
            return f"below {limits[0]:g}"
        return f"{above[-1]:g} to {below[0]:g}" if below else f"{above[-1]:g} and more"

    return name


GROUPS: Mapping[str, Callable[[Taken], str]] = MappingProxyType(
    {
        "kind": lambda taken: taken.kind,
        "look": lambda taken: str(taken.truth["look"]),
        "turned, degrees": _ranges(lambda taken: abs(taken.view.turn_deg), 4, 15),
        "tilted, degrees": _ranges(lambda taken: taken.view.tilt_deg, 10, 18),
        "bent": _ranges(lambda taken: taken.view.bend, 0.001, 0.03),
        "cell, px": _ranges(lambda taken: float(taken.truth["cell_px"]), 16, 22, 30),
        "light from a side": _ranges(lambda taken: taken.view.light, 0.2, 0.35),
        "shadow": lambda taken: f"of {taken.view.shadow_of}" if taken.view.shadow else "none",
    }
)
"""What photographs are told apart by, each with the name of a photograph's group."""


@dataclass(frozen=True, slots=True)
class PhotographScore:
    """The score of one photograph.

    groups : the name of its group, for each of GROUPS.
    line : the verdict or the error, as a user would see it. cpu_s : of reading and solving it.
    """

    name: str
    groups: tuple[str, ...]
    verdict: Verdict
    line: str
    cpu_s: float


def main() -> int:
    """Run, print, and return 1 if anything was silently wrong."""
    parser = _parser()
    args = parser.parse_args()
    if args.known and args.kind not in KNOWN:
        parser.error(f"--known needs --kind, one of {', '.join(KNOWN)}")
    seeds = KNOWN[args.kind] if args.known else range(args.seed, args.seed + args.drawn)
    limit_s = None if args.known else TIME_LIMIT_S  # all known ones end, and on a busy machine as well
    read_one = partial(score_photograph, kind=args.kind, keep=args.keep, time_limit_s=limit_s)
    scores = list(each(read_one, seeds, args.jobs))
    print(aligned([HEAD, ("all", *_cells(scores))]))
    for at, what in enumerate(GROUPS):
        groups = sorted({score.groups[at] for score in scores}, key=_first_number)
        rows = [(group, *_cells([s for s in scores if s.groups[at] == group])) for group in groups]
        print("\n" + aligned([(what, *HEAD[1:]), *rows]))
    for score in scores:
        if score.verdict is not Verdict.EXACT:
            print(f"{score.name}: {score.verdict.value}: {score.line}")
    if args.known:
        return int(any(score.verdict is not Verdict.EXACT for score in scores))
    return int(any(score.verdict is Verdict.WRONG for score in scores))


def score_photograph(
    seed: int, *, kind: str | None, keep: Path | None, time_limit_s: float | None
) -> PhotographScore:
    """Draw a photograph, read it, and compare it with its truth.

    kind : what is photographed; None for a nonogram, on paper or on a screen.
    keep : the folder for what is not read exactly, with its truth.
    """
    taken = random_scene_taken(seed, kind) if kind in SCENES_READ else random_photograph(seed, kind)
    name = f"{taken.kind}-{seed}"
    with tempfile.TemporaryDirectory() as folder:
        path = _save(taken, Path(folder) / name)
        began = process_time()
        verdict, line = _judged(path, taken, time_limit_s)
        cpu_s = process_time() - began
    if keep is not None and verdict is not Verdict.EXACT:
        keep.mkdir(parents=True, exist_ok=True)
        _save(taken, keep / name)
    return PhotographScore(name, tuple(group(taken) for group in GROUPS.values()), verdict, line, cpu_s)


def _judged(path: Path, taken: Taken, time_limit_s: float | None) -> tuple[Verdict, str]:
    try:
        solved = solve_screenshot(path, time_limit_s=time_limit_s)
    except PicrosserError as refusal:
        return Verdict.REFUSED, str(refusal)
    if solved.doubts:
        return Verdict.REFUSED, solved.verdict
    return (Verdict.EXACT if is_exact(solved, taken) else Verdict.WRONG), solved.verdict


def is_exact(solved: AnySolved, taken: Taken) -> bool:
    """Whether everything was read that the truth says."""
    if solved.kind == "hungry-cat":
        true = hungry_cat_toml.parse(taken.text).puzzle if isinstance(taken, SceneTaken) else None
        read = solved.puzzle
        return isinstance(true, HungryCat) and (read.rows, read.cols) == (true.rows, true.cols)
    if solved.kind == "nonogram":
        is_nonogram = isinstance(taken, PuzzlePhotographed)
        return is_nonogram and colours_matched(solved.puzzle, taken.shown, taken.puzzle) is not None
    board, beside = (
        solved.reading.board,
        [piece.number for row in solved.reading.rows for piece in row.pieces],
    )
    if "grid" not in taken.truth or sorted(beside) != sorted(taken.truth["apart"]):
        return False
    if board is None:  # an empty 5 x N adds nothing to the pieces; its packing is drawn beside the photograph
        return not np.any(taken.truth["grid"])
    grid = np.zeros(np.shape(taken.truth["grid"]), int)
    if set(board.cells) != set(np.ndindex(grid.shape)):
        return False
    for placed in board.placed:
        grid[tuple(np.transpose(placed.cells))] = placed.piece.number
    return bool((grid == taken.truth["grid"]).all())


def _save(taken: Taken, stem: Path) -> Path:
    return save_scene(taken, stem) if isinstance(taken, SceneTaken) else save_photograph(taken, stem)


def _cells(scores: Sequence[PhotographScore]) -> tuple[str, ...]:
    counts = {verdict: sum(score.verdict is verdict for score in scores) for verdict in Verdict}
    times = [score.cpu_s for score in scores]
    return (
        str(len(scores)),
        str(counts[Verdict.EXACT]),
        f"{100 * counts[Verdict.EXACT] / max(1, len(scores)):.0f}",
        str(counts[Verdict.REFUSED]),
        str(counts[Verdict.WRONG]),
        f"{median(times):.1f}" if times else "",
        f"{max(times):.1f}" if times else "",
    )


def _first_number(group: str) -> tuple[float, str]:
    """Sort ranges by their limits; names without numbers by the alphabet."""
    words = group.split()
    if words[0] == "below":
        return -1.0, group
    return (float(words[0]) if words[0][0].isdigit() else 0.0), group


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--drawn", type=int, default=100, metavar="N", help="number of photographs")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first one; the next ones follow")
    parser.add_argument("--kind", choices=(*KINDS, *SCENES_READ), help="one kind only")
    parser.add_argument("--known", action="store_true", help="those of the kind that taught something")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of processes")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="folder for what is not read exactly, with its truth"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
