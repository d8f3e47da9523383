"""Any complete pairing of a round, judged as articles 2 to 4 of the Dubov System have it.

The engine's round is run once more. Another pairing is compared with it: by who has the bye, and
then bracket by bracket from the top, by the upfloaters, the colours, the shifters and the order of
opponents. As long as they agree, the next bracket is the engine's too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final

from pairing.explain.claims import DubovKey
from pairing.fide.colours import obstacle
from pairing.fide.some_of import SomeOf
from pairing.fide_dubov.brackets import by_middle, groups_of, seekers
from pairing.fide_dubov.engine import paired_round
from pairing.fide_dubov.field import DubovField
from pairing.fide_dubov.players import DubovPlayer
from pairing.graphs.matching import bits, mask_of
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.faults import BoardPairs, Fault, NormClauses

DUBOV_NORMS: Final = NormClauses("C1", "C3", "C2")

CLAUSES: Final[Mapping[DubovKey, str]] = {
    "bye_score": "3.1.3",
    "bye_games": "3.1.4",
    "bye_number": "3.1.5",
    "upfloaters": "C5",
    "upfloater_scores": "C6",
    "denied": "C7",
    "maximum": "C8",
    "maximum_upfloats": "C9",
    "up_again": "C10",
    "upfloater_order": "4.2",
    "within": "3.2.4",
    "shift_first": "4.3.1",
    "shift_second": "4.3.1",
    "opponents": "4.4",
}
"""The keys of a round in the order of weight, each with its clause."""

UNITS: Final[Mapping[DubovKey, str]] = {
    "bye_score": "points",
    "bye_games": "rounds",
    "bye_number": "places",
    "upfloater_scores": "points",
    "maximum_upfloats": "rounds",
    "upfloater_order": "places",
    "within": "pairs",
    "shift_first": "places",
    "shift_second": "places",
    "opponents": "places",
}
"""What a key counts; the others count players."""

NEGATIVE: Final[frozenset[DubovKey]] = frozenset({"bye_games", "bye_number", "upfloater_scores"})
"""The keys of which more is better; their values are compared as negative numbers."""

KeyValues = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DubovDifference:
    """The first key in which a pairing differs from the engine's.

    `number` is the bracket's, from 0; None where another player has the bye. `own` is the engine's
    value and `instead` the other one, at the first place where they differ; `by` is how much worse
    the other is. `who` are places: of an order the one of the engine's and the one instead, of
    opponents before both the player whose opponent differs.
    """

    number: int | None
    key: DubovKey
    own: int
    instead: int
    by: int
    who: tuple[int, ...] = ()

    @property
    def clause(self) -> str:
        """Return the clause of the key."""
        return CLAUSES[self.key]

    @property
    def unit(self) -> str:
        """Return what the key counts."""
        return UNITS.get(self.key, "players")


class DubovWay:
    """A bracket of some residents, paired in some way: by pairs of places."""

    def __init__(
        self,
        field: DubovField,
        residents: Iterable[int],
        below: int,
        pairs: Iterable[tuple[int, int]],
    ) -> None:
        """Take the pairs with a resident in them; `below` are the players left below."""
        self.field = field
        self.pairs = tuple(pairs)
        here = mask_of(at for pair in self.pairs for at in pair)
        self.upfloaters = here & ~mask_of(residents)
        self.numbers = {at: n for n, at in enumerate(self._in_order(below), 1)}
        self.groups = groups_of(field, here)
        self.small = 0 if self.groups[0].bit_count() <= self.groups[1].bit_count() else 1
        self.turns = [
            {at: n for n, at in enumerate(by_middle(seekers(field, group, white)), 1)}
            for group, white in zip(self.groups, (True, False), strict=True)
        ]
        self.shifted = [self._shifted(group) for group in (0, 1)]

    def _in_order(self, places: int) -> list[int]:
        return [at for at in self.field.order if places >> at & 1]

    def _shifted(self, group: int) -> list[int]:
        """Return who leaves a group, in the order of their numbers: one of each pair within it.

        Rule: fide-dubov-2026 3.2.4, 4.3.1.
        """
        mask = self.groups[group]
        turn = self.turns[group]
        inside = [pair for pair in self.pairs if mask >> pair[0] & mask >> pair[1] & 1]
        return sorted((min(pair, key=turn.__getitem__) for pair in inside), key=turn.__getitem__)

    @property
    def opponents(self) -> list[tuple[int, int]]:
        """Return the pairs as (S1, T2), in the order of S1.

        Rule: fide-dubov-2026 3.2.5.
        """
        first, second = (mask_of(some) for some in self.shifted)
        one = self.groups[0] & ~first | second
        both = {at: other for a, b in self.pairs for at, other in ((a, b), (b, a))}
        return [(at, both[at]) for at in seekers(self.field, one, white=True)]

    def values(self) -> Iterator[tuple[DubovKey, KeyValues]]:
        """Yield all keys in the order of weight, smaller is better.

        Rule: fide-dubov-2026 C5, C6, C7, C8, C9, C10, 3.2.4, 3.2.5, 4.2.
        """
        field = self.field
        places = list(bits(self.upfloaters))
        players = [field.players[at] for at in places]
        yield "upfloaters", (len(places),)
        yield "upfloater_scores", tuple(-score for score in sorted(field.scores[i] for i in places))
        yield "denied", (sum(field.refuses(*pair) for pair in self.pairs),)
        counted = [] if field.last_round else players
        most = [player for player in counted if player.maximum]
        yield "maximum", (len(most),)
        yield "maximum_upfloats", (sum(player.upfloats for player in most),)
        yield "up_again", (sum(player.upfloated_last for player in counted),)
        yield "upfloater_order", tuple(sorted(self.numbers[at] for at in places))
        for key, group in self._shifts():
            turns = tuple(self.turns[group][at] for at in self.shifted[group])
            if key == "shift_first":
                yield "within", (len(turns),)
            yield key, turns
        pairs = self.opponents
        order = sorted(two for _, two in pairs)
        yield "opponents", tuple(order.index(two) + 1 for _, two in pairs)

    def _shifts(self) -> tuple[tuple[DubovKey, int], tuple[DubovKey, int]]:
        return ("shift_first", self.small), ("shift_second", 1 - self.small)

    def who(self, key: DubovKey, at: int) -> tuple[int, ...]:
        """Return the place, or for opponents the pair, that a value of an order speaks of."""
        if key == "upfloater_order":
            return (sorted(bits(self.upfloaters), key=self.numbers.__getitem__)[at],)
        if key == "opponents":
            return self.opponents[at]
        return (self.shifted[dict(self._shifts())[key]][at],)


_ORDERS: Final[frozenset[DubovKey]] = frozenset(
    {"upfloater_order", "shift_first", "shift_second", "opponents"}
)


class DubovJudge:
    """Judges pairings of one field against the engine's."""

    bye_clause = "3.1.2"
    clauses = DUBOV_NORMS

    def __init__(self, players: Sequence[DubovPlayer], *, last_round: bool) -> None:
        """Take the players by pairing score and number, and pair the round."""
        self.field = DubovField(players, last_round=last_round)
        done = paired_round(self.field)
        self.best = done.brackets if done else ()
        """The brackets as the engine pairs them; none when nobody can pair the round."""
        self.bye = done.bye if done else None
        self.at = {player.key: at for at, player in enumerate(self.field.players)}
        self.place = {player.key: at for at, player in enumerate(players)}

    @cached_property
    def bracket_of(self) -> dict[int, int]:
        """The number of the bracket in which each player is paired, by place."""
        return {at: number for number, one in enumerate(self.best) for at in one.players}

    # --- norms ------------------------------------------------------------------------------------

    def may_have_bye(self, player: int) -> bool:
        """Tell whether C2 allows a player the bye.

        Rule: fide-dubov-2026 C2.
        """
        return self.field.players[self.at[player]].may_have_bye

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return which criterion forbids a pair of keys; None when it is legal.

        Rule: fide-dubov-2026 C1, C3.
        """
        players = self.field.players
        clause = obstacle(players[self.at[one]], players[self.at[two]])
        if clause is None:
            return None
        return Fault("met" if clause == "C1" else "colours", clause, (one, two))

    def why_none(self) -> Certificate | None:
        """Return why the field has no complete pairing, None when it has one."""
        return certificate(SomeOf(self.field, self.field.order))

    # --- comparing --------------------------------------------------------------------------------

    def way(self, number: int, pairs: Iterable[tuple[int, int]]) -> DubovWay:
        """Return pairs of places as a way to pair a bracket of the engine's."""
        bracket = self.best[number]
        below = mask_of(at for one in self.best[number:] for at in one.players)
        return DubovWay(self.field, bracket.residents, below & ~mask_of(bracket.residents), pairs)

    def own(self, number: int) -> DubovWay:
        """Return how the engine pairs a bracket."""
        return self.way(number, self.best[number].pairs)

    def compare_ways(self, number: int, one: DubovWay, two: DubovWay) -> DubovDifference | None:
        """Return the first key in which the second way to pair a bracket differs from the first.

        Rule: fide-dubov-2026 3.2.2, 3.2.4, 3.2.5.
        """
        for (key, first), (_, second) in zip(one.values(), two.values(), strict=True):
            if first == second:
                continue
            values = zip_longest(first, second, fillvalue=0)
            at, own, instead = next((i, a, b) for i, (a, b) in enumerate(values) if a != b)
            who = tuple[int, ...]()
            if key in _ORDERS:
                who = (*one.who(key, at), *two.who(key, at)[-1:])
            sign = -1 if key in NEGATIVE else 1
            return DubovDifference(
                number=number,
                key=key,
                own=sign * own,
                instead=sign * instead,
                by=instead - own,
                who=who,
            )
        return None

    def of_bye(self, at: int) -> DubovDifference | None:
        """Return the difference where another player has the bye.

        Rule: fide-dubov-2026 3.1.3, 3.1.4, 3.1.5.
        """
        if self.bye is None or at == self.bye:
            return None
        keys: tuple[DubovKey, ...] = ("bye_score", "bye_games", "bye_number")
        own, others = (
            (self.field.scores[one], self.field.players[one].games, self.field.players[one].number)
            for one in (self.bye, at)
        )
        key, mine, theirs = next(
            (key, a, b) for key, a, b in zip(keys, own, others, strict=True) if a != b
        )
        by = mine - theirs if key in NEGATIVE else theirs - mine
        return DubovDifference(None, key, mine, theirs, by)

    def compare(self, pairs: BoardPairs, bye: int | None) -> DubovDifference | None:
        """Return the first key in which a complete legal pairing, by keys, differs.

        Rule: fide-dubov-2026 3.1.2, 3.2.2.
        """
        if bye is not None and (difference := self.of_bye(self.at[bye])):
            return difference
        places = [(self.at[one], self.at[two]) for one, two in pairs]
        for number, bracket in enumerate(self.best):
            residents = set(bracket.residents)
            here = [pair for pair in places if residents & set(pair)]
            difference = self.compare_ways(number, self.own(number), self.way(number, here))
            if difference is not None:
                return difference
        return None
