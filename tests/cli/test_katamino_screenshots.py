"""`picrosser katamino CARD.png`, `picrosser CARD.png` and `picrosser read CARD.png`."""

from __future__ import annotations

import json
import tomllib

import pytest
from made_katamino import ROWS, drawn_card, lay, sheet
from PIL import Image

from picrosser.puzzles.katamino import BOX


@pytest.fixture
def card(tmp_path):
    path = tmp_path / "card.png"
    drawn_card().save(path)
    return path


@pytest.fixture
def pieces(tmp_path):
    image, draw = sheet(560, 160)
    for at, number in enumerate((2, 3, 10)):
        lay(draw, BOX[number - 1].shape, (30, 30 + 160 * at), (24, 24), BOX[number - 1].colour)
    path = tmp_path / "pieces.png"
    image.save(path)
    return path


def test_one_problem_of_a_card_is_packed_and_drawn(card, tmp_path, cli):
    out = tmp_path / "out.png"
    text, told = cli(["katamino", card, "--row", "b", "--penta", "6", "-o", out])
    assert len(text.strip().splitlines()) == 5
    assert set(text.replace("\n", "")) == {BOX[number - 1].letter for number in ROWS[1]}
    assert "row b, Penta 6" in told
    with Image.open(out) as drawn, Image.open(card) as shot:
        assert drawn.width > shot.width


def test_a_card_is_recognised_and_all_its_problems_told(card, cli):
    text = cli([card]).out
    assert "a 3:" in text
    assert "c 6:" in text
    assert card.with_name("card-solved.png").exists()


def test_json_has_the_problem(card, cli):
    facts = json.loads(cli(["katamino", card, "--row", "a", "--penta", "3", "--json", "-f"]).out)
    assert facts["exit"] == 0
    assert facts["schema"] == "picrosser/1"
    assert facts["puzzle"]["pieces"] == list(ROWS[0][:3])
    assert len(facts["solution"]) == 5
    assert facts["problems"][0]["row"] == "a"
    assert facts["mistakes"] == []


@pytest.mark.parametrize(
    ("words", "said"), [(("--row", "q"), "its rows are a to c"), (("--penta", "9"), "Penta 3 to 6")]
)
def test_problems_that_do_not_exist_are_one_clear_line(card, cli, words, said):
    text, told = cli(["katamino", card, *words], 2)
    assert not text
    assert said in told
    assert told.count("\n") == 1


def test_read_gives_toml_of_one_problem_or_says_which_there_are(card, pieces, cli):
    text, _ = cli(["read", pieces])
    assert tomllib.loads(text) == {"kind": "katamino", "pieces": [2, 3, 10]}
    text, told = cli(["read", card], 2)
    assert "rows a to c, Penta 3 to 6" in told
