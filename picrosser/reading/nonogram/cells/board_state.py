"""Read what a board's cells show: painted, known to be blank, or open.

A cell's tone tells which group of cells it belongs to, and what differs from its tone is a cross, a dot, or
something that lies over it. No colour means the same in two apps, so tones are clustered, and each cluster
gets the role that agrees best with the solution: nobody paints most cells wrongly.

Known failures: a pointer or a finger over a painted cell hides it; if all that is painted is wrong, and only
two or three cells are, they may be called unclear.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import block_means, cell_tones, sampled_cells
from picrosser.imaging.channels import CLEAR_LEVELS, COMPRESSED_LEVELS, max_channel
from picrosser.imaging.page_tones import NEAR_TONES, blends_in, tones_around
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.doubt import LIKELY_NATS, SURE_NATS
from picrosser.puzzles.picture import BLACK, EMPTY, UNKNOWN, WHITE, Colour, Picture
from picrosser.puzzles.progress import Progress, find_mistakes
from picrosser.reading.nonogram.colours import (
    MIN_LIGHT_LEVELS,
    contrasting,
    fading_residual,
    kinds_of_tones,
)
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_SHADE_LEVELS

# A mark's pixels, which differ by more than a shade from their cell's tone, are such a share of it; below
# half of that there is nothing. Textures differ as much here and there, but no share leaps by such a factor.
MIN_MARKED, MIN_MARK_GAP = 0.04, 1.8

# Clusters of tones and their roles:
# Levels: where a group's painted cells differ by more from each other, on average, all of it is something
# else than paint: flat paint does by 1 under compression, bevels by 6
MAX_UNEVEN_LEVELS = 9.0
ODD_CONFIDENCE = 0.4  # so much of an odd cell's confidence is left

AGREEMENT = 0.9  # of what is painted agrees with the solution, and of what is known to be blank
# Nats. Few apps paint known blanks in a tone of their own; a small group that is neither is a cursor or a
# picture, and few paint in two tones.
UNUSUAL = -5.0
# Shares of a tone that are left under a cursor's tint; and where it has faded to a grey or lies in a shadow
TINTED, DIMMED = np.linspace(0.6, 0.95, 8), np.linspace(0.2, 0.95, 16)
MIN_OPEN_FRACTION = 0.1  # of the cells: a smaller group is a cursor
# Euclidean distance over the three channels: black in a page of (65, 65, 53) looks like a hole, 106 from it;
# in one of (128, 128, 128) it does not, 222 from it.
MIN_PAGE_CONTRAST = 2 * NEAR_TONES
ACCENTS: tuple[Colour, ...] = ((30, 100, 230), (235, 120, 0))
"""Paint for boards on which neither black nor white is seen: on a light board in a black page, black cells
would look like holes in the board."""


@dataclass(frozen=True, slots=True, eq=False)
class CellsSeen:
    """The state of a nonogram's board.

    lattice : where the cells lie.
    progress : what each cell shows.
    palette : an open cell's tone, then that of each ink as it is painted there; where none is, a tone that
        stands out from the board and from the page around it: black or white if possible.
    groups : the tones that occur. which : (rows, columns) intp, each cell's group.
    """

    lattice: Lattice
    progress: Progress
    palette: tuple[Colour, ...]
    groups: tuple[ToneGroup, ...]
    which: NDArray[np.intp]

    def differ_from(self, solution: Picture) -> bool:
        """Whether any cell surely shows something else than the solution says of it."""
        mistakes = find_mistakes(self.progress, solution).mistakes
        return any(mistake.right != UNKNOWN for mistake in mistakes)

    def are_painted_in_two(self, solution: Picture) -> bool:
        """Whether cells of one ink are painted in tones of which no tint and no shadow makes the other."""
        of_one: dict[int, list[ToneGroup]] = {}  # the groups whose cells all have one ink, or none
        for at, group in enumerate(self.groups):
            if len(inks := set(solution.cells[self.which == at].tolist())) == 1:
                of_one.setdefault(inks.pop(), []).append(group)
        blanks = [(group.cells, group.tone) for group in of_one.pop(EMPTY, ())]
        blank = np.array(max(blanks)[1] if blanks else self.palette[0])
        for groups in of_one.values():
            tones = [np.array(group.tone, np.float64) for group in groups]
            clear = [tone for tone in tones if np.ptp(tone - blank) >= CLEAR_LEVELS]
            if not all(_is_laid_over(*pair) or _is_laid_over(*pair[::-1]) for pair in combinations(clear, 2)):
                return True
        return False


def _is_laid_over(tone: NDArray[np.float64], bare: NDArray[np.float64]) -> bool:
    """Whether one tone is another with a tint laid thinly over it, or any share of a grey."""
    for shares, most in ((TINTED, np.inf), (DIMMED, MAX_SHADE_LEVELS)):
        over = (tone - shares[:, None] * bare) / (1 - shares[:, None])
        exists = ((over >= -COMPRESSED_LEVELS) & (over <= 255 + COMPRESSED_LEVELS)).all(axis=1)
        if (exists & (np.ptp(over, axis=1) <= most)).any():
            return True
    return False


def see_cells(image: RGB, lattice: Lattice, solution: Picture) -> CellsSeen:
    """Read which cells are painted, crossed out or open.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    solution : tells what a tone means, not what a cell shows. Its palette holds the hints' inks.
    """
    inside = sampled_cells(image, lattice)
    tones = cell_tones(inside)
    off = inside - tones[:, :, None]
    apart = max_channel(np.abs(off))
    marks = (apart > MAX_SHADE_LEVELS).mean(axis=2, dtype=np.float32)
    which = kinds_of_tones(tones)
    unlike = _off_usual(off, which)
    groups = assign_roles(tones, which, unlike, solution)
    painted = np.array([group.colour for group in groups], np.int8)[which]
    lead = np.array([group.lead for group in groups], np.float32)[which]
    blank = np.array([group.role is Role.BLANK for group in groups])[which]
    crossed = (painted == 0) & (marks >= _least_mark(marks[painted == 0]))
    cells = np.where(painted > 0, painted, np.where(blank | crossed, EMPTY, UNKNOWN))
    strange = np.where(painted > 0, unlike > COMPRESSED_LEVELS, _odd_marks(apart, crossed))
    confidence = np.clip(lead / SURE_NATS, 0, 1) * np.where(strange, ODD_CONFIDENCE, 1.0)
    progress = Progress(cells.astype(np.int8), confidence.astype(np.float32))
    palette = own_palette(groups, solution.palette, tones_around(image, lattice))
    return CellsSeen(lattice, progress, palette, groups, which)


def _off_usual(inside: NDArray[np.float32], which: NDArray[np.intp]) -> NDArray[np.float32]:
    """(rows, columns) how much each cell differs, pixel by pixel, from its group's usual one, in levels."""
    unlike = np.zeros(which.shape, np.float32)
    for number in set(which.ravel().tolist()):
        here = which == number
        cells = inside[here]
        if (cells != cells[0]).any():  # most are alike on a board that nobody has touched
            unlike[here] = np.abs(cells - np.median(cells, axis=0)).max(axis=2).mean(axis=1)
    return unlike


def _odd_marks(apart: NDArray[np.float32], crossed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(rows, columns) marks that look otherwise upside down, and unlike the others: no crosses or dots."""
    # Thin strokes that are half a pixel off the middle would be unlike themselves.
    apart = block_means(apart)[..., 0]
    turned = apart[:, :, ::-1]
    common, either = np.minimum(apart, turned).sum(axis=2), np.maximum(apart, turned).sum(axis=2)
    odd = crossed & (common < either / 2)
    if crossed.sum() >= FEWEST:
        odd &= _off_usual(apart[..., None], crossed.astype(np.intp)) > COMPRESSED_LEVELS
    return np.asarray(odd)


def _least_mark(shares: NDArray[np.float32]) -> float:
    """From which share on a cell that is not painted is marked: above the lowest wide gap between shares.

    shares : of cells' pixels, those that differ by more than a shade from their cell's tone.
    """
    ordered = np.maximum(np.sort(shares), MIN_MARKED / 2)
    if not len(ordered) or ordered[0] >= MIN_MARKED:
        return 0.0
    leaps = (ordered[1:] >= MIN_MARK_GAP * ordered[:-1]) & (ordered[1:] >= MIN_MARKED)
    return float(ordered[1:][leaps][0]) if leaps.any() else float("inf")


class Role(Enum):
    """What a group of cells is."""

    OPEN = "open"
    BLANK = "known to be blank"
    PAINTED = "painted"


class ToneGroup(NamedTuple):
    """Cells of about one tone.

    tone : their median.
    cells : the number of cells.
    role : what the cells are.
    colour : the ink of painted cells, from 1; else 0.
    lead : how much likelier that is than the opposite (painted or not), in nats.
    """

    tone: Colour
    cells: int
    role: Role
    colour: int
    lead: float


def assign_roles(
    tones: NDArray[np.float32], which: NDArray[np.intp], unlike: NDArray[np.float32], solution: Picture
) -> tuple[ToneGroup, ...]:
    """The role of each group: of all combinations of roles, the likeliest."""
    numbers = range(int(which.max()) + 1)
    medians = [np.median(tones[which == number], axis=0) for number in numbers]
    cells = [solution.cells[which == number] for number in numbers]
    opens = [_open_nats(which == number, solution) for number in numbers]
    blanks = [UNUSUAL + agreement_nats(here == EMPTY, AGREEMENT) for here in cells]
    bare = [max(pair) for pair in zip(opens, blanks, strict=True)]
    fits = [
        max(agreement_nats(here == colour, AGREEMENT) for colour in range(1, len(solution.palette)))
        for here in cells
    ]
    ground = max(numbers, key=lambda number: bare[number] - fits[number])
    colours, paints = _paint_nats(medians, which, solution, ground)
    gains = [paint - other for paint, other in zip(paints, bare, strict=True)]
    leads = [abs(gain) for gain in gains]
    chosen = [gain > 0 for gain in gains]
    if len(solution.palette) == 2:
        chosen, leads = _one_ink(gains, medians)
    blank_leads = [blank - open_ for open_, blank in zip(opens, blanks, strict=True)]
    # Of those that are not painted one at least is open.
    least = min((lead for lead, painted in zip(blank_leads, chosen, strict=True) if not painted), default=0.0)
    found = []
    for number in numbers:
        if (
            chosen[number]
            and np.minimum(unlike[which == number], 2 * COMPRESSED_LEVELS).mean() > MAX_UNEVEN_LEVELS
        ):
            leads[number] = min(leads[number], ODD_CONFIDENCE * SURE_NATS)
        red, green, blue = (round(float(v)) for v in medians[number])
        is_blank = blank_leads[number] > max(0.0, least)
        role = Role.PAINTED if chosen[number] else Role.BLANK if is_blank else Role.OPEN
        colour = colours[number] if chosen[number] else 0
        found.append(ToneGroup((red, green, blue), cells[number].size, role, colour, leads[number]))
    return tuple(found)


def _one_ink(gains: list[float], medians: list[NDArray[np.float32]]) -> tuple[list[bool], list[float]]:
    """Which groups are painted, if there is one ink, and how sure that is."""
    best = max(range(len(gains)), key=gains.__getitem__)
    if gains[best] <= 0:
        return [False] * len(gains), [abs(gain) for gain in gains]
    apart = [float(np.abs(median - medians[best]).max()) for median in medians]
    bare = min((far for far, gain in zip(apart, gains, strict=True) if gain <= 0), default=0.0)
    chosen, leads = [], []
    for number, gain in enumerate(gains):
        near = number == best or (gain > -UNUSUAL and apart[number] < bare / 2)
        chosen.append(near)
        leads.append(abs(gain) if near == (gain > 0) else 0.0)
        if not near and apart[number] > CLEAR_LEVELS:
            leads[-1] = max(leads[-1], gains[best])
    return chosen, leads


def _open_nats(here: NDArray[np.bool_], solution: Picture) -> float:
    """How likely the cells are open, by the solution: any may be, whatever it will be."""
    nats = agreement_nats(solution.cells[here] > EMPTY, usual_share(solution.cells > EMPTY))
    is_line = bool(here.all(axis=1).any() or here.all(axis=0).any())
    return nats + (0.0 if is_line or here.mean() >= MIN_OPEN_FRACTION else UNUSUAL)


def usual_share(filled: NDArray[np.bool_]) -> float:
    """The share of cells that a solution fills, 0.05 to 0.95, so that no single cell is a proof."""
    return min(max(float(filled.mean()), 0.05), 0.95) if filled.size else 0.5


def agreement_nats(right: NDArray[np.bool_], share: float) -> float:
    """How likely some cells are if each is right with a probability of `share`."""
    good = int(right.sum())
    return good * log(share) + (right.size - good) * log(1 - share)


def _paint_nats(
    medians: list[NDArray[np.float32]], which: NDArray[np.intp], solution: Picture, ground: int
) -> tuple[list[int], list[float]]:
    """Per group the ink that it may be painted in, and how likely it is."""
    inks = np.array(solution.palette[1:], np.float32)
    colours, nats = [], []
    for number, tone in enumerate(medians):
        apart = np.abs(inks - tone).max(axis=1)
        if len(inks) > 1:
            faded = np.array([fading_residual(ink, tone, medians[ground]) for ink in inks])
            apart = np.minimum(apart, MAX_SHADE_LEVELS + faded)
        colour = int(apart.argmin()) + 1
        here = agreement_nats(solution.cells[which == number] == colour, AGREEMENT)
        if len(inks) > 1:
            near = apart.min() < min(CLEAR_LEVELS, float(np.abs(medians[ground] - tone).max()))
            here += LIKELY_NATS if near and number != ground else -2 * SURE_NATS
        elif number != ground:
            is_darker = tone.mean() < medians[ground].mean()
            here += LIKELY_NATS if is_darker == (medians[ground].mean() >= MIN_LIGHT_LEVELS) else 0.0
        colours.append(colour)
        nats.append(here)
    return colours, nats


def own_palette(
    groups: tuple[ToneGroup, ...], hints: tuple[Colour, ...], around: NDArray[np.float64]
) -> tuple[Colour, ...]:
    """The board's own colours; in coloured puzzles those of the hints, or of paint from which these faded.

    around : (sides, 3), the page beside each side of the board.
    """
    most = sorted(groups, key=lambda group: -group.cells)
    bare = [group.tone for role in (Role.OPEN, Role.BLANK) for group in most if group.role is role]
    background = bare[0] if bare else hints[0]
    if len(hints) > 2:
        return (background, *(_unfaded_ink(ink, at, most, background) for at, ink in enumerate(hints[1:], 1)))
    sure = [group.tone for group in most if group.role is Role.PAINTED and group.lead >= SURE_NATS / 2]
    if sure and _is_seen_on(sure[0], background):
        return (background, sure[0])
    return (background, _contrasting_paint(background, around))


def _contrasting_paint(background: Colour, around: NDArray[np.float64]) -> Colour:
    """A paint for a board that shows none: black on a light one, white on a dark one."""
    usual = contrasting(background)
    seen = (
        paint
        for paint in (usual, BLACK, WHITE, *ACCENTS)
        if _is_seen_on(paint, background) and not blends_in(paint, around, MIN_PAGE_CONTRAST)
    )
    return next(seen, usual)


def _is_seen_on(paint: Colour, background: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(paint, background, strict=True)) >= CLEAR_LEVELS


def _unfaded_ink(ink: Colour, colour: int, groups: list[ToneGroup], background: Colour) -> Colour:
    """The paint from which an ink has faded, if it has; itself if not."""
    faded, ground = np.array(ink, np.float32), np.array(background, np.float32)
    full = (
        group.tone
        for group in groups
        if group.colour == colour
        and fading_residual(faded, np.array(group.tone, np.float32), ground) < MAX_SHADE_LEVELS
    )
    return next(full, ink)
