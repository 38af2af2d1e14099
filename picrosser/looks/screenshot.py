"""The looks at a picture as a screenshot, as it lies and turned upright: one family after the other.

A nonogram in few colours comes first, and a Hungry Cat board's stripes tell whether any other nonogram is
tried before it. What is cheap to rule out comes before what is not: drawn pieces take 50 ms, a card of
numbers and a Hungry Cat board without clear lines up to seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from picrosser.errors import GridNotFoundError
from picrosser.imaging.loading import MAX_PHOTO_PIXELS
from picrosser.looks.belief import DRAWN_PIECES, HUNGRY_CAT, ILLEGIBLE, NONOGRAM, ON_LINES, PIECES, View
from picrosser.looks.evidence import UprightEvidence
from picrosser.looks.search import REFUSALS, Look, Search
from picrosser.pipelines.stages import StageClock
from picrosser.puzzles import Kind
from picrosser.puzzles.doubt import is_mostly_doubtful

if TYPE_CHECKING:
    from picrosser.pipelines.hungry_cat import HungryCatSolved
    from picrosser.pipelines.katamino import KataminoSolved
    from picrosser.pipelines.nonogram_solved import NonogramSolved
    from picrosser.pipelines.solved import AnySolved

NO_DIGITS = GridNotFoundError(
    "no board with evenly spaced lines was found in this picture, and hardly any digits",
    "give a screenshot that shows the whole board with its hints",
)


def nonogram(
    search: Search, seen: UprightEvidence, *, by_lines: bool = False, at_first_sight: bool = False
) -> NonogramSolved:
    """The nonogram, solved; the parameters are as in `NonogramOptions`."""
    from picrosser.pipelines.nonogram import solve_nonogram  # few Hungry Cat screenshots come here

    options = search.nonogram_options._replace(
        page=seen.page, by_lines=by_lines, at_first_sight=at_first_sight
    )
    return solve_nonogram(seen.image, options, deadline=search.deadline, on_stage=search.on_stage)


def _hungry_cat(search: Search, seen: UprightEvidence) -> HungryCatSolved | None:
    """The board, solved; None if most of its hints are in doubt: then it is solved only if all else fails."""
    from picrosser.pipelines.hungry_cat import solve_reading  # 30 ms: few nonograms come here
    from picrosser.reading.hungry_cat.read import read_screenshot

    if search.request.kind is None and seen.lines.sure is None and seen.page.has_hardly_digits:
        raise NO_DIGITS
    clock = StageClock(search.on_stage, search.deadline)
    looked = read_screenshot(seen.calm, clock, sought=seen.lines)
    if search.request.kind is None and is_mostly_doubtful(looked.doubts, looked.puzzle.shape):
        search.illegible = looked
        return None
    return solve_reading(seen.image, looked, clock, fixes=search.request.count_fixes)


def _illegible_hungry_cat(search: Search, seen: UprightEvidence) -> HungryCatSolved:
    from picrosser.pipelines.hungry_cat import solve_reading

    looked, search.illegible = search.illegible, None
    assert looked is not None
    return solve_reading(seen.image, looked, StageClock(search.on_stage, search.deadline))


def _drawn_pieces(search: Search, seen: UprightEvidence) -> KataminoSolved:
    """Drawn pieces, which a quick look sees; if in doubt, a thorough look follows, whose doubts count."""
    quick = _katamino(search, seen, drawn_only=True)  # a picture that leaves doubts may be tilted
    return _katamino(search, seen, drawn_only=False) if quick.doubts else quick


def _any_pieces(search: Search, seen: UprightEvidence) -> KataminoSolved | None:
    """Pieces in any light, or a card of their numbers; in doubt only if a Katamino is asked for."""
    found = _katamino(search, seen, drawn_only=False)
    return found if search.request.kind == "katamino" or not found.doubts else None


def _katamino(search: Search, seen: UprightEvidence, *, drawn_only: bool) -> KataminoSolved:
    from picrosser.pipelines.katamino import solve_reading  # 50 ms, which others need not pay
    from picrosser.reading.katamino.read import read_katamino

    search.deadline.check("looking for Katamino pieces")
    request, clock = search.request, StageClock(search.on_stage, search.deadline)
    with_table = request.kind == "katamino" or not seen.page.has_hardly_digits
    reading = read_katamino(
        seen.image, clock, drawn_only=drawn_only, with_table=with_table, sought=seen.pieces, page=seen.page
    )
    return solve_reading(seen.image, reading, clock, row=request.row, penta=request.penta)


def _is_due(view: View, family: Kind, needs: Callable[[Search], bool], search: Search) -> bool:
    """Whether a family may be seen in this view, and the look is worth its time."""
    belief, request = search.belief, search.request
    if request.kind not in (None, family) or belief.forbids_to_read_as_it_lies:
        return False
    if view is View.TURNED and not (belief.leaves_doubts(View.AS_IT_LIES) and search.evidence.turned):
        return False
    return needs(search)


def _read(
    view: View, read: Callable[[Search, UprightEvidence], AnySolved | None], search: Search
) -> AnySolved | None:
    """What a look reads; of a turned picture the result and the refusal say how it lies."""
    seen = search.belief.upright_evidence(view)
    if seen.turned is None:
        return read(search, seen)
    from picrosser.imaging.turned import TURN_WORDS

    if all(attempt.view is not view for attempt in search.belief.attempts):
        search.on_stage(seen.turned)
    try:
        solved = read(search, seen)
    except REFUSALS as error:
        how = TURN_WORDS[seen.turned.turned_deg]
        raise type(error)(f"{error.seen} (the picture is {how})", error.advice) from error
    # Only a card's numbers tell which way a Katamino lies.
    is_either_way = solved is not None and solved.kind == "katamino" and not solved.reading.is_card
    return None if solved is None or is_either_way else replace(solved, turned_deg=seen.turned.turned_deg)


def _looks(view: View) -> tuple[Look, ...]:
    def is_open(search: Search) -> bool:
        """Whether other kinds than a nonogram may be tried."""
        return search.request.kind is not None or not search.belief.is_surely_nonogram(view)

    def may_be_pieces(search: Search) -> bool:
        if search.request.kind is not None:
            return True
        belief = search.belief
        return search.may_be("katamino") and is_open(search) and not belief.is_striped(view)

    def look(
        name: str,
        family: Kind,
        read: Callable[[Search, UprightEvidence], AnySolved | None],
        needs: Callable[[Search], bool],
    ) -> Look:
        return Look(name, view, partial(_is_due, view, family, needs), partial(_read, view, read))

    def may_be_drawn_pieces(search: Search) -> bool:
        return search.request.kind is None and may_be_pieces(search)

    def has_colours_or_stripes(search: Search) -> bool:
        """Whether it shows at least one of what each Hungry Cat board has."""
        return search.belief.is_striped(view) or not search.belief.upright_evidence(view).has_few_colours

    def may_be_hungry_cat(search: Search) -> bool:
        may_be = search.request.kind is not None or has_colours_or_stripes(search)
        return may_be and is_open(search) and search.belief.solved(DRAWN_PIECES, view) is None

    def may_be_illegible(search: Search) -> bool:
        """Whether it may be a Hungry Cat board that is hardly legible: it has colours, or stripes."""
        is_likely = has_colours_or_stripes(search) and not search.belief.is_rather_nonogram(view)
        return search.illegible is not None and is_likely

    def may_be_on_lines(search: Search) -> bool:
        """Whether there are digits, but they propose no convincing board, or were not asked."""
        belief = search.belief
        seen, read = belief.upright_evidence(view), belief.read_nonogram(view)
        if belief.is_surely_hungry_cat(view) or seen.page.has_hardly_digits:
            return False
        # Larger pictures are whole pages, and for sums along their lines 8 bytes a pixel are too much.
        is_large = seen.image.shape[0] * seen.image.shape[1] > MAX_PHOTO_PIXELS
        return not is_large and (read is None or not read.is_convincing)

    def has_few_colours(search: Search) -> bool:
        return search.request.kind is not None or search.belief.upright_evidence(view).has_few_colours

    on_lines = partial(nonogram, by_lines=True)
    return (
        look(NONOGRAM, "nonogram", nonogram, has_few_colours),
        look(NONOGRAM, "nonogram", nonogram, lambda it: not it.belief.is_striped(view)),
        look(DRAWN_PIECES, "katamino", _drawn_pieces, may_be_drawn_pieces),
        look(
            ON_LINES,
            "nonogram",
            on_lines,
            lambda it: not it.belief.is_striped(view) and may_be_on_lines(it),
        ),
        look(HUNGRY_CAT, "hungry-cat", _hungry_cat, may_be_hungry_cat),
        look(NONOGRAM, "nonogram", nonogram, lambda it: not it.belief.is_surely_hungry_cat(view)),
        look(ILLEGIBLE, "hungry-cat", _illegible_hungry_cat, may_be_illegible),
        look(
            PIECES,
            "katamino",
            _any_pieces,
            lambda it: may_be_pieces(it) and not it.belief.is_surely_hungry_cat(view),
        ),
        look(ON_LINES, "nonogram", on_lines, may_be_on_lines),
    )


AS_IT_LIES, TURNED = _looks(View.AS_IT_LIES), _looks(View.TURNED)
