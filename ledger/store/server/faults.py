"""The possible faults of a server, as errors that each carry a named refusal.

In a session PostgreSQL names a fault by a code (appendix A of its manual). When a connection is
refused the library passes no code on, so the message itself is read. A server may say it in another
language: then libpq tells whether the server is there, and the refusal has the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias
from urllib.parse import unquote

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import PGconn, Ping

from ledger.errors import StoreError, damaged
from ledger.messages import do, message
from ledger.place import ServerAddress
from ledger.refusals import Exit, Refusal

_LOST = frozenset({"57P01", "57P02", "57P03", "57P04", "57P05", "25P03"})
"""Codes with which a server ends a session."""


def is_lost(error: BaseException, connection: psycopg.Connection[Any] | None) -> bool:
    """Tell whether a connection was lost, so that nobody knows what became of the last request."""
    if not isinstance(error, psycopg.Error):
        return False
    code = error.sqlstate or ""
    closed = connection is None or connection.closed or connection.broken
    return closed or code in _LOST or code.startswith("08")


def refused_connection(error: psycopg.Error, address: ServerAddress) -> StoreError:
    """Return the refusal of a connection that did not come about."""
    said = cleaned(str(error), address)
    for pattern, of_fault in _OF_CONNECTING:
        if pattern.search(said):
            return of_fault(address, said)
    return _BY_PING[_ping(address)](address, said)


def _ping(address: ServerAddress) -> Ping:
    """Ask libpq whether a server answers at an address, whatever its language; nobody logs in."""
    try:
        conninfo = make_conninfo(address.uri, connect_timeout=_PING_S)
    except psycopg.Error:
        return Ping.NO_ATTEMPT
    return Ping(PGconn.ping(conninfo.encode()))


def refused_statement(error: psycopg.Error, address: ServerAddress) -> StoreError:
    """Return the refusal of a statement."""
    said = cleaned(str(error), address)
    code = error.sqlstate or ""
    of_fault = _IN_SESSION.get(code)
    if of_fault is not None:
        return of_fault(address, said)
    if code in _LOST or code.startswith("08") or not code:
        return _of_server("connection-lost", address, said, "log")
    return _of_server("server-error", address, said)


def answer_lost(address: ServerAddress) -> StoreError:
    """Return the refusal when nobody knows whether facts were recorded."""
    return _of_server("answer-lost", address, "", "log")


def _of_server(code: str, address: ServerAddress, said: str, verb: str = "") -> StoreError:
    """Return a refusal; `verb` is the one that its next step names, "" for none."""
    values = {"place": str(address)} | ({"error": said} if said else {})
    steps = {"command": do(verb)} if verb else {}
    key = "wrong-address-said" if code == "wrong-address" else code
    step = message(f"server.{code}-step", **steps)
    return StoreError(Refusal(code, message(f"server.{key}", **values), step, exit=Exit.USAGE))


_PING_S = 2

_Refused: TypeAlias = Callable[[ServerAddress, str], StoreError]

_OF_CONNECTING: tuple[tuple[re.Pattern[str], _Refused], ...] = (
    (
        re.compile(
            r"password|pg_hba|authentication|role \".*\" does not exist|not permitted to log in"
            r"|certificate|SCRAM|GSS",
            re.IGNORECASE,
        ),
        lambda at, said: _of_server("server-login", at, said),
    ),
    (
        re.compile(r"database \".*\" does not exist"),
        lambda at, said: _of_server("no-database", at, ""),
    ),
    (
        re.compile("permission denied for database"),
        lambda at, said: _of_server("server-rights", at, said),
    ),
    (
        re.compile("too many (connections|clients)|connection slots"),
        lambda at, said: _of_server("server-full", at, ""),
    ),
    (
        re.compile("is starting up|is shutting down|not yet accepting|recovery mode"),
        lambda at, said: _of_server("server-starting", at, said),
    ),
    (
        re.compile("session is (not )?read-only|server is (not )?in hot standby"),
        lambda at, said: _of_server("server-not-that-kind", at, said),
    ),
    # Each session begins by writing a small file.
    (
        re.compile("could not (write|create|open|extend) .*file|No space left"),
        lambda at, said: _of_server("disk-full", at, "", "log"),
    ),
    (
        re.compile("could not translate host name|Name or service not known|resolv", re.IGNORECASE),
        lambda at, said: _of_server("server-unknown", at, said),
    ),
    (
        re.compile("timeout expired|timed out"),
        lambda at, said: _of_server("server-silent", at, said),
    ),
    # Of libpq and of the system, so in English whatever the server speaks.
    (
        re.compile(
            "closed the connection|could not (receive|send)|Connection (refused|reset)"
            "|unreachable|No route|Broken pipe|SSL SYSCALL|No such file or directory"
        ),
        lambda at, said: _of_server("server-unreachable", at, said),
    ),
    (
        re.compile(
            r"invalid (URI|percent|port|integer|connection|\S+ value)"
            r"|unexpected (character|spaces)|missing (key|\"=\")|extra key"
        ),
        lambda at, said: _of_server("wrong-address", at, said),
    ),
)
"""What a message says when no connection comes about, and its refusal."""

_BY_PING: dict[Ping, _Refused] = {
    Ping.OK: lambda at, said: _of_server("server-refuses", at, said),
    Ping.REJECT: lambda at, said: _of_server("server-starting", at, said),
    Ping.NO_RESPONSE: lambda at, said: _of_server("server-unreachable", at, said),
    Ping.NO_ATTEMPT: lambda at, said: _of_server("wrong-address", at, said),
}
"""The refusal of a connection whose message is not known, by what libpq finds at the address."""

_IN_SESSION: dict[str, _Refused] = {
    "53100": lambda at, said: _of_server("disk-full", at, "", "log"),
    "53200": lambda at, said: _of_server("server-memory", at, ""),
    "53300": lambda at, said: _of_server("server-full", at, ""),
    "58030": lambda at, said: _of_server("disk-error", at, said, "log"),
    "25006": lambda at, said: _of_server("ledger-read-only", at, ""),
    "0A000": lambda at, said: _of_server("server-cannot", at, said),
    "55P03": lambda at, said: _of_server("ledger-locked", at, ""),
    "40001": lambda at, said: _of_server("ledger-locked", at, ""),
    "40P01": lambda at, said: _of_server("ledger-locked", at, ""),
    "57014": lambda at, said: _of_server("server-stopped-it", at, said),
    "42501": lambda at, said: _of_server("server-rights", at, said),
    "3F000": lambda at, said: _of_server("ledger-gone", at, said, "verify"),
    "42P01": lambda at, said: _of_server("ledger-gone", at, said, "verify"),
    "42883": lambda at, said: _of_server("ledger-gone", at, said, "verify"),
    "XX001": lambda at, said: damaged(message("store.damaged", path=str(at)), quoted=said),
    "XX002": lambda at, said: damaged(message("store.damaged", path=str(at)), quoted=said),
}
"""PostgreSQL's codes, and their refusals."""


def cleaned(said: str, address: ServerAddress) -> str:
    """Return a message of the server on one line, without any password of the address."""
    for secret in _secrets(address):
        said = said.replace(secret, "***")
    lines = dict.fromkeys(line.strip() for line in said.splitlines() if line.strip())
    return "; ".join(lines)


def _secrets(address: ServerAddress) -> list[str]:
    secrets = {address.uri}
    try:
        read = conninfo_to_dict(address.uri)
    except psycopg.Error:
        read = {}
    secrets |= {str(read[key]) for key in ("password", "sslpassword") if read.get(key)}
    between = re.match(r"[a-z]+://[^:@/?]*:([^@/?]*)@", address.uri)
    if between:
        secrets |= {between[1], unquote(between[1])}
    return sorted((one for one in secrets if one), key=len, reverse=True)


@contextmanager
def named_errors(address: ServerAddress) -> Iterator[None]:
    """Turn errors of the server into the refusals a user can read."""
    try:
        yield
    except psycopg.Error as error:
        raise refused_statement(error, address) from error
