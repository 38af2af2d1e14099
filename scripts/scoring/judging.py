"""Judge what picrosser says of a picture against the truth: one verdict for all families.

A truth is the content of the JSON file beside a picture. `kind` is "hungry-cat", "nonogram",
"colour-nonogram", "katamino-card", "katamino-board", "katamino-pieces", or "none" for a picture without a
puzzle. Of Hungry Cat and nonograms it has `rows` and `cols` (or `columns`), and often `solution`, `unique`
and `colours`; of Katamino what `drawn.katamino` states.
"""

from collections.abc import Mapping
from enum import StrEnum
from itertools import chain, groupby
from typing import Any, TypeAlias

import numpy as np

from picrosser.errors import ExitCode
from picrosser.pipelines.katamino import KataminoSolved
from picrosser.pipelines.solved import AnySolved
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Picture
from picrosser.reading.katamino.reading import KataminoReading

Truth: TypeAlias = Mapping[str, Any]
NO_PUZZLE: Truth = {"kind": "none"}
SAME_COLOUR = 40  # levels within which the colour of a nonogram's hint counts as the true one
BLANK = ".0"  # letters of a blank cell in a solution


class Verdict(StrEnum):
    """What an answer is worth, best first."""

    EXACT = "exact"
    DOUBTED = "doubted"
    """Everything was read rightly, and told with a doubt."""
    REFUSED = "refused"
    """Refused, or misread and told with a doubt: right for a picture without a puzzle."""
    UNJUDGED = "unjudged"
    """Answered, and the truth is not known."""
    SEVERAL = "several"
    """Misread as a puzzle with several solutions, which is what the user is told."""
    CRASH = "crash"
    WRONG = "wrong"
    """Reported as solved, but different from the truth: the worst case."""


FAILURES = (Verdict.WRONG, Verdict.CRASH)


def judge(solved: AnySolved, truth: Truth | None, *, own_tones: bool = True) -> Verdict:
    """Compare an answer with the truth, None for an unknown one.

    own_tones : the picture shows the tones that the truth states, so those of hints must be near them.
    """
    code = solved.exit_code
    is_told = code in (ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)
    if truth is None:
        return Verdict.UNJUDGED if is_told else Verdict.REFUSED
    if truth["kind"] == "none":
        return Verdict.WRONG if is_told else Verdict.REFUSED
    is_right = reads_rightly(solved, truth, own_tones=own_tones)
    if not is_told:
        return Verdict.DOUBTED if is_right and code is ExitCode.DOUBTFUL else Verdict.REFUSED
    if code is ExitCode.SEVERAL_SOLUTIONS and not is_right:
        return Verdict.SEVERAL
    contradicts = code is ExitCode.SEVERAL_SOLUTIONS and truth.get("unique") is True
    return Verdict.EXACT if is_right and not contradicts else Verdict.WRONG


def reads_rightly(solved: AnySolved, truth: Truth, *, own_tones: bool = True) -> bool:
    """Whether the puzzle that was read is the true one, and the solution, if there is one, is as well."""
    if "boards" in truth:  # a page with several nonograms; which is the largest depends on what is ruled
        boards = ({"kind": "nonogram", **board} for board in truth["boards"])
        return any(reads_rightly(solved, board, own_tones=own_tones) for board in boards)
    if truth["kind"].startswith("katamino"):
        return isinstance(solved, KataminoSolved) and not katamino_differences(solved, truth)
    puzzle, known, found = solved.puzzle, truth.get("solution"), solved.solution
    if isinstance(puzzle, HungryCat) and truth["kind"] == "hungry-cat":
        is_right = same_counts(puzzle, truth)
    elif isinstance(puzzle, Nonogram) and truth["kind"] != "hungry-cat":
        is_right = matched_colours(puzzle, truth) is not None
        is_right = is_right and not (own_tones and inks_off(puzzle, truth) >= SAME_COLOUR)
    else:  # hints of few colours may be those of both kinds: then the picture is the same
        return known is not None and found is not None and same_cells(found, known)
    return is_right and (known is None or found is None or same_cells(found, known))


def columns_of(truth: Truth) -> Any:
    """The columns' hints, which truths of different origin name differently."""
    return truth["cols"] if "cols" in truth else truth["columns"]


def same_counts(puzzle: HungryCat, truth: Truth) -> bool:
    """Whether every count and every circle of a Hungry Cat puzzle is right; a 1 has no circle."""

    def stated(lines: Any) -> list[list[int | None]]:
        return [[1 if number == -1 else number for number in line] for line in lines]

    rows, cols = ([[hint.signed for hint in line] for line in lines] for lines in (puzzle.rows, puzzle.cols))
    return (stated(rows), stated(cols)) == (stated(truth["rows"]), stated(columns_of(truth)))


def matched_colours(puzzle: Nonogram, truth: Truth) -> dict[int, Any] | None:
    """Match the colours of a nonogram to the true ones; None unless every hint was read right.

    A damaged picture has other tones, so colours are matched by the hints in which they occur. A line that is
    not shown may be read as unknown, or be filled in rightly.
    """
    matched: dict[int, Any] = {}
    sides = (puzzle.rows, true_lines(truth, "rows")), (puzzle.cols, true_lines(truth, "cols"))
    for lines, true in sides:
        if len(lines) != len(true):
            return None
        for line, (is_shown, runs) in zip(lines, true, strict=True):
            if line is None and is_shown:
                return None
            if line is None or runs is None:
                continue
            if [run.length for run in line] != [length for length, _ in runs]:
                return None
            for run, (_, colour) in zip(line, runs, strict=True):
                if matched.setdefault(run.colour, colour) != colour:
                    return None
    return matched if len(set(matched.values())) == len(matched) else None


TrueLine: TypeAlias = tuple[bool, list[tuple[int, Any]] | None]
"""Whether a line's hints are shown, and its runs: each a length and a colour, which is None if black."""


def true_lines(truth: Truth, side: str) -> list[TrueLine]:
    """The lines of a nonogram's truth; those that are not shown are taken from the solution."""
    stated = truth["rows"] if side == "rows" else columns_of(truth)
    flags = truth.get(f"shown_{'rows' if side == 'rows' else 'columns'}", [True] * len(stated))
    solution = truth.get("solution")
    if solution is not None and side == "cols":
        solution = list(map("".join, zip(*solution, strict=True)))
    return [
        (is_shown and line is not None, _runs(line, solution and solution[at], truth))
        for at, (line, is_shown) in enumerate(zip(stated, flags, strict=True))
    ]


def _runs(line: list[Any] | None, cells: str | None, truth: Truth) -> list[tuple[int, Any]] | None:
    if line is not None:  # some programs print a 0 beside an empty line
        runs = [run if isinstance(run, int | list) else [run["n"], tuple(run["colour"])] for run in line]
        return [(run, None) if isinstance(run, int) else (run[0], run[1]) for run in runs if run]
    if cells is None:
        return None
    palette = {letter: tuple(ink) for letter, ink in truth.get("palette", {}).items()}
    found = ((letter, len(list(group))) for letter, group in groupby(cells))
    return [(length, palette.get(letter)) for letter, length in found if letter not in BLANK]


def inks_off(puzzle: HungryCat | Nonogram, truth: Truth) -> int:
    """The largest error of an ink in any channel, of 255; 0 if the truth states no colours."""
    if isinstance(puzzle, HungryCat):
        pairs = list(zip(puzzle.palette[1:], truth.get("colours", ()), strict=False))
    else:
        matched = matched_colours(puzzle, truth) or {}
        pairs = [
            (puzzle.palette[read], true) for read, true in matched.items() if isinstance(true, list | tuple)
        ]
    return max((int(np.abs(np.subtract(one, other)).max()) for one, other in pairs), default=0)


def same_cells(picture: Picture, solution: list[str]) -> bool:
    """Whether a picture is the true one, whatever its colours are called."""
    rows = picture.rows
    if [len(row) for row in rows] != [len(row) for row in solution]:
        return False
    pairs = set(zip(chain.from_iterable(rows), chain.from_iterable(solution), strict=True))
    if any((cell == 0) != (letter in BLANK) for cell, letter in pairs):
        return False
    return len(pairs) == len({cell for cell, _ in pairs}) == len({letter for _, letter in pairs})


# ---- Katamino


def katamino_differences(solved: KataminoSolved, truth: Truth) -> list[str]:
    reading = solved.reading
    if truth["kind"] == "katamino-card":
        return _card_differences(reading, truth)
    read = sorted(piece.number for problem in solved.problems for piece in problem.puzzle.pieces)
    found = [] if read == sorted(truth["pieces"]) else [f"pieces {read}, not {sorted(truth['pieces'])}"]
    grid, true = read_grid(reading), truth.get("grid")
    if not any(chain.from_iterable([*(true or ()), *(grid or ())])):
        return found  # an empty 5 x N adds nothing to the pieces
    # A full board is right whether it was seen as one or completed.
    if grid != true and (grid is None or _final_grid(solved) != true):
        found.append(f"board {grid}, not {true}")
    return found


def _final_grid(solved: KataminoSolved) -> list[list[int]] | None:
    """The packing that results: the number of the piece on each cell."""
    if len(solved.problems) != 1 or (picture := solved.problems[0].picture) is None:
        return None
    numbers = [0, *(piece.number for piece in solved.problems[0].puzzle.pieces)]
    return [[numbers[value] for value in row] for row in picture.rows]


def _card_differences(reading: KataminoReading, truth: Truth) -> list[str]:
    table = {row.label: [piece.number for piece in row.pieces] for row in reading.rows}
    true = {name.lower(): row for name, row in truth["table"].items()}
    found = [
        f"row {name}: {table.get(name)}, not {true.get(name)}"
        for name in dict.fromkeys((*true, *table))
        if table.get(name) != true.get(name)
    ]
    firsts, first = {row.first for row in reading.rows}, truth.get("pentas", [3])[0]
    return found + ([f"the first heading is {firsts}, not {first}"] if firsts - {first} else [])


def read_grid(reading: KataminoReading) -> list[list[int]] | None:
    """The number of the piece on each cell of the board, 0 on free cells; None without a board."""
    board = reading.board
    if board is None:
        return None
    rows, cols = (1 + max(cell[axis] for cell in board.cells) for axis in (0, 1))
    grid = [[0] * cols for _ in range(rows)]
    for lying in board.placed:
        for row, col in lying.cells:
            grid[row][col] = lying.piece.number
    return grid
