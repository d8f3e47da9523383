"""Explanations on resistance points for people: groups and waiting rooms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ledger.messages import Sentence
from ledger.values import halves_text
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import Writer, number_in
from pairing.wp.explain.criteria import EDITION_WP


class WpWriter(Writer):
    """Writes claims about one round on resistance points."""

    room: ClassVar[str] = "wp"
    criteria = EDITION_WP.named

    def __init__(self, question: Question) -> None:
        """Create a writer for the round."""
        super().__init__(question)
        self.writers = {**self.writers, **_WP_WRITERS}

    def _decision(self, name: str) -> Sentence:
        return self.say(f"decision.{name}", c2=self.question.rules.pairing.c2)

    def _group(self, claims: Sequence[Claim]) -> list[Sentence]:
        name = "group.C1" if claims[0].clause == "C1" else "group"
        return [self._named_as(name, claims)]

    def _room_size(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        which = "C8" if claim.clause == "C8" else claim.detail["reason"]
        size = number_in(claim.detail, "size")
        return [self.say(f"room_size.{which}", who=self.names(claim.players), size=size)]

    def _no_opponent(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        met = claim.detail["met"]
        colours = claim.detail["colours"]
        name = "no_opponent" if met and colours else f"no_opponent.{'met' if met else 'colours'}"
        others = self.names(claim.others)
        clause = claim.clause or ""
        return [self.say(name, others=others, clause=clause, **self._two(claim))]

    def _optimum(self, claims: Sequence[Claim]) -> list[Sentence]:
        detail = claims[0].detail
        apart = detail["score_differences_halves"]
        assert isinstance(apart, tuple)
        level = tuple(halves_text(int(d)) for d in apart if d)
        count = number_in(detail, "denied")
        strong = number_in(detail, "denied_strong")
        return [
            self.say(
                "optimum",
                differences=self.say("optimum.differences", list=level, n=len(level))
                if level
                else self.say("optimum.level"),
                denied=self.say("optimum.denied", n=count) if count else self.say("optimum.nobody"),
                strong=self.say("optimum.strong", strong=strong) if count and strong else "",
                wishes=self._wishes(detail),
            )
        ]


_WP_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = {
    "group": WpWriter._group,
    "room_size": WpWriter._room_size,
    "no_opponent": WpWriter._no_opponent,
    "optimum": WpWriter._optimum,
}
