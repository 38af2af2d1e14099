"""The colours of the looks: pages light and dark, inks, plates, fills."""

from __future__ import annotations

from drawn.nonograms.look import Scheme

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
