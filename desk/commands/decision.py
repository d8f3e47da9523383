"""What a command decided: the facts to add, and the people's records that belong to them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ledger.advice import Sentence, advice, also
from ledger.facts.tournament import AnyFact
from ledger.refusals import Refusal
from ledger.store.people import PersonRecord


class WarnLevel(IntEnum):
    """How much a person must do before something goes on, from nothing to all."""

    INFORM = 1
    """It is told afterwards, as a note."""
    ACKNOWLEDGE = 2
    """They say that they have read it."""
    CONFIRM = 3
    """They say yes."""
    TYPE = 4
    """They type what is at stake, such as the number of the round."""
    REFUSE = 5
    """Nothing they say lets it through."""


@dataclass(frozen=True, slots=True)
class Warn:
    """Something a person should know before they decide; answer is what they give to go on.

    clause is the rule it rests on, line that of the command in a file.
    """

    code: str
    what: str
    level: WarnLevel
    answer: str = "yes"
    clause: str | None = None
    line: int | None = None

    def refusal(self) -> Refusal:
        """Return what a program is told, and a person who is not asked."""
        step = advice("to go on all the same: ", also(confirm=self.answer))
        return Refusal("confirmation-needed", self.what, step, self.clause, line=self.line)


@dataclass(frozen=True, slots=True)
class Decision:
    """Facts in the order they happen, and records to keep beside them; both or neither are saved.

    Without facts there is nothing to save: every change of a record has a fact that carries its
    hash. forgotten are the keys of records to be deleted. notes are for the arbiter to read, and
    are not kept. With warnings nothing is saved: they must be answered first.
    """

    facts: tuple[AnyFact, ...]
    people: tuple[PersonRecord, ...] = ()
    notes: tuple[Sentence, ...] = ()
    warnings: tuple[Warn, ...] = ()
    forgotten: tuple[str, ...] = ()
