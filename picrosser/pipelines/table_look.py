"""A picture as a photograph of any kind: of a page, of a screen, and of a Katamino board on a table."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from picrosser.pipelines.photograph_look import PhotographLook

if TYPE_CHECKING:
    from picrosser.pipelines.katamino import KataminoSolved
    from picrosser.pipelines.solved import AnySolved


class TableLook(PhotographLook):
    """A picture as a photograph, which may also show a Katamino board on a table."""

    def table_at_first_sight(self) -> KataminoSolved | None:
        """The board on a table in a picture with a camera's noise; None unless it leaves no doubt.

        Its ruled sheets are sought in any case, and to read the picture as it lies takes several times as
        long as this.
        """
        if self.by_camera or not self.is_likely or self._is_noisy_screenshot:
            return None
        return self._sure_table

    def of_any_kind(self) -> AnySolved | None:
        """The puzzle on a page, a table or a screen; None if the picture is no photograph of one.

        A quiet sensor leaves no more noise than a screenshot has: three of 52 drawn tables are so. Which
        of both it is need not be known if it shows a board that pieces fill exactly. But where few exact
        tones make up a quiet picture, it is a screenshot: text pages, chats, plots and codes have 0.93 to 1.0
        of their pixels in EVEN_TONES of them, 28 drawn tables up to 0.40.
        """
        if not self.is_likely:
            return None if self._has_few_tones else self._sure_table
        if self._hungry_cat_at_first_sight is not None:
            return self._hungry_cat_at_first_sight  # a tenth of the time of a look at a table
        if self.kind == "katamino" or self._sure_table is not None:
            return self._table
        return self.of_hinted() or self._table

    @property
    def _has_few_tones(self) -> bool:
        from picrosser.reading.katamino.areas import has_few_tones

        return has_few_tones(self.page.image[::2, ::2])  # which shows the same tones in a quarter of the time

    @property
    def _sure_table(self) -> KataminoSolved | None:
        return None if self._table is None or self._table.doubts else self._table

    @cached_property
    def _table(self) -> KataminoSolved | None:
        if self.kind not in (None, "katamino"):
            return None
        if self.kind is None and self._page is not None:
            return None  # digits in rows and columns beside it may look like a board with pieces
        from picrosser.pipelines.katamino_photograph import solve_table  # few pictures come here

        sheets = [sheet for sheet in self._sheets if not sheet.is_page]
        return solve_table(self.page.image, sheets, self._deadline, self._on_stage)
