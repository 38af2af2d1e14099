"""The look at a Katamino board on a table."""

from __future__ import annotations

from picrosser.looks.belief import TABLE, View
from picrosser.looks.certainty import is_no_other_kind
from picrosser.looks.search import Look, Search
from picrosser.pipelines.katamino import KataminoSolved, solve_table


def _read_table(search: Search) -> KataminoSolved | None:
    evidence = search.evidence
    sheets = [sheet for sheet in evidence.sheets if not sheet.is_page]
    solved = solve_table(evidence.image, sheets, search.deadline, search.on_stage)
    # In a picture that may be a photograph though it has no noise, a board that pieces fill exactly is one.
    is_doubtful = solved is not None and bool(solved.doubts)
    return None if is_doubtful and not evidence.is_photograph else solved


def _may_be_table(search: Search) -> bool:
    if not search.may_be("katamino"):
        return False
    if search.request.kind is not None:
        return True
    shown = search.belief.on_screen
    return search.evidence.nonogram_sheet is None and not (shown is not None and is_no_other_kind(shown))


KATAMINO_TABLE = Look(TABLE, View.FROM_THE_FRONT, _may_be_table, _read_table)
