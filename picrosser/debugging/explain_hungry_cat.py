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

from picrosser.debugging.canvas import (
    BAD,
    BOX,
    CHANGED,
    COLUMN,
    CUT,
    FAINT,
    GOOD,
    HIDDEN,
    NOT_CIRCLED,
    ROW,
    TEXT,
    TONE_COLOURS,
    legible_on,
)
from picrosser.debugging.explanation import (
    GOOD_SHARE,
    STATUS_TONES,
    Explanation,
    Note,
    Run,
    Table,
    Tone,
    at_most,
    counted,
    percent,
    short,
)
from picrosser.debugging.hint_sheet import NO_INK, HintSheet
from picrosser.puzzles.doubt import Doubt, HintPlace
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

MAX_DOUBTS = 12  # in notes; the sheet shows all of them
MAX_TRIED = 30  # readings in the table
MAX_DIFFERENCES = 5  # hints in a row of that table
FOREIGN_SHARE = 0.02  # of a hint's zone: less is the edge of some stroke
_ROWS_AND_COLUMNS = (Note("a row's hints", swatch=ROW), Note("a column's hints", swatch=COLUMN))


def _sheet_of(hints: HintsFound, run: Run, extra_px: int = 0) -> HintSheet:
    palette = run.find(PaletteFound)
    inks = () if palette is None else palette.inks
    return HintSheet((hints.rows, hints.cols, hints.colours), inks, extra_px)


def explain_hints(hints: HintsFound, run: Run) -> Explanation:
    """Draw every hint's patch, with the largest disc that fits, and the colour of its bare stripe."""
    sheet = _sheet_of(hints, run, extra_px=12)
    reach = hints.slot_radius_px * sheet.field_px / hints.patches.shape[1]
    for hint, (patch, stripe) in enumerate(zip(hints.patches, hints.stripes, strict=True)):
        sheet.paste(hint, patch)
        left, top, right, bottom = sheet.box(hint)
        x, y = (left + right) / 2, (top + bottom) / 2
        sheet.draw.ellipse((x - reach, y - reach, x + reach, y + reach), outline=BOX)
        sheet.draw.rectangle((left, bottom + 1, right + 1, bottom + 12), fill=_as_colour(stripe))
    return Explanation(
        f"{len(hints.places)} hints: {hints.rows} rows and {hints.cols} columns with "
        f"{counted(hints.colours, 'colour')} each, as they were cut out of the screenshot. The strip below "
        "each hint is the colour taken for its background; there should be no seam.",
        sheet.picture,
        (
            *_ROWS_AND_COLUMNS,
            Note(f"the largest disc that fits, {hints.slot_radius_px:.1f} px in radius", swatch=BOX),
            Note(f"each is {hints.patches.shape[1]} px wide; cells are {hints.pitch_px:.1f} px apart"),
        ),
    )


def explain_circles(circles: CirclesFound, run: Run) -> Explanation:
    """Frame every hint in the colour of the decision, with the shares of votes for and against a circle."""
    hints = run.latest(HintsFound)
    sheet = _sheet_of(hints, run, extra_px=14)
    undecided: list[tuple[str, ...]] = []
    for hint, odds in enumerate(circles.log_odds):
        sheet.paste(hint, hints.patches[hint])
        colour = BAD if abs(odds) < SURE_CIRCLE else GOOD if odds > 0 else NOT_CIRCLED
        sheet.frame(hints.places[hint], colour)
        left, _, right, bottom = sheet.box(hint)
        votes = ((circles.disc_votes[hint], GOOD), (circles.bare_votes[hint], NOT_CIRCLED))
        for number, (share, tone) in enumerate(votes):
            y = bottom + 4 + 6 * number
            sheet.draw.rectangle((left, y, right, y + 4), fill=FAINT)
            sheet.draw.rectangle((left, y, left + float(share) * (right - left), y + 4), fill=tone)
        if colour == BAD:
            shares = (percent(float(share)) for share, _ in votes)
            undecided.append((short(hints.places[hint]), f"{odds:+.1f}", *shares))
    discs = sum(guess.value for guess in circles.circled)
    least = min((abs(odds) for odds in circles.log_odds), default=SURE_CIRCLE)
    return Explanation(
        f"{discs} of {len(circles.circled)} hints are circled. The bars below each hint are the shares of a "
        "ring's pixels that look like a disc (upper) and like the bare stripe (lower).",
        sheet.picture,
        (
            Note("circled", swatch=GOOD),
            Note("not circled", swatch=NOT_CIRCLED),
            Note(f"undecided: less than {SURE_CIRCLE:g} nats either way", swatch=BAD),
            Note(f"the least clear one has {least:.1f} nats", "bad" if least < SURE_CIRCLE else ""),
            Note(f"a disc differs from its stripe by {circles.disc_levels:+.0f} grey levels"),
            Note(
                "the ring reaches from {:.1f} to {:.1f} px; ".format(*circles.ring_px)
                + f"discs have a radius of {circles.disc_radius_px:.1f} px"
            ),
        ),
        (Table("Undecided", ("hint", "nats", "disc", "stripe"), tuple(undecided)),),
    )


def explain_palette(palette: PaletteFound, run: Run) -> Explanation:
    """Draw the foreground of every hint in the ink of its slot."""
    hints = run.latest(HintsFound)
    sheet = HintSheet((hints.rows, hints.cols, hints.colours), palette.inks)
    for hint, mask in enumerate(palette.foreground):
        ink = palette.inks[hint % hints.colours]
        ground = (236, 236, 236) if legible_on(ink) == (255, 255, 255) else (70, 70, 70)
        if not palette.occupied[hint]:
            ground = NO_INK
        pixels = np.where(mask[..., None], np.array(ink, np.uint8), np.array(ground, np.uint8))
        sheet.paste(hint, pixels)
        if not palette.occupied[hint]:
            left, top, right, bottom = sheet.box(hint)
            sheet.draw.line((left, top, right, bottom), fill=FAINT, width=2)
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
            Note(
                "the numbers have no shadow"
                if palette.shadow == 1
                else f"the numbers' shadow leaves {percent(palette.shadow)} of the brightness"
            ),
        ),
    )


def explain_numbers(numbers: NumbersFound, run: Run) -> Explanation:
    """Draw the ink of every number, its box, and where it may be cut into digits."""
    sheet = _sheet_of(run.latest(HintsFound), run)
    places = run.latest(HintsFound).places
    odd: list[tuple[str, ...]] = []
    for number, hint in enumerate(numbers.hints.tolist()):
        coverage, box = numbers.coverage[number], numbers.boxes[number]
        sheet.paste(hint, np.asarray(255 - np.rint(coverage.clip(0, 1) * 225), np.uint8))
        x, y, _, _ = sheet.box(hint)
        scale = (sheet.field_px - 2) / coverage.shape[0]
        left, top, right, bottom = (v * scale for v in (box.left, box.top, box.right, box.bottom))
        colour = BAD if numbers.odd_height[number] else BOX
        sheet.draw.rectangle((x + left - 1, y + top - 1, x + right, y + bottom), outline=colour)
        for rank, way in reversed(
            list(enumerate(cut for cut in numbers.cuts[number] if len(cut.glyphs) > 1))
        ):
            for glyph in way.glyphs[1:]:
                cut, long = x + numbers.glyph_boxes[glyph].left * scale, 12 if rank == 0 else 5
                sheet.draw.line((cut, y + top - long, cut, y + top), fill=CUT, width=2)
                sheet.draw.line((cut, y + bottom, cut, y + bottom + long), fill=CUT, width=2)
        reasons = [
            *(["taller or shorter than the others"] if numbers.odd_height[number] else []),
            *(["its shadow was taken off"] if numbers.shaded[number] else []),
            *(
                [f"{percent(float(numbers.foreign[number]))} is neither ink nor background"]
                if numbers.foreign[number] >= FOREIGN_SHARE
                else []
            ),
        ]
        if reasons:
            odd.append((short(places[hint]), counted(len(numbers.cuts[number]), "way"), ", ".join(reasons)))
    return Explanation(
        f"{len(numbers.hints)} numbers with {len(numbers.glyph_boxes)} shapes that may be digits. Ticks "
        "above and below a number show where it may be cut in two: long ones the likeliest cut, short ones "
        "others.",
        sheet.picture,
        (Note("the number's box", swatch=BOX), Note("a cut", swatch=CUT), Note("an odd height", swatch=BAD)),
        (Table("What is odd", ("hint", "cuts", "why"), tuple(odd)),),
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
    """Write each hint's likeliest count; what is not clear also in a table, with the next likeliest count."""
    palette = run.find(PaletteFound)
    size = evidence.rows, evidence.cols, evidence.colours
    sheet = HintSheet(size, () if palette is None else palette.inks)
    unclear: list[tuple[str, ...]] = []
    tones: list[Tone] = []
    for at, hint in enumerate(evidence.hints):
        found = candidates(evidence, hint)
        lead = found[1][1] if len(found) > 1 else CERTAIN_NATS
        tone: Tone = "" if lead >= CERTAIN_NATS else "weak" if found[0][2] >= GOOD_SHARE else "bad"
        if hint.hidden:
            sheet.draw.rectangle(sheet.box(at), fill=HIDDEN)
        matters = hint.hidden or (bool(found) and found[0][0] > 1)
        is_open = matters and abs(hint.circled) < SURE_CIRCLE
        if is_open or hint.circled >= SURE_CIRCLE:
            sheet.ring(at, BAD if is_open else FAINT, broken=is_open)
        text = str(found[0][0]) if found else ""
        sheet.text(at, f"{hint.fixed}" if hint.fixed is not None else text, TONE_COLOURS[tone])
        if tone or is_open or hint.hidden or hint.fixed is not None:
            tones.append("bad" if is_open else tone)
            unclear.append(
                (
                    short(hint.place),
                    *([f"{found[0][0]}, {percent(found[0][2])}"] if found else ["?"]),
                    *([f"{found[1][0]}, {found[1][1]:.1f} nats behind"] if len(found) > 1 else [""]),
                    f"{hint.circled:+.1f}",
                    "set by hand" if hint.fixed is not None else "hidden" if hint.hidden else "",
                )
            )
    hidden = sum(hint.hidden for hint in evidence.hints)
    return Explanation(
        "Each hint's likeliest count by its looks alone. Yellow and red counts hardly lead over the next "
        "likeliest one; a ring marks a circle, a broken red ring one that is undecided.",
        sheet.picture,
        (
            Note(f"{len(evidence.hints)} hints, {len(evidence.shapes)} shapes of digits"),
            Note(f"something seems to cover it: {hidden}", swatch=HIDDEN),
            Note(f"clear: at least {CERTAIN_NATS:g} nats ahead, circles {SURE_CIRCLE:g} nats"),
        ),
        (
            Table(
                "Hints that are not clear",
                ("hint", "likeliest", "next", "circle, nats", ""),
                tuple(unclear),
                tuple(tones),
            ),
        ),
    )


def explain_sums(sums: SumsFound, run: Run) -> Explanation:
    """Write all counts with the sum of each line, which has to be the line's length."""
    evidence, palette = run.latest(Evidence), run.find(PaletteFound)
    inks = () if palette is None else palette.inks
    sheet = HintSheet((evidence.rows, evidence.cols, evidence.colours), inks, sum_px=64)
    counts = sums.counts.reshape(-1, evidence.colours).tolist()
    for hint, count in enumerate(sums.counts.tolist()):
        if count == UNREAD:
            sheet.draw.rectangle(sheet.box(hint), fill=HIDDEN)
        sheet.text(hint, "?" if count == UNREAD else str(count) if count else "")
    misfits = [place for place, _ in sums.misfits]
    for line, row in enumerate(counts):
        is_row = line < evidence.rows
        axis, at = ("row", line) if is_row else ("column", line - evidence.rows)
        is_bad = any((place.axis, place.line, place.slot) == (axis, at, -1) for place in misfits)
        text = f"= {sum(count for count in row if count != UNREAD)}{'+' if UNREAD in row else ''}"
        sheet.sum(axis, at, text, BAD if is_bad else TEXT)
    for place in misfits:
        sheet.frame(place, BAD)
    hidden = int((sums.counts == UNREAD).sum())
    return Explanation(
        f"The counts of a row have to add up to {evidence.cols}, those of a column to {evidence.rows}, and "
        "each colour has to have as many cells by the rows as by the columns. What does not add up is framed "
        "red.",
        sheet.picture,
        (
            *(
                at_most([Note(_placed(place, text), "bad") for place, text in sums.misfits], MAX_DOUBTS)
                or (Note("all lines and colours add up", "good"),)
            ),
            *(
                [Note(f"left out, since something seems to cover it: {hidden}", swatch=HIDDEN)]
                if hidden
                else []
            ),
        ),
    )


def explain_reading(reading: Reading, _: Run) -> Explanation:
    """Draw the puzzle as it looks, its doubts framed."""
    sheet = _puzzle_sheet(reading.puzzle)
    _frame_all(sheet, [doubt.place for doubt in reading.doubts], BAD)
    rows, cols = reading.puzzle.shape
    return Explanation(
        f"The puzzle as it looks: {cols} columns x {rows} rows in "
        f"{counted(reading.puzzle.colours, 'colour')}, with {counted(len(reading.doubts), 'doubt')}. A "
        "ring marks a circled hint, a broken ring one that is undecided; doubts are framed red.",
        sheet.picture,
        _doubt_notes(reading.doubts),
    )


def explain_settled(settled: CountsRepaired, run: Run) -> Explanation:
    """Draw the final puzzle: changed hints framed yellow, hints in doubt and contradictory lines red."""
    reading = run.find(Reading)
    looked = settled.puzzle if reading is None else reading.puzzle
    sheet = _puzzle_sheet(settled.puzzle)
    _frame_all(sheet, [change.place for change in settled.changes], CHANGED)
    contradicting = [HintPlace(axis, line, -1) for axis, line in settled.contradiction]
    _frame_all(sheet, [*(doubt.place for doubt in settled.doubts), *contradicting], BAD)
    status = settled.outcome.status
    fixes = " or ".join(f"--fix {fix_text(place, hint)}" for place, hint in settled.remedies)
    tried = tuple(
        (f"{reading.cost:.1f}", reading.outcome.status.value, _few(differences(reading.puzzle, looked)))
        for reading in settled.tried[:MAX_TRIED]
    )
    return Explanation(
        "The puzzle that was solved. Hints that are not what they looked like are framed yellow; what is "
        "still in doubt, and lines that contradict each other, red.",
        sheet.picture,
        (
            Note(f"solutions: {status.value}", STATUS_TONES[status]),
            *_doubt_notes(settled.doubts),
            *(
                at_most([Note(str(change), swatch=CHANGED) for change in settled.changes], MAX_DOUBTS)
                or (Note("nothing was changed"),)
            ),
            *(
                [Note("lines that contradict each other: " + _names(contradicting), "bad")]
                if contradicting
                else []
            ),
            *([Note(f"any one of these would settle it: {fixes}")] if fixes else []),
        ),
        (
            Table(
                "Readings that were tried",
                ("nats", "solutions", "hints that are not as they look"),
                tried,
                tuple(STATUS_TONES[reading.outcome.status] for reading in settled.tried[:MAX_TRIED]),
            ),
        ),
    )


def differences(puzzle: HungryCat, other: HungryCat) -> list[str]:
    """Return the hints of `puzzle` that are not those of `other`, as `--fix` takes them."""
    lines = [*zip(puzzle.rows, other.rows, strict=True), *zip(puzzle.cols, other.cols, strict=True)]
    return [
        fix_text(_place(line, slot, len(puzzle.rows)), hint)
        for line, (hints, rivals) in enumerate(lines)
        for slot, (hint, rival) in enumerate(zip(hints, rivals, strict=True))
        if hint != rival
    ]


def _place(line: int, slot: int, rows: int) -> HintPlace:
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
    colour = legible_on(ink)
    sheet.text(at, "?" if hint.count is None else str(hint.count), colour)
    if hint.contiguous or (hint.contiguous is None and hint.count is not None):
        sheet.ring(at, colour, broken=hint.contiguous is None)


def _frame_all(sheet: HintSheet, places: Iterable[HintPlace], colour: Colour) -> None:
    for place in places:
        sheet.frame(place, colour)


def _doubt_notes(doubts: Sequence[Doubt]) -> tuple[Note, ...]:
    return at_most([Note(_doubt_text(doubt), "bad") for doubt in doubts], MAX_DOUBTS) or (
        Note("no doubts", "good"),
    )


def _doubt_text(doubt: Doubt) -> str:
    return doubt.why if doubt.place.is_whole_picture else str(doubt)  # `why` names a colour as a whole


def _placed(place: HintPlace, text: str) -> str:
    """Begin a sentence with a place; a colour as a whole is named in the sentence itself."""
    return text if place.is_whole_picture else f"{place}: {text}"


def _names(places: Iterable[HintPlace]) -> str:
    return ", ".join(map(short, places))


def _few(texts: Sequence[str]) -> str:
    """Join the first texts; "as it looks" if there are none."""
    more = [f"and {len(texts) - MAX_DIFFERENCES} more"] if len(texts) > MAX_DIFFERENCES else []
    return " ".join([*texts[:MAX_DIFFERENCES], *more]) or "as it looks"


def _as_colour(tone: NDArray[np.float32]) -> Colour:
    red, green, blue = (int(v) for v in np.rint(tone).clip(0, 255))
    return red, green, blue
