"""Screenshot in, the kind of its puzzle recognised and the puzzle solved, where nobody says what it is."""

from __future__ import annotations

from contextlib import suppress

from picrosser.errors import GridNotFoundError, HintsUnreadableError, PicrosserError
from picrosser.katamino_pipeline import KataminoSolved, solve_katamino
from picrosser.nonogram_pipeline import NonogramSolved, solve_nonogram
from picrosser.pipeline import NO_FIXES, Fixes, Solved, StageListener, ignore, solve_screenshot
from picrosser.pixels import RGB


def solve_any(
    image: RGB,
    *,
    fixes: Fixes = NO_FIXES,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> Solved | NonogramSolved | KataminoSolved:
    """Read and solve a screenshot of any kind, recognised by the evidence.

    Hungry Cat's boards are tried first: one whose hints add up, circles and all, is nothing else. What is no
    such board without doubt is Katamino if there is a set of pieces in it, which is quick to see and which no
    other puzzle shows; else a nonogram if it can be read as one without doubt; else Katamino if it is a table
    of the numbers of pieces.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : neither; told as of the kind that came nearer to a reading.
    FixRefusedError : the board has no such hint.
    """
    refusal: PicrosserError | None = None
    solved: Solved | None = None
    try:
        solved = solve_screenshot(image, fixes=fixes, time_limit_s=time_limit_s, on_stage=on_stage)
    except (HintsUnreadableError, GridNotFoundError) as error:
        refusal = error
    if solved is not None and (fixes or not solved.reading.doubts):
        return solved
    with suppress(GridNotFoundError):
        return _solve_pieces(image, time_limit_s, on_stage)
    try:
        return solve_nonogram(image, time_limit_s=time_limit_s, on_stage=on_stage)
    except (HintsUnreadableError, GridNotFoundError) as error:
        if solved is not None:
            return solved
        with suppress(GridNotFoundError, HintsUnreadableError):
            return solve_katamino(image, time_limit_s=time_limit_s, on_stage=on_stage)
        assert refusal is not None
        is_hungry_cat = isinstance(refusal, HintsUnreadableError)  # its hint areas were found
        raise (refusal if is_hungry_cat or isinstance(error, GridNotFoundError) else error) from None


def _solve_pieces(image: RGB, time_limit_s: float | None, on_stage: StageListener) -> KataminoSolved:
    """Drawn pieces; those that are in doubt may stand askew."""
    try:
        return solve_katamino(image, time_limit_s=time_limit_s, on_stage=on_stage, drawn_only=True)
    except HintsUnreadableError:
        return solve_katamino(image, time_limit_s=time_limit_s, on_stage=on_stage)
