"""The interface as shortcuts and scripts use it, with workers that only play their part."""

import json
import re
from importlib.resources import files

import pytest
from played_server import PNG, client_of

from picrosser.errors import ExitCode
from picrosser.serving import limits
from picrosser.serving.access import SECURITY_HEADERS
from picrosser.serving.asked import STRENGTHS, Asked
from picrosser.serving.limits import KEPT_S, MAX_RESULTS, Results
from picrosser.serving.workers import Answered

MEDIA_TYPES = {
    "html": "text/html", "css": "text/css", "js": "text/javascript", "json": "application/json",
    "webmanifest": "application/manifest+json", "svg": "image/svg+xml", "png": "image/png",
}  # fmt: skip
PICTURE = b"the bytes of a picture"


@pytest.mark.parametrize("command", ["solve", "read", "check", "hint"])
def test_a_picture_is_answered_as_an_object_with_the_address_of_its_drawing(command, client, workers):
    curl = {"Content-Type": "application/x-www-form-urlencoded"}  # what it calls its data by default
    answer = client.post(f"/api/{command}", content=PICTURE, headers=curl)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    facts = answer.json()
    assert (facts["exit"], facts["status"], facts["message"]) == (0, 0, "solved")
    assert workers.asked == [(Asked(command), PICTURE)]
    drawing = client.get(facts["picture"])
    assert (drawing.status_code, drawing.content) == (200, PNG)
    assert drawing.headers["content-type"] == "image/png"
    workers.told = Answered({"exit": 5, "message": "row 3 is in doubt", "error": "x"}, b"")
    facts = client.post(f"/api/{command}", content=PICTURE).json()
    assert (facts["picture"], facts["status"]) == (None, 5)


def test_the_query_says_what_is_asked(client, workers):
    query = "kind=nonogram&fix=r3%3D2+1&fix=c10:1%3D(4)&n=3&nudge=where&symbols=1"
    assert client.post(f"/api/hint?{query}", content=PICTURE).status_code == 200
    stated = {"kind": "nonogram", "fixes": ("r3=2 1", "c10:1=(4)"), "steps": 3, "symbols": True}
    assert workers.asked[0][0] == Asked("hint", strength="nudge", **stated)
    for query in (*(f"nudge={value}" for value in STRENGTHS), "rule=1"):
        client.post(f"/api/hint?{query}", content=PICTURE)
    assert [asked.strength for asked, _ in workers.asked[1:]] == [*STRENGTHS.values(), "rule"]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("fixes=r3", "there is no parameter 'fixes'"),
        ("kind=sudoku", "'sudoku' is not a kind of puzzle"),
        ("kind=<script>", "'<script>' is not a kind of puzzle"),  # as text
        ("fix=r3", "'r3' is not a hint"),
        ("fix=r3%3D1&fix=r3%3D2", "row 3 is set in two ways"),
        ("board=0", "board takes a whole number from 1 to 50"),
        ("board=2&kind=katamino", "board is for nonograms"),
        ("n=0", "n takes a whole number from 1 to 50"),
        ("n=x", "n takes"),
        ("n=" + "9" * 5000, "n takes"),
        ("n=2&n=3", "n is given twice"),
        ("nudge=all", "nudge takes where, rule, paint"),
        ("rule=yes", "rule takes 1 or 0"),
        ("&".join(["fix=r3%3D1"] * 201), "at most 200 hints"),
    ],
)
def test_a_wrong_parameter_is_a_400(query, says, client, workers):
    answer = client.post(f"/api/hint?{query}", content=PICTURE)
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/json")
    assert answer.json()["status"] == ExitCode.USAGE
    assert says in answer.json()["message"]
    assert workers.asked == []


def test_the_drawing_itself_can_be_asked_for(client, workers):
    png = {"Accept": "image/png"}
    answer = client.post("/api/check", content=PICTURE, headers=png)
    assert (answer.status_code, answer.content) == (200, PNG)
    assert answer.headers["picrosser-exit"] == "0"
    workers.told = Answered({"exit": 5, "message": "row 3 is in doubt", "error": "x"}, b"")
    answer = client.post("/api/check", content=PICTURE, headers=png)
    assert answer.status_code == 422
    assert answer.json() == {"status": 5, "message": "row 3 is in doubt", "http": 422}
    answer = client.post("/api/read", content=PICTURE, headers=png)
    assert (answer.status_code, answer.json()["status"]) == (400, 2)


def test_stages_are_told_as_they_begin_and_a_refusal_is_the_same_without_them(client, workers):
    lines = {"Accept": "application/x-ndjson"}
    answer = client.post("/api/solve", content=PICTURE, headers=lines)
    assert answer.headers["content-type"] == "application/x-ndjson"
    *stages, last = map(json.loads, answer.text.splitlines())
    assert [line["stage"] for line in stages] == ["waiting", "reading", "solving", "drawing"]
    assert last["picture"].startswith("/api/results/")
    workers.refuses(ExitCode.NO_PUZZLE, "no board")
    *_, last = map(json.loads, client.post("/api/solve", content=PICTURE, headers=lines).text.splitlines())
    assert last == {"status": 4, "message": "no board", "http": 422}
    answer = client.post("/api/solve", content=PICTURE)
    assert (answer.status_code, answer.json()) == (422, last)


def test_a_defect_is_a_500_and_tells_nothing_of_the_picture(workers):
    workers.told = RuntimeError("the screenshot shows a bank account")
    with client_of(workers, raise_server_exceptions=False) as client:
        answer = client.post("/api/solve", content=PICTURE)
    assert (answer.status_code, answer.json()["status"]) == (500, 70)
    assert "bank" not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "more", "http", "says"),
    [
        ("GET", "/api/solve", {}, 405, "takes no such request"),
        ("POST", "/", {}, 405, "takes no such request"),
        ("POST", "/api/draw", {"content": PICTURE}, 404, "there is nothing"),
        ("POST", "/api/solve", {"content": b""}, 400, "there is no picture"),
        ("POST", "/api/solve", {"files": {"picture": PICTURE}}, 415, "send the bytes of the picture"),
    ],
)
def test_other_requests_are_refused_and_say_why(method, path, more, http, says, client):
    answer = client.request(method, path, **more)
    assert (answer.status_code, answer.json()["http"]) == (http, http)
    assert says in answer.json()["message"]


def test_the_page_and_its_files_are_served(client):
    page = client.get("/")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    tag = page.headers["etag"]
    assert client.get("/", headers={"If-None-Match": tag}).status_code == 304
    for file in (files("picrosser.serving") / "page").iterdir():
        answer = client.get(f"/page/{file.name}")
        assert (answer.status_code, answer.content) == (200, file.read_bytes())
        assert answer.headers["content-type"].partition(";")[0] == MEDIA_TYPES[file.name.rpartition(".")[2]]
        assert answer.headers["cache-control"] == "no-cache"
    assert client.head("/").status_code == 200


def test_every_answer_has_the_headers_that_bind_the_browser(client):
    answers = [
        client.get("/"),
        client.get("/nothing"),
        client.post("/api/solve", content=PICTURE),
        client.post("/api/solve?kind=x", content=PICTURE),
        client.get("/", headers={"Host": "elsewhere.example"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 200, 400, 403]
    for answer in answers:
        for name, value in SECURITY_HEADERS:
            assert answer.headers[name.decode()] == value.decode()
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "server" not in answer.headers
    assert "default-src 'none'" in answers[0].headers["content-security-policy"]


def test_bodies_are_forgotten_when_they_are_answered(client, routes, workers):
    seen: list[int] = []
    workers.during = lambda: seen.append(routes[0].bodies.total_bytes)
    for form in ("application/json", "image/png", "application/x-ndjson"):
        client.post("/api/solve", content=PICTURE, headers={"Accept": form})
    workers.refuses(ExitCode.NO_PUZZLE, "no board")
    client.post("/api/solve", content=PICTURE)
    assert seen == [len(PICTURE)] * 4
    assert routes[0].bodies.total_bytes == 0


def test_too_many_bodies_in_memory_are_refused_for_now(client, monkeypatch):
    monkeypatch.setattr(limits, "MAX_BYTES_IN_MEMORY", 10)
    answer = client.post("/api/solve", content=PICTURE)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")


# ---- Drawings are kept in memory, for so long, so many and so large at most


def test_a_drawing_is_found_by_its_name_until_its_time_is_over(monkeypatch):
    now, results = [100.0], Results()
    monkeypatch.setattr(limits, "monotonic", lambda: now[0])
    name = results.add(b"one")
    assert results.find(name) == b"one"
    assert results.find("x" * len(name)) is None
    now[0] += KEPT_S - 1
    assert results.find(name) == b"one"
    now[0] += 2
    assert results.find(name) is None
    assert (len(results), results.total_bytes) == (0, 0)


def test_of_too_many_drawings_the_oldest_go():
    results = Results()
    names = [results.add(b"x") for _ in range(MAX_RESULTS + 5)]
    assert len(set(names)) == len(names)
    assert min(map(len, names)) >= 22  # nobody guesses one
    assert len(results) == MAX_RESULTS
    assert [results.find(name) is None for name in names[:6]] == [True] * 5 + [False]


def test_of_too_large_drawings_the_oldest_go(monkeypatch):
    monkeypatch.setattr(limits, "MAX_RESULT_BYTES", 100)
    results = Results()
    names = [results.add(b"x" * 40) for _ in range(3)]
    assert [results.find(name) is None for name in names] == [True, False, False]
    assert results.total_bytes == 80
    assert results.find(results.add(b"x" * 101)) is None  # larger than all of them may be
    assert results.total_bytes == 0


# ---- The files of the page for phones fit each other: words, labels, addresses, the icon

PAGE = files("picrosser.serving") / "page"
WORDS = json.loads((PAGE / "words.json").read_text("utf-8"))
HTML = (PAGE / "index.html").read_text("utf-8")
SCRIPTS = sorted(file.name for file in PAGE.iterdir() if file.name.endswith(".js"))
SCRIPT = "".join((PAGE / name).read_text("utf-8") for name in SCRIPTS)
WORKER = (PAGE / "sw.js").read_text("utf-8")
NAMED = set(re.findall(r'data-(?:word|label)="(\w+)"', HTML)) | set(re.findall(r'\bsay\("(\w+)"', SCRIPT))
ONLY_IN_OTHER_LANGUAGES = re.compile("paint|cross|crossRest|excluded|manyLines")
"""The server's own words are English, so that no English ones are needed for these."""


def places(word):
    """The {places} of a word or of a pair."""
    return set(re.findall(r"\{(\w+)\}", " ".join(word) if isinstance(word, list) else word))


def test_every_word_that_the_page_names_is_there():
    missing = {name for name in NAMED - set(WORDS["en"]) if not ONLY_IN_OTHER_LANGUAGES.fullmatch(name)}
    assert not missing
    assert len(NAMED) > 60


@pytest.mark.parametrize("language", sorted(set(WORDS) - {"en"}))
def test_a_language_has_all_words_with_the_same_places(language):
    for name, word in WORDS["en"].items():
        assert places(WORDS[language][name]) == places(word), name
        assert isinstance(WORDS[language][name], list) == isinstance(word, list), name
    assert set(WORDS[language]) >= NAMED


def test_the_words_in_the_html_are_the_english_ones():
    for name, text in re.findall(r'data-word="(\w+)">([^<]+)<', HTML):
        assert text == WORDS["en"][name], name
    for name, text in re.findall(r'data-label="(\w+)"[^>]*aria-label="([^"]+)"', HTML):
        assert text == WORDS["en"][name], name


def test_nothing_is_written_or_fetched_from_elsewhere():
    assert not re.search(r"<style|style=|<script(?! src=)|\son\w+=", HTML)  # the browser would block it
    text = HTML + SCRIPT + WORKER + (PAGE / "page.css").read_text("utf-8")
    addresses = re.findall(r"https?://[^\s\"'<>]+", text)
    assert set(addresses) <= {"http://www.w3.org/2000/svg", "https://puzz.link/"}  # that a person may follow


def test_the_page_names_only_files_that_are_packed():
    for text in (HTML, SCRIPT, WORKER, (PAGE / "manifest.webmanifest").read_text("utf-8")):
        for name in re.findall(r'"/(?:page/)?([\w-]+\.(?:png|svg|css|js|json|webmanifest))"', text):
            assert (PAGE / name).is_file(), name
