"""`picrosser read`: write the puzzle in a screenshot or a puzzle file as TOML."""

from picrosser.answers.answer import Answer, read_answer
from picrosser.cli.inout.inputs import are_puzzle_files
from picrosser.cli.inout.outputs import Naming
from picrosser.cli.inout.puzzle_files import AnyFile, puzzle_bytes, run_each_file, write_file
from picrosser.cli.inout.report import Report
from picrosser.cli.inout.screenshots import Task, run_each_screenshot
from picrosser.cli.options import Options
from picrosser.errors import ExitCode, HintsUnreadableError, PuzzleFileError, UsageError
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import written_suffixes
from picrosser.solving.outcome import counted

NAMING = Naming("read", ending=".toml", beside=False, also=written_suffixes())


def read(options: Options) -> int:
    if options.symbols:
        raise UsageError("--symbols is for drawings, and read draws none", "leave it out")
    if are_puzzle_files(options):
        return run_each_file(options, _read_file)
    return run_each_screenshot(options, NAMING, _read_screenshot)


def _read_screenshot(task: Task) -> Answer:
    solved = task.solve()
    answer = read_answer(solved)
    if task.target.suffix in ("", ".toml"):
        return answer
    if solved.kind == "katamino":
        raise UsageError(f"a Katamino puzzle cannot be written as {task.options.output}", "name it *.toml")
    if solved.doubts:
        seen = f"{solved.verdict}; only TOML can mark what is in doubt"
        raise HintsUnreadableError(seen, "name the output *.toml")
    file = PuzzleFile(solved.puzzle)
    return answer._replace(content=lambda _: puzzle_bytes(file, task.options.output)[0])


def _read_file(name: str, file: AnyFile, options: Options) -> Report:
    if not isinstance(file, PuzzleFile):
        seen = f"{name}: a Katamino puzzle has pieces, and no hints for its cells"
        raise PuzzleFileError(seen, "picrosser solve or picrosser katamino packs it")
    data, _ = puzzle_bytes(file, options.output)
    if options.output:
        write_file(data, options.output, force=options.force)
    rows, cols = file.puzzle.shape
    verdict = f"{cols} x {rows} {file.kind}, {counted(file.puzzle.colours, 'colour')}, read"
    shown = "" if options.output else data.decode().removesuffix("\n")
    return Report(name, ExitCode.OK, verdict, shown, written=options.output)
