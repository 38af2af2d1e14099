"""--time-limit: all work on an input shares one deadline, and ends with exit status 9."""

import json
import signal
import threading
from time import sleep

import pytest
from own_process import LEDGER as SHOT

from picrosser.cli.inout import screenshots
from picrosser.cli.inout.time_limit import DEFAULT_LIMIT_S, interrupted_at, time_limit
from picrosser.cli.options import Options
from picrosser.errors import ExitCode, TimeLimitError
from picrosser.running.deadline import Deadline

LONG_S = 30.0  # far more than the limits here; the work below ends by itself then, so that nothing can hang

needs_timers = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timers")


def late(*_args, **_kwargs):
    """Work during which the timer ends."""
    signal.raise_signal(signal.SIGALRM)
    raise AssertionError("was not interrupted")


TIMES = {"90": 90, "90s": 90, "2m": 120, "1.5 m": 90, ".5": 0.5, "1h": 3600, "0": None, "0s": None}


@pytest.mark.parametrize(("text", "seconds"), TIMES.items())
def test_times_are_read(text, seconds):
    assert time_limit(text) == seconds


@pytest.mark.parametrize("text", ["soon", "-1", "nan", "inf", "1e9", "2 minutes", "m", "1d", "٣"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(ValueError, match="not a time limit"):
        time_limit(text)


def test_without_the_option_there_is_a_limit_so_that_nobody_meets_a_hang():
    assert Options(("a.png",)).time_limit_s == time_limit("") == DEFAULT_LIMIT_S == 60


@needs_timers
@pytest.mark.parametrize(
    "step",
    [
        "picrosser.cli.inout.screenshots.load_picture",
        "picrosser.reading.page.ink.contrasts",
        "picrosser.pipelines.nonogram.repair_runs",
        "picrosser.answers.answer.picture_bytes",
    ],
    ids=["decoding", "reading", "settling", "drawing"],
)
def test_a_long_step_is_interrupted_and_what_was_found_before_is_told(step, tmp_path, monkeypatch, cli):
    shot = tmp_path / "shot.png"
    shot.write_bytes(SHOT.read_bytes())
    monkeypatch.setattr(step, late)
    out, err = cli([shot, "--kind", "nonogram"], ExitCode.GAVE_UP)
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "the time limit was reached while" in err
    cols, rows = json.loads(SHOT.with_suffix(".json").read_text())["size"]
    assert (f"a board of {cols} x {rows} cells had been found" in err) == step.endswith("picture_bytes")
    assert [path.name for path in tmp_path.iterdir()] == ["shot.png"]
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


@needs_timers
def test_each_input_has_its_own_limit(tmp_path, monkeypatch, cli):
    real = screenshots.load_picture
    monkeypatch.setattr(
        screenshots, "load_picture", lambda *args: late() if "a.png" in str(args[0]) else real(*args)
    )
    shots = [tmp_path / "a.png", tmp_path / "b.png"]
    for shot in shots:
        shot.write_bytes(SHOT.read_bytes())
    cli([*map(str, shots), "--quiet"], ExitCode.SOME_FAILED, "1 of 2 inputs failed")
    assert (tmp_path / "b-solved.png").exists()


@needs_timers
def test_parsing_of_a_puzzle_file_is_interrupted(tmp_path, monkeypatch, cli):
    monkeypatch.setattr("picrosser.formats.files._parts", late)
    file = tmp_path / "a.json"
    file.write_text("{}")
    cli(["solve", file], ExitCode.GAVE_UP, "the time limit was reached")


@needs_timers
def test_an_interruption_that_is_swallowed_is_repeated():
    swallowed = []
    with interrupted_at(Deadline.after(0.0)):
        for _ in range(2):
            try:
                sleep(LONG_S)
            except TimeLimitError as error:
                swallowed.append(error)
    assert len(swallowed) == 2


def test_work_in_other_threads_is_left_alone():
    seen: list[object] = []

    def work() -> None:
        before = signal.getsignal(signal.SIGALRM) if hasattr(signal, "SIGALRM") else None
        with interrupted_at(Deadline.after(0.0)):
            seen.append(before is None or signal.getsignal(signal.SIGALRM) == before)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [True]
