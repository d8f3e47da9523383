"""Any complete pairing of a round, judged as articles 2 to 4 of the Burstein System have it.

The engine's round is run once more. Another pairing is compared with it: by the player with the
bye, and then bracket by bracket from the top, by the criteria and by what comes first. As long as
they agree, the next bracket is the engine's too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ledger.values import Colour
from pairing.explain.claims import FideKey
from pairing.fide.colours import obstacle
from pairing.fide.some_of import SomeOf
from pairing.fide_burstein.engine import paired_round
from pairing.fide_burstein.explain.edition import EDITION_BURSTEIN
from pairing.fide_burstein.field import BursteinField
from pairing.fide_burstein.order import BursteinFirst
from pairing.fide_burstein.ranking import BursteinPlayer
from pairing.fide_dutch.criteria import DutchBracket
from pairing.fide_dutch.explain.judge import DUTCH_NORMS, DutchDifference, DutchJudge, DutchWay
from pairing.fide_dutch.explain.orders import DutchOrder
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.faults import BoardPairs, Fault


@dataclass(frozen=True, slots=True)
class BursteinOrder(DutchOrder):
    """Where the pairs of a bracket stand in the order of article 4; there are no halves.

    `s1_after` are all players of the bracket in the order of their numbers, `opponents` theirs; a
    floater stands there as their own opponent.

    Rule: fide-burstein-2026 4.1, 4.2, 4.3.
    """


class BursteinNorms:
    """The norms of a round, for all its players: that one of an odd number has the bye, too."""

    clauses = DUTCH_NORMS
    bye_clause = EDITION_BURSTEIN.bye

    def __init__(self, whole: BursteinField) -> None:
        """Take the field of all."""
        self.players = whole.players
        self.place = {player.key: at for at, player in enumerate(whole.players)}

    def may_have_bye(self, player: int) -> bool:
        """Tell whether C2 allows a player the bye.

        Rule: fide-burstein-2026 3.1, C2.
        """
        return self.players[self.place[player]].may_have_bye

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return which criterion forbids a pair of keys; None when it is legal.

        Rule: fide-burstein-2026 C1, C3.
        """
        clause = obstacle(self.players[self.place[one]], self.players[self.place[two]])
        if clause is None:
            return None
        return Fault("met" if clause == "C1" else "colours", clause, (one, two))


class BursteinJudge(DutchJudge):
    """Judges pairings of one field, in the order of score and ranking, against the engine's.

    `field` and its places are those of the round without the player who has the bye; `whole` is
    the field of all, and `bye` the key of that player, None without one.
    """

    edition = EDITION_BURSTEIN
    bye_clause = EDITION_BURSTEIN.bye

    def __init__(self, players: Sequence[BursteinPlayer], initial: Colour) -> None:
        """Take the players, and the colour drawn before round 1, and pair the round."""
        self.whole = BursteinField(players, initial)
        done = paired_round(self.whole)
        bye, self.paired, best = done or (None, self.whole, [])
        self.field = self.paired
        self.best = best
        self.bye = None if bye is None else players[bye].key
        self.place = {player.key: at for at, player in enumerate(self.paired.ranked)}
        self.of_all = BursteinNorms(self.whole)
        self.all_places = self.of_all.place
        self._next = {}

    # --- norms ------------------------------------------------------------------------------------

    @property
    def norms(self) -> BursteinNorms:
        """Return the norms that all players of the round must keep."""
        return self.of_all

    def may_have_bye(self, player: int) -> bool:
        """Tell whether C2 allows a player the bye."""
        return self.of_all.may_have_bye(player)

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return which criterion forbids a pair of keys; None when it is legal."""
        return self.of_all.fault_of(one, two)

    def why_none(self, places: Sequence[int] | None = None) -> Certificate | None:
        """Return why these, by place, have no complete pairing (None: all, one with the bye)."""
        if places is None:
            return certificate(SomeOf(self.whole, range(self.whole.size)))
        return certificate(SomeOf(self.field, places))

    # --- the bye ----------------------------------------------------------------------------------

    def of_other_bye(self, player: int) -> DutchDifference | None:
        """Return the difference where another player has the bye; None for the engine's.

        Rule: fide-burstein-2026 3.1.
        """
        if self.bye is None or player == self.bye:
            return None
        keys: tuple[FideKey, ...] = ("bye_score", "bye_games", "bye_rank")
        mine, other = (self.whole.bye_order(self.all_places[key]) for key in (self.bye, player))
        at = next(at for at in range(3) if mine[at] != other[at])
        unit = ("points", "rounds", "places")[at]
        own = abs(mine[at])
        instead = abs(other[at])
        clause = self.edition.keys[keys[at]]
        return DutchDifference(
            number=None,
            key=keys[at],
            clause=clause,
            own=own,
            instead=instead,
            by=other[at] - mine[at],
            unit=unit,
        )

    # --- keys -------------------------------------------------------------------------------------

    def order(self, bracket: DutchBracket, pairs: Iterable[tuple[int, int]]) -> DutchOrder:
        """Return where pairs stand in the order of pairings."""
        numbered = BursteinFirst(self.paired.ranks).numbered(bracket)
        number = {i: at for at, i in enumerate(numbered, 1)}
        partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        opponents = tuple(partner.get(i, i) for i in numbered)
        rank = tuple(-number[partner[i]] if i in partner else 0 for i in numbered)
        return BursteinOrder(
            moved_s1=(),
            moved_opponents=(),
            s1=(),
            s2=(),
            out=(),
            into=(),
            s2_after=(),
            s1_after=tuple(numbered),
            opponents=opponents,
            rank=(("opponents", rank),),
        )

    def values(self, number: int, way: DutchWay) -> Iterator[tuple[FideKey, tuple[int, ...]]]:
        """Yield all keys of a way to pair a bracket in the order of weight, smaller is better.

        Rule: fide-burstein-2026 C5, C6, C7, C8, 3.2, 4.3.
        """
        scores = self.field.scores
        yield "floaters", (len(way.floaters),)
        yield "floater_scores", tuple(sorted((scores[i] for i in way.floaters), reverse=True))
        left, over = self.next_best(number, way.floaters)
        yield "next_floaters", (left,)
        yield "next_scores", over
        yield "denied", (sum(self.field.colour_costs(*pair)[2] for pair in way.pairs),)
        yield from way.order.rank

    # --- comparing --------------------------------------------------------------------------------

    def compare_ways(self, number: int, one: DutchWay, two: DutchWay) -> DutchDifference | None:
        """Return the first key in which the second way to pair a bracket differs from the first.

        Where only order differs the numbers are those of the opponents, 0 for none ("floats").

        Rule: fide-burstein-2026 3.2, 4.3.
        """
        difference = super().compare_ways(number, one, two)
        if difference is None or difference.key != "opponents":
            return difference
        who = difference.who
        return replace(
            difference,
            own=-difference.own,
            instead=-difference.instead,
            part="floats" if who[0] in who[1:] else None,
            who=tuple(dict.fromkeys(who)) if who[2] == who[0] else who,
        )

    def compare(self, pairs: BoardPairs, bye: int | None) -> DutchDifference | None:
        """Return the first key in which a complete legal pairing, by keys, differs.

        Rule: fide-burstein-2026 3.1, 3.2.
        """
        if bye is not None and bye != self.bye:
            return self.of_other_bye(bye)
        return super().compare(pairs, None)
