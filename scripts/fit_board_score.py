"""Fit the weights by which boards are scored to pictures whose board is known, and print them.

python scripts/fit_board_score.py --drawn 170 --seed 41 --jobs 2 ../shared/screenshots

Of each picture the best boards on all of its rulings are rivals. The weights make the right one of them as
likely as possible (conditional maximum likelihood), beside a normal prior round 0. One page in fifty may show
what no weights explain, so that no page counts more than 4 nats. Pictures of one look or program count
together as much as those of any other.

The table is about looks and programs that the fit has not seen, an eighth of all at a time: on how many
pictures the right board comes first, by the weights in use and by fitted ones, and the log-likelihood. If the
fitted ones are better, those printed last belong into `picrosser/reading/nonogram/boards/score.py`. They know
nothing of costs: a board that lacks a blank outer row is read as another puzzle, one with a row too many is
in doubt.

Tried, and lost: "no board" as a rival on every page, and the right one of pages without a puzzle. Tables and
empty numbered grids explain lines and numbers nearly as well as boards do (of pairs of a board and a page
without one, a fifth were in the wrong order), and numbers beside a line came to count against a board. What
lies in the cells tells them apart.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from measuring.output import aligned, each
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp

from measuring.board_rivals import Page, collect_boards, screenshot_sources
from measuring.nonograms import nonogram_sources
from picrosser.reading.nonogram.boards.score import WEIGHTS
from picrosser.reading.nonogram.boards.terms import Terms

PRIOR_SIGMA = 3.0  # nats: of each weight
UNEXPLAINED = 0.02  # the share of pages that no weights explain
FOLDS = 8
NEVER = -1e9  # nats

Values = NDArray[np.float64]


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
    """The table, the pictures whose right board is not first, and the weights."""
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


def main() -> None:
    """Collect the boards, fit, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", help="of screenshots with their hints, as JSON")
    parser.add_argument("--drawn", type=int, default=170, metavar="N", help="number of pictures drawn")
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of processes")
    args = parser.parse_args()
    sources = [] if args.folder is None else screenshot_sources(args.folder)
    drawn = nonogram_sources(range(args.drawn), args.seed)
    print(report(list(each(collect_boards, [*sources, *drawn], args.jobs))))


if __name__ == "__main__":
    main()
