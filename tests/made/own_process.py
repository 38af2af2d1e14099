"""Picrosser as a process of its own, the fixtures that it is given, and what it leaves in a folder."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
HUNGRY_CAT = FIXTURES / "hungry_cat"
WHITE, MINT = HUNGRY_CAT / "drawn-5x5-white.png", HUNGRY_CAT / "drawn-5x10-mint.png"
PLAYED = HUNGRY_CAT / "played-10x10-white.png"
TILES = FIXTURES / "nonograms" / "drawn-tiles.png"
LEDGER = TILES.with_name("drawn-ledger.png")

LONG_S = 60.0  # until a test gives up waiting for what has to happen


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "picrosser", *map(str, args)]


def environment(*folders: Path, **variables: str) -> dict[str, str]:
    """The environment of a child, whose modules are found in these folders first."""
    others = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    places = [*map(str, folders), str(ROOT), *map(os.path.abspath, others)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places), **variables}


def python(code: str, *words: object, **named: Any) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own."""
    run = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.run(run, **{"capture_output": True, "text": True, "check": False, **named})


PRINT_PEAK_MB = """
import re
from pathlib import Path
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""
"""The end of code for `python`: the most memory that its process had; Linux only."""


def files_in(folder: Path | str) -> dict[str, bytes]:
    """What each file in a folder and in its folders holds, by its place in it."""
    found = (path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def waited_for(holds: Callable[[], object]) -> bool:
    """Whether something comes to hold within a long time."""
    ends = time.monotonic() + LONG_S
    while not holds():
        if time.monotonic() > ends:
            return False
        time.sleep(0.02)
    return True


def processes_of(session: int) -> list[int]:
    """The processes of a session that run, by their ids; Linux only."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            about = (entry / "stat").read_text(errors="replace").rpartition(")")[2]
            state, _, _, its_session = about.split()[:4]
            if int(its_session) == session and state != "Z":
                found.append(int(entry.name))
    return sorted(found)
