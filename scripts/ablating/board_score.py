"""Fit the weights by which a nonogram's boards are scored to pictures whose board is known.

Of each picture the best boards on all of its rulings are rivals. The weights make the right one of them as
likely as possible (conditional maximum likelihood), beside a normal prior round 0. One page in fifty may show
what no weights explain, so that no page counts more than 4 nats. Pictures of one look or program count
together as much as those of any other. Of a screenshot in a file no lattice is known: there the board is
right with which it is read exactly.

Tried, and lost: "no board" as a rival on every page, and the right one of pages without a puzzle. Tables and
empty numbered grids explain lines and numbers nearly as well as boards do (of pairs of a board and a page
without one, a fifth were in the wrong order), and numbers beside a line came to count against a board. What
lies in the cells tells them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp

from drawn.nonograms.looks import look_named
from drawn.nonograms.screenshot import damage_in_turn, damaged_lattice, damaged_nonogram, draw, legible_spec
from picrosser.errors import PicrosserError
from picrosser.imaging.channels import luma_of
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.looks.solve import solve_screenshot
from picrosser.reading.nonogram.boards.digit_lattice import digit_lattices
from picrosser.reading.nonogram.boards.propose import LOOSE_DISTANCE
from picrosser.reading.nonogram.boards.rulings import rulings_from_digits
from picrosser.reading.nonogram.boards.score import (
    SIDES,
    WEIGHTS,
    NumbersOnRuling,
    Rectangles,
    Terms,
    digit_heights,
)
from picrosser.reading.page.ink import find_ink
from picrosser.reading.page.numbers import find_numbers
from scoring.cases import truth_beside
from scoring.judging import Verdict, judge
from scoring.output import aligned

PRIOR_SIGMA = 3.0  # nats: of each weight
UNEXPLAINED = 0.02  # the share of pages that no weights explain
FOLDS = 8
NEVER = -1e9  # nats
RIVALS_OF_A_KIND = 40  # the best boards of each ruling, height of digits, and pair of sides with hints
RIVALS = 150  # the best of a page
TIME_LIMIT_S = 20.0
OFF = 0.25  # of the pitch: the lines of a true board are nearer to where they should be

Values = NDArray[np.float64]


# ---- The boards that may be in a picture


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """The boards that may be in a picture.

    name : of the picture. group : of the pictures that are alike: a look, or a program.
    terms : (boards, terms) of each.
    true : (boards,) those that are right: none if it was not proposed.
    """

    name: str
    group: str
    terms: Values
    true: NDArray[np.bool_]


def drawn_page(look: str, seed: int, damage: str | None) -> Page:
    """The rivals in a drawn nonogram. damage : None for the next one in turn."""
    drawn = draw(legible_spec(look_named(look), seed))
    damage = damage or damage_in_turn(seed, look, drawn.digit_px)
    image = load_image(damaged_nonogram(drawn, damage))
    return page_of(f"{look}-{seed}-{damage}", look, image, damaged_lattice(drawn, damage))


def file_page(path: Path) -> Page | None:
    """The rivals in a nonogram's screenshot; None if its board is not known."""
    truth = truth_beside(path)
    if truth is None or "nonogram" not in truth["kind"]:
        return None
    try:
        solved = solve_screenshot(path, kind="nonogram", time_limit_s=TIME_LIMIT_S)
    except PicrosserError:
        return None
    if solved.flat is not None or solved.lattice is None or judge(solved, truth) is not Verdict.EXACT:
        return None
    group = path.stem if path.parent.name.startswith("unseen") else path.parent.name
    return page_of(path.stem, group, load_image(path), solved.lattice)


def page_of(name: str, group: str, image: RGB, lattice: Lattice) -> Page:
    """The rivals in a picture whose board lies at a lattice."""
    ink = find_ink(image)
    numbers = find_numbers(ink)
    found: list[tuple[float, Terms, bool]] = []
    for ruling in rulings_from_digits(luma_of(image), digit_lattices(find_numbers(ink, LOOSE_DISTANCE))):
        for height in digit_heights(ruling, numbers):
            page = NumbersOnRuling(ruling, numbers, height)
            for below, right in SIDES:
                rectangles = Rectangles(page, below=below, beside_right=right)
                for board in rectangles.best(WEIGHTS, RIVALS_OF_A_KIND):
                    is_right = (below, right) == (False, False)  # the usual sides, and those of drawn ones
                    is_right = is_right and _lies_at(ruling.lattice(board.sides), lattice)
                    found.append((board.nats, board.terms, is_right))
    found.sort(key=lambda board: -board[0])
    terms = np.array([board[1] for board in found[:RIVALS]]).reshape(-1, len(Terms._fields))
    return Page(name, group, terms, np.array([board[2] for board in found[:RIVALS]], bool))


def _lies_at(board: Lattice, true: Lattice) -> bool:
    """Whether the lines of both are nearly the same."""
    if board.shape != true.shape:
        return False
    edges, others = ((*one.row_edges_px, *one.col_edges_px) for one in (board, true))
    return bool(np.abs(np.subtract(edges, others)).max() < OFF * true.pitch_px)


# ---- The fit


class Pages(NamedTuple):
    """Pages with equally many rivals each.

    terms : (pages, rivals, terms). allowed, right : (pages, rivals) nats: 0 for what is a rival, and for what
    is a right one; NEVER for others. groups : (pages,) their looks.
    """

    terms: Values
    allowed: Values
    right: Values
    groups: NDArray[np.str_]

    @classmethod
    def of(cls, pages: Sequence[Page]) -> Pages:
        most = max(len(page.terms) for page in pages)
        terms = np.zeros((len(pages), most, len(Terms._fields)))
        allowed, right = np.full((2, len(pages), most), NEVER)
        for at, page in enumerate(pages):
            count = len(page.terms)
            terms[at, :count], allowed[at, :count] = page.terms, 0
            right[at, :count][page.true] = 0
        return cls(terms, allowed, right, np.array([page.group for page in pages]))

    def only(self, which: NDArray[np.bool_]) -> Pages:
        return Pages(*(values[which] for values in self))

    @property
    def shares(self) -> Values:
        """(pages,) what each counts: all of a group count 1."""
        counts = Counter(self.groups.tolist())
        return np.array([1 / counts[group] for group in self.groups.tolist()])

    def log_likelihoods(self, weights: Values) -> Values:
        """(pages,) of the right boards."""
        nats = self.terms @ weights
        return np.asarray(logsumexp(nats + self.right, axis=1) - logsumexp(nats + self.allowed, axis=1))

    def is_first(self, weights: Values) -> NDArray[np.bool_]:
        """(pages,) whether the right board has the highest score."""
        nats = self.terms @ weights
        return np.asarray((nats + self.right).max(axis=1) >= (nats + self.allowed).max(axis=1))


def fit(pages: Pages) -> Values:
    """The likeliest weights, in the order of `Terms`."""
    shares = pages.shares

    def cost(weights: Values) -> tuple[float, Values]:
        nats = pages.terms @ weights
        of_all, of_right = (logsumexp(nats + which, axis=1) for which in (pages.allowed, pages.right))
        explained = (1 - UNEXPLAINED) * np.exp(of_right - of_all)
        likely = explained + UNEXPLAINED
        slope = np.exp(nats + pages.allowed - of_all[:, None]) - np.exp(
            nats + pages.right - of_right[:, None]
        )
        slope *= (shares * explained / likely)[:, None]
        total = (weights**2).sum() / (2 * PRIOR_SIGMA**2) - (shares * np.log(likely)).sum()
        return float(total), np.einsum("pr,prt->t", slope, pages.terms) + weights / PRIOR_SIGMA**2

    return np.asarray(minimize(cost, np.array(WEIGHTS), jac=True, method="L-BFGS-B").x)


def held_out(pages: Pages) -> tuple[Values, NDArray[np.bool_]]:
    """Per page the log-likelihood, and whether the right board is first, fitted without the page's group."""
    groups = np.unique(pages.groups)
    np.random.default_rng(0).shuffle(groups)
    nats, first = np.zeros(len(pages.groups)), np.zeros(len(pages.groups), bool)
    for fold in range(FOLDS):
        out = np.isin(pages.groups, groups[fold::FOLDS])
        if out.any():
            weights = fit(pages.only(~out))
            nats[out] = pages.only(out).log_likelihoods(weights)
            first[out] = pages.only(out).is_first(weights)
    return nats, first


def report(found: Sequence[Page]) -> str:
    """The table, the pictures whose right board is not first, and the weights.

    The table is about looks and programs that the fit has not seen, an eighth of all at a time. The fitted
    weights know nothing of costs: a board that lacks a blank outer row is read as another puzzle, one with a
    row too many is in doubt.
    """
    known = [page for page in found if page.true.any()]
    pages = Pages.of(known)
    used = np.array(WEIGHTS)
    in_use = pages.log_likelihoods(used), pages.is_first(used)
    fitted = held_out(pages)
    rows = [("", "pictures", "right one first", "nats")]
    for name, (nats, first) in (("in use", in_use), ("fitted, held out", fitted)):
        rows.append((name, str(len(known)), str(int(first.sum())), f"{nats.sum():.1f}"))
    lines = [aligned(rows)]
    lines += [
        f"not first, held out: {page.name}" for page, first in zip(known, fitted[1], strict=True) if not first
    ]
    lines += [f"right one not among the rivals: {page.name}" for page in found if not page.true.any()]
    weights = zip(Terms._fields, fit(pages), strict=True)
    return "\n".join([*lines, *(f"    {name}={value:.2f}," for name, value in weights)])
