import subprocess
import sys

import pytest
from own_process import FIXTURES, WHITE

HEAVY = {
    *("numpy", "PIL", "scipy", "skimage", "pysolvers", "z3", "typer", "rich", "pydantic"),
    *("dataclasses", "pathlib"),
}
WEB = {
    *("distributed", "fsspec", "starlette", "uvicorn", "anyio", "h11", "segno", "httpx"),
    *("asyncio", "multiprocessing", "picrosser.serving"),
}


def imported(*words: str) -> set[str]:
    """The top-level names of the modules that a Python process with these arguments imports."""
    command = [sys.executable, "-X", "importtime", *words]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr.splitlines()
    return {line.rsplit("|", 1)[1].strip() for line in said if line.startswith("import time:")}


def test_help_imports_nothing_heavy():
    names = imported("-m", "picrosser", "--help")
    assert "picrosser.cli.start" in names
    assert not names & (HEAVY - {"pathlib"})  # `python -m` itself may import pathlib


def test_the_package_is_light():
    bare = imported("-c", "pass")
    assert imported("-c", "import picrosser") - bare - {"__future__"} == {"picrosser"}


def test_a_plain_run_leaves_typer_and_the_heavy_libraries_alone(tmp_path):
    names = imported("-m", "picrosser", str(WHITE), "-o", str(tmp_path / "answer.png"), "--force")
    assert (tmp_path / "answer.png").is_file()
    needed = {"picrosser.pipelines.hungry_cat", "picrosser.repairing.repair_counts"}
    assert needed | {"numpy", "PIL.Image"} <= names
    assert not names & (HEAVY - {"numpy", "PIL", "dataclasses", "pathlib"})
    assert not names & {"html", "importlib.metadata", "PIL.ImageDraw", "PIL.ImageFont", *WEB}
    assert "picrosser.debugging.dump" not in names


@pytest.mark.parametrize(
    ("shot", "own", "of_others"),
    [
        (
            "nonograms/drawn-ledger.png",
            {"pipelines.nonogram", "solving.rules.runs"},
            {"pipelines.hungry_cat", "solving.rules.counts", "repairing.counts_repaired"},
        ),
        (
            "hungry_cat/drawn-5x5-white.png",
            {"pipelines.hungry_cat", "solving.rules.counts"},
            {"pipelines.nonogram", "solving.rules.runs", "reading.page.ink"},
        ),
    ],
)
def test_a_plain_run_imports_what_its_family_needs(tmp_path, shot, own, of_others):
    names = imported("-m", "picrosser", str(FIXTURES / shot), "-qf", "-o", str(tmp_path / "answer.png"))
    assert not {"typer", "scipy", "skimage"} & names
    assert {f"picrosser.{name}" for name in own} <= names
    assert not {f"picrosser.{name}" for name in of_others} & names
    assert not {"picrosser.pipelines.katamino", "picrosser.reading.photograph.flatten"} & names


def test_solving_a_file_by_lines_needs_no_arrays(tmp_path):
    file = tmp_path / "puzzle.toml"
    file.write_text('kind = "nonogram"\nrows = [[2], [1]]\ncolumns = [[2], [1]]\n', encoding="utf-8")
    names = imported("-m", "picrosser", "solve", str(file))
    assert "picrosser.solving.solve" in names
    assert not names & {"numpy", "PIL", "rich", "pysolvers", "z3", "scipy"}


def test_the_server_itself_reads_no_pictures():
    pytest.importorskip("uvicorn", reason="picrosser[web] is not installed")
    names = imported("-c", "import picrosser.serving.server")
    assert "uvicorn" in names
    assert not names & {"numpy", "PIL", "scipy", "pysolvers", "z3", "typer", "picrosser.cli"}
