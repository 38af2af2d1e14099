"""What is answered where: the page and its files, the four commands, and their drawings."""

import asyncio
import json
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from picrosser.errors import ExitCode, describe_defect
from picrosser.serving.access import AT_ROOT, Access, Guard, refusal_response
from picrosser.serving.asked import COMMANDS, Asked, Command, Refused, parse_asked
from picrosser.serving.limits import Bodies, Rates, Results
from picrosser.serving.workers import Answered, Workers

PICTURES_AT_ONCE, PICTURES_PER_MINUTE = 60, 60
"""Of one client: so many at once, and then so many in a minute."""
FORGET_EVERY_S = 30.0  # so long may a drawing stay beyond its time, in seconds
_NEVER_STORED = {"Cache-Control": "no-store"}
_CLIENT_GONE = 499  # that nobody receives
mimetypes.add_type("application/manifest+json", ".webmanifest")  # not every system knows these
mimetypes.add_type("text/javascript", ".js")


class PageFiles(StaticFiles):
    """The files of the page, which browsers ask for again each time: they may be of another version."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        response = super().file_response(*args, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response


class Routes:
    """The answers of one server, and what they share."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.results, self.bodies = Results(), Bodies()
        self.rates = Rates(PICTURES_AT_ONCE, PICTURES_PER_MINUTE)
        self.page = PageFiles(packages=[("picrosser.serving", "page")])

    async def root_file(self, request: Request) -> Response:
        """The page itself, or a file of it that has to be at the root."""
        return await self.page.get_response(request.url.path[1:] or "index.html", request.scope)

    async def answer(self, command: Command, request: Request) -> Response:
        accept = request.headers.get("accept", "")
        content_type = request.headers.get("content-type", "")
        asked = parse_asked(command, request.query_params.multi_items(), accept, content_type)
        if content_type.lower().startswith("multipart/"):
            message = "this is a form; send the bytes of the picture themselves as the body of the request"
            raise Refused(message, http=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        self.rates.count(request.client.host if request.client else "")
        try:
            picture = await self.bodies.read(request.stream(), request.headers.get("content-length"))
        except ClientDisconnect:
            return Response(status_code=_CLIENT_GONE)
        stages: asyncio.Queue[str | None] = asyncio.Queue()
        work = asyncio.create_task(self.workers.answer(asked, picture, stages.put_nowait))
        # Not by the work itself, which may be cancelled before it begins.
        work.add_done_callback(lambda _: self.bodies.release(picture))
        work.add_done_callback(lambda _: stages.put_nowait(None))
        if asked.form == "ndjson" and not self.workers.is_full:  # else the refusal has its HTTP status
            lines = self._lines(work, stages)
            return StreamingResponse(lines, headers=_NEVER_STORED, media_type="application/x-ndjson")
        answered = await _unless_gone(request, work)
        if answered is None:
            return Response(status_code=_CLIENT_GONE)
        if asked.form == "png":
            return _drawing(asked, answered)
        return Response(_line(self._facts(answered)), headers=_NEVER_STORED, media_type="application/json")

    async def _lines(
        self, work: asyncio.Task[Answered], stages: asyncio.Queue[str | None]
    ) -> AsyncIterator[bytes]:
        """A line for each stage as it begins, until None comes, then one with the answer or the refusal."""
        try:
            while (stage := await stages.get()) is not None:
                yield _line({"stage": stage})
            try:
                yield _line(self._facts(work.result()))
            except Refused as refused:
                yield _line(refused.facts)
        finally:
            work.cancel()

    def _facts(self, answered: Answered) -> dict[str, Any]:
        """The JSON object, with the address of the drawing."""
        picture = f"/api/results/{self.results.add(answered.png)}.png" if answered.png else None
        return {**answered.facts, "status": answered.facts["exit"], "picture": picture}

    async def result(self, request: Request) -> Response:
        png = self.results.find(request.path_params["name"])
        if png is None:
            message = "there is no such drawing, or it is gone; ask for it again"
            raise Refused(message, None, HTTPStatus.NOT_FOUND)
        return Response(png, headers=_NEVER_STORED, media_type="image/png")

    async def forget_old(self) -> None:
        while True:
            await asyncio.sleep(FORGET_EVERY_S)
            self.results.forget_old()


def _line(facts: dict[str, Any]) -> bytes:
    return json.dumps(facts).encode("ascii") + b"\n"


def _drawing(asked: Asked, answered: Answered) -> Response:
    exit_code = ExitCode(answered.facts["exit"])  # type: ignore[call-arg]
    if not answered.png:
        raise Refused(answered.facts["message"], exit_code)
    headers = {
        **_NEVER_STORED,
        "Picrosser-Exit": str(int(exit_code)),
        "Content-Disposition": f'inline; filename="picrosser-{asked.command}.png"',
    }
    return Response(answered.png, headers=headers, media_type="image/png")


async def _unless_gone(request: Request, work: asyncio.Task[Answered]) -> Answered | None:
    """Wait for the work; end it, and return None, if the client goes."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    leaving = asyncio.create_task(gone())
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return work.result() if work.done() else None
    finally:
        work.cancel()
        leaving.cancel()


# ---- The application


async def _refuse(_: Request, error: Exception) -> Response:
    if isinstance(error, Refused):
        return refusal_response(error)
    if not isinstance(error, HTTPException):
        return refusal_response(Refused(describe_defect(error, quotes=False), ExitCode.INTERNAL))
    http = HTTPStatus(error.status_code)
    is_missing = http is HTTPStatus.NOT_FOUND
    words = "there is nothing at this address" if is_missing else "this address takes no such request"
    response = refusal_response(Refused(words, None, http))
    response.headers.update(error.headers or {})
    return response


def application(access: Access, workers: Workers) -> ASGIApp:
    routes = Routes(workers)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        workers.start()
        forgetting = asyncio.create_task(routes.forget_old())
        try:
            yield
        finally:
            forgetting.cancel()
            await workers.close()

    app = Starlette(
        routes=[
            *(Route(f"/{name}", routes.root_file, methods=["GET"]) for name in ("", *AT_ROOT)),
            Mount("/page", routes.page),
            Route("/api/results/{name}.png", routes.result, methods=["GET"]),
            *(Route(f"/api/{name}", partial(routes.answer, name), methods=["POST"]) for name in COMMANDS),
        ],
        exception_handlers=dict.fromkeys((Refused, HTTPException, Exception), _refuse),
        lifespan=lifespan,
    )
    return Guard(app, access)
