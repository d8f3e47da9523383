"""The best pairing under a condition: two meet or do not, one has the bye or not, or stays here.

A condition takes away pairs from those that are legal. The brackets above the first that must
change are kept. That one is paired in the best way, by its keys, that leaves everybody below a
complete pairing within the condition; so every pairing within it is worse by this key at least.

Only C8 looks beyond the condition: how the next bracket can do at best is what it always was. Where
the engine, held to the condition, floats as many players with the same scores, the bracket is
paired anew without the condition below it; and where those who then float cannot be completed
within the condition, anew with one of them held here, until they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import takewhile
from typing import Final

from pairing.fide.players import FidePlayer
from pairing.fide.some_of import SomeOf
from pairing.fide_dutch.explain.judge import DutchJudge, DutchWay
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.scene import DutchBracket
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.criterion import Forced

TRIED_AT_MOST: Final = 50
"""Up to so many sets of floaters are paired anew in one bracket."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Whom players may not meet, by place, though it is legal, and who may not have the bye."""

    apart: Mapping[int, frozenset[int]] = field(default_factory=dict)
    no_bye: frozenset[int] = frozenset()

    def with_held(self, players: Iterable[int], others: frozenset[int]) -> Condition:
        """Return the condition with these players kept from others and from the bye."""
        held = frozenset(players)
        apart = {i: self.apart.get(i, frozenset()) | others for i in held}
        return Condition({**self.apart, **apart}, self.no_bye | held)

    def with_apart(self, players: Iterable[int], others: frozenset[int]) -> Condition:
        """Return the condition with these players kept from others."""
        return Condition(self.with_held(players, others).apart, self.no_bye)

    def held(self, here: frozenset[int], everybody: frozenset[int]) -> frozenset[int]:
        """Return those who can only be paired with some players here."""
        return frozenset(
            i
            for i, others in self.apart.items()
            if i in here and i in self.no_bye and everybody - others <= here
        )

    def inside(self, here: frozenset[int], everybody: frozenset[int]) -> Condition:
        """Return what it says of pairs among some players, and of those who are held by them."""
        held = self.held(here, everybody)
        apart = {
            i: others if i in held else others & here
            for i, others in self.apart.items()
            if i in here
        }
        return Condition(apart, held)

    def is_settled_by(self, here: frozenset[int], everybody: frozenset[int]) -> bool:
        """Tell whether it leaves the players below a bracket as they are: C8 is the same."""
        held = self.held(here, everybody)
        return self.no_bye <= held and all(
            i in held or (i in here and others <= here) for i, others in self.apart.items()
        )


class DutchForcer:
    """Answers for one judged round, as often as asked; players by key."""

    def __init__(self, judge: DutchJudge) -> None:
        """Take the judge, whose round the engine has paired."""
        self.judge = judge
        self.everybody = frozenset(range(judge.field.size))
        self._known: dict[tuple[str, int, int | None], Forced] = {}

    # --- the questions ----------------------------------------------------------------------------

    def forced(self, one: int, two: int | None) -> Forced:
        """Return what gets worse first when `one` meets `two` (None: has the bye).

        The two must be a legal pair, or `one` be allowed the bye.

        Rule: fide-dutch-2026 C5, 3.8.
        """
        both = frozenset(self.judge.at[key] for key in (one, two) if key is not None)
        question = ("forced", one, two)
        if question not in self._known:
            others = self.everybody - both
            condition = Condition().with_held(both, others)
            if two is None:
                condition = Condition(condition.apart, others)
            left = SomeOf(self.judge.field, sorted(others))
            self._known[question] = self._under(condition, left)
        return self._known[question]

    def apart(self, one: int, two: int | None) -> Forced:
        """Return what gets worse first when two do not meet (None: one does not have the bye).

        Rule: fide-dutch-2026 C5, 3.8.
        """
        a = self.judge.at[one]
        if two is None:
            return self._under(Condition(no_bye=frozenset({a})))
        return self._under(Condition({a: frozenset({self.judge.at[two]})}))

    def stays(self, one: int, number: int) -> Forced:
        """Return what gets worse first when a player is paired in a bracket of the engine's.

        Rule: fide-dutch-2026 C6, C7, 3.8.
        """
        question = ("stays", one, number)
        if question not in self._known:
            below = self.everybody - frozenset(self.judge.best[number].bracket.players)
            held = Condition().with_held([self.judge.at[one]], below)
            self._known[question] = self._under(held)
        return self._known[question]

    def obstacle(self, one: int, two: int | None) -> Certificate | None:
        """Return why more float where two meet (None: `one` has the bye), where players show it.

        Either the others of the bracket cannot make another pair, where one of them at most is left
        over then, or those below it cannot be paired among themselves.

        Rule: fide-dutch-2026 C4, C6.
        """
        judge = self.judge
        difference = self.forced(one, two).difference
        assert difference is not None
        assert difference.number is not None
        here = judge.best[difference.number].bracket.players
        gone = {judge.at[key] for key in (one, two) if key is not None}
        others = [i for i in here if i not in gone]
        inside_too = len(here) - len(others)
        spare = difference.instead - (inside_too == 1) - 2
        if not len(others) % 2 <= spare <= 1:
            return None
        shown = certificate(SomeOf(judge.field, others, anyone=True))
        below = [i for t in judge.best[difference.number + 1 :] for i in t.bracket.residents]
        below = [i for i in below if i not in gone]
        if shown or spare or (two is None and len(below) % 2):
            return shown
        return judge.why_none(below)

    # --- the answer -------------------------------------------------------------------------------

    def _under(self, condition: Condition, left: SomeOf | None = None) -> Forced:
        """Return what gets worse first under a condition; `left` are those who must be paired."""
        judge = self.judge
        held = self._field(sorted(self.everybody), condition)
        if not judge.rules.opens(held):
            shown = certificate(left or SomeOf(held, self.everybody))
            assert shown is not None, "without a complete pairing there is a reason"
            return Forced(shown, None)
        if held.pab_score != judge.field.pab_score:
            assert held.pab_score is not None
            return Forced(None, judge.of_bye((held.pab_score,)))
        broken = self._first_broken(held)
        if broken is None:
            return Forced(None, None)
        number = next(n for n in range(broken, -1, -1) if held.completes(held.mask(self._from(n))))
        way, proved = self._best(number, condition, held)
        difference = judge.compare_ways(number, judge.own(number), way)
        assert difference is not None, "the engine's pairs cannot be kept"
        return Forced(None, difference, proved)

    def _first_broken(self, held: DutchField) -> int | None:
        """Return the first bracket of the engine's with a pair that is not within the condition."""
        for number, treated in enumerate(self.judge.best):
            if any(not held.legal[i] >> j & 1 for i, j in treated.pairs):
                return number
        last = len(self.judge.best) - 1
        free = self.judge.best[last].floaters
        return None if all(held.legal[held.seat] >> i & 1 for i in free) else last

    def _below(self, number: int) -> tuple[int, ...]:
        """Return everybody below a bracket."""
        bracket = self.judge.best[number].bracket
        return (*bracket.following, *bracket.lower)

    def _from(self, number: int) -> tuple[int, ...]:
        """Return everybody in a bracket and below it."""
        return (*self.judge.best[number].bracket.players, *self._below(number))

    def _best(self, number: int, condition: Condition, held: DutchField) -> tuple[DutchWay, bool]:
        """Return the best way to pair a bracket under a condition, and whether that is proved.

        Rule: fide-dutch-2026 C8, 3.8.
        """
        judge = self.judge
        bracket = self.judge.best[number].bracket
        pairs = self._paired(number, condition)
        assert pairs is not None, "the brackets above leave a complete pairing"
        way = judge.way(number, pairs)
        difference = judge.compare_ways(number, judge.own(number), way)
        here = frozenset(bracket.players)
        before = takewhile(lambda one: "of_over" not in one.channels, judge.edition.criteria)
        settled = judge.rules.weighs_all and condition.is_settled_by(here, self.everybody)
        if (
            difference is None
            or difference.key in {one.key for one in before}
            or not bracket.following
            or settled
        ):
            return way, True
        best = self._searched(number, condition.inside(here, self.everybody), held)
        return (way, False) if best is None else (best, True)

    def _searched(self, number: int, first: Condition, held: DutchField) -> DutchWay | None:
        """Return the best way whose floaters can be completed; None: too many were tried.

        The sets of floaters other than some of as many players are parted by the first of these who
        is not among them.
        """
        here = frozenset(self.judge.best[number].bracket.players)
        below = self._below(number)
        waiting: list[tuple[list[tuple[int, ...]], int, DutchWay, Condition, frozenset[int]]] = []
        tried = 0

        def add(condition: Condition, floating: frozenset[int]) -> None:
            nonlocal tried
            tried += 1
            pairs = self._paired(number, condition, completed=False)
            if pairs is not None:
                way = self.judge.way(number, pairs)
                values = [value for _, value in self.judge.values(number, way)]
                heappush(waiting, (values, tried, way, condition, floating))

        add(first, frozenset())
        while waiting and tried <= TRIED_AT_MOST:
            _, _, way, condition, floating = heappop(waiting)
            if held.completes(held.mask((*way.floaters, *below))):
                return way
            free = [i for i in way.floaters if i not in floating]
            for at, i in enumerate(free):
                gone = floating.union(free[:at])
                outside = self.everybody - here
                add(condition.with_held([i], outside).with_apart(free[:at], here), gone)
        return None

    def _paired(self, number: int, condition: Condition, *, completed: bool = True) -> Pairs | None:
        """Return a bracket as the engine pairs it under a condition; None: it cannot be completed.

        Moved-down players do not meet each other. `completed`: those below are held to it too.
        """
        bracket = self.judge.best[number].bracket
        places = sorted(self._from(number))
        at = {i: new for new, i in enumerate(places)}
        moved = frozenset(bracket.moved)
        part = self._field(places, condition.with_apart(moved, moved))
        judge = self.judge
        if not judge.rules.opens(part) or part.pab_score != judge.field.pab_score:
            return None

        def there(some: Iterable[int]) -> tuple[int, ...]:
            return tuple(at[i] for i in some)

        held = there(condition.held(frozenset(bracket.players), self.everybody))
        asked = DutchBracket(
            moved=there(bracket.moved),
            residents=there(bracket.residents),
            following=there(bracket.following),
            lower=there(bracket.lower),
            kind=bracket.kind,
        )
        pairs = judge.rules.under(part, asked, held, completed)
        return tuple((places[i], places[j]) for i, j in pairs)

    def _field(self, places: Iterable[int], condition: Condition) -> DutchField:
        """Return a field of some players under a condition."""
        players = self.judge.field.players

        def held(i: int) -> FidePlayer:
            barred = frozenset(players[j].key for j in condition.apart.get(i, ()) if j != i)
            return replace(
                players[i],
                barred=players[i].barred | barred,
                may_have_bye=players[i].may_have_bye and i not in condition.no_bye,
            )

        return self._of([held(i) for i in places])

    def _of(self, players: Sequence[FidePlayer]) -> DutchField:
        """Return a field of some players of the round."""
        return DutchField(players, self.judge.field.initial)
