"""What is to be tapped for the answer to a screenshot, if it may be tapped at all."""

from __future__ import annotations

from picrosser.answers.hint_places import hungry_cat_hints, nonogram_hints
from picrosser.errors import ExitCode, PicrosserError
from picrosser.imaging.pixels import RGB, Box
from picrosser.phones.board_watch import Cells
from picrosser.phones.buttons import find_buttons
from picrosser.phones.fill import FillPlan, FillStoppedError
from picrosser.phones.taps import Ways
from picrosser.pipelines.progress import mistake_words
from picrosser.pipelines.solved import AnySolved, HintedSolved
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.progress import find_mistakes
from picrosser.solving.wording import cell_words

MAX_MISTAKES = 3  # in a message of one line


class MistakesError(PicrosserError):
    """The board shows cells that the answer does not have."""

    exit_code = ExitCode.MISTAKES


class NotProvedError(PicrosserError):
    """The answer is in doubt, or not the only one; the exit code is that of the answer."""

    def __init__(self, exit_code: ExitCode) -> None:
        super().__init__(
            "nothing is filled in, since no answer is proved to be the only one",
            "--anyway fills in the likeliest one",
        )
        self.exit_code = exit_code


def plan_fill(image: RGB, solved: AnySolved, ways: Ways, *, anyway: bool = False) -> FillPlan:
    """Plan the taps for the answer to a screenshot; of several solutions for the first one.

    Parameters
    ----------
    image : the screenshot as the phone sent it, (H, W, 3) uint8 sRGB.
    solved : what became of it.
    ways : how the game is played.
    anyway : also for an answer that is in doubt, or not the only one.

    Raises
    ------
    NotProvedError : it is such an answer.
    FillStoppedError : it is not known where to tap, or what the board shows already.
    ButtonsNotFoundError : it is not known where colours are chosen.
    MistakesError : the board shows something wrong.
    """
    if solved.kind == "katamino":
        raise FillStoppedError("a Katamino is not filled in by taps", "lay its pieces as the picture shows")
    if solved.exit_code is not ExitCode.OK and not anyway:
        raise NotProvedError(solved.exit_code)
    if not solved.outcome.solutions:
        raise FillStoppedError("there is no answer to fill in")
    if solved.turned_deg or solved.lattice.to_picture is not None or solved.image.shape != image.shape:
        raise FillStoppedError("the board lies tilted on the screen", "turn the phone, so that it is upright")
    answer, palette = solved.outcome.solutions[0], solved.puzzle.palette
    shown = _shown(solved, answer)
    buttons = find_buttons(image, solved.lattice, palette, in_order=solved.kind == "hungry-cat")
    return FillPlan(image, solved.lattice, _hint_boxes(solved), answer.cells, shown, palette, buttons, ways)


def _hint_boxes(solved: HintedSolved) -> tuple[Box, ...]:
    """Where the hints of each row are, then those of each column.

    Raises
    ------
    FillStoppedError : they are not known of all lines.
    """
    hints = hungry_cat_hints(solved) if solved.kind == "hungry-cat" else nonogram_hints(solved)
    boxes: dict[tuple[str, int], list[Box]] = {}
    for hint in hints:
        boxes.setdefault((hint["axis"], hint["line"]), []).append(Box(*hint["box_px"]))
    rows, cols = solved.lattice.shape
    lines = [*(("row", line) for line in range(rows)), *(("column", line) for line in range(cols))]
    if not boxes.keys() >= set(lines):
        raise FillStoppedError("it is not known where each hint is on the screen")
    return tuple(
        Box(
            min(box.top for box in boxes[line]),
            min(box.left for box in boxes[line]),
            max(box.bottom for box in boxes[line]),
            max(box.right for box in boxes[line]),
        )
        for line in lines
    )


def _shown(solved: HintedSolved, answer: Picture) -> Cells:
    """What the board shows already, all of it right.

    Raises
    ------
    MistakesError : some of it is wrong.
    FillStoppedError : some of it is not clear.
    """
    progress = solved.progress()
    if progress is None:
        raise FillStoppedError(
            "what is painted already is not known while hints are in doubt", "set them with --fix"
        )
    found = find_mistakes(progress, answer)
    names = cell_words(solved.puzzle)
    if found.mistakes:
        told = [mistake_words(mistake, names, names) for mistake in found.mistakes[:MAX_MISTAKES]]
        more = len(found.mistakes) - len(told)
        raise MistakesError("; ".join([*told, *([f"and {more} more"] if more else [])]), "correct this first")
    if found.unclear:
        (row, col), _ = found.unclear[0]
        raise FillStoppedError(f"row {row + 1}, column {col + 1} is unclear", "see picrosser check")
    return progress.cells
