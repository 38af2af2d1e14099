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

from picrosser.errors import ExitCode

COUNT = 8  # of pictures, so that some are left when the first is done


@pytest.mark.slow
def test_a_local_cluster_does_what_processes_do(tmp_path, monkeypatch, cli):
    pytest.importorskip("distributed", reason="picrosser[dask] is not installed")
    monkeypatch.chdir(tmp_path)
    Path("shots/a").mkdir(parents=True)
    shutil.copy(WHITE, "shots/x.png")
    shutil.copy(MINT, "shots/a/y.png")
    Path("shots/a/broken.png").write_bytes(MINT.read_bytes()[:3000])
    words = ["shots", "-r", "-q", "--jobs", "2"]
    rows = {}
    for way, more in (("here", ()), ("dask", ("--dask", "local"))):
        output = ["-o", f"{way}/", "--report", f"{way}.jsonl"]
        cli([*words, *output, *more], ExitCode.SOME_FAILED)
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
        assert waited_for(lambda: file.exists() and file.read_text())  # it is made before it is written
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
def test_a_lost_scheduler_ends_the_run_clearly_and_the_rest_is_done_later(tmp_path, monkeypatch, cli):
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
    assert f" of {COUNT} inputs are done; the same command with --skip-existing does the rest" in lines[0]
    assert lines[1:] == [f"picrosser: the Dask scheduler at {address} is lost"]
    done = files_in("out")
    assert 0 < len(done) < COUNT
    cli([*solve, "--jobs", "1"])
    whole = files_in("out")
    assert set(whole) == {f"{number}-solved.png" for number in range(COUNT)}
    assert all(whole[name] == content for name, content in done.items())


MEMORY = pytest.importorskip("fsspec", reason="picrosser[dask] is not installed").filesystem("memory")


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store in memory with three screenshots, one of them broken; its address."""
    monkeypatch.chdir(tmp_path)
    MEMORY.pipe_file("/b/shots/x.png", WHITE.read_bytes())
    MEMORY.pipe_file("/b/shots/a/x.png", WHITE.read_bytes())
    MEMORY.pipe_file("/b/shots/a/broken.png", MINT.read_bytes()[:3000])
    yield "memory://b"
    MEMORY.rm("/b", recursive=True)


def names(*, under: str) -> set[str]:
    return {place.removeprefix(f"/b/{under}/") for place in MEMORY.find(f"/b/{under}")}


def test_a_folder_of_a_store_is_solved_into_another_one(store, cli):
    command = [f"{store}/shots", "-r", "-o", f"{store}/out/", "-q", "--jobs", "1"]
    says = f"{store}/shots/a/broken.png: the input is damaged"
    cli([*command, "--report", "r.jsonl"], ExitCode.SOME_FAILED, says)
    assert names(under="out") == {"x-solved.png", "a/x-solved.png"}
    answer = MEMORY.cat_file("/b/out/x-solved.png")
    shutil.copy(WHITE, "x.png")
    cli(["x.png", "-q"])
    assert answer == Path("x-solved.png").read_bytes()  # as that of a file
    rows = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    inputs = {row["input"]: (row["exit"], row["output"]) for row in rows}
    assert inputs == {
        f"{store}/shots/a/broken.png": (3, None),
        f"{store}/shots/a/x.png": (0, f"{store}/out/a/x-solved.png"),
        f"{store}/shots/x.png": (0, f"{store}/out/x-solved.png"),
    }


def test_what_is_answered_is_left_out_by_its_hash(store, cli):
    command = [f"{store}/shots/x.png", f"{store}/shots/a/x.png", "--jobs", "1"]
    cli([*command, "-q"])  # beside the screenshots
    MEMORY.pipe_file("/b/shots/a/x.png", MINT.read_bytes())
    before = MEMORY.cat_file("/b/shots/a/x-solved.png")
    said = cli([*command, "--skip-existing"], ExitCode.SOME_FAILED).err
    assert f"shots/x.png: answered by an earlier run → {store}/shots/x-solved.png" in said
    assert f"{store}/shots/a/x-solved.png answers another picture; use --force" in said
    assert MEMORY.cat_file("/b/shots/a/x-solved.png") == before
    cli([*command, "-q", "--force"])
    assert MEMORY.cat_file("/b/shots/a/x-solved.png") != before


def test_nothing_of_others_is_overwritten(store, cli):
    MEMORY.pipe_file("/b/shots/x-solved.png", b"mine")
    cli([f"{store}/shots/x.png"], ExitCode.USAGE, f"{store}/shots/x-solved.png exists already; use --force")
    assert MEMORY.cat_file("/b/shots/x-solved.png") == b"mine"


def test_a_store_and_files_go_together(store, cli):
    shutil.copy(WHITE, "x.png")
    cli(["x.png", "-q", "-o", f"{store}/out/"])
    assert names(under="out") == {"x-solved.png"}
    cli(["read", f"{store}/shots/x.png", "-q", "-o", "here/"])
    assert Path("here/x.toml").read_text().startswith("nrows = 5")


def test_an_answer_is_not_solved_again(store, cli):
    cli([f"{store}/shots/x.png", "-q"])
    MEMORY.mv("/b/shots/x-solved.png", "/b/shots/renamed.png")
    says = "renamed.png: this is an answer that picrosser drew"
    cli([f"{store}/shots/renamed.png"], ExitCode.INPUT_UNREADABLE, says)


def test_an_output_address_that_may_be_a_file_is_refused(store, cli):
    cli([f"{store}/shots/x.png", "-o", f"{store}/out"], ExitCode.USAGE, "end its address with a slash")
