"""Marks in, the words of each line of text out: marks of one height that stand near to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from picrosser.imaging.pixels import Box
from picrosser.reading.katamino.marks import Mark, MarksFound

SHARED = 0.5  # of the lower one's height, that two marks of one line have in common
# Of the height: between digits of one number and between words. Monospaced "11" leaves 0.45; a space 0.5.
SPACE = 0.48
ROUNDED = 0.5  # pixels that a gap may seem too wide: boxes end at whole ones
LEVEL = 0.15  # of its height, that a digit's edges may be off those of another one of its line
MOST_DIGITS = 2  # of a number on a card
# Of the middle height of the line's marks; other letters are lower. Not of the tallest: a row's label may be
# set much larger than its numbers.
LOWEST_DIGIT = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """Marks that stand together.

    marks : from left to right, each an index into `MarksFound.marks`.
    box : round all of them.
    is_number : all of them may be digits.
    """

    marks: tuple[int, ...]
    box: Box
    is_number: bool

    @property
    def middle(self) -> float:
        """Its middle column."""
        return (self.box.left + self.box.right) / 2


def lines_of(found: MarksFound) -> list[list[Word]]:
    """The words line by line from the top, each line from left to right."""
    lines: list[list[int]] = []
    for at, mark in enumerate(found.marks):
        for line in lines:
            if _beside(found.marks[line[0]], mark):
                line.append(at)
                break
        else:
            lines.append([at])
    lines.sort(key=lambda line: found.marks[line[0]].middle[0])
    return [_words(found, line) for line in lines]


def _beside(one: Mark, other: Mark) -> bool:
    shared = min(one.box.bottom, other.box.bottom) - max(one.box.top, other.box.top)
    return shared > SHARED * min(one.box.height, other.box.height)


def is_level(one: Box, other: Box) -> bool:
    """Whether two boxes begin and end at one height, as the digits of a line do."""
    off = max(1.0, LEVEL * min(one.height, other.height))
    return abs(one.top - other.top) <= off and abs(one.bottom - other.bottom) <= off


def _words(found: MarksFound, line: Sequence[int]) -> list[Word]:
    marks = found.marks
    usual = median(marks[at].box.height for at in line)
    words: list[list[int]] = []
    for at in sorted(line, key=lambda at: marks[at].box.left):
        if words and _follows(found, words[-1][-1], at):
            words[-1].append(at)
        else:
            words.append([at])
    return [_word(found, word, LOWEST_DIGIT * usual) for word in words]


def _follows(found: MarksFound, one: int, other: int) -> bool:
    left, right = found.marks[one].box, found.marks[other].box
    gap = right.left - left.right - ROUNDED
    if gap > SPACE * max(left.height, right.height):
        return False
    # A comma or a hyphen between them parts two numbers.
    return not any(
        left.right - 1 <= (dot.left + dot.right) / 2 <= right.left + 1
        and left.top <= (dot.top + dot.bottom) / 2 <= left.bottom + left.height / 2
        for dot in found.dots
    )


def _word(found: MarksFound, word: Sequence[int], lowest: float) -> Word:
    boxes = [found.marks[at].box for at in word]
    box = Box(
        min(b.top for b in boxes), min(b.left for b in boxes),
        max(b.bottom for b in boxes), max(b.right for b in boxes),
    )  # fmt: skip
    is_number = len(word) <= MOST_DIGITS and all(
        found.marks[at].like_digit and found.marks[at].box.height >= lowest for at in word
    )
    return Word(tuple(word), box, is_number)
