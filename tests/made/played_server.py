"""The server with workers that only play their part, for tests of what it says over HTTP."""

import warnings
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("starlette", reason="picrosser[web] is not installed")
pytest.importorskip("uvicorn", reason="picrosser[web] is not installed")
pytest.importorskip("httpx", reason="picrosser[web] is not installed")

with warnings.catch_warnings():  # it wants a successor of httpx, and works with both
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

from picrosser.errors import ExitCode
from picrosser.serving.access import Access
from picrosser.serving.asked import Asked, Refused
from picrosser.serving.routes import application
from picrosser.serving.workers import Answered, Workers

PORT = 8765
PNG = b"\x89PNG\r\n\x1a\n a drawing"


class PlayedWorkers(Workers):
    """Answers without processes: what `told` says, after it was asked."""

    def __init__(self) -> None:
        super().__init__(1, 5.0)
        self.asked: list[tuple[Asked, bytes]] = []
        self.told: Answered | Exception = Answered({"exit": 0, "message": "solved", "error": None}, PNG)
        self.during: Callable[[], None] = lambda: None
        self.is_open = False

    def start(self) -> None:
        self.is_open = True

    async def close(self) -> None:
        self.is_open = False

    async def answer(self, asked: Asked, picture: bytes, on_stage: Callable[[str], None]) -> Answered:
        self.asked.append((asked, picture))
        for stage in ("waiting", "reading", "solving", "drawing"):
            on_stage(stage)
        self.during()
        if isinstance(self.told, Exception):
            raise self.told
        return self.told

    def refuses(self, exit_code: ExitCode, message: str) -> None:
        self.told = Refused(message, exit_code)


def client_of(workers: Workers, token: str = "", **named: Any) -> TestClient:
    """A browser at the address of a server; its connections come in at 127.0.0.1."""
    app = application(Access("127.0.0.1", token), workers)
    return TestClient(app, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False, **named)
