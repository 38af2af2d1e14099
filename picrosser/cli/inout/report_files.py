"""`--report FILE`: a row for each input, written as the work goes on, so that thousands need no memory.

The rows go to a temporary file, which takes the report's name when the run ends, also by Ctrl-C: nobody finds
half a report. A page (.html) shows small pictures from a folder beside it; it runs no scripts and asks nobody
else for anything.
"""

import csv
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from html import escape
from io import BytesIO, StringIO
from pathlib import Path
from urllib.parse import quote

from picrosser.cli.inout.inputs import first_bytes
from picrosser.cli.inout.report import Report, print_message, printable, reason_of
from picrosser.cli.options import Options, refuse_existing
from picrosser.errors import OutputRefusedError, PicrosserError, UsageError
from picrosser.solving.outcome import counted
from picrosser.storage.atomic import put_in_place

COLUMNS = ("input", "exit", "verdict", "doubts", "seconds", "output")
SMALL_PX = 160  # the longer side of a small picture
_QUALITY = 70  # of its JPEG: about 4 kB
_MAX_DOUBTS = 5  # that a row names; it says how many there are
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would calculate what begins with these

_HEAD = Path(__file__).with_name("report_head.html").read_text(encoding="utf-8")


@contextmanager
def reported(
    reports: Iterable[Report], answered: Sequence[Report], options: Options, keys: Sequence[str]
) -> Iterator[Iterator[Report]]:
    """Write a row for each report that is taken from the iterator which this context yields.

    A report that cannot be written any more (a full disk) is told about once; the work goes on without it.
    answered : what earlier runs have answered; these rows come first. keys : as in `Report.json_line`.
    """
    place = Path(options.report)
    form = _FORMS.get(place.suffix.lower())
    if form is None:
        raise UsageError(f"cannot tell the format of the report {place}", f"name it *{' or *'.join(_FORMS)}")
    rows = form(place, keys)
    force = options.force or (options.skip_existing and _is_report(place))
    refuse_existing(options.report, force=force)
    if isinstance(rows, _PageRows):
        refuse_existing(str(rows.pictures), force=force)
    unfinished = place.with_name(f".picrosser-{os.urandom(8).hex()}.tmp")  # another run may write there, too
    try:
        file = unfinished.open("x", buffering=1, encoding="utf-8", newline="")  # each row is written at once
    except OSError as error:
        raise _unwritable(place, error) from error

    def unless_broken(work: Callable[[], object]) -> None:
        if file.closed:
            return
        try:
            work()
        except OSError as error:
            print_message(f"picrosser: {_unwritable(place, error)}; the work goes on without it")
            with suppress(OSError):  # it tries to write what is left
                file.close()

    def written() -> Iterator[Report]:
        unless_broken(lambda: file.write(rows.begin + "".join(map(rows.row, answered))))
        for report in reports:
            unless_broken(partial(file.write, rows.row(report)))
            yield report

    try:
        yield written()
    finally:  # also after Ctrl-C: what is done is in the report
        unless_broken(lambda: file.write(rows.end))
        unless_broken(lambda: put_in_place(file, place, force=force))
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _unwritable(place: Path, error: OSError) -> OutputRefusedError:
    return OutputRefusedError(f"cannot write the report {place}: {reason_of(error)}")


def _is_report(place: Path) -> bool:
    """Whether a file is a report; the .jsonl of a run that was ended before its first answer is empty."""
    head = first_bytes(str(place), len(_HEAD)).decode("utf-8", "replace")
    begins = _HEAD[: _HEAD.index("<title>")], ",".join(COLUMNS), '{"schema": "picrosser/'
    return head.startswith(begins) or (place.is_file() and not head)


# ---- The rows of each form


class _Rows:
    """The rows of a report as text, and what stands before and after them; here the objects of --json."""

    begin = end = ""

    def __init__(self, place: Path, keys: Sequence[str]) -> None:
        self._place, self._keys = place, keys
        self._count = self._failed = 0

    def row(self, report: Report) -> str:
        return report.json_line(self._keys) + "\n"


class _CsvRows(_Rows):
    begin = ",".join(COLUMNS) + "\r\n"

    def row(self, report: Report) -> str:
        code, doubts = str(int(report.exit_code)), "; ".join(_doubts(report))
        words = (report.name, code, report.verdict, doubts, _seconds(report), report.written)
        line, cells = StringIO(), map(printable, words)
        csv.writer(line).writerow(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells)
        return line.getvalue()


class _PageRows(_Rows):
    """A page with a card for each input, and a folder beside it with small pictures."""

    begin = _HEAD

    @property
    def pictures(self) -> Path:
        return self._place.with_name(f"{self._place.stem}-pictures")

    def row(self, report: Report) -> str:
        self._count += 1
        self._failed += report.failed
        state = "failed" if report.failed else "skipped" if report.seconds is None else "solved"
        name = self._link(report.name, printable(report.name))
        answer = f"<p>{self._link(report.written, 'the answer')}</p>" if report.written else ""
        took = f" ({_seconds(report)} s)" if report.seconds is not None else ""
        doubts = "".join(f"<li>{escape(doubt)}</li>" for doubt in map(printable, _doubts(report)))
        verdict = f"<p>{escape(printable(report.verdict))}{took}</p>"
        listed = f"<ul>{doubts}</ul>" if doubts else ""
        words = f"<div><h2>{name}</h2>{verdict}{listed}{answer}</div>"
        return f'<article class="{state}">{self._image(report)}{words}</article>\n'

    @property
    def end(self) -> str:  # type: ignore[override]
        failed = f", {self._failed} failed" if self._failed else ""
        header = f"<header><h1>{counted(self._count, 'input')}{failed}</h1></header>"
        return f"</section>\n{header}\n</body>\n</html>\n"

    def _image(self, report: Report) -> str:
        """The small picture; an answer of an earlier run is shown itself."""
        shown = report.written
        if report.small:
            shown = str(self.pictures / f"{self._count:06}.jpg")
            try:
                self.pictures.mkdir(exist_ok=True)
                Path(shown).write_bytes(report.small)
            except OSError:  # a full disk: the row says what is known without it
                return ""
        return f'<img loading="lazy" decoding="async" alt="" src="{self._address(shown)}">' if shown else ""

    def _link(self, file: str, words: str) -> str:
        return f'<a href="{self._address(file)}">{escape(words)}</a>'

    def _address(self, file: str) -> str:
        """Where a file is, seen from the page."""
        try:
            relative = os.path.relpath(file, self._place.parent)
        except ValueError:  # on another drive (Windows)
            relative = file
        address = quote(os.fsencode(relative.replace(os.sep, "/")))
        return escape(address if address.startswith(("/", ".")) else f"./{address}")


_FORMS = {".html": _PageRows, ".csv": _CsvRows, ".jsonl": _Rows}


def _seconds(report: Report) -> str:
    return "" if report.seconds is None else f"{report.seconds:.2f}"


def _doubts(report: Report) -> list[str]:
    doubts = report.facts.get("doubts") or []
    words = [
        doubt["why"] if doubt["axis"] is None else f"{doubt['axis']} {doubt['line'] + 1}: {doubt['why']}"
        for doubt in doubts[:_MAX_DOUBTS]
    ]
    more = len(doubts) - len(words)
    return [*words, f"{more} more"] if more else words


def small_picture(report_file: str, report: Report) -> bytes:
    """Return a small JPEG of a report's answer, or of its input if there is none; only a page needs it."""
    if not report_file.lower().endswith(".html"):
        return b""
    from PIL import Image

    from picrosser.imaging.loading import load_image

    for place in filter(None, (report.written, report.name)):
        with suppress(PicrosserError, OSError, ValueError):
            small = Image.fromarray(load_image(Path(place)))
            small.thumbnail((SMALL_PX, SMALL_PX))
            data = BytesIO()
            small.save(data, "JPEG", quality=_QUALITY)
            return data.getvalue()
    return b""
