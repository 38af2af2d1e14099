"""A photographed screen as if it were lit evenly: light that changes slowly is divided out.

The cells of a board and what is around them have one tone. How light it is at each place of the board is
fitted by a polynomial of low degree, by its logarithm; then it is followed into the hint areas as far as it
fits there, and fitted again.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from picrosser.imaging.pixels import RGB, Lattice

PATCHES = 2  # for each cell and direction: the median of a patch is its background, where no digit is
DARK = 4  # levels, added before the logarithm is taken
# Degree of the polynomial, and up to which difference of the logarithm a patch beside the board is of the
# same tone: stripes differ by 0.05, a tool bar by more than 0.3 as a rule.
ROUNDS = ((1, 0.25), (2, 0.15), (2, 0.1))
BESIDE = 1.0  # of the board's sides, how far beside it patches are looked at
MAX_FACTOR = 3.0  # by which a place is made lighter or darker


def evenly_lit(image: RGB, board: Lattice) -> RGB:
    """The picture, as light everywhere as in the middle of its board.

    image : (H, W, 3) uint8 sRGB. board : its cells.
    """
    tones = np.log(np.asarray(Image.fromarray(image).convert("L"), np.float32) + DARK)
    side = max(2, round(board.pitch_px / PATCHES))
    rows, cols = (length // side for length in tones.shape)
    patches = np.median(
        tones[: rows * side, : cols * side]
        .reshape(rows, side, cols, side)
        .swapaxes(1, 2)
        .reshape(rows, cols, -1),
        axis=2,
    )
    box = board.board
    middle, half = (
        np.array((box.top + box.bottom, box.left + box.right)) / 2,
        np.array((box.height, box.width)) / 2,
    )
    down = ((np.arange(rows) + 0.5) * side - middle[0]) / half[0]
    along = ((np.arange(cols) + 0.5) * side - middle[1]) / half[1]
    away = np.maximum(np.abs(down)[:, None], np.abs(along)[None, :])
    used, light = away < 1, patches
    for degree, reach in ROUNDS:
        terms = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
        basis = np.stack([down[:, None] ** i * along[None, :] ** j for i, j in terms], axis=-1)
        weights = np.linalg.lstsq(basis[used], patches[used], rcond=None)[0]
        light = basis @ weights
        used = (np.abs(patches - light) < reach) & (away < 1 + 2 * BESIDE)
        if used.sum() < 4 * len(terms):
            return image
    inside = float(np.median(light[away < 1]))
    factor = np.exp(np.clip(inside - light, -np.log(MAX_FACTOR), np.log(MAX_FACTOR))).astype(np.float32)
    full = np.asarray(Image.fromarray(factor).resize(image.shape[1::-1], Image.Resampling.BILINEAR))
    return np.asarray(np.clip(np.rint((image + DARK) * full[..., None] - DARK), 0, 255), np.uint8)
