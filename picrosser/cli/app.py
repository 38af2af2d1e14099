"""The typer application: what the command line looks like, and what it explains.

Errors come back as one line, so typer's own way of showing them is switched off.
"""

from __future__ import annotations

from collections.abc import Callable

import typer

from picrosser.cli.commands import run_command
from picrosser.cli.group import DEFAULT, ShotsOrCommand, complete_kinds, complete_shots
from picrosser.cli.options import seconds
from picrosser.cli.puzzle_commands import COLOURS, COLUMNS, FROM, ROWS, TYPED, register, typed_words
from picrosser.cli.report import tell
from picrosser.errors import ExitCode
from picrosser.puzzles.hints_by_hand import parse_fix

app = typer.Typer(
    name="picrosser",
    cls=ShotsOrCommand,
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
    help="Set a hint by hand, as often as needed: r3:2=5 (row 3, colour 2), 'c10:1=(4)' (circled), r7:3=?; "
    "or a nonogram's line: 'r3=2 1 4', 'c2=2/1 3/2' (run/colour), c10=?.",
)
KIND: str = typer.Option(
    "",
    "--kind",
    metavar="KIND",
    show_default=False,
    autocompletion=complete_kinds,
    help="hungry-cat or nonogram; found out without this.",
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
    """Solve the puzzles in screenshots (Hungry Cat Picross, nonograms), and draw the answers over them.

    Writes SHOT-solved.png beside each SHOT (an answer for stdin goes to stdout), shows the picture on
    stdout and a verdict on stderr. The answer is proved to be the only one, or the exit status says
    otherwise.
    """


@app.command(DEFAULT, hidden=True)
def solve_command(
    shots: list[str] = SHOTS,
    output: str = _output("A PNG file, a folder (DIR/), or - for stdout."),
    debug: str = DEBUG,
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    fix: list[str] = FIX,
    kind: str = KIND,
    force: bool = FORCE,
) -> int:
    """Solve the puzzles in screenshots, and draw the answers over them."""
    return _run("", shots, output, debug, as_json, quiet, time_limit, fix, kind, force)


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
    kind: str = KIND,
    force: bool = FORCE,
) -> int:
    """Read the hints of screenshots as puzzles in TOML."""
    return _run("read", shots, output, debug, as_json, quiet, time_limit, fix, kind, force)


@app.command("check")
def check_command(
    shots: list[str] = SHOTS,
    output: str = _output("A PNG file, a folder (DIR/), or - for stdout."),
    debug: str = DEBUG,
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    fix: list[str] = FIX,
    kind: str = KIND,
    force: bool = FORCE,
) -> int:
    """List and mark the mistakes on part-filled boards."""
    return _run("check", shots, output, debug, as_json, quiet, time_limit, fix, kind, force)


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
    kind: str = KIND,
    force: bool = FORCE,
) -> int:
    """Explain the next steps on part-filled boards and in puzzle files."""
    return _run("hint", shots, output, debug, as_json, quiet, time_limit, fix, kind, force, count)


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
    kind: str,
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
        "kind": kind, "count": count,
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
