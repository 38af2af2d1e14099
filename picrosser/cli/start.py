"""The first step of a run: answer at once what can be, else hand the arguments to who knows them.

Imports are the largest part of a short run, so nothing is imported here before it is needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from picrosser.cli.help_text import HELP

COMMANDS = ("solve", "read", "check", "hint")
"""Words that name a command when they come first; a file of that name can be given as ./read."""
TYPER_COMMANDS = ("convert", "draw", "enter", "make", "katamino")
"""Commands whose words only typer reads."""
_HELP_WORDS = ("--help", "-h")
# Of ExitCode, which takes 10 ms to import.
_USAGE = 2
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : the arguments after the program's name; those of the process by default.

    Returns
    -------
    The exit status.
    """
    args = list(sys.argv[1:] if argv is None else argv)
    _replace_closed_streams()
    # Before numpy is loaded. Its products are small here: threads that wait for each other would take a
    # quarter of a run's time, and more of its processor time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return _run(args)
    except OSError as error:  # help or a completion script that cannot be written
        place = f" {error.filename}" if error.filename else ""
        print(f"picrosser: cannot write{place}: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        _drop_stdout()
        return _USAGE
    except KeyboardInterrupt:
        print("picrosser: interrupted", file=sys.stderr)
        return _INTERRUPTED


def _run(args: list[str]) -> int:
    if "_PICROSSER_COMPLETE" in os.environ:  # the shell asks for completions
        from picrosser.cli.app import run_typer

        return run_typer(args)
    if not args:
        print("picrosser: no screenshot given; see picrosser --help", file=sys.stderr)
        return _USAGE
    if args[0] in TYPER_COMMANDS:
        from picrosser.cli.app import run_typer

        return run_typer(args)
    command, rest = (args[0], args[1:]) if args[0] in COMMANDS else ("", args)
    if not command and _asks_for_help(args):
        try:
            print(HELP, end="", flush=True)
        except BrokenPipeError:  # `picrosser --help | head`
            _drop_stdout()
        return 0
    from picrosser.cli.quick import quick_file_options, quick_options

    fields = quick_file_options(rest) if command == "solve" else quick_options(rest)
    if fields is None:
        from picrosser.cli.app import run_typer

        return run_typer(args)
    from picrosser.cli.commands import run_command

    return run_command(command, fields)


def _replace_closed_streams() -> None:
    """Put the null device where the caller closed a stream, or the next file opened would take its number.

    It is open for reading as stdout too, so that an answer for nobody is an error, as with other tools.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            flags, mode = (os.O_WRONLY, "w") if name == "stderr" else (os.O_RDONLY, "r")
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode))


def _drop_stdout() -> None:
    """Send the rest nowhere: Python flushes stdout again when it ends, and would complain there."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _asks_for_help(args: list[str]) -> bool:
    before = args[: args.index("--")] if "--" in args else args
    return any(word in _HELP_WORDS for word in before)
