"""The look at a Katamino board on a table."""

from __future__ import annotations

from picrosser.looks.attempt import View
from picrosser.looks.belief import TABLE
from picrosser.looks.certainty import is_no_other_kind
from picrosser.looks.search import Look, Search
from picrosser.pipelines.katamino import KataminoSolved, solve_table


def _read_table(search: Search) -> KataminoSolved | None:
    evidence = search.evidence
    sheets = [sheet for sheet in evidence.sheets if not sheet.is_page]
    solved = solve_table(evidence.image, sheets, search.deadline, search.on_stage)
    # In a picture that may be a photograph though it has no noise, a board that pieces fill exactly is one.
    is_believed = solved is None or evidence.is_photograph or not solved.doubts
    return solved if is_believed else None


def _may_be_table(search: Search) -> bool:
    """Whether a ruled sheet may be a wooden board.

    Digits in rows and columns beside a nonogram's sheet may look like a board with pieces.
    """
    if not search.may_be("katamino"):
        return False
    shown = search.belief.on_screen
    is_nonogram = search.evidence.nonogram_sheet is not None or (
        shown is not None and is_no_other_kind(shown)
    )
    return search.request.kind is not None or not is_nonogram


KATAMINO_TABLE = Look(TABLE, View.FROM_THE_FRONT, "katamino", _may_be_table, _read_table)
