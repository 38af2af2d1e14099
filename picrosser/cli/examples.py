"""The examples at the end of each command's --help. A test runs them all."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("picrosser shot.png", "writes shot-solved.png"),
        ("picrosser *.png -o answers/", "many at once"),
        ("picrosser --fix 'r3:2=(6)' shot.png", "corrects a hint that was misread"),
        ("picrosser --debug look shot.png", "shows how it was read: look/index.html"),
    ),
    "solve": (
        ("picrosser solve puzzle.toml", "shows the solution"),
        ("picrosser solve puzzle.toml -o solution.svg", "draws it"),
        ("picrosser solve --steps puzzle.toml", "explains how to find it"),
    ),
    "read": (
        ("picrosser read shot.png", "prints the puzzle"),
        ("picrosser read shot.png -o puzzle.toml", "writes it to a file"),
    ),
    "check": (("picrosser check shot.png", "lists the mistakes, and writes shot-check.png"),),
    "hint": (
        ("picrosser hint shot.png", "explains the next step, and writes shot-hint.png"),
        ("picrosser hint --nudge shot.png", "says only where to look"),
        ("picrosser hint -n 3 puzzle.toml", "explains the first three steps"),
    ),
    "watch": (("picrosser watch Screenshots -o answers/", "solves each screenshot that comes"),),
    "phone": (
        ("picrosser phone", "solves what the phone shows"),
        ("picrosser phone --fill --dry-run", "prints the taps that would fill it in"),
        ("picrosser phone --fill", "fills it in"),
    ),
    "convert": (
        ("picrosser convert puzzle.toml puzzle.non", "for another solver"),
        ("picrosser convert shot.png puzzle.xml", "from a screenshot"),
    ),
    "draw": (
        ("picrosser draw puzzle.toml -o puzzle.png", "the puzzle with its hints"),
        ("picrosser draw puzzle.toml --solve -o solving.gif", "how it is solved"),
    ),
    "enter": (("picrosser enter -o new.toml", "asks for one line after the other"),),
    "make": (
        ("picrosser make photo.png --size 10x10 -o new.toml", "a puzzle that shows it"),
        ("picrosser make photo.png --kind nonogram --change", "changes cells until it has one solution"),
    ),
    "serve": (
        ("picrosser serve", "shows the page at http://127.0.0.1:8765/"),
        ("picrosser serve --lan", "for a phone in the same network: scan the QR code"),
    ),
    "katamino": (
        ("picrosser katamino 2 3 10 6 11", "a packing of these five pieces"),
        ("picrosser katamino --count 2 3 10 6 11", "how many there are"),
        ("picrosser katamino card.png --row a", "the problems in one row of a card"),
    ),
}
"""Of each command, and of `picrosser` itself: what to type, and what it does."""


def examples_text(command: str) -> list[str]:
    """Return a command's examples as lines, what they do in one column."""
    examples = EXAMPLES.get(command, ())
    width = max((len(typed) for typed, _ in examples), default=0)
    return [f"  {typed:{width}}  {does}".rstrip() for typed, does in examples]
