"""What others wrote (names of files, words of the command line) never reaches the terminal as it is."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from canned_readings import png
from hypothesis import given, settings
from hypothesis import strategies as st

from picrosser.__main__ import main
from picrosser.cli.group import complete_screenshots
from picrosser.cli.inout.report import print_answer, print_message, printable
from picrosser.errors import ExitCode, GridNotFoundError

CLI = Path(__file__).resolve().parents[2] / "picrosser" / "cli"
# Sets the terminal's title, takes back a line, reverses reading, has C1's escape and a byte that is no UTF-8.
HOSTILE = "\x1b]0;owned\x07\n\r\x1b[1A\x1b[2K\u202egnp.\x9b31m\udcff"
NON = "width 1\nheight 1\n\nrows\n1\n\ncolumns\n1\n"


def is_harmless(text: str) -> bool:
    (line,) = text.split("\n")[:-1]
    return not any(sign in line for sign in "\x1b\x07\r\u202e\x9b\udcff\x00") and "\\x1b" in line


@settings(max_examples=40)
@given(st.text(st.characters(exclude_categories=())))  # lone surrogates, too
def test_a_printable_text_is_one_line_that_utf8_can_hold_and_stays_as_it_is(text):
    shown = printable(text)
    assert len(shown.splitlines()) <= 1
    shown.encode()
    assert printable(shown) == shown
    if text.isprintable():
        assert shown == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Café 日本 Ω.png", "Café 日本 Ω.png"),
        ("Screenshot at 9.41.00\u202fAM.png", "Screenshot at 9.41.00\u202fAM.png"),  # as macOS names them
        ("می\u200cخواهم.png", "می\u200cخواهم.png"),
        ("a\tb\nc\u2028d", "a\\tb\\nc\\u2028d"),
        ("\x1b[31m\x9b", "\\x1b[31m\\x9b"),
        ("\u202egnp.exe\u2066", "\\u202egnp.exe\\u2066"),
        ("\udcff\U000e0041", "\\udcff\\U000e0041"),
    ],
)
def test_only_what_cannot_be_seen_is_spelt(text, shown):
    assert printable(text) == shown


def test_messages_and_headings_are_made_printable_and_coloured_answers_are_not(capsys):
    print_message(f"picrosser: {HOSTILE}: bad")
    print_answer("\x1b[31mred\x1b[0m", heading=f"{HOSTILE}:")
    out, err = capsys.readouterr()
    assert is_harmless(err)
    heading, drawing = out.splitlines()
    assert is_harmless(heading + "\n")
    assert drawing == "\x1b[31mred\x1b[0m"


# Every command, and every kind of message: {} is the hostile text, {file} a puzzle, {shot} a screenshot, both
# with hostile names.
COMMANDS = (
    "{}.png", "{file}.png", "{shot} -o {}", "{shot} -o {}/", "{shot} -o {}/x.png", "{shot} --debug {}/x",
    "{shot} --kind {}", "{shot} --fix {}", "{shot} --time-limit {}", "--{}", "{shot} --{}", "-{} {shot}",
    "read {}", "read {shot} -o {}", "check {}", "hint {}", "hint {file} -n {}", "hint {file} -o {}",
    "solve {}", "solve {file} -o {}", "solve {file} -o {}/x.png", "solve {file} --from {}",
    "solve {file} --max-solutions {}", "solve {file} {}", "solve --colours {} --columns {} --rows {}",
    "solve --colours R:red --columns {} --rows r1", "solve http://127.0.0.1:1/{}",
    "convert {file} {}", "convert {file} - --to {}", "convert {} -", "convert {file} {}/x.non", "convert {}",
    "draw {}", "draw {file} -o {}", "draw {file} --cell {}", "draw {file} -o {}/x.png",
    "enter -o x --{}", "make {}", "make {shot} --size {}", "make {shot} --kind {}", "make {shot} -o {}",
    "katamino {}", "katamino 1 -o {}", "katamino 1 --board {}", "katamino {}.toml", "katamino {}.png",
    "katamino 1 --row {}", "katamino 1 --columns {}"
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_prints_foreign_text_as_it_is(words, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("no_proxy", "*")
    file, shot = f"puzzle{HOSTILE}.non", f"shot{HOSTILE}.png"
    Path(file).write_text(NON)
    Path(shot).write_bytes(png())
    named = {"file": file, "shot": shot}
    main([word.format(HOSTILE, **named) for word in words.split()])
    out, err = capfd.readouterr()
    for line in (out + err).splitlines(keepends=True):
        assert not any(sign in line for sign in "\x1b\x07\r\u202e\x9b\udcff"), line
    assert "Traceback" not in err
    assert "internal error" not in err


def test_a_picture_and_its_debug_folder_may_have_names_beyond_utf8(shot, tmp_path, monkeypatch, capfd, sees):
    monkeypatch.chdir(tmp_path)
    shot = shot.rename(tmp_path / f"{HOSTILE}.png")
    sees(GridNotFoundError("no board"))
    assert main([str(shot), "--kind", "hungry-cat", "--debug", HOSTILE]) == 4
    assert "no board" in capfd.readouterr().err
    assert "\\udcff" in (tmp_path / HOSTILE / "index.html").read_text(encoding="utf-8")
    assert main([str(shot), "-f", "--debug", f"{HOSTILE}/none/x"]) == 2
    assert is_harmless(capfd.readouterr().err)


def test_a_process_prints_no_foreign_escapes_in_any_locale(tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff\x1b[31m.png"
    for locale in ("C", "C.UTF-8"):
        run = subprocess.run(
            [sys.executable, "-m", "picrosser", name],
            capture_output=True, check=False, env={**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0"}
        )  # fmt: skip
        assert (run.returncode, run.stdout) == (3, b"")
        assert b"\\udcff\\x1b[31m" in run.stderr
        assert run.stderr.count(b"\n") == 1


def test_completion_leaves_out_names_that_cannot_be_printed(tmp_path):
    for name in ("a.png", "b\x1b.png", "c\udcff.png"):
        (tmp_path / name).write_bytes(b"")
    assert complete_screenshots(f"{tmp_path}/") == [f"{tmp_path}/a.png"]


def test_only_report_prints():
    """So that nothing can be printed past `printable`; help, version and answers are our own texts."""
    allowed = {
        "report.py": {"print_message", "print_answer", "write_stdout"},
        "start.py": {"_print_help", "_run"},
        "app.py": {"_print_version", "_print_versions", ""},
    }
    for file in sorted(CLI.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found = set()
        for outer in tree.body:
            for node in ast.walk(outer):
                match node:
                    case (
                        ast.Call(func=ast.Name(id="print"))
                        | ast.Call(func=ast.Attribute(attr="echo" | "secho"))
                        | ast.Call(
                            func=ast.Attribute(ast.Attribute(attr="stderr" | "stdout" | "buffer"), "write")
                        )
                    ):
                        found.add(getattr(outer, "name", ""))
        assert found <= allowed.get(file.name, set()), file.name


@pytest.mark.parametrize(
    ("code", "tone"), [(ExitCode.OK, 32), (ExitCode.MISTAKES, 33), (ExitCode.USAGE, 31), (None, None)]
)
def test_a_verdict_has_a_colour_in_a_terminal_only(code, tone, monkeypatch, capsys):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    print_message("done\x1b[0m", about=code)
    monkeypatch.setenv("NO_COLOR", "1")
    print_message("done", about=code)
    monkeypatch.undo()
    print_message("done", about=code)
    shown = "done\\x1b[0m" if tone is None else f"\x1b[{tone}mdone\\x1b[0m\x1b[0m"
    assert capsys.readouterr().err.splitlines() == [shown, "done", "done"]
