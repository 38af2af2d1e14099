"""Evidence about a nonogram's digits in, the one puzzle that it states out, or the reasons for doubt.

A way to spell the digits (see `spelling`) stands if each line fits, rows and columns state equally many cells
of each colour, and the puzzle has exactly one solution. So few misread puzzles stand that one that does has
been read; when two stand, neither is believed. Where none does, some hints may be hidden, see `hidden_runs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt, HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.nonogram import Nonogram, Runs, StatedRuns, room_needed
from picrosser.puzzles.nonogram_evidence import NonogramEvidence, in_one_colour, without_shades
from picrosser.repairing.hidden_runs import blank_rims, filled_in, filled_without_hints, line_place
from picrosser.repairing.spelling import (
    Digits,
    Joined,
    all_lines,
    changes,
    likeliest,
    puzzle_of,
    rules,
    spelt,
    totals,
)
from picrosser.repairing.standing import RIVAL, standing
from picrosser.repairing.unspaced import few_joined
from picrosser.solving.outcome import Outcome

MOST_CHANGED = 3  # shapes at once: the more of them are doubtful, the stranger the typeface
# Lines of a puzzle for each shape that is changed at once with others: of a small one's hundreds of readings
# with more changes, a wrong one may well have exactly one solution.
LINES_A_CHANGE = 6


@dataclass(frozen=True, slots=True)
class RunsSettled:
    """What the evidence states.

    puzzle : the reading; when in doubt the likeliest one, or None if not even that can be said.
    outcome : the puzzle's solutions, None without a puzzle that fits.
    doubts : why it is not certain; empty if it is.
    rivals : the readings that fit, where there are several; the one to believe is among them.
    filled : the places of the lines whose hints were hidden, and follow from the solution.
    """

    puzzle: Nonogram | None
    outcome: Outcome | None
    doubts: tuple[Doubt, ...]
    rivals: tuple[Nonogram, ...] = ()
    filled: tuple[HintPlace, ...] = ()


def settle_runs(evidence: NonogramEvidence, timeout_s: float | None = None) -> RunsSettled:
    """Find the reading that the evidence, the rules and the solver agree on.

    Where the digits' colours may be marks, or shades of each other, it is tried with them and without: hardly
    ever do both stand.
    """
    if evidence.shades or evidence.alike:
        more = _settled(replace(evidence, lone_ink=None, shades=(), alike=()), timeout_s)
        fewer = settle_runs(without_shades(evidence), timeout_s)
        return _the_one_that_stands(
            more, fewer, "some digits may have faded, or may have a colour of their own"
        )
    if evidence.lone_ink is None:
        return _settled(evidence, timeout_s)
    plain = _settled(in_one_colour(evidence, evidence.lone_ink), timeout_s)
    coloured = _settled(evidence, timeout_s)
    return _the_one_that_stands(coloured, plain, "the colours of the digits may be mere marks")


def believed(
    evidence: NonogramEvidence, settled: RunsSettled, rival: Nonogram, outcome: Outcome
) -> RunsSettled:
    """The same where something else than the hints tells that one of its rivals has been read."""
    return replace(
        settled, puzzle=rival, outcome=outcome, doubts=tuple(_oddities(evidence, rival)), rivals=()
    )


def _the_one_that_stands(more: RunsSettled, fewer: RunsSettled, why: str) -> RunsSettled:
    """Of readings with more and with fewer colours the one that stands; `why` is the doubt where both do."""
    if more.puzzle is None or more.outcome is None or more.doubts or more.filled:
        return fewer
    if fewer.puzzle is None or fewer.outcome is None:
        return more
    if are_one(more.puzzle, fewer.puzzle):  # numbers of the other colours are zeros
        return fewer
    return replace(more, doubts=(_doubt(why),), rivals=(more.puzzle, fewer.puzzle))


def are_one(one: Nonogram, other: Nonogram) -> bool:
    """Whether two puzzles differ in nothing but how their colours are numbered."""
    if one.shape != other.shape or one.numbers != other.numbers:
        return False
    colours = [
        [run.colour for runs in (*puzzle.rows, *puzzle.cols) for run in runs or ()] for puzzle in (one, other)
    ]
    return len(set(zip(*colours, strict=True))) == len(set(colours[0])) == len(set(colours[1]))


def _settled(evidence: NonogramEvidence, timeout_s: float | None) -> RunsSettled:
    """The reading of evidence whose colours are what they seem."""
    joins = list(rules(evidence))
    best = likeliest(evidence)
    found = standing(evidence, joins, [best], timeout_s)
    singly = changes(evidence, best, 1)
    rivals = [digits for digits, nats in singly if nats > RIVAL]
    if not found:
        for digits in (best, *rivals):
            found |= standing(evidence, few_joined(evidence, digits), [digits], timeout_s)
    if found:
        found |= standing(evidence, joins, rivals, timeout_s)
    else:
        found = _standing_alone(evidence, joins, singly, timeout_s)
    if found:
        doubly = [digits for digits, nats in changes(evidence, best, 2) if nats > RIVAL]
        found |= standing(evidence, joins, doubly, timeout_s)
    most = min(MOST_CHANGED, len(all_lines(evidence)) // LINES_A_CHANGE)
    for many in range(2, most + 1):
        if not found:
            found = _standing_alone(evidence, joins, changes(evidence, best, many), timeout_s)
    filled: tuple[int, ...] = ()
    if not found:
        found, filled = filled_in(evidence, joins, best, timeout_s)
    if not found:
        fitting = tuple(dict.fromkeys(spelling.puzzle for spelling in spelt(evidence, joins, [best])))
        likely = fitting[0] if fitting else _least_wrong(evidence, joins, best)
        return RunsSettled(likely, None, _misfits(evidence, likely), fitting if len(fitting) > 1 else ())
    puzzle, outcome = next(iter(found.items()))
    places = tuple(line_place(evidence, at) for at in filled)
    if len(found) > 1:
        return RunsSettled(puzzle, outcome, (_doubt_between(list(found)),), tuple(found), places)
    return RunsSettled(puzzle, outcome, tuple(_oddities(evidence, puzzle)), (), places)


def _standing_alone(
    evidence: NonogramEvidence,
    joins: Sequence[Joined],
    changed: Sequence[tuple[Digits, float]],
    timeout_s: float | None,
) -> dict[Nonogram, Outcome]:
    """Of readings with some shapes changed those that stand, and what stands beside them: where some shapes
    are not what they look like, others may not be either, if only two together.
    """
    readings = [digits for digits, _ in changed]
    found = standing(evidence, joins, readings, timeout_s)
    if not found:
        return found
    believed = {spelling.digits for spelling in spelt(evidence, joins, readings) if spelling.puzzle in found}
    beside = [
        digits
        for one in sorted(believed)
        for many in (1, 2)
        for digits, nats in changes(evidence, one, many)
        if nats > RIVAL
    ]
    return found | standing(evidence, joins, beside, timeout_s)


def _oddities(evidence: NonogramEvidence, puzzle: Nonogram) -> list[Doubt]:
    """Why the only reading that fits is doubted all the same."""
    doubts = [
        Doubt(line_place(evidence, at), None, (), "something there is not a digit")
        for at, line in enumerate(all_lines(evidence))
        if line.strange
    ]
    # Nothing else would show it if what seems to be the board's first or last line were a frame or a shadow.
    runs = (*puzzle.rows, *puzzle.cols)
    if not any(runs):  # nobody sets an empty picture; a row of frames may look like zeros
        doubts.append(Doubt(WHOLE_PICTURE, None, (), "every line seems to state 0"))
    at_edge = [at for at in blank_rims(evidence) if not runs[at]]
    why = "it shows no hints and lies at the edge of the board"
    return doubts + [Doubt(line_place(evidence, at), StatedRuns(()), (), why) for at in at_edge]


def _misfits(evidence: NonogramEvidence, puzzle: Nonogram | None) -> tuple[Doubt, ...]:
    """Why the likeliest reading cannot be right: misfitting lines, unequal totals, or no single solution."""
    if puzzle is None:
        return (_doubt("the digits beside the board do not form a puzzle"),)
    found: list[Doubt] = []
    rows, cols = puzzle.shape
    for at, line in enumerate((*puzzle.rows, *puzzle.cols)):
        room = cols if at < rows else rows
        if line is not None and room_needed(line) > room:
            why = f"this does not fit into {room} cells"
            found.append(Doubt(line_place(evidence, at), StatedRuns(line), (), why))
    over, down = (sum(totals(lines).values()) for lines in (puzzle.rows, puzzle.cols))
    if over != down and None not in (*puzzle.rows, *puzzle.cols):
        found.append(_doubt(f"the rows state {over} cells, the columns {down}"))
    blank = [
        line_place(evidence, at)
        for at, line in enumerate(all_lines(evidence))
        if not (line.shapes or line.unknown)
    ]
    if blank:
        found.append(no_hints_seen(blank))
    return tuple(found) or (_doubt("no reading of the hints has exactly one solution"),)


def no_hints_seen(places: Sequence[HintPlace]) -> Doubt:
    """The doubt about lines beside which nothing was found; one doubt, however many lines."""
    if len(places) == 1:
        return Doubt(places[0], None, (), "no hints were found there")
    return _doubt(f"no hints were found at {', '.join(map(str, places))}")


def _doubt(why: str) -> Doubt:
    """A doubt about the picture as a whole."""
    return Doubt(WHOLE_PICTURE, None, (), why)


def _least_wrong(evidence: NonogramEvidence, joins: Sequence[Joined], best: Digits) -> Nonogram | None:
    """Of what the likeliest digits spell by each rule, that in which the fewest lines cannot be."""
    stated = [puzzle_of(evidence, joined, best) for joined in joins]
    return min(
        (puzzle for puzzle in stated if puzzle is not None),
        key=lambda puzzle: len(_misfits(evidence, puzzle)),
        default=None,
    )


def _doubt_between(puzzles: Sequence[Nonogram]) -> Doubt:
    """Several readings fit: the first line in which the first two differ, and what all state there."""
    why = f"{len(puzzles)} readings fit"
    for axis in ("row", "column"):
        readings = [puzzle.rows if axis == "row" else puzzle.cols for puzzle in puzzles]
        for line, (first, second, *others) in enumerate(zip(*readings, strict=True)):
            if first != second:
                stated = [StatedRuns(runs) for runs in dict.fromkeys((first, second, *others))]
                return Doubt(HintPlace(axis, line), stated[0], tuple(stated[1:]), why)
    return _doubt(f"{why}, which differ in their colours only")


def suggested_lines(evidence: NonogramEvidence, settled: RunsSettled) -> tuple[str, ...]:
    """Lines set by hand of which any one may settle the doubts, as `--fix` takes them, the likeliest first.

    `r3=...` stands for a line whose runs only the user can say. Between rivals it is the line in which the
    most of them differ; else a line that is doubted as it was read, or that cannot be what it was read as.
    """
    if len(settled.rivals) > 1:
        return _deciding_line(evidence, settled.rivals)
    lines = () if settled.puzzle is None else (*settled.puzzle.rows, *settled.puzzle.cols)
    rows = len(evidence.rows)
    seen = all_lines(evidence)
    blank = [at for at, line in enumerate(seen) if not (line.shapes or line.unknown)]
    odd = [at for at, line in enumerate(seen) if line.strange and lines]
    if settled.outcome is None:  # nothing fits: these lines have not been read
        room = [len(evidence.cols if at < rows else evidence.rows) for at in range(len(lines))]
        unfit = [at for at, runs in enumerate(lines) if room_needed(runs or ()) > room[at]]
        return tuple(_left_to_the_user(line_place(evidence, at)) for at in [*unfit, *blank, *odd][:1])
    doubted = odd or [at for at in blank_rims(evidence) if lines and not lines[at]]
    hidden = filled_without_hints(evidence, settled.filled)
    if hidden and not doubted:
        return (_left_to_the_user(line_place(evidence, hidden[0])),)
    return tuple(fix_text(line_place(evidence, at), StatedRuns(lines[at])) for at in doubted[:1])


def _deciding_line(evidence: NonogramEvidence, rivals: Sequence[Nonogram]) -> tuple[str, ...]:
    """What the line may be in which the rivals differ most."""
    readings = [(*rival.rows, *rival.cols) for rival in rivals]
    per_line: list[list[Runs | None]] = [list(dict.fromkeys(line)) for line in zip(*readings, strict=True)]
    at = max(range(len(per_line)), key=lambda line: len(per_line[line]))
    if len(per_line[at]) < 2:
        return ()
    return tuple(fix_text(line_place(evidence, at), StatedRuns(runs)) for runs in per_line[at])


def _left_to_the_user(place: HintPlace) -> str:
    return f"{place.axis[0]}{place.line + 1}=..."
