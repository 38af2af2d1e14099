"""Find the puzzle's colours, and the colour that each piece of ink states.

Tones are clustered first and named afterwards, so that no fixed border divides equal ones. A satisfied digit
may have faded towards its backdrop, and still states the same colour; so may its square have. A white digit
on a coloured square states the square's colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import cell_tones, sampled_cells
from picrosser.imaging.channels import CLEAR_LEVELS, COMPRESSED_LEVELS, hue_direction, srgb_to_lab
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.picture import BLACK, WHITE, Colour
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_EQUAL_LEVELS, MAX_SHADE_LEVELS, MOST

MIN_TINT = 0.6  # of an ink's difference from its backdrop: so much more of one channel than of another
# CIE76: digits of one ink differ by less, compressed ones too; two inks differ by more
SAME_INK_DISTANCE = 22.0
# Between the directions of two colours away from grey: a striped plate's shades differ by less
MAX_HUE_DIFFERENCE = 0.3
# Levels between two colours, besides twice the spread of their tones: a cursor and shaded boxes change tones
# by up to 20. Squares shaded from grey to brown and from grey to yellow are 39 apart, each within 3
CLEAR_GAP = 20.0

Tones = NDArray[np.float32]
"""(N, 3) sRGB."""
Tone = NDArray[np.float32]
"""(3,) sRGB."""
Groups = NDArray[np.intp]
"""(N,) the number of the group that each piece's tone belongs to."""
Found: TypeAlias = tuple[list[int], tuple[Colour, ...], bool, tuple[int, ...]]

FADED_SHARES = 0.2, 0.45  # of a digit's difference from its backdrop is left when it has faded
# The same beside whole squares of its ink: strokes of digits 11 pixels tall have 0.74 of their difference
SQUARE_SHARES = 0.2, 1.0
# The same where strokes are about a pixel wide; and the pixels up to which digits have such strokes
THIN_SHARES, MAX_THIN_PX = (FADED_SHARES[1], 1.0), 18
MAX_NARROW = 0.6  # of its height: the width of a 1, also with serifs
MIN_LIGHT_LEVELS = 110.0  # grey levels: black is seen on a tone that is as light, white on a darker one


def background_colour(image: RGB, lattice: Lattice) -> Colour:
    """The colour of a blank cell: the board's commonest, since paint may be of many colours.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    """
    return _commonest([image[lattice.board.slices]])


def blank_colour(image: RGB, lattice: Lattice, hints: Sequence[Sequence[Piece]]) -> Colour:
    """The colour of a blank cell: the background, or the cells' tone that is most like the page's.

    The latter where hints have the background's colour: on a solved board, most cells may be painted.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it. hints : of the rows, and of the columns.
    """
    background = background_colour(image, lattice)
    tones = np.array([(piece.tone, piece.backdrop) for side in hints for piece in side], np.float32)
    shown = np.abs(tones - background).max(axis=2) <= MAX_EQUAL_LEVELS
    if shown.sum(axis=0).max() < FEWEST:
        return background
    page = _commonest([image[Box.around(piece.box for piece in side).slices] for side in hints])
    cells = cell_tones(sampled_cells(image, lattice)).reshape(-1, 3)
    apart = np.abs(cells - page).max(axis=1)
    near = cells[apart <= min(MAX_SHADE_LEVELS, apart.min() + MAX_EQUAL_LEVELS)]
    return _colour(near) if len(near) else background


def _commonest(areas: Sequence[RGB]) -> Colour:
    """The commonest colour of some areas, (H, W, 3) uint8 sRGB each."""
    channels = [  # one by one, which halves the time; every second pixel is enough
        np.concatenate([area[::2, ::2, channel].ravel() for area in areas]) for channel in range(3)
    ]
    red, green, blue = ((channel // int(MAX_EQUAL_LEVELS)).astype(np.int32) for channel in channels)
    bins = red + 64 * green + 64 * 64 * blue
    commonest = bins == np.bincount(bins).argmax()
    tone = [int(float(np.median(channel[commonest]))) for channel in channels]
    return tone[0], tone[1], tone[2]


def find_inks(pieces: Sequence[Piece], in_rows: int, background: Colour) -> Found:
    """Find the puzzle's colours, and the one that each piece of ink states.

    Where all are greys, what differs is a mark (satisfied, greyed, chosen). One colour beside a grey may be a
    mark as well, and may be an ink; so may squares of two tones, even greys. Squares of one hue may be one
    colour, shaded or striped.

    Returns each piece's colour, an index from 1; the puzzle's colours, empty if it has only one, which may
    differ from that of the digits; whether these may be mere marks in a puzzle of one colour; and per colour,
    blank first, the colour of which it may be a mere shade, empty if there are none.

    in_rows : the first so many pieces are rows' hints, the others columns'. background : a blank cell's
        colour.
    """
    inked, behind, blank = _in_white_light(pieces, background)
    on_square = _on_squares(inked, behind, blank)
    tones = np.where(on_square[:, None], behind, inked)
    grounds = np.where(on_square[:, None], blank, behind)
    colourful_pieces = _is_colourful(tones, grounds)
    may_be_greys = on_square.mean() < 0.5  # squares may be of any tones
    if may_be_greys and not colourful_pieces.any():
        return [1] * len(pieces), (), False, ()
    groups = cluster_tones(srgb_to_lab(tones), SAME_INK_DISTANCE, "euclidean")
    are_thin = float(np.median([piece.box.height for piece in pieces])) <= MAX_THIN_PX
    groups = _with_gaps_apart(groups, tones, on_square | (not are_thin))
    groups = _with_thin_strokes(groups, tones, grounds, pieces) if are_thin else groups
    groups = _with_faded_apart(groups, tones, grounds)
    whole = unfaded_groups(groups, tones, grounds, on_square)
    # What has faded may be too grey to tell.
    hued = [group for group, full in whole.items() if colourful_pieces[groups == full].mean() >= 0.5]
    stated = colourful_pieces | np.isin(groups, hued)
    are_marks = [1] * len(pieces), (), len(set(whole.values())) > 1, ()
    if may_be_greys and not (stated[:in_rows].any() and stated[in_rows:].any()):
        return are_marks
    squares_of = unfaded_squares(groups, tones, blank, on_square)
    groups = _stated_twice(groups, whole | squares_of, tones, in_rows)
    means = {group: np.median(tones[groups == group], axis=0) for group in set(groups.tolist())}
    faded = strongest_of_each(whole, means, grounds)
    counts = {group: int((groups == group).sum()) for group in means}
    for group, full in faded.items():
        counts[full], counts[group] = counts[full] + counts[group], 0  # it names no colour of its own
    inks = {g for g in means if colourful_pieces[groups == g].mean() >= 0.5}
    colourful = [g for g in means if counts[g] and g in inks]
    greys = [g for g in means if counts[g] and g not in inks]
    squares = {group for group in means if on_square[groups == group].mean() > 0.5}
    # Compression tints single digits, but hardly whole squares; rows and columns state each colour.
    often = {g for g in means if counts[g] >= FEWEST - (g in squares)}
    named = bool(colourful and (len(colourful) > 1 or greys))
    if not named and len(squares & often) < 2:
        return are_marks
    own = np.array([p.backdrop if on else p.tone for p, on in zip(pieces, on_square, strict=True)])
    pale = faded | {one: full for one, full in squares_of.items() if one in means and full in means}
    shade_of = dict(pale)
    # Where satisfied squares fade, others of one hue are colours of their own, as yellow and brown.
    shaded = set() if squares_of else squares
    for group in means:
        like = [g for g in shaded - pale.keys() if group in shaded and _same_hue(means[g], means[group])]
        shade_of.setdefault(group, max(like or [group], key=lambda g: (counts[g], g)))
    hues = {shade_of[group] for group in colourful if group in often}
    enough = sum(counts[group] for group in colourful) >= (1 - MOST) * len(pieces)
    number = {group: at for at, group in enumerate(means, 1)}
    may_be_shades = any(shade_of[group] != group for group in means)
    return (
        [number[int(group)] for group in groups],
        tuple(_colour(own[groups == group]) for group in means),
        not (named and enough) or len(hues) < 2,
        (0, *(number[shade_of[group]] for group in means)) if may_be_shades else (),
    )


def _colour(tones: Tones) -> Colour:
    red, green, blue = np.median(tones, axis=0).astype(int).tolist()
    return red, green, blue


def _is_colourful(tones: Tones, grounds: Tones) -> NDArray[np.bool_]:
    """(N,) whether each tone is no grey. Faded ones are less colourful, but the ink itself still is."""
    hue, steps = np.ptp(tones, axis=1), tones - grounds
    is_tinted = np.ptp(steps, axis=1) >= MIN_TINT * np.abs(steps).max(axis=1)
    return np.asarray((hue >= CLEAR_LEVELS) | ((hue >= CLEAR_LEVELS / 2) & is_tinted))


def _in_white_light(pieces: Sequence[Piece], background: Colour) -> tuple[Tones, Tones, Tone]:
    """Tones, backdrops and background as if the lightest were white: by night light greys have a colour."""
    inked = np.array([piece.tone for piece in pieces], np.float32)
    behind = np.array([piece.backdrop for piece in pieces], np.float32)
    blank = np.array(background, np.float32)
    white = np.vstack((inked, behind, blank)).max(axis=0)
    # The red of one colour and the green of another are put together here; that is no white light.
    lightest = max((*inked, *behind, blank), key=lambda tone: float(tone.sum()))
    if np.abs(white - lightest).max() > MAX_SHADE_LEVELS:
        return inked, behind, blank
    cast = np.minimum(255 / np.maximum(white, 1), 2)  # the warmest night light leaves half of a screen's blue
    return inked * cast, behind * cast, blank * cast


def _on_squares(inked: Tones, behind: Tones, background: Tone) -> NDArray[np.bool_]:
    """(N,) whether each piece's colour is its square's. What lies behind most others, too, is the page."""
    pairs = [pair.tobytes() for pair in np.hstack((inked, behind))]  # most digits have the same tones
    places = {pair: at for at, pair in enumerate(pairs)}
    told = {pair: _on_square(inked[at], behind[at], background) for pair, at in places.items()}
    on_square = np.array([told[pair] for pair in pairs])
    is_off_page = np.abs(behind - background).max(axis=1) > MAX_SHADE_LEVELS
    faded = ~on_square & is_off_page & ~_is_colourful(inked, behind)
    if on_square.sum() >= (len(faded) - faded.sum()) / 2:
        on_square |= faded
    if on_square.any() and not on_square.all():
        page = np.median(behind[~on_square], axis=0)
        is_page = np.abs(behind - page).max(axis=1) <= MAX_SHADE_LEVELS
        # A few digits of a square may be tinted by it.
        on_square[is_page] = 2 * on_square[is_page].sum() > is_page.sum()
    return np.asarray(on_square)


def _on_square(tone: Tone, behind: Tone, background: Tone) -> bool:
    """Whether the colour is what lies behind the digit, and not the digit's."""
    is_smeared = np.ptp(tone) < MOST * np.ptp(behind) and _same_hue(tone, behind)
    if np.ptp(behind) >= CLEAR_LEVELS and (np.ptp(tone) < CLEAR_LEVELS or is_smeared):
        return not _same_hue(behind, background)  # else it is the page's
    if max(np.ptp(colour) for colour in (tone, behind, background)) >= CLEAR_LEVELS:
        return False
    from_background = [float(np.abs(colour - background).max()) for colour in (tone, behind)]
    return from_background[0] < CLEAR_LEVELS < from_background[1]


def _same_hue(one: Tone, other: Tone) -> bool:
    if min(np.ptp(one), np.ptp(other)) < CLEAR_LEVELS:
        return False
    return float(np.linalg.norm(hue_direction(one) - hue_direction(other))) < MAX_HUE_DIFFERENCE


def _stated_twice(groups: Groups, whole: dict[int, int], tones: Tones, in_rows: int) -> Groups:
    """Every colour is stated by rows and by columns; what is not is another colour's, faded or ill seen.

    Among several colours one of quite another hue is not: its hints on the other side are hidden or cut off.
    """
    named = np.array([whole[int(group)] for group in groups])

    def twice(names: Groups) -> set[int]:
        return set(names[:in_rows].tolist()) & set(names[in_rows:].tolist())

    real = sorted(twice(groups) | twice(named))
    if not real:
        return np.zeros_like(groups)
    named = np.where(np.isin(groups, real), groups, named)
    means = np.array([np.median(tones[named == name], axis=0) for name in real])
    if len(real) > 2:
        one_sided = {g: np.median(tones[groups == g], axis=0) for g in set(named.tolist()) - set(real)}
        other = [g for g, tone in one_sided.items() if _is_of_other_hue(tone, means)]
        real, means = real + other, np.vstack([means, *(one_sided[g] for g in other)])
    nearest = np.abs(tones[:, None] - means).max(axis=2).argmin(axis=1)
    return np.where(np.isin(named, real), named, np.array(real)[nearest])


def _is_of_other_hue(tone: Tone, means: Tones) -> bool:
    """Whether a colour is far from all others, as no compressed or faded digit is."""
    apart = np.linalg.norm(srgb_to_lab(means) - srgb_to_lab(tone[None]), axis=1).min()
    is_clear = np.ptp(tone) >= CLEAR_LEVELS
    return bool(is_clear and apart > 2 * SAME_INK_DISTANCE and not any(_same_hue(tone, one) for one in means))


def cluster_tones(
    tones: NDArray[np.float64], apart: float, metric: Literal["euclidean", "chebyshev"]
) -> Groups:
    """(N,) the number, from 0, of each tone's cluster, by average linkage.

    Where the tones within `apart` of each other already form clusters, no averages are needed.

    tones : (N, 3) in any colour space. apart : at least between two clusters, on average.
    """
    distinct, which, counts = np.unique(tones, axis=0, return_inverse=True, return_counts=True)
    steps = np.abs(distinct[:, None] - distinct[None])
    far = steps.max(axis=2) if metric == "chebyshev" else np.sqrt((steps**2).sum(axis=2))
    near = far <= apart
    first = near.argmax(axis=1)
    parted = (near == (first[:, None] == first)).all()
    groups = (first if parted else _linked(far, counts.astype(float), apart))[which.ravel()]
    seen_at = (groups[:, None] == groups).argmax(axis=1)
    return np.asarray(np.unique(seen_at, return_inverse=True)[1], np.intp)


def _linked(far: NDArray[np.float64], sizes: NDArray[np.float64], apart: float) -> NDArray[np.intp]:
    """(N,) the group of each point; groups that are on average at most `apart` from each other are merged.

    Follows chains of nearest neighbours (F. Murtagh: "A survey of recent advances in hierarchical clustering
    algorithms", 1983): two groups that are each other's nearest are merged at once, since groups that merge
    elsewhere never come between them. The import of `scipy.cluster.hierarchy` takes 350 ms.

    far, sizes : (N, N) distances, and (N,) how many equal points each point stands for; used up.
    """
    np.fill_diagonal(far, np.inf)
    groups, left = np.arange(len(far)), set(range(len(far)))
    chain: list[int] = []  # each group, known by one of its points, is the nearest one of the group before it
    while len(left) > 1:
        chain = chain or [min(left)]
        at = chain[-1]
        near = int(far[at].argmin())
        if len(chain) == 1 or far[at, chain[-2]] > far[at, near]:
            chain.append(near)
            continue
        near = chain[-2]
        del chain[-2:]
        if far[at, near] <= apart:
            groups[groups == groups[near]] = groups[at]
        mean = (sizes[at] * far[at] + sizes[near] * far[near]) / (sizes[at] + sizes[near])
        mean[near] = np.inf
        far[near], far[:, near] = mean, mean
        far[at], far[:, at] = np.inf, np.inf
        sizes[near] += sizes[at]
        left.remove(at)
    return groups


def kinds_of_tones(tones: NDArray[np.float32]) -> NDArray[np.intp]:
    """(rows, columns) the kind of each cell's tone, the commonest 0; two differ by more than a shade.

    tones : (rows, columns, 3) levels.
    """
    # Nearly equal tones are joined first: the largest boards would have too many to compare.
    rough, where = np.unique(np.round(tones.reshape(-1, 3) / MAX_EQUAL_LEVELS), axis=0, return_inverse=True)
    if len(rough) == 1:
        return np.zeros(tones.shape[:2], np.intp)
    kinds = cluster_tones(rough * MAX_EQUAL_LEVELS, MAX_SHADE_LEVELS, "chebyshev")[where.ravel()]
    rank = np.argsort(np.argsort(-np.bincount(kinds), kind="stable"))
    return np.asarray(rank[kinds].reshape(tones.shape[:2]), np.intp)


def unfaded_groups(
    groups: Groups, tones: Tones, grounds: Tones, on_square: NDArray[np.bool_]
) -> dict[int, int]:
    """Map each group of tones to the one that it is probably faded from; to itself if it has not faded."""
    names = sorted(set(groups.tolist()))
    means = {group: np.median(tones[groups == group], axis=0) for group in names}
    squares = {group for group in names if on_square[groups == group].mean() > 0.5}
    own = {group: np.median(grounds[groups == group], axis=0) for group in names}
    contrast = {group: _contrast(tones, grounds, groups == group) for group in names}
    full = {group: group for group in names}
    for group, tone in means.items():
        fulls = {
            other: full_tone
            for other, full_tone in means.items()
            if contrast[other] > contrast[group] and not {group, other} <= squares
        }
        # On grounds of different tones, each of two may else look faded from the other.
        nearest = _unfaded(tone, fulls, own[group], SQUARE_SHARES if squares else FADED_SHARES)
        full[group] = group if nearest is None else nearest
    for group in names:  # each stands out more than the one before, so that the chain ends
        while full[full[group]] != full[group]:
            full[group] = full[full[group]]
    return full


def _with_thin_strokes(groups: Groups, tones: Tones, grounds: Tones, pieces: Sequence[Piece]) -> Groups:
    """The groups, in which the 1s of an ink and its other digits are one.

    Thin strokes are half page, so small digits are paler, and a 1 may be less so or more than the others. Of
    two groups one may be the other, laid thinly over the page, if one of them has only 1s and the other none.
    """
    is_narrow = np.array([piece.box.width < MAX_NARROW * piece.box.height for piece in pieces])
    names = sorted(set(groups.tolist()))
    means = {group: np.median(tones[groups == group], axis=0) for group in names}
    joined = groups.copy()
    for pale, full in permutations(names, 2):
        narrow = is_narrow[groups == pale], is_narrow[groups == full]
        if not (narrow[0].all() and not narrow[1].any()) and not (narrow[1].all() and not narrow[0].any()):
            continue
        ground = np.median(grounds[groups == pale], axis=0)
        if fading_residual(means[pale], means[full], ground, THIN_SHARES) < MAX_SHADE_LEVELS:
            joined[groups == pale] = full
    return joined


def _with_faded_apart(groups: Groups, tones: Tones, grounds: Tones) -> Groups:
    """The groups, one of which is divided if its digits have surely faded from several others.

    Two colours differ by a third of what they did once both have faded, and so were taken for one. One that
    has faded may also look like another that has not.
    """
    names = sorted(set(groups.tolist()))
    means = {group: np.median(tones[groups == group], axis=0) for group in names}
    contrast = {group: _contrast(tones, grounds, groups == group) for group in names}
    parted = groups.copy()
    for group in names:
        mine = np.flatnonzero(groups == group)
        fulls = [other for other in names if contrast[other] > contrast[group]]
        off = [[fading_residual(tones[at], means[other], grounds[at]) for other in fulls] for at in mine]
        if not fulls:
            continue
        least = np.min(off, axis=1)
        faded = least < COMPRESSED_LEVELS
        if faded.any() and _is_apart(least[faded], least[~faded]):
            parted[mine[faded]] += (1 + np.argmin(off, axis=1)[faded]) * (1 + names[-1])
    return np.asarray(np.unique(parted, return_inverse=True)[1], np.intp)


def _with_gaps_apart(groups: Groups, tones: Tones, are_even: NDArray[np.bool_]) -> Groups:
    """The groups, one of which is divided where it has two tones and none in between.

    are_even : which tones are those of squares or thick strokes. Thin strokes show less of their colour.
    """
    parted = groups.copy()
    for group in set(groups.tolist()):
        mine = np.flatnonzero(groups == group)
        levels = tones[mine][:, np.ptp(tones[mine], axis=0).argmax()]
        ordered = np.sort(levels)
        if len(ordered) < 2 or not are_even[mine].all():
            continue
        at = 1 + int(np.diff(ordered).argmax())
        if _is_apart(ordered[:at], ordered[at:]) and _is_apart(-ordered[at:], -ordered[:at]):
            parted[mine[levels >= ordered[at]]] += 1 + groups.max()
    return np.asarray(np.unique(parted, return_inverse=True)[1], np.intp)


def _is_apart(few: NDArray[np.floating], more: NDArray[np.floating]) -> bool:
    """Whether the gap between levels and higher ones is far wider than the spread of the former."""
    gap = min(more, default=np.inf) - max(few)
    return bool(gap > CLEAR_GAP + 2 * np.ptp(few))


def _contrast(tones: Tones, grounds: Tones, which: NDArray[np.bool_]) -> float:
    """How much a group's usual tone differs from what usually lies behind it, in levels."""
    return float(np.abs(np.median(tones[which], axis=0) - np.median(grounds[which], axis=0)).max())


def unfaded_squares(
    groups: Groups, tones: Tones, background: Tone, on_square: NDArray[np.bool_]
) -> dict[int, int]:
    """Map each group of squares that may have faded to the one that it is probably faded from."""
    squares = [group for group in sorted(set(groups.tolist())) if on_square[groups == group].mean() > 0.5]
    means = {group: np.median(tones[groups == group], axis=0) for group in squares}
    found = {
        group: _unfaded(tone, {other: means[other] for other in squares if other != group}, background)
        for group, tone in means.items()
    }
    return {group: full for group, full in found.items() if full is not None}


def _unfaded(
    tone: Tone, fulls: dict[int, Tone], ground: Tone, shares: tuple[float, float] = FADED_SHARES
) -> int | None:
    """Which of some groups a tone is most probably faded from; None if from none."""
    off = {group: fading_residual(tone, full, ground, shares) for group, full in fulls.items()}
    nearest = min(off, key=off.__getitem__, default=None)
    return nearest if nearest is not None and off[nearest] < MAX_SHADE_LEVELS else None


def strongest_of_each(whole: dict[int, int], means: dict[int, Tone], grounds: Tones) -> dict[int, int]:
    """Map each group to the one of the same colour that stands out most: so the board shows that colour.

    Only groups that may have faded, or from which another one may have faded, are in the result.
    """
    ground = np.median(grounds, axis=0)
    found: dict[int, int] = {}
    for name in set(whole.values()):
        members = [group for group in means if whole[group] == name]
        strongest = max(members, key=lambda group: float(np.abs(means[group] - ground).max()), default=name)
        found |= {group: strongest for group in members if group != strongest}
    return found


def fading_residual(
    faded: Tone, full: Tone, ground: Tone, shares: tuple[float, float] = FADED_SHARES
) -> float:
    """How far one tone is, in levels, from the other laid thinly over the ground; infinite if not faded."""
    left, whole = faded - ground, full - ground
    share = float(left @ whole / max(1.0, float(whole @ whole)))
    return float(np.abs(left - share * whole).max()) if shares[0] <= share <= shares[1] else np.inf


def contrasting(background: Colour) -> Colour:
    """Black for a light background, white for a dark one."""
    return BLACK if sum(background) / 3 >= MIN_LIGHT_LEVELS else WHITE
