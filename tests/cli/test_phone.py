"""The real adb, a made phone, and on its screen a real game: Pattern, of Simon Tatham's puzzles."""

import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest
from adb_phone import FEATURES, AdbPhone, adb_server, connect
from drawn_nonogram import TWO_WAYS, drawn_board, open_board
from own_process import WHITE
from painted_shot import PaintedShot
from pattern_game import PatternGame, missing, random_board
from PIL import Image
from stored_pictures import saved

from picrosser.cli.commands import phone as phone_module
from picrosser.errors import ExitCode
from picrosser.imaging.loading import load_image
from picrosser.looks.solve import solve_screenshot
from picrosser.phones import adb as adb_module
from picrosser.phones import fill as fill_module
from picrosser.phones.adb import PhoneError

ADB = shutil.which("adb")
NO_ADB = pytest.mark.skipif(ADB is None, reason="adb is not installed (Debian's package adb)")
pytestmark = [pytest.mark.slow, NO_ADB]
needs_game = pytest.mark.skipif(
    bool(missing()),
    reason=f"not installed: {', '.join(missing())} (Debian's packages xvfb, xdotool, sgt-puzzles)",
)
SHOT = WHITE.read_bytes()


class StillGame:
    """A screen that always shows the same."""

    def __init__(self, picture: bytes = SHOT) -> None:
        self.picture = picture

    def screenshot(self) -> bytes:
        return self.picture

    def tap(self, col_px: int, row_px: int, *, hold: bool) -> None:
        pass


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """An adb server of these tests alone."""
    with adb_server(str(ADB), tmp_path_factory.mktemp("home")) as environment:
        yield environment


@pytest.fixture
def attach(environment, monkeypatch, tmp_path):
    """Connect made phones to the adb server; they are gone after the test."""
    phones: list[AdbPhone] = []
    for name in ("ANDROID_ADB_SERVER_PORT", "HOME", "ADB_MDNS", "ADB_VENDOR_KEYS"):
        monkeypatch.setenv(name, environment[name])
    monkeypatch.delenv("ANDROID_SERIAL", raising=False)
    for name in ("POLL_S", "AWAY_S"):
        monkeypatch.setattr(phone_module, name, 0.1)
    listed = subprocess.check_output([str(ADB), "devices"], env=environment, text=True)
    real = [line.split()[0] for line in listed.splitlines()[1:] if line.strip()]
    if any(not serial.startswith("127.0.0.1:") for serial in real):
        pytest.skip(f"a real phone is connected, which no test shall touch: {', '.join(real)}")
    answers = tmp_path / "answers"
    answers.mkdir()
    monkeypatch.chdir(answers)

    def attached(game, state="device", features=FEATURES) -> AdbPhone:
        sdcard = tmp_path / f"sdcard-{len(phones)}"
        (sdcard / "Pictures" / "Screenshots").mkdir(parents=True)
        phone = AdbPhone(game, sdcard, state=state, features=features)
        phones.append(phone)
        connect(str(ADB), phone, environment, state)
        return phone

    yield attached
    for phone in phones:
        phone.unplug()
    subprocess.run([str(ADB), "disconnect"], env=environment, check=False, capture_output=True, timeout=60)


@pytest.mark.usefixtures("attach")
def test_no_phone_is_a_clear_line(cli):
    cli(["phone"], ExitCode.INPUT_UNREADABLE, "picrosser: no phone is connected; plug it in")


def test_several_phones_are_all_listed_and_one_can_be_chosen(attach, cli):
    one, other = attach(StillGame()), attach(StillGame())
    told = cli(["phone"], ExitCode.USAGE).err
    assert "2 phones are connected" in told
    assert f"{one.serial} (Made Phone)" in told
    assert f"{other.serial} (Made Phone)" in told
    assert other.serial in cli(["phone", "--serial", other.serial]).err
    says = "the phone nobody is not connected; connected: "
    cli(["phone", "--serial", "nobody"], ExitCode.INPUT_UNREADABLE, says)


@pytest.mark.parametrize(
    ("state", "advice"), [("unauthorized", "allow USB debugging"), ("offline", "plug it in")]
)
def test_a_phone_that_cannot_be_used_is_a_clear_line(attach, cli, state, advice):
    phone = attach(StillGame(), state)
    [line] = cli(["phone"], ExitCode.INPUT_UNREADABLE).err.splitlines()
    assert line.startswith(f"picrosser: the phone {phone.serial} is {state}; ")
    assert advice in line


def test_the_screen_is_solved_and_drawn_over(attach, cli):
    attach(StillGame())
    said = cli(["phone", "-o", "answer.png"])
    assert said.out.split() == ["11111", "11221", "12222", "11221", "11111"]
    assert "the only solution" in said.err
    assert load_image(Path("answer.png")).shape == load_image(SHOT).shape
    told = cli(["phone"]).err
    [answer] = Path().glob("phone-*-solved.png")
    assert str(answer) in told


def test_several_displays_are_listed_and_one_can_be_chosen(attach, cli):
    """The list is that of `dumpsys SurfaceFlinger --display-id` of Android 10 to 15."""
    phone = attach(StillGame())
    phone.displays = {"4619827259835644672": "outer", "4619827551948147201": ""}
    assert "2 displays: 4619827259835644672 (outer), 4619827551948147201; choose" in cli(["phone"]).err
    assert "displays" not in cli(["phone", "--display", "4619827551948147201", "-f"]).err
    assert phone.asked_display == "4619827551948147201"
    cli(["phone", "--display", "7"], ExitCode.INPUT_UNREADABLE, "has no display '7'; it has 2 displays: 46")
    cli(["phone", "--display", "7", "--fill"], ExitCode.USAGE, "--fill taps its first display")


@pytest.mark.parametrize("features", [FEATURES, "cmd"], ids=["android-7", "android-6"])
def test_an_answer_goes_into_the_gallery_and_replaces_nothing(attach, monkeypatch, features, cli):
    phone = attach(StillGame(), features=features)
    monkeypatch.setattr(phone_module.time, "strftime", lambda _: "phone-now.png")
    for _ in range(2):
        cli(["phone", "--push"])
    album = phone.sdcard / "Pictures" / "picrosser"
    assert sorted(file.name for file in album.iterdir()) == ["phone-now-solved-2.png", "phone-now-solved.png"]
    assert load_image(album / "phone-now-solved.png").shape == load_image(SHOT).shape
    assert len(phone.broadcasts) == 2
    assert "MEDIA_SCANNER_SCAN_FILE" in phone.broadcasts[0]
    assert not list(Path().iterdir())


@pytest.mark.parametrize("is_black", [False, True])
def test_a_screen_without_a_puzzle_has_the_usual_status_and_is_not_filled(is_black, attach, cli):
    """Android blanks windows with FLAG_SECURE; a status bar may still be drawn."""
    screen = Image.new("RGB", (400, 600), "black" if is_black else (200, 210, 220))
    screen.paste((230, 230, 230), (0, 0, 400, 30))
    phone = attach(StillGame(saved(screen)))
    err = cli(["phone", "--fill"], ExitCode.NO_PUZZLE).err
    assert ("the picture is black; the app may forbid screenshots" in err) == is_black
    assert not phone.taps


def test_each_screenshot_is_solved_once_though_the_phone_goes_away(attach, environment, monkeypatch, cli):
    phone = attach(StillGame())
    taken = phone.sdcard / "Pictures" / "Screenshots"
    (taken / "before.png").write_bytes(SHOT)
    looked = phone_module._Watcher._look
    steps = iter(range(10_000))

    def look(watcher) -> None:
        looked(watcher)
        step = next(steps)
        if step == 0:
            (taken / "first one.png").write_bytes(SHOT)
        elif watcher.tally.done == 1 and phone.state == "device":
            phone.state = "gone"
            phone.unplug()
            threading.Timer(1.0, plug_in).start()
        elif watcher.tally.done == 2 or step > 300:
            raise KeyboardInterrupt

    def plug_in() -> None:
        (taken / "second.png").write_bytes(SHOT)
        again = AdbPhone(StillGame(), phone.sdcard, port=phone.port)
        connect(str(ADB), again, environment)

    monkeypatch.setattr(phone_module._Watcher, "_look", look)
    told = cli(["phone", "--watch", "--push", "-o", "./"]).err
    assert "waiting until it is back" in told
    assert "is back\n" in told
    assert "2 screenshots came\n" in told
    for folder in (Path(), phone.sdcard / "Pictures" / "picrosser"):
        assert sorted(file.name for file in folder.iterdir()) == ["first one-solved.png", "second-solved.png"]
    assert "Traceback" not in told


def test_an_answer_that_could_not_be_put_into_the_gallery_is_put_there_later(attach, monkeypatch, cli):
    phone = attach(StillGame())
    looked, added = phone_module._Watcher._look, adb_module.add_to_gallery
    tries: list[str] = []

    def add(*args) -> str:
        tries.append("")
        if len(tries) == 1:
            raise PhoneError("the phone was unplugged")
        return added(*args)

    def look(watcher) -> None:
        looked(watcher)
        (phone.sdcard / "Pictures" / "Screenshots" / "one.png").write_bytes(SHOT)
        if watcher.tally.done:
            raise KeyboardInterrupt

    monkeypatch.setattr(adb_module, "add_to_gallery", add)
    monkeypatch.setattr(phone_module._Watcher, "_look", look)
    cli(["phone", "--watch", "--push"], says="1 screenshot came")
    assert len(tries) == 2
    assert (phone.sdcard / "Pictures" / "picrosser" / "one-solved.png").is_file()


def edges(game: PatternGame) -> tuple[int, int, int, int]:
    box = solve_screenshot(game.screenshot()).lattice.board
    return box.left, box.top, box.right, box.bottom


@needs_game
def test_a_game_is_filled_in_and_says_that_it_is_right(attach, tmp_path, cli):
    cols, rows = 5, 3
    with PatternGame(random_board(cols, rows, "picrosser"), 28, tmp_path) as game:
        phone = attach(game)
        left, top, right, bottom = edges(game)
        cli(["phone", "--fill", "--mark", "hold"])
        assert len(phone.taps) == cols * rows
        assert all(left < col < right and top < row < bottom for col, row, _ in phone.taps)
        assert game.accepts((left, top, right, bottom))


def test_one_answer_of_several_is_filled_in_only_if_asked_for(attach, cli):
    image, _ = drawn_board(TWO_WAYS, open_board(TWO_WAYS))
    phone = attach(StillGame(saved(Image.fromarray(image))))
    cli(["phone", "--fill"], ExitCode.SEVERAL_SOLUTIONS, "nothing is filled in")
    assert cli(["phone", "--fill", "--dry-run", "--anyway"]).out.count("tap ") == "".join(TWO_WAYS).count("#")
    assert not phone.taps


def test_a_board_with_a_mistake_is_not_tapped(attach, cli):
    game = PaintedShot("drawn-5x5-white", ((362, 1360), (587, 1360)))
    box = game.solved.lattice.cell(0, 0)
    game.chosen = 2  # the answer has colour 1 there
    game.tap((box.left + box.right) // 2, (box.top + box.bottom) // 2, hold=False)
    phone = attach(game)
    cli(["phone", "--fill"], ExitCode.MISTAKES, "row 1, column 1 is")
    assert not phone.taps


@needs_game
def test_a_phone_that_is_unplugged_in_the_middle_is_a_clear_line(attach, tmp_path, cli):
    with PatternGame(random_board(7, 7, "one"), 28, tmp_path) as game:
        phone = attach(game)
        phone.on_tap = lambda taps: phone.unplug() if taps == 5 else None
        [line] = cli(["phone", "--fill", "-q"], ExitCode.INPUT_UNREADABLE).err.splitlines()
    assert line.startswith(f"picrosser: the phone {phone.serial} ")
    assert "unplugged" in line or "offline" in line


@needs_game
def test_a_touch_of_the_player_pauses_it(attach, tmp_path, cli, monkeypatch):
    monkeypatch.setattr(fill_module, "PATIENCE_S", 1.5)
    monkeypatch.setattr(fill_module, "CALM_S", 0.5)
    with PatternGame(random_board(5, 5, "touched"), 28, tmp_path) as game:
        phone = attach(game)
        seen: list[int] = []

        def touch(taps: int) -> None:
            if taps == 4:
                phone.touch()
                time.sleep(0.3)  # for the line to come through adb
                seen.append(taps)

        phone.on_tap = touch
        told = cli(["phone", "--fill", "--mark", "hold"]).err.splitlines()
        assert seen == [4]
        paused = [line for line in told if "touched" in line or "going on" in line]
        assert paused == ["picrosser: paused: the screen was touched", "picrosser: going on"]
        assert game.accepts(edges(game))
