"""The stages of Hungry Cat Picross, from the grid to the settled puzzle, drawn over the screenshot."""

from collections.abc import Sequence

from picrosser.debugging.canvas import ROWS_AND_COLUMNS, TONE_COLOURS, Canvas, Ink
from picrosser.debugging.explanation import HUNGRY_CAT, Explanation, Run, Stage, Stages
from picrosser.debugging.notes import Note, doubt_notes, judged, listed, naming, percent, status_note
from picrosser.imaging.pixels import Box
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.hungry_cat.sums import SumsFound
from picrosser.reading.lattice.line_evidence import GridFound
from picrosser.repairing.counts_repaired import CountsRepaired
from picrosser.solving.outcome import counted

_ROOM_PX = (52, 34)  # beside the screenshot, for a share in percent
_HEAP_PX = 36  # the length of a bar for a heap of height 1


def explain_grid(grid: GridFound, run: Run) -> Explanation:
    """Draw the lattice over the screenshot, each line in the colour of how well it was seen."""
    canvas = Canvas(run.image, room_px=_ROOM_PX)
    left, top, right, bottom = canvas.placed(grid.lattice.board)
    for edge, share in _worst_first(grid.lattice.row_edges_px, grid.row_shares):
        y, colour = canvas.y(edge), TONE_COLOURS[judged(share)]
        canvas.draw.line((left - 6, y, right + 6, y), colour, 2)
        canvas.label((canvas.picture.width - 4, y), f"{100 * share:.0f}", colour, anchor="rm")
    for edge, share in _worst_first(grid.lattice.col_edges_px, grid.col_shares):
        x, colour = canvas.x(edge), TONE_COLOURS[judged(share)]
        canvas.draw.line((x, top - 6, x, bottom + 6), colour, 2)
        canvas.label((x, canvas.picture.height - 6), f"{100 * share:.0f}", colour, anchor="ms")
    for other in grid.others:
        canvas.frame(other, Ink.TEXT, "smaller board")
    rows, cols = grid.lattice.shape
    return Explanation(
        f"A board of {cols} columns x {rows} rows. A line is green where at least 60 % of the cells along it "
        "show it, red below 30 %; the numbers at the right and the bottom are these shares in percent.",
        canvas.picture,
        (
            Note(f"lines are {grid.pitch_px:.1f} px apart"),
            *naming("not whole: lines go on beyond the board at its", grid.goes_on, "bad"),
        ),
    )


def _worst_first(edges: Sequence[int], shares: Sequence[float]) -> list[tuple[int, float]]:
    """Return each line with its share; labels of the worst are written first, and so are never left out."""
    return sorted(zip(edges, shares, strict=True), key=lambda pair: pair[1])


def explain_slots(slots: SlotsFound, run: Run) -> Explanation:
    room_px, areas = (_HEAP_PX + 12, _HEAP_PX + 12), (slots.left_box, slots.top_box)
    canvas = Canvas.around(areas, slots.left.slot_pitch_px, run.image, room_px)
    draw = canvas.draw
    canvas.frame(slots.left_box, Ink.ROW, width=4)
    canvas.frame(slots.top_box, Ink.COLUMN, width=4)
    left, top, right, bottom = canvas.placed(slots.left_box)
    for number, x in enumerate(map(canvas.x, slots.left.slot_centres_px), 1):
        draw.line((x, top, x, bottom), fill=Ink.BOX, width=2)
        canvas.label((x, top - 4), str(number), Ink.ROW, anchor="ms")
    for x, heap in zip(map(canvas.x, slots.left.heap_centres_px), slots.left.heaps, strict=True):
        draw.line((x, bottom + 6, x, bottom + 6 + _HEAP_PX * min(1.0, heap)), Ink.TEXT, 10)
    left, top, right, bottom = canvas.placed(slots.top_box)
    for number, y in enumerate(map(canvas.y, slots.top.slot_centres_px), 1):
        draw.line((left, y, right, y), fill=Ink.BOX, width=2)
        canvas.label((left - 4, y), str(number), Ink.COLUMN, anchor="rm")
    for y, heap in zip(map(canvas.y, slots.top.heap_centres_px), slots.top.heaps, strict=True):
        draw.line((right + 6, y, right + 6 + _HEAP_PX * min(1.0, heap), y), Ink.TEXT, 10)
    return Explanation(
        f"The hints stand in the two framed areas, in {counted(slots.colours, 'colour slot')} each. A line "
        "runs through the middle of every slot. The bars at the areas' ends say how much ink stands there: "
        "each bar should lie on a slot.",
        canvas.picture,
        (*ROWS_AND_COLUMNS, Note("middle of a slot", swatch=Ink.BOX)),
    )


def explain_circles(circles: CirclesFound, run: Run) -> Explanation:
    hints = run.latest(HintsFound)
    boxes = hints.boxes()
    canvas, undecided = _canvas_of(run, boxes), []
    for box, place, odds in zip(boxes, hints.places, circles.log_odds.tolist(), strict=True):
        is_open = abs(odds) < SURE_CIRCLE
        canvas.frame(box, Ink.BAD if is_open else Ink.GOOD if odds > 0 else Ink.NOT_CIRCLED)
        undecided += [f"{place.short} ({odds:+.1f})"] if is_open else []
    discs = int((circles.log_odds > 0).sum())
    return Explanation(
        f"{discs} of {len(circles.log_odds)} hints are circled.",
        canvas.picture,
        (
            Note("circled", swatch=Ink.GOOD),
            Note("not circled", swatch=Ink.NOT_CIRCLED),
            Note(f"undecided: less than {SURE_CIRCLE:g} nats either way", swatch=Ink.BAD),
            *naming("undecided, with nats for a circle:", undecided, "bad"),
        ),
    )


def explain_palette(palette: PaletteFound, _: Run) -> Explanation:
    inks = zip(palette.inks, palette.shares, strict=True)
    return Explanation(
        f"{int(palette.occupied.sum())} of {len(palette.occupied)} hints have a number; the others are "
        "struck out.",
        notes=(
            *(
                Note(f"ink of slot {slot}: {ink}, the colour of {percent(share)} of its pixels", swatch=ink)
                for slot, (ink, share) in enumerate(inks, 1)
            ),
            Note(f"an empty cell of the board: {palette.background}", swatch=palette.background),
        ),
    )


def explain_numbers(numbers: NumbersFound, run: Run) -> Explanation:
    """Draw the box of every number, and where it may be cut into digits."""
    hints = run.latest(HintsFound)
    canvas, half = _canvas_of(run, hints.boxes()), hints.patches.shape[1] // 2
    for number, hint in enumerate(numbers.hints.tolist()):
        down, right = (hints.centres_px[hint] - half).tolist()  # where the hint's patch begins
        box = numbers.boxes[number].moved(down, right)
        canvas.frame(box, Ink.BOX)
        _, top, _, bottom = canvas.placed(box)
        cuts = [cut for cut in numbers.cuts[number] if len(cut.glyphs) > 1]
        for rank, cut in reversed(list(enumerate(cuts))):
            long = 12 if rank == 0 else 5
            for glyph in cut.glyphs[1:]:
                x = canvas.x(numbers.glyph_boxes[glyph].left + right)
                canvas.draw.line((x, top - long, x, top), fill=Ink.CUT, width=2)
                canvas.draw.line((x, bottom, x, bottom + long), fill=Ink.CUT, width=2)
    return Explanation(
        f"{len(numbers.hints)} numbers with {len(numbers.glyph_boxes)} shapes that may be digits. Ticks "
        "above and below a number show where it may be cut in two: long ones the likeliest cut, short ones "
        "others.",
        canvas.picture,
        (Note("the number's box", swatch=Ink.BOX), Note("a cut", swatch=Ink.CUT)),
    )


def explain_settled(settled: CountsRepaired, run: Run) -> Explanation:
    changed = [change.place for change in settled.changes]
    contradicting = [HintPlace(axis, line, -1) for axis, line in settled.contradiction]
    fixes = " or ".join(f"--fix {fix_text(place, hint)}" for place, hint in settled.remedies)
    changes = [Note(text, swatch=Ink.CHANGED) for text in listed(map(str, settled.changes))]
    reading, picture = run.find(Reading), None
    if reading is not None and reading.hint_boxes:
        canvas = _canvas_of(run, reading.hint_boxes)
        doubtful = [*(doubt.place for doubt in settled.doubts), *contradicting]
        for hint, box in zip(reading.evidence.hints, reading.hint_boxes, strict=True):
            for places, colour in ((changed, Ink.CHANGED), (doubtful, Ink.BAD)):
                if any(_holds(place, hint.place) for place in places):
                    canvas.frame(box, colour, width=3)
        picture = canvas.picture
    return Explanation(
        "Hints that are not what they looked like are framed yellow; what is still in doubt, and lines that "
        "contradict each other, red.",
        picture,
        (
            status_note(settled.outcome.status),
            Note(f"{counted(len(settled.tried), 'reading')} tried"),
            *doubt_notes(settled.doubts),
            *(changes or [Note("nothing was changed")]),
            *naming("lines that contradict each other:", (place.short for place in contradicting), "bad"),
            *([Note(f"any one of these would settle it: {fixes}")] if fixes else []),
        ),
    )


def _holds(place: HintPlace, hint: HintPlace) -> bool:
    """Whether a hint is at a place, which may be a line or a colour as a whole."""
    is_line = place.line < 0 or (place.axis, place.line) == (hint.axis, hint.line)
    return is_line and place.slot in (-1, hint.slot)


def _canvas_of(run: Run, hints: Sequence[Box]) -> Canvas:
    return Canvas.around(hints, hints[0].height, run.image)


STAGES: Stages = {
    GridFound: Stage(HUNGRY_CAT, "Grid lines", explain_grid),
    SlotsFound: Stage(HUNGRY_CAT, "Hint areas and colour slots", explain_slots),
    HintsFound: Stage(HUNGRY_CAT, "Hints cut out"),
    CirclesFound: Stage(HUNGRY_CAT, "Circles", explain_circles),
    PaletteFound: Stage(HUNGRY_CAT, "Ink colours", explain_palette),
    NumbersFound: Stage(HUNGRY_CAT, "Numbers cut into digits", explain_numbers),
    Evidence: Stage(HUNGRY_CAT, "What each hint may be"),
    SumsFound: Stage(HUNGRY_CAT, "Sums"),
    Reading: Stage(HUNGRY_CAT, "Puzzle as it looks"),
    CountsRepaired: Stage(HUNGRY_CAT, "Puzzle settled", explain_settled),
}
