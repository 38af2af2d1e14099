"""The colours of a nonogram's hints: equal tones are one colour, faded ones too; a square's colour counts."""

from __future__ import annotations

import numpy as np

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.colours import find_inks
from picrosser.reading.nonogram.hints.piece import Piece

WHITE, NIGHT = (255, 255, 255), (32, 33, 40)
RED, PINK, VIOLET, GREEN = (237, 29, 62), (244, 140, 175), (124, 115, 175), (43, 188, 74)
DARK = (25, 1, 27)


def piece(tone, backdrop=WHITE) -> Piece:
    tones = (np.array(colour, np.float32) for colour in (tone, backdrop))
    return Piece(Box(0, 0, 8, 5), np.ones((8, 5), np.float32), *tones, 200.0)


def inks_of(row, paper=WHITE):
    """What a puzzle says that has the same hints in rows and in columns."""
    colours, inks, *_ = find_inks([*row, *row], len(row), paper)
    assert colours[: len(row)] == colours[len(row) :]
    return colours[: len(row)], inks


def test_each_tone_is_a_colour():
    colours, inks = inks_of([piece(tone, NIGHT) for tone in (RED, PINK, GREEN, RED, PINK, GREEN)], NIGHT)
    assert colours == colours[:3] * 2
    assert {inks[at - 1] for at in colours[:3]} == {RED, PINK, GREEN}


def faded(*tones):
    return [piece(tuple(np.add(WHITE, np.multiply(0.32, np.subtract(tone, WHITE))))) for tone in tones]


def test_a_faded_digit_may_have_its_colour_still():
    """A pale colour may look like it: the sums tell."""
    row = [*(piece(tone) for tone in (RED, GREEN, RED, GREEN)), *faded(RED, GREEN)]
    colours, _, _, shades = find_inks([*row, *row], len(row), WHITE)
    assert colours[:4] == [colours[0], colours[1]] * 2
    assert [shades[colour] for colour in colours[4:6]] == colours[:2]


def test_squares_lend_their_colours_even_black_ones():
    squares = [piece(WHITE, RED), piece(WHITE, GREEN), piece(WHITE, DARK)]
    inverted = [piece(RED), piece(GREEN), piece(DARK)]
    colours, inks = inks_of([*squares, *squares, *inverted])
    assert colours == colours[:3] * 3
    assert {inks[at - 1] for at in colours[:3]} == {RED, GREEN, DARK}


def test_squares_lend_their_colours_where_compression_tints_their_digits():
    yellow, tinted = (235, 209, 46), (255, 255, 183)
    colours, inks = inks_of([*[piece(tinted, yellow), piece(WHITE, RED)] * 3, piece(yellow)])
    assert colours == [*[colours[0], colours[1]] * 3, colours[0]]
    assert [inks[at - 1] for at in colours[:2]] == [yellow, RED]


def squares_of(*tones):
    return [piece(WHITE, tone) for tone in tones]


def test_a_faded_square_may_have_its_colour_still():
    pale, grey = (tuple(round(0.35 * v + 0.65 * 255) for v in tone) for tone in (RED, DARK))
    for full in (1, 3):  # whatever the most are
        row = squares_of(*[RED, DARK] * full, *[pale, grey] * (4 - full), GREEN)
        colours, _, _, shades = find_inks([*row, *row], len(row), WHITE)
        assert [shades[colour] for colour in colours[: len(row)][-3:-1]] == colours[:2]


def test_a_faded_square_that_only_rows_have_has_its_colour_still():
    orange, pale, purple = (200, 90, 0), (236, 197, 166), (120, 50, 140)
    rows, cols = squares_of(orange, purple, pale), squares_of(orange, purple, orange)
    colours, *_ = find_inks([*rows, *cols, *cols], len(rows), WHITE)
    assert colours[2] == colours[0]


def test_grey_marks_are_no_colours_nor_is_a_tint_that_only_rows_have():
    black, grey, tinted = piece((10, 10, 10)), piece((160, 160, 160)), piece((200, 120, 10))
    assert inks_of([black, grey, black]) == ([1] * 3, ())
    assert not find_inks([black, tinted, black, black, black, black], 3, WHITE).inks


def test_a_colour_of_two_digits_may_be_a_mark_and_may_be_an_ink():
    colours, inks, may_be_marks, *_ = find_inks([*[piece(GREEN)] * 9, piece(RED)] * 2, 10, WHITE)
    assert (len(inks), may_be_marks) == (2, True)
    assert colours == [*[colours[0]] * 9, colours[9]] * 2


def test_of_two_colours_a_digit_is_faded_from_the_one_that_it_is_nearer_to():
    grey, green, ground = (79, 121, 123), (19, 152, 81), (231, 235, 248)
    pale = (163, 209, 195)
    row = [piece(tone, ground) for tone in (grey, grey, grey, green, green, pale)]
    colours, _, _, shades = find_inks([*row, *row], len(row), WHITE)
    assert shades[colours[5]] == shades[colours[3]] != shades[colours[0]]


def test_of_a_colour_most_digits_may_have_faded():
    """It is no shade of another colour that is rather like it, of which there are more."""
    ground, blue, violet = (49, 56, 55), (136, 177, 207), (184, 151, 254)  # as on a dark page, compressed
    pale = (88, 84, 120)
    row = [piece(tone, ground) for tone in (blue, blue, blue, blue, blue, violet, pale, pale, pale, pale)]
    colours, _, _, shades = find_inks([*row, *row], len(row), NIGHT)
    assert shades[colours[9]] == shades[colours[5]] != shades[colours[0]]


def test_a_colour_whose_only_digit_in_rows_has_faded_to_nearly_grey_is_stated_twice():
    """As on the photographed screen `draw.py photographs --only screen --seed 66173`."""
    page, pink, grey = (22, 27, 32), (199, 182, 197), (82, 82, 90)
    dim, violet = (61, 47, 80), (119, 84, 183)
    row = [piece(tone, page) for tone in (pink, pink, grey, grey)]
    rows, cols = [*row, piece(dim, page)], [*row, piece(violet, page)]
    colours, *_ = find_inks([*rows, *cols], len(rows), page)
    assert colours[4] == colours[9] not in colours[:4]


def test_one_colour_beside_a_grey_may_be_a_mark_and_may_be_an_ink():
    row = [piece((10, 10, 10)), piece(RED)] * 3
    colours, inks, may_be_marks, *_ = find_inks([*row, *row], len(row), WHITE)
    assert (len(inks), may_be_marks) == (2, True)
    assert len(set(colours[::2])) == len(set(colours[1::2])) == 1
    assert not find_inks([piece(RED), piece(GREEN)] * 6, 6, WHITE).may_be_marks


def test_a_tone_that_only_rows_have_is_another_one_ill_seen():
    tinted = tuple(np.add(RED, (0, 60, 60)))
    pieces = [piece(tone) for tone in (RED, GREEN, tinted, RED, GREEN, RED, RED, GREEN)]
    colours, inks, *_ = find_inks(pieces, 4, WHITE)
    assert len(inks) == 2
    assert colours[2] == colours[0]


def test_pale_squares_may_be_the_full_ones_faded_and_not_the_other_way_round():
    pale, full = (238, 178, 181), (208, 36, 46)
    squares = (VIOLET, (20, 20, 20), VIOLET, full, pale, pale)  # most of that colour have faded
    row = [piece(WHITE, square) for square in squares]
    colours, _, _, shades = find_inks([*row, *row], len(row), WHITE)
    assert shades[colours[4]] == shades[colours[3]] == colours[3]


def test_squares_of_one_hue_may_be_shades_of_one_colour():
    blue, indigo = (6, 11, 241), (73, 81, 214)
    row = [piece(WHITE, blue), piece(WHITE, RED), piece(WHITE, indigo), piece(WHITE, blue)]
    row += [piece(WHITE, RED), piece(WHITE, indigo)]
    colours, inks, _, shades = find_inks([*row, *row], len(row), WHITE)
    assert len(inks) == len(set(colours)) == 3
    assert shades[colours[2]] == shades[colours[0]] != shades[colours[1]] == colours[1]


def test_where_squares_fade_others_of_one_hue_are_two_colours():
    """A yellow is a brown's hue, but its square is not that one's shade."""
    yellow, brown, pale = (255, 224, 79), (180, 122, 28), (204, 242, 179)
    row = [piece(DARK, tone) for tone in (yellow, brown, GREEN, (116, 238, 59), pale, yellow, brown, pale)]
    colours, inks, _, shades = find_inks([*row, *row], len(row), WHITE)
    assert inks[colours[0] - 1] == yellow
    assert shades[colours[0]] == colours[0] != shades[colours[1]] == colours[1]
    assert shades[colours[4]] == colours[3]


def test_a_theme_lends_no_colour():
    green, darker, paper = (88, 116, 34), (70, 96, 24), (168, 196, 88)
    row = [piece(tone, ground) for tone in (WHITE, (160, 184, 110)) for ground in (green, darker)]
    assert inks_of(row, paper) == ([1] * 4, ())


def test_night_light_makes_no_colours():
    """White digits on squares, all by the light of a warm screen."""
    warm = np.array((1.0, 0.88, 0.68))
    white, plum, blue = (tuple(map(int, warm * tone)) for tone in (WHITE, (110, 49, 124), (51, 84, 229)))
    colours, inks = inks_of([piece(white, plum), piece(white, blue)] * 3, white)
    assert colours == colours[:2] * 3
    assert {inks[at - 1] for at in colours[:2]} == {plum, blue}
    assert inks_of([piece(white, (0, 0, 0)), piece(tuple(map(int, warm * 200)), (0, 0, 0))] * 3, white) == (
        [1] * 6,
        (),
    )


def test_pale_squares_of_greyed_digits_lend_their_colours_where_others_do():
    """The digits' grey on them is nearly that of a black square that has faded."""
    blue, yellow, black = (77, 148, 234), (255, 224, 79), (0, 0, 0)
    pale_blue, pale_black, grey = (196, 219, 247), (166, 166, 166), (172, 172, 172)
    full = [piece(DARK, blue), piece(DARK, yellow), piece(WHITE, black)]
    colours, inks = inks_of([*full, *full, piece(grey, pale_blue), piece(WHITE, pale_black)])
    assert inks[colours[6] - 1] == pale_blue
    assert inks[colours[7] - 1] == pale_black
    greyed = [piece(tone) for tone in (RED, GREEN, RED, GREEN)]
    colours, inks = inks_of([*greyed, piece(grey, pale_blue), piece(grey)])
    assert colours[4] == colours[5]
