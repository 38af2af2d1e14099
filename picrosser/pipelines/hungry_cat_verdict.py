"""What became of a screenshot, in one line.

Size, colours, unique or not, difficulty, time; or what is in doubt, and what would settle it.
"""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.repairing.settled import Settled, summary
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.outcome_words import EFFORT, contradiction_words

_SHARPER = "a sharper screenshot of the whole board would settle it"
MOST_REMEDIES = 3


def describe(settled: Settled, seconds: float, others: int = 0) -> str:
    """The verdict.

    seconds : wall time of everything.
    others : how many smaller boards the picture shows.
    """
    which = describe_others(others)
    if settled.doubts:
        parts = [describe_doubts(settled.doubts), _as_read(settled), describe_remedies(settled), which]
        return "; ".join(part for part in parts if part)
    rows, cols = settled.puzzle.shape
    size = f"{cols} x {rows}, {plural(settled.puzzle.colours, 'colour')}"
    parts = [size, which, summary(settled.changes), _answer(settled), f"{seconds:.2f} s"]
    return ", ".join(part for part in parts if part)


def describe_others(others: int) -> str:
    """That there are smaller boards in the picture; "" if there are none."""
    return f"the largest of {others + 1} boards in the picture" if others else ""


def describe_doubts(doubts: Sequence[Doubt]) -> str:
    """The first doubt in words, with its place and candidates, and how many more there are."""
    first, *more = doubts
    line = f"{first.place.axis} {first.place.line + 1}"
    place = line if first.place.slot < 0 else f"{line}, colour {first.place.slot + 1},"
    if first.place.line < 0:
        place = "the picture"
    read = "could not be read" if first.read is None else f"may be {_candidates(first)}"
    others = f", and {plural(len(more), 'more doubt')}" if more else ""
    return f"{place} {read} ({first.why}){others}"


def describe_remedies(settled: Settled) -> str:
    """What the user can do about the doubts: hints to set by hand."""
    if settled.remedies:
        fixes = [f"--fix {_quoted(fix_text(*fix))}" for fix in settled.remedies[:MOST_REMEDIES]]
        return f"{' or '.join(fixes)} would settle it"
    hidden = [doubt.place for doubt in settled.doubts if doubt.read is None and doubt.place.slot >= 0]
    if hidden and hidden[0].line >= 0:
        return f"say what it is with --fix {_place(hidden[0])}=NUMBER"
    return f"{_SHARPER}, or a hint set by hand with --fix"


def plural(count: int, noun: str) -> str:
    """So many of something."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _place(place: HintPlace) -> str:
    return f"{place.axis[0]}{place.line + 1}:{place.slot + 1}"


def _quoted(fix: str) -> str:
    """A fix as a shell takes it: parentheses mean something there."""
    return f"'{fix}'" if "(" in fix else fix


def _candidates(doubt: Doubt) -> str:
    hints = [hint for hint in (doubt.read, *doubt.alternatives) if hint is not None]
    return " or ".join(dict.fromkeys(_hint(hint) for hint in hints))


def _hint(hint: CountHint) -> str:
    number = "an unknown number" if hint.count is None else str(hint.count)
    circle = {True: " circled", False: "", None: " circled or not"}[hint.contiguous]
    return number + (circle if hint.count is None or hint.count > 1 or hint.contiguous else "")


def _as_read(settled: Settled) -> str:
    if settled.contradiction:
        return f"as read {contradiction_words(settled.contradiction)}"
    return {
        Status.UNIQUE: "as read there is one solution",
        Status.SEVERAL: "as read there are several solutions",
        Status.NONE: "as read there is no solution",
        Status.GAVE_UP: "as read it was not solved in time",
    }[settled.outcome.status]


def _answer(settled: Settled) -> str:
    outcome: Outcome = settled.outcome
    effort = EFFORT[outcome.difficulty]
    if outcome.status is Status.UNIQUE:
        return f"the only solution, {effort}"
    if outcome.status is Status.SEVERAL:
        return f"more than one solution, {plural(len(outcome.differing), 'cell')} differ or more, {effort}"
    if outcome.status is Status.GAVE_UP:
        return f"gave up: {outcome.why}"
    why = contradiction_words(settled.contradiction) if settled.contradiction else outcome.why
    remedy = f"; {describe_remedies(settled)}" if settled.remedies else ""
    return f"no solution: {why}{remedy}"
