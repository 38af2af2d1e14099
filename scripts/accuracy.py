"""Measure how reliable the answers are: read many drawn screenshots, most of them damaged in some way.

python scripts/accuracy.py --drawn 1000 --seed 1 --jobs 2
python scripts/accuracy.py --drawn 50 --only plain,rough --keep failed --verbose
python scripts/accuracy.py --experiment hidden --draws 20     # real screenshots with 1, 2, 4, 8 hints hidden
python scripts/accuracy.py --experiment misread --draws 20    # the same with 1, 2, 3 hints misread
python scripts/accuracy.py --experiment reliability --drawn 200

Every second drawn screenshot is plain; the others are, in turn, damaged, distorted, part-filled, covered or
cut. Without a folder of real screenshots, the fixtures are used. The reliability experiment leaves out
pictures that are covered or cut. The exit status is 1 if anything was silently wrong: reported as solved, but
different from the truth.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from itertools import chain
from pathlib import Path

from measuring.experiments import HIDDEN_COUNTS, MISREAD_COUNTS, ordeals, score_hidden, score_misread
from measuring.mixed import FAMILIES, FILLED, MixedSource, is_cut, kinds_named, kinds_table, mixed_sources
from measuring.output import each
from measuring.reliability import decisions_of, reliability_tables
from measuring.score import Score, Verdict, score_image
from measuring.shots import PLAIN, FileSource, as_rgb, folder_sources, save_failure
from score_screenshots import FOLDERS, failure_line, failures

EXPERIMENTS = ("drawn", "hidden", "misread", "reliability")
SEEN_WHOLE = (PLAIN, *FAMILIES["damage"], PLAIN, *FAMILIES["rough"], PLAIN, FILLED)


def main() -> int:
    """Run the experiment, print, and return 1 if anything was silently wrong."""
    parser = _parser()
    args = parser.parse_args()
    try:
        only = kinds_named(args.only) if args.only else ()
    except ValueError as error:
        parser.error(str(error))
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
    if args.experiment == "reliability":
        numbers = range(args.first, args.first + args.drawn)
        sources = mixed_sources(numbers, args.seed, only or SEEN_WHOLE, args.fonts)
        print(reliability_tables(each(decisions_of, sources, args.jobs)))
        return 0
    scores = _scores(args, only)
    print(kinds_table(scores))
    wrong = [score for score in scores if score.verdict is Verdict.WRONG]
    listed = failures(scores) if args.verbose else wrong
    for score in listed:
        if not (is_cut(score.damage) and score.verdict is Verdict.REFUSED):
            print(failure_line(score))
    return int(bool(wrong))


def _scores(args: argparse.Namespace, only: tuple[str, ...]) -> list[Score]:
    if args.experiment == "drawn":
        sources = mixed_sources(range(args.first, args.first + args.drawn), args.seed, only, args.fonts)
        return list(each(partial(score_mixed, keep=args.keep), sources, args.jobs))
    folder = args.folder or next(filter(Path.is_dir, FOLDERS), FOLDERS[-1])
    paths = [source.path for source in folder_sources(folder) if isinstance(source, FileSource)]
    if args.experiment == "hidden":
        hidden = ordeals(paths, HIDDEN_COUNTS, args.draws, args.seed)
        return list(chain.from_iterable(each(partial(score_hidden, keep=args.keep), hidden, args.jobs)))
    misread = ordeals(paths, MISREAD_COUNTS, args.draws, args.seed)
    return list(chain.from_iterable(each(score_misread, misread, args.jobs)))


def score_mixed(source: MixedSource, keep: Path | None = None) -> Score:
    """Score one drawn picture; save it in `keep` if it is not read exactly."""
    shot = source.shot()
    score = score_image(as_rgb(shot.image), shot.truth, shot.name, source.kind)
    refused_cut = is_cut(source.kind) and score.verdict is Verdict.REFUSED
    if keep is not None and score.verdict is not Verdict.EXACT and not refused_cut:
        save_failure(keep, shot, shot.image, source.kind)
    return score


def _positive(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--experiment", choices=EXPERIMENTS, default="drawn")
    parser.add_argument("--drawn", type=_positive, default=1000, metavar="N", help="number of pictures drawn")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first drawn picture")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", metavar="KINDS", help="kinds of damage in turn, separated by commas: "
                        f"{PLAIN}, {', '.join(FAMILIES)}, or single ones, such as turn+1")  # fmt: skip
    parser.add_argument(
        "--fonts", type=Path, metavar="DIR", help="folder of further fonts for the drawn pictures"
    )
    parser.add_argument("--folder", type=Path, metavar="DIR", help="folder of the real screenshots")
    parser.add_argument(
        "--draws", type=_positive, default=20, metavar="N", help="repetitions for each real screenshot"
    )
    parser.add_argument("--jobs", type=_positive, default=2, metavar="J", help="number of processes")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="folder for the pictures that are not right, with their truth",
    )
    parser.add_argument("--verbose", action="store_true", help="list every picture that is not right")
    return parser


if __name__ == "__main__":
    sys.exit(main())
