import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"
# Before anything imports numpy: pytest's workers take all processors, so threads of its own would only wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
NO_SHARED = "no real screenshots and puzzles"


def pytest_configure() -> None:
    """Restore signals that are ignored in the background or under nohup: what tests start inherits them."""
    for name, usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, usual)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real screenshots and puzzles that lies beside a developer's checkout."""
    if not SHARED.is_dir():
        pytest.skip(f"{NO_SHARED}: {SHARED} does not exist")
    return SHARED


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None]:
    """Say in one line at the end how many tests were skipped because the real screenshots are missing."""
    yield
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(NO_SHARED in str(report.longrepr) for report in skipped)
    if count:
        text = f"{count} tests of real screenshots and puzzles were skipped: {SHARED} does not exist"
        terminalreporter.write_line(text, yellow=True, bold=True)
