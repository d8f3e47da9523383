"""Judge any complete pairing on rating as the engine does: by level, vector and order.

The engine pairs the round again, so that the demands of C12 and C13 are known. Another pairing is
compared with it bracket by bracket from the top. As long as it agrees, its next bracket is the
engine's too, and there its keys count in the order of rules/rating.md, "The result wanted": how
many moved down are paired first (M1), how many pairs there are (P1), what is dropped, and which
comes first. C14 reaches no pairing with as many pairs as the engine's but a smaller M1; it counts
as worse by M1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.norms.certificate import Certificate, Pairable, certificate
from pairing.norms.faults import KNSB, BoardPairs, Fault
from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.bracket import Exact
from pairing.rating.brackets.costs import BracketCosts
from pairing.rating.brackets.field import Bracket, Level, PairedBracket, RatingField, Vector
from pairing.rating.brackets.flow import Flow, Undone

RatingKey: TypeAlias = Literal[
    "c13",
    "m1",
    "p1",
    "c12",
    "b2",
    "a7d",
    "x",
    "z",
    "b5_down",
    "b6_down",
    "b5_up",
    "b6_up",
    "d3",
    "d1_moved",
    "d2",
    "d1",
]
"""The keys of a bracket, in the order in which they are compared."""

VECTOR_KEYS: Final[tuple[RatingKey, ...]] = (
    "b2",
    "a7d",
    "x",
    "z",
    "b5_down",
    "b6_down",
    "b5_up",
    "b6_up",
)

RATING_CLAUSE_OF: Final[Mapping[RatingKey, str]] = {
    "c13": "C13",
    "p1": "C14a",
    "m1": "C14b2",
    "c12": "C12",
    "b2": "B2, C10g",
    "a7d": "A7d, C10f",
    "x": "B4, C10e",
    "z": "A7e, C10e",
    "b5_down": "B5, C10d",
    "b6_down": "B6, C10c",
    "b5_up": "B5, C10b",
    "b6_up": "B6, C10a",
    "d3": "D3",
    "d1_moved": "D1.2",
    "d2": "D2",
    "d1": "D1.1",
}
"""The clause of each key."""

RATING_UNIT_OF: Final[Mapping[RatingKey, str]] = {
    "c13": "brackets",
    "p1": "pairs",
    "m1": "players",
    "c12": "brackets",
    "b2": "pairs",
    "a7d": "pairs",
    "x": "pairs",
    "z": "pairs",
    "b5_down": "players",
    "b6_down": "players",
    "b5_up": "players",
    "b6_up": "players",
    "d3": "places",
    "d1_moved": "places",
    "d2": "places",
    "d1": "places",
}
"""The unit of `by`."""


@dataclass(frozen=True, slots=True)
class Split:
    """How a set of pairs comes out of C4 to C8: S1 and S2 of both parts, by position.

    `moved_s1` and `moved_opponents` are the heterogeneous part, `s1` and `s2` the remainder after
    the exchange of `down` (out of S1, lowest first) for `up` (out of S2, highest first),
    `opponents` those of s1. `rank` is the place in the order of generation, earlier is smaller.

    Rule: knsb-rating-2014 C4, C6, C8a, C8b, D1, D2, D3.
    """

    moved_s1: tuple[int, ...]
    moved_s2: tuple[int, ...]
    moved_opponents: tuple[int, ...]
    first_s1: tuple[int, ...]
    first_s2: tuple[int, ...]
    down: tuple[int, ...]
    up: tuple[int, ...]
    s1: tuple[int, ...]
    s2: tuple[int, ...]
    opponents: tuple[int, ...]
    rank: tuple[tuple[RatingKey, tuple[int, ...]], ...]


def split(bracket: Bracket, m1: int, pairs: Iterable[tuple[int, int]]) -> Split:
    """Return how pairs of a bracket are first generated, with M1 players moved down in S1.

    Of a pair of two moved down the higher is in S1. A pair inside S2 brings its higher player up,
    one inside S1 sends its lower one down, and a floater out of S1 goes down.

    Rule: knsb-rating-2014 C4, C6, C8a, C8b, D1, D2, D3.
    """
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    moved: list[int] = []
    for i in bracket.moved if m1 else ():
        if i in partner and partner[i] not in moved and len(moved) < m1:
            moved.append(i)
    moved_s2 = tuple(i for i in bracket.players if i not in moved)
    opponents = tuple(partner[i] for i in moved)
    rest = [i for i in bracket.players if i not in moved and i not in opponents]
    place = {i: at for at, i in enumerate(rest)}
    half = len(partner) // 2 - len(moved)
    below = [place[i] for i in rest[:half] if i not in partner or place[partner[i]] < place[i]]
    above = [place[i] for i in rest[half:] if i in partner and place[partner[i]] > place[i]]
    down = sorted(below, reverse=True)
    up = sorted(above)
    s1 = [i for i in rest if (place[i] < half and place[i] not in down) or place[i] in up]
    s2 = tuple(i for i in rest if i not in s1)
    order = (len(down), sum(up) - sum(down), *(-at for at in down), *up)
    rank: tuple[tuple[RatingKey, tuple[int, ...]], ...] = (
        ("d3", tuple(bracket.moved.index(i) for i in moved)),
        ("d1_moved", tuple(moved_s2.index(i) for i in opponents)),
        ("d2", order),
        ("d1", tuple(s2.index(partner[i]) for i in s1)),
    )
    return Split(
        moved_s1=tuple(moved),
        moved_s2=moved_s2,
        moved_opponents=opponents,
        first_s1=tuple(rest[:half]),
        first_s2=tuple(rest[half:]),
        down=tuple(rest[at] for at in down),
        up=tuple(rest[at] for at in up),
        s1=tuple(s1),
        s2=s2,
        opponents=tuple(partner[i] for i in s1),
        rank=rank,
    )


@dataclass(frozen=True, slots=True)
class Way:
    """One way to treat a bracket: its pairs, its floaters, and all its keys.

    `m1` is how many moved down are paired first, at most as many as by the engine. `refused` tells
    that C12 or C13 does not accept these floaters.
    """

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    m1: int
    refused: bool
    vector: Vector
    split: Split


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """The first bracket, and the first key in it, in which a pairing differs from the engine's.

    `number` is the bracket's, from 0. `own` is the engine's value and `instead` the other one, at
    the first place where they differ; `by` is how much worse the other is (negative: better).
    `part` names the part of D2 that differs: "count", "difference" or "lists"; "scores" that C12
    may not change them, "over" that C13 has brought P1 down below these pairs.

    `who` are positions: for D1 the player of S1 whose opponent differs, their opponent, and the
    other opponent; for D2 those exchanged instead, out of S1 first; for D3 the player moved down in
    S1 and the other player.
    """

    number: int
    key: RatingKey
    clause: str
    own: int
    instead: int
    by: int
    unit: str
    part: str | None = None
    who: tuple[int, ...] = ()


class RatingJudge:
    """Judges pairings of one field, given in A2 order, best first, against the engine's."""

    bye_clause = "A5"
    clauses = KNSB

    def __init__(
        self, players: Sequence[RatedPlayer], number: int, readings: RatingKeys | None = None
    ) -> None:
        """Pair these players in the round of this number."""
        self.field = RatingField(players, number, readings)
        self.number = number
        self.solver = Exact(self.field)
        self.place = {p.key: i for i, p in enumerate(players)}

    @cached_property
    def flow(self) -> Flow:
        """Run the engine's flow through the brackets once; it stays empty if nobody can pair it."""
        flow = Flow(self.field, self.solver)
        if not self.field.size or not flow.run():
            flow.done.clear()
        return flow

    @property
    def best(self) -> list[PairedBracket]:
        """The brackets as the engine treats them; none when nobody can pair the round."""
        return self.flow.done

    # --- norms ------------------------------------------------------------------------------------

    def may_have_bye(self, player: int) -> bool:
        """Return whether B1b allows a player the bye.

        Rule: knsb-rating-2014 B1b.
        """
        return self.field.players[self.place[player]].may_have_bye

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return the norm that forbids a pair of keys; None when it is legal.

        Rule: knsb-rating-2014 B1a, B2.
        """
        a = self.place[one]
        b = self.place[two]
        if b in self.field.met[a]:
            return Fault("met", "B1a", (one, two))
        return None if self.field.can_play(a, b) else Fault("colours", "B2", (one, two))

    def why_none(self, places: Sequence[int] | None = None) -> Certificate | None:
        """Return why these (None: all) have no complete pairing, None when they have one."""
        everybody = range(self.field.size) if places is None else places
        return certificate(some_of(self.field, everybody))

    # --- keys -------------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> dict[int, Undone]:
        """Return what C12 or C13 required of the floaters of a bracket, by number."""
        return {
            step.at: step
            for step in self.flow.undone
            if step.at < len(self.best) and self.best[step.at].how == step.clause
        }

    def level(self, number: int) -> Level:
        """Return the engine's level of a bracket; no pairs when it moves on whole."""
        return self.best[number].level or Level(0, 0)

    def way(self, number: int, pairs: Iterable[tuple[int, int]]) -> Way:
        """Judge pairs of positions as a treatment of one of the engine's brackets.

        Rule: knsb-rating-2014 C10e, C12, C13, B2, B4, B5, B6.
        """
        bracket = self.best[number].bracket
        ordered = tuple(sorted((min(pair), max(pair)) for pair in pairs))
        paired = {i for pair in ordered for i in pair}
        floaters = tuple(i for i in bracket.players if i not in paired)
        touching = sum(a in bracket.moved or b in bracket.moved for a, b in ordered)
        level = self.level(number)
        m1 = min(touching, level.m1)
        costs = BracketCosts(self.field, bracket, heterogeneous=m1 > 0)
        edges = costs.edges(bracket.players)
        free = costs.floats(floaters)
        vector = costs.vector(sum(edges[pair] for pair in ordered) + sum(free.values()))
        step = self.wanted.get(number)
        refused = step is not None and step.accept is not None and not step.accept(floaters)
        return Way(
            pairs=ordered,
            floaters=floaters,
            m1=m1,
            refused=refused,
            vector=vector,
            split=split(bracket, m1, ordered),
        )

    def values(self, number: int, way: Way) -> Iterator[tuple[RatingKey, tuple[int, ...]]]:
        """Yield all keys of a treatment in the order of comparison, smaller is better."""
        how = self.best[number].how
        level = self.level(number)
        pairs = len(way.pairs)
        if how == "C13":
            yield "c13", (int(way.refused),)
        yield "m1", (int(pairs > level.p1), level.m1 - way.m1)
        yield "p1", (level.p1 - pairs,)
        if how == "C12":
            yield "c12", (int(way.refused),)
        for key, count in zip(VECTOR_KEYS, way.vector, strict=True):
            yield key, (count,)
        yield from way.split.rank

    def own(self, number: int) -> Way:
        """Return the engine's treatment of a bracket."""
        candidate = self.best[number].candidate
        return self.way(number, () if candidate is None else candidate.pairs)

    def compare_ways(self, number: int, one: Way, two: Way) -> RatingDifference | None:
        """Return the first key in which the second treatment of a bracket differs from the first.

        Rule: knsb-rating-2014 C10, C12, C13, C14, D1, D2, D3.
        """
        both = zip(self.values(number, one), self.values(number, two), strict=True)
        for (key, first), (_, second) in both:
            if first == second:
                continue
            if key in ("m1", "p1"):
                return self._level_difference(number, key, two)
            at = next(i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
            unit = RATING_UNIT_OF[key]
            part = None
            who = tuple[int, ...]()
            own = first[at]
            instead = second[at]
            by = second[at] - first[at]
            if key == "d2":
                part = ("count", "difference")[at] if at < 2 else "lists"
                who = (*two.split.down, *two.split.up)
                unit = "players" if part == "count" else unit
                own, instead = (abs(own) + (at > 1), abs(instead) + (at > 1))
            elif key in ("d1", "d1_moved", "d3"):
                who = _who(key, at, one.split, two.split)
                own, instead = own + 1, instead + 1
            elif key == "c12" and not self._scores_kept(number, two):
                part = "scores"
            clause = RATING_CLAUSE_OF[key]
            return RatingDifference(
                number=number,
                key=key,
                clause=clause,
                own=own,
                instead=instead,
                by=by,
                unit=unit,
                part=part,
                who=who,
            )
        return None

    def _level_difference(self, number: int, key: RatingKey, way: Way) -> RatingDifference:
        """Rule: knsb-rating-2014 C14a, C14b1, C14b2."""
        level = self.level(number)
        pairs = len(way.pairs)
        own, instead = (level.m1, way.m1) if key == "m1" else (level.p1, pairs)
        clause = RATING_CLAUSE_OF[key]
        if key == "m1" and not self.best[number].bracket.last:
            # The remainder is reached with M1 of them: then P1 falls, and not M1.
            clause = "C14b1"
        unit = RATING_UNIT_OF[key]
        part = None
        if pairs > level.p1:
            own = level.p1
            instead = pairs
            unit = "pairs"
            part = "over"
        return RatingDifference(
            number=number,
            key=key,
            clause=clause,
            own=own,
            instead=instead,
            by=abs(own - instead),
            unit=unit,
            part=part,
        )

    def _scores_kept(self, number: int, way: Way) -> bool:
        """Return whether the floaters have the same number and scores as before C12.

        Rule: knsb-rating-2014 C12.
        """
        before = self.wanted[number].before.candidate
        assert before is not None
        points = self.field.points
        old, new = (sorted(points[i] for i in some) for some in (before.floaters, way.floaters))
        return old == new

    def compare(self, pairs: BoardPairs) -> RatingDifference | None:
        """Return the first bracket and key in which a complete legal pairing, by keys, differs.

        A pair is made in the first bracket that has both players. If the engine also makes it
        later, it is left for later.

        Rule: knsb-rating-2014 C.
        """
        board_pairs = {tuple(sorted((self.place[a], self.place[b]))) for a, b in pairs}
        for number, treated in enumerate(self.best):
            later = {
                two for t in self.best[number + 1 :] if t.candidate for two in t.candidate.pairs
            }
            inside = {*treated.bracket.players, *treated.bracket.removed}
            here = [(a, b) for a, b in board_pairs - later if a in inside and b in inside]
            difference = self.compare_ways(number, self.own(number), self.way(number, here))
            if difference is not None:
                return difference
        return None


def _who(key: RatingKey, at: int, one: Split, two: Split) -> tuple[int, ...]:
    if key == "d3":
        return one.moved_s1[at], two.moved_s1[at]
    if key == "d1_moved":
        return one.moved_s1[at], one.moved_opponents[at], two.moved_opponents[at]
    return one.s1[at], one.opponents[at], two.opponents[at]


def some_of(field: RatingField, places: Iterable[int], *, anyone: bool = False) -> Pairable:
    """Some players of a field, in the form a certificate needs.

    `anyone` tells that any one of them may be left.
    """
    return _Some(field, tuple(places), anyone)


class _Some:
    """Some players of a field, in the form a certificate needs."""

    def __init__(self, field: RatingField, places: tuple[int, ...], anyone: bool) -> None:
        self.field = field
        self.places = places
        self.size = len(places)
        self.keys = [field.players[i].key for i in places]
        self.bye_allowed = [anyone or field.players[i].may_have_bye for i in places]

    def adjacency(self, players: range) -> list[int]:
        """Return the legal pairs as bit masks, by place among these players."""
        return self.field.adjacency([self.places[at] for at in players])
