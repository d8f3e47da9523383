"""The ledger of a club for mirror tests: one command at a time, one question at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desk.desk import Desk
from ledger.state.book import Book
from ledger.store.store import Store
from tests.helpers.hall import old_change
from tests.helpers.mirrors import mirror_of
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal


def made_club(folder: Path) -> Terminal:
    """Make the club of the mirror tests: a cup, a tournament from a file, a second one."""
    terminal = Terminal(folder / "club.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    for name in ("Aap, A.", "Beer, B.", "Coala, C.", "Das, D.", "Ezel, E.", "Fret, F."):
        terminal.run("enter", name, "--rating", 1700 + ord(name[0]))
    terminal.run("lots", "--by", "rating")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    terminal.run("init", "Second", "--rounds", 3)
    return terminal


def step(club: Terminal, typed: tuple[object, ...]) -> None:
    club.run(*(typed if typed[0] == "-t" else ("-t", "Cup", *typed)))


def asked(club: Terminal, question: str) -> list[Any]:
    """Return the answer of the mirror of a club, which is up to date."""
    with mirror_of(club.ledger) as database:
        return database.execute(question).fetchall()


def book(club: Terminal, name: str = "Cup") -> Book:
    answer = Desk(club.ledger).read(name)
    assert isinstance(answer, Book)
    return answer


def became(club: Terminal, name: str, rulebook: str) -> None:
    """Record a change of rules from the next round on that no command makes any more."""
    before = book(club, name)
    with Store(club.ledger) as store:
        fact = old_change(before.state, rulebook)
        store.append(before.id, before.state.position, [fact], runtime=club.world)
