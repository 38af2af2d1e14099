"""Photographs of puzzles: a page, a screen, a table; how they are taken, and the truth of them."""

import io
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
from PIL import Image

from drawn.glyphs import BUILT_IN
from drawn.katamino.scene import random_scene
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw as draw_nonogram
from drawn.nonograms.screenshot import legible_spec
from drawn.nonograms.spec import black_truth, truth_of
from drawn.photographs.camera import SHADOWS, Photograph, View, photograph
from drawn.photographs.magazine import print_page, random_printing
from drawn.photographs.wooden import print_wooden
from drawn.screenshot import draw
from drawn.spec import Wishes, random_spec
from picrosser.formats.files import puzzle_text

KINDS = "paper", "screen"
SHAPES = (10, 10), (15, 15), (20, 15), (15, 20), (20, 20), (25, 25), (30, 20), (30, 30), (35, 45), (45, 45)
CELLS_PX = MappingProxyType({"paper": (12.0, 42.0), "screen": (13.0, 42.0)})  # a cell in the photograph
MIN_DIGIT_PX = 10.0  # of a screen's digits in the photograph: lower ones are illegible for a person, too
LARGEST_PX = 4000  # the longer side
ORIENTATIONS = 1, 1, 6, 8, 3  # EXIF: upright, and turned by quarters
_TRANSPOSED = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
PAGE_SHAPES = (5, 5), (10, 10), (10, 15), (15, 15), (20, 20)
SCREEN_PX = 900.0, 2600.0  # the longer side of a phone in the photograph
TABLE_PX = 700.0, 2600.0  # the longer side of a Katamino


@dataclass(frozen=True, slots=True, eq=False)
class Photographed:
    """A photograph and its truth.

    image : RGB, as viewers show it. truth : what the JSON file says. text : the puzzle as a file, where the
    family has its own; else "".
    """

    kind: str
    seed: int
    image: Image.Image
    view: View
    truth: dict[str, Any]
    text: str = ""


def random_photograph(seed: int, kind: str | None = None) -> Photographed:
    """Photograph a random puzzle; equal arguments give equal pixels.

    kind : one of KINDS or SCENES; None for a nonogram on paper or on a screen, which the seed decides.
    """
    if kind in SCENES:
        return SCENES[kind](np.random.default_rng([seed, 29]), seed)
    return _single(np.random.default_rng([seed, 23]), seed, kind)


def _single(rng: np.random.Generator, seed: int, kind: str | None) -> Photographed:
    kind = kind or KINDS[int(rng.random() < 0.35)]
    if kind == "paper":
        shape = SHAPES[rng.integers(len(SHAPES))]
        page = print_page(rng, shape, random_printing(np.random.default_rng([seed, 24])))
        image, puzzle, look = page.image, page.puzzle, page.look
        edges = page.row_edges_px, page.col_edges_px
        truth = black_truth(puzzle, unique=True)
    else:
        drawn = draw_nonogram(legible_spec(LOOKS[rng.integers(len(LOOKS))], seed))
        image, puzzle, look = drawn.image, drawn.spec.puzzle, drawn.spec.look.name
        edges = drawn.lattice.row_edges_px, drawn.lattice.col_edges_px
        truth = truth_of(drawn.spec)
    pitch = (edges[1][-1] - edges[1][0]) / puzzle.shape[1]
    cell_px = float(np.exp(rng.uniform(*np.log(CELLS_PX[kind]))))
    if kind == "screen":  # its digits may be small in their cells
        cell_px = max(cell_px, MIN_DIGIT_PX * pitch / drawn.digit_px)
    long_px = min(LARGEST_PX, cell_px * max(image.size) / pitch)
    view = random_view(rng, kind, long_px)
    taken = photograph(image, view, rng)
    rows, cols = np.meshgrid(*(np.array(side, float) for side in edges), indexing="ij")
    crossings = taken.places(np.column_stack([rows.ravel(), cols.ravel()])).reshape(*rows.shape, 2)
    truth |= {
        "look": look,
        "cell_px": round(float(np.linalg.norm(np.diff(crossings, axis=1), axis=-1).mean()), 1),
        "view": asdict(view),
        "crossings": np.round(crossings, 1).tolist(),
    }
    return Photographed(kind, seed, taken.image, view, truth)


def random_view(rng: np.random.Generator, kind: str, long_px: float) -> View:
    """Choose how a thing is photographed: "paper", which is bent, a "screen" with its moire, or a "table"."""
    on_paper, on_screen = kind == "paper", kind == "screen"
    return View(
        turn_deg=float(rng.uniform(-4, 4) if rng.random() < 0.6 else rng.uniform(-25, 25)),
        tilt_deg=float(rng.uniform(0, 25)),
        tilt_way_deg=float(rng.uniform(0, 360)),
        bend=float(rng.uniform(0, 0.07)) if on_paper else 0.0,
        bend_along=int(rng.random() < 0.25),
        long_px=long_px,
        light=float(rng.uniform(0.05, 0.5)),
        shadow=float(rng.uniform(0.2, 0.5)) if rng.random() < 0.4 else 0.0,
        blur_px=float(rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(1, 6)),
        moire=float(rng.uniform(1, 7)) if on_screen else 0.0,
        quality=int(rng.integers(70, 96)),
        orientation=int(ORIENTATIONS[rng.integers(len(ORIENTATIONS))]),
        # By a generator of its own, so that photographs without a shadow stay what they were.
        shadow_of=SHADOWS[rng.spawn(1)[0].integers(len(SHADOWS))],
    )


def _several(rng: np.random.Generator, seed: int) -> Photographed:
    """A page with two to four nonograms, of which no two have the same number of cells."""
    shapes = [PAGE_SHAPES[at] for at in rng.permutation(len(PAGE_SHAPES))[: rng.integers(2, 5)]]
    pages = [print_page(rng, shape) for shape in shapes]
    paper = pages[0].image.getpixel((0, 0))
    across = 1 if rng.random() < 0.3 else 2
    rows = [pages[at : at + across] for at in range(0, len(pages), across)]
    heights = [max(page.image.height for page in row) for row in rows]
    width = max(sum(page.image.width for page in row) for row in rows)
    sheet = Image.new("RGB", (width, sum(heights)), paper)
    boards: list[dict[str, Any]] = []
    places: list[np.ndarray] = []
    down = 0
    for row, high in zip(rows, heights, strict=True):
        right = 0
        for page in row:
            # All on one paper: each was printed on one of its own.
            gain = np.array(paper, np.float32) / np.array(page.image.getpixel((0, 0)), np.float32)
            tones = np.asarray(page.image, np.float32) * gain
            sheet.paste(Image.fromarray(np.clip(tones, 0, 255).astype(np.uint8)), (right, down))
            corners = product(np.take(page.row_edges_px, (0, -1)), np.take(page.col_edges_px, (0, -1)))
            places.append(np.array(list(corners)) + np.array((down, right)))
            truth = black_truth(page.puzzle, unique=True)
            boards.append({side: truth[side] for side in ("rows", "cols")})
            right += page.image.width
        down += high
    view = random_view(rng, "paper", float(rng.uniform(2200, 3600)))
    taken = photograph(sheet, view, rng)
    for board, corners in zip(boards, places, strict=True):
        board["corners"] = np.round(taken.places(corners), 1).tolist()
    boards.sort(key=lambda board: -len(board["rows"]) * len(board["cols"]))
    truth = {"boards": boards, "look": f"{len(boards)} nonograms", "view": asdict(view)}
    return Photographed("several", seed, taken.image, view, truth)


def _hungry_cat(rng: np.random.Generator, seed: int) -> Photographed:
    """A phone or a tablet that shows a Hungry Cat board."""
    spec = random_spec(rng, Wishes(as_game=True))
    drawn = draw(spec)
    view = random_view(rng, "screen", float(np.exp(rng.uniform(*np.log(SCREEN_PX)))))
    taken = photograph(drawn.image, view, rng)
    box = drawn.lattice.board
    around = (box.top, box.left), (box.top, box.right), (box.bottom, box.right), (box.bottom, box.left)
    truth = {
        "look": spec.theme.name,
        "kind": "hungry-cat",
        "unique": spec.unique,
        **_seen_board(taken, np.array(around, float), spec.picture.shape[1]),
        "view": asdict(view),
    }
    return Photographed(
        "hungry-cat", seed, taken.image, view, truth, puzzle_text(drawn.puzzle, drawn.picture)
    )


def _katamino(rng: np.random.Generator, seed: int) -> Photographed:
    """A wooden board on a table, empty, part-filled or packed, with the other pieces beside it."""
    fill = ("empty", "part", "packed")[rng.choice(3, p=(0.25, 0.45, 0.3))]
    spec = random_scene(rng, (BUILT_IN,), fill)
    printed = print_wooden(rng, spec)
    view = random_view(rng, "table", float(np.exp(rng.uniform(*np.log(TABLE_PX)))))
    taken = photograph(printed.image, view, rng)
    truth = {
        **spec.truth,
        "look": f"{fill}, {printed.look}",
        "fill": fill,
        **_seen_board(taken, printed.corners, len(spec.grid[0])),
        "view": asdict(view),
    }
    return Photographed("katamino", seed, taken.image, view, truth)


def _seen_board(taken: Photograph, corners: np.ndarray, cols: int) -> dict[str, Any]:
    """Where a board's corners are in the photograph, and the width of a cell along its upper edge."""
    places = taken.places(corners)
    width = float(np.hypot(*(places[1] - places[0])))
    return {"cell_px": round(width / cols, 1), "corners": np.round(places, 1).tolist()}


SCENES: MappingProxyType[str, Callable[[np.random.Generator, int], Photographed]] = MappingProxyType(
    {"several": _several, "hungry-cat": _hungry_cat, "katamino": _katamino}
)
"""A page with several nonograms, a Hungry Cat screen, and a Katamino on a table."""


def jpeg_bytes(image: Image.Image, view: View, *, by_camera: bool) -> bytes:
    """The file that a camera writes, turned with an EXIF entry.

    by_camera : with the entries about its exposure, which messengers and editors remove.
    """
    exif, written = Image.Exif(), io.BytesIO()
    exif[0x010F] = "picrosser"  # the camera's maker
    exif[0x0112] = view.orientation
    if by_camera:
        exif.get_ifd(0x8769).update({0x829A: 1 / 120, 0x829D: 2.8, 0x8827: 80})
    if view.orientation in _TRANSPOSED:
        image = image.transpose(_TRANSPOSED[view.orientation])
    image.save(written, "JPEG", quality=view.quality, exif=exif)
    return written.getvalue()
