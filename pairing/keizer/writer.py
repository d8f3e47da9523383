"""Explanations of an evening as people read them: what they say otherwise than of a Swiss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledger.values import Language
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.words import WORDS
from pairing.explain.writer import Writer
from pairing.keizer.words import SEASON_WORDS


class SeasonWriter(Writer):
    """Writes claims about one evening in one language."""

    def __init__(self, question: Question, language: Language) -> None:
        """Take the round and the language."""
        super().__init__(question, language)
        self.words = {**WORDS[language], **SEASON_WORDS[language]}
        self.writers = {**self.writers, **_SEASON_WRITERS}

    def _key(self, claim: Claim) -> str:
        """What would get worse, as a clause of a sentence."""
        name = f"key.{claim.key}"
        if claim.key == "level":
            name += f".{claim.detail['breaks']}"
        who = dict(zip("abc", [self.question.called(p) for p in claim.others], strict=False))
        met = claim.detail.get("met_in_round")
        said = {"found": claim.found, "instead": claim.instead, "met_in_round": met}
        return self._say(name, **said, **who)

    def _opponent(self, claims: Sequence[Claim]) -> list[str]:
        return [self._say("opponent", **self._two(claims[0]), **claims[0].detail)]

    def _candidate_of_season(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        who = self.names(c.players[1] for c in claims)
        if claim.key:
            key = self._key(claim)
            return [self._say("candidate", who=who, key=key, clause=claim.clause)]
        why = claim.detail["breaks"]
        name = {"met": "a", "colours": "b"}.get(str(why), str(why))
        said = {"others": self.names(claim.others), **claim.detail}
        return [self._say(f"candidate.{name}", who=who, **said)]

    def _forced(self, claims: Sequence[Claim]) -> list[str]:
        return [line for claim in claims for line in self._pair_or_free([claim])]

    def _so_far(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        if not claim.detail["colours"]:
            return [self._say("colours_so_far.none", **self._two(claim))]
        said = {
            "colours": self._letters(claim.detail["colours"]),
            "difference": claim.detail["difference"],
        }
        return [self._say("colours_so_far", **said, **self._two(claim))]

    def _last_game(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        name = "last_game.earlier" if claim.detail["earlier_period"] else "last_game"
        return [self._say(name, met_in_round=claim.detail["met_in_round"], **self._two(claim))]

    def _colour_of_season(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        higher = self.question.called(claim.others[0])
        return [self._say(f"colour.{claim.detail['rule']}", who=higher, **self._two(claim))]


_SEASON_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[str]]] = {
    "opponent": SeasonWriter._opponent, "candidate": SeasonWriter._candidate_of_season,
    "forced": SeasonWriter._forced, "colours_so_far": SeasonWriter._so_far,
    "last_game": SeasonWriter._last_game, "colour": SeasonWriter._colour_of_season,
}  # fmt: skip
