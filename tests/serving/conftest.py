import pytest

pytest.importorskip("starlette", reason="picrosser[web] is not installed")

from played_server import PlayedWorkers, client_of

from picrosser.serving.routes import Routes
from picrosser.serving.workers import Workers


@pytest.fixture
def workers():
    return PlayedWorkers()


@pytest.fixture
def routes(monkeypatch):
    """The routes of the applications that the test makes."""
    made: list[Routes] = []
    init = Routes.__init__

    def kept(self: Routes, workers: Workers) -> None:
        init(self, workers)
        made.append(self)

    monkeypatch.setattr(Routes, "__init__", kept)
    return made


@pytest.fixture
def client(workers, routes):  # noqa: ARG001  (which sees the routes that are made)
    with client_of(workers) as client:
        yield client
