"""A picture as a photograph of any kind: of a page, of a screen, and of a Katamino board on a table."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from picrosser.pipelines.how_sure import is_sure
from picrosser.pipelines.photograph_look import PhotographLook

if TYPE_CHECKING:
    from picrosser.pipelines.katamino import KataminoSolved
    from picrosser.pipelines.solved import AnySolved


class KataminoTable(PhotographLook):
    """A picture as a photograph, which may also show a Katamino board on a table."""

    def any_at_first_sight(self) -> AnySolved | None:
        """As for puzzles with hints; or the board on a table.

        A picture's ruled sheets are sought in any case, and to read it as it lies takes several times as long
        as to look for a table.
        """
        return self._hungry_cat_at_first_sight or self._table_at_first_sight or self._askew_page

    @property
    def _table_at_first_sight(self) -> KataminoSolved | None:
        """The board on a table in a picture with a camera's noise; None unless it leaves no doubt."""
        if self.by_camera or not self.is_likely or self._is_noisy_screenshot or self._is_sure_page:
            return None
        return self._sure_table

    def of_any_kind(self) -> AnySolved | None:
        """The puzzle on a page, a table or a screen; None if the picture is no photograph of one.

        In a picture that may be a photograph though it has no noise, a board that pieces fill exactly is one.
        """
        if not self.is_likely:
            return (self._sure_table if self._may_be_quiet else None) or self.of_hinted()
        if self._hungry_cat_at_once is not None:
            return self._hungry_cat_at_once
        if self.kind == "katamino" or self._sure_table is not None:
            return self._table
        return self.of_hinted() or self._table

    @property
    def _is_sure_page(self) -> bool:
        """Whether a nonogram is seen for sure on a sheet with more lines than a wooden board has.

        It is read in any case, and then no table has to be made straight and searched for pieces.
        """
        if self.kind is not None or not self._sheets:
            return False
        from picrosser.reading.photograph.sheet import MAX_LINES_OF_TABLE

        sheet = self._sheets[0]
        may_be_board = not sheet.is_clear or min(sheet.lines) <= MAX_LINES_OF_TABLE
        if may_be_board or not sheet.is_askew:
            return False
        return is_sure(self._nonogram) or self._is_surely_nonogram

    @property
    def _sure_table(self) -> KataminoSolved | None:
        return None if self._table is None or self._table.doubts else self._table

    @cached_property
    def _table(self) -> KataminoSolved | None:
        if self.kind not in (None, "katamino"):
            return None
        if self.kind is None and (self._nonogram_sheet is not None or self._is_surely_nonogram):
            return None  # digits in rows and columns beside it may look like a board with pieces
        from picrosser.pipelines.katamino import solve_table  # few pictures come here

        sheets = [sheet for sheet in self._sheets if not sheet.is_page]
        return solve_table(self.page.image, sheets, self._deadline, self._on_stage)
