"""Score drawn nonograms through the whole pipeline, which has to find out their kind, with the reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from drawn.nonograms.damaged import LEGIBLE_FROM_PX, PLAIN, damage_in_turn, damaged_nonogram
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.saving import save_truth
from drawn.nonograms.screenshot import DrawnNonogram, draw, legible_spec
from drawn.nonograms.spec import NonogramSpec
from measuring.nonogram_truth import colours_matched
from measuring.output import aligned
from measuring.score import Verdict
from measuring.shots import as_rgb
from picrosser.errors import ExitCode, PicrosserError
from picrosser.imaging.pixels import RGB
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.pipelines.solved import AnySolved
from picrosser.puzzles.picture import Picture

TIME_LIMIT_S = 10.0
HEAD = ("", "pictures", "exact", "exact %", "refused", "WRONG", "other kind")
LEGEND = "WRONG: silently wrong. other kind: taken for a Hungry Cat board."

Attempt = Callable[..., AnySolved]
"""A function with the arguments of `solve_screenshot`; tests replace it."""


@dataclass(frozen=True, slots=True)
class NonogramSource:
    """A look, a seed and a damage; None takes the next damage in turn that leaves the picture legible."""

    look: str
    seed: int
    damage: str | None = PLAIN

    def drawn(self) -> DrawnNonogram:
        """Draw it, undamaged."""
        return draw(legible_spec(next(look for look in LOOKS if look.name == self.look), self.seed))


@dataclass(frozen=True, slots=True)
class NonogramScore:
    """The score of one picture.

    mistaken : whether it was taken for another kind of puzzle, with doubts or without.
    line : the verdict or the error, as a user would see it.
    ink_error : the largest error of a coloured puzzle's inks in any channel, of 255, if it is exact.
    """

    look: str
    seed: int
    damage: str
    verdict: Verdict
    exit_code: ExitCode
    mistaken: bool
    line: str
    ink_error: int = 0


def nonogram_sources(numbers: Iterable[int], seed: int, only: Sequence[str] = ()) -> list[NonogramSource]:
    """The pictures of all looks in turn; every second picture of a look is damaged."""
    looks = [look.name for look in LOOKS if not only or look.name in only]
    sources = []
    for number in numbers:
        turn, at = divmod(number, len(looks))
        # Each (run, turn) has a seed of its own, which is the one that `--only LOOK --seed` takes.
        sources.append(NonogramSource(looks[at], 1000 * seed + turn, None if (turn + at) % 2 else PLAIN))
    return sources


def score_nonogram(
    source: NonogramSource, keep: Path | None = None, attempt: Attempt = solve_screenshot
) -> NonogramScore:
    """Draw, damage, read and solve a picture, and compare; save it in `keep` if it is not read exactly."""
    drawn = source.drawn()
    damage = source.damage or damage_in_turn(source.seed, source.look, drawn.digit_px)
    image = damaged_nonogram(drawn, damage)
    scored = partial(NonogramScore, source.look, source.seed, damage)
    result = _judged(scored, as_rgb(image), drawn, attempt)
    if keep is not None and result.verdict is not Verdict.EXACT:
        stem = keep / f"{source.look}-{source.seed}-{damage}"
        image.save(stem.with_name(stem.name + ".png"))
        save_truth(drawn.spec, stem.with_name(stem.name + ".json"))
    return result


def _judged(
    scored: Callable[..., NonogramScore], image: RGB, drawn: DrawnNonogram, attempt: Attempt
) -> NonogramScore:
    try:
        solved = attempt(image, time_limit_s=TIME_LIMIT_S)
    except PicrosserError as error:
        return scored(Verdict.REFUSED, error.exit_code, False, str(error))
    except Exception as error:  # noqa: BLE001  (a crash is a result too, and others are still to be scored)
        return scored(Verdict.REFUSED, ExitCode.INTERNAL, False, f"crash: {type(error).__name__}: {error}")
    if not isinstance(solved, NonogramSolved):
        is_told = solved.exit_code in (ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)
        verdict = Verdict.WRONG if is_told else Verdict.REFUSED
        return scored(verdict, solved.exit_code, True, solved.verdict)
    if solved.exit_code is not ExitCode.OK:
        return scored(Verdict.REFUSED, solved.exit_code, False, solved.verdict)
    spec, picture = drawn.spec, solved.outcome.picture
    matched = colours_matched(solved.reading.puzzle, spec.shown, spec.puzzle)
    if (
        matched is None
        or picture is None
        or not np.array_equal(_mapped(picture, matched), spec.picture.cells)
    ):
        return scored(Verdict.WRONG, solved.exit_code, False, solved.verdict)
    return scored(Verdict.EXACT, solved.exit_code, False, solved.verdict, _ink_error(solved, spec, matched))


def _mapped(picture: Picture, matched: dict[int, int]) -> NDArray[np.int8]:
    """The cells with the indices of the true colours; colours without a match become blank."""
    numbers = np.zeros(len(picture.palette), np.int8)
    for read, true in matched.items():
        numbers[read] = true
    return numbers[picture.cells]


def _ink_error(solved: NonogramSolved, spec: NonogramSpec, matched: dict[int, int]) -> int:
    """The largest error of a coloured puzzle's ink in any channel."""
    if len(spec.picture.palette) == 2:  # whatever the digits' colour, the fill is another one
        return 0
    read, true = list(matched), list(matched.values())
    tones, inks = np.array(solved.reading.puzzle.palette)[read], np.array(spec.picture.palette)[true]
    return int(np.abs(tones - inks).max())


def nonogram_table(scores: Sequence[NonogramScore]) -> str:
    """A table with a line for each look, for each damage, and for all."""
    looks = [look.name for look in LOOKS]
    damages = [PLAIN, *LEGIBLE_FROM_PX]
    lines = [HEAD]
    lines += [_cells(name, found) for name in looks if (found := [s for s in scores if s.look == name])]
    lines += [_cells(name, found) for name in damages if (found := [s for s in scores if s.damage == name])]
    inks = max((score.ink_error for score in scores if score.damage == PLAIN), default=0)
    return (
        f"{aligned([*lines, _cells('all', scores)])}\n{LEGEND}\n"
        f"Inks of coloured plain ones are off by up to {inks} levels of 255."
    )


def nonogram_line(score: NonogramScore) -> str:
    """One line about a picture not read exactly: the options that draw it again, and the reason."""
    again = f"--only {score.look} --seed {score.seed}"
    again += f" --damage {score.damage}" if score.damage != PLAIN else ""
    wrong = "SILENTLY WRONG" if score.verdict is Verdict.WRONG else score.verdict.value
    return f"{wrong}: {again}: {score.line}"


def _cells(name: str, scores: Sequence[NonogramScore]) -> tuple[str, ...]:
    verdicts = [score.verdict for score in scores]
    right = verdicts.count(Verdict.EXACT)
    return (
        name,
        str(len(scores)),
        str(right),
        f"{100 * right / max(1, len(scores)):.1f}",
        str(verdicts.count(Verdict.REFUSED)),
        str(verdicts.count(Verdict.WRONG)),
        str(sum(score.mistaken for score in scores)),
    )
