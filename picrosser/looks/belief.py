"""What each look has found, and what of it is believed: acceptance and refusal stand here."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from picrosser.errors import GridNotFoundError, HintsUnreadableError, PicrosserError
from picrosser.looks.certainty import (
    has_numbers,
    is_answered,
    is_near,
    is_no_hungry_cat,
    is_no_other_kind,
    is_sure,
    mixes_colours,
    shows_zero,
)
from picrosser.looks.evidence import Evidence, UprightEvidence
from picrosser.puzzles import Kind
from picrosser.puzzles.doubt import is_mostly_doubtful
from picrosser.puzzles.nonogram import ONE_COLOUR
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from picrosser.pipelines.nonogram_solved import NonogramSolved
    from picrosser.pipelines.solved import AnySolved

# Names of looks, of a picture as it lies or turned, and then of what it shows from the front.
NONOGRAM, ON_LINES = "nonogram", "nonogram on evenly spaced lines"
HUNGRY_CAT, ILLEGIBLE = "Hungry Cat board", "illegible Hungry Cat board"
SCREENSHOT = "screenshot"
DRAWN_PIECES, PIECES = "drawn pieces", "any pieces"
PAGE, PAGE_WEIGHED, SCREEN, TABLE = "ruled page", "filtered page", "straight screen", "Katamino table"

STRAIGHTEN_HELP = "take it from straight above, and sharp, with the whole board and its hints in it"


class View(Enum):
    """How a picture is seen."""

    HALVED = "at half its size"
    AS_IT_LIES = "as it lies"
    TURNED = "turned upright"
    FROM_THE_FRONT = "from the front"
    """What it shows of a page, a screen or a table, made flat or straight."""


class Attempt(NamedTuple):
    """What a look has found: a result, a refusal, or nothing; in `cpu_s` seconds of one processor."""

    name: str
    view: View
    solved: AnySolved | None = None
    refusal: PicrosserError | None = None
    cpu_s: float = 0.0

    @property
    def words(self) -> str:
        """What was found: "ok" for the only solution, "3 doubts", the refusal, or "nothing"."""
        if self.refusal is not None:
            return f"refused: {self.refusal.seen}"
        if self.solved is None:
            return "nothing"
        doubts = self.solved.doubts
        return counted(len(doubts), "doubt") if doubts else self.solved.exit_code.name.lower()


class LooksTaken(NamedTuple):
    """The looks at a picture in order, each with what it found in words, and seconds of one processor."""

    looks: tuple[tuple[str, str], ...]
    cpu_s: tuple[float, ...] = ()


class Belief:
    """What was found, look by look.

    kind : of puzzle that is asked for; None if any may be. attempts : in order.
    """

    def __init__(self, evidence: Evidence, kind: Kind | None) -> None:
        self._evidence, self._kind = evidence, kind
        self.attempts: list[Attempt] = []

    def settled(self) -> AnySolved | None:
        """The result of the last look, if it is believed at once; None if others have to follow.

        At half its size, and from the front, what leaves no doubt is believed. So it is in a picture as it
        lies; but a nonogram has to have one solution, and no stripes of hints beside its board: those are
        Hungry Cat's, some of whose colours may not have been seen.
        """
        last = self.attempts[-1]
        solved = last.solved
        if solved is None or solved.doubts:
            return None
        if solved.kind == "nonogram" and last.view in (View.AS_IT_LIES, View.TURNED) and self._kind is None:
            return solved if is_sure(solved) and not self.is_striped(last.view) else None
        return solved

    def answer(self) -> AnySolved:
        """What is likeliest, once no look is left; raises the refusal that came nearest if there is none."""
        front, straight = self.from_the_front(), self.upright()
        if isinstance(straight, PicrosserError) or straight is None:
            if front is not None:
                return front
            raise self._refusal(straight)
        return straight if front is None or len(front.doubts) > len(straight.doubts) else front

    @property
    def looks_taken(self) -> LooksTaken:
        return LooksTaken(
            tuple((f"{one.name}, {one.view.value}", one.words) for one in self.attempts),
            tuple(one.cpu_s for one in self.attempts),
        )

    # What is known of one look ------------------------------------------------------------------------------

    def tried(self, name: str, view: View = View.FROM_THE_FRONT) -> bool:
        return self._attempt(name, view) is not None

    def found(self, name: str, view: View = View.FROM_THE_FRONT) -> AnySolved | PicrosserError | None:
        """The result of a look, or why it was refused; None if it found nothing, or was not taken."""
        attempt = self._attempt(name, view)
        return None if attempt is None else attempt.solved or attempt.refusal

    def solved(self, name: str, view: View = View.FROM_THE_FRONT) -> AnySolved | None:
        attempt = self._attempt(name, view)
        return None if attempt is None else attempt.solved

    def nonogram(self, name: str, view: View = View.FROM_THE_FRONT) -> NonogramSolved | None:
        solved = self.solved(name, view)
        return solved if solved is not None and solved.kind == "nonogram" else None

    def _attempt(self, name: str, view: View) -> Attempt | None:
        of_name = (one for one in reversed(self.attempts) if one.name == name and one.view is view)
        return next(of_name, None)

    # What a page and a screen state -------------------------------------------------------------------------

    @property
    def on_page(self) -> NonogramSolved | None:
        """What a ruled page states, in doubt or not."""
        return self.nonogram(PAGE_WEIGHED) or self.nonogram(PAGE)

    @property
    def on_screen(self) -> NonogramSolved | None:
        """What the views of a screen state so far, in doubt or not."""
        views = (attempt.solved for attempt in reversed(self.attempts) if attempt.name.startswith(SCREEN))
        return next((solved for solved in views if solved is not None and solved.kind == "nonogram"), None)

    @property
    def nonogram_from_the_front(self) -> NonogramSolved | None:
        """What a page or a screen states with fewer doubts; None if it may be a puzzle of another kind."""
        read = [solved for solved in (self.on_page, self.on_screen) if self._is_of_no_other_kind(solved)]
        return min(filter(None, read), key=lambda solved: len(solved.doubts), default=None)

    def _is_of_no_other_kind(self, solved: NonogramSolved | None) -> bool:
        """Whether what was read is a nonogram, though it may be in doubt which one."""
        if solved is None or not solved.doubts or self._kind is not None:
            return solved is not None
        return self._evidence.nonogram_sheet is not None or is_no_other_kind(solved)

    @property
    def shows_nonogram_on_screen(self) -> bool:
        """Whether a screen shows nearly all numbers that a nonogram has."""
        shown = self.on_screen
        return shown is not None and is_near(shown) and shown.is_convincing

    @property
    def is_settled_from_the_front(self) -> bool:
        """Whether the picture as it lies can show no more than what was read from the front, if in doubt.

        So it is if that lies far askew; or if a screen shows nearly all numbers of a nonogram, so that its
        edges were seen right.
        """
        nonogram = self.nonogram_from_the_front
        if nonogram is None or not (self._evidence.nonogram_sheet is not None or is_no_other_kind(nonogram)):
            return False
        return _lies_far_askew(nonogram) or (self.on_screen is not None and is_near(nonogram))

    @property
    def forbids_to_read_as_it_lies(self) -> bool:
        """Whether what a photograph shows lies so far askew that no hints stand beside their lines."""
        if self._kind == "katamino" or not self._evidence.is_photograph or self._evidence.is_noisy_screenshot:
            return False
        sheet, is_refused = self._evidence.nonogram_sheet, isinstance(self.found(PAGE), PicrosserError)
        on_far_page = sheet is not None and is_refused and sheet.lies_far_askew
        return on_far_page or self._evidence.lies_askew or self.is_settled_from_the_front

    # The likeliest result in one view -----------------------------------------------------------------------

    def from_the_front(self) -> AnySolved | None:
        """The likeliest result for what the picture shows made flat or straight; None without any.

        A picture without a sensor's noise is hardly a photograph: what is in doubt in one is none.
        """
        found = [one.solved for one in self.attempts if one.view is View.FROM_THE_FRONT]
        sure = next((solved for solved in found if solved is not None and not solved.doubts), None)
        if sure is not None or not self._evidence.is_photograph:
            return sure
        return self.nonogram_from_the_front or self.solved(TABLE) or self._near_on_screen_askew

    @property
    def _near_on_screen_askew(self) -> NonogramSolved | None:
        """The nonogram on a screen that is not read as it lies, if its reading leaves few doubts."""
        shown = self.on_screen
        if shown is None or not is_near(shown):
            return None
        return shown if self._evidence.lies_askew or _lies_far_askew(shown) else None

    def upright(self) -> AnySolved | PicrosserError | None:
        """The likeliest result for the picture as a screenshot, or the likeliest refusal."""
        lying, turned = self.nearest(View.AS_IT_LIES), self.nearest(View.TURNED)
        is_refused = isinstance(turned, PicrosserError)
        is_lying_better = is_refused and lying is not None and not isinstance(lying, PicrosserError)
        return lying if turned is None or is_lying_better else turned

    def read_nonogram(self, view: View) -> NonogramSolved | None:
        """What was read as a nonogram: on lines if its digits propose no board, or one that leaves doubts."""
        first, on_lines = self.nonogram(NONOGRAM, view), self.nonogram(ON_LINES, view)
        return on_lines if first is None or is_answered(on_lines) else first

    def nearest(self, view: View) -> AnySolved | PicrosserError | None:
        """What the looks in one view, if any, have found, or the refusal of the kind that came nearest."""
        read = self.read_nonogram(view)
        nonogram = read or self.found(NONOGRAM, view)
        hungry_cat = self.found(HUNGRY_CAT, view) or self.found(ILLEGIBLE, view)
        if self._kind is not None:
            return nonogram or hungry_cat or self.found(PIECES, view)
        pieces = self.solved(DRAWN_PIECES, view) or self.solved(PIECES, view)
        if self.is_surely_nonogram(view):
            return nonogram
        if pieces is not None:
            return read if pieces.doubts and is_answered(read) else pieces
        if self.is_surely_hungry_cat(view):
            return hungry_cat
        if read is not None and self._is_rest_of_hungry_cat(view, read):
            return hungry_cat
        if hungry_cat is None or is_sure(read):
            return nonogram
        is_refused = isinstance(hungry_cat, PicrosserError)
        no_board = isinstance(hungry_cat, GridNotFoundError)
        may_be_read = is_refused and read is not None and has_numbers(read, no_board)
        if read is not None and may_be_read and is_no_hungry_cat(read, self.is_striped(view)):
            return read
        # What a Hungry Cat board lacks is no true reason where none of its stripes are seen.
        return nonogram if is_refused and nonogram is not None and not self.is_striped(view) else hungry_cat

    def _is_rest_of_hungry_cat(self, view: View, read: NonogramSolved) -> bool:
        """Whether a nonogram may be some colours of a Hungry Cat board whose others are cut off or hidden."""
        hungry_cat = self.found(HUNGRY_CAT, view)
        is_illegible = hungry_cat is None and self.tried(HUNGRY_CAT, view)
        is_board = is_illegible or isinstance(hungry_cat, PicrosserError)
        if not (is_board and self.is_striped(view)):
            return False
        seen = self.upright_evidence(view)
        if isinstance(hungry_cat, GridNotFoundError) and seen.lines.sure is None:
            return False
        shows_colours = len(read.puzzle.palette) > ONE_COLOUR or not seen.has_few_colours
        if shows_zero(read) or (shows_colours and mixes_colours(read)):
            return False
        if seen.shows_more_hints(read.lattice, read.reading.digit_boxes):
            return True
        # Runs of which each line has one at most may be the only slot that is left.
        is_one_slot = read.explained is not None and read.explained.labels.one_number_each
        is_unreadable = is_illegible or isinstance(hungry_cat, HintsUnreadableError)
        return is_unreadable and (is_one_slot or not is_no_hungry_cat(read, striped=True))

    def leaves_doubts(self, view: View) -> bool:
        """Whether no result in this view is believed, so that other views follow."""
        found = self.nearest(view)
        return found is None or isinstance(found, PicrosserError) or bool(found.doubts)

    def is_surely_nonogram(self, view: View) -> bool:
        """Whether a picture is so surely a nonogram, in doubt or not, that no other kind is tried."""
        read = self.read_nonogram(view)
        is_nonogram = read is not None and (is_sure(read) or is_no_other_kind(read))
        return is_nonogram and not self.is_striped(view)

    def is_rather_nonogram(self, view: View) -> bool:
        """Whether it is a nonogram in doubt rather than a Hungry Cat board with mostly doubtful hints."""
        read = self.read_nonogram(view)
        if is_sure(read):
            return not self._is_rest_of_hungry_cat(view, read)
        return read is not None and is_near(read) and is_no_hungry_cat(read, self.is_striped(view))

    def is_surely_hungry_cat(self, view: View) -> bool:
        """Whether a picture is so surely a Hungry Cat board, in doubt or not, that no other kind is tried.

        Runs beside stripes hardly ever fill their lines.
        """
        found = self.solved(HUNGRY_CAT, view)
        if found is None or found.kind != "hungry-cat":
            return False
        is_legible = not is_mostly_doubtful(found.doubts, found.puzzle.shape)
        return not found.doubts or (is_legible and self.is_striped(view))

    def is_striped(self, view: View) -> bool:
        """Whether Hungry Cat's stripes end beside a nonogram's board, or beside one that is seen at once.

        Beside a nonogram with one solution no other board is looked for, which takes up to 60 ms.
        """
        seen, read = self.upright_evidence(view), self.read_nonogram(view)
        is_beside_read = read is not None and seen.has_stripes_beside(read.lattice)
        return is_beside_read or (not is_sure(read) and seen.is_striped)

    def upright_evidence(self, view: View) -> UprightEvidence:
        turned = self._evidence.turned if view is View.TURNED else None
        return turned or self._evidence.as_it_lies

    def _refusal(self, straight: PicrosserError | None) -> PicrosserError:
        """The refusal that names the true reason."""
        if self._evidence.shows_nothing and self._kind != "katamino":
            seen = "no board with numbers beside it was found in this photograph, and no straight lines"
            return GridNotFoundError(seen, STRAIGHTEN_HELP)
        page = self.found(PAGE)
        if isinstance(page, PicrosserError) and (straight is None or self._evidence.fills_page):
            return page  # seen from the front, the page shows more of its board
        if straight is not None:
            return straight
        seen = "no puzzle can be read in this photograph: what it shows lies askew"
        return GridNotFoundError(seen, STRAIGHTEN_HELP)


def _lies_far_askew(nonogram: NonogramSolved) -> bool:
    """Whether its numbers do not stand beside its lines as the photograph lies."""
    from picrosser.reading.photograph.from_the_front import is_far_askew  # few pictures are photographs

    return is_far_askew(nonogram.lattice)
