"""What a format cannot hold: writing is refused where the puzzle would change, other losses are reported."""

from __future__ import annotations

from picrosser.errors import PuzzleFileError
from picrosser.formats.puzzle_file import BLACK_ON_WHITE, WHITE, Format, PuzzleFile
from picrosser.formats.registry import detect
from picrosser.formats.text import shown
from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.hungry_cat import all_hints
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN

_KIND_WORDS = {"hungry-cat": "Hungry Cat puzzles", "nonogram": "nonograms"}


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
        advice = "use .toml" if file.kind == "hungry-cat" else "use .toml or .json"
        raise PuzzleFileError(f"{target.words} cannot hold this: {'; '.join(refused)}", advice)
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


def refusals(file: PuzzleFile, target: Format) -> tuple[str, ...]:
    """List what would be lost of the puzzle itself, one clause each."""
    puzzle = file.puzzle
    if file.kind != target.kind:
        return (f"it is for {_KIND_WORDS[target.kind]} only",)
    found = []
    if puzzle.colours > target.max_colours:
        found.append(f"{puzzle.colours} colours (at most {target.max_colours})")
    if isinstance(puzzle, Nonogram):
        if not target.unknown and (None in puzzle.rows or None in puzzle.cols):
            found.append("lines with unknown hints")
        if not target.given and any(cell != UNKNOWN for row in puzzle.given or () for cell in row):
            found.append("given cells")
        found += [f"hints that contradict each other ({wrong})" for wrong in contradictions(puzzle)[:1]]
    elif not target.unknown and any(None in (hint.count, hint.contiguous) for hint in all_hints(puzzle)):
        found.append("unknown hints")
    if target.is_picture and file.solution is None:
        found.append("hints without a stored solution (it holds only the solution)")
    elif target.is_picture and file.solution is not None and not file.solution.is_complete:
        found.append("a solution with undecided cells")
    return tuple(found)


def warnings(file: PuzzleFile, target: Format) -> tuple[str, ...]:
    """List what would be lost besides the puzzle itself, one clause each."""
    found = []
    if file.title and not target.title:
        found.append("the title")
    if file.solution is not None and not target.solution:
        found.append("the stored solution")
    palette = file.puzzle.palette
    if target.max_colours == 1 and palette != BLACK_ON_WHITE:
        found.append("the colours")
    elif target.name in ("cat-xml", "non") and palette[0] != WHITE:
        found.append("the colour of blank cells")
    return tuple(found)
