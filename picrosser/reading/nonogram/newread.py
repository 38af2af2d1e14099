"""The new reader, in shadow."""
from __future__ import annotations
import time
from itertools import islice
from picrosser.reading.page.ink import find_ink
from picrosser.reading.nonogram.digit_lattice import digit_lattices
from picrosser.reading.nonogram.digit_rulings import rulings_from_digits
from picrosser.reading.nonogram.hypotheses import numbers_of, rulings
from picrosser.reading.nonogram.score import Scorer, height_classes
from picrosser.reading.nonogram.beside import collect
from picrosser.reading.nonogram.read import NonogramReading, background_colour
from picrosser.reading.nonogram.evidence import weigh_hints
from picrosser.reading.nonogram.colours.inks import is_unpainted, without_false_shades
from picrosser.reading.nonogram.outermost.crossed_out import with_crossed_out
from picrosser.reading.nonogram.outermost.outer_lines import with_sure_outer_lines
from dataclasses import replace


def hypotheses(image, ink):
    num = numbers_of(ink)
    found = []
    loose = numbers_of(ink, 0.18)

    def proposals():
        yield from rulings_from_digits(image, digit_lattices(loose))
        yield from islice(rulings(image), 6)

    for r in proposals():
        for h in height_classes(r, num):
            found += Scorer(r, num, h).best(2)
        best = max(found, key=lambda s: s.nats, default=None)
        if best and best.share > 0.9 and best.quality > 0.85:
            break
    found.sort(key=lambda s: -s.nats)
    distinct = []
    for s in found:
        if not any(s.lattice.shape == o.lattice.shape and abs(s.height_px/o.height_px-1)<.2 and (s.below,s.beside_right)==(o.below,o.beside_right) and max(abs(a - b) for a, b in zip(s.lattice.row_edges_px + s.lattice.col_edges_px, o.lattice.row_edges_px + o.lattice.col_edges_px)) < 0.25 * s.lattice.pitch_px for o in distinct):
            distinct.append(s)
    return distinct


def evidence_of(image, ink, s):
    hints = collect(image, ink, s)
    if hints is None:
        return None
    blank = background_colour(image, hints.lattice)
    evidence, digits = weigh_hints(hints, blank)
    if evidence.shade_of and is_unpainted(image, hints.lattice, blank):
        lines = [line.colours for line in (*evidence.rows, *evidence.cols)]
        evidence = replace(evidence, shade_of=without_false_shades(evidence.shade_of, lines))
    evidence = with_crossed_out(with_sure_outer_lines(evidence, image, hints), image, hints.lattice)
    return hints, evidence
