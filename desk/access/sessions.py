"""Sessions: who is logged in, and which phone acts for which player until the next publication.

The browser has a random secret in a cookie; the file has only its hash.
"""

from __future__ import annotations

import sqlite3
from base64 import b32encode
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from desk.access.file import AccessFile, hash_of
from desk.access.tickets import PublishedRound, TicketHolder
from ledger.characters import visible

IDLE_S, LONGEST_S = 12 * 3600, 3 * 24 * 3600
"""A session ends when it was not used for half a day, and after three days in any case."""

NOTED_S = 60
"""The use of a session is written down once a minute, so that reading pages writes nothing."""

LONGEST_DEVICE = 60


@dataclass(frozen=True, slots=True)
class DeskSession:
    """A browser that is let in, by the key of an account, or for a player or board of a round.

    `position` is that of the round's publication. `device` is the key of the browser in facts.
    """

    account: str | None
    device: str
    tournament: str = ""
    round: int | None = None
    position: int | None = None
    player: int | None = None
    board: int | None = None

    def holds(self, published: PublishedRound | None) -> bool:
        """Return whether it is still good while `published` is the last round of its tournament."""
        here = (self.tournament, self.round, self.position)
        return self.account is not None or (
            published is not None
            and here == (published.tournament, published.number, published.position)
        )


def begin(file: AccessFile, account: str, device: str) -> str:
    """Return the secret of a new session of an account; `device` is the browser's own secret."""
    return _begin(file, DeskSession(account, device_key(file, device)))


def begin_for(
    file: AccessFile, published: PublishedRound, holder: TicketHolder, device: str
) -> str:
    """Return the secret of a new session for the player or board of a verified ticket."""
    at = (published.tournament, published.number, published.position)
    return _begin(
        file, DeskSession(None, device_key(file, device), *at, holder.player, holder.board)
    )


def _begin(file: AccessFile, session: DeskSession) -> str:
    token = file.runtime.new_token()
    now = file.now_s()
    with file.writing() as connection:
        connection.execute(
            "DELETE FROM sessions WHERE used <= ? OR began <= ?", (now - IDLE_S, now - LONGEST_S)
        )
        connection.execute(
            "DELETE FROM devices WHERE tournament = '' AND key NOT IN (SELECT device FROM sessions)"
        )
        connection.execute(
            "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                hash_of(token),
                session.account,
                session.tournament,
                session.round,
                session.position,
                session.player,
                session.board,
                session.device,
                now,
                now,
            ),
        )
    return token


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session in the list of those of an account, or of the phones of a tournament.

    `device` is what the browser is called, "" where nobody knows. `player` or `board` are set for a
    phone. `began_s` and `used_s` are in seconds since 1970; `here`: it is that of who asks.
    """

    device: str
    began_s: int
    used_s: int
    player: int | None = None
    board: int | None = None
    here: bool = False


def sessions_of(file: AccessFile, account: str, token: str) -> tuple[ListedSession, ...]:
    """Return the sessions of an account, the last one used first; `token` is that of who asks."""
    with file.reading() as connection:
        rows = connection.execute(
            "SELECT COALESCE(name, ''), began, used, token FROM sessions LEFT JOIN devices"
            " ON devices.tournament = '' AND devices.player = 0 AND devices.key = sessions.device"
            " WHERE account = ? AND used > ? AND began > ? ORDER BY used DESC, began DESC",
            (account, file.now_s() - IDLE_S, file.now_s() - LONGEST_S),
        ).fetchall()
    own = hash_of(token)
    return tuple(
        ListedSession(name, began, used, here=hash_ == own) for name, began, used, hash_ in rows
    )


def phones_of(
    file: AccessFile, tournament: str, published: PublishedRound | None
) -> tuple[ListedSession, ...]:
    """Return the phones of players in the last round that was published, the last used first."""
    if published is None:
        return ()
    with file.reading() as connection:
        rows = connection.execute(
            "SELECT COALESCE(name, ''), began, used, sessions.player, board FROM sessions"
            " LEFT JOIN devices ON devices.tournament = sessions.tournament"
            " AND devices.player = sessions.player AND devices.key = sessions.device"
            " WHERE account IS NULL AND sessions.tournament = ? AND round = ? AND position = ?"
            " ORDER BY used DESC, began DESC",
            (tournament, published.number, published.position),
        ).fetchall()
    return tuple(ListedSession(*row) for row in rows)


def end_others(file: AccessFile, account: str, token: str) -> None:
    """End the sessions of an account but for that of a cookie."""
    with file.writing() as connection:
        connection.execute(
            "DELETE FROM sessions WHERE account = ? AND token != ?", (account, hash_of(token))
        )


class InUse(NamedTuple):
    """Who asked for a page lately: the names of accounts, and the number of players' phones."""

    people: tuple[str, ...]
    phones: int


def in_use(file: AccessFile, within_s: int, but: str = "") -> InUse:
    """Return who asked for a page within so many seconds, but one account.

    A use is noted once a minute.
    """
    since = file.now_s() - within_s - NOTED_S
    with file.reading() as connection:
        people = connection.execute(
            "SELECT DISTINCT accounts.shown FROM sessions"
            " JOIN accounts ON accounts.key = sessions.account"
            " WHERE used > ? AND accounts.key <> ? ORDER BY 1",
            (since, but),
        ).fetchall()
        phones = connection.execute(
            "SELECT count(*) FROM sessions WHERE account IS NULL AND used > ?", (since,)
        ).fetchone()
    return InUse(tuple(name for (name,) in people), phones[0])


def session(file: AccessFile, token: str, *, is_use: bool = True) -> DeskSession | None:
    """Return the session of a cookie; None when there is none, or it ended.

    `is_use`: somebody asks for something, so it is not idle.
    """
    if not token:
        return None
    now = file.now_s()
    with file.reading() as connection:
        row = connection.execute(
            "SELECT account, device, tournament, round, position, player, board, began, used"
            " FROM sessions WHERE token = ?",
            (hash_of(token),),
        ).fetchone()
    if row is None:
        return None
    *values, began, used = row
    if now - used >= IDLE_S or now - began >= LONGEST_S:
        end(file, token)
        return None
    if is_use and now - used >= NOTED_S:
        with file.writing() as connection:
            connection.execute(
                "UPDATE sessions SET used = ? WHERE token = ?", (now, hash_of(token))
            )
    return DeskSession(*values)


def end(file: AccessFile, token: str) -> None:
    """End the session of a cookie; one that is not there is no fault."""
    with file.writing() as connection:
        connection.execute("DELETE FROM sessions WHERE token = ?", (hash_of(token),))


def csrf(file: AccessFile, secret: str) -> str:
    """Return the token of the forms of a session or, before the log-in, of a browser.

    `secret` is that of its cookie: another site can send the cookie, but never this.
    """
    return file.mac("form", secret).hex()


def device_key(file: AccessFile, secret: str) -> str:
    """Return the key of a browser in facts: random, and of no use as a cookie."""
    return b32encode(file.mac("device", secret)[:10]).decode().casefold()


def name_device(file: AccessFile, tournament: str, player: int, key: str, name: str) -> None:
    """Keep what the device is called with which a player acted, beside the facts.

    The browser of an account goes by the tournament "" and player 0; its name goes with its
    sessions.
    """
    row = (tournament, player, key, visible(name)[:LONGEST_DEVICE])
    with file.writing() as connection:
        connection.execute("INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?)", row)


def end_of_players(
    connection: sqlite3.Connection, tournament: str, players: Collection[int]
) -> int:
    """Delete sessions and device names of players, in a transaction; return how many there were."""
    deleted = 0
    for table in ("sessions", "devices"):
        for player in players:
            rows = connection.execute(
                f"DELETE FROM {table} WHERE tournament = ? AND player = ?", (tournament, player)
            )
            deleted += rows.rowcount
    return deleted
