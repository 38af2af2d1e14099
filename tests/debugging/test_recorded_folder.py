"""Whose files a debug folder holds: only what an earlier run listed, and nobody changed, is removed."""

import json
import os
from pathlib import Path

import pytest
from own_process import files_in

from picrosser.debugging.recorded_folder import MANIFEST, RecordedFolder
from picrosser.errors import OutputRefusedError


def record(folder: Path, *, force: bool = False, **files: str) -> RecordedFolder:
    """Record these files; their names lack the suffix .txt."""
    recorded = RecordedFolder(folder, force=force)
    for name, text in files.items():
        recorded.write(f"{name}.txt", text.encode())
    recorded.close()
    return recorded


def texts(folder: Path) -> dict[str, str]:
    """Return the files in a folder, but no manifest, with their content."""
    return {name: data.decode() for name, data in files_in(folder).items() if Path(name).name != MANIFEST}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_an_earlier_run_wrote_is_removed_and_may_be_written_anew(tmp_path):
    record(tmp_path, a="1", b="2")
    assert texts(tmp_path) == {"a.txt": "1", "b.txt": "2"}
    recorded = RecordedFolder(tmp_path, force=False)
    recorded.write("a.txt", b"2")
    recorded.write("a.txt", b"3")
    recorded.close()
    assert texts(tmp_path) == {"a.txt": "3"}


def linked(link: Path, target: Path) -> None:
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("this system makes no symbolic links")


@pytest.mark.parametrize("name", ["index.html", "b.txt", "01-a/note", "kept/b.txt", "b.txt as a link"])
def test_what_no_run_wrote_stays_and_is_named(name, tmp_path):
    (tmp_path / "dear").write_text("dear")
    folder = tmp_path / "d"
    parent = RecordedFolder(folder, force=False)
    parent.write("a.txt", b"1")
    parent.write("b.txt", b"2")
    record(parent.subfolder("01-a"), a="3")
    parent.close()
    if name == "kept/b.txt":  # what somebody else recorded
        record(folder / "kept", b="dear")
    elif name == "b.txt as a link":
        name = "b.txt"
        linked(folder / name, tmp_path / "dear")
    else:
        (folder / name).write_text("dear")
    before = texts(folder)
    assert before[name] == "dear"
    with pytest.raises(OutputRefusedError, match=f"holds {name.split('/b')[0]}.*--force"):
        record(folder, c="4")
    assert texts(folder) == before
    record(folder, force=True, c="4")
    assert texts(folder) == {name: "dear", "c.txt": "4"}
    record(folder, force=True, b="5")  # of this name something may stand there
    assert (tmp_path / "dear").read_text() == "dear"
    assert texts(folder) == {name: "dear", "b.txt": "5"} | ({"b.txt": "5"} if name == "b.txt" else {})


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    with pytest.raises(OutputRefusedError, match="no such"):
        RecordedFolder(tmp_path / "a" / "b", force=False)


def test_a_file_that_appears_while_the_run_writes_stays(tmp_path):
    recorded = RecordedFolder(tmp_path, force=False)
    (tmp_path / "a.txt").write_text("dear")
    with pytest.raises(OutputRefusedError, match=r"a\.txt"):
        recorded.write("a.txt", b"1")
    assert texts(tmp_path) == {"a.txt": "dear"}


@pytest.mark.parametrize("force", [False, True])
def test_a_linked_folder_is_never_entered(force, tmp_path):
    record(tmp_path / "real", a="1")
    linked(tmp_path / "link", tmp_path / "real")
    with pytest.raises(OutputRefusedError, match="symbolic link"):
        record(tmp_path / "link", force=force)
    assert texts(tmp_path / "real") == {"a.txt": "1"}


def test_a_linked_subfolder_is_never_entered(tmp_path):
    folder, elsewhere = tmp_path / "d", tmp_path / "elsewhere"
    parent = RecordedFolder(folder, force=False)
    record(parent.subfolder("01-a"), a="1")
    parent.close()
    (folder / "01-a").rename(elsewhere)
    linked(folder / "01-a", elsewhere)
    with pytest.raises(OutputRefusedError, match="01-a"):
        RecordedFolder(folder, force=False)
    again = RecordedFolder(folder, force=True)
    with pytest.raises(OutputRefusedError, match="symbolic link"):
        record(again.subfolder("01-a"), force=True)
    assert texts(elsewhere) == {"a.txt": "1"}


def test_a_linked_manifest_is_not_followed(tmp_path):
    dear, folder = tmp_path / "dear", tmp_path / "d"
    dear.write_text("1")
    folder.mkdir()
    linked(folder / MANIFEST, dear)
    with pytest.raises(OutputRefusedError):
        record(folder, force=True)
    assert dear.read_text() == "1"


def test_subfolders_are_removed_with_what_was_recorded_in_them(tmp_path):
    parent = RecordedFolder(tmp_path, force=False)
    for name in ("01-a", "02-b"):
        record(parent.subfolder(name), a="1")
    parent.subfolder("03-killed-before-it-was-made")
    parent.subfolder("04-killed-before-its-manifest").mkdir()
    parent.close()
    record(tmp_path)
    assert names(tmp_path) == [MANIFEST]


def test_an_input_is_not_removed(tmp_path):
    record(tmp_path, shot="1")
    (tmp_path / "missing.png").unlink(missing_ok=True)
    inputs = [tmp_path / "missing.png", Path("\0"), tmp_path / "shot.txt"]
    for force in (False, True):
        with pytest.raises(OutputRefusedError, match="input"):
            RecordedFolder(tmp_path, force=force, inputs=inputs)
    assert texts(tmp_path) == {"shot.txt": "1"}


def test_a_second_run_at_the_same_time_is_refused(tmp_path):
    pytest.importorskip("fcntl", reason="this system has no file locks")
    first = RecordedFolder(tmp_path, force=False)
    first.write("a.txt", b"1")
    for force in (False, True):
        with pytest.raises(OutputRefusedError, match="another run"):
            RecordedFolder(tmp_path, force=force)
    first.write("b.txt", b"2")
    first.close()
    record(tmp_path, c="3")
    assert texts(tmp_path) == {"c.txt": "3"}


# ---- A run that was killed


class KilledError(BaseException):
    """Stands for the end of the process: nothing of ours runs after it."""


CHANGING = {os: ("write", "ftruncate"), Path: ("open", "replace", "unlink", "mkdir", "rmdir")}
STEPS = 29  # calls of these functions in the run of the test


@pytest.mark.parametrize("step", range(1, STEPS + 2))
def test_a_run_may_be_killed_after_any_call_of_the_system(step, tmp_path, monkeypatch):
    """Calls that may change the disk are counted; the run ends before the one that `step` names."""
    record(tmp_path, a="1", old="2")
    calls = 0

    def counting(what):
        def call(*args, **named):
            nonlocal calls
            calls += 1
            if calls >= step:
                raise KilledError
            return what(*args, **named)

        return call

    with monkeypatch.context() as patch:
        for module, functions in CHANGING.items():
            for function in functions:
                patch.setattr(module, function, counting(getattr(module, function)))
        try:
            parent = RecordedFolder(tmp_path, force=False)
            parent.write("a.txt", b"3")
            inner = RecordedFolder(parent.subfolder("01-a"), force=False)
            inner.write("b.txt", b"4")
            inner.write("b.txt", b"5")
            parent.write("a.txt", b"6")
            inner.close()
            parent.close()
        except KilledError:
            pass
        else:
            assert calls == STEPS
        parent = inner = None  # the locks end with the process
    record(tmp_path, c="7")
    assert texts(tmp_path) == {"c.txt": "7"}
    assert names(tmp_path) == ["c.txt", MANIFEST]


def test_a_line_that_was_never_finished_ends_the_manifest(tmp_path):
    record(tmp_path, a="1")
    temporary = json.loads((tmp_path / MANIFEST).read_text().splitlines()[0])["temporary"]
    (tmp_path / temporary).write_bytes(b"half")  # a file that was never finished
    with (tmp_path / MANIFEST).open("ab") as file:
        file.write(b'{"file": "b.tx')
    record(tmp_path, c="2")
    assert texts(tmp_path) == {"c.txt": "2"}


HEAD = {"schema": "picrosser-debug/1", "temporary": ".picrosser-0123456789abcdef.tmp"}


@pytest.mark.parametrize(
    "manifest",
    [
        b"my own notes\n", b"\0\xff", b"[]\n", b"{}\n", b"[" * 100_000, b'{"schema": 1}',
        json.dumps({**HEAD, "schema": "picrosser-debug/2"}).encode(),
        json.dumps({**HEAD, "temporary": "thesis.txt"}).encode(),
        json.dumps({**HEAD, "temporary": "../thesis.txt"}).encode(),
    ],
)  # fmt: skip
def test_a_manifest_that_no_run_wrote_lists_nothing(manifest, tmp_path):
    (tmp_path / MANIFEST).write_bytes(manifest)
    (tmp_path / "thesis.txt").write_text("dear")
    with pytest.raises(OutputRefusedError, match="holds"):
        record(tmp_path)
    assert (tmp_path / MANIFEST).read_bytes() == manifest
    record(tmp_path, force=True, a="1")
    assert texts(tmp_path) == {"thesis.txt": "dear", "a.txt": "1"}


def test_a_manifest_lists_only_names_in_its_own_folder(tmp_path):
    folder = tmp_path / "d"
    record(tmp_path / "e", a="1")
    record(folder, a="1")
    entries = [HEAD, {"folder": "../e"}, {"folder": str(tmp_path / "e")}]
    digest = json.loads((folder / MANIFEST).read_text().splitlines()[1])["sha256"]
    files = "../e/a.txt", str(tmp_path / "e" / "a.txt"), "a.txt"
    entries += [{"file": name, "sha256": digest} for name in files]
    (folder / MANIFEST).write_text("\n".join(map(json.dumps, entries)))
    record(folder)
    assert texts(tmp_path) == {"e/a.txt": "1"}


def test_names_that_are_not_utf_8_are_listed_as_well(tmp_path):
    name = os.fsdecode(b"01-\xff")
    try:
        (tmp_path / name).mkdir()
    except OSError:
        pytest.skip("this system has only names in UTF-8")
    (tmp_path / name).rmdir()
    parent = RecordedFolder(tmp_path, force=False)
    record(parent.subfolder(name), a="1")
    parent.close()
    record(tmp_path)
    assert names(tmp_path) == [MANIFEST]
