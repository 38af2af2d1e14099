"""Learn a page's own digits from a picture that explains its hints, and weigh each digit against them.

Blur makes a small 5 look like the 6 of another typeface, everywhere on a page. Once a picture is found that
explains nearly all hints, nearly all digits are known, and the mean of the page's own 5s is what a 5 looks
like there. Each digit is compared with the mean of each kind, of which it is no part itself. How much a
difference says is a single number, fitted to all known digits by maximum likelihood: if a page's 5s and 6s
look alike, both stay likely.

No pixels are needed: the squared distance of a digit from a mean follows from its distances to the digits
that make the mean, and from theirs to each other.

Known failure: a digit that the page shows less than three times is known by its templates only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.nonogram import runs_of_cells
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.puzzles.picture import UNKNOWN

Cells = NDArray[np.int8]
Nats = NDArray[np.float64]

MIN_OWN = 3  # digits of one kind, whose mean is the page's own: one of them may be misread
# Candidate scales: extra distance per nat, as a share of the usual distance between equal digits. The one
# that makes the known digits likeliest is used.
PER_NAT = np.geomspace(0.01, 2.0, 40)
MISTAKEN = 0.01  # of the digits that are taken as known: they are something else


def with_own_digits(view: NonogramEvidence, cells: Cells) -> NonogramEvidence:
    """What a view shows, each of its digits compared with the page's own; the view itself if none are known.

    cells : (rows, cols) a picture that explains nearly all of its hints.
    """
    if view.apart is None:
        return view
    apart, lines = view.apart(), (*view.rows, *view.cols)
    known = np.full(len(apart), UNKNOWN)
    by_template = np.zeros((len(apart), 10))
    for line, stated in zip(lines, _stated(cells), strict=True):
        if len(stated) == len(line.glyphs):  # else a digit is missing, or there is one too many
            known[list(line.glyphs)] = stated
        for glyph, shape in zip(line.glyphs, line.shapes, strict=False):
            by_template[glyph] = view.shapes[shape]
    own, is_own = own_nats(apart, known)
    if not is_own.any():
        return view
    nats = _with_templates(own, is_own, by_template)
    rows, cols = (
        tuple(_each_by_itself(line, len(apart)) for line in side) for side in (view.rows, view.cols)
    )
    return replace(
        view,
        rows=rows,
        cols=cols,
        shapes=(*map(tuple, nats.tolist()), *view.shapes),
        same_digit=(),
        unlike=(),
    )


def own_nats(apart: NDArray[np.float32], known: NDArray[np.intp]) -> tuple[Nats, NDArray[np.bool_]]:
    """How likely each digit is which, by its distance from the mean of those that are known.

    Parameters
    ----------
    apart : (N, N) the squared distances between all digits.
    known : (N,) which digit each is, or `UNKNOWN`.

    Returns
    -------
    (N, 10) nats, 0 for the likeliest; and (10,) which digits the page shows often enough. The others have 0,
    and all have if fewer than two are shown so often.
    """
    is_of = known[:, None] == np.arange(10)
    many = is_of.sum(axis=0)
    is_own = many >= MIN_OWN
    if is_own.sum() < 2:
        return np.zeros((len(known), 10)), np.zeros(10, bool)
    to_all = apart.astype(np.float64) @ is_of  # sums over all digits of a kind
    inner = (to_all * is_of).sum(axis=0) - 2 * to_all * is_of  # over all pairs of those that make the mean
    count = np.maximum(many - is_of, 1)
    away = to_all / count - inner / (2 * count**2)
    away = np.maximum(away, 0) * count / (count + 1)  # the mean of a few is itself off by chance
    away[:, ~is_own] = np.inf
    further = away - away.min(axis=1, keepdims=True)
    taught = np.flatnonzero(is_own[known] & (known != UNKNOWN))
    usual = np.median(away[taught, known[taught]])

    def likelihood(per_nat: float) -> float:
        weights = np.exp(-further[taught] / per_nat)
        right = weights[np.arange(len(taught)), known[taught]] / weights.sum(axis=1)
        return float(np.log((1 - MISTAKEN) * right + MISTAKEN).sum())

    scale = max((usual * share for share in PER_NAT), key=likelihood)
    return np.where(is_own, -further / scale, 0.0), is_own


def _with_templates(own: Nats, is_own: NDArray[np.bool_], by_template: Nats) -> Nats:
    """(N, 10) nats by the page's own digits; of those that it does not show, by their templates."""
    at = np.arange(len(own))
    best = np.where(is_own, own, -np.inf).argmax(axis=1)
    nats = np.where(is_own, own, by_template - by_template[at, best][:, None])
    return np.asarray(nats - nats.max(axis=1, keepdims=True))


def _each_by_itself(line: LineEvidence, many: int) -> LineEvidence:
    """A line of which each digit is a shape of its own."""
    return replace(line, shapes=line.glyphs or tuple(many + shape for shape in line.shapes))


def _stated(cells: Cells) -> Iterator[Sequence[int]]:
    """The digits that each row of a picture states, then each column; 0 for a blank line."""
    for line in (*cells, *cells.T):
        lengths = [run.length for run in runs_of_cells(line.tolist())]
        yield [int(digit) for length in lengths or (0,) for digit in str(length)]
