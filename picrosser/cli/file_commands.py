"""The commands for puzzle files and for Katamino, with their options: convert, draw, enter, make, katamino.

Each imports the module that does its work when it runs.
"""

from __future__ import annotations

from collections.abc import Callable

import typer

from picrosser.cli.file_options import DrawOptions
from picrosser.cli.options import Options
from picrosser.cli.parameters import (
    CELL,
    COLOURS,
    COLUMNS,
    FIX,
    FLAT,
    FORCE,
    FROM,
    LIMIT,
    QUIET,
    ROWS,
    fixes_of,
    output_option,
    seconds,
    text_option,
)
from picrosser.cli.report import run_guarded
from picrosser.cli.time_limit import within

_PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def convert(
    places: list[str] = typer.Argument(
        metavar="IN OUT",
        help="IN is a puzzle file, a screenshot, an address or -; OUT is a puzzle file, or - for stdout.",
        show_default=False,
    ),
    source: str = FROM,
    target: str = text_option(
        "--to", metavar="FORMAT", help="The output's format, if its suffix does not say it."
    ),
    colours: str = COLOURS,
    columns: str = COLUMNS,
    rows: str = ROWS,
    fix: list[str] = FIX,
    solution: bool | None = typer.Option(
        None,
        "--solution/--no-solution",
        show_default=False,
        help="Write the solution, too, or leave it out; by default a puzzle file's own is kept, and a "
        "screenshot's is left out.",
    ),
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    force: bool = FORCE,
) -> int:
    """Convert a puzzle file or a screenshot to another format."""
    from picrosser.cli import convert as module

    options = module.ConvertOptions(
        places, source, target, (colours, columns, rows), fixes_of(fix), solution, quiet, seconds(time_limit),
        force,
    )  # fmt: skip
    return run_guarded(lambda: within(options.time_limit_s, lambda: module.convert(options)))


def draw(
    file: str = typer.Argument("", metavar="[FILE]", help="A file, an address or -.", show_default=False),
    output: str = output_option(
        "A .png, .jpg, .pdf, .svg, .html or .txt, or an animation of the solving: .gif or .apng."
    ),
    source: str = FROM,
    colours: str = COLOURS,
    columns: str = COLUMNS,
    rows: str = ROWS,
    solve: bool = typer.Option(
        False, "--solve", help="Solve the puzzle, instead of drawing a stored solution."
    ),
    empty: bool = typer.Option(False, "--empty", help="Leave out the stored solution."),
    hints: bool = typer.Option(True, "--hints/--no-hints", help="Draw the hints beside the board."),
    cell_px: int = CELL,
    per_cell: bool = typer.Option(False, "--per-cell", help="In an animation: one frame for each cell."),
    palette: bool = typer.Option(False, "--palette", help="Show the named colours, instead of a puzzle."),
    symbols: bool = typer.Option(False, "--symbols", help="Draw a symbol into each painted cell."),
    time_limit: str = LIMIT,
    force: bool = FORCE,
) -> int:
    """Draw a puzzle file with its hints: image, web page or text."""
    from picrosser.cli import draw as module

    options = DrawOptions(
        file, output, source, (colours, columns, rows), solve, empty, hints, cell_px, per_cell, palette,
        seconds(time_limit), force, symbols,
    )  # fmt: skip
    return run_guarded(lambda: within(options.time_limit_s, lambda: module.draw(options)))


def enter(
    output: str = output_option("The puzzle file; stdout if not given."),
    target: str = text_option("--to", metavar="FORMAT", help="The output's format."),
    force: bool = FORCE,
) -> int:
    """Type in a puzzle line by line; errors are reported at once."""
    from picrosser.cli import enter as module

    return run_guarded(lambda: module.enter(output, target, force=force))


def make(
    picture: str = typer.Argument(metavar="PICTURE", help="Any image.", show_default=False),
    size: str = typer.Option("10x15", "--size", metavar="CxR", help="Columns and rows of the board."),
    colours: int = typer.Option(
        4, "--colours", "--colors", metavar="N", min=1, max=12, help="Number of colours."
    ),
    kind: str = typer.Option("hungry-cat", "--kind", metavar="KIND", help="hungry-cat or nonogram."),
    output: str = output_option("The puzzle file; stdout if not given."),
    change: bool = typer.Option(
        False, "--change", help="Change the cells that make the puzzle uniquely solvable."
    ),
    time_limit: str = LIMIT,
    force: bool = FORCE,
) -> int:
    """Make a puzzle from a picture; report uniqueness and difficulty."""
    from picrosser.cli import make as module

    options = module.MakeOptions(picture, size, colours, kind, output, change, seconds(time_limit), force)
    return run_guarded(lambda: within(options.time_limit_s, lambda: module.make(options)))


def katamino(
    pieces: list[str] = typer.Argument(
        metavar="PIECES...",
        show_default=False,
        help="Numbers 1 to 12, letters, colours, drawings like '##/#.', one .toml or .json file, or pictures "
        "of a card or a board.",
    ),
    columns: int = typer.Option(
        0, "--columns", metavar="N", min=0, show_default=False, help="Check that the board is 5 x N."
    ),
    board: str = text_option("--board", metavar="FILE", help="A board drawn with # and . (holes)."),
    count: bool = typer.Option(False, "--count", help="Only print the number of packings."),
    every: bool = typer.Option(
        False, "--all", help="Show all packings; turned or flipped boards count as one."
    ),
    repeat: bool = typer.Option(False, "--repeat", help="Allow each of the twelve pieces several times."),
    numbers: bool = typer.Option(False, "--numbers", help="Show the numbers of the pieces, not letters."),
    row: str = text_option("--row", metavar="ROW", help="Of a card: only this row, for example a."),
    penta: int = typer.Option(
        0, "--penta", metavar="N", min=0, show_default=False, help="Of a card: only this problem of each row."
    ),
    debug: str = text_option(
        "--debug", metavar="DIR", help="Of a picture: write every stage to DIR, as for other screenshots."
    ),
    flat: str = FLAT,
    output: str = output_option(
        "The packing: .png, .jpg, .pdf, .svg, .html, .txt (letters), .toml, .json; or the search for it: "
        ".gif, .apng."
    ),
    cell_px: int = CELL,
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object, and nothing else."),
    quiet: bool = QUIET,
    time_limit: str = LIMIT,
    force: bool = FORCE,
) -> int:
    """Pack pentominoes, or other pieces, into a board."""
    if any(word.lower().endswith(_PICTURES) for word in pieces):
        from picrosser.cli.katamino_screenshots import CardOptions, pack_screenshots

        card = CardOptions(row, penta, numbers, bool(columns or board or count or every or repeat))
        limit_s = seconds(time_limit)
        return run_guarded(
            lambda: pack_screenshots(
                Options(tuple(pieces), output, debug, as_json, quiet, limit_s, force, flat=flat), card
            )
        )
    if row or penta or debug or flat:
        names = "--row, --penta, --debug, --flat"
        raise typer.BadParameter("only a picture has rows and stages", param_hint=names)
    from picrosser.cli import katamino as module

    options = module.KataminoOptions(
        tuple(pieces), columns, board, count, every, repeat, numbers, output, cell_px, as_json, quiet,
        seconds(time_limit), force,
    )  # fmt: skip
    return run_guarded(lambda: within(options.time_limit_s, lambda: module.katamino(options)))


FILE_COMMANDS: dict[str, Callable[..., int]] = {
    "convert": convert,
    "draw": draw,
    "enter": enter,
    "make": make,
    "katamino": katamino,
}
"""The commands by name, in the order in which the help lists them."""
