"""Score what picrosser makes of pictures: exact, doubted, refused or silently wrong.

python scripts/score.py fixtures                                   # pictures with their truth beside them
python scripts/score.py FOLDER --damages all --keep failed
python scripts/score.py nonograms hungry-cat --drawn 200 --seed 3  # pictures drawn on the spot
python scripts/score.py photographs --drawn 60 --out after.jsonl
python scripts/score.py diff before.jsonl after.jsonl
python scripts/score.py house                                      # figures about the code itself

Sets of files: fixtures, and of a folder `shared` beside the checkout real, faults and hostile, where there is
one. Drawn sets: hungry-cat, nonograms, programs (nonograms, each in a program made up for it), katamino,
photographs (of nonograms), photographs-several, photographs-hungry-cat, photographs-katamino, nonpuzzles and
nonpuzzle-photographs, none of which may be solved; pattern, random games of a real program, Debian's
sgt-puzzles, which needs a display (`xvfb-run -a`); typefaces, one plain board in the digits of many fonts
(`--fonts FOLDER`, see scoring/typefaces.py); and consoles, boards in pixel art. A seed draws the same
pictures every time.

picrosser has to find out the kind of puzzle itself. The exit status is 1 if anything was silently wrong, that
is solved without a doubt but different from the truth, or if anything crashed; of `diff`, if a verdict is
worse. Another version is scored with PYTHONPATH=CHECKOUT.
"""

import argparse
import os
import sys
from contextlib import nullcontext
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processor time would count threads that wait

from scoring.cases import Case, Wanted, cases_of, damages_named
from scoring.consoles import console_cases
from scoring.house import house
from scoring.judging import FAILURES, Verdict
from scoring.output import explained
from scoring.pattern import pattern_cases
from scoring.results import (
    TIME_LIMIT_S,
    difference,
    group_tables,
    looks_table,
    result_line,
    score_all,
    score_line,
    table,
)
from scoring.typefaces import typeface_cases


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["house"]:
        print(house())
        return 0
    if words[:1] == ["diff"]:
        return _diff(words[1:])
    parser = _parser()
    args = parser.parse_args(words)
    cases = chosen_cases(args, parser)
    scores = []
    with args.out.open("w", encoding="utf-8") if args.out else nullcontext() as out:
        for scored in score_all(cases, args.jobs, keep=args.keep, time_limit_s=args.time_limit):
            scores.append(scored)
            if out:
                print(result_line(scored), file=out, flush=True)
    print(table(scores))
    if args.groups:
        print("\n" + group_tables(scores))
    if args.looks:
        print("\n" + looks_table(scores))
    for scored in scores:
        if scored.verdict in FAILURES or (args.verbose and scored.verdict is not Verdict.EXACT):
            print(score_line(scored))
    return int(any(scored.verdict in FAILURES for scored in scores))


def chosen_cases(args: argparse.Namespace, parser: argparse.ArgumentParser) -> list[Case]:
    """The pictures that the arguments of `add_set_arguments` name; unknown or empty sets end the command."""
    wanted = Wanted(args.drawn, args.seed, args.only, damages_named(args.damages), args.no_puzzles)
    cases: list[Case] = []
    try:
        for name in args.sets:
            if name == "pattern":
                cases += pattern_cases(wanted, args.program)
            elif name == "consoles":
                cases += console_cases(wanted)
            elif name == "typefaces":
                cases += typeface_cases(wanted, args.fonts)
            else:
                cases += cases_of(name, wanted)
    except ValueError as error:
        parser.error(str(error))
    return [case for case in cases[:: args.every] if args.match in case.name]


def add_set_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sets", nargs="+", metavar="SET", help="sets, or folders")
    parser.add_argument("--drawn", type=_positive, default=100, metavar="N", help="pictures of a drawn set")
    parser.add_argument("--seed", type=int, default=0, help="of the first drawn picture")
    parser.add_argument(
        "--only", default="", metavar="NAMES", help="looks, kinds or families of the drawn set"
    )
    parser.add_argument("--damages", default="plain", metavar="NAMES",
                        help="of files and Katamino: all, retaken, or names separated by commas")  # fmt: skip
    parser.add_argument("--no-puzzles", action="store_true", help="the folders' pictures hold no puzzle")
    parser.add_argument("--every", type=_positive, default=1, metavar="N", help="only every Nth picture")
    parser.add_argument(
        "--match", default="", metavar="TEXT", help="only pictures with this text in their name"
    )
    parser.add_argument("--program", default="sgt-pattern", help="that draws the set pattern")
    parser.add_argument("--fonts", type=Path, default=Path("fonts"), help="folder of the set typefaces")
    parser.add_argument("--jobs", type=_positive, default=2, metavar="J", help="number of processes")


def _parser() -> argparse.ArgumentParser:
    parser = explained(__doc__)
    add_set_arguments(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the results as JSON Lines")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="folder for pictures that are not right, with their truth"
    )
    parser.add_argument(
        "--groups", action="store_true", help="also a table for everything that tells pictures apart"
    )
    parser.add_argument("--looks", action="store_true", help="also a table of what each look costs and gains")
    parser.add_argument("--verbose", action="store_true", help="list every picture that is not exact")
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT_S, metavar="S", help="for one picture")
    return parser


def _diff(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="score.py diff", description="Compare the results of two runs.")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument(
        "--answers", action="store_true", help="also list equal verdicts with another answer or exit status"
    )
    args = parser.parse_args(words)
    text, is_worse = difference(args.before, args.after, answers=args.answers)
    print(text)
    return int(is_worse)


def _positive(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


if __name__ == "__main__":
    sys.exit(main())
