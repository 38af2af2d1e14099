"""Screenshots at addresses of object stores, and answers that go there: the work is done on local copies.

So all commands, checks and messages are those of files. Reports name the addresses again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from picrosser.cli.options import Options
from picrosser.cli.outputs import OutputExistsError, Target, checked
from picrosser.cli.own_answers import is_own_answer, may_be_replaced
from picrosser.cli.report import Report, answered_before
from picrosser.errors import InputUnreadableError, OutputRefusedError, PicrosserError
from picrosser.imaging.loading import MAX_BYTES
from picrosser.storage.stores import exists_at, fetch, folder_of, is_address, store

RunLocally = Callable[[str, Target | PicrosserError], Report]
"""Does a command's work for a screenshot that is a file, and writes a file."""


def run_stored(options: Options, command: str, run: RunLocally, shot: str, target: Target) -> Report:
    """Do a command's work for a screenshot, where it or its answer lies at an address.

    Raises
    ------
    PicrosserError : the screenshot cannot be fetched, or its answer cannot be stored.
    """
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
        if target.address:
            answer = Target(_made(folder, "answer") / Path(target.address).name)
            _fetch_answer(target.address, answer)
        place = checked(copy, answer, command, options)
        if isinstance(place, OutputExistsError) and options.skip_existing:
            return answered_before(shot, target.place)
        if isinstance(place, PicrosserError):
            seen = place.seen.replace(str(answer.path), target.place)
            raise OutputRefusedError(seen, place.advice)
        had_one = answer.path is not None and answer.path.exists()
        report = as_named(run(copy, place), shot, target)
        if report.written and target.address:
            root = options.output if is_address(options.output) else folder_of(target.address)
            _store_answer(answer, target.address, copy, command, force=options.force or had_one, root=root)
        if options.report:
            report = replace(report, seconds=perf_counter() - began)
        return report


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


def _fetch_answer(address: str, answer: Target) -> None:
    """Copy what lies where the answer will, if anything does."""
    assert answer.path is not None
    if exists_at(address):
        fetch(address, answer.path, at_most=MAX_BYTES)


def _store_answer(answer: Target, address: str, copy: str, command: str, *, force: bool, root: str) -> None:
    """Store an answer.

    copy : the screenshot. force : what lies there may be replaced.

    Raises
    ------
    OutputRefusedError : it cannot be stored.
    """
    assert answer.path is not None
    try:
        store(answer.path.read_bytes(), address, root=root, force=force)
    except FileExistsError:
        fetch(address, stored := answer.path.with_name("stored"), at_most=MAX_BYTES)
        if not may_be_replaced(stored, copy, command):  # else a worker that was thought lost has written it
            raise OutputExistsError(address) from None
