"""Who of several watchers works on a picture, and what becomes of the claims of those that were killed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from picrosser.cli.commands import watch
from picrosser.cli.commands.watch import Claims


def claims_in(folder: Path) -> list[Path]:
    return list(folder.glob(".*.picrosser-claim"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of the watchers, which the test sets."""
    now = [100.0]
    monkeypatch.setattr(watch.time, "monotonic", lambda: now[0])
    return now


def test_one_of_two_gets_a_picture_and_the_other_one_after_it(tmp_path):
    answer = tmp_path / "a-solved.png"
    with Claims() as theirs:
        with Claims() as ours:
            assert ours.claim(answer)
            assert not theirs.claim(answer)
            assert ours.claim(answer)  # it has changed, or this process would not ask
        assert theirs.claim(answer)
    assert claims_in(tmp_path) == []


@pytest.mark.parametrize(
    "owner",
    [b"oldcontainer 7\n", b"%d" % os.getpid(), b"", b"\xff\n" * 9000],
    ids=["another machine", "a living process", "empty", "spoilt"],
)
def test_a_claim_that_nobody_renews_is_taken_over_with_a_line(owner, tmp_path, quick, capsys):
    answer = tmp_path / "a-solved.png"
    (tmp_path / ".a-solved.png.picrosser-claim").write_bytes(owner)
    with Claims() as ours:
        for seconds in (0.0, 0.0, watch.STALE_S - 1):
            quick[0] += seconds
            assert not ours.claim(answer)
        assert capsys.readouterr().err == ""
        quick[0] += 1
        assert ours.claim(answer)
    said = capsys.readouterr().err
    assert said.startswith(f"picrosser: {answer}: taken over from ")
    assert said.count("\n") == 1
    assert claims_in(tmp_path) == []


def test_a_claim_that_is_renewed_stands(tmp_path, quick):
    answer = tmp_path / "a-solved.png"
    with Claims() as theirs, Claims() as ours:
        assert theirs.claim(answer)
        for _ in range(20):
            assert not ours.claim(answer)
            quick[0] += watch.STALE_S / 4
            theirs.renew()


def test_a_watcher_that_was_stopped_for_long_leaves_the_claim_of_another_one(tmp_path, quick):
    answer = tmp_path / "a-solved.png"
    with Claims() as ours:
        with Claims() as stopped:
            assert stopped.claim(answer)
            assert not ours.claim(answer)
            quick[0] += watch.STALE_S
            assert ours.claim(answer)
        assert len(claims_in(tmp_path)) == 1
    assert claims_in(tmp_path) == []
