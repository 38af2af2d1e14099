"""The examples in --help are real: each is typed here, with files of the names that it uses."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from own_process import FIXTURES, PLAYED, WHITE

from picrosser.__main__ import main
from picrosser.cli.app import app
from picrosser.cli.group import DEFAULT, EXAMPLES, named_by
from picrosser.errors import ExitCode

FILES = {
    "shot.png": PLAYED,
    "photo.png": WHITE,  # any picture
    "card.png": FIXTURES / "katamino" / "drawn-card.png",
}
PUZZLE = 'kind = "nonogram"\nrows = [[1], [1]]\ncolumns = [[2], []]\n'
PROVED = {ExitCode.OK, ExitCode.MISTAKES, ExitCode.SEVERAL_SOLUTIONS}


# Until somebody ends them, or with a phone; they have tests of their own.
ENDLESS = (" enter ", " serve", " watch ", " phone")


@pytest.mark.parametrize(
    "typed",
    [typed for typed, _ in EXAMPLES if not any(word in typed for word in ENDLESS)],
)
def test_an_example_does_what_it_says(typed, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, source in FILES.items():
        if name in typed or "*" in typed:
            shutil.copy(source, name)
    (tmp_path / "puzzle.toml").write_text(PUZZLE)
    (tmp_path / "answers").mkdir()
    glob = sorted(str(path) for path in Path().glob("*.png"))  # what a shell makes of it
    words = [found for word in shlex.split(typed)[1:] for found in (glob if word == "*.png" else [word])]
    assert main([*words, *(["--force"] if "read" in words else [])]) in PROVED, capsys.readouterr().err


def test_every_command_has_examples(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    commands = {command.name for command in app.registered_commands} - {DEFAULT}
    named = {named_by(example) for example in EXAMPLES}
    assert commands < named
    assert all(word.startswith("-") or ".png" in word for word in named - commands)
    for command in sorted(commands):
        text = cli([command, "--help"]).out
        assert all(typed in text for typed, _ in EXAMPLES if f" {command} " in f"{typed} ")
        assert text.count("[") == text.count("]")
        assert not re.search(r"[{}]|<\w|\[required|x[<>]=", text)
        assert max(map(len, text.splitlines())) <= 80
