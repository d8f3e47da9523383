"""Pages that everybody sees alike are made once, and kept until the tournament changes.

When the hall asks for a new page at once, one request makes it and the others wait for it. Where a
page differs for each reader - their name, the tokens of forms - it is kept with marks.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_thread
from markupsafe import escape
from starlette.responses import Response

from desk.access.roles import CHIEF, Role
from ledger.characters import visible
from ledger.errors import StoreError

if TYPE_CHECKING:
    from desk.web.visit import Visit
    from ledger.runtime import Runtime

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
    """A response, and whether everybody of the same role and language gets the same."""

    response: Response
    shared: bool


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page with marks. `tag` names its content ("": it has marks); `packed` is compressed."""

    body: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    status: int
    marked: bool
    made_at_s: float
    tag: str = ""
    packed: bytes = b""


_Pages: TypeAlias = "dict[tuple[object, ...], asyncio.Future[KeptPage | None]]"


@dataclass(slots=True)
class _Edition:
    """The pages of one book of a tournament."""

    number: int
    pages: _Pages = field(default_factory=dict)
    size_bytes: int = 0


class PageCache:
    """The kept pages of a server. Its methods run on the event loop."""

    def __init__(self, runtime: Runtime) -> None:
        # Nobody can write a mark in a name, as they are unpredictable.
        seed = runtime.new_seed()
        self._csrf, self._once, self._name = (f"{of}{seed}{of}" for of in ("csrf", "once", "name"))
        self._runtime = runtime
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

    async def written(self, visit: Visit, make: Callable[[Visit], MadePage]) -> Response:
        """Return the answer to a form."""
        made = await to_thread.run_sync(make, visit, limiter=self._writers)
        return made.response

    async def page(
        self, visit: Visit, number: int | None, make: Callable[[Visit], MadePage]
    ) -> Response:
        """Return a page: a kept one, or one that `make` makes.

        `number` is the edition of the visit's tournament, None where its book must catch up first.
        """
        edition = await self._edition(visit, number)
        if edition is None:
            return (await self._in_thread(visit, self._made, visit, make)).response
        visitor = visit.visitor
        # A player's pages lead to their own card; of the others only the name and tokens differ.
        who = visitor.key if visitor.role is Role.PLAYER else bool(visitor.name)
        key = (
            visit.address,
            visit.partial,
            visit.language,
            visit.theme,
            visit.role,
            visitor.nobody,
            who,
        )
        now = asyncio.get_running_loop().time()
        waiting = edition.pages.get(key)
        if waiting is not None:
            kept = await asyncio.shield(waiting)
            if kept is not None and now - kept.made_at_s <= MOST_AGE_S:
                return self._for(visit, kept)
        return await self._make(visit, make, edition, key, now)

    async def _make(
        self,
        visit: Visit,
        make: Callable[[Visit], MadePage],
        edition: _Edition,
        key: tuple[object, ...],
        now: float,
    ) -> Response:
        """Make a page; the others who ask for it wait, and make their own if it is not for them."""
        made: asyncio.Future[KeptPage | None] = asyncio.get_running_loop().create_future()
        edition.pages[key] = made
        kept = None
        try:
            page, shared = await self._in_thread(visit, self._kept, self._marked(visit), make, now)
            kept = page if shared else None
        finally:
            made.set_result(kept)
            if kept is None:
                edition.pages.pop(key, None)
            else:
                edition.size_bytes += len(kept.body) + len(kept.packed)
                if edition.size_bytes > MOST_BYTES:
                    edition.pages = {}
                    edition.size_bytes = 0
        return self._for(visit, page)

    async def _edition(self, visit: Visit, number: int | None) -> _Edition | None:
        """Return the kept pages of a visit's tournament, None where no page of it may be kept.

        A page with the remarks on a form is for who sent it, and those of the chief alone show who
        is logged in.
        """
        personal = "note" in visit.query or visit.role not in visit.route.roles
        if not visit.tournament or personal or visit.route.roles == CHIEF:
            return None
        if number is None:
            try:
                number = await self._in_thread(visit, _caught_up, visit)
            except StoreError:
                return None
        if number is None:
            return None
        edition = self._editions.get(visit.tournament)
        if edition is None or edition.number < number:
            edition = self._editions[visit.tournament] = _Edition(number)
        return edition

    async def _in_thread(self, visit: Visit, work: Callable[..., T], *arguments: object) -> T:
        slow = self._work_ms.get(visit.route.name, 0) > SLOW_MS
        return await to_thread.run_sync(
            work, *arguments, limiter=self._slow if slow else self._quick
        )

    def _made(self, visit: Visit, make: Callable[[Visit], MadePage]) -> MadePage:
        """Make a page, and remember how long that took."""
        began = time.thread_time()
        page = make(visit)
        self._work_ms[visit.route.name] = (time.thread_time() - began) * 1000
        return page

    def _marked(self, visit: Visit) -> Visit:
        name = self._name if visit.visitor.name else ""
        visitor = replace(visit.visitor, csrf=self._csrf, name=name)
        return replace(visit, visitor=visitor, once_mark=self._once)

    def _kept(
        self, visit: Visit, make: Callable[[Visit], MadePage], now: float
    ) -> tuple[KeptPage, bool]:
        """Return a page as it is kept, and whether it may be kept for others."""
        response, shared = self._made(visit, make)
        body = bytes(response.body)
        marked = any(mark.encode() in body for mark in (self._csrf, self._once, self._name))
        headers = [one for one in response.raw_headers if one[0] != b"content-length"]
        kept = KeptPage(body, (*headers, _VARY), response.status_code, marked, now)
        if not shared or kept.status != 200 or marked:
            return kept, shared and kept.status == 200
        tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        # A page with a token is never compressed: its length would tell of the token.
        packed = gzip.compress(body, 1, mtime=0) if len(body) > SMALL_BYTES else b""
        return replace(kept, tag=tag, packed=packed), True

    def _for(self, visit: Visit, kept: KeptPage) -> Response:
        """Return a kept page as one reader gets it."""
        if kept.tag:
            tag = (b"etag", kept.tag.encode())
            if visit.known_tag == kept.tag:
                return _response(304, b"", *kept.headers, tag)
            if kept.packed and visit.takes_gzip:
                packed = (b"content-encoding", b"gzip")
                return _response(200, kept.packed, *kept.headers, tag, packed)
            return _response(200, kept.body, *kept.headers, tag)
        body = kept.body
        if kept.marked:
            visitor = visit.visitor
            body = body.replace(self._csrf.encode(), visit.csrf.encode())
            body = body.replace(self._name.encode(), str(escape(visible(visitor.name))).encode())
            first, *rest = body.split(self._once.encode())
            body = first + b"".join(self._runtime.new_id().encode() + part for part in rest)
        return _response(kept.status, body, *kept.headers)


def _caught_up(visit: Visit) -> int | None:
    """Return the edition of a tournament after its book caught up; None: it changed meanwhile."""
    live = visit.office.live
    live.book(visit.tournament)
    return live.edition(visit.tournament)


def _response(status: int, body: bytes, *headers: tuple[bytes, bytes]) -> Response:
    response = Response(body, status)
    length = () if status == 304 else ((b"content-length", str(len(body)).encode()),)
    response.raw_headers = [*headers, *length]
    return response
