"""`picrosser enter`: a puzzle typed at a terminal, or the same answers from a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress

from picrosser.cli.convert_command import put_puzzle
from picrosser.cli.report import tell
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.typing_in import Question, typing_in


def enter(output: str, target: str, *, force: bool) -> int:
    """Ask for a puzzle and write it; the exit status.

    Raises
    ------
    PicrosserError : the answers end too early, one from a pipe is wrong, or the output cannot be written.
    """
    file = _at_terminal() if sys.stdin.isatty() else _from_pipe()
    for lost in put_puzzle(file, output, target, force=force):
        tell(f"{output or 'stdout'}: the format cannot hold {lost}")
    return int(ExitCode.OK)


def _at_terminal() -> PuzzleFile:
    """Ask again where an answer is wrong."""
    with suppress(ImportError):  # a Python without it can do without editing
        import readline  # noqa: F401  (lets the user edit the line)
    tell("rows from top to bottom, then columns from left to right; 0 is an empty line, < goes back")
    conversation = typing_in()
    question = next(conversation)
    while True:
        if question.problem:
            tell(f"  {question.problem}")
        try:
            question = conversation.send(_answer(question))
        except StopIteration as end:
            file: PuzzleFile = end.value
            return file


def _answer(question: Question) -> str:
    try:
        if sys.stdout.isatty():
            return input(question.prompt)
        sys.stderr.write(question.prompt)  # stdout has the puzzle alone
        sys.stderr.flush()
        return input()
    except EOFError:
        raise _cut(question) from None


def _from_pipe() -> PuzzleFile:
    """Take a line for each question; the first wrong one ends it."""
    conversation = typing_in()
    question = next(conversation)
    number = 0
    while True:
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError as error:
            raise PuzzleFileError(f"the input: line {number + 1}: not a text in this encoding") from error
        number += 1
        if not line:
            raise _cut(question, f"line {number}: ")
        try:
            question = conversation.send(line.removesuffix("\n").removesuffix("\r"))
        except StopIteration as end:
            file: PuzzleFile = end.value
            rest = sys.stdin.readline()
            if rest.strip():
                raise PuzzleFileError(
                    f"the input: line {number + 1}: more lines than the puzzle has"
                ) from None
            return file
        if question.problem:
            raise PuzzleFileError(f"the input: line {number}: {question.problem}")


def _cut(question: Question, place: str = "") -> PuzzleFileError:
    asked = question.prompt.rstrip(": ").partition(" (")[0]
    return PuzzleFileError(f"the input: {place}it ends where {asked} was expected", "nothing was written")
