"""`picrosser enter`: ask for a puzzle line by line, at a terminal or from a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress

from picrosser.cli.inout.puzzle_files import puzzle_bytes, write_file
from picrosser.cli.inout.report import print_message, print_prompt
from picrosser.cli.options import Options
from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.formats.dialogue import Question, ask_for_puzzle
from picrosser.formats.puzzle_file import PuzzleFile

MAX_ANSWER = 100_000
"""Characters of a line that is taken from a pipe; the runs of a line of 1,000 cells need less."""


def enter(options: Options, *, target: str) -> int:
    """Ask for a puzzle, write it in the format of this name, and return the exit status."""
    file = _at_terminal() if sys.stdin.isatty() else _from_pipe()
    data, _ = puzzle_bytes(file, options.output, target)
    write_file(data, options.output, force=options.force)
    return int(ExitCode.OK)


def _at_terminal() -> PuzzleFile:
    """Ask until each answer is right."""
    with suppress(ImportError):  # some Pythons lack it; then the line cannot be edited
        import readline  # noqa: F401  (lets the user edit the line)
    print_message(
        "rows from top to bottom, then columns from left to right; 0 is an empty line, < goes back one line"
    )
    conversation = ask_for_puzzle()
    question = next(conversation)
    while True:
        if question.problem:
            print_message(f"  {question.problem}")
        try:
            question = conversation.send(_answer(question))
        except StopIteration as end:
            file: PuzzleFile = end.value
            return file


def _answer(question: Question) -> str:
    try:
        if sys.stdout.isatty():
            return input(question.prompt)
        print_prompt(question.prompt)  # stdout is for the puzzle alone
        return input()
    except EOFError:
        raise _ends_early(question) from None


def _from_pipe() -> PuzzleFile:
    """Take one line of stdin per question; the first wrong one is an error."""
    conversation = ask_for_puzzle()
    question = next(conversation)
    number = 0
    while True:
        try:
            line = sys.stdin.readline(MAX_ANSWER)
        except UnicodeDecodeError as error:
            raise PuzzleFileError(f"the input: line {number + 1}: not a text in this encoding") from error
        number += 1
        if len(line) == MAX_ANSWER:
            raise PuzzleFileError(f"the input: line {number}: longer than the answer to any question")
        if not line:
            raise _ends_early(question, f"line {number}: ")
        try:
            question = conversation.send(line.removesuffix("\n").removesuffix("\r"))
        except StopIteration as end:
            file: PuzzleFile = end.value
            rest = sys.stdin.readline(MAX_ANSWER)
            if rest.strip():
                raise PuzzleFileError(
                    f"the input: line {number + 1}: more lines than the puzzle has"
                ) from None
            return file
        if question.problem:
            raise PuzzleFileError(f"the input: line {number}: {question.problem}")


def _ends_early(question: Question, place: str = "") -> PuzzleFileError:
    asked = question.prompt.rstrip(": ").partition(" (")[0]
    return PuzzleFileError(f"the input: {place}it ends where {asked} was expected", "nothing was written")
