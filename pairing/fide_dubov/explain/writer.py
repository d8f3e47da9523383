"""Explanations of the Dubov System as people read them: brackets, upfloaters and shifters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from ledger.messages import Sentence, Value, run_on
from ledger.values import halves_text
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import Writer, number_in
from pairing.fide.judge import FIDE_NORMS
from pairing.fide_dubov.criteria import EDITION_DUBOV
from pairing.norms.faults import NormClauses

_OF_BYE: Final = frozenset({"bye_score", "bye_games", "bye_number"})


class DubovWriter(Writer):
    """Writes claims about one round of the Dubov System."""

    room: ClassVar[str] = "fide-dubov"
    norms: ClassVar[NormClauses] = FIDE_NORMS

    def __init__(self, question: Question) -> None:
        """Take the round."""
        super().__init__(question)
        self.writers = {**self.writers, **_DUBOV_WRITERS}

    # --- a bracket --------------------------------------------------------------------------------

    def _group(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        lines = [self._named_as("group", claims)]
        if claim.others:
            others = self.names(claim.others)
            clause = claim.clause or ""
            lines.append(self.say("group.upfloaters", others=others, clause=clause))
        return [run_on(*lines, between=" ")]

    def _room_size(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        size = number_in(claim.detail, "size")
        clause = claim.clause or ""
        if not size:
            return [self.say("room_size.nobody")]
        return [self.say(f"room_size.{claim.detail['reason']}", n=size, clause=clause)]

    def _optimum(self, claims: Sequence[Claim]) -> list[Sentence]:
        detail = claims[0].detail
        if detail["by_halves"]:
            return [self.say("optimum.unplayed")]
        told = [one for one in EDITION_DUBOV.criteria if one.attained == "told"]
        counts = [(one, number_in(detail, one.key)) for one in told]
        parts = tuple(
            self.say(f"drop.{one.key}", players=self._count(n), n=n, clause=one.clause)
            for one, n in counts
            if n
        )
        if not parts:
            return [self.say("optimum.none")]
        wishes = self._wishes(detail) if detail["denied"] else ""
        return [self.say("optimum", list=parts, wishes=wishes)]

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

    def _opponent(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        detail = claim.detail
        line = self.say(
            "opponent",
            clause=claim.clause or "",
            s1_place=number_in(detail, "s1_place"),
            s2_place=number_in(detail, "s2_place"),
            **self._two(claim),
        )
        if not detail["first"]:
            return [line]
        return [run_on(line, self.say("opponent.straight"), between=" ")]

    # --- what gets worse --------------------------------------------------------------------------

    def _forced(self, claims: Sequence[Claim]) -> list[Sentence]:
        """Where another has the bye, that is of no bracket."""
        claim = claims[0]
        if claim.key not in _OF_BYE:
            return super()._pair_or_free(claims)
        said = self._of_all(claims)
        if len({one.instead for one in claims}) > 1:
            halves = claim.found or 0
            if claim.key == "bye_score":
                return [self.say("forced.free.higher", found=halves_text(halves), **said)]
            return [self.say("forced.free.smaller", found=halves, **said)]
        name = "forced.of_bye" if len(claim.players) == 2 else "forced.free.of_bye"
        return [self.say(name, key=self._key(claim), **said)]

    def _differs(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        if claim.key not in _OF_BYE:
            return super()._differs(claims)
        return [self.say("differs.of_bye", key=self._key(claim), clause=claim.clause or "")]

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
    "group": DubovWriter._group,
    "room_size": DubovWriter._room_size,
    "optimum": DubovWriter._optimum,
    "floats": DubovWriter._floats,
    "exchange": DubovWriter._exchange,
    "subset": DubovWriter._subset,
    "opponent": DubovWriter._opponent,
    "forced": DubovWriter._forced,
    "differs": DubovWriter._differs,
    "colour": DubovWriter._colour,
}
