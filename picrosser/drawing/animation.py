"""The steps of a solution in, a GIF or APNG of the board filling up out.

Frames share one palette and are stored as differences, so files stay small. Nothing here knows the solver: a
step is the cells that were decided together. Known weakness: a board with more tones than 256 (a photograph
around it) loses the finest of them.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PIL import Image

from picrosser.drawing.overlay import overlay
from picrosser.drawing.sheet import board_image, board_place, sheet
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import UNKNOWN, Cell, Picture

SUFFIXES = (".gif", ".apng")
_LENGTH_MS = 8000  # what a viewer has patience for; short ones end sooner
_SHORTEST_MS, _LONGEST_MS = 40, 400  # of a frame: browsers slow faster ones down
_HOLD_MS = 3000  # the last frame, to look at
_MOST_PIXELS = 150_000_000  # of all frames together: what is kept in memory while the file is made
_TONES = 256
_DRAWN_TONES = 4096  # a drawing has fewer, most of them on the edges of digits; a photograph has more
_SHOT_WIDTH_PX = 480  # a screenshot's frames: enough to see each cell on a phone's board

Decided = Sequence[tuple[Cell, int]]
"""Cells that were decided together, with their colours."""


def states(puzzle: LinePuzzle, steps: Iterable[Decided], *, per_cell: bool = False) -> list[Picture]:
    """The board before the first step and after each; with `per_cell` after each cell."""
    given = getattr(puzzle, "given", None)
    cells = np.full(puzzle.shape, UNKNOWN, dtype=np.int8)
    if given is not None:
        cells = np.array(given, dtype=np.int8)
    found = [Picture(cells.copy(), puzzle.palette)]
    for step in steps:
        changed = [(cell, colour) for cell, colour in step if cells[cell] != colour]
        for cell, colour in changed:
            cells[cell] = colour
            if per_cell:
                found.append(Picture(cells.copy(), puzzle.palette))
        if changed and not per_cell:
            found.append(Picture(cells.copy(), puzzle.palette))
    return found


def board_frames(
    puzzle: LinePuzzle, pictures: Sequence[Picture], *, cell_px: int = 24, hints: bool = True
) -> Iterator[Image.Image]:
    """A sheet for each state; undecided cells are a checker."""
    first = sheet(puzzle, pictures[0], cell_px=cell_px, hints=hints)
    place = board_place(puzzle, cell_px) if hints else (0, 0)
    for picture in _thinned(pictures, first.width * first.height):
        frame = first.copy()
        frame.paste(board_image(picture, cell_px), place)
        yield frame


def shot_frames(screenshot: RGB, lattice: Lattice, pictures: Sequence[Picture]) -> Iterator[Image.Image]:
    """The screenshot as it is, then with each state over it; wide screenshots are made narrower."""
    height, width = screenshot.shape[:2]
    scale = min(1.0, _SHOT_WIDTH_PX / width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    yield Image.fromarray(screenshot).resize(size, Image.Resampling.LANCZOS)
    for picture in _thinned(pictures[1:], size[0] * size[1]):
        # What is not decided is not drawn: the screenshot shows it as it was.
        decided = Picture(
            np.where(picture.cells == UNKNOWN, 0, picture.cells).astype(np.int8), picture.palette
        )
        yield overlay(screenshot, lattice, decided).resize(size, Image.Resampling.LANCZOS)


def animation_bytes(frames: Iterable[Image.Image], suffix: str) -> bytes:
    """The file of an animation that repeats for ever and holds its last frame.

    Parameters
    ----------
    frames : RGB, of one size; one at least.
    suffix : one of SUFFIXES.

    Raises
    ------
    ValueError : another suffix.
    """
    if suffix not in SUFFIXES:
        raise ValueError(f"{suffix} is none of {', '.join(SUFFIXES)}")
    kept = list(frames)
    palette = _shared_palette(kept[0], kept[-1])
    indexed = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in kept]
    each = max(_SHORTEST_MS, min(_LONGEST_MS, _LENGTH_MS // len(indexed))) // 10 * 10
    times = [each] * (len(indexed) - 1) + [_HOLD_MS]
    file = io.BytesIO()
    if suffix == ".gif":
        indexed[0].save(
            file,
            "GIF",
            save_all=True,
            append_images=indexed[1:],
            duration=times,
            loop=0,
            disposal=1,
            optimize=False,
        )
    else:
        # Pillow blends an APNG's frames as colours, also where they are indices: those would come out black.
        first, *others = (frame.convert("RGB") for frame in indexed)
        first.save(file, "PNG", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


def _shared_palette(first: Image.Image, last: Image.Image) -> Image.Image:
    """A palette image with the tones of both: of a drawing the commonest, so that its areas stay exact."""
    both = Image.new("RGB", (first.width, first.height + last.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    counted = both.getcolors(_DRAWN_TONES)
    if counted is None:
        return both.quantize(_TONES, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    commonest = sorted(counted, reverse=True)[:_TONES]
    tones = [part for _, tone in commonest for part in _parts(tone)]
    palette = Image.new("P", (1, 1))
    palette.putpalette(tones + tones[:3] * (_TONES - len(commonest)))
    return palette


def _parts(tone: object) -> tuple[int, ...]:
    return tone if isinstance(tone, tuple) else ()


def _thinned(pictures: Sequence[Picture], frame_px: int) -> Iterator[Picture]:
    """As many states as memory has room for, evenly, with the first and the last."""
    most = max(2, min(len(pictures), _MOST_PIXELS // (3 * frame_px)))
    if len(pictures) <= most:
        yield from pictures
        return
    for number in range(most):
        yield pictures[number * (len(pictures) - 1) // (most - 1)]
