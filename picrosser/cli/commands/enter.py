"""`picrosser enter`: ask for a puzzle line by line, at a terminal or from a pipe.

Every answer is checked at once. `<` takes the last line back, `r3: 1 2` or `c3: 1 2` corrects a line that was
typed before.
"""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, TypeAlias, TypeVar

from picrosser.cli.inout.puzzle_files import puzzle_bytes, write_file
from picrosser.cli.inout.report import print_message
from picrosser.cli.options import Options
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats import hungry_cat_letters
from picrosser.formats.hint_lines import check_size, coloured_line
from picrosser.formats.puzzle_file import Kind, PuzzleFile
from picrosser.formats.text import Snippet, shown
from picrosser.puzzles.checking import LinePuzzle, contradictions, total_count, total_length
from picrosser.puzzles.displayed import size_words
from picrosser.puzzles.hungry_cat import HungryCat, Line
from picrosser.puzzles.nonogram import Nonogram, Runs, room_needed
from picrosser.puzzles.picture import BLACK, WHITE, Colour

MAX_ANSWER = 100_000
"""Characters of a line that is taken from a pipe; the runs of a line of 1,000 cells need less."""
_SIZE = re.compile(r"\s*([0-9]{1,5})\s*(?:[x×*, ]|by)\s*([0-9]{1,5})\s*", re.ASCII)
_CORRECTION = re.compile(r"\s*([rc])\s*([0-9]{1,4})\s*[:=](.*)", re.ASCII | re.IGNORECASE)
T = TypeVar("T")
_BACK = "<"
_KINDS: tuple[Kind, ...] = ("nonogram", "hungry-cat")  # any beginning will do, so nothing is the first


Ask: TypeAlias = Callable[[str, str], str]
"""Ask a question, and say what was wrong with the last answer, or ""; returns the answer."""


def enter(options: Options, *, target: str) -> int:
    """Ask for a puzzle and write it; in a pipe the first wrong answer is an error."""
    if sys.stdin.isatty():
        with suppress(ImportError):  # some Pythons lack it; then the line cannot be edited
            import readline  # noqa: F401  (lets the user edit the line)
        directions = "rows from top to bottom, then columns from left to right"
        print_message(f"{directions}; 0 is an empty line, < goes back one line")
        file = ask_for_puzzle(_asked_at_terminal)
    else:
        numbers = count(1)
        file = ask_for_puzzle(lambda prompt, problem: _next_of_pipe(prompt, problem, next(numbers)))
        if sys.stdin.readline(MAX_ANSWER).strip():
            raise _error_in_pipe(next(numbers), "more lines than the puzzle has")
    data, _ = puzzle_bytes(file, options.output, target)
    size = size_words(file.puzzle.shape, file.puzzle.colours)
    write_file(data, options.output, force=options.force, told=size)
    return int(ExitCode.OK)


def _asked_at_terminal(prompt: str, problem: str) -> str:
    if problem:
        print_message(f"  {problem}")
    try:
        if sys.stdout.isatty():
            return input(prompt)
        print_message(prompt, end="")  # stdout is for the puzzle alone
        return input()
    except EOFError:
        raise _ends_early(prompt) from None


def _next_of_pipe(prompt: str, problem: str, number: int) -> str:
    if problem:
        raise _error_in_pipe(number - 1, problem)
    try:
        line = sys.stdin.readline(MAX_ANSWER)
    except UnicodeDecodeError as error:
        raise _error_in_pipe(number, "not a text in this encoding") from error
    if len(line) == MAX_ANSWER:
        raise _error_in_pipe(number, "longer than the answer to any question")
    if not line:
        raise _ends_early(prompt, f"line {number}: ")
    return line.removesuffix("\n").removesuffix("\r")


def _error_in_pipe(number: int, problem: str) -> PuzzleFileError:
    return PuzzleFileError(f"the input: line {number}: {problem}")


def _ends_early(prompt: str, place: str = "") -> PuzzleFileError:
    asked = prompt.rstrip(": ").partition(" (")[0]
    return PuzzleFileError(f"the input: {place}it ends where {asked} was expected", "nothing was written")


# ---- The conversation, independent of a terminal


@dataclass(slots=True)
class _Board:
    """What has been typed so far; `lines` has the `Runs` or `Line` of each row, then of each column."""

    kind: Kind
    columns: int
    rows: int
    colours: dict[str, Colour]
    lines: list[Any] = field(default_factory=list)

    def place(self, number: int) -> str:
        return f"row {number + 1}" if number < self.rows else f"column {number - self.rows + 1}"

    def puzzle(self) -> LinePuzzle:
        family = HungryCat if self.kind == "hungry-cat" else Nonogram
        rows, columns = tuple(self.lines[: self.rows]), tuple(self.lines[self.rows :])
        return family(rows, columns, (WHITE, *self.colours.values()))


def ask_for_puzzle(ask: Ask) -> PuzzleFile:
    """Ask for a puzzle, line by line, until all of it is there and its totals agree."""
    kind = _asked(ask, "kind (nonogram, hungry-cat) [nonogram]: ", _kind)
    columns, rows = _asked(ask, "size, columns x rows (10x15): ", _size)
    example = "(R:red B:#2d6a98)" if kind == "hungry-cat" else "(K:black R:red) [black]"
    colours = _asked(ask, f"colours {example}: ", lambda text: _colours(text, kind))
    board = _Board(kind, columns, rows, colours)
    while True:
        while len(board.lines) < rows + columns:
            _asked(ask, f"{board.place(len(board.lines))}: ", partial(_take, board))
        puzzle = board.puzzle()
        wrong = contradictions(puzzle)
        if not wrong:
            return PuzzleFile(puzzle)
        problem = f"{wrong[0]}; correct a line (r3: ..., c3: ...) or go back (<)"
        _asked(ask, "correction: ", partial(_take, board), problem)


def _asked(ask: Ask, prompt: str, read: Callable[[str], T], problem: str = "") -> T:
    """What is read from the first answer that is right; `problem` is told before it is asked for."""
    while True:
        answer = ask(prompt, problem)
        try:
            return read(answer)
        except PuzzleFileError as error:
            problem = _message(error)


def _message(error: PuzzleFileError) -> str:
    """An error message without the line number, since an answer has one line."""
    return str(error).removeprefix("line 1, ")


def _kind(text: str) -> Kind:
    word = text.strip().lower().replace(" ", "-")
    found = next((kind for kind in _KINDS if kind.startswith(word)), None)
    if found is None:
        raise PuzzleFileError(f"{shown(text.strip())} is not a kind of puzzle", "type nonogram or hungry-cat")
    return found


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(" ".join(text.split()))  # else many spaces take quadratic time
    if match is None:
        raise PuzzleFileError(f"expected a size like 10x15, found {shown(text.strip())}")
    columns, rows = int(match[1]), int(match[2])
    check_size(rows, columns)
    return columns, rows


def _colours(text: str, kind: Kind) -> dict[str, Colour]:
    if not text.strip() and kind == "nonogram":
        return {"": BLACK}
    return hungry_cat_letters.parse_colours(list(Snippet(text, 1).words()))


def _take(board: _Board, answer: str) -> None:
    """Put an answer on the board."""
    if answer.strip() == _BACK:
        if not board.lines:
            raise PuzzleFileError("there is no line to take back")
        board.lines.pop()
        return
    match = _CORRECTION.fullmatch(answer)
    number, text = len(board.lines), answer
    if match is not None:
        number = int(match[2]) - 1 + (board.rows if match[1].lower() == "c" else 0)
        text = match[3]
        if not 0 <= number < len(board.lines):
            raise PuzzleFileError(f"{match[1]}{match[2]} has not been typed yet")
    elif number == board.rows + board.columns:
        raise PuzzleFileError("all lines have been typed", "correct one (r3: ..., c3: ...) or go back (<)")
    lines = [*board.lines]
    try:
        lines[number : number + 1] = [_line(board, number, text)]
        if number >= board.rows:
            _check_totals(board, lines[: board.rows], lines[board.rows :])
    except PuzzleFileError as error:
        raise PuzzleFileError(f"{board.place(number)}: {_message(error)}") from error
    board.lines = lines


def _line(board: _Board, number: int, text: str) -> Runs | Line:
    length = board.columns if number < board.rows else board.rows
    if not text.strip():
        raise PuzzleFileError("nothing was typed", "type 0 for an empty line")
    if board.kind == "hungry-cat":
        word = Snippet("".join(text.split()), 1)
        counts = hungry_cat_letters.parse_line(word, tuple(board.colours))
        needed = sum(hint.count or 0 for hint in counts)
        if needed > length:
            raise PuzzleFileError(f"the counts add up to {needed}, but the line has {length} cells")
        return counts
    names = list(board.colours)

    def colour_of(word: Snippet, name: str) -> int:
        if not name and len(names) == 1:
            return 1
        if name.upper() not in names:
            raise word.error(f"expected a number and one of {', '.join(names)}, found {shown(word.text)}")
        return names.index(name.upper()) + 1

    runs = coloured_line(Snippet(text, 1), "[A-Za-z]?", colour_of).runs or ()
    if room_needed(runs) > length:
        raise PuzzleFileError(f"the runs need {room_needed(runs)} cells, but the line has {length}")
    return runs


def _check_totals(board: _Board, rows: list[Any], columns: list[Any]) -> None:
    """Refuse columns that have more cells of a colour than the rows."""
    total = total_count if board.kind == "hungry-cat" else total_length
    for colour, name in enumerate(board.colours, 1):
        in_rows, in_columns = total(rows, colour), total(columns, colour)
        if in_rows is not None and in_columns is not None and in_columns > in_rows:
            of = f" of {name}" if name else ""
            what = f"the columns so far have {in_columns} cells{of}, but the rows have {in_rows}"
            raise PuzzleFileError(what, "correct a row with r3: ...")
