"""A photograph of a screen with a Hungry Cat board, made straight and read like a screenshot.

Moire is removed first. How the screen lies is told by the lines of the board, which are faint dashes, sought
where the photograph is calm; where too few of them are seen, by the outline of the screen. Light and shadows
are divided out, and once more around each hint if some are in doubt. What is still in doubt then in each view
of the board is settled by what all views say together.

Known failure: digits in nearly the tone of their background, cells of less than 35 pixels, and light lines on
a dark screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, product

import numpy as np
from PIL import Image

from picrosser.errors import (
    FixRefusedError,
    GridNotFoundError,
    HintsUnreadableError,
    LinesMissingError,
)
from picrosser.imaging.noise import without_noise
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat import HintFixes, HungryCatSolved, solve_reading
from picrosser.pipelines.stages import StageClock
from picrosser.reading.attempts.askew import SeenStraight, seen_on, straight_screen
from picrosser.reading.attempts.hint_light import with_hints_evenly_lit
from picrosser.reading.attempts.known_board import evenly_clear, straight_board, without_texture
from picrosser.reading.attempts.other_sizes import of_other_size, with_one_line_changed
from picrosser.reading.attempts.screen_ends import within_ends
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.cut_off import shape_by_sums
from picrosser.reading.hungry_cat.read import read_upright
from picrosser.reading.hungry_cat.slots import HintArea, left_area, slots_of, top_area
from picrosser.reading.lattice.grid import GridFound, RuledSought
from picrosser.reading.lattice.stripes import has_stripes
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.flatten import ruled_sheets_either_way
from picrosser.reading.photograph.plane import plane_of
from picrosser.reading.photograph.screen_outline import find_screen_outline
from picrosser.reading.photograph.sheet import SMALLEST_CELL_PX, SheetFound
from picrosser.reading.photograph.straight_screen import StraightScreen
from picrosser.reading.stages import StageListener
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Status

MAX_CELL_PX = 60  # of the straight picture: digits have 30 pixels then
# Smaller cells are enlarged. Of five boards with cells of 22 to 30 pixels one is read then that was not, and
# two have half as many misread hints; at 60 pixels no more, but half as much work again.
MIN_CELL_PX = 45
MAX_LINES = 22  # of a board, either way: 20 are the most that we draw
MAX_READ = 6  # ends of one screen within which hints are read: one reading takes a tenth of a second
MAX_SIZES = 2  # other than the one that is seen, to which hints add up, and which are tried
# Doubts for each line of a board, up to which a reading is settled at once, mostly within a second. If no
# other view is surer, so many of those with more are settled after all, up to the second limit: of 12 with
# more doubts than that none was settled, and to find that out took up to ten seconds each.
MAX_DOUBTS, MAX_DOUBTFUL, HOPELESS = 0.5, 2, 1.0
MAX_UNLIT = 1.5  # doubts for each line up to which hints are lit evenly: that halves them where shadows end
MAX_ERROR = 0.05  # of a cell, by which its lines are off: a screen is flat


class ScreenLook:
    """A photograph in which a screen with a Hungry Cat board is looked for.

    Parameters
    ----------
    page : the photograph.
    straight : the screen in it as seen from the front, by its long edges; the likeliest part first.
    sheets : the ruled sheets in it with lines darker than their cells.
    fixes : hints set by hand, which replace what is seen.
    """

    def __init__(
        self,
        page: PageEvidence,
        straight: Iterable[StraightScreen],
        sheets: Sequence[SheetFound],
        fixes: HintFixes,
        deadline: Deadline,
        on_stage: StageListener,
    ) -> None:
        self._page, self._straight, self._sheets, self._fixes = page, straight, sheets, fixes
        self._deadline, self._on_stage = deadline, on_stage
        self._doubtful: list[_View] = []
        self._is_plain = False  # whether a board with clear lines and no stripes was seen so far
        self.is_striped = False  # whether stripes of hints were seen so far

    @cached_property
    def at_once(self) -> HungryCatSolved | None:
        """The board seen at first sight, or within a screen's outline; None unless it is read surely.

        If stripes were seen, a closer look follows at once: looks at other kinds of puzzles take ten seconds.
        """
        sure = self.at_first_sight or self._first_sure(self._striped_outline())
        return sure or (self._closely if self.is_striped else None)

    @cached_property
    def at_first_sight(self) -> HungryCatSolved | None:
        """The board on a straight screen or a ruled sheet; None unless it is read surely.

        Its lattice leads to the photograph. This takes a small part of the time of a closer look: only boards
        beside which stripes of hints end are read.
        """
        return self.on_straight_screen or self._first_sure(self._striped_sheets())

    @cached_property
    def on_straight_screen(self) -> HungryCatSolved | None:
        """The board on the screen as its long edges make it straight; None unless it is read surely.

        That takes a small part of the time in which lines are looked for in the photograph. Of twelve drawn
        screens eight are read so.
        """
        screen = self._straight_screen
        seen = None if screen is None else seen_on(screen.image, screen.to_picture)
        if seen is None or not _has_stripes_near(seen):
            return None
        self.is_striped = True
        return self._first_sure([seen])

    @cached_property
    def _straight_screen(self) -> StraightScreen | None:
        """The likeliest part of the screen, made straight; None if no long edges tell how it lies."""
        return next(iter(self._straight), None)

    @property
    def anywhere(self) -> HungryCatSolved | None:
        """The board seen at once, or the one that a closer look finds; None unless it is sure."""
        return self.at_once or (None if self._shows_other_board else self._closely)

    def _striped_sheets(self) -> Iterator[SeenStraight]:
        """The boards on ruled sheets beside which stripes of hints end.

        Moire hides no stripes: of 73 photographs the same boards have them with it and without. So it is
        removed only where there are some.
        """
        for sheet in self._sheets:
            seen = list(_on_boards(self._page.image, [sheet]))
            if any(map(_has_stripes_near, seen)):
                self.is_striped = True
                yield from _on_boards(self._calm, [sheet])
            elif seen:
                self._is_plain |= sheet.is_clear

    def _striped_outline(self) -> Iterator[SeenStraight]:
        """What a screen's outline encloses, if stripes of hints end beside a board there.

        The outline tells more than the screen's long edges only of boards with stripes: of 36 drawn screens
        one is read so.
        """
        if self._straight_screen is not None and not self.is_striped:
            return
        outline = find_screen_outline(self._calm)
        seen = None if outline is None else straight_screen(self._calm, outline)
        if seen is not None and _has_stripes_near(seen):
            self.is_striped = True
            yield seen

    @property
    def _shows_other_board(self) -> bool:
        """Whether a board with clear lines was seen, and no stripes of hints beside it or another view of it.

        Of 43 drawn Hungry Cat boards one that has clear lines shows its stripes only within the outline of
        its screen, all others at once; of ten nonograms on screens none shows any.
        """
        return self._is_plain and not self.is_striped

    @cached_property
    def _closely(self) -> HungryCatSolved | None:
        """The board seen without shadows and texture, or a doubtful one that can be settled."""
        closer = _on_boards(self._calm, _clearer_sheets(self._calm))
        return self._first_sure(closer) or self._doubtful_settled()

    @property
    def _calm(self) -> RGB:
        return self._page.without_moire

    def _first_sure(self, seen: Iterable[SeenStraight]) -> HungryCatSolved | None:
        for straight in seen:
            self._deadline.check("reading a photographed screen")
            self._on_stage(straight)
            for looked in self._readings(straight):
                views = [_View(reading, straight) for reading in self._in_lights(looked)]
                views.sort(key=lambda view: view.doubts_a_line)
                for view in views:
                    if view.doubts_a_line <= MAX_DOUBTS and (solved := self._settled(view)) is not None:
                        return solved
                self._doubtful.append(views[0])
        return None

    def _in_lights(self, looked: Reading) -> Iterator[Reading]:
        """A reading, and if hints of it are in doubt, that of the same hints once they are lit evenly."""
        yield looked
        if not looked.doubts or len(looked.doubts) > MAX_UNLIT * sum(looked.puzzle.shape):
            return
        source, evidence = looked.source, looked.evidence
        assert source is not None  # it was read from a picture
        lit = with_hints_evenly_lit(source.image, evidence.rows, evidence.colours, looked.hint_boxes)
        sought = RuledSought(source.grid, is_only=True)
        with suppress(GridNotFoundError, HintsUnreadableError):
            yield read_upright(lit, self._clock, sought=sought, slots=source.slots)

    def _readings(self, straight: SeenStraight) -> Iterator[Reading]:
        """What is read of the board that is seen, then of those of the sizes that its hints state.

        If none of them is read, those with one line more or less follow, if stripes of hints end beside them.
        """
        seen, calm = straight.sought.found, without_noise(straight.image)
        if seen is None:
            return
        others: list[GridFound] = []  # grows while the first one is read
        shapes, is_read = {seen.lattice.shape}, False
        for board in chain([seen], others):
            for looked, stated in self._read_on(calm, board, straight.ends):
                if looked is not None:
                    is_read = True
                    yield looked
                elif stated not in shapes and len(shapes) <= MAX_SIZES:
                    of_size = list(of_other_size(seen, stated, calm.shape))
                    shapes.update([stated] if of_size else [])
                    striped = [other for other in of_size if has_stripes(calm, other.lattice)]
                    others += striped or of_size
        for board in () if is_read else with_one_line_changed(seen, calm.shape):
            if has_stripes(calm, board.lattice):
                read = self._read_on(calm, board, straight.ends)
                yield from (looked for looked, _ in read if looked is not None)

    def _read_on(
        self, calm: RGB, board: GridFound, ends: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> Iterator[tuple[Reading | None, tuple[int, int]]]:
        """What is read of a board within each likely end of the screen, and the size that its sums state.

        No reading if that is another size.
        """
        clock, shape = self._clock, board.lattice.shape
        for within in _within_ends(calm, board, ends):
            try:
                looked = read_upright(within, clock, sought=RuledSought(board, is_only=True))
            except LinesMissingError as missing:
                yield None, missing.shape
            except (GridNotFoundError, HintsUnreadableError):
                continue
            else:
                stated = shape_by_sums(looked.evidence)
                of_shape = (one for one in self._in_lights(looked) if shape_by_sums(one.evidence) == shape)
                yield next(of_shape, None), stated

    def _doubtful_settled(self) -> HungryCatSolved | None:
        """What one of the views of a board states without a doubt; None if there is none.

        Views may show boards of several sizes: those come first of which a view leaves fewest doubts.
        """
        boards: dict[object, list[_View]] = {}
        for view in sorted(self._doubtful, key=lambda view: view.doubts_a_line):
            if view.doubts_a_line <= HOPELESS or view.size in boards:
                boards.setdefault(view.size, []).append(view)
        alone = (view for views in boards.values() for view in views if view.doubts_a_line > MAX_DOUBTS)
        return next(filter(None, map(self._settled, islice(alone, MAX_DOUBTFUL))), None)

    def _settled(self, view: _View) -> HungryCatSolved | None:
        with suppress(FixRefusedError, GridNotFoundError, HintsUnreadableError):
            solved = solve_reading(self._page.image, view.reading, self._clock, fixes=self._fixes)
            if not solved.doubts and solved.outcome.status is not Status.NONE:  # else some hint is misread
                lattice = solved.lattice.led_on(np.array(view.straight.to_picture))
                return replace(solved, reading=replace(solved.reading, lattice=lattice))
        return None

    @property
    def _clock(self) -> StageClock:
        return StageClock(self._on_stage, self._deadline)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """What is read of a board that is seen from straight ahead."""

    reading: Reading
    straight: SeenStraight

    @property
    def size(self) -> tuple[int, int, int]:
        """The number of its rows, columns and colours."""
        puzzle = self.reading.puzzle
        return *puzzle.shape, puzzle.colours

    @property
    def doubts_a_line(self) -> float:
        """The number of doubts for each line of the board."""
        return len(self.reading.doubts) / sum(self.reading.puzzle.shape)


def _has_stripes_near(straight: SeenStraight) -> bool:
    """Whether stripes of hints end beside the board that is seen, or if that has one line more or less.

    So it is for 59 of 64 views of drawn Hungry Cat boards, and for all but one of those that can be read; for
    none of 11 of nonograms and of Katamino boards.
    """
    seen = straight.sought.found
    boards = () if seen is None else (seen, *with_one_line_changed(seen, straight.image.shape))
    return any(has_stripes(straight.image, board.lattice) for board in boards)


def _within_ends(calm: RGB, board: GridFound, ends: tuple[tuple[int, ...], tuple[int, ...]]) -> Iterator[RGB]:
    """A screen cut where it may end, if as many hints a row as a column are seen within that.

    First comes that with most colours, since hints that stand in a row may look like the end of a screen;
    then what is nearest to the board.

    calm : (H, W, 3) uint8 sRGB, without noise. ends : the rows and the columns at which it may begin.
    """
    tops, lefts = map(list, ends)
    above = [top_area(within_ends(calm, board.lattice, top, 0), board) for top in tops]
    beside = [left_area(within_ends(calm, board.lattice, 0, left), board) for left in lefts]
    # Both areas reach equally far in the game: where one is seen to end, the other may end, too.
    for top in _ends_as_far(beside, board.lattice.board.top):
        tops.append(top)
        above.append(top_area(within_ends(calm, board.lattice, top, 0), board))
    for left in _ends_as_far(above[: len(ends[0])], board.lattice.board.left):
        lefts.append(left)
        beside.append(left_area(within_ends(calm, board.lattice, 0, left), board))
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    pairs = product(range(len(tops)), range(len(lefts)))
    for top, left in sorted(pairs, key=sum):
        with suppress(GridNotFoundError, HintsUnreadableError):
            slots = slots_of(beside[left], above[top], board)
            places = np.rint((*slots.left.slot_centres_px, *slots.top.slot_centres_px)).astype(int)
            found.setdefault(tuple(places.tolist()), (tops[top], lefts[left]))
    for likely in sorted(found, key=len, reverse=True)[:MAX_READ]:
        yield within_ends(calm, board.lattice, *found[likely])


def _ends_as_far(areas: Sequence[HintArea | None], board_px: int) -> list[int]:
    """Where a hint area ends that reaches as far from a board as one of those on its other side."""
    depths = {area.end_px - area.start_px for area in areas if area is not None and area.start_px}
    return sorted(board_px - depth for depth in depths if depth < board_px)


def _on_boards(image: RGB, sheets: Iterable[SheetFound]) -> Iterator[SeenStraight]:
    """The ruled sheets that may be boards, seen from straight ahead."""
    for sheet in filter(_may_be_board, sheets):
        cell_px = int(np.clip(round(sheet.pitch_px), MIN_CELL_PX, MAX_CELL_PX))
        to_picture, lines = plane_of(sheet, cell_px)
        seen = straight_board(image, to_picture, lines)
        if seen is not None:
            yield seen


def _clearer_sheets(image: RGB) -> Iterator[SheetFound]:
    """The sheets seen without shadows and texture, first those with lines darker than their cells."""
    clear = without_texture(evenly_clear(Image.fromarray(np.ascontiguousarray(image)).convert("L")))
    yield from ruled_sheets_either_way(np.asarray(clear.convert("RGB")), SMALLEST_CELL_PX)


def _may_be_board(sheet: SheetFound) -> bool:
    lines = [last - first + 1 for first, last in zip(sheet.first, sheet.last, strict=True)]
    return max(lines) <= MAX_LINES and sheet.error < MAX_ERROR
