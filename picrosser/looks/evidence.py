"""What is cheap to see of a picture, each seen once, when a look first asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from picrosser.imaging.channels import CLEAR_LEVELS, max_channel, min_channel
from picrosser.imaging.noise import MIN_NOISE_OF_PHOTOGRAPH, without_noise
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.nonogram.tolerances import MAX_OFF, SAME_LINE_HEIGHT
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from picrosser.reading.page.page_evidence import PageEvidence

if TYPE_CHECKING:
    from picrosser.imaging.turned import TurnedPicture
    from picrosser.reading.katamino.read import PiecesSought
    from picrosser.reading.lattice.grid import RuledSought
    from picrosser.reading.photograph.from_the_front import StraightScreen
    from picrosser.reading.photograph.line_crossings import Points
    from picrosser.reading.photograph.sheet import SheetFound
    from picrosser.reading.photograph.slanted_lines import ScreenSlopes

# Share of a picture's pixels that have a colour, below which a nonogram is tried first. Of 14 Hungry Cat
# screenshots 0.017 and more have one, of 17 of nonograms in one colour 0.001 to 0.08.
FEW_COLOURED = 0.015
SAMPLED_PX = 4  # each way: one pixel of so many is looked at for its colour
# Least share of the likeliest outline of a screen that shows crossings of a sheet's lines; below it, the
# outline is that of a screen which lies on squared paper or cloth. Of 24 pages 0.34 and more.
MIN_OF_OUTLINE = 0.25


class UprightEvidence:
    """A picture taken for a screenshot, as it lies or turned by quarters.

    page : its ink, luma and noise, and the image. turned : how it was turned; None as it lies.
    """

    def __init__(self, page: PageEvidence, turned: TurnedPicture | None = None) -> None:
        self.page, self.image, self.turned = page, page.image, turned
        self._stripes: dict[Lattice, bool] = {}
        self._slots: dict[Lattice, list[Sequence[float]]] = {}

    @cached_property
    def halved(self) -> UprightEvidence | None:
        """The picture at half its size; None if it is small."""
        return UprightEvidence(self.page.halved) if self.page.halved is not None else None

    @cached_property
    def has_few_colours(self) -> bool:
        """Whether hardly any pixel has a colour, as in many nonograms and in no Hungry Cat screenshot."""
        seen = self.image[::SAMPLED_PX, ::SAMPLED_PX]
        coloured = max_channel(seen) - min_channel(seen) > CLEAR_LEVELS
        return int(np.count_nonzero(coloured)) < FEW_COLOURED * coloured.size

    @cached_property
    def calm(self) -> RGB:
        return without_noise(self.image, self.page.noise_sigma)

    @cached_property
    def lines(self) -> RuledSought:
        """The board whose evenly spaced lines are seen at once; found in 20 to 60 ms."""
        from picrosser.reading.lattice.grid import seek_ruled_board

        at_half = self.halved.lines.sure if self.halved is not None else None
        likely = at_half.lattice.times(2) if at_half is not None else None
        return seek_ruled_board(self.page.of_picture(self.calm).luma, likely)

    @cached_property
    def is_striped(self) -> bool:
        """Whether Hungry Cat's stripes of hints end beside the board that is seen at once."""
        return self.lines.sure is not None and self.has_stripes_beside(self.lines.sure.lattice)

    def has_stripes_beside(self, lattice: Lattice) -> bool:
        """Whether Hungry Cat's stripes of hints end beside a board; measured in 3 ms."""
        if lattice not in self._stripes:
            from picrosser.reading.lattice.stripes import has_stripes

            self._stripes[lattice] = has_stripes(self.calm, lattice)
        return self._stripes[lattice]

    def _slots_px(self, lattice: Lattice) -> list[Sequence[float]]:
        """Where hints heap up in Hungry Cat's slots left of a board, and above it; measured in 5 to 10 ms."""
        if lattice not in self._slots:
            from picrosser.reading.hungry_cat.slots import hint_areas

            areas = hint_areas(self.calm, lattice)
            self._slots[lattice] = [() if area is None else area.heap_centres_px for area in areas]
        return self._slots[lattice]

    def shows_more_hints(self, lattice: Lattice, digit_boxes: Sequence[Sequence[Box]]) -> bool:
        """Whether hints stand in Hungry Cat's slots beside a board where none of its lines has digits.

        The ends of plates may look like a slot, too, but no digit stands there; and a hint area's cells are
        larger than the digits that were read.

        digit_boxes : of each row, then of each column.
        """
        board, ink = lattice.board, self.page.ink
        largest_px = max((box.height for line in digit_boxes for box in line), default=1)
        heights = np.maximum(ink.boxes[:, 2] - ink.boxes[:, 0], 1)
        are_digits = (ink.distances < MAX_DIGIT_DISTANCE) & (np.log(heights / largest_px) < SAME_LINE_HEIGHT)
        pieces = ink.boxes[are_digits]
        top, left, bottom, right = pieces.T
        beside = pieces[(right <= board.left) & (top >= board.top) & (bottom <= board.bottom)]
        above = pieces[(bottom <= board.top) & (left >= board.left) & (right <= board.right)]
        rows, reach = lattice.shape[0], MAX_OFF * lattice.pitch_px
        read_beside = [(box.left, box.right) for line in digit_boxes[:rows] for box in line]
        read_above = [(box.top, box.bottom) for line in digit_boxes[rows:] for box in line]

        def is_at(slot: float, spans: Iterable[Sequence[int]]) -> bool:
            return any(start - reach <= slot <= end + reach for start, end in spans)

        return any(
            is_at(slot, seen) and not is_at(slot, read)
            for slots, seen, read in zip(
                self._slots_px(lattice),
                (beside[:, 1::2].tolist(), above[:, ::2].tolist()),
                (read_beside, read_above),
                strict=True,
            )
            for slot in slots
        )

    @cached_property
    def pieces(self) -> PiecesSought:
        """Areas in the colours of pieces, as a quick look sees them."""
        from picrosser.reading.katamino.read import seek_pieces

        return seek_pieces(self.image)


class Evidence:
    """A picture of any kind; `by_camera` : it is known to be a photograph."""

    def __init__(
        self, page: PageEvidence, *, by_camera: bool, as_it_lies: UprightEvidence | None = None
    ) -> None:
        self.page, self.image, self.by_camera = page, page.image, by_camera
        self.as_it_lies = as_it_lies or UprightEvidence(page)

    @cached_property
    def halved(self) -> Evidence | None:
        """The picture at half its size; None if it is small."""
        seen = self.as_it_lies.halved
        return None if seen is None else Evidence(seen.page, by_camera=self.by_camera, as_it_lies=seen)

    @cached_property
    def turned(self) -> UprightEvidence | None:
        """The picture in the direction in which its digits stand; None if that is how it lies."""
        from picrosser.imaging.turned import turned_upright  # few pictures need these
        from picrosser.reading.page.direction import turned_deg_by_digits

        turned_deg = 0 if self.page.is_known_texture else turned_deg_by_digits(self.page)
        if not turned_deg:
            return None
        turned = turned_upright(self.image, turned_deg)
        return UprightEvidence(self.page.of_picture(turned.image), turned)

    @cached_property
    def is_photograph(self) -> bool:
        """Whether a camera took the picture, as its entries say or its noise, which is no texture drawn."""
        is_noisy = self.page.noise_sigma >= MIN_NOISE_OF_PHOTOGRAPH
        return self.by_camera or (is_noisy and self.page.pixel_art is None)

    @cached_property
    def may_be_quiet_photograph(self) -> bool:
        """Whether a picture may be a photograph though it has no more noise than a screenshot has."""
        from picrosser.reading.katamino.areas import has_few_tones

        return not has_few_tones(self.image[::2, ::2])  # the same tones in a quarter of the time

    @cached_property
    def sheets(self) -> Sequence[SheetFound]:
        """The ruled sheets in the picture, the largest first."""
        from picrosser.reading.photograph.sheet import find_ruled_sheets  # few pictures come here

        return find_ruled_sheets(self.image)

    @cached_property
    def nonogram_sheet(self) -> SheetFound | None:
        """The ruled sheet that fills the picture, if only a nonogram can be read on such a one; or None.

        It is a page, or may be on a screen. No drawn Hungry Cat board and no wooden one has such a sheet.
        """
        if not self.sheets or not (self.sheets[0].is_page or self.sheets[0].is_fine):
            return None
        corners = self.screen_corners
        is_beside = corners is not None and self.sheets[0].share_of(corners) < MIN_OF_OUTLINE
        return None if is_beside else self.sheets[0]

    @cached_property
    def screen_corners(self) -> Points | None:
        """The corners of a screen's outline; None without one."""
        from picrosser.reading.photograph.from_the_front import find_screen_outline

        return find_screen_outline(self.image)

    @property
    def fills_page(self) -> bool:
        """Whether a ruled page fills the picture, so that it shows no puzzle of another kind."""
        return bool(self.sheets) and self.sheets[0].is_page and self.nonogram_sheet is not None

    @cached_property
    def slopes(self) -> ScreenSlopes | None:
        """How a screen's long straight edges lie; None if none are seen."""
        from picrosser.reading.photograph.slanted_lines import find_screen_slopes

        return find_screen_slopes(self.image)

    @property
    def lies_straight(self) -> bool:
        """Whether long edges lie level and upright, as in a screenshot."""
        return self.slopes is not None and self.slopes.is_straight(self.image.shape)

    @property
    def lies_askew(self) -> bool:
        """Whether lines that are level and upright on a screen, or on a page, lie askew in the picture."""
        return self.slopes is not None and not self.lies_straight

    @property
    def is_noisy_screenshot(self) -> bool:
        """Whether it lies as no photograph does, so that what looks like one is texture or noise."""
        return not self.by_camera and self.lies_straight

    @cached_property
    def screen(self) -> StraightScreen | None:
        """The screen within its edges, as seen from the front; None where no edges of one are seen."""
        from picrosser.reading.photograph.from_the_front import straight_screen

        if self.slopes is None:
            return None
        return straight_screen(self.image, self.slopes, self.screen_corners, lambda: self.page.without_moire)

    @cached_property
    def shows_nothing(self) -> bool:
        """Whether a photograph shows no ruled lines, no long straight edges and hardly any digits."""
        if not self.is_photograph:
            return False
        # What a camera is known to have taken is often read by its sheets, and then needs no edges.
        shows_lines = (self.sheets or self.slopes) if self.by_camera else (self.slopes or self.sheets)
        if shows_lines:
            return False
        # The middle half of the rows takes half the time, and has hints of a board's rows, or of its columns
        # if it lies on a side.
        height = len(self.image)
        middle = self.image[height // 4 : height - height // 4]
        return PageEvidence(middle).ink.is_texture or self.page.has_hardly_digits
