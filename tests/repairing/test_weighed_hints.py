"""Views of one board, each of which misreads other hints, together say what it shows."""

from __future__ import annotations

from collections.abc import Sequence

from made_evidence import PLAIN, all_hints, column, looked, made_evidence, puzzle_of, row

from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.repairing.repair_counts import repair_counts
from picrosser.repairing.weighed_hints import weighed_together
from picrosser.solving.outcome import Status

HOUSE = puzzle_of("111211", "112221", "122222", "133331", "132231", "132231", "444444")


def likeliest(evidence: Evidence) -> list[int | None]:
    return [evidence.likeliest(hint) for hint in evidence.hints]


def counts() -> list[int | None]:
    return [hint.count for hint in all_hints(HOUSE)]


def unclear(place, likely: int) -> Evidence:
    """A view in which one hint looks rather like another number than like its own."""
    true = all_hints(HOUSE)[made_evidence(HOUSE).index(place)].count
    assert true is not None
    return made_evidence(HOUSE, shapes={place: {likely: 0.0, true: -1.5}})


def test_a_hint_that_one_view_misreads_is_read_by_the_others() -> None:
    views = [unclear(row(0, 0), 8), unclear(row(3, 0), 7), unclear(column(1, 0), 9)]
    assert all(likeliest(view) != counts() for view in views)
    assert likeliest(weighed_together(views)) == counts()


def test_equal_views_say_together_hardly_more_than_one() -> None:
    view = unclear(row(0, 0), 8)
    together = weighed_together([view] * 4)
    hint = together.hints[together.index(row(0, 0))]
    nats = together.shapes[hint.spellings[0].shapes[0]]
    assert nats[8] == 0
    assert nats[5] == -1.5 * 4 / 4**0.5


def test_a_hint_that_most_views_hide_is_hidden() -> None:
    clear, hidden = made_evidence(HOUSE), made_evidence(HOUSE, hidden=[row(2, 0)])

    def is_hidden(views: Sequence[Evidence]) -> bool:
        together = weighed_together(views)
        return together.hints[together.index(row(2, 0))].hidden

    assert not is_hidden([clear, clear, hidden])
    assert is_hidden([clear, hidden, hidden])
    assert is_hidden([clear, made_evidence(HOUSE, seen={row(2, 0): 0})])  # is a number there, or none?


def test_of_two_cuts_of_a_number_that_counts_which_more_views_consider() -> None:
    place = row(6, 3)
    as_two = made_evidence(HOUSE, cuts={place: [(13, 0.0), (6, -1.0)]})
    as_one = made_evidence(HOUSE, cuts={place: [(6, 0.0)]})
    assert likeliest(weighed_together([as_two, as_one])) == counts()


def test_what_views_say_together_is_settled() -> None:
    views = [
        made_evidence(HOUSE, shapes={row(0, 0): {8: 0.0, 5: -4.0}, row(4, 1): {7: 0.0, 2: -5.0}}),
        made_evidence(HOUSE, shapes={row(0, 0): {5: 0.0, 6: -3.0}, row(1, 1): {8: 0.0, 3: -4.0}}),
    ]
    together = looked(HOUSE, weighed_together(views))
    found = repair_counts(together.puzzle, together.evidence, together.doubts)
    assert found.outcome.status is Status.UNIQUE
    assert not found.doubts
    assert [hint.count for hint in all_hints(found.puzzle)] == counts()
    assert max(abs(hint.circled) for hint in together.evidence.hints) == PLAIN
