"""Questions about a round of a Berger table: it is legal unless two players meet too often."""

from __future__ import annotations

from typing import ClassVar

from pairing.explain.question import Question
from pairing.explain.writer import Writer
from pairing.norms.faults import KNSB, Fault
from pairing.norms.legality import have_met
from pairing.wp.explain.explainer import Explainer


class TableNorms:
    """The norms of a round robin: B1 alone.

    Rule: berger B1a.
    """

    bye_clause = "odd"
    clauses = KNSB

    def __init__(self, question: Question) -> None:
        self.players = {one.key: one for one in question.contestants}
        self.place = {key: at for at, key in enumerate(self.players)}

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return the fault that two met once in every cycle already, None if they did not."""
        met = have_met(self.players[one], self.players[two])
        return Fault("met", "B1a", (one, two)) if met else None

    def may_have_bye(self, _: int) -> bool:
        """Return True: the table determines who is free."""
        return True


class TableExplainer(Explainer):
    """Judges a round made by hand or by the table; the table itself is the explanation."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.norms = TableNorms(question)


class TableWriter(Writer):
    """Writes claims about one round of a table."""

    room: ClassVar[str] = "round-robin"
