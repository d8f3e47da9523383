"""A tournament copied from one ledger into another: the same bytes, so the same heads.

A copy never loses or invents a fact. A tournament that the other ledger has is left alone, or
brought up to date where its facts are the first ones of the source; anything else is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from ledger.errors import DamagedLedger
from ledger.integrity.evidence import Kept, reading_of
from ledger.integrity.verify import Verified, check_against, verify
from ledger.messages import Sentence, do, message
from ledger.refusals import Exit, Refusal
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord

CopyOutcome: TypeAlias = Literal["copied", "brought up to date", "already there", "refused"]


class Carried(NamedTuple):
    """What became of a tournament: facts recorded now, records deleted as at the source, by key.

    `refusal` says why nothing was recorded, None: nothing was in the way. `notes` are the limits of
    the verification of the source.
    """

    outcome: CopyOutcome
    facts: int = 0
    forgotten: Mapping[str, Mapping[str, str]] = {}
    refusal: Refusal | None = None
    notes: tuple[Sentence, ...] = ()


def carry(source: Kept, target: Callable[[], Store], names: tuple[str, str]) -> Carried:
    """Copy a tournament into a ledger, all or nothing, and verify it there.

    `target` opens the ledger, and is not called for a damaged tournament. `names` are those of the
    two ledgers, for messages. Raise StoreError for a fault of the target, and Conflict when another
    program wrote to the tournament there meanwhile.
    """
    verified = verify(source)
    if (wrong := _damage(verified, names[0])) is not None:
        return Carried("refused", refusal=wrong)
    there = kept_in(target(), source.tournament)
    if there.rows and not _is_same(source, there):
        refusal = _in_the_way(verified.name, source, there, names)
        if refusal is not None:
            return Carried("refused", refusal=refusal)
    if len(there.rows) == len(source.rows):
        return Carried("already there", notes=verified.notes)
    people = source.people or {}
    there_people = there.people or {}
    changed = [
        PersonRecord(key, tuple(json.loads(record).items()), salt)
        for key, (record, salt) in sorted(people.items())
        if there_people.get(key) != (record, salt)
    ]
    forgotten = {
        key: json.loads(there_people[key][0]) for key in sorted(there_people.keys() - people.keys())
    }
    new = source.rows[len(there.rows) :]
    named = not source.nameless
    target().restore(source.tournament, new, changed, names=named, forget=list(forgotten))
    if not _is_same(source, kept_in(target(), source.tournament)):
        what = message("copy.not-the-same", name=verified.name, ledger=names[1])
        step = _verify(names[1])
        raise DamagedLedger(Refusal("ledger-damaged", what, step, exit=Exit.DAMAGED))
    outcome: CopyOutcome = "brought up to date" if there.rows else "copied"
    return Carried(outcome, len(new), forgotten, notes=verified.notes)


def kept_in(store: Store, tournament: str) -> Kept:
    """Return the stored content of a tournament; it has no facts where it is absent."""
    with reading_of(store) as reading:
        return reading.kept(tournament.encode())


def _is_same(one: Kept, other: Kept) -> bool:
    """Tell whether the other has the same facts and records, with hashes that say so."""
    return (one.own_tree, one.own_tree, one.people) == (other.own_tree, other.tree, other.people)


def _verify(name: str) -> Sentence:
    return message("copy.verify", command=do("verify", ledger=name))


def _damage(verified: Verified, ledger: str) -> Refusal | None:
    """Return the refusal of a damaged tournament, None where there is no damage."""
    damage = [finding for finding in verified.findings if finding.damage]
    if not damage:
        return None
    name = verified.name or verified.tournament
    what = message("copy.damaged", name=name, ledger=ledger, what=damage[0].what, n=len(damage))
    positions = tuple(one.position for one in damage if one.position is not None)
    return Refusal("ledger-damaged", what, _verify(ledger), events=positions, exit=Exit.DAMAGED)


def _in_the_way(name: str, source: Kept, there: Kept, names: tuple[str, str]) -> Refusal | None:
    """Return why a tournament that is there cannot be brought up to date, None if it can."""
    of_target = do("verify", ledger=names[1], against=names[0])
    for finding in check_against(there, source):
        if finding.code == "fork":
            at = finding.position or 0
            what = message("copy.fork", name=name, ledger=names[1], position=at)
            step = message("copy.after-fork", command=of_target)
            return Refusal("copy-differs", what, step, events=(at,))
    if len(there.rows) > len(source.rows):
        ends = {"there": len(there.rows), "here": len(source.rows)}
        what = message("copy.ahead", name=name, ledger=names[1], **ends)
        step = message("copy.other-way", command=do("copy", source=names[1], target=names[0]))
        return Refusal("copy-is-ahead", what, step)
    if there.nameless != source.nameless and len(there.rows) < len(source.rows):
        without = names[0] if source.nameless else names[1]
        step = message("copy.names-elsewhere")
        return Refusal("copy-names-differ", message("copy.names", name=name, ledger=without), step)
    return _damage(verify(there), names[1])
