"""Invitations: a link that is good once, for one role in one tournament, until it expires."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from desk.access import accounts
from desk.access.accounts import EVERYWHERE, GIVEN
from desk.access.file import AccessFile, hash_of
from desk.access.passphrases import hashed, unfit
from desk.access.roles import Role
from ledger.messages import Sentence, message
from ledger.refusals import Refusal

CHIEF_S, OTHERS_S = 3600, 3 * 24 * 3600
"""How long an invitation is good: of the chief arbiter, typed on the laptop itself; of others."""

KEPT_S = 30 * 24 * 3600
"""How long an invitation is remembered after it expired, to say so."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """An open invitation. `id` is its public name, of no use without the link.

    `account` is the key of the account whose passphrase it replaces; None: it makes a new account,
    by the name `shown` unless another is typed. `expires_s` is in seconds since 1970.
    """

    id: str
    role: Role
    tournament: str
    shown: str
    account: str | None
    expires_s: int


def invite(
    file: AccessFile,
    role: Role,
    *,
    tournament: str = EVERYWHERE,
    shown: str = "",
    account: str | None = None,
    good_s: int = OTHERS_S,
) -> str:
    """Return the secret of a new invitation; only its hash is kept.

    With an `account` it replaces that account's passphrase, and an earlier one for it is void.
    """
    assert role in GIVEN, role
    token = file.runtime.new_token()
    now = file.now_s()
    with file.writing() as connection:
        connection.execute("DELETE FROM invitations WHERE expires < ?", (now - KEPT_S,))
        if account is not None:
            connection.execute("DELETE FROM invitations WHERE account = ?", (account,))
        row = (hash_of(token), account, shown, tournament, role, now + good_s)
        connection.execute("INSERT INTO invitations VALUES (?, ?, ?, ?, ?, ?, 0)", row)
    return token


def invite_chief(file: AccessFile) -> str:
    """Return the secret of the invitation that is typed on the laptop itself, good for an hour.

    It replaces the passphrase of the first chief arbiter of the file, or makes their account. An
    earlier one that was not used is void.
    """
    chiefs = (one for one in accounts.accounts(file) if one.roles.get(EVERYWHERE) is Role.CHIEF)
    chief = next(chiefs, None)
    if chief is not None:
        return invite(file, Role.CHIEF, account=chief.key, good_s=CHIEF_S)
    with file.writing() as connection:
        connection.execute(
            "DELETE FROM invitations WHERE role = ? AND tournament = ? AND used = 0",
            (Role.CHIEF, EVERYWHERE),
        )
    return invite(file, Role.CHIEF, good_s=CHIEF_S)


def open_invitations(file: AccessFile) -> tuple[Invitation, ...]:
    """Return the invitations that are still good, the first to expire first."""
    with file.reading() as connection:
        rows = connection.execute(
            "SELECT token, role, tournament, shown, account, expires FROM invitations"
            " WHERE used = 0 AND expires > ? ORDER BY expires",
            (file.now_s(),),
        ).fetchall()
    return tuple(_invitation(*row) for row in rows)


def withdraw(file: AccessFile, id_: str) -> None:
    """Make an open invitation void, by its id; one that is not there is no fault."""
    with file.writing() as connection:
        connection.execute("DELETE FROM invitations WHERE hex(token) = ?", (id_.upper(),))


def invitation(file: AccessFile, token: str) -> Invitation | Refusal:
    """Return the invitation of a link, or why it is of no use any more."""
    with file.reading() as connection:
        return _good(connection, token, file.now_s())


def accept(
    file: AccessFile,
    token: str,
    phrase: str,
    shown: str = "",
    actors: Callable[[], Iterable[str]] = tuple,
) -> str | tuple[Refusal, ...]:
    """Use an invitation: return the key of its account, which now has this passphrase.

    All that is wrong is refused at once; the invitation then stays good. `actors` gives those of
    the facts, whose keys a new account never gets; see `accounts.free_number`.
    """
    good = invitation(file, token)
    if isinstance(good, Refusal):
        return (good,)
    name = shown.strip() or good.shown
    wrong = [unfit(phrase)]
    if good.account is None and name:
        wrong.append(accounts.unfit_name(file, name))
    refusals = tuple(one for one in wrong if one is not None)
    if refusals:
        return refusals
    kept = hashed(phrase)
    key = None
    while key is None:
        number = 1 if good.account else accounts.free_number(file, good.role, actors)
        with file.writing() as connection:
            good = _good(connection, token, file.now_s())  # another may have used it meanwhile
            if isinstance(good, Refusal):
                return (good,)
            if good.account:
                key = good.account
            elif accounts.is_free(connection, good.role, number):
                key = accounts.add(connection, good.role, good.tournament, name, number)
            else:  # taken by another invitation of this desk a moment ago
                continue
            accounts.save_passphrase(connection, key, kept)
            connection.execute(
                "UPDATE invitations SET used = ? WHERE token = ?", (file.now_s(), hash_of(token))
            )
    return key


def _good(connection: sqlite3.Connection, token: str, now_s: int) -> Invitation | Refusal:
    row = connection.execute(
        "SELECT token, role, tournament, shown, account, expires, used FROM invitations"
        " WHERE token = ?",
        (hash_of(token),),
    ).fetchone()
    if row is None:
        return _void(message("access.invitation-unknown"))
    if row[-1]:
        return _void(message("access.invitation-used"))
    if row[-2] <= now_s:
        return _void(message("access.invitation-expired"))
    return _invitation(*row[:-1])


def _void(what: Sentence) -> Refusal:
    return Refusal("invitation-void", what, message("access.ask-again"))


def _invitation(
    token: bytes, role: str, tournament: str, shown: str, account: str | None, expires: int
) -> Invitation:
    return Invitation(
        id=token.hex(),
        role=Role(role),
        tournament=tournament,
        shown=shown,
        account=account,
        expires_s=expires,
    )
