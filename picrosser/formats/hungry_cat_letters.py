"""Hungry Cat written with a letter per colour, short enough for the command line.

A whole file; a capital letter means two or more runs, a small letter one run (a circled hint); a colour that
is left out has no cells in the line:

    colours: R:red B:#2d6a98
    columns: r2B3 b5 R4B1
    rows: r1b2 B2R1 r3 b3 R?B2

A list may continue on the next line. `?` instead of a count: the hint is unknown. `0`: a line without
colours. Optional: `background: white`, the colour of blank cells. A line that begins with `#` is a comment.
"""

import re
import string
from collections.abc import Sequence

from picrosser.errors import PuzzleFileError
from picrosser.formats.colour_words import colour_word, parse_colour
from picrosser.formats.hint_lines import check_size
from picrosser.formats.puzzle_file import MAX_SIDE, Format, PuzzleFile, single
from picrosser.formats.text import Snippet, shown, text_lines
from picrosser.puzzles.colour_names import colour_names
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.picture import WHITE, Colour

_LISTS = ("colours", "columns", "rows")
_KEY = re.compile(r"\s*([A-Za-z]+)\s*:(?=\s|$)")
_HINT = re.compile(r"([A-Za-z])(\?|[0-9]+)|.", re.ASCII | re.DOTALL)
_UNKNOWN_HINT = CountHint(None, None)


def _key(word: str) -> str:
    return word.lower().replace("colors", "colours")


def _looks_like(text: str) -> bool:
    """Whether a line begins with `colours:` and another one with `columns:` or `rows:`."""
    keys = {_key(match[1]) for line in text_lines(text) if (match := _KEY.match(line.text))}
    return "colours" in keys and bool(keys & {"columns", "rows"})


def parse(text: str) -> PuzzleFile:
    sections: dict[str, list[Snippet]] = {}
    current: list[Snippet] | None = None
    for line in text_lines(text):
        if line.text.startswith("#") or not line.text.strip():
            continue
        match = _KEY.match(line.text)
        if match:
            key = _key(match[1])
            if key not in (*_LISTS, "background"):
                raise line.error(f"expected colours:, columns: or rows:, found {shown(match[1])}")
            if key in sections:
                raise line.error(f"{key} are given twice")
            current = sections[key] = []
        if current is None:
            raise line.error("expected colours:, columns: or rows:")
        current += line.part(match.end() if match else 0).words()
    return PuzzleFile(_puzzle(sections))


def parse_words(colours: str, columns: str, rows: str) -> PuzzleFile:
    """Read a puzzle from three lists of words, as options of the command line."""
    texts = zip(_LISTS, (colours, columns, rows), strict=True)
    lines = {key: Snippet(re.sub(r"[\r\n]", " ", text), 1, of=f"--{key}") for key, text in texts}
    return PuzzleFile(_puzzle({key: list(line.words()) for key, line in lines.items()}))


def _puzzle(sections: dict[str, list[Snippet]]) -> HungryCat:
    for key in _LISTS:
        if not sections.get(key):
            advice = "picrosser convert --help shows the form"
            raise PuzzleFileError(f"line 1, column 1: no {key} are given", advice)
    letters = parse_colours(sections["colours"])
    rows, columns = sections["rows"], sections["columns"]
    check_size(len(rows), len(columns))
    row_lines = [parse_line(word, tuple(letters), len(columns)) for word in rows]
    col_lines = [parse_line(word, tuple(letters), len(rows)) for word in columns]
    words = sections.get("background") or [Snippet("white", 1)]
    background = parse_colour(words[0].text)
    if background is None or len(words) > 1:
        found = " ".join(word.text for word in words)
        raise words[0].error(f"expected one colour, found {shown(found)}")
    return HungryCat(row_lines, col_lines, (background, *letters.values()))


def parse_colours(words: Sequence[Snippet]) -> dict[str, Colour]:
    """Read words like `R:red`; return the colours by their capital letters, in order."""
    letters: dict[str, Colour] = {}
    for word in words:
        letter, _, name = word.text.partition(":")
        tone = parse_colour(name)
        if len(letter) != 1 or letter not in string.ascii_letters or not name:
            raise word.error(f"expected a letter and a colour like B:blue, found {shown(word.text)}")
        if tone is None:
            advice = "picrosser draw --palette lists all names; #rrggbb works too"
            raise word.error(f"{shown(name)} is not a colour", advice)
        if letter.upper() in letters:
            raise word.error(f"the letter {letter.upper()} is given twice")
        letters[letter.upper()] = tone
    if not letters:
        raise PuzzleFileError("line 1, column 1: no colours are given")
    return letters


def parse_line(word: Snippet, letters: tuple[str, ...], most: int = MAX_SIDE) -> Line:
    """Read a word like `r2B3`, with counts of at most `most`; return a hint for each of the letters."""
    hints: dict[str, CountHint] = {}
    for match in _HINT.finditer("" if word.text == "0" else word.text):
        here = word.part(match.start())
        if match[1] is None:
            raise here.error(f"expected a colour's letter and a number, found {shown(here.text)}")
        letter = match[1].upper()
        if letter not in letters:
            raise here.error(f"the colour {letter} is not declared")
        if letter in hints:
            raise here.error(f"the colour {letter} appears twice in {shown(word.text)}")
        hints[letter] = _UNKNOWN_HINT
        if match[2] != "?":
            count = word.part(*match.span(2)).number("a count", most)
            hints[letter] = CountHint(count, count > 0 and match[1].islower())
    return tuple(hints.get(letter, CountHint(0)) for letter in letters)


def _write(file: PuzzleFile) -> str:
    puzzle = file.hungry_cat
    letters = _letters(puzzle.palette)
    tones = zip(letters, puzzle.palette[1:], strict=True)
    text = ["colours: " + " ".join(f"{letter}:{colour_word(tone)}" for letter, tone in tones)]
    if puzzle.palette[0] != WHITE:
        text.append(f"background: {colour_word(puzzle.palette[0])}")
    for key, place, lines in (("columns", "column", puzzle.cols), ("rows", "row", puzzle.rows)):
        words = [_word(line, letters, f"{place} {number}") for number, line in enumerate(lines, 1)]
        text.append(f"{key}: {' '.join(words)}")
    return "\n".join(text) + "\n"


def _word(line: Line, letters: Sequence[str], place: str) -> str:
    parts = []
    for letter, hint in zip(letters, line, strict=True):
        if hint == _UNKNOWN_HINT:
            parts.append(f"{letter}?")
        elif hint.count is None or hint.contiguous is None:
            what = "number" if hint.count is None else "circle"
            seen = f"{place}: only the {what} of a hint is unknown, which letters cannot express"
            raise PuzzleFileError(seen, "replace the whole hint with ?")
        elif hint != CountHint(0):
            parts.append(f"{letter.lower() if hint.contiguous else letter}{hint.count}")
    return "".join(parts) or "0"


def _letters(palette: tuple[Colour, ...]) -> list[str]:
    """Choose a letter for each colour: the first free one of its name, else of the alphabet."""
    found: list[str] = []
    for name in colour_names(palette)[1:]:
        letters = name.upper() + string.ascii_uppercase
        found.append(next(one for one in letters if one in string.ascii_uppercase and one not in found))
    return found


FORMAT = Format(
    "letters", "Hungry Cat, letters", (".txt", ".cat"), _looks_like, single(parse), _write,
    kind="hungry-cat", max_colours=len(string.ascii_uppercase), unknown=True,
)  # fmt: skip
