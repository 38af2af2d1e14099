"""The typer application: the commands with their options, and what --help says about them.

A command's module is imported when it runs. Its function gets what several commands have as one `Options`,
and the command's own options by name. Errors are reported on one line, not as typer shows them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from inspect import Parameter, Signature
from typing import Any, TypeAlias, TypeVar

import typer

from picrosser.cli.group import (
    DEFAULT,
    PlainCommand,
    ScreenshotsOrCommand,
    complete_screenshots,
    in_plain_words,
)
from picrosser.cli.inout.inputs import expanded, is_folder
from picrosser.cli.inout.report import drop_stdout, print_message, run_guarded
from picrosser.cli.inout.time_limit import interrupted_at, time_limit
from picrosser.cli.options import CLIPBOARD, Options, UsageError
from picrosser.errors import ExitCode
from picrosser.puzzles import KINDS
from picrosser.puzzles.hints_by_hand import parse_fix
from picrosser.running.deadline import Deadline

T = TypeVar("T")

app = typer.Typer(
    name="picrosser",
    cls=ScreenshotsOrCommand,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
        autocompletion=complete_screenshots,
    ),
    "output": text("--output -o PLACE", "A .png, .jpg or .pdf, a folder (DIR/), or - for stdout."),
    "debug": text(
        "--debug DIR",
        "Write a picture and numbers of every stage to DIR, in place of what an earlier run wrote there. If "
        "it holds other files, --force is needed; it overwrites those whose names are needed, and removes "
        "none.",
    ),
    "as_json": flag("--json", "Print one JSON object per input, and nothing else."),
    "quiet": flag("--quiet -q", "Only report failures."),
    "time_limit": text(
        "--time-limit TIME",
        "Give up on an input after so long: 90, 90s or 2m; 60 s if not given, 0 for no limit.",
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
        "hungry-cat, nonogram or katamino; recognised if not given.",
        autocompletion=lambda incomplete: [kind for kind in KINDS if kind.startswith(incomplete)],
    ),
    "force": flag("--force -f", "Overwrite existing files."),
    "recursive": flag("--recursive -r", "Of a folder: look into its folders, too."),
    "skip_existing": flag(
        "--skip-existing", "Leave out screenshots whose answers exist, instead of refusing them."
    ),
    "show": flag("--open", "Open the answer in the program that shows such files."),
    "symbols": flag(
        "--symbols", "Draw a symbol into each painted cell; else only where two colours look alike."
    ),
    "clipboard": flag(
        "--clipboard", "Put the answer into the clipboard; without SHOT take the screenshot from there."
    ),
    "jobs": number("--jobs -j N", "Screenshots at once; 0, the default: one for each processor.", min=0),
    "report": text("--report FILE", "One row per input, in an .html, .csv or .jsonl file."),
    "flat": text(
        "--flat FILE", "Also write the picture as it was read: of a photographed page, the page made flat."
    ),
    "board": number(
        "--board N", "Of several nonograms on a page, the Nth by size; if not given, the largest.", 1, min=1
    ),
    "dask": text("--dask ADDRESS", "Let the workers of a Dask cluster do the work; local starts one here."),
    "source": text("--from FORMAT", "The format of the input; recognised if not given."),
    "colours": text("--colours --colors LETTERS", "Instead of a file: 'R:red B:#2d6a98'."),
    "columns": text("--columns HINTS", "With --colours: 'r2B3 b5 R4B1'."),
    "rows": text("--rows HINTS", "With --colours: like --columns."),
}
SCREENSHOTS = (
    "shots output debug as_json quiet time_limit fix kind force recursive skip_existing show symbols "
    "clipboard jobs report flat board dask"
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
        found["inputs"] = expanded(own.pop("files"))
    if (shots := own.pop("shots", None)) is not None:
        inputs = expanded(shots, recursive=found["recursive"]) or (CLIPBOARD,) * found["clipboard"]
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
    name: str,
    help: str,
    shared: str = "",
    *,
    work: str = "",
    one_input: bool = False,
    hidden: bool = False,
    **own: Given,
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
    app.command(name, cls=PlainCommand, hidden=hidden)(command)


_command(
    DEFAULT,
    "Solve the puzzles in screenshots, and draw the solutions over them.",
    SCREENSHOTS,
    work="solve_files:solve_inputs",
    hidden=True,
)
_command(
    "solve",
    "Solve puzzle files, and prove that the solution is the only one.",
    f"+ as_json quiet time_limit force source {WORDS}",
    work="solve_files:solve",
    files=argument([], "FILE...", "Puzzle files or addresses; - reads one from stdin."),
    output=text(
        "--output -o PLACE", "The solution: .png, .jpg, .pdf, .svg, .html, .txt, .gif, or a puzzle file."
    ),
    fix=COMMON["fix"],
    max_solutions=number("--max-solutions N", "Find up to N solutions, and show each of them.", min=0),
    count_only=flag("--count", "Only print the number of solutions."),
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
    f"+ source {WORDS} fix quiet time_limit force",
    one_input=True,
    places=argument(
        ...,
        "IN OUT",
        "IN is a puzzle file, a screenshot, an address or -; OUT is a puzzle file, or - for stdout.",
    ),
    target=text("--to FORMAT", "The output's format, if its suffix does not say it."),
    solution=flag(
        "--solution/--no-solution",
        "Write the solution, too, or leave it out; by default a puzzle file's own is kept, and a "
        "screenshot's is left out.",
        default=None,
        show_default=False,
    ),
)
_command(
    "draw",
    "Draw a puzzle file with its hints: image, web page or text.",
    f"+ source {WORDS} time_limit force",
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
    output=text("--output -o FILE", "The puzzle file; stdout if not given."),
    target=text("--to FORMAT", "The output's format."),
)
_command(
    "make",
    "Make a puzzle from a picture; report uniqueness and difficulty.",
    "+ time_limit force",
    one_input=True,
    picture=argument(..., "PICTURE", "Any image.", kind=str),
    size=text("--size CxR", "Columns and rows of the board.", "10x15", show=True),
    colour_count=number("--colours --colors N", "Number of colours.", 4, show=True, min=1, max=12),
    family=text("--kind KIND", "hungry-cat or nonogram.", "hungry-cat", show=True),
    output=text("--output -o FILE", "The puzzle file; stdout if not given."),
    change=flag("--change", "Change the cells that make the puzzle uniquely solvable."),
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
    width=number("--columns N", "Check that the board is 5 x N.", min=0),
    board_file=text("--board FILE", "A board drawn with # and . (holes)."),
    count_only=flag("--count", "Only print the number of packings."),
    every=flag("--all", "Show all packings; turned or flipped boards count as one."),
    repeat=flag("--repeat", "Allow each of the twelve pieces several times."),
    numbers=flag("--numbers", "Show the numbers of the pieces, not letters."),
    row=text("--row ROW", "Of a card: only this row, for example a."),
    penta=number("--penta N", "Of a card: only this problem of each row.", min=0),
    debug=text("--debug DIR", "Of a picture: write every stage to DIR, as for other screenshots."),
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
    "Solve each screenshot that comes into a folder.",
    "+ jobs as_json quiet time_limit kind force symbols",
    folder=argument(..., "FOLDER", "The folder into which screenshots come.", kind=str),
    output=text("--output -o DIR/", "The folder for the answers (DIR/); by default beside the screenshots."),
    existing=flag("--existing", "Also solve what is in the folder already."),
    notify=flag("--notify", "Show a notice on the desktop for each picture."),
    recursive=flag("--recursive -r", "Watch the folders in it, too."),
)
_command(
    "phone",
    "Solve what an Android phone on a cable shows, and fill it in.",
    "+ fix kind show debug symbols quiet time_limit force",
    serial=text("--serial -s SERIAL", "Which phone, if there are several."),
    display=text("--display ID", "Which of the phone's displays, if it has several."),
    output=text("--output -o PLACE", "The answer: a .png, .jpg or .pdf, or a folder (DIR/)."),
    push=flag("--push", "Put the answer into the phone's gallery."),
    watch=flag("--watch", "Solve each screenshot that is taken on the phone, until Ctrl-C."),
    fill=flag("--fill", "Tap the answer into the game, cell by cell."),
    dry_run=flag("--dry-run", "With --fill: only print the taps."),
    tap=text("--tap HOW", "How the game paints a cell: once (the default), twice or hold."),
    mark=text("--mark HOW", "Also mark blank cells, for games that need it: once, twice or hold."),
    anyway=flag("--anyway", "Also fill in an answer that is in doubt, or one of several."),
)
_command(
    "serve",
    "Serve the page on which a phone or browser solves screenshots.",
    host=text("--host HOST", "Where to listen; 127.0.0.1, this machine alone, if not given."),
    port=number("--port N", "The port; 0 for any that is free.", 8765, show=True, min=0, max=65535),
    lan=flag("--lan", "Let phones in the same network in: shows an address with a key, and a QR code."),
    workers=number(
        "--jobs N",
        "Work on N pictures at once; if not given, on as many as there are processors, at most 4.",
        min=0,
        max=64,
    ),
    time_limit=text(
        "--time-limit TIME", "Give up on a picture after so long; 20 s if not given.", str(SERVER_LIMIT)
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
        print_message(f"picrosser: {in_plain_words(explain())}; see picrosser --help")
        return int(ExitCode.USAGE)
    if status == ExitCode.INTERRUPTED:  # typer turns Ctrl-C into this status, without a message
        print_message("picrosser: interrupted")
    return int(status or 0)


def render_help() -> str:
    """The content of help.txt: what `picrosser --help` says on a terminal of 80 columns."""
    command = _made(app)
    # Typer leaves a margin of 2.
    context = command.make_context("picrosser", [], resilient_parsing=True, terminal_width=78)
    return command.get_help(context) + "\n"


if __name__ == "__main__":  # python -m picrosser.cli.app > picrosser/cli/help.txt
    print(render_help(), end="")
