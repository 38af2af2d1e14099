"""The entry point: answer what needs no option parser at once, and let typer read the rest.

Typer imports pydantic. With both, `picrosser SHOT` would take 1.4 times the processor time, and `picrosser
solve FILE` twice. So `--help` prints the text that typer rendered once, and screenshots or puzzle files with
the commonest options go straight to solving. Tests compare each with what typer makes of it.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from picrosser.running import waiting

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, without the import
if TYPE_CHECKING:
    from typing import Any, NoReturn

HELP_FILE = os.path.join(os.path.dirname(__file__), "help.txt")
"""Made by `python -m picrosser.cli.app > picrosser/cli/help.txt`."""

SHORT_USAGE = """\
usage: picrosser [OPTIONS] SHOT...
  picrosser shot.png            solve the puzzle in a screenshot: the answer is drawn into shot-solved.png
  picrosser check shot.png      find the mistakes on a board that is partly filled
  picrosser hint shot.png       explain the next step
picrosser --help lists all commands and options."""

# New objects between two searches for garbage in cycles. With Python's own 700, one run searches 80 times; a
# run on one screenshot makes 60,000, and the largest photographs take no more memory.
_GARBAGE_EVERY = 100_000

# Of products of matrices that are right: on some processors numpy warns of numbers that do not count.
_SPURIOUS = "invalid value encountered in matmul"

_FLAGS = {"-f": "force", "--force": "force", "-q": "quiet", "--quiet": "quiet", "--json": "as_json"}


def run() -> NoReturn:
    """Run the command line as a process of its own, and end it."""
    gc.set_threshold(_GARBAGE_EVERY)
    _end(_main(sys.argv[1:]))


def _end(status: int) -> NoReturn:
    """End the process without taking its modules apart, which takes 6 % of a run."""
    # Python itself ends it where threads still work, or a profiler has to report.
    threading = sys.modules.get("threading")
    is_alone = threading is None or threading.active_count() == 1
    if is_alone and sys.getprofile() is None and sys.gettrace() is None:
        import atexit

        atexit._run_exitfuncs()
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError):
            sys.exit(status)  # Python tries again, and says what cannot be written
        os._exit(status)
    sys.exit(status)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments, or those of the process; return its `ExitCode`."""
    waiting.begin()
    return _main(list(sys.argv[1:] if argv is None else argv))


def _main(args: list[str]) -> int:
    _replace_closed_streams()
    # Before numpy is loaded. Its matrix products are small here: threads that wait for each other would take
    # a quarter of a run's time, and more of its processor time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return _run(args)
    except OSError as error:  # help or a completion script that cannot be written
        from picrosser.cli.inout.report import drop_stdout, print_message, reason_of
        from picrosser.errors import ExitCode

        place = f" {error.filename}" if error.filename else ""
        print_message(f"picrosser: cannot write{place}: {reason_of(error)}")
        drop_stdout()
        return int(ExitCode.USAGE)
    except KeyboardInterrupt:
        from picrosser.cli.inout.report import tell_interrupted
        from picrosser.errors import ExitCode

        tell_interrupted()
        return int(ExitCode.INTERRUPTED)


def _run(args: list[str]) -> int:
    if "_PICROSSER_COMPLETE" not in os.environ:  # else the shell asks for completions
        if args in (["--version"], ["-V"]):
            return _print_help(_stored_help("--version"))
        if args[-1:] in (["--help"], ["-h"]) and len(args) < 3 and (text := _stored_help(*args[:-1])):
            return _print_help(text)
        _ignore_spurious_warnings()
        from picrosser.cli.inout.inputs import forget_inputs, is_piped

        if not args and is_piped():
            args = ["-"]
        if not args:
            from picrosser.errors import ExitCode

            print(SHORT_USAGE, file=sys.stderr)
            return int(ExitCode.USAGE)

        forget_inputs()
        if (plain := _plain_options(args)) is not None:
            from picrosser.cli.inout.report import run_guarded

            module = "solve_files" if args[0] == "solve" else "solve"
            return run_guarded(lambda: _solve_plain(module, *plain))
    from picrosser.cli.app import run_typer

    return run_typer(args)


def _ignore_spurious_warnings() -> None:
    """Here and in processes that are started. It imports `re`: a third of the time of `--help`."""
    option = f"ignore:{_SPURIOUS}:RuntimeWarning"
    if option not in sys.warnoptions:
        import warnings

        warnings.filterwarnings("ignore", _SPURIOUS, RuntimeWarning)
        sys.warnoptions.append(option)


def _solve_plain(module: str, inputs: tuple[str, ...], fields: dict[str, Any]) -> int:
    from importlib import import_module

    from picrosser.cli.options import Options

    status: int = import_module(f"picrosser.cli.commands.{module}").solve(Options(inputs, **fields))
    return status


def _stored_help(command: str = "") -> str:
    """The help of `picrosser`, of a command, or what `--version` prints; "" if there is no such command."""
    with open(HELP_FILE, encoding="utf-8") as file:
        first, *others = file.read().split("\f")
    pages = dict(page.split("\n", 1) for page in others)
    return pages.get(command, "") if command else first


def _print_help(text: str) -> int:
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:  # `picrosser --help | head`
        from picrosser.cli.inout.report import drop_stdout

        drop_stdout()
    return 0


def _plain_options(args: list[str]) -> tuple[tuple[str, ...], dict[str, Any]] | None:
    """The inputs and the other fields of the options; None if typer has to read them."""
    of_files = args[0] == "solve"
    fields: dict[str, Any] = {}
    inputs: list[str] = []
    words = iter(args[1:] if of_files else args)
    for word in words:
        if word in _FLAGS:
            fields[_FLAGS[word]] = True
        elif len(word) > 2 and word[0] == "-" and all(f"-{letter}" in _FLAGS for letter in word[1:]):  # -qf
            fields.update((_FLAGS[f"-{letter}"], True) for letter in word[1:])
        elif word in ("-o", "--output"):
            fields["output"] = next(words, "--")
            if fields["output"].startswith("--"):
                return None
        elif word.startswith("-"):
            return None
        else:
            inputs.append(word)
    # A word without a dot may be a command.
    if not inputs or not (of_files or all("." in name for name in inputs)):
        return None
    from picrosser.cli.inout.inputs import is_picture, is_plain, is_text

    other = is_picture if of_files else is_text
    return (tuple(inputs), fields) if all(is_plain(name) and not other(name) for name in inputs) else None


def _replace_closed_streams() -> None:
    """Put the null device where the caller closed a stream, or the next file opened would take its number."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            # As stdout it is opened for reading, so that an answer that nobody gets is an error.
            flags, mode = (os.O_WRONLY, "w") if name == "stderr" else (os.O_RDONLY, "r")
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode))
