"""The decisions behind each published round: the keys of its groups, as rows for tables.

Every publication of an engine has a basis. The round is decided again from there, with the rules of
its publication, and each key of each group is a row of plain values. The facts are folded once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from ledger.facts.tournament import AnyFact, PairingPublished
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import Tournament, carried_on
from pairing.explain.decisions import NOT_RECOMPUTED, Decided, DecisionKey, KeyValue, Unit
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing
from pairing.review.inputs import rules_of, seats
from pairing.systems.registry import SYSTEMS, engines, system_named, system_of, without_engine
from projections.games.crosstable import of_tournament
from projections.mirror.decisions import Deciding


class PairingDecision(NamedTuple):
    """One key of one group of a published round.

    `position` is that of the publication, `basis` the one it was computed from. `same` tells that
    the engine gives the published boards, colours and bye again; if not, the row is about its new
    result. `group` counts from 1 in the order of treatment; a board of a season is one. 0 is the
    whole round, or some players that the row names. `label` is the group for people: a score, "2½
    to 1½" (merged), "lots", "rating order", "ranking 7-12"; of the whole round "bye", "no
    opponent", "colours", "other colours" (by another reading), "round". `players` are keys of
    players, best first (of colours board by board), with the `floaters`, who came into the group
    from above; `boards` is how many it made.

    `key` is the name of the criterion, see `decision_keys`; `clause` its clause, with the rulebook,
    None where the rulebook has no such clause. `value` is the key as a whole number, None where it
    is a list. `wanted` is the value if nothing gave way: another value shows that something did;
    None where there is no such value. `parts` are the compared numbers where `value` is not the
    whole (half points, places from 1), else (); `text` adds what `value` leaves out, None when it
    is complete.

    A round that cannot be decided again has one row, with the key "not recomputed".
    """

    position: int
    round: int
    basis: int
    same: bool
    group: int
    label: str
    players: tuple[int, ...]
    floaters: tuple[int, ...]
    boards: int
    key: str
    clause: str | None
    value: int | None
    wanted: int | None
    parts: tuple[int, ...]
    text: str | None


def decisions_of(
    facts: Sequence[AnyFact], cached: Container[int] = ()
) -> Iterator[PairingDecision]:
    """Yield the decisions of the publications whose positions are not `cached`, in order of basis.

    `facts` are all of one tournament, in order. A withdrawn publication has its decisions too, an
    amended one those of its publication: they never change. Pairings by hand, imports and round
    robins have none.

    Rule: knsb-wp-2014 C, F6; knsb-rating-2014 C, F6; mwkeizer a, b, c, 3c.
    """
    wanted: dict[int, list[tuple[int, PairingPublished]]] = defaultdict(list)
    for position, fact in enumerate(facts, 1):
        if isinstance(fact, PairingPublished) and position not in cached:
            wanted[fact.basis].append((position, fact))
    possible = sorted(basis for basis in wanted if 0 < basis <= len(facts))
    state = Tournament()
    citing: _Citing | None = None
    for basis in possible:
        state = carried_on(state, facts, basis)
        for position, published in wanted[basis]:
            then = Book(state)
            rules = rules_of(published, facts, then)
            if citing is None or citing.rules is not rules:
                citing = _Citing(rules)
            yield from _of_publication(position, published, then, citing)


DECIDING = Deciding(decisions_of, engines)
"""What a mirror needs of this module."""


def _of_publication(
    position: int, fact: PairingPublished, then: Book, citing: _Citing
) -> list[PairingDecision]:
    """Return the rows of the publication at a position; `then` is the book at its basis."""
    rules = citing.rules
    unpairable = without_engine(rules)
    if unpairable is not None:
        refused = _not_recomputed(fact, unpairable.code, None)
        return _rows(position, fact, citing, False, [refused])
    decide = system_of(rules).decide
    if decide is None:
        return []
    table = of_tournament(then.state, rules)
    present = seats(fact, rules, then, table)
    decided = decide(ToPair(table, rules, present, fact.last_round))
    if isinstance(decided, NoPairing):
        refused = _not_recomputed(fact, "no-legal-pairing", decided.clause)
        return _rows(position, fact, citing, False, [refused])
    return _rows(position, fact, citing, _is_same(fact, decided), decided.keys)


def _not_recomputed(fact: PairingPublished, code: str, clause: str | None) -> KeyValue:
    alone = () if fact.bye is None else (fact.bye,)
    unit = Unit(0, "round", (*fact.whites, *fact.blacks, *alone), len(fact.whites))
    return KeyValue(unit, NOT_RECOMPUTED, None, text=code, clause=clause)


def _is_same(fact: PairingPublished, decided: Decided) -> bool:
    boards = {(board.white, board.black) for board in decided.pairing.boards}
    return boards == set(zip(fact.whites, fact.blacks, strict=True)) and (
        decided.pairing.bye == fact.bye
    )


def decision_keys() -> dict[str, tuple[DecisionKey, ...]]:
    """Return every key that a system can have, in the order of its rows, by system."""
    keys = {name: system_named(name).decision_keys() for name in SYSTEMS}
    return {name: keys_of_one for name, keys_of_one in keys.items() if keys_of_one}


@cache
def _clauses(system: str) -> dict[str, str]:
    return {key.name: key.clause for key in system_named(system).decision_keys()}


class _Citing(dict[tuple[str, str | None], str | None]):
    """The clauses of the keys of a rulebook, each looked up once.

    By a key and the clause that it has in a round, None: its own, they are the clause with its
    rulebook, None where the rulebook has none.
    """

    def __init__(self, rules: Rulebook) -> None:
        super().__init__()
        self.rules = rules
        self._clauses = _clauses(system_of(rules).name)

    def __missing__(self, asked: tuple[str, str | None]) -> str | None:
        key, clause = asked
        if clause is None and key != NOT_RECOMPUTED:
            clause = self._clauses[key]
        cited = None
        if clause is not None:
            first = clause.split(",")[0]
            if any(each.startswith(first) for each in self.rules.clauses):
                cited = f"{self.rules.family} {clause}"
        self[asked] = cited
        return cited


def _rows(
    position: int, fact: PairingPublished, citing: _Citing, same: bool, keys: Sequence[KeyValue]
) -> list[PairingDecision]:
    """Return the rows of keys, by the place of each value: a year has a million of them."""
    number, basis = fact.round, fact.basis
    rows = []
    for unit, key, value, wanted, parts, text, clause in keys:
        group, label, players, boards, floaters = unit
        cited = citing[key, clause]
        row = PairingDecision(
            position,
            number,
            basis,
            same,
            group,
            label,
            players,
            floaters,
            boards,
            key,
            cited,
            value,
            wanted,
            parts,
            text,
        )
        rows.append(row)
    return rows
