"""A refusal: what an arbiter reads when an action is impossible. A value, never an exception."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from typing import Annotated, Self, TypeVar

from ledger.messages import Blank, Do, Sentence, commands_of, message, run_on
from ledger.records import Record


class Exit(IntEnum):
    """Exit codes of the program, by kind."""

    DONE = 0
    FINDINGS = 1
    USAGE = 2
    REFUSED = 3
    DAMAGED = 4


MOST_FACTS = 8
"""Positions that are written out in one refusal; --json has them all."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why something cannot be done.

    `code` is a stable name; `what` a sentence with the place (round, board, player, line); `clause`
    the rule it rests on, or None; `next` the command or the step that helps; `events` the positions
    of the facts in the way. `quoted` are further lines, quoted from another program. `command` is
    the place in a list of commands of the one that it is about, 1 the first; None: of none of them.
    """

    code: str
    what: Sentence
    next: Sentence
    clause: str | None = None
    events: tuple[int, ...] = ()
    exit: Exit = field(default=Exit.REFUSED)
    line: int | None = None
    quoted: tuple[str, ...] = ()
    command: int | None = None

    def lines(
        self, with_next: bool = True, of_clause: Callable[[str], Sentence] | None = None
    ) -> list[Sentence]:
        """Return the lines an arbiter reads; the last is the step that helps.

        `of_clause` has a line below a clause, "" for none.
        """
        kind = "refusals.refused" if self.exit is Exit.REFUSED else "refusals.error"
        place = "" if self.line is None else message("refusals.place", line=self.line)
        lines = [message(kind, code=self.code, place=place, what=self.what), *self.quoted]
        if self.clause:
            lines.append(message("refusals.rule", clause=self.clause))
            if of_clause and (below := of_clause(self.clause)):
                lines.append(below)
        if self.events:
            lines.append(message("refusals.facts", facts=self._facts()))
        if with_next:
            lines.append(message("refusals.next", step=self.next))
        return lines

    def _facts(self) -> Sentence:
        facts = [f"#{position}" for position in self.events]
        if len(facts) <= MOST_FACTS:
            return ", ".join(facts)
        first = ", ".join(facts[: MOST_FACTS - 3])
        return message("refusals.many-facts", first=first, last=facts[-1], n=len(facts))

    def record(self) -> RefusalRecord:
        """Return the refusal for programs: the keys of `--json` refusals."""
        steps = [StepRecord.of(command) for command in commands_of(self.next)]
        what = run_on(self.what, *self.quoted, between="\n") if self.quoted else self.what
        return RefusalRecord(
            code=self.code,
            what=what,
            clause=self.clause,
            events=self.events,
            next=self.next,
            step=steps,
            line=self.line,
        )


class StepRecord(Record):
    """A command that helps."""

    command: Annotated[str | None, "The command or verb; null: the one that was given."]
    fields: Annotated[dict[str, object], "What it is given, by field; true: an option."]
    ask: Annotated[list[str], "Fields that the person fills in."]

    @classmethod
    def of(cls, do: Do) -> StepRecord:
        """Return a command in the form for programs."""
        values: dict[str, object] = {
            name: value for name, value in do.fields if not isinstance(value, Blank)
        }
        blanks = [name for name, value in do.fields if isinstance(value, Blank)]
        return cls(do.verb or None, values, blanks)


class RefusalRecord(Record):
    """One reason why something cannot be done."""

    code: Annotated[str, "Stable name, such as pairing-already-published."]
    what: Annotated[Sentence, "What is wrong, and where."]
    clause: Annotated[str | None, "Rule it rests on."]
    events: Annotated[tuple[int, ...], "Facts in the way, by position."]
    next: Annotated[Sentence, "The command or step that helps."]
    step: Annotated[list[StepRecord], "The commands that next names, in order."]
    line: Annotated[int | None, "Line in the file that was read."]


class RefusedRecord(Record):
    """The output of any verb that refuses; the exit code is 2, 3 or 4."""

    refused: Annotated[list[RefusalRecord], "Everything that is in the way, at once."]


Refusals = tuple[Refusal, ...]
"""All reasons at once; never empty where it is returned."""

MOST = 50
"""What is wrong with a file and is told at once: reading stops there, as a file of another kind may
have something wrong in each of its lines. Of other refusals the rest is counted."""

NOT_READ_ON = message("refusals.not-read-on"), message("refusals.not-read-on-step")
"""That a file was not read to its end, and what to do about it."""


def not_read_on(line: int | None) -> Refusal:
    """Return the refusal that a file was not judged from a line on."""
    what, step = NOT_READ_ON
    return Refusal("not-read-on", what, step, exit=Exit.USAGE, line=line)


T = TypeVar("T")


class Enough(Exception):
    """A file has `MOST` findings: it is not read any further."""


class FirstFindings(list[T]):
    """What is found wrong with a file while it is read; the finding that is number `MOST` raises
    Enough, and `close` then puts in its place that reading stopped.
    """

    def append(self, one: T) -> None:
        """Add a finding."""
        if len(self) >= MOST - 1:
            raise Enough
        super().append(one)

    def extend(self, more: Iterable[T]) -> None:
        """Add findings one by one."""
        for one in more:
            self.append(one)

    def __iadd__(self, more: Iterable[T]) -> Self:  # type: ignore[override, misc]
        self.extend(more)
        return self

    def close(self, stopped: T) -> None:
        """Add that reading stopped, once."""
        if len(self) < MOST:
            super().append(stopped)


def lines_of_all(
    refusals: Refusals, of_clause: Callable[[str], Sentence] | None = None
) -> list[Sentence]:
    """Return the lines an arbiter reads; a step that resolves several refusals appears once.

    `of_clause` has a line below a clause, "" for none.
    """
    written = refusals[:MOST]
    lines = [
        line
        for refusal, after in pairwise(written)
        for line in refusal.lines(
            with_next=(refusal.code, refusal.next) != (after.code, after.next),
            of_clause=of_clause,
        )
    ]
    lines += [line for refusal in written[-1:] for line in refusal.lines(of_clause=of_clause)]
    if len(refusals) > MOST:
        lines.append(message("refusals.more", n=len(refusals) - MOST))
    return lines
