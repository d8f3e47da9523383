"""What a command decided: the facts to add, and the people's records that belong to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, also, message
from ledger.refusals import Refusal
from ledger.store.people import PersonRecord

if TYPE_CHECKING:
    from desk.commands.tournament import AnyCommand


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
    what: Sentence
    level: WarnLevel
    answer: str = "yes"
    clause: str | None = None
    line: int | None = None

    def refusal(self) -> Refusal:
        """Return what a program is told, and a person who is not asked."""
        step = message("commands.go-on", option=also(confirm=self.answer))
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


Numbered: TypeAlias = "tuple[int | None, AnyCommand]"
"""A command and its line in a file, None when it was given by itself."""


def joined(decisions: Sequence[Decision]) -> Decision:
    """Return decisions as one, in order; a record that one of them deletes is not kept."""
    forgotten = tuple(key for decision in decisions for key in decision.forgotten)
    return Decision(
        tuple(fact for decision in decisions for fact in decision.facts),
        tuple(p for decision in decisions for p in decision.people if p.key not in forgotten),
        tuple(note for decision in decisions for note in decision.notes),
        forgotten=forgotten,
    )
