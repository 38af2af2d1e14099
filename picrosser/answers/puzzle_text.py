"""What `read` answers about a screenshot: the puzzle as the text of a TOML file, and a line about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from picrosser.errors import ProblemNotFoundError
from picrosser.formats import tables
from picrosser.formats.puzzle_file import DOUBT_MARK, PuzzleFile
from picrosser.pipelines.solved import HintedSolved
from picrosser.pipelines.verdicts import describe_doubtful_hungry_cat, describe_turned
from picrosser.puzzles.doubt import Doubt
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.nonogram import Nonogram
from picrosser.repairing.counts_repaired import summary
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from picrosser.pipelines.katamino import KataminoSolved


def puzzle_text(solved: HintedSolved) -> str:
    """The puzzle in TOML; each line of hints that is in doubt ends with a comment that says so."""
    puzzle = solved.puzzle if isinstance(solved.puzzle, Nonogram) else _writable(solved.puzzle)
    text = tables.write(PuzzleFile(puzzle))
    return _with_doubts(text, solved.doubts) if solved.doubts else text


def _with_doubts(text: str, doubts: Sequence[Doubt]) -> str:
    """The text of a TOML file, which has a line of its own for each row and column, with comments."""
    marked = text.splitlines()
    head = [f"{DOUBT_MARK}{doubt}" for doubt in doubts if doubt.place.is_whole_picture]
    first_of = {axis: marked.index(f"{axis}s = [") + 1 for axis in ("row", "column")}
    told: dict[int, str] = {}
    for doubt in doubts:
        if not doubt.place.is_whole_picture:
            told.setdefault(first_of[doubt.place.axis] + doubt.place.line, str(doubt))
    for at, words in told.items():
        marked[at] += f"  {DOUBT_MARK}{words}"
    return "\n".join((*head, *marked)) + "\n"


def _writable(puzzle: HungryCat) -> HungryCat:
    """The puzzle with half-read hints made unknown: a file states a hint whole or not at all."""
    unknown = CountHint(None, None)

    def whole(line: Line) -> Line:
        return tuple(unknown if None in (hint.count, hint.contiguous) else hint for hint in line)

    return replace(puzzle, rows=tuple(map(whole, puzzle.rows)), cols=tuple(map(whole, puzzle.cols)))


def reading_verdict(solved: HintedSolved) -> str:
    """One line: what was read, or what is in doubt and what to do."""
    turned = describe_turned(solved.turned_deg)
    if solved.doubts:
        why = solved.verdict
        if solved.kind == "hungry-cat":
            why = describe_doubtful_hungry_cat(solved.settled) + turned
        return f"{why}; or correct it in the puzzle file, whose doubtful lines are marked"
    puzzle = solved.puzzle
    rows, cols = puzzle.shape
    kind = " nonogram" if isinstance(puzzle, Nonogram) else ""
    changes = summary(solved.changes) if solved.kind == "hungry-cat" else ""
    size = f"{cols} x {rows}{kind}, {counted(puzzle.colours, 'colour')}"
    return ", ".join(filter(None, (size, solved.which_board, changes, "read"))) + turned


def problem_text(solved: KataminoSolved, *, with_answer: bool = False) -> str:
    """The one problem in TOML; raise a ProblemNotFoundError if there are several."""
    if solved.only is None:
        rows = solved.reading.rows
        pentas = sorted({result.problem.penta for result in solved.problems})
        raise ProblemNotFoundError(
            f"the card has {len(solved.problems)} problems: rows {rows[0].label} to {rows[-1].label}, "
            f"Penta {pentas[0]} to {pentas[-1]}",
            "choose one: picrosser katamino CARD --row ROW --penta N -o PUZZLE.toml",
        )
    from picrosser.formats import katamino_text

    picture = solved.only.picture if with_answer else None
    return katamino_text.packing_text(solved.only.puzzle, picture, ".toml")
