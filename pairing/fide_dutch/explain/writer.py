"""Explanations of FIDE's Dutch System as people read them: brackets, floaters and their keys."""

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
from pairing.fide_dutch.editions import EDITION_2026
from pairing.norms.faults import NormClauses


class DutchWriter(Writer):
    """Writes claims about one round of FIDE's Dutch System."""

    room: ClassVar[str] = "fide-dutch"
    norms: ClassVar[NormClauses] = FIDE_NORMS

    def __init__(self, question: Question, edition: Edition = EDITION_2026) -> None:
        """Take the round, and its edition."""
        super().__init__(question)
        self.edition = edition
        self.writers = {**self.writers, **_DUTCH_WRITERS}

    # --- a bracket --------------------------------------------------------------------------------

    def _group(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        lines = [self._named_as("group", claims)]
        kind = claim.detail["bracket"]
        if claim.others:
            others = self.names(claim.others)
            clause = claim.clause or ""
            lines.append(self.say("group.moved", others=others, clause=clause))
        if kind != "ordinary":
            lines.append(self.say(f"group.{kind}"))
        return [run_on(*lines, between=" ")]

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

    def _opponent(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        detail = claim.detail
        line = self.say(
            f"opponent.{detail['part']}",
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
        """Where who has the bye differs (C5), that is of no bracket."""
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
    "group": DutchWriter._group,
    "room_size": DutchWriter._room_size,
    "optimum": DutchWriter._optimum,
    "floats": DutchWriter._floats,
    "no_opponent": DutchWriter._no_opponent,
    "opponent": DutchWriter._opponent,
    "forced": DutchWriter._forced,
    "differs": DutchWriter._differs,
    "colour": DutchWriter._colour,
}
