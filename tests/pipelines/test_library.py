"""What a program or a notebook can do with the results, and in which forms it may give pictures."""

import builtins
import inspect
import io
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from own_process import FIXTURES, PLAYED, ROOT, TILES
from own_process import WHITE as SHOT
from PIL import Image

import picrosser
from picrosser.errors import NoAnswerError, OutputRefusedError
from picrosser.puzzles.doubt import Doubt, HintPlace

HOUSE = SHOT.with_suffix(".toml")
BOARD = FIXTURES / "katamino" / "drawn-part-filled.png"
ROWS = ("11111", "11221", "12222", "11221", "11111")
DOT = picrosser.Nonogram(((picrosser.Run(1),),) * 2, ((picrosser.Run(1),),) * 2)  # two solutions


def opened() -> Image.Image:
    return Image.open(SHOT)


def pixels() -> np.ndarray:
    return np.array(opened().convert("RGB"))


FORMS = {
    "str": lambda: str(SHOT),
    "Path": lambda: SHOT,
    "bytes": SHOT.read_bytes,
    "bytearray": lambda: bytearray(SHOT.read_bytes()),
    "memoryview": lambda: memoryview(SHOT.read_bytes()),
    "file": lambda: SHOT.open("rb"),
    "BytesIO": lambda: io.BytesIO(SHOT.read_bytes()),
    "image": opened,
    "RGBA-image": lambda: opened().convert("RGBA"),
    "palette-image": lambda: opened().convert("P", palette=Image.Palette.ADAPTIVE),
    "array": pixels,
    "RGBA-array": lambda: np.asarray(opened().convert("RGBA")),
    "floats": lambda: pixels() / 255,
    "float32": lambda: (pixels() / 255).astype(np.float32),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_screenshot_may_be_given_in_many_forms_and_its_solution_prints_as_a_board(form):
    source = FORMS[form]()
    assert str(picrosser.solve_screenshot(source).solution) == "\n".join(ROWS)
    if hasattr(source, "close"):
        source.close()


def test_an_array_of_pixels_is_not_copied_and_an_image_not_closed():
    array = pixels()
    assert picrosser.load_image(array) is array
    image = opened()
    picrosser.load_image(image)
    assert image.getpixel((0, 0)) is not None


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (np.array([[0, 7]], np.uint8), [[0, 0, 0], [7, 7, 7]]),
        (np.array([[[0], [7]]], np.uint8), [[0, 0, 0], [7, 7, 7]]),
        (np.array([[False, True]]), [[0, 0, 0], [255, 255, 255]]),
        (np.array([[0.0, 0.2, 1.0]]), [[0, 0, 0], [51, 51, 51], [255, 255, 255]]),
        (np.array([[[9, 8, 7, 255], [9, 8, 7, 0]]], np.uint8), [[9, 8, 7], [255, 255, 255]]),
        (np.array([[[0, 100, 200, 128]]], np.uint8), [[127, 177, 227]]),
    ],
)
def test_arrays_of_other_kinds_are_converted(array, expected):
    image = picrosser.load_image(array)
    assert (image.dtype, image.tolist()) == (np.uint8, [expected])


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(5), r"shape \(5,\)"),
        (np.zeros((3, 4, 2), np.uint8), r"shape \(3, 4, 2\)"),
        (np.zeros((2, 3, 4, 3), np.uint8), r"shape \(2, 3, 4, 3\)"),
        (np.zeros((0, 4, 3), np.uint8), r"shape \(0, 4, 3\)"),
        (np.zeros((3, 4, 3), np.int64), r"int64 values.*astype\(numpy.uint8\)"),
        (np.zeros((3, 4), np.uint16), "uint16 values"),
        (np.full((3, 4), 200.0), "from 200 to 200"),
        (np.full((3, 4), np.nan), "from nan to nan"),
        (np.full((3, 4), "x"), "values cannot be read"),
    ],
)
def test_an_array_that_is_no_picture_is_refused_with_what_is_accepted(array, message):
    with pytest.raises(ValueError, match=message) as refused:
        picrosser.solve_screenshot(array)
    assert "(H, W, 3)" in str(refused.value)


@pytest.mark.parametrize("source", [None, 3, ["shot.png"], [[[255, 255, 255]] * 2] * 2])
def test_what_is_no_picture_at_all_is_refused(source):
    with pytest.raises(TypeError, match="a path, bytes, an open file, a Pillow image or an array, not"):
        picrosser.solve_screenshot(source)


def test_the_answer_is_saved_and_no_file_is_overwritten_unasked(tmp_path):
    solved = picrosser.solve_screenshot(SHOT)
    place = tmp_path / "out.png"
    solved.save(str(place))
    with Image.open(place) as saved:
        assert saved.size == solved.image.shape[1::-1]
        assert np.array_equal(np.asarray(saved), np.asarray(solved.draw()))
    place.write_bytes(b"mine")
    with pytest.raises(OutputRefusedError, match="exists already"):
        solved.save(place)
    assert place.read_bytes() == b"mine"
    solved.save(place, force=True)
    assert place.read_bytes().startswith(b"\x89PNG")
    solved.save(tmp_path / "out.jpg")
    assert (tmp_path / "out.jpg").read_bytes().startswith(b"\xff\xd8")
    for name in ("out", "out.xyz", "out.psd"):
        with pytest.raises(OutputRefusedError, match="name it"):
            solved.save(tmp_path / name)
        assert not (tmp_path / name).exists()


def test_nothing_is_drawn_where_something_is_in_doubt(tmp_path):
    sure = picrosser.solve_screenshot(SHOT)
    doubts = (Doubt(HintPlace("row", 2, 0), None, (), "something hides it"),)
    in_doubt = {part: replace(getattr(sure, part), doubts=doubts) for part in ("reading", "settled")}
    solved = replace(sure, **in_doubt)
    assert solved.solution is None
    with pytest.raises(NoAnswerError, match="no answer to draw") as refused:
        solved.save(tmp_path / "out.png")
    assert refused.value.exit_code is solved.exit_code
    assert not list(tmp_path.iterdir())
    assert solved._repr_png_() is None
    assert "<img" not in solved._repr_html_()
    assert "something hides it" in repr(solved)


def values() -> dict[str, object]:
    cat, nonogram = picrosser.solve_screenshot(SHOT), picrosser.solve_screenshot(TILES)
    packed = picrosser.solve_screenshot(BOARD, kind="katamino")
    return {
        "hungry cat": cat, "its reading": cat.reading, "its puzzle": cat.puzzle, "its outcome": cat.outcome,
        "picture": cat.solution, "nonogram": nonogram, "its reading too": nonogram.reading,
        "its puzzle too": nonogram.puzzle, "several": picrosser.solve(DOT), "katamino": packed,
        "pieces": packed.puzzle, "packing": packed.outcome, "checked": picrosser.check_screenshot(PLAYED),
        "hinted": picrosser.hint_screenshot(SHOT), "lattice": cat.lattice,
        "its pieces": packed.reading, "its board": packed.reading.board, "its problem": packed.problems[0],
        "its progress": picrosser.hint_screenshot(BOARD).found,
    }  # fmt: skip


@pytest.mark.slow
def test_values_show_themselves_in_notebooks_and_have_short_reprs():
    for name, value in values().items():
        assert len(repr(value)) <= 260, name
        assert " at 0x" not in repr(value), name
        if name == "lattice":
            continue
        shown = value._repr_html_()
        assert shown.count("<svg") + shown.count("<img") == 1, name
        assert Image.open(io.BytesIO(value._repr_png_())).width > 40, name


def test_what_has_no_picture_is_shown_in_words():
    card = picrosser.solve_screenshot(BOARD.with_name("drawn-number-card.png"), kind="katamino")
    none = picrosser.solve(picrosser.Nonogram(((picrosser.Run(1),),), ((),)))
    assert repr(card.reading).startswith("<KataminoReading card, rows: ")
    for value, words in ((card.reading, "card"), (none, "no solution")):
        assert value._repr_html_().startswith(f"<p>{words}")
        assert value._repr_png_() is None
        assert words in repr(value)


def test_a_long_repr_is_cut():
    lines = ((picrosser.Run(1), picrosser.Run(1)),) * 50
    text = repr(picrosser.Nonogram(lines, lines))
    assert text.startswith("<Nonogram 50 x 50, 1 colour: rows 1 1, 1 1, ")
    assert text.endswith("...")
    assert len(text) <= 200


SIGNATURES = """
import picrosser, inspect
assert set(dir(picrosser)) == {*picrosser.__all__, '__version__'}
for name in dir(picrosser):
    value = getattr(picrosser, name)
    if inspect.isfunction(value): assert ' at 0x' not in str(inspect.signature(value)), name
assert set(dir(picrosser)) == {*picrosser.__all__, '__version__'}
"""
DRAWING = """
import sys, picrosser
picrosser.solve(picrosser.Nonogram([[1]], [[1]]))
assert not {'numpy', 'PIL', 'picrosser.drawing'} & set(sys.modules)
"""


@pytest.mark.parametrize("script", [SIGNATURES, DRAWING], ids=["signatures and dir", "late imports"])
def test_signatures_have_no_addresses_dir_no_strays_and_drawing_is_imported_when_asked_for(script):
    subprocess.run([sys.executable, "-c", script], check=True)


ONE = picrosser.Nonogram([[1]], [[1]])
FIVE = picrosser.Katamino([picrosser.parse_piece("I")], picrosser.plain_board(5))
PATH = "nowhere.toml"
LATTICE = picrosser.Lattice((0, 9), (0, 9))
CELLS = np.zeros((9, 9, 3), np.uint8)

# Calls with a wrong value: a function, the arguments before it, and what is wanted.
WRONG = [
    ("solve", (), "a HungryCat or Nonogram"), ("count_solutions", (), "a HungryCat or Nonogram"),
    ("deductions", (), "a HungryCat or Nonogram"), ("deductions", (ONE,), "the board's cells"),
    ("show", (), "a HungryCat, Nonogram or Katamino"), ("pack", (), "a Katamino"),
    ("count_packings", (), "a Katamino"), ("packing_violations", (), "a Katamino"),
    ("packing_violations", (FIVE,), "a Picture"), ("check_board_progress", (), "a Board"),
    ("load_puzzle", (), "a path"), ("load_packing", (), "a path"), ("save_puzzle", (), "a path"),
    ("save_puzzle", (PATH,), "a HungryCat or Nonogram"), ("save_packing", (), "a path"),
    ("save_packing", (PATH,), "a Katamino"), ("overlay", (), "an array"), ("overlay", (CELLS,), "a Lattice"),
    ("overlay", (CELLS, LATTICE), "a Picture"), ("mark_mistakes", (), "an array"),
    ("mark_mistakes", (CELLS,), "a Lattice"), ("mark_steps", (), "an array"),
    ("mark_steps", (CELLS,), "a Lattice"),
    ("parse_piece", (), "a piece's number"), ("plain_board", (), "the pieces' number of cells"),
    ("solve_many", (), "several paths"), ("solve_screenshot", (), "a path"), ("read", (), "a path"),
    ("check_screenshot", (), "a path"), ("hint_screenshot", (), "a path"), ("load_image", (), "a path"),
    ("Nonogram", (), "rows as tuples or lists"), ("HungryCat", (), "rows as tuples or lists"),
    ("Katamino", (), "pieces as parse_piece"), ("Picture", (), "cells as nested lists"),
]  # fmt: skip
AFTER = {  # the arguments that follow the first
    "Nonogram": ([[1]],), "Katamino": (FIVE.board,), "Picture": ([],), "HungryCat": ([[1]], [(0, 0, 0)] * 2),
    "deductions": ([[0]],), "overlay": (LATTICE, 0), "packing_violations": (0,),
    "check_board_progress": ((),), "save_puzzle": (ONE,), "save_packing": (FIVE,),
    "mark_mistakes": (LATTICE, {}), "mark_steps": (LATTICE, []),
}  # fmt: skip


@pytest.mark.parametrize(("name", "given", "wanted"), WRONG, ids=[f"{one}-{what}" for one, _, what in WRONG])
def test_a_wrong_type_is_named_with_what_is_wanted(name, given, wanted):
    with pytest.raises(TypeError, match=f"{wanted}.*(not float|found 3.5)"):
        getattr(picrosser, name)(*given, 3.5, *AFTER.get(name, ())[len(given) :])


def test_every_public_function_is_tried_with_a_wrong_type():
    functions = {name for name in picrosser.__all__ if inspect.isfunction(getattr(picrosser, name))}
    assert functions <= {name for name, *_ in WRONG}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: picrosser.solve(picrosser.load_puzzle(HOUSE)), "not PuzzleFile; give its .puzzle"),
        (lambda: picrosser.solve_many("shot.png"), "expected several paths, not str"),
        (lambda: picrosser.solve_many([SHOT], jobs=0), "jobs has to be 1 or more"),
        (lambda: picrosser.solve_many([SHOT], kind="sudoku"), "'sudoku' is not a kind of puzzle"),
        (lambda: picrosser.hint_screenshot(SHOT, strength="x"), "strength is 'x', it must be one of nudge"),
        (lambda: picrosser.solve_screenshot(SHOT, fixes="r1=2"), "expected fixes as a mapping"),
        (lambda: picrosser.read(SHOT, time_limit_s="60"), "expected a time limit in seconds, not str"),
        (lambda: picrosser.Nonogram("ab", "c"), "of Run or whole numbers, found 'ab'"),
    ],
)
def test_an_argument_that_is_nearly_right_is_refused_in_words(call, message):
    with pytest.raises((TypeError, ValueError), match=re.escape(message)):
        call()


def test_lists_and_numbers_are_taken_for_lines_of_hints():
    run, two = picrosser.Run(1), picrosser.CountHint(2, contiguous=True)
    colours = ((255, 255, 255), (200, 0, 0))
    assert picrosser.Nonogram([[1], []], [[1], None]) == picrosser.Nonogram(((run,), ()), ((run,), None))
    stated = picrosser.HungryCat(((two,),), ((picrosser.CountHint(1),),) * 2, colours)
    assert picrosser.HungryCat([[-2]], [[1], [1]], [list(tone) for tone in colours]) == stated
    for cells in (picrosser.Picture([[-1]], colours), [[-1]]):
        (step,) = picrosser.deductions(ONE, cells)
        assert step.why == "row 1: fill column 1: its hint fills the row"


def test_errors_that_the_public_names_document_are_public():
    texts = [getattr(picrosser, name).__doc__ or "" for name in picrosser.__all__]
    named = {word for text in texts for word in re.findall(r"\b[A-Z]\w+Error\b", text)}
    assert {name for name in named if not hasattr(builtins, name)} <= set(picrosser.__all__)


def test_advice_in_the_library_names_its_parameters(tmp_path):
    (place := tmp_path / "x.toml").touch()
    with pytest.raises(OutputRefusedError, match="pass force=True to overwrite it"):
        picrosser.save_puzzle(place, ONE)


USER_SCRIPT = """
import picrosser

solved = picrosser.solve_screenshot("shot.png", time_limit_s=30)
if solved.doubts:
    raise SystemExit(solved.verdict)
print(solved.solution)
solved.save("answer.png", force=True)
checked = picrosser.check_screenshot("shot.png")
for mistake in checked.mistakes:
    print(mistake)
for step in picrosser.hint_screenshot("shot.png", 3, strength="rule").steps:
    print(step.why)
file = picrosser.load_puzzle("puzzle.toml")
outcome = picrosser.solve(file.puzzle, time_limit_s=10)
picrosser.solve(picrosser.Nonogram([[1], [2]], [[2], [1]]))
picrosser.solve(picrosser.HungryCat([[-2]], [[1], [1]], [(0, 0, 0), (255, 0, 0)]))
print(picrosser.pack(picrosser.Katamino([picrosser.parse_piece("I")], picrosser.plain_board(5))))
if outcome.picture is not None:
    print(outcome.status.value, outcome.picture.cells.sum())
try:
    picrosser.save_puzzle("copy.toml", file.puzzle)
except picrosser.OutputRefusedError as error:
    print(error.seen, error.advice, error.exit_code)
"""


@pytest.mark.slow
def test_a_users_script_type_checks(tmp_path):
    (tmp_path / "script.py").write_text(USER_SCRIPT)
    words = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(tmp_path / "script.py")]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_results_come_with_errors_among_them(tmp_path):
    broken = tmp_path / "broken.png"
    broken.write_bytes(SHOT.read_bytes()[:2000])
    found = {one.path: one for one in picrosser.solve_many([SHOT, broken, str(SHOT)], jobs=2)}
    assert set(found) == {SHOT, broken, str(SHOT)}
    for path in (SHOT, str(SHOT)):
        assert found[path].exit_code is picrosser.ExitCode.OK
        assert repr(found[path].solved.solution) == f"Picture({'/'.join(ROWS)})"
    assert found[broken].exit_code is picrosser.ExitCode.INPUT_UNREADABLE
    assert "broken.png" in found[broken].verdict


def test_a_listener_gets_each_result_within_the_time_limit_of_each_picture():
    heard: list[picrosser.OneOfMany] = []
    assert picrosser.solve_many([SHOT], jobs=1, time_limit_s=0.0, on_result=heard.append) is None
    [one] = heard
    assert (one.path, one.exit_code) == (SHOT, picrosser.ExitCode.GAVE_UP)
    assert "time_limit_s" in one.verdict


def test_a_script_without_a_main_guard_is_told_so(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"import picrosser\nprint(list(picrosser.solve_many([{str(SHOT)!r}], jobs=1)))\n")
    env = {"PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, env=env)
    assert run.returncode == 1
    assert "if __name__ == '__main__'" in run.stderr.splitlines()[-1]
