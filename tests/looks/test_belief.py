"""Which results of looks are believed at once, which is likeliest at the end, and which refusal is told."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from picrosser.errors import ExitCode, GridNotFoundError, HintsCutOffError, HintsUnreadableError
from picrosser.imaging.pixels import Lattice
from picrosser.looks import belief as beliefs
from picrosser.looks.belief import DRAWN_PIECES, HUNGRY_CAT, NONOGRAM, PAGE, SCREEN, Attempt, Belief, View
from picrosser.looks.certainty import mixes_colours
from picrosser.puzzles import Kind
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.nonogram import Run, Runs
from picrosser.reading.photograph.from_the_front import is_far_askew

LYING, TURNED, FRONT = View.AS_IT_LIES, View.TURNED, View.FROM_THE_FRONT


def of(
    kind: Kind,
    doubts: int = 0,
    *,
    colours: int = 1,
    code: ExitCode = ExitCode.OK,
    convincing: bool = False,
    one_each: bool = False,
    ignores_colours: bool = False,
    runs: Sequence[Runs] = (),
    inks: Sequence[tuple[int, ...]] | None = None,
) -> Any:
    """A result with so many doubts on a board of 10 x 10 cells; `one_each` : a line has one number.

    runs : of its rows. inks : the colours of its rows' digits.
    """
    labels = SimpleNamespace(one_number_each=one_each, numberings=())
    return SimpleNamespace(
        kind=kind,
        doubts=tuple(Doubt(HintPlace("row", row), None, (), "a digit is not clear") for row in range(doubts)),
        exit_code=ExitCode.DOUBTFUL if doubts else code,
        puzzle=SimpleNamespace(shape=(10, 10), palette=range(colours + 1), rows=runs, cols=()),
        explained=SimpleNamespace(why=None, labels=labels),
        is_convincing=convincing,
        ignores_colours=ignores_colours,
        lattice=Lattice((30, 40, 50), (30, 40, 50)),
        reading=SimpleNamespace(digit_boxes=()),
        evidence=inks
        and SimpleNamespace(rows=[SimpleNamespace(colours=line, shapes=line) for line in inks], cols=()),
    )


def belief(
    *found: tuple[str, View, Any],
    kind: Kind | None = None,
    striped: bool = False,
    more: bool = False,
    board: bool = True,
    grey: bool = True,
    **evidence: Any,
) -> Belief:
    """What is believed after these looks.

    more : hints stand beside the board that no nonogram has. board : evenly spaced lines are seen at once.
    grey : the picture shows hardly any colour.
    """
    upright = SimpleNamespace(
        is_striped=False,
        has_stripes_beside=lambda _: striped,
        shows_more_hints=lambda *_: more,
        lines=SimpleNamespace(sure=board or None),
        has_few_colours=grey,
    )
    seen: dict[str, Any] = {"as_it_lies": upright, "turned": None, "nonogram_sheet": None}
    seen |= {"is_photograph": True, "is_noisy_screenshot": False, "lies_askew": False}
    seen |= {"shows_nothing": False, "fills_page": False}
    believed = Belief(SimpleNamespace(**(seen | evidence)), kind)  # type: ignore[arg-type]
    for name, view, result in found:
        is_refusal = isinstance(result, Exception)
        refusal = result if is_refusal else None
        believed.attempts.append(Attempt(name, view, None if is_refusal else result, refusal, cpu_s=0.5))
    return believed


@pytest.mark.parametrize(
    ("name", "view", "result", "striped", "is_settled"),
    [
        (NONOGRAM, LYING, of("nonogram"), False, True),
        (NONOGRAM, LYING, of("nonogram"), True, False),  # some of Hungry Cat's colours may not have been seen
        (NONOGRAM, LYING, of("nonogram", colours=2), False, True),
        (NONOGRAM, LYING, of("nonogram", colours=2), True, False),  # counts on stripes fit as such runs
        (NONOGRAM, LYING, of("nonogram", code=ExitCode.SEVERAL_SOLUTIONS), False, False),
        (NONOGRAM, LYING, of("nonogram", 1), False, False),
        (HUNGRY_CAT, LYING, of("hungry-cat"), True, True),
        (HUNGRY_CAT, LYING, of("hungry-cat", 1), True, False),
        (DRAWN_PIECES, TURNED, of("katamino"), False, True),
        (PAGE, FRONT, of("nonogram", code=ExitCode.SEVERAL_SOLUTIONS), False, True),
        (PAGE, FRONT, of("nonogram", 1), False, False),
        (PAGE, FRONT, None, False, False),
    ],
)
def test_a_result_is_believed_at_once_or_others_follow(name, view, result, striped, is_settled):
    found = belief((name, view, result), striped=striped).settled()
    assert found is (result if is_settled else None)


def test_what_is_asked_for_is_believed_whatever_stripes_are_seen():
    coloured = of("nonogram", colours=2)
    assert belief((NONOGRAM, LYING, coloured), kind="nonogram", striped=True).settled() is coloured


@pytest.mark.parametrize(
    ("straight", "front", "best"), [(1, 2, "straight"), (2, 1, "front"), (1, 1, "front"), (None, 2, "front")]
)
def test_of_two_doubtful_results_the_one_with_fewer_doubts_counts(straight, front, best):
    refused = GridNotFoundError("no board", "none")
    results = {
        "straight": refused if straight is None else of("nonogram", straight, convincing=True),
        "front": of("nonogram", front, convincing=True),
    }
    found = belief((NONOGRAM, LYING, results["straight"]), (PAGE, FRONT, results["front"]))
    assert found.answer() is results[best]


def test_a_doubtful_page_counts_only_if_it_shows_no_puzzle_of_another_kind():
    lying, page = of("nonogram", 9), of("nonogram", 3)
    looks = (NONOGRAM, LYING, lying), (PAGE, FRONT, page)
    assert belief(*looks).answer() is lying
    assert belief(*looks, nonogram_sheet=object()).answer() is page
    assert belief(*looks, kind="nonogram").answer() is page
    assert belief(*looks, nonogram_sheet=object(), is_photograph=False).answer() is lying


def test_of_a_page_and_a_screen_the_one_with_fewer_doubts_is_told():
    page, screen = of("nonogram", 2, convincing=True), of("nonogram", 1, convincing=True)
    found = belief((PAGE, FRONT, page), (SCREEN, FRONT, screen), lies_askew=True)
    assert found.answer() is screen


def test_pieces_in_doubt_stand_back_for_an_answered_nonogram():
    several, pieces = of("nonogram", colours=2, code=ExitCode.SEVERAL_SOLUTIONS), of("katamino", 1)
    assert belief((NONOGRAM, LYING, several), (DRAWN_PIECES, LYING, pieces)).answer() is several
    assert belief((NONOGRAM, LYING, of("nonogram", 9)), (DRAWN_PIECES, LYING, pieces)).answer() is pieces


NO_BOARD = GridNotFoundError("no board", "none")
CUT, UNREAD = HintsCutOffError("2 hints a row but 3 a column", ""), HintsUnreadableError("lines go on", "")
ONE_EACH, DOUBTFUL = of("nonogram", one_each=True), of("nonogram", 5)
PLAIN, STRIPED, WITH_MORE = {}, {"striped": True}, {"striped": True, "more": True}
TWICE, MIXED = [(Run(2, 1), Run(2, 1))] * 3, [(Run(2, 1), Run(2, 2)), (Run(2, 2), Run(2, 1))] * 3
REFUSED = "refused"
TOLD = {
    "in doubt it is rather a Hungry Cat board": [
        (of("nonogram", 1, colours=2), of("hungry-cat", 1), beside, HUNGRY_CAT) for beside in (PLAIN, STRIPED)
    ],
    "on stripes it is a nonogram if it is no legible Hungry Cat board": [
        (of("nonogram"), UNREAD, STRIPED, NONOGRAM),
        *((of("nonogram"), of("hungry-cat", doubts), STRIPED, HUNGRY_CAT) for doubts in (0, 1)),
    ],
    "one number a line beside stripes may be the rest of a Hungry Cat board": [
        *((ONE_EACH, refusal, STRIPED, REFUSED) for refusal in (UNREAD, CUT)),
        *((ONE_EACH, refusal, PLAIN, NONOGRAM) for refusal in (UNREAD, CUT)),
    ],
    "a printed 0 is none of Hungry Cat's": [
        (of("nonogram", one_each=True, runs=[(), (Run(3),)], inks=[(1,), (1,)]), UNREAD, STRIPED, NONOGRAM)
    ],
    "what remains of a cut Hungry Cat board is no nonogram, unless it would have one colour, and all": [
        (of("nonogram", code=code, **more), refusal, beside, told)
        for code in (ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)
        for refusal in (UNREAD, CUT)
        for more, beside, told in (
            ({"colours": 2}, STRIPED, REFUSED), ({"colours": 2}, PLAIN, NONOGRAM),
            ({}, STRIPED, NONOGRAM), ({"ignores_colours": True}, STRIPED, REFUSED),
        )
    ],
    "hints beside stripes that a nonogram leaves out are another colour's": [
        (of("nonogram"), NO_BOARD, STRIPED, NONOGRAM),
        (of("nonogram"), NO_BOARD, {"more": True}, NONOGRAM),
        (of("nonogram"), NO_BOARD, WITH_MORE, REFUSED),
        (of("nonogram"), NO_BOARD, {**WITH_MORE, "board": False}, NONOGRAM),  # stripes without a board
    ],
    # So no line states a colour twice, nor do lines state two colours in either order: here their colours
    # were seen, though digits were found by their luma alone.
    "Hungry Cat has a slot for each colour": [
        case
        for runs in (TWICE, MIXED)
        for case in (
            (of("nonogram", colours=2, runs=runs, ignores_colours=True), CUT, WITH_MORE, NONOGRAM),
            (of("nonogram", colours=2, runs=runs[:1]), CUT, STRIPED, REFUSED),
        )
    ],
    "numbers beside a board without Hungry Cat's stripes are a nonogram in doubt": [
        *((DOUBTFUL, refusal, PLAIN, NONOGRAM) for refusal in (NO_BOARD, UNREAD)),
        (DOUBTFUL, UNREAD, STRIPED, REFUSED),  # beside stripes few doubts are allowed
    ],
}  # fmt: skip


@pytest.mark.parametrize("cases", TOLD.values(), ids=TOLD)
def test_what_may_be_a_nonogram_or_a_hungry_cat_board_is_told_as_one_of_them_or_refused(cases):
    for nonogram, cat, beside, told in cases:
        found = belief((NONOGRAM, LYING, nonogram), (HUNGRY_CAT, LYING, cat), **beside)
        if told == REFUSED:
            with pytest.raises(type(cat), match=str(cat)):
                found.answer()
        else:
            assert found.answer() is (nonogram if told == NONOGRAM else cat)


def test_one_number_a_line_may_be_what_is_legible_of_a_hungry_cat_board():
    looks = (NONOGRAM, LYING, of("nonogram", one_each=True)), (HUNGRY_CAT, LYING, None)
    assert not belief(*looks, striped=True).is_rather_nonogram(LYING)
    illegible = (beliefs.ILLEGIBLE, LYING, of("hungry-cat", 9))
    assert belief(*looks, illegible, striped=True).answer().kind == "hungry-cat"
    assert belief(*looks, illegible).answer().kind == "nonogram"


@pytest.mark.parametrize(("inks", "mixes"), [((1, 1), True), ((1, 2), False)])
def test_ignored_colours_are_marks_where_a_line_has_one_of_them_twice(inks, mixes):
    two, one = (Run(2, 1), Run(1, 1)), (Run(12, 1),)
    seen = of("nonogram", runs=[two] * 4, ignores_colours=True, inks=[(1, 2), inks, inks, inks])
    assert mixes_colours(seen) is mixes
    # The digits of one number have one ink anyway.
    seen = of("nonogram", runs=[two, one, one, one], ignores_colours=True, inks=[(1, 2), inks, inks, inks])
    assert not mixes_colours(seen)


def test_the_turned_picture_counts_if_it_shows_a_board():
    lying, turned = of("nonogram", 5), of("nonogram", 6)
    assert belief((NONOGRAM, LYING, lying), (NONOGRAM, TURNED, turned)).answer() is turned
    refused = GridNotFoundError("no board (the picture is upside down)", "none")
    assert belief((NONOGRAM, LYING, lying), (NONOGRAM, TURNED, refused)).answer() is lying
    with pytest.raises(GridNotFoundError, match="upside down"):
        belief((NONOGRAM, LYING, GridNotFoundError("no board", "none")), (NONOGRAM, TURNED, refused)).answer()


@pytest.mark.parametrize(
    ("evidence", "page", "lying", "words"),
    [
        ({"shows_nothing": True}, None, None, "no straight lines"),
        ({}, None, None, "what it shows lies askew"),
        ({}, "no page", None, "no page"),
        ({}, "no page", "no board", "no board"),
        ({"fills_page": True}, "no page", "no board", "no page"),  # from the front more of it is seen
    ],
)
def test_a_refusal_names_what_came_nearest(evidence, page, lying, words):
    looks = [(PAGE, FRONT, GridNotFoundError(page, "none"))] if page else []
    looks += [(NONOGRAM, LYING, GridNotFoundError(lying, "none"))] if lying else []
    with pytest.raises(GridNotFoundError, match=words):
        belief(*looks, **evidence).answer()


def test_a_nonogram_far_askew_is_not_read_as_it_lies():
    tilted = of("nonogram", 1, convincing=True)
    tilted.lattice = Lattice((0, 10, 20), (0, 10, 20), ((1, 0.4, 0), (-0.4, 1, 0), (0, 0, 1)))
    assert belief((PAGE, FRONT, tilted)).forbids_to_read_as_it_lies
    assert not belief((PAGE, FRONT, of("nonogram", 1, convincing=True))).forbids_to_read_as_it_lies
    assert not belief((PAGE, FRONT, tilted), is_noisy_screenshot=True).forbids_to_read_as_it_lies


@pytest.mark.parametrize(("kind", "forbids"), [(None, True), ("nonogram", True), ("katamino", False)])
def test_pieces_are_read_askew_and_hints_are_not(kind, forbids):
    assert belief(kind=kind, lies_askew=True).forbids_to_read_as_it_lies is forbids


@pytest.mark.parametrize(("slope", "is_far"), [(0.0, False), (0.02, False), (0.06, True), (0.4, True)])
def test_a_board_lies_far_askew_if_its_lines_leave_their_rows(slope, is_far):
    edges = tuple(range(0, 2001, 100))
    assert is_far_askew(Lattice(edges, edges, ((1, slope, 30), (-slope, 1, 700), (0, 0, 1)))) is is_far


def test_the_looks_are_listed_with_what_they_found():
    found = belief(
        (NONOGRAM, LYING, GridNotFoundError("no board", "none")), (HUNGRY_CAT, LYING, None),
        (PAGE, FRONT, of("nonogram", 2)), (SCREEN, FRONT, of("nonogram")),
    )  # fmt: skip
    assert found.looks_taken.looks == (
        ("nonogram, as it lies", "refused: no board"),
        ("Hungry Cat board, as it lies", "nothing"),
        ("ruled page, from the front", "2 doubts"),
        ("straight screen, from the front", "ok"),
    )
    assert found.looks_taken.cpu_s == (0.5, 0.5, 0.5, 0.5)
