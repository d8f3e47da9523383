"""Any complete pairing of a round, judged as articles 2 to 4 have it.

The engine's round is run once more. Another pairing is compared with it: by the score of the player
with the bye (C5), and then bracket by bracket from the top, by the criteria of the bracket and by
what comes first (articles 3 and 4). As long as they agree, the next bracket is the engine's too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final

from ledger.values import Colour
from pairing.explain.claims import FideKey
from pairing.fide.colours import obstacle
from pairing.fide.players import FidePlayer
from pairing.fide.some_of import SomeOf
from pairing.fide_dutch.brackets import PairedDutchBracket
from pairing.fide_dutch.criteria import DutchBracket
from pairing.fide_dutch.engine import paired_brackets
from pairing.fide_dutch.explain.edition import EDITION_2026
from pairing.fide_dutch.explain.orders import DutchOrder, order_of
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.digits import Digits
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.faults import BoardPairs, Fault, NormClauses, Norms

DUTCH_NORMS: Final = NormClauses("C1", "C3", "C2")

GAPS: Final[tuple[FideKey, ...]] = ("down_1_gaps", "up_1_gaps", "down_2_gaps", "up_2_gaps")
POINTS: Final = frozenset({*GAPS, "bye_score", "floater_scores", "next_scores", "psd", "next_psd"})
COUNTS: Final[tuple[FideKey, ...]] = (
    "next_floaters",
    "bye_unplayed",
    "beyond_two",
    "third_colour",
    "denied",
    "denied_strong",
    "down_1",
    "up_1",
    "down_2",
    "up_2",
)
"""The keys of what pairs cost that are one number each, in the order of weight."""

PLACES: Final = frozenset({"moved_s1", "moved_opponents", "exchange", "opponents"})

FLOATS_ON: Final = 1 << 20
"""Added to the score of a moved-down player who floats on: above every difference (C18, C20)."""


def unit_of(key: FideKey) -> str:
    """Return in what a key counts."""
    if key in POINTS:
        return "points"
    return "places" if key in PLACES else "rounds" if key == "bye_unplayed" else "players"


@dataclass(frozen=True, slots=True)
class DutchWay:
    """One way to pair a bracket: its pairs (higher, lower) and who floats from it, by place."""

    pairs: Pairs
    floaters: tuple[int, ...]
    order: DutchOrder


@dataclass(frozen=True, slots=True)
class DutchDifference:
    """The first key in which a pairing differs from the engine's.

    `number` is the bracket's, from 0; None where the score of the bye differs (C5). `own` is the
    engine's value and `instead` the other one, at the first place where they differ; `by` is how
    much worse the other is. `part` says of an exchange what differs ("count", "difference",
    "lists"), of moved_s1 that there are not as many ("count"), and of a list of differences that
    one of the two floats on ("limbo"). `who` are places: for opponents the player of S1 whose
    opponent differs, theirs, and the one instead; for an exchange those exchanged instead, out of
    S1 first; for moved_s1 the one in S1 and the one instead.
    """

    number: int | None
    key: FideKey
    clause: str
    own: int
    instead: int
    by: int
    unit: str
    part: str | None = None
    who: tuple[int, ...] = ()


class DutchJudge:
    """Judges pairings of one field, given in the order of 1.2, against the engine's."""

    edition = EDITION_2026
    bye_clause = EDITION_2026.bye
    clauses = DUTCH_NORMS

    def __init__(self, players: Sequence[FidePlayer], initial: Colour) -> None:
        """Take the players, and the colour drawn before round 1, and pair the round."""
        self.field = DutchField(players, initial)
        self.best = self._brackets() or []
        """The brackets as the engine pairs them; none when nobody can pair the round."""
        self.place = {player.key: at for at, player in enumerate(players)}
        self._next: dict[tuple[int, tuple[int, ...]], tuple[int, tuple[int, ...]]] = {}

    def _brackets(self) -> Sequence[PairedDutchBracket] | None:
        return paired_brackets(self.field)

    @cached_property
    def bracket_of(self) -> dict[int, int]:
        """The number of the bracket in which each player is a resident, by place."""
        return {i: n for n, treated in enumerate(self.best) for i in treated.bracket.residents}

    # --- norms ------------------------------------------------------------------------------------

    @property
    def norms(self) -> Norms:
        """Return the norms that all players of the round must keep."""
        return self

    def may_have_bye(self, player: int) -> bool:
        """Tell whether C2 allows a player the bye.

        Rule: fide-dutch-2026 C2.
        """
        return self.field.players[self.place[player]].may_have_bye

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return which criterion forbids a pair of keys; None when it is legal.

        Rule: fide-dutch-2026 C1, C3.
        """
        players = self.field.players
        clause = obstacle(players[self.place[one]], players[self.place[two]])
        if clause is None:
            return None
        return Fault("met" if clause == "C1" else "colours", clause, (one, two))

    def why_none(self, places: Sequence[int] | None = None) -> Certificate | None:
        """Return why these (None: all) have no complete pairing, None when they have one."""
        everybody = range(self.field.size) if places is None else places
        return certificate(SomeOf(self.field, everybody))

    def fewest_floaters(self, number: int) -> int:
        """Return how few of a bracket can float with all below completed, whoever has the bye.

        Rule: fide-dutch-2026 C4.
        """
        field = self.field
        bracket = self.best[number].bracket
        players = [*bracket.players, *bracket.following, *bracket.lower]
        at = {i: new for new, i in enumerate(players)}
        here = len(bracket.players)
        moved = set(bracket.moved)
        rows: list[dict[int, int]] = [
            {
                at[j]: int((at[i] < here) != (at[j] < here))
                for j in players
                if field.legal[i] >> j & 1 and not (i in moved and j in moved)
            }
            for i in players
        ]
        if len(players) % 2:
            seat = {at[i]: int(at[i] < here) for i in players if field.players[i].may_have_bye}
            for i, cost in seat.items():
                rows[i][len(players)] = cost
            rows.append(seat)
        matching = CheapestMatching(rows)
        assert matching.run() is not None, "the brackets above have kept a complete pairing"
        return matching.cost()

    # --- keys -------------------------------------------------------------------------------------

    def way(self, number: int, pairs: Iterable[tuple[int, int]]) -> DutchWay:
        """Return pairs of places as a way to pair a bracket of the engine's."""
        bracket = self.best[number].bracket
        ordered = tuple(sorted((min(pair), max(pair)) for pair in pairs))
        here = {i for pair in ordered for i in pair}
        floaters = tuple(i for i in bracket.players if i not in here)
        return DutchWay(ordered, floaters, self.order(bracket, ordered))

    def order(self, bracket: DutchBracket, pairs: Iterable[tuple[int, int]]) -> DutchOrder:
        """Return where pairs stand in the order of candidates."""
        return order_of(bracket, pairs)

    def own(self, number: int) -> DutchWay:
        """Return how the engine pairs a bracket."""
        return self.way(number, self.best[number].pairs)

    def values(self, number: int, way: DutchWay) -> Iterator[tuple[FideKey, tuple[int, ...]]]:
        """Yield all keys of a way to pair a bracket in the order of weight, smaller is better.

        Rule: fide-dutch-2026 C6, C7, C8, C9, 3.8, 4.
        """
        field = self.field
        bracket = self.best[number].bracket
        yield "floaters", (len(way.floaters),)
        yield "floater_scores", tuple(field.scores[i] for i in way.floaters)
        left, scores = self.next_best(number, way.floaters)
        yield "next_floaters", (left,)
        yield "next_scores", scores
        level = field.scores[bracket.residents[0]]
        has_bye = field.pab_score is not None and field.pab_score >= level
        alone = has_bye and len(way.floaters) == 1
        yield "bye_unplayed", (field.players[way.floaters[0]].unplayed if alone else 0,)
        yield from self._colours(way)
        yield from self._floats(bracket, way)
        yield from way.order.rank

    def _colours(self, way: DutchWay) -> Iterator[tuple[FideKey, tuple[int, ...]]]:
        """Rule: fide-dutch-2026 C10, C11, C12, C13."""
        names: tuple[FideKey, ...] = ("beyond_two", "third_colour", "denied", "denied_strong")
        costs = [self.field.colour_costs(*pair) for pair in way.pairs]
        for at, name in enumerate(names):
            yield name, (sum(cost[at] for cost in costs),)

    def _floats(
        self, bracket: DutchBracket, way: DutchWay
    ) -> Iterator[tuple[FideKey, tuple[int, ...]]]:
        """Rule: fide-dutch-2026 C14, C15, C16, C17, C18, C19, C20, C21."""
        players = self.field.players
        scores = self.field.scores
        moved = [pair for pair in way.pairs if pair[0] in bracket.moved]
        gaps: list[tuple[FideKey, tuple[int, ...]]] = []
        names: tuple[tuple[FideKey, FideKey, FideKey, FideKey], ...] = (
            ("down_1", "up_1", "down_1_gaps", "up_1_gaps"),
            ("down_2", "up_2", "down_2_gaps", "up_2_gaps"),
        )
        for back, (down, up, down_gaps, up_gaps) in enumerate(names):
            again = [i for i in way.floaters if players[i].floats[back] == "D"]
            rising = [(i, j) for i, j in moved if players[j].floats[back] == "U"]
            yield down, (sum(i in bracket.residents for i in again),)
            yield up, (len(rising),)
            falling = [scores[i] - scores[j] for i, j in moved if players[i].floats[back] == "D"]
            falling += [FLOATS_ON + scores[i] for i in again if i in bracket.moved]
            gaps.append((down_gaps, tuple(sorted(falling, reverse=True))))
            differences = sorted((scores[i] - scores[j] for i, j in rising), reverse=True)
            gaps.append((up_gaps, tuple(differences)))
        yield from gaps

    def next_best(self, number: int, floaters: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return how few of the next bracket can be left unpaired, and their scores (C8).

        Rule: fide-dutch-2026 C8.
        """
        treated = self.best[number]
        if not treated.bracket.following:
            return 0, ()
        if floaters == treated.floaters:
            left = self.best[number + 1].floaters
            return len(left), tuple(self.field.scores[i] for i in left)
        key = number, floaters
        if key not in self._next:
            self._next[key] = _next_best(self.field, treated.bracket, floaters)
        return self._next[key]

    # --- comparing --------------------------------------------------------------------------------

    def compare_ways(self, number: int, one: DutchWay, two: DutchWay) -> DutchDifference | None:
        """Return the first key in which the second way to pair a bracket differs from the first.

        Rule: fide-dutch-2026 3.8, 4.
        """
        both = zip(self.values(number, one), self.values(number, two), strict=True)
        for (key, first), (_, second) in both:
            if first == second:
                continue
            values = zip_longest(first, second, fillvalue=0)
            at, own, instead = next((i, a, b) for i, (a, b) in enumerate(values) if a != b)
            by = instead - own
            unit = unit_of(key)
            part = None
            who = tuple[int, ...]()
            if key == "exchange":
                part = ("count", "difference")[at] if at < 2 else "lists"
                unit = "players" if part == "count" else unit
                own = abs(own)
                instead = abs(instead)
                who = (*two.order.out, *two.order.into)
            elif key == "moved_s1" and len(one.order.moved_s1) != len(two.order.moved_s1):
                own = len(one.order.moved_s1)
                instead = len(two.order.moved_s1)
                part = "count"
                unit = "players"
            elif key in PLACES:
                who = _who(key, at, one.order, two.order)
            elif max(own, instead) >= FLOATS_ON:
                part = "limbo"
                own, instead = own % FLOATS_ON, instead % FLOATS_ON
            clause = self.edition.keys[key]
            return DutchDifference(
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

    def of_bye(self, score: int) -> DutchDifference | None:
        """Return the difference where somebody with another score has the bye.

        Rule: fide-dutch-2026 C5.
        """
        own = self.field.pab_score
        if own is None or own == score:
            return None
        clause = self.edition.keys["bye_score"]
        return DutchDifference(
            number=None,
            key="bye_score",
            clause=clause,
            own=own,
            instead=score,
            by=score - own,
            unit="points",
        )

    def compare(self, pairs: BoardPairs, bye: int | None) -> DutchDifference | None:
        """Return the first bracket and key in which a complete legal pairing, by keys, differs.

        Two meet in the bracket where the lower of them is a resident.

        Rule: fide-dutch-2026 C5, 3.
        """
        if bye is not None:
            difference = self.of_bye(self.field.scores[self.place[bye]])
            if difference is not None:
                return difference
        places = [(self.place[one], self.place[two]) for one, two in pairs]
        for number in range(len(self.best)):
            here = [pair for pair in places if self.bracket_of[max(pair)] == number]
            difference = self.compare_ways(number, self.own(number), self.way(number, here))
            if difference is not None:
                return difference
        return None


def _who(key: FideKey, at: int, one: DutchOrder, two: DutchOrder) -> tuple[int, ...]:
    if key == "moved_s1":
        first = next(i for i in one.moved_s1 if i not in two.moved_s1)
        return first, next(i for i in two.moved_s1 if i not in one.moved_s1)
    if key == "moved_opponents":
        return one.moved_s1[at], one.moved_opponents[at], two.moved_opponents[at]
    return one.s1_after[at], one.opponents[at], two.opponents[at]


def _next_best(
    field: DutchField, bracket: DutchBracket, floaters: tuple[int, ...]
) -> tuple[int, tuple[int, ...]]:
    """Return the least that the next bracket leaves unpaired with these floaters: how many, scores.

    In a matching of everybody below, the players of the next bracket who are matched below it, or
    with the bye, are those left unpaired; a digit for their number and one for each score.

    Rule: fide-dutch-2026 C8.
    """
    here = (*floaters, *bracket.following)
    scores = sorted({field.scores[i] for i in here}, reverse=True)
    digits = Digits([len(here) + 1] * (1 + len(scores)))
    cost = {i: digits.weigh([(0, 1), (1 + scores.index(field.scores[i]), 1)]) for i in here}
    players = [*here, *bracket.lower, *([field.seat] if field.odd else [])]
    inside = set(here)
    rows: list[dict[int, int]] = [
        {
            at: 0 if (i in inside) == (j in inside) else cost[i if i in inside else j]
            for at, j in enumerate(players)
            if field.legal[i] >> j & 1
        }
        for i in players
    ]
    mate = CheapestMatching(rows).run()
    assert mate is not None, "a complete pairing leaves all below complete"
    over = [i for at, i in enumerate(players) if i in inside and players[mate[at]] not in inside]
    return len(over), tuple(sorted((field.scores[i] for i in over), reverse=True))
