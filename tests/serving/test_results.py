"""Drawings are kept in memory, for so long, so many and so large at most."""

from __future__ import annotations

from picrosser.serving import limits as module
from picrosser.serving.limits import KEPT_S, MAX_RESULTS, Results


def test_a_drawing_is_found_by_its_name_until_its_time_is_over():
    now = [100.0]
    results = Results(lambda: now[0])
    name = results.add(b"one")
    assert results.find(name) == b"one"
    assert results.find("x" * len(name)) is None
    now[0] += KEPT_S - 1
    assert results.find(name) == b"one"
    now[0] += 2
    assert results.find(name) is None
    assert (len(results), results.total_bytes) == (0, 0)


def test_of_too_many_drawings_the_oldest_go():
    results = Results()
    names = [results.add(b"x") for _ in range(MAX_RESULTS + 5)]
    assert len(set(names)) == len(names)
    assert min(map(len, names)) >= 22  # nobody guesses one
    assert len(results) == MAX_RESULTS
    assert [results.find(name) is None for name in names[:6]] == [True] * 5 + [False]


def test_of_too_large_drawings_the_oldest_go(monkeypatch):
    monkeypatch.setattr(module, "MAX_RESULT_BYTES", 100)
    results = Results()
    names = [results.add(b"x" * 40) for _ in range(3)]
    assert [results.find(name) is None for name in names] == [True, False, False]
    assert results.total_bytes == 80
    assert results.find(results.add(b"x" * 101)) is None  # larger than all of them may be
    assert results.total_bytes == 0
