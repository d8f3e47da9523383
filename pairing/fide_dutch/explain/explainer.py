"""Why a round of FIDE's Dutch System is paired as it is: claims, each from the judge's keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.question import Question
from pairing.fide.contestants import initial_colour
from pairing.fide.explainer import (
    BYES_AT_MOST,
    FideExplainer,
)
from pairing.fide.players import FidePlayer
from pairing.fide.some_of import SomeOf
from pairing.fide_dutch.engine import RULES_2026
from pairing.fide_dutch.explain.judge import DutchJudge
from pairing.fide_dutch.explain.orders import DutchOrder
from pairing.fide_dutch.explain.what_if import DutchForcer
from pairing.fide_dutch.rules import DutchRules
from pairing.graphs.matching import maximum_matching
from pairing.norms.certificate import Certificate


class DutchExplainer(FideExplainer):
    """Answers questions about one round of FIDE's Dutch System."""

    judge: DutchJudge
    forcer: DutchForcer

    def __init__(self, question: Question, rules: DutchRules = RULES_2026) -> None:
        """Take the round, and the rules by which it is paired."""
        forcer = self.forcer_of(question, rules)
        super().__init__(question, forcer.judge, forcer)

    def forcer_of(self, question: Question, rules: DutchRules) -> DutchForcer:
        """Return what answers questions about the round as it was judged."""
        players = [one for one in question.contestants if isinstance(one, FidePlayer)]
        initial = initial_colour(question.table, question.rules)
        return DutchForcer(DutchJudge(players, initial, rules))

    # --- what the system adds to the questions ----------------------------------------------------

    def seats(self) -> Iterator[tuple[int, tuple[int, int | None]]]:
        """Yield every player with the number of their bracket and the opponent; None: the bye."""
        yield from super().seats()
        best = self.judge.best
        if best:
            yield from ((key, (len(best) - 1, None)) for key in self.keys(best[-1].floaters))

    def obstacle(self, claim: Claim, one: int, two: int | None) -> Certificate | None:
        """Return why more float, where players show it."""
        return self.forcer.obstacle(one, two) if claim.key == "floaters" else None

    # --- a bracket --------------------------------------------------------------------------------

    def group(self, number: int) -> Iterator[Claim]:
        """Who is in a bracket, who floats down from it, and by which keys.

        Rule: fide-dutch-2026 1.3, C6, C7, C8.
        """
        treated = self.judge.best[number]
        points = self.points(number)
        bracket = treated.bracket
        residents = self.keys(bracket.residents)
        moved = self.keys(bracket.moved)
        detail: dict[str, ClaimValue] = {"bracket": self.kind_of(number)}
        yield Claim("group", residents, moved, self.edition.bracket, points, detail=detail)
        yield from self._room_size(number)
        if treated.pairs:
            yield self._optimum(number)
        if number < len(self.judge.best) - 1:
            yield from self._floaters(number)

    def kind_of(self, number: int) -> str:
        """Return whether a bracket of 2017 is the penultimate one, or all below that together.

        Rule: fide-dutch-2017 A3, A9.
        """
        best = self.judge.best
        if number and best[number - 1].bracket.kind == "penultimate":
            return "collapsed"
        return "penultimate" if best[number].bracket.kind == "penultimate" else "ordinary"

    def _room_size(self, number: int) -> Iterator[Claim]:
        """How many pairs there are and how many float, and why not fewer.

        Rule: fide-dutch-2026 C4, C5, C6.
        """
        judge = self.judge
        treated = self.judge.best[number]
        players = treated.bracket.players
        floaters = treated.floaters
        moved = (1 << len(treated.bracket.moved)) - 1
        graph = SomeOf(judge.field, players).adjacency(range(len(players)))
        graph = [mask & ~moved if moved >> at & 1 else mask for at, mask in enumerate(graph)]
        least = sum(mate < 0 for mate in maximum_matching(graph))
        odd = len(players) % 2
        reason = "odd" if least == odd else "inside"
        if len(floaters) > least:
            reason = "below" if least == odd else "both"
            if judge.fewest_floaters(number) < len(floaters):
                reason = "bye"
        fewest = self.edition.named["floaters"].clause
        clause = {"below": "C4", "both": "C4", "bye": "C5"}.get(reason, fewest)
        last = number == len(judge.best) - 1
        pairs = len(treated.pairs)
        yield from self.size(number, floaters, reason, clause, players, pairs=pairs, last=last)

    def _optimum(self, number: int) -> Claim:
        """What the pairs of a bracket attain: each key, and the colours that they prefer.

        Rule: fide-dutch-2026 C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21.
        """
        way = self.judge.own(number)
        wishes = [self.judge.field.wishes[i].colour for pair in way.pairs for i in pair]
        return self.attained(
            number,
            next_least=self.edition.named["next_floaters"].least(way),
            want_white=wishes.count("W"),
            want_black=wishes.count("B"),
            no_preference=wishes.count(None),
        )

    def _floaters(self, number: int) -> Iterator[Claim]:
        """Who floats down, and what gets worse first when they stay.

        Rule: fide-dutch-2026 C4, C6, C7, C8, 3.8.
        """
        treated = self.judge.best[number]
        if len(treated.bracket.players) > 1:
            yield from self.floating(number, treated.floaters)

    def floats(self, number: int, player: int) -> Claim:
        """Return what gets worse first when a player stays, or that they may meet nobody here."""
        alone = self._no_opponent(number, player)
        if alone is not None:
            return alone
        claim = super().floats(number, player)
        if claim.key is None:
            return claim
        above = claim.group != self.points(number)
        return replace(claim, detail={**claim.detail, "above": above})

    def _no_opponent(self, number: int, player: int) -> Claim | None:
        """That somebody may meet nobody of a bracket; None where they may.

        Rule: fide-dutch-2026 C1, C3, 3.3.
        """
        bracket = self.judge.best[number].bracket
        place = self.judge.at[player]
        here = bracket.residents if place in bracket.moved else bracket.players
        others = self.keys([i for i in here if i != place])
        faults = [self.judge.fault_of(player, other) for other in others]
        if not all(faults):
            return None
        clauses = ", ".join(sorted({fault.clause for fault in faults if fault}))
        return Claim("no_opponent", (player,), others, clauses, self.points(number))

    # --- the pairs of a bracket -------------------------------------------------------------------

    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """Where a pair stands in the order of candidates, and who would have come before.

        Rule: fide-dutch-2026 3.2, 3.3, 3.8, 4.2, 4.3, 4.4.
        """
        bracket = self.judge.best[number].bracket
        points = self.points(number)
        order = self.judge.own(number).order
        named = self.edition.named
        both = {self.judge.at[player], self.judge.at[opponent]}
        one = min(both)
        two = max(both)
        in_moved = one in order.moved_s1
        if in_moved and len(order.moved_s1) < len(bracket.moved):
            limbo = [i for i in bracket.moved if i not in order.moved_s1]
            clause = named["moved_s1"].clause
            yield Claim("subset", self.keys(order.moved_s1), self.keys(limbo), clause, points)
        if order.out and not in_moved:
            clause = named["exchange"].clause
            yield Claim("exchange", self.keys(order.out), self.keys(order.into), clause, points)
        s1 = order.s1_after
        s2 = order.s2_after
        opponents = order.opponents
        if in_moved:
            s1 = order.moved_s1
            s2 = bracket.residents
            opponents = order.moved_opponents
        at = s1.index(one)
        others = self._earlier(order, (one, two), s2, {*opponents[:at]}, in_moved)
        yield from self.met(
            number,
            (one, two),
            others,
            "moved_opponents" if in_moved else "opponents",
            part="moved" if in_moved else "rest" if order.moved_s1 else "whole",
            s1_place=at + 1,
            s2_place=s2.index(two) + 1,
            first=not others,
        )

    def _earlier(
        self,
        order: DutchOrder,
        pair: tuple[int, int],
        s2: Sequence[int],
        gone: set[int],
        in_moved: bool,
    ) -> list[int]:
        """Who would have come before the opponent: higher in S2, or without the exchange made."""
        one, two = pair
        others = [i for i in s2[: s2.index(two)] if i not in gone]
        if order.out and not in_moved:
            against = order.s2 if one in order.s1 else order.s1
            others += [i for i in against if i not in others and i not in (one, two)]
        return sorted(others)

    def left_over(self, number: int, player: int) -> Iterator[Claim]:
        """That the last bracket leaves this player over, and what the bye of another would cost.

        Rule: fide-dutch-2026 C2, C5, C9.
        """
        if player == self.judge.bye:
            yield from super().left_over(number, player)
            return
        yield Claim("free", (player,), clause=self.judge.bye_clause, group=self.points(number))
        others = [
            key
            for key in self.keys(self.judge.best[number].bracket.players)
            if key != player and self.judge.may_have_bye(key)
        ]
        yield from self.why_not_free(reversed(others[-BYES_AT_MOST:]))
