from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import picrosser

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
GOOD = FIXTURES / "hungry_cat" / "drawn-5x5-white.png"


def test_results_come_with_errors_among_them(tmp_path):
    broken = tmp_path / "broken.png"
    broken.write_bytes(GOOD.read_bytes()[:2000])
    found = {one.path: one for one in picrosser.solve_many([GOOD, broken, str(GOOD)], jobs=2)}
    assert set(found) == {GOOD, broken, str(GOOD)}
    for path in (GOOD, str(GOOD)):
        assert found[path].solved is not None
        assert found[path].exit_code is picrosser.ExitCode.OK
        assert repr(found[path].solved.solution) == "Picture(11111/11221/12222/11221/11111)"
    assert found[broken].exit_code is picrosser.ExitCode.INPUT_UNREADABLE
    assert "broken.png" in found[broken].verdict


def test_a_listener_gets_each_result():
    heard: list[picrosser.OneOfMany] = []
    assert picrosser.solve_many([GOOD], jobs=1, on_result=heard.append) is None
    assert [one.path for one in heard] == [GOOD]


def test_the_time_limit_holds_for_each_picture():
    [one] = picrosser.solve_many([GOOD], jobs=1, time_limit_s=0.0)
    assert one.exit_code is picrosser.ExitCode.GAVE_UP
    assert "time_limit_s" in one.verdict


@pytest.mark.parametrize("wrong", [{"jobs": 0}, {"kind": "sudoku"}])
def test_nonsense_is_refused_before_anything_is_done(wrong):
    with pytest.raises(ValueError, match=r"jobs|kind"):
        picrosser.solve_many([GOOD], **wrong)


def test_a_script_without_a_main_guard_is_told_so(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"import picrosser\nprint(list(picrosser.solve_many([{str(GOOD)!r}], jobs=1)))\n")
    root = str(Path(picrosser.__file__).resolve().parents[1])
    run = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={"PYTHONPATH": root},
    )
    assert run.returncode == 1
    assert "if __name__ == '__main__'" in run.stderr.splitlines()[-1]
