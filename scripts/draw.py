"""Draw pictures of puzzles, and what else this repository draws by itself.

python scripts/draw.py nonograms --drawn 30 --seed 1 --out drawn         # all looks in turn
python scripts/draw.py nonograms --only tiles --drawn 1 --seed 17
python scripts/draw.py hungry-cat --only filled,sticker,invert --drawn 20
python scripts/draw.py photographs --only screen --drawn 10
python scripts/draw.py nonpuzzles nonpuzzle-photographs --drawn 60
python scripts/draw.py fixtures      # those in fixtures/ again, equal to the last pixel
python scripts/draw.py pages         # the pictures of README.md and of docs/

The sets are those of score.py, which says what there is; the same seed draws the same pictures. The truth
lies beside each as JSON. Of a nonogram it has the hints, the solution and what is painted; of a photograph
also how it was taken, and "crossings": where the lines of the board cross in it, [row, col] in pixels of the
picture as viewers show it.
"""

import sys
from functools import partial
from pathlib import Path

from drawn.fixtures import fixture_draws
from drawn.pages import docs_pictures, readme_pictures
from score import add_set_arguments, chosen_cases
from scoring.cases import ROOT, Case, save_case
from scoring.output import each, explained


def draw_fixtures() -> None:
    for name, draw_it in fixture_draws():
        drawn = draw_it()
        path = drawn.save(ROOT / "fixtures" / name)
        print(f"{path}: {drawn.image.width} x {drawn.image.height}, {path.stat().st_size // 1000} kB")


def draw_pages() -> None:
    """Make the pictures of README.md and of docs/ again."""
    readme_pictures()
    docs_pictures()


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    own = {"fixtures": draw_fixtures, "pages": draw_pages}  # what is drawn into this repository
    if words[:1] and words[0] in own:
        own[words[0]]()
        return 0
    parser = explained(__doc__)
    add_set_arguments(parser)
    parser.add_argument("--out", type=Path, default=Path("drawn"), help="output folder, created if missing")
    args = parser.parse_args(words)
    for line in each(partial(draw_case, args.out), chosen_cases(args, parser), args.jobs):
        print(line, flush=True)
    return 0


def draw_case(folder: Path, case: Case) -> str:
    """Draw one picture of a set, save it with its truth, and return a line about it."""
    pictured = case.make()
    path = save_case(folder, case, pictured)
    return f"{path}: {', '.join(pictured.groups.values())}, {path.stat().st_size // 1000} kB"


if __name__ == "__main__":
    sys.exit(main())
