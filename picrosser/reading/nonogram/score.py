"""Score board hypotheses."""
from __future__ import annotations
from dataclasses import dataclass
import numpy as np
from picrosser.imaging.pixels import Lattice
from picrosser.reading.nonogram.hypotheses import Numbers, Ruling

SEEN, UNSEEN = 0.35, -0.6
LINE_MIN, LINE_MAX = -4.0, 2.0
SHOWN, BARE = 3.0, -2.5
STRIP = 2.0
INSIDE, BEYOND, ASTRAY = -2.0, -2.0, -1.0
MAX_GAP = 1.5
MAX_FIRST_GAP = 4.0
FAR = -4.0
FREE_GAP = 0.6
CENTRED = 0.25
SAME_HEIGHT = 0.2  # of the logarithm
ON = -4.0
TRIM = 4
USUAL_SIDES = 0.5
MAX_HEIGHTS = 5
MIN_OF_A_HEIGHT = 4


@dataclass(frozen=True, slots=True)
class Scored:
    nats: float
    terms: dict
    box: tuple[int, int, int, int]
    lattice: Lattice
    shown: tuple[int, int]
    below: bool = False
    beside_right: bool = False
    height_px: float = 0.0

    @property
    def quality(self) -> float:
        """The score, of the most that a board of this size can have."""
        rows, cols = self.lattice.shape
        return self.nats / ((SHOWN + LINE_MAX + STRIP) * (rows + cols) + 2 * LINE_MAX)

    @property
    def share(self) -> float:
        """Of the lines that show hints, on the side that shows fewer."""
        rows, cols = self.lattice.shape
        return min(self.shown[0] / rows, self.shown[1] / cols)


def _beside(edges, n_lines, away_lo, away_hi, line, u, h, chain):
    """For each possible edge: per line whether a number is shown, and how many are astray.

    edges : places of the board's edge to try. away_lo, away_hi : a number's extent along the axis; smaller is
    further away. chain : which numbers tell how deep the area is.
    Returns shown (E, n_lines) bool, astray (E, n_lines) int.
    """
    shown = np.zeros((len(edges), n_lines))
    astray = np.zeros((len(edges), n_lines))
    gaps = np.zeros(len(edges))
    order = np.argsort(-away_hi, kind="stable")
    for e, edge in enumerate(edges):
        mine = order[(away_hi[order] < edge + 0.25)]
        limit, depth = edge - MAX_FIRST_GAP, edge
        for k in mine:
            if not chain[k]:
                continue
            if away_hi[k] < limit:
                break
            if depth == edge:
                gaps[e] = max(0.0, edge - away_hi[k] - FREE_GAP)
            if away_lo[k] < depth:
                depth = away_lo[k]
            limit = min(limit, depth - MAX_GAP)
        inside = mine[away_lo[mine] >= depth - 1e-6]
        if not len(inside):
            continue
        centred = inside[u[inside] < CENTRED]
        if not len(centred):
            continue
        height = np.median(h[centred])
        centred = centred[np.abs(h[centred] / height - 1) < 0.25]
        shown[e, line[centred]] = 1
        off = inside[(u[inside] >= CENTRED) & (np.abs(h[inside] / height - 1) < 0.25)]
        np.add.at(astray[e], line[off], 1)
    return shown, astray, gaps


def _cum(a, axis):
    pad = [(0, 0)] * a.ndim
    pad[axis] = (1, 0)
    return np.pad(np.cumsum(a, axis), pad)


class Scorer:
    def __init__(self, ruling: Ruling, numbers: Numbers, height_px: float) -> None:
        self.height_px = height_px
        self.r = ruling
        p, q = ruling.rows[1] - ruling.rows[0], ruling.cols[1] - ruling.cols[0]
        small = min(p, q)
        top = (numbers.top - ruling.rows[0]) / p
        bot = (numbers.bottom - ruling.rows[0]) / p
        left = (numbers.left - ruling.cols[0]) / q
        right = (numbers.right - ruling.cols[0]) / q
        y, x = (top + bot) / 2, (left + right) / 2
        self.nr, self.nc = len(ruling.rows) - 1, len(ruling.cols) - 1
        h = numbers.height
        ok = (np.abs(np.log(h / height_px)) < SAME_HEIGHT) & (y >= 0) & (y < self.nr) & (x >= 0) & (x < self.nc)
        self.top, self.bot, self.left, self.right, self.y, self.x, self.h = (v[ok] for v in (top, bot, left, right, y, x, h))
        self.row, self.col = np.floor(self.y).astype(int), np.floor(self.x).astype(int)
        self.uy, self.ux = np.abs(self.y - self.row - 0.5), np.abs(self.x - self.col - 0.5)
        self.narrow = (self.right - self.left) < 1.1
        def sums(a):
            return np.pad(np.cumsum(a, 1), ((0, 0), (1, 0)))
        s = ruling.seen
        self.hl = SEEN * sums(s[0] > 0) + UNSEEN * sums(s[0] < 0)  # (nr+1, nc+1)
        self.vl = SEEN * sums(s[1] > 0) + UNSEEN * sums(s[1] < 0)  # (nc+1, nr+1)
        # share of the crossing lines that are seen in each stretch, for going on beyond the far side
        self.seen_h = np.pad((s[0] > 0).astype(float), ((0, 0), (1, 2)))  # (nr+1, cells+3)
        self.seen_v = np.pad((s[1] > 0).astype(float), ((0, 0), (1, 2)))
        self.hcum, self.vcum = _cum(self.seen_h, 0), _cum(self.seen_v, 0)
        self.strip_v = _cum(s[1].astype(float), 0)  # (nc+2, nr): V-lines summed up to one, per row
        self.strip_h = _cum(_cum(s[0].astype(float), 0), 1)  # (nr+2, nc+1)
        both = (self.uy < CENTRED) & (self.ux < CENTRED)
        cells = np.zeros((self.nr, self.nc))
        np.add.at(cells, (self.row[both], self.col[both]), 1)
        self.numcum = np.pad(cells.cumsum(1), ((0, 0), (1, 0)))
        self.numrows = np.pad(cells.cumsum(0), ((1, 0), (0, 0)))
        self.inside = np.pad(cells.cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def _ranges(self):
        t, b, l, r = self.r.box
        def lows(a, z):
            return range(max(0, a - TRIM), max(a + 1, min(z - 2, a + int(0.7 * (z - a)) + 1)))
        def highs(a, z, n):
            return range(max(a + 3, a + int(0.3 * (z - a)), z - 12), min(n, z + TRIM) + 1)
        return lows(t, b), highs(t, b, self.nr), lows(l, r), highs(l, r, self.nc)

    def best(self, n: int = 1) -> list[Scored]:
        t, b, l, r = self.r.box
        T, B, L, R = self._ranges()
        found = []
        in_cols = (self.x > l - 1) & (self.x < r + 1) & self.narrow
        in_rows = (self.y > t - 1) & (self.y < b + 1)
        for below, to_right in ((False, False), (False, True), (True, False), (True, True)):
            if (below or to_right) and found and found[0].share > USUAL_SIDES:
                break
            if below:
                tr, br = highs_as_lows(T, B, t, b, self.nr)
                lo_t, hi_b = tr, br
                ec = np.array(hi_b, float)
                cs, ca, cg = _beside(-ec, self.nc, -self.bot, -self.top, self.col, self.ux, self.h, in_cols & (self.ux < CENTRED))
            else:
                lo_t, hi_b = T, B
                ec = np.array(lo_t, float)
                cs, ca, cg = _beside(ec, self.nc, self.top, self.bot, self.col, self.ux, self.h, in_cols & (self.ux < CENTRED))
            if to_right:
                lo_l, hi_r = highs_as_lows(L, R, l, r, self.nc)
                er = np.array(hi_r, float)
                rs, ra, rg = _beside(-er, self.nr, -self.right, -self.left, self.row, self.uy, self.h, in_rows & (self.uy < CENTRED))
            else:
                lo_l, hi_r = L, R
                er = np.array(lo_l, float)
                rs, ra, rg = _beside(er, self.nr, self.left, self.right, self.row, self.uy, self.h, in_rows & (self.uy < CENTRED))
            found += self._search(lo_t, hi_b, lo_l, hi_r, cs, ca, cg, rs, ra, rg, below, to_right)
        found.sort(key=lambda s: -s.nats)
        return found[:n]

    def _search(self, T, B, L, R, cs, ca, cg, rs, ra, rg, below, to_right):
        T, B, L, R = (np.array(v) for v in (T, B, L, R))
        cgain = _cum(SHOWN * cs + BARE * (1 - cs) + ASTRAY * ca, 1)  # (edges, nc+1)
        rgain = _cum(SHOWN * rs + BARE * (1 - rs) + ASTRAY * ra, 1)
        cpad, rpad = np.pad(cs, ((0, 0), (2, 2))), np.pad(rs, ((0, 0), (2, 2)))
        best, at = -np.inf, None
        size_ok = (B[None, :] - T[:, None]) >= 3
        # beyond for rows: lines T-1,T-2 and B,B+1 (index in rs)
        for li, lft in enumerate(L):
            for ri, rgt in enumerate(R):
                if rgt - lft < 3:
                    continue
                hv = np.clip(self.hl[:, rgt] - self.hl[:, lft], LINE_MIN, LINE_MAX)
                hc = np.concatenate(([0], np.cumsum(hv)))
                total = hc[B + 1][None, :] - hc[T][:, None]
                v = self.vl[lft:rgt + 1]
                vv = np.clip(v[:, B][:, None, :] - v[:, T][:, :, None], LINE_MIN, LINE_MAX).sum(0)
                total = total + vv
                strips = np.concatenate(([0], np.cumsum((self.strip_v[rgt + 1] - self.strip_v[lft]) / (rgt + 1 - lft))))
                total = total + STRIP * (strips[B][None, :] - strips[T][:, None])
                h = self.strip_h[:, rgt] - self.strip_h[:, lft]
                total = total + STRIP * (h[B + 1][None, :] - h[T][:, None]) / np.maximum(B[None, :] + 1 - T[:, None], 1)
                # columns' hints
                c = cgain[:, rgt] - cgain[:, lft] + BEYOND * (cpad[:, lft] + cpad[:, lft + 1] + cpad[:, rgt + 2] + cpad[:, rgt + 3])
                total = total + (c[None, :] if below else c[:, None])
                total = total + FAR * ((cg[None, :] if below else cg[:, None]) + rg[ri if to_right else li])
                e = ri if to_right else li
                g, rp = rgain[e], rpad[e]
                total = total + g[B][None, :] - g[T][:, None] + BEYOND * ((rp[T] + rp[T + 1])[:, None] + (rp[B + 2] + rp[B + 3])[None, :])
                ins = self.inside
                total = total + INSIDE * (ins[B, rgt][None, :] - ins[T, rgt][:, None] - ins[B, lft][None, :] + ins[T, lft][:, None])
                # crossing lines that go on beyond a side, where no hints stand
                on_v = (self.vcum[rgt + 1] - self.vcum[lft]) / (rgt + 1 - lft)  # per row stretch, shifted by 1
                bare_v = 1 - np.minimum(1, 3 * (self.numcum[:, rgt] - self.numcum[:, lft]) / (rgt - lft)) if rgt > lft else 0
                bare_v = np.pad(bare_v, (1, 2))
                total = total + ON * ((on_v * bare_v)[T][:, None] + (on_v * bare_v)[B + 1][None, :])
                for edge, cell in ((lft, lft - 1), (rgt + 1, rgt)):
                    hcol = self.hcum[:, edge]
                    share = (hcol[B + 1][None, :] - hcol[T][:, None]) / np.maximum(B[None, :] + 1 - T[:, None], 1)
                    if 0 <= cell < self.nc:
                        n = self.numrows[:, cell]
                        share = share * (1 - np.minimum(1, 3 * (n[B][None, :] - n[T][:, None]) / np.maximum(B[None, :] - T[:, None], 1)))
                    total = total + ON * share
                total[~size_ok] = -np.inf
                k = total.argmax()
                if total.flat[k] > best:
                    best, at = total.flat[k], (k // len(B), k % len(B), li, ri)
        if at is None:
            return []
        ti, bi, li, ri = at
        t, b, l, r = int(T[ti]), int(B[bi]), int(L[li]), int(R[ri])
        shown = int(rs[ri if to_right else li, t:b].sum()), int(cs[bi if below else ti, l:r].sum())
        rows, cols = self.r.rows, self.r.cols
        lat = Lattice(tuple(int(round(v)) for v in rows[t:b + 1]), tuple(int(round(v)) for v in cols[l:r + 1]))
        return [Scored(float(best), {}, (t, b, l, r), lat, shown, below, to_right, self.height_px)]


def height_classes(ruling: Ruling, numbers: Numbers) -> list[float]:
    """The heights that many numbers near an area share."""
    t, b, l, r = ruling.box
    rows, cols = ruling.rows, ruling.cols
    p, q = rows[1] - rows[0], cols[1] - cols[0]
    h = numbers.height
    small = min(p, q)
    y, x = (numbers.top + numbers.bottom) / 2, (numbers.left + numbers.right) / 2
    beside = (y > rows[t] - p) & (y < rows[b] + p)
    above = (x > cols[l] - q) & (x < cols[r] + q)
    h = h[(beside | above) & (h > 0.12 * small) & (h < 0.98 * small)]
    if not len(h):
        return []
    logs = np.log(h)
    left = np.ones(len(h), bool)
    found = []
    while len(found) < MAX_HEIGHTS and left.any():
        near = np.abs(logs[:, None] - logs[left][None, :]) < SAME_HEIGHT / 2
        votes = near.sum(axis=1)
        best = logs[int(votes.argmax())]
        mine = left & (np.abs(logs - best) < SAME_HEIGHT / 2)
        if mine.sum() < MIN_OF_A_HEIGHT:
            break
        found.append(float(np.exp(np.median(logs[mine]))))
        left &= np.abs(logs - best) >= SAME_HEIGHT / 2
    return found


def highs_as_lows(T, B, t, b, n):
    """Ranges where the hints are at the other side."""
    low = range(max(0, t - TRIM), max(t + 1, min(b - 2, t + 12)))
    high = range(min(b, max(t + 3, b - int(0.7 * (b - t)) - 1)), min(n, b + TRIM) + 1)
    return low, high
