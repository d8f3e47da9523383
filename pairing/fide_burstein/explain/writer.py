"""Explanations of the Burstein System for people: numbers in a bracket, and who is free."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ledger.messages import Sentence, run_on
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import Writer
from pairing.fide_burstein.criteria import EDITION_BURSTEIN
from pairing.fide_burstein.explain.explainer import NUMBERED_AT_MOST
from pairing.fide_burstein.ranking import is_seeding
from pairing.fide_dutch.explain.writer import DutchWriter
from projections.views.rulebook_names import heading_name


def writer(question: Question) -> Writer:
    """Return what writes the claims about a round; a seeding round is one of the Dutch System.

    Rule: fide-burstein-2026 1.6.
    """
    return SeedingWriter(question) if is_seeding(question.table) else BursteinWriter(question)


class SeedingWriter(DutchWriter):
    """Writes claims about a seeding round, whose clauses are those of the Dutch System."""

    def title(self) -> Sentence:
        """Return the line above an explanation."""
        question = self.question
        rules = run_on(heading_name(question.rules), f" 1.6: {question.cites}")
        return self.say(
            f"title.{question.source}",
            round=question.round,
            rules=rules,
            basis=question.basis or 0,
        )


class BursteinWriter(DutchWriter):
    """Writes claims about one round after the seeding rounds."""

    room: ClassVar[str] = "fide-burstein"

    def __init__(self, question: Question) -> None:
        """Take the round."""
        super().__init__(question, EDITION_BURSTEIN)
        self.writers = {**self.writers, **_BURSTEIN_WRITERS}

    def _numbers(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        buchholz, berger = (claim.detail[name] for name in ("buchholz", "sonneborn_berger"))
        assert isinstance(buchholz, tuple)
        assert isinstance(berger, tuple)
        numbers = [
            self.say(
                "numbers.one",
                number=at,
                who=self.question.called(key),
                buchholz=str(b),
                berger=str(s),
            )
            for at, (key, b, s) in enumerate(zip(claim.players, buchholz, berger, strict=True), 1)
        ][:NUMBERED_AT_MOST]
        left = len(claim.players) - len(numbers)
        more = [self.say("numbers.more", n=left)] if left else []
        return [self.say("numbers", list=(*numbers, *more), clause=claim.clause or "")]


_BURSTEIN_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = {
    "numbers": BursteinWriter._numbers
}
