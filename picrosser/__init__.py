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

    from picrosser.drawing.overlay import overlay
    from picrosser.errors import ExitCode, PicrosserError
    from picrosser.pipeline import Solved, solve_screenshot
    from picrosser.pixels import RGB, Lattice, load_image
    from picrosser.puzzles.hungry_cat import CountHint, HungryCat
    from picrosser.puzzles.picture import Picture
    from picrosser.reading.assemble import Reading
    from picrosser.solving.outcome import Outcome, Status
    from picrosser.solving.solve import solve

    __version__: str

__all__ = [
    "CountHint",
    "ExitCode",
    "HungryCat",
    "Lattice",
    "Outcome",
    "PicrosserError",
    "Picture",
    "Reading",
    "Solved",
    "Status",
    "load_image",
    "overlay",
    "read",
    "solve",
    "solve_screenshot",
]

_HOMES = {
    "CountHint": "picrosser.puzzles.hungry_cat",
    "ExitCode": "picrosser.errors",
    "HungryCat": "picrosser.puzzles.hungry_cat",
    "Lattice": "picrosser.pixels",
    "Outcome": "picrosser.solving.outcome",
    "PicrosserError": "picrosser.errors",
    "Picture": "picrosser.puzzles.picture",
    "Reading": "picrosser.reading.assemble",
    "Solved": "picrosser.pipeline",
    "Status": "picrosser.solving.outcome",
    "load_image": "picrosser.pixels",
    "overlay": "picrosser.drawing.overlay",
    "solve": "picrosser.solving.solve",
    "solve_screenshot": "picrosser.pipeline",
}


def read(source: RGB | str | Path) -> Reading:
    """Read the puzzle in a screenshot.

    Parameters
    ----------
    source : (H, W, 3) uint8 sRGB, or the path of a picture.

    Raises
    ------
    InputUnreadableError : the path leads to no picture.
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : the board's hints cannot be told apart.
    """
    from pathlib import Path

    from picrosser.pixels import load_image
    from picrosser.reading.read import read_screenshot

    return read_screenshot(load_image(Path(source)) if isinstance(source, str | Path) else source)


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
