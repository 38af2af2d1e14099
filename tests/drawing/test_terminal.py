import re

import numpy as np
import pytest

from picrosser.drawing.terminal import Depth, coloured_text, step_text, terminal_depth
from picrosser.puzzles.picture import Picture

WHITE, RED, OTHER_RED = (255, 255, 255), (200, 0, 0), (205, 0, 0)


def visible(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)


PICTURE = Picture(np.array([[0, 1, 2], [1, -1, 0]], dtype=np.int8), (WHITE, RED, OTHER_RED))


XTERM, TRUECOLOR = "TERM=xterm-256color", "TERM=xterm COLORTERM=truecolor"
DEPTHS = {
    Depth.TRUE: [f"{XTERM} COLORTERM=truecolor", "TERM=xterm COLORTERM=24bit", f"{TRUECOLOR} NO_COLOR="],
    Depth.ANSI_256: [XTERM, f"{XTERM} COLORTERM=yes"],
    Depth.ANSI_16: ["TERM=linux"],
    Depth.TEXT: ["", "TERM=dumb COLORTERM=truecolor", f"{TRUECOLOR} NO_COLOR=1"],
}


@pytest.mark.parametrize(("words", "depth"), [(words, depth) for depth in DEPTHS for words in DEPTHS[depth]])
def test_the_environment_of_a_terminal_gives_the_number_of_colours(words, depth):
    environment = dict(word.split("=") for word in words.split())
    assert terminal_depth(True, environment) is depth
    assert terminal_depth(False, environment) is Depth.TEXT


def test_true_colours_are_exact():
    first, second = coloured_text(PICTURE).split("\n")
    grounds = re.compile(r"48;2;(\d+;\d+;\d+)m")
    assert grounds.findall(first) == ["255;255;255", "200;0;0", "205;0;0"]
    assert grounds.findall(second) == ["200;0;0", "255;255;255"]
    assert visible(second) == "  ??  "


@pytest.mark.parametrize("depth", [Depth.ANSI_16, Depth.ANSI_256])
def test_colours_that_look_the_same_also_show_their_characters_as_all_do_without_colours(depth):
    drawn = coloured_text(PICTURE, depth, cell_columns=1)
    assert visible(drawn) == "012\n1?0"
    assert all(line.endswith("\x1b[0m") for line in drawn.split("\n"))
    assert "48;2" not in drawn
    assert coloured_text(PICTURE, Depth.TEXT) == visible(drawn)


@pytest.mark.parametrize(
    ("colour", "code16", "code256"),
    [((0, 0, 0), "40", "16"), ((255, 255, 255), "107", "231"), ((128, 128, 128), "47", "244")],
)
def test_a_terminal_with_few_colours_shows_the_nearest(colour, code16, code256):
    one = Picture(np.array([[1]], np.int8), ((1, 255, 1), colour))
    assert f";{code16}m  " in coloured_text(one, Depth.ANSI_16)
    assert f";48;5;{code256}m  " in coloured_text(one, Depth.ANSI_256)


def test_a_step_shows_what_is_new_in_brackets():
    half = Picture(np.array([[0, 1], [1, -1]], np.int8), (WHITE, RED))
    assert step_text(half, [(0, 1)]) == " 0 [1]\n 1  ."
    assert visible(step_text(half, [(0, 1)], Depth.TRUE)) == " 0 [1]\n 1  ."
