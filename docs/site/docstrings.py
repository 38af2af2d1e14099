"""Extension of griffe, which reads the docstrings for the page of all public names.

Our docstrings write `name : what it is`; types are in the signature. In the numpy form a type stands there,
and the description in the line below. So the words are moved into that line.
"""

from __future__ import annotations

import re

import griffe

SECTION = re.compile(
    r"(?P<title>^(?:Parameters|Returns|Raises|Yields|Attributes)\n-+\n)(?P<entries>.*?)(?=^\w[^\n]*\n-+\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
ENTRY = re.compile(r"^(\w[\w, *.]*?) : ", re.MULTILINE)


class WordsAreDescriptions(griffe.Extension):
    """Rewrite each docstring before it is parsed."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Move the words after each entry's name into its description."""
        if obj.docstring:
            obj.docstring.value = SECTION.sub(described, obj.docstring.value)


def described(section: re.Match[str]) -> str:
    """One section of a docstring, with the words of each entry on lines of their own below its name."""
    return section["title"] + ENTRY.sub(r"\1\n    ", section["entries"])
