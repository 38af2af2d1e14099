"""Sets of pictures with their truth: files beside which it lies, and drawn ones, made when they are scored.

A case is a small description that can be sent to another process, which loads or draws the picture.
"""

import csv
import json
import tomllib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from PIL import Image

from drawn.canvas import mix
from drawn.cuts import CUTS, Screen, cut, hungry_cat_screen, nonogram_screen
from drawn.damage import DAMAGES, ROUGH, Damage, crop
from drawn.fills import random_painting
from drawn.glyphs import installed_fonts
from drawn.katamino.picture import KINDS as KATAMINO_KINDS
from drawn.katamino.picture import drawn_katamino
from drawn.nonograms.looks import LOOKS, look_named
from drawn.nonograms.made_up import made_up_program
from drawn.nonograms.screenshot import CROP, LEGIBLE_FROM_PX, damage_in_turn, damaged_nonogram, legible_spec
from drawn.nonograms.screenshot import draw as draw_nonogram
from drawn.nonograms.spec import truth_of
from drawn.nonpuzzles.families import FAMILIES as NONPUZZLES
from drawn.nonpuzzles.families import draw_nonpuzzle
from drawn.photographs.nothing import photograph_without_puzzle
from drawn.photographs.retaken import RETAKES
from drawn.photographs.scenes import SCENES, jpeg_bytes, random_photograph
from drawn.screenshot import draw as draw_screenshot
from drawn.spec import random_spec
from drawn.spoiling import SPOILS
from picrosser.errors import PicrosserError
from picrosser.formats.files import puzzle_text
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import Box
from picrosser.puzzles.picture import Picture
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.lattice.line_evidence import GridFound
from scoring.judging import NO_PUZZLE, Truth

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
PLAIN = "plain"
CROP_MARGIN_PX = 6
CHANGES: Mapping[str, Damage] = MappingProxyType({**DAMAGES, **ROUGH, **RETAKES})
KIND_STREAM = 3  # the third number of the seed from which comes what is done to a Hungry Cat picture
FILLED, PALE = "filled", "pale"  # PALE: the hints of one colour nearly are as the page
PALEST = 0.05, 0.3  # what remains of their difference from it

Source: TypeAlias = "Path | bytes | Image.Image"


@dataclass(frozen=True, slots=True, eq=False)
class Pictured:
    """A picture with its truth, None if that is not known.

    source : a path, the bytes of a file, or a Pillow image: what the package takes.
    groups : what pictures of a set are told apart by, each with the name of this picture's group.
    own_tones : the truth's colours are those of the picture.
    by_camera : as `solve_screenshot` takes it.
    """

    source: Source
    truth: Truth | None
    groups: Mapping[str, str] = field(default_factory=dict)
    own_tones: bool = False
    by_camera: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """A picture to be scored. set, name : which one. make : loads or draws it."""

    set: str
    name: str
    make: Callable[[], Pictured]


# ---- Files


def truth_beside(picture: Path) -> Truth | None:
    """The truth in the file beside a picture; None if there is none."""
    for ending in (".toml", ".json", ".truth.json"):
        path = picture.with_name(picture.stem + ending)
        if path.is_file():
            load = tomllib.loads if ending == ".toml" else json.loads
            truth: dict[str, Any] = load(path.read_text(encoding="utf-8"))
            if "boards" in truth:  # a page with several nonograms
                truth |= {"kind": "nonogram", **truth["boards"][0]}
            if {"rows", "table", "pieces"} & set(truth) or truth.get("kind") == "none":
                return {"kind": "hungry-cat" if ending == ".toml" else "nonogram", **truth}
    return None


def file_case(set_name: str, picture: Path, name: str, damage: str = PLAIN) -> Case:
    full_name = name if damage == PLAIN else f"{name} {damage}"
    return Case(set_name, full_name, partial(_from_file, picture, damage))


def _from_file(picture: Path, damage: str) -> Pictured:
    truth = truth_beside(picture)
    groups = {"folder": picture.parent.name, "half": half_of(picture), "damage": damage}
    if damage == PLAIN:
        return Pictured(picture, truth, groups, own_tones=truth is not None and "look" not in truth)
    with Image.open(picture) as image:
        image.load()
    return Pictured(damaged(image, damage), truth, groups)


def half_of(picture: Path) -> str:
    """Whether a picture's program is one to build with, or one that only tests.

    Its folder names the program, or there the column `source` of a table: the part before the colon.
    """
    index = picture.with_name("INDEX.tsv")
    program = picture.parent.name
    if index.is_file():
        with index.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                if row["file"] == picture.name:
                    program = row.get("source", program).split(":")[0]
    return ("build", "test")[zlib.crc32(program.encode()) % 2]


def damaged(image: Image.Image, damage: str, box: Box | None = None) -> Image.Image:
    """An image with a damage. box : what to crop to; None for the Hungry Cat board that the package finds."""
    if damage != CROP:
        return image if damage == PLAIN else CHANGES[damage](image)
    box = box or board_with_hints(image)
    return image if box is None else crop(image, box, CROP_MARGIN_PX)


def board_with_hints(image: Image.Image) -> Box | None:
    """A Hungry Cat board with its hint areas as the package finds them; None if it does not find them."""
    stages: dict[type, Any] = {}
    with suppress(PicrosserError):
        read_screenshot(load_image(image), lambda stage: stages.setdefault(type(stage), stage))
    grid, slots = stages.get(GridFound), stages.get(SlotsFound)
    if grid is None or slots is None:
        return None
    board = grid.lattice.board
    return Box(slots.top_box.top, slots.left_box.left, board.bottom, board.right)


def folder_cases(
    set_name: str, folder: Path, damages: Sequence[str] = (PLAIN,), *, with_truth: bool = True
) -> list[Case]:
    """The pictures below a folder. with_truth : only those beside which their truth lies."""
    pictures = [path for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES]
    return [
        file_case(set_name, path, str(path.relative_to(folder)), damage)
        for path in pictures
        if not path.stem.endswith("-solved")  # an answer that the README's first command leaves
        if not with_truth or truth_beside(path) is not None
        for damage in damages
    ]


def damages_named(text: str) -> tuple[str, ...]:
    """The damages of an option: "all", "retaken" for photographs, or names separated by commas.

    Raises
    ------
    ValueError : an unknown name.
    """
    groups = {"all": (PLAIN, *DAMAGES, CROP), "retaken": (PLAIN, *RETAKES)}
    return groups.get(text) or chosen(text, (PLAIN, *CHANGES, CROP))


def chosen(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """Names separated by commas; "" for all that are known.

    Raises
    ------
    ValueError : an unknown name.
    """
    every = tuple(known)
    names = tuple(dict.fromkeys(name.strip() for name in text.split(","))) if text else every
    for name in names:
        if name not in every:
            raise ValueError(f"no picture is called {name!r}; choose from: {', '.join(every)}")
    return names


# ---- Drawn ones


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to draw.

    count : number of pictures. seed : of the first. only : names of looks, kinds or families, separated by
    commas; "" for all. damages : of files and Katamino pictures.
    no_puzzles : the pictures of folders hold no puzzle.
    """

    count: int = 100
    seed: int = 0
    only: str = ""
    damages: tuple[str, ...] = (PLAIN,)
    no_puzzles: bool = False

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.count)


HUNGRY_CAT_KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        PLAIN: (PLAIN,),
        "damage": tuple(DAMAGES),
        "rough": tuple(ROUGH),
        FILLED: (FILLED,),
        "spoilt": (*SPOILS, PALE),
        "cut": CUTS,
    }
)
"""What can be done to a Hungry Cat picture. Of a cut one, part of the board may be missing."""


def hungry_cat_cases(wanted: Wanted) -> list[Case]:
    """Screenshots of Hungry Cat: every second one plain, the others in turn changed in each way."""
    families = {kind: family for family, kinds in HUNGRY_CAT_KINDS.items() for kind in kinds}
    names = chosen(wanted.only, (*HUNGRY_CAT_KINDS, *families)) if wanted.only else ()
    kinds = [kind for name in names for kind in HUNGRY_CAT_KINDS.get(name, (name,))]
    cases = []
    for number in range(wanted.count):
        kind = kinds[number % len(kinds)] if kinds else kind_in_turn(number)
        make = partial(hungry_cat_picture, wanted.seed, number, kind)
        cases.append(Case("hungry-cat", f"{wanted.seed}-{number:04d} {kind}", make))
    return cases


def kind_in_turn(number: int) -> str:
    if number % 2 == 0:
        return PLAIN
    families = list(HUNGRY_CAT_KINDS.values())[1:]
    turn, family = divmod(number // 2, len(families))
    return families[family][turn % len(families[family])]


def hungry_cat_picture(seed: int, number: int, kind: str) -> Pictured:
    """Draw a screenshot, and change it as its kind says; its number decides the details."""
    spec = random_spec(np.random.default_rng([seed, number]), fonts=installed_fonts())
    rng = np.random.default_rng([seed, number, KIND_STREAM])
    if kind == PALE:
        *inks, paled = rng.permutation(spec.colours).tolist()
        spec = replace(spec, colours=(*map(tuple, inks), mix(spec.theme.page, paled, rng.uniform(*PALEST))))
    painting = random_painting(rng, spec.picture.cells) if kind == FILLED else None
    drawn = draw_screenshot(spec, painting)
    image = changed(hungry_cat_screen(spec, drawn), kind, rng)
    truth = tomllib.loads(puzzle_text(drawn.puzzle, drawn.picture))
    truth |= {"kind": "hungry-cat", "unique": spec.unique}
    family = next(family for family, kinds in HUNGRY_CAT_KINDS.items() if kind in kinds)
    return Pictured(image, truth, {"kind": kind, "family": family})


def changed(screen: Screen, kind: str, rng: np.random.Generator) -> Image.Image:
    """Damage, spoil or cut a screenshot, or leave it as it was drawn."""
    if kind in SPOILS:
        return SPOILS[kind](screen, rng)
    if kind in CUTS:
        return cut(screen, rng, kind)
    return screen.image if kind in (PLAIN, FILLED, PALE) else CHANGES[kind](screen.image)


def nonogram_cases(wanted: Wanted) -> list[Case]:
    """Screenshots of nonograms in all looks in turn; every second picture of a look is damaged."""
    looks = chosen(wanted.only, (look.name for look in LOOKS))
    cases = []
    for number in range(wanted.count):
        turn, at = divmod(number, len(looks))
        seed = 1000 * wanted.seed + turn
        make = partial(nonogram_picture, looks[at], seed, None if (turn + at) % 2 else PLAIN)
        cases.append(Case("nonograms", f"{looks[at]} {seed}", make))
    return cases


def program_cases(wanted: Wanted) -> list[Case]:
    return [Case("programs", f"program-{seed}", partial(_program_picture, seed)) for seed in wanted.seeds]


def _program_picture(seed: int) -> Pictured:
    spec = legible_spec(made_up_program(seed), seed)
    look = spec.look
    groups = {"plate": look.hints.plate, "beyond the board": look.beyond, "finished": spec.done}
    return Pictured(draw_nonogram(spec).image, truth_of(spec), groups)


def nonogram_picture(look: str, seed: int, damage: str | None) -> Pictured:
    """Draw a nonogram. damage : None for the next one in turn that leaves the picture legible."""
    spec = legible_spec(look_named(look), seed)
    rng = np.random.default_rng([seed, KIND_STREAM])
    if damage == PALE:
        *inks, paled = spec.picture.palette
        inks.append(mix(spec.scheme.page, paled, rng.uniform(*PALEST)))
        spec = replace(spec, picture=Picture(spec.picture.cells, tuple(inks)))
    drawn = draw_nonogram(spec)
    damage = damage or damage_in_turn(seed, look, drawn.digit_px)
    if damage in LEGIBLE_FROM_PX:
        image = damaged_nonogram(drawn, damage)
    else:
        image = changed(nonogram_screen(drawn), damage, rng)
    return Pictured(image, truth_of(spec), {"look": look, "damage": damage})


def katamino_cases(wanted: Wanted) -> list[Case]:
    """Cards, boards and loose pieces of Katamino, each with all damages that are wanted."""
    kinds = chosen(wanted.only, KATAMINO_KINDS)
    return [
        Case(
            "katamino",
            f"{wanted.seed}-{number:04d}-{kind} {damage}",
            partial(katamino_picture, wanted.seed, number, kind, damage),
        )
        for number in range(-(-wanted.count // len(kinds)))
        for kind in kinds
        for damage in wanted.damages
    ]


def katamino_picture(seed: int, number: int, kind: str, damage: str) -> Pictured:
    drawn = drawn_katamino(seed, number, kind, installed_fonts())
    image = damaged(drawn.image, damage, drawn.content)
    return Pictured(image, drawn.truth, {"kind": kind, "damage": damage})


def nonpuzzle_cases(wanted: Wanted) -> list[Case]:
    """Tables, charts and boards of other games, of all families in turn."""
    families = chosen(wanted.only, NONPUZZLES)
    places = [(families[at % len(families)], wanted.seed + at // len(families)) for at in range(wanted.count)]
    return [
        Case("nonpuzzles", f"{family} {seed}", partial(nonpuzzle_picture, family, seed))
        for family, seed in places
    ]


def nonpuzzle_picture(family: str, seed: int) -> Pictured:
    return Pictured(draw_nonpuzzle(family, seed), NO_PUZZLE, {"family": family})


def nonpuzzle_photograph(seed: int) -> Pictured:
    """Photograph something ruled without a puzzle; every other one as if its EXIF entries named a camera."""
    kind, image = photograph_without_puzzle(seed)
    return Pictured(image, NO_PUZZLE, {"family": kind}, by_camera=seed % 2 == 1)


# ---- Photographs


def photograph(kind: str | None, seed: int) -> Pictured:
    """Photograph a puzzle, as a camera writes it.

    kind : one of SCENES, "paper" or "screen"; None for a nonogram, on paper or on a screen.
    """
    taken = random_photograph(seed, kind)
    truth: dict[str, Any] = taken.truth | (tomllib.loads(taken.text) if taken.text else {})
    if "boards" in truth:
        truth |= {"kind": "nonogram", **truth["boards"][0]}
    data = jpeg_bytes(taken.image, taken.view, by_camera=seed % 2 == 1)
    return Pictured(data, truth, {"kind": taken.kind, "look": str(truth["look"])})


def _photographs(kind: str | None, wanted: Wanted) -> list[Case]:
    name = "photographs" if kind is None else f"photographs-{kind}"
    kind = wanted.only or kind
    return [
        Case(name, f"{kind or 'nonogram'}-{seed}", partial(photograph, kind, seed)) for seed in wanted.seeds
    ]


def _nonpuzzle_photographs(wanted: Wanted) -> list[Case]:
    name = "nonpuzzle-photographs"
    return [Case(name, str(seed), partial(nonpuzzle_photograph, seed)) for seed in wanted.seeds]


def _files(name: str, folder: Path, wanted: Wanted, *, with_truth: bool = True) -> list[Case]:
    return folder_cases(name, folder, wanted.damages, with_truth=with_truth)


SETS: Mapping[str, Callable[[Wanted], list[Case]]] = MappingProxyType(
    {
        "fixtures": partial(_files, "fixtures", ROOT / "fixtures"),
        "real": partial(_files, "real", SHARED / "screenshots", with_truth=False),
        "faults": partial(_files, "faults", SHARED / "faults", with_truth=False),
        "hostile": partial(_files, "hostile", SHARED / "hostile", with_truth=False),
        "hungry-cat": hungry_cat_cases,
        "nonograms": nonogram_cases,
        "programs": program_cases,
        "katamino": katamino_cases,
        "photographs": partial(_photographs, None),
        **{f"photographs-{kind}": partial(_photographs, kind) for kind in SCENES},
        "nonpuzzles": nonpuzzle_cases,
        "nonpuzzle-photographs": _nonpuzzle_photographs,
    }
)


def cases_of(name: str, wanted: Wanted) -> list[Case]:
    """The pictures of a set, or of a folder.

    Raises
    ------
    ValueError : there is no such set or folder, or it has no pictures.
    """
    if name in SETS:
        cases = SETS[name](wanted)
    elif Path(name).is_dir():
        folder = Path(name).resolve()
        cases = _files(folder.name, folder, wanted, with_truth=not wanted.no_puzzles)
        if wanted.no_puzzles:
            cases = [replace(case, make=partial(_without_puzzle, case)) for case in cases]
    else:
        raise ValueError(f"no set or folder is called {name!r}; sets: {', '.join(SETS)}")
    if not cases:
        raise ValueError(f"{name} has no pictures with their truth beside them")
    return cases


def _without_puzzle(case: Case) -> Pictured:
    return replace(case.make(), truth=NO_PUZZLE)


def save_case(folder: Path, case: Case, pictured: Pictured) -> Path:
    """Save a picture with its truth, so that `folder` can be scored as a set; return the path."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{case.set}-{case.name}".replace("/", "-").replace(" ", "-")
    source = pictured.source
    suffix = source.suffix if isinstance(source, Path) else ".jpg" if isinstance(source, bytes) else ".png"
    path = folder / (stem.removesuffix(suffix) + suffix)
    if isinstance(source, Image.Image):
        source.save(path, "PNG")
    else:
        path.write_bytes(source if isinstance(source, bytes) else source.read_bytes())
    if pictured.truth is not None:
        truth = path.with_name(path.stem + ".json")
        truth.write_text(json.dumps(dict(pictured.truth)) + "\n", encoding="utf-8")
    return path
