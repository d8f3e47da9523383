"""What a command takes from outside: the time, fresh ids, fresh seeds, and the actor.

All of it is injectable, so that a test or a transcript can be repeated exactly. Nothing else in the
program reads the clock or generates random values that are recorded.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime


def _now() -> datetime:
    return datetime.now(UTC)


def _new_id() -> str:
    return uuid.uuid4().hex


def _new_seed() -> str:
    return secrets.token_hex(16)


def _new_token() -> str:
    return secrets.token_urlsafe(32)


@dataclass(frozen=True, slots=True)
class Runtime:
    """The world outside a command.

    `now` returns a time with its zone. `new_id` returns a text never returned before; `new_seed` an
    unpredictable one, for drawing lots and as the salt of a person's record. `new_token` returns a
    secret of 256 bits in the letters of an address, which is never recorded. `actor` is a key or a
    function ("arbiter"), never a person's name.
    """

    now: Callable[[], datetime] = _now
    new_id: Callable[[], str] = _new_id
    new_seed: Callable[[], str] = _new_seed
    new_token: Callable[[], str] = _new_token
    actor: str = "arbiter"
