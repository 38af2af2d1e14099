import re

import numpy as np
import pytest

from picrosser.drawing.terminal import Depth, coloured_text, step_text, terminal_depth
from picrosser.puzzles.picture import Picture

WHITE, RED, OTHER_RED = (255, 255, 255), (200, 0, 0), (205, 0, 0)


def visible(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)


PICTURE = Picture(np.array([[0, 1, 2], [1, -1, 0]], dtype=np.int8), (WHITE, RED, OTHER_RED))


@pytest.mark.parametrize(
    ("isatty", "environment", "depth"),
    [
        (True, {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        (True, {"TERM": "xterm", "COLORTERM": "24bit"}, Depth.TRUE),
        (True, {"TERM": "xterm-256color"}, Depth.ANSI_256),
        (True, {"TERM": "xterm-256color", "COLORTERM": "yes"}, Depth.ANSI_256),
        (True, {"TERM": "linux"}, Depth.ANSI_16),
        (True, {"TERM": "dumb", "COLORTERM": "truecolor"}, Depth.TEXT),
        (True, {}, Depth.TEXT),
        (True, {"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.TEXT),
        (True, {"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": ""}, Depth.TRUE),
        (False, {"TERM": "xterm", "COLORTERM": "truecolor"}, Depth.TEXT),
    ],
)
def test_the_environment_gives_the_number_of_colours(isatty, environment, depth):
    assert terminal_depth(isatty, environment) is depth


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
