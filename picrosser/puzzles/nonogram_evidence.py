"""What a screenshot says about a nonogram's hints before anything is decided. No pixels.

Likelihoods are natural logarithms ("nats") relative to the best candidate, as in `evidence`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from picrosser.puzzles.picture import Colour


@dataclass(frozen=True, slots=True)
class Join:
    """Two neighbouring digits of a line, which may be one number.

    gap : bare space between them, in heights of a digit.
    step : from one's middle to the other's, in heights of a digit.
    alike : both are set in a colour that marks them among the line's other digits.
    decided : whether they are one number, where that can be seen without comparing; else None.
    """

    gap: float
    step: float
    alike: bool
    decided: bool | None = None


@dataclass(frozen=True, slots=True)
class LineEvidence:
    """What is seen of one line's hints.

    shapes : its digits in reading order, indices into `NonogramEvidence.shapes`.
    colours : the colour of each, an index into the palette.
    joins : between neighbours; one fewer than the digits.
    strange : something stands among them that is no digit in any typeface.
    cut : it runs up to the picture's edge, so that more of it may be cut off.
    unknown : nobody can tell what they are, the user says; the line may be anything.
    sure : it is the board's beyond doubt, though it is an outermost one.
    crossed : all of its cells are crossed out, so that it states nothing if it shows no hints.
    """

    shapes: tuple[int, ...]
    colours: tuple[int, ...]
    joins: tuple[Join, ...]
    strange: bool = False
    cut: bool = False
    unknown: bool = False
    sure: bool = False
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class NonogramEvidence:
    """What is seen of all hints.

    rows, cols : top to bottom, left to right.
    shapes : per shape of digit that occurs, the log-likelihoods of its being 0 to 9. Equal shapes are one
        digit wherever they stand.
    palette : palette[0] is a blank cell's colour.
    lone_ink : the puzzle's only one, if the digits' colours may be marks; None if they cannot.
    shades : per colour, the one of which it may be a mere shade; empty if none can be.
    alike : the same: the one that it may be, ill seen; that is tried once shades are told apart.
    again : per two shapes, the log-likelihood that both are one digit, whichever it is, by how unlike they
        are; empty if nothing is to be said of any.
    """

    rows: tuple[LineEvidence, ...]
    cols: tuple[LineEvidence, ...]
    shapes: tuple[tuple[float, ...], ...]
    palette: tuple[Colour, ...]
    lone_ink: Colour | None = None
    shades: tuple[int, ...] = ()
    again: tuple[tuple[float, ...], ...] = ()
    alike: tuple[int, ...] = ()


def without_shades(evidence: NonogramEvidence) -> NonogramEvidence:
    """The same where what may be a shade of another colour is that colour; colours may still be alike. Where
    there are no shades, the same where what may be another colour, ill seen, is that colour.
    """
    merged, others = (evidence.shades, evidence.alike) if evidence.shades else (evidence.alike, ())
    left = sorted(set(merged))
    name = [left.index(shade) for shade in merged]
    rows, cols = (
        tuple(replace(line, colours=tuple(name[colour] for colour in line.colours)) for line in lines)
        for lines in (evidence.rows, evidence.cols)
    )
    palette = tuple(evidence.palette[colour] for colour in left)
    alike = tuple(name[others[colour]] for colour in left) if others else ()
    shades = alike if len(set(alike)) < len(alike) else ()
    whole = replace(evidence, rows=rows, cols=cols, palette=palette, shades=shades, alike=())
    return in_one_colour(whole, evidence.lone_ink) if len(left) == 2 and evidence.lone_ink else whole


def in_one_colour(evidence: NonogramEvidence, ink: Colour) -> NonogramEvidence:
    """The same with the digits' colours as mere marks."""
    rows, cols = (
        tuple(replace(line, colours=(1,) * len(line.colours)) for line in lines)
        for lines in (evidence.rows, evidence.cols)
    )
    palette = evidence.palette[0], ink
    return replace(evidence, rows=rows, cols=cols, palette=palette, lone_ink=None, shades=(), alike=())
