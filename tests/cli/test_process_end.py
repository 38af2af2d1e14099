from __future__ import annotations

import subprocess
import sys


def ended(*words: str) -> subprocess.CompletedProcess[str]:
    """What a Python process with these arguments said."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


def after(preparation: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What picrosser said with these words, in a process that did something else before."""
    return ended("-c", f"{preparation}\nfrom picrosser.__main__ import run\nrun()", *words)


def test_what_was_to_be_done_at_the_end_is_done():
    assert "at the end" in after("import atexit; atexit.register(print, 'at the end')", "--help").stdout


def test_threads_that_still_work_are_waited_for():
    preparation = (
        "import threading, sys\n"
        "def work(): threading.main_thread().join(); print('worked to the end', flush=True)\n"
        "threading.Thread(target=work).start()"
    )
    done = after(preparation, "no-such-shot.png")
    assert done.returncode == 3
    assert "worked to the end" in done.stdout


def test_a_profiler_can_report():
    profiled = ended("-m", "cProfile", "-m", "picrosser", "--help")
    assert "function calls" in profiled.stdout
