"""Fingers on the picture: real touch events, with the clicks that a browser sends after them."""

import pytest
from own_process import WHITE


def fingers_on(page):
    """Send touch events to a page: `touch(kind, *points)`."""
    session = page.page.context.new_cdp_session(page.page)

    def touch(kind, *points):
        places = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    return touch


def test_a_pinch_zooms_and_a_held_finger_shows_the_picture_without_the_answer(visit):
    page = visit(WHITE)
    page.press("solve")
    before = page.page.locator("#before").bounding_box()
    box = page.page.locator("#stage").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = fingers_on(page)
    touch("touchStart", (x - 40, y), (x + 40, y))
    for apart in (50, 60, 70, 80):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    after = page.page.locator("#before").bounding_box()
    assert after["width"] / before["width"] == pytest.approx(2, abs=0.25)
    assert page.page.evaluate("visualViewport.scale") == 1  # the page itself has not been zoomed
    page.press("nudge")  # another answer leaves the picture where it was moved to
    assert page.page.locator("#before").bounding_box()["width"] == pytest.approx(after["width"], abs=1)

    assert page.page.locator("#curtain").is_visible()
    touch("touchStart", (x, y))
    page.page.wait_for_selector("#curtain", state="hidden")
    touch("touchEnd")
    page.page.wait_for_selector("#curtain")


def test_a_hint_opens_its_dialog_wherever_on_the_screen_it_is_tapped(visit):
    page = visit(WHITE)
    touch, calls = fingers_on(page), len(page.api_calls)
    stage = page.page.locator("#stage").bounding_box()
    centre = (stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
    hint = page.page.locator("#marks [aria-label^='Column 4, colour 1']")

    def place():
        box = hint.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(by_x, by_y):
        touch("touchStart", centre)
        touch("touchMove", (centre[0] + by_x / 2 + 9, centre[1] + by_y / 2 + 9))  # it has moved for sure
        touch("touchMove", (centre[0] + by_x, centre[1] + by_y))
        touch("touchEnd")

    page.page.mouse.move(*place())
    page.page.mouse.wheel(0, -2000)  # so near that the picture can be moved anywhere
    page.page.wait_for_function("() => document.getElementById('marks').getBoundingClientRect().width > 2000")
    for across, down in ((0.05, 0.05), (0.95, 0.05), (0.5, 0.5), (0.05, 0.95), (0.95, 0.95)):
        target = (stage["x"] + across * stage["width"], stage["y"] + down * stage["height"])
        for _ in range(20):
            gaps = [to - now for to, now in zip(target, place(), strict=True)]
            if max(map(abs, gaps)) <= 2:
                break
            drag(*(max(-150, min(150, gap)) for gap in gaps))
        touch("touchStart", target)
        touch("touchEnd")
        page.page.wait_for_selector("#correct[open]")
        page.page.wait_for_timeout(300)  # by then the click that follows a touch has come
        assert page.page.text_content("#correctTitle") == "Correct column 4, colour 1"
        assert page.page.locator("#correct[open]").count(), (across, down)
        assert len(page.api_calls) == calls
        page.page.keyboard.press("Escape")
