"""Animates a solution as GIF or APNG: the board fills up step by step.

Frames share one palette and are stored as differences, so files stay small. This module does not know the
solver: a step is a group of cells that were decided together. Known weakness: an image with more than 256
colours (a screenshot with a photograph around the board) loses fine differences between them.
"""

import io
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PIL import Image

from picrosser.drawing.overlay import overlay
from picrosser.drawing.sheet import board_image, board_place, sheet
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell, Picture

SUFFIXES = (".gif", ".apng")
_LENGTH_MS = 8000  # of a whole animation; those with few steps are shorter
_MIN_FRAME_MS, _MAX_FRAME_MS = 40, 400  # browsers slow down frames shorter than this
_LAST_FRAME_MS = 3000  # time to look at the solution
_MAX_PIXELS = 150_000_000  # of all frames together: they are in memory while the file is made
_PALETTE_SIZE = 256
_MAX_DRAWING_COLOURS = 4096  # drawings have fewer, most of them on the edges of digits; photographs have more
_MAX_SHOT_WIDTH_PX = 480  # of the frames of a screenshot: enough to see each cell of a board on a phone

Decided = Sequence[tuple[Cell, int]]
"""The cells of one step with their colours."""


def board_states(puzzle: LinePuzzle, steps: Iterable[Decided], *, per_cell: bool = False) -> list[Picture]:
    """Return the board before the first step and after each step, or with `per_cell` after each cell."""
    given = getattr(puzzle, "given", None)
    cells = np.full(puzzle.shape, UNKNOWN, np.int8) if given is None else np.array(given, np.int8)
    found = [Picture(cells.copy(), puzzle.palette)]
    for group in ([one] for step in steps for one in step) if per_cell else steps:
        for cell, colour in group:
            cells[cell] = colour
        if (cells != found[-1].cells).any():
            found.append(Picture(cells.copy(), puzzle.palette))
    return found


def board_frames(
    puzzle: LinePuzzle,
    pictures: Sequence[Picture],
    *,
    cell_px: int = 24,
    hints: bool = True,
    symbols: bool = False,
) -> Iterator[Image.Image]:
    """Draw a sheet for each state; options as of `sheet`."""
    first = sheet(puzzle, pictures[0], cell_px=cell_px, hints=hints, symbols=symbols)
    place = board_place(puzzle, cell_px) if hints else (0, 0)
    for picture in _thinned(pictures, first.width * first.height):
        frame = first.copy()
        frame.paste(board_image(picture, cell_px, symbols=symbols), place)
        yield frame


def shot_frames(
    screenshot: RGB, lattice: Lattice, pictures: Sequence[Picture], *, symbols: bool = False
) -> Iterator[Image.Image]:
    """Draw the screenshot as it is, then with each state over it; wide screenshots are scaled down."""
    height, width = screenshot.shape[:2]
    scale = min(1.0, _MAX_SHOT_WIDTH_PX / width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    yield Image.fromarray(screenshot).resize(size, Image.Resampling.LANCZOS)
    for picture in _thinned(pictures[1:], size[0] * size[1]):
        # Undecided cells are not drawn, so they look as in the screenshot.
        decided = Picture(np.maximum(picture.cells, EMPTY), picture.palette)
        yield overlay(screenshot, lattice, decided, symbols=symbols).resize(size, Image.Resampling.LANCZOS)


def animation_bytes(frames: Iterable[Image.Image], suffix: str) -> bytes:
    """Encode an animation that repeats forever and shows its last frame for longer.

    frames : at least one RGB image, all of the same size.
    suffix : one of SUFFIXES.
    """
    kept = list(frames)
    palette = _shared_palette(kept[0], kept[-1])
    indexed = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in kept]
    each = max(_MIN_FRAME_MS, min(_MAX_FRAME_MS, _LENGTH_MS // len(indexed))) // 10 * 10
    times = [each] * (len(indexed) - 1) + [_LAST_FRAME_MS]
    file = io.BytesIO()
    if suffix == ".gif":
        kind, options = "GIF", {"disposal": 1, "optimize": False}
    else:
        # Pillow blends the frames of an APNG as colours even if they are palette indices, and they would turn
        # black.
        kind, options = "PNG", {}
        indexed = [frame.convert("RGB") for frame in indexed]
    first, *others = indexed
    first.save(file, kind, save_all=True, append_images=others, duration=times, loop=0, **options)
    return file.getvalue()


def _shared_palette(first: Image.Image, last: Image.Image) -> Image.Image:
    """Return a palette image for both frames: for a drawing its commonest colours, exactly."""
    both = Image.new("RGB", (first.width, first.height + last.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    counted = both.getcolors(_MAX_DRAWING_COLOURS)
    if counted is None:
        return both.quantize(_PALETTE_SIZE, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    commonest = np.array([colour for _, colour in sorted(counted, reverse=True)[:_PALETTE_SIZE]], np.uint8)
    palette = Image.new("P", (1, 1))
    palette.putpalette(np.resize(commonest, (_PALETTE_SIZE, 3)).tobytes())
    return palette


def _thinned(pictures: Sequence[Picture], frame_px: int) -> Iterator[Picture]:
    """Yield evenly spaced states, as many as memory has room for, always with the first and the last."""
    most = max(2, min(len(pictures), _MAX_PIXELS // (3 * frame_px)))
    for number in range(min(most, len(pictures))):
        yield pictures[number * (len(pictures) - 1) // (most - 1)]
