#!/usr/bin/env bash
# Package: puzzlekit 0.3.4 with ortools 9.15.6755 (PyPI).
#
# One would expect: the title of an address of Penpa+ is decoded to what its author typed. Commas part the fields of the
#   first line, so Penpa+ writes a comma in a title as %2C; and z begins its abbreviations, in every line, so it writes a
#   z that is meant as one as zZ. This package undoes the latter in the puzzle's line.
# What happens: in the first line neither is undone. "Puzzle, small", which Penpa+ writes as "PuzZzZle%2C small", comes
#   back in that form. A comma that the package itself has written as %2C comes back as %2C, too.
# Output seen:
#   Penpa+ writes "PuzZzZle%2C small", decoded "PuzZzZle%2C small"
#   encoded "Bird, small", decoded "Bird%2C small"
# Why it matters: titles are what collections are sorted and searched by. After decoding, replace zZ and %2C yourself.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check puzzlekit==0.3.4 ortools==9.15.6755
cd "$work"
cat > try.py <<'PY'
import zlib
from base64 import b64decode, b64encode

from puzzlekit.formats.penpa_converter import PenpaConverter
from puzzlekit.formats.puzzlink_converter import PuzzlinkConverter

puzzle = PuzzlinkConverter().decode("https://puzz.link/p?nonogram/3/2/12g2g1")
puzzle.title = "Bird, small"
page, _, payload = PenpaConverter().encode(puzzle).partition("&p=")
written = zlib.decompress(b64decode(payload), -15).decode().replace("Bird%2C small", "PuzZzZle%2C small")
theirs = f"{page}&p={b64encode(zlib.compress(written.encode())[2:-4]).decode()}"
titles = [PenpaConverter().decode(address).title for address in (theirs, f"{page}&p={payload}")]
print(f'Penpa+ writes "PuzZzZle%2C small", decoded "{titles[0]}"')
print(f'encoded "{puzzle.title}", decoded "{titles[1]}"')
if titles != ["PuzZzZle%2C small", "Bird%2C small"]:
    raise SystemExit("The behaviour changed: titles come back otherwise.")
print("As described: the title is left as Penpa+ stores it.")
PY
MPLBACKEND=Agg MPLCONFIGDIR="$work" "$work/env/bin/python" try.py
