"""Explanations of an evening for people, where they differ from those of a Swiss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ledger.messages import Sentence, Value
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import Writer, number_in


class SeasonWriter(Writer):
    """Writes claims about one evening."""

    room: ClassVar[str] = "keizer"

    def __init__(self, question: Question) -> None:
        """Create a writer for the round."""
        super().__init__(question)
        self.writers = {**self.writers, **_SEASON_WRITERS}

    def _key(self, claim: Claim) -> Sentence:
        """Return what would get worse, as a clause of a sentence."""
        name = f"key.{claim.key}"
        if claim.key == "level":
            name += f".{claim.detail['breaks']}"
        values: dict[str, Value] = {"found": claim.found or 0, "instead": claim.instead or 0}
        values["met_in_round"] = claim.detail.get("met_in_round") or 0
        values |= zip("abc", [self.question.called(p) for p in claim.others], strict=False)
        return self.say(name, **values)

    def _candidate(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        who = self.names(c.players[1] for c in claims)
        if claim.key:
            key = self._key(claim)
            return [self.say("candidate", who=who, key=key, clause=claim.clause or "")]
        why = str(claim.detail["breaks"])
        name = {"met": "a", "colours": "b"}.get(why, why)
        values: dict[str, Value] = {"who": who, "others": self.names(claim.others)}
        for value in ("met_in_round", "again_from"):
            values[value] = claim.detail.get(value) or 0
        return [self.say(f"candidate.{name}", **values)]

    def _gave_way(self, claims: Sequence[Claim]) -> list[Sentence]:
        return [self._named_as(f"gave_way.{claims[0].clause}", claims)]

    def _forced(self, claims: Sequence[Claim]) -> list[Sentence]:
        return [line for claim in claims for line in self._pair_or_free([claim])]

    def _so_far(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        if not claim.detail["colours"]:
            return [self.say("colours_so_far.none", **self._two(claim))]
        colours = self._letters(claim.detail["colours"])
        difference = str(claim.detail["difference"])
        values = self._two(claim)
        return [self.say("colours_so_far", colours=colours, difference=difference, **values)]

    def _last_game(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        name = "last_game.earlier" if claim.detail["earlier_period"] else "last_game"
        met = number_in(claim.detail, "met_in_round")
        return [self.say(name, met_in_round=met, **self._two(claim))]

    def _colour(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        rule = str(claim.detail["rule"]).partition(" ")[0]
        higher = self.question.called(claim.others[0])
        return [self.say(f"colour.{rule}", who=higher, **self._two(claim))]


_SEASON_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = {
    "opponent": SeasonWriter._plain,
    "candidate": SeasonWriter._candidate,
    "gave_way": SeasonWriter._gave_way,
    "forced": SeasonWriter._forced,
    "colours_so_far": SeasonWriter._so_far,
    "last_game": SeasonWriter._last_game,
    "colour": SeasonWriter._colour,
}
