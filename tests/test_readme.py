"""What README.md and docs/ say is true: their commands run, print what is shown, and leave nothing out."""

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from own_process import ROOT, environment
from sweeps import sweep

from picrosser.__main__ import main
from picrosser.cli.app import app
from picrosser.cli.group import DEFAULT
from picrosser.errors import ExitCode
from picrosser.formats import tables

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md"))}

posix = pytest.mark.skipif(os.name != "posix", reason="the commands are written for a POSIX shell")


def block(marker: str, page: str = README) -> str:
    """The fenced block that follows a marker comment; `.ci/run` looks for it in README.md in the same way."""
    found = re.search(rf"^<!-- {marker} -->\n```\w+\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found, f"there is no block marked {marker!r}"
    return found[1]


def masked(text: str) -> str:
    """The text without times, which differ from run to run."""
    return re.sub(r"\b\d+\.\d\d s\b", "#.## s", text)


def console_sessions(page: str) -> list[tuple[str, str]]:
    """All commands of a page's console blocks with what is shown below each, in order."""
    blocks = re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    parts = [part for text in blocks for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


WITH_SESSIONS = {
    name: sessions
    for name, text in {"README.md": README, **PAGES}.items()
    if (sessions := console_sessions(text))
}


@pytest.fixture
def shell(tmp_path: Path):
    """Run a line in a shell that knows `picrosser`, in a copy of the fixtures."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "picrosser"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m picrosser "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    # of somebody who ran the main job here before
    answers = shutil.ignore_patterns("*-solved.png", "*-check.png", "*-hint.png")
    shutil.copytree(ROOT / "fixtures", tmp_path / "main" / "fixtures", ignore=answers)
    env = environment(PATH=os.pathsep.join([str(programs), os.environ["PATH"]]))

    def _shell(line: str, folder: str = "") -> tuple[int, str]:
        run = subprocess.run(
            ["sh", "-c", line], cwd=tmp_path / "main" / folder, env=env, check=False, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return run.returncode, run.stdout

    return _shell


@posix
def test_the_main_job_prints_what_is_shown(shell):
    install, command = block("main job").strip().rsplit(" && ", 1)
    assert install.endswith("pip install -q .")
    status, printed = shell(command.removeprefix(".venv/bin/"))
    assert (status, masked(printed)) == (0, masked(block("main job output")))


def test_the_test_command_is_one_line_that_ci_can_take():
    assert block("tests").count("\n") == 1
    assert "-m pytest" in block("tests")
    for marker in ("tests", "main job"):
        assert README.count(f"\n<!-- {marker} -->\n```sh\n") == 1


@posix
@pytest.mark.parametrize("name", sweep(WITH_SESSIONS, quick=["README.md"]))
def test_the_examples_print_what_is_shown(name, shell):
    for command, shown in WITH_SESSIONS[name]:
        expected = re.search(r"# exit status (\d+)$", command)
        status, printed = shell(command, "fixtures/hungry_cat")
        assert (status, masked(printed)) == (int(expected[1]) if expected else 0, masked(shown)), command


def test_the_json_line_is_the_one_shown(tmp_path, monkeypatch, capsys):
    shown = json.loads(block("json", PAGES["json-lines.md"]))
    shutil.copy(ROOT / "fixtures" / "hungry_cat" / shown["input"], tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["--json", "-f", shown["input"]]) == 0
    line = json.loads(capsys.readouterr().out)
    assert list(line) == list(shown)
    line["seconds"].pop("other looks", None)  # told where they take long
    assert list(line["seconds"]) == list(shown["seconds"])
    for key in ("row_edges_px", "col_edges_px"):  # a pixel more or less is no other format
        assert line["lattice"][key] == pytest.approx(shown["lattice"][key], abs=3)
    (first,) = shown["hints"]
    assert line["hints"][0].pop("box_px") == pytest.approx(first.pop("box_px"), abs=3)
    assert line["hints"][0] == first
    for key in ("seconds", "lattice", "hints"):
        del line[key], shown[key]
    assert line == shown


def test_the_puzzle_file_is_one():
    stored = tables.parse_cat(block("toml", PAGES["files-and-formats.md"]))
    assert stored.puzzle.shape == (2, 3)
    assert stored.solution is not None
    assert stored.solution.lines() == ("112", "002")


def test_the_library_example_prints_what_is_shown(tmp_path, monkeypatch):
    shutil.copy(ROOT / "fixtures" / "hungry_cat" / "drawn-5x5-white.png", tmp_path)
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block("library", PAGES["library.md"]), "library.md", "exec"), {})
    assert printed.getvalue() == block("library output", PAGES["library.md"])
    assert (tmp_path / "answer.png").stat().st_size > 0


@pytest.mark.parametrize("words", [["--help"], ["read", "--help"], ["check", "--help"], ["hint", "--help"]])
def test_every_option_and_command_is_in_the_table(words, capsys):
    assert main(words) == 0
    text = capsys.readouterr().out
    options = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", text, re.MULTILINE))
    options |= set(re.findall(r"^ +(-\w), --", text, re.MULTILINE))
    assert {"--help", "--output", "-o"} <= options
    table = PAGES["commands.md"].partition("## Options\n")[2].partition("\n## ")[0]
    assert {option for option in options if f"`{option}" not in table} == set()
    listed = text.partition("Commands:\n")[2].partition("\n\n")[0]
    commands = re.findall(r"^  (\w+) ", listed, re.MULTILINE)
    every = {command.name for command in app.registered_commands} - {DEFAULT}
    assert set(commands) == (every if words == ["--help"] else set())
    for command in commands:
        assert re.search(rf"^## .*`picrosser {command} ", PAGES["commands.md"], re.MULTILINE)


def test_the_exit_statuses_are_those_of_the_program():
    table = README.partition("| exit status | means |\n")[2].partition("\n\n")[0]
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)] == list(ExitCode)


def test_the_json_keys_are_explained():
    text = PAGES["json-lines.md"].partition("All keys are always present")[2]
    board = ("painted", "right", "mistakes", "unclear", "finished", "steps", "cells", "rule", "uses")
    repaired = ("changes", "looked", "now", "reason")
    line = json.loads(block("json", PAGES["json-lines.md"]))
    for key in ("axis", "line", "slot", "read", "alternatives", "why", "also", *line, *repaired, *board):
        assert f"`{key}`" in text


def test_every_page_is_linked():
    linked = set(re.findall(r"\]\(docs/([\w-]+\.md)", README))
    assert linked == set(PAGES)


def test_a_person_reads_the_readme_in_three_minutes():
    assert len(README) < 9000


def test_the_hooks_are_the_commands_of_ci():
    hooks = re.findall(r"^ +entry: (.+)$", (ROOT / ".pre-commit-config.yaml").read_text(), re.MULTILINE)
    script = (ROOT / ".ci" / "run").read_text().splitlines()
    assert len(hooks) == 4
    for command in hooks:
        lines = {command, f"start {command}"}  # the second one beside other steps
        assert lines & {*script} or block("tests").strip().endswith(f"/{command}"), command
