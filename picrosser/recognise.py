"""Screenshot of any kind in, solved puzzle out: the kind is recognised by the evidence, or told.

Hungry Cat's boards are tried first: one whose hints add up, circles and all, is nothing else. What is no
such board without doubt is a nonogram if it can be read as one without doubt; where hardly anything adds up,
that is tried before the hints are repaired, which takes long then. Another kind is one more road beside
`_as_nonogram`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from picrosser.errors import (
    ExitCode,
    FixRefusedError,
    GridNotFoundError,
    HintsUnreadableError,
    PicrosserError,
)
from picrosser.pipeline import Solved, StageClock, StageListener, ignore, read_hungry_cat, solve_reading
from picrosser.pipeline import solve_screenshot as solve_hungry_cat
from picrosser.pixels import RGB
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.kind import KINDS, Kind
from picrosser.puzzles.stated_runs import StatedRuns
from picrosser.reading.assemble import Reading
from picrosser.reading.grid import GridFound

if TYPE_CHECKING:
    from picrosser.nonogram_pipeline import NonogramRead, NonogramSolved

AnySolved: TypeAlias = "Solved | NonogramSolved"
"""What became of a screenshot: all have `reading`, `outcome`, `exit_code`, `verdict` and `seconds`."""

AnyFixes = Mapping[HintPlace, CountHint | StatedRuns]
"""Hints set by hand: counts of Hungry Cat's, or whole lines of a nonogram's."""

FAR_OFF = 0.5  # of the lines are in doubt; a misread number puts two there

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
    """The puzzle as of the kind that fits without doubt, or else best."""
    seen = _FirstGrid(on_stage)
    clock = StageClock(seen)
    hungry_cat: Solved | PicrosserError
    nonogram: NonogramSolved | PicrosserError | None = None
    is_far_off = False
    try:
        looked = read_hungry_cat(image, clock)
        is_far_off = _is_far_off(looked)
        if is_far_off:
            nonogram = _as_nonogram(image, time_limit_s, seen)
            if not isinstance(nonogram, PicrosserError) and not nonogram.reading.doubts:
                return nonogram
        hungry_cat = solve_reading(looked, clock, time_limit_s=time_limit_s)
        if not hungry_cat.reading.doubts:
            return hungry_cat
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        hungry_cat = refusal
    if nonogram is None:
        nonogram = _as_nonogram(image, time_limit_s, seen)
    if is_far_off and not isinstance(nonogram, PicrosserError) and not _is_far_off(nonogram.reading):
        return nonogram
    return _nearest(hungry_cat, nonogram)


def _is_far_off(reading: Reading | NonogramRead) -> bool:
    """Whether so much is in doubt that it is probably a puzzle of another kind."""
    doubted = {
        (doubt.place.axis, doubt.place.line) if isinstance(doubt, Doubt) else doubt
        for doubt in reading.doubts
    }
    return len(doubted) >= FAR_OFF * sum(reading.puzzle.shape)


def _as_nonogram(image: RGB, time_limit_s: float | None, seen: _FirstGrid) -> NonogramSolved | PicrosserError:
    """The picture as a nonogram, or why it is none."""
    from picrosser.nonogram_pipeline import solve_nonogram  # few Hungry Cat screenshots come here

    try:
        return solve_nonogram(image, time_limit_s=time_limit_s, on_stage=seen, grid=seen.grid)
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        return refusal


def _nearest(hungry_cat: Solved | PicrosserError, nonogram: NonogramSolved | PicrosserError) -> AnySolved:
    """The result to tell of, neither being a Hungry Cat board without doubt.

    A board whose hint areas were found is told of as a Hungry Cat board, unless it is surely a nonogram.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : the one of the kind that came nearest.
    """
    if isinstance(nonogram, PicrosserError):
        if isinstance(hungry_cat, GridNotFoundError) and not isinstance(nonogram, GridNotFoundError):
            raise nonogram
    elif isinstance(hungry_cat, GridNotFoundError) or nonogram.exit_code is ExitCode.OK:
        return nonogram
    if isinstance(hungry_cat, PicrosserError):
        raise hungry_cat
    return hungry_cat


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


class _FirstGrid:
    """A listener that keeps the grid of the picture as it was given, and hands every result on.

    grid : the first that was found; no later one, which may be of the picture turned upright.
    """

    def __init__(self, on_stage: StageListener) -> None:
        self.grid: GridFound | None = None
        self._listener = on_stage
        self._is_first = True

    def __call__(self, result: object) -> None:
        if self._is_first and isinstance(result, GridFound):
            self.grid = result
        self._is_first = False
        self._listener(result)
