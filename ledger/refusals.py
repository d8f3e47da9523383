"""A refusal: what an arbiter reads when something cannot be done. A value, never an exception."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from typing import Annotated

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
    """One thing that is in the way.

    code is a stable name, what a sentence with the place (round, board, player, line), clause the
    rule it rests on or None, next the command or the step that helps, events the positions of the
    facts in the way.
    """

    code: str
    what: str
    next: str
    clause: str | None = None
    events: tuple[int, ...] = ()
    exit: Exit = field(default=Exit.REFUSED)
    line: int | None = None

    def text(self, with_next: bool = True) -> str:
        """Return the lines an arbiter reads; the last is what helps."""
        place = f"line {self.line}: " if self.line is not None else ""
        kind = "refused" if self.exit is Exit.REFUSED else "error"
        lines = [f"{kind} ({self.code})  {place}{self.what}"]
        if self.clause:
            lines.append(f"  rule: {self.clause}")
        if self.events:
            told = [f"#{position}" for position in self.events]
            more = f" ... {told[-1]} ({len(told)} in all)" if len(told) > MOST_FACTS else ""
            lines.append(f"  facts: {', '.join(told[: MOST_FACTS - 3 if more else None])}{more}")
        if with_next:
            lines.append(f"  next: {self.next}")
        return "\n".join(lines)

    def record(self) -> RefusalRecord:
        """Return the same for programs: the keys of `--json` refusals."""
        return RefusalRecord(self.code, self.what, self.clause, self.events, self.next, self.line)


class RefusalRecord(Record):
    """One thing that is in the way."""

    code: Annotated[str, "Stable name, such as pairing-already-published."]
    what: Annotated[str, "What is wrong, and where."]
    clause: Annotated[str | None, "Rule it rests on."]
    events: Annotated[tuple[int, ...], "Facts in the way, by position."]
    next: Annotated[str, "The command or step that helps."]
    line: Annotated[int | None, "Line in the file that was read."]


class RefusedRecord(Record):
    """What any verb prints instead when it refuses; the exit code is 2, 3 or 4."""

    refused: Annotated[list[RefusalRecord], "Everything that is in the way, at once."]


Refusals = tuple[Refusal, ...]
"""All that is in the way, at once; never empty where it is returned."""

MOST = 50
"""Refusals that are written out at once; a file may hold thousands of errors."""


def text_of_all(refusals: Refusals) -> str:
    """Return the lines an arbiter reads; a step that helps against several is given once."""
    written = refusals[:MOST]
    texts = [
        refusal.text(with_next=(refusal.code, refusal.next) != (after.code, after.next))
        for refusal, after in pairwise(written)
    ]
    texts += [refusal.text() for refusal in written[-1:]]
    if len(refusals) > MOST:
        texts.append(f"... and {len(refusals) - MOST} more")
    return "\n".join(texts)
