"""Judge any complete pairing on rating as the engine does: by level, vector and order.

The engine pairs the round again, so that the demands of C12 and C13 are known. Another pairing is
compared with it bracket by bracket from the top. As long as it agrees, its next bracket is the
engine's too, and there its keys count in the order of rules/rating.md, "The result wanted": how
many moved down are paired first (M1), how many pairs there are (P1), what is dropped, and which
comes first. C14 reaches no pairing with as many pairs as the engine's but a smaller M1; it counts
as worse by M1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.norms.certificate import Certificate, Pairable, certificate
from pairing.norms.criterion import Difference
from pairing.norms.faults import KNSB, BoardPairs, Fault
from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.bracket import Exact
from pairing.rating.brackets.costs import BracketCosts
from pairing.rating.brackets.field import Level, PairedBracket, RatingField
from pairing.rating.brackets.flow import Flow, Undone
from pairing.rating.explain.criteria import EDITION_RATING, RatingWay
from pairing.rating.explain.orders import split


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

    def under(self, readings: RatingKeys, players: Sequence[RatedPlayer]) -> list[PairedBracket]:
        """Return the brackets as the engine treats them under other readings.

        `players` are those of the round as these readings have them. There are no brackets when
        nobody can pair them.
        """
        field = self.field.under(readings, players)
        flow = Flow(field, self.solver.under(field))
        return flow.done if field.size and flow.run() else []

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

    def way(self, number: int, pairs: Iterable[tuple[int, int]]) -> RatingWay:
        """Judge pairs of positions as a treatment of one of the engine's brackets.

        Rule: knsb-rating-2014 C10e, C12, C13, B2, B4, B5, B6.
        """
        treated = self.best[number]
        bracket = treated.bracket
        ordered = tuple(sorted((min(pair), max(pair)) for pair in pairs))
        paired = {i for pair in ordered for i in pair}
        floaters = tuple(i for i in bracket.players if i not in paired)
        touching = sum(a in bracket.moved or b in bracket.moved for a, b in ordered)
        m1 = min(touching, self.level(number).m1)
        costs = BracketCosts(self.field, bracket, heterogeneous=m1 > 0)
        dropped = [costs.edges(pair)[pair] for pair in ordered]
        free = costs.floats(floaters)
        return RatingWay(
            field=self.field,
            treated=treated,
            undone=self.wanted.get(number),
            pairs=ordered,
            floaters=floaters,
            m1=m1,
            vector=costs.vector(sum(dropped) + sum(free.values())),
            order=split(bracket, m1, ordered),
        )

    def own(self, number: int) -> RatingWay:
        """Return the engine's treatment of a bracket."""
        if number not in self._own:
            candidate = self.best[number].candidate
            self._own[number] = self.way(number, () if candidate is None else candidate.pairs)
        return self._own[number]

    @cached_property
    def _own(self) -> dict[int, RatingWay]:
        return {}

    def compare_ways(self, number: int, one: RatingWay, two: RatingWay) -> Difference | None:
        """Return the first key in which the second treatment of a bracket differs from the first.

        Rule: knsb-rating-2014 C10, C12, C13, C14, D1, D2, D3.
        """
        return EDITION_RATING.difference(number, one, two)

    def compare(self, pairs: BoardPairs) -> Difference | None:
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
