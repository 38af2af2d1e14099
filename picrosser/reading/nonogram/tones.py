"""The tones of a board's cells and its solution in, groups of like tones out, each with its role.

No colour means the same in two apps: a known blank is white on grey here, a cross on white there, and the row
of the cursor is tinted. So tones are grouped by likeness, and each group gets the role that agrees best with
the solution: nobody paints most cells wrongly. Known weakness: if all that is painted is wrong, and only two
or three cells are, they may be called unclear.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import log

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median
from picrosser.puzzles.picture import EMPTY, Colour, Picture
from picrosser.reading.nonogram.colours.alike import grouped_alike
from picrosser.reading.nonogram.colours.fading import FADED_OFF, off_faded

STEP = 6  # levels: tones nearer than this are one, or the largest boards would have too many to compare
# Levels (largest channel) within which tones are one group: boards shade every other box of five by 20, and
# their crosshair less than this; grey known blanks differ more from white.
ALIKE = 34.0
# A painted cell that differs more from the others has something lying over it. Where a group's differ by more
# on average, all of it is something else: flat paint does by 1 under compression, bevels by 6.
ODD_LEVELS, UNEVEN_LEVELS = 16.0, 9.0
ODD = 0.4  # so much of an odd cell's confidence is left

RIGHT = 0.9  # of what is painted agrees with the solution, and of what is known to be blank
# Nats. Paint stands out of an open board: it is darker on a light one and lighter on a dark one. Few apps
# paint known blanks in a tone of their own; a small group that is neither is a cursor or a picture.
STANDS_OUT, OWN_BLANK, ODD_OPEN, SECOND_TONE = 3.0, -5.0, -5.0, -4.0
SAME_INK = 0.5  # a second tone of paint is so much nearer to the first than to what is not painted
SMALL = 0.1  # of the cells
SURE_NATS = 6.0  # so much likelier than unpainted, or the other way round, is certain
INK_LEVELS = 70.0  # in coloured puzzles: a tone further from all inks is none of them
FROM_FADED = 30.0  # the same, of paint from which an ink may have faded: it is nearer to one that has not
LIGHT = 110.0  # grey levels
NEAR = 60.0  # levels: paint nearer to an open cell's tone would not be seen
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


class Role(Enum):
    """What a group of cells is."""

    OPEN = "open"
    BLANK = "known to be blank"
    PAINTED = "painted"


@dataclass(frozen=True, slots=True)
class ToneGroup:
    """Cells of about one tone.

    tone : their median.
    cells : how many they are.
    role : what they are.
    colour : the ink of painted ones, from 1; else 0.
    lead : how much likelier that is than the opposite (painted or not), in nats.
    """

    tone: Colour
    cells: int
    role: Role
    colour: int
    lead: float


def grouped(tones: NDArray[np.float32]) -> NDArray[np.intp]:
    """(rows, columns) the number of each cell's group, from 0."""
    rough, where = np.unique(np.round(tones.reshape(-1, 3) / STEP), axis=0, return_inverse=True)
    if len(rough) == 1:
        return np.zeros(tones.shape[:2], np.intp)
    numbers = grouped_alike(rough * STEP, ALIKE, "chebyshev")
    return np.asarray(numbers[where.ravel()].reshape(tones.shape[:2]), np.intp)


def tone_groups(
    tones: NDArray[np.float32], which: NDArray[np.intp], unlike: NDArray[np.float32], solution: Picture
) -> tuple[ToneGroup, ...]:
    """Each group's role: the roles of all that are together the likeliest."""
    numbers = range(int(which.max()) + 1)
    medians = [median(tones[which == number], axis=0) for number in numbers]
    cells = [solution.cells[which == number] for number in numbers]
    opens = [_open_nats(which == number, solution) for number in numbers]
    blanks = [OWN_BLANK + _agreeing(here == EMPTY) for here in cells]
    bare = [max(pair) for pair in zip(opens, blanks, strict=True)]
    fits = [max(_agreeing(here == colour) for colour in range(1, len(solution.palette))) for here in cells]
    ground = max(numbers, key=lambda number: bare[number] - fits[number])
    colours, paints = _paints(medians, which, solution, ground)
    gains = [paint - other for paint, other in zip(paints, bare, strict=True)]
    leads = [abs(gain) for gain in gains]
    chosen = [gain > 0 for gain in gains]
    if len(solution.palette) == 2:
        chosen, leads = _one_ink(gains, medians)
    blank = _known_blank(opens, blanks, chosen)
    found = []
    for number in numbers:
        if chosen[number] and np.minimum(unlike[which == number], 2 * ODD_LEVELS).mean() > UNEVEN_LEVELS:
            leads[number] = min(leads[number], ODD * SURE_NATS)
        red, green, blue = (round(float(v)) for v in medians[number])
        role = Role.PAINTED if chosen[number] else Role.BLANK if blank[number] else Role.OPEN
        colour = colours[number] if chosen[number] else 0
        found.append(ToneGroup((red, green, blue), cells[number].size, role, colour, leads[number]))
    return tuple(found)


def _one_ink(gains: list[float], medians: list[NDArray[np.float32]]) -> tuple[list[bool], list[float]]:
    """Which groups are painted, if there is one ink, and how sure that is.

    The likeliest one is, and what is about of its tone; what has another tone is not, however well it fits.
    """
    best = max(range(len(gains)), key=gains.__getitem__)
    if gains[best] <= 0:
        return [False] * len(gains), [abs(gain) for gain in gains]
    apart = [float(np.abs(median - medians[best]).max()) for median in medians]
    bare = min((far for far, gain in zip(apart, gains, strict=True) if gain <= 0), default=0.0)
    chosen, leads = [], []
    for number, gain in enumerate(gains):
        near = number == best or (gain > -SECOND_TONE and apart[number] < SAME_INK * bare)
        chosen.append(near)
        leads.append(abs(gain) if near == (gain > 0) else 0.0)
        if not near and apart[number] > 2 * ALIKE:
            leads[-1] = max(leads[-1], gains[best])
    return chosen, leads


def _known_blank(opens: list[float], blanks: list[float], painted: list[bool]) -> list[bool]:
    """Which groups are known to be blank by their tone; of those not painted one at least is open."""
    leads = [blank - open_ for open_, blank in zip(opens, blanks, strict=True)]
    least = min((lead for lead, other in zip(leads, painted, strict=True) if not other), default=0.0)
    return [lead > 0 and lead > least for lead in leads]


def _open_nats(here: NDArray[np.bool_], solution: Picture) -> float:
    """How likely the cells are open, by the solution: any may be, whatever it will be."""
    density = min(max(float((solution.cells > 0).mean()), 0.05), 0.95)
    filled = int((solution.cells[here] > 0).sum())
    nats = filled * log(density) + (int(here.sum()) - filled) * log(1 - density)
    is_line = bool(here.all(axis=1).any() or here.all(axis=0).any())
    return nats + (0.0 if is_line or here.mean() >= SMALL else ODD_OPEN)


def _agreeing(right: NDArray[np.bool_]) -> float:
    good = int(right.sum())
    return good * log(RIGHT) + (right.size - good) * log(1 - RIGHT)


def _paints(
    medians: list[NDArray[np.float32]], which: NDArray[np.intp], solution: Picture, ground: int
) -> tuple[list[int], list[float]]:
    """Per group the ink that it may be painted in, and how likely it is.

    ground : the group that is unpainted most likely.
    """
    inks = np.array(solution.palette[1:], np.float32)
    colours, nats = [], []
    for number, tone in enumerate(medians):
        apart = np.abs(inks - tone).max(axis=1)
        if len(inks) > 1:
            faded = np.array([off_faded(ink, tone, medians[ground]) for ink in inks])
            apart = np.minimum(apart, FROM_FADED + faded)
        colour = int(apart.argmin()) + 1
        here = _agreeing(solution.cells[which == number] == colour)
        if len(inks) > 1:
            near = apart.min() < min(INK_LEVELS, float(np.abs(medians[ground] - tone).max()))
            here += STANDS_OUT if near and number != ground else -2 * SURE_NATS
        elif number != ground:
            is_darker = tone.mean() < medians[ground].mean()
            here += STANDS_OUT if is_darker == (medians[ground].mean() >= LIGHT) else 0.0
        colours.append(colour)
        nats.append(here)
    return colours, nats


def own_palette(groups: tuple[ToneGroup, ...], hints: tuple[Colour, ...]) -> tuple[Colour, ...]:
    """The board's own colours; in coloured puzzles those of the hints, or of paint from which these faded."""
    most = sorted(groups, key=lambda group: -group.cells)
    bare = [group.tone for role in (Role.OPEN, Role.BLANK) for group in most if group.role is role]
    paper = bare[0] if bare else hints[0]
    if len(hints) > 2:
        return (paper, *(_unfaded(ink, at, most, paper) for at, ink in enumerate(hints[1:], 1)))
    sure = [group.tone for group in most if group.role is Role.PAINTED and group.lead >= SURE_NATS / 2]
    contrast = BLACK if sum(paper) / 3 >= LIGHT else WHITE
    ink = sure[0] if sure else contrast
    is_seen = max(abs(a - b) for a, b in zip(ink, paper, strict=True)) >= NEAR
    return (paper, ink if is_seen else contrast)


def _unfaded(ink: Colour, colour: int, groups: list[ToneGroup], paper: Colour) -> Colour:
    """The paint from which an ink has faded, if it has; itself if not."""
    painted = [group.tone for group in groups if group.role is Role.PAINTED and group.colour == colour]
    faded, ground = np.array(ink, np.float32), np.array(paper, np.float32)
    full = [tone for tone in painted if off_faded(faded, np.array(tone, np.float32), ground) < FADED_OFF]
    return full[0] if full else ink
