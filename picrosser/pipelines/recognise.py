"""Screenshot of any kind in, solved puzzle out: the kind is recognised by the evidence, or told.

A board that lies on Hungry Cat's stripes is tried as such first: one whose hints add up, circles and all, is
nothing else. Any other is tried as a nonogram first, which it is if it can be read as one without doubt: that
is said quickly, while a Hungry Cat board that is painted over takes its time. What neither is sure of is told
of as the kind that came nearer. Another kind is one more road beside `_as_nonogram`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, cast

from picrosser.errors import (
    ExitCode,
    FixRefusedError,
    GridNotFoundError,
    HintsUnreadableError,
    PicrosserError,
)
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.stages import StageClock, StageListener, ignore
from picrosser.puzzles import KINDS, Kind
from picrosser.puzzles.doubt import Doubt, HintPlace, mostly_doubtful
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import StatedRuns
from picrosser.reading.lattice.grid import locate_ruled_board
from picrosser.reading.lattice.stripes import has_stripes

if TYPE_CHECKING:
    from picrosser.pipelines.hungry_cat import Solved
    from picrosser.pipelines.katamino import KataminoSolved
    from picrosser.pipelines.nonogram import NonogramRead, NonogramSolved
    from picrosser.reading.hungry_cat.assemble import Reading

AnySolved: TypeAlias = "Solved | NonogramSolved"
"""What became of a screenshot: all have `reading`, `outcome`, `exit_code`, `verdict` and `seconds`."""

_AsKatamino: TypeAlias = Callable[[RGB, float | None, StageListener, bool], "KataminoSolved | None"]

AnyFixes = Mapping[HintPlace, CountHint | StatedRuns]
"""Hints set by hand: counts of Hungry Cat's, or whole lines of a nonogram's."""

NEARLY = 0.1  # doubts a line: a nonogram of which a digit or two are misread has fewer
ONE_COLOUR = 2  # colours of a palette, a blank cell's being one

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
        from picrosser.pipelines.hungry_cat import solve_screenshot as solve_hungry_cat

        return solve_hungry_cat(image, fixes=counts, time_limit_s=time_limit_s, on_stage=on_stage)
    if kind == "nonogram":
        from picrosser.pipelines.nonogram import solve_nonogram

        return solve_nonogram(image, fixes=lines, time_limit_s=time_limit_s, on_stage=on_stage)
    if kind == "katamino":
        raise GridNotFoundError(
            "a Katamino has no hints", "picrosser katamino SHOT packs its pieces, and checks its board"
        )
    return cast("AnySolved", _recognised(image, time_limit_s, on_stage, lambda *_: None))


def solve_any(
    image: RGB,
    *,
    kind: Kind | None = None,
    fixes: AnyFixes = NO_FIXES,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> AnySolved | KataminoSolved:
    """Read a screenshot of any kind, Katamino too, and solve its puzzle.

    Parameters are those of `solve_screenshot`; so are the errors.
    """
    if kind == "katamino" and not fixes:
        from picrosser.pipelines.katamino import solve_katamino

        return solve_katamino(image, time_limit_s=time_limit_s, on_stage=on_stage)
    if kind is not None or fixes:
        return solve_screenshot(image, kind=kind, fixes=fixes, time_limit_s=time_limit_s, on_stage=on_stage)
    return _recognised(image, time_limit_s, on_stage, _katamino)


def is_katamino(solved: AnySolved | KataminoSolved) -> TypeGuard[KataminoSolved]:
    """Whether it is a Katamino; asked without loading what solves one, which costs 20 ms."""
    return hasattr(solved, "problems")


def _katamino(
    image: RGB, time_limit_s: float | None, on_stage: StageListener, drawn_only: bool
) -> KataminoSolved | None:
    """The picture as a Katamino; None if it is none.

    drawn_only : only what shows pieces is one, which is quickly seen; else a table of their numbers, too.

    Raises
    ------
    HintsUnreadableError : it shows pieces, but they are in doubt.
    """
    from picrosser.pipelines.katamino import solve_katamino  # 20 ms, which others need not pay

    with suppress(GridNotFoundError):
        if not drawn_only:
            with suppress(HintsUnreadableError):
                return solve_katamino(image, time_limit_s=time_limit_s, on_stage=on_stage)
            return None
        try:
            return solve_katamino(image, time_limit_s=time_limit_s, on_stage=on_stage, drawn_only=True)
        except HintsUnreadableError:  # the pieces may stand askew
            return solve_katamino(image, time_limit_s=time_limit_s, on_stage=on_stage)
    return None


def _recognised(
    image: RGB, time_limit_s: float | None, on_stage: StageListener, katamino: _AsKatamino
) -> AnySolved | KataminoSolved:
    """The puzzle as of the kind that fits without doubt, or else best.

    katamino : the picture as a Katamino, if it is one and may be taken for one.
    """
    ruled = locate_ruled_board(image)
    striped = ruled is not None and has_stripes(image, ruled.lattice)
    nonogram = None if striped else _as_nonogram(image, time_limit_s, on_stage)
    if _is_sure(nonogram):
        return nonogram
    packed = None if striped else katamino(image, time_limit_s, on_stage, True)
    if packed is not None:
        return packed
    from picrosser.pipelines.hungry_cat import (  # 30 ms: few nonograms come here
        read_hungry_cat,
        solve_reading,
    )

    clock = StageClock(on_stage)
    hungry_cat: Solved | PicrosserError
    try:
        looked = read_hungry_cat(image, clock, ruled=ruled)
        if _is_far_off(looked):
            nonogram = nonogram or _as_nonogram(image, time_limit_s, on_stage)
            if _is_sure(nonogram) or (_is_near(nonogram) and _is_other(nonogram, striped)):
                return nonogram
        hungry_cat = solve_reading(looked, clock, time_limit_s=time_limit_s)
        if not hungry_cat.reading.doubts:
            return hungry_cat
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        hungry_cat = refusal
    packed = None if striped else katamino(image, time_limit_s, on_stage, False)
    if packed is not None:
        return packed
    nonogram = nonogram or _as_nonogram(image, time_limit_s, on_stage)
    return _nearest(hungry_cat, nonogram, ruled=ruled is not None, striped=striped)


def _is_sure(solved: NonogramSolved | PicrosserError | None) -> TypeGuard[NonogramSolved]:
    return solved is not None and not isinstance(solved, PicrosserError) and solved.exit_code is ExitCode.OK


def _is_far_off(reading: Reading | NonogramRead) -> bool:
    """Whether so much is in doubt that it is probably a puzzle of another kind."""
    doubted = {
        (doubt.place.axis, doubt.place.line) if isinstance(doubt, Doubt) else doubt
        for doubt in reading.doubts
    }
    return mostly_doubtful(len(doubted), reading.puzzle.shape)


def _is_near(solved: NonogramSolved | PicrosserError) -> TypeGuard[NonogramSolved]:
    """Whether a picture surely is a nonogram, if one that is not read without doubt."""
    if isinstance(solved, PicrosserError):
        return False
    reading = solved.reading
    return len(reading.doubts) <= max(1, NEARLY * sum(reading.puzzle.shape))


def _as_nonogram(
    image: RGB, time_limit_s: float | None, on_stage: StageListener
) -> NonogramSolved | PicrosserError:
    """The picture as a nonogram, or why it is none."""
    from picrosser.pipelines.nonogram import solve_nonogram  # few Hungry Cat screenshots come here

    try:
        return solve_nonogram(image, time_limit_s=time_limit_s, on_stage=on_stage)
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        return refusal


def _nearest(
    hungry_cat: Solved | PicrosserError,
    nonogram: NonogramSolved | PicrosserError,
    *,
    ruled: bool,
    striped: bool,
) -> AnySolved:
    """The result to tell of, neither being a Hungry Cat board without doubt.

    ruled : a board of whatever kind is seen; where its hints are missing, the older road says on which side.
    striped : the board's hint areas have Hungry Cat's stripes.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : the one of the kind that came nearest.
    """
    no_board = isinstance(hungry_cat, GridNotFoundError)
    if _is_sure(nonogram):
        return nonogram
    if (
        isinstance(hungry_cat, PicrosserError)
        and _has_numbers(nonogram, no_board)
        and _is_other(nonogram, striped)
    ):
        return nonogram
    if no_board and not ruled and isinstance(nonogram, HintsUnreadableError):
        raise nonogram
    if isinstance(hungry_cat, PicrosserError):
        raise hungry_cat
    return hungry_cat


def _is_other(solved: NonogramSolved, striped: bool) -> bool:
    """Whether what nearly is a nonogram is hardly a Hungry Cat board.

    Counts of several colours that fill each line, as those on stripes do, fit into it as coloured runs do,
    too; but as runs of one colour, which have gaps between them, they do not.
    """
    return not striped or len(solved.reading.puzzle.palette) == ONE_COLOUR


def _has_numbers(solved: NonogramSolved | PicrosserError, no_board: bool) -> TypeGuard[NonogramSolved]:
    """Whether a nonogram's numbers stand beside the board, if some of them are in doubt.

    no_board : the picture shows none of Hungry Cat's; else only few may be in doubt.
    """
    if isinstance(solved, PicrosserError):
        return False
    return not _is_far_off(solved.reading) if no_board else _is_near(solved)


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


def read(source: RGB | str | Path, kind: Kind | None = None) -> Reading | NonogramRead:
    """Read the puzzle in a screenshot, repaired where that is certain.

    To repair it, the puzzle is solved too; `solve_screenshot` returns the solution as well.

    Parameters
    ----------
    source : (H, W, 3) uint8 sRGB, or the path of a picture.
    kind : "hungry-cat" or "nonogram"; None to recognise it.

    Raises
    ------
    InputUnreadableError : the path leads to no picture.
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : the hints beside the board are illegible.
    """
    image = load_image(Path(source)) if isinstance(source, str | Path) else source
    return solve_screenshot(image, kind=kind).reading
