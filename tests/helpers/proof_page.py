"""A page with the results of a round and their proofs, of a small club, for tests of the check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from desk.site.proofs import ProvenResult, results_of
from ledger.hash_tree import Head, head_of
from ledger.state.book import Book
from ledger.store.store import Store
from ledger.store.tables.recorder import StoredFact
from tests.helpers.club import book
from tests.helpers.terminal import Terminal, made_once


@dataclass(frozen=True)
class Club:
    """A cup of six players with two rounds played."""

    terminal: Terminal

    @property
    def book(self) -> Book:
        return book(self.terminal)

    @property
    def rows(self) -> tuple[StoredFact, ...]:
        with Store(self.terminal.ledger) as store:
            return tuple(store.stored(self.book.id))

    def head(self, size: int | None = None) -> Head:
        return head_of([row.own_hash for row in self.rows], size)

    def results(self, number: int) -> tuple[ProvenResult, ...]:
        return results_of(self.book, self.rows, number)

    def written(self, folder: Path) -> Path:
        """Write the website, and return the page on which round 1 is checked, in English."""
        self.terminal.run("website", folder)
        return folder / "en" / "cup" / "round" / "1" / "index.html"


def made_club(folder: Path, *, first: str = "1-0") -> Club:
    """Return the club in a folder; `first` is how the first board of round 1 ended."""
    return Club(made_once(_of_first(first), folder))


@cache
def _of_first(first: str) -> Callable[[Path], Terminal]:
    return partial(_made, first)


def _made(first: str, folder: Path) -> Terminal:
    terminal = Terminal(folder / "club.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    for name in ("Aap, A.", "Beer, B.", "Coala, C.", "Das, D.", "Ezel, E.", "Fret, F."):
        terminal.run("enter", name, "--rating", 1700 + ord(name[0]))
    terminal.run("lots", "--by", "rating")
    terminal.run("publish")
    terminal.run("result", 1, 1, first, 2, "1/2-1/2")
    terminal.run("result", 1, 3, "0-1", "--reason", "told by Aunt Sally")
    terminal.run("publish")
    terminal.run("forfeit", 2, 1, "--white", "no word")
    return terminal
