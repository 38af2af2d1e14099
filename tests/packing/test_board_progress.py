"""Pieces that cannot stay where they lie, and the next ones to lay, with the reasons."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from test_packing import all_packings

from picrosser.packing.board_progress import PieceRule, check_board_progress, next_pieces, piece_names
from picrosser.packing.completions import check_board, complete, find_misplaced
from picrosser.packing.pack import PackStatus
from picrosser.packing.search import OutOfTimeError
from picrosser.puzzles.katamino import (
    BOX,
    Board,
    Piece,
    PlacedPiece,
    packing_violations,
    parse_piece,
    piece_of,
    rectangle,
)
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import orientations
from picrosser.running.deadline import Deadline

STRENGTHS = "paint", "rule", "nudge"
SETS = [tuple(BOX[number - 1] for number in numbers) for numbers in ((1, 2, 3, 6, 11), (1, 2, 4, 6, 7))]


def board(*rows: str) -> Board:
    """A board of letters; a point is a blank cell."""
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            cells.setdefault(letter, []).append((row, col))
    placed = [PlacedPiece(piece_of(own), tuple(own)) for letter, own in cells.items() if letter != "."]
    return Board(rectangle(len(rows), len(rows[0])), tuple(placed))


def pieces(letters: str) -> tuple[Piece, ...]:
    return tuple(parse_piece(letter) for letter in letters)


@cache
def packings_of(at: int) -> tuple[frozenset[PlacedPiece], ...]:
    """All packings of a set of pieces."""
    return tuple(all_packings(frozenset(rectangle(5, 5)), SETS[at]))


def random_boards(seed: int, count: int) -> Iterator[tuple[int, Board]]:
    """Some pieces of a packing, and now and then others, laid wherever there is room."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        at = number % len(SETS)
        every = packings_of(at)
        packing = sorted(every[rng.integers(len(every))], key=lambda lying: lying.cells)
        kept = [packing[index] for index in rng.permutation(5)[: rng.integers(0, 4)]]
        for _ in range(rng.integers(0, 6)):
            free = set(rectangle(5, 5)).difference(*(lying.cells for lying in kept))
            left = [piece for piece in SETS[at] if piece not in [lying.piece for lying in kept]]
            piece = left[rng.integers(len(left))]
            shape = orientations(piece.shape)[rng.integers(len(orientations(piece.shape)))]
            row, col = rng.integers(0, 4, 2).tolist()
            cells = tuple((row + r, col + c) for r, c in shape)
            if free.issuperset(cells) and len(left) > 1:
                kept.append(PlacedPiece(piece, cells))
        yield at, Board(rectangle(5, 5), tuple(kept))


def test_pieces_that_cannot_stay_agree_with_the_list_of_all_packings():
    wrong = 0
    for at, shown in random_boards(1, 60):
        lying = frozenset(shown.placed)
        found = find_misplaced(shown, SETS[at])
        assert bool(found) == (not any(lying <= packing for packing in packings_of(at)))
        wrong += bool(found)
        for mistake in found:
            group = frozenset(shown.placed[index] for index in mistake.pieces)
            assert not any(group <= packing for packing in packings_of(at))
            for spared in group if not mistake.hole else ():
                assert any(group - {spared} <= packing for packing in packings_of(at))
        stay = lying - {shown.placed[index] for mistake in found for index in mistake.pieces}
        assert any(stay <= packing for packing in packings_of(at))
    assert wrong > 10


def test_a_piece_that_must_go_somewhere_does_so_in_all_packings():
    rules = set()
    for at, shown in random_boards(3, 60):
        lying = set(shown.placed)
        if not any(lying <= packing for packing in packings_of(at)):
            with pytest.raises(ValueError, match="cannot be completed"):
                next_pieces(shown, SETS[at])
            continue
        for step in next_pieces(shown, SETS[at], 9):
            possible = [packing for packing in packings_of(at) if lying <= packing]
            has_it = [step.placed in packing for packing in possible]
            assert all(has_it) if step.rule is not PieceRule.CHOICE else any(has_it)
            if step.rule is PieceRule.CHOICE:  # it says that nothing is forced
                assert not set.intersection(*map(set, possible)) - lying
            if step.cell is not None:
                assert step.cell in step.placed.cells
            lying.add(step.placed)
            rules.add(step.rule)
        assert lying in packings_of(at)
    assert rules == set(PieceRule)


@pytest.mark.parametrize(
    ("rows", "letters", "place", "why", "method"),
    [
        (
            ("UUU.", "UFU.", "FFF.", "F...", "...."), "UFLY",
            "lay the orange L on rows 1-3, column 4; row 4, columns 3 and 4: ",
            "nothing else fits on row 1, column 4", "row 1, column 4: only one piece fits there, in one way",
        ),
        (
            ("VVV", "V..", "V..", "...", "..."), "VPU",
            "lay the yellow U on row 4, columns 1 and 3; row 5, columns 1-3: ",
            "every other place for it leaves a hole of 1 or 2 cells",
            "the yellow U: all but one of its places leave a hole whose size no pieces have",
        ),
        (
            ("IIIII", "....."), "II", "lay the blue I on row 2, columns 1-5: ", "it is the last piece",
            "the blue I: it is the last piece",
        ),
    ],
)  # fmt: skip
def test_the_reason_is_the_easiest_one(rows, letters, place, why, method):
    told = [check_board_progress(board(*rows), pieces(letters), 1, strength=one) for one in STRENGTHS]
    assert [step.placed is None for found in told for step in found.steps or ()] == [False, True, True]
    whole, *weaker = (found.step_lines[0] for found in told)
    assert whole == place + why
    assert weaker == [f"look at {method}", f"look at {method.partition(':')[0]}"]


def test_holes_are_named():
    shown = board("VVV", "..V", "..V", "...", "...")
    assert find_misplaced(shown, pieces("VPU")) == ()
    lying = board("...", "VVV", ".PV", "PPV", "PP.")
    found = check_board_progress(lying, pieces("VPU"), 1)
    assert found.steps is None
    assert found.lines[0] == (
        "the light blue V cannot stay: it leaves a hole of 3 cells at row 1, column 1, which cannot be filled"
    )
    assert found.words == "2 of 3 pieces on the board, 2 wrong"


def test_two_pieces_of_which_one_is_wrong_are_told_together():
    shown = board("IIIII..", ".T..PPP", ".T...PP", "TTT....", ".......")
    assert check_board_progress(shown, pieces("IPTUWVL")).lines == (
        "the blue I and the pink P cannot both stay: they leave a hole of 2 cells at row 1, column 6, which "
        "cannot be filled",
    )


def test_a_piece_that_lies_there_twice_is_a_mistake_unless_the_problem_has_it_twice():
    rows = [tuple((row, col) for col in range(5)) for row in (0, 1)]
    twice = Board(rectangle(2, 5), tuple(PlacedPiece(BOX[0], cells) for cells in rows))
    assert find_misplaced(twice, pieces("II")) == ()
    assert check_board_progress(twice).lines == ("the blue I lies on the board twice",)


def test_pieces_that_never_fill_the_board_are_no_mistake_of_one_of_them():
    found = check_board_progress(Board(rectangle(2, 5), ()), pieces("XI"))
    assert found.mistakes[0].pieces == ()
    assert "wherever they lie" in found.lines[0]


def test_without_a_set_of_pieces_nothing_is_forced():
    found = check_board_progress(board("LLLL.", "L....", "....."), (), 3)
    assert found.total == 3
    assert [step.rule for step in found.steps or ()] == [PieceRule.CHOICE] * 2


def test_pieces_have_the_names_of_the_colours_that_are_shown():
    shown = {2: (30, 80, 210), 0: (9, 9, 9)}  # by the number: that of the L is 2
    names = piece_names([*pieces("LT"), parse_piece("##")], shown)
    assert names == ("blue L", "green T", "black piece ##")
    assert piece_names(pieces("L"), {}) == ("orange L",)


# ---- Boards on which pieces already lie: checking and completing them

FULL = board("LLLLT", "LPTTT", "PPWWT", "PPYWW", "YYYYW")
PART = board("LLLLT", "L.TTT", "....T", "..Y..", "YYYY.")


def test_a_full_board_is_right_unless_other_pieces_are_shown_or_one_lies_there_twice():
    puzzle, picture, mistakes = check_board(FULL, pieces("LYTPW"))
    assert (mistakes, packing_violations(puzzle, picture)) == ((), ())
    _, _, mistakes = check_board(FULL, pieces("LYTPI"))
    assert mistakes[0] == "piece 11 (W, light green) is not among the pieces shown"
    assert any("piece I is not on the board" in mistake for mistake in mistakes)
    twice = Board(FULL.cells, (*FULL.placed[:4], PlacedPiece(BOX[1], FULL.placed[4].cells)))
    assert any("twice" in mistake for mistake in check_board(twice, ())[2])


@pytest.mark.parametrize("shown", ["PW", "LYTPW", ""], ids=["rest", "whole set", "box"])
def test_a_board_is_completed_with_the_pieces_beside_it_or_from_the_box(shown):
    puzzle, packed, mistakes = complete(PART, pieces(shown))
    assert mistakes == ()
    assert not shown or set(puzzle.pieces) == set(pieces("LYTPW"))
    assert packing_violations(puzzle, packed.pictures[0]) == ()


def test_pieces_that_cannot_fill_the_rest_are_a_mistake():
    _, packed, mistakes = complete(PART, pieces("IX"))
    assert packed.status is PackStatus.NONE
    assert mistakes


def test_the_time_limit_ends_a_check_and_a_completion():
    with pytest.raises(OutOfTimeError):
        find_misplaced(Board(rectangle(5, 12), ()), BOX, deadline=Deadline.after(-1))
    assert complete(PART, (), deadline=Deadline.after(0))[1].status is PackStatus.GAVE_UP
