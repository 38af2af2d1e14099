"""What is said of a picture that is so large that it was read at a part of its size."""

from __future__ import annotations

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.loading import Loaded


def reduced_words(reduction: int) -> str:
    """What a verdict ends with.

    reduction : how many of the file's pixels lie along each side of one that was read; more than 1.
    """
    return f", read and drawn at 1/{reduction} of its size"


def refused_at_size(
    error: GridNotFoundError | HintsUnreadableError, loaded: Loaded
) -> GridNotFoundError | HintsUnreadableError:
    """The same refusal; of a picture that was reduced it says so, since small digits may be lost by that."""
    if loaded.reduction == 1:
        return error
    height, width = loaded.file_shape
    read = f"{width} x {height} pixels, read at 1/{loaded.reduction} of its size"
    return type(error)(f"{error.seen} ({read})", error.advice)
