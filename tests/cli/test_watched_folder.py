import os
import time
from pathlib import Path

import pytest

from picrosser.cli.commands import watch
from picrosser.cli.commands.watch import Claims, FolderWatch


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(watch, "STEADY_S", 0.1)


def seen(watch: FolderWatch, count: int, seconds: float = 20.0) -> list[str]:
    """The names that become complete until there are so many, and for a moment longer."""
    names: list[str] = []
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        names += [path.name for path in watch.complete()]
        if len(names) >= count:
            ends = min(ends, time.monotonic() + 0.5)
        time.sleep(0.02)
    return names


def test_only_what_is_new_is_given_out_and_each_once(tmp_path):
    (tmp_path / "old.png").write_bytes(b"old")
    watch = FolderWatch(tmp_path)
    (tmp_path / "new.png").write_bytes(b"new")
    (tmp_path / "new.txt").write_bytes(b"text")
    (tmp_path / ".hidden.png").write_bytes(b"hidden")
    (tmp_path / "empty.png").touch()
    (tmp_path / "link.png").symlink_to(tmp_path / "nowhere")
    assert seen(watch, 1) == ["new.png"]
    assert seen(watch, 1, 0.5) == []


def test_a_file_that_is_being_written_is_waited_for(tmp_path):
    watch = FolderWatch(tmp_path)
    with (tmp_path / "slow.png").open("wb") as file:
        for _ in range(8):
            file.write(b"part")
            file.flush()
            ends = time.monotonic() + 0.05
            while time.monotonic() < ends:
                assert watch.complete() == []
        assert seen(watch, 1) == ["slow.png"]


def test_a_renamed_file_is_the_same_and_one_that_gets_a_pictures_name_is_new(tmp_path):
    watch = FolderWatch(tmp_path)
    (tmp_path / "a.part").write_bytes(b"synchronised")
    (tmp_path / "a.part").rename(tmp_path / "a.png")
    assert seen(watch, 1) == ["a.png"]
    (tmp_path / "a.png").rename(tmp_path / "b.png")
    assert seen(watch, 1, 0.5) == []
    (tmp_path / "b.png").write_bytes(b"another picture")
    assert seen(watch, 1) == ["b.png"]


def test_a_folder_may_vanish_and_come_back(tmp_path):
    folder = tmp_path / "shots"
    folder.mkdir()
    watch = FolderWatch(folder)
    (folder / "a.png").write_bytes(b"a")
    assert seen(watch, 1) == ["a.png"]
    folder.rename(tmp_path / "away")
    assert watch.complete() == []
    assert not watch.is_there
    (tmp_path / "away" / "b.png").write_bytes(b"b")
    (tmp_path / "away").rename(folder)
    assert seen(watch, 1) == ["b.png"]
    assert watch.is_there
    (folder / "c.png").write_bytes(b"c")
    assert seen(watch, 1) == ["c.png"]


def test_folders_in_the_folder_are_watched_if_that_is_asked_for(tmp_path):
    watch = FolderWatch(tmp_path, recursive=True)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.png").write_bytes(b"a")
    (tmp_path / ".trash").mkdir()
    (tmp_path / ".trash" / "b.png").write_bytes(b"b")
    assert seen(watch, 1) == ["a.png"]


def test_a_folder_is_looked_through_for_a_small_share_of_the_time(tmp_path, monkeypatch):
    watch = FolderWatch(tmp_path)
    monkeypatch.setattr(FolderWatch, "_pictures", lambda _: time.sleep(0.05) or looks.append(1) or iter(()))
    looks: list[int] = []
    ends = time.monotonic() + 0.3
    while time.monotonic() < ends:
        watch.complete()
    assert len(looks) == 1


# ---- Who of several watchers works on a picture, and what becomes of the claims of those that were killed


def claims_in(folder: Path) -> list[Path]:
    return list(folder.glob(".*.picrosser-claim"))


@pytest.fixture
def clock(monkeypatch):
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
def test_a_claim_that_nobody_renews_is_taken_over_with_a_line(owner, tmp_path, clock, capsys):
    answer = tmp_path / "a-solved.png"
    (tmp_path / ".a-solved.png.picrosser-claim").write_bytes(owner)
    with Claims() as ours:
        for seconds in (0.0, 0.0, watch.STALE_S - 1):
            clock[0] += seconds
            assert not ours.claim(answer)
        assert capsys.readouterr().err == ""
        clock[0] += 1
        assert ours.claim(answer)
    said = capsys.readouterr().err
    assert said.startswith(f"picrosser: {answer}: taken over from ")
    assert said.count("\n") == 1
    assert claims_in(tmp_path) == []


def test_a_claim_that_is_renewed_stands(tmp_path, clock):
    answer = tmp_path / "a-solved.png"
    with Claims() as theirs, Claims() as ours:
        assert theirs.claim(answer)
        for _ in range(20):
            assert not ours.claim(answer)
            clock[0] += watch.STALE_S / 4
            theirs.renew()


def test_a_watcher_that_was_stopped_for_long_leaves_the_claim_of_another_one(tmp_path, clock):
    answer = tmp_path / "a-solved.png"
    with Claims() as ours:
        with Claims() as stopped:
            assert stopped.claim(answer)
            assert not ours.claim(answer)
            clock[0] += watch.STALE_S
            assert ours.claim(answer)
        assert len(claims_in(tmp_path)) == 1
    assert claims_in(tmp_path) == []
