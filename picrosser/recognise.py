"""Screenshot of any kind in, solved puzzle out: the kind is recognised by the evidence, or told.

A board that lies on Hungry Cat's stripes is tried as such first: one whose hints add up, circles and all, is
nothing else. Any other is tried as a nonogram first, which it is if it can be read as one without doubt: that
is said quickly, while a Hungry Cat board that is painted over takes its time. What neither is sure of is told
of as the kind that came nearer.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from picrosser.errors import (
    ExitCode,
    FixRefusedError,
    GridNotFoundError,
    HintsUnreadableError,
    PicrosserError,
)
from picrosser.pipeline import Looked, Solved, StageClock, StageListener, ignore, look, settle_looked
from picrosser.pipeline import solve_screenshot as solve_hungry_cat
from picrosser.pixels import RGB
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.kind import KINDS, Kind
from picrosser.puzzles.stated_runs import StatedRuns
from picrosser.reading.grid import ruled_board
from picrosser.reading.lattice.stripes import has_stripes

if TYPE_CHECKING:
    from picrosser.nonogram_pipeline import NonogramSolved

AnySolved: TypeAlias = "Solved | NonogramSolved"
"""What became of a screenshot: all have `reading`, `outcome`, `exit_code`, `verdict` and `seconds`."""

AnyFixes = Mapping[HintPlace, CountHint | StatedRuns]
"""Hints set by hand: counts of Hungry Cat's, or whole lines of a nonogram's."""

HOPELESS = 0.5  # doubts a line: so many has what is no Hungry Cat board at all

NO_FIXES: AnyFixes = MappingProxyType({})


def solve_screenshot(
    image: RGB,
    *,
    kind: Kind | None = None,
    fixes: AnyFixes = NO_FIXES,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> AnySolved:
    """Read a screenshot and solve its puzzle.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    kind : what it shows; None to find out.
    fixes : hints that are known better than they can be seen; they tell the kind, too.
    time_limit_s : for solving, in seconds; None for no limit.
    on_stage : called with the result of each stage, of each kind that is tried.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : no kind fits; told as of the one that came nearest.
    FixRefusedError : the board has no such hint, or a board of that kind has none such.
    ValueError : there is no such kind.
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of puzzle; there are {', '.join(KINDS)}")
    counts = {place: hint for place, hint in fixes.items() if isinstance(hint, CountHint)}
    lines = {place: hint for place, hint in fixes.items() if isinstance(hint, StatedRuns)}
    kind = _told_kind(kind, bool(counts), bool(lines))
    if kind == "hungry-cat":
        return solve_hungry_cat(image, fixes=counts, time_limit_s=time_limit_s, on_stage=on_stage)
    if kind == "nonogram":
        from picrosser.nonogram_pipeline import solve_nonogram

        return solve_nonogram(image, fixes=lines, time_limit_s=time_limit_s, on_stage=on_stage)
    return _recognised(image, time_limit_s, on_stage)


def _recognised(image: RGB, time_limit_s: float | None, on_stage: StageListener) -> AnySolved:
    """The kind that a picture is read as without doubt, or the one that comes nearest."""
    ruled = ruled_board(image)
    striped = ruled is not None and has_stripes(image, ruled.lattice)
    nonogram = None if striped else _as_nonogram(image, time_limit_s, on_stage)
    if _is_sure(nonogram):
        return nonogram
    clock = StageClock(on_stage)
    try:
        looked = look(image, clock, ruled=ruled)
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        nonogram = nonogram or _as_nonogram(image, time_limit_s, on_stage)
        if _is_sure(nonogram):
            return nonogram
        return _told_as(nonogram, refusal, striped)
    doubts = looked.seen.doubts
    if doubts:
        nonogram = nonogram or _as_nonogram(image, time_limit_s, on_stage)
        if _is_sure(nonogram):
            return nonogram
        if not (striped or isinstance(nonogram, PicrosserError)) and len(doubts) > HOPELESS * _lines(looked):
            return nonogram
    return settle_looked(looked, time_limit_s, clock)


def _as_nonogram(
    image: RGB, time_limit_s: float | None, on_stage: StageListener
) -> NonogramSolved | PicrosserError:
    from picrosser.nonogram_pipeline import solve_nonogram

    try:
        return solve_nonogram(image, time_limit_s=time_limit_s, on_stage=on_stage)
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        return refusal


def _is_sure(solved: NonogramSolved | PicrosserError | None) -> TypeGuard[NonogramSolved]:
    return solved is not None and not isinstance(solved, PicrosserError) and solved.exit_code == ExitCode.OK


def _lines(looked: Looked) -> int:
    return sum(looked.seen.puzzle.shape)


def _told_as(
    nonogram: NonogramSolved | PicrosserError, refusal: PicrosserError, striped: bool
) -> NonogramSolved:
    """The doubtful nonogram, if the picture may be one at all.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : told as of the kind that came nearer.
    """
    if striped:
        raise refusal from None
    if not isinstance(nonogram, PicrosserError):
        return nonogram
    hints_seen = isinstance(refusal, HintsUnreadableError), isinstance(nonogram, HintsUnreadableError)
    raise (nonogram if hints_seen == (False, True) else refusal) from None


def _told_kind(kind: Kind | None, counts: bool, lines: bool) -> Kind | None:
    """The kind that the user asks for, in words or by the form of the hints set by hand.

    Raises
    ------
    FixRefusedError : they contradict each other.
    """
    told: set[Kind | None] = {kind} - {None}
    told |= {"hungry-cat"} if counts else set()
    told |= {"nonogram"} if lines else set()
    if len(told) > 1:
        raise FixRefusedError(
            "hints of two kinds of puzzles are set by hand"
            if counts and lines
            else f"a {kind} board has no such hint",
            "a Hungry Cat hint is set like r3:2=5, a nonogram's line like 'r3=2 1 4'",
        )
    return told.pop() if told else None
