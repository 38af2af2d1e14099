"""The verdicts of `check` and `hint`: one line for a board, or a line for each mistake or step."""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.errors import ExitCode
from picrosser.pipelines.progress import Checked
from picrosser.pipelines.verdicts import describe_others
from picrosser.puzzles.colour_names import colour_names
from picrosser.puzzles.picture import Cell
from picrosser.solving.outcome_words import counted

_MOST = 3  # mistakes in a verdict of one line
_MOST_UNCLEAR = 5  # of similar colours, all cells may be unclear


def verdict(checked: Checked) -> str:
    """One line: size, colours and how much is done; or the first mistakes; or what keeps the puzzle open."""
    if checked.found is None:
        beyond = checked.exit_code is ExitCode.SEVERAL_SOLUTIONS
        return checked.solved.verdict + ("; so its cells cannot be checked" if beyond else "")
    if checked.found.mistakes:
        lines = mistake_lines(checked)
        more = len(lines) - _MOST
        shown = [*lines[:_MOST], *([f"and {more} more"] if more > 0 else [])]
        return f"{counted(len(lines), 'mistake')}: {'; '.join(shown)}"
    puzzle = checked.solved.reading.puzzle
    rows, cols = puzzle.shape
    which = describe_others(checked.others)
    parts = [f"{cols} x {rows}", counted(puzzle.colours, "colour"), which, summary(checked)]
    return ", ".join(part for part in parts if part)


def summary(checked: Checked) -> str:
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
        for cell, shown in unclear[:_MOST_UNCLEAR]
    ]
    more = len(unclear) - len(lines)
    return [
        *lines,
        *([f"{counted(more, 'more cell')} {'is' if more == 1 else 'are'} unclear"] if more else []),
    ]


def check_lines(checked: Checked) -> list[str]:
    """What `picrosser check` prints: how much is right, then each mistake, then what is unclear."""
    lines = [*mistake_lines(checked), *unclear_lines(checked)]
    return [summary(checked) + (":" if lines else ""), *lines] if checked.found is not None else []


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
