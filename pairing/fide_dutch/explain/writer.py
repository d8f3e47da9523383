"""Explanations of FIDE's Dutch System as people read them: brackets, floaters and their keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ledger.messages import Sentence, Value
from ledger.values import halves_text
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import number_in
from pairing.fide.edition import Edition
from pairing.fide.writer import FideWriter
from pairing.fide_dutch.editions import EDITION_2026


class DutchWriter(FideWriter):
    """Writes claims about one round of FIDE's Dutch System."""

    room: ClassVar[str] = "fide-dutch"

    def __init__(self, question: Question, edition: Edition = EDITION_2026) -> None:
        """Take the round, and its edition."""
        super().__init__(question, edition)
        self.writers = {**self.writers, **_DUTCH_WRITERS}

    # --- a bracket --------------------------------------------------------------------------------

    def _room_size(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        size = number_in(claim.detail, "size")
        reason = str(claim.detail["reason"])
        count = number_in(claim.detail, "pairs")
        pairs = self._pairs(count) if count else self.say("room_size.no_pair")
        if not size:
            return [self.say("room_size.all", pairs=pairs)]
        name = "room_size.free" if claim.detail["last"] else f"room_size.{reason}"
        who = self.names(claim.players)
        clause = claim.clause or ""
        return [self.say(name, pairs=pairs, who=who, n=size, clause=clause)]

    def _no_opponent(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        others = self.names(claim.others)
        clause = claim.clause or ""
        return [self.say("no_opponent", others=others, clause=clause, **self._two(claim))]

    def _floats(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        clause = claim.clause or ""
        points = halves_text(claim.group or 0)
        if claim.key is None:
            return [self.say("floats.impossible", clause=clause, **self._two(claim))]
        name = "floats.above" if claim.detail["above"] else "floats"
        name = "floats.bye_score" if claim.group is None else name
        said: dict[str, Value] = {"key": self._key(claim), "clause": clause, "points": points}
        return [self.say(name, **said, **self._two(claim))]

    # --- colours ----------------------------------------------------------------------------------

    def _colour(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        detail = claim.detail
        rule = self.edition.rule(claim.clause or "")
        only = detail.get("only")
        name = f"colour.{rule}"
        who = claim.others[0]
        if only is not None:
            name = "colour.1.one"
            who = claim.others[0 if only == "higher" else 1]
        if rule == "2":
            name = "colour.2.wider" if detail["wider"] else name
            who = claim.others[0 if detail["stronger"] == "higher" else 1]
        return self._colour_decided(name, who, claim)


_DUTCH_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = {
    "room_size": DutchWriter._room_size,
    "floats": DutchWriter._floats,
    "no_opponent": DutchWriter._no_opponent,
    "colour": DutchWriter._colour,
}
