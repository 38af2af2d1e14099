"""A screenshot of a picross puzzle goes in, the proved solution comes back drawn over it.

    import picrosser

    image = picrosser.load_image(Path("shot.png"))
    solved = picrosser.solve_screenshot(image)
    picrosser.overlay(image, solved.reading.lattice, solved.outcome.picture).save("solved.png")

Each name is imported when it is first used: numpy alone takes longer to import than `picrosser --help`
takes to answer.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, without the import
if TYPE_CHECKING:
    from pathlib import Path

    from picrosser.drawing.marks import mark_mistakes, mark_steps
    from picrosser.drawing.notebook import show
    from picrosser.drawing.overlay import overlay
    from picrosser.errors import ExitCode, PicrosserError
    from picrosser.formats.files import load_puzzle, save_puzzle
    from picrosser.formats.packing_files import load_packing, save_packing
    from picrosser.formats.packings import plain_board
    from picrosser.imaging.loading import load_image
    from picrosser.imaging.pixels import RGB, Lattice
    from picrosser.packing.pack import Packed, count_packings, pack
    from picrosser.pipelines.hungry_cat import Solved
    from picrosser.pipelines.nonogram import NonogramRead, NonogramSolved
    from picrosser.pipelines.progress import Checked, check_screenshot, hint_screenshot
    from picrosser.pipelines.recognise import solve_screenshot
    from picrosser.puzzles.hungry_cat import CountHint, HungryCat
    from picrosser.puzzles.katamino import Katamino, packing_violations, parse_piece
    from picrosser.puzzles.kind import Kind
    from picrosser.puzzles.nonogram import Nonogram, Run
    from picrosser.puzzles.picture import Picture
    from picrosser.puzzles.stated_runs import StatedRuns
    from picrosser.reading.hungry_cat.assemble import Reading
    from picrosser.solving.count import Counted, count_solutions
    from picrosser.solving.deduce import deductions
    from picrosser.solving.deduction import Deduction
    from picrosser.solving.outcome import Outcome, Status
    from picrosser.solving.solve import solve

    __version__: str

__all__ = [
    "Checked",
    "CountHint",
    "Counted",
    "Deduction",
    "ExitCode",
    "HungryCat",
    "Katamino",
    "Lattice",
    "Nonogram",
    "NonogramRead",
    "NonogramSolved",
    "Outcome",
    "Packed",
    "PicrosserError",
    "Picture",
    "Reading",
    "Run",
    "Solved",
    "StatedRuns",
    "Status",
    "check_screenshot",
    "count_packings",
    "count_solutions",
    "deductions",
    "hint_screenshot",
    "load_image",
    "load_packing",
    "load_puzzle",
    "mark_mistakes",
    "mark_steps",
    "overlay",
    "pack",
    "packing_violations",
    "parse_piece",
    "plain_board",
    "read",
    "save_packing",
    "save_puzzle",
    "show",
    "solve",
    "solve_screenshot",
]

_HOMES = {
    "Checked": "picrosser.pipelines.progress",
    "CountHint": "picrosser.puzzles.hungry_cat",
    "Counted": "picrosser.solving.count",
    "Deduction": "picrosser.solving.deduction",
    "ExitCode": "picrosser.errors",
    "HungryCat": "picrosser.puzzles.hungry_cat",
    "Katamino": "picrosser.puzzles.katamino",
    "Lattice": "picrosser.imaging.pixels",
    "Nonogram": "picrosser.puzzles.nonogram",
    "NonogramRead": "picrosser.pipelines.nonogram",
    "NonogramSolved": "picrosser.pipelines.nonogram",
    "Outcome": "picrosser.solving.outcome",
    "Packed": "picrosser.packing.pack",
    "PicrosserError": "picrosser.errors",
    "Picture": "picrosser.puzzles.picture",
    "Reading": "picrosser.reading.hungry_cat.assemble",
    "Run": "picrosser.puzzles.nonogram",
    "Solved": "picrosser.pipelines.hungry_cat",
    "StatedRuns": "picrosser.puzzles.stated_runs",
    "Status": "picrosser.solving.outcome",
    "check_screenshot": "picrosser.pipelines.progress",
    "count_packings": "picrosser.packing.pack",
    "count_solutions": "picrosser.solving.count",
    "deductions": "picrosser.solving.deduce",
    "hint_screenshot": "picrosser.pipelines.progress",
    "load_image": "picrosser.imaging.loading",
    "load_packing": "picrosser.formats.packing_files",
    "load_puzzle": "picrosser.formats.files",
    "mark_mistakes": "picrosser.drawing.marks",
    "mark_steps": "picrosser.drawing.marks",
    "overlay": "picrosser.drawing.overlay",
    "pack": "picrosser.packing.pack",
    "packing_violations": "picrosser.puzzles.katamino",
    "parse_piece": "picrosser.puzzles.katamino",
    "plain_board": "picrosser.formats.packings",
    "save_packing": "picrosser.formats.packing_files",
    "save_puzzle": "picrosser.formats.files",
    "show": "picrosser.drawing.notebook",
    "solve": "picrosser.solving.solve",
    "solve_screenshot": "picrosser.pipelines.recognise",
}


def read(source: RGB | str | Path, kind: Kind | None = None) -> Reading | NonogramRead:
    """Read the puzzle in a screenshot, repaired where that is certain.

    To repair, the puzzle is solved too; `solve_screenshot` returns the solution as well.

    Parameters
    ----------
    source : (H, W, 3) uint8 sRGB, or the path of a picture.
    kind : "hungry-cat" or "nonogram"; None to find out.

    Raises
    ------
    InputUnreadableError : the path leads to no picture.
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : the board's hints cannot be told apart.
    """
    from pathlib import Path

    from picrosser.imaging.loading import load_image
    from picrosser.pipelines.recognise import solve_screenshot

    image = load_image(Path(source)) if isinstance(source, str | Path) else source
    return solve_screenshot(image, kind=kind).reading


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            found: object = version("picrosser")
        except PackageNotFoundError:  # run from a checkout that is not installed
            found = "0+unknown"
    elif name in _HOMES:
        from importlib import import_module

        found = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module 'picrosser' has no attribute {name!r}")
    globals()[name] = found  # asked once only
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
