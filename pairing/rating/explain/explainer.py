"""Why a round on rating is paired as it is: claims, each derived from the keys of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from pairing.explain.claims import Claim, ClaimValue, proof
from pairing.explain.explainer import Explaining
from pairing.explain.question import Question
from pairing.norms.certificate import Certificate
from pairing.norms.contestants import ToPair
from pairing.norms.criterion import Forced
from pairing.norms.faults import BoardPairs
from pairing.rating.brackets.field import PairedBracket
from pairing.rating.brackets.flow import Undone
from pairing.rating.contestants import by_readings
from pairing.rating.explain.criteria import DROPPED, EDITION_RATING, RatingWay
from pairing.rating.explain.judge import RatingJudge
from pairing.rating.explain.orders import Split
from pairing.rating.explain.readings import Readings
from pairing.rating.explain.what_if import RatingForcer
from pairing.system import Explains

FLOATERS_AT_MOST: Final = 40
"""The keys are computed for at most this many other choices of floaters, the nearest in place."""
CANDIDATES_AT_MOST: Final = 40


class RatingExplainer(Explaining, Explains):
    """Answers questions about one round of the Swiss on rating."""

    complete_clause = "C13"
    forcer: RatingForcer

    def __init__(self, question: Question) -> None:
        """Create an explainer of the round."""
        keys = question.rules.rating
        present = [contestant.key for contestant in question.contestants]
        self.players = by_readings(
            ToPair(question.table, question.rules, present, question.last_round)
        )
        self.judge = RatingJudge(self.players(keys), question.round, keys)
        super().__init__(question, self.judge)
        self.forcer = RatingForcer(self.judge)
        self.readings = Readings(self.judge, self.players)

    # --- answers that the system adds -------------------------------------------------------------

    def seats(self) -> Iterator[tuple[int, tuple[int, int | None]]]:
        """Yield each player with the number of their bracket and their opponent; None: the bye."""
        best = self.judge.best
        for number, treated in enumerate(best):
            for a, b in treated.candidate.pairs if treated.candidate else ():
                one, two = self.keys((a, b))
                yield one, (number, two)
                yield two, (number, one)
        if best:
            yield from ((key, (len(best) - 1, None)) for key in self.keys(best[-1].onward))

    def first_group(self, player: int) -> int:
        """Return the number of the bracket of a player's score."""
        place = self.judge.place[player]
        return next(n for n, t in enumerate(self.judge.best) if place in t.residents)

    def differing(self, claim: Claim, forced: Forced) -> Claim:
        """Return the claim with the first key that gets worse, and last whether that is proved."""
        assert forced.difference is not None
        told = self.told(claim, forced.difference)
        return replace(told, detail={**told.detail, "proved": forced.proved})

    def obstacle(self, claim: Claim, one: int, two: int | None) -> Certificate | None:
        """Return why fewer pairs are made, if a set of players shows it."""
        return self.forcer.obstacle(one, two) if claim.key == "p1" else None

    def none_at_all(self) -> Certificate | None:
        """Return why the round cannot be paired."""
        return self.judge.why_none()

    def impossible(self) -> Iterator[Claim]:
        """Yield the claim that the round cannot be paired, and why.

        The cause may be our reading of C1 alone.

        Rule: knsb-rating-2014 C1, C13.
        """
        if not self.judge.field.size or self.none_at_all() is not None:
            yield from super().impossible()
            return
        yield Claim("impossible", clause="C1")
        yield self.readings.of_the_last_group()

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the first key in which a legal pairing differs from the pairing by the rules.

        Rule: knsb-rating-2014 C.
        """
        difference = self.judge.compare(pairs)
        if difference is not None:
            yield self.told(Claim("differs"), difference)

    # --- parts ------------------------------------------------------------------------------------

    def keys(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return the players at some positions."""
        return tuple(self.judge.field.players[i].key for i in places)

    def points(self, number: int) -> int:
        """Return the score of a bracket."""
        return self.judge.field.points[self.judge.best[number].residents[0]]

    # --- a bracket --------------------------------------------------------------------------------

    def group(self, number: int) -> Iterator[Claim]:
        """Yield the members of a bracket, its downfloaters, and the deciding keys.

        Rule: knsb-rating-2014 A3, C1, C12, C13.
        """
        treated = self.judge.best[number]
        points = self.points(number)
        moved = self.judge.best[number - 1].onward if number else ()
        yield self._who(treated, moved, points)
        for place in treated.bracket.removed:
            yield from self._without_opponent(treated, place, moved)
        if treated.bracket.moved and not treated.bracket.first_m1:
            yield Claim("as_homogeneous", self.keys(treated.bracket.moved), (), "A3", points)
        step = self.judge.wanted.get(number)
        if step is not None:
            yield self._undone(number, step)
        if treated.bracket.last and not treated.bracket.p0:
            # A player left alone at the end has the bye.
            return
        if treated.bracket.players:
            yield from self._level(number, treated)
        if treated.candidate is None:
            yield from self.readings.claims(number, points)
            return
        yield self._optimum(number)
        if not treated.bracket.last and treated.candidate.floaters:
            yield from self._floaters(number)
        yield from self.readings.claims(number, points)

    def _who(self, treated: PairedBracket, moved: Sequence[int], points: int) -> Claim:
        """Rule: knsb-rating-2014 A3, C13."""
        merged = len({self.judge.field.points[i] for i in treated.residents}) > 1
        own = treated.residents
        if merged:
            moved = treated.bracket.moved
            own = tuple(i for i in own if i not in moved)
        clause = "C13" if merged else "A3" if moved else "A2"
        return Claim(
            "group", self.keys(own), self.keys(moved), clause, points, detail={"merged": merged}
        )

    def _without_opponent(
        self, treated: PairedBracket, place: int, moved: Sequence[int]
    ) -> Iterator[Claim]:
        """Rule: knsb-rating-2014 C1, C12."""
        everybody = (*treated.bracket.players, *treated.bracket.removed)
        (player,) = self.keys((place,))
        others = self.keys([i for i in sorted(everybody) if i != place])
        faults = [fault for key in others if (fault := self.judge.fault_of(player, key))]
        met = sum(fault.kind == "met" for fault in faults)
        clauses = ", ".join(sorted({fault.clause for fault in faults})) or "C1"
        detail: dict[str, ClaimValue] = {
            "met": met,
            "colours": len(faults) - met,
            "moved_down": place in moved,
        }
        yield Claim("no_opponent", (player,), others, clauses, detail=detail)

    def _undone(self, number: int, step: Undone) -> Claim:
        """Rule: knsb-rating-2014 C12, C13."""
        old = self.keys(step.before.onward)
        new = self.keys(self.judge.best[number].onward)
        detail: dict[str, ClaimValue] = {"out_of_c1": step.clause == "C12" and step.level is None}
        if step.level is not None:
            detail |= {"m1": step.level.m1, "p1": step.level.p1}
        return Claim("undone", new, old, step.clause, self.points(number), detail=detail)

    def _level(self, number: int, treated: PairedBracket) -> Iterator[Claim]:
        """Rule: knsb-rating-2014 A6, C2, C13, C14a, C14b1, C14b2."""
        bracket = treated.bracket
        level = treated.level
        p1, m1 = (level.p1, level.m1) if level else (0, 0)
        clause = "C2"
        step = self.judge.wanted.get(number)
        before = step.before.level if step is not None and step.clause == "C13" else None
        by_c13 = before is not None and before.p1 > p1
        if by_c13:
            clause = "C13"
        elif p1 < bracket.p0:
            clause = "C14b1" if bracket.first_m1 and m1 else "C14a"
        elif m1 < bracket.first_m1:
            clause = "C14b2"
        detail: dict[str, ClaimValue] = {
            "p0": bracket.p0,
            "m0": len(bracket.moved),
            "p1": p1,
            "m1": m1,
            "wanted_m1": bracket.first_m1,
            "all_pairs": p1 == bracket.p0,
            "by_c13": by_c13,
        }
        yield Claim("level", (), (), clause, self.points(number), detail=detail)
        if p1 < bracket.p0 and not by_c13 and len(bracket.players) % 2 == 0:
            shown = self.judge.why_none(bracket.players)
            if shown is not None and shown.kind == "too_few":
                yield proof(shown, self.judge)

    def _optimum(self, number: int) -> Claim:
        """Return what the pairs of a bracket attain: the least vector, X and Z from X1 and Z1.

        Rule: knsb-rating-2014 A8, B4, B5, B6, C10e, C14a.
        """
        way = self.judge.own(number)
        field = self.judge.field
        x1, z1 = way.lowest_x_z
        wishes = [field.preferences[i].colour for pair in way.pairs for i in pair]
        detail: dict[str, ClaimValue] = {one.key: one.number(way) for one in DROPPED}
        detail |= {
            "x1": x1,
            "z1": z1,
            "odd_round": field.is_odd_round,
            "want_white": wishes.count("W"),
            "want_black": wishes.count("B"),
            "no_preference": wishes.count(None),
        }
        return Claim("optimum", clause="C10", group=self.points(number), detail=detail)

    # --- who floats -------------------------------------------------------------------------------

    def _floaters(self, number: int) -> Iterator[Claim]:
        """Yield the downfloaters, and the keys of other choices that exchange one player.

        Rule: knsb-rating-2014 B5, B6, C10, C12, C13, D1, D2.
        """
        points = self.points(number)
        own = self.judge.own(number)
        taken = self.keys(own.floaters)
        ways, impossible, all_listed = self._other_floaters(number, own)
        differing = [
            ([*map(way.total, EDITION_RATING.criteria)], way, difference)
            for way in ways
            if (difference := self.judge.compare_ways(number, own, way)) is not None
        ]
        differing.sort(key=lambda entry: entry[0])
        detail: dict[str, ClaimValue] = {"all_listed": all_listed}
        if not differing:
            yield Claim("only_room", taken, group=points, detail=detail)
        for at, (_, way, difference) in enumerate(differing):
            room = self.keys(way.floaters)
            kind, who, others = ("other_room", room, taken) if at else ("waits", taken, room)
            yield self.told(Claim(kind, who, others, detail=detail), difference)
        for floaters in impossible:
            yield Claim(
                "impossible_room", self.keys(floaters), (), "C6", points, detail={"fails": "level"}
            )

    def _other_floaters(
        self, number: int, own: RatingWay
    ) -> tuple[list[RatingWay], list[tuple[int, ...]], bool]:
        treated = self.judge.best[number]
        bracket = treated.bracket
        level = treated.level
        assert level is not None
        choices = sorted(
            (abs(out - i), out, i)
            for out in own.floaters
            for i in bracket.players
            if i not in own.floaters
        )
        ways: list[RatingWay] = []
        impossible: list[tuple[int, ...]] = []
        for _, out, i in choices[:FLOATERS_AT_MOST]:
            floaters = tuple(sorted({*own.floaters, i} - {out}))
            candidate = self.judge.solver.with_floaters(bracket, level, floaters)
            if candidate is None:
                impossible.append(floaters)
            else:
                ways.append(self.judge.way(number, candidate.pairs))
        all_listed = len(own.floaters) == 1 and len(choices) <= FLOATERS_AT_MOST
        return ways, impossible, all_listed

    # --- the pairs of a bracket -------------------------------------------------------------------

    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """Yield the place of a pair in the order of generation, and the opponents before it.

        Rule: knsb-rating-2014 C6, C7, C8a, C8b, D1.1, D1.2, D2, D3.
        """
        treated = self.judge.best[number]
        points = self.points(number)
        split = self.judge.own(number).order
        both = {self.judge.place[player], self.judge.place[opponent]}
        in_moved = bool(both & {*split.moved_s1}) and bool(both & {*split.moved_opponents})
        s1, s2, opponents = (
            (split.moved_s1, split.moved_s2, split.moved_opponents)
            if in_moved
            else (split.s1, split.s2, split.opponents)
        )
        at = next(k for k, i in enumerate(s1) if i in both and opponents[k] in both)
        if in_moved and len(split.moved_s1) < len(treated.bracket.moved):
            left = [i for i in treated.bracket.moved if i not in split.moved_s1]
            yield Claim("subset", self.keys(split.moved_s1), self.keys(left), "D3", points)
        if split.out and not in_moved:
            yield Claim("exchange", self.keys(split.out), self.keys(split.into), "D2", points)
        detail: dict[str, ClaimValue] = {
            "part": "moved" if in_moved else "rest" if split.moved_s1 else "whole",
            "s1_place": at + 1,
            "s2_place": s2.index(opponents[at]) + 1,
        }
        others = self._earlier(
            split, one=s1[at], two=opponents[at], s2=s2, gone={*opponents[:at]}, in_moved=in_moved
        )
        detail["first"] = not others
        clause = "D1.2" if in_moved else "D1.1"
        yield Claim(
            "opponent",
            self.keys((s1[at], opponents[at])),
            clause=clause,
            group=points,
            detail=detail,
        )
        for i in others[:CANDIDATES_AT_MOST]:
            yield self.candidate(*self.keys((s1[at], i)))
        if others[CANDIDATES_AT_MOST:]:
            yield Claim("not_examined", self.keys(others[CANDIDATES_AT_MOST:]), group=points)

    def _earlier(
        self, split: Split, *, one: int, two: int, s2: Sequence[int], gone: set[int], in_moved: bool
    ) -> list[int]:
        """Return the opponents before theirs: higher in S2, or without the exchange made."""
        before = s2[: s2.index(two)]
        others = [i for i in before if i not in gone]
        if split.out and not in_moved:
            against = split.first_s2 if one in split.first_s1 else split.first_s1
            others += [i for i in against if i not in others and i not in (one, two)]
        return sorted(others)

    def left_over(self, number: int, player: int) -> Iterator[Claim]:
        """Yield that the last bracket leaves this player over, and the cost of another's bye.

        Rule: knsb-rating-2014 A5, B1b.
        """
        yield Claim("free", (player,), clause="A5", group=self.points(number))
        others = [
            key
            for key in self.keys(self.judge.best[number].bracket.players)
            if key != player and self.judge.may_have_bye(key)
        ]
        yield from self.why_not_free(reversed(others[-CANDIDATES_AT_MOST:]))
