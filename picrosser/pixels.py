"""Image space: arrays, boxes, the lattice of cells, and the loader.

Conventions that hold everywhere above: `(row, col)` order, origin top left, half-open boxes, whole
pixels in names that end in `_px`; images are uint8 sRGB of shape (H, W, 3) from the loader on.
"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from picrosser.errors import InputUnreadableError

RGB: TypeAlias = NDArray[np.uint8]
"""(H, W, 3) uint8, sRGB."""
Mask: TypeAlias = NDArray[np.bool_]
"""(H, W) bool."""
Homography: TypeAlias = tuple[
    tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]
]
"""Maps (row, col, 1) of one image to those of another, up to a factor. Pixel edges count, not middles: the
upper left corner of an image is (0, 0), and its first pixel ends at (1, 1)."""

# The largest tablets have 6 million pixels; a stitched or upscaled screenshot may have some times that.
MAX_PIXELS = 60_000_000
STRIP_PX = 64  # rows that are copied from Pillow's pixels at a time
WANTED = "give a screenshot (PNG, JPEG, WebP)"

_PNG = b"\x89PNG\r\n\x1a\n"
_ORIENTATION = 0x0112  # the number of the EXIF tag
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


@dataclass(frozen=True, slots=True)
class Box:
    """A half-open rectangle of pixels: rows top <= r < bottom, columns left <= c < right."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """Rows in the box, in pixels."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """Columns in the box, in pixels."""
        return self.right - self.left

    @property
    def slices(self) -> tuple[slice, slice]:
        """The index that cuts this box out of an image: `image[box.slices]`."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def turned(self) -> Box:
        """The same box where rows and columns have changed places."""
        return Box(self.left, self.top, self.right, self.bottom)

    def moved(self, down: int, right: int) -> Box:
        """The same box further down and right, in pixels: from a part of an image to the whole, say."""
        return Box(self.top + down, self.left + right, self.bottom + down, self.right + right)

    def gap_px(self, other: Box) -> int:
        """How far two boxes are apart, down or across, whichever is more; less than 0 if they overlap."""
        down = max(self.top - other.bottom, other.top - self.bottom)
        return max(down, self.left - other.right, other.left - self.right)


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where the cells lie: all the geometry that drawing needs.

    row_edges_px : rows + 1 values, ascending: the y of each edge between cells.
    col_edges_px : columns + 1 values, ascending: the x of each edge.
    to_picture : None when these are the picture's own rows and columns. Else the board stands askew in the
        picture: the edges lie in an image that was turned upright, from which this leads back.
    """

    row_edges_px: tuple[int, ...]
    col_edges_px: tuple[int, ...]
    to_picture: Homography | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) in cells."""
        return len(self.row_edges_px) - 1, len(self.col_edges_px) - 1

    @property
    def board(self) -> Box:
        """The whole board."""
        return Box(self.row_edges_px[0], self.col_edges_px[0], self.row_edges_px[-1], self.col_edges_px[-1])

    @property
    def pitches_px(self) -> tuple[float, float]:
        """The mean distance between two neighbouring edges of the rows, and of the columns, in pixels."""
        rows, cols = self.shape
        return self.board.height / rows, self.board.width / cols

    @property
    def pitch_px(self) -> float:
        """The mean distance between two neighbouring edges, in pixels."""
        return sum(self.pitches_px) / 2

    def moved(self, down: int, right: int) -> Lattice:
        """The same lattice further down and right, in pixels, as `Box.moved` is; not one that lies askew."""
        return Lattice(
            tuple(edge + down for edge in self.row_edges_px),
            tuple(edge + right for edge in self.col_edges_px),
        )

    def cell(self, row: int, col: int) -> Box:
        """The box of one cell, edge line to edge line."""
        rows, cols = self.row_edges_px, self.col_edges_px
        return Box(rows[row], cols[col], rows[row + 1], cols[col + 1])


def projected(homography: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where points lie in the other image: (N, 2) to (N, 2), (row, col) each."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ np.array(homography).T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def as_homography(matrix: NDArray[np.float64]) -> Homography:
    """A (3, 3) matrix as it is kept: plain numbers, the last of them 1."""
    (a, b, c), (d, e, f), (g, h, i) = (matrix / matrix[2, 2]).tolist()
    return (a, b, c), (d, e, f), (g, h, i)


def resampled(
    image: Image.Image, homography: Homography, size_px: tuple[int, int], fill: int | tuple[int, ...] = 0
) -> Image.Image:
    """Look up every pixel of a new image in an old one, by bicubic interpolation.

    homography : from the new image to the old one.
    size_px : (height, width) of the new image.
    fill : where the old image has ended.
    """
    (a, b, c), (d, e, f), (g, h, _) = as_homography(np.array(homography))
    # Pillow's order is (x, y); it adds the half pixel to the middles itself.
    coefficients = (e, d, f, b, a, c, h, g)
    return image.transform(
        size_px[::-1], Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC, fillcolor=fill
    )


def load_image(source: Path | bytes, name: str | None = None) -> RGB:
    """Decode a picture to (H, W, 3) uint8 sRGB, upright; transparency is laid over white.

    Parameters
    ----------
    source : a path, or the file's bytes (from stdin, say).
    name : how messages call it; the path by default.

    Raises
    ------
    InputUnreadableError : missing, a folder, empty, not an image, cut short, or over `MAX_PIXELS`.
    """
    shown = name or (str(source) if isinstance(source, Path) else "the input")
    data = _read_bytes(source, shown) if isinstance(source, Path) else source
    if not data:
        raise InputUnreadableError(f"{shown} is empty", WANTED)
    try:
        with _opened(data) as image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                raise InputUnreadableError(
                    f"{shown} is too large: {width} x {height} pixels, "
                    f"the limit is {MAX_PIXELS // 10**6} million",
                    "scale or crop it to the screenshot",
                )
            return pixels_of(_flatten(_upright(image)))
    except UnidentifiedImageError:
        raise InputUnreadableError(f"{shown} is not an image", WANTED) from None
    except Image.DecompressionBombError:
        raise InputUnreadableError(
            f"{shown} is too large: the limit is {MAX_PIXELS // 10**6} million pixels",
            "scale or crop it to the screenshot",
        ) from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:  # what decoders raise on broken data
        seen = f"{shown} is damaged or cut short ({error})"
        raise InputUnreadableError(seen, "save or send it again") from None


def pixels_of(image: Image.Image) -> RGB:
    """(H, W, 3) uint8, a copy of an RGB image's pixels.

    `np.asarray` does the same by way of all its bytes in a list, and then joined, which takes twice to three
    times as long; so do strips that are much higher or lower.
    """
    width, height = image.size
    pixels = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, STRIP_PX):
        strip = image.crop((0, top, width, min(height, top + STRIP_PX)))
        pixels[top : top + STRIP_PX] = np.asarray(strip)
    return pixels


def _read_bytes(path: Path, shown: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputUnreadableError(f"{shown} does not exist", "check the name") from None
    except IsADirectoryError:
        advice = "give the screenshots in it, for example with *.png"
        raise InputUnreadableError(f"{shown} is a folder", advice) from None
    except OSError as error:
        raise InputUnreadableError(f"{shown} cannot be read: {error.strerror}") from None


def _opened(data: bytes) -> Image.Image:
    if data.startswith(_PNG):  # what `Image.open` would find out, too, once it has loaded all usual formats
        from PIL.PngImagePlugin import PngImageFile

        return PngImageFile(io.BytesIO(data))
    with warnings.catch_warnings():  # Pillow warns of large pictures, which are refused here anyway
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return Image.open(io.BytesIO(data))


def _upright(image: Image.Image) -> Image.Image:
    """The picture as viewers show it: cameras and galleries may turn one by a note in its EXIF data."""
    image.load()
    try:
        orientation = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # noqa: BLE001  (the note is broken in some way, and the picture is not)
        return image
    turn = _TURNS.get(orientation)
    return image if turn is None else image.transpose(turn)


def _flatten(image: Image.Image) -> Image.Image:
    if image.mode == "RGB":
        return image
    if image.mode.startswith("I;16"):  # grey of 16 bits, which Pillow would clip, not scale
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8)).convert("RGB")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        rgba = image if image.mode == "RGBA" else image.convert("RGBA")
        if rgba.getchannel("A").getextrema() == (
            255,
            255,
        ):  # the usual case: an opaque screenshot with an alpha channel
            return rgba.convert("RGB")
        white = Image.new("RGBA", image.size, "white")
        return Image.alpha_composite(white, rgba).convert("RGB")
    return image.convert("RGB")
