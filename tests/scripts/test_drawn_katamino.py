"""The drawn pictures of Katamino tell the truth about themselves."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sweeps import sweep

from drawn.fixtures import katamino_text
from drawn.glyphs import BUILT_IN
from drawn.katamino.picture import KINDS, drawn_katamino
from drawn.katamino.scene import FILLS, draw_scene, random_scene
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.polyomino import moved_to_corner, orientations


@pytest.mark.parametrize("kind", sweep(KINDS, quick=["board", "pieces"]))
def test_a_seed_gives_one_picture(kind):
    first, second = (drawn_katamino(4, 2, kind) for _ in range(2))
    assert first.image.tobytes() == second.image.tobytes()
    assert first.truth == second.truth == json.loads(katamino_text(first.truth))
    other = drawn_katamino(4, 3, kind)
    assert other.image.size != first.image.size or other.image.tobytes() != first.image.tobytes()


@pytest.mark.parametrize("fill", FILLS)
def test_what_is_not_on_the_board_lies_apart(fill):
    spec = random_scene(np.random.default_rng(7), (BUILT_IN,), fill)
    truth = spec.truth
    lying = {number for row in truth.get("grid", ()) for number in row} - {0}
    assert lying | set(truth["apart"]) == set(truth["pieces"])
    assert ("grid" in truth) == (fill != "none")
    for number, shape in spec.apart:
        assert moved_to_corner(shape) in orientations(BOX[number - 1].shape)
    assert min(draw_scene(spec).size) > 60
