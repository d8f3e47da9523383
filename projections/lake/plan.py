"""The plan of a lake: its ledgers, cut into parts whose names say what they are made from.

A part is some tournaments of one ledger. Its name is a hash of their facts, of the rule versions,
of the engines, and of the version of the tables, so that the same name always has the same rows.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ledger.errors import StoreError
from ledger.messages import also, message, run_on
from ledger.place import LedgerPlace, one_place
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.snapshot import Snapshot, snapshot
from ledger.store.store import Store
from projections.counterfactuals.versions import Knowledge, PairingVersion, together
from projections.lake.errors import LakeError
from projections.mirror.tables import VERSION
from projections.spread.port import Workforce, of_size

FORMAT = 2
"""The version of the files of a lake, beside that of the tables in them."""

A_PART = 200
"""Tournaments in a part: by number, so that new facts move no tournament to another part."""


class LakeRules(NamedTuple):
    """The rules that a lake has rows of, beside those in force.

    `versions` are those that all tournaments are replayed under, `pairings` those that all rounds
    are paired again by, with `engines` that say their versions.
    """

    versions: Sequence[Rulebook]
    pairings: Sequence[PairingVersion]
    engines: str


class LakeVersion(NamedTuple):
    """A rule version that all tournaments are replayed under: its id, hash and canonical text."""

    rules: str
    hash: str
    keys: str


class LakePairings(NamedTuple):
    """Rules that all rounds are paired again by: those in force where `hash` and `keys` are None.

    `known` is from what; `made_with` a hash of the rules, of this, and of the engines.
    """

    rules: str
    known: tuple[Knowledge, ...]
    hash: str | None
    keys: str | None
    made_with: str


class LakeLedger(NamedTuple):
    """A ledger of a lake, and its last fact."""

    place: LedgerPlace
    sequence: int
    leaf: str


class LeftOutLedger(NamedTuple):
    """A ledger that cannot be read, and is not in a lake; `code` is that of the refusal."""

    place: LedgerPlace
    code: str


class KnownTournament(NamedTuple):
    """A tournament up to a position; `tip` is the hash of its facts up to there."""

    tournament: str
    position: int
    tip: str


@dataclass(frozen=True, slots=True)
class LakePart:
    """Some tournaments of the ledger with number `ledger`; the first part is number 1."""

    number: int
    name: str
    ledger: int
    tournaments: tuple[KnownTournament, ...]

    @property
    def facts(self) -> int:
        """Return the number of facts."""
        return sum(each.position for each in self.tournaments)


@dataclass(frozen=True, slots=True)
class LakePlan:
    """Everything that a lake is made from; `engines` are those of the program that planned it.

    `left_out` are the damaged ledgers at its places, where it was planned without them.
    """

    versions: tuple[LakeVersion, ...]
    pairings: tuple[LakePairings, ...]
    engines: str
    ledgers: tuple[LakeLedger, ...]
    parts: tuple[LakePart, ...]
    left_out: tuple[LeftOutLedger, ...] = ()


def ledgers_in(places: Iterable[LedgerPlace]) -> list[LedgerPlace]:
    """Return the ledgers at these places, in order; of a folder all files *.ledger in and below it.

    Raise LakeError for a folder without a ledger, and where there is no file at all.
    """
    ledgers: dict[object, LedgerPlace] = {}
    wrong: list[Refusal] = []
    for place in places:
        if not isinstance(place, Path):
            ledgers.setdefault(one_place(place), place)
            continue
        there = sorted(place.rglob("*.ledger")) if place.is_dir() else [place]
        if not there:
            what = message("lake.no-ledgers", folder=str(place))
            wrong.append(Refusal("no-ledgers", what, message("lake.name-them"), exit=Exit.USAGE))
        for path in there:
            ledgers.setdefault(one_place(path), path.absolute())
    if wrong:
        raise LakeError(*wrong)
    return list(ledgers.values())


def planned(
    ledgers: Sequence[LedgerPlace],
    rules: LakeRules,
    workforce: Workforce,
    progress: Callable[[int, int], None],
    *,
    leave_out_damaged: bool = False,
) -> LakePlan:
    """Return the plan for ledgers as they are now; `progress` is told how many are read, of all.

    With `leave_out_damaged` the plan is without damaged ledgers, and lists them. Raise LakeError
    with all that is wrong: a ledger that cannot be read, a tournament that stands in two of them,
    no ledger that is left.
    """
    under = tuple(LakeVersion(each.id, each.hash, each.canonical()) for each in rules.versions)
    again = tuple(_pairings(each, rules.engines) for each in together(rules.pairings))
    made_with = [
        FORMAT,
        VERSION,
        rules.engines,
        [each.hash for each in under],
        [each.made_with for each in again],
    ]
    kept: list[LakeLedger] = []
    parts: list[LakePart] = []
    wrong: list[Refusal] = []
    places: dict[str, LedgerPlace] = {}
    twice: dict[tuple[LedgerPlace, LedgerPlace], list[str]] = defaultdict(list)
    left_out: list[LeftOutLedger] = []
    for done, result in enumerate(workforce.each(_reading, ledgers), 1):
        progress(done, len(ledgers))
        if isinstance(result, Refusal):
            if leave_out_damaged and _is_damage(result):
                left_out.append(LeftOutLedger(ledgers[done - 1], result.code))
            else:
                wrong.append(result)
            continue
        ledger, tournaments = result
        for each in tournaments:
            other = places.setdefault(each.tournament, ledger.place)
            if other != ledger.place:
                twice[other, ledger.place].append(each.tournament)
        for some in of_size(tournaments, A_PART):
            name = _name(some, made_with)
            parts.append(LakePart(len(parts) + 1, name, len(kept), tuple(some)))
        kept.append(ledger)
    wrong += [_twice(both, *where) for where, both in twice.items()]
    if left_out and not kept:
        step = message("lake.name-them")
        wrong.append(
            Refusal("all-ledgers-damaged", message("lake.all-damaged"), step, exit=Exit.DAMAGED)
        )
    if wrong:
        raise LakeError(*_told_of_option(wrong, unsaid=not leave_out_damaged))
    plan = LakePlan(under, again, rules.engines, tuple(kept), tuple(parts))
    return replace(plan, left_out=tuple(left_out))


def _is_damage(refusal: Refusal) -> bool:
    """Tell whether a file named as a ledger is damaged: emptied or overwritten ones, too."""
    return refusal.exit == Exit.DAMAGED or refusal.code == "not-a-ledger"


def _told_of_option(wrong: Sequence[Refusal], *, unsaid: bool) -> list[Refusal]:
    """Return the refusals; the last of a damaged ledger also names the option to leave it out."""
    told = list(wrong)
    at = max((at for at, one in enumerate(told) if _is_damage(one)), default=None)
    if unsaid and at is not None:
        option = message("lake.or-leave-out", option=also(leave_out_damaged=True))
        told[at] = replace(told[at], next=run_on(told[at].next, option, between="; "))
    return told


def _pairings(version: PairingVersion, engines: str) -> LakePairings:
    rules = version.rules
    hash_, text = (None, None) if rules is None else (rules.hash, rules.canonical())
    return LakePairings(version.name, version.known, hash_, text, version.made_with(engines))


def _twice(tournaments: Sequence[str], one: LedgerPlace, other: LedgerPlace) -> Refusal:
    where = {"one": str(one), "other": str(other)}
    what = message("lake.twice", n=len(tournaments), first=tournaments[0], **where)
    return Refusal("tournament-twice", what, message("lake.leave-one-out"), exit=Exit.USAGE)


LedgerContents: TypeAlias = tuple[LakeLedger, list[KnownTournament]] | Refusal
"""What is in a ledger, or why it cannot be read."""


@contextmanager
def _reading() -> Iterator[Callable[[LedgerPlace], LedgerContents]]:
    """Give the function that reads what is in a ledger."""
    yield _read


def _read(place: LedgerPlace) -> LedgerContents:
    try:
        with Store(place) as store, snapshot(store) as now:
            tournaments = [
                KnownTournament(tournament, position, now.tip(tournament, position))
                for tournament, position in now.tournaments()
            ]
            return LakeLedger(place, *now.end()), tournaments
    except StoreError as error:
        return error.refusal


def _name(tournaments: Sequence[KnownTournament], made_with: Sequence[object]) -> str:
    """Return the name of a part, 32 digits of a SHA-256."""
    content = [*made_with, [[*each] for each in tournaments]]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]


def unchanged(now: Snapshot, part: LakePart) -> bool:
    """Tell whether a ledger still has the facts of a part; it may have more."""
    return all(now.tip(each.tournament, each.position) == each.tip for each in part.tournaments)
