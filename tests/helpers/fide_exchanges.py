"""What must hold of any best pairing of FIDE's systems: exchanges of opponents, judged by the text.

The literal programs are too slow to pair a round of more than twelve players, but not to judge two
pairings of it: which is the better in the first bracket where they differ, or comes first of equal
ones. Only whether players can be paired at all, and how well, is asked of networkx instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import networkx as nx

from pairing.norms.model import Pairing
from tests.oracles.fide_burstein_text import BursteinText
from tests.oracles.fide_dubov_text import DubovText
from tests.oracles.fide_dutch_text import DutchText

Pair = frozenset[int]
Pairs = frozenset[Pair]
Key = tuple[Any, ...]

FREE = -1
"""The opponent of who has the bye."""


class Judged(NamedTuple):
    """What two pairings are worth in the first bracket where they differ, smaller is better."""

    own: Key
    other: Key


def pairs_of(pairing: Pairing) -> Pairs:
    """Return who meet, by key; who has the bye meets FREE."""
    free = [] if pairing.bye is None else [frozenset((pairing.bye, FREE))]
    return frozenset([*(frozenset((one.white, one.black)) for one in pairing.boards), *free])


def exchanged(pairs: Pairs, chance: Random, of_three: int) -> Iterator[Pairs]:
    """Yield each exchange of two pairs, and some exchanges of three pairs in which no pair stays."""
    ordered = sorted(pairs, key=sorted)
    chosen: list[tuple[Pair, ...]] = [*combinations(ordered, 2)]
    if len(ordered) > 2:
        chosen += [tuple(chance.sample(ordered, 3)) for _ in range(of_three)]
    for some in chosen:
        for others in _matchings(sorted(frozenset().union(*some))):
            if others.isdisjoint(some):
                yield pairs.difference(some) | others


def _matchings(players: Sequence[int]) -> Iterator[Pairs]:
    if not players:
        yield frozenset()
        return
    one, *rest = players
    for two in rest:
        for others in _matchings([three for three in rest if three != two]):
            yield others | {frozenset((one, two))}


def cheapest(
    players: Collection[int],
    may_meet: Callable[[int, int], bool],
    cost: Callable[[int, int], int] = lambda *_: 0,
) -> int | None:
    """Return what a complete pairing of some players costs at least; None: there is none."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(players)
    for one, two in combinations(sorted(players), 2):
        if may_meet(one, two):
            graph.add_edge(one, two, weight=1 - cost(one, two))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return sum(cost(*pair) for pair in found) if 2 * len(found) == len(players) else None


def _within(pairs: Iterable[Pair], here: Collection[int]) -> Pairs:
    return frozenset(pair for pair in pairs if pair <= set(here))


class ByText:
    """Judges pairings of a round of the Burstein System, whose text is not run."""

    text: Any

    def __init__(self, text: BursteinText) -> None:
        """Take the text."""
        self._take(text, [one.person.key for one in text.players])
        text.complete = cache(lambda mask: self.completes(_places(mask)))

    def _take(self, text: Any, keys: Sequence[int]) -> None:
        self.text = text
        self.at = {key: at for at, key in enumerate(keys)} | {FREE: FREE}

    def may_meet(self, one: int, two: int) -> bool:
        """Tell whether two places may meet."""
        return bool(self.text.legal[one] >> two & 1)

    def may_have_bye(self, one: int) -> bool:
        """Tell whether a place may have the bye."""
        return bool(self.text.may_have_bye(one))

    def completes(self, places: Collection[int]) -> bool:
        """Tell whether some places can all be paired."""
        return cheapest(places, self.may_meet) is not None

    def is_legal(self, pairs: Pairs) -> bool:
        """Tell whether everybody may meet whom they meet."""
        for pair in pairs:
            one, two = sorted(self.at[key] for key in pair)
            if not (self.may_have_bye(two) if one == FREE else self.may_meet(one, two)):
                return False
        return True

    def judge(self, own: Pairs, other: Pairs) -> Judged:
        """Judge two complete pairings, by key; they must differ."""
        mine, theirs = (
            frozenset(frozenset(self.at[key] for key in pair) for pair in pairs)
            for pairs in (own, other)
        )
        free, other_free = (
            next((at for pair in pairs if FREE in pair for at in pair - {FREE}), None)
            for pairs in (mine, theirs)
        )
        if free is not None and other_free is not None:
            orders = self.bye_order(free), self.bye_order(other_free)
            if orders[0] != orders[1]:
                return Judged(*orders)
        return self.in_brackets(mine, theirs, free)

    def bye_order(self, at: int) -> Key:
        """Return where a place stands in the order for the bye."""
        order: Key = self.text.bye_order(at)
        return order

    def in_brackets(self, mine: Pairs, theirs: Pairs, free: int | None) -> Judged:
        """Judge two pairings, by place, in the first bracket where they differ."""
        scores = [player.score for player in self.text.players]
        moved: tuple[int, ...] = ()
        left = [at for at in range(len(scores)) if at != self.out(free)]
        for score in sorted({scores[at] for at in left}, reverse=True):
            residents = tuple(at for at in left if scores[at] == score)
            below = tuple(at for at in left if scores[at] < score)
            here = tuple(sorted((*moved, *residents)))
            both = _within(mine, here), _within(theirs, here)
            if both[0] != both[1]:
                keys = (self.key(moved, residents, below, pairs) for pairs in both)
                return Judged(*keys)
            moved = tuple(at for at in here if not any(at in pair for pair in both[0]))
        raise AssertionError("they differ nowhere")

    def out(self, free: int | None) -> int | None:
        """Return who of the players is in no bracket."""
        return free

    def key(
        self,
        moved: tuple[int, ...],
        residents: tuple[int, ...],
        below: tuple[int, ...],
        pairs: Pairs,
    ) -> Key:
        """Return C5 to C8 of the pairs of a bracket, and where they stand in the order (4.3)."""
        numbers = {at: number for number, at in enumerate(sorted((*moved, *residents)), 1)}
        met = {a: b for pair in pairs for a, b in (sorted(pair), sorted(pair)[::-1])}
        floaters = tuple(at for at in numbers if at not in met)
        ordered = tuple((min(pair), max(pair)) for pair in pairs)
        order = tuple(-numbers[met[at]] if at in met else 0 for at in numbers)
        return len(floaters), self.text.vector(ordered, floaters, below), order


class DutchByText(ByText):
    """Judges pairings of a round of the Dutch System of 2026, whose text is not run."""

    def __init__(self, text: DutchText) -> None:
        """Take the text."""
        self._take(text, [one.key for one in text.players])
        text.complete = cache(self._complete)

    def _complete(self, mask: int, pab_score: int | None) -> bool:
        """Tell whether all of a mask can be paired, one with the bye if odd."""
        places = _places(mask)
        if len(places) % 2 == 0:
            return self.completes(places)

        def may_meet(one: int, two: int) -> bool:
            if one != FREE:
                return self.may_meet(one, two)
            return self.may_have_bye(two) and self.text.players[two].score == pab_score

        return cheapest([FREE, *places], may_meet) is not None

    def may_have_bye(self, one: int) -> bool:
        """Tell whether a place may have the bye."""
        return bool(self.text.players[one].may_have_pab)

    def bye_order(self, at: int) -> Key:
        """Return the score, which is all of the order for the bye."""
        return (self.text.players[at].score,)

    def in_brackets(self, mine: Pairs, theirs: Pairs, free: int | None) -> Judged:
        """Judge two pairings, by place, in the first bracket where they differ."""
        self.text.pab_score = None if free is None else self.text.players[free].score
        return super().in_brackets(mine, theirs, free)

    def out(self, free: int | None) -> int | None:
        """Return nobody: who has the bye floats from the last bracket."""
        return None

    def key(
        self,
        moved: tuple[int, ...],
        residents: tuple[int, ...],
        below: tuple[int, ...],
        pairs: Pairs,
    ) -> Key:
        """Return C6 to C21 of the pairs of a bracket, and where they stand in the order (4).

        Candidates come with more of those moved down before fewer. A pair of the remainder is met
        first with its higher player in S1.
        """
        met = {a: b for pair in pairs for a, b in (sorted(pair), sorted(pair)[::-1])}
        floaters = tuple(at for at in (*moved, *residents) if at not in met)
        ordered = tuple((min(pair), max(pair)) for pair in pairs)
        chosen = tuple(at for at in moved if at in met)
        rest = [at for at in residents if met.get(at) not in chosen]
        number = {at: n for n, at in enumerate(rest, 1)}
        s1 = [at for at in rest if at in met and at < met[at]]
        half = {*rest[: len(s1)]}
        out = [number[at] for at in rest if at in half and at not in s1]
        into = [number[at] for at in s1 if at not in half]
        exchange = len(out), sum(into) - sum(out), [-at for at in reversed(out)], into
        opponents = tuple(met[at] for at in chosen), exchange, tuple(met[at] for at in s1)
        vector = self.text._vector(moved, residents, ordered, floaters)
        return len(floaters), -len(chosen), vector, chosen, *opponents


class DubovByText(ByText):
    """Judges pairings of a round of the Dubov System, whose text is not run; places are keys."""

    def __init__(self, text: DubovText) -> None:
        """Take the text."""
        self.text = text
        self.at = {key: key for key in text.players} | {FREE: FREE}
        text.complete = cache(self.completes)
        text.fewest_refused = cache(self._fewest_refused)

    def _fewest_refused(self, keys: frozenset[int]) -> int:
        least = cheapest(keys, self.may_meet, lambda *pair: self.text._refused([pair]))
        assert least is not None, "a bracket has a complete pairing"
        return least

    def may_meet(self, one: int, two: int) -> bool:
        """Tell whether two may meet."""
        return bool(self.text.may_meet(one, two))

    def may_have_bye(self, one: int) -> bool:
        """Tell whether somebody may have the bye."""
        return bool(self.text.players[one].may_have_pab)

    def bye_order(self, at: int) -> Key:
        """Return where somebody stands in the order for the bye (3.1)."""
        one = self.text.players[at]
        return one.score, -len(one.games), -one.number

    def in_brackets(self, mine: Pairs, theirs: Pairs, free: int | None) -> Judged:
        """Judge two pairings, by key, in the first bracket where they differ."""
        left = set(self.text.players) - {free}
        while left:
            score = max(self.text.players[key].score for key in left)
            residents = frozenset(key for key in left if self.text.players[key].score == score)
            both = [
                frozenset(pair for pair in pairs if pair & residents and pair <= left)
                for pairs in (mine, theirs)
            ]
            if both[0] != both[1]:
                keys = (self.of_bracket(residents, left - residents, pairs) for pairs in both)
                return Judged(*keys)
            left -= frozenset().union(*both[0])
        raise AssertionError("they differ nowhere")

    def of_bracket(self, residents: frozenset[int], lower: Collection[int], pairs: Pairs) -> Key:
        """Return C5 to C10 of a bracket, then the shifts and the transposition (3.2, 4).

        A shift of one of a pair within a group is that of the first of the two.
        """
        text = self.text
        people = text.players
        here = frozenset().union(*pairs)
        chosen = here - residents
        order = sorted(lower, key=lambda key: (-people[key].score, people[key].number))
        upfloaters = [at for at, key in enumerate(order) if key in chosen]
        by_number = sorted(here, key=lambda key: people[key].number)
        one = frozenset(key for key in here if people[key].wish[0] == "W")
        if not any(people[key].games for key in here):
            one = frozenset(by_number[: len(by_number) // 2])
        groups = [one, here - one]
        small = 0 if len(groups[0]) <= len(groups[1]) else 1
        shifts: list[Key] = []
        for at in (small, 1 - small):
            number = {key: n for n, key in enumerate(text._numbered(groups[at], at))}
            out = sorted(min(number[key] for key in pair) for pair in _within(pairs, groups[at]))
            shifts.append((len(out), out))
            gone = frozenset(key for key in groups[at] if number[key] in out)
            one = one - gone if at == 0 else one | gone
        met = {a: b for pair in pairs for a, b in (sorted(pair), sorted(pair)[::-1])}
        opponents = [people[met[key]].number for key in text._sorted(one, 0)]
        quality = text._quality(residents, chosen)
        refused = text._refused([tuple(pair) for pair in pairs])
        return len(chosen), quality, upfloaters, refused, *shifts, opponents


def _places(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
