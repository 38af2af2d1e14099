"""Settled: the puzzle as it was repaired, and the readings that were tried on the way."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from picrosser.debugging.differences import differences
from picrosser.debugging.earlier import earlier
from picrosser.debugging.explain_outcome import COLOURS
from picrosser.debugging.explain_puzzle import doubt_notes
from picrosser.debugging.hint_table import hint_table
from picrosser.debugging.marks import (
    BAD,
    CHANGED,
    SMALL_PX,
    TEXT_PX,
    Note,
    beside,
    blank,
    counted,
    headed,
    text_width,
    write,
)
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.repairing.settled import Settled, TriedReading

_MOST_CHANGES = 16  # in words: the table has them all
_MOST_TRIED, _MOST_DIFFERENCES = 30, 5
_LINE_PX = TEXT_PX + 6
_HEAD = "readings tried: nats, outcome, hints that are not as they look"


def settled_picture(settled: Settled, before: Sequence[object] = ()) -> Image.Image:
    """The final puzzle laid out like the board: changed hints yellow, doubts and clashing lines red."""
    troubled = [doubt.place for doubt in settled.doubts]
    troubled += [HintPlace(axis, line, -1) for axis, line in settled.contradiction]
    table = hint_table(settled.puzzle, troubled, [change.place for change in settled.changes])
    changes, status = len(settled.changes), settled.outcome.status
    notes = [
        Note(f"solving: {status.value}", COLOURS[status]),
        *doubt_notes(settled.doubts),
        *(Note(str(change), swatch=CHANGED) for change in settled.changes[:_MOST_CHANGES]),
        *([Note(f"and {changes - _MOST_CHANGES} more changes")] if changes > _MOST_CHANGES else []),
        *([] if changes else [Note("nothing was changed")]),
        *_clash_notes(settled),
        *([Note("would settle it: " + " or ".join(_fixes(settled)))] if settled.remedies else []),
    ]
    reading = earlier(before, Reading)
    looked = settled.puzzle if reading is None else reading.puzzle
    pictures = [table, _tried(settled.tried, looked)] if settled.tried else [table]
    title = (counted(changes, "change"), counted(len(settled.doubts), "doubt"))
    return headed(beside(pictures), f"Settled: {', '.join(title)}", notes)


def _clash_notes(settled: Settled) -> list[Note]:
    if not settled.contradiction:
        return []
    names = ", ".join(f"{axis[0]}{line + 1}" for axis, line in settled.contradiction)
    return [Note(f"cannot hold together: {names}", BAD)]


def _fixes(settled: Settled) -> list[str]:
    return [f"--fix {fix_text(place, hint)}" for place, hint in settled.remedies]


def _tried(tried: Sequence[TriedReading], looked: HungryCat) -> Image.Image:
    """A line per reading: its cost, what solving said, and where it differs from what it looked like."""
    lines = [(f"{one.cost:6.1f}", one.outcome.status, _words(one.puzzle, looked)) for one in tried]
    more = len(lines) - _MOST_TRIED
    lines = lines[:_MOST_TRIED]
    width = max(150 + text_width(" ".join(words), SMALL_PX) for _, _, words in lines)
    picture = blank(max(width, text_width(_HEAD)) + 8, (len(lines) + 3) * _LINE_PX)
    draw = ImageDraw.Draw(picture)
    write(draw, (0, 0), _HEAD)
    for number, (cost, status, words) in enumerate(lines, 1):
        y = number * _LINE_PX + 4
        write(draw, (54, y), cost, anchor="ra")
        write(draw, (66, y), status.value, COLOURS[status])
        write(draw, (150, y + 2), " ".join(words), size_px=SMALL_PX)
    if more > 0:
        write(draw, (66, (len(lines) + 1) * _LINE_PX + 4), f"and {more} more")
    return picture


def _words(puzzle: HungryCat, looked: HungryCat) -> list[str]:
    """The first hints of a reading that are not as they look; at least one word."""
    found = differences(puzzle, looked)
    if len(found) > _MOST_DIFFERENCES:
        found[_MOST_DIFFERENCES:] = [f"and {len(found) - _MOST_DIFFERENCES} more"]
    return found or ["as it looks"]
