"""Recognises the family of a screenshot by reading it as each; the first that fits without doubt is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from picrosser.errors import (
    FixRefusedError,
    GridNotFoundError,
    HintsUnreadableError,
    PicrosserError,
)
from picrosser.imaging.channels import max_channel, min_channel
from picrosser.imaging.loading import PictureSource, load_picture
from picrosser.imaging.noise import without_noise
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.any_direction import in_any_direction
from picrosser.pipelines.how_sure import (
    has_numbers,
    is_answered,
    is_near,
    is_no_hungry_cat,
    is_no_other_kind,
    is_sure,
)
from picrosser.pipelines.photograph_look import PhotographLook, or_as_photograph
from picrosser.pipelines.stages import StageClock
from picrosser.pipelines.table_look import TableLook
from picrosser.puzzles import KINDS, Kind
from picrosser.puzzles.doubt import HintPlace, StatedHint, is_mostly_doubtful
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import ONE_COLOUR, StatedRuns
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import StageListener, ignore
from picrosser.running.deadline import Deadline

if TYPE_CHECKING:
    from picrosser.pipelines.hungry_cat import HungryCatSolved
    from picrosser.pipelines.katamino import KataminoSolved
    from picrosser.pipelines.nonogram import NonogramRead, NonogramSolved
    from picrosser.pipelines.solved import AnySolved, HintedSolved
    from picrosser.reading.hungry_cat.assemble import Reading
    from picrosser.reading.katamino.read import PiecesSought

Fixes = Mapping[HintPlace, StatedHint]
"""Hints set by hand: Hungry Cat's counts, or whole lines of a nonogram."""
NO_FIXES: Fixes = MappingProxyType({})

K = TypeVar("K", bound="KataminoSolved")

# Of the pixels of a picture in which hardly any has a colour. Of 14 Hungry Cat screenshots 0.017 and more
# have one, of 17 of nonograms in one colour 0.001 to 0.08. It only tells which kind is tried first.
FEW_COLOURED = 0.015
COLOURED_LEVELS = 60  # between the channels of a pixel with a colour
EVERY = 4  # pixels each way, of which one is looked at for its colour


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
    loaded = load_picture(image)
    page, by_camera = PageEvidence(loaded.image), by_camera or loaded.by_camera

    def look(image: RGB) -> AnySolved:
        if kind == "katamino":
            from picrosser.pipelines.katamino import solve_katamino

            return solve_katamino(image, time_limit_s=deadline.left_s, on_stage=on_stage)
        return _solved_as_any(page.of_picture(image), deadline, on_stage)

    photograph = TableLook(page, kind, {}, {}, by_camera, deadline, on_stage)

    def as_screenshot() -> AnySolved:
        return photograph.as_it_lies(lambda: in_any_direction(page.image, look, on_stage, page=page))

    photograph.refuse_without_lines()
    if (sure := photograph.any_at_first_sight()) is not None:
        return sure
    return or_as_photograph(as_screenshot, photograph.of_any_kind, photograph.is_enough, by_camera=by_camera)


def _solved_as_any(page: PageEvidence, deadline: Deadline, on_stage: StageListener) -> AnySolved:
    """Read a picture as it lies as each kind in turn; as `solve_screenshot` otherwise."""
    sought: list[PiecesSought] = []  # what the quick look found, for the thorough one

    def as_katamino(drawn_only: bool) -> KataminoSolved | None:
        from picrosser.reading.katamino.read import seek_pieces

        if not sought:
            sought.append(seek_pieces(page.image))
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
            load_picture(image).image,
            board,
            fixes=lines,
            is_stated=stated is not None,
            deadline=deadline,
            on_stage=on_stage,
        )

    loaded = load_picture(image)
    page, by_camera = PageEvidence(loaded.image), by_camera or loaded.by_camera

    def look(image: RGB) -> HintedSolved:
        if stated == "hungry-cat":
            from picrosser.pipelines.hungry_cat import solve_hungry_cat

            return solve_hungry_cat(image, fixes=counts, time_limit_s=deadline.left_s, on_stage=on_stage)
        if stated == "nonogram":
            from picrosser.pipelines.nonogram import solve_nonogram

            return solve_nonogram(
                image, fixes=lines, is_stated=True, time_limit_s=deadline.left_s, on_stage=on_stage
            )
        return _recognised(page.of_picture(image), deadline, on_stage, lambda _: None)

    def look_with_fixes(image: RGB) -> HintedSolved:
        from picrosser.pipelines.sound_fixes import with_sound_fixes

        def without_fixes() -> HintedSolved:
            return _recognised(page.of_picture(image), deadline, ignore, lambda _: None)

        return with_sound_fixes(fixes, lambda: look(image), without_fixes)

    photograph = PhotographLook(page, stated, lines, counts, by_camera, deadline, on_stage)

    def as_screenshot() -> HintedSolved:
        way = look_with_fixes if fixes else look
        return photograph.as_it_lies(lambda: in_any_direction(page.image, way, on_stage, page=page))

    photograph.refuse_without_lines()
    if (sure := photograph.hinted_at_first_sight()) is not None:
        return sure
    return or_as_photograph(as_screenshot, photograph.of_hinted, photograph.is_enough, by_camera=by_camera)


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
    page: PageEvidence,
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
    nonogram = _as_nonogram(page, deadline, on_stage) if _has_few_colours(image) else None
    # Hungry Cat's counts fill each line, so they are no runs of one colour: no need to look for its stripes.
    if is_sure(nonogram) and len(nonogram.puzzle.palette) == ONE_COLOUR:
        return nonogram
    from picrosser.reading.lattice.grid import seek_ruled_board  # 2 ms: many nonograms do not come here
    from picrosser.reading.lattice.stripes import has_stripes

    calm = without_noise(image, page.noise_sigma)
    sought_lines = seek_ruled_board(page.of_picture(calm).luma)
    ruled = sought_lines.sure
    striped = ruled is not None and has_stripes(calm, ruled.lattice)
    if nonogram is None and not striped:
        nonogram = _as_nonogram(page, deadline, on_stage)
    if not striped and (is_sure(nonogram) or (nonogram is not None and is_no_other_kind(nonogram))):
        return nonogram
    if deadline.is_past and nonogram is not None and not isinstance(nonogram, PicrosserError):
        return nonogram
    packed = None if striped else as_katamino(True)
    if packed is not None:
        return nonogram if packed.doubts and is_answered(nonogram) else packed
    if ruled is None and nonogram is not None and page.ink.has_hardly_digits:
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
            if is_sure(nonogram) or (is_near(nonogram) and is_no_hungry_cat(nonogram, striped)):
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


def _has_few_colours(image: RGB) -> bool:
    """Whether hardly any pixel has a colour, as in many nonograms' screenshots and in none of Hungry Cat."""
    seen = image[::EVERY, ::EVERY]
    coloured = max_channel(seen) - min_channel(seen) > COLOURED_LEVELS
    return int(np.count_nonzero(coloured)) < FEW_COLOURED * coloured.size


def _as_nonogram(
    page: PageEvidence, deadline: Deadline, on_stage: StageListener
) -> NonogramSolved | PicrosserError:
    """The picture read as a nonogram, or why it is not one."""
    from picrosser.pipelines.nonogram import solve_nonogram  # few Hungry Cat screenshots come here

    try:
        return solve_nonogram(page.image, page=page, time_limit_s=deadline.left_s, on_stage=on_stage)
    except (HintsUnreadableError, GridNotFoundError) as refusal:
        return refusal


def _as_katamino(
    page: PageEvidence,
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
            with_table=not page.ink.has_hardly_digits,
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
    if is_sure(nonogram):
        return nonogram
    if (
        isinstance(hungry_cat, PicrosserError)
        and has_numbers(nonogram, no_board)
        and is_no_hungry_cat(nonogram, striped)
    ):
        return nonogram
    if no_board and not ruled and isinstance(nonogram, PicrosserError):
        raise nonogram
    if isinstance(hungry_cat, PicrosserError):
        raise hungry_cat
    return hungry_cat
