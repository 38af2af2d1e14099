"""Recognises the family of a screenshot by reading it as each; the first that fits without doubt is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, TypeVar

from picrosser.deadline import Deadline
from picrosser.errors import (
    ExitCode,
    FixRefusedError,
    GridNotFoundError,
    HintsUnreadableError,
    PicrosserError,
)
from picrosser.imaging.loading import PictureSource, load_source
from picrosser.imaging.noise import MIN_NOISE_OF_PHOTOGRAPH, noise_sigma, without_noise
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.any_direction import in_any_direction
from picrosser.pipelines.sound_fixes import with_sound_fixes
from picrosser.pipelines.stages import StageClock
from picrosser.puzzles import KINDS, Kind
from picrosser.puzzles.doubt import HintPlace, StatedHint, is_mostly_doubtful
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import StatedRuns
from picrosser.reading.lattice.grid import seek_ruled_board
from picrosser.reading.lattice.stripes import has_stripes
from picrosser.reading.page.page_ink import PageInk
from picrosser.reading.stages import StageListener, ignore

if TYPE_CHECKING:
    from picrosser.pipelines.hungry_cat import HungryCatSolved
    from picrosser.pipelines.katamino import KataminoSolved
    from picrosser.pipelines.nonogram import NonogramRead, NonogramSolved
    from picrosser.reading.hungry_cat.assemble import Reading
    from picrosser.reading.katamino.read import PiecesSought
    from picrosser.reading.photograph.sheet import SheetFound

HintedSolved: TypeAlias = "HungryCatSolved | NonogramSolved"
"""The result for a screenshot of a puzzle with hints beside its board."""
AnySolved: TypeAlias = "HungryCatSolved | NonogramSolved | KataminoSolved"
"""The result for a screenshot of any family: all implement `Solved`, and their `kind` says which it is."""

Fixes = Mapping[HintPlace, StatedHint]
"""Hints set by hand: Hungry Cat's counts, or whole lines of a nonogram."""
NO_FIXES: Fixes = MappingProxyType({})

MAX_DOUBTS_OF_NONOGRAM = 0.1  # doubts per line: a nonogram with one or two misread digits has fewer
ONE_COLOUR = 2  # colours of a palette; one of them is a blank cell's

K = TypeVar("K", bound="KataminoSolved")
S = TypeVar("S", "HintedSolved", "AnySolved")


def solve_screenshot(
    image: PictureSource,
    *,
    kind: Kind | None = None,
    fixes: Fixes = NO_FIXES,
    board: int = 1,
    by_camera: bool = False,
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
    time_limit_s : for reading as all kinds, repairing and solving together, in seconds; None for no limit.
    on_stage : called with the result of each stage, of each kind that is tried.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : no kind fits, or there is no such board; the reason is that of
        the kind that came nearest.
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
    if kind not in (None, "katamino") or fixes or board != 1:
        return solve_hinted(
            image,
            kind=kind,
            fixes=fixes,
            board=board,
            by_camera=by_camera,
            time_limit_s=time_limit_s,
            on_stage=on_stage,
        )
    deadline = Deadline.after(time_limit_s)

    def look(image: RGB) -> AnySolved:
        if kind == "katamino":
            from picrosser.pipelines.katamino import solve_katamino

            return solve_katamino(image, time_limit_s=deadline.left_s, on_stage=on_stage)
        return _solved_as_any(image, deadline, on_stage)

    loaded = load_source(image)
    pixels, by_camera = loaded.image, by_camera or loaded.by_camera
    as_screenshot = partial(in_any_direction, pixels, look, on_stage)
    page = None if by_camera or kind == "katamino" else _askew_page(pixels, kind, deadline, on_stage)
    if page is not None:
        return page
    as_photograph = partial(_as_any_photograph, pixels, kind, by_camera, deadline, on_stage)
    return _or_as_photograph(as_screenshot, as_photograph, by_camera=by_camera)


def _or_as_photograph(
    as_screenshot: Callable[[], S], as_photograph: Callable[[], S | None], *, by_camera: bool
) -> S:
    """The result for a picture as it lies; where that leaves doubts, for the flat page, if it shows one.

    by_camera : look for the flat page first: a photograph is seldom read as it lies, and not sooner.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError, FixRefusedError : it is refused as it lies, and shows no page.
    """
    flat = as_photograph() if by_camera else None
    if flat is not None and not flat.doubts:
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


def _askew_page(
    image: RGB, kind: Kind | None, deadline: Deadline, on_stage: StageListener
) -> NonogramSolved | None:
    """The nonogram on a page that lies askew in a picture with a camera's noise; None unless it is sure.

    As it lies such a picture is not read, which would take several times as long to find out.
    """
    if noise_sigma(image) < MIN_NOISE_OF_PHOTOGRAPH:
        return None
    from picrosser.reading.photograph.flatten import find_ruled_sheets

    sheets = find_ruled_sheets(image)
    if not sheets or not sheets[0].is_askew:
        return None
    solved = _nonogram_on(sheets, image, {}, kind, deadline, on_stage)
    return None if solved is None or solved.doubts else solved


def _as_any_photograph(
    image: RGB,
    kind: Kind | None,
    by_camera: bool,
    deadline: Deadline,
    on_stage: StageListener,
) -> AnySolved | None:
    """The photograph of a puzzle; None if the picture is none, or is more likely something else."""
    if not by_camera and noise_sigma(image) < MIN_NOISE_OF_PHOTOGRAPH:
        return None
    from picrosser.pipelines.hungry_cat_photograph import solve_screen
    from picrosser.pipelines.katamino_photograph import solve_table
    from picrosser.reading.photograph.flatten import find_ruled_sheets

    sheets = find_ruled_sheets(image)
    table = solve_table(image, sheets, deadline, on_stage) if kind in (None, "katamino") else None
    if kind == "katamino" or (table is not None and not table.doubts):
        return table
    nonogram = _nonogram_on(sheets, image, {}, kind, deadline, on_stage)
    if nonogram is not None and not nonogram.doubts:
        return nonogram
    screen = solve_screen(image, sheets, deadline, on_stage) if kind is None else None
    return screen or nonogram or table


def _as_photograph(
    image: RGB,
    fixes: Mapping[HintPlace, StatedRuns],
    kind: Kind | None,
    by_camera: bool,
    deadline: Deadline,
    on_stage: StageListener,
) -> NonogramSolved | None:
    """The photograph of a nonogram; None if the picture is none, or is more likely something else."""
    if not by_camera and noise_sigma(image) < MIN_NOISE_OF_PHOTOGRAPH:
        return None
    from picrosser.reading.photograph.flatten import find_ruled_sheets  # few pictures come here

    return _nonogram_on(find_ruled_sheets(image), image, fixes, kind, deadline, on_stage)


def _nonogram_on(
    sheets: Sequence[SheetFound],
    image: RGB,
    fixes: Mapping[HintPlace, StatedRuns],
    kind: Kind | None,
    deadline: Deadline,
    on_stage: StageListener,
) -> NonogramSolved | None:
    """The nonogram on a photographed page; None if there is none, or it is more likely something else."""
    from picrosser.pipelines.photograph import solve_photograph

    solved = solve_photograph(
        image, sheets, fixes=fixes, is_stated=kind is not None, deadline=deadline, on_stage=on_stage
    )
    if solved is None or not solved.doubts or kind is not None:
        return solved
    return solved if _is_no_other_kind(solved) else None


def _solved_as_any(image: RGB, deadline: Deadline, on_stage: StageListener) -> AnySolved:
    """Read a picture as it lies as each kind in turn; as `solve_screenshot` otherwise."""
    page = PageInk(image)
    sought: list[PiecesSought] = []  # what the quick look found, for the thorough one

    def as_katamino(drawn_only: bool) -> KataminoSolved | None:
        from picrosser.reading.katamino.read import seek_pieces

        if not sought:
            sought.append(seek_pieces(image))
        return _as_katamino(page, deadline, on_stage, drawn_only, sought[0])

    return _recognised(page, deadline, on_stage, as_katamino)


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
    """Read and solve a screenshot of a puzzle with hints, so not a Katamino; else like `solve_screenshot`."""
    if kind is not None and kind not in KINDS:
        raise ValueError(f"{kind!r} is not a kind of puzzle; the kinds are {', '.join(KINDS)}")
    if board < 1:
        raise ValueError(f"board is {board}; the largest is 1")
    counts = {place: hint for place, hint in fixes.items() if isinstance(hint, CountHint)}
    lines = {place: hint for place, hint in fixes.items() if isinstance(hint, StatedRuns)}
    stated = _stated_kind(kind, bool(counts), bool(lines))
    if stated == "katamino":
        raise GridNotFoundError(
            "a Katamino has no hints", "picrosser katamino SHOT packs its pieces and checks its board"
        )
    deadline = Deadline.after(time_limit_s)
    if board > 1:
        if stated == "hungry-cat":
            raise ValueError("only nonograms are chosen by their number")
        from picrosser.pipelines.photograph import solve_board

        return solve_board(
            load_source(image).image,
            board,
            fixes=lines,
            is_stated=stated is not None,
            deadline=deadline,
            on_stage=on_stage,
        )

    def look(image: RGB) -> HintedSolved:
        if stated == "hungry-cat":
            from picrosser.pipelines.hungry_cat import solve_hungry_cat

            return solve_hungry_cat(image, fixes=counts, time_limit_s=deadline.left_s, on_stage=on_stage)
        if stated == "nonogram":
            from picrosser.pipelines.nonogram import solve_nonogram

            return solve_nonogram(
                image, fixes=lines, is_stated=True, time_limit_s=deadline.left_s, on_stage=on_stage
            )
        return _recognised(PageInk(image), deadline, on_stage, lambda _: None)

    def look_with_fixes(image: RGB) -> HintedSolved:
        def without_fixes() -> HintedSolved:
            return _recognised(PageInk(image), deadline, ignore, lambda _: None)

        return with_sound_fixes(fixes, lambda: look(image), without_fixes)

    loaded = load_source(image)
    pixels, by_camera = loaded.image, by_camera or loaded.by_camera
    as_screenshot = partial(in_any_direction, pixels, look_with_fixes if fixes else look, on_stage)
    if stated == "hungry-cat":
        return as_screenshot()
    as_photograph = partial(_as_photograph, pixels, lines, stated, by_camera, deadline, on_stage)
    return _or_as_photograph(as_screenshot, as_photograph, by_camera=by_camera)


def read(
    image: PictureSource, kind: Kind | None = None, *, board: int = 1, time_limit_s: float | None = None
) -> Reading | NonogramRead:
    """Read the hints in a screenshot; misread ones are corrected where that is certain.

    To correct them, the puzzle is solved, too; `solve_screenshot` returns the solution as well.

    Parameters
    ----------
    image : a path, bytes, a Pillow image or an array, as `load_image` takes it.
    kind : "hungry-cat" or "nonogram"; None to recognise it.
    board : which of several nonograms on a page, by size: 1 for the largest.
    time_limit_s : for reading as all kinds, repairing and solving together, in seconds; None for no limit.

    Raises
    ------
    InputUnreadableError, TypeError, ValueError : `image` is no picture, as in `load_image`.
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : the hints beside the board are illegible.

    Examples
    --------
    >>> reading = picrosser.read("shot.png")
    >>> reading
    <Reading 5 x 5, 2 colours, no doubts>
    >>> reading.puzzle.rows[1]
    (CountHint(count=3, contiguous=False), CountHint(count=2, contiguous=True))
    """
    return solve_hinted(image, kind=kind, board=board, time_limit_s=time_limit_s).reading


def _stated_kind(kind: Kind | None, counts: bool, lines: bool) -> Kind | None:
    """The kind that the user asks for, by name or by the form of the hints set by hand.

    Raises
    ------
    FixRefusedError : they contradict each other.
    """
    stated: set[Kind | None] = {kind} - {None}
    stated |= {"hungry-cat"} if counts else set()
    stated |= {"nonogram"} if lines else set()
    if len(stated) > 1:
        raise FixRefusedError(
            "hints of two kinds of puzzles are set by hand"
            if counts and lines
            else f"a {kind} board has no such hint",
            "a Hungry Cat hint is set like r3:2=5, a nonogram's line like 'r3=2 1 4'",
        )
    return stated.pop() if stated else None


def _recognised(
    page: PageInk,
    deadline: Deadline,
    on_stage: StageListener,
    as_katamino: Callable[[bool], K | None],
) -> HungryCatSolved | NonogramSolved | K:
    """Read the picture as each kind in turn until one fits without doubt; else the one that fits best.

    Texture in which no board's lines are seen at once is not read as a Hungry Cat board, which has dozens of
    digits, nor as a card of numbers.

    page : the picture.
    as_katamino : reads the picture as a Katamino, None if it is not one or may not be taken for one. Its
        argument is whether to look for drawn pieces only, which is quick, or for a table of their numbers,
        too.
    """
    image = page.image
    calm = without_noise(image)
    sought_lines = seek_ruled_board(calm)
    ruled = sought_lines.sure
    striped = ruled is not None and has_stripes(calm, ruled.lattice)
    nonogram = None if striped else _as_nonogram(page, deadline, on_stage)
    if _is_sure(nonogram) or (nonogram is not None and _is_no_other_kind(nonogram)):
        return nonogram
    if deadline.is_past and nonogram is not None and not isinstance(nonogram, PicrosserError):
        return nonogram
    packed = None if striped else as_katamino(True)
    if packed is not None:
        return nonogram if packed.doubts and _is_answered(nonogram) else packed
    if ruled is None and nonogram is not None and page.ink.is_texture:
        no_digits = GridNotFoundError(
            "no board with evenly spaced lines, and hardly any digits in this picture",
            "give a screenshot that shows the whole board with its hints",
        )
        return as_katamino(False) or _nearest(no_digits, nonogram, ruled=False, striped=False)
    from picrosser.pipelines.hungry_cat import (  # 30 ms: few nonograms come here
        read_hungry_cat,
        solve_reading,
    )

    deadline.check("looking for a Hungry Cat board")
    clock = StageClock(on_stage, deadline)
    hungry_cat: HungryCatSolved | PicrosserError
    try:
        looked = read_hungry_cat(calm, clock, sought=sought_lines)
        legible = not is_mostly_doubtful(looked.doubts, looked.puzzle.shape)
        if not legible:
            nonogram = nonogram or _as_nonogram(page, deadline, on_stage)
            if _is_sure(nonogram) or (_is_near(nonogram) and _is_no_hungry_cat(nonogram, striped)):
                return nonogram
        hungry_cat = solve_reading(image, looked, clock)
        if not hungry_cat.doubts or (striped and legible):  # runs beside stripes hardly ever fill their lines
            return hungry_cat
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        hungry_cat = refusal
    packed = None if striped else as_katamino(False)
    if packed is not None:
        return packed
    nonogram = nonogram or _as_nonogram(page, deadline, on_stage)
    return _nearest(hungry_cat, nonogram, ruled=ruled is not None, striped=striped)


def _as_nonogram(
    page: PageInk, deadline: Deadline, on_stage: StageListener
) -> NonogramSolved | PicrosserError:
    """The picture read as a nonogram, or why it is not one."""
    from picrosser.pipelines.nonogram import solve_nonogram  # few Hungry Cat screenshots come here

    try:
        return solve_nonogram(page.image, page=page, time_limit_s=deadline.left_s, on_stage=on_stage)
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        return refusal


def _as_katamino(
    page: PageInk,
    deadline: Deadline,
    on_stage: StageListener,
    drawn_only: bool,
    sought: PiecesSought,
) -> KataminoSolved | None:
    """The picture read as a Katamino; None if it is not one.

    drawn_only : look for drawn pieces only, which is quick; if they are in doubt, the picture may be tilted,
        so a thorough look follows, whose doubts count.
    """
    from picrosser.pipelines.katamino import solve_katamino  # 20 ms, which others need not pay

    def solved(drawn_only: bool) -> KataminoSolved:
        return solve_katamino(
            page.image,
            time_limit_s=deadline.left_s,
            on_stage=on_stage,
            drawn_only=drawn_only,
            with_table=not page.ink.is_texture,
            sought=sought,
        )

    with suppress(GridNotFoundError):
        if not drawn_only:
            thorough = solved(drawn_only=False)
            return None if thorough.doubts else thorough
        quick = solved(drawn_only=True)
        return solved(drawn_only=False) if quick.doubts else quick
    return None


def _nearest(
    hungry_cat: HungryCatSolved | PicrosserError,
    nonogram: NonogramSolved | PicrosserError,
    *,
    ruled: bool,
    striped: bool,
) -> HintedSolved:
    """The result to report when no kind fits without doubt.

    ruled : a board of some kind is seen; where its hints are missing, Hungry Cat's refusal says on which
        side.
    striped : the board's hint areas have Hungry Cat's stripes.

    Raises
    ------
    GridNotFoundError, HintsUnreadableError : the refusal of the kind that came nearest.
    """
    no_board = isinstance(hungry_cat, GridNotFoundError)
    if _is_sure(nonogram):
        return nonogram
    if (
        isinstance(hungry_cat, PicrosserError)
        and _has_numbers(nonogram, no_board)
        and _is_no_hungry_cat(nonogram, striped)
    ):
        return nonogram
    if no_board and not ruled and isinstance(nonogram, PicrosserError):
        raise nonogram
    if isinstance(hungry_cat, PicrosserError):
        raise hungry_cat
    return hungry_cat


def _is_sure(solved: NonogramSolved | PicrosserError | None) -> TypeGuard[NonogramSolved]:
    return solved is not None and not isinstance(solved, PicrosserError) and solved.exit_code is ExitCode.OK


def _is_answered(solved: NonogramSolved | PicrosserError | None) -> TypeGuard[NonogramSolved]:
    """Whether a picture is read as a nonogram without doubt, even if it has several solutions."""
    return solved is not None and not isinstance(solved, PicrosserError) and not solved.doubts


def _is_near(solved: NonogramSolved | PicrosserError) -> TypeGuard[NonogramSolved]:
    """Whether a picture is surely a nonogram, although its reading leaves doubts."""
    if isinstance(solved, PicrosserError):
        return False
    return len(solved.doubts) <= max(1, MAX_DOUBTS_OF_NONOGRAM * sum(solved.puzzle.shape))


def _is_no_other_kind(solved: NonogramSolved | PicrosserError) -> TypeGuard[NonogramSolved]:
    """Whether a picture without Hungry Cat's stripes is so surely a nonogram that no other kind is tried.

    It has one colour, unlike a Hungry Cat board; nearly all lines and numbers that a board of its size can
    have, unlike a card's table; and few doubts, none of them about what lies in its cells. Whether it has
    one solution does not matter.
    """
    return (
        _is_near(solved)
        and solved.is_convincing
        and len(solved.puzzle.palette) == ONE_COLOUR
        and not (solved.explained is not None and solved.explained.why)
    )


def _is_no_hungry_cat(solved: NonogramSolved, striped: bool) -> bool:
    """Whether a picture that nearly fits as a nonogram is unlikely to be a Hungry Cat board.

    Hungry Cat's counts, on stripes, fill each line, so they also fit as runs of several colours; as runs of
    one colour, which have gaps between them, they do not.
    """
    return not striped or len(solved.puzzle.palette) == ONE_COLOUR


def _has_numbers(solved: NonogramSolved | PicrosserError, no_board: bool) -> TypeGuard[NonogramSolved]:
    """Whether a nonogram's numbers stand beside the board, though some of them are in doubt.

    no_board : no Hungry Cat board was found; if one was, only few numbers may be in doubt.
    """
    if isinstance(solved, PicrosserError):
        return False
    return not is_mostly_doubtful(solved.doubts, solved.puzzle.shape) if no_board else _is_near(solved)
