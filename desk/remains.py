"""What is left of the records of forgotten players, in and beside a ledger."""

from __future__ import annotations

import os
from pathlib import Path

from desk.access.forgetting import forget_players
from desk.handlers.forgetting import Search, in_other_tournaments
from desk.outcomes import Written
from ledger.errors import StoreError, each_apart
from ledger.facts.records import PersonForgotten
from ledger.messages import Sentence, do, message
from ledger.place import LedgerPlace, ServerAddress, beside
from ledger.runtime import Runtime
from ledger.state.details import Records
from ledger.store.part_files import delete_remainders
from ledger.store.store import Store
from projections.mirror.files import drop, mirror_path


def after_forgetting(
    store: Store, runtime: Runtime, done: Written, before: Records
) -> tuple[Sentence, ...]:
    """Clear what is left of deleted records in and beside a ledger; return notes on it.

    `before` are the records of the tournament as they were, by which an account or a record that
    may be of the same person is named.
    """
    notes = _scrub(store) + _without_mirror(store.place) + _without_remainders(store.place)
    notes += _from_accounts(store.place, runtime, done, before)
    return notes + _held_elsewhere(store, done, before)


def _without_mirror(ledger: LedgerPlace) -> tuple[Sentence, ...]:
    """Delete the mirrors beside a ledger, and beside the link to it: they held the name as well."""
    own = beside(ledger)
    paths = dict.fromkeys(mirror_path(one) for one in (own, Path(os.path.realpath(own))))
    deleted = dict.fromkeys(path.name for path in paths if drop(path))
    return tuple(
        message("desk.mirror-deleted", mirror=name, command=do("mirror-build")) for name in deleted
    )


def _without_remainders(ledger: LedgerPlace) -> tuple[Sentence, ...]:
    """Delete what killed backups left in the folder of a ledger: copies with the name."""
    if not isinstance(ledger, Path):
        return ()
    folders = dict.fromkeys((ledger.absolute().parent, Path(os.path.realpath(ledger)).parent))
    names = [name for folder in folders for name in delete_remainders(folder)]
    return (message("desk.remainders-deleted", n=len(names), names=tuple(names)),) if names else ()


def records(store: Store, tournament: str) -> Records:
    """Return the records beside a tournament, whether or not its facts carry their hashes."""
    return {key: person.record for key, person in store.people(tournament).items()}


def _from_accounts(
    ledger: LedgerPlace, runtime: Runtime, done: Written, before: Records
) -> tuple[Sentence, ...]:
    """Delete what the file of accounts beside the ledger has of the forgotten persons.

    `before` are the records, by which an account that may be theirs is named.
    """
    entered = (done.book.state.players | done.book.state.former).values()
    forgotten = {one.player: one.person for one in entered if one.forgotten is not None}
    searches = [Search.of(before[key]) for key in forgotten.values() if key in before]
    return forget_players(
        ledger,
        runtime,
        done.tournament,
        forgotten.keys(),
        lambda texts: any(search.finds(texts) for search in searches),
    )


def _held_elsewhere(store: Store, done: Written, before: Records) -> tuple[Sentence, ...]:
    """Return notes on the file's other tournaments that hold the forgotten person.

    `before` are the records. Only the records of the others are read. The fact is recorded already,
    so damage there is a note.
    """
    state = done.book.state
    entered = state.players | state.former
    facts = [fact for fact, _ in done.facts if isinstance(fact, PersonForgotten)]
    keys = [entered[fact.player].person for fact in facts]
    forgotten = [before[key] for key in keys if key in before]
    named, refused = store.listed()
    others = [(id_, (id_, name)) for id_, name in named if id_ != done.tournament]
    there, unread = each_apart(others, lambda one: (one[1], records(store, one[0])))
    notes = tuple(in_other_tournaments(forgotten, there))
    left_out = [id_ for id_, _ in (*refused, *unread)]
    if left_out:
        listed = ", ".join(left_out)
        notes += (message("desk.not-searched", tournaments=listed),)
    return notes


def _scrub(store: Store) -> tuple[Sentence, ...]:
    """Clear the remains of deleted records; the fact is recorded, so a failure is a note."""
    try:
        clean = store.scrub()
        if isinstance(store.place, ServerAddress):
            return (message("server.left-in-log" if clean else "server.not-vacuumed"),)
        if clean:
            return ()
    except StoreError as error:
        code = error.refusal.code
        step = error.refusal.next
        return (message("desk.not-cleaned", code=code, step=step),)
    return (message("desk.open-elsewhere"),)
