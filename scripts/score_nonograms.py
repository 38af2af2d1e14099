"""Score the reading of nonogram screenshots: exact, refused or silently wrong, each with its reason.

python scripts/score_nonograms.py FOLDER
python scripts/score_nonograms.py FOLDER --only light_10x10 --damages all --keep failed
python scripts/score_nonograms.py FOLDER --damages retaken      # photographs, as if taken in other ways

FOLDER holds screenshots with their true hints beside them, as JSON: rows and cols of numbers, or of objects
with `n` and `colour`. picrosser has to find out the kind of puzzle itself. The exit status is 1 if anything
was silently wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

from PIL import Image

from drawn.damage import DAMAGES
from drawn.photographs.retaken import RETAKES
from measuring.nonogram_truth import exact
from measuring.nonograms import TIME_LIMIT_S, Attempt
from measuring.output import aligned, each
from measuring.score import Verdict
from measuring.shots import PLAIN, as_rgb, damage_names
from picrosser.errors import ExitCode, PicrosserError
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.nonogram_solved import NonogramSolved

PICTURES = (".png", ".jpg", ".webp")
CHANGES = {**DAMAGES, **RETAKES}


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of a screenshot with a damage, and why it was refused, if it was."""

    picture: Path
    damage: str
    verdict: Verdict
    seconds: float
    why: str = ""


def score(
    picture: Path, damages: Sequence[str], keep: Path | None = None, attempt: Attempt = solve_screenshot
) -> list[Scored]:
    """Score one screenshot with every damage; save pictures not read exactly, with their truth, in `keep`."""
    truth = picture.with_suffix(".json")
    scores = []
    for damage in damages:
        image = Image.open(picture)
        if damage != PLAIN:
            image = CHANGES[damage](image)
        started = perf_counter()
        verdict, why = _judged(image, json.loads(truth.read_text()), attempt, own_tones=damage == PLAIN)
        scores.append(Scored(picture, damage, verdict, perf_counter() - started, why))
        if keep is not None and verdict is not Verdict.EXACT:
            stem = f"{picture.stem}-{damage}"
            image.save(keep / f"{stem}.png")
            (keep / f"{stem}.json").write_text(truth.read_text())
    return scores


def _judged(
    image: Image.Image, truth: dict[str, object], attempt: Attempt, *, own_tones: bool
) -> tuple[Verdict, str]:
    try:
        solved = attempt(as_rgb(image), time_limit_s=TIME_LIMIT_S)
    except PicrosserError as error:
        return Verdict.REFUSED, str(error)
    if not isinstance(solved, NonogramSolved):
        is_told = solved.exit_code in (ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)
        return Verdict.WRONG if is_told else Verdict.REFUSED, f"taken for Hungry Cat: {solved.verdict}"
    right = exact(solved.reading.puzzle, truth, own_tones=own_tones)
    if solved.reading.doubts:
        return Verdict.REFUSED, f"{'(right) ' if right else ''}{solved.verdict}"
    return (Verdict.EXACT, "") if right else (Verdict.WRONG, solved.verdict)


def pictures_of(folder: Path, only: str) -> list[Path]:
    """The nonograms' screenshots that have their truth beside them."""
    found = []
    for truth in sorted(folder.rglob("*.json")):
        picture = next((p for end in PICTURES if (p := truth.with_suffix(end)).exists()), None)
        if picture is not None and only in str(picture) and "nonogram" in truth.read_text()[:60]:
            found.append(picture)
    return found


def table(scores: Sequence[Scored], damages: Sequence[str]) -> str:
    """A table with a line for each damage, and one for all."""

    def line(name: str, found: Sequence[Scored]) -> tuple[str, ...]:
        counts = [sum(score.verdict is verdict for score in found) for verdict in Verdict]
        return (name, *map(str, (len(found), *counts)))

    lines = [line(name, [score for score in scores if score.damage == name]) for name in damages]
    return aligned([("", "pictures", "exact", "refused", "WRONG"), *lines, line("all", scores)])


def main() -> int:
    """Print a line per screenshot, and the sums."""
    parser = _parser()
    args = parser.parse_args()
    try:
        groups = {"all": (PLAIN, *DAMAGES), "retaken": (PLAIN, *RETAKES)}
        damages = groups.get(args.damages) or damage_names(args.damages, (PLAIN, *CHANGES))
    except ValueError as error:
        parser.error(str(error))
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
    pictures = pictures_of(args.folder, args.only)
    scores = []
    for found in each(partial(score, damages=damages, keep=args.keep), pictures, args.jobs):
        scores += found
        for case in found:
            name = f"{case.picture.relative_to(args.folder)} {case.damage if case.damage != PLAIN else ''}"
            verdict = "SILENTLY WRONG" if case.verdict is Verdict.WRONG else case.verdict.value
            print(f"{name:60} {verdict:14} {case.seconds:5.1f} s  {case.why}", flush=True)
    print(table(scores, damages))
    return int(any(score.verdict is Verdict.WRONG for score in scores))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--only", default="", metavar="PART", help="only screenshots with this text in their path"
    )
    parser.add_argument(
        "--damages", default=PLAIN, metavar="NAMES", help="names separated by commas, or: all, retaken"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="number of processes")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="folder for the pictures that are not read exactly, with their truth",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
