"""`picrosser serve`: its options and what it says; the server itself is tested in tests/serving."""

from __future__ import annotations

import socket
from importlib.util import find_spec

import pytest

from picrosser.__main__ import main
from picrosser.errors import ExitCode


@pytest.mark.parametrize(
    ("words", "extra", "needed"),
    [
        (["serve"], "web", "uvicorn"),
        (["shot.png", "-o", "out/", "--dask", "local"], "dask", "distributed"),
    ],
)
def test_what_is_not_installed_is_named_with_the_extra_that_brings_it(
    words, extra, needed, tmp_path, monkeypatch, cli
):
    there = find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == needed else there(name))
    monkeypatch.chdir(tmp_path)
    out, err = cli(words, ExitCode.MISSING_EXTRA)
    assert (out, err.count("\n"), list(tmp_path.iterdir())) == ("", 1, [])
    assert f"{needed}, which is not installed" in err
    assert f"python -m pip install 'picrosser[{extra}]'" in err


def test_a_port_that_is_taken_is_one_line(capsys):
    pytest.importorskip("uvicorn", reason="picrosser[web] is not installed")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == ExitCode.USAGE
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"cannot listen at 127.0.0.1:{port}: address already in use; choose another --port" in err
