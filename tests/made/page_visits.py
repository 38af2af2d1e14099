"""The page for phones in a real browser, in front of a real server: what tests do with both."""

import io
import json
import subprocess
import urllib.request
from base64 import b64decode
from pathlib import Path
from typing import Any

from own_process import ROOT, command
from PIL import Image

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
START_MS, ANSWER_MS = 60_000, 60_000
"""Long, since other work may keep the machine busy: how fast anything is shows nothing here."""


class Server:
    """`picrosser serve` in a process of its own, which tests may kill and start again at the same address."""

    def __init__(self) -> None:
        self.port = "0"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it tells its address."""
        words = command("serve", "--port", self.port, "--jobs", 1)
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
        )
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), "the server did not start"
        self.port = self.address.rstrip("/").rpartition(":")[2]

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def hints(self, png: bytes) -> list[dict[str, Any]]:
        """What the server says about the hints of a picture, without a browser."""
        with urllib.request.urlopen(urllib.request.Request(f"{self.address}api/read", data=png)) as answer:
            return json.load(answer)["hints"]


class Visit:
    """The page in a browser, with what tests do on it again and again.

    api_calls : the addresses that pictures were sent to, in order.
    complaints : errors of scripts, and what the browser blocked or warned of.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.api_calls: list[str] = []
        self.complaints: list[str] = []
        page.set_default_timeout(START_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None,
        )
        page.on("request", self._note)

    def _note(self, request: Any) -> None:
        if request.method == "POST":
            self.api_calls.append(request.url.partition("/api/")[2])

    def give(self, *pictures: Path | bytes) -> None:
        """Choose pictures, and wait for the answer to the first one."""
        files = [
            str(each)
            if isinstance(each, Path)
            else {"name": f"{at}.png", "mimeType": "image/png", "buffer": each}
            for at, each in enumerate(pictures)
        ]
        before = self.page.locator("#shelf button").count()
        self.page.set_input_files("#files", files)
        self.page.wait_for_selector("#work:not([hidden])")
        if before:
            self.page.wait_for_function(f"() => document.querySelectorAll('#shelf button').length > {before}")
        self.wait()

    def press(self, action: str) -> None:
        """Press one of the four buttons, and wait for the answer."""
        self.click(f"[data-action={action}]")

    def click(self, selector: str) -> None:
        """Click on something that makes the page ask, and wait for the answer."""
        self.page.click(selector)
        self.wait()

    def wait(self) -> None:
        """Wait until the picture on the screen has its answer, and shows it."""
        self.page.wait_for_function(
            """() => document.getElementById("progress").hidden
                && document.getElementById("headline").textContent !== ''
                && document.getElementById("stage").ariaBusy === 'false'""",
            timeout=ANSWER_MS,
        )

    @property
    def headline(self) -> str:
        return str(self.page.text_content("#headline"))

    @property
    def detail(self) -> str:
        return str(self.page.text_content("#detail"))

    def tap(self, hint: Any) -> None:
        """Tap the middle of a hint in the picture, as a finger would."""
        box = hint.bounding_box()
        at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if self.page.evaluate("navigator.maxTouchPoints"):
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)
        self.page.wait_for_selector("#correct[open]")

    def pixels(self, selector: str) -> Image.Image:
        """What an image of the page holds, in its own pixels."""
        data = self.page.evaluate(
            """(selector) => {
                const image = document.querySelector(selector);
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
                canvas.getContext("2d").drawImage(image, 0, 0);
                return canvas.toDataURL().split(",")[1];
            }""",
            selector,
        )
        return Image.open(io.BytesIO(b64decode(data))).convert("RGB")
