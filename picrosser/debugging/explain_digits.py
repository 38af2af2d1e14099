"""Digits: a row for each group of equal shapes, the same for Hungry Cat and for nonograms.

A group is decided as a whole, so a member that looks different is a misread digit: all members are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.debugging.canvas import TONE_COLOURS, WIDTH_PX, Ink, blank, resized, stacked, write
from picrosser.debugging.explanation import Explanation, Note, Run, counted, judged, percent
from picrosser.reading.glyphs.digits import DigitsFound, GlyphGroup
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.nonogram.hints.beside import HintsGrouped

_CARD_PX = 66  # the height of a group's row
_MEMBER_PX = 44
_MEMBERS_LEFT_PX = 216

Members = Callable[[GlyphGroup], list[Image.Image]]


def explain_digits(digits: DigitsFound, run: Run) -> Explanation:
    """Show the groups of equal shapes, of the family that was tried last."""
    found = next((one for one in reversed(run.before) if isinstance(one, NumbersFound | HintsGrouped)), None)
    if found is None:
        raise LookupError("no NumbersFound and no HintsGrouped came before it")
    members = _of_hungry_cat(found) if isinstance(found, NumbersFound) else _of_nonogram(found, run)
    used = {glyph for glyphs in digits.glyphs for glyph in glyphs}
    groups = [group for group in digits.groups if used & set(group.members)]
    groups.sort(key=lambda group: (group.digit.value, -len(group.members)))
    worst = min((group.digit.confidence for group in groups), default=1.0)
    unused = len(digits.groups) - len(groups)
    return Explanation(
        f"{counted(sum(len(group.members) for group in groups), 'shape')} in "
        f"{counted(len(groups), 'group')}. Equal shapes are one digit, decided together. Each row shows the "
        "digit, what templates of it look like, how sure the decision is, and the shapes that were taken for "
        "it: all of them should look alike.",
        stacked([_card(group, digits.faces, members(group)) for group in groups], 4) if groups else None,
        (
            Note(f"the least sure group has {percent(worst)}", judged(worst)),
            Note(f"compared with the typefaces {', '.join(map(str, digits.faces))}"),
            *([Note(f"{counted(unused, 'more group')} of shapes cut otherwise")] if unused else []),
        ),
    )


def _of_hungry_cat(numbers: NumbersFound) -> Members:
    """Return what draws a group's members, the one first that is least like the others."""

    def members(group: GlyphGroup) -> list[Image.Image]:
        shapes = numbers.shapes[np.array(group.members)]
        away = ((shapes - shapes.mean(axis=0)) ** 2).mean(axis=1)
        oddest_first = np.array(group.members)[np.argsort(-away, kind="stable")].tolist()
        return [
            _glyph(numbers.shapes[member], min(2.0, np.exp(numbers.log_aspects[member])), _MEMBER_PX)
            for member in oddest_first
        ]

    return members


def _of_nonogram(hints: HintsGrouped, run: Run) -> Members:
    """Return what cuts a group's members out of the picture."""
    boxes = [piece.box for line in (*hints.rows, *hints.cols) for piece in line]

    def crop(member: int) -> Image.Image:
        pixels = run.image[boxes[member].slices]
        height, width = pixels.shape[:2]
        return resized(pixels, min(2 * _MEMBER_PX, max(4, round(_MEMBER_PX * width / height))), _MEMBER_PX)

    return lambda group: [crop(member) for member in group.members]


def _card(group: GlyphGroup, faces: tuple[int, ...], members: Sequence[Image.Image]) -> Image.Image:
    """Draw one group: the digit, the templates' shape, how sure it is, and as many members as fit."""
    card, middle = blank(WIDTH_PX, _CARD_PX), _CARD_PX / 2
    draw = ImageDraw.Draw(card)
    tone = judged(group.digit.confidence)
    write(draw, (8, middle), str(group.digit.value), TONE_COLOURS[tone], 48, "lm")
    template = _template(group.digit.value, faces)
    card.paste(template, (56, (_CARD_PX - template.height) // 2))
    write(draw, (122, middle), percent(group.digit.confidence), TONE_COLOURS[tone], anchor="lm")
    x = _MEMBERS_LEFT_PX
    for number, member in enumerate(members):
        if x + member.width > WIDTH_PX - (60 if number < len(members) - 1 else 4):
            write(draw, (WIDTH_PX - 6, middle), f"+{len(members) - number}", Ink.TEXT, anchor="rm")
            break
        card.paste(member, (x, (_CARD_PX - member.height) // 2))
        x += member.width + 6
    outline = Ink.BAD if tone == "bad" else Ink.FAINT
    draw.rectangle((0, 0, WIDTH_PX - 1, _CARD_PX - 1), outline=outline, width=2)
    return card


def _template(digit: int, faces: tuple[int, ...]) -> Image.Image:
    """Draw the mean of the templates for a digit, over the typefaces that decided."""
    templates, chosen, height = load_templates(), list(faces), _CARD_PX - 14
    aspect = min(60 / height, float(np.exp(templates.log_aspects[chosen, digit].mean())))
    return _glyph(templates.shapes[chosen, digit].mean(axis=0), aspect, height)


def _glyph(shape: NDArray[np.float32], aspect: float, height: int) -> Image.Image:
    """Draw the coverage by ink, (ROWS * COLS,), in its own ratio of width to height."""
    ink = np.asarray(255 - np.rint(shape.reshape(ROWS, COLS).clip(0, 1) * 225), np.uint8)
    size = max(4, round(height * aspect)), height
    return Image.fromarray(ink).resize(size, Image.Resampling.BICUBIC).convert("RGB")
