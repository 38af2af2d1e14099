"""Names of colours."""

import pytest

from picrosser.puzzles.colour_names import colour_names

WHITE = (255, 255, 255)


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ((0, 0, 0), "black"), ((255, 255, 255), "white"), ((128, 128, 128), "grey"), ((255, 0, 0), "red"),
        ((0, 0, 255), "blue"), ((0, 128, 0), "green"), ((255, 255, 0), "yellow"), ((255, 128, 0), "orange"),
        ((0, 200, 200), "turquoise"), ((128, 0, 128), "purple"), ((255, 105, 180), "pink"),
        ((139, 90, 43), "brown"), ((222, 205, 175), "beige"),
    ],
)  # fmt: skip
def test_plain_tones_have_their_plain_names(colour, name):
    assert colour_names((WHITE, colour)) == ("blank", name)


@pytest.mark.parametrize(
    ("inks", "names"),
    [
        (((45, 106, 152), (24, 48, 85), (16, 27, 14)), ("light blue", "dark blue", "black")),
        (((30, 60, 160), (32, 62, 162)), ("blue (colour 1)", "blue (colour 2)")),
        (((20, 95, 35), (90, 220, 90), (40, 160, 50)), ("dark green", "light green", "green")),
        (((0, 0, 0), (30, 30, 32)), ("black (colour 1)", "black (colour 2)")),
        (((255, 0, 0), (255, 0, 0)), ("red (colour 1)", "red (colour 2)")),
    ],
)  # fmt: skip
def test_colours_that_share_a_name_get_distinct_ones(inks, names):
    assert colour_names((WHITE, *inks))[1:] == names
