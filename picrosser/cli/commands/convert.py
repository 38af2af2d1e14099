"""`picrosser convert IN OUT`: write a puzzle file in another format, and report what that cannot hold.

The solution of a screenshot is only written if that is asked for: who converts one wants to solve its puzzle.
"""

from dataclasses import replace
from pathlib import Path

from picrosser.cli.inout.inputs import is_picture
from picrosser.cli.inout.puzzle_files import KATAMINO, puzzle_bytes, read_puzzle, write_file
from picrosser.cli.inout.report import print_message
from picrosser.cli.options import STREAM, TYPED_HINTS, Options, refuse_existing
from picrosser.errors import ExitCode, PuzzleFileError, UsageError
from picrosser.formats.katamino_text import packing_text
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.pipelines.stages import EXIT_CODES
from picrosser.solving.outcome import Status, counted, outcome_verdict
from picrosser.solving.solve import solve


def convert(options: Options, *, places: list[str], target: str, solution: bool | None) -> int:
    """Convert the puzzle at the first of two `places` to the second; a `target` without that means stdout."""
    expected = 1 if any(options.words) else 2
    if target and len(places) == expected - 1:
        places = [*places, STREAM]
    if len(places) != expected:
        names = "OUT" if expected == 1 else "IN and OUT"
        seen = f"expected {names}, found {counted(len(places), 'argument')}"
        raise UsageError(seen, "for example: picrosser convert shot.png puzzle.non")
    place, out = ("", places[0]) if expected == 1 else places
    refuse_existing(out, force=options.force, inputs=(place,))
    from_picture = not options.source and is_picture(place)
    if options.fixes and not from_picture:
        raise UsageError("--fix is for screenshots", "correct the hint in the puzzle file itself")
    name = place or TYPED_HINTS
    file = read_puzzle(place, options)
    if not isinstance(file, PuzzleFile):
        from picrosser.cli.inout.packings import packing_size

        if target not in ("", KATAMINO):
            advice = "leave --to out, and name OUT *.toml, *.json or *.txt"
            raise PuzzleFileError(f"{target} cannot hold a Katamino puzzle", advice)
        suffix = ".toml" if out in ("", STREAM) else Path(out).suffix.lower()
        data, what = packing_text(file.puzzle, file.solution, suffix).encode(), packing_size(file.puzzle)
    else:
        if solution and file.solution is None:
            outcome = solve(file.puzzle, time_limit_s=options.time_limit_s)
            if outcome.status is not Status.UNIQUE:
                verdict = outcome_verdict(file.puzzle, outcome)
                print_message(f"picrosser: {name}: {verdict}; nothing is written")
                return int(EXIT_CODES[outcome.status])
            file = replace(file, solution=outcome.picture)
        elif solution is False or (solution is None and from_picture):
            file = replace(file, solution=None)
        data, has_solution = puzzle_bytes(file, out, target, quiet=options.quiet)
        rows, cols = file.puzzle.shape
        what = f"{cols} x {rows} {file.kind}, {counted(file.puzzle.colours, 'colour')}"
        what += ", with its solution" if has_solution else ""
    write_file(data, out, force=options.force, told="" if options.quiet else f"{name}: {what}")
    return int(ExitCode.OK)
