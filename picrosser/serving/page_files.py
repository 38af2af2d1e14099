"""The files of the page: read once when the server starts, and found by their names alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""Of the files that are served, by suffix; others in the folder are not."""
INDEX = "index.html"
AT_ROOT = ("sw.js", "manifest.webmanifest")
"""Served at the root: a service worker rules over the folder from which it comes."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """content : its bytes. media_type : for the header Content-Type. tag : for the header ETag."""

    content: bytes
    media_type: str
    tag: str


def load_page() -> dict[str, PageFile]:
    """The files by name, those in a folder as `folder/name`."""
    return dict(_files(files("picrosser.serving") / "page", ""))


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, PageFile]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
            continue
        media_type = MEDIA_TYPES.get("." + entry.name.rpartition(".")[2])
        if media_type is not None:
            content = entry.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
            yield prefix + entry.name, PageFile(content, media_type, tag)
