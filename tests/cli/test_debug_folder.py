"""What `--debug DIR` does with what is in the folder already; all rules are in test_recorded_folder.py."""

from pathlib import Path

import pytest
from canned_readings import UNIQUE, png
from own_process import files_in

from picrosser.debugging.recorded_folder import MANIFEST


@pytest.fixture
def run(sees, shot, tmp_path, monkeypatch, cli):
    """Run quietly on the shot and further words, recording into `look`; return what stderr says."""
    sees(UNIQUE)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.png").write_bytes(png())
    return lambda *words, status=0: cli([shot.name, *words, "--debug", "look", "-q"], status).err


def remove_answers() -> None:
    for answer in Path().glob("*-solved.png"):
        answer.unlink()


def test_several_screenshots_have_a_subfolder_each_and_replace_what_was_there(run):
    assert run("other.png") == ""
    page = "index.html"
    assert {f"01-shot/{page}", f"02-other/{page}", MANIFEST} < files_in("look").keys()
    remove_answers()
    assert run() == ""
    assert {page, MANIFEST} < files_in("look").keys()
    assert not [path for path in Path("look").iterdir() if path.is_dir()]
    remove_answers()
    assert run("other.png") == ""
    assert not Path("look", page).exists()


def test_before_several_screenshots_a_folder_of_others_is_refused_once(run):
    Path("look", "02-other").mkdir(parents=True)
    Path("look", "02-other", "index.html").write_text("dear")
    said = run("other.png", status=2)
    assert said.count("\n") == 1
    assert "look holds 02-other" in said
    assert files_in("look").keys() == {"02-other/index.html"}
    assert not list(Path().glob("*-solved.png"))
