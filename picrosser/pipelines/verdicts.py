"""The one-line verdicts: what became of a screenshot or a board, and what would settle the doubts.

Size, colours, unique or not, difficulty, time; or what is in doubt and which `--fix` helps. All families use
the same words for the same thing. For `check` and `hint` there are also the lines they print: one for each
mistake or step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.repairing.settled import summary
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.outcome_words import EFFORT, contradiction_words, counted

if TYPE_CHECKING:  # each family pays for its own imports only
    from picrosser.pipelines.katamino import KataminoSolved, ProblemPacked
    from picrosser.puzzles.nonogram import Nonogram
    from picrosser.repairing.settled import Settled
from picrosser.errors import ExitCode
from picrosser.pipelines.progress import Checked
from picrosser.puzzles.colour_names import colour_names
from picrosser.puzzles.picture import Cell

MAX_REMEDIES = 3  # in a verdict of one line
_MAX_PLACES = 3
_MAX_MISTAKES = 3  # mistakes in a verdict of one line
_MAX_UNCLEAR = 5  # of similar colours, all cells may be unclear
_SHARPER_PICTURE = "a sharper picture of the whole card or board may settle it"
_SHARPER = "a sharper screenshot of the whole board would settle it"


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
    hidden = f", hidden hints of {listed(filled)} filled in" if filled else ""
    return f"{size}{hidden}, {_answer(outcome)}, {seconds:.2f} s"


def describe_doubtful_nonogram(doubts: Sequence[Doubt], remedies: Sequence[str]) -> str:
    """The verdict about a nonogram's screenshot whose hints are in doubt."""
    return f"the hints are in doubt: {describe_doubts(doubts)}; {describe_line_remedies(remedies)}"


def describe_katamino(solved: KataminoSolved) -> str:
    """The verdict about a picture of a Katamino: what it shows, what became of it, time."""
    if solved.doubts:
        more = len(solved.doubts) - 1  # their words name the place as the card does, by the row's letter
        others = f", and {more} more" if more else ""
        return f"the picture is in doubt: {solved.doubts[0]}{others}; {_SHARPER_PICTURE}"
    total = f"{sum(solved.seconds.values()):.2f} s"
    if solved.mistakes:
        more = len(solved.mistakes) - 1
        others = f", and {more} more" if more else ""
        return f"a mistake on the board: {solved.mistakes[0]}{others}, {total}"
    failed = [problem for problem in solved.problems if problem.picture is None]
    if failed:
        more = len(failed) - 1
        others = f", and {counted(more, 'more problem')}" if more else ""
        return f"{_problem_words(failed[0])}: {failed[0].packed.why}{others}, {total}"
    return f"{_packed_words(solved)}, {total}"


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
    return f"{_SHARPER}, or a hint set by hand with --fix"


def describe_line_remedies(remedies: Sequence[str]) -> str:
    """What the user can do about a nonogram's doubts: set lines by hand.

    remedies : what `--fix` takes; `r3=...` where the user has to say what the line is.
    """
    if not remedies:
        return f"{_SHARPER}, or a line set by hand like --fix 'r3=2 1 4'"
    fixes = [f"--fix '{fix}'" for fix in remedies[:MAX_REMEDIES]]
    if remedies[0].endswith("=..."):
        line = remedies[0].removesuffix("=...")
        return f"say what the line is with {fixes[0]}, or --fix {line}=? if nobody can tell"
    return f"{' or '.join(fixes)} would settle it"


def listed(places: Sequence[HintPlace]) -> str:
    """Places in words, the first few by name."""
    named = ", ".join(map(str, places[:_MAX_PLACES]))
    return f"{named} and {len(places) - _MAX_PLACES} more" if len(places) > _MAX_PLACES else named


def _quoted(fix: str) -> str:
    """A fix as a shell takes it: parentheses mean something there."""
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


def _packed_words(solved: KataminoSolved) -> str:
    if len(solved.problems) > 1:
        rows = counted(len({problem.row for problem in solved.problems}), "row")
        return f"Katamino card, {rows}, {len(solved.problems)} problems, all packed"
    (problem,) = solved.problems
    board = solved.reading.board
    if board is None or not board.placed:
        return f"{_problem_words(problem)}, packed"
    if not board.blank:
        return f"{_problem_words(problem)}, the board is packed right"
    return f"{_problem_words(problem)}, {len(board.placed)} of them placed, completed"


def _problem_words(packed: ProblemPacked) -> str:
    rows, columns = packed.puzzle.shape
    problem = packed.problem
    name = f"row {problem.row}, Penta {problem.penta}, " if problem.row else "Katamino, "
    return f"{name}{rows} x {columns}, {len(packed.puzzle.pieces)} pieces"


def describe_progress(checked: Checked) -> str:
    """One line: size, colours and how much is done; or the first mistakes; or what keeps the puzzle open."""
    if checked.found is None:
        beyond = checked.exit_code is ExitCode.SEVERAL_SOLUTIONS
        return checked.solved.verdict + ("; so its cells cannot be checked" if beyond else "")
    if checked.found.mistakes:
        lines = mistake_lines(checked)
        more = len(lines) - _MAX_MISTAKES
        shown = [*lines[:_MAX_MISTAKES], *([f"and {more} more"] if more > 0 else [])]
        return f"{counted(len(lines), 'mistake')}: {'; '.join(shown)}"
    puzzle = checked.solved.reading.puzzle
    rows, cols = puzzle.shape
    which = describe_others(checked.others)
    parts = [f"{cols} x {rows}", counted(puzzle.colours, "colour"), which, _progress_words(checked)]
    return ", ".join(part for part in parts if part)


def _progress_words(checked: Checked) -> str:
    """How much is painted, how much of it is right; "" where that is not known."""
    found = checked.found
    if found is None:
        return ""
    rows, cols = checked.solved.reading.puzzle.shape
    if not found.painted and not found.mistakes:
        return f"none of {rows * cols} cells is painted"
    share = f"{found.painted} of {rows * cols} cells {'is' if found.painted == 1 else 'are'} painted"
    wrong, crossed = (sum((m.shown > 0) is painted for m in found.mistakes) for painted in (True, False))
    unclear = found.painted - found.right - wrong
    if found.right == found.painted and not crossed:
        return f"{share}, all right" if found.painted > 1 else f"{share}, and right"
    parts = [
        share,
        f"{found.right} right",
        *([f"{wrong} wrong"] if wrong else []),
        *([f"{unclear} unclear"] if unclear else []),
        *([f"{crossed} crossed out wrongly"] if crossed else []),
    ]
    return ", ".join(parts)


def mistake_lines(checked: Checked) -> list[str]:
    """A line for each mistake."""
    names = colour_names(checked.solved.reading.puzzle.palette)
    mistakes = checked.found.mistakes if checked.found is not None else ()
    shown = ["crossed out", *names[1:]]
    return [f"{_place(m.cell)} is {shown[m.shown]}, should be {names[m.right]}" for m in mistakes]


def unclear_lines(checked: Checked) -> list[str]:
    """A line for each of the first cells that cannot be told, and how many more there are."""
    names = colour_names(checked.solved.reading.puzzle.palette)
    unclear = checked.found.unclear if checked.found is not None else ()
    lines = [
        f"{_place(cell)} is unclear: it seems to be {_seems(shown, names)}"
        for cell, shown in unclear[:_MAX_UNCLEAR]
    ]
    more = len(unclear) - len(lines)
    return [
        *lines,
        *([f"{counted(more, 'more cell')} {'is' if more == 1 else 'are'} unclear"] if more else []),
    ]


def check_lines(checked: Checked) -> list[str]:
    """What `picrosser check` prints: how much is right, then each mistake, then what is unclear."""
    lines = [*mistake_lines(checked), *unclear_lines(checked)]
    return [_progress_words(checked) + (":" if lines else ""), *lines] if checked.found is not None else []


def hint_lines(checked: Checked) -> list[str]:
    """What `picrosser hint` prints: the steps, numbered if there are several; or the mistakes."""
    if checked.hints is None:
        return check_lines(checked)
    if checked.hints.finished:
        return ["the board is finished"]
    blocks = [[*(other.why for other in step.uses), step.why] for step in checked.hints.steps]
    numbered = [_numbered(number, block) for number, block in enumerate(blocks, 1)]
    lines = [line for block in (numbered if len(blocks) > 1 else blocks) for line in block]
    return [*lines, *unclear_lines(checked)]


def _numbered(number: int, block: Sequence[str]) -> list[str]:
    head = f"{number}. "
    return [(" " * len(head) if n else head) + line for n, line in enumerate(block)]


def _seems(shown: int, names: Sequence[str]) -> str:
    return names[shown] if shown > 0 else ("not painted" if shown < 0 else "marked")


def _place(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"
