import csv
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from own_process import MINT, WHITE, command, environment, files_in, processes_of, waited_for
from PIL import Image

from picrosser.errors import ExitCode

ANSWER = "11111\n11221\n12222\n11221\n11111"


@pytest.fixture
def shots(tmp_path, monkeypatch):
    """A folder with pictures in folders, one of them broken; it lies in the working directory."""
    monkeypatch.chdir(tmp_path)
    for place in ("x.png", "a/x.png", "a/b/x.png", "c & <d>/=y.png"):
        file = Path("shots") / place
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(WHITE, file)
    Path("shots/a/broken.png").write_bytes(MINT.read_bytes()[:3000])
    return Path("shots")


def test_a_folder_keeps_its_form_and_its_answers_come_in_order(shots, cli):
    printed = cli([shots, "-r", "-o", "out/", "--jobs", "2"], ExitCode.SOME_FAILED)
    answers = {"x-solved.png", "a/x-solved.png", "a/b/x-solved.png", "c & <d>/=y-solved.png"}
    assert files_in("out").keys() == answers
    names = [line.removesuffix(":") for line in printed.out.splitlines() if line.endswith(":")]
    assert names == sorted(names)
    assert printed.out.count(ANSWER) == 4
    assert printed.err.splitlines()[-1] == "picrosser: 1 of 5 inputs failed"
    assert printed.err.count("broken.png") == 1


def test_a_screenshot_that_has_changed_is_not_taken_for_answered(shots, cli):
    cli([shots, "-r", "-o", "out/", "-q", "--jobs", "1"], ExitCode.SOME_FAILED)
    shutil.copy(MINT, shots / "x.png")
    again = [shots, "-r", "-o", "out/", "--skip-existing", "--jobs", "1"]
    cli(again, ExitCode.SOME_FAILED, "out/x-solved.png answers another picture; use --force")
    before = Path("out/x-solved.png").read_bytes()
    cli([*again, "--force"], ExitCode.SOME_FAILED, "skipped 3 screenshots")  # it is the broken one
    assert Path("out/x-solved.png").read_bytes() != before


def test_of_two_with_one_answer_the_second_is_refused_and_the_rest_is_solved(shots, cli):
    shutil.copy(WHITE, shots / "x.webp")
    says = "shots/x.png and shots/x.webp would both be written to out/x-solved.png"
    cli([shots, "-q", "-o", "out/"], ExitCode.SOME_FAILED, says)
    assert files_in("out").keys() == {"x-solved.png"}


@pytest.mark.usefixtures("shots")
@pytest.mark.parametrize("left", [0, 5000])
def test_an_answer_that_a_power_cut_left_empty_or_cut_short_is_done_again(left, cli):
    again = ["shots/x.png", "-q", "-o", "out/", "--skip-existing"]
    cli(again)
    answer = Path("out/x-solved.png")
    whole = answer.read_bytes()
    answer.write_bytes(whole[:left])
    cli(again)
    assert answer.read_bytes() == whole
    answer.write_bytes(WHITE.read_bytes()[:5000])  # it is nothing of ours
    cli(again, ExitCode.USAGE, "out/x-solved.png is cut short; use --force to overwrite it")


def test_a_page_shows_a_card_for_each_input(shots, cli):
    cli([shots, "-r", "-o", "out/", "-q", "--report", "r.html"], ExitCode.SOME_FAILED)
    text = Path("r.html").read_text(encoding="utf-8")
    assert text.count("<article") == 5
    assert "<script" not in text
    assert ">shots/c &amp; &lt;d&gt;/=y.png<" in text
    assert ">5 inputs, 1 failed<" in text
    pictures = re.findall('<img loading="lazy" [^>]*src="([^"]+)"', text)
    assert len(pictures) == text.count("<img") == 4
    assert all(Path(picture).stat().st_size < 20_000 for picture in pictures)
    assert not list(Path().glob(".r.html*"))


@pytest.mark.usefixtures("shots")
def test_a_table_holds_no_formulas(cli):
    shutil.copy(WHITE, "=cmd.png")
    cli(["=cmd.png", "shots/x.png", "-q", "--report", "r.csv"])
    rows = list(csv.DictReader(Path("r.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["input"] for row in rows] == ["'=cmd.png", "shots/x.png"]
    assert all(float(row["seconds"]) > 0 and row["exit"] == "0" for row in rows)


@pytest.mark.usefixtures("shots")
def test_json_lines_are_the_objects_of_json(cli):
    words = ["shots/x.png", "shots/a/broken.png", "--json", "-o", "shots", "--report", "r.jsonl"]
    printed = cli(words, ExitCode.SOME_FAILED).out
    assert Path("r.jsonl").read_text(encoding="utf-8") == printed
    assert [json.loads(line)["exit"] for line in printed.splitlines()] == [0, 3]


def test_a_report_is_replaced_only_by_the_rest_of_its_run(shots, cli):
    words = [str(shots), "-o", "out/", "-q", "--report", "r.html"]
    cli(words)
    cli(words, ExitCode.USAGE, "r.html exists already")
    cli([*words, "--skip-existing"])
    assert "answered by an earlier run" in Path("r.html").read_text(encoding="utf-8")
    Path("r.html").write_text("")  # as a .jsonl is that Ctrl-C has ended before the first answer
    cli([*words, "--skip-existing"])
    Path("r.html").write_text("mine")
    cli([*words, "--skip-existing"], ExitCode.USAGE)
    assert Path("r.html").read_text() == "mine"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks at processes in /proc")
def test_ctrl_c_ends_all_workers_and_says_how_to_go_on(tmp_path):
    for number in range(40):
        shutil.copy(MINT, tmp_path / f"{number:02}.png")
    run = subprocess.Popen(
        command(".", "-o", "out/", "-q", "--jobs", "2", "--report", "r.csv"),
        cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert waited_for(lambda: list(tmp_path.glob("out/*.png")))
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to all processes
    _, said = run.communicate(timeout=60)
    assert run.returncode == ExitCode.INTERRUPTED
    assert "of 40 inputs are done; the same command with --skip-existing does the rest" in said
    assert "Traceback" not in said
    assert waited_for(lambda: processes_of(run.pid) == [])  # the forking server among them
    written = sorted(file.name for file in tmp_path.glob("out/*"))
    assert 0 < len(written) < 40
    for name in written:  # whole, and nothing else is there
        Image.open(tmp_path / "out" / name).load()
    rows = (tmp_path / "r.csv").read_text().splitlines()
    assert 1 <= len(rows) <= 1 + len(written)
