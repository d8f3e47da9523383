"""Helpers for tests of accounts: a clock that is moved by hand, and a file beside a ledger."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from desk.access.accounts import EVERYWHERE
from desk.access.file import AccessFile
from desk.access.invitations import accept, invite
from desk.access.roles import Role
from ledger.runtime import Runtime

PHRASE = "correct paard batterij nietje"


@dataclass
class HandClock:
    """A clock that stands still until it is moved."""

    time: datetime = datetime(2026, 11, 20, 19, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def go_on(self, seconds: int) -> None:
        self.time += timedelta(seconds=seconds)


def runtime_of(clock: HandClock) -> Runtime:
    """Return a runtime by this clock whose secrets are numbers, so that a test can read them."""
    numbers = count(1)
    return Runtime(now=clock.now, new_token=lambda: f"token-{next(numbers)}")


def opened(folder: Path, clock: HandClock | None = None) -> AccessFile:
    """Return the open file of accounts beside a ledger cup.ledger, which need not be there."""
    return AccessFile(folder / "cup.ledger", runtime_of(clock or HandClock()))


def joined(
    file: AccessFile, role: Role, shown: str = "", tournament: str = EVERYWHERE,
    phrase: str = PHRASE,
) -> str:  # fmt: skip
    """Return the key of a new account that accepted an invitation."""
    key = accept(file, invite(file, role, tournament, shown), phrase)
    assert isinstance(key, str), key
    return key
