"""The colours of a nonogram's hints: equal tones are one colour, faded ones too; a square's colour counts."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

from picrosser.imaging.pixels import Box, Lattice
from picrosser.reading.nonogram.colours import blank_colour, cluster_tones, find_inks, unfaded_groups
from picrosser.reading.nonogram.hints.piece import Piece

WHITE, NIGHT = (255, 255, 255), (32, 33, 40)
RED, PINK, VIOLET, GREEN = (237, 29, 62), (244, 140, 175), (124, 115, 175), (43, 188, 74)
DARK, MAUVE = (25, 1, 27), (200, 90, 160)


ROW_HINTS, COLUMN_HINTS = ((21, 2), (31, 12), (41, 12)), ((2, 21), (12, 31), (12, 41))


def piece(tone, backdrop=WHITE, width=5, height=8, at=(0, 0)) -> Piece:
    tones = (np.array(colour, np.float32) for colour in (tone, backdrop))
    box = Box(0, 0, height, width).moved(*at)
    return Piece(box, np.ones((height, width), np.float32), *tones, 200.0)


def faded(*tones):
    return [piece(tuple(np.add(WHITE, np.multiply(0.32, np.subtract(tone, WHITE))))) for tone in tones]


def squares_of(*tones):
    return [piece(WHITE, tone) for tone in tones]


THIN = tuple(int(0.4 * dark + 0.6 * pink) for dark, pink in zip(DARK, PINK, strict=True))
WARM = np.array((1.0, 0.88, 0.68))
LIT, PLUM_LIT, BLUE_LIT, GREY_LIT = (
    tuple(map(int, WARM * tone)) for tone in (WHITE, (110, 49, 124), (51, 84, 229), (200, 200, 200))
)
YELLOW, SKY, PALE_SKY, PALE_BLACK = (235, 209, 46), (77, 148, 234), (196, 219, 247), (166, 166, 166)
MEADOW, SHADY = (88, 116, 34), (70, 96, 24)
PLATE, LIME = (64, 8, 52), (204, 236, 116)
# Digits on a page; a letter for each, equal ones for equal colours and "." for any; the letters' inks.
ROWS = {
    "each tone": (
        [piece(tone, NIGHT) for tone in (RED, PINK, GREEN) * 2], NIGHT, "abcabc", (RED, PINK, GREEN)),
    "no border divides equal tones, as colourful as a colour must be": (
        [piece(tone) for tone in (*(tuple(np.add(VIOLET, (0, 0, by))) for by in (1, 0, -1)), RED, RED)],
        WHITE, "aaab.", None),
    "a paler tone that only 1s have is the ink of the other digits": (
        [piece(tone, DARK) for tone in (GREEN, PINK, PINK)] + [piece(THIN, DARK, 2)], DARK, ".a.a", None),
    "a paler tone of others is none": (
        [piece(tone, DARK) for tone in (GREEN, PINK, PINK)] + [piece(THIN, DARK, 5)], DARK, ".a.b", None),
    # Their colours are hardly any, and in their digits' own one all would be the same.
    "pale squares under black digits, where most digits are on squares": (
        [piece(DARK, tone) for tone in ((222, 179, 213), (167, 151, 118))] + squares_of(RED, GREEN, RED),
        WHITE, "ab...", None),
    "squares, even black ones, and digits in their colours": (
        squares_of(RED, GREEN, DARK) * 2 + [piece(tone) for tone in (RED, GREEN, DARK)],
        WHITE, "abcabcabc", (RED, GREEN, DARK)),
    "squares of two near tones, each even, and of one tone that runs from dark to light": (
        squares_of(*[(169, 122, 82), (208, 175, 122)] * 2, *((122, 150 + n, 180 + 2 * n) for n in range(6))),
        WHITE, "ababcccccc", None),
    "flat squares of two tones, as near as shades": (
        squares_of((54, 128, 145), (45, 103, 116), RED), WHITE, "abc", None),
    "squares where compression tints their digits": (
        [*[piece((255, 255, 183), YELLOW), piece(WHITE, RED)] * 3, piece(YELLOW)],
        WHITE, "abababa", (YELLOW, RED)),
    "squares of one hue, a few of whose digits compression tints by much": (
        [piece((97, 27, 69), MAUVE), *squares_of(DARK, GREEN)] * 2 + [piece((130, 30, 90), MAUVE)],
        WHITE, "abcabca", (MAUVE, DARK, GREEN)),
    "colours that have all faded on a dark page": (
        [piece(tone, (44, 46, 56)) for tone in ((55, 107, 64), (86, 55, 99), (107, 96, 80))] * 2,
        NIGHT, "abcabc", ((55, 107, 64), (86, 55, 99), (107, 96, 80))),
    "grey marks": ([piece((level,) * 3) for level in (10, 160, 10)], WHITE, "aaa", ()),
    "a theme": (
        [piece(tone, ground) for tone in (WHITE, (160, 184, 110)) for ground in (MEADOW, SHADY)],
        (168, 196, 88), "aaaa", ()),
    "white digits on squares by the light of a warm screen": (
        [piece(LIT, PLUM_LIT), piece(LIT, BLUE_LIT)] * 3, LIT, "ababab", (PLUM_LIT, BLUE_LIT)),
    "white and grey by the light of a warm screen": (
        [piece(LIT, (0, 0, 0)), piece(GREY_LIT, (0, 0, 0))] * 3, LIT, "aaaaaa", ()),
    # Else yellow, which is as light, would be white, and what lies behind it at a cursor a square.
    "the reds of one ink and the greens of another are no white light": (
        [*(piece(ink, PLATE) for ink in ((212, 76, 0), (124, 160, 164), LIME)),
         piece((176, 224, 136), (60, 32, 84))], (20, 3, 16), "..aa", None),
    # The digits' grey on them is nearly that of a black square that has faded.
    "pale squares of greyed digits, where other squares lend their colours": (
        [piece(DARK, SKY), piece(DARK, (255, 224, 79)), piece(WHITE, (0, 0, 0))] * 2
        + [piece((172, 172, 172), PALE_SKY), piece(WHITE, PALE_BLACK)],
        WHITE, "......ab", (PALE_SKY, PALE_BLACK)),
    "a pale square of a greyed digit where no squares lend theirs": (
        [*(piece(tone) for tone in (RED, GREEN, RED, GREEN)),
         piece((172, 172, 172), PALE_SKY), piece((172, 172, 172))], WHITE, "....aa", None),
}  # fmt: skip


@pytest.mark.parametrize("kind", ROWS)
def test_which_digits_are_of_one_colour(kind):
    row, page, letters, tones = ROWS[kind]
    colours, inks, *_ = find_inks([*row, *row], len(row), page)
    assert colours[: len(row)] == colours[len(row) :]
    of_letters = {letter: colours[letters.index(letter)] for letter in letters if letter != "."}
    assert len(set(of_letters.values())) == len(of_letters)
    assert all(of_letters.get(letter, one) == one for letter, one in zip(letters, colours, strict=False))
    if tones is not None:
        assert tuple(inks[colour - 1] for colour in of_letters.values() if inks) == tones


@pytest.mark.parametrize(("height", "inks"), [(40, 4), (8, 3)], ids=["thick strokes", "thin strokes"])
def test_two_greys_are_two_colours_where_no_stroke_is_half_page(height, inks):
    row = [piece(tone, height=height) for tone in (RED, GREEN, (166, 157, 149), (131, 119, 112)) * 2]
    assert len(find_inks([*row, *row], len(row), WHITE)[1]) == inks


@pytest.mark.parametrize(("hint", "blank"), [(RED, WHITE), (GREEN, RED)], ids=["a solved board", "red cells"])
def test_a_blank_cell_has_no_hint_s_colour(hint, blank):
    edges = 20, 30, 40, 50
    image = np.full((60, 60, 3), 255, np.uint8)
    image[20:40, 20:50] = RED
    sides = [[piece(hint, at=(top, left)) for top, left in places] for places in (ROW_HINTS, COLUMN_HINTS)]
    assert blank_colour(image, Lattice(edges, edges), sides) == blank


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


def test_a_tint_that_only_rows_have_is_no_colour():
    black, tinted = piece((10, 10, 10)), piece((200, 120, 10))
    assert find_inks([black, tinted, black, black, black, black], 3, WHITE)[1:3] == ((), True)
    assert find_inks([black] * 6, 3, WHITE)[1:3] == ((), False)


def test_a_colour_whose_only_digit_in_rows_has_faded_to_nearly_grey_is_stated_twice():
    """As on the photographed screen `draw.py photographs --only screen --seed 66173`."""
    page, pink, grey = (22, 27, 32), (199, 182, 197), (82, 82, 90)
    dim, violet = (61, 47, 80), (119, 84, 183)
    row = [piece(tone, page) for tone in (pink, pink, grey, grey)]
    rows, cols = [*row, piece(dim, page)], [*row, piece(violet, page)]
    colours, *_ = find_inks([*rows, *cols], len(rows), page)
    assert colours[4] == colours[9] not in colours[:4]


@pytest.mark.parametrize(
    "pair",
    [(piece((10, 10, 10)), piece(RED)), (piece(WHITE, (62, 21, 53)), piece(WHITE, (127, 111, 74)))],
    ids=["one colour beside a grey", "squares of two greys"],
)
def test_two_tones_may_be_marks_and_may_be_inks(pair):
    colours, inks, may_be_marks, *_ = find_inks(pair * 6, 6, WHITE)
    assert (len(inks), may_be_marks) == (2, True)
    assert colours == colours[:2] * 6
    assert not find_inks([piece(RED), piece(GREEN)] * 6, 6, WHITE)[2]


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


def test_a_digit_on_the_page_may_be_of_a_square_s_colour_though_its_strokes_are_paler():
    page, violet, pale = (57, 56, 12), (214, 113, 231), (174, 98, 176)
    row = [*squares_of(violet, GREEN, violet, GREEN), piece(pale, page)]
    colours, _, _, shades = find_inks([*row, *row], len(row), page)
    assert shades[colours[4]] == colours[0]


GREY_GROUND, DARK_PAGE = (231, 235, 248), (49, 56, 55)
TAN, FADED_TAN, MAROON = (139, 136, 110), (76, 80, 71), (82, 54, 55)
GREY, FULL, BLUE, LILAC = (79, 121, 123), (19, 152, 81), (136, 177, 207), (184, 151, 254)
PLUM, LAVENDER = (92, 20, 68), (144, 108, 216)
SHADES = {  # a row; the digit that may be a shade, of which other one, and of which not
    "a faded digit is the colour's that it is nearer to": (
        [piece(tone, GREY_GROUND) for tone in (GREY, GREY, GREY, FULL, FULL, (163, 209, 195))], (5, 3, 0)),
    "a faded digit may have its colour still, though a pale one may look like it: the sums tell": (
        [piece(tone) for tone in (RED, GREEN, RED, GREEN)] + faded(RED, GREEN), (4, 0, 1)),
    "another one": ([piece(tone) for tone in (RED, GREEN, RED, GREEN)] + faded(RED, GREEN), (5, 1, 0)),
    "most digits of a colour may have faded": (
        [piece(tone, DARK_PAGE) for tone in (*[BLUE] * 5, LILAC, *[(88, 84, 120)] * 4)], (9, 5, 0)),
    "a faded digit comes near a dark colour, which has not": (
        [piece(tone, DARK_PAGE) for tone in (GREEN, TAN, MAROON, FADED_TAN)] * 2, (3, 1, 2)),
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


def test_of_two_tones_only_the_one_with_less_contrast_can_have_faded():
    # Each looks like the other laid thinly over its own ground.
    tones = np.array([[100, 100, 100], [200, 200, 200]], np.float32)
    grounds = np.array([[60, 60, 60], [240, 240, 240]], np.float32)
    groups, on_square = np.array([0, 1]), np.zeros(2, bool)
    assert unfaded_groups(groups, tones, grounds, on_square) == {0: 0, 1: 1}
