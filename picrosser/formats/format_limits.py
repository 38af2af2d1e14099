"""What a format cannot hold: writing is refused where the puzzle would change, other losses are reported."""

from __future__ import annotations

from picrosser.errors import PuzzleFileError
from picrosser.formats.puzzle_file import BLACK_ON_WHITE, WHITE, Format, Kind, PuzzleFile
from picrosser.formats.registry import detect
from picrosser.formats.text import shown
from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN

_KIND_WORDS = {"hungry-cat": "Hungry Cat puzzles", "nonogram": "nonograms"}


def kind_of(file: PuzzleFile) -> Kind:
    """Return the family of the puzzle in a file."""
    return "hungry-cat" if isinstance(file.puzzle, HungryCat) else "nonogram"


def write_checked(file: PuzzleFile, target: Format) -> tuple[str, tuple[str, ...]]:
    """Write a puzzle in a format.

    Returns
    -------
    The text, and what the format cannot hold of title, colours and solution, one clause each.

    Raises
    ------
    PuzzleFileError : the format cannot hold the puzzle itself, and the message says what would be lost; or
        its title would make the file look like another format.
    """
    refused = refusals(file, target)
    if refused:
        raise PuzzleFileError(f"{target.words} cannot hold this: {'; '.join(refused)}", _other_formats(file))
    if target.write is None:
        raise PuzzleFileError(f"{target.words}: this format can only be read")
    text = target.write(file)
    if file.title and target.title and _detected(text) != target.name:
        raise PuzzleFileError(
            f"with the title {shown(file.title)}, {target.words} would be taken for another format",
            "change the title, or use .json",
        )
    return text, warnings(file, target)


def _detected(text: str) -> str:
    try:
        return detect(text, "").name
    except PuzzleFileError:
        return ""


def _other_formats(file: PuzzleFile) -> str:
    return "use .toml" if kind_of(file) == "hungry-cat" else "use .toml or .json"


def refusals(file: PuzzleFile, target: Format) -> tuple[str, ...]:
    """List what would be lost of the puzzle itself, one clause each."""
    puzzle, kind = file.puzzle, kind_of(file)
    if kind not in target.kinds:
        return (f"it is for {_KIND_WORDS[target.kinds[0]]} only",)
    found = []
    if puzzle.colours > target.max_colours:
        found.append(f"{puzzle.colours} colours (at most {target.max_colours})")
    if isinstance(puzzle, Nonogram):
        found += _nonogram_refusals(puzzle, target)
    elif not target.unknown and _has_unknown_hints(puzzle):
        found.append("unknown hints")
    if target.is_picture:
        found += _picture_refusals(file)
    return tuple(found)


def _nonogram_refusals(puzzle: Nonogram, target: Format) -> list[str]:
    found = []
    if not target.unknown and (None in puzzle.rows or None in puzzle.cols):
        found.append("lines with unknown hints")
    if not target.given and any(cell != UNKNOWN for row in puzzle.given or () for cell in row):
        found.append("given cells")
    wrong = contradictions(puzzle)
    if wrong:
        found.append(f"hints that contradict each other ({wrong[0]})")
    return found


def _picture_refusals(file: PuzzleFile) -> list[str]:
    if file.solution is None:
        return ["hints without a stored solution (it holds only the solution)"]
    return [] if file.solution.is_complete else ["a solution with undecided cells"]


def _has_unknown_hints(puzzle: HungryCat) -> bool:
    def is_unknown(hint: CountHint) -> bool:
        return hint.count is None or hint.contiguous is None

    return any(is_unknown(hint) for line in (*puzzle.rows, *puzzle.cols) for hint in line)


def warnings(file: PuzzleFile, target: Format) -> tuple[str, ...]:
    """List what would be lost besides the puzzle itself, one clause each."""
    found = []
    if file.title and not target.title:
        found.append("the title")
    if file.solution is not None and not target.solution:
        found.append("the stored solution")
    palette = file.puzzle.palette
    if not target.colours and palette != BLACK_ON_WHITE:
        found.append("the colours")
    elif target.name in ("cat-xml", "non") and palette[0] != WHITE:
        found.append("the colour of blank cells")
    return tuple(found)
