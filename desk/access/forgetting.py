"""Forgetting a person: what the file of accounts has of them is deleted with their record."""

from __future__ import annotations

from collections.abc import Callable, Collection

from desk.access.accounts import accounts
from desk.access.file import AccessFile, access_path
from desk.access.sessions import end_of_players
from ledger.errors import StoreError
from ledger.messages import Sentence, message
from ledger.place import LedgerPlace
from ledger.runtime import Runtime


def forget_players(
    ledger: LedgerPlace,
    runtime: Runtime,
    tournament: str,
    players: Collection[int],
    finds: Callable[[Collection[str]], bool],
) -> tuple[Sentence, ...]:
    """Delete sessions and device names of players from the file beside a ledger, if there is one.

    The fact is recorded already, so a failure is a note. `finds` tells whether texts may name the
    persons: an account that does is only noted, as it may be of another.
    """
    path = access_path(ledger)
    if not path.exists():
        return ()
    try:
        with AccessFile(ledger, runtime) as file:
            with file.writing() as connection:
                deleted = end_of_players(connection, tournament, players)
            clean = file.scrub()
            named = [one.key for one in accounts(file) if finds((one.shown,))]
    except StoreError as error:
        code = error.refusal.code
        step = error.refusal.next
        return (message("access.not-forgotten", file=path.name, code=code, step=step),)
    notes: list[Sentence] = []
    if deleted:
        notes.append(message("access.forgotten", file=path.name))
    if not clean:
        notes.append(message("access.open-elsewhere", file=path.name))
    if named:
        notes.append(message("access.account-may-name", accounts=", ".join(named)))
    return tuple(notes)
