from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from own_process import MINT, WHITE

from picrosser.cli.start import main
from picrosser.errors import ExitCode

fsspec = pytest.importorskip("fsspec", reason="picrosser[dask] is not installed")


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store in memory with three screenshots, one of them broken; its address."""
    monkeypatch.chdir(tmp_path)
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/b/shots/x.png", WHITE.read_bytes())
    memory.pipe_file("/b/shots/a/x.png", WHITE.read_bytes())
    memory.pipe_file("/b/shots/a/broken.png", MINT.read_bytes()[:3000])
    yield "memory://b"
    memory.rm("/b", recursive=True)


def names(*, under: str) -> set[str]:
    found = fsspec.filesystem("memory").find(f"/b/{under}")
    return {place.removeprefix(f"/b/{under}/") for place in found}


def test_a_folder_of_a_store_is_solved_into_another_one(store, capsys):
    command = [f"{store}/shots", "-r", "-o", f"{store}/out/", "-q", "--jobs", "1"]
    assert main([*command, "--report", "r.jsonl"]) == ExitCode.SOME_FAILED
    assert names(under="out") == {"x-solved.png", "a/x-solved.png"}
    answer = fsspec.filesystem("memory").cat_file("/b/out/x-solved.png")
    shutil.copy(WHITE, "x.png")
    assert main(["x.png", "-q"]) == ExitCode.OK
    assert answer == Path("x-solved.png").read_bytes()  # as that of a file
    rows = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    inputs = {row["input"]: (row["exit"], row["output"]) for row in rows}
    assert inputs == {
        f"{store}/shots/a/broken.png": (3, None),
        f"{store}/shots/a/x.png": (0, f"{store}/out/a/x-solved.png"),
        f"{store}/shots/x.png": (0, f"{store}/out/x-solved.png"),
    }
    said = capsys.readouterr().err
    assert f"{store}/shots/a/broken.png: the input is damaged" in said


def test_what_is_answered_is_left_out_by_its_hash(store, capsys, cli):
    memory = fsspec.filesystem("memory")
    command = [f"{store}/shots/x.png", f"{store}/shots/a/x.png", "--jobs", "1"]
    assert main([*command, "-q"]) == ExitCode.OK  # beside the screenshots
    memory.pipe_file("/b/shots/a/x.png", MINT.read_bytes())
    before = memory.cat_file("/b/shots/a/x-solved.png")
    capsys.readouterr()
    said = cli([*command, "--skip-existing"], ExitCode.SOME_FAILED).err
    assert f"shots/x.png: answered by an earlier run → {store}/shots/x-solved.png" in said
    assert f"{store}/shots/a/x-solved.png answers another picture; use --force" in said
    assert memory.cat_file("/b/shots/a/x-solved.png") == before
    assert main([*command, "-q", "--force"]) == ExitCode.OK
    assert memory.cat_file("/b/shots/a/x-solved.png") != before


def test_nothing_of_others_is_overwritten(store, cli):
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/b/shots/x-solved.png", b"mine")
    cli([f"{store}/shots/x.png"], ExitCode.USAGE, f"{store}/shots/x-solved.png exists already; use --force")
    assert memory.cat_file("/b/shots/x-solved.png") == b"mine"


def test_a_store_and_files_go_together(store):
    shutil.copy(WHITE, "x.png")
    assert main(["x.png", "-q", "-o", f"{store}/out/"]) == ExitCode.OK
    assert names(under="out") == {"x-solved.png"}
    assert main(["read", f"{store}/shots/x.png", "-q", "-o", "here/"]) == ExitCode.OK
    assert Path("here/x.toml").read_text().startswith("nrows = 5")


def test_an_answer_is_not_solved_again(store, cli):
    assert main([f"{store}/shots/x.png", "-q"]) == ExitCode.OK
    memory = fsspec.filesystem("memory")
    memory.mv("/b/shots/x-solved.png", "/b/shots/renamed.png")
    cli(
        [f"{store}/shots/renamed.png"],
        ExitCode.INPUT_UNREADABLE,
        "renamed.png: this is an answer that picrosser drew",
    )


def test_an_output_address_that_may_be_a_file_is_refused(store, cli):
    cli([f"{store}/shots/x.png", "-o", f"{store}/out"], ExitCode.USAGE, "end its address with a slash")
