"""Which looks at a photograph are taken, and which of their results counts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from picrosser.errors import ExitCode, GridNotFoundError
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines import photograph_look
from picrosser.pipelines.photograph_look import PhotographLook, or_as_photograph
from picrosser.pipelines.table_look import TableLook
from picrosser.puzzles import Kind
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph import screen_outline
from picrosser.reading.photograph.plane import is_far_askew
from picrosser.reading.photograph.slanted_lines import Pencil, ScreenSlopes
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE

SURE, DOUBTFUL, WORSE = (SimpleNamespace(doubts=doubts) for doubts in ((), ("one",), ("one", "two")))


def chosen(straight: Any, flat: Any, *, is_enough: bool, by_camera: bool) -> tuple[Any, list[str]]:
    """The result that counts, and the looks that were taken."""
    looks: list[str] = []

    def as_screenshot() -> Any:
        looks.append("straight")
        if straight is None:
            raise GridNotFoundError("no board", "none")
        return straight

    def as_photograph() -> Any:
        looks.append("flat")
        return flat

    found: Any = or_as_photograph(as_screenshot, as_photograph, lambda _: is_enough, by_camera=by_camera)
    return found, looks


def test_a_flat_page_that_is_enough_is_not_compared_with_the_picture_as_it_lies() -> None:
    assert chosen(SURE, DOUBTFUL, is_enough=True, by_camera=True) == (DOUBTFUL, ["flat"])
    assert chosen(SURE, DOUBTFUL, is_enough=False, by_camera=True) == (SURE, ["flat", "straight"])


@pytest.mark.parametrize(
    ("straight", "flat", "best"),
    [(DOUBTFUL, WORSE, DOUBTFUL), (WORSE, DOUBTFUL, DOUBTFUL), (None, WORSE, WORSE), (WORSE, None, WORSE)],
)
def test_of_two_doubtful_looks_the_one_with_fewer_doubts_counts(straight: Any, flat: Any, best: Any) -> None:
    assert chosen(straight, flat, is_enough=False, by_camera=False) == (best, ["straight", "flat"])


@pytest.mark.parametrize(("slope", "is_far"), [(0.0, False), (0.02, False), (0.06, True), (0.4, True)])
def test_a_board_lies_far_askew_if_its_lines_leave_their_rows(slope: float, is_far: bool) -> None:
    edges = tuple(range(0, 2001, 100))
    assert is_far_askew(Lattice(edges, edges, ((1, slope, 30), (-slope, 1, 700), (0, 0, 1)))) is is_far


def test_a_board_as_it_lies_in_the_picture_is_not_askew() -> None:
    assert not is_far_askew(Lattice((0, 10, 20), (0, 10, 20)))


def look_at(kind: Kind | None, nonogram: Any) -> PhotographLook:
    """A look at a photograph that shows a Hungry Cat board on a sheet, and maybe a nonogram."""
    page: Any = SimpleNamespace(noise_sigma=9.0)
    look = PhotographLook(page, kind, {}, {}, False, NO_DEADLINE, ignore)
    board = SimpleNamespace(at_first_sight=None, at_once=SURE, is_striped=False, anywhere=SURE)
    sheets = (SimpleNamespace(is_askew=True, is_page=False, is_fine=False),)
    look.__dict__.update(_sheets=sheets, _slopes=None, _page_read_or_refusal=None, _nonogram=nonogram)
    look.__dict__.update(_screen_look=board)
    return look


def test_a_hungry_cat_board_on_a_sheet_is_read_before_slower_looks_at_a_nonogram() -> None:
    for nonogram in (None, DOUBTFUL):
        look = look_at(None, nonogram)
        assert look.hinted_at_first_sight() is SURE
        assert look.of_hinted() is SURE
        assert "_screen_read" not in vars(look)


def test_a_sure_nonogram_is_not_compared_with_a_hungry_cat_board() -> None:
    nonogram: Any = SimpleNamespace(doubts=())
    look = look_at(None, nonogram)
    assert look.hinted_at_first_sight() is nonogram
    assert look.of_hinted() is nonogram


@pytest.mark.parametrize(
    ("kind", "is_fine", "is_read"), [(None, False, True), (None, True, False), ("nonogram", False, False)]
)
def test_a_board_beside_which_stripes_end_is_not_read_as_a_nonogram_first(
    kind: Kind | None, is_fine: bool, is_read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen_outline, "find_screen_outline", lambda _: None)
    nonogram: Any = SimpleNamespace(doubts=())
    look = look_at(kind, nonogram)
    vars(look._sheets[0])["is_fine"] = is_fine
    look.page.image = np.zeros((9, 9, 3), np.uint8)
    vars(look._screen_look).update(at_first_sight=SURE, is_striped=True)
    assert look.hinted_at_first_sight() is (SURE if is_read else nonogram)


def test_a_hungry_cat_board_is_not_looked_for_where_a_nonogram_is_asked_for() -> None:
    assert look_at("nonogram", None).of_hinted() is None


def on_screen(sure: Any, shown: Any) -> PhotographLook:
    """A look at a photograph with a ruled sheet and a screen, and what its first view shows."""
    look = look_at(None, None)
    look.__dict__["_sheets"] = (SimpleNamespace(is_askew=True, is_page=False, is_fine=False, bend=0.0),)
    look.__dict__["_screen"] = SimpleNamespace(sure_after=lambda _: sure, shown_at_first=shown)
    return look


def nonogram_of(rows: int, doubts: int, *, is_convincing: bool = True) -> Any:
    """A nonogram in one colour, with ten columns."""
    puzzle = SimpleNamespace(shape=(rows, 10), palette=range(2))
    return SimpleNamespace(doubts=range(doubts), puzzle=puzzle, is_convincing=is_convincing, explained=None)


def test_a_screen_that_is_read_at_first_view_spares_its_lines_the_views_of_a_page() -> None:
    sure, near, other = nonogram_of(10, 0), nonogram_of(10, 1), nonogram_of(15, 9)
    assert on_screen(sure, sure)._is_read_on_screen(other)
    assert on_screen(None, near)._is_read_on_screen(other)  # the lines lead to a board of another size
    assert not on_screen(None, near)._is_read_on_screen(nonogram_of(10, 9))
    assert not on_screen(None, nonogram_of(10, 1, is_convincing=False))._is_read_on_screen(other)
    assert not on_screen(None, None)._is_read_on_screen(other)


def test_where_a_screen_surely_shows_a_nonogram_no_other_kind_is_looked_for() -> None:
    look = on_screen(None, nonogram_of(10, 1))
    assert look._hungry_cat_at_once is SURE
    look._is_read_on_screen(None)
    assert look._hungry_cat_at_once is None


@pytest.mark.parametrize(
    ("kind", "slope", "is_read"),
    [(None, 0.0, True), (None, 0.02, False), ("hungry-cat", 0.02, False), ("katamino", 0.2, True)],
)
def test_a_screen_that_lies_askew_is_not_read_as_it_lies(
    kind: Kind | None, slope: float, is_read: bool
) -> None:
    look = look_at(kind, None)
    look.page.image = look.page.without_moire = np.zeros((400, 300, 3), np.uint8)
    slopes = ScreenSlopes(Pencil(slope, 0.0, 99.0), Pencil(-slope, 0.0, 99.0))
    look.__dict__.update(_slopes=slopes, _sheets=())
    lying: Any = SimpleNamespace(doubts=("one",), kind="nonogram")
    if is_read:
        assert look.as_it_lies(lambda: lying) is lying
    else:
        with pytest.raises(GridNotFoundError, match="askew"):
            look.as_it_lies(lambda: lying)


def test_a_nonogram_in_doubt_on_a_screen_far_askew_is_told_unless_little_of_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look = look_at(None, None)
    lying: Any = SimpleNamespace(doubts=("one",), kind="katamino")
    look.page.image = np.zeros((400, 300, 3), np.uint8)
    near, far = nonogram_of(10, 2), nonogram_of(10, 9)
    near.lattice = far.lattice = None
    for screen, is_askew, told in ((near, True, near), (near, False, lying), (far, True, lying)):
        monkeypatch.setattr(photograph_look, "is_far_askew", lambda _, is_askew=is_askew: is_askew)
        look.__dict__.update(_screen_read=screen, _page=None, _slopes=None, _sheets=())
        assert look.as_it_lies(lambda: lying) is told


@pytest.mark.parametrize(
    ("page", "first", "is_looked_at_further"), [(9, 9, False), (1, 9, True), (9, 1, True), (None, 9, True)]
)
def test_what_is_far_from_a_puzzle_as_a_page_and_on_a_screen_is_not_looked_at_further(
    page: int | None, first: int, is_looked_at_further: bool
) -> None:
    look = look_at(None, None)
    shown, further = nonogram_of(10, first), nonogram_of(10, 2)
    screen = SimpleNamespace(shown_at_first=shown, result=further)
    read = GridNotFoundError("no board", "another page") if page is None else nonogram_of(10, page)
    look.__dict__.update(_screen=screen, _page_read_or_refusal=read)
    assert look._screen_read is (further if is_looked_at_further else shown)


def of_page(off_upright: float, monkeypatch: pytest.MonkeyPatch) -> PhotographLook:
    """A look at a ruled page without a puzzle that fills the picture."""
    monkeypatch.setattr(screen_outline, "find_screen_outline", lambda _: None)
    look = look_at(None, None)
    look.page.image = None  # nothing is looked for in it
    page = SimpleNamespace(is_askew=True, is_page=True, is_on_paper=True, off_upright=off_upright, bend=0.2)
    look.__dict__.update(
        _sheets=(page,), _page_read_or_refusal=GridNotFoundError("no puzzle", "another page")
    )
    return look


def test_where_a_ruled_page_fills_the_picture_nothing_else_is_looked_for(monkeypatch: Any) -> None:
    look = of_page(2.0, monkeypatch)
    look.__dict__.update(_screen_look=None, _screen_read=DOUBTFUL)
    assert look.hinted_at_first_sight() is None
    assert look.of_hinted() is None
    with pytest.raises(GridNotFoundError, match="no puzzle"):
        look.as_it_lies(lambda: pytest.fail("it was read as it lies"))


def test_a_page_that_is_hardly_askew_is_read_as_it_lies(monkeypatch: Any) -> None:
    lying: Any = SimpleNamespace(doubts=("one",), kind="nonogram")
    assert of_page(0.1, monkeypatch).as_it_lies(lambda: lying) is lying


def test_a_page_that_is_refused_in_both_ways_is_refused_for_what_it_shows_from_the_front(
    monkeypatch: Any,
) -> None:
    def look() -> Any:
        raise GridNotFoundError("no lines", "another picture")

    with pytest.raises(GridNotFoundError, match="no puzzle"):
        of_page(0.1, monkeypatch).as_it_lies(look)


@pytest.mark.parametrize("is_fine", [False, True])
def test_beside_a_sheet_with_cells_of_a_nonogram_only_no_other_kind_is_looked_for(
    is_fine: bool, monkeypatch: Any
) -> None:
    look = of_page(2.0, monkeypatch)
    vars(look._sheets[0]).update(is_page=False, is_on_paper=False, is_fine=is_fine)
    look.__dict__["_screen_read"] = None
    assert look.hinted_at_first_sight() is (None if is_fine else SURE)
    if is_fine:
        with pytest.raises(GridNotFoundError, match="no puzzle"):
            look.as_it_lies(lambda: pytest.fail("it was read as it lies"))


def test_a_screen_that_lies_on_a_ruled_page_is_looked_at(monkeypatch: Any) -> None:
    look = of_page(2.0, monkeypatch)
    corners = np.array([(0, 0), (0, 9), (9, 9), (9, 0)], float)
    monkeypatch.setattr(screen_outline, "find_screen_outline", lambda _: corners)
    vars(look._sheets[0])["share_of"] = lambda _: 0.1
    assert look.hinted_at_first_sight() is SURE


def test_a_photograph_known_as_such_is_read_as_a_page_before_other_looks() -> None:
    nonogram: Any = SimpleNamespace(doubts=())
    look = look_at(None, nonogram)
    look.by_camera = True
    look.__dict__["_screen_look"] = SimpleNamespace(
        at_first_sight=None, is_striped=False
    )  # no closer look is there
    assert look.hinted_at_first_sight() is nonogram


@pytest.mark.parametrize(("tones", "is_sought"), [(2, False), (60, True)])
def test_a_quiet_picture_of_few_tones_is_no_photograph_of_a_table(tones: int, is_sought: bool) -> None:
    grey = (np.arange(10_000) % tones * 4).astype(np.uint8).reshape(100, 100, 1)
    page: Any = SimpleNamespace(noise_sigma=0.2, image=np.repeat(grey, 3, axis=2), has_hardly_digits=False)
    look = TableLook(page, None, {}, {}, False, NO_DEADLINE, ignore)
    look.__dict__["_table"] = SURE
    assert look.of_any_kind() is (SURE if is_sought else None)


@pytest.mark.parametrize(
    ("kind", "tones", "has_digits", "is_read"),
    [(None, 60, True, True), (None, 2, True, False), ("katamino", 60, True, False), (None, 60, False, False)],
)
def test_a_quiet_photograph_may_show_a_page_that_lies_askew(
    kind: Kind | None, tones: int, has_digits: bool, is_read: bool
) -> None:
    grey = (np.arange(10_000) % tones * 4).astype(np.uint8).reshape(100, 100, 1)
    page: Any = SimpleNamespace(
        noise_sigma=0.2, image=np.repeat(grey, 3, axis=2), has_hardly_digits=not has_digits
    )
    look = TableLook(page, kind, {}, {}, False, NO_DEADLINE, ignore)
    askew = SimpleNamespace(is_straight=lambda _: False)
    look.__dict__.update(_table=None, _sheets=(SimpleNamespace(),), _slopes=askew, _nonogram=SURE)
    assert look.of_any_kind() is (SURE if is_read else None)
    look.__dict__["_slopes"] = SimpleNamespace(is_straight=lambda _: True)
    assert look.of_any_kind() is None  # as a screenshot lies


def test_a_page_with_more_lines_than_a_table_has_is_read_before_a_table_is_looked_for() -> None:
    page: Any = SimpleNamespace(noise_sigma=9.0)
    look = TableLook(page, None, {}, {}, False, NO_DEADLINE, ignore)
    read = SimpleNamespace(doubts=(), exit_code=ExitCode.OK)
    for lines, nonogram, is_looked_for in (
        ((15, 24), read, False),
        ((6, 13), read, True),
        ((15, 24), None, True),
    ):
        sheet = SimpleNamespace(is_askew=True, is_clear=True, lines=lines, is_page=False, is_fine=False)
        board = SimpleNamespace(at_first_sight=None, is_striped=False)
        look.__dict__.update(_sheets=(sheet,), _slopes=None, _nonogram=nonogram, _table=SURE)
        look.__dict__["_screen_look"] = board
        assert look.any_at_first_sight() is (SURE if is_looked_for else read)


@pytest.mark.parametrize(("has_slopes", "sheets"), [(True, ()), (False, (1,)), (False, ())])
def test_a_photograph_is_refused_at_once_only_if_nothing_in_it_is_straight(
    monkeypatch: pytest.MonkeyPatch, *, has_slopes: bool, sheets: tuple[int, ...]
) -> None:
    look = look_at(None, None)
    straight = ScreenSlopes(Pencil(0.1, 0.0, 99.0), Pencil(0.1, 0.0, 99.0))
    look.__dict__.update(_slopes=straight if has_slopes else None, _sheets=sheets)
    monkeypatch.setattr(PhotographLook, "_shows_texture", True)
    if has_slopes or sheets:
        look.refuse_without_lines()
        return
    with pytest.raises(GridNotFoundError, match="no straight lines"):
        look.refuse_without_lines()
    monkeypatch.setattr(PhotographLook, "_shows_texture", False)
    look.refuse_without_lines()


def test_texture_in_the_middle_of_a_photograph_shows_hardly_digits() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 1), dtype=np.uint8)
    photo = np.repeat(np.repeat(np.repeat(noise[::8, ::8], 8, 0), 8, 1), 3, 2)
    for image in (photo, np.zeros((3, 2, 3), np.uint8)):
        assert PhotographLook(PageEvidence(image), None, {}, {}, True, NO_DEADLINE, ignore)._shows_texture
