"""XML as a tree whose elements know their place.

defusedxml refuses declared entities (expansion bombs, access to files). A DOCTYPE, as in files of webpbn.com,
is accepted and ignored: nothing outside the text is ever fetched. One that declares anything is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from picrosser.errors import PuzzleFileError
from picrosser.formats.text import Snippet

_MAX_DEPTH = 20  # a file of webpbn.com has 5 levels
_MAX_ELEMENTS = 300_000  # more runs than a file of the largest size has room for


@dataclass(slots=True)
class Node:
    """An element: its name and attributes in small letters, where it begins, and its content."""

    tag: str
    attributes: dict[str, str]
    at: Snippet
    parts: list[str] = field(default_factory=list)  # of its text
    children: list[Node] = field(default_factory=list)

    def all(self, tag: str) -> list[Node]:
        """Return the children with a name."""
        return [child for child in self.children if child.tag == tag]

    @property
    def text(self) -> Snippet:
        """The text without white space around it, at the place of the element."""
        return self.at._replace(text="".join(self.parts).strip())

    def error(self, what: str, advice: str = "") -> PuzzleFileError:
        return self.at.error(what, advice)


class _Tree:
    """Collects the nodes, in the order of the text, when the parser calls its methods."""

    parser: Any = None

    def __init__(self) -> None:
        self.open: list[Node] = []
        self.nodes: list[Node] = []

    @property
    def at(self) -> Snippet:
        expat = self.parser.parser
        return Snippet("", expat.CurrentLineNumber, expat.CurrentColumnNumber + 1)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        node = Node(tag.lower(), {key.lower(): value for key, value in attributes.items()}, self.at)
        if len(self.open) >= _MAX_DEPTH or len(self.nodes) >= _MAX_ELEMENTS:
            raise node.error("there are too many elements, or they are nested too deeply")
        if self.open:
            self.open[-1].children.append(node)
        self.nodes.append(node)
        self.open.append(node)

    def data(self, text: str) -> None:
        if self.open:
            self.open[-1].parts.append(text)

    def end(self, _: str) -> None:
        self.open.pop()

    def close(self) -> list[Node]:
        return self.nodes

    def doctype(self, _name: str, _system: str | None, _public: str | None, has_declarations: int) -> None:
        # A default for an attribute, declared once, is repeated in memory for each element.
        if has_declarations:
            raise self.declares()

    def declares(self) -> PuzzleFileError:
        what = "the file declares an entity or other parts of a document type, which no puzzle needs"
        return self.at.error(what, "remove the declarations")


def parse_xml(text: str) -> list[Node]:
    """Return all elements, the outermost one first."""
    # Imported here because few puzzle files are XML, and the imports take longer than reading one.
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    tree = _Tree()
    tree.parser = DefusedXMLParser(target=tree, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    tree.parser.parser.StartDoctypeDeclHandler = tree.doctype
    try:
        tree.parser.feed(text)
        nodes: list[Node] = tree.parser.close()
    except DefusedXmlException as error:
        raise tree.declares() from error
    except ParseError as error:
        line, column = error.position
        what = str(error).rpartition(": line")[0] or str(error)
        raise Snippet("", line, column + 1).error(f"not well-formed XML: {what}") from error
    return nodes
