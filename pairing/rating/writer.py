"""Explanations on rating as people read them: what they say otherwise than on resistance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledger.values import Language, halves_text
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.words import WORDS
from pairing.explain.writer import Writer
from pairing.rating.judge import VECTOR_KEYS
from pairing.rating.words import RATING_WORDS


class RatingWriter(Writer):
    """Writes claims about one round on rating in one language."""

    def __init__(self, question: Question, language: Language) -> None:
        """Take the round and the language."""
        super().__init__(question, language)
        self.words = {**WORDS[language], **RATING_WORDS[language]}
        self.writers = {**self.writers, **_RATING_WRITERS}

    def _group(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        merged = bool(claim.detail["merged"])
        name = "group.merged" if merged else "group"
        points = halves_text(claim.group or 0)
        line = self._say(name, who=self.names(claim.players), points=points)
        if claim.others:
            name = "group.added" if merged else "group.moved"
            line += self._say(name, others=self.names(claim.others))
        return [line]

    def _no_opponent(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        met, colours = claim.detail["met"], claim.detail["colours"]
        suffix = "" if met and colours else ".met" if met else ".colours" if colours else ".alone"
        said = {"others": self.names(claim.others), "clause": claim.clause}
        line = self._say(f"no_opponent{suffix}", **said, **self._two(claim))
        return [line + (self.words["no_opponent.C12"] if claim.detail["moved_down"] else "")]

    def _undone(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        nobody = self.words["undone.nobody"]
        said = {
            "who": self.names(claim.players) or nobody,
            "others": self.names(claim.others) or nobody,
        }
        if claim.detail.get("out_of_c1"):
            return [self._say("undone.C1", **said)]
        pairs = claim.detail.get("p1")
        count = self._pairs(pairs) if isinstance(pairs, int) else ""
        return [self._say(f"undone.{claim.clause}", pairs=count, **said)]

    def _level(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        detail = claim.detail
        p1, m1, wanted = (int(str(detail[name])) for name in ("p1", "m1", "wanted_m1"))
        if not p1:
            return [self.words["level.none"]]
        which = "all" if detail["all_pairs"] else "C13" if detail["by_c13"] else "fewer"
        said = {"pairs": self._pairs(p1), "p0": detail["p0"], "clause": claim.clause}
        line = self._say(f"level.{which}", **said)
        if wanted and m1 == wanted:
            line += self._say("level.moved", m1=m1, n=m1)
        elif wanted:
            name = "level.fewer_moved" if m1 else "level.homogeneous"
            name = "level.clipped" if detail["by_c13"] and m1 == p1 else name
            line += self._say(name, m1=m1, m0=detail["m0"])
        return [line]

    def _optimum(self, claims: Sequence[Claim]) -> list[str]:
        detail = claims[0].detail
        parts = []
        for key in VECTOR_KEYS:
            count = int(str(detail[key]))
            if count:
                said = {"pairs": self._pairs(count), "players": self._count(count)}
                parts.append(self._say(f"drop.{key}", x1=detail["x1"], z1=detail["z1"], **said))
        if not parts:
            return [self.words["optimum.none"]]
        return [self._say("optimum", list=self._joined(parts), wishes=self._wishes(detail))]

    def _opponent(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        detail = claim.detail
        line = self._say(f"opponent.{detail['part']}", clause=claim.clause,
                         s1_place=detail["s1_place"], s2_place=detail["s2_place"],
                         **self._two(claim))  # fmt: skip
        if detail["first"]:
            line += f" {self.words['opponent.straight']}"
        return [line]

    def _decision(self, name: str) -> str:
        reading = super()._decision(name)
        section, _, key = name.partition(".")
        if section != "rating":
            return reading
        value = getattr(self.question.rules.rating, key)
        shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
        other = self.words["decision.other_colours"] if key in ("e3", "e5") else ""
        return f"{reading} ({name} = {shown}){other}."

    def _reading(self, claims: Sequence[Claim]) -> list[str]:
        name = "reading.decides" if claims[0].detail["decides"] else "reading"
        return [self.words[name]]

    def _colour(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        first = claim.detail.get("first_colour")
        if claim.clause != "E5":
            return super()._colour(claims)
        if first is None:
            return [self._say("colour.lot", **self._two(claim))]
        said = {"colour": self.words[str(first)], "place": claim.detail["place"]}
        who = self.question.called(claim.others[0])
        return [self._say("colour.E5", who=who, **said, **self._two(claim))]


_RATING_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[str]]] = {
    "group": RatingWriter._group, "no_opponent": RatingWriter._no_opponent,
    "undone": RatingWriter._undone, "level": RatingWriter._level, "optimum": RatingWriter._optimum,
    "opponent": RatingWriter._opponent, "reading": RatingWriter._reading,
    "colour": RatingWriter._colour,
}  # fmt: skip
