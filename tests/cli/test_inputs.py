"""Commands take what a person gives them: pictures or puzzle files by content, folders, patterns."""

import os
import shutil
import sys
from pathlib import Path
from threading import Thread, Timer

import pytest
from own_process import LEDGER as SHOT
from own_process import files_in

import picrosser
from picrosser.cli.inout import inputs
from picrosser.cli.inout.inputs import expanded
from picrosser.cli.inout.report import tell_interrupted
from picrosser.errors import ExitCode, InputUnreadableError

TOML = 'kind = "nonogram"\nrows = [[1], [1]]\ncolumns = [[2], []]\n'


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working directory with a screenshot and a puzzle file whose names do not say what they are."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(SHOT, tmp_path / "shot.dat")
    (tmp_path / "puzzle.png").write_text(TOML)
    return tmp_path


def test_a_screenshot_has_what_a_puzzle_file_has(here, cli):
    assert cli(["solve", "shot.dat", "--count"]).out == "1\n"
    cli(["draw", "shot.dat", "-o", "a.svg"])
    cli(["convert", "shot.dat", "a.non"])
    cli(["solve", "a.non", "-q"])
    for command, has_goal in (("solve", True), ("", True), ("read", False)):
        cli([*command.split(), "shot.dat", "-o", f"b{command}.non", "-q"])
        assert ("goal" in (here / f"b{command}.non").read_text()) is has_goal


@pytest.mark.usefixtures("here")
def test_a_puzzle_file_is_read_as_toml(cli):
    assert cli(["read", "puzzle.png"]).out.startswith('kind = "nonogram"\n')
    cli(["read", "puzzle.png", "-o", "b.toml"])
    cli(["b.toml", "-q"])


def test_a_folder_stands_for_its_pictures(tmp_path):
    for name in ("b.png", "a.JPG", "notes.txt", ".hidden.png", "deep/c.webp"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "empty").mkdir()
    top = (str(tmp_path / "a.JPG"), str(tmp_path / "b.png"))
    assert expanded([str(tmp_path)]) == top
    assert expanded([str(tmp_path)], recursive=True) == (*top, str(tmp_path / "deep" / "c.webp"))
    assert expanded(["x.png", "-"]) == ("x.png", "-")
    with pytest.raises(InputUnreadableError, match="holds no pictures"):
        expanded([str(tmp_path / "empty")])


def test_a_pattern_that_no_shell_expanded(tmp_path):
    for name in ("b.png", "a.png", "[c].png"):
        (tmp_path / name).touch()
    assert expanded([str(tmp_path / "?.png")]) == (str(tmp_path / "a.png"), str(tmp_path / "b.png"))
    assert expanded([str(tmp_path / "[c].png")]) == (str(tmp_path / "[c].png"),)
    with pytest.raises(InputUnreadableError, match="no file matches"):
        expanded([str(tmp_path / "*.gif")])
    addresses = "http://127.0.0.1:9/XMLpuz.cgi?id=1", "http://[::1]:9/*.xml", "HTTPS://a/?"
    assert expanded(addresses) == addresses


def test_a_folder_is_solved_and_not_its_answers(here, cli):
    shots = here / "shots"
    shots.mkdir()
    for name in ("a.png", "b.png"):
        shutil.copy(SHOT, shots / name)
    cli(["shots", "-q"])
    assert files_in(shots).keys() == {"a-solved.png", "a.png", "b-solved.png", "b.png"}
    shutil.copy(SHOT, shots / "c.png")
    said = cli(["shots", "--skip-existing"]).err
    assert "skipped 2 answers of earlier runs" in said
    assert "skipped 2 screenshots with an answer" in said
    assert len(files_in(shots)) == 6


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".gif"])
def test_an_answer_says_so_and_no_name_does(here, suffix, cli):
    for name in ("shot-1.png", "level-check.png"):
        (here / name).write_bytes(SHOT.read_bytes())
    cli(["shot-1.png", "-q", "-o", f"answer{suffix}"])
    saved = f"saved{suffix.replace('gif', 'png')}"
    picrosser.solve_screenshot("shot-1.png").save(saved, symbols=True)
    names = ["level-check.png", f"answer{suffix}", saved]
    assert "2 answers of earlier runs" in cli(names).err
    assert [path.name for path in here.glob("*-solved*")] == ["level-check-solved.png"]


def test_other_words_for_help_and_version(cli):
    cli([], ExitCode.USAGE, "picrosser hint shot.png")
    assert "Commands:" in cli(["help"]).out
    assert "picrosser convert" in cli(["help", "convert"]).out
    [version] = cli(["version"]).out.splitlines()
    assert version.startswith("picrosser ")
    assert cli(["-V"]).out == f"{version}\n"
    assert {"picrosser", "Python", "numpy", "pillow"} <= {*cli(["--version", "-v"]).out.split()}


def test_an_output_of_many_without_a_suffix_is_a_folder_that_is_made(here, cli):
    (here / "shots").mkdir()
    shutil.copy(SHOT, here / "shots" / "a.png")
    (here / "shots" / "note.png").write_text("no picture")
    said = cli(["shots", "-o", "answers"], ExitCode.SOME_FAILED).err
    assert "note.png: this is text, not a picture" in said
    assert [path.name for path in (here / "answers").iterdir()] == ["a-solved.png"]


@pytest.mark.usefixtures("here")
def test_what_is_piped_is_the_input_if_none_is_named(monkeypatch, cli):
    for words in (["read", "-q"], ["solve", "-q", "-o", "p.png"]):
        with Path("shot.dat" if "read" in words else "puzzle.png").open(encoding="latin-1") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            cli(words)


@pytest.mark.parametrize("data", [b"", b"x"])
def test_a_silent_pipe_is_told_that_it_is_waited_for(data, monkeypatch, cli):
    monkeypatch.setattr(inputs, "TELL_AFTER_S", 0.01)
    reading, writing = os.pipe()
    with os.fdopen(reading) as stream:
        monkeypatch.setattr("sys.stdin", stream)
        os.write(writing, data)
        Timer(0.05, os.close, [writing]).start()
        said = cli([], ExitCode.INPUT_UNREADABLE).err
    assert ("waiting for stdin; to read a file, name it: picrosser shot.png" in said) == (not data)


def test_ctrl_c_ends_what_it_cut_off(monkeypatch, capsys):
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    tell_interrupted()
    assert capsys.readouterr() == ("\x1b[0m", "\x1b[0mpicrosser: interrupted\n")


# ---- By content, however it comes


@pytest.fixture(params=["stdin", "a named pipe", "a pipe of the shell"])
def given(request, here, piped):
    """Give bytes in this way: a function that returns the word for the command line."""

    def _given(data: bytes) -> str:
        if request.param == "stdin":
            piped(data)
            return "-"
        if request.param == "a named pipe":
            place = str(here / "shot.pipe")
            Path(place).unlink(missing_ok=True)
            os.mkfifo(place)
        else:
            reading, writing = os.pipe()
            request.addfinalizer(lambda: os.close(reading))
            place = f"/dev/fd/{reading}"
        target = place if request.param == "a named pipe" else writing

        def write() -> None:
            with open(target, "wb") as file:  # noqa: PTH123  (it may be a number)
                file.write(data)

        Thread(target=write, daemon=True).start()
        return place

    if request.param != "stdin" and not Path("/dev/fd").exists():
        pytest.skip("this system has no such pipes")
    return _given


def test_a_picture_that_comes_once_is_read_by_commands_for_pictures_and_for_puzzle_files(given, cli):
    cli([given(SHOT.read_bytes()), "-q", "-o", "a.png"])
    cli(["convert", given(SHOT.read_bytes()), "a.non"])
    cli(["solve", "a.non", "-q"])


def test_a_puzzle_file_that_comes_once_is_one_for_every_command(given, cli):
    puzzle = TOML.encode()
    assert cli(["hint", given(puzzle)]).out.startswith("[2] column 1")
    stored = puzzle.replace(b"rows", b'solution = ["10", "10"]\nrows')
    cli(["check", given(stored)], says="no mistakes")
    assert cli([given(puzzle)]).out == "10\n10\n"
    assert cli(["convert", given(puzzle), "-", "--to", "json"]).out.startswith("{")


def test_a_screenshot_after_lines_of_text_is_no_puzzle_file(given, cli):
    picture = b"[Warning] Multiple displays were found\n" * 20 + SHOT.read_bytes()
    told = cli(["solve", given(picture), "-o", "a.png"]).err
    assert "the text before the picture is skipped" in told


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_waiting_for_a_pipe_ends_at_the_time_limit(here, cli):
    os.mkfifo(here / "silent")
    cli(["hint", "silent", "--time-limit", "0.01"], ExitCode.GAVE_UP, "time limit")
