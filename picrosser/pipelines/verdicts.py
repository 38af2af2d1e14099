"""The one-line verdicts: the result for a screenshot, or what is in doubt and which `--fix` helps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from picrosser.puzzles.displayed import first_few, size_words
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hints_by_hand import LEFT_OPEN, fix_text
from picrosser.solving.outcome import EFFORT, Outcome, Status, answer_words, contradiction_words, counted

if TYPE_CHECKING:  # each family pays for its own imports only
    from picrosser.pipelines.nonogram_solved import NonogramSolved
    from picrosser.repairing.counts_repaired import CountsRepaired

MAX_REMEDIES = 3  # in a verdict of one line
MAX_BOARDS = 3  # the same
_MAX_PLACES = 3
_SHARPER = "a sharper screenshot of the whole board"


def describe_hungry_cat(settled: CountsRepaired, seconds: float, which: str = "") -> str:
    """The verdict about a Hungry Cat screenshot; `which` of its boards, in words."""
    from picrosser.repairing.counts_repaired import summary  # 4 ms, which nonograms need not pay

    if settled.doubts:
        return describe_doubtful_hungry_cat(settled) + (f"; {which}" if which else "")
    size = size_words(settled.puzzle.shape, settled.puzzle.colours)
    parts = size, which, summary(settled.changes), _hungry_cat_answer(settled), f"{seconds:.2f} s"
    return ", ".join(filter(None, parts))


def describe_doubtful_hungry_cat(settled: CountsRepaired) -> str:
    """What is in doubt about a Hungry Cat screenshot, and what the user can do about it."""
    place = _place_to_set(settled)  # named first, so that doubt and advice name the same place
    doubts = sorted(settled.doubts, key=lambda doubt: doubt.place != place)
    parts = describe_doubts(doubts), _why_unsolved(settled), describe_remedies(settled)
    return "; ".join(filter(None, parts))


def describe_nonogram(solved: NonogramSolved) -> str:
    """The verdict about a picture of a nonogram, or one whose numbers may be labels, or something else."""
    which, explained = solved.which_board, solved.explained
    if explained is not None and explained.why:
        advice = "; if these are a nonogram's hints, say so with --kind nonogram"
        return f"probably not a nonogram: {explained.why}{advice if explained.labels.nats > 0 else ''}"
    if solved.doubts:
        return describe_doubtful_nonogram(solved.doubts, solved.remedies) + (f"; {which}" if which else "")
    (rows, cols), filled = solved.puzzle.shape, solved.reading.filled
    size = f"{cols} x {rows} nonogram, {counted(solved.puzzle.colours, 'colour')}"
    hidden = f"hidden or misread hints of {_listed(filled)} filled in" if filled else ""
    time = f"{sum(solved.seconds.values()):.2f} s"
    return ", ".join(filter(None, (size, which, hidden, _answer(solved.outcome), time)))


def describe_doubtful_nonogram(doubts: Sequence[Doubt], remedies: Sequence[str]) -> str:
    """What is in doubt about a nonogram: first the line that the user is asked to set."""
    line = _line_in_words(remedies[0].partition("=")[0]) if remedies else ""
    ordered = sorted(doubts, key=lambda doubt: str(doubt.place) != line)
    return f"the hints are in doubt: {describe_doubts(ordered)}; {describe_line_remedies(remedies)}"


def describe_turned(turned_deg: int) -> str:
    """Say at the end of a verdict how the picture lay; "" if it was upright."""
    if not turned_deg:
        return ""
    from picrosser.imaging.turned import TURN_WORDS  # few pictures need it

    return f"; the picture is {TURN_WORDS[turned_deg]}, so it was set upright"


def describe_others(other_boards: int) -> str:
    """Say that the picture shows smaller boards, too; "" if it does not."""
    return f"the largest of {other_boards + 1} boards in the picture" if other_boards else ""


def describe_board(number: int, others: int) -> str:
    """Say which board of a page, by size, is solved, and how to choose another; "" if there is only one."""
    if not others:
        return ""
    left = [str(board) for board in range(1, others + 2) if board != number]
    another = f"--board {' or '.join(left[:MAX_BOARDS])} for another"
    if number == 1:
        return f"{describe_others(others)} ({another})"
    return f"board {number} of {others + 1} in the picture, by size ({another})"


def describe_doubts(doubts: Sequence[Doubt]) -> str:
    """The first doubt in words, with its place and candidates, and how many more there are."""
    first, *more = doubts
    return f"{first}, and {counted(len(more), 'more doubt')}" if more else str(first)


def _place_to_set(settled: CountsRepaired) -> HintPlace | None:
    """The hint that the user is asked to set; None if no single one is known to help."""
    if settled.remedies:
        return settled.remedies[0][0]
    # A single hint that could not be read is known to the user only.
    unread = (doubt.place for doubt in settled.doubts if doubt.read is None and doubt.place.slot >= 0)
    return next(unread, None)


def describe_remedies(settled: CountsRepaired) -> str:
    """What the user can do about a Hungry Cat board's doubts: set hints by hand."""
    if settled.remedies:
        fixes = [f"--fix {_quoted(fix_text(*fix))}" for fix in settled.remedies[:MAX_REMEDIES]]
        return f"{' or '.join(fixes)} would settle it"
    place = _place_to_set(settled)
    if place is not None:
        return f"say what it is with --fix {place.axis[0]}{place.line + 1}:{place.slot + 1}=NUMBER"
    return f"{_SHARPER} would settle it, or a hint set by hand with --fix"


def describe_line_remedies(remedies: Sequence[str]) -> str:
    """What the user can do about a nonogram's doubts: set lines by hand, as `--fix` takes them."""
    if not remedies:
        return f"{_SHARPER} may settle it, or a line set by hand like --fix 'r3=2 1 4'"
    if remedies[0].endswith(LEFT_OPEN):
        line = remedies[0].removesuffix(LEFT_OPEN)
        where = _line_in_words(line)
        return f"say what {where} is, for example --fix '{line}=2 1', or --fix {line}=? if it is illegible"
    fixes = [f"--fix '{fix}'" for fix in remedies[:MAX_REMEDIES]]
    return f"{' or '.join(fixes)} would settle it"


def _line_in_words(line: str) -> str:
    """A line as `--fix` names it in words: "r3" is "row 3"."""
    return f"{'row' if line.startswith('r') else 'column'} {line[1:]}"


def _listed(places: Sequence[HintPlace]) -> str:
    """Places in words, the first few by name."""
    named = ", ".join(map(str, places[:_MAX_PLACES]))
    return f"{named} and {len(places) - _MAX_PLACES} more" if len(places) > _MAX_PLACES else named


def _quoted(fix: str) -> str:
    """A fix quoted for a shell, in which parentheses have a meaning."""
    return f"'{fix}'" if "(" in fix else fix


def _why_unsolved(settled: CountsRepaired) -> str:
    """Why the doubtful hints have no solution; "" if the likeliest of them have one, which may be wrong."""
    if settled.contradiction:
        return f"with the hints as they were read, {contradiction_words(settled.contradiction)}"
    return {
        Status.NONE: "the hints as they were read have no solution",
        Status.GAVE_UP: "the hints as they were read were not solved in time",
    }.get(settled.outcome.status, "")


def _hungry_cat_answer(settled: CountsRepaired) -> str:
    if settled.outcome.status is not Status.NONE:
        return _answer(settled.outcome)
    why = contradiction_words(settled.contradiction) if settled.contradiction else settled.outcome.why
    remedy = f"; {describe_remedies(settled)}" if settled.remedies else ""
    return f"no solution: {why}{remedy}"


def _answer(outcome: Outcome) -> str:
    if outcome.status is not Status.SEVERAL:
        return answer_words(outcome)
    cells = counted(len(outcome.differing), "cell")
    return f"more than one solution, {cells} differ or more, {EFFORT[outcome.difficulty]}"


def describe_mistakes(mistakes: Sequence[str], shown: int) -> str:
    """One line: how many mistakes there are, and the first of them."""
    return f"{counted(len(mistakes), 'mistake')}: {'; '.join(first_few(mistakes, shown))}"
