"""Explanations of FIDE's systems as people read them: what they say alike, in each one's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ledger.messages import Sentence, Value, run_on
from ledger.values import halves_text
from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.question import Question
from pairing.explain.writer import Writer, number_in
from pairing.fide.criterion import Criterion
from pairing.fide.edition import Edition
from pairing.fide.judge import FIDE_NORMS
from pairing.norms.faults import NormClauses


class FideWriter(Writer):
    """Writes claims about one round of a system of FIDE."""

    norms: ClassVar[NormClauses] = FIDE_NORMS

    def __init__(self, question: Question, edition: Edition) -> None:
        """Take the round, and its edition."""
        super().__init__(question)
        self.edition = edition
        self.criteria = edition.named
        self.writers = {**self.writers, **_FIDE_WRITERS}

    def _group(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        lines = [self._named_as("group", claims)]
        kind = claim.detail.get("bracket", "ordinary")
        if claim.others:
            others = self.names(claim.others)
            clause = claim.clause or ""
            lines.append(self.say("group.moved", others=others, clause=clause))
        if kind != "ordinary":
            lines.append(self.say(f"group.{kind}"))
        return [run_on(*lines, between=" ")]

    def _optimum(self, claims: Sequence[Claim]) -> list[Sentence]:
        detail = claims[0].detail
        told = (one for one in self.edition.criteria if one.attained == "told")
        parts = [part for one in told for part in self._dropped(one, detail)]
        if not parts:
            return [self.say("optimum.none")]
        wishes = self._wishes(detail) if detail["denied"] else ""
        return [self.say("optimum", list=tuple(parts), wishes=wishes)]

    def _dropped(self, one: Criterion, detail: Mapping[str, ClaimValue]) -> Iterator[Sentence]:
        """Yield what of a criterion must be given up, if anything."""
        value = detail[one.key]
        if isinstance(value, tuple):
            told: dict[str, Value] = {"list": tuple(halves_text(int(gap)) for gap in value)}
            count = len(value)
        else:
            count = number_in(detail, one.key)
            told = {"players": self._count(count)}
        if count > (number_in(detail, "next_least") if one.key == "next_floaters" else 0):
            yield self.say(f"drop.{one.key}", **told, n=count, clause=one.clause)

    def _forced(self, claims: Sequence[Claim]) -> list[Sentence]:
        """Say what gets worse when somebody else has the bye, which belongs to no bracket."""
        claim = claims[0]
        if claim.group is not None:
            return super()._pair_or_free(claims)
        said = self._of_all(claims)
        if len({one.instead for one in claims}) > 1:
            number = self._number_of(claim.unit)(claim.found or 0)
            kind = "higher" if claim.key == "bye_score" else claim.key
            return [self.say(f"forced.free.{kind}", found=number, **said)]
        name = "forced.bye_score" if len(claim.players) == 2 else "forced.free.bye_score"
        return [self.say(name, key=self._key(claim), **said)]

    def _differs(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        if claim.group is not None:
            return super()._differs(claims)
        return [self.say("differs.bye_score", key=self._key(claim), clause=claim.clause or "")]


_FIDE_WRITERS: Mapping[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = {
    "group": FideWriter._group,
    "optimum": FideWriter._optimum,
    "opponent": FideWriter._by_places,
    "forced": FideWriter._forced,
    "differs": FideWriter._differs,
}
