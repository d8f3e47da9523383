"""Helpers for tests of accounts: a clock that is moved by hand, and a file beside a ledger."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from desk.access.accounts import EVERYWHERE, accounts, add
from desk.access.file import AccessFile
from desk.access.invitations import accept, invite
from desk.access.roles import Role
from desk.access.sessions import begin, begin_for
from desk.access.tickets import PublishedRound, TicketHolder
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


def let_in(file: AccessFile, role: Role, tournament: str = EVERYWHERE) -> str:
    """Return the cookie of somebody with a role; the same account each time."""
    there = [one for one in accounts(file) if one.roles.get(tournament) is role]
    if not there:
        with file.writing() as connection:
            add(connection, role, tournament, "")
        return let_in(file, role, tournament)
    return begin(file, there[0].key, f"browser of {role}")


def let_in_player(
    file: AccessFile, published: PublishedRound, player: int | None = None, board: int | None = None
) -> str:
    """Return the cookie of a player, or of a board's code, as if they had scanned it."""
    assert player or board
    holder = TicketHolder("P", player) if player else TicketHolder("B", board or 0)
    return begin_for(file, published, holder, f"phone of {player or board}")


def joined(
    file: AccessFile,
    role: Role,
    shown: str = "",
    tournament: str = EVERYWHERE,
    phrase: str = PHRASE,
) -> str:
    """Return the key of a new account that accepted an invitation."""
    key = accept(file, invite(file, role, tournament=tournament, shown=shown), phrase)
    assert isinstance(key, str), key
    return key


def device_names(file: AccessFile, tournament: str) -> dict[tuple[int, str], str]:
    """Return the names of devices by player and by their key in facts."""
    with file.reading() as connection:
        rows = connection.execute(
            "SELECT player, key, name FROM devices WHERE tournament = ?", (tournament,)
        ).fetchall()
    return {(player, key): name for player, key, name in rows}
