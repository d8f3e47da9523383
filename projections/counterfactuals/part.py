"""Some tournaments with their rounds paired again, as columns of a mirror: a process's work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from ledger.errors import each_apart
from ledger.facts.tournament import AnyFact
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import from_canonical
from ledger.store.snapshot import End, Snapshot, snapshot
from ledger.store.store import Store
from projections.counterfactuals.versions import Knowledge, PairingVersion
from projections.mirror.columns import PackedPart, of_rows
from projections.mirror.history import taken_back
from projections.mirror.rows import Says, TableRows
from projections.mirror.tables import OF_PAIRINGS, STORED
from projections.mirror.workers import check_end

Seating: TypeAlias = tuple[tuple[int, int | None], ...]
"""A pairing: (white, black) in order of boards, and (player, None) for the bye."""

PairRounds: TypeAlias = Callable[
    [Sequence[AnyFact], Sequence[PairingVersion], MutableMapping[str, Seating]],
    Mapping[str, Sequence[tuple[Any, ...]]],
]
"""A function from the facts of a tournament to rows by table; it may use pairings by their input.

The rows of replayed_changes end with the position of the fact, before what took it back.
"""


class Engines(NamedTuple):
    """What pairs rounds again; `names` tells the engines with their versions.

    Both are functions of a module, which processes import by name.
    """

    pair: PairRounds
    names: Callable[[], str]


class Rounds(NamedTuple):
    """A tournament up to a position, whose rounds are to be paired under some versions.

    `versions` are places in the list of versions. `known` are the pairings that the mirror has, by
    their input.
    """

    tournament: str
    position: int
    versions: tuple[int, ...]
    known: Mapping[str, Seating] = {}


PairedPart: TypeAlias = tuple[PackedPart, list[tuple[str, Refusal]]]


@contextmanager
def pairer(
    ledger: LedgerPlace,
    end: End,
    texts: Sequence[tuple[str | None, tuple[Knowledge, ...]]],
    says: Says,
    engines: Engines,
) -> Iterator[Callable[[Sequence[Rounds]], PairedPart]]:
    """Open a ledger in a process, and give the function that pairs the rounds of some tournaments.

    `end` is the last fact of the ledger, `texts` are the canonical rulebooks of the versions.
    """
    versions = [
        PairingVersion(None if text is None else from_canonical(text), knowledge)
        for text, knowledge in texts
    ]
    with Store(ledger) as store, snapshot(store) as now:
        check_end(now, end, ledger)
        yield lambda part: paired_part(now, part, versions, says, engines)


def paired_part(
    now: Snapshot,
    part: Sequence[Rounds],
    versions: Sequence[PairingVersion],
    says: Says,
    engines: Engines,
) -> PairedPart:
    """Return the columns of some tournaments, and those whose facts make no sense together."""

    def rows_of(each: Rounds) -> TableRows:
        read = tuple(now.read(each.tournament, each.position))
        wanted = [versions[at] for at in each.versions]
        rows = engines.pair([one.fact for one in read], wanted, dict(each.known))
        return _told(each.tournament, rows, taken_back(enumerate(read, 1)), says)

    there, refused = each_apart([(each.tournament, each) for each in part], rows_of)
    together: TableRows = defaultdict(list)
    for rows in there:
        for name, more in rows.items():
            together[name] += more
    tables = [table for table in STORED if table.name in OF_PAIRINGS and together[table.name]]
    return {table.name: of_rows(table, together[table.name]) for table in tables}, refused


def _told(
    tournament: str,
    rows: Mapping[str, Sequence[tuple[Any, ...]]],
    undone: Mapping[int, int],
    says: Says,
) -> TableRows:
    """Return the rows with the tournament, sentences in words, and what took a fact back."""
    result: TableRows = {}
    for name, more in rows.items():
        if name == "replayed_rounds":
            more = [(*row[:-2], row[-2] and says(row[-2]), row[-1]) for row in more]
        if name == "replayed_changes":
            more = [(*row, undone.get(row[-2])) for row in more]
        result[name] = [(tournament, *row) for row in more]
    return result
