"""Reads plain command lines without typer, whose import takes as long as decoding a screenshot.

Anything but the commonest forms is left to typer, which alone knows the whole command line, completes it
and explains what is wrong with it. A test holds both to the same results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_FLAGS = {"--json": "as_json", "--quiet": "quiet", "-q": "quiet", "--force": "force", "-f": "force"}
_VALUES = {"--output": "output", "-o": "output", "--debug": "debug", "--kind": "kind"}
_FILE_FLAGS = {**_FLAGS, "--count": "count", "--steps": "steps"}
_FILE_VALUES = {"--output": "output", "-o": "output"}


def quick_options(args: Sequence[str]) -> dict[str, object] | None:
    """The fields of `Options` that the arguments set, or None if typer should read them.

    Parameters
    ----------
    args : the arguments after the name of the command, if there is one.
    """
    return _fields(args, _FLAGS, _VALUES)


def quick_file_options(args: Sequence[str]) -> dict[str, object] | None:
    """The same of `FileOptions`, for the arguments of `solve`."""
    return _fields(args, _FILE_FLAGS, _FILE_VALUES)


def _fields(
    args: Sequence[str], flags: Mapping[str, str], values: Mapping[str, str]
) -> dict[str, object] | None:
    fields: dict[str, object] = {}
    shots: list[str] = []
    words = iter(args)
    for word in words:
        if word in flags:
            fields[flags[word]] = True
        elif word in values:
            value = next(words, "-?")
            if value.startswith("-") and value != "-":
                return None
            fields[values[word]] = value
        elif word.startswith("-") and word != "-":
            return None
        else:
            shots.append(word)
    return {"shots": tuple(shots), **fields} if shots else None
