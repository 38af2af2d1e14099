"""Find out which rules reading needs, by switching them off.

python scripts/ablate.py nonograms nonpuzzles --drawn 60 --seed 1 > table.md
python scripts/ablate.py FOLDER --rule picrosser.reading.nonogram.hints.chains:with_aligned=0

A picture needs a rule if its verdict is worse without it; a rule hurts a picture that is better off
without it. The table is Markdown; verdicts that change go to the standard error stream. Every rule that only
some pictures need stands in RULES, or is given as MODULE:FUNCTION=N: its Nth argument is returned in place of
its result (`=none`: nothing is).
"""

import argparse
import sys
from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.nonogram.boards.propose import _groupings
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.numbers import MAX_GAP
from score import add_set_arguments, chosen_cases
from scoring.ablating import Rule, StaleRuleError, ablate_case, all_changed, argument, constant, rules_table
from scoring.output import each, explained

READING = "picrosser.reading.nonogram"
FIRST, SECOND = partial(argument, 0), partial(argument, 1)


def no_pieces(ink: Ink) -> NDArray[np.bool_]:
    """Stands in for `repeated_signs`: none of the pieces of ink."""
    return np.zeros(len(ink.boxes), bool)


def usual_groupings(ink: Ink) -> Iterator[tuple[float, NDArray[np.bool_] | None]]:
    """Stands in for `_groupings`: digits form a number only if they are as near as they usually are."""
    return (way for way in _groupings(ink) if way[0] == MAX_GAP)


RULES = (
    Rule(
        f"{READING}.hints.chains:with_aligned",
        "finds hints that all begin at one place, far from the board where they are few",
        FIRST,
    ),
    Rule(
        f"{READING}.hints.separators:with_separators",
        "sees commas, points and dashes between numbers",
        SECOND,
    ),
    Rule(
        f"{READING}.hints.separators:with_plate_breaks",
        "sees the gap between the plates of two numbers",
        SECOND,
    ),
    Rule(
        f"{READING}.outer_lines:with_sure_outer_lines",
        "knows outermost lines that belong to the board beyond doubt",
        FIRST,
    ),
    Rule(
        f"{READING}.cells.cells_explained:numbering",
        "knows numbers that count the lines, so that they are no hints",
        partial(constant, None),
    ),
    Rule(
        f"{READING}.boards.propose:repeated_signs",
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
        partial(constant, ()),
    ),
)


def main(words: list[str] | None = None) -> int:
    parser = explained(__doc__)
    add_set_arguments(parser)
    parser.add_argument("--rules", default="", metavar="NAMES", help="only these, separated by commas")
    parser.add_argument(
        "--rule", action="append", default=[], metavar="MODULE:FUNCTION=N", help="a further rule"
    )
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S", help="for one reading")
    args = parser.parse_args(words)
    try:
        rules = _chosen(args)
    except (ValueError, StaleRuleError) as error:
        parser.error(str(error))
    work = partial(ablate_case, rules=rules, limit_s=args.time_limit)
    found = list(each(work, chosen_cases(args, parser), args.jobs))
    print(rules_table(rules, found))
    for line in all_changed(rules, found):
        print(line, file=sys.stderr)
    return 0


def _chosen(args: argparse.Namespace) -> list[Rule]:
    rules = [*RULES, *map(rule_named, args.rule)]
    only = {name.strip() for name in args.rules.split(",") if name}
    if args.rule and not only:
        rules = rules[len(RULES) :]
    if unknown := only - {rule.name for rule in rules}:
        raise ValueError(
            f"no rule is called {min(unknown)!r}; choose from: {', '.join(r.name for r in rules)}"
        )
    rules = [rule for rule in rules if not only or rule.name in only]
    for rule in rules:
        rule.function()
    return rules


def rule_named(text: str) -> Rule:
    """The rule of an option: MODULE:FUNCTION=N, or =none.

    Raises
    ------
    ValueError : not of this form.
    """
    home, _, stand_in = text.partition("=")
    if ":" not in home or not (stand_in.isdecimal() or stand_in == "none"):
        raise ValueError(f"{text!r} is not MODULE:FUNCTION=N or MODULE:FUNCTION=none")
    return Rule(home, "", partial(constant, None) if stand_in == "none" else partial(argument, int(stand_in)))


if __name__ == "__main__":
    sys.exit(main())
