"""`picrosser katamino` as typer sees it."""

from __future__ import annotations

import typer

from picrosser.cli.commands import run_guarded
from picrosser.cli.options import Options

PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def register_katamino(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("katamino")(_katamino)


def _katamino(
    pieces: list[str] = typer.Argument(
        metavar="PIECES...", show_default=False,
        help="Numbers 1 to 12, letters, colours, drawings like '##/#.', one .toml or .json file, or pictures "
        "of a card or a board.",
    ),
    columns: int = typer.Option(
        0, "--columns", metavar="N", min=0, show_default=False, help="The board is 5 x N; checked."
    ),
    board: str = typer.Option(
        "", "--board", metavar="FILE", show_default=False, help="A board drawn with # and . (holes)."
    ),
    count: bool = typer.Option(False, "--count", help="Tell how many packings there are, nothing else."),
    every: bool = typer.Option(
        False, "--all", help="Show all packings; turned or flipped boards count as one."
    ),
    repeat: bool = typer.Option(False, "--repeat", help="Allow one of the twelve pieces several times."),
    numbers: bool = typer.Option(False, "--numbers", help="Show the numbers of the pieces, not letters."),
    row: str = typer.Option(
        "", "--row", metavar="ROW", show_default=False, help="Of a card: this row only, a say."
    ),
    penta: int = typer.Option(
        0, "--penta", metavar="N", min=0, show_default=False, help="Of a card: this problem of the rows only."
    ),
    debug: str = typer.Option(
        "", "--debug", metavar="DIR", show_default=False, help="Of a picture: write every stage here."
    ),
    output: str = typer.Option(
        "", "--output", "-o", metavar="FILE", show_default=False,
        help="The packing: .png, .svg, .html, .txt (letters), .toml, .json; or its search: .gif, .apng.",
    ),
    cell_px: int = typer.Option(
        24, "--cell", metavar="PX", min=2, max=400, help="The side of a cell, in pixels."
    ),
    as_json: bool = typer.Option(False, "--json", help="One JSON object on stdout, nothing else there."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Tell failures only."),
    time_limit: float = typer.Option(
        0.0, "--time-limit", metavar="S", min=0, show_default=False, help="Give up after S seconds."
    ),
    force: bool = typer.Option(False, "--force", "-f", help="Overwrite outputs that exist."),
) -> int:  # fmt: skip
    """Pack pentominoes, or other pieces, into a board; any packing will do."""
    from picrosser.cli.katamino_command import KataminoOptions, katamino

    if any(word.lower().endswith(PICTURES) for word in pieces):
        from picrosser.cli.katamino_shot import ShotWords, katamino_shots

        shot = ShotWords(row, penta, numbers, bool(columns or board or count or every or repeat))
        shared = Options(
            tuple(pieces), output=output, debug=debug, as_json=as_json, quiet=quiet,
            time_limit_s=time_limit or None, force=force,
        )  # fmt: skip
        return run_guarded(lambda: katamino_shots(shared, shot))
    if row or penta or debug:
        raise typer.BadParameter("only a picture has rows and stages", param_hint="--row, --penta, --debug")
    options = KataminoOptions(
        tuple(pieces), columns, board, count, every, repeat, numbers, output, cell_px, as_json, quiet,
        time_limit or None, force,
    )  # fmt: skip
    return run_guarded(lambda: katamino(options))
