"""The typer application: what the command line looks like, what it explains and completes.

Screenshots may be given without a command: arguments that do not begin with a command's name or an option
of the application itself go to a hidden default command, whose options the help shows as the
application's own. Errors come back as one line, so typer's own way of showing them is switched off.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from picrosser.cli.commands import run_command
from picrosser.cli.options import seconds
from picrosser.cli.puzzle_commands import COLOURS, COLUMNS, FROM, ROWS, TYPED, register, typed_words
from picrosser.cli.report import tell
from picrosser.errors import ExitCode
from picrosser.puzzles.fix import parse_fix

_DEFAULT = "solve-shots"
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_EXITS = [
    ("0", "read, solved, and proved to be the only solution"),
    ("2", "the command line does not fit, or an output cannot be written"),
    ("3", "an input cannot be read"),
    ("4", "no puzzle found in the picture"),
    ("5", "hints in doubt"),
    ("6", "no solution"),
    ("7", "more than one solution"),
    ("8", "mistakes on the board (check, hint)"),
    ("9", "gave up at the time limit"),
    ("10", "some of several inputs failed"),
    ("70", "internal error"),
    ("130", "interrupted"),
]


class _ShotsOrCommand(TyperGroup):
    """A group in which a command may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command's name before arguments that name none."""
        own = {option for param in self.get_params(ctx) for option in param.opts}
        if args and args[0] not in self.commands and args[0].split("=")[0] not in own:
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Both ways to call it."""
        formatter.write_usage(ctx.command_path, "[OPTIONS] SHOT...")
        formatter.write_usage(ctx.command_path, "COMMAND ...", prefix="       ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The default command's arguments and options, then the group's, then the commands."""
        default = self.commands[_DEFAULT]
        records: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for param in [*default.params, *self.get_params(ctx)]:
            record = param.get_help_record(ctx)
            if record is not None:
                name, text = record
                records[param.param_type_name].append((name.removesuffix(" <list[str]>"), text))
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            with formatter.section(title):
                formatter.write_dl(records[kind])
        self.format_commands(ctx, formatter)
        with formatter.section("Exit statuses"):
            formatter.write_dl(_EXITS)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Commands, and what the default command takes as its first word."""
        default = self.commands[_DEFAULT]
        found = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-"):
            return found + [item for item in default.shell_complete(ctx, incomplete) if item not in found]
        return [*found, *default.params[0].shell_complete(ctx, incomplete)]  # the screenshots


def complete_shots(incomplete: str) -> list[str]:
    """Pictures and folders that begin with what was typed."""
    typed = Path(incomplete)
    folder = typed if incomplete.endswith("/") or not incomplete else typed.parent
    if not folder.is_dir():
        return []
    names = [
        f"{path}/" if path.is_dir() else str(path)
        for path in sorted(folder.iterdir())
        if path.is_dir() or path.suffix.lower() in _PICTURES
    ]
    return [name for name in names if name.startswith(incomplete)]


app = typer.Typer(
    name="picrosser",
    cls=_ShotsOrCommand,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

SHOTS: list[str] = typer.Argument(
    metavar="SHOT",
    help="Screenshots of puzzles; - reads one from stdin.",
    show_default=False,
    autocompletion=complete_shots,
)
DEBUG: str = typer.Option(
    "", "--debug", metavar="DIR", show_default=False, help="Write a picture and numbers of every stage here."
)
AS_JSON: bool = typer.Option(False, "--json", help="One JSON object per input on stdout, nothing else there.")
QUIET: bool = typer.Option(False, "--quiet", "-q", help="Tell failures only.")
LIMIT: str = typer.Option(
    "", "--time-limit", metavar="S", show_default=False, help="Give up solving a puzzle after S seconds."
)
FIX: list[str] = typer.Option(
    [],
    "--fix",
    metavar="HINT",
    show_default=False,
    help="Set a hint by hand, as often as needed: r3:2=5 (row 3, colour 2), 'c10:1=(4)' (circled), r7:3=?.",
)
COUNT: int = typer.Option(
    1, "--count", "-n", metavar="N", min=1, show_default=False, help="How many steps to show; 1 without this."
)
FILES: list[str] = typer.Argument(
    [], metavar="[FILE]...", help="Puzzle files or addresses; - reads one from stdin.", show_default=False
)
MAX_SOLUTIONS: int = typer.Option(
    0, metavar="N", min=0, show_default=False, help="Find and show up to N solutions, each by itself."
)
FORCE: bool = typer.Option(False, "--force", "-f", help="Overwrite outputs that exist.")


def _output(text: str) -> str:
    option: str = typer.Option("", "--output", "-o", metavar="PLACE", show_default=False, help=text)
    return option


def _version(asked: bool) -> None:
    if asked:
        from picrosser import __version__

        typer.echo(f"picrosser {__version__}")
        raise typer.Exit


@app.callback()
def picrosser(
    _: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """Solve the puzzles in screenshots of Hungry Cat Picross, and draw the answers over them.

    Writes SHOT-solved.png beside each SHOT (an answer for stdin goes to stdout), shows the picture on
    stdout and a verdict on stderr. The answer is proved to be the only one, or the exit status says
    otherwise.
    """


@app.command(_DEFAULT, hidden=True)
def solve_command(
    shots: list[str] = SHOTS,
    output: str = _output("A PNG file, a folder (DIR/), or - for stdout."),
    debug: str = DEBUG,
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    fix: list[str] = FIX,
    force: bool = FORCE,
) -> int:
    """Solve the puzzles in screenshots, and draw the answers over them."""
    return _run("", shots, output, debug, as_json, quiet, time_limit, fix, force)


@app.command("solve")
def solve_files_command(
    files: list[str] = FILES,
    output: str = _output("The answer: .png, .svg, .html, .txt, .gif, or a puzzle file."),
    max_solutions: int = MAX_SOLUTIONS,
    count: bool = typer.Option(False, "--count", help="Tell how many solutions there are, nothing else."),
    steps: bool = typer.Option(False, "--steps", help="Show the board after each step, and the reasons."),
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    force: bool = FORCE,
    source: str = FROM,
    colours: str = COLOURS,
    columns: str = COLUMNS,
    rows: str = ROWS,
) -> int:
    """Solve puzzle files, and prove that the answer is the only one."""
    fields: dict[str, object] = {
        "shots": tuple(files) or (TYPED,), "output": output, "as_json": as_json, "quiet": quiet,
        "source": source, "words": typed_words(files, (colours, columns, rows)),
        "time_limit_s": _limit(time_limit), "force": force, "max_solutions": max_solutions,
        "count": int(count), "steps": steps,
    }  # fmt: skip
    return run_command("solve", fields)


@app.command("read")
def read_command(
    shots: list[str] = SHOTS,
    output: str = _output("A TOML file, a folder (DIR/), or - for stdout, the usual place."),
    debug: str = DEBUG,
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    fix: list[str] = FIX,
    force: bool = FORCE,
) -> int:
    """Read the hints of screenshots as puzzles in TOML."""
    return _run("read", shots, output, debug, as_json, quiet, time_limit, fix, force)


@app.command("check")
def check_command(
    shots: list[str] = SHOTS,
    output: str = _output("A PNG file, a folder (DIR/), or - for stdout."),
    debug: str = DEBUG,
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    fix: list[str] = FIX,
    force: bool = FORCE,
) -> int:
    """List and mark the mistakes on part-filled boards."""
    return _run("check", shots, output, debug, as_json, quiet, time_limit, fix, force)


@app.command("hint")
def hint_command(
    shots: list[str] = SHOTS,
    count: int = COUNT,
    output: str = _output("A PNG file, a folder (DIR/), or - for stdout."),
    debug: str = DEBUG,
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    fix: list[str] = FIX,
    force: bool = FORCE,
) -> int:
    """Explain the next steps on part-filled boards and in puzzle files."""
    return _run("hint", shots, output, debug, as_json, quiet, time_limit, fix, force, count)


def _limit(text: str) -> float | None:
    try:
        return seconds(text) if text else None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--time-limit") from None


def _run(
    command: str,
    shots: list[str],
    output: str,
    debug: str,
    as_json: bool,
    quiet: bool,
    time_limit: str,
    fix: list[str],
    force: bool,
    count: int = 1,
) -> int:
    limit = _limit(time_limit)
    try:
        fixes = tuple(parse_fix(text) for text in fix)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--fix") from None
    fields: dict[str, object] = {
        "shots": tuple(shots), "output": output, "debug": debug, "as_json": as_json,
        "quiet": quiet, "time_limit_s": limit, "force": force, "fixes": fixes,
        "count": count,
    }  # fmt: skip
    return run_command(command, fields)


register(app)


def render_help() -> str:
    """The text of `picrosser --help`, 80 columns wide: what `help_text.HELP` must be."""
    command = typer.main.get_command(app)
    context = command.make_context("picrosser", [], resilient_parsing=True, terminal_width=80)
    return command.get_help(context) + "\n"


def run_typer(args: list[str]) -> int:
    """Let typer read the arguments and run what they say; the exit status."""
    try:
        status = app(args, prog_name="picrosser", standalone_mode=False)
    except SystemExit as end:  # completion ends this way
        return end.code if isinstance(end.code, int) else 0
    except typer.Abort:
        return int(ExitCode.INTERRUPTED)
    except Exception as error:
        # The class of typer's usage errors lives in click or in typer, depending on its version.
        explain: Callable[[], str] | None = getattr(error, "format_message", None)
        if explain is None:
            raise
        tell(f"picrosser: {explain().strip().removesuffix('.')}; see picrosser --help")
        return int(ExitCode.USAGE)
    if status == ExitCode.INTERRUPTED:  # typer makes a status of Ctrl-C, and says nothing
        tell("picrosser: interrupted")
    return int(status or 0)
