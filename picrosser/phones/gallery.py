"""The phone's pictures: the screenshots that its player takes, and answers that go into its gallery."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from picrosser.phones.adb import Phone, PhoneError

SCREENSHOTS = ("/sdcard/Pictures/Screenshots", "/sdcard/DCIM/Screenshots")
"""Where phones put the screenshots that are taken on them, by maker."""
ANSWERS = "/sdcard/Pictures/picrosser"
"""Where answers go: a folder in Pictures is an album of the gallery."""
MAX_NAMES = 100  # tried for an answer whose name is taken


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A screenshot in the phone's folder; one that has changed is another.

    path : on the phone. size : in bytes. time_s : of its last change.
    """

    path: str
    size: int
    time_s: int

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]


def taken_screenshots(phone: Phone, suffixes: tuple[str, ...]) -> set[Screenshot]:
    """Return the screenshots that are in the phone's folders now, also those that are still being written.

    suffixes : of pictures, in lower case.
    """
    patterns = " ".join(f"{folder}/*" for folder in SCREENSHOTS)
    said = phone.shell(f"stat -c '%s %Y %n' {patterns} 2>/dev/null")
    return {found for line in said.splitlines() if (found := _found(line, suffixes)) is not None}


def _found(line: str, suffixes: tuple[str, ...]) -> Screenshot | None:
    size, _, rest = line.strip().partition(" ")
    time_s, _, path = rest.partition(" ")
    if not (size.isdigit() and time_s.isdigit() and path.lower().endswith(suffixes)):
        return None
    return Screenshot(path, int(size), int(time_s))


def add_to_gallery(phone: Phone, picture: Path, stem: str) -> str:
    """Put a picture into the phone's gallery, under a name that no file there has; return its path there.

    picture : the file on this computer. stem : the name that it gets, without suffix, if that is free.

    Raises
    ------
    PhoneError : the phone is not there, or has no room for it.
    """
    part = f"{ANSWERS}/.{stem}.part"  # a hidden file, which no gallery shows half-written
    phone.shell(f"mkdir -p {shlex.quote(ANSWERS)}")
    phone.push(picture, part)
    for number in count(1):
        ending = "" if number == 1 else f"-{number}"
        path = f"{ANSWERS}/{stem}{ending}{picture.suffix}"
        old, new = shlex.quote(part), shlex.quote(path)
        # mv -n replaces nothing, and says nothing if it did not move the file.
        if "moved" in phone.shell(f"mv -n {old} {new}; [ -e {old} ] || echo moved"):
            break
        if number == MAX_NAMES:
            phone.shell(f"rm -f {old}")
            raise PhoneError(f"the answer could not be put into {ANSWERS}", "make room on the phone")
    scan = shlex.quote(f"file://{path}")
    phone.shell(f"am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d {scan}")
    return path
