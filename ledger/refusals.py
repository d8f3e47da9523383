"""A refusal: what an arbiter reads when something cannot be done. A value, never an exception."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of the program, by kind."""

    DONE = 0
    FINDINGS = 1
    USAGE = 2
    REFUSED = 3
    DAMAGED = 4


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

    def text(self) -> str:
        """Return the lines an arbiter reads."""
        place = f"line {self.line}: " if self.line is not None else ""
        kind = "refused" if self.exit is Exit.REFUSED else "error"
        lines = [f"{kind} ({self.code})  {place}{self.what}"]
        if self.clause:
            lines.append(f"  rule: {self.clause}")
        if self.events:
            lines.append("  facts: " + ", ".join(f"#{position}" for position in self.events))
        lines.append(f"  next: {self.next}")
        return "\n".join(lines)

    def record(self) -> dict[str, object]:
        """Return the same for programs: the keys of `--json` refusals."""
        return {
            "code": self.code,
            "what": self.what,
            "clause": self.clause,
            "events": list(self.events),
            "next": self.next,
            "line": self.line,
        }


Refusals = tuple[Refusal, ...]
"""All that is in the way, at once; never empty where it is returned."""
