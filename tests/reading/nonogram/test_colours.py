"""The colours of a nonogram's hints: equal tones are one colour, faded ones too; a square's colour counts."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

from picrosser.imaging.pixels import Box
from picrosser.reading.nonogram.colours import cluster_tones, find_inks, unfaded_groups
from picrosser.reading.nonogram.hints.piece import Piece

WHITE, NIGHT = (255, 255, 255), (32, 33, 40)
RED, PINK, VIOLET, GREEN = (237, 29, 62), (244, 140, 175), (124, 115, 175), (43, 188, 74)
DARK = (25, 1, 27)


def piece(tone, backdrop=WHITE, width=5) -> Piece:
    tones = (np.array(colour, np.float32) for colour in (tone, backdrop))
    return Piece(Box(0, 0, 8, width), np.ones((8, width), np.float32), *tones, 200.0)


def inks_of(row, paper=WHITE):
    """What a puzzle says that has the same hints in rows and in columns."""
    colours, inks, *_ = find_inks([*row, *row], len(row), paper)
    assert colours[: len(row)] == colours[len(row) :]
    return colours[: len(row)], inks


def test_each_tone_is_a_colour():
    colours, inks = inks_of([piece(tone, NIGHT) for tone in (RED, PINK, GREEN, RED, PINK, GREEN)], NIGHT)
    assert colours == colours[:3] * 2
    assert {inks[at - 1] for at in colours[:3]} == {RED, PINK, GREEN}


def test_no_border_divides_equal_tones():
    near = [tuple(np.add(VIOLET, (0, 0, -shift))) for shift in (-1, 0, 1)]  # as colourful as a colour must be
    colours, _ = inks_of([piece(tone) for tone in (*near, RED, RED)])
    assert len(set(colours[:3])) == 1
    assert colours[3] not in colours[:3]


@pytest.mark.parametrize(("width", "is_one"), [(2, True), (5, False)], ids=["1s", "others"])
def test_a_paler_tone_that_only_ones_have_is_the_ink_of_the_other_digits(width, is_one):
    thin = tuple(int(0.4 * dark + 0.6 * pink) for dark, pink in zip(DARK, PINK, strict=True))
    row = [piece(GREEN, DARK), piece(PINK, DARK), piece(PINK, DARK), piece(thin, DARK, width)]
    (_, pink, _, narrow), _ = inks_of(row, DARK)
    assert (narrow == pink) is is_one


def faded(*tones):
    return [piece(tuple(np.add(WHITE, np.multiply(0.32, np.subtract(tone, WHITE))))) for tone in tones]


def test_a_faded_digit_may_have_its_colour_still():
    """A pale colour may look like it: the sums tell."""
    row = [*(piece(tone) for tone in (RED, GREEN, RED, GREEN)), *faded(RED, GREEN)]
    colours, _, _, shades = find_inks([*row, *row], len(row), WHITE)
    assert colours[:4] == [colours[0], colours[1]] * 2
    assert [shades[colour] for colour in colours[4:6]] == colours[:2]


def test_pale_squares_under_black_digits_are_colours_where_most_digits_are_on_squares():
    """Their colours are hardly any, and in their digits' own one all would be the same."""
    pale = [piece(DARK, tone) for tone in ((222, 179, 213), (167, 151, 118))]
    clear = [piece(WHITE, tone) for tone in (RED, GREEN, RED)]
    colours, _ = inks_of([*pale, *clear])
    assert len(set(colours[:2])) == 2


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
    assert find_inks([black, tinted, black, black, black, black], 3, WHITE)[1:3] == ((), True)
    assert find_inks([black] * 6, 3, WHITE)[1:3] == ((), False)


def test_colours_that_have_all_faded_on_a_dark_page_are_some():
    green, violet, brown = (55, 107, 64), (86, 55, 99), (107, 96, 80)
    colours, inks, *_ = find_inks(
        [piece(tone, (44, 46, 56)) for tone in (green, violet, brown)] * 4, 6, NIGHT
    )
    assert len(inks) == 3
    assert colours == colours[:3] * 4


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
    assert not find_inks([piece(RED), piece(GREEN)] * 6, 6, WHITE)[2]


def test_a_tone_that_only_rows_have_is_another_one_ill_seen():
    tinted = tuple(np.add(RED, (0, 60, 60)))
    pieces = [piece(tone) for tone in (RED, GREEN, tinted, RED, GREEN, RED, RED, GREEN)]
    colours, inks, *_ = find_inks(pieces, 4, WHITE)
    assert len(inks) == 2
    assert colours[2] == colours[0]


@pytest.mark.parametrize(("tone", "is_one"), [((186, 136, 10), True), ((226, 26, 149), True), (PINK, False)])
def test_a_colour_of_quite_another_hue_stays_one_whose_other_hints_are_cut_off(tone, is_one):
    row = [piece(colour) for colour in (RED, GREEN, VIOLET)] * 2
    colours, inks, *_ = find_inks([*row, piece(tone), *row], len(row) + 1, WHITE)
    assert len(inks) == 3 + is_one
    assert (colours[len(row)] not in colours[: len(row)]) == is_one


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


def test_squares_of_two_greys_may_be_inks():
    row = [piece(WHITE, (62, 21, 53)), piece(WHITE, (127, 111, 74))] * 3
    colours, inks, may_be_marks, *_ = find_inks([*row, *row], len(row), WHITE)
    assert (len(inks), may_be_marks) == (2, True)
    assert colours == colours[:2] * 6


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


def test_a_digit_on_the_page_may_be_of_a_square_s_colour_though_its_strokes_are_paler():
    page, violet, pale = (57, 56, 12), (214, 113, 231), (174, 98, 176)
    row = [*squares_of(violet, GREEN, violet, GREEN), piece(pale, page)]
    colours, _, _, shades = find_inks([*row, *row], len(row), page)
    assert shades[colours[4]] == colours[0]


def test_the_reds_of_one_ink_and_the_greens_of_another_are_no_white_light():
    """Else yellow, which is as light, would be white, and what lies behind it at a cursor a square."""
    plate, yellow = (64, 8, 52), (204, 236, 116)
    inks = [(212, 76, 0), (124, 160, 164), yellow]
    lit = piece((176, 224, 136), (60, 32, 84))
    colours, _ = inks_of([*(piece(ink, plate) for ink in inks), lit], (20, 3, 16))
    assert colours[3] == colours[2]


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


GREY_GROUND, DARK_PAGE = (231, 235, 248), (49, 56, 55)
GREY, FULL, BLUE, LILAC = (79, 121, 123), (19, 152, 81), (136, 177, 207), (184, 151, 254)
PLUM, LAVENDER = (92, 20, 68), (144, 108, 216)
SHADES = {  # a row; the digit that may be a shade, of which other one, and of which not
    "a faded digit is the colour's that it is nearer to": (
        [piece(tone, GREY_GROUND) for tone in (GREY, GREY, GREY, FULL, FULL, (163, 209, 195))], (5, 3, 0)),
    "most digits of a colour may have faded": (
        [piece(tone, DARK_PAGE) for tone in (*[BLUE] * 5, LILAC, *[(88, 84, 120)] * 4)], (9, 5, 0)),
    "most squares of a colour may have faded": (
        squares_of(VIOLET, (20, 20, 20), VIOLET, (208, 36, 46), *[(238, 178, 181)] * 2), (4, 3, 0)),
    "of two colours that are nearly alike when faded, the first": (
        [piece(tone) for tone in (PLUM, PLUM, LAVENDER, LAVENDER)] + faded(PLUM, LAVENDER), (4, 0, 2)),
    "of two colours that are nearly alike when faded, the second": (
        [piece(tone) for tone in (PLUM, PLUM, LAVENDER, LAVENDER)] + faded(PLUM, LAVENDER), (5, 2, 0)),
    "squares of one hue may be shades of one colour": (
        squares_of((6, 11, 241), RED, (73, 81, 214), (6, 11, 241), RED, (73, 81, 214)), (2, 0, 1)),
}  # fmt: skip


@pytest.mark.parametrize("kind", SHADES)
def test_what_may_be_a_shade_of_what(kind):
    row, (shade, full, other) = SHADES[kind]
    background = NIGHT if DARK_PAGE in [tuple(piece.backdrop.astype(int)) for piece in row] else WHITE
    colours, _, _, shades = find_inks([*row, *row], len(row), background)
    assert shades[colours[shade]] == shades[colours[full]] != shades[colours[other]]


def _together(groups):
    return np.asarray(groups)[:, None] == np.asarray(groups)


@pytest.mark.parametrize("metric", ["euclidean", "chebyshev"])
@pytest.mark.parametrize("spread", [3.0, 12.0, 40.0])
def test_groups_are_those_of_scipy(metric, spread):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        middles = rng.uniform(0, 255, (4, 3))
        tones = middles[rng.integers(4, size=80)] + rng.normal(0, spread, (80, 3))
        tones = np.vstack((tones, tones[rng.integers(80, size=40)]))  # equal ones count as often as they are
        for apart in (8.0, 22.0, 60.0):
            expected = fcluster(linkage(tones, "average", metric=metric), apart, "distance")
            found = cluster_tones(tones, apart, metric)
            assert (_together(found) == _together(expected)).all(), (seed, apart)


def test_groups_are_numbered_as_first_seen():
    tones = np.array([[200.0, 0, 0], [0, 0, 0], [201, 0, 0], [100, 0, 0], [2, 0, 0]])
    assert cluster_tones(tones, 10.0, "euclidean").tolist() == [0, 1, 0, 2, 1]


def test_of_two_tones_only_the_one_with_less_contrast_can_have_faded():
    # Each looks like the other laid thinly over its own ground.
    tones = np.array([[100, 100, 100], [200, 200, 200]], np.float32)
    grounds = np.array([[60, 60, 60], [240, 240, 240]], np.float32)
    groups, on_square = np.array([0, 1]), np.zeros(2, bool)
    assert unfaded_groups(groups, tones, grounds, on_square) == {0: 0, 1: 1}
