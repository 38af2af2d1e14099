"""The arguments and options that several commands share, as typer takes them."""

from __future__ import annotations

import typer

from picrosser.cli.group import complete_kinds, complete_screenshots
from picrosser.cli.time_limit import DEFAULT_LIMIT_S, parse_limit
from picrosser.puzzles.hints_by_hand import Fix, parse_fix


def text_option(*names: str, metavar: str | None = None, help: str) -> str:
    """An option that takes a text, "" by default."""
    option: str = typer.Option("", *names, metavar=metavar, show_default=False, help=help)
    return option


def output_option(help: str, metavar: str = "FILE") -> str:
    """The option for the place of what a command writes."""
    return text_option("--output", "-o", metavar=metavar, help=help)


SHOTS: list[str] = typer.Argument(
    [],
    metavar="SHOT...",
    help="Screenshots of puzzles (PNG, JPEG, WebP, GIF, BMP, TIFF, PPM, AVIF, HEIC; "
    "up to 64 MB and 60 million pixels); - reads one from stdin.",
    show_default=False,
    autocompletion=complete_screenshots,
)
PICTURE_OUTPUT = output_option("A .png, .jpg or .pdf, a folder (DIR/), or - for stdout.", "PLACE")
TOML_OUTPUT = output_option("A TOML file, a folder (DIR/), or - for stdout, the default.", "PLACE")
DEBUG = text_option(
    "--debug",
    metavar="DIR",
    help="Write a picture and numbers of every stage to DIR, in place of what an earlier run wrote there. If "
    "it holds other files, --force is needed; it overwrites those whose names are needed, and removes none.",
)
AS_JSON: bool = typer.Option(False, "--json", help="Print one JSON object per input, and nothing else.")
QUIET: bool = typer.Option(False, "--quiet", "-q", help="Only report failures.")
FLAT = text_option(
    "--flat",
    metavar="FILE",
    help="Also write the picture as it was read: of a photographed page, the page made flat.",
)
BOARD: int = typer.Option(
    1,
    "--board",
    metavar="N",
    min=1,
    show_default=False,
    help="Of several nonograms on a page, the Nth by size; if not given, the largest.",
)
FORCE: bool = typer.Option(False, "--force", "-f", help="Overwrite existing files.")
LIMIT = text_option(
    "--time-limit",
    metavar="TIME",
    help="Give up on an input after so long: 90, 90s or 2m; 60 s if not given, 0 for no limit.",
)
RECURSIVE: bool = typer.Option(False, "--recursive", "-r", help="Of a folder: look into its folders, too.")
SKIP_EXISTING: bool = typer.Option(
    False, "--skip-existing", help="Leave out screenshots whose answers exist, instead of refusing them."
)
JOBS: int = typer.Option(
    0,
    "--jobs",
    "-j",
    metavar="N",
    min=0,
    show_default=False,
    help="Screenshots at once; 0, the default: one for each processor.",
)
REPORT = text_option("--report", metavar="FILE", help="One row per input, in an .html, .csv or .jsonl file.")
DASK = text_option(
    "--dask", metavar="ADDRESS", help="Let the workers of a Dask cluster do the work; local starts one here."
)
SHOW: bool = typer.Option(False, "--open", help="Open the answer in the program that shows such files.")
VIA_CLIPBOARD: bool = typer.Option(
    False,
    "--clipboard",
    help="Put the answer into the clipboard; without SHOT take the screenshot from there.",
)
SYMBOLS: bool = typer.Option(
    False, "--symbols", help="Draw a symbol into each painted cell; else only where two colours look alike."
)
NO_SYMBOLS: bool = typer.Option(False, "--symbols", hidden=True)
FIX: list[str] = typer.Option(
    [],
    "--fix",
    metavar="HINT",
    show_default=False,
    help="Set a hint by hand; may be repeated. Hungry Cat: r3:2=5 (row 3, 2nd colour from the left), "
    "'c10:1=(4)' (1st from the top, circled), r7:3=? (unknown). A nonogram's line: 'r3=2 1 4', "
    "'c2=2/1 3/2' (length/colour), c10=?.",
)
KIND: str = typer.Option(
    "",
    "--kind",
    metavar="KIND",
    show_default=False,
    autocompletion=complete_kinds,
    help="hungry-cat, nonogram or katamino; recognised if not given.",
)
FROM = text_option("--from", metavar="FORMAT", help="The format of the input; recognised if not given.")
COLOURS = text_option(
    "--colours", "--colors", metavar="LETTERS", help="Instead of a file: 'R:red B:#2d6a98'."
)
COLUMNS = text_option("--columns", metavar="HINTS", help="With --colours: 'r2B3 b5 R4B1'.")
ROWS = text_option("--rows", metavar="HINTS", help="With --colours: like --columns.")
CELL: int = typer.Option(24, "--cell", metavar="PX", min=2, max=400, help="The side of a cell, in pixels.")


# ---- What their values mean


def fixes_of(texts: list[str]) -> tuple[Fix, ...]:
    """The values of --fix."""
    try:
        return tuple(parse_fix(text) for text in texts)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--fix") from None


def seconds(text: str) -> float | None:
    """The value of --time-limit; None for no limit."""
    try:
        return parse_limit(text) if text else DEFAULT_LIMIT_S
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--time-limit") from None
