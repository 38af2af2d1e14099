"""The one-line verdicts: the result for a screenshot, or what would settle the doubts.

Size, colours, unique or not, difficulty, time; or what is in doubt and which `--fix` helps. All families use
the same words for the same thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from picrosser.imaging.turned import TURN_WORDS
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.repairing.settled import summary
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.outcome_words import EFFORT, contradiction_words, counted

if TYPE_CHECKING:  # each family pays for its own imports only
    from picrosser.puzzles.nonogram import Nonogram
    from picrosser.repairing.settled import Settled

MAX_REMEDIES = 3  # in a verdict of one line
_MAX_PLACES = 3
_SHARPER = "a sharper screenshot of the whole board"


def describe_hungry_cat(settled: Settled, seconds: float, other_boards: int = 0) -> str:
    """The verdict about a Hungry Cat screenshot.

    seconds : wall time of everything.
    other_boards : how many smaller boards the picture shows.
    """
    which = describe_others(other_boards)
    if settled.doubts:
        parts = [describe_doubts(settled.doubts), _as_read(settled), describe_remedies(settled), which]
        return "; ".join(part for part in parts if part)
    rows, cols = settled.puzzle.shape
    size = f"{cols} x {rows}, {counted(settled.puzzle.colours, 'colour')}"
    parts = [size, which, summary(settled.changes), _hungry_cat_answer(settled), f"{seconds:.2f} s"]
    return ", ".join(part for part in parts if part)


def describe_nonogram(puzzle: Nonogram, outcome: Outcome, filled: Sequence[HintPlace], seconds: float) -> str:
    """The verdict about a nonogram's screenshot that leaves no doubt.

    filled : the lines whose hints were hidden and follow from the others.
    """
    rows, cols = puzzle.shape
    size = f"{cols} x {rows} nonogram, {counted(puzzle.colours, 'colour')}"
    hidden = f", hidden hints of {_listed(filled)} filled in" if filled else ""
    return f"{size}{hidden}, {_answer(outcome)}, {seconds:.2f} s"


def describe_doubtful_nonogram(doubts: Sequence[Doubt], remedies: Sequence[str]) -> str:
    """The verdict about a nonogram's screenshot whose hints are in doubt."""
    return f"the hints are in doubt: {describe_doubts(doubts)}; {describe_line_remedies(remedies)}"


def describe_no_nonogram(why: str, *, by_labels: bool) -> str:
    """The verdict about a picture whose numbers form a puzzle, but which looks like something else.

    by_labels : the numbers beside its board look like labels; the user may know that they are hints.
    """
    advice = "; if these are a nonogram's hints, say so with --kind nonogram" if by_labels else ""
    return f"probably no nonogram: {why}{advice}"


def describe_turned(turned_deg: int) -> str:
    """Say at the end of a verdict how the picture lay; "" if it was upright."""
    return f"; the picture is {TURN_WORDS[turned_deg]}, so it was set upright" if turned_deg else ""


def describe_others(other_boards: int) -> str:
    """Say that the picture shows smaller boards, too; "" if it does not."""
    return f"the largest of {other_boards + 1} boards in the picture" if other_boards else ""


def describe_doubts(doubts: Sequence[Doubt]) -> str:
    """The first doubt in words, with its place and candidates, and how many more there are."""
    first, *more = doubts
    others = f", and {counted(len(more), 'more doubt')}" if more else ""
    return f"{first}{others}"


def describe_remedies(settled: Settled) -> str:
    """What the user can do about a Hungry Cat board's doubts: set hints by hand."""
    if settled.remedies:
        fixes = [f"--fix {_quoted(fix_text(*fix))}" for fix in settled.remedies[:MAX_REMEDIES]]
        return f"{' or '.join(fixes)} would settle it"
    hidden = [doubt.place for doubt in settled.doubts if doubt.read is None and doubt.place.slot >= 0]
    if hidden and not hidden[0].is_whole_picture:
        place = hidden[0]
        return f"say what it is with --fix {place.axis[0]}{place.line + 1}:{place.slot + 1}=NUMBER"
    return f"{_SHARPER} would settle it, or a hint set by hand with --fix"


def describe_line_remedies(remedies: Sequence[str]) -> str:
    """What the user can do about a nonogram's doubts: set lines by hand.

    remedies : what `--fix` takes; `r3=...` where the user has to say what the line is.
    """
    if not remedies:
        return f"{_SHARPER} may settle it, or a line set by hand like --fix 'r3=2 1 4'"
    fixes = [f"--fix '{fix}'" for fix in remedies[:MAX_REMEDIES]]
    if remedies[0].endswith("=..."):
        line = remedies[0].removesuffix("=...")
        return f"say what the line is with {fixes[0]}, or --fix {line}=? if nobody can tell"
    return f"{' or '.join(fixes)} would settle it"


def _listed(places: Sequence[HintPlace]) -> str:
    """Places in words, the first few by name."""
    named = ", ".join(map(str, places[:_MAX_PLACES]))
    return f"{named} and {len(places) - _MAX_PLACES} more" if len(places) > _MAX_PLACES else named


def _quoted(fix: str) -> str:
    """A fix quoted for a shell, in which parentheses have a meaning."""
    return f"'{fix}'" if "(" in fix else fix


def _as_read(settled: Settled) -> str:
    if settled.contradiction:
        return f"as read {contradiction_words(settled.contradiction)}"
    return {
        Status.UNIQUE: "as read there is one solution",
        Status.SEVERAL: "as read there are several solutions",
        Status.NONE: "as read there is no solution",
        Status.GAVE_UP: "as read it was not solved in time",
    }[settled.outcome.status]


def _hungry_cat_answer(settled: Settled) -> str:
    if settled.outcome.status is not Status.NONE:
        return _answer(settled.outcome)
    why = contradiction_words(settled.contradiction) if settled.contradiction else settled.outcome.why
    remedy = f"; {describe_remedies(settled)}" if settled.remedies else ""
    return f"no solution: {why}{remedy}"


def _answer(outcome: Outcome) -> str:
    effort = EFFORT[outcome.difficulty]
    match outcome.status:
        case Status.UNIQUE:
            return f"the only solution, {effort}"
        case Status.SEVERAL:
            cells = counted(len(outcome.differing), "cell")
            return f"more than one solution, {cells} differ or more, {effort}"
        case Status.GAVE_UP:
            return f"gave up: {outcome.why}"
        case Status.NONE:
            return f"no solution: {outcome.why}"
