"""Packings found, counted and proved impossible, compared with known counts and brute force."""

import json
from collections.abc import Collection, Iterator

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from picrosser.packing.pack import PackStatus, PackStep, StepRecord, count_packings, pack
from picrosser.puzzles import katamino
from picrosser.puzzles.katamino import BOX, Katamino, Piece, PlacedPiece, parse_piece, rectangle
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import TURNS, moved_to_corner, orientations, parse_shape

SMALL = [
    parse_piece(word) for word in ("#", "##", "###", "##/#.", "####", "###/#..", "##/##", "##./.##", "P", "V")
]
BENT = [parse_piece("#" * length + "/#" + "." * (length - 1)) for length in (4, 5, 6, 7)]


def boxed(*numbers: int) -> tuple:
    return tuple(BOX[number - 1] for number in numbers)


def places(piece: Piece, board: Collection[Cell]) -> list[tuple[Cell, ...]]:
    """All sets of cells of a board that a piece can cover."""
    lying = (
        tuple((row + down - shape[0][0], col + right - shape[0][1]) for row, col in shape)
        for shape in orientations(piece.shape)
        for down, right in board
    )
    return [cells for cells in lying if set(board).issuperset(cells)]


def all_packings(free: frozenset[Cell], left: tuple[Piece, ...]) -> Iterator[frozenset[PlacedPiece]]:
    """Every packing, found the simplest way."""
    if not free and not left:
        yield frozenset()
    for at, piece in enumerate(left if free else ()):
        for cells in places(piece, free):
            if min(free) in cells:
                for packing in all_packings(free.difference(cells), left[:at] + left[at + 1 :]):
                    yield packing | {PlacedPiece(piece, cells)}


def brute_force(puzzle: Katamino) -> set[frozenset[PlacedPiece]]:
    """All packings; one in which equal pieces are swapped is the same."""
    return set(all_packings(frozenset(puzzle.board), puzzle.pieces))


def images(packing: frozenset, puzzle: Katamino) -> set[frozenset]:
    """The images of a packing under the symmetries of the board."""
    made = set()
    for a, b, c, d in TURNS:
        goes = {(row, col): (a * row + b * col, c * row + d * col) for row, col in puzzle.board}
        down, right = (min(c[axis] for c in goes) - min(c[axis] for c in goes.values()) for axis in (0, 1))
        goes = {cell: (row + down, col + right) for cell, (row, col) in goes.items()}
        if set(goes) == set(goes.values()):
            made.add(frozenset((one.piece.shape, frozenset(map(goes.get, one.cells))) for one in packing))
    return made


# Known since the 1960s (C. B. Haselgrove and J. Haselgrove): 2 distinct for 3 x 20, 1010 for 5 x 12.
@pytest.mark.parametrize(("rows", "columns", "every", "distinct"), [(3, 20, 8, 2), (12, 5, 4040, 1010)])
def test_the_counts_for_all_twelve_pieces_are_the_published_ones(rows, columns, every, distinct):
    counted = count_packings(Katamino(BOX, rectangle(rows, columns)))
    assert (counted.status, counted.packings, counted.distinct) == (PackStatus.PACKED, every, distinct)


def test_every_problem_of_the_cards_is_packed_or_proved_impossible(shared):
    cards = json.loads((shared / "puzzles" / "katamino.json").read_text())
    impossible = []
    for row in [*cards["small slam"].values(), *cards["long problems"]]:
        for size in range(3, len(row) + 1):
            puzzle = Katamino(boxed(*row[:size]), rectangle(5, size))
            packed = pack(puzzle)
            if packed.status is PackStatus.NONE:
                impossible.append(tuple(row[:size]))
                assert not brute_force(puzzle)
            else:
                assert packed.status is PackStatus.PACKED
                assert katamino.packing_violations(puzzle, packed.pictures[0]) == ()
    assert impossible == [(2, 3, 6), (2, 3, 7)]  # the long problems start with more pieces


@st.composite
def puzzles(draw):
    """Pieces laid into a rectangle; the board is all of it, or what they cover, with a cell moved or not."""
    room = rectangle(draw(st.integers(1, 4)), draw(st.integers(2, 6)))
    pieces, covered = [], frozenset()
    for piece in draw(st.lists(st.sampled_from(SMALL + BENT), min_size=1, max_size=5)):
        free = places(piece, set(room) - covered)
        if free:
            pieces.append(piece)
            covered |= {*draw(st.sampled_from(free))}
    assume(pieces)
    gaps = set(room) - covered
    if len(gaps) <= 3 and draw(st.booleans()):
        pieces, covered = pieces + [SMALL[0]] * len(gaps), set(room)
    elif draw(st.booleans()):
        covered = covered - {draw(st.sampled_from(sorted(covered)))} | {draw(st.sampled_from(room))}
    assume(covered)
    return Katamino(tuple(pieces), tuple(sorted(covered)))


@settings(max_examples=150, deadline=None)
@given(puzzles())
@example(Katamino((parse_piece("###"), BENT[0]), rectangle(2, 4)))  # longer than the board is wide
@example(Katamino((BENT[1], parse_piece("##/##"), parse_piece("P")), rectangle(3, 5)))
def test_packings_agree_with_brute_force(puzzle):
    every = brute_force(puzzle)
    classes = {min(map(sorted_text, images(packing, puzzle))) for packing in every}
    counted = count_packings(puzzle)
    assert (counted.packings, counted.distinct) == (len(every), len(classes))
    assert len(pack(puzzle, at_most=None).pictures) == len(classes)
    assert (pack(puzzle).status is PackStatus.PACKED) == bool(every)


def sorted_text(packing: frozenset) -> str:
    return repr(sorted((shape, sorted(cells)) for shape, cells in packing))


@pytest.mark.parametrize(
    ("pieces", "board", "why"),
    [
        (boxed(1, 2), rectangle(5, 3), "the pieces have 10 cells, the board 15"),
        (boxed(1, 12), rectangle(5, 2), "piece 12 (X, red) fits nowhere on the board"),
        (boxed(9, 1, 12), rectangle(5, 3), "no packing exists: every way to lay the pieces was tried"),
    ],
)
def test_an_impossible_puzzle_says_why(pieces, board, why):
    puzzle = Katamino(pieces, board)
    for answer in (pack(puzzle), count_packings(puzzle)):
        assert (answer.status, answer.why) == (PackStatus.NONE, why)


def test_the_time_limit_ends_packing_and_counting():
    puzzle = Katamino(BOX, rectangle(6, 10))
    assert count_packings(puzzle, time_limit_s=1e-9).status is PackStatus.GAVE_UP
    late = pack(puzzle, at_most=None, time_limit_s=1e-9)
    assert (late.status, late.why) == (PackStatus.GAVE_UP, "the time limit was reached")


@pytest.mark.parametrize(("columns", "at_most", "found"), [(20, None, 2), (20, 1, 1), (12, 2, 2)])
def test_at_most_limits_the_number_of_packings(columns, at_most, found):
    puzzle = Katamino(BOX, rectangle(60 // columns, columns))
    assert len(pack(puzzle, at_most=at_most).pictures) == found


# ---- The recorded steps of a search lead to its packing; a count reports its progress

SEVEN = Katamino(tuple(BOX[number - 1] for number in (2, 3, 10, 6, 11, 8, 5)), rectangle(5, 7))
COPIES = Katamino((parse_piece("##"), parse_piece("#"), parse_piece("##"), parse_piece("##")),
                  parse_shape("###/#.#/##."))  # fmt: skip


@pytest.mark.parametrize("puzzle", [SEVEN, COPIES], ids=["seven", "copies"])
def test_steps_lay_and_take_back_pieces_until_the_board_is_full(puzzle):
    steps: list[PackStep] = []
    packed = pack(puzzle, on_step=steps.append)
    lying: list[PackStep] = []
    for step in steps:
        if step.laid:
            assert moved_to_corner(step.cells) in orientations(puzzle.pieces[step.piece].shape)
            covered = {cell for other in lying for cell in other.cells}
            assert not covered & set(step.cells)
            assert step.piece not in {other.piece for other in lying}
            lying.append(step)
        else:
            last = lying.pop()
            assert (last.piece, last.cells) == (step.piece, step.cells)
    values = {cell: step.piece + 1 for step in lying for cell in step.cells}
    rows, columns = puzzle.shape
    board = [[values.get((row, col), 0) for col in range(columns)] for row in range(rows)]
    assert packed.pictures[0].rows == board


def test_all_steps_of_a_short_search_are_kept_and_evenly_spaced_ones_of_a_long_one():
    steps: list[PackStep] = []
    packed = pack(SEVEN, on_step=steps.append)
    full, thin = StepRecord(SEVEN, 10_000), StepRecord(SEVEN, 10)
    for record in (full, thin):
        pack(SEVEN, on_step=record)
        assert record.pictures[-1].lines() == packed.pictures[0].lines()
    assert (full.steps, full.every, len(full.pictures)) == (len(steps), 1, len(steps) + 1)
    assert len(thin.pictures) <= 11
    assert thin.every > 1
    everything = [picture.lines() for picture in full.pictures][:: thin.every]
    assert [picture.lines() for picture in thin.pictures][: len(everything)] == everything


@pytest.mark.parametrize("puzzle", [SEVEN, COPIES], ids=["seven", "copies"])
def test_reporting_progress_does_not_change_the_count(puzzle):
    shares: list[float] = []
    assert count_packings(puzzle, on_progress=shares.append) == count_packings(puzzle)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
