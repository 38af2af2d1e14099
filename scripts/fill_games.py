"""Fill in random games of a real program, as `picrosser phone --fill` does on a phone.

python scripts/fill_games.py --games 20 --seed 2

The real adb talks to a made phone on this machine, whose screen shows Pattern of Simon Tatham's puzzles (see
tests/made). Each board is read, filled in and checked by the program itself, which flashes when it is right.
In every fifth game the board is changed in the middle; that has to stop the taps within two. It needs adb,
Xvfb, xdotool and sgt-pattern. The exit status is 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "made"))

from adb_phone import AdbPhone, adb_server, connect
from pattern_game import PatternGame, missing, random_board

from picrosser.cli.start import main as run
from picrosser.errors import ExitCode
from picrosser.looks.solve import solve_screenshot

SIDES = (5, 15)  # of the boards, in cells
TILES_PX = (26, 44)  # of a cell, for which the phone's screen has room
CHANGED_EVERY = 5  # games
MOST_TAPS = 2  # after the board has changed


def play(adb: str, seed: int, number: int, environment: dict[str, str], home: Path) -> tuple[str, bool]:
    """Fill in one game; return what is told of it, and whether it is right."""
    rng = random.Random(f"{seed}/{number}")
    cols, rows, tile_px = rng.randint(*SIDES), rng.randint(*SIDES), rng.randint(*TILES_PX)
    identity = random_board(cols, rows, f"{seed}-{number}")
    is_changed = number % CHANGED_EVERY == CHANGED_EVERY - 1
    change_at = rng.randint(1, cols * rows // 2)
    started = time.process_time()
    with PatternGame(identity, tile_px, home) as game, AdbPhone(game, home) as phone:

        def change(taps: int) -> None:
            if is_changed and taps == change_at:
                game.restart(random_board(cols, rows, f"{seed}-{number}-changed"))

        phone.on_tap = change
        connect(adb, phone, environment)
        lattice = solve_screenshot(game.screenshot()).lattice
        assert lattice is not None
        box = lattice.board
        status = run(["phone", "--serial", phone.serial, "--fill", "--mark", "hold", "--quiet"])
        inside = all(box.left < col < box.right and box.top < row < box.bottom for col, row, _ in phone.taps)
        taps, spent_s = len(phone.taps), time.process_time() - started
        if is_changed:
            ok = status == ExitCode.FILL_STOPPED and taps <= change_at + MOST_TAPS and inside
            said = f"changed after {change_at} taps, stopped after {taps}"
        else:
            accepted = game.accepts((box.left, box.top, box.right, box.bottom))
            ok = status == ExitCode.OK and taps == cols * rows and inside and accepted
            said = f"{taps} taps, {'accepted' if accepted else 'NOT ACCEPTED'} by the program"
    return f"{number:3} {cols:2}x{rows:<2} {tile_px} px: {said}, exit {status}, {spent_s:.1f} s CPU", ok


def main() -> int:
    """Print a line for each game, and how many are right."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game")
    args = parser.parse_args()
    adb = shutil.which("adb")
    lacking = ([] if adb else ["adb"]) + missing()
    if adb is None or lacking:
        print(f"not installed: {', '.join(lacking)} (Debian's packages adb, xvfb, xdotool, sgt-puzzles)")
        return 2
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, adb_server(adb, Path(folder)) as environment:
        os.environ.update(environment)
        for number in range(args.first, args.first + args.games):
            line, ok = play(adb, args.seed, number, environment, Path(folder))
            wrong += not ok
            print(f"{line}{'' if ok else '  WRONG'}", flush=True)
    print(f"{args.games - wrong} of {args.games} games as they should be")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
