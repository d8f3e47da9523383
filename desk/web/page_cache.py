"""Pages of spectators are made once, and kept until the tournament changes.

When the hall asks for a new page at once, one request makes it and the others wait for it. A page of
somebody who is logged in, and one with a form, is made for them alone.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_thread
from starlette.responses import Response

from desk.access.roles import Role
from desk.live.live import Live
from desk.web.request import Request
from ledger.errors import StoreError

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

MOST_BYTES: Final = 32_000_000
"""Of the kept pages of a tournament together; when they are more they are made anew."""

MOST_AGE_S: Final = 20
"""What a page shows from outside the ledger, such as the time, is at most this old, in seconds."""

SMALL_BYTES: Final = 1_000
"""A page of at most this length is not compressed."""

WRITERS = 8
"""Threads that carry out forms; they wait for the disk."""

LOOKERS = 16
"""Threads that find out who asks; while a ledger on a server is silent they wait for it, and
whatever needs no ledger goes on without them."""

SLOW_MS = 100
"""A page that takes longer to make waits for others of its kind, not for the quick ones."""


_VARY = (b"vary", b"Cookie, Accept-Language, Accept-Encoding, HX-Request")


class MadePage(NamedTuple):
    """A response, and whether every spectator who asks for it in these words gets the same."""

    response: Response
    shared: bool


Make: TypeAlias = "Callable[[], MadePage]"
"""What makes the answer to a request; it is called in a thread."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page for everybody. `tag` names its content; `packed` is compressed, "" for a small one."""

    body: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    made_at_s: float
    tag: str
    packed: bytes


_Pages: TypeAlias = "dict[tuple[object, ...], asyncio.Future[KeptPage | None]]"


@dataclass(slots=True)
class _Edition:
    """The pages of one book of a tournament."""

    number: int
    pages: _Pages = field(default_factory=dict)
    size_bytes: int = 0


class PageCache:
    """The kept pages of a server. Its methods run on the event loop."""

    def __init__(self) -> None:
        self._editions: dict[str, _Edition] = {}
        # Threads that compute only take turns, so there is one for the quick pages and one for the
        # others: the audit of a large tournament holds no wall up.
        self._quick = CapacityLimiter(1)
        self._slow = CapacityLimiter(1)
        self._writers = CapacityLimiter(WRITERS)
        self._lookers = CapacityLimiter(LOOKERS)
        self._work_ms: dict[str, float] = {}

    async def looked(self, look: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """Return what a function finds that may wait for the ledger but computes next to nothing."""
        return await to_thread.run_sync(look, *arguments, limiter=self._lookers)

    async def written(self, make: Make) -> Response:
        """Return the answer to a form."""
        made = await to_thread.run_sync(make, limiter=self._writers)
        return made.response

    async def page(self, request: Request, number: int | None, live: Live, make: Make) -> Response:
        """Return a page: a kept one, or one that `make` makes.

        `number` is the edition of the tournament, None where its book must catch up first.
        """
        edition = await self._edition(request, number, live)
        if edition is None:
            return (await self._in_thread(request, self._made, request, make)).response
        key = request.address, request.partial, request.language, request.theme
        now = asyncio.get_running_loop().time()
        waiting = edition.pages.get(key)
        if waiting is not None:
            kept = await asyncio.shield(waiting)
            if kept is not None and now - kept.made_at_s <= MOST_AGE_S:
                return _for(request, kept)
        return await self._make(request, make, edition, key, now)

    async def _make(
        self,
        request: Request,
        make: Make,
        edition: _Edition,
        key: tuple[object, ...],
        now: float,
    ) -> Response:
        """Make a page; the others who ask for it wait, and make their own if it is not for them."""
        made: asyncio.Future[KeptPage | None] = asyncio.get_running_loop().create_future()
        edition.pages[key] = made
        kept = None
        try:
            response, kept = await self._in_thread(request, self._kept, request, make, now)
        finally:
            made.set_result(kept)
            if kept is None:
                edition.pages.pop(key, None)
            else:
                edition.size_bytes += len(kept.body) + len(kept.packed)
                if edition.size_bytes > MOST_BYTES:
                    edition.pages = {}
                    edition.size_bytes = 0
        return response if kept is None else _for(request, kept)

    async def _edition(self, request: Request, number: int | None, live: Live) -> _Edition | None:
        """Return the kept pages of a tournament, None for a reader who gets a page of their own.

        A page with the remarks on a form is for who sent it.
        """
        alike = request.visitor.nobody and Role.PUBLIC in request.route.roles
        if not request.tournament or not alike or "note" in request.query:
            return None
        if number is None:
            try:
                number = await self._in_thread(request, _caught_up, live, request.tournament)
            except StoreError:
                return None
        if number is None:
            return None
        edition = self._editions.get(request.tournament)
        if edition is None or edition.number < number:
            edition = self._editions[request.tournament] = _Edition(number)
        return edition

    async def _in_thread(
        self, request: Request, work: Callable[[*Arguments], T], *arguments: *Arguments
    ) -> T:
        slow = self._work_ms.get(request.route.name, 0) > SLOW_MS
        return await to_thread.run_sync(
            work, *arguments, limiter=self._slow if slow else self._quick
        )

    def _made(self, request: Request, make: Make) -> MadePage:
        """Make a page, and remember how long that took."""
        began = time.thread_time()
        page = make()
        self._work_ms[request.route.name] = (time.thread_time() - began) * 1000
        return page

    def _kept(self, request: Request, make: Make, now: float) -> tuple[Response, KeptPage | None]:
        """Return a page, and how it is kept: None where it is not for others."""
        response, shared = self._made(request, make)
        if not shared:
            return response, None
        body = bytes(response.body)
        headers = (*(one for one in response.raw_headers if one[0] != b"content-length"), _VARY)
        tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        packed = gzip.compress(body, 1, mtime=0) if len(body) > SMALL_BYTES else b""
        return response, KeptPage(body, headers, now, tag, packed)


def _for(request: Request, kept: KeptPage) -> Response:
    """Return a kept page as one reader gets it."""
    tag = (b"etag", kept.tag.encode())
    if request.browser.known_tag == kept.tag:
        return _response(304, b"", *kept.headers, tag)
    if kept.packed and request.browser.takes_gzip:
        return _response(200, kept.packed, *kept.headers, tag, (b"content-encoding", b"gzip"))
    return _response(200, kept.body, *kept.headers, tag)


def _caught_up(live: Live, tournament: str) -> int | None:
    """Return the edition of a tournament after its book caught up; None: it changed meanwhile."""
    live.book(tournament)
    return live.edition(tournament)


def _response(status: int, body: bytes, *headers: tuple[bytes, bytes]) -> Response:
    response = Response(body, status)
    length = () if status == 304 else ((b"content-length", str(len(body)).encode()),)
    response.raw_headers = [*headers, *length]
    return response
