"""HTTPS: with a certificate that is made for an address, and with the user's own."""

import ssl
import stat
import sys

import httpx
import pytest

from picrosser.errors import OutputRefusedError, UsageError
from picrosser.serving.certificates import given_certificate, made_certificate


@pytest.fixture
def folder(tmp_path):
    pytest.importorskip("trustme", reason="picrosser[https] is not installed")
    return tmp_path / "new"


def test_it_is_made_once_and_only_its_owner_reads_the_key(folder):
    made, trusted = made_certificate(folder, "192.168.1.20")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert set(before) == {*made, trusted}
    assert made_certificate(folder, "192.168.1.20") == (made, trusted)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert b"PRIVATE KEY" not in before[made.chain] + before[trusted]
    if sys.platform != "win32":
        assert stat.S_IMODE(made.key.stat().st_mode) == 0o600
    ssl.create_default_context(cafile=trusted)
    made_certificate(folder, "192.168.1.21")  # another address gets its own
    assert len(list(folder.iterdir())) == 6


def test_what_is_no_certificate_is_refused(tmp_path):
    (tmp_path / "x.pem").write_text("this is text")
    for name in ("x.pem", "missing.pem"):
        with pytest.raises(UsageError, match="cannot be used"):
            given_certificate(str(tmp_path / name), str(tmp_path / "x.pem"))


def test_a_folder_that_cannot_be_made_is_refused(folder):
    folder.touch()
    with pytest.raises(OutputRefusedError, match="cannot write into"):
        made_certificate(folder, "127.0.0.1")


@pytest.mark.slow
def test_the_server_speaks_https_with_it_and_takes_what_its_own_page_sends(folder):
    from served import served_by_process

    with served_by_process("--jobs", "1", "--https", str(folder)) as (_, address):
        assert address.startswith("https://127.0.0.1:")
        trusting = ssl.create_default_context(cafile=folder / "127.0.0.1-trust.pem")
        with httpx.Client(base_url=address, verify=trusting, timeout=60) as client:
            assert "picrosser" in client.get("/").text
            own = address.rstrip("/")
            for origin, status in ((own, 415), (own.replace("https", "http"), 403)):
                answer = client.post("/api/read", content=b"text", headers={"Origin": origin})
                assert answer.status_code == status
