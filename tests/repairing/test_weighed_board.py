"""Misread digits follow from the lines that cross theirs; what could be otherwise is not believed."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from drawn_nonogram import picture_of
from made_nonograms import nonogram_of

from picrosser.errors import TimeLimitError
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Nonogram, Run, StatedRuns
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence, certain_evidence, keeps_fixes
from picrosser.repairing.weighed_board import MIN_MARGIN, MIN_PER_LINE, WeighedBoard, weighed_puzzle
from picrosser.running.deadline import NO_DEADLINE, Deadline

PICTURE = """
....###.....
....####....
....########
##..########
############
########....
########....
...#####....
....###.....
.........###
###.....####
####....####
"""
CELLS = picture_of(PICTURE.split()).cells
SURE, FAINT = -9.0, -1.0  # nats of what a digit is not

Change = Callable[[list[int]], list[int]]


def view(
    cells: np.ndarray = CELLS,  # type: ignore[type-arg]
    *,
    changed: dict[str, Change] | None = None,
    faint: dict[tuple[str, int], int] | None = None,
) -> NonogramEvidence:
    """What a view shows of a picture.

    changed : how the numbers of some lines, such as r1 and c8, are misread.
    faint : of some numbers, by line and index, what else they may be nearly as well.
    """
    true = nonogram_of(*cells)
    stated = {f"r{at}": runs for at, runs in enumerate(true.rows, 1)}
    stated |= {f"c{at}": runs for at, runs in enumerate(true.cols, 1)}
    numbers = {name: [run.length for run in runs or ()] for name, runs in stated.items()}
    for name, change in (changed or {}).items():
        numbers[name] = change(numbers[name])
    lines = [tuple(map(Run, line)) for line in numbers.values()]
    seen = certain_evidence(Nonogram(tuple(lines[: len(true.rows)]), tuple(lines[len(true.rows) :])))
    shapes = [[max(nats, SURE) for nats in shape] for shape in seen.shapes]
    for (name, at), other in (faint or {}).items():
        digits_before = "".join(map(str, numbers[name][:at]))
        shapes[seen.lines[list(numbers).index(name)].shapes[len(digits_before)]][other] = FAINT
    rows, cols = (
        tuple(replace(line, joins=tuple(join._replace(step=1.0) for join in line.joins)) for line in side)
        for side in (seen.rows, seen.cols)
    )
    return NonogramEvidence(rows, cols, tuple(map(tuple, shapes)), seen.palette)


def with_last_row(seen: NonogramEvidence, last: LineEvidence) -> NonogramEvidence:
    return replace(seen, rows=(*seen.rows[:-1], last))


def weighed(*views: NonogramEvidence) -> Nonogram | None:
    return weighed_puzzle(views, NO_DEADLINE).puzzle


@pytest.mark.parametrize("kept", [slice(1, None), slice(-1)], ids=["without the first", "without the last"])
def test_a_missing_number_is_inferred_from_the_lines_that_cross_but_left_in_doubt(kept):
    seen = view(changed={"c10": lambda same: same[kept]})
    assert np.array_equal(WeighedBoard([seen]).agreed_cells(NO_DEADLINE), CELLS)
    assert weighed(seen) is None


def test_a_number_missing_where_there_is_room_for_it_follows_from_the_lines_that_cross():
    cells = CELLS.copy()
    cells[7, 9] = 1  # column 10 is 3 1 3
    evidence = view(cells, changed={"c10": lambda _: [3, 3]})
    assert weighed(evidence) is None
    cols = list(evidence.cols)
    cols[9] = replace(cols[9], joins=(cols[9].joins[0]._replace(step=2.0),))
    assert weighed(replace(evidence, cols=tuple(cols))) == nonogram_of(*cells)


def test_where_one_number_is_missing_another_may_be_too():
    """Here a row and a column that cross lack one; all is explained, too, if only the row does, and less."""
    picture = """
    ###......#
    ..##...###
    ..########
    ..#######.
    ..#####...
    ..#####.##
    ...#######
    .###....##
    .###....##
    ####...###
    """
    cells = picture_of(picture.split()).cells
    missing: dict[str, Change] = {name: lambda same: same[:-1] for name in ("r10", "c8")}
    assert weighed(view(cells)) == nonogram_of(*cells)
    seen = view(cells, changed=missing)
    assert not np.array_equal(WeighedBoard([seen]).agreed_cells(NO_DEADLINE), cells)
    assert weighed(seen) is None


@pytest.mark.parametrize(
    ("changed", "faint", "is_told"),
    [
        pytest.param({}, {}, True, id="all is read right"),
        pytest.param({"r5": [8]}, {}, True, id="two digits, of 12, taken for one that looks like neither"),
        pytest.param(
            {"r6": [9], "r11": [3, 3], "c10": [4, 3]},
            {("r6", 0): 8, ("r11", 1): 4, ("c10", 0): 3},
            True,
            id="misread digits that may be others",
        ),
        pytest.param({"r6": [9]}, {}, False, id="surely read otherwise than in its columns"),
        pytest.param({}, {("r1", 0): 4, ("c8", 0): 8}, False, id="the cell where they cross may be filled"),
        pytest.param({}, {("r1", 0): 4}, True, id="the column alone tells"),
    ],
)
def test_digits_follow_from_the_lines_that_cross_or_are_left_in_doubt(changed, faint, is_told):
    changes = {name: lambda _, numbers=numbers: numbers for name, numbers in changed.items()}
    assert weighed(view(changed=changes, faint=faint)) == (nonogram_of(*CELLS) if is_told else None)


def test_a_row_that_may_lie_elsewhere_as_far_as_its_columns_tell_is_left_in_doubt():
    """The last row may be a cell further left if two columns are misread, each by one."""
    cells = picture_of(["#...#", "##..#", ".##.#", "##.##", "..##."]).cells
    true = nonogram_of(*cells)
    shifted = cells.copy()
    shifted[4] = [0, 1, 1, 0, 0]
    other = nonogram_of(*shifted)
    changed = [at for at in range(5) if true.cols[at] != other.cols[at]]
    assert len(changed) == 2
    faint = {}
    for at in changed:
        one, two = ([run.length for run in side.cols[at]] for side in (true, other))
        assert len(one) == len(two)
        (place,) = (place for place, pair in enumerate(zip(one, two, strict=True)) if pair[0] != pair[1])
        faint[f"c{at + 1}", place] = two[place]
    assert weighed(view(cells)) == true
    assert weighed(view(cells, faint=faint)) is None


def test_what_is_in_doubt_lacks_the_nats_by_which_a_rival_is_too_near_or_its_hints_too_unlikely():
    either = weighed_puzzle([view(faint={("r1", 0): 4, ("c8", 0): 8})], NO_DEADLINE)
    assert either.lacking == pytest.approx(MIN_MARGIN + 2 * FAINT)
    nonsense = [view(changed={f"r{at}": lambda _: [5, 5] for at in range(1, 13)})]
    board = WeighedBoard(nonsense)
    cost = sum(board.line_costs(board.agreed_cells(NO_DEADLINE)))
    assert weighed_puzzle(nonsense, NO_DEADLINE).lacking == pytest.approx(24 * MIN_PER_LINE - cost)
    assert weighed_puzzle([view()], NO_DEADLINE).lacking is None


def test_what_one_view_misreads_another_tells():
    one = view(changed={"r1": lambda _: [4], "c8": lambda _: [8]})
    assert weighed(one) != nonogram_of(*CELLS)
    assert weighed(one, view(), view(), view()) == nonogram_of(*CELLS)


def test_a_blank_line_at_the_edge_without_hints_may_not_belong_to_the_board():
    cells = np.pad(CELLS, ((0, 1), (0, 0)))
    assert weighed(view(cells)) == nonogram_of(*cells)  # a 0 is printed there
    assert weighed(view(cells, changed={"r13": lambda _: []})) == nonogram_of(*cells)
    assert weighed(with_last_row(view(cells), LineEvidence((), (), ()))) is None


def test_the_hints_of_a_last_line_that_shows_none_follow_from_the_lines_that_cross():
    unseen = with_last_row(view(), LineEvidence((), (), (), is_surely_on_board=True))
    assert weighed(unseen) == nonogram_of(*CELLS)


def test_it_ends_when_the_time_is_up():
    with pytest.raises(TimeLimitError):
        weighed_puzzle([view()], Deadline.after(0))


def test_a_puzzle_keeps_lines_that_were_set_by_hand_unless_it_states_them_otherwise():
    place = HintPlace("row", 5)
    assert keeps_fixes(nonogram_of(*CELLS), {place: StatedRuns((Run(8),))})
    assert keeps_fixes(nonogram_of(*CELLS), {place: StatedRuns(None)})
    assert not keeps_fixes(nonogram_of(*CELLS), {place: StatedRuns((Run(7),))})
