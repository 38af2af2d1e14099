"""The recorded stages in, one HTML page to look through them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem; max-width: 100rem;
  background: light-dark(#f4f3f1, #1b1b1d); color: light-dark(#222, #ddd); }
h1 { font-size: 1.3rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
.error { white-space: pre-wrap; overflow-wrap: anywhere; background: light-dark(#fde8e6, #4a2320);
  border-left: 4px solid #c8372d; padding: .75rem 1rem; border-radius: 4px;
  font: 13px/1.4 ui-monospace, monospace; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 28rem), 1fr)); gap: 1rem;
  align-items: start; }
figure { margin: 0; background: light-dark(#fff, #262629); border-radius: 8px; overflow: hidden;
  box-shadow: 0 1px 3px rgb(0 0 0 / .2); }
figure > a { display: block; background: light-dark(#e6e4e0, #111); }
img { display: block; width: 100%; height: 34rem; object-fit: contain; }
.none { padding: 2rem 1rem; text-align: center; opacity: .6; }
figcaption { padding: .6rem .8rem; font-weight: 600; }
details { padding: 0 .8rem .7rem; }
summary { cursor: pointer; opacity: .75; }
pre { font: 12px/1.35 ui-monospace, monospace; overflow: auto; max-height: 24rem; margin: .4rem 0 0; }
"""


@dataclass(frozen=True, slots=True)
class Section:
    """One stage on the page.

    title : the caption.
    picture : the name of the picture's file, "" if there is none.
    facts : the JSON text.
    """

    title: str
    picture: str
    facts: str


def page(name: str, sections: Sequence[Section], error: str = "") -> str:
    """Write the page; it needs nothing but the pictures beside it."""
    failure = f'<p class="error">{escape(error)}</p>' if error else ""
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>picrosser: {escape(name)}</title>
<style>{_STYLE}</style>
<h1>picrosser: {escape(name)}</h1>
{failure}
<main>
{"".join(_figure(section) for section in sections)}</main>
</html>
"""


def _figure(section: Section) -> str:
    title, picture = escape(section.title), escape(section.picture)
    shown = (
        f'<a href="{picture}"><img src="{picture}" alt="{title}" loading="lazy"></a>'
        if picture
        else '<p class="none">no picture</p>'
    )
    return f"""<figure>
{shown}
<figcaption>{title}</figcaption>
<details><summary>numbers</summary><pre>{escape(section.facts)}</pre></details>
</figure>
"""
