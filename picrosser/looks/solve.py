"""Solve the puzzle in a picture of any kind: look at it in one way after the other, until one is believed."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from picrosser.errors import FixRefusedError, GridNotFoundError, HintsUnreadableError
from picrosser.imaging.loading import PictureSource, load_picture
from picrosser.imaging.pixels import RGB
from picrosser.looks.attempt import Attempt
from picrosser.looks.belief import Belief
from picrosser.looks.evidence import Evidence
from picrosser.looks.order import looks_worth_taking
from picrosser.looks.search import NO_FIXES, Fixes, Look, Request, Search
from picrosser.puzzles import Kind
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import StageListener, ignore
from picrosser.running.deadline import Deadline

if TYPE_CHECKING:
    from picrosser.pipelines.nonogram_solved import NonogramRead
    from picrosser.pipelines.solved import AnySolved, HintedSolved
    from picrosser.reading.hungry_cat.assemble import Reading

MIN_TOLD_S = 0.005  # seconds: other looks that took less are not worth telling


def solve(image: RGB, request: Request, deadline: Deadline, on_stage: StageListener) -> AnySolved:
    """Look at a picture, (H, W, 3) uint8 sRGB, until a result is believed; else return what is likeliest.

    request : as `Request.checked` returns it. It raises what `solve_screenshot` does for want of a puzzle.
    """
    began = perf_counter()
    search = Search(Evidence(PageEvidence(image), by_camera=request.by_camera), request, deadline, on_stage)
    belief = search.belief
    try:
        for look in looks_worth_taking(search):
            if deadline.is_past and any(attempt.solved is not None for attempt in belief.attempts):
                break
            deadline.check("looking for a puzzle")
            belief.attempts.append(_taken(look, search))
            if (settled := belief.settled()) is not None:
                return _with_time_of_other_looks(settled, belief, perf_counter() - began)
        return _with_time_of_other_looks(belief.answer(), belief, perf_counter() - began)
    finally:
        on_stage(belief.looks_taken)


def _taken(look: Look, search: Search) -> Attempt:
    began, solved, refusal = process_time(), None, None
    try:
        solved = look.read(search)
    except (GridNotFoundError, HintsUnreadableError, FixRefusedError) as error:
        refusal = error
    return Attempt(look.name, look.view, solved, refusal, process_time() - began)


def _with_time_of_other_looks(solved: AnySolved, belief: Belief, seconds: float) -> AnySolved:
    """The result, which tells how long the looks took that did not lead to it."""
    others = seconds - sum(solved.seconds.values())
    if len(belief.attempts) == 1 or others <= MIN_TOLD_S:
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
    return _solved(image, request, time_limit_s, on_stage)


def solve_hinted(
    image: PictureSource,
    *,
    kind: Kind | None = None,
    fixes: Fixes = NO_FIXES,
    board: int = 1,
    by_camera: bool = False,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> HintedSolved:
    """As `solve_screenshot`, of a puzzle with hints, so not of a Katamino."""
    if kind == "katamino":
        raise GridNotFoundError(
            "a Katamino has no hints", "picrosser katamino SHOT packs its pieces and checks its board"
        )
    request = Request(kind, fixes, board, by_camera, is_hinted=True)
    solved = _solved(image, request, time_limit_s, on_stage)
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


def _solved(
    image: PictureSource, request: Request, time_limit_s: float | None, on_stage: StageListener
) -> AnySolved:
    request = request.checked()
    deadline = Deadline.after(time_limit_s)
    loaded = load_picture(image)
    request = request._replace(by_camera=request.by_camera or loaded.by_camera)
    if not request.fixes:
        return solve(loaded.image, request, deadline, on_stage)
    from picrosser.looks.sound_fixes import with_sound_fixes

    return with_sound_fixes(
        request.fixes,
        lambda: solve(loaded.image, request, deadline, on_stage),
        lambda: solve(loaded.image, request._replace(kind=None, fixes=NO_FIXES), deadline, ignore),
    )
