"""What every request passes first: the name it asks for, the size of what it sends.

Every answer gets the headers that forbid scripts, frames and guesses of others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, MutableMapping
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_Message: TypeAlias = MutableMapping[str, Any]

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
    ),
    "Cache-Control": "no-cache",
}
"""Of every answer, unless it has its own: `Cache-Control` may be stricter."""

MOST_FORM, MOST_FILE = 256 * 1024, 8 * 1024 * 1024
"""Bytes of a form, and of one with files: a tournament file of a thousand players has 300 kB."""

MOST_DROPPED, PATIENCE_S = 256 * 1024 * 1024, 30
"""What is too large is dropped as it comes, up to a bound, so that the browser reads the answer."""


class TooLarge(Exception):
    """A request sends more than any form of the desk has."""


class HasHosts(Protocol):
    """An office, or what stands for one: `hosts` are the names by which it may be asked."""

    hosts: frozenset[str]


class Gate:
    """The application behind its gate: `hosts` are the names by which the office may be asked."""

    def __init__(self, app: ASGIApp, office: HasHosts) -> None:
        self.app = app
        self.office = office

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def send_with_headers(message: _Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    own.setdefault(name, value)
            await send(message)

        if not is_own(headers.get("host", ""), self.office.hosts):
            await PlainTextResponse("421", 421)(scope, receive, send_with_headers)
            return
        multipart = headers.get("content-type", "").startswith("multipart/form-data")
        bounded = _bounded(receive, headers, MOST_FILE if multipart else MOST_FORM)
        await self.app(scope, bounded, send_with_headers)


def is_own(host: str, names: Collection[str]) -> bool:
    """Return whether a Host header names this server: an address, or one of these names.

    A page of another site can only reach the laptop by a name of that site's own, never by its
    address, so addresses need no list.
    """
    name, _, port = host.casefold().rpartition(":")
    if not port.isdecimal() or not name or name.endswith(":"):
        name = host.casefold()
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return bool(name) and not {name, host.casefold()}.isdisjoint(names)
    return True


def _bounded(receive: Receive, headers: Headers, most: int) -> Receive:
    """Return `receive` that raises TooLarge instead of giving more than so many bytes."""
    length = headers.get("content-length", "")
    announced = int(length) if length.isdecimal() else 0
    size = 0

    async def bounded() -> _Message:
        nonlocal size
        message = await receive()
        if message["type"] != "http.request":
            return message
        size += len(message.get("body", b""))
        if max(size, announced) <= most:
            return message
        await _drop(receive, message)
        raise TooLarge

    return bounded


async def _drop(receive: Receive, message: _Message) -> None:
    dropped = 0
    try:
        async with asyncio.timeout(PATIENCE_S):
            while message.get("more_body") and dropped < MOST_DROPPED:
                message = await receive()
                dropped += len(message.get("body", b""))
    except TimeoutError:
        return
