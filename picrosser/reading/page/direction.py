"""Tell by its digits whether a picture lies on a side, upside down, or is mirrored.

A piece of ink that is like a digit when it is turned, and not as it lies, is evidence that the picture is
turned. Upside down 0, 1, 6, 8 and 9 are digits, too, on their side hardly any; so a dozen digits are enough.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.reading.page.digit_distance import digit_distances
from picrosser.reading.page.ink import FEW_DIGITS, SURE_DISTANCE, find_ink
from picrosser.reading.page.page_evidence import PageEvidence

# Pixels: the shorter side of the reduced picture, in which digits of phones' screenshots are 10 to 30 tall.
# So they are still found as pieces of ink when they lie on their side, and a look takes 0.1 s.
SHORTER_PX = 400
# Mean squared difference of coverage: pieces that are no nearer to a digit in any direction tell nothing
MAX_DISTANCE, FARTHEST = SURE_DISTANCE, 0.2
# Of 66 screenshots, digits are at most 0.001 nearer in another direction than as the screenshot stands; of
# their turned copies they are 0.006 or more nearer, but for nine in which they are a few pixels tall.
MIN_GAIN = 0.005
# Of all pieces: of 22 pictures that are turned, each way, those that tell are 0.09 and more; of nine
# photographs of texture up to 0.05, and in three of these they tell the wrong direction.
MIN_SHARE = 0.06
MAX_PIECES = 400  # pages of text have more; every so many of them tell enough

Coverages = Sequence[NDArray[np.float32]]


def turned_deg_by_digits(page: PageEvidence, *, reduced: bool = True) -> int:
    """By how many degrees a picture is turned clockwise, 0, 90, 180 or 270; 0 where digits do not tell.

    reduced : look at it reduced, unless its ink is known, which takes less time; not if digits are small.
    """
    ink = page.known_ink
    if ink is None:
        grain = max(1, min(page.image.shape[:2]) // SHORTER_PX) if reduced else 1
        ink = page.ink if grain == 1 else find_ink(np.asarray(Image.fromarray(page.image).reduce(grain)))
    gains = _gains(ink.coverages)
    best = int(gains.argmax())
    return 90 * best if gains[best] > MIN_GAIN else 0


def are_mirrored(digits: Coverages) -> bool:
    """Whether digits, one of each shape, are nearer to any typeface's in a mirror than as they stand.

    In 20 real pictures they are 0.03 or more farther in a mirror, in a mirrored one 0.1 nearer. One that was
    turned upright by its digits is mirrored at a level line.
    """
    mirrored = [np.ascontiguousarray(flip(digit)) for flip in (np.fliplr, np.flipud) for digit in digits]
    distances = np.minimum(digit_distances([*digits, *mirrored]), FARTHEST).reshape(3, -1).mean(axis=1)
    return bool(distances[0] - distances[1:].min() > MIN_GAIN)


def _gains(pieces: Coverages) -> NDArray[np.float32]:
    """(4,) by how much nearer pieces of ink are to digits, turned clockwise so often; 0 if unknown."""
    pieces = pieces[:: 1 + len(pieces) // MAX_PIECES]
    if len(pieces) < FEW_DIGITS:
        return np.zeros(4, np.float32)
    # Counterclockwise, so this many turns clockwise are made good
    turned = [np.ascontiguousarray(np.rot90(piece, turns)) for turns in range(4) for piece in pieces]
    distances = digit_distances(turned).reshape(4, -1)
    telling = np.minimum(distances[:, distances.min(axis=0) < MAX_DISTANCE], FARTHEST)
    if telling.shape[1] < max(FEW_DIGITS, MIN_SHARE * len(pieces)):
        return np.zeros(4, np.float32)
    means = telling.mean(axis=1)
    return np.asarray(means[0] - means, np.float32)
