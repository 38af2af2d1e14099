"""NumbersFound and DigitsFound: the ink of every number with its cuts, and the groups of equal shapes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.debugging.earlier import earlier, hint_label
from picrosser.debugging.marks import (
    BAD,
    BOX,
    CUT,
    FAINT,
    SMALL_PX,
    TEXT,
    Note,
    beside,
    blank,
    headed,
    judged,
    text_width,
    write,
)
from picrosser.debugging.sheets import Tile, contact_sheet, tile_picture, tile_side
from picrosser.puzzles.hungry_cat_evidence import Spelling
from picrosser.puzzles.picture import Colour
from picrosser.reading.glyphs.digits import DigitsFound, GlyphGroup
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.hungry_cat.hints import HintsFound

_GLYPH_PX = (60, 90)  # a mean shape, width and height, before its own proportion
_MEMBER_PX = (24, 36)
_CARD_PX = 376
_NAMES: Colour = (110, 108, 104)
_RIVALS = 24  # that are named
_FOREIGN = 2  # percent: less is the edge of some stroke
_MEMBERS = 12  # of a group that are shown, the oddest first


def numbers_picture(numbers: NumbersFound, before: Sequence[object] = ()) -> Image.Image:
    """The coverage of every number, its box, and where it may be cut in two."""
    hints = earlier(before, HintsFound)
    side = tile_side(len(numbers.hints))
    tiles = [_number_tile(numbers, number, hints, side) for number in range(len(numbers.hints))]
    shaded, odd = int(numbers.shaded.sum()), int(numbers.odd_height.sum())
    step = "" if numbers.shadow_px is None else " (step {} down, {} right)".format(*numbers.shadow_px)
    notes = [
        Note("the number's box", swatch=BOX),
        Note("proposed cuts: long ticks the first, short ones the others", swatch=CUT),
        Note("taller or shorter than the others: " + str(odd), BAD if odd else TEXT, BAD),
        Note(f"* the shadow was taken off: {shaded}{step}"),
        Note("right of the label: the number of ways to cut; f9: 9 % is neither ink nor backdrop"),
    ]
    title = f"Numbers: {len(numbers.hints)}, cut into {len(numbers.glyph_boxes)} proposed glyphs"
    return headed(contact_sheet(tiles), title, notes)


def _number_tile(numbers: NumbersFound, number: int, hints: HintsFound | None, side: int) -> Tile:
    coverage, box = numbers.coverage[number], numbers.boxes[number]
    scale = side / coverage.shape[0]
    picture = tile_picture(_inked(coverage), side)
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = (v * scale for v in (box.left, box.top, box.right, box.bottom))
    odd = bool(numbers.odd_height[number])
    draw.rectangle((left - 1, top - 1, right, bottom), outline=BAD if odd else BOX, width=2 if odd else 1)
    ways = numbers.cuts[number]
    for rank, cut in reversed(list(enumerate(way for way in ways if len(way.glyphs) > 1))):
        for glyph in cut.glyphs[1:]:
            x, long = numbers.glyph_boxes[glyph].left * scale, 14 if rank == 0 else 6
            draw.line((x, top - 2 - long, x, top - 2), fill=CUT, width=2)
            draw.line((x, bottom + 2, x, bottom + 2 + long), fill=CUT, width=2)
    draw.rectangle((0, 0, side - 1, side - 1), outline=BAD if odd else FAINT)
    label, colour = hint_label(hints, int(numbers.hints[number]))
    foreign = round(100 * float(numbers.foreign[number]))
    remark = (
        f"{f'f{foreign} ' if foreign >= _FOREIGN else ''}{len(ways)}{'*' if numbers.shaded[number] else ''}"
    )
    return Tile(picture, label, colour, remark)


def digits_picture(digits: DigitsFound, before: Sequence[object] = ()) -> Image.Image:
    """A card per group of equal shapes: mean, templates of the digit decided, how sure, and the members."""
    numbers, hints = earlier(before, NumbersFound), earlier(before, HintsFound)
    order = sorted(digits.groups, key=lambda group: (group.digit.value, -len(group.members)))
    tiles = [
        Tile(_card(group, digits, numbers), _member_names(group, numbers, hints), _NAMES) for group in order
    ]
    worst = min((group.digit.confidence for group in digits.groups), default=1.0)
    notes = [
        Note("on each card: the group's mean shape, the templates' shape, the digit; other digits' nats"),
        Note(f"lowest confidence {worst:.2f}", judged(worst)),
        Note(f"template faces {', '.join(map(str, digits.faces))}"),
        Note("below: members, the oddest first; above: where they stand"),
        *_rival_notes(digits, numbers, hints),
    ]
    title = f"Digits: {sum(len(group.members) for group in order)} glyphs in {len(order)} groups"
    return headed(contact_sheet(tiles), title, notes)


def _rival_notes(digits: DigitsFound, numbers: NumbersFound | None, hints: HintsFound | None) -> list[Note]:
    """The numbers that may have one digit more or less: what they would be then, and how much less likely."""
    rivals = [
        f"{f'#{number + 1}' if numbers is None else hint_label(hints, int(numbers.hints[number]))[0]}: "
        f"{guess.value} or {_spelled(digits, other)} ({other.nats:.1f})"
        for number, (guess, spellings) in enumerate(zip(digits.numbers, digits.spellings, strict=True))
        for other in spellings[1:]
    ]
    if not rivals:
        return []
    more = "" if len(rivals) <= _RIVALS else f", and {len(rivals) - _RIVALS} more"
    return [Note(f"cut otherwise, with nats for it: {', '.join(rivals[:_RIVALS])}{more}")]


def _spelled(digits: DigitsFound, spelling: Spelling) -> str:
    """What a spelling reads by the digits of its shapes."""
    return "".join(str(digits.groups[shape].digit.value) for shape in spelling.shapes)


def _card(group: GlyphGroup, digits: DigitsFound, numbers: NumbersFound | None) -> Image.Image:
    picture = blank(_CARD_PX, _GLYPH_PX[1] + _MEMBER_PX[1] + 28)
    draw = ImageDraw.Draw(picture)
    shapes = [_template(group.digit.value, digits.faces)]
    if numbers is not None:
        members = list(group.members)
        aspect = float(np.exp(numbers.log_aspects[members].mean()))
        shapes.insert(0, _glyph(numbers.shapes[members].mean(axis=0), aspect, _GLYPH_PX[1] - 16))
        picture.paste(_members(group, numbers), (8, _GLYPH_PX[1] + 20))
    picture.paste(beside(shapes, 12), (8, 12))
    colour = judged(group.digit.confidence)
    x = 8 + 2 * _GLYPH_PX[0] + 44
    write(draw, (x, 6), str(group.digit.value), colour, 60)
    write(draw, (x + 50, 12), f"sure {group.digit.confidence:.2f}", colour)
    write(draw, (x + 50, 34), f"distance {group.distance:.3f}")
    write(draw, (x + 50, 56), f"{len(group.members)} glyph{'' if len(group.members) == 1 else 's'}")
    others = "   ".join(f"{digit}: {group.nats[digit]:.1f}" for digit, _ in group.digit.others)
    write(draw, (x, 80), f"else {others}", TEXT, SMALL_PX)
    draw.rectangle(
        (0, 0, picture.width - 1, picture.height - 1), outline=colour if colour == BAD else FAINT, width=2
    )
    return picture


def _members(group: GlyphGroup, numbers: NumbersFound) -> Image.Image:
    """The members' own shapes, those furthest from the mean first: a stranger in the group shows there."""
    members = np.array(group.members)
    shapes = numbers.shapes[members]
    away = ((shapes - shapes.mean(axis=0)) ** 2).mean(axis=1)
    first = np.argsort(-away, kind="stable")[:_MEMBERS]
    return beside([_thumb(numbers.shapes[members[one]]) for one in first.tolist()], 5)


def _member_names(group: GlyphGroup, numbers: NumbersFound | None, hints: HintsFound | None) -> str:
    """Where a group's members stand, as many as fit over a card."""
    if numbers is None:
        return ""
    owners = [int(numbers.owners[glyph]) for glyph in group.members]
    names = list(dict.fromkeys(hint_label(hints, int(numbers.hints[owner]))[0] for owner in owners))
    text = " ".join(names)
    while text_width(text, SMALL_PX) > _CARD_PX:
        names = names[:-1]
        text = " ".join([*names, "..."])
    return text


def _template(digit: int, faces: tuple[int, ...]) -> Image.Image:
    """The templates' mean for a digit, over the faces that decided."""
    templates = load_templates()
    chosen = list(faces)
    aspect = float(np.exp(templates.log_aspects[chosen, digit].mean()))
    return _glyph(templates.shapes[chosen, digit].mean(axis=0), aspect, _GLYPH_PX[1] - 16)


def _glyph(shape: NDArray[np.float32], aspect: float, height: int) -> Image.Image:
    """A stretched shape at its own proportion, centred in the room that each glyph gets."""
    width = min(_GLYPH_PX[0], max(4, round(height * aspect)))
    image = Image.fromarray(_inked(shape.reshape(ROWS, COLS))).resize(
        (width, height), Image.Resampling.BICUBIC
    )
    room = blank(_GLYPH_PX[0], height)
    room.paste(image.convert("RGB"), ((_GLYPH_PX[0] - width) // 2, 0))
    return room


def _thumb(shape: NDArray[np.float32]) -> Image.Image:
    image = Image.fromarray(_inked(shape.reshape(ROWS, COLS))).resize(_MEMBER_PX, Image.Resampling.BICUBIC)
    return image.convert("RGB")


def _inked(coverage: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Coverage as dark ink on white."""
    return np.asarray(255 - np.rint(coverage.clip(0, 1) * 225), np.uint8)
