"""What is asked for, the state of one search for the puzzle in a picture, and what a look is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError, expect
from picrosser.looks.belief import Attempt, Belief, View
from picrosser.looks.evidence import Evidence
from picrosser.puzzles import KINDS, Kind
from picrosser.puzzles.doubt import NO_FIXES, HintPlace, StatedHint
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import StatedRuns
from picrosser.puzzles.nonogram_evidence import LineFixes
from picrosser.reading.stages import StageListener
from picrosser.running.deadline import Deadline

if TYPE_CHECKING:
    from picrosser.looks.page import PageLook
    from picrosser.looks.screen import ScreenView
    from picrosser.pipelines.hungry_cat import HintFixes
    from picrosser.pipelines.nonogram import NonogramOptions
    from picrosser.pipelines.solved import AnySolved
    from picrosser.reading.hungry_cat.assemble import Reading

REFUSALS = (GridNotFoundError, HintsUnreadableError, FixRefusedError)
"""What a look raises to refuse a picture."""
Fixes = Mapping[HintPlace, StatedHint]
"""Hints set by hand: Hungry Cat's counts, or whole lines of a nonogram."""


class Request(NamedTuple):
    """What the user asks for, and knows about the picture.

    is_hinted : the puzzle has hints beside its board, so it is no Katamino.
    The others are as in `solve_screenshot`.
    """

    kind: Kind | None = None
    fixes: Fixes = NO_FIXES
    board: int = 1
    by_camera: bool = False
    is_hinted: bool = False
    row: str | None = None
    penta: int | None = None

    def checked(self) -> Request:
        """The request with the kind that its fixes state; it raises as `solve_screenshot` does."""
        if self.kind is not None and self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is not a kind of puzzle; the kinds are {', '.join(KINDS)}")
        expect(self.fixes, Mapping, "fixes as a mapping of places to hints")
        if self.board < 1:
            raise ValueError(f"board is {self.board}; the largest is 1")
        stated = {self.kind} - {None}
        stated |= {"hungry-cat"} if self.count_fixes else set()
        stated |= {"nonogram"} if self.line_fixes else set()
        if len(stated) > 1:
            raise FixRefusedError(
                "hints of two kinds of puzzles are set by hand"
                if self.count_fixes and self.line_fixes
                else f"a {self.kind} board has no such hint",
                "a Hungry Cat hint is set like r3:2=5, a nonogram's line like 'r3=2 1 4'",
            )
        kind = stated.pop() if stated else None
        if self.board > 1 and kind not in (None, "nonogram"):
            raise ValueError("only nonograms are chosen by their number")
        return self._replace(kind=kind)

    @property
    def line_fixes(self) -> LineFixes:
        return {place: hint for place, hint in self.fixes.items() if isinstance(hint, StatedRuns)}

    @property
    def count_fixes(self) -> HintFixes:
        return {place: hint for place, hint in self.fixes.items() if isinstance(hint, CountHint)}


class Search:
    """One search for the puzzle in a picture.

    is_thorough : looks follow which seldom help: the picture as it lies left doubts, or is a photograph.
    page : the flat ruled page, if that was read and left doubts.
    screen_views : those of a photographed screen so far that show a nonogram.
    first_view_shows_all : no further view of the screen will show a puzzle.
    shows_stripes, shows_plain_board : whether a board was seen with stripes of hints beside it, and
        one with clear lines and without stripes.
    illegible : a Hungry Cat board most of whose hints are in doubt; it is solved only if nothing else is.
    """

    def __init__(
        self, evidence: Evidence, request: Request, deadline: Deadline, on_stage: StageListener
    ) -> None:
        self.evidence, self.request = evidence, request
        self.line_fixes = request.line_fixes
        self.deadline, self.on_stage = deadline, on_stage
        self.belief = Belief(evidence, request.kind)
        self.is_thorough = request.by_camera
        self.page: PageLook | None = None
        self.screen_views: list[ScreenView] = []
        self.first_view_shows_all = False
        self.shows_stripes = self.shows_plain_board = False
        self.illegible: Reading | None = None

    @cached_property
    def nonogram_options(self) -> NonogramOptions:
        """What the request tells those who read nonograms."""
        from picrosser.pipelines.nonogram import NonogramOptions  # few Hungry Cat screenshots need it

        return NonogramOptions(self.line_fixes, is_stated=self.request.kind is not None)

    def take(self, look: Look) -> Attempt:
        began, solved, refusal = process_time(), None, None
        try:
            solved = look.read(self)
        except REFUSALS as error:
            refusal = error
        attempt = Attempt(look.name, look.view, solved, refusal, process_time() - began)
        self.belief.attempts.append(attempt)
        return attempt

    def may_be(self, kind: Kind) -> bool:
        return self.request.kind in (None, kind) and not (kind == "katamino" and self.request.is_hinted)


class Look(NamedTuple):
    """One way to read a picture.

    name : as `--debug` and refusals list it; no look is taken twice under one name in one view.
    needs : whether the look is worth its time, by what is known when it is due.
    read : returns what it reads, None for nothing, or raises why it refuses the picture.
    """

    name: str
    view: View
    needs: Callable[[Search], bool]
    read: Callable[[Search], AnySolved | None]
