"""The outcomes of commands that were carried out: recorded, or not yet for a warning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ledger.facts.stamps import Recorded
from ledger.messages import Sentence
from ledger.refusals import Refusals
from ledger.state.book import Book

if TYPE_CHECKING:
    from desk.commands.decision import Warn


@dataclass(frozen=True, slots=True)
class Written:
    """The outcome of recorded commands: the facts, the book after them, notes for the arbiter."""

    tournament: str
    facts: tuple[Recorded, ...]
    book: Book
    notes: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Warned:
    """Why nothing is recorded yet: warnings that a person must answer with `confirm`."""

    warnings: tuple[Warn, ...]

    @property
    def refusals(self) -> Refusals:
        """Return the same as refusals, for callers who cannot be asked."""
        return tuple(warning.refusal() for warning in self.warnings)
