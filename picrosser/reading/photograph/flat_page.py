"""The flat page: what a ruled sheet in a photograph would look like on a screen.

Light and shadow are divided out. Thin print touches the lines of its cell, and thick lines hide what is next
to them; but where the lines are is known. So each seen line is cut out of the page and a thin one is drawn in
a wider gap, and digits stand free in their cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.channels import min_channel
from picrosser.imaging.perspective import Warp, flattened
from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.grown_lattice import Node
from picrosser.reading.photograph.page_lines import Flags
from picrosser.reading.photograph.plain_page import (
    CELL_PX,
    PlainPage,
    calm_around,
    lit_page,
    plain_page,
    refined,
)
from picrosser.reading.photograph.sheet import SheetFound

WIDER_PX = 3  # by which the lines of the page that is read are further apart
LINE_PX = 2  # of the line drawn in the gap that it was cut out of
LINE_TONE = 120
# Lines that go on beyond a sheet: so many tell better how it is bent there. Of a page with a bend of 0.1,
# crossings six cells beyond are off by 0.04 of a cell then, without them by 0.7.
MIN_BEYOND = 2
REACHED = 3  # times that it is led on at most: ruled hint cells reach 20 cells and more beyond a board
# Times that it is fitted to its lines at most: as long as one crossing in a hundred moves by more than this
# part of a cell, and by less than the time before. In texture, what looks like lines leads now here, now
# there. Most are fitted twice; a corner of a bent page of 45 x 45 cells, which was off by a whole cell since
# hardly any of its crossings are seen, six times.
REFITTED, MAX_MOVED, MOST = 8, 0.05, 0.99
HALF_LINE = 0.06  # of a cell: half the width that is cut out


@dataclass(frozen=True, slots=True, eq=False)
class FlatPage:
    """A flat page, in one of four directions.

    image : (H, W, 3) uint8, as it is read: with thin lines in wide gaps.
    to_picture : from it to the photograph.
    rows_px, cols_px : (R + 1,), (C + 1,) the lines on it, prolonged to its edges.
    seen : (R + 1, C) and (C + 1, R), where the lines across, and down, are seen.
    area : the first and the last line across that are ruled, then those down.
    plain : (H, W, 3) uint8, the page without these changes, light divided out.
    sheet : where it was found.
    quarter_turns : anticlockwise, by which it was turned from the photograph.
    """

    image: RGB
    to_picture: Warp
    rows_px: NDArray[np.float64]
    cols_px: NDArray[np.float64]
    seen: tuple[Flags, Flags]
    area: tuple[int, int, int, int]
    plain: RGB
    sheet: SheetFound
    quarter_turns: int = 0

    @property
    def pitch_px(self) -> float:
        """Pixels from line to line, across and down."""
        return float(self.rows_px[1] - self.rows_px[0])

    def turned(self) -> FlatPage:
        """The page turned anticlockwise by a quarter."""
        cols, warp = len(self.seen[1]) - 1, self.to_picture
        top, bottom, left, right = self.area
        return FlatPage(
            np.ascontiguousarray(np.rot90(self.image)),
            Warp(self.image.shape[1] - warp.cols_px[::-1], warp.rows_px, np.rot90(warp.places)),
            self.cols_px,
            self.rows_px,
            (self.seen[1][::-1], self.seen[0][:, ::-1]),
            (cols - right, cols - left, top, bottom),
            np.ascontiguousarray(np.rot90(self.plain)),
            self.sheet,
            self.quarter_turns + 1,
        )


def flat_pages(image: RGB, sheet: SheetFound) -> Iterator[FlatPage]:
    """The page in all four directions, that of the photograph first.

    image : (H, W, 3) uint8 sRGB, the photograph.
    """
    grey = min_channel(image)
    fitted = _settled(grey, sheet)
    sheet = replace(sheet, fit=fitted.fit)
    lit = lit_page(image, sheet)
    for _ in range(REACHED):
        further = _reaching(*lit.ruled, fitted)
        if further is None:
            break
        fitted = _settled(grey, further)
        sheet = replace(sheet, fit=fitted.fit)
        lit = lit_page(image, sheet)
    page = _spread(plain_page(lit, sheet), sheet)
    yield page
    for _ in range(3):
        yield (page := page.turned())


def _settled(grey: NDArray[np.uint8], sheet: SheetFound) -> SheetFound:
    """The sheet fitted to its lines on the page, until that hardly moves its crossings any more.

    Where the fit is off by more than lines are looked for, as in a corner of bent paper where paint or a
    shadow hides crossings, a line is seen only once the nearer ones have told how the paper is bent there.

    grey : (H, W) uint8, the smallest channel of the photograph.
    """
    photo, moved_before = calm_around(grey, sheet), np.inf
    for _ in range(REFITTED):
        before, sheet = sheet, refined(photo, sheet)
        moved = float(np.quantile(np.hypot(*(sheet.places - before.places).T), MOST)) / sheet.pitch_px
        if moved < MAX_MOVED or moved >= moved_before:
            break
        moved_before = moved
    return sheet


def _reaching(first: Node, last: Node, fitted: SheetFound) -> SheetFound | None:
    """The sheet as far as lines are seen on its page; None if they hardly go on beyond it.

    Hint cells may be ruled, too, and on bent paper the board's lines do not go on straight to them.

    first, last : that are seen. fitted : to its lines so far.
    """
    first = min(fitted.first[0], first[0]), min(fitted.first[1], first[1])
    last = max(fitted.last[0], last[0]), max(fitted.last[1], last[1])
    beyond = np.abs(np.subtract((*first, *last), (*fitted.first, *fitted.last))).max()
    return replace(fitted, first=first, last=last) if beyond >= MIN_BEYOND else None


def _spread(page: PlainPage, sheet: SheetFound) -> FlatPage:
    """The page with its lines cut out, and thin ones in wider gaps instead."""
    top, bottom, left, right = page.area
    from_rows, row_gaps = _stretched(len(page.seen[0]) - 1, (top, bottom))
    from_cols, col_gaps = _stretched(len(page.seen[1]) - 1, (left, right))
    (rows, rows_before), (cols, cols_before) = _mesh(from_rows), _mesh(from_cols)
    before = np.stack(np.meshgrid(rows_before, cols_before, indexing="ij"), axis=-1)
    stretched, size = Warp(rows, cols, before), (len(from_rows), len(from_cols))
    image = np.array(flattened(page.image, stretched, size, (255, 255, 255), Image.Resampling.BILINEAR))
    ruled = page.seen[0][top : bottom + 1, left:right], page.seen[1][left : right + 1, top:bottom]
    for drawn in (_cut_out, _rule):
        drawn(image, row_gaps, ruled[0], col_gaps)
        drawn(image.transpose(1, 0, 2), col_gaps, ruled[1], row_gaps)
    places = sheet.fit.places(before.reshape(-1, 2) / CELL_PX + page.first).reshape(before.shape)
    rows_px, cols_px = ((CELL_PX + WIDER_PX) * np.arange(len(seen), dtype=np.float64) for seen in page.seen)
    return FlatPage(
        image, Warp(rows, cols, places), rows_px, cols_px, page.seen, page.area, page.plain, sheet
    )


def _mesh(source: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Edges of the new page wherever the step between pixels changes, and where they lie on the plain one."""
    steps = np.diff(source)
    changes = np.flatnonzero(np.abs(np.diff(steps)) > 1e-6) + 1
    at = np.unique(np.concatenate([[0], changes, np.arange(0, len(source), 16), [len(source) - 1]]))
    edges = np.append(at, len(source)).astype(np.float64)
    return edges, np.append(source[at] - 0.5, source[-1] + 0.5)


def _stretched(cells: int, ruled: tuple[int, int]) -> tuple[NDArray[np.float64], list[tuple[int, int]]]:
    """Which place of the plain page each row of the new one shows, and the gaps (from, to) of ruled lines.

    The lines of the new page are all at one distance. What is printed between two ruled lines is not scaled,
    only moved; the rest of the page is stretched.
    """
    pitch, half, (first, last) = CELL_PX + WIDER_PX, round(HALF_LINE * CELL_PX), ruled
    gap = (WIDER_PX + 2 * half) // 2
    edges = [(0, 0)] if first else []
    gaps = []
    for line in range(first, last + 1):
        start, stop = line * pitch - gap, line * pitch + WIDER_PX + 2 * half - gap
        gaps.append((max(0, start), stop))
        edges += [(max(0, start), max(0, line * CELL_PX - half)), (stop, line * CELL_PX + half)]
    edges += [(pitch * cells, CELL_PX * cells)]
    on_new, on_plain = np.array(edges, np.float64).T
    return np.interp(np.arange(on_new[-1]) + 0.5, on_new, on_plain), gaps


def _cut_out(image: RGB, gaps: list[tuple[int, int]], seen: Flags, others: list[tuple[int, int]]) -> None:
    """Remove the lines across that are seen, from gap to gap of the lines down."""
    for (top, bottom), shown in zip(gaps, seen, strict=True):
        for cell in np.flatnonzero(shown > 0).tolist():
            image[top:bottom, others[cell][0] : others[cell + 1][1]] = 255


def _rule(image: RGB, gaps: list[tuple[int, int]], seen: Flags, others: list[tuple[int, int]]) -> None:
    """Draw thin lines instead."""
    for (top, bottom), shown in zip(gaps, seen, strict=True):
        line = (top + bottom - LINE_PX) // 2
        for cell in np.flatnonzero(shown > 0).tolist():
            ends = slice(sum(others[cell]) // 2 - 1, sum(others[cell + 1]) // 2 + 1)
            image[line : line + LINE_PX, ends] = LINE_TONE
