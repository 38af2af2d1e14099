"""Messages between the server and its workers: a JSON object and some bytes.

Not pickles: a worker decodes pictures of strangers in native code, and whoever took one over could make the
server run whatever a pickle says.
"""

from __future__ import annotations

import asyncio
import json
import struct
from typing import Any, BinaryIO

_LENGTHS = struct.Struct(">II")
MAX_JSON_BYTES = 16_000_000  # the object about the largest board of 1,000 lines has a tenth of it
MAX_PAYLOAD_BYTES = 128_000_000  # a drawing of 17 million pixels of noise has 51 million

Message = tuple[dict[str, Any], bytes]
"""The object, and the bytes that follow it: a picture or nothing."""


def packed(facts: dict[str, Any], payload: bytes = b"") -> tuple[bytes, bytes]:
    """A message as the two pieces to send."""
    text = json.dumps(facts).encode("ascii")
    return _LENGTHS.pack(len(text), len(payload)) + text, payload


async def receive(reader: asyncio.StreamReader) -> Message:
    """Wait for the next message of a worker.

    Raises
    ------
    EOFError : the worker has ended.
    ValueError : it sent something else.
    """
    text_bytes, payload_bytes = _LENGTHS.unpack(await reader.readexactly(_LENGTHS.size))
    if text_bytes > MAX_JSON_BYTES or payload_bytes > MAX_PAYLOAD_BYTES:
        raise ValueError("a worker's message is too large")
    facts = json.loads(await reader.readexactly(text_bytes))
    if not isinstance(facts, dict):
        raise ValueError("a worker's message is no object")
    return facts, await reader.readexactly(payload_bytes)


def receive_blocking(stream: BinaryIO) -> Message | None:
    """Wait for the next message of the server; None if it has ended."""
    head = stream.read(_LENGTHS.size)
    if len(head) < _LENGTHS.size:
        return None
    text_bytes, payload_bytes = _LENGTHS.unpack(head)
    text, payload = stream.read(text_bytes), stream.read(payload_bytes)
    return (json.loads(text), payload) if len(payload) == payload_bytes else None
