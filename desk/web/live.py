"""The tournaments of a ledger file, kept in memory and up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desk.commands.decision import Numbered
from desk.desk import Desk, Warned, Written
from ledger.refusals import Refusals
from ledger.runtime import Runtime
from ledger.state.book import Book
from ledger.store.listing import Listed


class Live:
    """The read models of a server; see the module's docstring."""

    def __init__(self, path: Path, runtime: Runtime) -> None:
        self.path, self.runtime = path, runtime

    def listed(self) -> Listed:
        """Return id and name of the tournaments in order of opening, and the damaged ones."""
        return Desk(self.path, self.runtime).listed() if self.path.exists() else ((), ())

    def book(self, tournament: str) -> Book:
        """Return the book of a tournament as it is now."""
        book = Desk(self.path, self.runtime).read(tournament)
        assert isinstance(book, Book), "the tournament was listed"
        return book

    def write(
        self,
        tournament: str | None,
        commands: Sequence[Numbered],
        actor: str,
        correlation_id: str | None = None,
    ) -> Written | Warned | Refusals:
        """Carry commands out for somebody, all or nothing; None: the first opens a tournament.

        A command with a `correlation_id` that is recorded already returns its facts, and adds none.
        """
        desk = Desk(self.path, replace(self.runtime, actor=actor))
        return desk.write(commands, tournament)
