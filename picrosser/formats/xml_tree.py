"""XML as a tree whose elements know their place.

defusedxml refuses declared entities (expansion bombs, access to files). A DOCTYPE, as in files of webpbn.com,
is accepted and ignored: nothing outside the text is ever fetched. One that declares anything is refused.
"""

from __future__ import annotations

from typing import Any, cast
from xml.etree.ElementTree import Element, TreeBuilder

from picrosser.errors import PuzzleFileError
from picrosser.formats.text import Snippet

_MAX_DEPTH = 20  # a file of webpbn.com has 5 levels
_MAX_ELEMENTS = 300_000  # more runs than a file of the largest size has room for


class Node(Element):
    """An element that knows where it begins; its name and those of its attributes are in small letters."""

    at: Snippet

    def all(self, tag: str) -> list[Node]:
        return cast(list[Node], self.findall(tag))

    def all_below(self, tag: str) -> list[Node]:
        """Return the elements with a name at any depth, in the order of the text."""
        return cast(list[Node], list(self.iter(tag)))

    @property
    def content(self) -> Snippet:
        """The text without white space around it, at the place of the element."""
        return self.at._replace(text=(self.text or "").strip())

    def error(self, what: str, advice: str = "") -> PuzzleFileError:
        return self.at.error(what, advice)


class _Tree(TreeBuilder):
    """Makes the nodes when the parser calls its methods."""

    parser: Any = None

    def __init__(self) -> None:
        super().__init__(Node)
        self._depth = self._count = 0

    @property
    def at(self) -> Snippet:
        expat = self.parser.parser
        return Snippet("", expat.CurrentLineNumber, expat.CurrentColumnNumber + 1)

    def start(self, tag: str, attributes: dict[str, str]) -> Node:
        node = super().start(tag.lower(), {key.lower(): value for key, value in attributes.items()})
        assert isinstance(node, Node)
        node.at = self.at
        self._depth += 1
        self._count += 1
        if self._depth > _MAX_DEPTH or self._count > _MAX_ELEMENTS:
            raise node.error("there are too many elements, or they are nested too deeply")
        return node

    def end(self, tag: str) -> Element:
        self._depth -= 1
        return super().end(tag.lower())

    def doctype(self, _name: str, _system: str | None, _public: str | None, has_declarations: int) -> None:
        # A default for an attribute, declared once, is repeated in memory for each element.
        if has_declarations:
            raise self.declares()

    def declares(self) -> PuzzleFileError:
        what = "the file declares an entity or other parts of a document type, which no puzzle needs"
        return self.at.error(what, "remove the declarations")


def parse_xml(text: str) -> Node:
    # Imported here because few puzzle files are XML, and the imports take longer than reading one.
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    tree = _Tree()
    tree.parser = DefusedXMLParser(target=tree, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    tree.parser.parser.StartDoctypeDeclHandler = tree.doctype
    try:
        tree.parser.feed(text)
        root: Node = tree.parser.close()
    except DefusedXmlException as error:
        raise tree.declares() from error
    except ParseError as error:
        line, column = error.position
        what = str(error).rpartition(": line")[0] or str(error)
        raise Snippet("", line, column + 1).error(f"not well-formed XML: {what}") from error
    return root
