"""A photograph of a screen with a nonogram: made straight by all straight edges in it, read as a screenshot.

So the board may have any look that is read in screenshots, also one without lines between its cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError, TimeLimitError
from picrosser.imaging.pixels import RGB
from picrosser.imaging.turned import lattice_as_given, turned_upright
from picrosser.pipelines.any_direction import in_any_direction
from picrosser.pipelines.how_sure import is_near, is_numbered_table
from picrosser.pipelines.nonogram import NonogramSolved, solve_nonogram
from picrosser.pipelines.nonogram_looks import MAX_PIECES_OF_SCREEN
from picrosser.pipelines.nonogram_paint import is_painted_otherwise
from picrosser.pipelines.page_views import MIN_OF_SEVERAL
from picrosser.pipelines.screen_views import (
    GOES_ON,
    MIN_WEIGHED,
    ScreenView,
    confirm_each_other,
    has_digits_within,
    left_in_doubt,
    near_views,
    stated_by,
    sure_views,
    weighed_views,
)
from picrosser.pipelines.two_hues import doubted_by_hue
from picrosser.puzzles.doubt import is_mostly_doubtful
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import LineFixes, NonogramEvidence, keeps_fixes
from picrosser.reading.attempts.even_light import evenly_lit
from picrosser.reading.nonogram.outer_lines import sure_ends
from picrosser.reading.page.ink import Ink
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.straight_screen import StraightScreen, halved, sharpened, without_halos
from picrosser.reading.stages import StageListener
from picrosser.repairing.repair_runs import same_up_to_colour_numbers
from picrosser.running.deadline import Deadline

if TYPE_CHECKING:
    from picrosser.reading.nonogram.read import BoardsFound

# How a screen is read once more: sharpened by so many percent, and whether light is divided out before. Of 28
# drawn ones that are in doubt plain, the first two read 10; even light reads three more, and loses four of
# the 10.
SHARPENED = (60, False), (100, False), (60, True), (100, True)
MAX_FAR = 2  # views that are not even near to a nonogram, or show none: after so many, no other one is
# Of the pieces of the first view's ink, the least share that are surely digits. If that view is refused and
# has fewer, no other one follows. Four of 32 photographed boards are refused at first; they have 0.106 to
# 0.30, and one of them is seen in later views. A page of text has 0.033, a brick wall 0.047.
MIN_SURE_DIGITS = 0.07
# Of the first view's ink, so many pieces are surely digits only if they are sharp. If that view is far from a
# puzzle all the same, and shows no convincing board, no other one follows. Of 120 drawn boards that are read,
# three are so at first, and show up to 37 such digits; tables of numbers show 60 to 330.
MANY_SURE_DIGITS = 50
# After so many views, a further one follows only if the last one is the first without a doubt, or at most so
# many nats are lacking to be sure of what they state together. Of 130 drawn boards two needed more than three
# views: on one the third was the first without a doubt, and the other lacked 0.2 nats.
MAX_UNSURE, NEARLY_TOLD = 3, 1.0
# Of a screen with more pixels, half its size is looked at first. If three quarters of its sure digits are so
# tall there, and there are so many, that is enough: taller ones are read no better.
LARGE_PX, TALL_PX, FEWEST_TALL, MOSTLY_TALL = 1_800_000, 14, 10, 0.75
# Light digits are looked for in a further view only if more than this share of the sure digits seen before
# are light, and dark ones likewise; if fewer than so many were seen, both are.
HARDLY_ANY, FEWEST_OF_ONE_TONE = 0.03, 20
HOPELESS = math.inf  # nats that are lacking where no further view will help
NONE_INFERRED = -0.02  # nats per line at which a puzzle explains what is seen: one misread digit costs more


class NonogramOnScreen:
    """A photograph of a screen that shows a nonogram, read in one view after the other.

    Parameters
    ----------
    photograph : all of it.
    screens : the screen in it as seen from the front: within its edges, then beyond them.
    fixes, is_stated, on_stage : as in `solve_nonogram`; the stages see the straight screen, reported first.
    deadline : for all views.
    """

    def __init__(
        self,
        photograph: PageEvidence,
        screens: Iterable[StraightScreen],
        *,
        fixes: LineFixes,
        is_stated: bool,
        deadline: Deadline,
        on_stage: StageListener,
    ) -> None:
        self._photograph, self._screens = photograph, screens
        self._fixes, self._is_stated = fixes, is_stated
        self._deadline, self._on_stage = deadline, on_stage
        self._views: list[ScreenView] = []
        self._page: PageEvidence | None = None  # of the last view
        self._found = self._in_views()
        self._told: list[NonogramSolved | None] = []  # what was yielded so far

    def sure_after(self, views: int) -> NonogramSolved | None:
        """The result if it is sure after so many views; None if it is not, or if no nonogram is seen."""
        self._told.extend(islice(self._found, max(0, views - len(self._told))))
        return None if self._told[-1] is None or self._told[-1].doubts else self._told[-1]

    def sure_with(self, page: NonogramSolved) -> NonogramSolved | None:
        """The result that is sure once what the views show is weighed together with another look at the same
        board, as a ruled page; None if it is not.

        That look is one more view. Of one drawn screen, each look takes something else for a digit; of
        another, the page's cursor looks like paint. Both looks together state the two puzzles.
        """
        if page.evidence is None or not self._views:
            return None
        return self._agreed([page.evidence])[0]

    @property
    def shown_at_first(self) -> NonogramSolved | None:
        """What the first view shows, whatever doubts that leaves; None if it shows no nonogram."""
        return self.sure_after(1) or (self._views[0].solved if self._views else None)

    @property
    def result(self) -> NonogramSolved | None:
        """The result, whose lattice leads to the photograph; None if no nonogram is seen."""
        self._told.extend(self._found)
        return self._told[-1]

    def _in_views(self) -> Iterator[NonogramSolved | None]:
        """Yield None after each view; at the end the result, or what is left in doubt after the last view."""
        views, without, is_weighed = self._views, 0, False
        lacking: float | None = None
        for number, (screen, page) in enumerate(self._looks()):
            whole = [view for view in views if view.solved.is_convincing and not view.screen.is_beyond]
            if screen.is_beyond and whole:
                break  # of a board that was read whole, the whole photograph shows no more
            self._deadline.check("reading a photographed screen")
            self._page, is_first = page, number == 0
            if is_first and page.has_hardly_digits:  # nor does it show more of them sharpened
                break
            self._on_stage(screen)
            is_texture = not is_first and _shows_texture(page)
            if is_texture and screen.sharpened_percent:
                break  # and shows even more of it if it is sharpened more
            view = None if is_texture else self._view(screen, page)
            solved = None if view is None else view.solved
            if view is not None:
                views.append(view)
                self._look_at_known_board(view)
                told = [view.solved.puzzle for view in near_views(views) if view.screen.has_own_tones]
                if len({puzzle.shape for puzzle in told}) > 1:
                    break  # a blank outermost line may be seen or not: no further view can settle that
                sure = stated_by(views)
                if sure is None and not is_weighed and confirm_each_other(views):
                    is_weighed, (sure, lacking) = True, self._agreed()
                if sure is not None:
                    yield sure
                    return
                if lacking == HOPELESS:
                    break
            if is_numbered_table(solved) or (is_first and _shows_all(page.ink, solved)):
                break
            without += solved is None and not is_first
            far = without + sum(not is_near(seen.solved) for seen in views)
            is_unsure = len(views) >= MAX_UNSURE and sure_views(views) != views[-1:]
            if far == MAX_FAR or (is_unsure and (lacking is None or lacking > NEARLY_TOLD)):
                break
            yield None
        yield (self._agreed()[0] if len(views) > MIN_WEIGHED else None) or left_in_doubt(views)

    def _looks(self) -> Iterator[tuple[StraightScreen, PageEvidence]]:
        """The screen in all ways in which it is read, then the whole photograph; each with its ink.

        Of a screen that shows no board as it is, the whole photograph follows at once: its edges may be those
        of a board, beyond which its hints lie. What earlier views state tells the light on a board's cells.
        """
        screens = map(no_larger_than_needed, self._screens)
        screen, page = next(screens)
        yield screen, page
        for whole, page in screens if not self._views else ():
            yield whole, page
            screen = whole if self._views else screen
        for without in _without_halos(screen, self._page.ink) if self._page is not None else ():
            yield without, self._further(without)
            near = [view.screen for view in self._views if is_near(view.solved)]
            screen = without if near == [without] else screen
        for percent, is_even in SHARPENED:
            if is_even and not self._views:
                continue
            lit = evenly_lit(screen.image, self._views[0].solved.lattice) if is_even else screen.image
            sharp = sharpened(replace(screen, image=lit), percent)
            yield sharp, self._further(sharp)
        yield from screens

    def _further(self, screen: StraightScreen) -> PageEvidence:
        """The ink of a further view: without light ink, say, if hardly any digits seen so far are light."""
        assert self._page is not None
        ink = self._page.ink
        light = ink.light_share if ink.sure_digits >= FEWEST_OF_ONE_TONE else 0.5
        tones = tuple(tone for tone, share in ((False, 1 - light), (True, light)) if share > HARDLY_ANY)
        return PageEvidence(screen.image, is_blurred=True, polarities=tones)

    def _agreed(self, also: Sequence[NonogramEvidence] = ()) -> tuple[NonogramSolved | None, float | None]:
        """The result for the puzzle that surely explains what all views show, or None; and how many nats are
        lacking for that: infinitely many if further views will not help, since the likeliest one explains so
        little or digits stand in the board's cells, and None if that is not known.

        also : what other looks at the same board show.
        """
        if any(map(has_digits_within, self._views)):
            return None, HOPELESS
        try:
            found = weighed_views(self._views, self._deadline, also)
        except TimeLimitError:
            return None, HOPELESS
        if found is None:
            return None, None
        if found.puzzle is None or not keeps_fixes(found.puzzle, self._fixes):
            return None, found.lacking if found.nats_per_line >= MIN_OF_SEVERAL else HOPELESS
        first, solved = self._views[0], None
        others = [view for view in sure_views(self._views)[:1] if view is not first]
        for view in (first, *others):  # the first one may show further lines
            self._on_stage(view.screen)
            solved = self._read(view.screen, view.page, hints=found.puzzle)
            if solved is not None:
                break
        if solved is None or doubted_by_hue(solved, self._fixes).doubts:
            return None, None
        # A shadow is easily taken for paint, and an ink for another one. Where one view reads just these
        # hints, or all digits look like them, none had to be inferred.
        is_read = found.nats_per_line > NONE_INFERRED or any(
            same_up_to_colour_numbers(view.solved.puzzle, found.puzzle) for view in sure_views(self._views)
        )
        if not is_read and is_painted_otherwise(solved):
            return None, None
        return replace(solved, image=self._photograph.image, turned_deg=0), 0.0

    def _view(
        self, screen: StraightScreen, page: PageEvidence, known: ScreenView | None = None
    ) -> ScreenView | None:
        """What one view states; None if it shows no nonogram.

        known : another view, if the board is known from that.
        """
        solved = self._read(screen, page) if known is None else self._read_on_board_of(known, screen, page)
        if solved is None:
            return None
        doubted = replace(doubted_by_hue(solved, self._fixes), image=self._photograph.image, turned_deg=0)
        return ScreenView(screen, page, doubted, _digit_px(doubted, screen), solved.turned_deg)

    def _look_at_known_board(self, last: ScreenView) -> None:
        """Read views that are far from a puzzle beside the board that another view states without a doubt, if
        that view or theirs is the last one.

        Sharpening adds lines and strokes, in which another board may be seen; its digits are still there to
        compare. Which of its blank outermost lines belong to the board, the other view tells.
        """
        for known in sure_views(self._views)[:1]:
            for at, view in enumerate(self._views):
                if last not in (known, view) or is_near(view.solved) or not known.is_in_place_of(view):
                    continue
                again = self._view(view.screen, view.page, known)
                if again is not None and (is_near(again.solved) or again.is_same(known)):
                    self._views[at] = again

    def _read(
        self, screen: StraightScreen, page: PageEvidence, hints: Nonogram | None = None
    ) -> NonogramSolved | None:
        """The result for the straight screen, whose lattice leads to the photograph; None without a nonogram.

        page : its ink. hints : as in `solve_nonogram`.
        """

        def look(straight: RGB) -> NonogramSolved:
            return self._solved(straight, page.of_picture(straight), hints=hints)

        is_upright = any(not view.turned_deg for view in self._views)  # so this view is, too
        try:
            if is_upright:
                solved = look(screen.image)
            else:
                solved = in_any_direction(screen.image, look, self._on_stage, page=page)
        except (GridNotFoundError, HintsUnreadableError, FixRefusedError):
            return None
        return _led_back(solved, screen)

    def _read_on_board_of(
        self, known: ScreenView, screen: StraightScreen, page: PageEvidence
    ) -> NonogramSolved | None:
        """As `_read`, beside the board that another view shows in the same place."""
        from picrosser.reading.nonogram.read import BoardsFound

        if known.solved.place is None:
            return None
        straight = turned_upright(screen.image, known.turned_deg).image if known.turned_deg else screen.image
        page = page.of_picture(straight)
        board = BoardsFound(straight, page.ink, (known.solved.place,))
        try:
            solved = self._solved(straight, page, boards=board)
        except (GridNotFoundError, HintsUnreadableError, FixRefusedError):
            return None
        return _led_back(replace(solved, turned_deg=known.turned_deg), screen)

    def _solved(
        self,
        straight: RGB,
        page: PageEvidence,
        hints: Nonogram | None = None,
        boards: BoardsFound | None = None,
    ) -> NonogramSolved:
        """The result for an upright picture; the rest as in `solve_nonogram`."""
        return solve_nonogram(
            straight,
            fixes=self._fixes,
            is_stated=self._is_stated,
            page=page,
            boards=boards,
            hints=hints,
            sizes=[view.solved.puzzle.shape for view in self._views if is_near(view.solved)],
            is_one_of_several=True,
            time_limit_s=self._deadline.left_s,
            on_stage=self._on_stage,
        )


def _led_back(solved: NonogramSolved, screen: StraightScreen) -> NonogramSolved:
    """What was read on a straight screen, with a lattice that leads to the photograph."""
    if not solved.doubts and _goes_on(solved):
        solved = replace(solved, reading=replace(solved.reading, doubts=(GOES_ON,)))
    lattice = lattice_as_given(solved.lattice, solved.turned_deg, solved.image.shape[:2])
    reading = replace(solved.reading, lattice=lattice.led_on(np.array(screen.to_picture)))
    return replace(solved, reading=reading, flat=solved.image)


def no_larger_than_needed(screen: StraightScreen) -> tuple[StraightScreen, PageEvidence]:
    """The screen and its ink; at half its size, which takes a quarter of the time, if its digits are tall."""
    height, width = screen.image.shape[:2]
    if height * width > LARGE_PX:
        small = halved(screen)
        page = PageEvidence(small.image, is_blurred=True)
        sure = page.ink.boxes[page.ink.are_sure]
        are_tall = sure[:, 2] - sure[:, 0] >= TALL_PX
        if len(sure) >= FEWEST_TALL and float(are_tall.mean()) >= MOSTLY_TALL:
            return small, page
    return screen, PageEvidence(screen.image, is_blurred=True)


def _shows_all(ink: Ink, solved: NonogramSolved | None) -> bool:
    """Whether no other view will show a puzzle: the first one shows nothing but texture; or sharp digits, and
    neither a board nor nearly a puzzle; or half of its lines are in doubt: of 219 drawn screens that are
    read, at most 0.4 of the lines are so at first.

    ink, solved : of the first view; None if it is refused.
    """
    is_texture = solved is None and ink.sure_digits < MIN_SURE_DIGITS * len(ink.distances)
    is_sharp = ink.sure_digits >= MANY_SURE_DIGITS
    shows_none = solved is None or not (is_near(solved) or solved.is_convincing)
    is_doubtful = solved is not None and is_mostly_doubtful(solved.doubts, solved.puzzle.shape)
    return is_texture or (is_sharp and shows_none) or is_doubtful or len(ink.boxes) > MAX_PIECES_OF_SCREEN


def _shows_texture(page: PageEvidence) -> bool:
    """Whether a view shows more pieces of ink than a screen's board has, and hardly any that is a digit."""
    ink = page.ink
    return len(ink.boxes) > MAX_PIECES_OF_SCREEN and ink.is_texture


def _without_halos(screen: StraightScreen, ink: Ink) -> Iterator[StraightScreen]:
    """Yield the screen without halos round its digits; nothing if none are seen.

    ink : of this view of the screen, or of another one.
    """
    if ink.sure_digits:
        digits = ink.boxes[ink.are_sure]
        digit_px = float(np.median(digits[:, 2] - digits[:, 0]))
        yield without_halos(screen, digit_px, is_light=ink.light_share > 0.5)


def _digit_px(solved: NonogramSolved, screen: StraightScreen) -> float:
    """The usual height of the digits in the photograph, or on the straight screen if that is smaller."""
    heights = [box.height for line in solved.reading.digit_boxes for box in line]
    return float(np.median(heights)) / max(1.0, screen.scale) if heights else 0.0


def _goes_on(solved: NonogramSolved) -> bool:
    """Whether beyond one side of the board there surely is a further line, which shows no hints."""
    rows, cols = solved.lattice.row_edges_px, solved.lattice.col_edges_px
    turned = solved.image.swapaxes(0, 1)
    for image, edges, crossing in ((solved.image, rows, cols), (turned, cols, rows)):
        first, last = 2 * edges[0] - edges[1], 2 * edges[-1] - edges[-2]
        if first >= 0 and sure_ends(image, (first, *edges), crossing)[0]:
            return True
        if last < len(image) and sure_ends(image, (*edges, last), crossing)[1]:
            return True
    return False
