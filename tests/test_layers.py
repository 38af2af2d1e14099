from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1] / "picrosser"

# Which parts of the package each part may import, besides itself. Imports point down only.
BOTTOM = {"errors", "pixels", "puzzles"}
ALLOWED = {
    "errors": set(),
    "pixels": {"errors"},
    "puzzles": {"errors"},  # no pixels: a puzzle is not a picture of one
    "reading": BOTTOM,
    "solving": BOTTOM - {"pixels"},
    "packing": BOTTOM - {"pixels"},
    "drawing": BOTTOM,  # a lattice and a picture, never a stage
    "formats": BOTTOM - {"pixels"},
    "repairing": BOTTOM - {"pixels"} | {"solving"},  # evidence in, puzzles out: no pictures
    "making": BOTTOM | {"solving"},  # a picture in, a puzzle out
    "verdict": BOTTOM - {"pixels"} | {"repairing", "solving"},
    "stages": {"errors", "solving"},
    "hungry_cat_pipeline": BOTTOM | {"reading", "repairing", "solving", "stages", "verdict"},
    "nonogram_verdict": BOTTOM - {"pixels"} | {"repairing", "solving"},
    "nonogram_board": BOTTOM | {"reading", "repairing", "solving"},
    "nonogram_pipeline": BOTTOM
    | {"reading", "repairing", "solving", "stages", "nonogram_board", "nonogram_verdict"},
    "katamino_pipeline": BOTTOM | {"reading", "packing", "stages"},
    "recognise": BOTTOM
    | {"reading", "stages", "hungry_cat_pipeline", "nonogram_pipeline", "katamino_pipeline"},
    "progress_pipeline": BOTTOM | {"reading", "solving", "stages", "hungry_cat_pipeline", "recognise"},
    "progress_verdict": BOTTOM - {"pixels"} | {"progress_pipeline", "solving", "verdict"},
    "debugging": BOTTOM | {"reading", "repairing", "solving", "drawing"},
    "cli": BOTTOM
    | {
        "reading",
        "repairing",
        "solving",
        "drawing",
        "formats",
        "making",
        "packing",
        "verdict",
        "stages",
        "hungry_cat_pipeline",
        "nonogram_pipeline",
        "katamino_pipeline",
        "recognise",
        "debugging",
        "",
        "progress_pipeline",
        "progress_verdict",
    },
    "__main__": {"cli"},
    "": BOTTOM
    | {
        "formats",
        "reading",
        "solving",
        "packing",
        "drawing",
        "hungry_cat_pipeline",
        "nonogram_pipeline",
        "recognise",
        "progress_pipeline",
    },  # the public face
}
FILES = sorted(ROOT.rglob("*.py"))


def part(file: Path) -> str:
    first = file.relative_to(ROOT).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def imports(tree: ast.AST) -> Iterator[str]:
    """The parts of the package that a file imports, "" for the package itself."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            package, _, rest = name.partition(".")
            if package == "picrosser":
                first = rest.split(".")[0]
                yield first if (ROOT / first).is_dir() or (ROOT / f"{first}.py").is_file() else ""


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_point_down(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert set(imports(tree)) - {part(file)} <= ALLOWED[part(file)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_only_the_command_line_prints_and_exits(file):
    if part(file) in ("cli", "__main__"):
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            assert node.id not in ("print", "exit", "quit", "SystemExit", "breakpoint"), node.lineno
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert (node.value.id, node.attr) not in (("sys", "exit"), ("sys", "stdout"), ("os", "_exit"))
