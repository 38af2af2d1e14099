"""The looks at a nonogram's picture (as it is, for numbers on their side, in grey, sharp), each settled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from picrosser.errors import GridNotFoundError, HintsUnreadableError, PicrosserError, TimeLimitError
from picrosser.imaging.noise import MIN_NOISE_OF_PHOTOGRAPH
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.pipelines.how_sure import leaves_few_doubts
from picrosser.pipelines.nonogram_paint import chosen_by_board, with_lines_done
from picrosser.pipelines.stages import HeldStages, StageClock
from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import (
    LineFixes,
    NonogramEvidence,
    certain_evidence,
    with_fixed_lines,
    without_leading_zeros,
)
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import StageListener, ignore
from picrosser.repairing.repair_runs import (
    RunsRepaired,
    likeliest_puzzle,
    repair_runs,
    same_up_to_colour_numbers,
)
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Difficulty, Outcome, Status
from picrosser.solving.solve import solve

if TYPE_CHECKING:
    from picrosser.reading.nonogram.boards.rulings import Ruling
    from picrosser.reading.nonogram.boards.score import BoardScored
    from picrosser.reading.nonogram.cells.cells_explained import CellsExplained
    from picrosser.reading.nonogram.read import BoardsFound, NonogramReading
    from picrosser.reading.page.ink import Ink

# Pixels: lower digits may be misread without a doubt, as those of 6 pixels of nonograms_org/pxgluz_8 were
# when it was reduced to three quarters
MIN_SURE_DIGIT_PX = 9.0
# Pixels: in the enlarged picture, lower digits can be told more often than in the picture itself: digits of 8
# pixels in five of seven pictures that left doubts, those of 11 pixels in none of six
MAX_ENLARGED_DIGIT_PX = 10.0
ENLARGED = 2.0  # by which they are enlarged: 1.5 reads fewer of them, 3 no more
LINES_ONLY_S = 0.2  # seconds for what the lines of a puzzle decide at once, after the time is up
# Pieces of ink: of a picture with more, a photograph of texture, sharpening or enlarging shows even more.
# Photographs of squared paper have 2,500 to 14,000, screenshots of a page full of text or code up to 1,700.
MAX_PIECES_OF_SCREEN = 5_000
# The same for a picture in which no board is clear: of 100 pages blurred by 1.6 or 2.2 pixels those whose
# board shows only once they are sharpened have up to 760; photographs of 3 megapixels have 1,600 to 4,500.
MAX_PIECES_OF_BLURRED = 1_500
OUTER_LINES = Doubt(WHOLE_PICTURE, None, (), "the board may have further outermost lines, which are blank")


class Look(NamedTuple):
    """What one look at a picture says.

    settled : the readings that the digits allow; puzzle, outcome, doubts : the one to report.
    explained : what speaks against a nonogram's board; None if the reading leaves doubts anyway.
    digit_boxes : as in `NonogramRead`. place : as in `NonogramSolved`.
    """

    lattice: Lattice
    evidence: NonogramEvidence
    settled: RunsRepaired
    puzzle: Nonogram
    outcome: Outcome
    doubts: tuple[Doubt, ...]
    explained: CellsExplained | None
    is_convincing: bool = False
    digit_boxes: tuple[tuple[Box, ...], ...] = ()
    place: BoardScored | None = None


Found = tuple[Look, HeldStages]
"""A look, and the results of its stages, to be reported once the look is believed."""


class Looker:
    """The ways to look at a picture, for `look_until_sure`.

    The parameters are those of `solve_nonogram`. numbers_are_hints : even if they count from 1 to 9.
    """

    def __init__(
        self,
        image: RGB,
        fixes: LineFixes,
        clock: StageClock,
        *,
        numbers_are_hints: bool,
        ruling: Ruling | None,
        page: PageEvidence,
        boards: BoardsFound | None,
        hints: Nonogram | None,
        sizes: Collection[tuple[int, int]],
        is_one_of_several: bool,
    ) -> None:
        self._hints, self._sizes, self._is_one_of_several = hints, sizes, is_one_of_several
        self.image, self.fixes, self.clock, self.deadline = image, fixes, clock, clock.deadline
        self.numbers_are_hints = numbers_are_hints
        self.ruling = ruling
        self.page = page
        self._known = boards
        self.found: BoardsFound | None = None  # in the picture as it is, once that was looked at
        self._doubtful: list[Nonogram] = []  # the likeliest readings of looks that left doubts
        self._is_near = False  # whether a look left few doubts

    def looks(self) -> Iterator[Callable[[Found | None], Found]]:
        """Yield the looks in order; a picture that is sharp already, or all texture, is looked at once."""
        yield lambda _: self._best_board(self.image)
        if self._sizes:
            return
        from picrosser.reading.attempts.sharpened import sharpened  # most pictures are looked at once

        if self.found is None or self.ruling is not None or len(self.page.ink.boxes) > MAX_PIECES_OF_SCREEN:
            return
        if self._is_one_of_several and self._is_near:
            return
        if self.page.ink.of_colours and self.found.is_clear:
            yield lambda _: self._best_board(self.image, in_grey=True)
        if not self.found.is_clear and not self._may_be_blurred_screen(self.page.ink):
            return
        sharp = sharpened(self.image)
        if sharp is not self.image:
            yield lambda _: self._best_board(sharp)

    def _may_be_blurred_screen(self, ink: Ink) -> bool:
        """Whether a board that cannot be seen may be seen once a picture is sharpened.

        A photograph's texture shows none, and its noise tells it from a blurred screen.
        """
        if len(ink.boxes) > MAX_PIECES_OF_BLURRED:
            return False
        return self.page.noise_sigma < MIN_NOISE_OF_PHOTOGRAPH

    def _best_board(self, image: RGB, *, in_grey: bool = False) -> Found:
        """The first likely board that leaves no doubt, else the best one.

        in_grey : as in `find_boards`.

        Raises
        ------
        GridNotFoundError : nothing in the picture is like a board, or its digits do not form a puzzle.
        HintsUnreadableError : there is a board, but no numbers beside it.
        TimeLimitError : the time was up before the hints of a board were read.
        """
        from picrosser.reading.nonogram.read import NO_BOARD_HELP, find_boards  # costs 30 ms

        self.deadline.check("looking for a board")
        looked = HeldStages()
        as_it_is = image is self.image and not in_grey
        found = self._known if as_it_is else None
        if found is None:
            ink, luma = (self.page.ink, self.page.luma) if as_it_is else (None, None)
            found = find_boards(image, in_grey=in_grey, ink=ink, ruling=self.ruling, luma=luma)
        looked(found.considered)
        self.found = self.found or found
        enlarged = cache(partial(_boards_of_enlarged, found))  # once, whichever boards need it
        best: Found | None = None
        refusal: PicrosserError | None = None
        for board in self._boards_to_read(found):
            if self.deadline.is_past:
                self.clock.pass_on(looked)
                raise TimeLimitError("reading the hints beside a board")
            held = looked.continued()
            look: Look | None = None
            try:
                reading = found.read(board, held)
                look = self._settled(found, reading, held)._replace(digit_boxes=reading.digit_boxes)
            except (GridNotFoundError, HintsUnreadableError) as error:
                refusal = refusal or error
            is_sure = look is not None and not look.doubts
            may_be_enlarged = best is None and self.ruling is None and not self._sizes
            if may_be_enlarged and _is_worth_enlarging(board, is_sure=is_sure):
                look = self._with_enlarged(enlarged(), board.lattice, look)
            if look is None:
                continue
            look = look._replace(is_convincing=board.is_convincing, place=board)
            if not look.doubts and self._may_lack_outer_lines(look.puzzle):
                look = look._replace(doubts=(OUTER_LINES,))
            if not look.doubts:
                return look, held
            self._doubtful.append(look.puzzle)
            best = best or (look, held)
            if found.ink.is_texture:  # in which the likeliest board is one of many that are as likely
                break
        if best is None:
            self.clock.pass_on(looked)
            raise refusal or GridNotFoundError(found.why_none, NO_BOARD_HELP)
        self._is_near |= leaves_few_doubts(best[0].doubts, best[0].puzzle)
        return best

    def _boards_to_read(self, found: BoardsFound) -> Sequence[BoardScored]:
        """The likely boards, the likeliest first; just one, if other views show which sizes it may have."""
        if not self._sizes:
            return found.likely
        of_size = [board for board in found.likely if board.lattice.shape in self._sizes]
        return (of_size or found.likely)[:1]

    def _may_lack_outer_lines(self, puzzle: Nonogram) -> bool:
        """Whether a likelier board that leaves doubts has blank outermost lines, which this one lacks."""
        return any(
            puzzle.shape != other.shape and puzzle.numbers_within == other.numbers_within
            for other in self._doubtful
        )

    def _with_enlarged(self, found: BoardsFound | None, lattice: Lattice, look: Look | None) -> Look | None:
        """What a board with tiny digits states, once the enlarged picture is read, too.

        A reading without doubts needs the other to be the same. Where only the enlarged picture leaves no
        doubt, it counts unless this one was read for sure as something else.

        found : the boards in the enlarged picture; None if it was not enlarged.
        look : what the picture itself says of the board; None if its digits form no puzzle.
        """
        if found is None:
            return look
        for board in found.likely[:1]:
            with suppress(HintsUnreadableError, GridNotFoundError):
                reading = found.read(board)
                again = self._settled(found, reading, ignore)._replace(digit_boxes=reading.digit_boxes)
                may_be_other = look is None or look.settled.outcome is None
                may_be_other &= again.lattice.shape == lattice.shape
                rivals = () if look is None else look.settled.rivals or (look.puzzle,)
                is_same = any(same_up_to_colour_numbers(again.puzzle, rival) for rival in rivals)
                if look is not None and not look.doubts and is_same:
                    return look
                if (look is None or look.doubts) and not again.doubts and (may_be_other or is_same):
                    return again._replace(lattice=lattice, digit_boxes=_reduced(again.digit_boxes))
        if look is None or look.doubts:
            return look
        self.deadline.check("comparing with the enlarged picture")
        doubt = Doubt(WHOLE_PICTURE, None, (), "its digits are tiny, and read otherwise if they are enlarged")
        return look._replace(doubts=(doubt,))

    def _with_what_is_known(self, seen: NonogramReading) -> NonogramEvidence:
        """The evidence of a reading, what is known otherwise in its place.

        Raises
        ------
        GridNotFoundError : the board has another size than the puzzle that is known.
        """
        if self._hints is None:
            return with_fixed_lines(seen.evidence, self.fixes) if self.fixes else seen.evidence
        if seen.lattice.shape != self._hints.shape:
            raise GridNotFoundError(
                "this board has another size than the puzzle that is known", "give the puzzle of this board"
            )
        return certain_evidence(self._hints)

    def _settled(self, found: BoardsFound, seen: NonogramReading, on_stage: StageListener) -> Look:
        """Settle what a reading of one of the boards found says.

        Raises
        ------
        GridNotFoundError : its digits do not form a puzzle.
        """
        image = found.image
        evidence = self._with_what_is_known(seen)
        try:
            settled = repair_runs(evidence, self.deadline)
            fewer = without_leading_zeros(evidence) if settled.puzzle is None else None
            if fewer is not None and not (again := repair_runs(fewer, self.deadline)).doubts:
                evidence, settled = fewer, again
        except TimeLimitError as error:
            return _unsettled(seen.lattice, evidence, error, on_stage)
        if len(settled.rivals) > 1 and settled.outcome is not None:
            settled = chosen_by_board(found, seen.lattice, evidence, settled, self.deadline)
        settled = with_lines_done(image, seen.lattice, evidence, settled)
        on_stage(settled)
        if settled.puzzle is None:
            raise GridNotFoundError(
                "the digits beside the board do not form a puzzle",
                "give a sharper screenshot of the whole board",
            )
        outcome, doubts = _answer(evidence, settled, settled.puzzle, self.deadline)
        explained: CellsExplained | None = None
        if not doubts:
            from picrosser.reading.nonogram.cells.cells_explained import explain_cells

            explained = explain_cells(
                image,
                seen.lattice,
                settled.puzzle,
                outcome.solutions,
                numbers_are_hints=self.numbers_are_hints,
                by_hand=self.ruling is not None,
            )
            on_stage(explained)
            if explained.why:
                doubts = (Doubt(WHOLE_PICTURE, None, (), f"it is probably no nonogram: {explained.why}"),)
        return Look(seen.lattice, evidence, settled, settled.puzzle, outcome, doubts, explained)


def _unsettled(
    lattice: Lattice, evidence: NonogramEvidence, late: TimeLimitError, on_stage: StageListener
) -> Look:
    """The likeliest puzzle that the hints state, when the time was up before all readings were compared.

    Raises
    ------
    TimeLimitError : the digits form no puzzle.
    """
    puzzle = likeliest_puzzle(evidence)
    if puzzle is None:
        raise late
    known = solve(puzzle, timeout_s=LINES_ONLY_S).picture
    outcome = Outcome(Status.GAVE_UP, known, (), (), Difficulty.SEARCH, 0, late.seen, 0.0)
    settled = RunsRepaired(puzzle, outcome, ())
    on_stage(settled)
    return Look(lattice, evidence, settled, puzzle, outcome, (), None)


def _reduced(digit_boxes: tuple[tuple[Box, ...], ...]) -> tuple[tuple[Box, ...], ...]:
    """Boxes in the enlarged picture, as they are in the picture itself."""
    return tuple(
        tuple(
            Box(*(round(side / ENLARGED) for side in (box.top, box.left, box.bottom, box.right)))
            for box in line
        )
        for line in digit_boxes
    )


def _is_worth_enlarging(board: BoardScored, *, is_sure: bool) -> bool:
    """Whether a board's digits are so tiny that what the picture itself says of them is not enough.

    Where that leaves doubts, the board has to be surely one, so that only its digits may be in doubt: those
    that the enlarged picture settles have 0.89 and more of their nats, what texture makes up to 0.85.
    """
    if is_sure:
        return board.height_px < MIN_SURE_DIGIT_PX
    return board.height_px < MAX_ENLARGED_DIGIT_PX and board.is_clear


def _boards_of_enlarged(found: BoardsFound) -> BoardsFound | None:
    """The boards in the enlarged picture; None if it is too large for that, or shows texture.

    found : the boards in the picture itself.
    """
    from picrosser.reading.attempts.enlarged import enlarge
    from picrosser.reading.nonogram.read import find_boards

    view = None if len(found.ink.boxes) > MAX_PIECES_OF_SCREEN else enlarge(found.image, ENLARGED)
    return None if view is None else find_boards(view, in_grey=found.in_grey)


def _answer(
    evidence: NonogramEvidence, settled: RunsRepaired, puzzle: Nonogram, deadline: Deadline
) -> tuple[Outcome, tuple[Doubt, ...]]:
    """The outcome and the doubts.

    A reading is certain because it is the only one with exactly one solution. If no reading has exactly one,
    but the likeliest one fits and adds up, "several solutions" or "not solved in time" says more than "in
    doubt".
    """
    if settled.outcome is not None:
        return settled.outcome, settled.doubts
    outcome = solve(puzzle, timeout_s=deadline.left_s)
    lines = (*evidence.rows, *evidence.cols)
    is_seen = all((line.shapes or line.unknown) and not line.has_non_digit for line in lines)
    is_answer = outcome.status in (Status.SEVERAL, Status.GAVE_UP) and not contradictions(puzzle)
    return outcome, () if is_seen and is_answer and not settled.rivals else settled.doubts
