"""Pixels given as an array, by a program that decoded or made the picture itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB

_ACCEPTED = (
    "give an array of shape (H, W, 3), (H, W, 4) or (H, W), of uint8, of bool, or of floats from 0 to 1"
)
_GREY, _RGB, _RGBA = 1, 3, 4  # channels


def pixels_of_array(array: NDArray[Any]) -> RGB:
    """Convert an array to an (H, W, 3) uint8 array; one that is that already is returned as it is.

    array : (H, W, 3) RGB, (H, W, 4) RGBA (transparent pixels are laid over white), (H, W) or (H, W, 1) grey;
        uint8, bool (True is white) or floats from 0 to 1.

    Raises
    ------
    ValueError : it has another shape or other values; the message says what is accepted.
    """
    channels = _GREY if array.ndim == 2 else array.shape[2] if array.ndim == 3 else 0
    if channels not in (_GREY, _RGB, _RGBA) or not array.size:
        raise ValueError(f"an array of shape {array.shape} is no picture; {_ACCEPTED}")
    levels = _levels(array)
    if channels == _RGB:
        return levels
    if channels == _GREY:
        return np.repeat(levels.reshape(*levels.shape[:2], 1), 3, axis=2)
    alpha = levels[..., 3:].astype(np.uint16)
    over_white = (levels[..., :3] * alpha + 255 * (255 - alpha) + 127) // 255
    return over_white.astype(np.uint8)


def _levels(array: NDArray[Any]) -> NDArray[np.uint8]:
    """The values as uint8 from 0 to 255."""
    if array.dtype == np.uint8:
        return array
    if array.dtype == np.bool_:
        return array.astype(np.uint8) * np.uint8(255)
    if not np.issubdtype(array.dtype, np.floating):
        advice = "if its values are from 0 to 255, array.astype(numpy.uint8) converts it"
        raise ValueError(f"a picture of {array.dtype} values cannot be read; {_ACCEPTED}; {advice}")
    least, most = float(array.min()), float(array.max())
    if not 0 <= least <= most <= 1:  # also false if one of them is not a number
        raise ValueError(f"a picture of floats has values from {least:g} to {most:g}; {_ACCEPTED}")
    levels: NDArray[np.uint8] = np.rint(array * 255).astype(np.uint8)
    return levels
