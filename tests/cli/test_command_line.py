import io
import json
import os
import re
import shlex
import shutil
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer
from canned_readings import DOUBTFUL, KEYS, NONE, SEVERAL, UNIQUE, png
from own_process import FIXTURES, PLAYED, WHITE, python
from PIL import Image

from picrosser.__main__ import main
from picrosser.cli.app import app, render_help, run_typer
from picrosser.cli.group import DEFAULT, EXAMPLES, named_by
from picrosser.cli.options import Options
from picrosser.cli.start import HELP_FILE
from picrosser.errors import ExitCode, GridNotFoundError
from picrosser.formats import tables
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint


def test_products_of_matrices_take_one_thread_unless_the_user_says_otherwise(monkeypatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    main([])
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    main([])
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"


@pytest.mark.parametrize(
    ("what", "status", "drawn", "words"),
    [
        (SEVERAL, 7, True, "more than one solution"),
        (NONE, 6, False, "no solution"),
        (DOUBTFUL, 5, False, "row 2, colour 1, may be "),
        (GridNotFoundError("there is no board", "crop less"), 4, False, "no board with numbers beside it"),
    ],
)
def test_anything_else_fails_with_its_status(what, status, drawn, words, shot, sees, cli):
    sees(what)
    out, err = cli([shot, "--quiet"], status)
    assert out == ""
    assert words in err
    assert err.count("\n") == 1
    assert shot.with_name("shot-solved.png").exists() is ("→" in err) is drawn


def test_json_of_a_failure_has_the_keys_of_a_success(shot, sees, cli):
    """What a success has is compared with docs/json-lines.md, in test_readme.py."""
    sees(UNIQUE)
    missing = str(shot.with_name("missing.png"))
    good, bad = map(json.loads, cli(["--json", shot, missing], 10).out.splitlines())
    assert list(good) == list(bad) == [*KEYS, "error"]
    assert (good["exit"], good["error"], good["output"]) == (0, None, str(shot.with_name("shot-solved.png")))
    assert (bad["schema"], bad["input"], bad["exit"]) == ("picrosser/1", missing, 3)
    assert "no such file" in bad["error"]
    assert [bad[key] for key in KEYS[3:]] == [None] * 12


def test_json_lists_the_doubts(shot, sees, cli):
    sees(DOUBTFUL)
    facts = json.loads(cli(["read", "--json", shot], 5).out)
    assert [(doubt["axis"], doubt["line"], doubt["slot"]) for doubt in facts["doubts"]] == [
        ("row", 1, 0), ("row", 1, 1), ("column", 0, 0), ("column", 0, 1),
    ]  # fmt: skip
    first = facts["doubts"][0]
    assert sorted(hint["count"] for hint in (first["read"], *first["alternatives"])) == [0, 1]
    assert (facts["exit"], facts["solution"], facts["output"], facts["changes"]) == (5, None, None, [])


def test_read_writes_toml(shot, sees, cli, tmp_path):
    sees(UNIQUE)
    cli(["read", shot, "-o", f"{tmp_path}/"])
    assert tables.parse_cat((tmp_path / "shot.toml").read_text()).puzzle == UNIQUE.puzzle
    cli(["read", shot, "-o", tmp_path / "shot.toml"], 2)


def test_stdin_and_stdout(sees, piped, capfdbinary, tmp_path):
    sees(UNIQUE)
    for words in (["-"], ["-", "-o", "-"]):
        piped(png())
        assert main(words) == 0
        assert Image.open(io.BytesIO(capfdbinary.readouterr().out)).size == (50, 40)
    piped(png())
    assert main(["-", "-o", f"{tmp_path}/"]) == 0
    assert (tmp_path / "stdin-solved.png").exists()
    piped(png())
    assert main(["-", "--json"]) == 0
    assert json.loads(capfdbinary.readouterr().out.splitlines()[-1])["output"] is None


def test_a_terminal_gets_colours_and_no_png(shot, sees, cli, piped, monkeypatch):
    sees(UNIQUE)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "48;2;200;0;0m" in cli([shot]).out
    piped(png())
    cli(["-"], 2)
    cli([shot, "-o", "-"], 2)


def stored_help() -> str:
    return Path(HELP_FILE).read_text(encoding="utf-8").partition("\f")[0]


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["shot.png", "--help"], ["-q", "shot.png", "-h"]])
def test_help_is_the_same_with_and_without_a_screenshot(words, cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert cli(words).out == stored_help()


def test_the_stored_help_is_what_typer_renders():
    advice = "run python -m picrosser.cli.app > picrosser/cli/help.txt"
    told = f"typer {typer.__version__} renders something else; {advice}"
    assert render_help() == Path(HELP_FILE).read_text(encoding="utf-8"), told


@pytest.mark.parametrize("words", [["solve", "--help"], ["katamino", "-h"], ["--version"], ["-V"]])
def test_help_of_commands_and_the_version_are_as_typer_prints_them(words, cli, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    quick = cli(words).out
    assert run_typer(words) == 0
    assert capsys.readouterr().out == quick


def test_the_help_lists_every_exit_status_with_its_meaning():
    listed = stored_help().partition("Exit statuses:\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split(None, 1) for line in listed] == [[str(int(code)), code.meaning] for code in ExitCode]


FIX = ((HintPlace("row", 0, 0), CountHint(2, True)),)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["a.png"], Options(("a.png",))), (["-"], Options(("-",))), (["shot"], Options(("shot",))),
        (["./read"], Options(("./read",))), (["a.png", "./read"], Options(("a.png", "./read"))),
        (["a.png", "--json"], Options(("a.png",), as_json=True)),
        (["--json", "a.png"], Options(("a.png",), as_json=True)),
        (["-q", "-f", "a.png", "b.png"], Options(("a.png", "b.png"), quiet=True, force=True)),
        (["a.png", "-qf"], Options(("a.png",), quiet=True, force=True)),
        (["a.png", "-o", "-"], Options(("a.png",), output="-")),
        (["-o", "-x.png", "--quiet", "a.png"], Options(("a.png",), output="-x.png", quiet=True)),
        (["a.png", "-oout.png"], Options(("a.png",), output="out.png")),
        (["a.png", "--output=o.png"], Options(("a.png",), output="o.png")),
        (["a.png", "--output", "x/", "--debug", "d"], Options(("a.png",), output="x/", debug="d")),
        (["--debug", "d", "a.png"], Options(("a.png",), debug="d")), (["--", "-a.png"], Options(("-a.png",))),
        (["a.png", "--time-limit", "2.5"], Options(("a.png",), time_limit_s=2.5)),
        (["a.png", "--symbols"], Options(("a.png",), symbols=True)),
        (["a.png", "--fix", "r1:1=(2)"], Options(("a.png",), fixes=FIX)),
        (["solve", "a.toml"], Options(("a.toml",))), (["solve", "read"], Options(("read",))),
        (["solve", "-q", "a.toml", "b.non"], Options(("a.toml", "b.non"), quiet=True)),
        (["solve", "a.toml", "-o", "a.svg", "-f"], Options(("a.toml",), output="a.svg", force=True)),
        (["solve", "a.toml", "--steps"], (Options(("a.toml",)), {"steps": True})),
    ]
)  # fmt: skip
def test_words_and_their_options_are_the_same_with_and_without_typer(words, options, piped, monkeypatch):
    seen: list[object] = []

    def solve(options: Options, **own: object) -> int:
        asked = {name: value for name, value in own.items() if value}
        seen.append((options, asked) if asked else options)
        return 0

    for module in ("solve", "solve_files"):
        monkeypatch.setattr(f"picrosser.cli.commands.{module}.solve", solve)
    piped(b"")
    assert main(words) == run_typer(words) == 0
    assert seen == [options, options]


def test_the_shell_completes_commands_files_and_options(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rex.png").touch()
    (tmp_path / "rex.txt").touch()
    monkeypatch.setenv("_PICROSSER_COMPLETE", "complete_bash")

    def completed(line: str) -> set[str]:
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
        return set(cli([]).out.split())

    assert completed("picrosser re") == {"read", "rex.png"}
    assert completed("picrosser --t") == {"--time-limit"}
    assert completed("picrosser rex.png --js") == {"--json"}
    assert completed("picrosser read r") == {"rex.png"}


# ---- `picrosser serve`: its options and what it says; the server itself is tested in tests/serving


@pytest.mark.parametrize(
    ("words", "needed", "made_by", "line"),
    [
        ("serve", "uvicorn", "pip", f"{sys.executable} -m pip install"),
        ("serve", "uvicorn", "pipx", "pipx inject picrosser"),
        ("serve", "uvicorn", "uv", f"uv pip install -p {sys.executable}"),
        ("x.png -o out/ --dask local", "distributed", "pip", f"{sys.executable} -m pip install"),
    ],
)
def test_what_is_missing_is_named_with_the_line_that_installs_it_here(
    words, needed, made_by, line, tmp_path, monkeypatch, cli
):
    (tmp_path / "picrosser").mkdir()
    if made_by == "pipx":
        monkeypatch.setattr(sys, "prefix", str(tmp_path / "picrosser"))
        (tmp_path / "picrosser" / "pipx_metadata.json").touch()
    absent, there = {needed, "pip" if made_by == "uv" else needed}, find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name in absent else there(name))
    monkeypatch.chdir(tmp_path)
    out, err = cli(words.split(), ExitCode.MISSING_EXTRA)
    assert (out, err.count("\n"), [path.name for path in tmp_path.iterdir()]) == ("", 1, ["picrosser"])
    assert f"needs packages that are missing: {needed}; install them with: {line} {needed}\n" in err


def test_without_adb_it_says_how_to_install_it(monkeypatch, tmp_path, cli):
    monkeypatch.setenv("PATH", str(tmp_path))
    cli(["phone"], ExitCode.MISSING_EXTRA, "apt install adb")


def test_a_port_that_is_taken_is_one_line(cli):
    pytest.importorskip("uvicorn", reason="picrosser[web] is not installed")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        err = cli(["serve", "--port", port], ExitCode.USAGE).err
    assert err.count("\n") == 1
    assert f"cannot listen at 127.0.0.1:{port}: address already in use; choose another --port" in err


def test_a_warning_about_numbers_that_are_not_used_is_not_shown():
    done = python(
        "import sys, warnings\n"
        "from picrosser.cli import app, start\n"
        "def run_typer(_):\n"
        "    for text in ('invalid value encountered in matmul', 'another'):\n"
        "        warnings.warn(text, RuntimeWarning)\n"
        "    return 3\n"
        "app.run_typer = run_typer\n"
        "sys.argv = ['picrosser', 'read']\n"
        "start.run()"
    )
    assert done.returncode == 3
    assert "another" in done.stderr
    assert "matmul" not in done.stderr


# ---- The examples in --help are real: each is typed here, with files of the names that it uses

CARD = FIXTURES / "katamino" / "drawn-card.png"
FILES = {"shot.png": PLAYED, "photo.png": WHITE, "card.png": CARD}  # for a photograph, any picture
PUZZLE = 'kind = "nonogram"\nrows = [[1], [1]]\ncolumns = [[2], []]\n'
PROVED = {ExitCode.OK, ExitCode.MISTAKES, ExitCode.SEVERAL_SOLUTIONS}

# Until somebody ends them, or with a phone; they have tests of their own.
ENDLESS = (" enter ", " serve", " watch ", " phone")


@pytest.mark.parametrize("typed", [one for one, _ in EXAMPLES if not any(word in one for word in ENDLESS)])
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
