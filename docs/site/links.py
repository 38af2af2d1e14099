"""Hooks of mkdocs: README.md is the site's first page, and links that leave docs/ lead to copies.

The pages are written for GitHub, where `../picrosser/errors.py` is a link like any other. A site holds only
what lies in docs/. So each file that a page links to is copied into the site's folder `source`, as `.txt`,
which every browser shows. A link to a folder leads to a list of its files.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = {"README.md": "index.md", "CHANGELOG.md": "changelog.md"}
SHOWN_AS_THEY_ARE = {".png", ".gif"}
# A link's end: "](", the place, and perhaps an anchor.
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)((?:#[^)]*)?)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add README.md, CHANGELOG.md and all files outside docs/ to which a page links."""
    pages = [*DOCS.glob("*.md"), *(ROOT / name for name in PAGES)]
    texts = {page: page.read_text(encoding="utf-8") for page in pages}
    for name, uri in PAGES.items():
        files.append(File.generated(config, uri, content=with_site_links(texts[ROOT / name], ROOT)))
    targets = {
        (page.parent / match[1]).resolve() for page, text in texts.items() for match in LINK.finditer(text)
    }
    for target in sorted(targets):
        if target.is_relative_to(DOCS) or str(target.relative_to(ROOT)) in PAGES:
            continue
        if target.is_dir():
            listing = "".join(
                f"{path.relative_to(ROOT)}\n" for path in sorted(target.iterdir()) if path.is_file()
            )
            files.append(File.generated(config, site_uri(target), content=listing))
        else:
            files.append(File.generated(config, site_uri(target), abs_src_path=str(target)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Lead the links of a page in docs/ to where the files are in the site."""
    added = page.file.src_uri in PAGES.values()
    return markdown if added else with_site_links(markdown, DOCS)


def with_site_links(markdown: str, folder: Path) -> str:
    """The text of a page that lies in `folder`, with links as they are in the site's first folder."""
    return LINK.sub(lambda match: f"]({site_uri((folder / match[1]).resolve())}{match[2]})", markdown)


def site_uri(target: Path) -> str:
    """Where a file of the project lies in the site."""
    if target == DOCS:
        return PAGES["README.md"]
    if target.is_relative_to(DOCS):
        return target.relative_to(DOCS).as_posix()
    path = target.relative_to(ROOT).as_posix()
    if path in PAGES:
        return PAGES[path]
    return f"source/{path}" if target.suffix in SHOWN_AS_THEY_ARE else f"source/{path}.txt"
