"""The clipboard: a screenshot that was copied is read from it, and the answer is put there, ready to paste.

On Linux the programs of the desktop do it. On macOS and Windows Pillow reads the clipboard; nothing that is
installed there can put a picture into it, so answers become files.
"""

import io
import os
import sys
from pathlib import Path

from picrosser.answers.answer import is_own_drawing
from picrosser.cli.options import CLIPBOARD
from picrosser.errors import InputUnreadableError, MissingPartError, OutputRefusedError

_WAYLAND = ("wl-paste", "--no-newline", "--type", "image/png"), ("wl-copy", "--type", "image/png")
_X11 = ("xclip", "-selection", "clipboard", "-target", "image/png")
_TIMEOUT_S = 30.0  # the program whose picture was copied has to answer, too


def takes_pictures() -> bool:
    """Whether pictures can be put into the clipboard; an error if there is no program."""
    if _is_read_by_pillow():
        return False
    _programs()
    return True


def _is_read_by_pillow() -> bool:
    return sys.platform in ("darwin", "win32")


def clipboard_picture() -> bytes:
    """The file of the picture in the clipboard; an error if it holds none, or an answer of ours."""
    data = _grabbed() if _is_read_by_pillow() else _pasted(_programs()[0])
    if not data:
        raise InputUnreadableError("it holds no picture", "copy the screenshot first")
    if is_own_drawing(data):
        raise InputUnreadableError("it holds an answer that picrosser drew", "copy the screenshot")
    return data


def copy_to_clipboard(png: bytes) -> None:
    import subprocess  # 5 ms, and few runs need it

    program, nowhere = _programs()[1], subprocess.DEVNULL
    try:
        # Both programs stay in the background for as long as the picture may be pasted; a pipe for their
        # messages would stay open as long.
        subprocess.run(program, input=png, stdout=nowhere, stderr=nowhere, timeout=_TIMEOUT_S, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        seen = f"cannot write to {CLIPBOARD}: {program[0]} failed"
        raise OutputRefusedError(seen, "give a file with -o") from error


def _programs() -> tuple[tuple[str, ...], tuple[str, ...]]:
    import shutil

    is_wayland = bool(os.environ.get("WAYLAND_DISPLAY"))
    if is_wayland and shutil.which("wl-paste") and shutil.which("wl-copy"):
        return _WAYLAND
    if shutil.which("xclip"):  # works on Wayland, too, if XWayland runs
        return (*_X11, "-out"), _X11
    package = "wl-clipboard" if is_wayland else "xclip"
    advice = f"install {package} with the package manager of your system"
    raise MissingPartError("there is no program for the clipboard", advice)


def _pasted(program: tuple[str, ...]) -> bytes:
    import subprocess

    try:
        done = subprocess.run(program, capture_output=True, timeout=_TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputUnreadableError(f"it cannot be read: {program[0]} failed ({error})") from error
    return b"" if done.returncode else done.stdout


def _grabbed() -> bytes:
    """The picture that Pillow finds in the clipboard, as PNG; of copied files the first one."""
    from PIL import ImageGrab

    found = ImageGrab.grabclipboard()
    if isinstance(found, list):
        return Path(found[0]).read_bytes()
    if found is None:
        return b""
    png = io.BytesIO()
    found.save(png, "PNG")
    return png.getvalue()
