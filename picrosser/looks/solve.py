"""Solve the puzzle in a picture of any kind: look at it in one way after the other, until one is believed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from picrosser.errors import (
    ExitCode,
    FixRefusedError,
    GridNotFoundError,
    HintsUnreadableError,
    TimeLimitError,
)
from picrosser.imaging.loading import PictureSource, load_picture
from picrosser.imaging.pixels import RGB
from picrosser.looks.belief import View
from picrosser.looks.evidence import Evidence
from picrosser.looks.halved import AT_HALF_SIZE
from picrosser.looks.screenshot import AS_IT_LIES, TURNED
from picrosser.looks.search import REFUSALS, Fixes, Look, Request, Search
from picrosser.puzzles import Kind
from picrosser.puzzles.doubt import NO_FIXES
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.nonogram import StatedRuns
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import StageListener, ignore
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Status

if TYPE_CHECKING:
    from picrosser.pipelines.nonogram_solved import NonogramRead
    from picrosser.pipelines.solved import AnySolved, HintedSolved
    from picrosser.reading.hungry_cat.assemble import Reading

_SOLVED = ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS, ExitCode.GAVE_UP


def solve(image: RGB, request: Request, deadline: Deadline, on_stage: StageListener) -> AnySolved:
    """Look at a picture, (H, W, 3) uint8 sRGB, until a result is believed; else return what is likeliest.

    request : as `Request.checked` returns it. It raises what `solve_screenshot` does for want of a puzzle.
    """
    began = perf_counter()
    search = Search(Evidence(PageEvidence(image), by_camera=request.by_camera), request, deadline, on_stage)
    belief, solved = search.belief, None
    try:
        for look in looks_worth_taking(search):
            if deadline.is_past and any(attempt.solved is not None for attempt in belief.attempts):
                break
            deadline.check("looking for a puzzle")
            search.take(look)
            if (solved := belief.settled()) is not None:
                break
        solved = solved or belief.answer()
        others = perf_counter() - began - sum(solved.seconds.values())
    finally:
        on_stage(belief.looks_taken)
    if len(belief.attempts) == 1:
        return solved
    return replace(solved, seconds={**solved.seconds, "other looks": others})


def solve_screenshot(
    image: PictureSource,
    *,
    kind: Kind | None = None,
    fixes: Fixes = NO_FIXES,
    board: int = 1,
    by_camera: bool = False,
    row: str | None = None,
    penta: int | None = None,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> AnySolved:
    """Read a screenshot or a photograph and solve its puzzle.

    A picture that lies on a side or upside down is turned upright; `turned_deg` says so.

    Parameters
    ----------
    image : a path, bytes, a Pillow image or an array, as `load_image` takes it.
    kind : the kind of puzzle; None to recognise it.
    fixes : hints set by hand, which replace what is seen; their form also states the kind.
    board : which of several nonograms on a page, by size: 1 for the largest.
    by_camera : the picture is known to be a photograph, as it is if the EXIF entries of `image` say so.
    row, penta : which problems of a Katamino card to pack; None for all.
    time_limit_s : for all looks, repairing and solving together, in seconds; None for no limit.
    on_stage : called with the result of each stage, of each look.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : no kind fits, or there is no such board; the reason is that of
        the look that came nearest.
    TimeLimitError : the time was up before there was a puzzle to solve.
    FixRefusedError : the board has no such hint, or puzzles of that kind have no hints of this form.
    ValueError : there is no such kind; `board` is below 1, or another one than 1 of puzzles that are no
        nonograms.
    InputUnreadableError, TypeError, ValueError : `image` is no picture, as in `load_image`.

    Examples
    --------
    >>> solved = picrosser.solve_screenshot("shot.png")
    >>> solved.solution
    Picture(11111/11221/12222/11221/11111)
    >>> solved.save("shot-solved.png")
    """
    request = Request(kind, fixes, board, by_camera, row=row, penta=penta)
    return solve_request(image, request, time_limit_s, on_stage)


def solve_hinted(
    image: PictureSource,
    *,
    kind: Kind | None = None,
    fixes: Fixes = NO_FIXES,
    board: int = 1,
    time_limit_s: float | None = None,
) -> HintedSolved:
    """As `solve_screenshot`, of a puzzle with hints, so not of a Katamino."""
    if kind == "katamino":
        raise GridNotFoundError(
            "a Katamino has no hints", "picrosser katamino SHOT packs its pieces and checks its board"
        )
    solved = solve_request(image, Request(kind, fixes, board, is_hinted=True), time_limit_s, ignore)
    assert solved.kind != "katamino"  # no look has asked for one
    return solved


def read(
    image: PictureSource, kind: Kind | None = None, *, board: int = 1, time_limit_s: float | None = None
) -> Reading | NonogramRead:
    """Read the hints in a screenshot; misread ones are corrected where that is certain.

    To correct them, the puzzle is solved, too; `solve_screenshot` returns the solution as well.

    Parameters
    ----------
    kind : "hungry-cat" or "nonogram"; None to recognise it.
    image, board, time_limit_s : as in `solve_screenshot`, which raises the same errors.

    Examples
    --------
    >>> reading = picrosser.read("shot.png")
    >>> reading
    <Reading 5 x 5, 2 colours, no doubts>
    >>> reading.puzzle.rows[1]
    (CountHint(count=3, contiguous=False), CountHint(count=2, contiguous=True))
    """
    return solve_hinted(image, kind=kind, board=board, time_limit_s=time_limit_s).reading


def solve_request(
    image: PictureSource, request: Request, time_limit_s: float | None, on_stage: StageListener
) -> AnySolved:
    """As `solve_screenshot`."""
    request = request.checked()
    deadline = Deadline.after(time_limit_s)
    loaded = load_picture(image)
    request = request._replace(by_camera=request.by_camera or loaded.by_camera)
    work = _with_sound_fixes if request.fixes else solve
    return replace(work(loaded.image, request, deadline, on_stage), appearance=loaded.appearance)


# ---- The order of the looks: what is cheap and tells much comes first
#
# A photograph is seen from the front first: as it lies it is seldom read, and not sooner. A screenshot is
# read as it lies, a large one at half its size before; where that leaves doubts, it may be a photograph all
# the same. New looks go in here.


def _from_the_front() -> Sequence[Look]:
    # Few pictures are photographs, which need these.
    from picrosser.looks import hungry_cat_screen, katamino_table, page, screen

    return (
        *hungry_cat_screen.AT_FIRST_SIGHT,
        page.FINE_RULED_PAGE,
        katamino_table.KATAMINO_TABLE,
        page.RULED_PAGE,
        screen.FIRST_VIEW,
        page.WEIGHED_PAGE,  # settles more in less time, but needs to know the size of the board on a screen
        hungry_cat_screen.CLOSELY,
        *screen.FURTHER_VIEWS,
    )


def looks_worth_taking(search: Search) -> Iterator[Look]:
    """Yield one look after the other, each judged by what is known when it is due."""
    evidence, belief = search.evidence, search.belief
    if search.request.board > 1:
        from picrosser.looks.page import RULED_PAGE, WEIGHED_PAGE  # only pages have several boards

        yield from _worth_taking((RULED_PAGE, WEIGHED_PAGE), search)
        return
    if evidence.shows_nothing and search.request.kind != "katamino":
        return
    if evidence.is_photograph and not evidence.is_noisy_screenshot:
        yield from _worth_taking(_from_the_front(), search)
    yield from _worth_taking((AT_HALF_SIZE, *AS_IT_LIES), search)
    yield from _worth_taking(TURNED, search)
    if belief.leaves_doubts(View.AS_IT_LIES) and belief.leaves_doubts(View.TURNED):
        search.is_thorough = True
        if evidence.is_photograph or evidence.may_be_quiet_photograph:
            yield from _worth_taking(_from_the_front(), search)


def _worth_taking(looks: Sequence[Look], search: Search) -> Iterator[Look]:
    for look in looks:
        if not search.belief.tried(look.name, look.view) and look.needs(search):
            yield look


# ---- Hints set by hand that cannot be right: of the other kind of puzzle, or at odds with all the others


def _with_sound_fixes(image: RGB, request: Request, deadline: Deadline, on_stage: StageListener) -> AnySolved:
    """The result with hints set by hand; if there is no solution, they are compared with the others."""
    try:
        solved = solve(image, request, deadline, on_stage)
    except REFUSALS:
        if (plain := _without_fixes(image, request, deadline)) is not None:
            _refuse_other_kind(request.fixes, plain)
        raise
    if solved.exit_code in _SOLVED:
        return solved
    if (plain := _without_fixes(image, request, deadline)) is not None:
        _refuse_other_kind(request.fixes, plain)
        _refuse_contradiction(request.fixes, solved, plain)
    return solved


def _without_fixes(image: RGB, request: Request, deadline: Deadline) -> AnySolved | None:
    """The result without hints set by hand, of any kind; None without any."""
    with suppress(GridNotFoundError, HintsUnreadableError, TimeLimitError):
        return solve(image, request._replace(kind=None, fixes=NO_FIXES), deadline, ignore)
    return None


def _refuse_other_kind(fixes: Fixes, plain: AnySolved) -> None:
    of_nonogram = any(isinstance(hint, StatedRuns) for hint in fixes.values())
    if plain.kind == "hungry-cat" and of_nonogram:
        raise FixRefusedError(
            f"this is a Hungry Cat board, and {_spelt(fixes)} is a nonogram's line",
            "set one hint, like r2:1=3: row 2 has 3 cells of colour 1, the first one in its hints",
        )
    if plain.kind == "nonogram" and not of_nonogram:
        raise FixRefusedError(
            f"this is a nonogram, and {_spelt(fixes)} is a hint of Hungry Cat",
            "give the whole line, like 'r2=3 1 4'",
        )


def _refuse_contradiction(fixes: Fixes, solved: AnySolved, plain: AnySolved) -> None:
    if plain.exit_code is ExitCode.OK:
        raise HintsUnreadableError(
            f"with {_spelt(fixes)} the hints contradict each other; without it there is one solution"
            f"{_how_it_lies(plain)}",
            "check what you have set by hand",
        )
    if solved.kind == "katamino" or plain.kind == "katamino":
        return
    if solved.outcome.status is Status.NONE and plain.outcome.status is not Status.NONE:
        raise HintsUnreadableError(
            f"with {_spelt(fixes)} the puzzle has no solution{_how_it_lies(plain)}",
            "check what you have set by hand, or set the hint that contradicts it, too",
        )


def _spelt(fixes: Fixes) -> str:
    """The fixes as they are typed."""
    return " and ".join(f"--fix '{fix_text(place, hint)}'" for place, hint in fixes.items())


def _how_it_lies(solved: AnySolved) -> str:
    """How the picture is turned, in words; "" if it is not: lines are numbered as they stand upright."""
    if not solved.turned_deg:
        return ""
    from picrosser.imaging.turned import TURN_WORDS

    return f" (the picture is {TURN_WORDS[solved.turned_deg]})"
