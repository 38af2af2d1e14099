"""Benchmarks: that each can be asked for, and that other answers are told."""

import pytest

import bench
from benching.many import differs


@pytest.mark.parametrize("name", bench.COMMANDS)
def test_every_benchmark_explains_itself(name, capsys):
    with pytest.raises(SystemExit, match="0"):
        bench.main([name, "--help"])
    assert "--" in capsys.readouterr().out


def test_answers_that_differ_are_told(tmp_path):
    for folder in ("out", "expected"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.png").write_text("same")
    assert not differs(tmp_path / "out", tmp_path / "expected")
    (tmp_path / "out" / "one.png").write_text("other")
    assert differs(tmp_path / "out", tmp_path / "expected")
