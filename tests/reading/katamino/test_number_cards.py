"""Cards that print only numbers: shapes are read together by the rules; labels and head may be large."""

from itertools import product

import numpy as np
import pytest
from made_katamino import as_rgb, number_card

from picrosser.pipelines.katamino import _with_head
from picrosser.puzzles.katamino import BOX, CardRow
from picrosser.reading.glyphs.digit_likelihoods import SURE_NATS
from picrosser.reading.glyphs.digits import GlyphGroup
from picrosser.reading.katamino.number_table import _joint_readings
from picrosser.reading.katamino.read import read_katamino
from picrosser.reading.katamino.reading import KataminoReading, Kind
from picrosser.reading.stages import Guess
from picrosser.running.deadline import NO_DEADLINE

ROWS = ((6, 3, 7, 2, 11), (1, 12, 7, 10, 4), (5, 6, 1, 8, 9))


@pytest.mark.parametrize("word", ["", "P", "PENTA", "Penta"])
@pytest.mark.parametrize(("label_px", "head_px"), [(24, 24), (40, 36), (20, 44)])
def test_labels_and_head_may_be_larger_than_the_numbers(word, label_px, head_px):
    card = number_card(ROWS, word=word, label_px=label_px, head_px=head_px)
    reading = read_katamino(as_rgb(card))
    assert not reading.doubts
    assert [tuple(piece.number for piece in row.pieces) for row in reading.rows] == list(ROWS)
    assert [problem.penta for problem in reading.rows[0].problems] == [3, 4, 5]


@pytest.mark.parametrize("seed", range(8))
def test_shapes_are_read_together_as_by_trying_everything(seed):
    rng = np.random.default_rng(seed)
    shapes = [tuple((-rng.uniform(0, 9, 10)).tolist()) for _ in range(4)]
    groups = [GlyphGroup((0,), Guess(int(np.argmax(nats)), 1.0), nats, 0.0) for nats in shapes]
    spelt = [[(0,), (1,), (2, 3)], [(1,), (3,), (0,)]]
    expected = []
    for digits in product(range(10), repeat=4):
        nats = [one.nats[digit] for one, digit in zip(groups, digits, strict=True)]
        rows = [[int("".join(str(digits[at]) for at in word)) for word in row] for row in spelt]
        kept = all(len(set(row)) == 3 and min(row) >= 1 and max(row) <= 12 for row in rows)
        if kept and min(nats) > SURE_NATS and rows[0][2] >= 10:  # "03" is no number
            allowed = (range(1, 10), range(1, 10), [1], [1, 2])
            looks = [max(some, key=one.nats.__getitem__) for some, one in zip(allowed, groups, strict=True)]
            twice = sum(d in digits[:at] and d != looks[at] for at, d in enumerate(digits))
            expected.append((sum(nats) + SURE_NATS * twice, tuple(value for row in rows for value in row)))
    found = list(_joint_readings(groups, spelt))
    assert [values for _, values in found] == [values for _, values in sorted(expected, reverse=True)]
    assert np.allclose([nats for nats, _ in found], sorted((nats for nats, _ in expected), reverse=True))


# ---- Cards whose head only the packings tell


PACKABLE = ((2, 3, 10, 6), (4, 6, 7, 2))  # of the game's small slam, which begins with three pieces


def row(label: str, numbers: tuple[int, ...]) -> CardRow:
    return CardRow(label, tuple(BOX[number - 1] for number in numbers), 3)


@pytest.mark.parametrize(("rows", "first"), [(PACKABLE, 3), (((12, 1, 9, 8), (12, 9, 1, 11)), None)])
def test_an_unreadable_head_follows_from_the_packings_or_is_refused(rows, first):
    card = tuple(row("ab"[at], one) for at, one in enumerate(rows))
    settled = _with_head(KataminoReading(Kind.CARD, card, (), head_read=False), NO_DEADLINE)
    if first is None:
        assert settled.doubts
    else:
        assert not settled.doubts
        assert {one.first for one in settled.rows} == {first}
