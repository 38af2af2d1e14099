"""`picrosser serve` as a process with its workers: the same answers, and nothing is left of it."""

import io
import json
import os
import signal
import struct
import subprocess
import zlib
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import numpy as np
import pytest
from own_process import FIXTURES, LONG_S, PLAYED, ROOT, TILES, processes_of, waited_for
from own_process import WHITE as SHOT
from PIL import Image, PngImagePlugin
from served import served_by_process
from stored_pictures import saved

from picrosser.__main__ import main
from picrosser.errors import UsageError
from picrosser.imaging.colour_profiles import chunk_bytes
from picrosser.serving.server import network_address
from picrosser.serving.workers import MAX_WAITING_PER_WORKER

NO_PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks at processes in /proc")
pytestmark = [pytest.mark.slow, NO_PROC]
IN_LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture(scope="module")
def server():
    with served_by_process("--jobs", "1", "--time-limit", "60") as (process, address):
        yield process, address


@pytest.fixture
def client(server):
    with httpx.Client(base_url=server[1], timeout=2 * LONG_S) as client:
        yield client


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The worker processes: those that the fork server has forked."""
    parents = {
        pid: int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        for pid in processes_of(process.pid)
    }
    of_server = {pid for pid, parent in parents.items() if parent == process.pid}
    return sorted(pid for pid, parent in parents.items() if parent in of_server)


def stopped_worker(process: subprocess.Popen[str], address: str) -> int:
    """The only worker, stopped once it has answered: before that it may not have imported everything."""
    assert httpx.post(f"{address}api/solve", content=b"no picture", timeout=LONG_S).status_code == 415
    (worker,) = workers_of(process)
    os.kill(worker, signal.SIGSTOP)
    return worker


def without_times(facts: dict) -> dict:
    own = ("seconds", "input", "output", "message", "status", "text", "picture")
    return {key: value for key, value in facts.items() if key not in own}


# ---- The same answers


@pytest.mark.parametrize(
    ("words", "shot"),
    [
        (("solve",), SHOT),
        (("solve",), TILES),
        (("solve",), FIXTURES / "katamino" / "drawn-part-filled.png"),
        (("read",), SHOT),
        (("check",), PLAYED),
        (("hint", "-n", "2"), SHOT),
    ],
)
def test_the_server_answers_what_the_command_line_answers(words, shot, client, tmp_path, capsys):
    command, *options = words
    drawing = tmp_path / ("answer.toml" if command == "read" else "answer.png")
    status = main([*words, "--json", "-o", str(drawing), str(shot)])
    expected = json.loads(capsys.readouterr().out)
    query = {"n": options[-1]} if options else {}
    answer = client.post(f"/api/{command}", params=query, content=shot.read_bytes())
    facts = answer.json()
    assert (answer.status_code, facts["exit"], facts["status"]) == (200, status, status)
    assert without_times(facts) == without_times(expected)
    if command == "read":
        assert (facts["picture"], facts["text"]) == (None, drawing.read_text(encoding="utf-8"))
        return
    png = client.get(facts["picture"]).content
    with Image.open(drawing) as theirs, Image.open(io.BytesIO(png)) as ours:
        assert np.array_equal(np.asarray(theirs), np.asarray(ours))
        assert ours.info["Software"] == "picrosser"
    again = client.post(f"/api/{command}", content=png)
    assert (again.status_code, again.json()["status"]) == (415, 3)
    assert "an answer that picrosser drew" in again.json()["message"]


# ---- Bombs and other pictures that are none


def huge_header() -> bytes:
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk_bytes(*chunk) for chunk in chunks)


def text_bomb() -> bytes:
    info = PngImagePlugin.PngInfo()
    info.add_text("a", "x" * 100_000_000, zip=True)
    return saved(Image.new("RGB", (300, 300)), pnginfo=info)


@pytest.mark.parametrize(
    ("picture", "http", "status"),
    [
        (lambda: b"no picture at all", 415, 3),
        (huge_header, 413, 3),
        (text_bomb, 415, 3),
        (lambda: SHOT.read_bytes()[:2000], 415, 3),
    ],
    ids=["text", "huge header", "bomb of text", "cut short"],
)
def test_what_is_no_picture_is_refused(picture, http, status, client):
    answer = client.post("/api/solve", content=picture())
    assert (answer.status_code, answer.json()["status"], answer.json()["http"]) == (http, status, http)
    assert client.post("/api/solve", content=SHOT.read_bytes()).json()["exit"] == 0


# ---- Workers that are late or die


def test_a_picture_whose_workers_die_is_given_up_and_its_client_told(server, client):
    process, _ = server
    assert client.post("/api/solve", content=SHOT.read_bytes()).status_code == 200
    noise = np.random.default_rng(1).integers(0, 255, (900, 1400, 3), np.uint8)
    texture = saved(Image.fromarray(noise).resize((2800, 1800)), compress_level=1)  # takes seconds to read
    with client.stream("POST", "/api/solve", content=texture, headers=IN_LINES) as answer:
        lines = map(json.loads, answer.iter_lines())
        assert next(lines) == {"stage": "waiting"}
        for _ in range(2):
            assert next(lines) == {"stage": "reading"}
            (worker,) = workers_of(process)
            os.kill(worker, signal.SIGKILL)
        refusal = next(lines)
    assert (refusal["status"], refusal["http"]) == (70, 500)
    assert client.post("/api/solve", content=SHOT.read_bytes()).json()["exit"] == 0


def test_of_too_many_pictures_those_that_wait_are_answered_and_the_others_refused(server):
    address = server[1]
    worker = stopped_worker(*server)
    with ExitStack() as open_requests, httpx.Client(base_url=address, timeout=LONG_S) as client:
        requests = [
            client.stream("POST", "api/solve", content=b"no picture", headers=IN_LINES)
            for _ in range(1 + MAX_WAITING_PER_WORKER)
        ]
        answers = [open_requests.enter_context(request) for request in requests]
        told = [answer.iter_lines() for answer in answers]
        assert [json.loads(next(lines_of)) for lines_of in told] == [{"stage": "waiting"}] * len(told)
        for accept in ("application/json", "application/x-ndjson"):
            refused = httpx.post(f"{address}api/solve", content=b"x", headers={"Accept": accept})
            assert (refused.status_code, refused.json()["status"]) == (503, None)
            assert 1 <= int(refused.headers["retry-after"]) <= 60
        os.kill(worker, signal.SIGCONT)
        last = [json.loads([*lines_of][-1]) for lines_of in told]
    assert [line["http"] for line in last] == [415] * len(told)


def test_a_worker_that_is_late_is_ended_and_replaced():
    with served_by_process("--jobs", "1", "--time-limit", "1") as (process, address):
        worker = stopped_worker(process, address)
        answer = httpx.post(f"{address}api/solve", content=SHOT.read_bytes(), timeout=LONG_S)
        assert (answer.status_code, answer.json()["status"]) == (504, 9)
        assert "the time limit was reached" in answer.json()["message"]
        assert waited_for(lambda: worker not in workers_of(process))
        assert httpx.post(f"{address}api/solve", content=b"no picture", timeout=LONG_S).status_code == 415


# ---- The end


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_all_processes_end_with_the_server(number):
    with served_by_process("--jobs", "2") as (process, address):
        assert httpx.get(address, timeout=LONG_S).status_code == 200
        assert waited_for(lambda: len(workers_of(process)) == 2)
        process.send_signal(number)
        assert process.wait(LONG_S) == (130 if number == signal.SIGINT else -number)
        assert waited_for(lambda: processes_of(process.pid) == [])


def test_a_worker_at_work_ends_with_a_server_that_is_killed():
    with served_by_process("--jobs", "1") as (process, address):
        worker = stopped_worker(process, address)
        posted = {"content": SHOT.read_bytes(), "headers": IN_LINES, "timeout": LONG_S}
        with httpx.stream("POST", f"{address}api/solve", **posted) as answer:
            next(answer.iter_lines())
            process.kill()
        with suppress(ProcessLookupError):  # the system ends it with its starter, sometimes at once
            os.kill(worker, signal.SIGCONT)
        assert waited_for(lambda: processes_of(process.pid) == [])


def test_in_the_network_a_token_is_needed_and_nothing_of_a_picture_is_kept_or_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with served_by_process("--jobs", "1", "--host", "0.0.0.0") as (process, address):
        base, _, token = address.partition("?token=")
        assert len(token) >= 22
        with suppress(UsageError):  # this machine is in no network
            assert base.startswith(f"http://{network_address()}:")
        for key, status in ((token, (200, 415)), ("secret", (403, 403))):
            for content, expected in zip((SHOT.read_bytes(), b"no picture"), status, strict=True):
                posted = httpx.post(f"{base}api/solve?token={key}", content=content, timeout=LONG_S)
                assert posted.status_code == expected
        opened = {
            str(link.readlink())
            for pid in processes_of(process.pid)
            for link in Path(f"/proc/{pid}/fd").iterdir()
            if os.path.lexists(link)
        }
        assert not [name for name in opened if name.startswith(str(tmp_path)) and "pymp-" not in name]
        process.terminate()
        out, err = process.communicate(timeout=LONG_S)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert out == ""  # the address was read before
    assert err == "picrosser: serving at this address; Ctrl-C ends it\n"
