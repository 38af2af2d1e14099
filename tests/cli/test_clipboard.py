"""`--clipboard`: screenshots from it and answers into it, through stand-ins for the desktop's programs."""

import json
from pathlib import Path

import pytest
from own_process import PLAYED
from own_process import WHITE as SHOT
from PIL import Image

from picrosser.cli.inout import clipboard
from picrosser.errors import ExitCode


class Desktop:
    """A folder on PATH with programs that copy to a file and paste from it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.held = folder, folder / "held"
        folder.mkdir()
        monkeypatch.setenv("PATH", str(folder))
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        monkeypatch.setattr(clipboard.sys, "platform", "linux")

    def install(self, name: str, script: str) -> None:
        program = self.folder / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def install_programs(self, *, wayland: bool) -> None:
        paste, copy = f'[ -s "{self.held}" ] || exit 1; /bin/cat "{self.held}"', f'/bin/cat > "{self.held}"'
        if wayland:
            needs = '[ "$*" = "{}" ] || exit 9\n'
            self.install("wl-paste", f"{needs.format('--no-newline --type image/png')}{paste}")
            self.install("wl-copy", f"{needs.format('--type image/png')}{copy}")
        else:
            both = f'case "$*" in *-out) {paste};; *image/png) {copy};; *) exit 9;; esac'
            self.install("xclip", both)


@pytest.fixture
def desktop(tmp_path, monkeypatch):
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return Desktop(tmp_path / "bin", monkeypatch)


@pytest.fixture(params=["wayland", "x11"])
def programs(request, desktop, monkeypatch):
    if request.param == "wayland":
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    desktop.install_programs(wayland=request.param == "wayland")
    return desktop


def test_a_copied_screenshot_is_solved_and_the_answer_can_be_pasted_but_is_no_screenshot(programs, cli):
    programs.held.write_bytes(SHOT.read_bytes())
    out, err = cli(["--clipboard"])
    assert out.startswith("11111\n")
    assert err.startswith("the clipboard: 5 x 5, 2 colours, the only solution")
    assert err.endswith(" → the clipboard\n")
    with Image.open(programs.held) as answer, Image.open(SHOT) as shot:
        assert answer.size == shot.size
        assert answer.tobytes() != shot.convert("RGB").tobytes()
        assert answer.info["Comment"] == "picrosser solve"
    assert not list(Path().iterdir())
    says = "the clipboard: it holds an answer that picrosser drew"
    cli(["--clipboard", "-q"], ExitCode.INPUT_UNREADABLE, says)


def test_the_answer_to_a_file_can_go_to_the_clipboard(programs, cli):
    cli(["check", "--clipboard", PLAYED], ExitCode.MISTAKES, "2 mistakes → the clipboard\n")
    with Image.open(programs.held) as answer:
        assert answer.info["Comment"] == "picrosser check"
    assert not PLAYED.with_name("played-10x10-white-check.png").exists()


def test_the_answer_to_a_copied_screenshot_can_go_to_a_file(programs, cli):
    programs.held.write_bytes(SHOT.read_bytes())
    found = json.loads(cli(["--clipboard", "--json", "-o", "answer.png"]).out)
    assert (found["input"], found["output"]) == ("the clipboard", "answer.png")
    assert programs.held.read_bytes() == SHOT.read_bytes()
    assert "nrows = 5" in cli(["read", "--clipboard", "-q"]).out


@pytest.mark.usefixtures("programs")
def test_a_clipboard_without_a_picture_is_refused(cli):
    says = "picrosser: the clipboard: it holds no picture; copy the screenshot first\n"
    assert cli(["--clipboard"], ExitCode.INPUT_UNREADABLE).err == says


@pytest.mark.usefixtures("desktop")
@pytest.mark.parametrize(("display", "package"), [("", "xclip"), ("wayland-0", "wl-clipboard")])
def test_without_a_program_for_it_the_message_says_what_to_install(monkeypatch, cli, display, package):
    monkeypatch.setenv("WAYLAND_DISPLAY", display)
    for args in (["--clipboard"], ["--clipboard", str(SHOT)], ["--clipboard", "-o", "answer.png"]):
        cli(args, ExitCode.MISSING_EXTRA, f"install {package} with the package manager")


def test_a_program_that_fails_is_named(desktop, cli):
    desktop.install("xclip", "exit 1")
    says = "cannot write to the clipboard: xclip failed; give a file with -o"
    cli(["--clipboard", "-q", SHOT], ExitCode.USAGE, says)


@pytest.mark.usefixtures("desktop")
def test_where_pillow_reads_the_clipboard_the_answer_becomes_a_file(monkeypatch, cli):
    monkeypatch.setattr(clipboard.sys, "platform", "darwin")
    monkeypatch.setattr("PIL.ImageGrab.grabclipboard", lambda: Image.open(SHOT))
    assert cli(["--clipboard"]).err.endswith(" → clipboard-solved.png\n")
    assert Path("clipboard-solved.png").exists()
