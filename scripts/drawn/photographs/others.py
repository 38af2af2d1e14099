"""Photographs of other scenes: a page with several nonograms, a Hungry Cat screen, a Katamino on a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from PIL import Image

from drawn.fonts import BUILT_IN
from drawn.katamino.scene import random_scene
from drawn.photographs.camera import Photograph, View, photograph
from drawn.photographs.magazine import print_page
from drawn.photographs.scenes import random_view, save_jpeg
from drawn.photographs.wooden import print_wooden
from drawn.screenshot import draw
from drawn.spec import Wishes, random_spec
from picrosser.formats.files import puzzle_text

PAGE_SHAPES = (5, 5), (10, 10), (10, 15), (15, 15), (20, 20)
SCREEN_PX = 900.0, 2600.0  # the longer side of a phone in the photograph
TABLE_PX = 700.0, 2600.0  # the longer side of a Katamino


@dataclass(frozen=True, slots=True, eq=False)
class SceneTaken:
    """A photograph of a scene and its truth.

    truth : values for JSON. text : the puzzle as a file, where the family has its own; else "".
    """

    kind: str
    seed: int
    image: Image.Image
    view: View
    truth: dict[str, Any]
    text: str = ""

    @property
    def summary(self) -> str:
        """One line about how it was taken."""
        return (
            f"{self.truth['look']}, turned {self.view.turn_deg:.0f}, tilted {self.view.tilt_deg:.0f} degrees"
        )


def _several(rng: np.random.Generator, seed: int) -> SceneTaken:
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
            printed = page.image.copy()
            own = printed.getpixel((0, 0))
            tones = np.asarray(printed, np.float32) * (
                np.array(paper, np.float32) / np.array(own, np.float32)
            )
            sheet.paste(Image.fromarray(np.clip(tones, 0, 255).astype(np.uint8)), (right, down))
            edges = [
                np.array(side) + shift
                for side, shift in ((page.row_edges_px, down), (page.col_edges_px, right))
            ]
            places.append(np.array([(edges[0][at], edges[1][to]) for at in (0, -1) for to in (0, -1)]))
            boards.append(
                {
                    "rows": [[run.length for run in runs] for runs in page.puzzle.rows],
                    "cols": [[run.length for run in runs] for runs in page.puzzle.cols],
                }
            )
            right += page.image.width
        down += high
    view = random_view(rng, "paper", float(rng.uniform(2200, 3600)))
    taken = photograph(sheet, view, rng)
    for board, corners in zip(boards, places, strict=True):
        board["corners"] = np.round(taken.places(corners), 1).tolist()
    boards.sort(key=lambda board: -len(board["rows"]) * len(board["cols"]))
    return _taken("several", seed, taken, view, {"boards": boards, "look": f"{len(boards)} nonograms"})


def _hungry_cat(rng: np.random.Generator, seed: int) -> SceneTaken:
    """A phone or a tablet that shows a Hungry Cat board."""
    spec = random_spec(rng, Wishes(as_game=True))
    drawn = draw(spec)
    view = random_view(rng, "screen", float(np.exp(rng.uniform(*np.log(SCREEN_PX)))))
    taken = photograph(drawn.image, view, rng)
    cols = spec.picture.shape[1]
    box = drawn.lattice.board
    corners = taken.places(
        np.array(
            [(box.top, box.left), (box.top, box.right), (box.bottom, box.right), (box.bottom, box.left)],
            float,
        )
    )
    truth = {
        "look": spec.theme.name,
        "kind": "hungry-cat",
        "unique": spec.unique,
        "cell_px": _cell_px(corners, cols),
        "corners": np.round(corners, 1).tolist(),
    }
    return replace(
        _taken("hungry-cat", seed, taken, view, truth), text=puzzle_text(drawn.puzzle, drawn.picture)
    )


def _katamino(rng: np.random.Generator, seed: int) -> SceneTaken:
    """A wooden board on a table, empty, part-filled or packed, with the other pieces beside it."""
    fill = ("empty", "part", "packed")[rng.choice(3, p=(0.25, 0.45, 0.3))]
    spec = random_scene(rng, (BUILT_IN,), fill)
    printed = print_wooden(rng, spec)
    view = random_view(rng, "table", float(np.exp(rng.uniform(*np.log(TABLE_PX)))))
    taken = photograph(printed.image, view, rng)
    corners = taken.places(printed.corners)
    truth = {
        **spec.truth,
        "look": f"{fill}, {printed.look}",
        "fill": fill,
        "cell_px": _cell_px(corners, len(spec.grid[0])),
        "corners": np.round(corners, 1).tolist(),
    }
    return _taken("katamino", seed, taken, view, truth)


def _cell_px(corners: np.ndarray, cols: int) -> float:
    """The width of a cell in the photograph, along the upper edge of a board."""
    return round(float(np.hypot(*(corners[1] - corners[0]))) / cols, 1)


def _taken(kind: str, seed: int, taken: Photograph, view: View, truth: dict[str, Any]) -> SceneTaken:
    return SceneTaken(kind, seed, taken.image, view, {**truth, "view": asdict(view)})


SCENES: MappingProxyType[str, Callable[[np.random.Generator, int], SceneTaken]] = MappingProxyType(
    {"several": _several, "hungry-cat": _hungry_cat, "katamino": _katamino}
)


def random_scene_taken(seed: int, kind: str) -> SceneTaken:
    """Photograph a random scene of a kind, one of SCENES; equal arguments give equal pixels."""
    return SCENES[kind](np.random.default_rng([seed, 29]), seed)


def save_scene(taken: SceneTaken, stem: Path) -> Path:
    """Write STEM.jpg as a camera would, and STEM.json (of a Hungry Cat STEM.toml, too); return the path."""
    path = save_jpeg(taken.image, taken.view, stem, by_camera=taken.seed % 2 == 1)
    stem.with_name(stem.name + ".json").write_text(json.dumps(taken.truth) + "\n", encoding="utf-8")
    if taken.text:
        stem.with_name(stem.name + ".toml").write_text(taken.text, encoding="utf-8")
    return path
