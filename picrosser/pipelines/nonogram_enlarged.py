"""When a nonogram's picture is read again enlarged: its digits are so tiny that what they are is not sure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from picrosser.pipelines.nonogram import BoardRead
    from picrosser.reading.nonogram.boards.score import BoardScored
    from picrosser.reading.nonogram.read import BoardsFound

# Pixels: lower digits may be misread without a doubt, as those of 6 pixels of nonograms_org/pxgluz_8 were
# when it was reduced to three quarters.
MIN_SURE_DIGIT_PX = 9.0
# Rows and columns: misread hints of so many hardly ever add up and have one solution. Of 17 readings of
# reduced screenshots that the enlarged picture did not confirm, 8 had as many lines, and all were right; of
# the 9 others one was wrong.
MIN_SURE_LINES = 40
# Pixels: in the enlarged picture, lower digits can be told more often than in the picture itself: digits of 8
# pixels in five of seven pictures that left doubts, those of 11 pixels in none of six.
MAX_ENLARGED_DIGIT_PX = 10.0
ENLARGED = 2.0  # by which they are enlarged: 1.5 reads fewer of them, 3 no more
# Of the enlarged picture: strokes of digits without grey edges are ragged or broken. Of 35 pictures in doubt
# the first reads 30, the second two others.
BLURS_PX = 0.5, 1.0
MAX_ENLARGED_PIXELS = 16_000_000  # of the enlarged picture: the digits of larger pictures are not small


def is_worth_enlarging(board: BoardScored, read: BoardRead | None) -> bool:
    """Whether a board's digits are so tiny that what the picture itself says of them is not enough."""
    if read is None or read.doubts:
        return board.height_px < MAX_ENLARGED_DIGIT_PX and board.is_clear
    is_sure = sum(board.lattice.shape) >= MIN_SURE_LINES and not read.settled.filled
    return board.height_px < MIN_SURE_DIGIT_PX and not is_sure


def boards_of_enlarged(found: BoardsFound, blur_px: float) -> BoardsFound | None:
    """The boards in the enlarged picture, blurred; None if it is too large, or all texture."""
    import numpy as np
    from PIL import Image, ImageFilter

    from picrosser.reading.nonogram.read import find_boards

    height, width = (round(side * ENLARGED) for side in found.image.shape[:2])
    if found.ink.has_many_pieces or height * width > MAX_ENLARGED_PIXELS:
        return None
    picture = Image.fromarray(np.ascontiguousarray(found.image))
    enlarged = picture.resize((width, height), Image.Resampling.BICUBIC)
    blurred = np.asarray(enlarged.filter(ImageFilter.GaussianBlur(blur_px)))
    return find_boards(blurred, in_grey=found.in_grey)
