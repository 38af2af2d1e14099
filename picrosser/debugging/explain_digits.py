"""Digits: a row for each group of equal shapes, the same for Hungry Cat and for nonograms.

A group is decided as a whole, so a member that looks different is a misread digit: all members are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.canvas import (
    BAD,
    FAINT,
    ROW,
    TEXT,
    TONE_COLOURS,
    WIDTH_PX,
    Canvas,
    blank,
    resized,
    stacked,
    write,
)
from picrosser.debugging.explanation import Explanation, Note, Run, Table, counted, judged, percent, short
from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.hungry_cat_evidence import Spelling
from picrosser.reading.glyphs.digits import DigitsFound, GlyphGroup
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.hungry_cat.hints import HintsFound

_CARD_PX = 66  # the height of a group's row
_MEMBER_PX = 44
_MEMBERS_LEFT_PX = 216
_MAX_NAMES = 8  # places in a row of the table
_SENTENCE = (
    "Equal shapes are one digit, decided together. Each row shows the digit, what templates of it look like, "
    "how sure the decision is, and the shapes that were taken for it: all of them should look alike."
)


def explain_hungry_cat_digits(digits: DigitsFound, run: Run) -> Explanation:
    """Show the groups of equal shapes, and the numbers that may be cut in another way."""
    numbers, places = run.latest(NumbersFound), run.latest(HintsFound).places

    def glyph(member: int) -> Image.Image:
        height = _MEMBER_PX
        width = max(4, round(height * min(2.0, float(np.exp(numbers.log_aspects[member])))))
        shape = numbers.shapes[member].reshape(ROWS, COLS)
        ink = Image.fromarray(np.asarray(255 - np.rint(shape.clip(0, 1) * 225), np.uint8))
        return ink.resize((width, height), Image.Resampling.BICUBIC).convert("RGB")

    def place(number: int) -> str:
        return short(places[int(numbers.hints[number])])

    def oddest_first(group: GlyphGroup) -> list[int]:
        members = np.array(group.members)
        shapes = numbers.shapes[members]
        away = ((shapes - shapes.mean(axis=0)) ** 2).mean(axis=1)
        return [int(member) for member in members[np.argsort(-away, kind="stable")]]

    others = tuple(
        (place(number), str(guess.value), _spelled(digits, other), f"{other.nats:.1f}")
        for number, (guess, spellings) in enumerate(zip(digits.numbers, digits.spellings, strict=True))
        for other in spellings[1:]
    )
    return _explanation(
        digits,
        None,
        lambda group: [glyph(member) for member in oddest_first(group)],
        lambda group: [place(int(numbers.owners[member])) for member in group.members],
        (Table("Numbers that may be cut otherwise", ("hint", "read as", "or", "nats"), others),),
    )


def _spelled(digits: DigitsFound, spelling: Spelling) -> str:
    """Return what a spelling reads by the digits of its shapes."""
    return "".join(str(digits.groups[shape].digit.value) for shape in spelling.shapes)


def explain_nonogram_digits(
    digits: DigitsFound, image: RGB, canvas: Canvas, pieces: Sequence[tuple[str, Box]]
) -> Explanation:
    """Show what each piece of ink was taken for, in its place, then the groups of equal shapes.

    Parameters
    ----------
    image : (H, W, 3) uint8, that the pieces were found in.
    canvas : shows the board and its hints.
    pieces : the line and the box of each piece, in the order of the digits.
    """
    is_labelled = canvas.has_room_for_text([box for _, box in pieces])
    for group in digits.groups:
        colour = BAD if judged(group.digit.confidence) == "bad" else ROW
        for member in group.members:
            canvas.frame(pieces[member][1], colour, str(group.digit.value) if is_labelled else "")

    def crop(member: int) -> Image.Image:
        pixels = image[pieces[member][1].slices]
        height, width = pixels.shape[:2]
        return resized(pixels, min(2 * _MEMBER_PX, max(4, round(_MEMBER_PX * width / height))), _MEMBER_PX)

    return _explanation(
        digits,
        canvas.picture,
        lambda group: [crop(member) for member in group.members],
        lambda group: [pieces[member][0] for member in group.members],
    )


def _explanation(
    digits: DigitsFound,
    picture: Image.Image | None,
    members: Callable[[GlyphGroup], list[Image.Image]],
    names: Callable[[GlyphGroup], list[str]],
    tables: tuple[Table, ...] = (),
) -> Explanation:
    used = {glyph for glyphs in digits.glyphs for glyph in glyphs}
    in_use = [group for group in digits.groups if used & set(group.members)]
    order = sorted(in_use, key=lambda group: (group.digit.value, -len(group.members)))
    cards = [_card(group, digits.faces, members(group)) for group in order]
    pictures = [*([] if picture is None else [picture]), *cards]
    worst = min((group.digit.confidence for group in order), default=1.0)
    rows = tuple(
        (
            str(group.digit.value),
            percent(group.digit.confidence),
            f"{group.distance:.3f}",
            ", ".join(f"{other} ({group.nats[other]:.1f})" for other, _ in group.digit.others[:3]),
            _first(names(group)),
        )
        for group in order
    )
    count = sum(len(group.members) for group in order)
    return Explanation(
        f"{counted(count, 'shape')} in {counted(len(order), 'group')}. {_SENTENCE}",
        stacked(pictures, 4) if pictures else None,
        (
            Note(f"the least sure group has {percent(worst)}", judged(worst)),
            Note(f"compared with the typefaces {', '.join(map(str, digits.faces))}"),
            *(
                [Note(f"{counted(len(digits.groups) - len(order), 'more group')} of shapes cut otherwise")]
                if len(order) < len(digits.groups)
                else []
            ),
        ),
        (
            Table(
                "Groups",
                ("digit", "sure", "distance", "or (nats)", "where"),
                rows,
                tuple(judged(group.digit.confidence) for group in order),
            ),
            *tables,
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
            write(draw, (WIDTH_PX - 6, _CARD_PX / 2), more, TEXT, anchor="rm")
            break
        card.paste(member, (x, (_CARD_PX - member.height) // 2))
        x += member.width + 6
    draw.rectangle((0, 0, WIDTH_PX - 1, _CARD_PX - 1), outline=BAD if tone == "bad" else FAINT, width=2)
    return card


def _template(digit: int, faces: tuple[int, ...]) -> Image.Image:
    """Draw the mean of the templates for a digit, over the typefaces that decided."""
    templates, chosen = load_templates(), list(faces)
    height = _CARD_PX - 14
    width = max(4, round(height * float(np.exp(templates.log_aspects[chosen, digit].mean()))))
    shape = templates.shapes[chosen, digit].mean(axis=0).reshape(ROWS, COLS)
    ink = Image.fromarray(np.asarray(255 - np.rint(shape.clip(0, 1) * 225), np.uint8))
    return ink.resize((min(60, width), height), Image.Resampling.BICUBIC).convert("RGB")


def _first(names: Sequence[str]) -> str:
    distinct = list(dict.fromkeys(names))
    more = [f"and {len(distinct) - _MAX_NAMES} more"] if len(distinct) > _MAX_NAMES else []
    return " ".join([*distinct[:_MAX_NAMES], *more])
