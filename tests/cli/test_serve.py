"""`picrosser serve`: its options and what it says; the server itself is tested in tests/serving."""

from __future__ import annotations

import socket
import sys
from importlib.util import find_spec

import pytest

from picrosser.__main__ import main
from picrosser.errors import ExitCode


@pytest.mark.parametrize(
    ("words", "needed", "made_by", "line"),
    [
        (["serve"], "uvicorn", "pip", f"{sys.executable} -m pip install"),
        (["serve"], "uvicorn", "pipx", "pipx inject picrosser"),
        (["serve"], "uvicorn", "uv", f"uv pip install -p {sys.executable}"),
        (
            ["x.png", "-o", "out/", "--dask", "local"],
            "distributed",
            "pip",
            f"{sys.executable} -m pip install",
        ),
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
    out, err = cli(words, ExitCode.MISSING_EXTRA)
    assert (out, err.count("\n"), [path.name for path in tmp_path.iterdir()]) == ("", 1, ["picrosser"])
    assert f"needs packages that are missing: {needed}; install them with: {line} {needed}\n" in err


def test_a_port_that_is_taken_is_one_line(capsys):
    pytest.importorskip("uvicorn", reason="picrosser[web] is not installed")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == ExitCode.USAGE
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"cannot listen at 127.0.0.1:{port}: address already in use; choose another --port" in err
