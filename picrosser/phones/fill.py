"""Tap an answer into the game, cell by cell, and check with new screenshots what it has done.

At most two taps are sent between two screenshots. So when the board is no longer what it was, because another
game has begun or a message lies over it, the taps stop after two at the latest. They stop at once when the
player touches the screen. The filling then waits. It goes on if the player has stopped touching it and the
board shows what it showed, and perhaps more cells of the answer. Else it ends.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.phones.adb import PhoneScreen
from picrosser.phones.board_watch import BoardWatch, Seen, cells_in, wrongly_changed
from picrosser.phones.plan import Cells, FillPlan, FillStoppedError, Point, middle_px
from picrosser.puzzles.picture import EMPTY, UNKNOWN, Cell, cell_name
from picrosser.solving.outcome import counted

MAX_TAPS = 2  # between two screenshots
SETTLE_S = 2.0  # for which a tapped cell may take to show its paint: animations take a third of a second
MIN_LOOKS = 3  # before it pauses, however slow: a first cell is believed once it looks the same twice
CALM_S = 3.0  # after the player's last touch
PATIENCE_S = 10.0  # for which the screen may show something else, as a notice that slides over it
LOOK_S = 0.2  # between two looks while waiting
SAME_LOOK = 6.0  # grey levels: a cell whose paint still fades in changes by more between two looks

_ADVICE = "look at the phone; the same command fills in the rest, and --tap says how the game paints a cell"

Due: TypeAlias = tuple[Cell, int]  # a cell, and what it is to become: a colour, or EMPTY for a mark


@dataclass(frozen=True, slots=True)
class Tap:
    """One touch of the screen; `hold` if it takes a while.

    cell : the cell that it is for; None for a button of the palette.
    colour : what the cell is to become, EMPTY for a mark; of a button, the colour that it chooses.
    """

    at: Point
    hold: bool
    cell: Cell | None
    colour: int


class Filling:
    """The filling of a board: taps are sent until the screen shows the answer.

    tell : is told when the filling pauses, and when it goes on.
    on_share : is told the share of the cells that are done.
    taps : that were sent.
    """

    def __init__(
        self,
        screen: PhoneScreen,
        plan: FillPlan,
        tell: Callable[[str], None] = lambda _: None,
        on_share: Callable[[float], None] | None = None,
    ) -> None:
        self.screen, self.plan, self.tell, self.on_share = screen, plan, tell, on_share
        self.watch = BoardWatch(plan)
        self.shown = plan.shown.copy()
        self.chosen = EMPTY
        self.taps = 0
        self.last_look: NDArray[np.float32] | None = None  # at the first cell of a colour

    def run(self) -> bool:
        """Tap until the board shows the answer; False if the game left the board after the last tap.

        Raises FillStoppedError: the screen no longer shows what it should.
        Raises PhoneError: the phone is gone.
        """
        all_due = max(len(self._due()), 1)
        self._see([])  # the board may have changed while the puzzle was solved
        while cells := self._next_cells():
            taps = self._taps(cells)
            if len(taps) > MAX_TAPS:  # a button and two taps for a cell: first the button
                taps, cells = taps[:1], []
            sent = self._send(taps)
            if not self._see(cells if sent == len(taps) else []):
                return False
            if self.on_share is not None:
                self.on_share(1 - len(self._due()) / all_due)
        return True

    def _due(self) -> list[Due]:
        return list(cells_to_tap(self.plan, self.shown))

    def _next_cells(self) -> list[Due]:
        """The cells of the next taps, of one colour; one alone until it is known how that colour looks."""
        cells = self._due()[:2]
        is_pair = len({colour for _, colour in cells}) == 1 and self.watch.knows(cells[0][1])
        return cells if is_pair and len(self._taps(cells)) <= MAX_TAPS else cells[:1]

    def _taps(self, cells: Sequence[Due]) -> list[Tap]:
        return list(taps_for(self.plan, cells, self.chosen))

    def _send(self, taps: Sequence[Tap]) -> int:
        """Send the taps until the player touches the screen; return how many were sent.

        The second tap for a cell follows the first one in any case: nobody knows what one alone does.
        """
        for sent, tap in enumerate(taps):
            if self.screen.touched(CALM_S) and not (sent and taps[sent - 1] == tap):
                return sent
            self.screen.tap(*tap.at, hold=tap.hold)
            self.taps += 1
            if tap.cell is None:
                self.chosen = tap.colour
        return len(taps)

    def _see(self, tapped: Sequence[Due]) -> bool:
        """Wait until the board shows what was tapped, and remember it; False if the game has left."""
        is_last = len(tapped) == len(self._due())
        ends = time.monotonic() + SETTLE_S
        looks = 0
        paused = touched = was_away = False
        self.last_look = None
        while True:
            if self.screen.touched(CALM_S):
                if not touched:
                    self.tell("paused: the screen was touched")
                paused = touched = True
                self.chosen = EMPTY  # the player may have chosen another colour
                ends = time.monotonic() + PATIENCE_S
            else:
                looks += 1
                seen = self.watch.see(self.screen.look(), tuple(cell for cell, _ in tapped))
                was_away |= not seen.is_same_page
                seen, why = self._unexpected(seen, tapped, may_be_undone=touched or was_away)
                if not why:
                    self.watch.accept(seen.image)
                    self.shown = seen.cells
                    if paused:
                        self.tell("going on")
                    return True
                if time.monotonic() > ends and looks >= MIN_LOOKS:
                    if tapped and is_last and not seen.is_same_page:
                        return False
                    if paused:
                        raise FillStoppedError(f"stopped after {counted(self.taps, 'tap')}: {why}", _ADVICE)
                    self.tell(f"paused: {why}")
                    paused, ends = True, time.monotonic() + PATIENCE_S
            time.sleep(LOOK_S)

    def _unexpected(self, seen: Seen, tapped: Sequence[Due], *, may_be_undone: bool) -> tuple[Seen, str]:
        """What is seen, and why it is not what it should be; "" if it is.

        may_be_undone : the player or a notice may have got the taps; then these cells are due again.
        """
        if not seen.is_same_page:
            return seen, "the board with its hints is not there"
        for cell, colour in tapped:
            if not self.watch.knows(colour):
                look = self.watch.first_look(seen.image, cell, colour)
                last, self.last_look = self.last_look, look
                if look is not None:
                    if last is None or np.abs(look - last).max() > SAME_LOOK:
                        return seen, f"{cell_name(cell)} keeps changing"
                    self.watch.learn(colour, look)
                    seen = self.watch.see(seen.image, tuple(cell for cell, _ in tapped))
            if seen.cells[cell] != colour and not may_be_undone:
                return seen, f"{cell_name(cell)} was tapped, but did not change as expected"
        wrong = wrongly_changed(self.shown, seen.cells, self.plan.answer)
        return seen, f"{cell_name(wrong[0])} has changed" if wrong else ""


def cells_to_tap(plan: FillPlan, shown: Cells) -> Iterator[Due]:
    """The cells that are not yet as the answer says: one colour after the other, row by row.

    Blank cells come first, if they are to be marked: apps that mark the rest of a finished line by themselves
    then find nothing left to mark.
    """
    for colour in range(EMPTY if plan.ways.mark else EMPTY + 1, int(plan.answer.max()) + 1):
        is_open = shown <= EMPTY if colour else shown == UNKNOWN
        yield from ((cell, colour) for cell in cells_in(is_open & (plan.answer == colour)))


def all_taps(plan: FillPlan) -> Iterator[Tap]:
    """All taps that fill a board, if nothing comes between."""
    return taps_for(plan, cells_to_tap(plan, plan.shown), EMPTY)


def taps_for(plan: FillPlan, cells: Iterable[Due], chosen: int) -> Iterator[Tap]:
    """The taps in the middles of cells; before the first cell of a colour, its button is tapped."""
    for cell, colour in cells:
        if colour in plan.buttons and colour != chosen:
            yield Tap(plan.buttons[colour], False, None, colour)
            chosen = colour
        gesture = plan.ways.mark if colour == EMPTY else plan.ways.paint
        tap = Tap(middle_px(plan.lattice.cell(*cell)), gesture == "hold", cell, colour)
        yield from [tap, tap] if gesture == "twice" else [tap]
