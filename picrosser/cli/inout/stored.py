"""Screenshots at addresses of object stores, and answers that go there: the work is done on local copies.

So all commands, checks and messages are those of files. Reports name the addresses again.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from picrosser.cli.inout.outputs import Input, OutputExistsError, Target, checked
from picrosser.cli.inout.own_answers import is_own_answer, may_be_replaced
from picrosser.cli.inout.report import Report, answered_before
from picrosser.cli.inout.screenshots import Job, run_one
from picrosser.errors import InputUnreadableError, OutputRefusedError, PicrosserError
from picrosser.imaging.loading import MAX_BYTES
from picrosser.storage.stores import exists_at, fetch, folder_of, is_address, store


def run_stored(job: Job, given: Input, target: Target) -> Report:
    """Do a command's work for a screenshot, where it or its answer lies at an address."""
    options, command, shot = job.options, job.naming.command, given.shot
    began = perf_counter()
    with TemporaryDirectory(prefix="picrosser-") as folder:
        copy, answer = shot, target
        if is_address(shot):
            copy = str(_made(folder, "shot") / Path(shot).name)
            fetch(shot, Path(copy), at_most=MAX_BYTES)
            if is_own_answer(copy):
                raise InputUnreadableError(
                    "this is an answer that picrosser drew", "give the screenshot itself"
                )
        local = _made(folder, "answer") / Path(target.address).name
        if target.address:
            answer = Target(local)
            if exists_at(target.address):
                fetch(target.address, local, at_most=MAX_BYTES)
        place = checked(copy, answer, command, options)
        if isinstance(place, OutputExistsError) and options.skip_existing:
            return answered_before(shot, target.place)
        if isinstance(place, PicrosserError):
            seen = place.seen.replace(str(answer.path), target.place)
            raise OutputRefusedError(seen, place.advice)
        force = options.force or local.exists()
        report = as_named(run_one(job, given._replace(shot=copy, target=place)), shot, target)
        if report.written and target.address:
            root = options.output if is_address(options.output) else folder_of(target.address)
            try:
                store(local.read_bytes(), target.address, root=root, force=force)
            except FileExistsError:
                fetch(target.address, stored := local.with_name("stored"), at_most=MAX_BYTES)
                # Else a worker that was thought lost has written it.
                if not may_be_replaced(stored, copy, command):
                    raise OutputExistsError(target.address) from None
        return replace(report, seconds=perf_counter() - began) if options.report else report


def as_named(report: Report, shot: str, target: Target) -> Report:
    """A report on a copy, with the names of the screenshot and its answer as they were given."""
    facts = report.facts
    if facts.get("output"):
        facts = {**facts, "output": target.place}
    return replace(report, name=shot, facts=facts, written=target.place if report.written else "")


def _made(folder: str, name: str) -> Path:
    made = Path(folder, name)
    made.mkdir()
    return made
