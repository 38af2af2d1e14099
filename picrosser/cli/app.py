"""The typer application: the commands with their options, and what --help says about them.

Each command imports the module that does its work when it runs. Errors are reported on one line, so typer's
own way of showing them is switched off.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import typer

from picrosser.cli.file_commands import FILE_COMMANDS
from picrosser.cli.file_options import FileOptions, Words
from picrosser.cli.group import (
    DEFAULT,
    PlainCommand,
    ScreenshotsOrCommand,
    in_plain_words,
)
from picrosser.cli.inputs import are_puzzle_files, expanded, is_folder, is_picture
from picrosser.cli.options import CLIPBOARD, TYPED_HINTS, Options, UsageError
from picrosser.cli.parameters import (
    AS_JSON,
    BOARD,
    COLOURS,
    COLUMNS,
    DASK,
    DEBUG,
    FIX,
    FLAT,
    FORCE,
    FROM,
    JOBS,
    KIND,
    LIMIT,
    NO_SYMBOLS,
    PICTURE_OUTPUT,
    QUIET,
    RECURSIVE,
    REPORT,
    ROWS,
    SHOTS,
    SHOW,
    SKIP_EXISTING,
    SYMBOLS,
    TOML_OUTPUT,
    VIA_CLIPBOARD,
    fixes_of,
    output_option,
    seconds,
    text_option,
)
from picrosser.cli.report import drop_stdout, print_message, run_guarded
from picrosser.errors import ExitCode
from picrosser.formats.registry import written_suffixes
from picrosser.solving.deduction import Strength

app = typer.Typer(
    name="picrosser",
    cls=ScreenshotsOrCommand,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


# ---- Screenshots and puzzle files: solve, read, check, hint


def _print_version(asked: bool) -> None:
    if asked:
        from picrosser import __version__

        typer.echo(f"picrosser {__version__}")
        raise typer.Exit


@app.callback()
def picrosser(
    _: bool = typer.Option(
        False, "--version", "-V", callback=_print_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Solve the puzzles in screenshots (Hungry Cat Picross, nonograms, Katamino), and draw the solutions.

    The drawing of each SHOT is written beside it, as SHOT-solved.png (for stdin: to stdout). The solution is
    also shown on stdout; messages go to stderr. Exit status 0 means that it is proved to be the only one.
    """


def _screenshots_command(
    work: Callable[[Options], int], output: str = PICTURE_OUTPUT, *, draws: bool = True
) -> Callable[..., int]:
    """Return a command for screenshots that has the options which all of them share.

    draws : it has the options of drawings, too.
    """

    def command(
        shots: list[str] = SHOTS,
        output: str = output,
        debug: str = DEBUG,
        as_json: bool = AS_JSON,
        quiet: bool = QUIET,
        time_limit: str = LIMIT,
        fix: list[str] = FIX,
        kind: str = KIND,
        force: bool = FORCE,
        recursive: bool = RECURSIVE,
        skip_existing: bool = SKIP_EXISTING,
        show: bool = SHOW,
        symbols: bool = SYMBOLS if draws else NO_SYMBOLS,
        clipboard: bool = VIA_CLIPBOARD,
        jobs: int = JOBS,
        report: str = REPORT,
        flat: str = FLAT,
        board: int = BOARD,
        dask: str = DASK,
    ) -> int:
        return _run(
            work, shots, output, debug, as_json, quiet, time_limit, fix, kind, force, recursive,
            skip_existing, show, symbols, clipboard, jobs, report, flat, board, dask,
        )  # fmt: skip

    command.__doc__ = work.__doc__
    return command


def _file_options(options: Options) -> FileOptions | None:
    """The same options for puzzle files, if the inputs are files, or None.

    Raises
    ------
    UsageError : there are options that only pictures have.
    """
    if not are_puzzle_files(options.shots):
        return None
    if options.flat or options.board > 1:
        raise UsageError("--flat and --board are for pictures, not for puzzle files", "leave them out")
    return FileOptions(
        options.shots, options.output, options.as_json, options.quiet, options.time_limit_s, options.force,
        hints=options.count, strength=options.strength,
    )  # fmt: skip


def _solve(options: Options) -> int:
    """Solve the puzzles in screenshots, and draw the solutions over them."""
    if files := _file_options(options):
        from picrosser.cli.solve_files import solve_files

        return solve_files(files)
    from picrosser.cli.solve_screenshots import solve_screenshots

    return solve_screenshots(options)


def _read(options: Options) -> int:
    """Read the puzzles in screenshots and write them as TOML."""
    if options.symbols:
        raise UsageError("--symbols is for drawings, and read draws none", "leave it out")
    if files := _file_options(options):
        from picrosser.cli.read_files import read_files

        return read_files(files)
    from picrosser.cli.read_screenshots import read_screenshots

    return read_screenshots(options)


def _check(options: Options) -> int:
    """List and mark the mistakes on partly solved boards."""
    if files := _file_options(options):
        from picrosser.cli.check_files import check_files

        return check_files(files)
    from picrosser.cli.check_screenshots import check_screenshots

    return check_screenshots(options)


def _hint(options: Options) -> int:
    """Explain the next steps on partly solved boards or in files."""
    if files := _file_options(options):
        from picrosser.cli.hint_files import hint_files

        return hint_files(files)
    from picrosser.cli.check_screenshots import hint_screenshots

    return hint_screenshots(options)


app.command(DEFAULT, hidden=True, cls=PlainCommand)(_screenshots_command(_solve))


@app.command("solve", cls=PlainCommand)
def solve_files(
    files: list[str] = typer.Argument(
        [],
        metavar="FILE...",
        help="Puzzle files or addresses; - reads one from stdin.",
        show_default=False,
    ),
    output: str = output_option(
        "The solution: .png, .jpg, .pdf, .svg, .html, .txt, .gif, or a puzzle file.", "PLACE"
    ),
    fix: list[str] = FIX,
    max_solutions: int = typer.Option(
        0, metavar="N", min=0, show_default=False, help="Find up to N solutions, and show each of them."
    ),
    count: bool = typer.Option(False, "--count", help="Only print the number of solutions."),
    steps: bool = typer.Option(False, "--steps", help="Show the board after each step, with the reason."),
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    force: bool = FORCE,
    source: str = FROM,
    colours: str = COLOURS,
    columns: str = COLUMNS,
    rows: str = ROWS,
) -> int:
    """Solve puzzle files, and prove that the solution is the only one."""
    words: Words = (colours, columns, rows)
    if bool(files) == any(words):
        one = "either files or --colours ..." if files else "a file, or --colours, --columns and --rows"
        raise typer.BadParameter(f"give {one}", param_hint="FILE")
    limit_s, fixes = seconds(time_limit), fixes_of(fix)

    def work() -> int:
        names = expanded(files)
        if not (any(words) or source or max_solutions or count or steps) and _are_drawn_over(names, output):
            return _solve(Options(names, output, "", as_json, quiet, limit_s, force, fixes))
        if fixes:
            raise UsageError(
                "--fix is for screenshots that are solved and drawn over",
                "else convert the screenshot to a puzzle file with --fix, and solve that",
            )
        from picrosser.cli import solve_files as module

        return module.solve_files(
            FileOptions(
                names or (TYPED_HINTS,), output, as_json, quiet, limit_s, force,
                max_solutions=max_solutions, count_only=count, steps=steps, source=source, words=words,
            )
        )  # fmt: skip

    return run_guarded(work)


def _are_drawn_over(names: tuple[str, ...], output: str) -> bool:
    """Whether the inputs are screenshots, and no drawing of the puzzle alone is asked for."""
    as_puzzle = output.lower().endswith((".svg", ".html", ".txt", *written_suffixes()))
    return bool(names) and all(map(is_picture, names)) and not as_puzzle


app.command("read", cls=PlainCommand)(_screenshots_command(_read, TOML_OUTPUT, draws=False))
app.command("check", cls=PlainCommand)(_screenshots_command(_check))


@app.command("hint", cls=PlainCommand)
def hint(
    shots: list[str] = SHOTS,
    count: int = typer.Option(
        1, "--count", "-n", metavar="N", min=1, show_default=False, help="Show N steps; 1 by default."
    ),
    nudge: bool = typer.Option(False, "--nudge", help="Say only where to look."),
    rule: bool = typer.Option(False, "--rule", help="Say where to look and which rule helps."),
    output: str = PICTURE_OUTPUT,
    debug: str = DEBUG,
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    fix: list[str] = FIX,
    kind: str = KIND,
    force: bool = FORCE,
    recursive: bool = RECURSIVE,
    skip_existing: bool = SKIP_EXISTING,
    show: bool = SHOW,
    symbols: bool = SYMBOLS,
    clipboard: bool = VIA_CLIPBOARD,
    jobs: int = JOBS,
    report: str = REPORT,
    flat: str = FLAT,
    board: int = BOARD,
    dask: str = DASK,
) -> int:
    """Explain the next steps on partly solved boards or in files."""
    return _run(
        _hint, shots, output, debug, as_json, quiet, time_limit, fix, kind, force, recursive, skip_existing,
        show, symbols, clipboard, jobs, report, flat, board, dask, count,
        "rule" if rule else "nudge" if nudge else "paint",
    )  # fmt: skip


def _run(
    work: Callable[[Options], int],
    shots: list[str],
    output: str,
    debug: str,
    as_json: bool,
    quiet: bool,
    time_limit: str,
    fix: list[str],
    kind: str,
    force: bool,
    recursive: bool,
    skip_existing: bool,
    show: bool,
    symbols: bool,
    clipboard: bool,
    jobs: int,
    report: str,
    flat: str,
    board: int,
    dask: str,
    count: int = 1,
    strength: Strength = "paint",
) -> int:
    limit_s, fixes = seconds(time_limit), fixes_of(fix)

    def run() -> int:
        names = expanded(shots, recursive=recursive) or ((CLIPBOARD,) if clipboard else ())
        if not names:
            raise UsageError("SHOT... is missing", "name a screenshot, or take it from --clipboard")
        return work(
            Options(
                names, output, debug, as_json, quiet, limit_s, force, fixes, kind, count, skip_existing,
                show, symbols=symbols, strength=strength, clipboard=clipboard, jobs=jobs,
                report=report, folders=tuple(filter(is_folder, shots)), flat=flat, board=board,
                dask=dask,
            )
        )  # fmt: skip

    return run_guarded(run)


# ---- Puzzle files and Katamino

for name, command in FILE_COMMANDS.items():
    app.command(name, cls=PlainCommand)(command)


# ---- A folder, a phone on a cable, and the page for phones and browsers


@app.command("watch", cls=PlainCommand)
def watch(
    folder: str = typer.Argument(
        metavar="FOLDER", help="The folder into which screenshots come.", show_default=False
    ),
    output: str = output_option(
        "The folder for the answers (DIR/); by default beside the screenshots.", "DIR/"
    ),
    existing: bool = typer.Option(False, "--existing", help="Also solve what is in the folder already."),
    notify: bool = typer.Option(False, "--notify", help="Show a notice on the desktop for each picture."),
    recursive: bool = typer.Option(False, "--recursive", "-r", help="Watch the folders in it, too."),
    jobs: int = JOBS,
    as_json: bool = AS_JSON,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    kind: str = KIND,
    force: bool = FORCE,
    symbols: bool = SYMBOLS,
) -> int:
    """Solve each screenshot that comes into a folder."""
    limit_s = seconds(time_limit)

    def work() -> int:
        from picrosser.cli import watch as module

        options = Options(
            (folder,), output, "", as_json, quiet, limit_s, force, kind=kind, symbols=symbols, jobs=jobs,
            recursive=recursive,
        )  # fmt: skip
        return module.watch(options, module.WatchOptions(existing, notify))

    return run_guarded(work)


@app.command("phone", cls=PlainCommand)
def phone(
    serial: str = text_option("--serial", "-s", metavar="SERIAL", help="Which phone, if there are several."),
    output: str = output_option("The answer: a .png, .jpg or .pdf, or a folder (DIR/).", "PLACE"),
    push: bool = typer.Option(False, "--push", help="Put the answer into the phone's gallery."),
    watch: bool = typer.Option(
        False, "--watch", help="Solve each screenshot that is taken on the phone, until Ctrl-C."
    ),
    fill: bool = typer.Option(False, "--fill", help="Tap the answer into the game, cell by cell."),
    dry_run: bool = typer.Option(False, "--dry-run", help="With --fill: only print the taps."),
    tap: str = text_option(
        "--tap", metavar="HOW", help="How the game paints a cell: once (the default), twice or hold."
    ),
    mark: str = text_option(
        "--mark", metavar="HOW", help="Also mark blank cells, for games that need it: once, twice or hold."
    ),
    anyway: bool = typer.Option(
        False, "--anyway", help="Also fill in an answer that is in doubt, or one of several."
    ),
    fix: list[str] = FIX,
    kind: str = KIND,
    show: bool = SHOW,
    debug: str = DEBUG,
    symbols: bool = SYMBOLS,
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    force: bool = FORCE,
) -> int:
    """Solve what an Android phone on a cable shows, and fill it in."""
    limit_s, fixes = seconds(time_limit), fixes_of(fix)

    def work() -> int:
        from picrosser.cli import phone as module

        options = Options(
            (), output, debug, False, quiet, limit_s, force, fixes, kind, show=show, symbols=symbols
        )
        also = module.PhoneOptions(serial, push, watch, fill, dry_run, tap, mark, anyway)
        return module.phone(options, also)

    return run_guarded(work)


@app.command("serve", cls=PlainCommand)
def serve(
    host: str = text_option(
        "--host", metavar="HOST", help="Where to listen; 127.0.0.1, this machine alone, if not given."
    ),
    port: int = typer.Option(
        8765, "--port", metavar="N", min=0, max=65535, help="The port; 0 for any that is free."
    ),
    lan: bool = typer.Option(
        False, "--lan", help="Let phones in the same network in: shows an address with a key, and a QR code."
    ),
    jobs: int = typer.Option(
        0, "--jobs", metavar="N", min=0, max=64, show_default=False,
        help="Work on N pictures at once; if not given, on as many as there are processors, at most 4.",
    ),
    time_limit: str = text_option(
        "--time-limit", metavar="TIME", help="Give up on a picture after so long; 20 s if not given."
    ),
) -> int:  # fmt: skip
    """Serve the page on which a phone or browser solves screenshots."""
    from picrosser.cli import serve as module

    limit_s = seconds(time_limit) if time_limit else module.DEFAULT_LIMIT_S
    return run_guarded(lambda: module.serve(module.ServeOptions(host, port, lan, jobs, limit_s)))


# ---- Running it


_command = cache(typer.main.get_command)  # a program that calls main() again need not put it together again


def run_typer(args: list[str]) -> int:
    """Let typer read the arguments, run the command, and return the exit status."""
    try:
        status = _command(app)(args, prog_name="picrosser", standalone_mode=False)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # `picrosser read --help | head -1`
            drop_stdout()
            return 0
        return end.code if isinstance(end.code, int) else 0  # completion ends this way
    except typer.Abort:
        return int(ExitCode.INTERRUPTED)
    except Exception as error:
        # The class of typer's usage errors lives in click or in typer, depending on its version.
        explain: Callable[[], str] | None = getattr(error, "format_message", None)
        if explain is None:
            raise
        print_message(f"picrosser: {in_plain_words(explain())}; see picrosser --help")
        return int(ExitCode.USAGE)
    if status == ExitCode.INTERRUPTED:  # typer turns Ctrl-C into this status, without a message
        print_message("picrosser: interrupted")
    return int(status or 0)


def render_help() -> str:
    """Return the text of `picrosser --help` on a terminal of 80 columns: the content of help.txt."""
    command = _command(app)
    context = command.make_context(
        "picrosser", [], resilient_parsing=True, terminal_width=78
    )  # typer leaves a margin of 2
    return command.get_help(context) + "\n"


if __name__ == "__main__":  # python -m picrosser.cli.app > picrosser/cli/help.txt
    print(render_help(), end="")
