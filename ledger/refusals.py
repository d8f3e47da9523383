"""A refusal: what an arbiter reads when something cannot be done. A value, never an exception."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise

from ledger.advice import Sentence, advice, commands_of


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
    rule it rests on or None, next the command or the step that helps (see `ledger.advice`), events
    the positions of the facts in the way.
    """

    code: str
    what: str
    next: Sentence
    clause: str | None = None
    events: tuple[int, ...] = ()
    exit: Exit = field(default=Exit.REFUSED)
    line: int | None = None

    def lines(self, with_next: bool = True) -> list[Sentence]:
        """Return the lines an arbiter reads; the last is what helps."""
        place = f"line {self.line}: " if self.line is not None else ""
        kind = "refused" if self.exit is Exit.REFUSED else "error"
        lines: list[Sentence] = [f"{kind} ({self.code})  {place}{self.what}"]
        if self.clause:
            lines.append(f"  rule: {self.clause}")
        if self.events:
            facts = [f"#{position}" for position in self.events]
            more = f" ... {facts[-1]} ({len(facts)} in all)" if len(facts) > MOST_FACTS else ""
            lines.append(f"  facts: {', '.join(facts[: MOST_FACTS - 3 if more else None])}{more}")
        if with_next:
            lines.append(advice("  next: ", self.next))
        return lines

    def record(self) -> dict[str, object]:
        """Return the same for programs: the keys of `--json` refusals."""
        return {
            "code": self.code,
            "what": self.what,
            "clause": self.clause,
            "events": list(self.events),
            "next": self.next,
            "step": [command.record() for command in commands_of(self.next)],
            "line": self.line,
        }


Refusals = tuple[Refusal, ...]
"""All that is in the way, at once; never empty where it is returned."""

MOST = 50
"""Refusals that are written out at once; a file may hold thousands of errors."""


def lines_of_all(refusals: Refusals) -> list[Sentence]:
    """Return the lines an arbiter reads; a step that helps against several is given once."""
    written = refusals[:MOST]
    lines = [
        line
        for refusal, after in pairwise(written)
        for line in refusal.lines(
            with_next=(refusal.code, refusal.next) != (after.code, after.next)
        )
    ]
    lines += [line for refusal in written[-1:] for line in refusal.lines()]
    if len(refusals) > MOST:
        lines.append(f"... and {len(refusals) - MOST} more")
    return lines
