"""What became of a packing or a count, as a command's report."""

from __future__ import annotations

from typing import Any

from picrosser.cli.report import Report
from picrosser.errors import ExitCode
from picrosser.formats import katamino_text
from picrosser.packing.pack import Counted, Packed, PackStatus
from picrosser.puzzles.katamino import Katamino

EXIT_CODES = {
    PackStatus.PACKED: ExitCode.OK,
    PackStatus.NONE: ExitCode.NO_SOLUTION,
    PackStatus.GAVE_UP: ExitCode.GAVE_UP,
}


def size_words(puzzle: Katamino) -> str:
    """`5 x 3, 3 pieces`: as the game says it, 5 x N."""
    rows, columns = puzzle.shape
    plural = "" if len(puzzle.pieces) == 1 else "s"
    return f"{rows} x {columns}, {len(puzzle.pieces)} piece{plural}"


def packing_facts(puzzle: Katamino, packed: Packed) -> dict[str, Any]:
    """The packings of a JSON object."""
    if not packed.pictures:
        return {}
    letters = [list(katamino_text.letter_rows(puzzle, picture)) for picture in packed.pictures]
    return {"solution": list(packed.pictures[0].lines()), "letters": letters}


def packed_report(name: str, puzzle: Katamino, packed: Packed, drawing: str, output: str) -> Report:
    """The report of `pack`."""
    how = f"{len(packed.pictures)} shown" if len(packed.pictures) > 1 else "packed"
    verdict = f"{size_words(puzzle)}: {packed.why}" if packed.why else f"{size_words(puzzle)}, {how}"
    facts = {
        **packing_facts(puzzle, packed),
        "puzzle": katamino_text.facts(puzzle),
        "output": output if output and packed.pictures else None,
    }
    return Report(name, EXIT_CODES[packed.status], verdict, drawing, facts, is_picture=True)


def counted_report(name: str, puzzle: Katamino, counted: Counted) -> Report:
    """The report of `count_packings`."""
    facts: dict[str, Any] = {"puzzle": katamino_text.facts(puzzle)}
    if counted.status is not PackStatus.GAVE_UP:
        facts |= {"count": counted.packings, "distinct": counted.distinct}
    shown = "" if counted.status is PackStatus.GAVE_UP else str(counted.packings)
    verdict = f"{size_words(puzzle)}: {counted.why or f'{counted.distinct} distinct'}"
    return Report(name, EXIT_CODES[counted.status], verdict, shown, facts)
