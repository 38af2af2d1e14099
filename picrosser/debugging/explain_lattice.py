"""Where Hungry Cat's board and hints lie, and how a tilted screenshot was turned upright."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.debugging.canvas import (
    BAD,
    BOX,
    COLUMN,
    FAINT,
    ROW,
    TEXT,
    TEXT_PX,
    TONE_COLOURS,
    WIDTH_PX,
    BoxPx,
    Canvas,
    beside,
    blank,
    enclosing,
    resized,
    stacked,
    write,
)
from picrosser.debugging.explanation import Explanation, Note, Run, counted, judged, percent
from picrosser.imaging.pixels import RGB
from picrosser.imaging.turned import TURN_WORDS, TurnedPicture
from picrosser.puzzles.picture import Colour
from picrosser.reading.attempts.askew import SeenStraight
from picrosser.reading.attempts.upright import Upright
from picrosser.reading.hungry_cat.slots import HintArea, SlotsFound
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.grid import GridFound

_ROOM_PX = (52, 34)  # beside the screenshot, for a share in percent and the comb's ticks
_TICK_PX = 12
_CORNER = 0.6  # of the pitch, to each side: what an enlarged corner shows
_CORNER_PX = 168
_PLOT_PX = 190
_BAR_PX = 36  # a heap of height 1


def explain_grid(grid: GridFound, run: Run) -> Explanation:
    """Draw the lattice over the screenshot, each line in the colour of how well it was seen."""
    canvas = Canvas(run.image, room_px=_ROOM_PX)
    rows, cols = grid.lattice.shape
    left, top, right, bottom = canvas.placed(grid.lattice.board)
    for edge, share in zip(grid.lattice.row_edges_px, grid.row_shares, strict=True):
        canvas.draw.line((left - 6, canvas.y(edge), right + 6, canvas.y(edge)), _colour(share), 2)
    for edge, share in zip(grid.lattice.col_edges_px, grid.col_shares, strict=True):
        canvas.draw.line((canvas.x(edge), top - 6, canvas.x(edge), bottom + 6), _colour(share), 2)
    across, down = (
        [comb.start_px + comb.pitch_px * tooth for tooth in range(comb.teeth)] for comb in grid.combs
    )
    for y in map(canvas.y, across):
        canvas.draw.line((_ROOM_PX[0] - _TICK_PX, y, _ROOM_PX[0], y), fill=ROW, width=3)
    for x in map(canvas.x, down):
        canvas.draw.line((x, _ROOM_PX[1] - _TICK_PX, x, _ROOM_PX[1]), fill=COLUMN, width=3)
    for edge, share in _worst_first(grid.lattice.row_edges_px, grid.row_shares):
        canvas.label((canvas.picture.width - 4, canvas.y(edge)), _whole(share), _colour(share), anchor="rm")
    for edge, share in _worst_first(grid.lattice.col_edges_px, grid.col_shares):
        canvas.label((canvas.x(edge), canvas.picture.height - 6), _whole(share), _colour(share), anchor="ms")
    notes = [
        Note(f"the worst line was seen in {percent(grid.confidence)} of its cells", judged(grid.confidence)),
        Note(f"lines are {grid.pitch_px:.1f} px apart"),
        _comb_note("rows", grid.combs[0], ROW),
        _comb_note("columns", grid.combs[1], COLUMN),
        *(
            Note(f"lines go on beyond the board at the {side}: it is not whole", "bad")
            for side in grid.goes_on
        ),
    ]
    for other in grid.others:
        canvas.frame(other, TEXT, "smaller board")
    return Explanation(
        f"A board of {cols} columns x {rows} rows. A line is green where at least 60 % of the cells along it "
        "show it, red below 30 %; the numbers at the right and the bottom are these shares in percent. Below "
        "the screenshot are the board's corners, enlarged.",
        stacked([canvas.picture, _corners(run.image, grid)]),
        tuple(notes),
    )


def _colour(share: float) -> Colour:
    return TONE_COLOURS[judged(share)]


def _whole(share: float) -> str:
    return f"{100 * share:.0f}"


def _comb_note(name: str, comb: Comb, colour: Colour) -> Note:
    return Note(
        f"ticks: first guess at the lines between {name}, {comb.teeth} lines {comb.pitch_px:.1f} px apart, "
        f"score {comb.score:.1f}",
        swatch=colour,
    )


def _worst_first(edges: Sequence[int], shares: Sequence[float]) -> list[tuple[int, float]]:
    """Return each line with its share; labels of the worst are written first, and so are never left out."""
    return sorted(zip(edges, shares, strict=True), key=lambda pair: pair[1])


def _corners(image: RGB, grid: GridFound) -> Image.Image:
    """Enlarge the board's corners, where a lattice that is off by a pixel or two can be seen."""
    rows, cols = grid.lattice.row_edges_px, grid.lattice.col_edges_px
    half = max(4, round(_CORNER * grid.pitch_px))
    screenshot = Image.fromarray(np.ascontiguousarray(image))
    tiles: list[Image.Image] = []
    for row in (0, -1):
        for col in (0, -1):
            crop = blank(2 * half + 1, 2 * half + 1)
            crop.paste(screenshot, (half - cols[col], half - rows[row]))
            tile = resized(np.asarray(crop), _CORNER_PX, _CORNER_PX)
            draw, middle = ImageDraw.Draw(tile), half * _CORNER_PX / (2 * half + 1)
            draw.line((0, middle, _CORNER_PX, middle), fill=_colour(grid.row_shares[row]))
            draw.line((middle, 0, middle, _CORNER_PX), fill=_colour(grid.col_shares[col]))
            tiles.append(tile)
    return beside(tiles)


def explain_slots(slots: SlotsFound, run: Run) -> Explanation:
    """Draw both hint areas with the board between them, each slot's middle line and its heap of digits."""
    part = enclosing([slots.left_box, slots.top_box], slots.left.slot_pitch_px, run.image)
    canvas = Canvas(run.image, part, (_BAR_PX + 12, _BAR_PX + 12))
    canvas.frame(slots.left_box, ROW, width=4)
    canvas.frame(slots.top_box, COLUMN, width=4)
    left, top, right, bottom = canvas.placed(slots.left_box)
    for number, centre in enumerate(map(canvas.x, slots.left.slot_centres_px), 1):
        canvas.draw.line((centre, top, centre, bottom), fill=BOX, width=2)
        canvas.label((centre, top - 4), str(number), ROW, anchor="ms")
    for centre, heap in zip(map(canvas.x, slots.left.heap_centres_px), slots.left.heaps, strict=True):
        _bar(canvas, (centre - 5, bottom + 6, centre + 5, bottom + 6 + _BAR_PX), heap)
    left, top, right, bottom = canvas.placed(slots.top_box)
    for number, centre in enumerate(map(canvas.y, slots.top.slot_centres_px), 1):
        canvas.draw.line((left, centre, right, centre), fill=BOX, width=2)
        canvas.label((left - 4, centre), str(number), COLUMN, anchor="rm")
    for centre, heap in zip(map(canvas.y, slots.top.heap_centres_px), slots.top.heaps, strict=True):
        _bar(canvas, (right + 6, centre - 5, right + 6 + _BAR_PX, centre + 5), heap)
    return Explanation(
        f"The hints stand in the two framed areas, in {counted(slots.colours, 'colour slot')} each. A line "
        "runs through the middle of every slot. The bars at the areas' ends say how much ink stands there: "
        "each bar should lie on a slot.",
        canvas.picture,
        (
            Note("middle of a slot", swatch=BOX),
            _area_note("left of the board", slots.left, ROW),
            _area_note("above the board", slots.top, COLUMN),
        ),
    )


def _bar(canvas: Canvas, box: BoxPx, share: float) -> None:
    """Draw a bar along the longer side of a box, filled by a share."""
    left, top, right, bottom = box
    is_wide = right - left > bottom - top
    share = min(1.0, share)
    filled = (left + share * (right - left), bottom) if is_wide else (right, top + share * (bottom - top))
    canvas.draw.rectangle(box, fill=FAINT)
    canvas.draw.rectangle((left, top, *filled), fill=TEXT)


def _area_note(name: str, area: HintArea, colour: Colour) -> Note:
    return Note(
        f"{name}: from {area.start_px} to {area.end_px} px, slots {area.slot_pitch_px:.1f} px apart, hints "
        f"{area.line_shift_px:+.1f} px off the middle of their line, stripes differ by "
        f"{area.stripe_levels:.1f} grey levels",
        swatch=colour,
    )


def explain_turned(turned: TurnedPicture, _: Run) -> Explanation:
    """Draw the picture as the next stages see it."""
    return Explanation(
        f"By its digits the picture is {TURN_WORDS[turned.turned_deg]}; the next stages look at it as it is "
        "here.",
        Canvas(turned.image).picture,
    )


def explain_upright(upright: Upright, _: Run) -> Explanation:
    """Draw the picture turned upright, and how sharp its lines would be at other slopes."""
    tilt = upright.tilt
    plots = [
        _plot("lines across", tilt.angles_deg, tilt.across, tilt.slopes.across, ROW),
        _plot("lines down", tilt.angles_deg, tilt.down, tilt.slopes.down, COLUMN),
    ]
    return Explanation(
        f"The picture was turned by {upright.turned_deg:+.2f} degrees; the next stages look at it as it is "
        "here. The curves show how sharp lines would be at each slope, and where they are sharpest.",
        stacked([Canvas(upright.image).picture, *plots]),
        (Note(f"at the best slope lines are {tilt.contrast:.1f} times as sharp as at the median one"),),
    )


def explain_seen_straight(seen: SeenStraight, _: Run) -> Explanation:
    """Draw the screen as seen from straight ahead, with the board that was seen first."""
    canvas = Canvas(seen.image)
    board = seen.sought.sure
    if board is not None:
        canvas.lattice(board.lattice)
    return Explanation(
        "A photographed screen as seen from straight ahead, lit evenly; the next stages look at it as it is "
        "here.",
        canvas.picture,
        (Note("its outline says how it lies" if board else "the lines of its board say how it lies"),),
    )


def _plot(
    title: str, angles_deg: NDArray[np.float64], sharpness: NDArray[np.float32], best: float, colour: Colour
) -> Image.Image:
    """Plot sharpness over the slope, the best slope marked."""
    sheet = blank(WIDTH_PX, _PLOT_PX + TEXT_PX + 8)
    draw = ImageDraw.Draw(sheet)
    first, last = float(angles_deg[0]), float(angles_deg[-1])

    def x(angle: float) -> float:
        return (angle - first) / (last - first) * (WIDTH_PX - 1)

    for angle in range(int(first) + 1, int(last)):
        draw.line((x(angle), 0, x(angle), _PLOT_PX), fill=FAINT)
        write(draw, (x(angle), _PLOT_PX + 2), f"{angle}°", anchor="ma")
    highest = float(sharpness.max()) or 1.0
    heights = 1 - sharpness / highest
    points = [
        (x(angle), height * (_PLOT_PX - 1))
        for angle, height in zip(angles_deg.tolist(), heights.tolist(), strict=True)
    ]
    draw.line(points, fill=colour, width=3)
    draw.line((x(best), 0, x(best), _PLOT_PX), fill=BAD if not first < best < last else TEXT, width=2)
    write(draw, (8, 2), f"{title}: {best:+.2f}°")
    return sheet
