"""What a worker says of a picture that it cannot answer, what it may not do, and its messages."""

import struct
import sys

import pytest
from own_process import FIXTURES, TILES, WHITE, python

from picrosser import errors
from picrosser.serving.asked import Refused
from picrosser.serving.workers import Answered, packed, unpacked
from picrosser.workers.worker import ERROR, RESULT, TOLD


@pytest.mark.parametrize(
    ("error", "http", "exit_code"),
    [
        (errors.InputUnreadableError("no picture"), 415, 3),
        (errors.InputTooLargeError("too large"), 413, 3),
        (MemoryError(), 413, 3),
        (errors.GridNotFoundError("no board"), 422, 4),
        (errors.FixRefusedError("no such hint"), 400, 2),
        (errors.TimeLimitError("reading"), 504, 9),
        (RuntimeError("a bank account"), 500, 70),
    ],
)
def test_each_error_arrives_as_a_refusal_with_its_status(error, http, exit_code):
    kind, refused = unpacked(packed((ERROR, error)))
    assert kind == ERROR
    assert isinstance(refused, Refused)
    assert (refused.http, refused.exit_code) == (http, errors.ExitCode(exit_code))
    assert refused.message
    assert "bank" not in refused.message


@pytest.mark.parametrize(
    "sent",
    [
        (TOLD, "reading"),
        (RESULT, Answered({"exit": 0, "message": "ü"}, b"a drawing")),
        (RESULT, Answered({})),
    ],
)
def test_messages_arrive_as_they_were_sent(sent):
    data = packed(sent)
    assert unpacked(data) == sent
    for length in range(len(data) - len(b"a drawing") - 1):
        with pytest.raises(ValueError, match="no message"):
            unpacked(data[:length])


@pytest.mark.parametrize(
    "text",
    [
        b"[]", b"{x", b"\xff", b"7", b"[" * 100_000, b'["result", 5]', b'["error", {}]',
        b'["error", {"http": 5, "message": "x", "status": 4}]',
    ],
    ids=range(8),
)  # fmt: skip
def test_other_messages_of_a_worker_are_refused(text):
    with pytest.raises(ValueError, match="no message"):
        unpacked(struct.pack(">I", len(text)) + text)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_worker_can_write_no_file(tmp_path):
    code = (
        "import sys; from picrosser.serving.workers import _forbid_files; _forbid_files()\n"
        "try:\n"
        "    with open(sys.argv[1], 'wb') as file: file.write(b'a picture')\n"
        "except OSError as error: print('refused')"
    )
    place = tmp_path / "picture"
    assert python(code, place).stdout == "refused\n"
    assert place.stat().st_size == 0


@pytest.mark.slow
def test_a_first_picture_imports_nothing_more():
    """All kinds of fixtures are answered without importing another module of ours."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from picrosser.serving import answer\n"
        "from picrosser.serving.asked import Asked\n"
        "before = set(sys.modules)\n"
        "for name in sys.argv[1:]:\n"
        "    for command in ('solve', 'read', 'check', 'hint'):\n"
        "        answer.answer_picture(Asked(command), Path(name).read_bytes(), 600.0, lambda stage: None)\n"
        "print([name for name in sys.modules if name.startswith('picrosser.') and name not in before])"
    )
    shots = (WHITE, TILES, FIXTURES / "katamino" / "drawn-part-filled.png")
    assert python(code, *shots).stdout == "[]\n"
