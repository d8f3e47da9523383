"""The plan of a lake: its ledgers, cut into parts whose names say what they are made from.

A part is some tournaments of one ledger, or of several that have few. Its name is a hash of their
facts, of the rule versions, of the engines, and of the version of the tables, so that the same name
always has the same rows.
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

FORMAT = 4
"""The version of the files of a lake, beside that of the tables in them."""

A_PART = 200
"""Most tournaments in a part: by number, so that new facts move none to another part."""


class LakeRules(NamedTuple):
    """The rules that a lake has rows of, beside those in force.

    `versions` are those that all tournaments are replayed under, `pairings` those that all rounds
    are paired again by, with `engines` that say their versions. `decisions`: with those of all
    rounds.
    """

    versions: Sequence[Rulebook]
    pairings: Sequence[PairingVersion]
    engines: str
    decisions: bool = False


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


class LedgerShare(NamedTuple):
    """The tournaments in a part that stand in the ledger with number `ledger`."""

    ledger: int
    tournaments: tuple[KnownTournament, ...]


@dataclass(frozen=True, slots=True)
class LakePart:
    """Some tournaments of one ledger or several; the first part is number 1."""

    number: int
    name: str
    shares: tuple[LedgerShare, ...]

    @property
    def tournaments(self) -> tuple[KnownTournament, ...]:
        """Return the tournaments of all its ledgers."""
        return tuple(each for share in self.shares for each in share.tournaments)

    @property
    def ledgers(self) -> tuple[int, ...]:
        """Return the numbers of its ledgers, in the order of their shares."""
        return tuple(share.ledger for share in self.shares)

    @property
    def facts(self) -> int:
        """Return the number of facts."""
        return sum(each.position for each in self.tournaments)


@dataclass(frozen=True, slots=True)
class LakePlan:
    """Everything that a lake is made from; `engines` are those of the program that planned it.

    `left_out` are the damaged ledgers at its places, where it was planned without them;
    `decisions` says whether it has those of all rounds.
    """

    versions: tuple[LakeVersion, ...]
    pairings: tuple[LakePairings, ...]
    engines: str
    ledgers: tuple[LakeLedger, ...]
    parts: tuple[LakePart, ...]
    left_out: tuple[LeftOutLedger, ...] = ()
    decisions: bool = False


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
        rules.decisions,
    ]
    kept: list[LakeLedger] = []
    shares: list[LedgerShare] = []
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
        shares += (LedgerShare(len(kept), tuple(some)) for some in of_size(tournaments, A_PART))
        kept.append(ledger)
    wrong += [_twice(both, *where) for where, both in twice.items()]
    if left_out and not kept:
        step = message("lake.name-them")
        wrong.append(
            Refusal("all-ledgers-damaged", message("lake.all-damaged"), step, exit=Exit.DAMAGED)
        )
    if wrong:
        raise LakeError(*_told_of_option(wrong, unsaid=not leave_out_damaged))
    parts = (
        LakePart(number, _name(some, made_with), tuple(some))
        for number, some in enumerate(parted(shares), 1)
    )
    plan = LakePlan(under, again, rules.engines, tuple(kept), tuple(parts))
    return replace(plan, left_out=tuple(left_out), decisions=rules.decisions)


def parted(shares: Sequence[LedgerShare]) -> Iterator[list[LedgerShare]]:
    """Yield the shares of each part: a full share is one by itself, the others stand together.

    These are divided by the digits of a hash of their first tournament until each part has room. So
    the ledger of a new share changes one part, or divides it, wherever the ledgers stand and
    whatever their order, and a ledger that is gone changes one part or puts two together.
    """
    yield from ([share] for share in shares if len(share.tournaments) >= A_PART)
    rest = [(_digits(share), share) for share in shares if len(share.tournaments) < A_PART]
    yield from _with_room(sorted(rest), 0)


def _digits(share: LedgerShare) -> str:
    """Return binary digits by which a share finds its part."""
    digest = hashlib.sha256(share.tournaments[0].tournament.encode()).digest()
    return f"{int.from_bytes(digest):0256b}"


def _with_room(rest: Sequence[tuple[str, LedgerShare]], at: int) -> Iterator[list[LedgerShare]]:
    """Yield the shares of each part; those in `rest` have the same digits before `at`."""
    if sum(len(share.tournaments) for _, share in rest) > A_PART and len(rest) > 1:
        for digit in "01":
            yield from _with_room([one for one in rest if one[0][at] == digit], at + 1)
    elif rest:
        yield [share for _, share in rest]


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


def _name(shares: Sequence[LedgerShare], made_with: Sequence[object]) -> str:
    """Return the name of a part, 32 digits of a SHA-256; the places of ledgers are not in it."""
    content = [*made_with, [[[*each] for each in share.tournaments] for share in shares]]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]


def unchanged(now: Snapshot, share: LedgerShare) -> bool:
    """Tell whether a ledger still has the facts of its share of a part; it may have more."""
    return all(now.tip(each.tournament, each.position) == each.tip for each in share.tournaments)
