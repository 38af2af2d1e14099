"""When a picture is looked at as a photograph, and what is read then: on a page, a table or a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import tee
from typing import TYPE_CHECKING, TypeVar

from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError, PicrosserError
from picrosser.imaging.noise import MIN_NOISE_OF_PHOTOGRAPH
from picrosser.pipelines.how_sure import is_answered, is_near, is_no_other_kind, is_numbered_table
from picrosser.puzzles import Kind
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt
from picrosser.puzzles.nonogram_evidence import LineFixes
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.plane import MIN_FAR, is_far_askew
from picrosser.reading.stages import StageListener
from picrosser.running.deadline import Deadline

if TYPE_CHECKING:
    from picrosser.pipelines.hungry_cat import HintFixes, HungryCatSolved
    from picrosser.pipelines.hungry_cat_photograph import ScreenLook
    from picrosser.pipelines.nonogram import NonogramSolved
    from picrosser.pipelines.screen_photograph import NonogramOnScreen
    from picrosser.pipelines.solved import AnySolved, HintedSolved
    from picrosser.reading.photograph.sheet import SheetFound
    from picrosser.reading.photograph.slanted_lines import ScreenSlopes
    from picrosser.reading.photograph.straight_screen import StraightScreen

OTHER_SIZE = Doubt(WHOLE_PICTURE, None, (), "seen from the front, the screen shows a board of another size")

R = TypeVar("R")
S = TypeVar("S", "HintedSolved", "AnySolved")

# Of the likeliest outline of a screen, so much shows crossings of a page's lines, or it may be a screen that
# lies on squared paper or cloth. Of 24 pages 0.34 and more.
MIN_OF_OUTLINE = 0.25


def or_as_photograph(
    as_screenshot: Callable[[], S],
    as_photograph: Callable[[], S | None],
    is_enough: Callable[[S], bool],
    *,
    by_camera: bool,
) -> S:
    """The result for a picture as it lies; where that leaves doubts, for the flat page, if it shows one.

    is_enough : whether a flat page that was read need not be compared with the picture as it lies.
    by_camera : look for the flat page first: a photograph is seldom read as it lies, and not sooner.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError, FixRefusedError : it is refused as it lies, and shows no page.
    """
    flat = as_photograph() if by_camera else None
    if flat is not None and is_enough(flat):
        return flat
    try:
        straight = as_screenshot()
    except (GridNotFoundError, HintsUnreadableError, FixRefusedError):
        flat = flat if by_camera else as_photograph()
        if flat is None:
            raise
        return flat
    if straight.doubts and not by_camera:
        flat = as_photograph()
    return straight if flat is None or len(flat.doubts) > len(straight.doubts) else flat


class PhotographLook:
    """A picture as a photograph. Its ruled sheets are sought once, and a nonogram on them is read once.

    Parameters
    ----------
    page : the picture.
    kind : the kind of puzzle; None if it is not known.
    lines, counts : hints that are set by hand, of a nonogram and of a Hungry Cat board.
    by_camera : the picture is known to be a photograph.
    deadline : for all that is read.
    on_stage : called with the result of each stage.
    """

    def __init__(
        self,
        page: PageEvidence,
        kind: Kind | None,
        lines: LineFixes,
        counts: HintFixes,
        by_camera: bool,
        deadline: Deadline,
        on_stage: StageListener,
    ) -> None:
        self.page, self.kind, self.by_camera = page, kind, by_camera
        self._lines, self._counts = lines, counts
        self._deadline, self._on_stage = deadline, on_stage
        self._shown_on_screen: NonogramSolved | None = None  # at first view, once a page has left doubts

    @cached_property
    def is_likely(self) -> bool:
        """Whether a camera took the picture, as its entries say or its noise."""
        return self.by_camera or self.page.noise_sigma >= MIN_NOISE_OF_PHOTOGRAPH

    def refuse_without_lines(self) -> None:
        """Refuse a photograph that shows no ruled lines, no long straight edges and hardly any digits.

        The looks that follow see no puzzle of any kind in such a one, and take twice as long as these.

        Raises
        ------
        GridNotFoundError : it is one.
        """
        if self.kind == "katamino" or not self.is_likely:
            return
        # What a camera is known to have taken is often read by its sheets, and then needs no edges.
        shows_lines = (self._sheets or self._slopes) if self.by_camera else (self._slopes or self._sheets)
        if not shows_lines and self._shows_texture:
            raise GridNotFoundError(
                "no board with numbers beside it in this photograph, which shows no straight lines",
                "take it from straight above, and sharp, with the whole board and its hints in it",
            )

    @property
    def _shows_texture(self) -> bool:
        """Whether there are hardly any digits, in the middle half of the rows at least, which takes half the
        time: the hints of a board's rows, or of its columns if it lies on a side, would be there.
        """
        height = len(self.page.image)
        middle = self.page.image[height // 4 : height - height // 4]
        return PageEvidence(middle).ink.is_texture or self.page.has_hardly_digits

    def hinted_at_first_sight(self) -> HintedSolved | None:
        """The puzzle that a picture with a camera's noise shows seen from the front; None unless it is sure.

        As it lies such a picture is not read, which would take several times as long to find out.
        """
        return self._hungry_cat_at_first_sight or self._askew_page

    @property
    def _askew_page(self) -> HintedSolved | None:
        """The puzzle on a page that lies askew in a picture with a camera's noise; None unless it is sure.

        If a nonogram lies far askew, a few lines may be in doubt.
        """
        if self.kind not in (None, "nonogram") or not self.is_likely:
            return None
        if self._is_noisy_screenshot:
            return None
        if self._sheets and self._sheets[0].is_askew and is_answered(self._nonogram):
            return self._nonogram
        if self.by_camera:
            return None
        if self._hungry_cat_at_once is not None:
            return self._hungry_cat_at_once
        if is_answered(self._on_screen):
            return self._on_screen
        return self._surest_nonogram() if self._shows_nonogram_askew else None

    def is_enough(self, flat: AnySolved) -> bool:
        """Whether the picture as it lies can show no more than what was read of it seen from the front."""
        return not flat.doubts or (flat.kind == "nonogram" and self._shows_nonogram_askew)

    @property
    def _shows_nonogram_askew(self) -> bool:
        """Whether a page or a screen surely shows a nonogram, if with lines in doubt, and lies far askew; or
        a screen that is hardly askew shows nearly all numbers of one, so that its edges were seen right.
        """
        nonogram = self._surest_nonogram()
        if nonogram is None or not (self._nonogram_sheet is not None or is_no_other_kind(nonogram)):
            return False
        return is_far_askew(nonogram.lattice) or (self._screen is not None and _is_likely_nonogram(nonogram))

    def as_it_lies(self, look: Callable[[], S]) -> S | NonogramSolved:
        """What is read in the picture as it lies; or the nonogram, in doubt, on a screen that lies too far
        askew for that.

        Raises
        ------
        GridNotFoundError, HintsUnreadableError, FixRefusedError : it shows nothing but a screen that lies
            askew, or a page that lies too far askew to be read so, and no puzzle is seen on that; or as
            `look`.
        """
        if not self.is_likely or self._is_noisy_screenshot:
            return self._or_in_doubt(look())
        if (askew := self._near_on_screen_askew) is not None:
            return askew
        refusal = self._page_read_or_refusal if self.kind in (None, "nonogram") else None
        if isinstance(refusal, PicrosserError):
            sheet = self._nonogram_sheet
            on_far_page = sheet is not None and sheet.off_upright > MIN_FAR
            if on_far_page or self._screen_lies_askew:
                raise refusal
        elif self.kind != "katamino" and self._screen_lies_askew:
            raise GridNotFoundError(
                "no puzzle can be read in this photograph: what it shows lies askew",
                "take it from straight above, and sharp, with the whole board and its hints in it",
            )
        try:
            return self._or_in_doubt(look())
        except (GridNotFoundError, HintsUnreadableError):
            if self._page is not None and isinstance(refusal, PicrosserError):
                raise refusal from None  # seen from the front, the page shows more of its board
            raise

    @property
    def _near_on_screen_askew(self) -> NonogramSolved | None:
        """The nonogram on a screen that lies far askew, if its reading leaves few doubts."""
        if self.kind not in (None, "nonogram") or self._page is not None or self._screen_read is None:
            return None
        is_meant = is_near(self._screen_read) and is_far_askew(self._screen_read.lattice)
        return self._screen_read if is_meant else None

    def _or_in_doubt(self, as_it_lies: S) -> S:
        """What was read in the picture as it lies, in doubt if it shows one colour's digits or paint in two
        hues, or if a screen in it shows a board of another size.

        Where a screen lies a little askew, the picture as it lies may lack a blank outermost line.
        """
        if as_it_lies.kind != "nonogram" or as_it_lies.doubts or not self.is_likely:
            return as_it_lies
        from picrosser.pipelines.two_hues import doubted_by_hue

        as_it_lies = doubted_by_hue(as_it_lies, self._lines)
        screen = self._screen_read
        if screen is None or screen.puzzle.shape == as_it_lies.puzzle.shape:
            return as_it_lies
        if not (is_near(screen) and screen.is_convincing):  # noise that looks like slanted lines shows none
            return as_it_lies
        return replace(as_it_lies, reading=replace(as_it_lies.reading, doubts=(OTHER_SIZE,)))

    def of_hinted(self) -> HintedSolved | None:
        """The puzzle with hints on a page or a screen; None if the picture is no photograph of one."""
        if not self.is_likely:
            return self._on_quiet_page
        if not is_answered(self._nonogram) and self._hungry_cat_at_once is not None:
            return self._hungry_cat_at_once
        nonogram = None if self.kind == "hungry-cat" else self._surest_nonogram()
        if self.kind == "nonogram" or nonogram is not None:  # it is surely one, though lines may be in doubt
            return nonogram
        if self.kind is None and self._nonogram_sheet is not None:
            return None
        if self.kind is None and self._shows_numbered_table:  # a Hungry Cat board's counts fill its lines
            return None
        return self._screen_look.anywhere

    @cached_property
    def _may_be_quiet(self) -> bool:
        """Whether a picture may be a photograph though it has no more noise than a screenshot has.

        A quiet sensor leaves so little: three of 52 drawn tables and one of 50 other photographs are so. But
        few exact tones make up a screenshot: text pages, chats, plots and codes have 0.93 to 1.0 of their
        pixels in EVEN_TONES of them, 28 drawn tables up to 0.40.
        """
        from picrosser.reading.katamino.areas import has_few_tones

        return not has_few_tones(self.page.image[::2, ::2])  # the same tones in a quarter of the time

    @property
    def _on_quiet_page(self) -> NonogramSolved | None:
        """The nonogram on a ruled page that lies askew in a picture without noise; None unless it is sure.

        As a screenshot, its cells that are filled by hand are taken for signs of many kinds.
        """
        if self.kind not in (None, "nonogram") or self.page.has_hardly_digits or not self._may_be_quiet:
            return None
        if not self._sheets or not self._screen_lies_askew:
            return None
        return self._nonogram if is_answered(self._nonogram) else None

    @cached_property
    def _sheets(self) -> Sequence[SheetFound]:
        from picrosser.reading.photograph.flatten import find_ruled_sheets  # few pictures come here

        return find_ruled_sheets(self.page.image)

    @property
    def _is_noisy_screenshot(self) -> bool:
        """Whether it lies as no photograph does, so that what looks like one is texture or noise."""
        return not self.by_camera and self._lies_straight

    @cached_property
    def _page(self) -> SheetFound | None:
        """The ruled page that fills the picture, so that it shows no puzzle of another kind; or None."""
        return self._nonogram_sheet if self._sheets and self._sheets[0].is_page else None

    @cached_property
    def _nonogram_sheet(self) -> SheetFound | None:
        """The ruled sheet that fills the picture, if only a nonogram can be read on such a one; or None.

        If it is no page, it may be on a screen: one of 33 drawn nonograms on screens has such a sheet, and
        five of 12 drawn papers that are refused, but none of ten drawn Hungry Cat boards and of five wooden
        ones.
        """
        if not self._sheets or not (self._sheets[0].is_page or self._sheets[0].is_fine):
            return None
        from picrosser.reading.photograph.screen_outline import find_screen_outline

        corners = find_screen_outline(self.page.image)
        is_beside = corners is not None and self._sheets[0].share_of(corners) < MIN_OF_OUTLINE
        return None if is_beside else self._sheets[0]

    @property
    def _hungry_cat_at_first_sight(self) -> HungryCatSolved | None:
        """The Hungry Cat board beside stripes on the straight screen or a ruled sheet; None unless sure.

        Two of 33 drawn nonograms on screens seem to have stripes, too, so a closer look follows only after
        looks at a page.
        """
        if self.kind is not None or not self.is_likely or self._is_noisy_screenshot:
            return None
        return None if self._nonogram_sheet is not None else self._screen_look.at_first_sight

    @property
    def _hungry_cat_at_once(self) -> HungryCatSolved | None:
        """The Hungry Cat board that is seen at once, where the kind is not known; None unless it is sure."""
        if self.kind is not None or self._nonogram_sheet is not None or self._is_surely_nonogram:
            return None
        if _is_likely_nonogram(self._shown_on_screen):
            return None
        return self._screen_look.at_once

    @cached_property
    def _screen_look(self) -> ScreenLook:
        from picrosser.pipelines.hungry_cat_photograph import ScreenLook

        straight = self._straight_screens[0]
        return ScreenLook(self.page, straight, self._sheets, self._counts, self._deadline, self._on_stage)

    @cached_property
    def _straight_screens(self) -> tuple[Iterator[StraightScreen], ...]:
        """What the picture shows as the front of a screen, once for a look at each kind of puzzle."""
        from picrosser.reading.photograph.straight_screen import straight_screens

        if self._slopes is None:
            return iter(()), iter(())
        return tee(straight_screens(self.page.image, self._slopes, lambda: self.page.without_moire))

    @cached_property
    def _slopes(self) -> ScreenSlopes | None:
        from picrosser.reading.photograph.slanted_lines import find_screen_slopes

        self._deadline.check("looking for the edges of a screen")
        return find_screen_slopes(self.page.image)

    @property
    def _lies_straight(self) -> bool:
        return self._slopes is not None and self._slopes.is_straight(self.page.image.shape)

    @property
    def _screen_lies_askew(self) -> bool:
        """Whether the lines that are level and upright on a screen, or on a page, lie askew in the picture.

        Then nothing is read as it lies that was not read from the front: so it is for 340 drawn photographs.
        """
        return self._slopes is not None and not self._lies_straight

    @cached_property
    def _page_read_or_refusal(self) -> NonogramSolved | PicrosserError | None:
        """What a ruled page states, whatever doubts that leaves, or why it is refused; None without one.

        Lines that are as straight as a screen's, in a picture that lies straight, are read as it lies.
        """
        from picrosser.pipelines.photograph import solve_photograph

        if self._sheets and not self._sheets[0].is_askew and self._lies_straight:
            return None
        try:
            is_read_otherwise = self._is_read_on_screen
            return self._as_asked(
                partial(solve_photograph, self.page.image, self._sheets, is_read_otherwise=is_read_otherwise)
            )
        except (GridNotFoundError, HintsUnreadableError, FixRefusedError) as refusal:
            return refusal

    @property
    def _page_read(self) -> NonogramSolved | None:
        read = self._page_read_or_refusal
        return None if isinstance(read, PicrosserError) else read

    @cached_property
    def _nonogram(self) -> NonogramSolved | None:
        return self._unless_other_kind(self._page_read)

    @cached_property
    def _screen(self) -> NonogramOnScreen | None:
        """The screen that lies askew in the picture."""
        if not self._screen_lies_askew:
            return None
        from picrosser.pipelines.screen_photograph import NonogramOnScreen

        return self._as_asked(partial(NonogramOnScreen, self.page, self._straight_screens[1]))

    @cached_property
    def _screen_read(self) -> NonogramSolved | None:
        """What a screen that lies askew states, whatever doubts that leaves.

        If a ruled page is far from a puzzle, and the first view of the screen is, too, that view is the last.
        Of 218 drawn screens that are read, the first view of seven is so, and no page of these seven.
        """
        if self._screen is None:
            return None
        is_far_page = self._page_read is not None and not is_near(self._page_read)
        shown = self._screen.shown_at_first if is_far_page else None
        return self._screen.result if shown is None or is_near(shown) else shown

    def _is_read_on_screen(self, page: NonogramSolved | None) -> bool:
        """Whether a screen is read for sure at first view, or surely shows a nonogram of another size.

        That takes less time than to read the ruled sheet sharpened and softened, unless that has so many
        lines that it is a page. Where the sheet is surely paper, there is no screen.

        page : what the sheet states, in doubt; None if it shows no puzzle.
        """
        from picrosser.reading.photograph.sheet import MAX_BEND_OF_SCREEN

        if self._screen is None or self._page is not None or self._sheets[0].bend > MAX_BEND_OF_SCREEN:
            return False
        sure = self._screen.sure_after(1)
        shown = self._shown_on_screen = self._screen.shown_at_first
        if sure is not None or shown is None or page is None:
            return sure is not None
        return is_no_other_kind(shown) and shown.puzzle.shape != page.puzzle.shape and not is_near(page)

    @property
    def _is_surely_nonogram(self) -> bool:
        """Whether a screen, seen after a ruled sheet left doubts, can show no puzzle of another kind."""
        return self._shown_on_screen is not None and is_no_other_kind(self._shown_on_screen)

    @property
    def _on_screen(self) -> NonogramSolved | None:
        """The nonogram on a screen; None, too, if a ruled page shows one without doubt, or a table.

        A nonogram on paper that is bent is on no screen. Of 39 drawn screens five whose lines were ruled are
        in doubt as pages, and are read by their edges. A sheet of more lines than most boards have is seldom
        on one: two views tell, and further ones cost ten times as much as the page.
        """
        from picrosser.pipelines.screen_views import MIN_WEIGHED
        from picrosser.reading.photograph.sheet import MAX_BEND_OF_SCREEN

        if is_numbered_table(self._page_read) or is_answered(self._nonogram):
            return None
        if self._page is not None and self._page.is_on_paper:
            return None
        if self._nonogram and is_no_other_kind(self._nonogram) and self._sheets[0].bend > MAX_BEND_OF_SCREEN:
            return None
        if self._screen is None:
            return None
        in_views = self._screen.sure_after(MIN_WEIGHED) if self._page is not None else self._screen_read
        if not is_answered(in_views) and self._on_screen_and_page is not None:
            return self._on_screen_and_page
        return in_views if self._page is not None else self._unless_other_kind(in_views)

    @cached_property
    def _on_screen_and_page(self) -> NonogramSolved | None:
        """The nonogram that is sure once a screen and a ruled page, each in doubt, are weighed together.

        Of light digits on a dark page the negative was read, so that its tones are not those of the screen.
        """
        if self._screen is None or self._page_read is None or self._sheets[0].is_light_on_dark:
            return None
        return self._screen.sure_with(self._page_read)

    def _as_asked(self, look: Callable[..., R]) -> R:
        """What a look at a nonogram finds, with the hints, the kind and the deadline that were asked for."""
        return look(
            fixes=self._lines,
            is_stated=self.kind is not None,
            deadline=self._deadline,
            on_stage=self._on_stage,
        )

    def _unless_other_kind(self, solved: NonogramSolved | None) -> NonogramSolved | None:
        """What was found; None if it leaves doubts, and the picture may be of another kind."""
        if solved is None or not solved.doubts or self.kind is not None:
            return solved
        if self._nonogram_sheet is not None or is_no_other_kind(solved):
            return solved
        return None

    @property
    def _shows_numbered_table(self) -> bool:
        return is_numbered_table(self._page_read) or is_numbered_table(self._screen_read)

    def _surest_nonogram(self) -> NonogramSolved | None:
        """The nonogram on a ruled page, and if that leaves doubts, the one on a screen, if that has fewer."""
        ruled = self._nonogram
        if is_answered(ruled) or self._on_screen is None:
            return ruled
        return self._on_screen if ruled is None or len(self._on_screen.doubts) < len(ruled.doubts) else ruled


def _is_likely_nonogram(shown: NonogramSolved | None) -> bool:
    """Whether a screen, at first view, shows nearly all numbers that a nonogram has.

    Then further views of it are worth more than a look for a Hungry Cat board. That look follows if they do
    not settle it.
    """
    return shown is not None and is_near(shown) and shown.is_convincing
