"""The road that all commands for puzzle files share: read what the command line names, work, report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from picrosser.cli.inout.inputs import first_bytes, is_picture, is_plain, stream_bytes
from picrosser.cli.inout.report import Report, attempt, print_message, print_reports, write_stdout
from picrosser.cli.inout.time_limit import interrupted_at
from picrosser.cli.options import (
    DRAWN,
    MOVING,
    STREAM,
    TYPED_HINTS,
    Options,
    check_suffix,
    is_missing,
    names_folder,
    refuse_existing,
)
from picrosser.errors import ExitCode, HintsUnreadableError, PuzzleFileError, UsageError, noted
from picrosser.formats import files
from picrosser.formats.addresses import holds_puzzle
from picrosser.formats.puzzle_file import DOUBT_MARK, PuzzleFile
from picrosser.puzzles.checking import Axis, LinePuzzle, runs_listed
from picrosser.puzzles.nonogram import Nonogram
from picrosser.running import waiting
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Step, counted
from picrosser.storage.atomic import write_new_file

if TYPE_CHECKING:
    from picrosser.formats.katamino_text import PackingFile
    from picrosser.puzzles.hints_by_hand import Fix

KATAMINO = "katamino"  # what --from calls Katamino files, in TOML or JSON
_MAX_LABEL = 100  # characters of an address that holds a puzzle, in messages
DOUBTS_NOTE = "some lines are marked as in doubt; check them, and remove the marks"

AnyFile: TypeAlias = "PuzzleFile | PackingFile"
Work: TypeAlias = Callable[[str, AnyFile, Options], Report]


def run_each_file(options: Options, work: Work, keys: Sequence[str] = ()) -> int:
    """Do the work for every puzzle, with the time that is left; status and `keys` as of `print_reports`."""
    _check(options)
    reports = chain.from_iterable(_reports(name, options, work) for name in options.inputs)
    first = list(islice(reports, 2)) if len(options.inputs) == 1 else []  # which may hold several puzzles
    count = max(len(options.inputs), len(first))
    return print_reports(chain(first, reports), count, options, keys)


def _reports(name: str, options: Options, work: Work) -> Iterator[Report]:
    """Do the work for each puzzle that an input holds; reading the input belongs to that for the first."""
    found: list[Callable[[], AnyFile]] = []
    typed = stream_bytes(name)  # waiting for it is no work
    if typed or len(options.inputs) > 1:
        waiting.begin()
    deadline = Deadline.after(options.time_limit_s)

    def report(label: str, run: Callable[[], Report]) -> Report:
        def guarded() -> Report:
            with noted(lambda: _hash_of(name, typed)), interrupted_at(deadline):
                return run()

        done = attempt(label, guarded)
        return replace(done, verdict=done.verdict.removeprefix(f"{name}: "))  # printed with it anyway

    def labelled(number: int) -> str:
        cut = holds_puzzle(name) and len(name) > _MAX_LABEL and not options.as_json
        label = f"{name[:_MAX_LABEL]}..." if cut else name
        return f"{label}, puzzle {number + 1}" if len(found) > 1 else label

    def read() -> Report:
        found.extend(read_puzzles("" if any(options.words) else name, options))
        return Report(name, ExitCode.OK, "")

    def solve(number: int) -> Report:
        file = found[number]()
        label, output = labelled(number), options.output
        if len(found) > 1 and isinstance(file, PuzzleFile) and file.title:
            label += f" ({file.title})"
        if output and names_folder(output, of_many=False):
            output = _answer_in(output, name, number + 1 if len(found) > 1 else 0)
            refuse_existing(output, force=options.force, inputs=options.inputs)
            Path(output).parent.mkdir(parents=True, exist_ok=True)
        return work(label, file, replace(options, time_limit_s=deadline.left_s, output=output))

    loaded = report(name, read)
    if loaded.failed:
        yield loaded
    for number in range(len(found)):
        if number:
            waiting.begin()
            deadline = Deadline.after(options.time_limit_s)
        yield report(labelled(number), partial(solve, number))


def _answer_in(folder: str, name: str, number: int) -> str:
    """The place of an answer in a folder; `number` is that of the puzzle in its file, 0 if it is alone."""
    from urllib.parse import urlsplit

    stem = "puzzle" if name in (STREAM, TYPED_HINTS) or holds_puzzle(name) else Path(urlsplit(name).path).stem
    return str(Path(folder, f"{stem}{f'-{number}' if number else ''}-solved.png"))


def _hash_of(name: str, typed: bytes | None) -> str:
    from hashlib import sha256  # OpenSSL takes milliseconds to load

    return f"input sha256:{sha256(typed or first_bytes(name, files.MAX_BYTES)).hexdigest()}"


def _check(options: Options) -> None:
    if options.flat or options.board > 1:
        raise UsageError("--flat and --board are for pictures, not for puzzle files", "leave them out")
    if options.output and not is_missing(options.inputs) and not names_folder(options.output, of_many=False):
        if len(options.inputs) > 1:
            seen = f"several inputs cannot share the output {options.output}"
            raise UsageError(seen, "solve them separately")
        from picrosser.formats.registry import written_suffixes

        check_suffix(options.output, (*DRAWN, *written_suffixes()))
        refuse_existing(options.output, force=options.force, inputs=options.inputs)


def read_puzzle(place: str, options: Options) -> AnyFile:
    """Read the only puzzle of a file, or the one that the options choose; parameters as in `read_puzzles`."""
    found = read_puzzles(place, options)
    if len(found) != 1:
        advice = "choose one with --puzzle N"
        raise PuzzleFileError(f"{place}: the file holds {counted(len(found), 'puzzle')}", advice)
    return found[0]()


def read_puzzles(place: str, options: Options) -> Sequence[Callable[[], AnyFile]]:
    """Find the puzzles in a file; when one is read, report on stderr what the reader of its format noticed.

    place : of a puzzle file or a screenshot; "" if the options spell it.
    """
    found = _puzzles(place, options)
    if options.puzzle > len(found):
        raise UsageError(f"--puzzle {options.puzzle}: the file holds {counted(len(found), 'puzzle')}")
    return [found[options.puzzle - 1]] if options.puzzle else found


def _puzzles(place: str, options: Options) -> Sequence[Callable[[], AnyFile]]:
    source, words = options.source, options.words
    if any(words):
        if place:
            raise UsageError("--colours, --columns and --rows are a puzzle, and so is a file", "give one")
        if not all(words):
            raise UsageError("--colours, --columns and --rows belong together", "give all three")
        from picrosser.formats.hungry_cat_letters import parse_words

        return [partial(parse_words, *words)]
    if not place:
        raise UsageError("no puzzle is given", "name a file, or give --colours, --columns and --rows")
    if not source and is_picture(place):
        return [partial(_puzzle_in_picture, place, options.fixes)]
    if (given := stream_bytes(place)) is not None:
        data, suffix = given, ""
    else:
        data, suffix = files.read_bytes(place)
    name = "the input" if place == STREAM else place
    if source == KATAMINO or (not source and b"katamino" in data and files.holds_packing(data)):
        return [partial(files.parse_packing, data, name)]
    folder = Path(place).parent if is_plain(place) else None
    marked = [DOUBTS_NOTE] if DOUBT_MARK.encode() in data else []

    def read(part: Callable[[], PuzzleFile]) -> PuzzleFile:
        file = part()
        for note in (*file.notes, *marked) if not options.quiet else ():
            print_message(f"{place or TYPED_HINTS}: {note}")
        return file

    parts = files.parse_puzzles(data, name, source or None, suffix=suffix, folder=folder)
    return [partial(read, part) for part in parts]


def _puzzle_in_picture(place: str, fixes: Sequence[Fix]) -> PuzzleFile:
    """Read the puzzle in a screenshot, with its solution if there is only one."""
    from picrosser.looks.solve import solve_hinted  # few files are pictures
    from picrosser.solving.outcome import Status

    given = stream_bytes(place)
    solved = solve_hinted(Path(place) if given is None else given, fixes=dict(fixes)).in_srgb()
    if solved.doubts:
        advice = f"or read it with picrosser read {place}, and correct that file"
        raise HintsUnreadableError(f"{place}: {solved.verdict}", advice)
    outcome = solved.outcome
    return PuzzleFile(solved.puzzle, outcome.picture if outcome.status is Status.UNIQUE else None)


# ---- Writing


def hints_text(puzzle: LinePuzzle, axis: Axis | None, line: int | None) -> str:
    """Return a line's hints as a heading, "[3 1 2] "; runs of any colour but the first with its number."""
    if axis is None or line is None:
        return ""
    if not isinstance(puzzle, Nonogram):
        return f"[{' '.join(map(str, (puzzle.rows if axis == 'row' else puzzle.cols)[line]))}] "
    runs = (puzzle.rows if axis == "row" else puzzle.cols)[line]
    return "[?] " if runs is None else f"[{runs_listed(runs)}] "


def file_bytes(
    file: PuzzleFile,
    options: Options,
    steps: Sequence[Step] = (),
    *,
    hints: bool = True,
    per_cell: bool = False,
) -> bytes:
    """Return what is written to the output: a drawing of the puzzle, how it is solved, or a puzzle file.

    Its suffix says which; it is a PNG for stdout. steps : those of an animation.
    """
    suffix, cell_px, symbols = options.suffix or ".png", options.cell_px, options.symbols
    puzzle, picture = file.puzzle, file.solution
    if suffix not in DRAWN:
        return puzzle_bytes(file, options.output)[0]
    if suffix in (".svg", ".html"):
        from picrosser.drawing.svg import html_page, svg

        drawing = svg(puzzle, picture, hints=hints, cell_px=cell_px, symbols=symbols)
        return (html_page(drawing, file.title or "A puzzle") if suffix == ".html" else drawing).encode()
    if suffix == ".txt":
        from picrosser.drawing.terminal import Depth, terminal_sheet

        return (terminal_sheet(puzzle, picture, Depth.TEXT, hints=hints) + "\n").encode()
    refuse_tiny_cells(options, hints)
    if suffix in MOVING:
        from picrosser.drawing.animation import animation_bytes, board_frames, board_states

        pictures = board_states(puzzle, [step.cells for step in steps], per_cell=per_cell)
        frames = board_frames(puzzle, pictures, cell_px=cell_px, hints=hints, symbols=symbols)
        return animation_bytes(frames, suffix)
    from picrosser.drawing.picture_files import picture_bytes
    from picrosser.drawing.sheet import sheet

    return picture_bytes(sheet(puzzle, picture, cell_px=cell_px, hints=hints, symbols=symbols), suffix)


def refuse_tiny_cells(options: Options, hints: bool) -> None:
    from picrosser.drawing.sheet import MIN_HINTS_CELL_PX

    if hints and options.cell_px < MIN_HINTS_CELL_PX:
        advice = "add --no-hints, or a larger --cell"
        raise UsageError(f"cells of {options.cell_px} px have no room for hints", advice)


def puzzle_bytes(file: PuzzleFile, out: str, target: str = "", *, quiet: bool = False) -> tuple[bytes, bool]:
    """Return a puzzle as a file, and whether it has its solution; report what the format cannot hold.

    out : its place, whose suffix names the format unless `target` does; TOML for stdout ("" or `-`).
    """
    from picrosser.formats.registry import format_for_output, format_named

    path = Path("x.toml") if out in ("", STREAM) else Path(out)
    chosen = format_named(target) if target else format_for_output(path, file.kind)
    if chosen.is_picture and file.solution is None and file.kind == chosen.kind:
        seen = f"the {chosen.name} format holds only the solution"
        raise PuzzleFileError(seen, "convert the puzzle with --solution")
    text, lost = files.write_checked(file, chosen)
    for what in lost if not quiet else ():
        place = "stdout" if out in ("", STREAM) else out
        print_message(f"{place}: the format cannot hold {what}")
    return text.encode(), file.solution is not None and not any("solution" in part for part in lost)


def write_file(data: bytes, out: str, *, force: bool, told: str = "") -> None:
    """Write a file, and print what it is, if that is `told`; or write to stdout if `out` is "" or `-`."""
    if out in ("", STREAM):
        write_stdout(data)
        return
    write_new_file(Path(out), data, force=force)
    if told:
        print_message(f"{told} → {out}")
