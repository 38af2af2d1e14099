"""What the commands write and print of packings: an image, a page, text or a file; matrices of pieces."""

from picrosser.cli.inout.report import stdout_depth
from picrosser.cli.options import Options
from picrosser.drawing.terminal import Depth, coloured_text
from picrosser.formats import katamino_text
from picrosser.pipelines.katamino import KataminoSolved
from picrosser.puzzles.katamino import Katamino
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import counted


def packing_bytes(puzzle: Katamino, picture: Picture | None, options: Options) -> bytes:
    """Return the file of a packing, or of the empty board; PNG for stdout, which has no suffix."""
    suffix, cell_px = options.suffix, options.cell_px
    if suffix in (".svg", ".html"):
        from picrosser.drawing.packing import packing_svg
        from picrosser.drawing.svg import html_page

        drawing = packing_svg(puzzle, picture, cell_px=cell_px)
        title = f"Katamino {packing_size(puzzle)}"
        return (html_page(drawing, title) if suffix == ".html" else drawing).encode()
    if suffix in (".txt", ".toml", ".json"):
        return katamino_text.packing_text(puzzle, picture, suffix).encode()
    from picrosser.drawing.packing import blank_board, packing_image
    from picrosser.drawing.picture_files import picture_bytes

    return picture_bytes(packing_image(picture or blank_board(puzzle), cell_px=cell_px), suffix or ".png")


def packing_size(puzzle: Katamino) -> str:
    """Return the size as the game says it, rows first: `5 x 3, 3 pieces`."""
    rows, columns = puzzle.shape
    return f"{rows} x {columns}, {counted(len(puzzle.pieces), 'piece')}"


def matrix_text(puzzle: Katamino, picture: Picture, *, numbers: bool = False) -> str:
    """The matrix of the pieces' letters or numbers, beside coloured blocks if stdout shows colours."""
    rows = (katamino_text.number_rows if numbers else katamino_text.letter_rows)(puzzle, picture)
    depth = stdout_depth()
    if depth is Depth.TEXT:
        return "\n".join(rows)
    width = max(map(len, rows))
    blocks = coloured_text(picture, depth).split("\n")
    return "\n".join(f"{row:<{width}}   {block}" for row, block in zip(rows, blocks, strict=True))


def packings_text(solved: KataminoSolved, *, numbers: bool = False) -> str:
    if not solved.is_drawn:
        return ""
    texts = {
        result.problem.name: matrix_text(result.puzzle, result.picture, numbers=numbers)
        for result in solved.problems
        if result.picture is not None
    }
    return "\n\n".join(f"{name}:\n{text}" if len(texts) > 1 else text for name, text in texts.items())
