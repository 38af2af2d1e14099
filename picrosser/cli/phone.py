"""`picrosser phone`: what an Android phone on a cable shows is solved, and tapped into its game."""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from picrosser.cli.inputs import PICTURE_SUFFIXES
from picrosser.cli.one_screenshot import Task, Work, run_one
from picrosser.cli.options import STREAM, Options, UsageError
from picrosser.cli.outputs import Input, Target, plan_outputs
from picrosser.cli.report import (
    Report,
    overwrite_line,
    print_answer,
    print_message,
    print_report,
    print_reports,
    progress_line,
)
from picrosser.cli.solve_screenshots import NAMING, answered, solve_one, solve_task
from picrosser.errors import ExitCode, OutputRefusedError
from picrosser.imaging.loading import load_image
from picrosser.phones.adb import Phone, PhoneError, choose_phone, find_adb
from picrosser.phones.fill import FillPlan, fill
from picrosser.phones.gallery import Screenshot, add_to_gallery, taken_screenshots
from picrosser.phones.plan import plan_fill
from picrosser.phones.screen import PhoneScreen
from picrosser.phones.taps import GESTURES, Gesture, Tap, Ways, all_taps
from picrosser.pipelines.solved import AnySolved
from picrosser.puzzles.picture import EMPTY
from picrosser.solving.outcome import counted
from picrosser.solving.wording import cell_words

POLL_S = 1.0  # between two looks into the phone's folders; a screenshot that has not changed is complete
AWAY_S = 3.0  # between two looks for a phone that is away
PROGRESS_COLUMNS = 20  # at least those of the line that shows the progress


@dataclass(frozen=True, slots=True)
class PhoneOptions:
    """What only a phone has; see `picrosser phone --help`.

    tap, mark : a `Gesture`, or "" where it is not given.
    """

    serial: str = ""
    push: bool = False
    watch: bool = False
    fill: bool = False
    dry_run: bool = False
    tap: str = ""
    mark: str = ""
    anyway: bool = False

    def __post_init__(self) -> None:
        """Check that the options fit together.

        Raises
        ------
        UsageError : they do not.
        """
        if self.watch and self.fill:
            raise UsageError("--watch and --fill exclude each other", "fill in one puzzle at a time")
        if not self.fill and (self.dry_run or self.tap or self.mark or self.anyway):
            raise UsageError("--dry-run, --tap, --mark and --anyway say how to fill", "give --fill, too")
        for name, value in (("--tap", self.tap), ("--mark", self.mark)):
            if value and value not in GESTURES:
                raise UsageError(f"{name} takes no {value!r}", f"it takes {', '.join(GESTURES)}")

    @property
    def ways(self) -> Ways:
        """How cells are painted and marked."""
        given: dict[str, Gesture] = {gesture: gesture for gesture in GESTURES}
        return Ways(given.get(self.tap, "once"), given.get(self.mark))


def phone(options: Options, also: PhoneOptions) -> int:
    """Solve what a phone shows, or what is taken on it; return the exit status.

    options : without screenshots.

    Raises
    ------
    MissingPartError : adb is not installed.
    PicrosserError : there is no phone, or several; the command line is invalid.
    """
    if also.push and options.output == STREAM:
        raise UsageError("--push needs a file, and -o - writes none", "leave one of them out")
    if also.watch and options.fixes:
        raise UsageError("--fix is for one screenshot", "leave out --watch")
    connected = choose_phone(find_adb(), also.serial)
    with tempfile.TemporaryDirectory(prefix="picrosser-") as folder:
        if also.watch:
            return _Watcher(options, also, connected, Path(folder)).run()
        return _solve_screen(options, also, connected, Path(folder))


# ---- What the screen shows


def _solve_screen(options: Options, also: PhoneOptions, phone: Phone, folder: Path) -> int:
    shot = folder / time.strftime("phone-%Y%m%d-%H%M%S.png")
    shot.write_bytes(phone.screenshot())
    solved: list[AnySolved] = []

    def work(task: Task) -> Report:
        solved.append(solve_task(task))
        return answered(task, solved[0])

    report = _answer(options, also, phone, shot, work)
    status = print_reports([report], 1, as_json=False, quiet=options.quiet)
    if not also.fill or not solved or report.exit_code is not solved[0].exit_code:
        return status
    plan = plan_fill(load_image(shot), solved[0], also.ways, anyway=also.anyway)
    taps = list(all_taps(plan.lattice, plan.answer, plan.shown, plan.ways, plan.buttons))
    if also.dry_run:
        names = _colour_names(solved[0])
        for tap in taps:
            print_answer(_tap_line(tap, names))
        return int(ExitCode.OK)
    return _fill(options, phone, plan)


def _answer(options: Options, also: PhoneOptions, phone: Phone, shot: Path, work: Work) -> Report:
    """Do the work for a screenshot that lies in a temporary folder, and put the answer where it shall go.

    That is the working directory, or the place that -o names; with --push or --fill, it is written on this
    computer only with -o or --open.

    Raises
    ------
    PhoneError : the answer cannot be put into the gallery.
    """
    options = replace(options, shots=(str(shot),))
    if options.output or options.show or not (also.push or also.fill):
        [target] = plan_outputs(replace(options, output=options.output or "./"), NAMING, sys.stdout.isatty())
    else:
        target = Target(shot.with_name(NAMING.name(shot.name)))
    report = run_one(options, NAMING.command, work, Input(str(shot), target))
    if also.push and report.written:
        place = add_to_gallery(phone, Path(report.written), Path(report.written).stem)
        report = replace(report, written=f"{phone.serial}:{place}")
    elif isinstance(target, Target) and target.path is not None and target.path.parent == shot.parent:
        report = replace(report, written="")  # it goes with the folder
    return replace(report, name=f"{phone.serial}:{shot.name}")


# ---- Filling in


def _fill(options: Options, phone: Phone, plan: FillPlan) -> int:
    with PhoneScreen(phone) as screen, progress_line("filling in", quiet=options.quiet) as show:

        def tell(line: str) -> None:
            if show is not None:
                overwrite_line(f"{' ' * PROGRESS_COLUMNS}\r")
            if not options.quiet:
                print_message(f"picrosser: {line}")

        try:
            filled = fill(screen, plan, tell=tell, on_share=show)
        except KeyboardInterrupt:
            print_message("picrosser: interrupted; what was filled in stays")
            return int(ExitCode.INTERRUPTED)
    how = "the board shows the answer" if filled.is_seen else "the game has left the board after the last one"
    if not options.quiet:
        print_message(f"picrosser: {counted(filled.taps, 'tap')}; {how}")
    return int(ExitCode.OK)


def _colour_names(solved: AnySolved) -> tuple[str, ...]:
    assert solved.kind != "katamino"  # it is not filled in
    return cell_words(solved.puzzle)


def _tap_line(tap: Tap, names: tuple[str, ...]) -> str:
    row, col = tap.at
    place = "button" if tap.cell is None else f"row {tap.cell[0] + 1}, column {tap.cell[1] + 1}"
    what = "mark as blank" if tap.colour == EMPTY else names[tap.colour]
    return f"{'hold' if tap.hold else 'tap'} {col} {row}  {place}: {what}"


# ---- What is taken on the phone


class _Watcher:
    """The screenshots that were seen, so that each is solved once, also after the phone was away."""

    def __init__(self, options: Options, also: PhoneOptions, phone: Phone, folder: Path) -> None:
        if options.output and not options.output.endswith(("/", "\\")) and not Path(options.output).is_dir():
            raise OutputRefusedError(f"{options.output} is not a folder", "give a folder with -o DIR/")
        self.options, self.also, self.phone, self.folder = options, also, phone, folder
        self.known: set[Screenshot] = set()
        self.before: set[Screenshot] = set()
        self.done = self.failed = 0

    def run(self) -> int:
        """Solve each new screenshot, until Ctrl-C."""
        self.known = taken_screenshots(self.phone, PICTURE_SUFFIXES)
        if not self.options.quiet:
            print_message(f"picrosser: watching the phone {self.phone.serial}; Ctrl-C ends it")
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
            failed = f", {self.failed} without an answer" if self.failed else ""
            print_message(f"picrosser: {counted(self.done, 'screenshot')} came{failed}")
        return int(ExitCode.OK)

    def _look(self) -> None:
        """Solve what is new and has not changed since the last look.

        Raises
        ------
        PhoneError : the phone is away; what is not done yet is done by a later look.
        """
        new = taken_screenshots(self.phone, PICTURE_SUFFIXES) - self.known
        complete, self.before = new & self.before, new
        for shot in sorted(complete, key=lambda shot: (shot.time_s, shot.path)):
            local = self.folder / shot.name
            try:
                self.phone.pull(shot.path, local)
                report = _answer(self.options, self.also, self.phone, local, solve_one)
            finally:
                local.unlink(missing_ok=True)
            self.known.add(shot)
            self.done += 1
            self.failed += report.failed
            if report.failed:
                print_message(f"picrosser: {report.line}")
            print_report(report, True, (), as_json=False, quiet=self.options.quiet)
