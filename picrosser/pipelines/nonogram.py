"""Nonograms: read a picture's likeliest boards, repair their hints, solve, and compare with what is painted.

The picture is read as it is; if that leaves doubts and it has colours, again by its luma alone. The first
reading without doubts is taken; if there is none, the likeliest board of the first look.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain, islice
from operator import gt
from typing import TYPE_CHECKING, NamedTuple

from picrosser.errors import GridNotFoundError, HintsUnreadableError, PicrosserError, TimeLimitError
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.pipelines.nonogram_enlarged import BLURS_PX, boards_of_enlarged, is_worth_enlarging
from picrosser.pipelines.nonogram_solved import NonogramRead, NonogramSolved
from picrosser.pipelines.stages import StageClock
from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.doubt import NO_FIXES, Doubt, doubt_about_picture
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import (
    LineFixes,
    NonogramEvidence,
    certain_evidence,
    with_fixed_lines,
    without_leading_zeros,
    without_line_numbers,
    without_unused_inks,
)
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_OFF
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import StageListener, ignore
from picrosser.repairing.hidden_runs import lines_without_hints
from picrosser.repairing.repair_runs import (
    MAX_CHANGED,
    MAX_CHANGED_ON_PAGE,
    MAY_BE_SHADES,
    RunsRepaired,
    likeliest_puzzle,
    repair_runs,
    same_up_to_colour_numbers,
    suggested_lines,
)
from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.outcome import Difficulty, Outcome, Status
from picrosser.solving.solve import solve

if TYPE_CHECKING:
    from picrosser.reading.nonogram.boards.rulings import Ruling
    from picrosser.reading.nonogram.boards.score import BoardScored
    from picrosser.reading.nonogram.cells.cells_explained import CellsExplained
    from picrosser.reading.nonogram.read import BoardsFound, NonogramReading

LINES_ONLY_S = 0.2  # seconds for what the lines of a puzzle decide at once, after the time is up
TWO_PAINTS = doubt_about_picture("cells of one colour are painted in two colours")
PAINT_DIFFERS = doubt_about_picture("hidden hints were filled in, but painted cells differ from the solution")
LOST_IN_GREY = doubt_about_picture("in colour it shows further hints, which are as light as the page")
UNCONFIRMED = doubt_about_picture("its digits are tiny, and the enlarged picture does not confirm them")
OUTER_LINES = doubt_about_picture("the board may have further blank lines at its edges")


class BoardRead(NamedTuple):
    """What one board in a picture states.

    settled : the readings that the digits allow; puzzle, outcome, doubts : the one to report.
    explained : what speaks against a nonogram's board; None if the reading leaves doubts anyway.
    image : the picture that was looked at, which may be enlarged; all places are in it.
    digit_boxes : as in `NonogramRead`. is_convincing, ignores_colours : as in `NonogramSolved`.
    """

    lattice: Lattice
    evidence: NonogramEvidence
    settled: RunsRepaired
    puzzle: Nonogram
    outcome: Outcome
    doubts: tuple[Doubt, ...]
    explained: CellsExplained | None
    image: RGB
    digit_boxes: tuple[tuple[Box, ...], ...] = ()
    is_convincing: bool = False
    ignores_colours: bool = False

    def is_part_of(self, other: BoardRead) -> bool:
        """Whether another board has lines in the same places, and further ones with hints."""
        place = self.lattice.place_in(other.lattice, MAX_OFF * self.lattice.pitch_px)
        if place is None:
            return False
        (rows, cols), (top, left) = self.lattice.shape, place
        above_and_below = other.puzzle.rows[:top] + other.puzzle.rows[top + rows :]
        beside = other.puzzle.cols[:left] + other.puzzle.cols[left + cols :]
        return any(above_and_below + beside)

    def placed_in(self, image: RGB) -> BoardRead:
        """With all places as they are in this picture, of another size."""
        factor = len(image) / len(self.image)
        boxes = tuple(tuple(box.times(factor) for box in line) for line in self.digit_boxes)
        return self._replace(lattice=self.lattice.times(factor), digit_boxes=boxes, image=image)


class NonogramOptions(NamedTuple):
    """What is known about a nonogram's picture, and how it is to be read.

    fixes : lines set by hand.
    is_stated : the user says that the picture shows a nonogram, so the numbers beside its board are hints,
        even if they count from 1 to 9.
    ruling : where the lines are, if that is known: of a photograph's flat page, which is looked at once.
    page : the ink of this picture, if others are asked about it, too; with a `ruling`, without lines.
    boards : the boards in this picture, if they are known.
    hints : those of its puzzle, if they are known by other looks; they replace what is seen and set by hand.
    sizes : (rows, cols) of the boards that other views of the same picture show. If there are any, only one
        board is read, once: the likeliest of such a size, or of any size if there is none.
    by_lines : boards are looked for where lines are evenly spaced, not where digits are.
    at_first_sight : only the likeliest board is read, once; what is in doubt is read again otherwise.
    """

    fixes: LineFixes = NO_FIXES
    is_stated: bool = False
    ruling: Ruling | None = None
    page: PageEvidence | None = None
    boards: BoardsFound | None = None
    hints: Nonogram | None = None
    sizes: Collection[tuple[int, int]] = ()
    by_lines: bool = False
    at_first_sight: bool = False

    @property
    def looks_once(self) -> bool:
        """Whether boards are read as the picture itself shows them, and in no other way."""
        return self.ruling is not None or self.at_first_sight or bool(self.sizes)


PLAIN_SCREENSHOT = NonogramOptions()


def solve_nonogram(
    image: RGB,
    options: NonogramOptions = PLAIN_SCREENSHOT,
    *,
    deadline: Deadline = NO_DEADLINE,
    on_stage: StageListener = ignore,
) -> NonogramSolved:
    """Read a nonogram's screenshot, (H, W, 3) uint8 sRGB, and solve it.

    Raises
    ------
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : there is a board, but no numbers beside it.
    FixRefusedError : the board has no such line.
    TimeLimitError : the time was up before the hints were read. If it is up later, the outcome says so.
    """
    clock = StageClock(on_stage, deadline)
    page = options.page or PageEvidence(image, has_lines=options.ruling is None)
    reader = _Reader(image, options, page, clock)
    best: BoardRead | None = None
    refusal: GridNotFoundError | HintsUnreadableError | None = None
    for find in reader.looks():
        try:
            read = reader.best_board(find)
        except (GridNotFoundError, HintsUnreadableError) as error:
            refusal = error
            continue
        best = best if best is not None and read.doubts else read
        if not read.doubts:
            break
    if best is None:
        raise refusal or GridNotFoundError("no puzzle was found in this picture")
    return _solved(image, best, clock, options.fixes)


def _solved(image: RGB, read: BoardRead, clock: StageClock, fixes: LineFixes) -> NonogramSolved:
    puzzle, outcome, doubts, cells = read.puzzle, read.outcome, read.doubts, None
    if outcome.status in (Status.UNIQUE, Status.SEVERAL) and outcome.picture is not None and not read.doubts:
        from picrosser.reading.nonogram.cells.board_state import see_cells

        cells = see_cells(read.image, read.lattice, outcome.picture)
        clock(cells)
        if puzzle.colours > 1 and not fixes and cells.are_painted_in_two(outcome.picture):
            doubts, cells = (TWO_PAINTS,), None
        elif read.settled.filled and cells.differ_from(outcome.picture):
            doubts, cells = (PAINT_DIFFERS,), None
        else:
            puzzle = replace(puzzle, palette=cells.palette)
            outcome = outcome.painted(cells.palette)
    clock.on_stage(outcome)
    placed = read.placed_in(image)
    return NonogramSolved(
        image,
        NonogramRead(placed.lattice, puzzle, doubts, read.settled.filled, placed.digit_boxes),
        outcome,
        cells,
        suggested_lines(read.evidence, read.settled) if doubts else (),
        clock.seconds,
        read.explained,
        read.is_convincing,
        read.ignores_colours,
        evidence=read.evidence,
    )


@dataclass
class _Reader:
    """Reads the boards in one picture.

    doubtful : the likeliest readings of boards in doubt.
    """

    image: RGB
    options: NonogramOptions
    page: PageEvidence
    clock: StageClock
    doubtful: list[BoardRead] = field(default_factory=list)

    def looks(self) -> Iterator[BoardsFound]:
        """The boards in the picture as it is; then as other looks show them, where these may show more."""
        from picrosser.reading.nonogram.boards.propose import boards_in_text, boards_on_lines, propose_boards
        from picrosser.reading.nonogram.read import find_boards  # costs 30 ms

        self.clock.deadline.check("looking for a board")
        options, page, ink = self.options, self.page, self.page.ink
        if options.by_lines and ink.has_many_pieces:
            return
        find = partial(find_boards, propose=boards_on_lines if options.by_lines else propose_boards)
        found = options.boards or find(self.image, ink=ink, ruling=options.ruling, luma=page.luma)
        yield found
        if options.looks_once or ink.has_many_pieces:
            return
        if not options.by_lines:
            in_text = find_boards(self.image, ink=ink, luma=page.luma, propose=boards_in_text)
            yield from (in_text,) if in_text.boards else ()
        if ink.of_colours and (found.is_clear or (ink.has_hardly_digits and not ink.is_texture)):
            yield find(self.image, in_grey=True)
        if (art := page.pixel_art) is not None and not art.ink.has_hardly_digits:
            self.clock(art)
            yield find(art.image, ink=art.ink)

    def best_board(self, found: BoardsFound) -> BoardRead:
        """The first likely board that leaves no doubt, else the best one; raises as `solve_nonogram` does."""
        from picrosser.reading.nonogram.read import NO_BOARD_HELP

        self.clock(found.considered)
        enlarged = cache(partial(boards_of_enlarged, found))  # once, whichever boards need it
        best: tuple[BoardScored, NonogramReading | None, BoardRead] | None = None
        refusal: PicrosserError | None = None
        solved: list[BoardScored] = []  # their hints form a puzzle, which is in doubt otherwise
        for board in self._boards_to_read(found):
            if any(board.lies_as(other) for other in solved):
                continue  # what else stands beside it is not its hints
            self.clock.deadline.check("reading the hints beside a board")
            seen: NonogramReading | None = None
            read: BoardRead | None = None
            try:
                seen = found.read(board, self.clock)
                read = self._answered(found, board, seen, self.clock)
            except (GridNotFoundError, HintsUnreadableError) as error:
                refusal = refusal or error
            if best is None and not self.options.looks_once and is_worth_enlarging(board, read):
                for blur_px in BLURS_PX:
                    read = self._with_enlarged(enlarged(blur_px), board.lattice, read)
                    if read is not None and not read.doubts:
                        break
            if read is None:
                continue
            read = self._checked(found, board, read)
            if not read.doubts:
                return read
            if read.settled.outcome is not None and not read.settled.doubts:
                solved.append(board)
            self.doubtful.append(read)
            best = best or (board, seen, read)
            if found.ink.is_texture:  # in which the likeliest board is one of many that are as likely
                break
        if best is None:
            raise refusal or GridNotFoundError(found.why_none, NO_BOARD_HELP)
        board, seen, read = best
        if seen and read.settled.outcome is None and not self.options.looks_once:
            with suppress(GridNotFoundError):
                corrected = self._answered(found, board, seen, self.clock, corrects=True)
                corrected = self._checked(found, board, corrected)
                return read if corrected.doubts else corrected
        return read

    def _checked(self, found: BoardsFound, board: BoardScored, read: BoardRead) -> BoardRead:
        """What a board states, in doubt if it may not be all of the board."""
        ignores_colours = found.in_grey or read.evidence.single_colour is not None
        read = read._replace(is_convincing=board.is_convincing, ignores_colours=ignores_colours)
        if not read.doubts and self._may_lack_outer_lines(found, board, read):
            return read._replace(doubts=(OUTER_LINES,))
        if not read.doubts and found.in_grey and self._lacks_hints(read):
            return read._replace(doubts=(LOST_IN_GREY,))
        if not (read.doubts or found.ruling or found.in_text) and (why := _cut_off(found, board, read)):
            return read._replace(doubts=(doubt_about_picture(why),))
        return read

    def _boards_to_read(self, found: BoardsFound) -> Iterable[BoardScored]:
        """The likely boards, the likeliest first.

        Just one at first sight, if it is clear, or where other views show which sizes it may have.
        """
        likely = chain(found.likely[:1], map(found.completed, found.likely[1:]))
        if self.options.at_first_sight:
            return islice(likely, int(found.is_clear))
        if not self.options.sizes:
            return chain.from_iterable(map(found.hinted, likely))
        boards = list(likely)
        return ([board for board in boards if board.lattice.shape in self.options.sizes] or boards)[:1]

    def _may_lack_outer_lines(self, found: BoardsFound, board: BoardScored, read: BoardRead) -> bool:
        """Whether a board in doubt has this one's lines and more, or its cells' signs stand beside it."""
        from picrosser.reading.nonogram.cells.crossed_lines import may_go_on

        doubtful = () if found.in_text else self.doubtful  # where a line of characters may be read as a row
        others = [other for other in doubtful if other.puzzle.shape != read.puzzle.shape]
        are_blank = (other.puzzle.numbers_within == read.puzzle.numbers_within for other in others)
        if any(are_blank) or any(map(read.is_part_of, others)):
            return True
        sides = board.below, board.beside_right
        return found.ruling is None and may_go_on(read.image, read.lattice, sides, in_text=found.in_text)

    def _lacks_hints(self, read: BoardRead) -> bool:
        """Whether the colours showed more hints on this board: one of them may have the page's lightness."""
        from picrosser.reading.nonogram.hints.unexplained import MAX_FAINT

        seen = read.puzzle.numbers
        others = (other.puzzle.numbers for other in self.doubtful if other.puzzle.shape == read.puzzle.shape)
        more = (sum(map(gt, map(len, other), map(len, seen))) for other in others)
        return any(lines >= max(FEWEST, MAX_FAINT * len(seen)) for lines in more)

    def _with_enlarged(
        self, found: BoardsFound | None, lattice: Lattice, read: BoardRead | None
    ) -> BoardRead | None:
        """What a board with tiny digits states, once the enlarged picture is read, too."""
        if found is None:
            return read
        for board in found.likely[:1]:
            with suppress(HintsUnreadableError, GridNotFoundError):
                again = self._answered(found, board, found.read(board), ignore)
                may_be_other = read is None or read.settled.outcome is None
                may_be_other &= again.lattice.shape == lattice.shape
                rivals = () if read is None else read.settled.rivals or (read.puzzle,)
                is_same = any(same_up_to_colour_numbers(again.puzzle, rival) for rival in rivals)
                if read is not None and not read.doubts and is_same:
                    return read
                if (read is None or read.doubts) and not again.doubts and (may_be_other or is_same):
                    return again.placed_in(self.image)._replace(lattice=lattice)
        if read is None or read.doubts:
            return read
        self.clock.deadline.check("comparing with the enlarged picture")
        return read._replace(doubts=(UNCONFIRMED,))

    def _with_what_is_known(self, seen: NonogramReading) -> NonogramEvidence:
        """The evidence of a reading, what is known otherwise in its place."""
        if self.options.hints is None:
            return with_fixed_lines(seen.evidence, self.options.fixes)
        if seen.lattice.shape != self.options.hints.shape:
            raise GridNotFoundError(
                "this board is not the size of the known puzzle", "give the puzzle of this board"
            )
        return certain_evidence(self.options.hints)

    def _answered(
        self,
        found: BoardsFound,
        board: BoardScored,
        seen: NonogramReading,
        on_stage: StageListener,
        *,
        corrects: bool = False,
    ) -> BoardRead:
        """Repair and solve what the hints of a board say.

        corrects : misread lines are corrected, which takes up to a second.
        """
        evidence = self._with_what_is_known(seen)
        try:
            most = MAX_CHANGED if self.options.ruling is None else MAX_CHANGED_ON_PAGE
            settled = repair_runs(evidence, self.clock.deadline, max_changed=most, corrects=corrects)
            if settled.rivals and settled.doubts == (MAY_BE_SHADES,):  # solved with these colours and without
                from picrosser.reading.nonogram.cells.finished_lines import are_inks

                if are_inks(found.image, seen.lattice, evidence):
                    settled = replace(settled, doubts=(), rivals=())
            fewer = [without_line_numbers(evidence)] if settled.doubts else []
            fewer += [without_leading_zeros(evidence)] if settled.puzzle is None else []
            for other in filter(None, fewer):
                again = repair_runs(other, self.clock.deadline, max_changed=most)
                if not again.doubts:
                    evidence, settled = other, again
            if settled.doubts and self.options.ruling is None:
                evidence, settled = self._with_finished_lines(found.image, seen.lattice, evidence, settled)
        except TimeLimitError as error:
            return _unsettled(found.image, seen, evidence, error, on_stage)
        on_stage(settled)
        if settled.puzzle is None:
            raise GridNotFoundError(
                "the digits beside the board do not form a puzzle",
                "give a sharper screenshot of the whole board",
            )
        outcome, doubts = _answer(evidence, settled, settled.puzzle, self.clock.deadline)
        explained: CellsExplained | None = None
        if not doubts:
            from picrosser.reading.nonogram.cells.cells_explained import explain_cells

            explained = explain_cells(
                found.image,
                seen.lattice,
                settled.puzzle,
                outcome.solutions,
                numbers_are_hints=self.options.is_stated,
                by_hand=self.options.ruling is not None,
                in_photograph=self.page.is_blurred,
            )
            on_stage(explained)
            why = explained.why and f"it is probably not a nonogram: {explained.why}"
            why = why or found.unexplained(
                board, seen, settled.puzzle, settled.filled, in_photograph=self.page.is_blurred
            )
            if why:
                doubts = (doubt_about_picture(why),)
        puzzle, lattice, boxes = settled.puzzle, seen.lattice, seen.digit_boxes
        return BoardRead(lattice, evidence, settled, puzzle, outcome, doubts, explained, found.image, boxes)

    def _with_finished_lines(
        self, image: RGB, lattice: Lattice, evidence: NonogramEvidence, doubtful: RunsRepaired
    ) -> tuple[NonogramEvidence, RunsRepaired]:
        """The reading in which painted lines with unseen hints are finished, if that leaves no doubt."""
        from picrosser.reading.nonogram.cells.finished_lines import finished_lines

        several: list[tuple[NonogramEvidence, RunsRepaired]] = []
        bare, lines = set(map(evidence.place, lines_without_hints(evidence))), len(evidence.lines)
        for stated in finished_lines(image, lattice, evidence, doubtful.puzzle):
            most = lines if bare.issuperset(stated) else (lines - 1) // 3  # paint may overrule few hints
            if len(stated) > most:
                continue
            told = without_unused_inks(with_fixed_lines(evidence, stated))
            settled = repair_runs(told, self.clock.deadline)
            settled = replace(settled, filled=(*settled.filled, *stated))
            runs = () if settled.puzzle is None else (*settled.puzzle.rows, *settled.puzzle.cols)
            confirmed = any(line for at, line in enumerate(runs) if evidence.place(at) not in stated)
            if len(settled.filled) > most or not confirmed:  # by more than zeros
                continue
            if not settled.doubts:
                return told, settled
            if settled.puzzle and not _answer(told, settled, settled.puzzle, self.clock.deadline)[1]:
                several.append((told, settled))
        return several[0] if len(several) == 1 else (evidence, doubtful)


def _cut_off(found: BoardsFound, board: BoardScored, read: BoardRead) -> str:
    """Why the board may have more lines or hints than are read, in words; "" if it has not."""
    from picrosser.reading.nonogram.cells.inside import narrow_line, uneven_groups
    from picrosser.reading.nonogram.hints.unexplained import has_numbers_beyond
    from picrosser.reading.nonogram.outer_lines import cut_at

    totals_agree = read.outcome.status is Status.UNIQUE and not read.settled.filled
    edge = cut_at(read.image, read.lattice, (board.below, board.beside_right), totals_agree=totals_agree)
    if edge and not has_numbers_beyond(found.image, found.ink, board, edge):
        return f"the board seems to go on beyond its {edge} edge, where it is cut off or covered"
    both = (read.evidence.rows, read.evidence.cols)  # as many cells are lost in each, or their sums differ
    are_cut = all(any(line.may_be_cut_off for line in lines) for lines in both)
    if read.outcome.status is Status.SEVERAL and are_cut:
        return "there are several solutions, and hints may be cut off where they reach the picture's edge"
    if read.settled.filled and (narrow := narrow_line(read.image, read.lattice)):
        return narrow
    if read.explained is None or read.explained.lines is None:
        return ""
    return uneven_groups(read.explained.lines, read.explained.tones == 0)


def _unsettled(
    image: RGB,
    seen: NonogramReading,
    evidence: NonogramEvidence,
    late: TimeLimitError,
    on_stage: StageListener,
) -> BoardRead:
    """The likeliest puzzle that the hints state, when the time was up before all readings were compared."""
    puzzle = likeliest_puzzle(evidence)
    if puzzle is None:
        raise late
    known = solve(puzzle, time_limit_s=LINES_ONLY_S).picture
    outcome = Outcome(Status.GAVE_UP, known, (), (), Difficulty.SEARCH, 0, late.seen, 0.0)
    settled = RunsRepaired(puzzle, outcome, ())
    on_stage(settled)
    return BoardRead(seen.lattice, evidence, settled, puzzle, outcome, (), None, image, seen.digit_boxes)


def _answer(
    evidence: NonogramEvidence, settled: RunsRepaired, puzzle: Nonogram, deadline: Deadline
) -> tuple[Outcome, tuple[Doubt, ...]]:
    if settled.outcome is not None:
        return settled.outcome, settled.doubts
    outcome = solve(puzzle, time_limit_s=deadline.left_s)
    is_seen = all((line.shapes or line.unknown) and not line.has_non_digit for line in evidence.lines)
    is_answer = outcome.status in (Status.SEVERAL, Status.GAVE_UP) and not contradictions(puzzle)
    return outcome, () if is_seen and is_answer and not settled.rivals else settled.doubts
