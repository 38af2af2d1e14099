"""Puzzle files are loaded and saved, and outputs are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from picrosser.errors import ExitCode, InputUnreadableError, OutputRefusedError, PuzzleFileError
from picrosser.formats.files import load_puzzle, save_puzzle
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.puzzles.picture import Picture
from picrosser.storage.atomic import write_new_file


def test_files_are_saved_and_loaded(tmp_path: Path):
    puzzle = Nonogram(((Run(2),), (Run(1),)), ((Run(2),), (Run(1),)))
    path = tmp_path / "small.toml"
    save_puzzle(path, puzzle, Picture([[1, 1], [1, -1]], puzzle.palette))
    assert load_puzzle(path).puzzle == puzzle
    assert load_puzzle(path).solution.lines() == ("11", "1?")
    with pytest.raises(OutputRefusedError, match="exists already"):
        save_puzzle(path, puzzle)
    save_puzzle(path, puzzle, force=True)
    assert load_puzzle(path).solution is None
    assert [p.name for p in tmp_path.iterdir()] == ["small.toml"]


def test_unreadable_files_are_refused(tmp_path: Path):
    with pytest.raises(InputUnreadableError, match="no such file") as caught:
        load_puzzle(tmp_path / "absent.toml")
    assert caught.value.exit_code is ExitCode.INPUT_UNREADABLE
    with pytest.raises(InputUnreadableError):
        load_puzzle(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PuzzleFileError, match="UTF-8"):
        load_puzzle(tmp_path / "binary")
    (tmp_path / "bad.toml").write_text("a = 1")
    with pytest.raises(PuzzleFileError, match=r"bad\.toml: the key 'nrows' is missing"):
        load_puzzle(tmp_path / "bad.toml")
    (tmp_path / "huge").write_bytes(b" " * 4_000_001)
    with pytest.raises(PuzzleFileError, match="larger"):
        load_puzzle(tmp_path / "huge")


def test_impossible_outputs_are_refused(tmp_path: Path):
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


def test_an_interruption_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    old = tmp_path / "old"
    old.write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_new_file(old, b"new", force=True)
    assert [p.name for p in tmp_path.iterdir()] == ["old"]
    assert old.read_bytes() == b"old"


def test_permissions_and_links_are_kept(tmp_path: Path):
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
