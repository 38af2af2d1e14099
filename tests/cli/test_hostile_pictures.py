"""Pictures that went wrong once: each ends with the right status, one line on stderr, and in little memory.

They lie beside a developer's checkout. Pictures of our own for each kind of fault are in
`tests/imaging/test_loading.py`, `tests/storage/test_input_bytes.py` and
`tests/reading/glyphs/test_touching.py`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sweeps import sweep

MAX_PEAK_MB = 400
STATUSES = {
    "effect_spread.png": {4, 5},
    "big_endian_bug_393.webp": {4, 5},
    "unimplemented_pfflags.dds": {3},
    "postscript.png": {3},
    "exif.png": {4},
    "random16_99x92.ppm": {4},
    "slow-plot.png": {4},
    "slow-qr.png": {4},
    "chat-light.png": {4},
    "chat-1080x10000.png": {4},
    "times-table.png": {4, 5},
    "heat-map.png": {4, 5},
    "blank-100x590000.png": {3, 4},
    "blank-7700x7700.png": {4},
    "thin-59000000x1.png": {3, 4},
    "tall-1x59000000.png": {3, 4},
}
# A process of its own, for its peak memory; that of the parent would count, too, in `resource.getrusage`.
RUN = """
import re, sys
from pathlib import Path
from picrosser.__main__ import main
status = main([sys.argv[1], "-o", sys.argv[2]])
peak = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
Path(sys.argv[3]).write_text(f"{status} {int(peak[1]) // 1024}")
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is only known on Linux")
@pytest.mark.parametrize(
    "name", sweep(STATUSES, quick=["effect_spread.png", "postscript.png", "tall-1x59000000.png"])
)
def test_a_hostile_picture_is_refused_in_one_line_and_little_memory(name, shared, tmp_path):
    picture = shared / "hostile" / name
    if not picture.exists():
        pytest.skip(f"no {picture}")
    places = (str(picture), str(tmp_path / "solved.png"), str(tmp_path / "outcome"))
    run = subprocess.run(
        [sys.executable, "-c", RUN, *places], capture_output=True, text=True, errors="replace", check=False
    )
    assert run.returncode == 0, run.stderr
    (line,) = run.stderr.splitlines()
    assert line.startswith(f"picrosser: {picture}: ")
    status, peak_mb = map(int, (tmp_path / "outcome").read_text().split())
    assert status in STATUSES[name]
    assert peak_mb < MAX_PEAK_MB
    assert not (tmp_path / "solved.png").exists()
