"""Benchmarks: that each can be asked for, and what the quick ones tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import bench
from benching import packing, reading
from benching.many import differs
from benching.processes import cpu_s, family, import_seconds, ratios

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "nonograms" / "drawn-tiles.png"


@pytest.mark.parametrize("name", bench.COMMANDS)
def test_every_benchmark_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        bench.main([name, "--help"])
    assert "--" in capsys.readouterr().out


def test_reading_is_measured_in_multiples_of_decoding(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    blank = Image.new("RGB", (1700, 1600), "white")
    blank.paste("black", (800, 700, 840, 790))
    blank.save(tmp_path / "blank.png")
    read, refused = reading.measure(FIXTURE, 60), reading.measure(tmp_path / "blank.png", 60)
    assert reading.measure(tmp_path / "text.png", 60) is None
    assert read is not None
    assert refused is not None
    assert (read.group, refused.group) == ("up to 2.6 MP, read", "up to 12 MP, refused")
    assert 0 < read.decoding < read.reading
    assert [line.split()[-7] for line in reading.cost_table([read, refused]).splitlines()[1:4]] == [
        "1", "1", "2",
    ]  # fmt: skip


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        bench.main(["reading", str(tmp_path)])


def test_wrong_counts_of_packings_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(packing, "RANDOM_SETS", 3)
    monkeypatch.setattr(packing, "COUNTS", {(3, 20): (8, 2)})
    assert bench.main(["packing", "--runs", "1"]) == 0
    monkeypatch.setattr(packing, "COUNTS", {(3, 20): (8, 3)})
    assert bench.main(["packing", "--runs", "1"]) == 1
    assert "WRONG" in capsys.readouterr().out


def test_answers_that_differ_are_told(tmp_path: Path) -> None:
    for folder in ("out", "expected"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.png").write_text("same")
    assert not differs(tmp_path / "out", tmp_path / "expected")
    (tmp_path / "out" / "one.png").write_text("other")
    assert differs(tmp_path / "out", tmp_path / "expected")


def test_processes_are_measured() -> None:
    assert ratios([2.0, 4.0], [1.0, 4.0]) == (1.2, 1.5)
    assert "json" in import_seconds(["-c", "import json"])
    if Path("/proc/self/stat").exists():
        assert cpu_s(min(family(1))) >= 0
        assert cpu_s(2**22) == 0
