"""Reads plain command lines without typer, whose import takes as long as decoding a screenshot.

Anything but the commonest forms is left to typer, which alone knows the whole command line, completes it
and explains what is wrong with it. A test holds both to the same results.
"""

from __future__ import annotations

from collections.abc import Sequence

_FLAGS = {"--json": "as_json", "--quiet": "quiet", "-q": "quiet", "--force": "force", "-f": "force"}
_VALUES = {"--output": "output", "-o": "output", "--debug": "debug"}


def quick_options(args: Sequence[str]) -> dict[str, object] | None:
    """The fields of `Options` that the arguments set, or None if typer should read them.

    Parameters
    ----------
    args : the arguments after the name of the command, if there is one.
    """
    fields: dict[str, object] = {}
    shots: list[str] = []
    words = iter(args)
    for word in words:
        if word in _FLAGS:
            fields[_FLAGS[word]] = True
        elif word in _VALUES:
            value = next(words, "-?")
            if value.startswith("-") and value != "-":
                return None
            fields[_VALUES[word]] = value
        elif word.startswith("-") and word != "-":
            return None
        else:
            shots.append(word)
    return {"shots": tuple(shots), **fields} if shots else None
