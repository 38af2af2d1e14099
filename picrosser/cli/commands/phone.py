"""`picrosser phone`: what an Android phone on a cable shows is solved, and tapped into its game."""

import tempfile
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import cast

from picrosser.answers.answer import Answer
from picrosser.cli.commands.solve import NAMING, solve_one
from picrosser.cli.inout.inputs import PICTURE_SUFFIXES
from picrosser.cli.inout.outputs import Input, Target, plan_outputs
from picrosser.cli.inout.progress import progress_line
from picrosser.cli.inout.report import Report, Tally, print_answer, print_message, print_reports
from picrosser.cli.inout.screenshots import Job, Task, Work, run_one
from picrosser.cli.options import STREAM, Options, require_output_folder
from picrosser.errors import ExitCode, UsageError
from picrosser.imaging.loading import load_picture
from picrosser.phones import adb
from picrosser.phones.adb import Phone, PhoneError, PhoneScreen, Screenshot
from picrosser.phones.fill import Filling, Tap, all_taps
from picrosser.phones.plan import GESTURES, FillPlan, Gesture, Ways, plan_fill
from picrosser.pipelines.solved import AnySolved
from picrosser.puzzles.picture import EMPTY, cell_name
from picrosser.running import waiting
from picrosser.solving.outcome import counted
from picrosser.solving.wording import cell_words

POLL_S = 1.0  # between two looks into the phone's folders; a screenshot that has not changed is complete
AWAY_S = 3.0  # between two looks for a phone that is away


def phone(
    options: Options,
    *,
    serial: str,
    display: str,
    push: bool,
    watch: bool,
    fill: bool,
    dry_run: bool,
    tap: str,
    mark: str,
    anyway: bool,
) -> int:
    if watch and fill:
        raise UsageError("--watch and --fill exclude each other", "fill in one puzzle at a time")
    if not fill and (dry_run or tap or mark or anyway):
        raise UsageError("--dry-run, --tap, --mark and --anyway say how to fill", "give --fill, too")
    for name, value in (("--tap", tap), ("--mark", mark)):
        if value and value not in GESTURES:
            raise UsageError(f"{name} takes no {value!r}", f"it takes {', '.join(GESTURES)}")
    if push and options.output == STREAM:
        raise UsageError("--push needs a file, and -o - writes none", "leave one of them out")
    if display and (watch or fill):
        other = "--watch takes the screenshots in its folders" if watch else "--fill taps its first display"
        raise UsageError(f"--display chooses what the phone shows now, and {other}", "leave one of them out")
    if watch and options.fixes:
        raise UsageError("--fix is for one screenshot", "leave out --watch")
    connected = adb.choose_phone(adb.find_adb(), serial)
    with tempfile.TemporaryDirectory(prefix="picrosser-") as folder:
        answers = _Answers(options, connected, Path(folder), push=push, fill=fill)
        if watch:
            return _Watcher(answers).run()
        shot = Path(folder, time.strftime("phone-%Y%m%d-%H%M%S.png"))
        shot.write_bytes(connected.screenshot(display, partial(_tell, options)))
        found: list[AnySolved] = []

        def work(task: Task) -> Answer:
            answer = solve_one(task)
            found.append(answer.solved)
            return answer

        report = answers.answer(shot, work)
        status = print_reports([report], 1, options)
        if not fill or not found or report.exit_code is not found[0].exit_code:
            return status
        ways = Ways(cast("Gesture", tap or "once"), cast("Gesture | None", mark or None))
        solved = found[0]
        plan = plan_fill(load_picture(shot).image, solved, ways, anyway=anyway)
    if not dry_run:
        return _fill(options, connected, plan)
    assert solved.kind != "katamino"  # it is not filled in
    names = cell_words(solved.puzzle)
    for each in all_taps(plan):
        print_answer(_tap_line(each, names))
    return int(ExitCode.OK)


@dataclass(frozen=True, slots=True)
class _Answers:
    """Where answers go: into the working directory; with --push or --fill, only where -o or --open says."""

    options: Options
    phone: Phone
    folder: Path
    push: bool
    fill: bool

    def answer(self, shot: Path, work: Work) -> Report:
        options = replace(self.options, inputs=(str(shot),))
        if options.output or options.show or not (self.push or self.fill):
            options = replace(options, output=options.output or "./", folders=(str(shot.parent),))
            [given] = plan_outputs(options, NAMING)
        else:
            given = Input(str(shot), Target(shot.with_name(NAMING.name(shot.name))))
        report, target = run_one(Job(self.options, NAMING, work), given), given.target
        if self.push and report.written:
            place = adb.add_to_gallery(self.phone, Path(report.written), Path(report.written).stem)
            report = replace(report, written=f"{self.phone.serial}:{place}")
        elif isinstance(target, Target) and target.path is not None and target.path.parent == shot.parent:
            report = replace(report, written="")  # it goes with the folder
        return replace(report, name=f"{self.phone.serial}:{shot.name}")


def _tell(options: Options, line: str) -> None:
    if not options.quiet:
        print_message(f"picrosser: {line}")


def _fill(options: Options, phone: Phone, plan: FillPlan) -> int:
    tell = partial(_tell, options)
    with PhoneScreen(phone) as screen, progress_line("filling in", quiet=options.quiet) as show:
        filling = Filling(screen, plan, tell, show)
        try:
            is_seen = filling.run()
        except KeyboardInterrupt:
            print_message("picrosser: interrupted; what was filled in stays")
            return int(ExitCode.INTERRUPTED)
    how = "the board shows the answer" if is_seen else "the game has left the board after the last one"
    tell(f"{counted(filling.taps, 'tap')}; {how}")
    return int(ExitCode.OK)


def _tap_line(tap: Tap, names: tuple[str, ...]) -> str:
    row, col = tap.at
    place = "button" if tap.cell is None else cell_name(tap.cell)
    what = "mark as blank" if tap.colour == EMPTY else names[tap.colour]
    return f"{'hold' if tap.hold else 'tap'} {col} {row}  {place}: {what}"


class _Watcher:
    """The screenshots that were seen, so that each is solved once, also after the phone was away."""

    def __init__(self, answers: _Answers) -> None:
        require_output_folder(answers.options.output)
        self.answers, self.phone = answers, answers.phone
        self.known = adb.taken_screenshots(self.phone, PICTURE_SUFFIXES)
        self.before: set[Screenshot] = set()
        self.tally = Tally(answers.options)

    def run(self) -> int:
        _tell(self.answers.options, f"watching the phone {self.phone.serial}; Ctrl-C ends it")
        is_away = False
        try:
            while True:
                time.sleep(AWAY_S if is_away else POLL_S)
                try:
                    self._look()
                except PhoneError as error:
                    if not is_away:
                        print_message(f"picrosser: {error.seen}; waiting until it is back")
                    is_away = True
                else:
                    if is_away:
                        print_message(f"picrosser: the phone {self.phone.serial} is back")
                    is_away = False
        except KeyboardInterrupt:
            self.tally.tell("screenshot")
        return int(ExitCode.OK)

    def _look(self) -> None:
        new = adb.taken_screenshots(self.phone, PICTURE_SUFFIXES) - self.known
        complete, self.before = new & self.before, new
        for shot in sorted(complete, key=lambda shot: (shot.time_s, shot.path)):
            waiting.begin()
            local = self.answers.folder / shot.name
            try:
                self.phone.pull(shot.path, local)
                report = self.answers.answer(local, solve_one)
            finally:
                local.unlink(missing_ok=True)
            self.known.add(shot)
            self.tally.report(report)
