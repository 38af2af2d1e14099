from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image


def _half() -> bytes:
    file = io.BytesIO()
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    Image.fromarray(noise).save(file, "PNG")
    return file.getvalue()[: len(file.getvalue()) // 2]


def _huge() -> bytes:
    """A PNG of 30,000 x 30,000 pixels in a few hundred bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(90_001))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def _pixel() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (1, 1), "white").save(file, "PNG")
    return file.getvalue()


BAD = {
    "empty": (b"", 3),
    "text": (b"this is no picture\n", 3),
    "half": (_half(), 3),
    "pixel": (_pixel(), 4),
    "huge": (_huge(), 3),
}


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def one_line(text: str) -> str:
    assert "Traceback" not in text
    (line,) = text.splitlines()
    assert line.startswith("picrosser: ")
    return line


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_line_and_its_own_status(name, tmp_path, cli):
    data, status = BAD[name]
    bad = tmp_path / "bad.png"
    bad.write_bytes(data)
    out, err = cli([bad], status)
    assert out == ""
    assert one_line(err).startswith(f"picrosser: {bad}: ")
    assert files(tmp_path) == {"bad.png"}


def test_an_output_is_not_overwritten_and_no_work_is_done_for_it(shot, tmp_path, cli, sees):
    sees(AssertionError("the work was begun"))
    (tmp_path / "shot-solved.png").write_bytes(b"dear")
    assert "--force" in one_line(cli([shot], 2).err)
    assert (tmp_path / "shot-solved.png").read_bytes() == b"dear"


def test_an_internal_error_is_one_line_without_a_traceback(shot, sees, cli, monkeypatch):
    monkeypatch.delenv("PICROSSER_TRACEBACK", raising=False)
    sees(ZeroDivisionError("by nought\nand more"))
    assert "please report" in one_line(cli([shot], 70).err)
    monkeypatch.setenv("PICROSSER_TRACEBACK", "1")
    cli([shot], 70, "Traceback")


def test_too_little_memory_is_one_line(shot, sees, cli):
    sees(MemoryError())
    assert "memory" in one_line(cli([shot], 3).err)


def test_ctrl_c_leaves_cleanly(shot, monkeypatch, cli):
    def interrupted(*_args, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr("picrosser.reading.lattice.grid.seek_ruled_board", interrupted)
    assert one_line(cli([shot], 130).err) == "picrosser: interrupted"


def closing(words: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run in a shell with these redirections."""
    line = [sys.executable, "-m", "picrosser", *args]
    return subprocess.run(
        ["sh", "-c", f'"$@" {words}', "sh", *line], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", ["> /dev/full", ">&-"])
@pytest.mark.parametrize("args", [("--help",), ("--version",), ("--json", "missing.png")])
def test_a_stdout_that_takes_nothing_is_one_line(words, args):
    if "full" in words and not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    run = closing(words, *args)
    assert run.returncode == 2
    assert "write" in one_line(run.stderr.splitlines(keepends=True)[-1])


@pytest.mark.parametrize("words", ["2> /dev/full", "2>&-"])
def test_a_stderr_that_takes_nothing_leaves_the_exit_status(words):
    assert closing(words, "missing.png").returncode == 3


def test_a_picture_over_the_limit_is_one_line_without_pillows_warning(tmp_path):
    Image.new("1", (10_000, 9_000)).save(tmp_path / "large.png")  # Pillow warns of it, and decodes it
    run = closing("", str(tmp_path / "large.png"))
    assert run.returncode == 3
    assert "60 million" in one_line(run.stderr)
