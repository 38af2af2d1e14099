from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from own_process import MINT, WHITE, command, environment, files_in, waited_for

from picrosser.cli.start import main
from picrosser.errors import ExitCode

COUNT = 8  # of pictures, so that some are left when the first is done


@pytest.fixture
def shots(tmp_path, monkeypatch):
    """Screenshots in the working directory, one of them broken."""
    monkeypatch.chdir(tmp_path)
    Path("shots/a").mkdir(parents=True)
    shutil.copy(WHITE, "shots/x.png")
    shutil.copy(MINT, "shots/a/y.png")
    Path("shots/a/broken.png").write_bytes(MINT.read_bytes()[:3000])
    return "shots"


@pytest.mark.slow
def test_a_local_cluster_does_what_processes_do(shots):
    pytest.importorskip("distributed", reason="picrosser[dask] is not installed")
    words = [shots, "-r", "-q", "--jobs", "2"]
    rows = {}
    for way, more in (("here", ()), ("dask", ("--dask", "local"))):
        output = ["-o", f"{way}/", "--report", f"{way}.jsonl"]
        assert main([*words, *output, *more]) == ExitCode.SOME_FAILED
        stated = [json.loads(line) for line in Path(f"{way}.jsonl").read_text().splitlines()]
        for row in stated:
            row["seconds"] = None
            row["output"] = row["output"] and row["output"].removeprefix(way)
        rows[way] = stated
    assert set(files_in("dask")) == {"x-solved.png", "a/y-solved.png"}
    assert files_in("dask") == files_in("here")
    assert rows["dask"] == rows["here"]


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler and a worker as processes of their own; yields the scheduler and its address."""
    quiet = {"env": environment(), "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    file = folder / "scheduler.json"
    start = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard", "--host", "127.0.0.1"]
    scheduler = subprocess.Popen([*start, "--port", "0", "--scheduler-file", str(file)], **quiet)
    started = [scheduler]
    try:
        assert waited_for(file.exists)
        address = json.loads(file.read_text())["address"]
        start = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
        started.append(subprocess.Popen([*start, "--no-dashboard", "--death-timeout", "60"], **quiet))
        yield scheduler, address
    finally:
        for run in started:
            run.terminate()
        for run in started:
            run.wait(60)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_a_lost_scheduler_ends_the_run_clearly_and_the_rest_is_done_later(tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="picrosser[dask] is not installed")
    monkeypatch.chdir(tmp_path)
    Path("shots").mkdir()
    for number in range(COUNT):
        shutil.copy(WHITE, f"shots/{number}.png")
    solve = ["shots", "-o", "out/", "-q", "--skip-existing"]
    with cluster(tmp_path) as (scheduler, address):
        words = command(*solve, "--dask", address)
        run = subprocess.Popen(words, env=environment(), stderr=subprocess.PIPE, text=True)
        waited_for(lambda: list(Path().glob("out/*.png")) or run.poll() is not None)
        scheduler.send_signal(signal.SIGKILL)
        _, said = run.communicate(timeout=60)
    assert run.returncode == ExitCode.CLUSTER_LOST, said
    lines = said.splitlines()
    assert lines[0].endswith(
        f" of {COUNT} inputs are done; the same command with --skip-existing does the rest"
    )
    assert lines[1:] == [f"picrosser: the Dask scheduler at {address} is lost"]
    done = files_in("out")
    assert 0 < len(done) < COUNT
    assert main([*solve, "--jobs", "1"]) == ExitCode.OK
    whole = files_in("out")
    assert set(whole) == {f"{number}-solved.png" for number in range(COUNT)}
    assert all(whole[name] == content for name, content in done.items())
