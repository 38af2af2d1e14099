"""Evidence: what each hint may be by its looks alone, in the places of the table of sums."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from picrosser.debugging.axis_table import AxisTable, Field, axis_tables
from picrosser.debugging.candidates import candidates
from picrosser.debugging.marks import (
    BAD,
    BARE,
    DISC,
    FAINT,
    GOOD_SHARE,
    HIDDEN,
    SMALL_PX,
    TEXT,
    WEAK,
    WIDTH_PX,
    Note,
    below,
    beside,
    headed,
    write,
)
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence, HintEvidence
from picrosser.puzzles.picture import Colour
from picrosser.repairing.settle import CERTAIN_NATS

_FIELD_PX = (100, 42)
_COUNT_PX = 20


def evidence_picture(evidence: Evidence, before: Sequence[object] = ()) -> Image.Image:
    """Each hint's likeliest count with its probability, the next one, and the circle's log-odds."""
    tables = [_table(table, evidence) for table in axis_tables(evidence, _FIELD_PX, before)]
    wide = sum(table.width for table in tables) + 56 > WIDTH_PX
    hidden = sum(hint.hidden for hint in evidence.hints)
    unsure = sum(_lead(evidence, hint) < CERTAIN_NATS for hint in evidence.hints)
    notes = [
        Note("in each field: the likeliest count and its probability in %;"),
        Note("below, the next one and how many nats it is behind;"),
        Note("right of that the nats for a circle", swatch=DISC),
        Note("or against one", swatch=BARE),
        Note(f"a circle undecided (under {SURE_CIRCLE:g} nats), or a count unlikely itself", swatch=BAD),
        Note(f"led by less than {CERTAIN_NATS:g} nats: {unsure}", WEAK if unsure else TEXT, swatch=WEAK),
        Note(f"something seems to lie over it: {hidden}", swatch=HIDDEN),
    ]
    title = f"Evidence: {len(evidence.hints)} hints, {len(evidence.shapes)} shapes of digits"
    return headed(below(tables, 24) if wide else beside(tables, 56), title, notes)


def _table(table: AxisTable, evidence: Evidence) -> Image.Image:
    picture, draw = table.sheet((2, 4))
    for field in table.fields():
        _hint(draw, field, evidence, evidence.hints[field.hint])
    return picture


def _hint(draw: ImageDraw.ImageDraw, field: Field, evidence: Evidence, hint: HintEvidence) -> None:
    x, y, right, bottom = field.box
    if hint.hidden:
        draw.rectangle((x + 1, y + 1, right - 1, bottom - 1), fill=HIDDEN)
    found = candidates(evidence, hint)
    if hint.fixed is not None:
        write(draw, (x + 5, y + 3), f"{hint.fixed} by hand", TEXT, SMALL_PX)
    elif found:
        colour = _judged(found)
        write(draw, (x + 5, y + 2), str(found[0][0]), colour, _COUNT_PX)
        write(draw, (right - 5, y + 4), f"{100 * found[0][2]:.0f}", colour, SMALL_PX, "ra")
    if len(found) > 1:
        text = f"{found[1][0]}  {-found[1][1]:.1f}"
        write(draw, (x + 5, bottom - 4), text, _judged(found), SMALL_PX, "ls")
    matters = hint.hidden or (bool(found) and found[0][0] > 1)
    colour = FAINT if not matters and hint.circled < SURE_CIRCLE else _circle(hint.circled)
    write(draw, (right - 5, bottom - 4), f"{hint.circled:+.0f}", colour, SMALL_PX, "rs")


def _judged(found: Sequence[tuple[int, float, float]]) -> Colour:
    """Plain for a count that leads surely."""
    if len(found) < 2 or found[1][1] >= CERTAIN_NATS:
        return TEXT
    return WEAK if found[0][2] >= GOOD_SHARE else BAD


def _circle(log_odds: float) -> Colour:
    if abs(log_odds) < SURE_CIRCLE:
        return BAD
    return DISC if log_odds > 0 else BARE


def _lead(evidence: Evidence, hint: HintEvidence) -> float:
    """By how many nats the likeliest count leads."""
    found = candidates(evidence, hint)
    return found[1][1] if len(found) > 1 else CERTAIN_NATS
