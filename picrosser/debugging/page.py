"""The page of a debug folder: the verdict first, then each stage with a sentence, its picture and its tables.

It needs nothing but the pictures beside it, and can be read on a phone. Whatever comes from the picture or
from the command line is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from picrosser.debugging.explanation import Explanation, Note, Table
from picrosser.errors import ExitCode
from picrosser.puzzles.picture import Colour

MAX_REASONS = (
    4  # for which a board was rejected, best candidates first: the verdict stays on the first screen
)
MAX_OPEN_ROWS = 12  # longer tables are folded, so that the next stage is not far away
_STYLE = """
:root { color-scheme: light dark; --card: light-dark(#fff, #232326); --line: light-dark(#e2e0dc, #3a3a3e);
  --good: light-dark(#00702f, #52c983); --weak: light-dark(#8a6000, #e0b34a);
  --bad: light-dark(#b3141c, #ff8a84);
  --quiet: light-dark(#65625d, #a5a3a0); }
* { box-sizing: border-box; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; padding: 12px; max-width: 100rem;
  background: light-dark(#f4f3f1, #151517); color: light-dark(#222, #e4e2df); }
a { color: light-dark(#1559b8, #8ab8ff); }
header { padding: .5rem 0 1rem; overflow-wrap: anywhere; }
header p { margin: .4rem 0; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .1rem 0 .4rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
.eyebrow { color: var(--quiet); font-size: .85rem; margin: 0; }
.verdict { font-size: 1.2rem; }
.good { color: var(--good); } .weak { color: var(--weak); } .bad { color: var(--bad); }
nav ol { display: flex; flex-wrap: wrap; gap: .3rem .9rem; margin: .6rem 0 0; padding: 0; list-style: none; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: 1rem;
  align-items: start; }
section { background: var(--card); border-radius: 10px; overflow: hidden; min-width: 0;
  border: 1px solid var(--line); }
section > div { padding: .8rem 1rem; overflow-wrap: anywhere; }
section p { margin: .3rem 0 0; }
img { display: block; width: 100%; height: auto; max-width: 45rem; margin: 0 auto; background: #faf9f7; }
ul.notes { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .5rem 0 0; padding: 0; list-style: none; }
.swatch { display: inline-block; width: .8em; height: .8em; margin-right: .4em; border: 1px solid #777; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; overflow-wrap: normal; padding: .2rem .7rem .2rem 0;
  border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--quiet); }
header ul { margin: .3rem 0; padding-left: 1.2rem; }
td:last-child { min-width: 11rem; white-space: normal; }
summary { cursor: pointer; padding: .3rem 0; }
pre { font: 12px/1.4 ui-monospace, monospace; overflow: auto; max-height: 24rem; margin: .4rem 0 0; }
"""


_HEADS = {
    ExitCode.OK: "Done",
    ExitCode.DOUBTFUL: "In doubt",
    ExitCode.NO_SOLUTION: "No solution",
    ExitCode.SEVERAL_SOLUTIONS: "Several solutions",
    ExitCode.MISTAKES: "Mistakes found",
    ExitCode.GAVE_UP: "Gave up",
    ExitCode.INTERNAL: "Error in picrosser",
}
_NOT_READ = {ExitCode.NO_PUZZLE, ExitCode.DOUBTFUL}  # exit statuses that the rejected boards may explain


@dataclass(frozen=True, slots=True)
class Section:
    """One stage on the page.

    family : the kind of puzzle that was tried, "" where that says nothing.
    picture, size_px : the picture's file, "" if there is none, and its width and height.
    numbers, numbers_file : the JSON text and its file, "" if there is none.
    """

    family: str
    title: str
    shown: Explanation
    picture: str
    size_px: tuple[int, int]
    numbers: str
    numbers_file: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the run ended.

    text : what the command line says.
    trace : the traceback of an error, "" if none was raised.
    """

    text: str
    exit_code: ExitCode = ExitCode.OK
    trace: str = ""

    @property
    def head(self) -> str:
        """The verdict in one to three words."""
        if self.trace and self.exit_code is not ExitCode.INTERNAL:
            return "Refused"
        return _HEADS.get(self.exit_code, "Refused")


def page(name: str, sections: Sequence[Section], verdict: Verdict | None) -> str:
    """Write the page.

    name : of the folder.
    verdict : None while the run goes on.

    Bytes in names of files that are not UTF-8 are spelt out, since UTF-8 cannot hold them: `\\udcff`.
    """
    stages = "\n".join(_stage(number, section) for number, section in enumerate(sections))
    text = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>picrosser: {escape(name)}</title>
<style>{_STYLE}</style>
{_head(name, sections, verdict)}
<main>
{stages}
</main>
</html>
"""
    return text.encode("utf-8", "backslashreplace").decode()


def _head(name: str, sections: Sequence[Section], verdict: Verdict | None) -> str:
    """Return the verdict, the reasons of a refusal, and links to the stages."""
    last = len(sections) - 1
    parts = [f'<p class="eyebrow">picrosser, {escape(name)}</p>']
    if verdict is None:
        parts += [
            "<h1>Not finished</h1>",
            '<p class="verdict">The run goes on, or it was stopped after the last stage below.</p>',
        ]
    else:
        tone = "good" if verdict.exit_code is ExitCode.OK else "bad"
        parts += [
            f'<h1 class="{tone}">{escape(verdict.head)}</h1>',
            f'<p class="verdict">{escape(verdict.text)}</p>',
        ]
    if verdict is not None and verdict.exit_code in _NOT_READ:
        reasons = list(dict.fromkeys(reason for section in sections for reason in section.shown.why_refused))
        if reasons:
            more = [f"and {len(reasons) - MAX_REASONS} more"] if len(reasons) > MAX_REASONS else []
            listed = "".join(f"<li>{escape(reason)}</li>" for reason in [*reasons[:MAX_REASONS], *more])
            parts.append(f"<h3>Boards that were rejected</h3><ul>{listed}</ul>")
        if last:
            link = f'<a href="#stage-{last}">{last}, {escape(sections[last].title)}</a>'
            parts.append(f"<p>The last stage that ended: {link}.</p>")
    if verdict is not None and verdict.trace:
        trace = escape(verdict.trace)
        parts.append(f"<details><summary>Where the program stopped</summary><pre>{trace}</pre></details>")
    links = "".join(
        f'<li><a href="#stage-{number}">{number} {escape(section.title)}</a></li>'
        for number, section in enumerate(sections)
    )
    return f"<header>\n{chr(10).join(parts)}\n<nav><ol>{links}</ol></nav>\n</header>"


def _stage(number: int, section: Section) -> str:
    title, shown = escape(section.title), section.shown
    eyebrow = f"{number} · {escape(section.family)}" if section.family else str(number)
    notes = "".join(map(_note, shown.notes))
    parts = [
        f'<div><p class="eyebrow">{eyebrow}</p><h2>{title}</h2><p>{escape(shown.sentence)}</p>',
        f'<ul class="notes">{notes}</ul></div>' if notes else "</div>",
    ]
    if section.picture:
        picture, (width, height) = escape(section.picture), section.size_px
        parts.append(
            f'<a href="{picture}"><img src="{picture}" alt="{title}" width="{width}" height="{height}" '
            f'loading="lazy"></a>'
        )
    tables = "".join(map(_table, shown.tables))
    if section.numbers:
        file = escape(section.numbers_file)
        tables += (
            f'<details><summary>All numbers</summary><a href="{file}">{file}</a>'
            f"<pre>{escape(section.numbers)}</pre></details>"
        )
    if tables:
        parts.append(f"<div>{tables}</div>")
    return f'<section id="stage-{number}">{"".join(parts)}</section>'


def _note(note: Note) -> str:
    swatch = (
        "" if note.swatch is None else f'<span class="swatch" style="background:{_css(note.swatch)}"></span>'
    )
    tone = f' class="{note.tone}"' if note.tone else ""
    return f"<li{tone}>{swatch}{escape(note.text)}</li>"


def _table(table: Table) -> str:
    if not table.rows:
        return ""
    tones = table.tones or ("",) * len(table.rows)
    head = "".join(f"<th>{escape(text)}</th>" for text in table.head)
    rows = "".join(
        f'<tr class="{tone}">{"".join(f"<td>{escape(text)}</td>" for text in row)}</tr>'
        for row, tone in zip(table.rows, tones, strict=True)
    )
    title = escape(table.title)
    whole = f'<div class="table"><table><tr>{head}</tr>{rows}</table></div>'
    if len(table.rows) > MAX_OPEN_ROWS:
        return f"<details><summary>{title}, {len(table.rows)} rows</summary>{whole}</details>"
    return f"<h3>{title}</h3>{whole}"


def _css(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
