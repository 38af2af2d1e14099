"""Measure how reliably Katamino pictures are read: many drawn ones, undamaged and damaged.

python scripts/accuracy_katamino.py --drawn 200 --seed 1 --jobs 2
python scripts/accuracy_katamino.py --drawn 50 --kinds card,board --damages plain,jpeg-40 --verbose
python scripts/accuracy_katamino.py --folder ../shared/screenshots/katamino

Every picture is scored once with each of the damages named. The exit status is 1 if anything was silently
wrong: reported as solved, but different from the truth.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from drawn.katamino.picture import KINDS
from measuring.katamino import (
    EVERY_DAMAGE,
    KataminoScore,
    KataminoSource,
    judged,
    kinds_table,
    score_katamino,
)
from measuring.output import each
from measuring.score import Verdict
from measuring.shots import as_rgb


def main() -> int:
    """Score, print, and return 1 if anything was silently wrong."""
    args = _parser().parse_args()
    if args.folder is not None:
        return _score_folder(args.folder)
    sources = [
        KataminoSource(args.seed, number, kind, damage, args.fonts)
        for number in range(args.first, args.first + args.drawn)
        for kind in args.kinds
        for damage in args.damages
    ]
    scores: list[KataminoScore] = []
    for score in each(score_katamino, sources, args.jobs):
        scores.append(score)
        if args.keep is not None and score.verdict is not Verdict.EXACT:
            _keep(args.keep, score)
    print(kinds_table(scores))
    for score in scores:
        if score.verdict is Verdict.WRONG or (args.verbose and score.verdict is Verdict.REFUSED):
            print(f"{score.source.name}: {score.verdict.value}: {score.line}")
    return int(any(score.verdict is Verdict.WRONG for score in scores))


def _score_folder(folder: Path) -> int:
    """Score every PNG with a JSON beside it."""
    wrong = False
    for path in sorted(folder.glob("*.png")):
        truth = path.with_suffix(".json")
        if truth.is_file():
            with Image.open(path) as image:
                image.load()
            verdict, line = judged(as_rgb(image), json.loads(truth.read_text(encoding="utf-8")))
            print(f"{path.stem}: {verdict.value}: {line}")
            wrong |= verdict is Verdict.WRONG
    return int(wrong)


def _keep(folder: Path, score: KataminoScore) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    drawn = score.source.drawn()
    drawn.image.save(folder / f"{score.source.name}.png")
    (folder / f"{score.source.name}.json").write_text(json.dumps(drawn.truth), encoding="utf-8")


def _positive(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def _some_of(text: str, known: Sequence[str]) -> tuple[str, ...]:
    names = tuple(known) if text == "all" else tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(f"unknown name {name!r}; choose from: {', '.join(known)}")
    return names


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--drawn", type=_positive, default=20, metavar="N", help="number of pictures of each kind"
    )
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first drawn picture")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", type=lambda text: _some_of(text, tuple(KINDS)), default=tuple(KINDS),
                        metavar="KINDS", help=f"separated by commas: {', '.join(KINDS)}")  # fmt: skip
    parser.add_argument("--damages", type=lambda text: _some_of(text, EVERY_DAMAGE), default=EVERY_DAMAGE[:1],
                        metavar="NAMES", help=f"all, or some of {', '.join(EVERY_DAMAGE)}")  # fmt: skip
    parser.add_argument(
        "--fonts", type=Path, metavar="DIR", help="folder of further fonts for the drawn pictures"
    )
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="score the pictures of this folder instead"
    )
    parser.add_argument("--jobs", type=_positive, default=2, metavar="J", help="number of processes")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="folder for the pictures that are not read exactly, with their truth",
    )
    parser.add_argument("--verbose", action="store_true", help="list every picture that is not read exactly")
    return parser


if __name__ == "__main__":
    sys.exit(main())
