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
        if self.by_camera or not self.is_likely or self._lies_straight:
            return None
        return self._sure_table

    def of_any_kind(self) -> AnySolved | None:
        """The puzzle on a page, a table or a screen; None if the picture is no photograph of one.

        A quiet sensor leaves no more noise than a screenshot has: of 52 drawn tables three are so quiet.
        Which of both it is need not be known if it shows a board that pieces fill exactly.
        """
        return super().of_any_kind() if self.is_likely else self._sure_table

    @cached_property
    def _sure_table(self) -> KataminoSolved | None:
        if self.kind not in (None, "katamino"):
            return None
        from picrosser.pipelines.katamino_photograph import solve_table  # few pictures come here

        table = solve_table(self.page.image, self._sheets, self._deadline, self._on_stage)
        return None if table is None or table.doubts else table
