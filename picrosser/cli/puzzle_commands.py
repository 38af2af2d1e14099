"""The commands for puzzle files as typer sees them: convert, draw, enter, make; and katamino."""

from __future__ import annotations

from collections.abc import Callable

import typer

from picrosser.cli.commands import run_guarded
from picrosser.cli.katamino_words import register_katamino

FROM: str = typer.Option(
    "",
    "--from",
    metavar="FORMAT",
    show_default=False,
    help="The input's format, if its content does not tell.",
)
COLOURS: str = typer.Option(
    "", "--colours", "--colors", show_default=False, help="Instead of a file: 'R:red B:#2d6a98'."
)
COLUMNS: str = typer.Option("", "--columns", show_default=False, help="With --colours: 'r2B3 b5 R4B1'.")
ROWS: str = typer.Option("", "--rows", show_default=False, help="With --colours: as --columns.")
_FORCE: bool = typer.Option(False, "--force", "-f", help="Overwrite outputs that exist.")
_QUIET: bool = typer.Option(False, "--quiet", "-q", help="Tell failures only.")
_LIMIT: float = typer.Option(
    0.0, "--time-limit", metavar="S", min=0, show_default=False, help="Give up solving after S seconds."
)
_CELL: int = typer.Option(24, "--cell", metavar="PX", min=2, max=400, help="The side of a cell, in pixels.")


TYPED = "the typed hints"
"""What messages call a puzzle that the command line spells out."""


def typed_words(files: list[str], words: tuple[str, str, str]) -> tuple[str, str, str]:
    """The words, where they are the one puzzle."""
    if bool(files) == any(words):
        missing = (
            "a file, or --colours, --columns and --rows" if not files else "either files or --colours ..."
        )
        raise typer.BadParameter(f"give {missing}", param_hint="FILE")
    return words


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    commands: tuple[tuple[str, Callable[..., int]], ...] = (
        ("convert", _convert), ("draw", _draw), ("enter", _enter), ("make", _make),
    )  # fmt: skip
    for name, command in commands:
        app.command(name)(command)
    register_katamino(app)


def _convert(
    places: list[str] = typer.Argument(
        metavar="IN OUT", help="Puzzle files; IN may be an address or - for stdin, OUT - for stdout.",
        show_default=False,
    ),
    source: str = FROM,
    target: str = typer.Option(
        "", "--to", metavar="FORMAT", show_default=False, help="The output's, if its suffix does not tell."
    ),
    colours: str = COLOURS,
    columns: str = COLUMNS,
    rows: str = ROWS,
    quiet: bool = _QUIET,
    force: bool = _FORCE,
) -> int:  # fmt: skip
    """Write a puzzle file in another format, or say what would be lost."""
    from picrosser.cli.convert_command import convert

    words = (colours, columns, rows)
    return run_guarded(lambda: convert(places, source, target, words, quiet=quiet, force=force))


def _draw(
    file: str = typer.Argument("", metavar="[FILE]", help="A file, an address or -.", show_default=False),
    output: str = typer.Option(
        "", "--output", "-o", metavar="FILE", show_default=False,
        help="A .png, .svg, .html or .txt, or an animation of the solving: .gif or .apng.",
    ),
    source: str = FROM,
    colours: str = COLOURS,
    columns: str = COLUMNS,
    rows: str = ROWS,
    solve: bool = typer.Option(False, "--solve", help="Draw the answer, solved here; else the stored one."),
    empty: bool = typer.Option(False, "--empty", help="Leave a stored answer out."),
    hints: bool = typer.Option(True, "--hints/--no-hints", help="Draw the hints beside the board."),
    cell_px: int = _CELL,
    per_cell: bool = typer.Option(False, "--per-cell", help="In an animation: a frame for each cell."),
    palette: bool = typer.Option(False, "--palette", help="Show the named colours, instead of a puzzle."),
    time_limit: float = _LIMIT,
    force: bool = _FORCE,
) -> int:  # fmt: skip
    """Draw a puzzle file with its hints: for paper, a page, a terminal."""
    from picrosser.cli.draw_command import draw
    from picrosser.cli.draw_options import DrawOptions

    options = DrawOptions(
        file, output, source, (colours, columns, rows), solve, empty, hints, cell_px, per_cell, palette,
        time_limit or None, force,
    )  # fmt: skip
    return run_guarded(lambda: draw(options))


def _enter(
    output: str = typer.Option(
        "", "--output", "-o", metavar="FILE", show_default=False, help="The puzzle file; without it, stdout."
    ),
    target: str = typer.Option("", "--to", metavar="FORMAT", show_default=False, help="The output's format."),
    force: bool = _FORCE,
) -> int:
    """Type a puzzle in, line by line; what cannot fit is told at once."""
    from picrosser.cli.enter_command import enter

    return run_guarded(lambda: enter(output, target, force=force))


def _make(
    picture: str = typer.Argument(metavar="PICTURE", help="Any image.", show_default=False),
    size: str = typer.Option("10x15", "--size", metavar="CxR", help="Columns and rows of the board."),
    colours: int = typer.Option(
        4, "--colours", "--colors", metavar="N", min=1, max=12, help="How many inks."
    ),
    kind: str = typer.Option("hungry-cat", "--kind", metavar="KIND", help="hungry-cat or nonogram."),
    output: str = typer.Option(
        "", "--output", "-o", metavar="FILE", show_default=False, help="The puzzle file; without it, stdout."
    ),
    change: bool = typer.Option(False, "--change", help="Take the changes of cells that make it unique."),
    time_limit: float = _LIMIT,
    force: bool = _FORCE,
) -> int:
    """Make a puzzle of a picture, and say whether it is unique and how hard."""
    from picrosser.cli.make_command import MakeOptions, make

    options = MakeOptions(picture, size, colours, kind, output, change, time_limit or None, force)
    return run_guarded(lambda: make(options))
