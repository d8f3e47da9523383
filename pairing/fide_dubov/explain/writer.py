"""Explanations of the Dubov System as people read them: brackets, upfloaters and shifters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ledger.messages import Sentence, Value
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import number_in
from pairing.fide.writer import FideWriter
from pairing.fide_dubov.criteria import EDITION_DUBOV


class DubovWriter(FideWriter):
    """Writes claims about one round of the Dubov System."""

    room: ClassVar[str] = "fide-dubov"

    def __init__(self, question: Question) -> None:
        """Take the round."""
        super().__init__(question, EDITION_DUBOV)
        self.writers = {**self.writers, **_DUBOV_WRITERS}

    # --- a bracket --------------------------------------------------------------------------------

    def _room_size(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        size = number_in(claim.detail, "size")
        clause = claim.clause or ""
        if not size:
            return [self.say("room_size.nobody")]
        return [self.say(f"room_size.{claim.detail['reason']}", n=size, clause=clause)]

    def _optimum(self, claims: Sequence[Claim]) -> list[Sentence]:
        if claims[0].detail["by_halves"]:
            return [self.say("optimum.unplayed")]
        return super()._optimum(claims)

    def _floats(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        said: dict[str, Value] = {"clause": claim.clause or "", **self._two(claim)}
        if claim.key is None:
            return [self.say("floats.impossible", **said)]
        return [self.say("floats", key=self._key(claim), **said)]

    # --- its pairs --------------------------------------------------------------------------------

    def _exchange(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        name = "exchange"
        if not claim.players or not claim.others:
            name = "exchange.first" if claim.players else "exchange.second"
        who = self.names(claim.players)
        others = self.names(claim.others)
        return [self.say(name, who=who, others=others, clause=claim.clause or "")]

    def _subset(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        name = "subset.halves" if claim.detail["by_halves"] else "subset"
        who = self.names(claim.players)
        others = self.names(claim.others)
        return [self.say(name, who=who, others=others, clause=claim.clause or "")]

    # --- colours ----------------------------------------------------------------------------------

    def _colour(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        detail = claim.detail
        name = f"colour.{(claim.clause or '')[-1]}"
        who = claim.others[0]
        if "stronger" in detail:
            who = claim.others[0 if detail["stronger"] == "higher" else 1]
        return self._colour_decided(name, who, claim)


_DUBOV_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = {
    "room_size": DubovWriter._room_size,
    "optimum": DubovWriter._optimum,
    "floats": DubovWriter._floats,
    "exchange": DubovWriter._exchange,
    "subset": DubovWriter._subset,
    "colour": DubovWriter._colour,
}
