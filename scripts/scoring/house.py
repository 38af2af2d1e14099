"""Figures about the code itself: lines, files at the root, one-importer modules, circles, constants."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scoring.output import aligned

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "picrosser"
COUNTED = ("reading", "repairing", "looks")  # the rooms whose constants are counted


def house(root: Path = ROOT) -> str:
    rows = [("", "files", "lines")]
    for folder in (PACKAGE, "tests", "scripts"):
        texts = [path.read_text(encoding="utf-8") for path in (root / folder).rglob("*.py")]
        rows.append((folder, str(len(texts)), str(sum(len(text.splitlines()) for text in texts))))
    graph = imports_of(root / PACKAGE)
    importers: dict[str, set[str]] = {}
    for module, used in graph.items():
        for name in used:
            importers.setdefault(name, set()).add(module)
    once = sorted(name for name, users in importers.items() if len(users) == 1)
    circles = [" -> ".join(circle) for circle in circles_in(graph)]
    loose = sorted(path.name for path in (root / PACKAGE).iterdir() if path.is_file())
    return "\n".join(
        [
            aligned(rows),
            f"files at the package's root: {len(loose)}: {', '.join(loose)}",
            f"modules: {len(graph)}; with one importer: {len(once)}",
            *(f"  {name} <- {min(importers[name])}" for name in once),
            f"import circles: {len(circles)}",
            *(f"  {circle}" for circle in circles),
            aligned(_constants_table(root / PACKAGE)),
        ]
    )


def imports_of(package: Path) -> dict[str, set[str]]:
    """The modules of a package, each with those of the package that it imports, within functions as well."""
    names = {_module_name(package, path): path for path in sorted(package.rglob("*.py"))}
    graph = {}
    for name, path in names.items():
        used = {one if one in names else one.rpartition(".")[0] for one in _imported(path)}
        graph[name] = used & set(names) - {name}
    return graph


def _module_name(package: Path, path: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path) -> Iterator[str]:
    """Every name that a module imports, but for type checkers: `a.b.name` of `from a.b import name`."""
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circles_in(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of modules that import each other: the strongly connected components of several modules."""
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    names = list(graph)
    matrix = np.array([[other in used for other in names] for used in graph.values()])
    count, labels = connected_components(csr_array(matrix), directed=True, connection="strong")
    groups = [[name for name, label in zip(names, labels, strict=True) if label == at] for at in range(count)]
    return [group for group in groups if len(group) > 1]


# ---- Constants


def _constants_table(package: Path) -> list[tuple[str, ...]]:
    """A line for each room whose constants are counted, and one for all."""
    reasons = {
        room: [
            is_measured for path in (package / room).rglob("*.py") for _, is_measured in constants_in(path)
        ]
        for room in COUNTED
    }
    reasons["all"] = [is_measured for room in COUNTED for is_measured in reasons[room]]
    counts = ((room, len(known), sum(known)) for room, known in reasons.items())
    return [
        ("constants", "in all", "with a measured reason", "without"),
        *((room, str(count), str(measured), str(count - measured)) for room, count, measured in counts),
    ]


def constants_in(path: Path) -> list[tuple[str, bool]]:
    """The numbers named in capitals at the top of a module, and whether each has a measured reason.

    It has one if the comment above it, beside it or in the docstring below it holds a figure.
    """
    text = path.read_text(encoding="utf-8")
    lines, body = text.splitlines(), ast.parse(text).body
    found = []
    for node, below in zip(body, [*body[1:], None], strict=True):
        is_measured = any(char.isdigit() for char in _comment_of(node, below, lines))
        found += [(name, is_measured) for name in constant_names(node)]
    return found


def constant_names(node: ast.stmt) -> list[str]:
    """The names in capitals to which a statement assigns a number, or a tuple of numbers."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None or not _is_number(node.value):
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    named = [name for target in targets for name in getattr(target, "elts", [target])]
    return [name.id for name in named if isinstance(name, ast.Name) and name.id.lstrip("_").isupper()]


def _is_number(node: ast.expr) -> bool:
    """Whether an expression is a number as it stands, or a tuple of such."""
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(map(_is_number, node.elts))
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _comment_of(node: ast.stmt, below: ast.stmt | None, lines: Sequence[str]) -> str:
    """The comment lines above a statement, the comments on its lines, and the string below it."""
    assert node.end_lineno is not None
    first = node.lineno - 1
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    comments = [line.partition("#")[2] for line in lines[first : node.end_lineno]]
    if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
        comments.append(str(below.value.value))
    return " ".join(comments)
