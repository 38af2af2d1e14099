"""Collect the hints beside a hypothetical board from the page's ink."""
from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.glyphs.touching import split_side_by_side, split_stack
from picrosser.reading.glyphs.templates import template_distances
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped, InkFound
from picrosser.reading.nonogram.hints.separators import in_reading_order, with_plate_breaks, with_separators
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.hints.chains import are_cut_off, evenly_stacked, find_aligned_chains, without_dots, without_separators
from picrosser.reading.page.ink import Ink

MAX_STRANGE = 0.25
SURE = 0.13
MAX_GAP = 1.5
MAX_CUT = 0.2  # of a digit's height: a stroke through it is thinner
TILE_LEVELS = 40  # levels: tones that differ by more are those of different tiles
MIN_OTHER_TILES = 0.15  # of the digits stand on other tiles than the commonest


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """Pieces of one side in turned coordinates: `away` runs to the board, `across` over the lines."""

    lo: NDArray[np.float64]
    hi: NDArray[np.float64]
    first: NDArray[np.float64]
    last: NDArray[np.float64]
    index: NDArray[np.intp]


def collect(image: RGB, ink: Ink, scored) -> HintsGrouped | None:
    lattice, below, to_right, height0 = scored.lattice, scored.below, scored.beside_right, scored.height_px
    pitch_down, pitch_along = lattice.pitches_px
    if below or to_right:
        return collect_far(image, ink, scored)
    strips_r = _strips(ink, lattice.row_edges_px, lattice.col_edges_px, lattice.pitches_px, height0, upright=False, far=False)
    strips_c = _strips(ink, lattice.col_edges_px, lattice.row_edges_px, lattice.pitches_px[::-1], height0, upright=True, far=False)
    strips_r = [[_piece(image, ink, g) for g in line] for line in strips_r]
    strips_c = [[_piece(image, ink, g) for g in line] for line in strips_c]
    tiles = _on_tiles([p for line in (*strips_r, *strips_c) for p in line], height0)
    over, down = without_dots(
        (
            find_aligned_chains(strips_r, lattice.col_edges_px[0], pitch_along, upright=False, tiles=tiles),
            find_aligned_chains(strips_c, lattice.row_edges_px[0], pitch_down, upright=True, tiles=tiles),
        )
    )
    down = evenly_stacked(down)
    shows = [any(p.template_distance < SURE for p in line.digits) for line in (*over, *down)]
    if not any(shows[: len(over)]) or not any(shows[len(over):]):
        return None
    rowwise = (with_plate_breaks(image, line.digits) for line in over)
    lines = with_separators(image, (*rowwise, *(in_reading_order(line.digits) for line in down)))
    n = len(over)
    return HintsGrouped(
        lattice, tuple(lines[:n]), tuple(lines[n:]),
        (float(np.mean(shows[:n])), float(np.mean(shows[n:]))),
        tuple(without_separators(chain, digits).strange for chain, digits in zip((*over, *down), lines, strict=True)),
        (*are_cut_off(over), *are_cut_off(down)),
        InkFound(lattice, tuple(map(tuple, strips_r)), tuple(map(tuple, strips_c)), tuple(() for _ in lines)),
    )


def _unions(glyphs, height0):
    """Digits that a stroke cuts in two: one part above the other."""
    parts = [(k, g) for k, g in glyphs if 0.15 * height0 < g.box[2] - g.box[0] < 0.75 * height0]
    found = []
    for k, a in parts:
        for m, b in parts:
            if m != k or a is b or a.light != b.light or a.scale != b.scale:
                continue
            gap = b.box[0] - a.box[2]
            if not -0.4 * height0 <= gap <= MAX_CUT * height0:
                continue
            shared = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
            top, left, bottom, right = a.box[0], min(a.box[1], b.box[1]), b.box[2], max(a.box[3], b.box[3])
            if shared < 0.4 * min(a.box[3] - a.box[1], b.box[3] - b.box[1]) or abs(np.log((bottom - top) / height0)) > 0.15 or right - left > height0:
                continue
            s = a.scale
            cov = np.zeros(((bottom - top) // s + 1, (right - left) // s + 1), np.float32)
            for g in (a, b):
                t, l = (g.box[0] - top) // s, (g.box[1] - left) // s
                part = cov[t:t + g.coverage.shape[0], l:l + g.coverage.shape[1]]
                np.maximum(part, g.coverage[:part.shape[0], :part.shape[1]], out=part)
            (distance,) = template_distances([cov])
            if distance < SURE:
                found.append((k, _Glyph((top, left, bottom, right), cov, s, distance, a.light, max(a.contrast, b.contrast))))
    return found


def _on_tiles(pieces, height0) -> bool:
    """Whether digits stand on grounds of several tones: coloured tiles."""
    grounds = np.array([p.backdrop for p in pieces if p.template_distance < 0.08 and abs(np.log(p.box.height / height0)) < 0.2])
    if len(grounds) < 4:
        return False
    apart = np.abs(grounds[:, None] - grounds[None]).max(axis=2) > TILE_LEVELS
    return bool(apart.mean(axis=1).min() > MIN_OTHER_TILES)


def _strips(ink: Ink, edges, across_edges, pitches, height0: float, *, upright: bool, far: bool):
    """Per line all pieces before the board that may be digits, or stand among them."""
    b = ink.boxes.astype(float)
    lo, hi, first, last = (b[:, 0], b[:, 2], b[:, 1], b[:, 3]) if upright else (b[:, 1], b[:, 3], b[:, 0], b[:, 2])
    edge = across_edges[0]
    pitch, pitch_away = pitches
    height, width = b[:, 2] - b[:, 0], b[:, 3] - b[:, 1]
    mid = (first + last) / 2
    n = len(edges) - 1
    line = np.searchsorted(np.array(edges), mid, side="right") - 1
    at = np.clip(line, 0, n - 1)
    start, stop = np.array(edges)[at], np.array(edges)[at + 1]
    room = (first > start - 0.1 * pitch) & (last < stop + 0.1 * pitch)
    inside = (line >= 0) & (line < n) & (hi < edge + 0.1 * pitch_away) & room
    single = (np.log(np.maximum(height, 1) / height0) > -0.5) & (np.log(np.maximum(height, 1) / height0) < 0.3) & (width < 1.3 * height0)
    joined = ((width > 1.1 * height0) & (height > 0.8 * height0) & (height < 1.3 * height0)) | ((height > 1.6 * height0) & (width < 1.5 * height0))
    parts = (height < 0.75 * height0) & (height > 0.15 * height0) & (width < 1.0 * height0) & (width > 0.15 * height0)
    cand = np.flatnonzero(inside & (single | joined | parts))
    glyphs = []
    for k in cand.tolist():
        g = _Glyph(tuple(ink.boxes[k].tolist()), ink.coverages[k], int(ink.scales[k]), float(ink.distances[k]), bool(ink.light[k]), float(ink.contrasts[k]))
        glyphs += [(int(line[k]), p) for p in (_cut(g, height0) if joined[k] or g.distance < MAX_STRANGE else [g])]
    glyphs += _unions(glyphs, height0)
    kept = _without_overlaps(glyphs, height0)
    like = [g.contrast for _, g in kept if g.distance < SURE and abs(np.log((g.box[2] - g.box[0]) / height0)) < 0.2]
    strongest = float(np.median(like)) if like else 0.0
    kept = [(k, g) for k, g in kept if g.box[2] - g.box[0] > 0.6 * height0]
    lines = [[] for _ in range(n)]
    for k, g in kept:
        if g.contrast > 0.17 * strongest or g.distance < 0.07:
            lines[k].append(g)
    return lines


def collect_far(image: RGB, ink: Ink, scored) -> HintsGrouped | None:
    lattice, below, to_right, height0 = scored.lattice, scored.below, scored.beside_right, scored.height_px
    rows = _lines(ink, lattice.row_edges_px, lattice.col_edges_px, lattice.pitches_px, height0, upright=False, far=to_right)
    cols = _lines(ink, lattice.col_edges_px, lattice.row_edges_px, lattice.pitches_px[::-1], height0, upright=True, far=below)
    if rows is None or cols is None:
        return None
    over, r_strange, r_cut = rows
    down, c_strange, c_cut = cols
    over = [[_piece(image, ink, p) for p in line] for line in over]
    down = [[_piece(image, ink, p) for p in line] for line in down]
    shows = [any(p.template_distance < SURE for p in line) for line in (*over, *down)]
    rowwise = (with_plate_breaks(image, sorted(line, key=lambda p: p.box.left)) for line in over)
    lines = with_separators(image, (*rowwise, *(in_reading_order(line) for line in down)))
    n = len(over)
    return HintsGrouped(
        lattice, tuple(lines[:n]), tuple(lines[n:]),
        (float(np.mean(shows[:n])), float(np.mean(shows[n:]))),
        (*r_strange, *c_strange), (*r_cut, *c_cut),
        InkFound(lattice, tuple(map(tuple, over)), tuple(map(tuple, down)), tuple(() for _ in lines)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Glyph:
    box: tuple[int, int, int, int]
    coverage: NDArray[np.float32]
    scale: int
    distance: float
    light: bool
    contrast: float


def _lines(ink: Ink, edges, across_edges, pitches, height0: float, *, upright: bool, far: bool):
    """Per line its glyphs; upright: the lines are columns. edges: of the lines; across_edges: of the others."""
    b = ink.boxes.astype(float)
    if upright:
        lo, hi, first, last = b[:, 0], b[:, 2], b[:, 1], b[:, 3]
    else:
        lo, hi, first, last = b[:, 1], b[:, 3], b[:, 0], b[:, 2]
    edge = across_edges[0]
    if far:
        lo, hi, edge = -hi, -lo, -across_edges[-1]
    pitch, pitch_away = pitches
    height = b[:, 2] - b[:, 0]
    width = b[:, 3] - b[:, 1]
    small = min(pitches)
    mid = (first + last) / 2
    line = np.searchsorted(np.array(edges), mid, side="right") - 1
    n = len(edges) - 1
    inside = (line >= 0) & (line < n) & (hi < edge + 0.25 * pitch_away) & (height > 0.1 * small) & (height < 0.98 * small)
    like = inside & (ink.distances < SURE)
    # groups side by side count as one across columns; depth of the area from what is centred in its line
    start = np.array(edges)[np.clip(line, 0, n - 1)]
    stop = np.array(edges)[np.clip(line + 1, 1, n)]
    off = np.abs(mid - (start + stop) / 2) / pitch
    centred = like & (off < (0.45 if upright else 0.25))
    if not centred.any():
        return None
    fits = np.abs(np.log(np.maximum(height, 1) / height0)) < 0.25
    chain = np.flatnonzero(centred & fits)
    chain = chain[np.argsort(-hi[chain])]
    limit, depth = edge - MAX_GAP * pitch_away, edge
    for k in chain:
        if hi[k] < limit:
            break
        depth = min(depth, lo[k])
        limit = min(limit, depth - max(1.0 * pitch_away if not upright else 0.8 * pitch_away, 1.5 * height0))
    area = inside & (lo >= depth - 0.6 * height0)
    # candidates: digits of the usual height, anything as tall that is nearly one, and joined ones
    cand = np.flatnonzero(area & (((ink.distances < MAX_STRANGE) & fits) | ((width > 1.1 * height0) & (height > 0.8 * height0) & (height < 1.3 * height0)) | ((height > 1.6 * height0) & (width < 1.5 * height0))))
    glyphs: list[tuple[int, _Glyph]] = []
    for k in cand.tolist():
        g = _Glyph(tuple(ink.boxes[k].tolist()), ink.coverages[k], int(ink.scales[k]), float(ink.distances[k]), bool(ink.light[k]), float(ink.contrasts[k]))
        parts = _cut(g, height0)
        glyphs += [(int(line[k]), p) for p in parts]
    kept = _without_overlaps(glyphs, height0)
    if not kept:
        return None
    strongest = float(np.median([g.contrast for _, g in kept]))
    lines = [[] for _ in range(n)]
    for at, g in kept:
        lines[at].append(g)
    # faint pieces that are no clear digits are texture
    lines = [[g for g in row if g.contrast > 0.17 * strongest or g.distance < 0.07] for row in lines]
    # what stands among the digits and is none
    strange = [False] * n
    taken = np.array([g.box for row in lines for g in row]).reshape(-1, 4)
    odd = np.flatnonzero(area & fits & (ink.distances >= MAX_STRANGE) & (ink.contrasts > 0.5 * strongest) & (width < 1.5 * height0))
    for k in odd.tolist():
        if not _overlaps(ink.boxes[k], taken).any():
            strange[int(line[k])] = True
    cut = []
    for row in lines:
        ends = [(g.box[0] if upright else g.box[1]) for g in row]
        cut.append(bool(ends) and min(ends) <= 1)
    return lines, strange, cut


def _cut(g: _Glyph, height0: float) -> list[_Glyph]:
    h, w = (g.box[2] - g.box[0]), (g.box[3] - g.box[1])
    if h < 1.35 * height0 and w <= 1.0 * h and g.distance < SURE:
        return [g]
    if h > 1.6 * height0:
        boxes = split_stack(g.coverage)
    elif w > 0.75 * h:
        boxes = split_side_by_side(g.coverage)
    else:
        boxes = []
    if not boxes:
        return [g] if g.distance < MAX_STRANGE and abs(np.log(h / height0)) < 0.25 else []
    parts = [np.ascontiguousarray(g.coverage[b.slices]) for b in boxes]
    dist = template_distances(parts)
    if w <= 1.0 * h and h < 1.35 * height0 and max(dist) > 0.6 * g.distance:
        return [g]
    if any(abs(np.log(b.height * g.scale / height0)) > 0.25 for b in boxes):
        return [g] if g.distance < MAX_STRANGE and abs(np.log(h / height0)) < 0.25 else []
    return [
        _Glyph((g.box[0] + b.top * g.scale, g.box[1] + b.left * g.scale, g.box[0] + b.bottom * g.scale, g.box[1] + b.right * g.scale), part, g.scale, d, g.light, g.contrast)
        for b, part, d in zip(boxes, parts, dist, strict=True)
    ]


def _overlaps(box, others):
    if not len(others):
        return np.zeros(0, bool)
    t = np.maximum(box[0], others[:, 0]); l = np.maximum(box[1], others[:, 1])
    b = np.minimum(box[2], others[:, 2]); r = np.minimum(box[3], others[:, 3])
    area = np.maximum(b - t, 0) * np.maximum(r - l, 0)
    own = (box[2] - box[0]) * (box[3] - box[1])
    return area > 0.3 * np.minimum(own, (others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1]))


def _without_overlaps(glyphs, height0):
    if not glyphs:
        return []
    votes = sum(1 if g.light else -1 for _, g in glyphs if g.distance < 0.06)
    def cost(item):
        _, g = item
        h = g.box[2] - g.box[0]
        wrong = 0.04 if (g.light and votes < 0) or (not g.light and votes > 0) else 0.0
        return g.distance + 0.3 * abs(np.log(h / height0)) + wrong - 0.0005 * min(g.contrast, 100)
    kept = []
    boxes = np.zeros((0, 4))
    for item in sorted(glyphs, key=cost):
        box = np.array(item[1].box, float)
        if len(boxes) and _overlaps(box, boxes).any():
            continue
        kept.append(item)
        boxes = np.vstack([boxes, box])
    return kept


def _piece(image: RGB, ink: Ink, g: _Glyph) -> Piece:
    t, l, b, r = g.box
    H, W = image.shape[:2]
    cov = g.coverage
    patch = image[t:b, l:r].astype(np.float32)
    c = np.repeat(np.repeat(cov, g.scale, 0), g.scale, 1)[: patch.shape[0], : patch.shape[1]]
    patch = patch[: c.shape[0], : c.shape[1]]
    ground = image[max(0, t - 1):b + 1, max(0, l - 1):r + 1].astype(np.float32)
    ring = np.concatenate([ground[0], ground[-1], ground[:, 0], ground[:, -1]])
    bare = patch[c < 0.1]
    backdrop = np.median(bare if len(bare) > 4 else ring, axis=0)
    step = patch - backdrop
    total = np.abs(step).max(axis=2)
    strong = c > 0.9
    tone = np.median(patch[strong], axis=0) if strong.any() else patch.reshape(-1, 3)[total.argmax()]
    return Piece(Box(t, l, b, r), cov, tone.astype(np.float32), backdrop.astype(np.float32), float(np.abs(tone - backdrop).max()), g.distance)
