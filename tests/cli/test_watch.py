import json
import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import own_process
import pytest
from canned_readings import png

from picrosser.cli.commands import watch
from picrosser.cli.start import main
from picrosser.errors import ExitCode

WHITE = own_process.WHITE.read_bytes()
FILES = int(os.environ.get("PICROSSER_WATCH_FILES", "30"))
"""That come at once; docs/scale.md says what became of 500."""
BY_SIGNAL = pytest.mark.skipif(os.name == "nt", reason="the watcher is ended by a signal")
pytestmark = [pytest.mark.slow, BY_SIGNAL]


@contextmanager
def watching(folder: Path, *options: str):
    """A watcher as a process of its own; yields it when it watches. It is ended as by Ctrl-C."""
    command = own_process.command("watch", folder, "--json", "-j", "1", *options)
    environment = own_process.environment()
    printed = folder.with_name(f"printed-{time.monotonic_ns()}")
    with (
        printed.open("w") as stdout,
        subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, text=True, env=environment) as run,
    ):
        assert "watching" in run.stderr.readline()
        try:
            yield printed
        finally:
            run.send_signal(signal.SIGINT)
            _, said = run.communicate(timeout=60)
            assert run.returncode == ExitCode.OK, said
            assert "Traceback" not in said


def reported(count: int, *printed: Path, seconds: float = 240) -> list[str]:
    """Wait until watchers have printed so many reports, and a moment longer; return the inputs."""
    ends = time.monotonic() + seconds
    while sum(file.read_text().count("\n") for file in printed) < count and time.monotonic() < ends:
        time.sleep(0.1)
    time.sleep(2)  # for what should not come
    lines = [line for file in printed for line in file.read_text().splitlines()]
    return [Path(json.loads(line)["input"]).name for line in lines]


def drop(folder: Path, count: int) -> None:
    """Put pictures into a folder, half of them written slowly and in turn, with a pause in their middle."""
    slow = [(folder / f"slow-{number}.png").open("wb") for number in range(count // 2)]
    half = len(WHITE) // 2
    for number in range(count - count // 2):
        (folder / f"quick-{number}.png").write_bytes(WHITE)
    for file in slow:
        file.write(WHITE[:half])
        file.flush()
    time.sleep(1.5)  # they look complete meanwhile
    for at in range(half, len(WHITE), half // 4 + 1):
        for file in slow:
            file.write(WHITE[at : at + half // 4 + 1])
            file.flush()
        time.sleep(0.1)
    for file in slow:
        file.close()


def test_each_of_many_is_solved_once_by_two_watchers_though_half_are_written_slowly(tmp_path):
    shots, out = tmp_path / "shots", tmp_path / "out"
    shots.mkdir()
    (shots / "old.png").write_bytes(WHITE)
    options = ("-o", f"{out}/")
    with watching(shots, *options) as one, watching(shots, *options) as other:
        (shots / "blank.png").write_bytes(png(300, 300))
        (shots / "text.png").write_text("no picture")
        drop(shots, FILES)
        counts = Counter(reported(FILES + 1, one, other, seconds=8 * FILES))
    quick, slow = ({f"{kind}-{number}.png" for number in range(FILES // 2)} for kind in ("quick", "slow"))
    assert set(counts) - {"text.png"} == quick | slow | {"blank.png"}  # the text is told after a while
    assert set(counts.values()) == {1}, [name for name in counts if counts[name] > 1]
    assert [file.name for file in out.iterdir() if not file.name.endswith("-solved.png")] == []
    answers = {file.read_bytes().partition(b"IDAT")[2] for file in out.iterdir()}
    assert len(answers) == 1  # the same picture each time


def test_answers_beside_the_pictures_are_not_solved(tmp_path):
    shots = tmp_path / "shots"
    shots.mkdir()
    with watching(shots) as printed:
        (shots / "a.part").write_bytes(WHITE)
        (shots / "a.part").rename(shots / "a.png")
        assert reported(1, printed) == ["a.png"]
        shutil.copy(shots / "a-solved.png", shots / "copy.png")
        assert reported(2, printed, seconds=2) == ["a.png"]
    assert {file.name for file in shots.iterdir()} == {"a.png", "a-solved.png", "copy.png"}


def watch_until_told(folder: Path, monkeypatch, meanwhile: Callable[[watch._Watcher], None]) -> None:
    """Watch a folder in this process, until there is a report on a picture."""
    looked = watch._Watcher.look

    def look(watcher: watch._Watcher) -> None:
        looked(watcher)
        meanwhile(watcher)
        if watcher.tally.done:
            raise KeyboardInterrupt

    monkeypatch.setattr(watch._Watcher, "look", look)
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert main(["watch", str(folder), "--existing", "-j", "1"]) == ExitCode.OK
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_picture_that_stays_unreadable_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(watch, "PATIENCE_S", 0.5)
    (tmp_path / "cut.png").write_bytes(WHITE[:3000])
    watch_until_told(tmp_path, monkeypatch, lambda _: None)
    said = capsys.readouterr().err
    assert "cut.png: the input is damaged or cut short" in said
    assert "1 picture came, 1 without an answer" in said
    assert [file.name for file in tmp_path.iterdir()] == ["cut.png"]


def test_a_picture_that_becomes_readable_late_is_told_once(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(watch, "PATIENCE_S", 1)
    monkeypatch.setattr(watch, "STEADY_S", 2)  # so its failure would be due before its answer
    late = tmp_path / "late.png"
    late.write_bytes(WHITE[:3000])

    def complete(watcher: watch._Watcher) -> None:
        if watcher.unreadable and late.stat().st_size == 3000:
            late.write_bytes(WHITE)

    watch_until_told(tmp_path, monkeypatch, complete)
    said = capsys.readouterr().err
    assert "damaged" not in said
    assert "1 picture came\n" in said
    assert {file.name for file in tmp_path.iterdir()} == {"late.png", "late-solved.png"}


def test_a_notice_holds_no_marks(tmp_path, monkeypatch):
    program, got = tmp_path / "notify-send", tmp_path / "got"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {got}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    watch._notify(watch.Report("in/<b>-x.png", ExitCode.OK, "5 x 5 & solved"))
    assert got.read_text().splitlines()[-1] == "&lt;b&gt;-x.png: 5 x 5 &amp; solved"
