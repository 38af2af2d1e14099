"""PDF files: each page is a picture, by the extra `pdf`; without it the refusal says what to install."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from own_process import TILES, WHITE, files_in
from PIL import Image
from stored_pictures import saved

from picrosser.cli.inout.inputs import expanded
from picrosser.errors import ExitCode, InputUnreadableError, MissingPartError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pdf_pages import MAX_SIDE_PX, page_of

needs_pdfium = pytest.mark.skipif(find_spec("pypdfium2") is None, reason="picrosser[pdf] is not installed")


@pytest.fixture
def pages(tmp_path):
    """A PDF of two pages, each with a screenshot."""
    first, second = (Image.open(shot).convert("RGB") for shot in (TILES, WHITE))
    first.save(place := tmp_path / "Two.PDF", "PDF", resolution=150, save_all=True, append_images=[second])
    return place


def test_without_the_extra_a_pdf_is_refused_with_what_to_install(pages, monkeypatch, cli):
    there = find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "pypdfium2" else there(name))
    monkeypatch.setattr("picrosser.cli.inout.inputs.find_spec", lambda _: None)
    cli([pages], ExitCode.MISSING_EXTRA, "a PDF page needs packages that are missing: pypdfium2; install")
    for data in (pages.read_bytes(), b"\n%PDF-1.7\n"):
        with pytest.raises(MissingPartError):
            load_image(data)


@needs_pdfium
def test_each_page_of_a_pdf_is_a_picture(pages, cli):
    names = expanded([str(pages)])
    assert [Path(name).name for name in names] == ["Two-page-1.PDF", "Two-page-2.PDF"]
    assert cli([pages, "-q"]).out == ""
    assert files_in(pages.parent).keys() == {"Two.PDF", "Two-page-1-solved.png", "Two-page-2-solved.png"}
    cli([names[1], "-q"], ExitCode.USAGE, "Two-page-2-solved.png exists already")
    cli([pages.with_name("Two-page-3.pdf")], 3, "no such file")  # another suffix, another file
    cli([pages.with_name("Two-page-3.PDF")], 3, "has 2 pages; name one")
    with pytest.raises(InputUnreadableError, match="2 pages"):
        load_image(pages)


@needs_pdfium
def test_a_poster_is_drawn_small_and_damage_is_refused():
    poster = saved(Image.new("RGB", (3000, 300), "white"), "PDF", resolution=10)
    assert max(load_image(poster).shape) <= MAX_SIDE_PX + 1
    with pytest.raises(InputUnreadableError, match="damaged or cut short"):
        load_image(poster[:200])


def test_a_file_with_the_name_of_a_page_is_itself(tmp_path):
    for name in ("a.pdf", "a-page-2.pdf"):
        (tmp_path / name).touch()
    assert page_of(tmp_path / "a-page-2.pdf") == (tmp_path / "a-page-2.pdf", 0)
    assert page_of(tmp_path / "a-page-3.pdf") == (tmp_path / "a.pdf", 3)
    assert page_of(tmp_path / "b-page-3.pdf") == (tmp_path / "b-page-3.pdf", 0)
