"""`picrosser enter`: ask for a puzzle line by line, at a terminal or from a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress
from itertools import count

from picrosser.cli.inout.puzzle_files import puzzle_bytes, write_file
from picrosser.cli.inout.report import print_message
from picrosser.cli.options import Options
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.dialogue import Question, ask_for_puzzle
from picrosser.formats.puzzle_file import PuzzleFile

MAX_ANSWER = 100_000
"""Characters of a line that is taken from a pipe; the runs of a line of 1,000 cells need less."""


def enter(options: Options, *, target: str) -> int:
    """Ask for a puzzle, write it in the format of this name, and return the exit status.

    At a terminal each question is asked until its answer is right. In a pipe, which holds a line for each
    question, the first wrong one is an error.
    """
    is_typed = sys.stdin.isatty()
    if is_typed:
        with suppress(ImportError):  # some Pythons lack it; then the line cannot be edited
            import readline  # noqa: F401  (lets the user edit the line)
        directions = "rows from top to bottom, then columns from left to right"
        print_message(f"{directions}; 0 is an empty line, < goes back one line")
    conversation = ask_for_puzzle()
    question = next(conversation)
    for number in count(1):
        answer = _typed_line(question) if is_typed else _piped_line(question, number)
        try:
            question = conversation.send(answer)
        except StopIteration as end:
            file: PuzzleFile = end.value
            break
        if question.problem and not is_typed:
            raise PuzzleFileError(f"the input: line {number}: {question.problem}")
        if question.problem:
            print_message(f"  {question.problem}")
    if not is_typed and sys.stdin.readline(MAX_ANSWER).strip():
        raise PuzzleFileError(f"the input: line {number + 1}: more lines than the puzzle has")
    data, _ = puzzle_bytes(file, options.output, target)
    write_file(data, options.output, force=options.force)
    return int(ExitCode.OK)


def _typed_line(question: Question) -> str:
    try:
        if sys.stdout.isatty():
            return input(question.prompt)
        print_message(question.prompt, end="")  # stdout is for the puzzle alone
        return input()
    except EOFError:
        raise _ends_early(question) from None


def _piped_line(question: Question, number: int) -> str:
    try:
        line = sys.stdin.readline(MAX_ANSWER)
    except UnicodeDecodeError as error:
        raise PuzzleFileError(f"the input: line {number}: not a text in this encoding") from error
    if len(line) == MAX_ANSWER:
        raise PuzzleFileError(f"the input: line {number}: longer than the answer to any question")
    if not line:
        raise _ends_early(question, f"line {number}: ")
    return line.removesuffix("\n").removesuffix("\r")


def _ends_early(question: Question, place: str = "") -> PuzzleFileError:
    asked = question.prompt.rstrip(": ").partition(" (")[0]
    return PuzzleFileError(f"the input: {place}it ends where {asked} was expected", "nothing was written")
