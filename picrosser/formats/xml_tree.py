"""Parses XML to a simple tree whose elements know their line and column.

defusedxml refuses declared entities (expansion bombs, access to files). A DOCTYPE is accepted, because files
of webpbn.com have one, and ignored: nothing outside the text is ever fetched. One that declares anything is
refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.text import Snippet

_MAX_DEPTH = 20  # a file of webpbn.com has 5 levels
_MAX_ELEMENTS = 300_000  # more runs than a file of the largest size has room for


@dataclass(slots=True)
class Node:
    """An element: its name and attributes in small letters, its content, and where it begins (from 1)."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def all(self, tag: str) -> list[Node]:
        """Return the children with a name."""
        return [child for child in self.children if child.tag == tag]

    def walk(self) -> Iterator[Node]:
        """Yield the element and all elements inside it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def snippet(self) -> Snippet:
        """The text without white space around it, at the place of the element."""
        return Snippet(self.text.strip(), self.line, self.column)

    @property
    def place(self) -> str:
        """How a message about the element begins."""
        return self.snippet.place

    def error(self, what: str, advice: str = "") -> PuzzleFileError:
        """Make an error at this element."""
        return self.snippet.error(what, advice)


class _Tree:
    """Builds the nodes when the parser calls its methods."""

    parser: Any = None

    def __init__(self) -> None:
        self.open: list[Node] = []
        self.texts: list[list[str]] = []  # the parts of the text of each open element
        self.root: Node | None = None
        self.elements = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        expat = self.parser.parser
        small = {key.lower(): value for key, value in attributes.items()}
        node = Node(tag.lower(), small, expat.CurrentLineNumber, expat.CurrentColumnNumber + 1)
        self.elements += 1
        if len(self.open) >= _MAX_DEPTH or self.elements > _MAX_ELEMENTS:
            raise node.error("there are too many elements, or they are nested too deeply")
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)
        self.texts.append([])

    def data(self, text: str) -> None:
        if self.open:
            self.texts[-1].append(text)

    def doctype(self, _name: str, _system: str | None, _public: str | None, has_declarations: int) -> None:
        # A default for an attribute, declared once, is repeated in memory for each element.
        if has_declarations:
            raise self.declares()

    def declares(self) -> PuzzleFileError:
        expat = self.parser.parser
        place = f"line {expat.CurrentLineNumber}, column {expat.CurrentColumnNumber + 1}"
        what = "the file declares an entity or other parts of a document type, which no puzzle needs"
        return PuzzleFileError(f"{place}: {what}", "remove the declarations")

    def end(self, _: str) -> None:
        self.open.pop().text = "".join(self.texts.pop())

    def close(self) -> Node | None:
        return self.root


def parse_xml(text: str) -> Node:
    """Read an XML text."""
    # Imported here because few puzzle files are XML, and the imports take longer than reading one.
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    tree = _Tree()
    tree.parser = DefusedXMLParser(target=tree, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    expat = tree.parser.parser
    expat.StartDoctypeDeclHandler = tree.doctype
    try:
        tree.parser.feed(text)
        root: Node | None = tree.parser.close()
    except DefusedXmlException as error:
        raise tree.declares() from error
    except ParseError as error:
        line, column = error.position
        what = str(error).rpartition(": line")[0] or str(error)
        raise PuzzleFileError(f"line {line}, column {column + 1}: not well-formed XML: {what}") from error
    if root is None:
        raise PuzzleFileError("line 1, column 1: the XML has no element")
    return root
