"""A picture may be a photograph if a camera's noise or its entries show it; screenshots are never tried."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.imaging.noise import MIN_NOISE_OF_PHOTOGRAPH
from picrosser.pipelines.photograph_look import PhotographLook
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE


def look(noise: float, *, by_camera: bool = False) -> PhotographLook:
    """At a page with this noise, standard deviation in levels."""
    page = np.random.default_rng(2).normal(200.0, noise, (120, 160, 1)).repeat(3, axis=2)
    image = np.clip(np.rint(page), 0, 255).astype(np.uint8)
    return PhotographLook(PageEvidence(image), None, {}, {}, by_camera, NO_DEADLINE, ignore)


@pytest.mark.parametrize(("noise", "is_likely"), [(0.0, False), (1.0, True), (6.0, True)])
def test_noise_tells_a_photograph_from_a_screenshot(noise: float, is_likely: bool) -> None:
    seen = look(noise)
    assert (seen.page.noise_sigma >= MIN_NOISE_OF_PHOTOGRAPH) is is_likely
    assert seen.is_likely is is_likely


def test_a_camera_s_entries_tell_it_without_noise() -> None:
    assert look(0.0, by_camera=True).is_likely


def test_a_picture_without_noise_is_not_looked_at_as_a_photograph(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise AssertionError("sheets are sought in a screenshot")

    monkeypatch.setattr("picrosser.reading.photograph.flatten.find_ruled_sheets", refuse)
    seen = look(0.0)
    assert seen.hinted_at_first_sight() is None
    assert seen.of_hinted() is None
