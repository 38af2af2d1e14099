"""Where the answer is, and what is being done: for a person at a terminal, and for nobody else."""

import io
from time import perf_counter, sleep
from types import SimpleNamespace

from canned_readings import UNIQUE

from picrosser.answers.answer import WorkSoFar
from picrosser.cli.inout import progress as module
from picrosser.cli.inout.progress import line_of, status_line
from picrosser.cli.inout.report import Report, print_reports
from picrosser.cli.options import Options
from picrosser.errors import ExitCode
from picrosser.imaging.pixels import Lattice

LONG_S = 20.0  # far more than it takes until the line is written


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal(monkeypatch) -> Terminal:
    """Make stderr a terminal. No fixture: pytest sets stderr anew before the test itself."""
    found = Terminal()
    monkeypatch.setattr("sys.stderr", found)
    return found


def test_the_answer_is_opened_if_asked(shot, sees, monkeypatch, cli):
    sees(UNIQUE)
    opened: list[str] = []
    monkeypatch.setattr("typer.launch", opened.append)
    cli([shot, "--open"])
    assert opened == [str(shot.with_name("shot-solved.png"))]


def test_work_so_far_is_told_from_the_stages():
    class NonogramReading(SimpleNamespace):
        pass

    work = WorkSoFar()
    assert line_of(work, "a\x1b.png", perf_counter()) == r"reading a\x1b.png, 0 s"
    assert work.found == ""
    work(NonogramReading(lattice=Lattice((0, 5, 10), (0, 5, 10, 15))))
    assert line_of(work, "a.png", perf_counter()).startswith("solving ")
    assert work.found == "a board of 3 x 2 cells had been found"


def test_a_person_who_waits_sees_the_line_and_it_is_removed(monkeypatch):
    stderr = terminal(monkeypatch)
    monkeypatch.setattr(module, "FIRST_S", 0.01)
    with status_line(WorkSoFar(), "a.png", wanted=True):
        waited = 0.0
        while "reading a.png" not in stderr.getvalue() and waited < LONG_S:
            sleep(0.02)
            waited += 0.02
    shown = stderr.getvalue()
    assert shown.endswith("\x1b[2K")  # the line is removed


def test_short_work_and_pipes_show_nothing(monkeypatch):
    stderr = terminal(monkeypatch)
    with status_line(WorkSoFar(), "a.png", wanted=True):
        pass
    with status_line(WorkSoFar(), "a.png", wanted=False):
        sleep(0.01)
    assert stderr.getvalue() == ""


def test_failures_of_several_inputs_are_told_as_they_happen(monkeypatch):
    stderr = terminal(monkeypatch)

    def reports():
        yield Report("a.png", ExitCode.NO_PUZZLE, "no board")
        assert "a.png: no board" in stderr.getvalue()
        yield Report("b.png", ExitCode.OK, "solved")

    assert print_reports(reports(), 2, Options()) == ExitCode.SOME_FAILED
    assert stderr.getvalue().count("no board") == 1
    assert stderr.getvalue().endswith("1 of 2 inputs failed\n")
