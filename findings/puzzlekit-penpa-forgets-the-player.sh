#!/usr/bin/env bash
# Package: puzzlekit 0.3.4 with ortools 9.15.6755 (PyPI).
#
# One would expect: its converter decodes an address of Penpa+ and encodes it again ("bidirectional conversion"), so an
#   address that goes through it unchanged still opens as the same page, with what the player has painted; or else it
#   says that a layer is left out.
# What happens: of the two layers of a page only the puzzle's is read. The player's (line 5 of the text) is written
#   empty, without a word, and neither the decoded puzzle nor its metadata hold it.
# Output seen (2 x 1 cells, the player has painted the first one):
#   before: {"24": 1}    after: {}
# Why it matters: a half-solved nonogram is sent as such an address (m=solve). Whoever converts addresses in bulk, to
#   normalise or to store them, loses every player's work. Read line 5 yourself before handing an address over.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/env"
"$work/env/bin/pip" install --quiet --disable-pip-version-check puzzlekit==0.3.4 ortools==9.15.6755
cd "$work"
cat > try.py <<'PY'
import json
import zlib
from base64 import b64decode, b64encode

from puzzlekit.formats.base import CellState, NumberClue, PuzzleInstance
from puzzlekit.formats.penpa_converter import PenpaConverter


def lines(address):
    return zlib.decompress(b64decode(address.partition("&p=")[2]), -15).decode().split("\n")


def surface(address):
    return json.loads("{" + lines(address)[4].partition("zS:{")[2].partition("}")[0] + "}")


puzzle = PuzzleInstance()
puzzle.puzzle_type, puzzle.grid_type, puzzle.rows, puzzle.cols = "nonogram", "square", 2, 3
puzzle.title = puzzle.author = puzzle.source = ""
puzzle.margins, puzzle.boxes = [1, 0, 1, 0], [24, 1]
for place in ((0, 1), (1, 0)):
    puzzle.cells[place] = CellState(clue=NumberClue(value="1"))
text = lines(PenpaConverter().encode(puzzle))
text[4] = text[4].replace("zS:{}", 'zS:{"24":1}')
packed = zlib.compress("\n".join(text).encode())[2:-4]
played = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=" + b64encode(packed).decode()
decoded = PenpaConverter().decode(played)
again = PenpaConverter().encode(decoded)
print("before:", json.dumps(surface(played)), "  after:", json.dumps(surface(again)))
if surface(played) != {"24": 1}:
    raise SystemExit("The input is not what it should be.")
if surface(again) or any(cell.fill for cell in decoded.cells.values()):
    raise SystemExit("The behaviour changed: the player's work is kept.")
print("As described: what the player has painted is gone.")
PY
MPLBACKEND=Agg MPLCONFIGDIR="$work" "$work/env/bin/python" try.py
