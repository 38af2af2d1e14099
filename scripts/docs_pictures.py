"""Make the pictures of docs/architecture.md: what single stages see in the fixtures, one journey per family.

python scripts/docs_pictures.py

Each picture is one of those that `picrosser --debug` writes, so the page shows what a user sees; the last
one of a journey is the answer. They are small on purpose, see `readme_pictures`.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from picrosser.__main__ import main as picrosser
from readme_pictures import ROOT, narrow, save

FOLDER = ROOT / "docs" / "pictures"
WIDTH_PX = 480
ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Journey:
    """The way of a fixture through a pipeline.

    kind : as `--kind` takes it; also the beginning of the pictures' names.
    fixture : without its suffix, in `fixtures`.
    stages : captions as in the names of the debug folder's files; of a caption that comes twice the last one.
    """

    kind: str
    fixture: str
    stages: tuple[str, ...]


JOURNEYS = (
    Journey(
        "hungry-cat",
        "hungry_cat/drawn-10x15-grey",
        ("grid-lines", "hint-areas-and-colour-slots", "circles", "numbers-cut-into-digits", "digits", ANSWER),
    ),
    Journey(
        "nonogram",
        "nonograms/drawn-confetti",
        ("boards-considered", "ink-found", "hints-grouped-by-line", "digits", "cells-painted-so-far", ANSWER),
    ),
    Journey(
        "katamino",
        "katamino/drawn-card",
        ("flat-areas-of-colour", "pieces", "printed-numbers", "what-the-picture-states", ANSWER),
    ),
    Journey("katamino", "katamino/drawn-part-filled", ("pieces-apart-and-on-boards",)),
)


def main() -> None:
    """Solve each fixture with a debugging folder, and keep some of its pictures, made small."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder, made if missing")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for journey in JOURNEYS:
        with tempfile.TemporaryDirectory() as place:
            keep_pictures(journey, Path(place), out)


def keep_pictures(journey: Journey, folder: Path, out: Path) -> None:
    """Solve one fixture in a folder, and keep the pictures of its journey."""
    shot, answer, stages = (
        ROOT / "fixtures" / f"{journey.fixture}.png",
        folder / "answer.png",
        folder / "stages",
    )
    status = picrosser(
        ["--quiet", "--kind", journey.kind, "--debug", str(stages), "-o", str(answer), str(shot)]
    )
    if status:
        raise SystemExit(f"{shot.name} was not solved: exit status {status}")
    for stage in journey.stages:
        files = [answer] if stage == ANSWER else sorted(stages.glob(f"[0-9][0-9]-{stage}.png"))
        if not files:
            raise SystemExit(f"{shot.name} has no stage {stage!r}")
        image = Image.open(files[-1])
        save(narrow(image, min(WIDTH_PX, image.width)), out / f"{journey.kind}-{stage}.png")


if __name__ == "__main__":
    main()
