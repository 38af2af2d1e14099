import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from picrosser.cli.app import USERS_EXTRAS
from scoring import house

ROOT = Path(__file__).resolve().parents[1] / "picrosser"

# Which rooms of the package each room may import, besides itself. Imports point down only.
BOTTOM = {"errors", "imaging", "puzzles", "running"}
READING = {"reading.stages", "reading.glyphs", "reading.lattice", "reading.page"}
FAMILIES = {"reading.hungry_cat", "reading.nonogram", "reading.katamino"}
ALLOWED = {
    "errors": set(),
    "running": {"errors"},
    "storage": {"errors"},
    "imaging": {"errors", "running", "storage"},
    "puzzles": {"errors"},  # no pixels: a puzzle is not a picture of one
    "reading": set(),
    "reading.stages": {"running"},
    "reading.glyphs": BOTTOM | {"reading.stages"},
    "reading.lattice": BOTTOM,
    "reading.page": BOTTOM | {"reading.glyphs"},
    "reading.photograph": BOTTOM | {"reading.lattice"},
    "reading.hungry_cat": BOTTOM | READING | {"reading.photograph"},
    "reading.nonogram": BOTTOM | READING,
    "reading.katamino": BOTTOM | READING | {"reading.photograph"},
    "solving": BOTTOM - {"imaging"},
    "packing": BOTTOM - {"imaging"},
    "drawing": BOTTOM,  # a lattice and a picture, never a stage
    "formats": BOTTOM - {"imaging"} | {"storage"},
    "repairing": BOTTOM | {"solving"},
    "making": BOTTOM | {"solving"},  # a picture in, a puzzle out
    "workers": {"errors"},  # whatever the work is
    "pipelines": BOTTOM
    | READING
    | FAMILIES
    | {"reading.photograph", "repairing", "solving", "packing", "drawing", "formats", "storage"},
    "looks": BOTTOM | READING | FAMILIES | {"reading.photograph", "repairing", "solving", "pipelines"},
    "answers": BOTTOM  # values, neither printed nor sent
    | {"solving", "packing", "repairing", "drawing", "formats", "pipelines", "looks", "workers"},
    "serving": BOTTOM | {"solving", "formats", "drawing", "pipelines", "looks", "answers", "workers"},
    "phones": {"errors", "imaging", "puzzles", "solving", "pipelines", "answers"},
    "debugging": BOTTOM
    | READING
    | FAMILIES
    | {"reading.photograph", "repairing", "solving", "looks", "drawing"},
    "cli": BOTTOM
    | {"solving", "packing", "repairing", "drawing", "formats", "making", "pipelines", "looks", "debugging"}
    | {"answers", "serving", "storage", "workers", "phones", ""},
    "__main__": {"cli"},
    "": BOTTOM | FAMILIES | {"formats", "solving", "packing", "drawing", "pipelines", "looks", "answers"},
}
FILES = sorted(ROOT.rglob("*.py"))


def room(module: str) -> str:
    """The room that a module stands in: the longest entry of ALLOWED that its dotted name begins with."""
    parts = module.split(".")[1:]
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next((name for name in names if name in ALLOWED), "")


def module_of(file: Path) -> str:
    return ".".join(["picrosser", *file.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__")


def imports(nodes: list[ast.AST]) -> Iterator[str]:
    """What a file imports, by dotted names."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.fixture(scope="module")
def nodes() -> dict[Path, list[ast.AST]]:
    """All that the modules of the package say, parsed."""
    return {file: list(ast.walk(ast.parse(file.read_text(encoding="utf-8")))) for file in FILES}


def test_imports_point_down(nodes):
    wrong = {}
    for file, inside in nodes.items():
        here = room(module_of(file))
        used = {room(name) for name in imports(inside) if name.split(".")[0] == "picrosser"}
        if beyond := used - {here} - ALLOWED[here]:
            wrong[str(file.relative_to(ROOT))] = beyond
    assert not wrong


def test_no_modules_import_each_other():
    assert not house.circles_in(house.imports_of(ROOT))


def test_nothing_is_imported_that_a_plain_installation_or_an_extra_lacks(nodes):
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *(text for name in USERS_EXTRAS for text in extras.get(name, ()))]
    installed = {re.split(r"[<>=~! ]", text)[0].lower() for text in declared}
    provides = metadata.packages_distributions()
    for file, inside in nodes.items():
        modules = {name.partition(".")[0] for name in imports(inside)}
        for module in modules - sys.stdlib_module_names - {"picrosser"}:
            owners = {owner.lower() for owner in provides.get(module, (module,))}
            assert owners & installed, f"{file.relative_to(ROOT)} imports {module}"


def test_every_folder_is_a_room():
    folders = {file.parent.relative_to(ROOT) for file in FILES} - {Path()}
    homeless = {str(folder) for folder in folders if not room("picrosser." + ".".join(folder.parts))}
    assert not homeless


def test_only_the_command_line_prints_and_exits(nodes):
    wrong = []
    for file, inside in nodes.items():
        if room(module_of(file)) in ("cli", "__main__"):
            continue
        for node in inside:
            match node:
                case (
                    ast.Name(id="print" | "exit" | "quit" | "SystemExit" | "breakpoint")
                    | ast.Attribute(value=ast.Name(id="sys"), attr="exit" | "stdout")
                    | ast.Attribute(value=ast.Name(id="os"), attr="_exit")
                ):
                    wrong.append((file, node.lineno))
    assert not wrong
