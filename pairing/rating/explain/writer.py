"""Explanations on rating for people, where they differ from those on resistance points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ledger.messages import Sentence, Value, run_on
from ledger.values import halves_text
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import Writer, number_in
from pairing.rating.explain.criteria import DROPPED, EDITION_RATING
from pairing.rating.explain.readings import value_of


class RatingWriter(Writer):
    """Writes claims about one round on rating."""

    room: ClassVar[str] = "rating"
    criteria = EDITION_RATING.named

    def __init__(self, question: Question) -> None:
        """Create a writer for the round."""
        super().__init__(question)
        self.writers = {**self.writers, **_RATING_WRITERS}

    def _group(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        merged = bool(claim.detail["merged"])
        who = self.names(claim.players)
        points = halves_text(claim.group or 0)
        line = self.say("group.merged" if merged else "group", who=who, points=points)
        if not claim.others:
            return [line]
        others = self.names(claim.others)
        moved = self.say("group.added" if merged else "group.moved", others=others)
        return [run_on(line, moved, between=" ")]

    def _no_opponent(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        met = claim.detail["met"]
        colours = claim.detail["colours"]
        suffix = "" if met and colours else ".met" if met else ".colours" if colours else ".alone"
        values: dict[str, Value] = {
            "others": self.names(claim.others),
            "clause": claim.clause or "",
        }
        line = self.say(f"no_opponent{suffix}", **values, **self._two(claim))
        if not claim.detail["moved_down"]:
            return [line]
        return [run_on(line, self.say("no_opponent.C12"), between=" ")]

    def _undone(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        nobody = self.say("undone.nobody")
        values: dict[str, Value] = {
            "who": self.names(claim.players) or nobody,
            "others": self.names(claim.others) or nobody,
        }
        if claim.detail.get("out_of_c1"):
            return [self.say("undone.C1", **values)]
        pairs = claim.detail.get("p1")
        count = self._pairs(pairs) if isinstance(pairs, int) else ""
        return [self.say(f"undone.{claim.clause}", pairs=count, **values)]

    def _level(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        detail = claim.detail
        p1, m1, wanted = (number_in(detail, name) for name in ("p1", "m1", "wanted_m1"))
        if not p1:
            return [self.say("level.none")]
        which = "all" if detail["all_pairs"] else "C13" if detail["by_c13"] else "fewer"
        p0 = number_in(detail, "p0")
        clause = claim.clause or ""
        line = self.say(f"level.{which}", pairs=self._pairs(p1), p0=p0, clause=clause)
        if not wanted:
            return [line]
        if m1 == wanted:
            return [run_on(line, self.say("level.moved", n=m1), between=" ")]
        name = "level.fewer_moved" if m1 else "level.homogeneous"
        name = "level.clipped" if detail["by_c13"] and m1 == p1 else name
        return [run_on(line, self.say(name, m1=m1, m0=number_in(detail, "m0")), between=" ")]

    def _optimum(self, claims: Sequence[Claim]) -> list[Sentence]:
        detail = claims[0].detail
        x1 = number_in(detail, "x1")
        z1 = number_in(detail, "z1")
        parts = tuple(
            self.say(
                f"drop.{one.key}",
                x1=x1,
                z1=z1,
                pairs=self._pairs(count),
                players=self._count(count),
            )
            for one in DROPPED
            if (count := number_in(detail, one.key))
        )
        if not parts:
            return [self.say("optimum.none")]
        return [self.say("optimum", list=parts, wishes=self._wishes(detail))]

    def _decision(self, name: str) -> Sentence:
        reading = super()._decision(name)
        section, _, key = name.partition(".")
        if section != "rating":
            return reading
        value = value_of(key, self.question.rules.rating)
        shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
        said = "reading.colours" if key in ("e3", "e5") else "reading.named"
        return self.say(said, reading=reading, setting=f"{name} = {shown}")

    def _reading(self, claims: Sequence[Claim]) -> list[Sentence]:
        return [self.say("reading.decides" if claims[0].detail["decides"] else "reading")]

    def _colour(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        first = claim.detail.get("first_colour")
        if claim.clause != "E5":
            return super()._colour(claims)
        if first is None:
            return [self.say("colour.lot", **self._two(claim))]
        colour = self._colour_named(first)
        place = number_in(claim.detail, "place")
        who = self.question.called(claim.others[0])
        return [self.say("colour.E5", who=who, colour=colour, place=place, **self._two(claim))]


_RATING_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = {
    "group": RatingWriter._group,
    "no_opponent": RatingWriter._no_opponent,
    "undone": RatingWriter._undone,
    "level": RatingWriter._level,
    "optimum": RatingWriter._optimum,
    "opponent": RatingWriter._by_places,
    "reading": RatingWriter._reading,
    "colour": RatingWriter._colour,
}
