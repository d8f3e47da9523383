"""Accounts: a key that stands in facts, a name that is shown, a role in each tournament."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from desk.access.file import AccessFile
from desk.access.passphrases import fits, hashed, unfit
from desk.access.roles import Role
from ledger.characters import first_hidden
from ledger.messages import message
from ledger.names import folded
from ledger.refusals import Refusal
from ledger.values import whole_number

EVERYWHERE = "*"
"""Stands for all tournaments of the file, where a role is given."""

GIVEN = (Role.CHIEF, Role.DEPUTY, Role.HELPER, Role.COMMITTEE)
"""The roles of accounts; players and the public have none."""

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who logs in. `key` is the actor of their facts ("helper-2"), for ever.

    `shown` is a person's name, or what they do. `roles` are theirs by tournament id. `ready` says
    whether they have chosen a passphrase.
    """

    key: str
    shown: str
    ready: bool
    roles: Mapping[str, Role] = field(default_factory=dict)

    def role_in(self, tournament: str) -> Role | None:
        """Return their role in a tournament, EVERYWHERE: that for the whole file; None: none."""
        return self.roles.get(tournament, self.roles.get(EVERYWHERE))


def accounts(file: AccessFile) -> tuple[Account, ...]:
    """Return all accounts with a role, in order of their keys."""
    with file.reading() as connection:
        return _accounts(connection)


def account(file: AccessFile, key: str) -> Account | None:
    """Return an account with a role, by its key."""
    return next((each for each in accounts(file) if each.key == key), None)


def _accounts(connection: sqlite3.Connection) -> tuple[Account, ...]:
    roles: dict[str, dict[str, Role]] = {}
    for key, tournament, role in connection.execute("SELECT * FROM grants"):
        roles.setdefault(key, {})[tournament] = Role(role)
    rows = connection.execute(
        "SELECT key, shown, passphrase IS NOT NULL FROM accounts ORDER BY role, number"
    )
    return tuple(
        Account(key, shown, bool(ready), roles[key]) for key, shown, ready in rows if key in roles
    )


def add(
    connection: sqlite3.Connection, role: Role, tournament: str, shown: str, least: int = 1
) -> str:
    """Add an account in a transaction; return its key, whose number is `least` or higher.

    Numbers are never used again.
    """
    assert role in GIVEN, role
    number = max(least, 1 + _last_number(connection, role))
    key = f"{role}-{number}"
    connection.execute(
        "INSERT INTO accounts VALUES (?, ?, ?, ?, NULL)", (key, role, number, shown or key)
    )
    connection.execute("INSERT INTO grants VALUES (?, ?, ?)", (key, tournament, role))
    return key


def free_number(file: AccessFile, role: Role, actors: Callable[[], Iterable[str]]) -> int:
    """Return the number of a key of a role that nobody had, and that no other desk gives.

    `actors` are those of the facts: of a desk whose file was lost, of one on another copy of the
    ledger, of another ledger from which a tournament was copied.
    """
    announce(file)
    numbers = (actor.removeprefix(f"{role}-") for actor in actors() if actor.startswith(f"{role}-"))
    used = max((whole_number(number) or 0 for number in numbers), default=0)
    with file.reading() as connection:
        number = 1 + max(used, _last_number(connection, role))
    while file.claim([f"{role}-{number}"]) != (True,):
        number += 1
    return number


def announce(file: AccessFile) -> None:
    """Let the other desks of the ledger know which keys this one has given."""
    with file.reading() as connection:
        keys = [key for (key,) in connection.execute("SELECT key FROM accounts ORDER BY key")]
    file.claim(keys)


def is_free(connection: sqlite3.Connection, role: Role, number: int) -> bool:
    """Tell, in a transaction, whether a number is higher than those of all accounts of a role."""
    return number > _last_number(connection, role)


def _last_number(connection: sqlite3.Connection, role: Role) -> int:
    row = connection.execute(
        "SELECT COALESCE(MAX(number), 0) FROM accounts WHERE role = ?", (role,)
    )
    return int(row.fetchone()[0])


def unfit_name(file: AccessFile, shown: str, of: str | None = None) -> Refusal | None:
    """Return the refusal of a name for an account: empty, too long, unreadable, or another's."""
    if not folded(shown) or len(shown) > LONGEST_NAME or first_hidden(shown):
        what = message("access.name-length", most=LONGEST_NAME)
        return Refusal("account-name", what, message("access.type-name"))
    wanted = folded(shown)
    for other in accounts(file):
        if other.key != of and wanted in (folded(other.shown), folded(other.key)):
            what = message("access.name-of-another", name=shown, key=other.key)
            return Refusal("account-name-taken", what, message("access.another-name"))
    return None


def give(file: AccessFile, key: str, tournament: str, role: Role | None) -> Refusal | None:
    """Give an account a role in a tournament in the place of its former one; None: take it away.

    The sessions of the account end. An account that is left without a role is closed: its name and
    passphrase are deleted, its key stays taken. The last chief arbiter of the file stays.
    """
    with file.writing() as connection:
        chiefs = connection.execute(
            "SELECT account FROM grants WHERE tournament = ? AND role = ?", (EVERYWHERE, Role.CHIEF)
        ).fetchall()
        if tournament == EVERYWHERE and role is not Role.CHIEF and chiefs == [(key,)]:
            what = message("access.last-chief", key=key)
            return Refusal("last-chief", what, message("access.invite-chief"))
        where = "WHERE account = ? AND tournament = ?"
        connection.execute(f"DELETE FROM grants {where}", (key, tournament))
        if role is not None:
            assert role in GIVEN, role
            connection.execute("INSERT INTO grants VALUES (?, ?, ?)", (key, tournament, role))
        left = connection.execute("SELECT COUNT(*) FROM grants WHERE account = ?", (key,))
        if not left.fetchone()[0]:
            connection.execute(
                "UPDATE accounts SET shown = '', passphrase = NULL WHERE key = ?", (key,)
            )
            connection.execute("DELETE FROM invitations WHERE account = ?", (key,))
        end_sessions(connection, key)
    return None


def rename(file: AccessFile, key: str, shown: str) -> Refusal | None:
    """Change the name that is shown of an account."""
    if refusal := unfit_name(file, shown, of=key):
        return refusal
    with file.writing() as connection:
        connection.execute("UPDATE accounts SET shown = ? WHERE key = ?", (shown.strip(), key))
    return None


def save_passphrase(connection: sqlite3.Connection, key: str, kept: str) -> None:
    """Replace the passphrase of an account in a transaction; its sessions end."""
    connection.execute("UPDATE accounts SET passphrase = ? WHERE key = ?", (kept, key))
    end_sessions(connection, key)


def set_passphrase(file: AccessFile, key: str, phrase: str) -> Refusal | None:
    """Replace the passphrase of an account; its sessions end."""
    if refusal := unfit(phrase):
        return refusal
    kept = hashed(phrase)
    with file.writing() as connection:
        save_passphrase(connection, key, kept)
    return None


def end_sessions(connection: sqlite3.Connection, key: str) -> None:
    """End all sessions of an account, in a transaction."""
    connection.execute("DELETE FROM sessions WHERE account = ?", (key,))


def who(file: AccessFile, text: str) -> Account | None:
    """Return the account that somebody means at the log-in: by its key or its name."""
    wanted = folded(text)
    return next(
        (one for one in accounts(file) if wanted in (folded(one.key), folded(one.shown))), None
    )


def with_passphrase(file: AccessFile, text: str, phrase: str) -> Account | Refusal:
    """Return the account that a key or name and a passphrase open.

    A wrong name and a wrong passphrase have one answer, which takes as long for both.
    """
    meant = who(file, text)
    kept = None
    if meant is not None:
        with file.reading() as connection:
            (kept,) = connection.execute(
                "SELECT passphrase FROM accounts WHERE key = ?", (meant.key,)
            ).fetchone()
    if fits(phrase, kept) and meant is not None:
        return meant
    step = message("access.try-again")
    return Refusal("log-in-wrong", message("access.log-in-wrong"), step)
