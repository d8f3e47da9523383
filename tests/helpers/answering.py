"""Requests of tests to the desk, each of them one call to the loop that answers.

The client of Starlette goes to the loop and back eight times, which takes a third of a short page.
"""

from __future__ import annotations

import sys
from asyncio import AbstractEventLoop, run_coroutine_threadsafe
from importlib.util import find_spec

from httpx2 import ASGITransport, AsyncByteStream, BaseTransport, Request, Response
from starlette.types import ASGIApp

if find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]  # or each request looks for it again

CLIENT = ("testclient", 50000)
"""Who asks, as in the client of Starlette."""


class Answering(BaseTransport):
    """Asks an application in a loop of another thread, and has the whole of each answer."""

    def __init__(self, app: ASGIApp, loop: AbstractEventLoop) -> None:
        self._asked, self._loop = ASGITransport(app, client=CLIENT), loop

    def handle_request(self, request: Request) -> Response:
        """Return the answer; a fault of the application is raised here."""
        request.read()
        return run_coroutine_threadsafe(self._answered(request), self._loop).result()

    async def _answered(self, request: Request) -> Response:
        answer = await self._asked.handle_async_request(request)
        assert isinstance(answer.stream, AsyncByteStream)
        sent = [part async for part in answer.stream]
        return Response(answer.status_code, headers=answer.headers, content=b"".join(sent))
