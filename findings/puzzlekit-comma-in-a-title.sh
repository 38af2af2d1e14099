#!/usr/bin/env bash
# Package: puzzlekit 0.3.4 with ortools 9.15.6755 (PyPI).
#
# One would expect: the title of an address of Penpa+ is decoded to what its author typed. Commas part the fields of the
#   first line, so Penpa+ writes one in a title as %2C, and so does this package when it encodes.
# What happens: decoding does not undo it. The title "Bird, small" comes back as "Bird%2C small", and a title in which
#   somebody typed %2C cannot be told from it.
# Output seen:
#   encoded "Bird, small", decoded "Bird%2C small"
# Why it matters: titles are what collections are sorted and searched by. Replace %2C yourself, once, after decoding.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check puzzlekit==0.3.4 ortools==9.15.6755
cd "$work"
cat > try.py <<'PY'
from puzzlekit.formats.penpa_converter import PenpaConverter
from puzzlekit.formats.puzzlink_converter import PuzzlinkConverter

puzzle = PuzzlinkConverter().decode("https://puzz.link/p?nonogram/3/2/12g2g1")
puzzle.title = "Bird, small"
title = PenpaConverter().decode(PenpaConverter().encode(puzzle)).title
print(f'encoded "{puzzle.title}", decoded "{title}"')
if title != "Bird%2C small":
    raise SystemExit("The behaviour changed: the title comes back as it was.")
print("As described: the comma comes back as %2C.")
PY
MPLBACKEND=Agg MPLCONFIGDIR="$work" "$work/env/bin/python" try.py
