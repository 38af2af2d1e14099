"""`picrosser check SHOT...` and `picrosser hint SHOT...`: mistakes and next steps on partly solved boards."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from picrosser.answers.json_object import HINT_KEYS, PROGRESS_KEYS
from picrosser.answers.progress_facts import checked_facts
from picrosser.cli.one_screenshot import Task
from picrosser.cli.options import Options
from picrosser.cli.outputs import Naming
from picrosser.cli.report import Report
from picrosser.cli.screenshots import run_each_screenshot
from picrosser.drawing.picture_files import SUFFIXES, picture_bytes
from picrosser.pipelines.progress import (
    Checked,
    check_lines,
    check_screenshot,
    hint_lines,
    hint_screenshot,
)
from picrosser.pipelines.verdicts import describe_turned
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from picrosser.pipelines.katamino_progress import KataminoChecked

CHECK_NAMING = Naming("check", ending="-check.png", beside=True, also=SUFFIXES)
HINT_NAMING = Naming("hint", ending="-hint.png", beside=True, also=SUFFIXES)


def check_screenshots(options: Options) -> int:
    """Check every screenshot and return the exit status."""
    return run_each_screenshot(options, CHECK_NAMING, _check_screenshot, PROGRESS_KEYS)


def hint_screenshots(options: Options) -> int:
    """Find the next steps on every board and return the exit status."""
    return run_each_screenshot(options, HINT_NAMING, _hint_screenshot, HINT_KEYS)


def _check_screenshot(task: Task) -> Report:
    options = task.options
    checked = check_screenshot(
        task.image,
        kind=options.asked_kind,
        fixes=dict(options.fixes),
        board=options.board,
        by_camera=task.by_camera,
        time_limit_s=task.deadline.left_s,
        on_stage=task.on_stage,
    )
    return _report(task, checked, checked.lines if checked.kind == "katamino" else check_lines(checked))


def _hint_screenshot(task: Task) -> Report:
    options = task.options
    checked = hint_screenshot(
        task.image,
        options.count,
        strength=options.strength,
        kind=options.asked_kind,
        fixes=dict(options.fixes),
        board=options.board,
        by_camera=task.by_camera,
        time_limit_s=task.deadline.left_s,
        on_stage=task.on_stage,
    )
    return _report(task, checked, checked.lines if checked.kind == "katamino" else hint_lines(checked))


def _report(task: Task, checked: Checked | KataminoChecked, lines: list[str]) -> Report:
    """Write the picture with mistakes or next steps, if there is one, and return the report."""
    started = perf_counter()
    task.write_flat(checked.solved)
    drawn = checked.is_drawn
    if drawn:
        task.write(picture_bytes(checked.draw(symbols=task.options.symbols), task.target.suffix or ".png"))
    draw_s = perf_counter() - started
    verdict, mistakes = checked.verdict, _mistakes(checked)
    if mistakes and not task.options.as_json:
        words = counted(mistakes, "mistake")  # the lines name them
        verdict = words + describe_turned(checked.solved.turned_deg)
    report = Report(
        task.shot, checked.exit_code, verdict, "\n".join(lines), written=task.target.place if drawn else ""
    )
    if drawn and task.target.to_stdout:  # the picture goes there, so the lines go to stderr
        report = replace(report, verdict="; ".join(line.removesuffix(":") for line in lines), drawing="")
    if not task.options.wants_facts:
        return report
    seconds = {"decode": task.decode_s, **checked.seconds, "draw": draw_s}
    output = task.output if drawn else None
    return replace(report, facts={**_facts(checked), "seconds": seconds, "output": output})


def _mistakes(checked: Checked | KataminoChecked) -> int:
    if checked.found is None:
        return 0
    return len(checked.found.lines if checked.kind == "katamino" else checked.found.mistakes)


def _facts(checked: Checked | KataminoChecked) -> dict[str, Any]:
    if checked.kind == "katamino":
        from picrosser.answers import katamino_facts  # its import takes 40 ms; the other families need none

        return katamino_facts.checked_facts(checked)
    return checked_facts(checked)
