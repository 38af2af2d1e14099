"""The typer application: the commands with their options, and what --help says about them.

A command's module is imported when it runs. Its function gets what several commands have as one `Options`,
and the command's own options by name. Errors are reported on one line, not as typer shows them.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from inspect import Parameter, Signature
from typing import Any, TypeAlias, TypeVar

import typer

from picrosser.cli import group
from picrosser.cli.inout.inputs import expanded, is_folder, is_piped
from picrosser.cli.inout.report import drop_stdout, print_message, run_guarded, tell_interrupted
from picrosser.cli.inout.time_limit import interrupted_at, time_limit
from picrosser.cli.options import CLIPBOARD, STREAM, Options
from picrosser.errors import ExitCode, UsageError
from picrosser.puzzles import KINDS
from picrosser.puzzles.hints_by_hand import parse_fix
from picrosser.running.deadline import Deadline

T = TypeVar("T")

app = typer.Typer(
    name="picrosser",
    cls=group.ScreenshotsOrCommand,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


USERS_EXTRAS = "heif", "web", "https", "pdf", "dask"  # the others are for those who work on picrosser


def _print_version(asked: bool) -> None:
    if asked:
        from picrosser import __version__

        typer.echo(f"picrosser {__version__}")
        raise typer.Exit


def _print_versions(asked: bool) -> None:
    """What a bug report has to name: the versions of picrosser, of Python, and of what it stands on."""
    if asked:
        import platform
        import re
        from importlib.metadata import PackageNotFoundError, requires, version

        from picrosser import __version__

        typer.echo(f"picrosser {__version__}\nPython {platform.python_version()}, {platform.platform()}")
        needed = "\n".join(requires("picrosser") or ())
        # Each line names a package, and an extra if it is for one of these.
        for name, extra in re.findall(r"^([\w-]+)(?:.*extra == ['\"](\w+))?", needed, re.MULTILINE):
            if extra in ("", *USERS_EXTRAS):
                try:
                    typer.echo(f"{name} {version(name)}")
                except PackageNotFoundError:
                    typer.echo(f"{name} is not installed (extra {extra})")
        raise typer.Exit


@app.callback()
def picrosser(
    _: bool = typer.Option(
        False,
        "--version",
        "-V",
        callback=_print_version,
        is_eager=True,
        help="Show the version and exit; with -v, also those of the packages it uses.",
    ),
    __: bool = typer.Option(False, "--versions", callback=_print_versions, is_eager=True, hidden=True),
) -> None:
    """Solve the puzzles in screenshots (Hungry Cat Picross, nonograms, Katamino), and draw the solutions.

    The drawing of each SHOT is written beside it, as SHOT-solved.png (for stdin: to stdout). The solution is
    also printed on stdout; messages go to stderr. Exit status 0 means that it is proved to be the only one.
    """


# ---- Kinds of options


Given: TypeAlias = tuple[Any, Any]
"""An argument or an option as typer takes it: the type of its value; its names, its default and its help."""


def argument(default: Any, metavar: str, help: str, kind: Any = list[str], **more: Any) -> Given:
    return kind, typer.Argument(default, metavar=metavar, help=help, show_default=False, **more)


def flag(names: str, help: str, default: bool | None = False, **more: Any) -> Given:
    kind = bool | None if default is None else bool
    return kind, typer.Option(default, *names.split(), help=help, **more)


def text(
    names: str, help: str, default: Any = "", *, show: bool = False, kind: Any = str, **more: Any
) -> Given:
    """An option with a value, whose name in the help is the last of `names`; `show` its default there."""
    *flags, metavar = names.split()
    return kind, typer.Option(default, *flags, metavar=metavar, help=help, show_default=show, **more)


def number(names: str, help: str, default: int = 0, **more: Any) -> Given:
    return text(names, help, default, kind=int, **more)


# ---- The options that several commands share, by the names under which `_options` takes them

COMMON = {
    "shots": argument(
        [],
        "SHOT...",
        "Screenshots of puzzles (PNG, JPEG, WebP, GIF, BMP, TIFF, PPM, AVIF, HEIC; up to 64 MB and 60 "
        "million pixels); - reads one from stdin.",
        autocompletion=group.complete_screenshots,
    ),
    "output": text("--output -o PLACE", "A .png, .jpg or .pdf, a folder (DIR/), or - for stdout."),
    "debug": text(
        "--debug DIR",
        "Write a picture and the numbers of every stage to DIR, replacing those of an earlier run. If DIR "
        "holds other files, --force is needed; it may overwrite them but removes none.",
    ),
    "as_json": flag("--json", "Print one JSON object per input, and nothing else."),
    "quiet": flag("--quiet -q", "Report failures only."),
    "time_limit": text(
        "--time-limit TIME", "Time allowed for each input: 90, 90s or 2m; 60 s by default, 0 for no limit."
    ),
    "fix": text(
        "--fix HINT",
        "Set a hint by hand; may be repeated. Hungry Cat: r3:2=5 (row 3, 2nd colour from the left), "
        "'c10:1=(4)' (1st from the top, circled), r7:3=? (unknown). A nonogram's line: 'r3=2 1 4', "
        "'c2=2/1 3/2' (length/colour), c10=?.",
        default=[],
        kind=list[str],
    ),
    "kind": text(
        "--kind KIND",
        "hungry-cat, nonogram or katamino; detected by default.",
        autocompletion=lambda incomplete: [kind for kind in KINDS if kind.startswith(incomplete)],
    ),
    "force": flag("--force -f", "Overwrite existing files."),
    "recursive": flag("--recursive -r", "Search subfolders too."),
    "skip_existing": flag("--skip-existing", "Skip screenshots that have an answer already."),
    "show": flag("--open", "Open the answer in your picture viewer."),
    "symbols": flag("--symbols", "Draw a symbol into every painted cell, not only where colours look alike."),
    "clipboard": flag(
        "--clipboard", "Copy the answer to the clipboard; without SHOT, also take the screenshot from there."
    ),
    "jobs": number("--jobs -j N", "How many screenshots to work on at once; by default one per CPU.", min=0),
    "report": text("--report FILE", "Write a row per input to an .html, .csv or .jsonl file."),
    "flat": text("--flat FILE", "Also write the picture as it was read; a photographed page is made flat."),
    "board": number("--board N", "Which nonogram on the page, largest first; 1 by default.", 1, min=1),
    "dask": text("--dask ADDRESS", "Work on a Dask cluster; 'local' starts one on this machine."),
    "source": text("--from FORMAT", "Format of the input; detected by default."),
    "puzzle": number("--puzzle N", "Which puzzle of a file that holds several; all by default.", min=0),
    "colours": text("--colours --colors LETTERS", "A puzzle instead of a file: 'R:red B:#2d6a98'."),
    "columns": text("--columns HINTS", "Its columns: 'r2B3 b5 R4B1'."),
    "rows": text("--rows HINTS", "Its rows, like --columns."),
}
SCREENSHOTS = (
    "shots output debug as_json quiet time_limit fix kind force recursive skip_existing show symbols "
    "clipboard jobs report flat board puzzle dask"
)
"""The options of the commands for screenshots."""
WORDS = "colours columns rows"  # the options for a puzzle in letters
SERVER_LIMIT = 20  # seconds: a phone's owner waits no longer
CELL = number("--cell PX", "The side of a cell, in pixels.", 24, show=True, min=2, max=400)

_FIELDS = {field.name for field in fields(Options)}


def _options(given: dict[str, Any]) -> tuple[Options, dict[str, Any]]:
    """What the command line says: as `Options`, and what only this command has."""
    own = dict(given)
    found: dict[str, Any] = {name: own.pop(name) for name in given if name in _FIELDS}
    found["time_limit_s"] = _parsed("--time-limit", time_limit, own.pop("time_limit", ""))
    found["fixes"] = tuple(_parsed("--fix", parse_fix, text) for text in own.pop("fix", ()))
    if "rows" in own:
        found["words"] = (own.pop("colours"), own.pop("columns"), own.pop("rows"))
    if "files" in own:
        no_words = not any(found["words"])
        found["inputs"] = expanded(own.pop("files")) or (STREAM,) * (no_words and is_piped())
    if (shots := own.pop("shots", None)) is not None:
        inputs = expanded(shots, recursive=found["recursive"]) or (CLIPBOARD,) * found["clipboard"]
        inputs = inputs or (STREAM,) * is_piped()
        if not inputs:
            raise UsageError("SHOT... is missing", "name a screenshot, or take it from --clipboard")
        found |= {"inputs": inputs, "folders": tuple(filter(is_folder, shots))}
    return Options(**found), own


def _parsed(name: str, parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except ValueError as error:
        raise UsageError(f"{name}: {error}", "see picrosser --help") from None


# ---- The commands


def _command(
    name: str, help: str, shared: str = "", *, work: str = "", one_input: bool = False, **own: Given
) -> None:
    """Add a command, whose own options come where the `+` stands among the `shared` ones, or else first.

    work : its module in `picrosser.cli.commands` and its function there, "check:hint"; by default its name.
    one_input : the time limit is for all of its work.
    """
    before, _, after = shared.rpartition("+")
    names = list(dict.fromkeys([*before.split(), *own, *after.split()]))
    params = {name: {**COMMON, **own}[name] for name in names}
    module, function = work.split(":") if work else (name, name)

    def command(**given: Any) -> int:
        def run() -> int:
            options, rest = _options(given)
            done: Callable[..., int] = getattr(import_module(f"picrosser.cli.commands.{module}"), function)
            with interrupted_at(Deadline.after(options.time_limit_s if one_input else None)):
                return done(options, **rest)

        return run_guarded(run)

    command.__doc__ = help
    command.__annotations__ = {name: kind for name, (kind, _) in params.items()}
    signature = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=info, annotation=kind)
        for name, (kind, info) in params.items()
    ]
    setattr(command, "__signature__", Signature(signature))  # noqa: B010  (typer reads it)
    app.command(name, cls=group.PlainCommand, hidden=name == group.DEFAULT)(command)


_command(
    group.DEFAULT,
    "Solve the puzzles in screenshots, and draw the solutions over them.",
    SCREENSHOTS,
    work="solve_files:solve_inputs",
)
_command(
    "solve",
    "Solve puzzle files, and prove that the solution is the only one.",
    f"+ as_json quiet time_limit force source puzzle {WORDS}",
    work="solve_files:solve",
    files=argument([], "FILE...", "Puzzle files or addresses; - reads one from stdin."),
    output=text(
        "--output -o PLACE",
        "The solution: .png, .jpg, .pdf, .svg, .html, .txt, .gif, a puzzle file, or a folder (DIR/) for "
        "several.",
    ),
    fix=COMMON["fix"],
    max_solutions=number("--max-solutions N", "Find up to N solutions, and show each of them.", min=0),
    count_only=flag("--count", "Print only the number of solutions."),
    steps=flag("--steps", "Show the board after each step, with the reason."),
)
_command(
    "read",
    "Read the puzzles in screenshots and write them as TOML.",
    f"shots + {SCREENSHOTS}",
    output=text("--output -o PLACE", "A TOML file, a folder (DIR/), or - for stdout, the default."),
    symbols=flag("--symbols", "", hidden=True),
)
_command("check", "List and mark the mistakes on partly solved boards.", SCREENSHOTS)
_command(
    "hint",
    "Explain the next steps on partly solved boards or in files.",
    f"shots + {SCREENSHOTS}",
    work="check:hint",
    count=number("--count -n N", "Show N steps; 1 by default.", 1, min=1),
    nudge=flag("--nudge", "Say only where to look."),
    rule=flag("--rule", "Say where to look and which rule helps."),
)
_command(
    "convert",
    "Convert a puzzle file or a screenshot to another format.",
    f"+ source puzzle {WORDS} fix quiet time_limit force",
    one_input=True,
    places=argument(
        ...,
        "IN OUT",
        "IN is a puzzle file, a screenshot, an address or -; OUT is a puzzle file, or - for stdout, the "
        "default with --to.",
    ),
    target=text("--to FORMAT", "Format of the output, if its suffix does not tell."),
    solution=flag(
        "--solution/--no-solution",
        "Write the solution too, or leave it out; by default a puzzle file's is kept, and a screenshot's "
        "is left out.",
        default=None,
        show_default=False,
    ),
)
_command(
    "draw",
    "Draw a puzzle file with its hints: image, web page or text.",
    f"+ source puzzle {WORDS} time_limit force",
    one_input=True,
    file=argument("", "[FILE]", "A file, an address or -.", kind=str),
    output=text(
        "--output -o FILE",
        "A .png, .jpg, .pdf, .svg, .html or .txt, or an animation of the solving: .gif or .apng.",
    ),
    solve_it=flag("--solve", "Solve the puzzle, instead of drawing a stored solution."),
    empty=flag("--empty", "Leave out the stored solution."),
    hints=flag("--hints/--no-hints", "Draw the hints beside the board.", default=True),
    cell_px=CELL,
    per_cell=flag("--per-cell", "In an animation: one frame for each cell."),
    palette=flag("--palette", "Show the named colours, instead of a puzzle."),
    symbols=flag("--symbols", "Draw a symbol into each painted cell."),
)
_command(
    "enter",
    "Type in a puzzle line by line; errors are reported at once.",
    "+ force",
    output=text("--output -o FILE", "The puzzle file; stdout by default."),
    target=text("--to FORMAT", "Format of the output, if its suffix does not tell."),
)
_command(
    "make",
    "Make a puzzle from a picture; report uniqueness and difficulty.",
    "+ time_limit force",
    one_input=True,
    picture=argument(..., "PICTURE", "Any image.", kind=str),
    size=text("--size CxR", "Columns x rows of the board.", "10x15", show=True),
    colour_count=number("--colours --colors N", "Number of colours.", 4, show=True, min=1, max=12),
    family=text("--kind KIND", "hungry-cat or nonogram.", "hungry-cat", show=True),
    output=text("--output -o FILE", "The puzzle file; stdout by default."),
    change=flag("--change", "Change a few cells so that the solution is unique."),
    hardest=text("--difficulty LEVEL", "Solving takes at most line, probe or search.", "search", show=True),
)
_command(
    "katamino",
    "Pack pentominoes, or other pieces, into a board.",
    "+ quiet time_limit force",
    pieces=argument(
        ...,
        "PIECES...",
        "Numbers 1 to 12, letters, colours, drawings like '##/#.', one .toml or .json file, or pictures of a "
        "card or a board.",
    ),
    width=number("--columns N", "Refuse any board but 5 x N.", min=0),
    board_file=text("--board FILE", "A board drawn with # and . (holes)."),
    count_only=flag("--count", "Print only the number of packings."),
    every=flag("--all", "Show all packings; turned or flipped boards count as one."),
    repeat=flag("--repeat", "Allow each of the twelve pieces several times."),
    numbers=flag("--numbers", "Show the numbers of the pieces, not letters."),
    row=text("--row ROW", "For a card: only this row, such as a."),
    penta=number("--penta N", "For a card: only this problem of each row.", min=0),
    debug=text("--debug DIR", "For a picture: write every stage to DIR, as for other screenshots."),
    flat=COMMON["flat"],
    output=text(
        "--output -o FILE",
        "The packing: .png, .jpg, .pdf, .svg, .html, .txt (letters), .toml, .json; or the search for it: "
        ".gif, .apng.",
    ),
    cell_px=CELL,
    as_json=flag("--json", "Print one JSON object, and nothing else."),
)
_command(
    "watch",
    "Solve every screenshot that arrives in a folder.",
    "+ jobs as_json quiet time_limit kind force symbols",
    folder=argument(..., "FOLDER", "The folder to watch.", kind=str),
    output=text("--output -o DIR/", "The folder for the answers (DIR/); by default beside the screenshots."),
    existing=flag("--existing", "Also solve the screenshots that are there already."),
    notify=flag("--notify", "Show a desktop notification for each picture."),
    recursive=flag("--recursive -r", "Watch subfolders too."),
)
_command(
    "phone",
    "Solve what an Android phone on a cable shows, and fill it in.",
    "+ fix kind show debug symbols quiet time_limit force",
    serial=text("--serial -s SERIAL", "Which phone, if there are several."),
    display=text("--display ID", "Which of the phone's displays, if it has several."),
    output=text("--output -o PLACE", "The answer: a .png, .jpg or .pdf, or a folder (DIR/)."),
    push=flag("--push", "Put the answer into the phone's gallery."),
    watch=flag("--watch", "Solve every screenshot taken on the phone, until Ctrl-C."),
    fill=flag("--fill", "Tap the answer into the game, cell by cell."),
    dry_run=flag("--dry-run", "With --fill: only print the taps."),
    tap=text("--tap HOW", "How the game paints a cell: once (the default), twice or hold."),
    mark=text("--mark HOW", "Also mark blank cells, for games that need it: once, twice or hold."),
    anyway=flag("--anyway", "Also fill in a doubtful answer, or one of several."),
)
_command(
    "serve",
    "Serve the page on which a phone or browser solves screenshots.",
    host=text("--host HOST", "Where to listen; by default 127.0.0.1, this machine only."),
    port=number("--port N", "The port; 0 for any free one.", 8765, show=True, min=0, max=65535),
    lan=flag("--lan", "Allow phones on the same network: shows an address with a key, and a QR code."),
    https=text("--https DIR", "Use HTTPS, with a certificate made in this folder if it has none."),
    cert=text("--cert FILE", "Use HTTPS with your own certificate (PEM)."),
    key=text("--key FILE", "The private key of --cert."),
    workers=number(
        "--jobs N",
        "How many pictures to work on at once; by default one per processor, at most 4.",
        min=0,
        max=64,
    ),
    time_limit=text(
        "--time-limit TIME", "Time allowed for each picture; 20 s by default.", str(SERVER_LIMIT)
    ),
)


# ---- Running it

_made = cache(typer.main.get_command)  # a program that calls main() again need not put it together again


def run_typer(args: list[str]) -> int:
    try:
        status = _made(app)(args, prog_name="picrosser", standalone_mode=False)
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
        plain = group.in_plain_words(explain())
        advice = "" if plain.endswith("?") else "; see picrosser --help"
        print_message(f"picrosser: {plain}{advice}", about=ExitCode.USAGE)
        return int(ExitCode.USAGE)
    if status == ExitCode.INTERRUPTED:  # typer turns Ctrl-C into this status, without a message
        tell_interrupted()
    return int(status or 0)


def render_help() -> str:
    """The content of help.txt: the help of `picrosser` on a terminal of 80 columns, then of each command.

    A form feed and the command's name stand before the help of a command; what `--version` prints comes last.
    """
    from picrosser import __version__

    root: Any = _made(app)
    # Typer leaves a margin of 2.
    context = root.make_context("picrosser", [], resilient_parsing=True, terminal_width=78)
    pages = [root.get_help(context)]
    for name, command in root.commands.items():
        if not command.hidden:
            own = command.make_context(name, [], parent=context, resilient_parsing=True, terminal_width=78)
            pages.append(f"\f{name}\n{command.get_help(own)}")
    pages.append(f"\f--version\npicrosser {__version__}")
    return "".join(f"{page}\n" for page in pages)


if __name__ == "__main__":  # python -m picrosser.cli.app > picrosser/cli/help.txt
    print(render_help(), end="")
