import io
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from own_process import PRINT_PEAK_MB, python
from sweeps import sweep

from picrosser.cli.inout.report import print_answer, write_stdout
from picrosser.errors import OutputRefusedError


def one_line(text: str) -> str:
    assert "Traceback" not in text
    (line,) = text.splitlines()
    assert line.startswith("picrosser: ")
    return line


def test_an_output_is_not_overwritten_and_no_work_is_done_for_it(shot, tmp_path, cli, sees):
    sees(AssertionError("the work was begun"))
    (tmp_path / "shot-solved.png").write_bytes(b"dear")
    assert "--force" in one_line(cli([shot], 2).err)
    assert (tmp_path / "shot-solved.png").read_bytes() == b"dear"


def test_an_internal_error_is_one_line_without_a_traceback(shot, sees, cli, monkeypatch):
    monkeypatch.delenv("PICROSSER_TRACEBACK", raising=False)
    sees(ZeroDivisionError("by nought\nand more"))
    said = one_line(cli([shot], 70).err)
    digest = sha256(shot.read_bytes()).hexdigest()
    assert "internal error: ZeroDivisionError: by nought and more (picrosser " in said
    assert ", after the stage " in said
    assert f", input sha256:{digest}); please report it" in said
    monkeypatch.setenv("PICROSSER_TRACEBACK", "1")
    cli([shot], 70, "Traceback")


def test_an_internal_error_in_a_puzzle_file_names_its_hash(tmp_path, cli, monkeypatch):
    (tmp_path / "puzzle.txt").write_text("#.\n")
    monkeypatch.setattr("picrosser.formats.files.parse_puzzles", None)
    digest = sha256(b"#.\n").hexdigest()
    cli(["solve", tmp_path / "puzzle.txt"], 70, f", input sha256:{digest});")


@pytest.mark.parametrize(
    ("raised", "status", "says"), [(MemoryError(), 3, "memory"), (KeyboardInterrupt(), 130, "interrupted")]
)
def test_too_little_memory_and_ctrl_c_are_one_line(raised, status, says, shot, sees, cli):
    sees(raised)
    assert says in one_line(cli([shot], status).err)


# ---- What goes to stdout goes there whole, also where a write takes only part of it


class Unbuffered(io.RawIOBase):
    """A file without a buffer, as stdout with PYTHONUNBUFFERED: it takes three bytes at a time."""

    def __init__(self, room: int) -> None:
        self.taken, self.room = b"", room

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        if len(self.taken) >= self.room:
            raise OSError(27, "File too large")
        part = bytes(data[:3])
        self.taken += part
        return len(part)


def unbuffered(room: int, monkeypatch: pytest.MonkeyPatch) -> Unbuffered:
    raw = Unbuffered(room)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    return raw


def test_short_writes_are_completed(monkeypatch):
    stdout = unbuffered(99, monkeypatch)
    write_stdout(b"0123456789")
    print_answer("r\u00e4t\u2581sel")  # which the encoding cannot spell
    assert stdout.taken == b"0123456789r\\xe4t\\u2581sel\n"


def test_a_file_that_cannot_take_all_is_an_error(monkeypatch):
    stdout = unbuffered(6, monkeypatch)
    monkeypatch.setattr("picrosser.cli.inout.report.drop_stdout", lambda: None)
    with pytest.raises(OutputRefusedError, match="file too large"):
        write_stdout(b"0123456789")
    assert stdout.taken == b"012345"


def test_a_stream_of_text_may_stand_in_for_stdout(monkeypatch):
    monkeypatch.setattr(sys, "stdout", text := io.StringIO())
    print_answer("solved")
    assert text.getvalue() == "solved\n"


# ---- Pictures that went wrong once

MAX_PEAK_MB = 400
STATUSES = {
    "effect_spread.png": {4, 5}, "big_endian_bug_393.webp": {4, 5}, "unimplemented_pfflags.dds": {3},
    "postscript.png": {3}, "exif.png": {4}, "random16_99x92.ppm": {4}, "slow-plot.png": {4},
    "slow-qr.png": {4}, "chat-light.png": {4}, "chat-1080x10000.png": {4}, "times-table.png": {4, 5},
    "heat-map.png": {4, 5}, "blank-100x590000.png": {3, 4}, "blank-7700x7700.png": {4},
    "thin-59000000x1.png": {3, 4}, "tall-1x59000000.png": {3, 4},
}  # fmt: skip
# A process of its own, for its peak memory; that of the parent would count, too, in `resource.getrusage`.
RUN = """
import sys
from picrosser.__main__ import main
print(main([sys.argv[1], "-o", sys.argv[2]]))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is only known on Linux")
@pytest.mark.parametrize(
    "name", sweep(STATUSES, quick=["effect_spread.png", "postscript.png", "tall-1x59000000.png"])
)
def test_a_hostile_picture_is_refused_in_one_line_and_little_memory(name, shared, tmp_path):
    picture = shared / "hostile" / name
    if not picture.exists():
        pytest.skip(f"no {picture}")
    run = python(RUN + PRINT_PEAK_MB, picture, tmp_path / "solved.png", errors="replace")
    assert run.returncode == 0, run.stderr
    (line,) = run.stderr.splitlines()
    assert line.startswith(f"picrosser: {picture}: ")
    status, peak_mb = map(int, run.stdout.split())
    assert status in STATUSES[name]
    assert peak_mb < MAX_PEAK_MB
    assert not (tmp_path / "solved.png").exists()
