"""Score cases in several processes, store the results as JSON Lines, and compare them in tables."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import TypeAlias

from picrosser.errors import ExitCode, PicrosserError
from picrosser.looks.belief import LooksTaken
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.katamino import KataminoSolved
from picrosser.pipelines.solved import AnySolved
from scoring.cases import Case, save_case
from scoring.judging import Verdict, judge
from scoring.output import aligned, each

TIME_LIMIT_S = 60.0
HEAD = ("", "pictures", *list(Verdict)[:-1], "WRONG", "CPU s, median", "most", "sum")

Attempt: TypeAlias = Callable[..., AnySolved]
"""A function with the arguments of `solve_screenshot`; tests and ablation replace it."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of one picture; the fields of a line of JSON.

    groups : the names of its groups, by what pictures are told apart by.
    kind : the kind it was taken for; "" if it was refused. exit : the exit status.
    words : the verdict or the refusal, as a user would see it.
    answer : a digest of the puzzle that was read and of its solution; equal digests are equal answers.
    cpu_s : of reading and solving it.
    looks : each look that was taken, and the seconds of one processor that it took.
    """

    set: str
    name: str
    verdict: Verdict
    groups: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    exit: int = 0
    words: str = ""
    answer: str = ""
    cpu_s: float = 0.0
    looks: Sequence[tuple[str, float]] = ()


def score(
    case: Case,
    *,
    keep: Path | None = None,
    time_limit_s: float | None = TIME_LIMIT_S,
    attempt: Attempt = solve_screenshot,
) -> Scored:
    """Load or draw a picture, read and solve it, and judge the answer.

    keep : a folder for pictures that are not exact, nor refused as they should be.
    """
    pictured = case.make()
    looks: list[tuple[str, float]] = []

    def note(stage: object) -> None:
        if isinstance(stage, LooksTaken):
            looks.extend((name, cpu_s) for (name, _), cpu_s in zip(stage.looks, stage.cpu_s, strict=True))

    began = process_time()
    result = partial(Scored, case.set, case.name, groups=dict(pictured.groups), looks=looks)
    try:
        solved = attempt(
            pictured.source, by_camera=pictured.by_camera, time_limit_s=time_limit_s, on_stage=note
        )
        verdict = judge(solved, pictured.truth, own_tones=pictured.own_tones)
        answer = _digest(solved)
        result = partial(result, verdict, kind=solved.kind, exit=int(solved.exit_code), answer=answer)
        scored = result(words=solved.verdict, cpu_s=process_time() - began)
    except PicrosserError as error:
        code, spent_s = int(error.exit_code), process_time() - began
        scored = result(Verdict.REFUSED, exit=code, words=str(error), cpu_s=spent_s)
    except Exception as error:  # noqa: BLE001  (a crash is a result too, and others are still to be scored)
        words, code = f"{type(error).__name__}: {error}", int(ExitCode.INTERNAL)
        scored = result(Verdict.CRASH, exit=code, words=words, cpu_s=process_time() - began)
    is_right = scored.verdict is Verdict.EXACT
    if pictured.truth is None or pictured.truth["kind"] == "none":
        is_right = scored.verdict is Verdict.REFUSED
    if keep is not None and not is_right:
        save_case(keep, case, pictured)
    return scored


def _digest(solved: AnySolved) -> str:
    if isinstance(solved, KataminoSolved):
        puzzles = [
            ([piece.number for piece in problem.puzzle.pieces], problem.picture and problem.picture.lines())
            for problem in solved.problems
        ]
        stated = repr(puzzles)
    else:
        lines = None if solved.solution is None else list(solved.solution.lines())
        stated = repr((solved.puzzle.rows, solved.puzzle.cols, lines))
    return hashlib.sha1(stated.encode(), usedforsecurity=False).hexdigest()[:12]


def score_all(
    cases: Sequence[Case], jobs: int, *, keep: Path | None = None, time_limit_s: float | None = TIME_LIMIT_S
) -> Iterator[Scored]:
    return each(partial(score, keep=keep, time_limit_s=time_limit_s), cases, jobs)


# ---- Files


def result_line(scored: Scored) -> str:
    return json.dumps({**asdict(scored), "cpu_s": round(scored.cpu_s, 3)})


def load_results(path: Path) -> dict[tuple[str, str], Scored]:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = {}
    for fields in map(json.loads, lines):
        verdict, looks = Verdict(fields["verdict"]), tuple(map(tuple, fields.get("looks", ())))
        found[fields["set"], fields["name"]] = Scored(**{**fields, "verdict": verdict, "looks": looks})
    return found


# ---- Tables


def table(scores: Iterable[Scored]) -> str:
    every = list(scores)
    sets = list(dict.fromkeys(scored.set for scored in every))
    rows = [_row(name, [scored for scored in every if scored.set == name]) for name in sets]
    if len(sets) > 1:
        rows.append(_row("all", every))
    return _without_empty_columns([HEAD, *rows])


def group_tables(scores: Iterable[Scored]) -> str:
    """For each set and whatever tells its pictures apart, a table with a line for each group."""
    every = list(scores)
    tables = []
    for name in dict.fromkeys(scored.set for scored in every):
        own = [scored for scored in every if scored.set == name]
        for what in dict.fromkeys(key for scored in own for key in scored.groups):
            groups = sorted({scored.groups.get(what, "") for scored in own}, key=_first_number)
            rows = [_row(group, [s for s in own if s.groups.get(what, "") == group]) for group in groups]
            if len(groups) > 1:
                tables.append(_without_empty_columns([(f"{name}: {what}", *HEAD[1:]), *rows]))
    return "\n\n".join(tables)


def _row(name: str, scores: Sequence[Scored]) -> tuple[str, ...]:
    counts = Counter(scored.verdict for scored in scores)
    times = [scored.cpu_s for scored in scores] or [0.0]
    spent = f"{median(times):.2f}", f"{max(times):.1f}", f"{sum(times):.0f}"
    return (name, str(len(scores)), *(str(counts[verdict]) for verdict in Verdict), *spent)


def _without_empty_columns(rows: list[tuple[str, ...]]) -> str:
    """A text table without the columns of rare verdicts that do not occur."""
    rare = (Verdict.UNJUDGED, Verdict.SEVERAL, Verdict.CRASH)
    kept = [
        at for at, name in enumerate(rows[0]) if name not in rare or any(row[at] != "0" for row in rows[1:])
    ]
    return aligned([[row[at] for at in kept] for row in rows])


def _first_number(group: str) -> tuple[float, str]:
    """Sort sizes by their number; names without numbers by the alphabet."""
    first = group.split()[0] if group else ""
    return (float(first) if first.replace(".", "").isdigit() else 0.0), group


def looks_table(scores: Iterable[Scored]) -> str:
    """What each look costs and gains: how often it was taken, and how often it was the last of a picture that
    is exact or has several solutions; its CPU seconds; and how many pictures it settles in a second of them.
    """
    spent: dict[str, list[float]] = {}
    settled: Counter[str] = Counter()
    for scored in scores:
        for name, cpu_s in scored.looks:
            spent.setdefault(name, []).append(cpu_s)
        if scored.looks and scored.verdict in (Verdict.EXACT, Verdict.SEVERAL):
            settled[scored.looks[-1][0]] += 1
    rows = [
        (name, str(len(times)), str(settled[name]), f"{median(times):.2f}", f"{sum(times):.1f}",
         f"{settled[name] / max(sum(times), 0.01):.2f}")
        for name, times in spent.items()
    ]  # fmt: skip
    rows.sort(key=lambda row: -float(row[-1]))
    return aligned([("look", "taken", "settled", "CPU s, median", "sum", "settled a second"), *rows])


def score_line(scored: Scored) -> str:
    verdict = "SILENTLY WRONG" if scored.verdict is Verdict.WRONG else str(scored.verdict)
    return f"{verdict} ({scored.exit}): {scored.set}: {scored.name}: {scored.words}"


def difference(before: Path, after: Path, *, answers: bool = False) -> tuple[str, bool]:
    """What differs between two results files, and whether anything is worse or otherwise answered.

    Only pictures that are in both are compared.

    answers : also list pictures whose verdict is the same, but whose answer or exit status is not.
    """
    old, new = load_results(before), load_results(after)
    both = [key for key in old if key in new]
    lines, is_worse = [], False
    for key in both:
        one, other = old[key], new[key]
        if one.verdict is not other.verdict:
            ranks = [list(Verdict).index(scored.verdict) for scored in (one, other)]
            is_worse |= ranks[1] > ranks[0]
            lines.append(f"{' '.join(key)}: {one.verdict} -> {other.verdict}: {other.words}")
        elif answers and (one.answer, one.exit) != (other.answer, other.exit):
            is_worse = True
            lines.append(f"{' '.join(key)}: another answer ({one.exit} -> {other.exit}): {other.words}")
    rows = [
        _row(f"{name}, {when}", [found[key] for key in both if key[0] == name])
        for name in dict.fromkeys(key[0] for key in both)
        for when, found in (("before", old), ("after", new))
    ]
    return "\n".join([*lines, _without_empty_columns([HEAD, *rows])]), is_worse
