"""Other pictures of a nonogram, HintsGrouped and its digits: each piece of ink, and what it was taken for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.marks import (
    BAD,
    COLUMN,
    FAINT,
    ROW,
    SMALL_PX,
    TEXT,
    Note,
    backdrop,
    below,
    blank,
    counted,
    headed,
    judged,
    text_width,
    write,
)
from picrosser.debugging.nonogram_sheet import lines_of, sheet_of
from picrosser.debugging.sheets import Tile, contact_sheet
from picrosser.imaging.pixels import RGB
from picrosser.puzzles.nonogram_evidence import LineEvidence
from picrosser.reading.attempts.enlarged import Enlarged
from picrosser.reading.glyphs.digits import DigitsFound, GlyphGroup
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.reading.nonogram.rearranged import Rearranged

_AXES = [Note("row's hint", swatch=ROW), Note("column's hint", swatch=COLUMN)]
_SHOT_PX = (1000, 1200)
_CARD_PX = (376, 92)
_MEMBERS = 9  # of a group that are shown
_MEMBER_PX = 34  # high
_GAPS_PX = (1100, 60)
_WIDEST = 3.0  # heights of a digit: wider gaps are drawn there
_LINE_PX, _COLUMN_PX = 22, 540
_BOTH = 2  # columns of the table of lines


def resized_picture(again: Enlarged) -> Image.Image:
    """The picture in its other size; what follows was read from that."""
    height, width = again.image.shape[:2]
    shot, _ = backdrop(again.image, *_SHOT_PX)
    notes = [Note(f"{width} x {height} pixels"), Note("in its own size some hints were in doubt")]
    return headed(shot, f"Resized: read again at {again.times:g} times its size", notes)


def rearranged_picture(other: Rearranged) -> Image.Image:
    """The picture with its hints on the other side; what follows was read from that."""
    shot, _ = backdrop(other.image, *_SHOT_PX)
    notes = [Note("hints right of the board, or below it, are laid left of it, or above it")]
    return headed(shot, "Rearranged: the hints where others stand", notes)


def ink_picture(image: RGB, hints: HintsGrouped) -> Image.Image:
    """The board, and every piece of ink that may be a digit; lines with something strange in red."""
    sheet = sheet_of(image, hints)
    strange = [name for (name, _, _), odd in zip(lines_of(hints), hints.strange, strict=True) if odd]
    for name, colour, pieces in lines_of(hints):
        for piece in pieces:
            sheet.frame(piece.box, BAD if name in strange else colour)
    blank_lines = [name for name, _, pieces in lines_of(hints) if not pieces]
    rows, cols = hints.lattice.shape
    notes = [
        *_AXES,
        Note(f"{round(100 * hints.occupied)} % of the lines show a digit", judged(hints.occupied)),
        *([Note(f"something that is no digit stands in {' '.join(strange)}", BAD)] if strange else []),
        *([Note(f"no ink in {' '.join(blank_lines)}", BAD)] if blank_lines else []),
    ]
    return headed(sheet.picture, f"Hint areas: a board of {cols} columns x {rows} rows", notes)


def nonogram_digits_picture(image: RGB, digits: DigitsFound, hints: HintsGrouped) -> Image.Image:
    """What each piece was taken for, in its place; then a card per group of equal shapes."""
    sheet = sheet_of(image, hints)
    group_of = {member: group for group in digits.groups for member in group.members}
    named: list[tuple[str, Piece]] = []
    for name, colour, pieces in lines_of(hints):
        for piece in pieces:
            group = group_of[len(named)]
            sure = judged(group.digit.confidence)
            sheet.frame(piece.box, BAD if sure == BAD else colour, str(group.digit.value), width=1)
            named.append((name, piece))
    order = sorted(digits.groups, key=lambda group: (group.digit.value, -len(group.members)))
    cards = contact_sheet([_card(image, group, named) for group in order])
    worst = min((group.digit.confidence for group in digits.groups), default=1.0)
    notes = [
        *_AXES,
        Note(f"lowest confidence {worst:.2f}", judged(worst)),
        Note("a group of equal shapes each"),
    ]
    title = f"Digits: {counted(len(named), 'piece')} in {counted(len(order), 'group')}"
    return headed(below([sheet.picture, cards]), title, notes)


def _card(image: RGB, group: GlyphGroup, named: Sequence[tuple[str, Piece]]) -> Tile:
    picture = blank(*_CARD_PX)
    draw = ImageDraw.Draw(picture)
    colour = judged(group.digit.confidence)
    write(draw, (8, 2), str(group.digit.value), colour, 44)
    write(draw, (48, 6), f"sure {group.digit.confidence:.2f}", colour)
    write(draw, (150, 6), counted(len(group.members), "piece"))
    others = "   ".join(f"{digit}: {group.nats[digit]:.1f}" for digit, _ in group.digit.others)
    write(draw, (48, 28), f"else {others}", TEXT, SMALL_PX)
    x = 8
    for member in group.members[:_MEMBERS]:
        crop = Image.fromarray(np.ascontiguousarray(image[named[member][1].box.slices]))
        width = max(1, round(crop.width * _MEMBER_PX / crop.height))
        if x + width > _CARD_PX[0]:
            break
        picture.paste(crop.resize((width, _MEMBER_PX)), (x, _CARD_PX[1] - _MEMBER_PX - 6))
        x += width + 5
    draw.rectangle((0, 0, _CARD_PX[0] - 1, _CARD_PX[1] - 1), outline=BAD if colour == BAD else FAINT)
    names = list(dict.fromkeys(named[member][0] for member in group.members))
    while text_width(" ".join(names), SMALL_PX) > _CARD_PX[0] - 20:
        names = [*names[:-2], "..."]
    return Tile(picture, " ".join(names))


def nonogram_reading_picture(reading: NonogramReading) -> Image.Image:
    """Each line's digits with the gaps between them, and all gaps on one scale, where borders show."""
    evidence = reading.evidence
    lines = [(f"r{n}", ROW, line) for n, line in enumerate(evidence.rows, 1)]
    lines += [(f"c{n}", COLUMN, line) for n, line in enumerate(evidence.cols, 1)]
    best = [max(range(10), key=nats.__getitem__) for nats in evidence.shapes]
    tall = -(-len(lines) // _BOTH)
    table = blank(_BOTH * _COLUMN_PX, max(1, tall) * _LINE_PX)
    draw = ImageDraw.Draw(table)
    for number, (name, colour, line) in enumerate(lines):
        x, y = _COLUMN_PX * (number // tall), _LINE_PX * (number % tall)
        write(draw, (x, y), name, colour)
        _line(draw, x + 48, y, line, best, evidence.palette)
    undecided = [join.gap for _, _, line in lines for join in line.joins if join.decided is None]
    notes = [
        Note("between digits: the gap in heights of a digit; + is one number, | are two, where that is seen"),
        *(Note(f"ink {number}", swatch=ink) for number, ink in enumerate(evidence.palette[1:], 1)),
        Note("a blank cell", swatch=evidence.palette[0]),
    ]
    title = f"Lines: {len(lines)}, {counted(len(undecided), 'gap')} to be decided"
    return headed(below([_gaps(undecided), table]), title, notes)


def _line(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    line: LineEvidence,
    best: Sequence[int],
    palette: Sequence[tuple[int, int, int]],
) -> None:
    if not line.shapes:
        write(draw, (x, y), "unknown" if line.unknown else "nothing is seen", BAD)
    for at, (shape, colour) in enumerate(zip(line.shapes, line.colours, strict=True)):
        draw.rectangle((x, y + 17, x + 9, y + 19), fill=palette[colour])
        write(draw, (x, y), str(best[shape]), BAD if line.strange else TEXT)
        x += 11
        if at < len(line.joins):
            join = line.joins[at]
            text = f"{join.gap:.2f}" if join.decided is None else ("+" if join.decided else "|")
            write(draw, (x, y + 4), text, BAD if join.alike else (128, 126, 122), SMALL_PX - 3)
            x += text_width(text, SMALL_PX - 3) + 2


def _gaps(gaps: Sequence[float]) -> Image.Image:
    """All gaps as strokes over a scale, from where digits overlap to three heights of a digit."""
    picture = blank(*_GAPS_PX)
    draw = ImageDraw.Draw(picture)
    unit = (_GAPS_PX[0] - 120) / (_WIDEST + 0.5)
    for tenth in range(-5, round(10 * _WIDEST) + 1, 5):
        x = 40 + unit * (tenth / 10 + 0.5)
        draw.line((x, 30, x, 40), fill=TEXT)
        write(draw, (x, 42), f"{tenth / 10:.1f}", TEXT, SMALL_PX, "ma")
    for gap in gaps:
        x = 40 + unit * (min(max(gap, -0.5), _WIDEST) + 0.5)
        draw.line((x, 4, x, 28), fill=ROW)
    return picture
