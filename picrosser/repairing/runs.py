"""Evidence about a nonogram's digits in, the one puzzle that it states out, or the reasons for doubt.

How digits form numbers is no matter of a single gap: in some pictures "11" and "1 1" differ by a hair, in
some by nothing. So each rule by which a whole picture may have been set ("gaps wider than this part numbers",
"a colour marks those of two digits") is one candidate. A candidate stands if each line fits, rows and columns
state equally many cells of each colour, and the puzzle has exactly one solution. So few misread puzzles stand
that one that does has been read; when two stand, neither is believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from operator import mul

from picrosser.puzzles.nonogram import Nonogram, Run, Runs, room_needed
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

RULES = 8  # of the widest steps between gaps, each tried as the border between spaces and mere gaps
POSSIBLE = -9.0  # nats: a digit less likely by its looks is not tried
RIVAL = -5.0  # nats: a reading that stands, and is likelier than this, makes another one doubtful
MOST_CHANGES = 3000  # sets of changed shapes that are looked at

Joined = tuple[tuple[bool, ...], ...]
"""Per line, whether each digit and the next are one number."""
Digits = tuple[int, ...]
"""What each shape is."""


@dataclass(frozen=True, slots=True)
class RunsSettled:
    """What the evidence states.

    puzzle : the reading; when in doubt the likeliest one, or None if not even that can be said.
    outcome : the puzzle's solutions, None without a puzzle that fits.
    doubts : why it is not certain, in words with the place; empty if it is.
    rivals : the readings that fit, where there are several; the one to believe is among them.
    """

    puzzle: Nonogram | None
    outcome: Outcome | None
    doubts: tuple[str, ...]
    rivals: tuple[Nonogram, ...] = ()


def settle_runs(evidence: NonogramEvidence, timeout_s: float | None = None) -> RunsSettled:
    """Find the reading that the evidence, the rules and the solver agree on."""
    strange = [_place(evidence, at) for at, line in enumerate(_lines(evidence)) if line.strange]
    rules = list(_rules(evidence))
    best = tuple(max(range(10), key=nats.__getitem__) for nats in evidence.shapes)
    standing = _standing(evidence, rules, [(best, 0.0)], timeout_s)
    changed = [pair for pair in _changes(evidence, best, 1) if not standing or pair[1] > RIVAL]
    others = _standing(evidence, rules, changed, timeout_s)
    for many in (2, 3):  # the more of the shapes are doubtful, the stranger the typeface
        if not standing and not others:
            others = _standing(evidence, rules, _changes(evidence, best, many), timeout_s)
    found = {**others, **standing}
    if len(found) == 1:
        ((puzzle, outcome),) = found.items()
        why = [f"something at {place} is no digit" for place in strange]
        # Nothing else would show it if what seems to be the board's rim were a frame or a shadow.
        why += [f"{place}, at the board's rim, shows no hints" for place in _blank_rims(evidence)]
        return RunsSettled(puzzle, outcome, tuple(why))
    if found:
        puzzle, outcome = next(iter((standing or others).items()))
        why = [f"{len(found)} readings fit: {_differences(list(found))}"]
        return RunsSettled(puzzle, outcome, tuple(why), tuple(found))
    readings = [_puzzle(evidence, joined, best) for joined in rules]
    fitting = tuple(dict.fromkeys(one for one in readings if one is not None and _fits(one)))
    likely = fitting[0] if fitting else readings[0]
    return RunsSettled(likely, None, _misfits(evidence, likely), fitting if len(fitting) > 1 else ())


def _lines(evidence: NonogramEvidence) -> tuple[LineEvidence, ...]:
    return (*evidence.rows, *evidence.cols)


def _place(evidence: NonogramEvidence, at: int) -> str:
    rows = len(evidence.rows)
    return f"row {at + 1}" if at < rows else f"column {at - rows + 1}"


def _blank_rims(evidence: NonogramEvidence) -> list[str]:
    rows, count = len(evidence.rows), len(evidence.rows) + len(evidence.cols)
    lines = _lines(evidence)
    return [
        _place(evidence, at)
        for at in (0, rows - 1, rows, count - 1)
        if not (lines[at].shapes or lines[at].unknown)
    ]


def _rules(evidence: NonogramEvidence) -> Iterator[Joined]:
    """The ways in which the picture may have been set, each once; the clearest border between gaps first."""
    joins = [join for line in _lines(evidence) for join in line.joins if join.decided is None]
    seen: set[Joined] = set()
    for gaps, steps in (*_borders([(j.gap, j.step) for j in joins]), (None, None)):
        for marked in (False, True):
            joined = tuple(
                tuple(
                    join.decided
                    if join.decided is not None
                    else (gaps is not None and join.gap < gaps)
                    or (steps is not None and join.step < steps)
                    or (marked and join.alike)
                    for join in line.joins
                )
                for line in _lines(evidence)
            )
            if joined not in seen:
                seen.add(joined)
                yield joined


def _borders(values: Sequence[tuple[float, float]]) -> list[tuple[float | None, float | None]]:
    """(gap, None) or (None, step) that lie in the widest empty stretches between values."""
    found: list[tuple[float, float | None, float | None]] = []
    for kind in (0, 1):
        ordered = sorted(pair[kind] for pair in values)
        for one, other in pairwise(ordered):
            if other - one > 1e-6:
                middle = (one + other) / 2
                found.append((other - one, middle if kind == 0 else None, middle if kind else None))
        if ordered:  # nothing is parted
            found.append((0.0, ordered[-1] + 1, None) if kind == 0 else (0.0, None, ordered[-1] + 1))
    found.sort(key=lambda item: -item[0])
    return [(gap, step) for _, gap, step in found[:RULES]]


def _changes(evidence: NonogramEvidence, best: Digits, many: int) -> list[tuple[Digits, float]]:
    """The digits with so many shapes changed, the likeliest first."""
    single = [
        (shape, digit, nats[digit])
        for shape, nats in enumerate(evidence.shapes)
        for digit in range(10)
        if digit != best[shape] and nats[digit] > POSSIBLE
    ]
    found: list[tuple[Digits, float]] = []
    for chosen in combinations(single, many):
        if len({shape for shape, _, _ in chosen}) == many:
            digits = list(best)
            for shape, digit, _ in chosen:
                digits[shape] = digit
            found.append((tuple(digits), sum(nats for _, _, nats in chosen)))
    found = [pair for pair in found if pair[1] > POSSIBLE]
    found.sort(key=lambda pair: -pair[1])
    return found[:MOST_CHANGES]


def _standing(
    evidence: NonogramEvidence,
    rules: Sequence[Joined],
    readings: Sequence[tuple[Digits, float]],
    timeout_s: float | None,
) -> dict[Nonogram, Outcome]:
    """The puzzles that fit and have exactly one solution."""
    found: dict[Nonogram, Outcome] = {}
    tried: set[Nonogram] = set()
    excesses = [_excess(evidence, joined) for joined in rules]
    whole = not any(line.unknown for line in _lines(evidence))  # else the totals say nothing
    for digits, _ in readings:
        for joined, excess in zip(rules, excesses, strict=True):
            if whole and 0 not in digits and sum(map(mul, excess, digits)):
                continue
            puzzle = _puzzle(evidence, joined, digits)
            if puzzle is None or puzzle in tried or not _fits(puzzle):
                continue
            tried.add(puzzle)
            outcome = solve(puzzle, timeout_s=timeout_s)
            if outcome.status is Status.UNIQUE:
                found[puzzle] = outcome
    return found


def _excess(evidence: NonogramEvidence, joined: Joined) -> tuple[int, ...]:
    """Per shape, how much one more of its digit adds to the rows' total and takes from the columns'.

    It holds as long as no digit is 0, which belongs to the digit before it whatever the gap.
    """
    excess = [0] * len(evidence.shapes)
    for at, (line, joins) in enumerate(zip(_lines(evidence), joined, strict=True)):
        worth = 1 if at < len(evidence.rows) else -1
        value = worth
        for place in reversed(range(len(line.shapes))):
            value = 10 * value if place < len(joins) and joins[place] else worth
            excess[line.shapes[place]] += value
    return tuple(excess)


def _puzzle(evidence: NonogramEvidence, joined: Joined, digits: Digits) -> Nonogram | None:
    """The puzzle that digits and joins state; None if they state none, such as a run of no cells."""
    lines = [_runs(line, joins, digits) for line, joins in zip(_lines(evidence), joined, strict=True)]
    rows = len(evidence.rows)
    if any(line is None for line in lines):
        return None
    open_ = [None if seen.unknown else line for seen, line in zip(_lines(evidence), lines, strict=True)]
    return Nonogram(tuple(open_[:rows]), tuple(open_[rows:]), evidence.palette)


def _runs(line: LineEvidence, joins: Sequence[bool], digits: Digits) -> Runs | None:
    """A line's runs. No run begins with a 0, so a 0 belongs to the digit before it; alone it is a blank."""
    if len(line.shapes) == 1 and digits[line.shapes[0]] == 0:
        return ()
    numbers: list[tuple[int, int]] = []
    for at, (shape, colour) in enumerate(zip(line.shapes, line.colours, strict=True)):
        digit = digits[shape]
        if at and (joins[at - 1] or digit == 0):
            length, first = numbers[-1]
            numbers[-1] = (10 * length + digit, first)
            if first != colour:
                return None
        elif digit == 0:
            return None
        else:
            numbers.append((digit, colour))
    return tuple(Run(length, colour) for length, colour in numbers)


def _fits(puzzle: Nonogram) -> bool:
    rows, cols = puzzle.shape
    if any(room_needed(line or ()) > cols for line in puzzle.rows):
        return False
    if any(room_needed(line or ()) > rows for line in puzzle.cols):
        return False
    if None in puzzle.rows or None in puzzle.cols:
        return True
    return _totals(puzzle.rows) == _totals(puzzle.cols)


def _totals(lines: Sequence[Runs | None]) -> Counter[int]:
    total: Counter[int] = Counter()
    for line in lines:
        for run in line or ():
            total[run.colour] += run.length
    return total


def _misfits(evidence: NonogramEvidence, puzzle: Nonogram | None) -> tuple[str, ...]:
    """Why the likeliest reading cannot be: lines that do not fit, unequal totals, or no single solution."""
    if puzzle is None:
        return ("the digits beside the board state no puzzle",)
    found = []
    rows, cols = puzzle.shape
    for at, line in enumerate((*puzzle.rows, *puzzle.cols)):
        room = cols if at < rows else rows
        if line is not None and room_needed(line) > room:
            stated = " ".join(map(str, line))
            found.append(f"{_place(evidence, at)} reads {stated}, which does not fit into {room} cells")
    over, down = (sum(_totals(lines).values()) for lines in (puzzle.rows, puzzle.cols))
    if over != down and None not in (*puzzle.rows, *puzzle.cols):
        found.append(f"the rows state {over} cells, the columns {down}")
    blank = [
        _place(evidence, at) for at, line in enumerate(_lines(evidence)) if not (line.shapes or line.unknown)
    ]
    if blank:
        found.append(f"no hints could be seen at {', '.join(blank)}")
    return tuple(found) or ("no reading of the hints has exactly one solution",)


def _differences(puzzles: Sequence[Nonogram]) -> str:
    one, other = puzzles[:2]
    for axis, lines, others in (("row", one.rows, other.rows), ("column", one.cols, other.cols)):
        for number, (line, alternative) in enumerate(zip(lines, others, strict=True), 1):
            if line != alternative:
                first, second = (" ".join(map(str, runs or ())) or "0" for runs in (line, alternative))
                return f"{axis} {number} may be {first} or {second}"
    return "they differ in their colours"
