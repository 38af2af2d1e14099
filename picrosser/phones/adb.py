"""The phone, its screen and its pictures, reached through `adb`, the program that Google provides for this.

Each call runs the program once, with a time limit. What adb says when something fails depends on its version,
so after a failure the list of phones is asked for, and the message says what became of this one.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Self

from picrosser.errors import ExitCode, MissingPartError, PicrosserError, UsageError
from picrosser.imaging.loading import load_picture
from picrosser.imaging.pixels import RGB

READY = "device"  # what adb calls a phone that can be used
SCREENSHOTS = ("/sdcard/Pictures/Screenshots", "/sdcard/DCIM/Screenshots")  # by maker
ANSWERS = "/sdcard/Pictures/picrosser"  # a folder in Pictures is an album of the gallery
MAX_NAMES = 100  # tried for an answer whose name is taken
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
LIMIT_S = 30.0  # for one call; a screenshot of a slow phone takes two seconds
HOLD_MS = 700  # of a long press; Android counts from 400 or 500 on, up to 1000 if the user asks for it
# "Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"", say.
_DISPLAY = re.compile(r'^Display ([0-9]+) (?:.*displayName="([^"]*)")?', re.MULTILINE)
_STATED = re.compile(r"^\s*([0-9]+) ([0-9]+) (.*\S)", re.MULTILINE)  # size, time and path of a file
_EVENTS = "getevent -ql"  # print every event of every input device, its parts in words
_OF_TOUCH = (b"ABS_MT_", b"BTN_TOUCH")

_ADVICE = {
    "unauthorized": "unlock the phone, and allow USB debugging for this computer",
    "authorizing": "unlock the phone, and allow USB debugging for this computer",
    "offline": "unplug it and plug it in again; wake the phone",
    "no permissions": "let your user use it: install the package android-sdk-platform-tools-common, "
    "then plug it in again",
}
_CONNECT = "plug it in, allow USB debugging in its developer options, and see what 'adb devices' says"


class PhoneError(PicrosserError):
    """The phone is not there, does not let itself be used, or was unplugged."""

    exit_code = ExitCode.INPUT_UNREADABLE


@dataclass(frozen=True, slots=True)
class Listed:
    """A phone in the list of `adb devices`; `state` is READY, or why it cannot be used ("offline", say)."""

    serial: str
    state: str
    model: str = ""

    def __str__(self) -> str:
        told = ", ".join(word for word in (self.model, "" if self.state == READY else self.state) if word)
        return f"{self.serial} ({told})" if told else self.serial


def find_adb() -> str:
    """Return the path of the program; an error if it is not installed."""
    program = shutil.which("adb")
    if program is None:
        raise MissingPartError(
            "a phone is reached through adb, which is not installed",
            "install it: 'apt install adb' on Debian and Ubuntu, 'brew install android-platform-tools' on "
            "macOS, else from https://developer.android.com/tools/releases/platform-tools",
        )
    return program


def connected_phones(program: str) -> list[Listed]:
    """Return all phones that adb knows of, also those that cannot be used now."""
    done = _run([program, "devices", "-l"])
    if done.returncode:
        raise PhoneError(f"adb does not work: {_last_line(done.stderr or done.stdout)}", "try 'adb devices'")
    lines = done.stdout.decode(errors="replace").splitlines()
    return [_listed(line) for line in lines if line.strip() and not line.startswith(("List of", "*"))]


def _listed(line: str) -> Listed:
    serial, *words = line.split()
    model = next((word.removeprefix("model:") for word in words if word.startswith("model:")), "")
    state = "no permissions" if words[:2] == ["no", "permissions"] else "".join(words[:1])
    return Listed(serial, state, model.replace("_", " "))


def choose_phone(program: str, serial: str = "") -> Phone:
    """Return the only phone that is connected, or the one with this serial number; an error if there is none.

    serial : "" for that of the variable ANDROID_SERIAL, which adb itself heeds, too.
    """
    serial = serial or os.environ.get("ANDROID_SERIAL", "")
    known = connected_phones(program)
    listed = ", ".join(map(str, known))
    phones = [phone for phone in known if serial in ("", phone.serial)]
    if not phones:
        seen = f"the phone {serial} is not connected" if serial else "no phone is connected"
        raise PhoneError(seen, f"connected: {listed}" if listed else _CONNECT)
    if len(phones) > 1:
        raise UsageError(
            f"{len(phones)} phones are connected: {listed}", f"choose one: --serial {phones[0].serial}"
        )
    [phone] = phones
    if phone.state != READY:
        raise _unusable(phone)
    return Phone(program, phone.serial)


def _unusable(phone: Listed) -> PhoneError:
    return PhoneError(f"the phone {phone.serial} is {phone.state}", _ADVICE.get(phone.state, _CONNECT))


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that could be used when it was chosen. Each method raises PhoneError when it no longer can."""

    program: str
    serial: str

    def screenshot(self, display: str = "", tell: Callable[[str], object] = lambda _: None) -> bytes:
        """Return what a display shows, as the bytes of a PNG file.

        display : its number, as `displays` lists them; "" for the first one.
        tell : called with a line that lists them, if there are several and none was chosen.
        """
        if display and display not in (known := self.displays()):
            told = f"it has {_displays_words(known)}" if known else "leave --display out"
            raise PhoneError(f"the phone {self.serial} has no display {display!r}", told)
        chosen = ["-d", display] if display else []
        said = self._call(["exec-out", "screencap", "-p", *chosen]).stdout
        start = said.find(PNG_SIGNATURE)  # phones with two screens print a warning before it
        if start and not display and len(known := self.displays()) > 1:
            tell(f"the phone has {_displays_words(known)}; choose one with --display")
        if start < 0 or b"IEND" not in said[-12:]:
            raise self._failure("it sent no whole screenshot")
        return said[start:]

    def displays(self) -> dict[str, str]:
        """Its displays: their names by their numbers; none if it does not tell them (before Android 10)."""
        return dict(_DISPLAY.findall(self.shell("dumpsys SurfaceFlinger --display-id")))

    def tap(self, row_px: int, col_px: int, *, hold: bool = False) -> None:
        """Tap a place on the screen, in the pixels of a screenshot; with `hold`, press it for a while."""
        place = f"{col_px} {row_px}"
        said = self.shell(f"input swipe {place} {place} {HOLD_MS}" if hold else f"input tap {place}")
        if "INJECT_EVENTS" in said or "SecurityException" in said:
            advice = "in its developer options, also allow 'USB debugging (security settings)'"
            raise PhoneError("the phone does not let adb tap", advice)

    def shell(self, command: str) -> str:
        """Run a command on the phone, and return all that it prints. Not all phones tell whether it fails."""
        done = self._call(["shell", command], may_fail=True)
        said = (done.stdout + done.stderr).decode(errors="replace")
        if done.returncode and done.stderr.lstrip().startswith((b"error:", b"adb:", b"* ")):  # adb itself
            raise self._failure(_last_line(done.stderr))
        return said

    def pull(self, remote: str, local: Path) -> None:
        self._call(["pull", remote, str(local)])

    def push(self, local: Path, remote: str) -> None:
        """Copy a file to the phone; one of the same name there is replaced."""
        self._call(["push", str(local), remote])

    def stream(self, command: str) -> subprocess.Popen[bytes]:
        """Start a command at a terminal of the phone, so that each line comes at once; the caller ends it."""
        return subprocess.Popen(
            [self.program, "-s", self.serial, "shell", "-tt", command],
            stdin=subprocess.PIPE,  # were it closed, the command would end
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def _call(self, words: Sequence[str], *, may_fail: bool = False) -> subprocess.CompletedProcess[bytes]:
        try:
            done = _run([self.program, "-s", self.serial, *words])
        except PhoneError as late:
            raise self._failure(late.seen) from None
        if done.returncode and not may_fail:
            raise self._failure(_last_line(done.stderr or done.stdout))
        return done

    def _failure(self, seen: str) -> PhoneError:
        """What became of the phone, after a call has failed."""
        phones = {phone.serial: phone for phone in connected_phones(self.program)}
        if self.serial not in phones:
            return PhoneError(f"the phone {self.serial} was unplugged", "plug it in, and try again")
        if phones[self.serial].state != READY:
            return _unusable(phones[self.serial])
        seen = f"the phone {self.serial} did not do what it was asked: {seen}"
        return PhoneError(seen, "wake it, try again")


class PhoneScreen:
    """The screen of a phone; touches are heard as long as this context lasts.

    `getevent` prints what the touch screen itself reports, so not the taps that adb sends. Where a phone does
    not let adb run it, only the pictures tell that the player has done something.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone, self.tap = phone, phone.tap
        self._last_touch: float | None = None

    def __enter__(self) -> Self:
        self._heard = self._phone.stream(_EVENTS)
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._heard as heard:  # whose end closes its pipes
            heard.kill()
            self._listener.join()

    def look(self) -> RGB:
        """A screenshot, (H, W, 3) uint8, in the colours of its file."""
        return load_picture(self._phone.screenshot()).image

    def touched(self, seconds: float) -> bool:
        """Whether the player has touched the screen in the last so many seconds."""
        return self._last_touch is not None and time.monotonic() - self._last_touch <= seconds

    def _listen(self) -> None:
        assert self._heard.stdout is not None
        for line in self._heard.stdout:
            if any(word in line for word in _OF_TOUCH):
                self._last_touch = time.monotonic()


def _displays_words(known: dict[str, str]) -> str:
    listed = ", ".join(f"{number} ({name})" if name else number for number, name in known.items())
    return f"{len(known)} displays: {listed}" if len(known) > 1 else f"one display: {listed}"


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        seen = f"no answer for {LIMIT_S:.0f} seconds"
        raise PhoneError(seen, "wake the phone, or plug it in again") from None
    except OSError as error:
        raise PhoneError(f"adb cannot be run: {(error.strerror or str(error)).lower()}") from error


def _last_line(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1].strip() if lines else "it says nothing"


# ---- Its pictures: the screenshots that its player takes, and answers that go into its gallery


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A screenshot in the phone's folder; one that has changed is another."""

    path: str
    size: int
    time_s: int  # of its last change

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


def taken_screenshots(phone: Phone, suffixes: tuple[str, ...]) -> set[Screenshot]:
    """Return the screenshots that are in the phone's folders now, also those that are still being written."""
    patterns = " ".join(f"{folder}/*" for folder in SCREENSHOTS)
    said = phone.shell(f"stat -c '%s %Y %n' {patterns} 2>/dev/null")
    return {
        Screenshot(path, int(size), int(time_s))
        for size, time_s, path in _STATED.findall(said)
        if path.lower().endswith(suffixes)
    }


def add_to_gallery(phone: Phone, picture: Path, stem: str) -> str:
    """Put a picture into the phone's gallery, under a name that no file there has; return its path there.

    stem : the name that it gets, without suffix, if that is free.
    """
    part = f"{ANSWERS}/.{stem}.part"  # a hidden file, which no gallery shows half-written
    phone.shell(f"mkdir -p {shlex.quote(ANSWERS)}")
    phone.push(picture, part)
    old = shlex.quote(part)
    for number in range(1, MAX_NAMES + 1):
        ending = "" if number == 1 else f"-{number}"
        path = f"{ANSWERS}/{stem}{ending}{picture.suffix}"
        # mv -n replaces nothing, and says nothing if it did not move the file.
        if "moved" in phone.shell(f"mv -n {old} {shlex.quote(path)}; [ -e {old} ] || echo moved"):
            break
    else:
        phone.shell(f"rm -f {old}")
        raise PhoneError(f"the answer could not be put into {ANSWERS}", "make room on the phone")
    scan = shlex.quote(f"file://{path}")
    phone.shell(f"am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d {scan}")
    return path
