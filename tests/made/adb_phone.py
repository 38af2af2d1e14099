"""A phone for adb, without a phone: what `adbd` is on a real one, at a port of this machine.

The real adb connects to it (`adb connect 127.0.0.1:PORT`) and speaks its own protocol with it: messages of 24
bytes and their data, which open, feed and close streams. A stream is a command (`shell`, `exec`) or a copy of
files (`sync`). The protocol is described in protocol.txt, SYNC.TXT and shell_protocol.h of Android's adb.

Commands are those that picrosser sends. `screencap` and `input` go to a game; what handles files is run by
the system's own shell, in a folder that stands for /sdcard.
"""

from __future__ import annotations

import os
import shlex
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Protocol

MAX_DATA = 256 * 1024
CHUNK = 64 * 1024
VERSION = 0x01000000
FEATURES = "shell_v2,cmd"  # of phones since Android 7
CNXN, AUTH, OPEN, OKAY, CLSE, WRTE = (
    struct.unpack("<I", name)[0] for name in (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"CLSE", b"WRTE")
)
STDOUT, STDERR, EXIT = 1, 2, 3  # packets of the shell protocol
TOKEN, PUBLIC_KEY = 1, 3  # AUTH messages: what the computer shall sign; its key, when no signature was known


class Game(Protocol):
    """What the phone's screen shows."""

    def screenshot(self) -> bytes:
        """The bytes of a PNG file."""

    def tap(self, col_px: int, row_px: int, *, hold: bool) -> None:
        """A finger at this place."""


class AdbPhone:
    """A phone that adb can connect to until it is unplugged.

    game : what its screen shows.
    sdcard : the folder that stands for /sdcard.
    port : of this machine; 0 for any.
    features : what it can do, as it tells adb.
    state : "device"; "unauthorized" if its owner allows no USB debugging; "offline" if it answers nothing.

    Attributes
    ----------
    taps : what came by `input`: (col, row, hold).
    displays : names by number, of those that it has if it has several.
    asked_display : the number of the display of which a screenshot was taken last; "" for no number.
    broadcasts : the arguments of `am broadcast`.
    on_tap : called with the number of taps after each one.
    """

    def __init__(
        self, game: Game, sdcard: Path, *, state: str = "device", port: int = 0, features: str = FEATURES
    ) -> None:
        self.features = features
        self.game, self.sdcard, self.state = game, sdcard, state
        self.taps: list[tuple[int, int, bool]] = []
        self.displays: dict[str, str] = {}
        self.asked_display = ""
        self.broadcasts: list[str] = []
        self.on_tap: Callable[[int], object] = lambda _: None
        self._listeners: list[_Stream] = []
        self._connections: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", port))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def serial(self) -> str:
        return f"127.0.0.1:{self.port}"

    def unplug(self) -> None:
        """End all connections, and take no new ones."""
        for end in (self._server, *self._connections):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def touch(self) -> None:
        """The player's finger on the screen: `getevent` prints it."""
        line = b"/dev/input/event1: EV_ABS       ABS_MT_POSITION_X    00000123            \r\n"
        for stream in self._listeners:
            stream.send(line)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                self._connections.append(connection)
                threading.Thread(target=_Transport(self, connection).run, daemon=True).start()

    # ---- Commands

    def run(self, command: str, stream: _Stream) -> None:
        """Do what a command asks for, and end its stream."""
        words = shlex.split(command.replace("2>/dev/null", ""))
        match words[:2]:
            case ["screencap", "-p"]:
                if len(self.displays) > 1 and "-d" not in words:
                    stream.send(b"[Warning] Multiple displays were found, but no display id was specified!\n")
                self.asked_display = words[words.index("-d") + 1] if "-d" in words else ""
                stream.send(self.game.screenshot())
            case ["dumpsys", "SurfaceFlinger"]:
                for at, (number, name) in enumerate(self.displays.items()):
                    told = f'Display {number} (HWC display {at}): port={at} pnpId=GGL displayName="{name}"\n'
                    stream.send(told.encode())
            case ["input", "tap"]:
                self._tap(int(words[2]), int(words[3]), hold=False)
            case ["input", "swipe"]:
                assert words[2:4] == words[4:6], "a long press stays in its place"
                self._tap(int(words[2]), int(words[3]), hold=True)
            case ["am", "broadcast"]:
                self.broadcasts.append(" ".join(words[2:]))
            case ["getevent", _]:
                self._listeners.append(stream)
                return  # it goes on until the computer ends it
            case _:
                local = command.replace("/sdcard", str(self.sdcard))
                done = subprocess.run(["sh", "-c", local], capture_output=True, check=False)
                stream.send(done.stdout.replace(os.fsencode(self.sdcard), b"/sdcard"))
                stream.send(done.stderr, STDERR)
                stream.end(done.returncode)
                return
        stream.end(0)

    def _tap(self, col_px: int, row_px: int, *, hold: bool) -> None:
        self.taps.append((col_px, row_px, hold))
        self.game.tap(col_px, row_px, hold=hold)
        self.on_tap(len(self.taps))

    def local(self, path: str) -> Path:
        """The file of this machine that stands for one on the phone."""
        return Path(path.replace("/sdcard", str(self.sdcard), 1))


class _Transport:
    """One connection of an adb server."""

    def __init__(self, phone: AdbPhone, connection: socket.socket) -> None:
        self.phone, self._connection = phone, connection
        self._streams: dict[int, _Stream] = {}
        self._lock = threading.Lock()

    def run(self) -> None:
        with suppress(OSError, struct.error), self._connection.makefile("rb") as file:
            while True:  # until it is unplugged
                command, one, two, length, _, _ = struct.unpack("<6I", file.read(24))
                self._handle(command, one, two, file.read(length))

    def send(self, command: int, one: int, two: int, data: bytes = b"") -> None:
        head = struct.pack("<6I", command, one, two, len(data), sum(data) & 0xFFFFFFFF, command ^ 0xFFFFFFFF)
        with self._lock, suppress(OSError):  # unplugged
            self._connection.sendall(head + data)

    def _handle(self, command: int, one: int, two: int, data: bytes) -> None:
        if command in (CNXN, AUTH):
            if self.phone.state == "unauthorized" and (command, one) != (AUTH, PUBLIC_KEY):
                self.send(AUTH, TOKEN, 0, bytes(20))  # then the phone asks its owner
            if self.phone.state != "device":
                return
            banner = (
                f"device::ro.product.name=made;ro.product.model=Made_Phone;features={self.phone.features}"
            )
            self.send(CNXN, VERSION, MAX_DATA, banner.encode())
        elif command == OPEN:
            number = len(self._streams) + 1
            stream = self._streams[number] = _Stream(self, number, one, data.rstrip(b"\0").decode())
            self.send(OKAY, number, one)
            threading.Thread(target=stream.run, daemon=True).start()
        elif two in self._streams:
            stream = self._streams[two]
            if command == WRTE:
                stream.received.put(data)
                self.send(OKAY, two, one)
            elif command == OKAY:
                stream.may_send.put(None)
            elif command == CLSE:
                stream.received.put(b"")
                stream.may_send.put(None)
                stream.is_closed = True


class _Stream:
    """One command, or one session of copying files."""

    def __init__(self, transport: _Transport, own: int, theirs: int, service: str) -> None:
        self._transport, self._own, self._theirs = transport, own, theirs
        self.service = service
        self.received: Queue[bytes] = Queue()
        self.may_send: Queue[None] = Queue()
        self.is_closed = False
        self._rest = b""
        self._is_framed = service.startswith("shell,v2")

    def run(self) -> None:
        kind, _, command = self.service.partition(":")
        with suppress(EOFError):
            if kind == "sync":
                self._copy_files()
                self.end(0)
            else:
                self._transport.phone.run(command, self)

    def send(self, data: bytes, packet: int = STDOUT) -> None:
        """Send what a command prints."""
        for start in range(0, len(data), CHUNK):
            part = data[start : start + CHUNK]
            self._write(struct.pack("<BI", packet, len(part)) + part if self._is_framed else part)

    def end(self, status: int) -> None:
        if self._is_framed:
            self._write(struct.pack("<BIB", EXIT, 1, status))
        self._transport.send(CLSE, self._own, self._theirs)

    def _write(self, data: bytes) -> None:
        if not self.is_closed:
            self._transport.send(WRTE, self._own, self._theirs, data)
            try:
                self.may_send.get(timeout=60)
            except Empty:  # the client went away without a word
                self.is_closed = True

    # ---- Copying files

    def _copy_files(self) -> None:
        while True:
            request, length = struct.unpack("<4sI", self._read(8))
            if request == b"QUIT":
                return
            path = self._read(length).decode()
            if request == b"SEND":
                self._receive_file(self._transport.phone.local(path.rpartition(",")[0]))
            else:
                act = self._stat if request == b"STAT" else self._send_file
                act(self._transport.phone.local(path))

    def _stat(self, path: Path) -> None:
        found = bytes(12)
        with suppress(OSError):
            stated = path.stat()
            found = struct.pack("<3I", stated.st_mode, stated.st_size, int(stated.st_mtime))
        self._write(b"STAT" + found)

    def _send_file(self, path: Path) -> None:
        content = path.read_bytes()
        for start in range(0, len(content), CHUNK):
            part = content[start : start + CHUNK]
            self._write(b"DATA" + struct.pack("<I", len(part)) + part)
        self._write(b"DONE" + bytes(4))

    def _receive_file(self, path: Path) -> None:
        content = b""
        while True:
            kind, length = struct.unpack("<4sI", self._read(8))
            if kind == b"DONE":  # the number is the time of the file
                break
            content += self._read(length)
        path.write_bytes(content)
        self._write(b"OKAY" + bytes(4))

    def _read(self, count: int) -> bytes:
        while len(self._rest) < count:
            try:
                data = self.received.get(timeout=60)
            except Empty:
                data = b""
            if not data:
                raise EOFError
            self._rest += data
        data, self._rest = self._rest[:count], self._rest[count:]
        return data


# ---- The real adb, with a server and a key of its own


@contextmanager
def adb_server(adb: str, home: Path):
    """The environment of an adb whose server runs at a port of its own, as long as this context lasts.

    home : a folder for its key, so that a user's own server and keys are never touched.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    homes = dict.fromkeys(("HOME", "ANDROID_USER_HOME", "TMPDIR"), str(home))
    none = {"ADB_VENDOR_KEYS": "", "ADB_MDNS": "0", "ADB_LOCAL_TRANSPORT_MAX_PORT": "5554"}  # no emulators
    environment = {**os.environ, **homes, **none, "ANDROID_ADB_SERVER_PORT": str(port)}
    environment.pop("ANDROID_SERIAL", None)
    subprocess.run([adb, "start-server"], env=environment, check=True, capture_output=True, timeout=60)
    try:
        yield environment
    finally:
        subprocess.run([adb, "kill-server"], env=environment, check=False, capture_output=True, timeout=60)


def connect(adb: str, phone: AdbPhone, environment: dict[str, str], state: str = "device") -> None:
    """Let adb's server connect to a phone, and wait until it says that it is in this state."""
    subprocess.run(
        [adb, "connect", phone.serial], env=environment, check=False, capture_output=True, timeout=60
    )
    for _ in range(300):
        listed = subprocess.check_output([adb, "devices"], env=environment, text=True, timeout=60)
        if f"{phone.serial}\t{state}" in listed:
            return
        time.sleep(0.1)
    raise AssertionError(f"adb does not list {phone.serial} as {state}: {listed}")
