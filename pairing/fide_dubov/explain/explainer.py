"""Why a round of the Dubov System is paired as it is: claims, each from the judge's keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from pairing.explain.claims import Claim, ClaimValue, proof
from pairing.explain.explainer import Explaining
from pairing.explain.question import Question
from pairing.fide.some_of import SomeOf
from pairing.fide_dubov.explain.judge import DubovJudge
from pairing.fide_dubov.explain.what_if import DubovForced, DubovForcer
from pairing.fide_dubov.players import DubovPlayer
from pairing.graphs.matching import deficiency, mask_of
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.faults import BoardPairs
from pairing.system import Explains

CANDIDATES_AT_MOST: Final = 20
BYES_AT_MOST: Final = 12
"""Of so many others is told what gets worse when they have the bye."""
UPFLOATERS_AT_MOST: Final = 5
"""Of so many upfloaters of a bracket is told what gets worse when they do not float up."""


class DubovExplainer(Explaining, Explains):
    """Answers questions about one round of the Dubov System."""

    complete_clause = "C4"

    def __init__(self, question: Question) -> None:
        """Take the round."""
        players = [one for one in question.contestants if isinstance(one, DubovPlayer)]
        self.judge = DubovJudge(players, last_round=question.last_round)
        super().__init__(question, self.judge)
        self.forcer = DubovForcer(self.judge)

    # --- what the system adds to the questions ----------------------------------------------------

    def seats(self) -> Iterator[tuple[int, tuple[int, int | None]]]:
        """Yield every player with the number of their bracket and the opponent.

        The player with the bye is of no bracket: they come before the first.
        """
        for number, bracket in enumerate(self.judge.best):
            for pair in bracket.pairs:
                one, two = self._keys(pair)
                yield one, (number, two)
                yield two, (number, one)
        if self.judge.bye is not None:
            yield self._keys([self.judge.bye])[0], (-1, None)

    def first_group(self, player: int) -> int:
        """Return the number of the bracket in which a player is paired; 0 for the bye."""
        return self.judge.bracket_of.get(self.judge.at[player], 0)

    def worse(self, claim: Claim, one: int, two: int | None) -> Claim | Certificate:
        """Return the claim with what gets worse first with this pair (bye), or why it cannot be."""
        forced = self.forcer.forced(one, two)
        return forced.impossible or self._with(claim, forced)

    def obstacle(self, claim: Claim, one: int, two: int | None) -> Certificate | None:
        """Return why more float up, where the residents left show it."""
        if claim.key != "upfloaters" or two is None:
            return None
        number = self.judge.bracket_of[self.judge.at[one]]
        gone = {self.judge.at[one], self.judge.at[two]}
        others = [at for at in self.judge.best[number].residents if at not in gone]
        return certificate(SomeOf(self.judge.field, others, anyone=True)) if others else None

    def none_at_all(self) -> Certificate | None:
        """Return why the round cannot be paired."""
        return self.judge.why_none()

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the first key in which a legal pairing differs from that of the rules.

        Rule: fide-dubov-2026 3.1.2, 3.2.2.
        """
        difference = self.judge.compare(pairs, bye)
        if difference is not None:
            yield self._with(Claim("differs"), DubovForced(None, difference))

    def _keys(self, places: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.judge.field.players[at].key for at in places)

    def _points(self, number: int) -> int:
        return self.judge.field.scores[self.judge.best[number].residents[0]]

    def _with(self, claim: Claim, forced: DubovForced) -> Claim:
        """Return the claim with the key, the clause and by how much."""
        difference = forced.difference
        assert difference is not None
        number = difference.number
        return replace(
            claim,
            others=claim.others or self._keys(difference.who),
            clause=difference.clause,
            group=None if number is None else self._points(number),
            key=difference.key,
            by=difference.by,
            unit=difference.unit,
            found=difference.own,
            instead=difference.instead,
        )

    # --- a bracket --------------------------------------------------------------------------------

    def group(self, number: int) -> Iterator[Claim]:
        """Yield who is in a bracket, who floats up to it and why, and what its pairs attain.

        Rule: fide-dubov-2026 1.3.1, C5, C6, 3.2.1, 3.2.2.
        """
        bracket = self.judge.best[number]
        points = self._points(number)
        upfloaters = self._keys(bracket.upfloaters)
        yield Claim("group", self._keys(bracket.residents), upfloaters, "1.3.1", points)
        yield from self._room_size(number)
        for player in upfloaters[:UPFLOATERS_AT_MOST]:
            forced = self.forcer.stays(player, number)
            claim = Claim("floats", (player,), clause="C4", group=points)
            yield claim if forced.impossible else self._with(claim, forced)
        if upfloaters[UPFLOATERS_AT_MOST:]:
            yield Claim("not_examined", upfloaters[UPFLOATERS_AT_MOST:], group=points)
        yield self._optimum(number)

    def _room_size(self, number: int) -> Iterator[Claim]:
        """Yield how many float up, and why not fewer.

        Rule: fide-dubov-2026 C4, C5, 3.2.1.
        """
        judge = self.judge
        bracket = self.judge.best[number]
        size = len(bracket.upfloaters)
        residents = bracket.residents
        least = deficiency(judge.field.legal, mask_of(residents))[0]
        reason = "odd" if least == len(residents) % 2 else "inside"
        reason = "below" if size > least else reason
        clause = "C4" if reason == "below" else "C5"
        detail: dict[str, ClaimValue] = {"reason": reason, "size": size}
        yield Claim(
            "room_size",
            self._keys(bracket.upfloaters),
            clause=clause,
            group=self._points(number),
            key="upfloaters",
            detail=detail,
        )
        if reason == "inside":
            shown = certificate(SomeOf(judge.field, residents, anyone=True))
            if shown is not None and shown.kind == "too_few":
                yield proof(shown, judge)

    def _optimum(self, number: int) -> Claim:
        """Return what the pairs of a bracket attain, and the colours that they prefer.

        Rule: fide-dubov-2026 C7, C8, C9, C10.
        """
        judge = self.judge
        bracket = self.judge.best[number]
        values = dict(judge.own(number).values())
        white = sum(judge.field.white >> at & 1 for at in bracket.players)
        detail: dict[str, ClaimValue] = {
            "denied": values["denied"][0],
            "maximum": values["maximum"][0],
            "up_again": values["up_again"][0],
            "want_white": white,
            "want_black": len(bracket.players) - white,
            "no_preference": 0,
            "by_halves": bracket.by_halves,
        }
        return Claim("optimum", clause="3.2.2", group=self._points(number), detail=detail)

    # --- the pairs of a bracket -------------------------------------------------------------------

    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """Yield the two groups, who was shifted, and where a pair stands in the transposition.

        Rule: fide-dubov-2026 3.2.3, 3.2.4, 3.2.5, 4.4.
        """
        bracket = self.judge.best[number]
        points = self._points(number)
        s1 = [one for one, _ in bracket.pairs]
        g2 = sorted(two for _, two in bracket.pairs)
        if any(bracket.shifted):
            leaving = [self._keys(some) for some in bracket.shifted]
            yield Claim("exchange", leaving[0], leaving[1], "3.2.4", points)
        halves: dict[str, ClaimValue] = {"by_halves": bracket.by_halves}
        yield Claim("subset", self._keys(s1), self._keys(g2), "3.2.5", points, detail=halves)
        both = {self.judge.at[player], self.judge.at[opponent]}
        at = next(i for i, pair in enumerate(bracket.pairs) if set(pair) == both)
        one, two = bracket.pairs[at]
        gone = {other for _, other in bracket.pairs[:at]}
        others = [other for other in g2[: g2.index(two)] if other not in gone]
        detail: dict[str, ClaimValue] = {
            "part": "whole",
            "s1_place": at + 1,
            "s2_place": g2.index(two) + 1,
            "first": not others,
            "rating": self.judge.field.players[one].opponents_rating,
        }
        yield Claim("opponent", self._keys((one, two)), clause="4.4", group=points, detail=detail)
        for other in others[:CANDIDATES_AT_MOST]:
            yield self.candidate(*self._keys((one, other)))
        if others[CANDIDATES_AT_MOST:]:
            yield Claim("not_examined", self._keys(others[CANDIDATES_AT_MOST:]), group=points)

    def left_over(self, number: int, player: int) -> Iterator[Claim]:
        """Yield that a player has the bye, and what the bye of another would cost.

        Rule: fide-dubov-2026 3.1.2, 3.1.3, 3.1.4, 3.1.5.
        """
        points = self.judge.field.scores[self.judge.at[player]]
        yield Claim("free", (player,), clause=self.judge.bye_clause, group=points)
        yield from self._other_byes(player)

    def _other_byes(self, free: int) -> Iterator[Claim]:
        """Yield what gets worse when others have the bye, those first who come next."""
        field = self.judge.field
        others: Sequence[DubovPlayer] = sorted(
            (one for one in field.players if one.may_have_bye and one.key != free),
            key=lambda one: (one.points_halves, -one.games, -one.number),
        )
        keys = [one.key for one in others]
        yield from self.why_not_free(keys[:BYES_AT_MOST])
        if keys[BYES_AT_MOST:]:
            yield Claim("not_examined", tuple(keys[BYES_AT_MOST:]))
