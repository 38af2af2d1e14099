"""Explains the result of any stage; here: pictures made again before they were read, digits, solving.

Each picture is drawn from the stage's result, over the screenshot where places matter.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.debugging import explain_hungry_cat, explain_katamino, explain_nonogram
from picrosser.debugging.canvas import TONE_COLOURS, WIDTH_PX, Canvas, Ink, blank, fitted, stacked, write
from picrosser.debugging.explanation import HUNGRY_CAT, KATAMINO, NONOGRAM, Explanation, Run, Stage, Stages
from picrosser.debugging.notes import Note, doubt_notes, judged, percent, status_note
from picrosser.drawing.overlay import overlay
from picrosser.drawing.sheet import board_image
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.imaging.turned import TURN_WORDS, TurnedPicture
from picrosser.looks.belief import LooksTaken
from picrosser.looks.halved import HalvedPicture
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Colour, Picture
from picrosser.puzzles.progress import MIN_CONFIDENCE, MistakesFound
from picrosser.reading.glyphs.digits import DigitsFound, GlyphGroup
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.reading.lattice.line_evidence import GridFound
from picrosser.reading.nonogram.cells.board_state import CellsSeen
from picrosser.reading.nonogram.hints.beside import HintsGrouped
from picrosser.reading.page.pixel_art import PixelArt
from picrosser.reading.photograph.board_on_screen import BoardOnScreen
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.reading.photograph.from_the_front import Plane, StraightScreen
from picrosser.solving.deduction import StepsFound
from picrosser.solving.outcome import Outcome, answer_words, counted

# ---- Pictures that were made again before they were read: turned, upright, seen straight, made flat

_DOT_PX = 2
_PER_LINE = 60  # points of each fitted line


def explain_straight(
    seen: HalvedPicture | TurnedPicture | PixelArt | BoardOnScreen | StraightScreen | Plane, _: Run
) -> Explanation:
    canvas = Canvas(seen.image)
    match seen:
        case HalvedPicture():
            how = "The picture at half its size, which is enough to read it"
        case TurnedPicture():
            how = f"By its digits the picture is {TURN_WORDS[seen.turned_deg]}"
        case PixelArt():
            how = "Pixel art, enlarged without smoothing"
        case BoardOnScreen():
            how = "A photographed screen as seen from straight ahead, lit evenly"
            canvas.lattice(seen.found.lattice)
        case StraightScreen():
            how = "A picture that lay askew, made straight by its frames, tiles and lines of text"
        case Plane():
            how = "A ruled board on a table as seen from above, and all that lies in its plane"
            canvas.lattice(Lattice(*seen.lattice.edges_px))
    return Explanation(f"{how}; the next stages look at it as it is here.", canvas.picture)


def explain_flat_page(page: FlatPage, run: Run) -> Explanation:
    """Draw the crossings and the fitted lines over the photograph, and the flat page as it is read."""
    sheet, canvas = page.sheet, Canvas(run.image)
    for axis, colour in ((0, Ink.ROW), (1, Ink.COLUMN)):
        along = np.linspace(sheet.first[1 - axis], sheet.last[1 - axis], _PER_LINE)
        for line in range(sheet.first[axis], sheet.last[axis] + 1):
            points = np.empty((_PER_LINE, 2))
            points[:, axis], points[:, 1 - axis] = line, along
            places = sheet.fit.places(points).tolist()
            canvas.draw.line([(canvas.x(col), canvas.y(row)) for row, col in places], colour, 1)
    for row, col in (sheet.lattice.places * sheet.reduction).tolist():
        canvas.draw.regular_polygon((canvas.x(col), canvas.y(row), _DOT_PX), 4, outline=Ink.BAD)
    rows, cols = (last - first for first, last in zip(sheet.first, sheet.last, strict=True))
    return Explanation(
        f"A ruled sheet of {rows} rows and {cols} columns, with its hint cells where these are ruled. The "
        "next stages look at the flat page below, whose lines are drawn anew.",
        stacked([canvas.picture, *(fitted(Image.fromarray(flat)) for flat in (page.image, page.plain))]),
        (
            Note(f"{len(sheet.lattice.places)} crossings, {sheet.pitch_px:.1f} pixels apart"),
            Note(f"off the smooth fit by {sheet.error:.3f} of that, the median"),
            Note(f"turned by {90 * page.quarter_turns} degrees"),
        ),
    )


# ---- Digits: a row for each group of equal shapes. A group is decided as a whole, so a member that looks
# different is a misread digit: all members are shown.

_CARD_PX = 66  # the height of a group's row
_MEMBER_PX = 44
_MEMBERS_LEFT_PX = 216


def explain_digits(digits: DigitsFound, run: Run) -> Explanation:
    """Show the groups of equal shapes, of the family that was tried last."""
    found = next((one for one in reversed(run.before) if isinstance(one, NumbersFound | HintsGrouped)), None)
    if found is None:
        raise LookupError("no NumbersFound and no HintsGrouped came before it")
    used = {glyph for glyphs in digits.glyphs for glyph in glyphs}
    groups = [group for group in digits.groups if used & set(group.members)]
    groups.sort(key=lambda group: (group.digit.value, -len(group.members)))
    worst = min((group.digit.confidence for group in groups), default=1.0)
    unused = len(digits.groups) - len(groups)
    cards = [_card(group, digits.faces, _members(group, found, run.image)) for group in groups]
    return Explanation(
        f"{counted(sum(len(group.members) for group in groups), 'shape')} in "
        f"{counted(len(groups), 'group')}. Equal shapes are one digit, decided together. Each row shows the "
        "digit, what templates of it look like, how sure the decision is, and the shapes that were taken for "
        "it: all of them should look alike.",
        stacked(cards, 4) if cards else None,
        (
            Note(f"the least sure group has {percent(worst)}", judged(worst)),
            Note(f"compared with the typefaces {', '.join(map(str, digits.faces))}"),
            *([Note(f"{counted(unused, 'more group')} of shapes cut otherwise")] if unused else []),
        ),
    )


def _members(group: GlyphGroup, found: NumbersFound | HintsGrouped, image: RGB) -> list[Image.Image]:
    """Draw the members of a group; of Hungry Cat first the one that is least like the others."""
    if isinstance(found, HintsGrouped):
        boxes = [piece.box for line in (*found.rows, *found.cols) for piece in line]
        return [_cut_out(image, boxes[member]) for member in group.members]
    shapes = found.shapes[np.array(group.members)]
    away = ((shapes - shapes.mean(axis=0)) ** 2).mean(axis=1)
    oddest_first = np.array(group.members)[np.argsort(-away, kind="stable")].tolist()
    return [
        _glyph(found.shapes[member], min(2.0, np.exp(found.log_aspects[member])), _MEMBER_PX)
        for member in oddest_first
    ]


def _cut_out(image: RGB, box: Box) -> Image.Image:
    digit = Image.fromarray(np.ascontiguousarray(image[box.slices]))
    width = min(2 * _MEMBER_PX, max(4, round(_MEMBER_PX * digit.width / digit.height)))
    how = Image.Resampling.NEAREST if width >= digit.width else Image.Resampling.LANCZOS
    return digit.resize((width, _MEMBER_PX), how)


def _card(group: GlyphGroup, faces: tuple[int, ...], members: Sequence[Image.Image]) -> Image.Image:
    """Draw one group: the digit, the templates' shape, how sure it is, and as many members as fit."""
    card, middle = blank(WIDTH_PX, _CARD_PX), _CARD_PX / 2
    draw = ImageDraw.Draw(card)
    tone = judged(group.digit.confidence)
    write(draw, (8, middle), str(group.digit.value), TONE_COLOURS[tone], 48, "lm")
    templates, chosen, height = load_templates(), list(faces), _CARD_PX - 14
    aspect = min(60 / height, float(np.exp(templates.log_aspects[chosen, group.digit.value].mean())))
    template = _glyph(templates.shapes[chosen, group.digit.value].mean(axis=0), aspect, height)
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


def _glyph(shape: NDArray[np.float32], aspect: float, height: int) -> Image.Image:
    """Draw the coverage by ink, (ROWS * COLS,), in its own ratio of width to height."""
    ink = np.asarray(255 - np.rint(shape.reshape(ROWS, COLS).clip(0, 1) * 225), np.uint8)
    size = max(4, round(height * aspect)), height
    return Image.fromarray(ink).resize(size, Image.Resampling.BICUBIC).convert("RGB")


# ---- What solving found, and what is painted so far


def board_seen(before: Sequence[object]) -> tuple[Lattice | None, tuple[Colour, ...]]:
    """Where the board of the latest reading lies, and its colours, if they are known."""
    for result in reversed(before):
        match result:
            case CellsSeen():
                return result.lattice, result.palette
            case Reading():
                return result.lattice, result.puzzle.palette
            case HintsGrouped() | GridFound():
                return result.lattice, ()
    return None, ()


def explain_outcome(outcome: Outcome, run: Run) -> Explanation:
    """Draw the answer over the screenshot, or alone where its place is not known."""
    (lattice, _), picture = board_seen(run.before), outcome.picture
    if picture is None:
        shown = Canvas(run.image).picture
    elif lattice is not None and lattice.shape == picture.shape:
        shown = fitted(overlay(run.image, lattice, picture))
    else:
        shown = _alone(picture)
    words, differing = answer_words(outcome), len(outcome.differing)
    striped = f"{counted(differing, 'cell')} not the same in all solutions, striped or a checker"
    return Explanation(
        f"{words[0].upper()}{words[1:]}, in {outcome.seconds:.3f} s.",
        shown,
        (
            status_note(outcome.status),
            *([Note(outcome.why, "bad")] if outcome.why else []),
            *([Note(striped, "bad")] if differing else []),
            Note(f"{counted(outcome.passes, 'line check')}"),
        ),
    )


def _alone(picture: Picture) -> Image.Image:
    return board_image(picture, max(4, min(24, WIDTH_PX // max(picture.shape))))


def explain_progress(found: ProgressFound | CellsSeen, run: Run) -> Explanation:
    """Draw the board as its cells were read."""
    (_, palette), progress = board_seen([*run.before, found]), found.progress
    unclear = int((progress.confidence < MIN_CONFIDENCE).sum())
    return Explanation(
        "What each cell shows: its colour, or that of blank cells. Open cells are a checker.",
        _alone(Picture(progress.cells, palette)) if palette else None,
        (
            Note(f"{counted(int((progress.cells > EMPTY).sum()), 'cell')} painted"),
            Note(f"{int((progress.cells == EMPTY).sum())} blank"),
            Note(f"{int((progress.cells == UNKNOWN).sum())} open"),
            Note(f"{unclear} unclear", "bad" if unclear else ""),
        ),
    )


# ---- All stages


STAGES: Stages = {
    HalvedPicture: Stage("", "Halved picture", explain_straight),
    TurnedPicture: Stage("", "Turned picture", explain_straight),
    PixelArt: Stage("", "Pixel art", explain_straight),
    FlatPage: Stage("", "Flat page", explain_flat_page),
    StraightScreen: Stage("", "Straight screen", explain_straight),
    Plane: Stage(KATAMINO, "Board on a table", explain_straight),
    BoardOnScreen: Stage(HUNGRY_CAT, "Screen from straight ahead", explain_straight),
    **explain_hungry_cat.STAGES,
    **explain_nonogram.STAGES,
    **explain_katamino.STAGES,
    ProgressFound: Stage(HUNGRY_CAT, "Cells painted so far", explain_progress),
    CellsSeen: Stage(NONOGRAM, "Cells painted so far", explain_progress),
    Outcome: Stage("", "Solution", explain_outcome),
    MistakesFound: Stage("", "Mistakes"),
    StepsFound: Stage("", "Next steps"),
    DigitsFound: Stage("", "Digits", explain_digits),
    LooksTaken: Stage("", "Looks taken"),
}
"""Every result that a pipeline may report."""

_MadeAgain = HalvedPicture | TurnedPicture | PixelArt | FlatPage | BoardOnScreen | StraightScreen
"""Whole pictures that the stages after them look at."""


def explain(screenshot: RGB, result: object, before: Sequence[object] = ()) -> Explanation:
    """Explain what a stage found, and why it believes it.

    screenshot : (H, W, 3) uint8.
    result : of any stage, or the outcome of solving. What is not drawn, or not known, has its numbers alone.
    before : the results of the earlier stages, in order; LookupError if one is missing that is needed.
    """
    stage = STAGES.get(type(result))
    if stage is None or stage.explain is None:
        doubts = getattr(result, "doubts", None)
        notes = () if doubts is None else tuple(doubt_notes(doubts))
        return Explanation("Shown by its numbers.", notes=notes)
    made = [(at, earlier.image) for at, earlier in enumerate(before) if isinstance(earlier, _MadeAgain)]
    if made and not isinstance(result, FlatPage | BoardOnScreen | StraightScreen):  # they saw it as it lies
        at, screenshot = made[-1]
        before = before[at + 1 :]
    return stage.explain(result, Run(screenshot, before))
