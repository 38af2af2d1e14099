"""What a format cannot hold of a puzzle: refused where the puzzle would change, else told."""

from __future__ import annotations

from picrosser.errors import PuzzleFileError
from picrosser.formats.clues import BLACK_ON_WHITE, WHITE
from picrosser.formats.puzzle_file import Format, Kind, PuzzleFile
from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import UNKNOWN

_KIND_WORDS = {"hungry-cat": "Hungry Cat puzzles", "nonogram": "nonograms"}


def kind_of(file: PuzzleFile) -> Kind:
    """The family of a file's puzzle."""
    return "hungry-cat" if isinstance(file.puzzle, HungryCat) else "nonogram"


def write_checked(file: PuzzleFile, target: Format) -> tuple[str, tuple[str, ...]]:
    """The text of a puzzle in a format, and what of its looks is lost in it, one clause each.

    Raises
    ------
    PuzzleFileError : the format cannot hold the puzzle itself; the message says what would be lost.
    """
    refused = refusals(file, target)
    if refused:
        raise PuzzleFileError(f"{target.words} cannot hold this: {'; '.join(refused)}", _other_formats(file))
    if target.write is None:
        raise PuzzleFileError(f"{target.words}: this format can only be read")
    return target.write(file), warnings(file, target)


def _other_formats(file: PuzzleFile) -> str:
    return "use .toml" if kind_of(file) == "hungry-cat" else "use .toml or .json"


def refusals(file: PuzzleFile, target: Format) -> tuple[str, ...]:
    """What would be lost of the puzzle itself, one clause each."""
    puzzle, kind = file.puzzle, kind_of(file)
    if kind not in target.kinds:
        return (f"it is for {_KIND_WORDS[target.kinds[0]]} only",)
    found = []
    if puzzle.colours > target.inks:
        found.append(f"{puzzle.colours} colours, it has {target.inks}")
    if isinstance(puzzle, Nonogram):
        found += _nonogram_refusals(puzzle, target)
    elif not target.unknown and _unknown_hints(puzzle):
        found.append("hints that are not known")
    if target.is_goal:
        found += _goal_refusals(file)
    return tuple(found)


def _nonogram_refusals(puzzle: Nonogram, target: Format) -> list[str]:
    found = []
    if not target.unknown and (None in puzzle.rows or None in puzzle.cols):
        found.append("lines of which nothing is known")
    if not target.given and any(cell != UNKNOWN for row in puzzle.given or () for cell in row):
        found.append("given cells")
    wrong = contradictions(puzzle)
    if wrong:
        found.append(f"clues that contradict each other ({wrong[0]})")
    return found


def _goal_refusals(file: PuzzleFile) -> list[str]:
    if file.solution is None:
        return ["clues without a stored answer (it holds the answer only)"]
    return [] if file.solution.is_complete else ["an answer with undecided cells"]


def _unknown_hints(puzzle: HungryCat) -> bool:
    def unknown(hint: CountHint) -> bool:
        return hint.count is None or hint.contiguous is None

    return any(unknown(hint) for line in (*puzzle.rows, *puzzle.cols) for hint in line)


def warnings(file: PuzzleFile, target: Format) -> tuple[str, ...]:
    """What would be lost of a puzzle's looks and extras, one clause each."""
    found = []
    if file.title and not target.title:
        found.append("the title")
    if file.solution is not None and not target.goal:
        found.append("the stored answer")
    palette = file.puzzle.palette
    if not target.colours and palette != BLACK_ON_WHITE:
        found.append("the colours")
    elif target.name in ("cat-xml", "non") and palette[0] != WHITE:
        found.append("the colour of blank cells")
    return tuple(found)
