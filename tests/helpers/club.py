"""A club's ledger whose mirror tests ask: one command at a time, one question at a time."""

from __future__ import annotations

from typing import Any

from desk.desk import Desk
from ledger.facts.tournament import RulesChanged
from ledger.state.book import Book
from ledger.store.store import Store
from pairing.systems.registry import load_rulebook
from projections.mirror.progress import open_current
from tests.helpers.terminal import Terminal


def step(club: Terminal, typed: tuple[object, ...]) -> None:
    club.run(*(typed if typed[0] == "-t" else ("-t", "Cup", *typed)))


def asked(club: Terminal, question: str) -> list[Any]:
    with open_current(club.ledger) as database:
        return database.execute(question).fetchall()


def book(club: Terminal, name: str = "Cup") -> Book:
    made = Desk(club.ledger).read(name)
    assert isinstance(made, Book)
    return made


def became(club: Terminal, name: str, rulebook: str, from_round: int) -> None:
    """Record a change of rules as it stands in old ledgers, which no command makes any more."""
    rules, before = load_rulebook(rulebook), book(club, name)
    assert not isinstance(rules, tuple)
    fact = RulesChanged(
        from_round=from_round, rulebook=rules.id, rulebook_text=rules.canonical(),
        rulebook_hash=rules.hash, reason="so it was agreed",
    )  # fmt: skip
    with Store(club.ledger) as store:
        store.append(before.id, before.state.position, [fact], runtime=club.world)
