"""The page when its server goes away: nothing is lost, and the page opens without it."""

from own_process import WHITE

LARGE = WHITE.with_name("drawn-20x20-rose.png")


def test_a_server_killed_midway_is_said_and_asked_again_once_it_is_back(visit, own_server):
    page = visit(address=own_server.address, service_workers="block")
    page.page.set_input_files("#files", str(LARGE))
    page.page.wait_for_function(
        "() => document.getElementById('headline').textContent === 'Reading the picture'"
    )
    own_server.kill()
    page.wait()
    assert page.headline == "picrosser is not answering"
    own_server.start()
    page.click("button:text('Try again')")
    assert page.headline.startswith("Read: 20 × 20")


def test_the_page_opens_without_its_server_and_says_so(visit, own_server):
    page = visit(address=own_server.address)
    page.page.evaluate("navigator.serviceWorker.ready")
    page.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    own_server.kill()
    page.page.reload()
    page.page.wait_for_selector("h1")
    assert page.page.text_content("h1") == "Stuck on a picross?"
    assert page.page.locator(".emblem").evaluate("image => image.naturalWidth") > 0
    page.give(WHITE)
    assert page.headline == "picrosser is not answering"


def test_a_picture_that_another_app_shares_is_taken_by_the_page_on_the_home_screen(visit, server):
    page = visit(address=server.address)
    page.page.evaluate("navigator.serviceWorker.ready")
    page.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.page.evaluate(
        """async (bytes) => {
            const form = new FormData();
            form.append("pictures", new File([new Uint8Array(bytes)], "shot.png", {type: "image/png"}));
            await fetch("/share", {method: "POST", body: form});
        }""",
        list(WHITE.read_bytes()),
    )
    page.page.goto(f"{server.address}?shared")
    page.page.wait_for_selector("#work:not([hidden])")
    page.wait()
    assert page.headline == "Read: 5 × 5, 2 colours"
    assert page.page.url == server.address
