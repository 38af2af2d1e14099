"""Picrosser as a process among others: full disks, signals, pipes, locales. Each test starts a process."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from own_process import WHITE as SHOT
from own_process import command, environment, processes_of, waited_for
from PIL import Image
from sweeps import sweep

from picrosser.debugging.recorded_folder import MANIFEST, RecordedFolder

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals, pipes and folders work otherwise there")

PUZZLE = SHOT.with_suffix(".toml")


def run(words: list[str], **named) -> subprocess.CompletedProcess[bytes]:
    """Run a command; its stdin is empty, stdout and stderr are kept."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(words, **{"env": environment(), "timeout": 300, **streams, **named}, check=False)


def in_shell(line: str, words: list[str], **named) -> subprocess.CompletedProcess[bytes]:
    """Run a line of a shell in which "$@" is the command."""
    return run(["sh", "-c", line, "sh", *words], **named)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def assert_refused(done: subprocess.CompletedProcess[bytes], status: int = 2) -> str:
    """Check the exit status and that there is exactly one line on stderr; return the line."""
    text = done.stderr.decode()
    assert (done.returncode, done.stdout, text.count("\n")) == (status, b"", 1), text
    assert text.startswith("picrosser: ")
    return text


def assert_solved(answer: Path) -> None:
    with Image.open(answer) as image, Image.open(SHOT) as shot:
        image.load()
        assert image.size == shot.size
        assert image.convert("RGB").tobytes() != shot.convert("RGB").tobytes()


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """The solved screenshot, as an undisturbed run writes it."""
    answer = tmp_path_factory.mktemp("undisturbed") / "answer.png"
    assert run(command(SHOT, "-q", "-o", answer)).returncode == 0
    assert_solved(answer)
    return answer.read_bytes()


@pytest.mark.parametrize("before", sweep([b"before", None], quick=[b"before"]))
def test_runs_that_write_the_same_answer_leave_it_whole(before, tmp_path, solved):
    """One may find the other's: it is its own answer to the same screenshot, so it may replace it."""
    if before is not None:
        (tmp_path / "answer.png").write_bytes(before)
    words = command(SHOT, "-q" if before is None else "-qf", "-o", tmp_path / "answer.png")
    started = [subprocess.Popen(words, env=environment(), stderr=subprocess.DEVNULL) for _ in range(3)]
    assert [process.wait(timeout=300) for process in started] == [0, 0, 0]
    assert names(tmp_path) == {"answer.png"}
    assert (tmp_path / "answer.png").read_bytes() == solved


# ---- Places that cannot be written

OUTPUTS = {
    "an overlay": (SHOT, "-q", "-o", "answer.png"),
    "a puzzle file": ("read", SHOT, "-q", "-o", "answer.toml"),
    "a drawing": ("draw", PUZZLE, "-o", "answer.svg"),
    "an animation": ("solve", PUZZLE, "-q", "-o", "answer.gif"),
}


@pytest.fixture
def full_disk(tmp_path):
    """The root of a small file system without free space."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = shutil.which("mount") and run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(disk)])
    if not mounted or mounted.returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        with suppress(OSError), (disk / "filler").open("wb", buffering=0) as file:
            for _ in range(100):
                file.write(bytes(1024))
        yield disk
    finally:
        run(["umount", str(disk)])


@pytest.mark.parametrize("output", sweep(OUTPUTS, quick=["an overlay"]))
def test_a_full_disk_is_one_line_and_keeps_what_was_there(output, full_disk):
    done = run(command(*OUTPUTS[output]), cwd=full_disk)
    assert "no space left" in assert_refused(done)
    assert names(full_disk) == {"filler"}


@pytest.fixture
def without_privileges(tmp_path):
    """The words before a command that make the permissions of a folder bind it, for root as well."""
    locked = tmp_path / "probe"
    locked.mkdir(mode=0o555)
    for before in ([], ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]):
        if before and not shutil.which(before[0]):
            continue
        if not run([*before, "sh", "-c", f'! touch "{locked}/x" 2>&-']).returncode:
            locked.rmdir()
            return before
        (locked / "x").unlink(missing_ok=True)
    pytest.skip("permissions do not bind this user, and setpriv cannot change that")


LOCKED = ["locked/answer.png", "a.png --debug locked/new", "a.png --debug locked"]


@pytest.mark.parametrize("place", sweep(LOCKED, quick=LOCKED[:1]))
def test_a_read_only_folder_is_one_line(place, without_privileges, tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "answer.png").write_bytes(b"before")
    locked.chmod(0o555)
    words = [*without_privileges, *command(SHOT, "-qf", "-o", *place.split())]
    assert "permission denied" in assert_refused(run(words, cwd=tmp_path))
    assert names(locked) == {"answer.png"}
    assert (locked / "answer.png").read_bytes() == b"before"
    assert names(tmp_path) == {"locked"}


def test_a_screenshot_that_may_not_be_read_is_one_line(without_privileges, tmp_path):
    shot = tmp_path / "shot.png"
    shutil.copyfile(SHOT, shot)
    shot.chmod(0)
    done = run([*without_privileges, *command(shot, "-q")])
    assert "permission denied" in assert_refused(done, 3).lower()
    assert names(tmp_path) == {"shot.png"}


def test_a_picture_over_the_limit_is_one_line_without_pillows_warning(tmp_path):
    Image.new("1", (10_000, 9_000)).save(tmp_path / "large.png")  # Pillow warns of it, and decodes it
    assert "60 million" in assert_refused(run(command(tmp_path / "large.png")), 3)


@pytest.mark.slow
def test_where_no_worker_can_be_started_the_work_is_done_without_them(tmp_path):
    shots = [shutil.copy(SHOT, tmp_path / f"{number}.png") for number in range(2)]
    done = in_shell('ulimit -n 12; exec "$@"', command(*shots, "-q", "-j", "2"))
    says = b"picrosser: worker processes end as soon as they are started; working without them\n"
    assert says in done.stderr
    assert done.returncode == 0
    assert len(names(tmp_path)) == 4


def test_a_working_directory_that_was_removed_is_one_line(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    line = 'cd "$0" && rmdir "$0" && exec "$@"'
    done = run(["sh", "-c", line, str(gone), *command(SHOT, "-q", "-o", "answer.png")])
    assert "answer.png" in assert_refused(done)


def test_sigterm_ends_a_run_that_waits(tmp_path):
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen(command("-", "-o", "answer.png"), env=environment(), cwd=tmp_path, **pipes)
    process.terminate()
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (-signal.SIGTERM, b"", b"")
    assert names(tmp_path) == set()


def test_beside_a_progress_bar_the_answers_go_to_stdout_and_the_cursor_stays(tmp_path):
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    shutil.copyfile(SHOT, tmp_path / "other.png")
    terminal, stderr = pty.openpty()
    words = command(SHOT, tmp_path / "other.png", "-o", f"{tmp_path}/")
    env = environment(TERM="xterm")
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=stderr) as process:
        os.close(stderr)
        shown = b""
        with suppress(OSError):  # Linux says so that all writers are gone
            while part := os.read(terminal, 10_000):
                shown += part
        answers, _ = process.communicate(timeout=300)
    os.close(terminal)
    assert answers.count(b"11221\n") == 4
    assert b"11221" not in shown
    assert shown.count(b"the only solution") == 2
    before = shown[: shown.index(b"the only solution")]
    assert b"\x1b[?25l" in before  # hidden with the bar
    assert before.rfind(b"\x1b[?25h") > before.rfind(b"\x1b[?25l")  # shown again, should the run be ended now


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks at processes in /proc")
def test_ctrl_c_while_the_workers_load_is_one_line(tmp_path):
    shots = [shutil.copy(SHOT, tmp_path / f"{number}.png") for number in range(2)]
    words = command(*shots, "-q", "-j", "2")
    process = subprocess.Popen(words, env=environment(), stderr=subprocess.PIPE, start_new_session=True)
    assert waited_for(lambda: any(map(is_fork_server, processes_of(process.pid))))
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    _, said = process.communicate(timeout=300)
    rest = b"the same command with --skip-existing does the rest"
    assert said == b"picrosser: 0 of 2 inputs are done; " + rest + b"\npicrosser: interrupted\n"
    assert process.returncode == 130
    assert names(tmp_path) == {"0.png", "1.png"}


def is_fork_server(pid: int) -> bool:
    with suppress(OSError):
        return "forkserver" in Path(f"/proc/{pid}/cmdline").read_text()
    return False


def signalling(folder: Path, function: str, number: signal.Signals) -> dict[str, str]:
    """An environment in which a signal ends the process before the first call of a function of `os`."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        "import os, signal\n"
        f"function = os.{function}\n"
        "def signalled(*args, **named):\n"
        f"    os.{function} = function\n"
        f"    os.kill(os.getpid(), {int(number)})\n"
        "    return function(*args, **named)\n"
        f"os.{function} = signalled\n"
    )
    return environment(folder)


@pytest.mark.parametrize(
    ("number", "status", "says", "extra", "function"),
    [
        ("SIGTERM", -signal.SIGTERM, b"", (), "link"),
        ("SIGINT", 130, b"picrosser: interrupted\n", ("-f",), "replace"),
        pytest.param("SIGHUP", -signal.SIGHUP, b"", ("-f",), "replace", marks=pytest.mark.slow),
        ("SIGALRM", 9, b"the time limit was reached", (), "link"),  # sent by the timer of --time-limit
    ],
)
def test_a_signal_while_a_file_is_written_leaves_it_whole(
    number, status, says, extra, function, tmp_path, solved
):
    place = tmp_path / "there"
    place.mkdir()
    env = signalling(tmp_path / "patch", function, signal.Signals[number])
    done = run(command(SHOT, "-q", *extra, "-o", place / "answer.png"), env=env)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (status, b"", bool(says))
    assert says in done.stderr
    assert names(place) == {"answer.png"}
    assert (place / "answer.png").read_bytes() == solved


# ---- stdin, stdout and stderr

UNREAD = {
    "a solution": (SHOT, "-f"),
    "help": ("--help",),
    "a picture": (SHOT, "-o", "-"),
    "a converted file": ("convert", PUZZLE, "-"),
}


@pytest.mark.parametrize("what", sweep(UNREAD, quick=["a solution", "help"]))
def test_a_reader_that_stopped_reading_is_no_error(what, tmp_path):
    shot = tmp_path / SHOT.name
    shutil.copyfile(SHOT, shot)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run(command(*(shot if word is SHOT else word for word in UNREAD[what])), stdout=writer)
    finally:
        os.close(writer)
    assert done.returncode == 0
    assert b"picrosser: " not in done.stderr
    assert done.stderr.count(b"\n") <= 1
    if "-f" in UNREAD[what]:
        assert_solved(tmp_path / "drawn-5x5-white-solved.png")


@pytest.mark.parametrize("words", ["> /dev/full", ">&-"])
@pytest.mark.parametrize("args", [("--help",), ("--version",), ("--json", "missing.png")])
def test_a_stdout_that_takes_nothing_is_told(words, args):
    if "full" in words and not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    done = in_shell(f'"$@" {words}', command(*args))
    said = done.stderr.decode().splitlines()[-1]
    assert (done.returncode, said.startswith("picrosser: "), "write" in said) == (2, True, True)


@pytest.mark.parametrize("words", ["2> /dev/full", "2>&-"])
def test_a_stderr_that_takes_nothing_leaves_the_exit_status(words):
    assert in_shell(f'"$@" {words}', command("missing.png")).returncode == 3


@pytest.mark.parametrize("closed", sweep(["<&- >&- 2>&-", ">&-", "2>&-"], quick=["<&- >&- 2>&-"]))
def test_no_message_gets_into_a_file_where_streams_are_closed(closed, tmp_path, solved):
    words = command(SHOT, "-o", tmp_path / "answer.png", "--debug", tmp_path / "look")
    done = in_shell(f'exec "$@" {closed}', words)
    assert done.returncode == (2 if ">&-" in closed.replace("2>&-", "") else 0)  # the solution has no stdout
    assert (tmp_path / "answer.png").read_bytes() == solved
    listed = [json.loads(line) for line in (tmp_path / "look" / MANIFEST).read_text().splitlines()]
    assert names(tmp_path / "look") == {MANIFEST} | {entry["file"] for entry in listed if "file" in entry}
    RecordedFolder(tmp_path / "look", force=False).close()  # refuses if a file is not what was written


@pytest.mark.parametrize("variables", sweep([{}, {"HOME": "/nonexistent/home"}], quick=[{}]))
def test_neither_a_home_nor_an_environment_is_needed(variables, tmp_path, solved):
    env = {"PYTHONPATH": environment()["PYTHONPATH"], **variables}
    words = command(SHOT, "-q", "--time-limit", "60", "-o", tmp_path / "answer.png")  # read by typer
    done = run(words, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "answer.png").read_bytes() == solved
    assert b"Usage" in run(command("read", "--help"), env=env).stdout


ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}  # otherwise Python makes it UTF-8

NON = 'title "größe ☃"\nwidth 2\nheight 2\n\nrows\n1\n2\n\ncolumns\n2\n1\n'


@pytest.mark.slow
def test_names_and_texts_survive_a_locale_that_is_not_utf_8(tmp_path, solved):
    place = tmp_path / "größe ☃"
    place.mkdir()
    shutil.copyfile(SHOT, place / "größe.png")
    env = environment(**ASCII)
    done = run(command(place / "größe.png", "-f"), env=env)
    assert done.returncode == 0
    assert done.stderr.decode("ascii").removesuffix("\n").isprintable()
    with Image.open(place / "größe-solved.png") as drawn, Image.open(io.BytesIO(solved)) as same:
        assert drawn.tobytes() == same.tobytes()
        assert drawn.text["Source"].startswith(r"gr\xf6\xdfe.png sha256:")
    done = run(command("--json", place / "fehlt ☃.png"), env=env)
    assert (done.returncode, json.loads(done.stdout)["exit"]) == (3, 3)
    assert done.stderr.decode("ascii").removesuffix("\n").isprintable()
    (place / "p.non").write_text(NON, encoding="utf-8")
    done = run(command("convert", place / "p.non", "-", "--to", "webpbn"), env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "größe ☃".encode() in done.stdout  # as the file's first line says, it is UTF-8
    assert run(command("convert", place / "p.non", place / "q.xml"), env=env).returncode == 0
    assert (place / "q.xml").read_bytes() == done.stdout
    words = (place / "größe.png", "-qf", "--debug", place / "schau ☃")
    assert run(command(*words), env=env).returncode == 0
    assert (place / "schau ☃" / "index.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.fixture
def offline():
    """The words before a command that leave it without a network."""
    for words in (["unshare", "-n"], ["unshare", "-rn"]):
        if shutil.which("unshare") and not run([*words, "true"]).returncode:
            return words
    pytest.skip("no process can be started without a network here")


def test_without_a_network_screenshots_are_solved_and_addresses_are_one_line(offline, tmp_path, solved):
    assert run([*offline, *command(SHOT, "-q", "-o", tmp_path / "answer.png")]).returncode == 0
    assert (tmp_path / "answer.png").read_bytes() == solved
    for address in ("https://example.org/p.xml", "http://127.0.0.1:9/p.xml", "http://[::1]:9/p.xml"):
        done = run([*offline, *command("solve", address)])
        assert address in assert_refused(done, 3)


# ---- The end, which leaves most of Python's own work out


def after(preparation: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process that did something else before."""
    code = f"{preparation}\nfrom picrosser.__main__ import run\nrun()"
    return run([sys.executable, "-c", code, *words])


def test_what_is_still_to_be_done_at_the_end_is_done():
    assert b"at the end" in after("import atexit; atexit.register(print, 'at the end')", "--help").stdout
    thread = (
        "import threading, sys\n"
        "def work(): threading.main_thread().join(); print('worked to the end', flush=True)\n"
        "threading.Thread(target=work).start()"
    )
    done = after(thread, "no-such-shot.png")
    assert done.returncode == 3
    assert b"worked to the end" in done.stdout
    profiled = run([sys.executable, "-m", "cProfile", "-m", "picrosser", "--help"])
    assert b"function calls" in profiled.stdout
