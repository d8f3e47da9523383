"""The best pairing on rating in which two given players meet, or one has the bye.

The two may play nobody else, in a copy of the field; all else stays as it is. The brackets above
the first that has to change are kept. That one is treated in the best way, by its keys, that leaves
everybody below it a complete pairing. So each complete pairing with these two is worse by this key
at least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from math import comb
from typing import Final

from pairing.norms.certificate import Certificate, certificate
from pairing.norms.criterion import Forced
from pairing.rating.brackets.bracket import Exact
from pairing.rating.brackets.field import Candidate, Level, RatingField
from pairing.rating.brackets.flow import Accept
from pairing.rating.explain.criteria import RatingWay
from pairing.rating.explain.judge import RatingJudge, some_of

LISTED_AT_MOST: Final = 2_000
"""At most this many sets of floaters are tried."""


class RatingForcer:
    """Answers for one judged round; it can be asked any number of times."""

    def __init__(self, judge: RatingJudge) -> None:
        """Keep the judge, whose round the engine has paired."""
        self.judge = judge

    @cached_property
    def paired_in(self) -> dict[int, int]:
        """Return the number of the bracket in which the engine pairs each player, by position."""
        return {
            i: number
            for number, treated in enumerate(self.judge.best)
            if treated.candidate
            for pair in treated.candidate.pairs
            for i in pair
        }

    def forced(self, one: int, two: int | None) -> Forced:
        """Return the first key that gets worse when `one` meets `two` (None: has the bye), by key.

        The two must be a legal pair that the engine does not make, or `one` be allowed the bye.

        Rule: knsb-rating-2014 C.
        """
        judge = self.judge
        places = [judge.place[key] for key in (one, two) if key is not None]
        run = _Run(judge, _forced_field(judge, places))
        last = len(judge.best) - 1
        begin = min(self.paired_in.get(place, last) for place in places)
        for number in range(begin, -1, -1):
            if run.completes(number):
                way = run.best(number)
                difference = judge.compare_ways(number, judge.own(number), way)
                assert difference is not None, "the engine's treatment cannot be kept"
                return Forced(None, difference, run.proved)
        left = [i for i in range(judge.field.size) if i not in places]
        proof = certificate(some_of(run.field, left))
        assert proof is not None
        return Forced(proof, None)

    def obstacle(self, one: int, two: int | None) -> Certificate | None:
        """Return why fewer pairs are made when two meet, if a set of players shows it.

        `two` is None when `one` has the bye. Either the others of the bracket cannot make another
        pair, as at most one of them would then be left over, or those below it cannot be paired
        among themselves.

        Rule: knsb-rating-2014 C13, C14a.
        """
        judge = self.judge
        difference = self.forced(one, two).difference
        assert difference is not None
        assert difference.number is not None
        treated = judge.best[difference.number]
        places = {judge.place[key] for key in (one, two) if key is not None}
        others = [i for i in treated.bracket.players if i not in places]
        pairs = difference.instead - (len(treated.bracket.players) - len(others) == 2)
        spare = len(others) - 2 * pairs - 2
        if not len(others) % 2 <= spare <= 1:
            return None
        inside = certificate(some_of(judge.field, others, anyone=True))
        below = [i for t in judge.best[difference.number + 1 :] for i in t.residents]
        below = [i for i in below if i not in places]
        if inside or spare or treated.bracket.removed or (two is None and len(below) % 2):
            return inside
        return judge.why_none(below)


def _forced_field(judge: RatingJudge, places: Sequence[int]) -> RatingField:
    """Return a copy of the field in which these two can only meet, or `one` only have the bye."""
    keys = {p.key for p in judge.field.players}
    forced = {judge.field.players[place].key for place in places}
    players = []
    for at, player in enumerate(judge.field.players):
        met = player.met
        bye = player.may_have_bye
        if at in places:
            met = frozenset(keys - forced)
        if len(places) == 1 or at in places:
            bye = len(places) == 1 and at in places
        players.append(replace(player, met=met, may_have_bye=bye))
    return RatingField(players, judge.number, judge.field.readings)


class _Run:
    """One forced field, bracket by bracket."""

    def __init__(self, judge: RatingJudge, field: RatingField) -> None:
        self.judge = judge
        self.field = field
        self.solver = Exact(field)
        self.proved = True

    def below(self, number: int) -> tuple[int, ...]:
        """Return the players of the brackets below one, except those moved down."""
        return tuple(i for t in self.judge.best[number + 1 :] for i in t.residents)

    def completes(self, number: int) -> bool:
        """Return whether the brackets above this one can stay as they are."""
        bracket = self.judge.best[number].bracket
        here = (*bracket.players, *bracket.removed)
        return self.solver.completes(tuple(sorted({*here, *self.below(number)})))

    def _completes(self, number: int, floaters: tuple[int, ...]) -> bool:
        removed = self.judge.best[number].bracket.removed
        return self.solver.completes(tuple(sorted({*floaters, *removed, *self.below(number)})))

    def best(self, number: int) -> RatingWay:
        """Return the best treatment of a bracket that leaves the others a complete pairing.

        Rule: knsb-rating-2014 C12, C13, C14a, C14b1, C14b2.
        """
        how = self.judge.best[number].how
        own = self.judge.level(number)
        for wanted in self._wishes(number):
            for level in self._levels(number):
                if wanted is not None and how == "C12" and level != own:
                    break
                bracket_pairs = self._first(number, level, wanted)
                if bracket_pairs is not None:
                    return self.judge.way(number, bracket_pairs.pairs)
        raise AssertionError("the brackets above left a complete pairing")

    def _levels(self, number: int) -> Iterator[Level]:
        """Yield M1 and P1 from those of the engine on, least bad first.

        More pairs than the engine's P1 are worse than none, and none is always possible: all float.
        """
        bracket = self.judge.best[number].bracket
        own = self.judge.level(number)
        for count in range(own.m1, -1, -1):
            if self.solver.reached(bracket, count):
                least = own.p1 if bracket.last else count
                yield from (Level(count, pairs) for pairs in range(own.p1, least - 1, -1))

    def _wishes(self, number: int) -> Iterator[Accept | None]:
        step = self.judge.wanted.get(number)
        if step is not None:
            yield step.accept
        yield None

    def _first(self, number: int, level: Level, wanted: Accept | None) -> Candidate | None:
        bracket = self.judge.best[number].bracket
        if level.p1 == 0:
            done = self._completes(number, bracket.players)
            return Candidate((), bracket.players, (0,) * 8) if done else None
        candidate = self.solver.first(bracket, level)
        if candidate is None or bracket.last:
            return candidate

        def accept(floaters: tuple[int, ...]) -> bool:
            return (wanted is None or wanted(floaters)) and self._completes(number, floaters)

        if accept(candidate.floaters):
            return candidate
        spare = len(bracket.players) - 2 * level.p1
        if comb(len(bracket.players), spare) <= LISTED_AT_MOST:
            return self.solver.first(bracket, level, accept)
        self.proved = False
        near = {candidate.floaters}
        for out in candidate.floaters:
            for i in bracket.players:
                if i not in candidate.floaters:
                    near.add(tuple(sorted({*candidate.floaters, i} - {out})))
        return self.solver.first(bracket, level, lambda f: f in near and accept(f))
