"""The possible faults of a server, as errors that each carry a named refusal.

In a session PostgreSQL names a fault by a code (appendix A of its manual). When a connection is
refused there is no code, so the message itself is read; one that is not known is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote

import psycopg
from psycopg.conninfo import conninfo_to_dict

from ledger.errors import StoreError, damaged, usage
from ledger.messages import do, message
from ledger.place import ServerAddress

_OF_CONNECTING = (
    (r"password|pg_hba|authentication|role \".*\" does not exist|not permitted to log in"
     r"|certificate|SCRAM|GSS", "server-login"),
    (r"database \".*\" does not exist", "no-database"),
    (r"permission denied for database", "server-rights"),
    (r"too many (connections|clients)|connection slots", "server-full"),
    (r"is starting up|is shutting down|not yet accepting|recovery mode", "server-starting"),
    (r"session is read-only|is not in hot standby|server is in hot standby|session is not read",
     "server-not-that-kind"),
    # Each session writes a file of its own in the beginning.
    (r"could not (write|create|open|extend) .*file|No space left", "disk-full"),
    (r"could not translate host name|Name or service not known|name resolution|resolve host",
     "server-unknown"),
    (r"timeout expired|timed out", "server-silent"),
    (r"invalid (URI|percent|port|integer|connection|\S+ value)|unexpected (character|spaces)"
     r"|missing (key|\"=\")|extra key", "wrong-address"),
)  # fmt: skip
"""What a message says when no connection comes about, and the code of its refusal."""

_LOST = frozenset({"57P01", "57P02", "57P03", "57P04", "57P05", "25P03"})
"""Codes with which a server ends a session."""

_IN_SESSION = {
    "53100": "disk-full", "53200": "server-memory", "53300": "server-full", "58030": "disk-error",
    "25006": "ledger-read-only", "0A000": "server-cannot", "55P03": "ledger-locked",
    "57014": "server-stopped-it", "42501": "server-rights", "40001": "ledger-locked",
    "40P01": "ledger-locked", "3F000": "ledger-gone", "42P01": "ledger-gone",
    "42883": "ledger-gone", "XX001": "ledger-damaged", "XX002": "ledger-damaged",
}  # fmt: skip

_STEPS = {"disk-full": "log", "disk-error": "log", "connection-lost": "log", "answer-lost": "log",
          "ledger-gone": "verify"}  # fmt: skip
"""The verb that a next step names, for a fault that has one."""


def is_lost(error: BaseException, connection: psycopg.Connection | None) -> bool:
    """Tell whether a connection was lost, so that nobody knows what became of the last request."""
    if not isinstance(error, psycopg.Error):
        return False
    code = error.sqlstate or ""
    closed = connection is None or connection.closed or connection.broken
    return closed or code in _LOST or code.startswith("08")


def refused_connection(error: psycopg.Error, address: ServerAddress) -> StoreError:
    """Return the refusal of a connection that did not come about."""
    said = cleaned(str(error), address)
    for pattern, code in _OF_CONNECTING:
        if re.search(pattern, said, re.IGNORECASE):
            return _refusal(code, address, said)
    return _refusal("server-unreachable", address, said)


def refused_statement(error: psycopg.Error, address: ServerAddress) -> StoreError:
    """Return the refusal of a statement."""
    said, code = cleaned(str(error), address), error.sqlstate or ""
    name = _IN_SESSION.get(code)
    if name is None and (code in _LOST or code.startswith("08") or not code):
        name = "connection-lost"
    if name == "ledger-damaged":
        return damaged(message("store.damaged", path=str(address), error=said))
    return _refusal(name or "server-error", address, said)


def answer_lost(address: ServerAddress) -> StoreError:
    """Return the refusal when nobody knows whether facts were recorded."""
    return _refusal("answer-lost", address, "")


def _refusal(code: str, address: ServerAddress, said: str) -> StoreError:
    place = str(address)
    values = {"place": place, "error": said} if said else {"place": place}
    verb = _STEPS.get(code)
    step = message(f"server.{code}-step", **({"command": do(verb)} if verb else {}))
    said_so = "wrong-address-said" if code == "wrong-address" else code
    return usage(code, message(f"server.{said_so}", **values), step)


def cleaned(said: str, address: ServerAddress) -> str:
    """Return a message of the server on one line, without any password of the address."""
    for secret in _secrets(address):
        said = said.replace(secret, "***")
    lines = dict.fromkeys(line.strip() for line in said.splitlines() if line.strip())
    return "; ".join(lines)


def _secrets(address: ServerAddress) -> list[str]:
    found = {address.uri}
    try:
        read = conninfo_to_dict(address.uri)
    except psycopg.Error:
        read = {}
    found |= {str(read[key]) for key in ("password", "sslpassword") if read.get(key)}
    between = re.match(r"[a-z]+://[^:@/?]*:([^@/?]*)@", address.uri)
    if between:
        found |= {between[1], unquote(between[1])}
    return sorted((one for one in found if one), key=len, reverse=True)


@contextmanager
def named_errors(address: ServerAddress) -> Iterator[None]:
    """Turn errors of the server into the refusals a user can read."""
    try:
        yield
    except psycopg.Error as error:
        raise refused_statement(error, address) from error
