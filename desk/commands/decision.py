"""The outcome of a command: the facts to add, and the people's records that belong to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, also, message, run_on
from ledger.refusals import Refusal
from ledger.store.tables.people import PersonRecord
from ledger.text_files import quoted

if TYPE_CHECKING:
    from desk.commands.base import Command


class WarnLevel(IntEnum):
    """How much a person must do before a command continues, from nothing to all."""

    INFORM = 1
    """The person is informed afterwards, in a note."""
    ACKNOWLEDGE = 2
    """The person says that they have read it."""
    CONFIRM = 3
    """The person says yes."""
    TYPE = 4
    """The person types what is at stake, such as the number of the round."""
    REFUSE = 5
    """No answer allows it."""


_YES = ("yes", "ja")


@dataclass(frozen=True, slots=True)
class Warn:
    """Something a person should know before they decide; `answer` is the reply that accepts it.

    `clause` is the rule behind it, `line` the command's line in a file. `instead` is what can be
    done in its place where no answer allows it, None for nothing. `typed` is an answer that was
    given and does not fit, None: there was none. `command` is the place of the command in its list.
    """

    code: str
    what: Sentence
    level: WarnLevel
    answer: str = "yes"
    clause: str | None = None
    line: int | None = None
    instead: Sentence | None = None
    typed: str | None = None
    command: int | None = None

    def accepts(self, confirm: str | None) -> bool:
        """Tell whether what a command has under `confirm` answers it: yes, or what is at stake."""
        typed = (confirm or "").casefold()
        if self.level is WarnLevel.TYPE:
            return typed == self.answer.casefold()
        return typed in _YES

    def refusal(self) -> Refusal:
        """Return the refusal for a program, or for a person who cannot be asked."""
        what = self.what
        step = message("commands.go-on", option=also(confirm=self.answer))
        if self.level is WarnLevel.TYPE:
            what = run_on(what, message(f"warnings.consequence.{self.code}"), between=". ")
        if self.typed is not None:
            # A reader of a command line has a yes of their own, which came here as a code.
            yes = self.typed.casefold() in _YES
            key = "commands.unfit-yes" if yes else "commands.unfit"
            unfit = message(key) if yes else message(key, typed=quoted(self.typed))
            what = run_on(unfit, what, between=": ")
        return Refusal(
            "confirmation-needed",
            what,
            step,
            self.clause,
            line=self.line,
            command=self.command,
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """Facts in the order they happen, and records to keep beside them; both or neither are saved.

    Without facts there is nothing to save: every change of a record has a fact that carries its
    hash. `forgotten` are the keys of records to be deleted. `notes` are for the arbiter to read,
    and are not kept. With `warnings` nothing is saved: they must be answered first.
    """

    facts: tuple[AnyFact, ...]
    people: tuple[PersonRecord, ...] = ()
    notes: tuple[Sentence, ...] = ()
    warnings: tuple[Warn, ...] = ()
    forgotten: tuple[str, ...] = ()


Numbered: TypeAlias = "tuple[int | None, Command]"
"""A command and its line in a file, None for a single command."""


def joined(decisions: Sequence[Decision]) -> Decision:
    """Return decisions as one, in order; a record that one of them deletes is not kept."""
    forgotten = tuple(key for decision in decisions for key in decision.forgotten)
    return Decision(
        tuple(fact for decision in decisions for fact in decision.facts),
        tuple(p for decision in decisions for p in decision.people if p.key not in forgotten),
        tuple(note for decision in decisions for note in decision.notes),
        forgotten=forgotten,
    )
