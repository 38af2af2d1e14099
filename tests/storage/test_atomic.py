"""Answers and reports reach the disk before they have their names, and nothing is lost where a step fails."""

import errno
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from picrosser.cli.inout.report import Report
from picrosser.cli.inout.report_files import reported
from picrosser.cli.options import Options
from picrosser.errors import ExitCode, OutputRefusedError
from picrosser.storage.atomic import write_new_file

DATA = bytes(range(256)) * 100


class Disk:
    """What is done to files, in order; the step of this number fails as on a full disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails_at: int) -> None:
        self.steps: list[str] = []
        self._fails_at = fails_at
        opened, fsync = Path.open, os.fsync

        class File(io.FileIO):
            def write(file, data: Any) -> int:  # noqa: N805
                self.step("write")
                return super().write(data)

        def open_it(path: Path, mode: str = "r", **more: Any) -> Any:
            if "x" not in mode:
                return opened(path, mode, **more)
            self.step("open")
            file = io.BufferedWriter(File(str(path), "xb"))
            return file if "b" in mode else io.TextIOWrapper(file, encoding="utf-8", line_buffering=True)

        def sync(number: int) -> None:
            self.step("sync folder" if Path(f"/proc/self/fd/{number}").is_dir() else "sync file")
            fsync(number)

        monkeypatch.setattr(Path, "open", open_it)
        monkeypatch.setattr(os, "fsync", sync)
        for name in ("replace", "hardlink_to"):
            monkeypatch.setattr(Path, name, self._renamed(getattr(Path, name)))

    def _renamed(self, work: Any) -> Any:
        def renamed(*args: Any) -> Any:
            self.step("rename")
            return work(*args)

        return renamed

    def step(self, what: str) -> None:
        self.steps.append(what)
        if len(self.steps) - 1 == self._fails_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="it looks at open files in /proc")
STEPS = ["open", "write", "sync file", "rename", "sync folder"]


@needs_proc
@pytest.mark.parametrize("before", [None, b"old"], ids=["new", "replaced"])
@pytest.mark.parametrize("fails_at", [-1, *range(len(STEPS))])
def test_a_file_is_whole_or_as_before_whichever_step_fails(before, fails_at, tmp_path, monkeypatch):
    place = tmp_path / "answer"
    if before is not None:
        place.write_bytes(before)
    disk = Disk(monkeypatch, fails_at)
    if fails_at < 0:
        write_new_file(place, DATA, force=before is not None)
        assert disk.steps == STEPS
    elif STEPS[fails_at] == "rename" and before is None:  # as where there are no hard links: it is renamed
        write_new_file(place, DATA, force=False)
    else:
        with pytest.raises(OutputRefusedError, match="no space left on device"):
            write_new_file(place, DATA, force=before is not None)
    is_new = fails_at < 0 or "rename" in disk.steps[:-1]
    assert [path.name for path in tmp_path.iterdir()] == ["answer"] * (is_new or before is not None)
    if place.exists():
        assert place.read_bytes() == (DATA if is_new else before)


@contextmanager
def mounted(disk: Path, place: Path) -> Iterator[None]:
    """The file system of a disk's image, as after its power came back."""
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", disk, place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root mounts disks")
def test_a_power_cut_at_any_step_leaves_the_old_answer_or_the_new_one(tmp_path, monkeypatch):
    """The image of a disk is copied before each step: it holds what was synced, and little else."""
    image, place, late = tmp_path / "disk", tmp_path / "here", b"late" * 9999
    with image.open("wb") as file:
        file.truncate(2**24)
    if not shutil.which("mkfs.ext4") or subprocess.run(["mkfs.ext4", "-q", image], check=False).returncode:
        pytest.skip("no such file system can be made")
    cuts: list[Path] = []

    def cut() -> None:
        cuts.append(image.with_name(f"cut-{len(cuts)}"))
        subprocess.run(["cp", "--sparse=always", image, cuts[-1]], check=True)

    try:
        with mounted(image, place):
            write_new_file(place / "old", b"old", force=False)
            with monkeypatch.context() as patch:
                disk = Disk(patch, -1)
                patch.setattr(disk, "step", lambda _: cut())
                write_new_file(place / "old", DATA, force=True)
                write_new_file(place / "new", DATA, force=False)
            (place / "not synced").write_bytes(late)
            cut()
    except subprocess.CalledProcessError:
        pytest.skip("no disk can be mounted here")
    assert len(cuts) == 2 * len(STEPS) + 1
    for number, one in enumerate(cuts):
        with mounted(one, place):
            old, new, lost = (place / name for name in ("old", "new", "not synced"))
            assert old.read_bytes() in (b"old", DATA)
            assert old.read_bytes() == DATA or number < len(STEPS)
            assert not new.exists() or new.read_bytes() == DATA
            assert new.exists() or number < 2 * len(STEPS)
            assert not lost.exists() or lost.read_bytes() != late  # or this test would see no loss


@needs_proc
@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".html"])
def test_a_report_is_whole_or_absent_if_a_step_fails_and_work_goes_on(suffix, tmp_path, monkeypatch, capsys):
    place = tmp_path / f"report{suffix}"
    fails_at, whole = -1, b""
    while True:
        with monkeypatch.context() as patch:
            disk = Disk(patch, fails_at)
            rows = [Report(f"{number}.png", ExitCode.OK, "solved") for number in range(3)]
            try:
                with reported(rows, [], Options(report=str(place), force=True), ()) as reports:
                    assert list(reports) == rows
            except OutputRefusedError:
                assert disk.steps == ["open"]  # it is told before the work begins
        whole = whole or place.read_bytes()
        assert whole.count(b".png") >= 3
        assert not place.exists() or place.read_bytes() == whole
        assert {path.name for path in tmp_path.iterdir()} <= {place.name}
        said = f"cannot write the report {place}: no space left on device; the work goes on without it"
        assert (said in capsys.readouterr().err) == (0 < fails_at < len(disk.steps))
        if fails_at >= len(disk.steps):
            break
        fails_at += 1
        place.unlink(missing_ok=True)
    assert disk.steps[0] == "open"
    assert disk.steps[-3:] == STEPS[-3:]


def test_impossible_outputs_are_refused(tmp_path):
    for path, says in (
        (tmp_path, "is a folder"),
        (tmp_path / "no" / "file", "does not exist"),
        (tmp_path / ("x" * 300), "cannot write"),
        (tmp_path / "a\0b", "cannot write"),
    ):
        with pytest.raises(OutputRefusedError, match=says):
            write_new_file(path, b"", force=False)
    with pytest.raises(OutputRefusedError, match="not an ordinary file"):
        write_new_file(Path(os.devnull), b"", force=True)
    assert list(tmp_path.iterdir()) == []


def test_permissions_and_links_are_kept(tmp_path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_new_file(tmp_path / "new", b"1", force=False)
    assert (tmp_path / "new").stat().st_mode == plain.stat().st_mode
    (tmp_path / "link").symlink_to(tmp_path / "new")
    write_new_file(tmp_path / "link", b"2", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "new").read_bytes() == b"2"
    (tmp_path / "dangling").symlink_to(tmp_path / "absent")
    with pytest.raises(OutputRefusedError, match="exists already"):
        write_new_file(tmp_path / "dangling", b"", force=False)
