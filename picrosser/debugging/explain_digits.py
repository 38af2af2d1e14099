"""Digits: a row for each group of equal shapes, the same for Hungry Cat and for nonograms.

A group is decided as a whole, so a member that looks different is a misread digit: all members are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.debugging.canvas import TONE_COLOURS, WIDTH_PX, Canvas, Ink, blank, resized, stacked, write
from picrosser.debugging.explanation import Explanation, Note, Run, counted, judged, percent
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.glyphs.digits import DigitsFound, GlyphGroup
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates

_CARD_PX = 66  # the height of a group's row
_MEMBER_PX = 44
_MEMBERS_LEFT_PX = 216


def explain_hungry_cat_digits(digits: DigitsFound, run: Run) -> Explanation:
    """Show the groups of equal shapes, in each the member first that is least like the others."""
    numbers = run.latest(NumbersFound)

    def members(group: GlyphGroup) -> list[Image.Image]:
        shapes = numbers.shapes[np.array(group.members)]
        away = ((shapes - shapes.mean(axis=0)) ** 2).mean(axis=1)
        oddest_first = np.array(group.members)[np.argsort(-away, kind="stable")].tolist()
        return [
            _glyph(numbers.shapes[member], min(2.0, np.exp(numbers.log_aspects[member])), _MEMBER_PX)
            for member in oddest_first
        ]

    return _explanation(digits, None, members)


def explain_nonogram_digits(
    digits: DigitsFound, image: RGB, canvas: Canvas, boxes: Sequence[Box]
) -> Explanation:
    """Show what each piece of ink was taken for, in its place, then the groups of equal shapes.

    Parameters
    ----------
    image : (H, W, 3) uint8, that the pieces were found in.
    canvas : shows the board and its hints.
    boxes : of the pieces, in the order of the digits.
    """
    is_labelled = canvas.has_room_for_text(boxes)
    for group in digits.groups:
        colour = Ink.BAD if judged(group.digit.confidence) == "bad" else Ink.ROW
        for member in group.members:
            canvas.frame(boxes[member], colour, str(group.digit.value) if is_labelled else "")

    def crop(member: int) -> Image.Image:
        pixels = image[boxes[member].slices]
        height, width = pixels.shape[:2]
        return resized(pixels, min(2 * _MEMBER_PX, max(4, round(_MEMBER_PX * width / height))), _MEMBER_PX)

    return _explanation(digits, canvas.picture, lambda group: [crop(member) for member in group.members])


def _explanation(
    digits: DigitsFound, picture: Image.Image | None, members: Callable[[GlyphGroup], list[Image.Image]]
) -> Explanation:
    used = {glyph for glyphs in digits.glyphs for glyph in glyphs}
    groups = [group for group in digits.groups if used & set(group.members)]
    groups.sort(key=lambda group: (group.digit.value, -len(group.members)))
    pictures = [picture] if picture is not None else []
    pictures += [_card(group, digits.faces, members(group)) for group in groups]
    worst = min((group.digit.confidence for group in groups), default=1.0)
    unused = len(digits.groups) - len(groups)
    return Explanation(
        f"{counted(sum(len(group.members) for group in groups), 'shape')} in "
        f"{counted(len(groups), 'group')}. Equal shapes are one digit, decided together. Each row shows the "
        "digit, what templates of it look like, how sure the decision is, and the shapes that were taken for "
        "it: all of them should look alike.",
        stacked(pictures, 4) if pictures else None,
        (
            Note(f"the least sure group has {percent(worst)}", judged(worst)),
            Note(f"compared with the typefaces {', '.join(map(str, digits.faces))}"),
            *([Note(f"{counted(unused, 'more group')} of shapes cut otherwise")] if unused else []),
        ),
    )


def _card(group: GlyphGroup, faces: tuple[int, ...], members: Sequence[Image.Image]) -> Image.Image:
    """Draw one group: the digit, the templates' shape, how sure it is, and as many members as fit."""
    card = blank(WIDTH_PX, _CARD_PX)
    draw = ImageDraw.Draw(card)
    tone = judged(group.digit.confidence)
    write(draw, (8, _CARD_PX / 2), str(group.digit.value), TONE_COLOURS[tone], 48, "lm")
    template = _template(group.digit.value, faces)
    card.paste(template, (56, (_CARD_PX - template.height) // 2))
    write(draw, (122, _CARD_PX / 2), percent(group.digit.confidence), TONE_COLOURS[tone], anchor="lm")
    x = _MEMBERS_LEFT_PX
    for number, member in enumerate(members):
        more = f"+{len(members) - number}"
        if x + member.width > WIDTH_PX - (60 if number < len(members) - 1 else 4):
            write(draw, (WIDTH_PX - 6, _CARD_PX / 2), more, Ink.TEXT, anchor="rm")
            break
        card.paste(member, (x, (_CARD_PX - member.height) // 2))
        x += member.width + 6
    draw.rectangle(
        (0, 0, WIDTH_PX - 1, _CARD_PX - 1), outline=Ink.BAD if tone == "bad" else Ink.FAINT, width=2
    )
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
