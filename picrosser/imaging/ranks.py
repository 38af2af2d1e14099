"""Values in, those of certain ranks out: the middle one, or the one that a share of them lies below.

`np.median` and `np.quantile` do the same, but look for NaN and for masked arrays, too: that takes twice as
long for a few values, of which a screenshot has a thousand, and loads a module that takes 9 ms.
"""

from __future__ import annotations

from math import ceil, floor, prod
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

Axes = int | tuple[int, ...]
"""One axis or several, counted from either end."""


@overload
def median(values: ArrayLike, axis: None = None) -> float: ...
@overload
def median(values: ArrayLike, axis: Axes, *, keepdims: bool = False) -> NDArray[Any]: ...
def median(values: ArrayLike, axis: Axes | None = None, *, keepdims: bool = False) -> float | NDArray[Any]:
    """The middle value along some axes, or of all: the mean of the two middle ones where there is no middle.

    Parameters
    ----------
    values : numbers, none of them NaN.
    keepdims : keep the axes, with a length of 1.

    Returns
    -------
    float32 for float32, else float64; NaN where there are no values.
    """
    array = np.asarray(values)
    if axis is None:
        return float(_at_rank(array.reshape(-1), 0.5))
    axes = _counted(axis, array.ndim)
    middle = _at_rank(_last(array, axes), 0.5)
    return np.expand_dims(middle, axes) if keepdims else middle


@overload
def quantile(values: ArrayLike, share: float, axis: None = None) -> float: ...
@overload
def quantile(values: ArrayLike, share: float, axis: Axes) -> NDArray[Any]: ...
def quantile(values: ArrayLike, share: float, axis: Axes | None = None) -> float | NDArray[Any]:
    """The value below which such a share of them lies, 0..1, along some axes, or of all.

    It is interpolated between the two nearest ones. The rest is as of `median`.
    """
    array = np.asarray(values)
    if axis is None:
        return float(_at_rank(array.reshape(-1), share))
    return _at_rank(_last(array, _counted(axis, array.ndim)), share)


def _counted(axis: Axes, dimensions: int) -> tuple[int, ...]:
    """The axes from the first one on, in their order."""
    return tuple(sorted(its % dimensions for its in (axis if isinstance(axis, tuple) else (axis,))))


def _last(array: NDArray[Any], axes: tuple[int, ...]) -> NDArray[Any]:
    """The same array with these axes put together as its last one."""
    if axes == (array.ndim - 1,):
        return array
    kept = array.ndim - len(axes)
    array = array.transpose(*(its for its in range(array.ndim) if its not in axes), *axes)
    return array.reshape(*array.shape[:kept], prod(array.shape[kept:]))


def _at_rank(array: NDArray[Any], share: float) -> NDArray[Any]:
    """The value of a rank along the last axis."""
    count = array.shape[-1]
    kind = np.float32 if array.dtype == np.float32 else np.float64
    if not count:
        return np.full(array.shape[:-1], np.nan, kind)
    rank = share * (count - 1)
    below, above = floor(rank), ceil(rank)
    ordered = array.copy()
    ordered.partition(below if below == above else (below, above), axis=-1)
    lower = ordered[..., below].astype(kind)
    if below == above:
        return lower
    return np.asarray(lower + (ordered[..., above] - lower) * kind(rank - below))
