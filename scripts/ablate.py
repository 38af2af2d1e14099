"""Switch the special rules of nonogram reading off, one at a time, and print which pictures need them.

python scripts/ablate.py --only with_aligned,sharpened --drawn 6 --looks timetable,cartridge --seed 1
python scripts/ablate.py --drawn 60 --nonpuzzles 20 --seed 1 --jobs 2 ../shared/screenshots > table.md

A picture needs a rule if it is read exactly with it, and refused or read wrongly without; a rule hurts a
picture that is better off without it. Folders hold screenshots of nonograms with their truth beside them, as
for `score_nonograms.py`. Drawn ones are those of `accuracy_nonograms.py` with the same seed, and pictures
without a puzzle those of `accuracy_nonpuzzles.py`, of which none may be solved. The table is Markdown; the
verdicts that change go to the standard error stream. The results are in docs/reading-rules.md.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from drawn.nonograms.looks import LOOKS
from measuring.ablation import (
    Ablated,
    Argument,
    Attempt,
    Constant,
    Rule,
    StaleRuleError,
    ablate,
    all_changed,
    rules_table,
)
from measuring.nonograms import NonogramSource, nonogram_sources, score_nonogram
from measuring.nonpuzzles import NonpuzzleSource, nonpuzzle_sources, score_nonpuzzle
from measuring.output import each
from measuring.processes import import_everything
from measuring.score import Verdict
from measuring.shots import PLAIN
from picrosser.reading.nonogram.boards.propose import _groupings
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.numbers import MAX_GAP
from score_nonograms import pictures_of, score

READING = "picrosser.reading.nonogram"
PIPELINE = "picrosser.pipelines.nonogram"


def no_pieces(ink: Ink, _max_distance: float) -> NDArray[np.bool_]:
    """Stands in for `repeated_signs`: none of the pieces of ink."""
    return np.zeros(len(ink.boxes), bool)


def usual_groupings(ink: Ink) -> Iterator[tuple[float, NDArray[np.bool_] | None]]:
    """Stands in for `_groupings`: digits form a number only if they are as near as they usually are."""
    return (way for way in _groupings(ink) if way[0] == MAX_GAP)


RULES = (
    Rule(
        f"{READING}.hints.chains:with_aligned",
        "finds hints that all begin at one place, far from the board where they are few",
        Argument(),
    ),
    Rule(
        f"{READING}.hints.chains:with_equal_steps",
        "follows a column's numbers at wide steps, if all columns have these",
        Argument(),
    ),
    Rule(
        f"{READING}.hints.separators:with_separators",
        "sees commas, points and dashes between numbers",
        Argument(1),
    ),
    Rule(
        f"{READING}.hints.separators:with_plate_breaks",
        "sees the gap between the plates of two numbers",
        Argument(1),
    ),
    Rule(
        f"{READING}.outer_lines:with_sure_outer_lines",
        "knows outermost lines that belong to the board beyond doubt",
        Argument(),
    ),
    Rule(
        f"{READING}.cells.line_labels:numbering",
        "knows numbers that count the lines, so that they are no hints",
        Constant(None),
    ),
    Rule(
        f"{PIPELINE}_paint:chosen_by_board",
        "decides between readings that fit by what is painted",
        Argument(3),
    ),
    Rule(
        f"{PIPELINE}_paint:with_lines_done",
        "doubts hints that were filled in for a line that shows none and is not painted",
        Argument(3),
    ),
    Rule(
        "picrosser.reading.attempts.sharpened:sharpened",
        "undoes the blur of an enlarged picture",
        Argument(),
    ),
    Rule(
        f"{PIPELINE}_looks:Looker._with_enlarged",
        "reads a board with tiny digits in the enlarged picture, too",
        Argument(2),
    ),
    Rule(
        "picrosser.reading.page.bars:without_false_bars",
        "takes bars for digits only on a page that shows many as tall and as strong as its digits",
        Argument(4),
    ),
    Rule(
        "picrosser.reading.nonogram.boards.propose:repeated_signs",
        "ignores a sign that is printed in every cell when boards are looked for",
        no_pieces,
    ),
    Rule(
        f"{READING}.boards.propose:_groupings",
        "lets the numbers of one column stand side by side, with a comma between them",
        usual_groupings,
    ),
    Rule(
        "picrosser.repairing.repair_runs:_unlike_digits",
        "doubts digits that look more like another digit of the page than like their own kind",
        Constant(()),
    ),
)

Source: TypeAlias = NonogramSource | NonpuzzleSource | Path
"""A drawn nonogram, a drawn picture without a puzzle, or a screenshot with its truth beside it."""


def main() -> int:
    """Check the table of rules, run, and print."""
    parser = _parser()
    args = parser.parse_args()
    try:
        for rule in RULES:
            rule.function()
    except StaleRuleError as error:
        parser.error(str(error))
    only = tuple(name.strip() for name in args.only.split(",")) if args.only else ()
    names = [rule.name for rule in RULES]
    if unknown := set(only) - set(names):
        parser.error(f"no rule is called {sorted(unknown)[0]!r}; choose from: {', '.join(names)}")
    looks = tuple(name.strip() for name in args.looks.split(",")) if args.looks else ()
    known = [look.name for look in LOOKS]
    if unknown := set(looks) - set(known):
        parser.error(f"no look is called {sorted(unknown)[0]!r}; choose from: {', '.join(known)}")
    rules = tuple(rule for rule in RULES if not only or rule.name in only)
    sources: list[Source] = [picture for folder in args.folders for picture in pictures_of(folder, "")]
    sources += nonogram_sources(range(args.drawn), args.seed, looks)
    sources += nonpuzzle_sources(args.nonpuzzles, args.seed)
    if not sources:
        parser.error("no pictures: give folders, or --drawn")
    import_everything()
    found = list(each(partial(ablate_source, rules=rules, limit_s=args.limit), sources, args.jobs))
    print(rules_table(rules, found))
    print()
    print(_summary(found))
    for line in all_changed(rules, found):
        print(line, file=sys.stderr)
    return 0


def ablate_source(source: Source, rules: tuple[Rule, ...], limit_s: float) -> Ablated:
    """One picture with all rules and without each."""
    return ablate(name_of(source), partial(verdict_on, source), rules, limit_s)


def name_of(source: Source) -> str:
    """What the table calls a picture."""
    match source:
        case NonogramSource(look, seed, damage):
            return f"{look} {seed}{'' if damage == PLAIN else ' damaged'}"
        case NonpuzzleSource(family, seed):
            return f"{family} {seed}"
        case _:
            return f"{source.parent.name}/{source.stem}"


def verdict_on(source: Source, attempt: Attempt) -> Verdict:
    """Read a picture, and compare with its truth. One without a puzzle must not be solved."""
    match source:
        case NonogramSource():
            return score_nonogram(source, attempt=attempt).verdict
        case NonpuzzleSource():
            taken = score_nonpuzzle(source, attempt=attempt).taken
            return Verdict.WRONG if taken == "SOLVED" else Verdict.EXACT
        case _:
            (scored,) = score(source, (PLAIN,), attempt=attempt)
            return scored.verdict


def _summary(found: list[Ablated]) -> str:
    verdicts = Counter(one.verdict for one in found)
    seconds = sum(one.seconds for one in found)
    counts = ", ".join(f"{verdicts[verdict]} {verdict.value}" for verdict in Verdict)
    return f"With all rules, {len(found)} pictures: {counts}; {seconds:.1f} CPU-seconds."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--drawn", type=int, default=0, metavar="N", help="number of nonograms drawn")
    parser.add_argument("--looks", metavar="LOOKS", help="of the drawn nonograms, separated by commas")
    parser.add_argument(
        "--nonpuzzles", type=int, default=0, metavar="N", help="number of pictures drawn without a puzzle"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", metavar="RULES", help="names of rules, separated by commas")
    parser.add_argument(
        "--limit", type=float, default=120.0, metavar="S", help="CPU-seconds for reading a picture, at most"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="number of processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
