"""Values in, the middle one out.

`np.median` does the same, but looks for NaN and for masked arrays, too: that takes twice as long for a few
values, of which a screenshot has a thousand, and loads a module that takes 9 ms.
"""

from __future__ import annotations

from math import prod
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray


@overload
def median(values: ArrayLike, axis: None = None) -> float: ...
@overload
def median(values: ArrayLike, axis: int | tuple[int, ...], *, keepdims: bool = False) -> NDArray[Any]: ...
def median(
    values: ArrayLike, axis: int | tuple[int, ...] | None = None, *, keepdims: bool = False
) -> float | NDArray[Any]:
    """The middle value along some axes, or of all: the mean of the two middle ones where there is no middle.

    Parameters
    ----------
    values : numbers, none of them NaN.
    axis : one or several, counted from either end; None for all.
    keepdims : keep the axes, with a length of 1.

    Returns
    -------
    float32 for float32, else float64; NaN where there are no values.
    """
    array = np.asarray(values)
    if axis is None:
        return float(_of_last(array.reshape(-1)))
    axes = sorted(its % array.ndim for its in (axis if isinstance(axis, tuple) else (axis,)))
    if axes != [array.ndim - 1]:
        kept = [its for its in range(array.ndim) if its not in axes]
        array = array.transpose(*kept, *axes)
        array = array.reshape(*array.shape[: len(kept)], prod(array.shape[len(kept) :]))
    middle = _of_last(array)
    return np.expand_dims(middle, tuple(axes)) if keepdims else middle


def _of_last(array: NDArray[Any]) -> NDArray[Any]:
    """The same along the last axis."""
    at, odd = divmod(array.shape[-1], 2)
    kind = np.float32 if array.dtype == np.float32 else np.float64
    if not array.shape[-1]:
        return np.full(array.shape[:-1], np.nan, kind)
    ordered = array.copy()
    ordered.partition(at if odd else (at - 1, at), axis=-1)
    upper = ordered[..., at].astype(kind)
    return upper if odd else (upper + ordered[..., at - 1]) / kind(2)
