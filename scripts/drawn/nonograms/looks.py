"""The looks of seventeen invented programs. The comment above each one says what it covers."""

from drawn.nonograms.look import BoardStyle, HintStyle, Look, Scheme

WHITE, BLACK = (255, 255, 255), (0, 0, 0)

PAPER_BLUE = Scheme(
    page=(250, 250, 252), cell=WHITE, line=(214, 216, 224), thick=(22, 24, 30), ink=(40, 46, 96),
    done=(166, 170, 194), plate=(232, 236, 248), other_plate=(221, 227, 244), fill=(46, 56, 84),
    mark=(120, 126, 150), accent=(58, 120, 220),
)  # fmt: skip
PAPER_GREEN = Scheme(
    page=(244, 247, 240), cell=WHITE, line=(206, 214, 200), thick=(40, 62, 40), ink=(28, 60, 34),
    done=(154, 174, 152), plate=(222, 236, 214), other_plate=(208, 226, 198), fill=(52, 92, 60),
    mark=(150, 90, 80), accent=(214, 96, 44),
)  # fmt: skip
NIGHT = Scheme(
    page=(20, 20, 24), cell=(32, 33, 40), line=(66, 68, 80), thick=(128, 132, 150), ink=(232, 232, 238),
    done=(96, 98, 112), plate=(44, 46, 56), other_plate=(54, 56, 68), fill=(126, 87, 232),
    mark=(200, 200, 210), accent=(150, 116, 255),
)  # fmt: skip
BLACK_GOLD = Scheme(
    page=BLACK, cell=(250, 244, 226), line=(214, 204, 176), thick=(64, 118, 190), ink=WHITE,
    done=(110, 104, 84), plate=(36, 33, 24), other_plate=(62, 57, 40), fill=(38, 36, 30),
    mark=(150, 60, 50), accent=(236, 184, 52),
)  # fmt: skip
PLAIN = Scheme(
    page=WHITE, cell=WHITE, line=(120, 120, 120), thick=BLACK, ink=BLACK, done=(170, 170, 170),
    plate=(210, 210, 210), other_plate=(226, 226, 226), fill=BLACK, mark=(110, 110, 110),
    accent=(34, 84, 170),
)  # fmt: skip
TAN = Scheme(
    page=(38, 38, 34), cell=(246, 234, 202), line=(20, 20, 18), thick=(8, 8, 8), ink=(16, 14, 10),
    done=(186, 174, 146), plate=(246, 234, 202), other_plate=(236, 222, 188), fill=(70, 50, 34),
    mark=(150, 120, 90), accent=(200, 80, 40),
)  # fmt: skip
ORANGE = Scheme(
    page=(236, 164, 74), cell=WHITE, line=(196, 200, 208), thick=(30, 40, 60), ink=WHITE,
    done=(126, 140, 164), plate=(38, 54, 84), other_plate=(52, 70, 104), fill=(38, 54, 84),
    mark=(200, 90, 60), accent=(255, 206, 84),
)  # fmt: skip
LEAVES = Scheme(
    page=(132, 166, 58), cell=(168, 196, 88), line=(70, 96, 26), thick=(24, 34, 8), ink=(248, 252, 236),
    done=(160, 184, 110), plate=(88, 116, 34), other_plate=(70, 96, 24), fill=(24, 26, 18),
    mark=(40, 54, 16), accent=(236, 240, 200),
)  # fmt: skip
CANDY = Scheme(
    page=(252, 226, 232), cell=WHITE, line=(240, 196, 208), thick=(176, 74, 110), ink=(120, 36, 72),
    done=(222, 176, 194), plate=WHITE, other_plate=(255, 240, 244), fill=(222, 76, 130), mark=(230, 150, 176),
    accent=(86, 150, 214),
)  # fmt: skip
GREY_WINDOW = Scheme(
    page=(230, 230, 230), cell=WHITE, line=(90, 90, 90), thick=(30, 30, 30), ink=(10, 10, 10),
    done=(150, 150, 150), plate=(170, 222, 172), other_plate=(150, 208, 154), fill=(34, 34, 40),
    mark=(140, 140, 140), accent=(40, 90, 230),
)  # fmt: skip
CONSOLE = Scheme(
    page=(176, 204, 236), cell=(236, 244, 255), line=(190, 206, 230), thick=(240, 160, 40), ink=(24, 28, 44),
    done=(92, 110, 150), plate=(140, 172, 226), other_plate=(140, 172, 226), fill=(30, 122, 196),
    mark=(232, 124, 60), accent=(250, 210, 40),
)  # fmt: skip
SLATE = Scheme(
    page=(40, 52, 64), cell=(226, 232, 238), line=(168, 178, 190), thick=(70, 84, 100), ink=(236, 240, 246),
    done=(104, 120, 136), plate=(58, 74, 90), other_plate=(72, 90, 108), fill=(44, 140, 140),
    mark=(130, 60, 70), accent=(255, 170, 60),
)  # fmt: skip


SMALL = ((5, 5), (7, 7), (10, 10))
USUAL = ((5, 5), (10, 10), (10, 10), (15, 15), (20, 15), (20, 20))
ODD = ((3, 7), (12, 20), (17, 19), (8, 8), (15, 10), (10, 5), (25, 20))
LARGE = ((15, 15), (20, 20), (25, 25), (30, 30))
LOOKS = (
    # The commonest: pale boxes behind the hints, thin lines, thick fives, numbers that shrink on long lines.
    Look(
        "paper",
        "phone",
        (PAPER_BLUE, PAPER_GREEN),
        BoardStyle(thin=0.02, thick=0.05, frame=0.06),
        HintStyle(height=0.36, space=0.45, step=1.32, margin=0.22, most=2.9, plate="box", plate_gap=0.06),
        USUAL,
        (720, 1080, 1080, 1170, 1440),
        ("hanken", "source-sans", "manrope"),
        dones=("faded", "struck"),
        zeros=("0", "nothing"),
    ),
    # Board and hints one grid, as on web pages with large tables; shapes of every proportion.
    Look(
        "ledger",
        "browser",
        (PLAIN,),
        BoardStyle(thin=0.04, thick=0.09, frame=0.13),
        HintStyle(height=0.5, slot=1.0, margin=0, plate="grid", widest=0.84),
        ODD,
        (20, 24, 28),
        ("source-sans", "hanken", "aileron"),
        dones=("same", "struck"),
        zeros=("nothing", "0"),
        whole_px=True,
    ),
    # No lines: rounded tiles with gaps, dark or light, the numbers free on the page.
    Look(
        "tiles",
        "phone",
        (NIGHT, CANDY),
        BoardStyle(thin=0, thick=0, frame=0, gap=0.12, radius=0.24),
        HintStyle(height=0.4, space=0.5, step=1.4, margin=0.22),
        SMALL,
        (540, 1080, 1440),
        ("manrope-semibold", "source-sans-semibold"),
        dones=("faded", "vanish"),
        zeros=("0", "crossed"),
        played=0.6,
    ),
    # Light digits on black, the board pale; bands that fade away; every fifth line coloured.
    Look(
        "lantern",
        "phone",
        (BLACK_GOLD,),
        BoardStyle(thin=0.02, thick=0.06, frame=0.0),
        HintStyle(height=0.46, space=0.42, step=1.24, margin=0.18, plate="fade", stripes=True),
        ((10, 10), (15, 15), (20, 20)),
        (1080, 1170),
        ("hanken-medium", "source-sans-bold"),
    ),
    # Black frames and lines as thick as fences, cells of cream, in a dark surrounding.
    Look(
        "fence",
        "crop",
        (TAN,),
        BoardStyle(thin=0.09, thick=0.16, frame=0.14),
        HintStyle(height=0.56, slot=0.74, margin=0.1, plate="box", plate_radius=0),
        ((5, 5), (10, 10), (12, 20), (15, 15)),
        (26, 40),
        ("source-sans-black", "hanken-bold"),
        dones=("same", "faded"),
        zeros=("0", "nothing"),
        played=0.2,
    ),
    # Numbers without any space, those of two digits in another colour; dark pills over a textured page.
    Look(
        "snake",
        "tablet",
        (ORANGE,),
        BoardStyle(thin=0.025, thick=0.05, frame=0.05),
        HintStyle(
            height=0.5,
            space=0.06,
            step=1.08,
            widest=0.62,
            margin=0.27,
            plate="pill",
            plate_gap=0.14,
            doubles="colour",
        ),
        ((10, 10), (15, 15), (15, 15), (20, 20)),
        (1080, 1320),
        ("fredoka", "manrope-extrabold"),
        backdrops=("weave", "blurs"),
        dones=("same",),
        played=0.2,
    ),
    # Numbers without any space, every second one in another shade.
    Look(
        "ticker",
        "phone",
        (SLATE, PAPER_BLUE),
        BoardStyle(thin=0.03, thick=0.08, frame=0.08),
        HintStyle(height=0.48, space=0.08, step=1.16, widest=0.7, margin=0.2, doubles="alternate"),
        ((10, 10), (15, 15), (20, 15)),
        (828, 1080),
        ("source-sans-bold", "hanken-bold"),
        dones=("same",),
        played=0.2,
    ),
    # A desktop window: striped hint areas on green leaves, a lit row and column, light digits.
    Look(
        "meadow",
        "desktop",
        (LEAVES,),
        BoardStyle(thin=0.08, thick=0.08, frame=0.1, checks=0.06),
        HintStyle(height=0.42, space=0.6, step=1.34, margin=0.26, stripes=True, plate="box", plate_radius=0),
        ((10, 15), (10, 10), (15, 20), (5, 5)),
        (28, 36),
        ("source-sans-semibold", "aileron"),
        backdrops=("dots", "blurs"),
        dones=("faded", "same"),
        zeros=("0", "nothing"),
        cursor=True,
    ),
    # A desktop window: numbers in a grid of their own, only as far as there are any; a selected cell.
    Look(
        "stairs",
        "desktop",
        (GREY_WINDOW,),
        BoardStyle(thin=0.04, thick=0.0, frame=0.04),
        HintStyle(height=0.46, slot=1.0, margin=0, plate="stairs", plate_radius=0, widest=0.8),
        ((10, 10), (20, 20), (25, 25)),
        (20, 26),
        ("source-sans", "aileron"),
        dones=("same", "faded"),
        zeros=("0", "nothing"),
        whole_px=True,
        cursor=True,
        played=0.25,
    ),
    # A console of the past: dotted digits, a checked page, fading bands, a panel with the time.
    Look(
        "cartridge",
        "console",
        (CONSOLE,),
        BoardStyle(thin=0.05, thick=0.08, frame=0.09, checks=0.05),
        HintStyle(height=0.46, space=0.22, step=1.3, margin=0.14, widest=0.86, plate="fade"),
        ((5, 5), (10, 10), (15, 15), (10, 15)),
        (22, 30, 44),
        ("pixel",),
        backdrops=("checks", "gradient"),
        whole_px=True,
        crisp=True,
    ),
    # As a plotting script draws it: a small picture of a large board, with lines of one pixel.
    Look(
        "plotter",
        "crop",
        (PLAIN, GREY_WINDOW),
        BoardStyle(thin=0.03, thick=0.1, frame=0.1),
        HintStyle(height=0.5, space=0.62, step=1.3, widest=0.8, margin=0.26),
        LARGE,
        (16, 20, 30),
        ("source-sans-bold", "source-serif", "aileron"),
        dones=("same",),
        zeros=("nothing", "0"),
        played=0.3,
        whole_px=True,
    ),
    # Coloured: white digits on coloured squares, inverted when they are satisfied.
    Look(
        "confetti",
        "browser",
        (PLAIN, PAPER_BLUE),
        BoardStyle(thin=0.05, thick=0.11, frame=0.12),
        HintStyle(height=0.5, slot=1.0, margin=0, widest=0.8, colours="squares"),
        ((5, 5), (10, 10), (15, 10), (15, 15)),
        (22, 28, 34),
        ("source-sans-bold", "hanken-bold"),
        dones=("inverted", "same"),
        zeros=("nothing",),
        colours=(2, 3, 4),
        played=0.5,
        whole_px=True,
    ),
    # Coloured: coloured digits, on a phone.
    Look(
        "crayon",
        "phone",
        (PAPER_BLUE, NIGHT),
        BoardStyle(thin=0.025, thick=0.07, frame=0.07, fill_inset=0.06, fill_radius=0.12, mark="dot"),
        HintStyle(height=0.5, space=0.5, step=1.26, margin=0.2, plate="box", plate_gap=0.08),
        ((5, 5), (10, 10), (15, 10), (15, 15)),
        (720, 1080, 1170),
        ("manrope-extrabold", "source-sans-bold"),
        dones=("faded", "same", "struck"),
        zeros=("0", "nothing"),
        colours=(2, 3, 4, 5),
        played=0.5,
    ),
    # Badges and tiles, one per number, satisfied ones inverted, on a gradient; more room after five cells.
    Look(
        "badges",
        "tablet",
        (CANDY, SLATE),
        BoardStyle(thin=0.03, thick=0.05, frame=0.05, block_gap=0.06),
        HintStyle(height=0.42, slot=0.84, margin=0, plate="badge", widest=0.56),
        ((5, 5), (10, 10), (10, 15)),
        (768, 1200),
        ("fredoka", "manrope-semibold"),
        backdrops=("gradient",),
        dones=("faded", "same"),
        played=0.4,
    ),
    # Tiny: hardly more than three hundred pixels wide.
    Look(
        "thumbnail",
        "phone",
        (PAPER_BLUE, PAPER_GREEN),
        BoardStyle(thin=0.02, thick=0.06, frame=0.07),
        HintStyle(height=0.5, space=0.5, step=1.3, margin=0.2, smallest_px=6.5, plate="box", plate_gap=0.08),
        ((5, 5), (10, 10), (10, 10), (15, 15)),
        (305, 360, 480),
        ("hanken-medium", "source-sans-semibold"),
        dones=("same",),
        played=0.3,
    ),
    # A table with a header that is deeper than its numbers need: they stand at its far end, or in its middle.
    Look(
        "timetable",
        "browser",
        (PLAIN, GREY_WINDOW),
        BoardStyle(thin=0.05, thick=0.05, frame=0.08),
        HintStyle(height=0.42, step=1.35, margin=0.3, spare=1.2, plate="header", sides=("middle", "far")),
        ((5, 5), (10, 10), (10, 10), (15, 10), (15, 15)),
        (28, 34, 40),
        ("source-sans", "hanken", "source-serif"),
        dones=("same", "faded"),
        whole_px=True,
    ),
    # Squares with numbers a cell away from the board.
    Look(
        "satellites",
        "desktop",
        (NIGHT, CANDY, PLAIN),
        BoardStyle(thin=0.06, thick=0.06, frame=0.12),
        HintStyle(height=0.46, slot=1.0, margin=0, gap=1.0, plate="stairs", plate_radius=0.0, widest=0.8),
        ((5, 5), (10, 10), (10, 10), (12, 12), (15, 15)),
        (30, 36, 44),
        ("source-sans-bold", "manrope", "hanken"),
        dones=("same", "faded"),
        zeros=("nothing", "0"),
    ),
)


def look_named(name: str) -> Look:
    return next(look for look in LOOKS if look.name == name)
