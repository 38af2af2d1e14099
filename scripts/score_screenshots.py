"""Score the reading of screenshots whose truth is known: how many are exact, refused, or silently wrong.

python scripts/score_screenshots.py --damages all                # real ones if there are, else the fixtures
python scripts/score_screenshots.py --folder my-screens          # PNGs with the truth beside each as TOML
python scripts/score_screenshots.py --drawn 100 --seed 1 --jobs 4

The exit status is 1 if anything was silently wrong: reported as solved, but different from the truth.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from measuring.output import aligned, each
from measuring.score import STAGES, Score, Tally, Verdict, score_image, tally
from measuring.shots import (
    EVERY_DAMAGE,
    PLAIN,
    DrawnSource,
    Source,
    as_rgb,
    damage_names,
    damaged,
    folder_sources,
    save_failure,
)

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDERS = (CHECKOUT.parent / "shared" / "screenshots" / "hungry_cat", CHECKOUT / "fixtures" / "hungry_cat")
HEAD = ("damage", "pictures", "exact", "exact %", "refused", "read right", "WRONG", "hints %",
        *STAGES, "exits of refused", "inks off")  # fmt: skip
INKS_OFF = 6  # grey levels; the truth of real screenshots is itself a measurement
LEGEND = (
    "read right: refused by a doubt, though every hint was right.\n"
    "grid ... digits: pictures in which that stage erred.\n"
    "inks off: the largest error of an ink in red, green and blue, on pictures without damage."
)


def main() -> int:
    """Score, print, and return 1 if anything was silently wrong."""
    parser = _parser()
    args = parser.parse_args()
    try:
        sources, damages = _sources(args), damage_names(args.damages)
    except ValueError as error:
        parser.error(str(error))
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
    scores = list(score_all(sources, damages, args.keep, args.jobs))
    print(table(scores, damages))
    if args.verbose:
        print(*map(failure_line, failures(scores)), *map(ink_line, off_colour(scores)), sep="\n")
    return int(any(score.verdict is Verdict.WRONG for score in scores))


def score_all(
    sources: Sequence[Source], damages: Sequence[str], keep: Path | None, jobs: int
) -> Iterator[Score]:
    """Score every source with every damage in several processes; the scores come in order."""
    yield from chain.from_iterable(each(partial(score_source, damages=damages, keep=keep), sources, jobs))


def score_source(source: Source, damages: Sequence[str], keep: Path | None = None) -> list[Score]:
    """Score one picture with every damage; failures are saved in `keep`."""
    shot = source.shot()
    scores: list[Score] = []
    for damage in damages:
        image = damaged(shot, damage)
        if image is None:
            print(f"{shot.name}: not cropped, since its board was not found", file=sys.stderr)
            continue
        score = score_image(as_rgb(image), shot.truth, shot.name, damage)
        if keep is not None and score.verdict is not Verdict.EXACT:
            save_failure(keep, shot, image, score.damage)
        scores.append(score)
    return scores


def failures(scores: Sequence[Score]) -> list[Score]:
    """The scores that are not exact, the silently wrong ones first."""
    failed = [score for score in scores if score.verdict is not Verdict.EXACT]
    return sorted(failed, key=lambda score: score.verdict is not Verdict.WRONG)


def failure_line(score: Score) -> str:
    """One line that describes a failure."""
    what = "SILENTLY WRONG" if score.verdict is Verdict.WRONG else f"refused ({int(score.exit_code)})"
    stages = "read right" if score.doubted else ", ".join(score.faults)
    return f"{score.name} {score.damage}: {what}, {stages}: {score.line}"


def off_colour(scores: Sequence[Score]) -> list[Score]:
    """The undamaged pictures in which the error of a colour exceeds `INKS_OFF`."""
    return [s for s in scores if s.damage == PLAIN and max(s.palette_error or (0,)) > INKS_OFF]


def ink_line(score: Score) -> str:
    """One line that describes a colour's error."""
    return f"{score.name} {score.damage}: {score.verdict.value}, an ink is off by {score.palette_error}"


def table(scores: Sequence[Score], damages: Sequence[str]) -> str:
    """A table with a line for each damage, then one for all."""
    by_damage = {name: [score for score in scores if score.damage == name] for name in damages}
    lines = [_cells(name, tally(some), name == PLAIN) for name, some in by_damage.items()]
    lines.append(_cells("all", tally(list(scores)), False))
    return f"{aligned([HEAD, *lines])}\n{LEGEND}"


def _cells(name: str, sums: Tally, with_inks: bool) -> tuple[str, ...]:
    exits = " ".join(f"{code}:{count}" for code, count in sorted(sums.exits.items()))
    numbers = (sums.refused, sums.doubted, sums.wrong)
    return (
        name,
        str(sums.pictures),
        str(sums.exact),
        f"{100 * sums.exact / max(1, sums.pictures):.1f}",
        *map(str, numbers),
        f"{100 * sums.hints_share:.2f}",
        *(str(sums.faults[stage]) for stage in STAGES),
        exits,
        " ".join(map(str, sums.palette_error)) if with_inks else "",
    )


def _sources(args: argparse.Namespace) -> list[Source]:
    if args.drawn is not None:
        numbers = range(args.first, args.first + args.drawn)
        return [DrawnSource(args.seed, number, args.fonts, args.as_game) for number in numbers]
    folder = args.folder or next(filter(Path.is_dir, FOLDERS), FOLDERS[-1])
    found = folder_sources(folder)
    if not found:
        raise ValueError(f"{folder} has no PNG with a TOML of the same name beside it")
    return found


def _positive(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--folder", type=Path, metavar="DIR", help="folder of pictures with their truth beside them"
    )
    what.add_argument("--drawn", type=_positive, metavar="N", help="draw N random pictures instead")
    parser.add_argument("--seed", type=int, default=0, help="seed of the drawn pictures")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first drawn picture")
    parser.add_argument(
        "--fonts", type=Path, metavar="DIR", help="folder of further fonts for the drawn pictures"
    )
    parser.add_argument(
        "--as-game", action="store_true", help="draw the game's measured look, without random variation"
    )
    parser.add_argument("--damages", default="none", help=f"all, none, or some of {', '.join(EVERY_DAMAGE)}")
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="list the pictures that are not read exactly, with their verdicts",
    )
    parser.add_argument("--jobs", type=_positive, default=2, metavar="J", help="number of processes")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="folder for the pictures that are not read exactly, with their truth",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
