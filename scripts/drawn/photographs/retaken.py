"""A real photograph as if taken otherwise: turned, askew, from farther away, in other light.

Few real photographs of puzzles may be had; each of them, taken again in many ways, says more about real paper
and real screens than drawn ones do. Beyond the photograph's edges lies a table of one tone.
"""

from functools import partial
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from drawn.canvas import to_image
from drawn.damage import DAMAGES, Damage, blur, noise, scale, tilted, turn
from drawn.photographs.camera import shadow_cover

TABLE = (104, 92, 80)
SEED = 5  # of the shadows' places


def bent(image: Image.Image, height: float, axis: int) -> Image.Image:
    """As if the paper were bent: straight lines along the axis, 0 for rows, become arcs.

    height : of the arcs, as a share of the side across the axis.
    """
    rows, cols = np.mgrid[: image.height, : image.width].astype(float)
    at = (cols / image.width, rows / image.height)[axis]
    shift = height * (image.height, image.width)[axis] * (np.sin(np.pi * at) + 0.3 * np.sin(2 * np.pi * at))
    places = (rows + shift, cols) if axis == 0 else (rows, cols + shift)
    pixels = np.asarray(image.convert("RGB"))
    return Image.fromarray(
        np.stack(
            [ndimage.map_coordinates(pixels[..., at], places, order=1, cval=TABLE[at]) for at in range(3)],
            axis=-1,
        )
    )


def lit(image: Image.Image, darker: float, way_deg: float) -> Image.Image:
    """Light from a side; the other side is darker by a share."""
    down, across = np.linspace(0, 1, image.height)[:, None], np.linspace(0, 1, image.width)[None, :]
    way = np.deg2rad(way_deg)
    at = np.sin(way) * (down - 0.5) + np.cos(way) * (across - 0.5) + 0.5
    return _times(image, 1 - darker * np.clip(at, 0, 1))


def shaded(image: Image.Image, of: str, darker: float = 0.4) -> Image.Image:
    """A shadow with a soft edge lies over it."""
    cover = shadow_cover(np.random.default_rng(SEED), of, (image.height, image.width))
    return _times(image, 1 - darker * cover)


def _times(image: Image.Image, gain: NDArray[np.float64]) -> Image.Image:
    return to_image(np.asarray(image.convert("RGB"), float) * gain[..., None])


RETAKES: MappingProxyType[str, Damage] = MappingProxyType(
    {
        **{
            f"turned-{angle}": partial(turn, degrees=angle, behind=TABLE)
            for angle in (3, -8, 15, 30, 90, 180, 262)
        },
        "tilted-15": partial(tilted, degrees=15, way_deg=20, behind=TABLE),
        "tilted-25": partial(tilted, degrees=25, way_deg=200, behind=TABLE),
        "tilted-35": partial(tilted, degrees=35, way_deg=90, behind=TABLE),
        "tilted-45": partial(tilted, degrees=45, way_deg=300, behind=TABLE),
        "bent-rows": partial(bent, height=0.02, axis=0),
        "bent-columns": partial(bent, height=0.02, axis=1),
        "farther-0.8": partial(scale, factor=0.8),
        "farther-0.65": partial(scale, factor=0.65),
        "farther-0.5": partial(scale, factor=0.5),
        "nearer-1.4": partial(scale, factor=1.4),
        "lit-left": partial(lit, darker=0.45, way_deg=10),
        "lit-top": partial(lit, darker=0.45, way_deg=100),
        **{f"shadow-{of}": partial(shaded, of=of) for of in ("edge", "hand", "phone")},
        "soft-1.2": partial(blur, sigma_px=1.2),
        "soft-2": partial(blur, sigma_px=2.0),
        "noise-6": partial(noise, sigma=6.0),
        "noise-12": partial(noise, sigma=12.0),
        **{name: DAMAGES[name] for name in ("dim", "warm", "jpeg-30")},
    }
)
"""Every other way to take a photograph."""
