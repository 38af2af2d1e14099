"""Random photographs of puzzles: what is photographed, how, and the truth of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from PIL import Image

from drawn.nonograms.looks import LOOKS
from drawn.nonograms.saving import truth_of
from drawn.nonograms.screenshot import draw, legible_spec
from drawn.photographs.camera import View, photograph
from drawn.photographs.magazine import print_page, random_printing
from drawn.photographs.shadows import SHADOWS
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Picture

KINDS = "paper", "screen"
SHAPES = (10, 10), (15, 15), (20, 15), (15, 20), (20, 20), (25, 25), (30, 20), (30, 30), (35, 45), (45, 45)
CELLS_PX = MappingProxyType({"paper": (12.0, 42.0), "screen": (13.0, 42.0)})  # a cell in the photograph
MIN_DIGIT_PX = 10.0  # of a screen's digits in the photograph: lower ones are illegible for a person, too
LARGEST_PX = 4000  # the longer side
ORIENTATIONS = 1, 1, 6, 8, 3  # EXIF: upright, and turned by quarters
_TRANSPOSED = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


@dataclass(frozen=True, slots=True, eq=False)
class PuzzlePhotographed:
    """A photograph and its truth.

    image : RGB, as viewers show it. truth : what the JSON file says.
    shown : the puzzle without the lines whose hints an app hides once they are finished.
    """

    kind: str
    seed: int
    image: Image.Image
    view: View
    puzzle: Nonogram
    shown: Nonogram
    picture: Picture
    truth: dict[str, Any]

    @property
    def summary(self) -> str:
        """One line about what is photographed and how."""
        rows, cols = self.puzzle.shape
        view = self.view
        return (
            f"{cols} x {rows} cells of {self.truth['cell_px']:.0f} px, {self.truth['look']}, "
            f"turned {view.turn_deg:.0f}, tilted {view.tilt_deg:.0f} degrees, bent {view.bend:.3f}"
        )


def random_photograph(seed: int, kind: str | None = None) -> PuzzlePhotographed:
    """Photograph a random puzzle.

    kind : one of KINDS; None leaves it to the seed.
    """
    rng = np.random.default_rng([seed, 23])
    kind = kind or KINDS[int(rng.random() < 0.35)]
    if kind == "paper":
        shape = SHAPES[rng.integers(len(SHAPES))]
        page = print_page(rng, shape, random_printing(np.random.default_rng([seed, 24])))
        image, puzzle, picture, look = page.image, page.puzzle, page.picture, page.look
        shown = puzzle
        edges = page.row_edges_px, page.col_edges_px
        truth: dict[str, Any] = {
            "kind": "nonogram",
            "rows": [[run.length for run in runs] for runs in puzzle.rows],
            "cols": [[run.length for run in runs] for runs in puzzle.cols],
            "unique": True,
        }
    else:
        drawn = draw(legible_spec(LOOKS[rng.integers(len(LOOKS))], seed))
        image, puzzle, picture, look = (
            drawn.image,
            drawn.spec.puzzle,
            drawn.spec.picture,
            drawn.spec.look.name,
        )
        shown = drawn.spec.shown
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
    return PuzzlePhotographed(kind, seed, taken.image, view, puzzle, shown, picture, truth)


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


def save_photograph(taken: PuzzlePhotographed, stem: Path) -> Path:
    """Write STEM.jpg and STEM.json; return the path."""
    path = save_jpeg(taken.image, taken.view, stem, by_camera=taken.seed % 2 == 1)
    stem.with_name(stem.name + ".json").write_text(json.dumps(taken.truth) + "\n", encoding="utf-8")
    return path


def save_jpeg(image: Image.Image, view: View, stem: Path, *, by_camera: bool) -> Path:
    """Write STEM.jpg as a camera would, turned with an EXIF entry; return the path.

    by_camera : with the entries about its exposure, which messengers and editors remove.
    """
    path, exif = stem.with_name(stem.name + ".jpg"), Image.Exif()
    exif[0x010F] = "picrosser"  # the camera's maker
    exif[0x0112] = view.orientation
    if by_camera:
        exif.get_ifd(0x8769).update({0x829A: 1 / 120, 0x829D: 2.8, 0x8827: 80})
    if view.orientation in _TRANSPOSED:
        image = image.transpose(_TRANSPOSED[view.orientation])
    image.save(path, quality=view.quality, exif=exif)
    return path
