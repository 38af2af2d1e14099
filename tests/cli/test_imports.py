import subprocess
import sys

import pytest
from own_process import FIXTURES

HEAVY = {"numpy", "PIL", "scipy", "skimage", "pysolvers", "z3", "typer", "rich", "pydantic"}
HEAVY |= {"dataclasses", "pathlib"}
WEB = {"distributed", "fsspec", "starlette", "uvicorn", "anyio", "h11", "segno", "httpx"}
WEB |= {"asyncio", "multiprocessing", "picrosser.serving"}


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


OF_CATS = ("pipelines.hungry_cat", "solving.rules.counts", "repairing.counts_repaired")
CAT = {f"picrosser.{name}" for name in OF_CATS}
NONOGRAM = {"picrosser.pipelines.nonogram", "picrosser.solving.rules.runs"}
NOT_FOR_CATS = {"picrosser.reading.page.ink", "PIL.ImageDraw", "PIL.ImageFont"}


@pytest.mark.parametrize(
    ("shot", "own", "others"),
    [
        ("nonograms/drawn-ledger.png", NONOGRAM, CAT),
        ("hungry_cat/drawn-5x5-white.png", CAT, NONOGRAM | NOT_FOR_CATS),
    ],
)
def test_a_plain_run_imports_what_its_family_needs(tmp_path, shot, own, others):
    answer = tmp_path / "answer.png"
    names = imported("-m", "picrosser", str(FIXTURES / shot), "-f", "-o", str(answer))
    assert answer.is_file()
    assert own | {"numpy", "PIL.Image"} <= names
    assert not names & (HEAVY - {"numpy", "PIL", "dataclasses", "pathlib"})
    assert not names & {*others, "picrosser.pipelines.katamino", "picrosser.reading.photograph.flatten", *WEB}
    assert not names & {"html", "importlib.metadata", "picrosser.debugging.dump"}


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
