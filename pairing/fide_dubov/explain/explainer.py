"""Why a round of the Dubov System is paired as it is: claims, each from the judge's keys."""

from __future__ import annotations

from collections.abc import Iterator

from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.question import Question
from pairing.fide.explainer import (
    FideExplainer,
)
from pairing.fide.some_of import SomeOf
from pairing.fide_dubov.explain.judge import DubovJudge
from pairing.fide_dubov.explain.what_if import DubovForcer
from pairing.fide_dubov.players import DubovPlayer
from pairing.graphs.matching import deficiency, mask_of
from pairing.norms.certificate import Certificate, certificate


class DubovExplainer(FideExplainer):
    """Answers questions about one round of the Dubov System."""

    tells_proof = False
    byes_of_all_scores = True
    judge: DubovJudge
    forcer: DubovForcer

    def __init__(self, question: Question) -> None:
        """Take the round."""
        players = [one for one in question.contestants if isinstance(one, DubovPlayer)]
        judge = DubovJudge(players, last_round=question.last_round)
        super().__init__(question, judge, DubovForcer(judge))

    # --- what the system adds to the questions ----------------------------------------------------

    def obstacle(self, claim: Claim, one: int, two: int | None) -> Certificate | None:
        """Return why more float up, where the residents left show it."""
        if claim.key != "upfloaters" or two is None:
            return None
        number = self.judge.bracket_of[self.judge.at[one]]
        gone = {self.judge.at[one], self.judge.at[two]}
        others = [at for at in self.judge.best[number].residents if at not in gone]
        return certificate(SomeOf(self.judge.field, others, anyone=True)) if others else None

    # --- a bracket --------------------------------------------------------------------------------

    def group(self, number: int) -> Iterator[Claim]:
        """Yield who is in a bracket, who floats up to it and why, and what its pairs attain.

        Rule: fide-dubov-2026 1.3.1, C5, C6, 3.2.1, 3.2.2.
        """
        bracket = self.judge.best[number]
        both = self.keys(bracket.residents), self.keys(bracket.upfloaters)
        yield Claim("group", *both, self.edition.bracket, self.points(number))
        yield from self._room_size(number)
        yield from self.floating(number, bracket.upfloaters)
        yield self._optimum(number)

    def _room_size(self, number: int) -> Iterator[Claim]:
        """Yield how many float up, and why not fewer.

        Rule: fide-dubov-2026 C4, C5, 3.2.1.
        """
        bracket = self.judge.best[number]
        residents = bracket.residents
        least = deficiency(self.judge.field.legal, mask_of(residents))[0]
        reason = "odd" if least == len(residents) % 2 else "inside"
        reason = "below" if len(bracket.upfloaters) > least else reason
        clause = "C4" if reason == "below" else "C5"
        yield from self.size(number, bracket.upfloaters, reason, clause, residents)

    def _optimum(self, number: int) -> Claim:
        """Return what the pairs of a bracket attain, and the colours that they prefer.

        Rule: fide-dubov-2026 C7, C8, C9, C10.
        """
        bracket = self.judge.best[number]
        white = sum(self.judge.field.white >> at & 1 for at in bracket.players)
        return self.attained(
            number,
            want_white=white,
            want_black=len(bracket.players) - white,
            no_preference=0,
            by_halves=bracket.by_halves,
        )

    # --- the pairs of a bracket -------------------------------------------------------------------

    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """Yield the two groups, who was shifted, and where a pair stands in the transposition.

        Rule: fide-dubov-2026 3.2.3, 3.2.4, 3.2.5, 4.4.
        """
        bracket = self.judge.best[number]
        points = self.points(number)
        s1 = [one for one, _ in bracket.pairs]
        g2 = sorted(two for _, two in bracket.pairs)
        if any(bracket.shifted):
            leaving = [self.keys(some) for some in bracket.shifted]
            yield Claim("exchange", leaving[0], leaving[1], "3.2.4", points)
        halves: dict[str, ClaimValue] = {"by_halves": bracket.by_halves}
        yield Claim("subset", self.keys(s1), self.keys(g2), "3.2.5", points, detail=halves)
        both = {self.judge.at[player], self.judge.at[opponent]}
        at = next(i for i, pair in enumerate(bracket.pairs) if set(pair) == both)
        one, two = bracket.pairs[at]
        gone = {other for _, other in bracket.pairs[:at]}
        others = [other for other in g2[: g2.index(two)] if other not in gone]
        yield from self.met(
            number,
            (one, two),
            others,
            part="whole",
            s1_place=at + 1,
            s2_place=g2.index(two) + 1,
            first=not others,
            rating=self.judge.field.players[one].opponents_rating,
        )
