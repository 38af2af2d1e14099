"""What a stage's result looks like to a person: one sentence, a picture, notes and lines of text."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from PIL import Image

from picrosser.debugging.notes import Note
from picrosser.imaging.pixels import RGB

T = TypeVar("T")


class Explanation(NamedTuple):
    """What a person is shown of a stage.

    sentence : what there is to see. lines : text below the picture, with a heading as the first line.
    why_refused : reasons for the head of the page if the run ends without an answer.
    """

    sentence: str
    picture: Image.Image | None = None
    notes: tuple[Note, ...] = ()
    lines: tuple[str, ...] = ()
    why_refused: tuple[str, ...] = ()


class Run(NamedTuple):
    """What is known when a stage has ended: the picture that it looked at, and earlier results, in order."""

    image: RGB
    before: Sequence[object]

    def find(self, kind: type[T]) -> T | None:
        return next((result for result in reversed(self.before) if isinstance(result, kind)), None)

    def latest(self, kind: type[T]) -> T:
        found = self.find(kind)
        if found is None:
            raise LookupError(f"no {kind.__name__} came before it")
        return found


class Stage(NamedTuple):
    """How a stage is shown.

    family : the kind of puzzle that has it, "" if several do. title : names its files, too.
    explain : draws its result; None if its numbers say all, or if the next stage draws the same.
    """

    family: str
    title: str
    explain: Callable[[Any, Run], Explanation] | None = None


Stages: TypeAlias = dict[type, Stage]  # the stages by the type of their results
HUNGRY_CAT, NONOGRAM, KATAMINO = "Hungry Cat", "Nonogram", "Katamino"
