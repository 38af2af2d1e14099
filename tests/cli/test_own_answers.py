"""What earlier runs wrote: which of it may be replaced without being asked."""

import hashlib
import shutil
from pathlib import Path
from typing import Any

import pytest
from canned_readings import UNIQUE, png
from own_process import TILES as OTHER
from own_process import WHITE as FIXTURE
from own_process import files_in
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from picrosser.__main__ import main
from picrosser.cli.inout import screenshots
from picrosser.debugging.recorded_folder import MANIFEST


@pytest.fixture
def shot(tmp_path):
    return Path(shutil.copy(FIXTURE, tmp_path / "shot.png"))


@pytest.fixture
def answer(shot, cli):
    cli(["hint", "-q", shot])
    return shot.with_name("shot-hint.png")


def test_an_answer_that_another_run_writes_at_the_same_moment_is_replaced(shot, monkeypatch, cli):
    """It comes after the name was found free, and before it is taken: three runs at once did that, rarely."""
    answer, other = shot.with_name("answer.png"), shot.with_name("other.png")
    cli(["hint", "-q", shot, "-n", "3", "-o", other])
    take = Path.hardlink_to

    def take_too_late(self: Path, target: Path) -> None:
        shutil.copy(other, self)
        take(self, target)

    monkeypatch.setattr(Path, "hardlink_to", take_too_late)
    cli(["hint", "-q", shot, "-o", answer])
    assert answer.read_bytes() != other.read_bytes()


def test_an_answer_states_what_was_read_not_what_the_file_holds_since(shot, monkeypatch, cli):
    read = hashlib.sha256(shot.read_bytes()).hexdigest()
    solve = screenshots.solve_screenshot

    def solve_while_it_is_replaced(*args: Any, **more: Any) -> Any:
        shutil.copy(OTHER, shot)
        return solve(*args, **more)

    monkeypatch.setattr(screenshots, "solve_screenshot", solve_while_it_is_replaced)
    cli(["-q", shot])
    with Image.open(shot.with_name("shot-solved.png")) as answer:
        assert f"sha256:{read}" in answer.info["Source"]
    cli(["-q", "--skip-existing", shot], 2)  # it is told, and not left out


def edited(answer: Path) -> None:
    """Save it as an editor does that keeps the texts of a picture: only its pixels are others."""
    with Image.open(answer) as image:
        texts = PngInfo()
        for keyword, text in image.info.items():
            texts.add_text(keyword, text)
        image.putpixel((3, 3), (255, 0, 0))
        image.save(answer, pnginfo=texts)


def other_input(answer: Path) -> None:
    """The screenshot has become another one since."""
    with Image.open(answer.with_name("shot.png")) as image:
        image.putpixel((0, 0), (255, 0, 0))
        image.save(answer.with_name("shot.png"))


def other_command(answer: Path) -> None:
    """The answer is the whole solution."""
    answer.unlink()
    assert main(["-q", str(answer.with_name("shot.png")), "-o", str(answer)]) == 0


def strangers(answer: Path) -> None:
    """It is no answer at all."""
    shutil.copy(FIXTURE, answer)


@pytest.mark.parametrize("change", [edited, other_input, other_command, strangers])
def test_whatever_is_not_the_same_answer_stays(shot, answer, cli, change):
    change(answer)
    before = answer.read_bytes()
    cli(["hint", shot], 2, "exists already; use --force to overwrite it")
    assert answer.read_bytes() == before


def test_a_jpeg_answer_is_replaced_unless_somebody_changed_it(shot, cli):
    place = shot.with_name("hint.jpg")
    for _ in range(2):
        cli(["hint", "-q", shot, "-o", place])
    with Image.open(place) as image:
        image.load()
        image.putpixel((3, 3), (255, 0, 0))
        image.save(place, quality=95)  # Pillow keeps the comment
    cli(["hint", "-q", shot, "-o", place], 2, "exists already")


# ---- What is in the folder of `--debug DIR` already; all rules are in test_recorded_folder.py


@pytest.fixture
def run(sees, shot, tmp_path, monkeypatch, cli):
    """Run quietly on the shot and further words, recording into `look`; return what stderr says."""
    sees(UNIQUE)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.png").write_bytes(png())
    return lambda *words, status=0: cli([shot.name, *words, "--debug", "look", "-q"], status).err


def test_several_screenshots_have_a_subfolder_each_which_the_next_run_removes(run):
    page = "index.html"
    assert run("other.png") == ""
    assert {f"01-shot/{page}", f"02-other/{page}", MANIFEST} < files_in("look").keys()
    for answer in Path().glob("*-solved.png"):
        answer.unlink()
    assert run() == ""
    assert {page, MANIFEST} < files_in("look").keys()
    assert not [path for path in Path("look").iterdir() if path.is_dir()]


def test_before_several_screenshots_a_folder_of_others_is_refused_once(run):
    Path("look", "02-other").mkdir(parents=True)
    Path("look", "02-other", "index.html").write_text("dear")
    said = run("other.png", status=2)
    assert said.count("\n") == 1
    assert "look holds 02-other" in said
    assert files_in("look").keys() == {"02-other/index.html"}
    assert not list(Path().glob("*-solved.png"))
