"""The stages of Hungry Cat Picross, from the hints that were cut out to the settled puzzle.

Nearly all of them say something about each hint. They are drawn on the same sheet, a line of the puzzle below
the other, rows at the left and columns at the right, so that stages can be compared field by field.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import exp

import numpy as np
from numpy.typing import NDArray
from PIL import ImageDraw

from picrosser.debugging.canvas import (
    ROWS_AND_COLUMNS,
    TEXT_PX,
    TONE_COLOURS,
    WIDTH_PX,
    Ink,
    blank,
    resized,
    write,
)
from picrosser.debugging.explanation import (
    GOOD_SHARE,
    HUNGRY_CAT,
    Explanation,
    Note,
    Run,
    Stage,
    Stages,
    Tone,
    bad_notes,
    counted,
    doubt_notes,
    listed,
    naming,
    percent,
    short,
    status_note,
)
from picrosser.drawing.puzzle_parts import ink_on
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence, HintEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.sums import UNREAD, SumsFound
from picrosser.repairing.counts_repaired import CERTAIN_NATS, CountsRepaired

NO_INK: Colour = (225, 224, 220)
_NAME_PX, _HEAD_PX, _GAP_PX = 50, 30, 24
_FIELD_PX = 50, 84  # least and most: 50 hold two digits that can be read on a phone


class HintSheet:
    """A field for every hint.

    picture, draw : what is drawn on.
    field_px : the side of a field.
    """

    def __init__(
        self, size: tuple[int, int, int], inks: Sequence[Colour] = (), extra_px: int = 0, sum_px: int = 0
    ) -> None:
        """Draw the names of the lines and the heads of the slots.

        Parameters
        ----------
        size : rows, columns and colours.
        inks : of the slots, if they are known.
        extra_px : room below each field.
        sum_px : room right of each line.
        """
        rows, cols, self._colours = size
        self._lines = {"row": rows, "column": cols}
        room = (WIDTH_PX - _GAP_PX) // 2 - _NAME_PX - sum_px
        is_stacked = room // self._colours < _FIELD_PX[0]
        room = WIDTH_PX - _NAME_PX - sum_px if is_stacked else room
        self.field_px = max(20, min(_FIELD_PX[1], room // self._colours))
        self._step = self.field_px + extra_px + 4
        second = (0, _HEAD_PX + rows * self._step + _GAP_PX) if is_stacked else ((WIDTH_PX + _GAP_PX) // 2, 0)
        self._origins = {"row": (0, 0), "column": second}
        height = second[1] + _HEAD_PX + self._step * (cols if is_stacked else max(rows, cols))
        self.picture = blank(WIDTH_PX, height)
        self.draw = ImageDraw.Draw(self.picture)
        for axis, colour in (("row", Ink.ROW), ("column", Ink.COLUMN)):
            x, y = self._origins[axis]
            for slot in range(self._colours):
                ink = inks[slot] if inks else NO_INK
                left = x + _NAME_PX + slot * self.field_px
                self.draw.rectangle(
                    (left, y, left + self.field_px - 3, y + _HEAD_PX - 5), fill=ink, outline=Ink.TEXT
                )
                middle = left + self.field_px / 2 - 1, y + _HEAD_PX / 2 - 2
                write(self.draw, middle, str(slot + 1), ink_on(ink), anchor="mm")
            for line in range(self._lines[axis]):
                top = y + _HEAD_PX + line * self._step
                write(self.draw, (x, top + self.field_px / 2), f"{axis[0]}{line + 1}", colour, anchor="lm")

    def box(self, hint: int) -> tuple[int, int, int, int]:
        """Return the box of a hint by its index: row by row, then column by column, slot by slot."""
        line, slot = divmod(hint, self._colours)
        place = _place(line, slot, self._lines["row"])
        return self._box(place.axis, place.line, slot)

    def _box(self, axis: str, line: int, slot: int) -> tuple[int, int, int, int]:
        x = self._origins[axis][0] + _NAME_PX + slot * self.field_px
        y = self._origins[axis][1] + _HEAD_PX + line * self._step
        return x, y, x + self.field_px - 3, y + self.field_px - 3

    def paste(self, hint: int, pixels: NDArray[np.uint8]) -> None:
        """Show a square patch of pixels in a field."""
        left, top, _, _ = self.box(hint)
        self.picture.paste(resized(pixels, self.field_px - 2, self.field_px - 2), (left, top))

    def text(self, hint: int, text: str, colour: Colour = Ink.TEXT) -> None:
        """Write into a field."""
        left, top, right, bottom = self.box(hint)
        size = min(30, round(self.field_px * (0.55 if len(text) < 3 else 0.4)))
        write(self.draw, ((left + right) / 2, (top + bottom) / 2), text, colour, max(TEXT_PX, size), "mm")

    def ring(self, hint: int, colour: Colour, *, broken: bool = False) -> None:
        """Draw a ring into a field, a broken one where it is undecided."""
        left, top, right, bottom = self.box(hint)
        box = left + 2, top + 2, right - 2, bottom - 2
        for start in range(0, 360, 45):
            self.draw.arc(box, start, start + (25 if broken else 45), fill=colour, width=3)

    def frame(self, place: HintPlace, colour: Colour) -> None:
        """Frame a hint, or all hints of a line; of a colour as a whole both columns of the sheet."""
        for axis, lines in self._lines.items():
            if place.line >= 0 and axis != place.axis:
                continue
            first, last = (0, lines - 1) if place.line < 0 else (place.line, place.line)
            left, right = (0, self._colours - 1) if place.slot < 0 else (place.slot, place.slot)
            begin, end = self._box(axis, first, left), self._box(axis, last, right)
            self.draw.rectangle((begin[0] - 1, begin[1] - 1, end[2] + 1, end[3] + 1), outline=colour, width=4)

    def frames(self, places: Iterable[HintPlace], colour: Colour) -> None:
        """Frame several places."""
        for place in places:
            self.frame(place, colour)

    def sum(self, line: HintPlace, text: str, colour: Colour = Ink.TEXT) -> None:
        """Write right of a line's hints."""
        _, top, right, bottom = self._box(line.axis, line.line, self._colours - 1)
        write(self.draw, (right + 8, (top + bottom) / 2), text, colour, anchor="lm")


def _sheet_of(run: Run, size: tuple[int, int, int], extra_px: int = 0, sum_px: int = 0) -> HintSheet:
    """Return a sheet for rows, columns and colours, in the inks that were found."""
    palette = run.find(PaletteFound)
    return HintSheet(size, () if palette is None else palette.inks, extra_px, sum_px)


def _size(hints: HintsFound | Evidence) -> tuple[int, int, int]:
    return hints.rows, hints.cols, hints.colours


def explain_hints(hints: HintsFound, run: Run) -> Explanation:
    """Draw every hint's patch, with the largest disc that fits, and the colour of its bare stripe."""
    sheet = _sheet_of(run, _size(hints), extra_px=12)
    reach = hints.slot_radius_px * sheet.field_px / hints.patches.shape[1]
    for hint, (patch, stripe) in enumerate(zip(hints.patches, hints.stripes, strict=True)):
        sheet.paste(hint, patch)
        left, top, right, bottom = sheet.box(hint)
        x, y = (left + right) / 2, (top + bottom) / 2
        sheet.draw.ellipse((x - reach, y - reach, x + reach, y + reach), outline=Ink.BOX)
        tone = tuple(np.rint(stripe).clip(0, 255).astype(int).tolist())
        sheet.draw.rectangle((left, bottom + 1, right + 1, bottom + 12), fill=tone)
    return Explanation(
        f"{len(hints.places)} hints: {hints.rows} rows and {hints.cols} columns with "
        f"{counted(hints.colours, 'colour')} each, as they were cut out of the screenshot. The strip below "
        "each hint is the colour taken for its background; there should be no seam.",
        sheet.picture,
        (
            *ROWS_AND_COLUMNS,
            Note(f"the largest disc that fits, {hints.slot_radius_px:.1f} px in radius", swatch=Ink.BOX),
        ),
    )


def explain_circles(circles: CirclesFound, run: Run) -> Explanation:
    """Frame every hint in the colour of the decision, with the shares of votes for and against a circle."""
    hints = run.latest(HintsFound)
    sheet = _sheet_of(run, _size(hints), extra_px=14)
    undecided = []
    for hint, odds in enumerate(circles.log_odds):
        place = hints.places[hint]
        sheet.paste(hint, hints.patches[hint])
        if abs(odds) < SURE_CIRCLE:
            undecided.append(f"{short(place)} ({odds:+.1f})")
            sheet.frame(place, Ink.BAD)
        else:
            sheet.frame(place, Ink.GOOD if odds > 0 else Ink.NOT_CIRCLED)
        left, _, right, bottom = sheet.box(hint)
        votes = ((circles.disc_votes[hint], Ink.GOOD), (circles.bare_votes[hint], Ink.NOT_CIRCLED))
        for number, (share, tone) in enumerate(votes):
            y = bottom + 4 + 6 * number
            sheet.draw.rectangle((left, y, right, y + 4), fill=Ink.FAINT)
            sheet.draw.rectangle((left, y, left + float(share) * (right - left), y + 4), fill=tone)
    discs = sum(guess.value for guess in circles.circled)
    return Explanation(
        f"{discs} of {len(circles.circled)} hints are circled. The bars below each hint are the shares of a "
        "ring's pixels that look like a disc (upper) and like the bare stripe (lower).",
        sheet.picture,
        (
            Note("circled", swatch=Ink.GOOD),
            Note("not circled", swatch=Ink.NOT_CIRCLED),
            Note(f"undecided: less than {SURE_CIRCLE:g} nats either way", swatch=Ink.BAD),
            *naming("undecided, with nats for a circle:", undecided, "bad"),
        ),
    )


def explain_palette(palette: PaletteFound, run: Run) -> Explanation:
    """Draw the foreground of every hint in the ink of its slot."""
    hints = run.latest(HintsFound)
    sheet = HintSheet(_size(hints), palette.inks)
    for hint, mask in enumerate(palette.foreground):
        ink = palette.inks[hint % hints.colours]
        ground = (236, 236, 236) if ink_on(ink) == (255, 255, 255) else (70, 70, 70)
        if not palette.occupied[hint]:
            ground = NO_INK
        pixels = np.where(mask[..., None], np.array(ink, np.uint8), np.array(ground, np.uint8))
        sheet.paste(hint, pixels)
        if not palette.occupied[hint]:
            left, top, right, bottom = sheet.box(hint)
            sheet.draw.line((left, top, right, bottom), fill=Ink.FAINT, width=2)
    inks = zip(palette.inks, palette.shares, strict=True)
    return Explanation(
        f"{int(palette.occupied.sum())} of {len(palette.occupied)} hints have a number; the others are "
        "struck out. Every pixel that differs from its background is drawn in the ink colour of its slot.",
        sheet.picture,
        (
            *(
                Note(f"ink of slot {slot}: {ink}, the colour of {percent(share)} of its pixels", swatch=ink)
                for slot, (ink, share) in enumerate(inks, 1)
            ),
            Note(f"an empty cell of the board: {palette.background}", swatch=palette.background),
        ),
    )


def explain_numbers(numbers: NumbersFound, run: Run) -> Explanation:
    """Draw the ink of every number, its box, and where it may be cut into digits."""
    sheet = _sheet_of(run, _size(run.latest(HintsFound)))
    for number, hint in enumerate(numbers.hints.tolist()):
        coverage, box = numbers.coverage[number], numbers.boxes[number]
        sheet.paste(hint, np.asarray(255 - np.rint(coverage.clip(0, 1) * 225), np.uint8))
        x, y, _, _ = sheet.box(hint)
        scale = (sheet.field_px - 2) / coverage.shape[0]
        left, top, right, bottom = (v * scale for v in (box.left, box.top, box.right, box.bottom))
        colour = Ink.BAD if numbers.odd_height[number] else Ink.BOX
        sheet.draw.rectangle((x + left - 1, y + top - 1, x + right, y + bottom), outline=colour)
        cuts = [cut for cut in numbers.cuts[number] if len(cut.glyphs) > 1]
        for rank, way in reversed(list(enumerate(cuts))):
            for glyph in way.glyphs[1:]:
                cut, long = x + numbers.glyph_boxes[glyph].left * scale, 12 if rank == 0 else 5
                sheet.draw.line((cut, y + top - long, cut, y + top), fill=Ink.CUT, width=2)
                sheet.draw.line((cut, y + bottom, cut, y + bottom + long), fill=Ink.CUT, width=2)
    return Explanation(
        f"{len(numbers.hints)} numbers with {len(numbers.glyph_boxes)} shapes that may be digits. Ticks "
        "above and below a number show where it may be cut in two: long ones the likeliest cut, short ones "
        "others.",
        sheet.picture,
        (
            Note("the number's box", swatch=Ink.BOX),
            Note("a cut", swatch=Ink.CUT),
            Note("an odd height", swatch=Ink.BAD),
        ),
    )


def candidates(evidence: Evidence, hint: HintEvidence) -> list[tuple[int, float, float]]:
    """Return what a hint may be by its looks, likeliest first; nothing where no number stands.

    Returns
    -------
    (count, nats below the likeliest, probability among all)
    """
    nats: dict[int, float] = {}
    for spelling in hint.spellings:
        shapes = [evidence.shapes[shape] for shape in spelling.shapes]
        for digits in product(range(10), repeat=len(shapes)):
            count = int("".join(map(str, digits)))
            likely = spelling.nats + sum(shape[digit] for shape, digit in zip(shapes, digits, strict=True))
            nats[count] = max(likely, nats.get(count, likely))
    if not nats:
        return []
    best, total = max(nats.values()), sum(map(exp, nats.values()))
    order = sorted(nats.items(), key=lambda item: -item[1])
    return [(count, best - likely, exp(likely) / total) for count, likely in order]


def explain_evidence(evidence: Evidence, run: Run) -> Explanation:
    """Write each hint's likeliest count; what is not clear also in words, with the next likeliest count."""
    sheet = _sheet_of(run, _size(evidence))
    unclear: list[str] = []
    for at, hint in enumerate(evidence.hints):
        found = candidates(evidence, hint)
        lead = found[1][1] if len(found) > 1 else CERTAIN_NATS
        tone: Tone = "" if lead >= CERTAIN_NATS else "weak" if found[0][2] >= GOOD_SHARE else "bad"
        if hint.hidden:
            sheet.draw.rectangle(sheet.box(at), fill=Ink.HIDDEN)
        matters = hint.hidden or (bool(found) and found[0][0] > 1)
        is_open = matters and abs(hint.circled) < SURE_CIRCLE
        if is_open or hint.circled >= SURE_CIRCLE:
            sheet.ring(at, Ink.BAD if is_open else Ink.FAINT, broken=is_open)
        text = str(found[0][0]) if found else ""
        sheet.text(at, f"{hint.fixed}" if hint.fixed is not None else text, TONE_COLOURS[tone])
        if tone or is_open or hint.hidden or hint.fixed is not None:
            words = [f"{count} ({percent(share)}, {nats:.1f})" for count, nats, share in found[:2]]
            circle = f"circle {hint.circled:+.1f}"
            state = ["set by hand"] if hint.fixed is not None else ["hidden"] if hint.hidden else []
            unclear.append(f"{short(hint.place)}: {', '.join([*words, circle, *state])}")
    hidden = sum(hint.hidden for hint in evidence.hints)
    return Explanation(
        "Each hint's likeliest count by its looks alone. Yellow and red counts hardly lead over the next "
        "likeliest one; a ring marks a circle, a broken red ring one that is undecided.",
        sheet.picture,
        (
            Note(f"{len(evidence.hints)} hints, {len(evidence.shapes)} shapes of digits"),
            Note(f"something seems to cover it: {hidden}", swatch=Ink.HIDDEN),
            Note(f"clear: at least {CERTAIN_NATS:g} nats ahead, circles {SURE_CIRCLE:g} nats"),
        ),
        ("Hints that are not clear: likeliest counts (nats behind the first), nats for a circle", *unclear),
    )


def explain_sums(sums: SumsFound, run: Run) -> Explanation:
    """Write all counts with the sum of each line, which has to be the line's length."""
    evidence = run.latest(Evidence)
    sheet = _sheet_of(run, _size(evidence), sum_px=64)
    for hint, count in enumerate(sums.counts.tolist()):
        if count == UNREAD:
            sheet.draw.rectangle(sheet.box(hint), fill=Ink.HIDDEN)
        sheet.text(hint, "?" if count == UNREAD else str(count) if count else "")
    misfits = [place for place, _ in sums.misfits]
    for line, row in enumerate(sums.counts.reshape(-1, evidence.colours).tolist()):
        place = _place(line, -1, evidence.rows)
        text = f"= {sum(count for count in row if count != UNREAD)}{'+' if UNREAD in row else ''}"
        sheet.sum(place, text, Ink.BAD if place in misfits else Ink.TEXT)
    sheet.frames(misfits, Ink.BAD)
    hidden = int((sums.counts == UNREAD).sum())
    return Explanation(
        f"The counts of a row have to add up to {evidence.cols}, those of a column to {evidence.rows}, and "
        "each colour has to have as many cells by the rows as by the columns. What does not add up is framed "
        "red.",
        sheet.picture,
        (
            *bad_notes(
                (text if place.is_whole_picture else f"{place}: {text}" for place, text in sums.misfits),
                "all lines and colours add up",
            ),
            *(
                [Note(f"left out, since something seems to cover it: {hidden}", swatch=Ink.HIDDEN)]
                if hidden
                else []
            ),
        ),
    )


def explain_reading(reading: Reading, _: Run) -> Explanation:
    """Draw the puzzle as it looks, its doubts framed."""
    sheet = _puzzle_sheet(reading.puzzle)
    sheet.frames((doubt.place for doubt in reading.doubts), Ink.BAD)
    rows, cols = reading.puzzle.shape
    return Explanation(
        f"The puzzle as it looks: {cols} columns x {rows} rows in "
        f"{counted(reading.puzzle.colours, 'colour')}, with {counted(len(reading.doubts), 'doubt')}. A "
        "ring marks a circled hint, a broken ring one that is undecided; doubts are framed red.",
        sheet.picture,
        tuple(doubt_notes(reading.doubts)),
    )


def explain_settled(settled: CountsRepaired, _: Run) -> Explanation:
    """Draw the final puzzle: changed hints framed yellow, hints in doubt and contradictory lines red."""
    sheet = _puzzle_sheet(settled.puzzle)
    sheet.frames((change.place for change in settled.changes), Ink.CHANGED)
    contradicting = [HintPlace(axis, line, -1) for axis, line in settled.contradiction]
    sheet.frames([*(doubt.place for doubt in settled.doubts), *contradicting], Ink.BAD)
    changes = [Note(text, swatch=Ink.CHANGED) for text in listed(map(str, settled.changes))]
    fixes = " or ".join(f"--fix {fix_text(place, hint)}" for place, hint in settled.remedies)
    return Explanation(
        "The puzzle that was solved. Hints that are not what they looked like are framed yellow; what is "
        "still in doubt, and lines that contradict each other, red.",
        sheet.picture,
        (
            status_note(settled.outcome.status),
            Note(f"{counted(len(settled.tried), 'reading')} tried"),
            *doubt_notes(settled.doubts),
            *(changes or [Note("nothing was changed")]),
            *naming("lines that contradict each other:", map(short, contradicting), "bad"),
            *([Note(f"any one of these would settle it: {fixes}")] if fixes else []),
        ),
    )


def _place(line: int, slot: int, rows: int) -> HintPlace:
    """Return a place by the index of its line, which counts rows first, then columns."""
    return HintPlace("row", line, slot) if line < rows else HintPlace("column", line - rows, slot)


def _puzzle_sheet(puzzle: HungryCat) -> HintSheet:
    """Draw all hints on fields of their ink."""
    sheet = HintSheet((*puzzle.shape, puzzle.colours), puzzle.palette[1:])
    hints = [hint for line in (*puzzle.rows, *puzzle.cols) for hint in line]
    for at, hint in enumerate(hints):
        if hint.count != 0:
            _draw_hint(sheet, at, hint, puzzle.palette[at % puzzle.colours + 1])
    return sheet


def _draw_hint(sheet: HintSheet, at: int, hint: CountHint, ink: Colour) -> None:
    sheet.draw.rectangle(sheet.box(at), fill=ink)
    colour = ink_on(ink)
    sheet.text(at, "?" if hint.count is None else str(hint.count), colour)
    if hint.contiguous or (hint.contiguous is None and hint.count is not None):
        sheet.ring(at, colour, broken=hint.contiguous is None)


STAGES: Stages = {
    HintsFound: Stage(HUNGRY_CAT, "Hints cut out", explain_hints),
    CirclesFound: Stage(HUNGRY_CAT, "Circles", explain_circles),
    PaletteFound: Stage(HUNGRY_CAT, "Ink colours", explain_palette),
    NumbersFound: Stage(HUNGRY_CAT, "Numbers cut into digits", explain_numbers),
    Evidence: Stage(HUNGRY_CAT, "What each hint may be", explain_evidence),
    SumsFound: Stage(HUNGRY_CAT, "Sums", explain_sums),
    Reading: Stage(HUNGRY_CAT, "Puzzle as it looks", explain_reading),
    CountsRepaired: Stage(HUNGRY_CAT, "Puzzle settled", explain_settled),
}
