"""The field of one round of the Swiss on rating: players, brackets, and the cost of a pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.graphs.matching import mask_of
from pairing.norms.model import Contestant, RatedPlayer
from projections.games.colours import ABSOLUTE, STRONG, Preference, breaks_b2, preference

Vector: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""What a pairing of a bracket drops, in the order of C10 reversed: pairs against B2, pairs against
A7d, X, Z, then players against B5 and B6 as downfloaters, and against B5 and B6 as upfloaters.
"""

NOTHING: Vector = (0, 0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Bracket:
    """A score group to be paired (puntengroep), by position in A2 order, 0 is best.

    `moved` are the players moved down, `removed` those taken out by C1, `players` all who are left.
    `first_m1` is M1 at the beginning: 0 when the bracket is homogeneous or treated so. `last` tells
    that everybody must be paired, or have the bye.

    Rule: knsb-rating-2014 A3, A6, C2.
    """

    players: tuple[int, ...]
    moved: tuple[int, ...]
    removed: tuple[int, ...]
    first_m1: int
    last: bool

    @property
    def p0(self) -> int:
        """Return the greatest possible number of pairs (A6b)."""
        return len(self.players) // 2


@dataclass(frozen=True, slots=True)
class Level:
    """The number of players moved down in S1 (M1; 0 is homogeneous), and of pairs in all (P1)."""

    m1: int
    p1: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pairing of a bracket: pairs (higher, lower), players left over, and dropped criteria."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    vector: Vector


How: TypeAlias = Literal["direct", "whole", "C12", "after C12", "C13", "after C13"]


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """A bracket with its pairing; `how` names the clause that gave it.

    `candidate` and `level` are None when the whole bracket moved down.
    """

    bracket: Bracket
    residents: tuple[int, ...]
    level: Level | None
    candidate: Candidate | None
    how: How

    @property
    def onward(self) -> tuple[int, ...]:
        """Return the players who go to the next bracket, in A2 order."""
        left = self.bracket.players if self.candidate is None else self.candidate.floaters
        return tuple(sorted(left + self.bracket.removed))


class RatingField:
    """All players of a round, by position, with what each pair of them would drop.

    `parting` are the readings whose alternative gave another answer, at any point of the pairing.
    As long as a reading is not among them, it makes no difference to the round.
    """

    def __init__(
        self, players: Sequence[RatedPlayer], number: int, readings: RatingKeys | None = None
    ) -> None:
        """Keep the players in A2 order; `number` is the round's, which decides on A7d and Z."""
        self.players = players
        self.number = number
        self.size = len(players)
        self.is_odd_round = number % 2 == 1
        self.readings = readings or RatingKeys()
        self.parting: set[str] = set()
        self.points = [p.points_halves for p in players]
        self.preferences = [preference(p.colours) for p in players]
        places = {p.key: i for i, p in enumerate(players)}
        self.met: list[set[int]] = [{places[k] for k in p.met if k in places} for p in players]
        for i, met in enumerate(self.met):
            met.discard(i)
            for j in met:
                self.met[j].add(i)
        kinds: dict[tuple[object, ...], int] = {}
        self.kind = [kinds.setdefault(_in_colours(p), len(kinds)) for p in players]
        self._examples = [players[self.kind.index(k)] for k in range(len(kinds))]

    def under(self, readings: RatingKeys, players: Sequence[RatedPlayer]) -> RatingField:
        """Return the field of the same round under other readings, with its players under these.

        They have other floats, or are no topscorers; where each pair drops the same as here, that
        is shared.
        """
        pairs = zip(players, self.players, strict=True)
        if readings.b2_pair != self.readings.b2_pair or any(
            one.topscorer != two.topscorer for one, two in pairs
        ):
            return RatingField(players, self.number, readings)
        other = copy(self)
        other.players = players
        other.readings = readings
        other.parting = set()
        return other

    def properties(self, bracket: Bracket, may_float: Sequence[int]) -> Iterator[object]:
        """Yield what readings change of a bracket at a level, whose floaters are among some."""
        players = [self.players[i] for i in bracket.players]
        topscorers = [player.topscorer for player in players]
        yield tuple(topscorers)
        yield any(topscorers) and self.readings.b2_pair
        yield tuple(player.floats for player in players) if bracket.moved else ()
        yield tuple(self.down_in(bracket, i) for i in may_float)

    @cached_property
    def costs(self) -> list[list[tuple[int, int, int, int] | None]]:
        """Return what a pair of two kinds of players drops of B2, A7d, X and Z; None: illegal."""
        examples = self._examples
        rows: list[list[tuple[int, int, int, int] | None]] = []
        for at, a in enumerate(examples):
            # A pair drops the same whichever of both comes first.
            rows.append([row[at] for row in rows] + [self._cost(a, b) for b in examples[at:]])
        return rows

    @cached_property
    def alike(self) -> list[int]:
        """Return, for each kind, the first kind with the same costs against all others."""
        first: dict[tuple[tuple[int, int, int, int] | None, ...], int] = {}
        return [first.setdefault(tuple(row), kind) for kind, row in enumerate(self.costs)]

    def _cost(self, a: RatedPlayer, b: RatedPlayer) -> tuple[int, int, int, int] | None:
        against_b2 = not keeps_b2(a, b)
        either = a.topscorer or b.topscorer
        both = a.topscorer and b.topscorer
        if against_b2 and either != both:
            self.parting.add("b2_pair")
        if against_b2 and not (either if self.readings.b2_pair == "either" else both):
            return None
        x, strong = denials(preference(a.colours), preference(b.colours))
        odd = self.is_odd_round
        return int(against_b2), strong * odd, x, strong * (not odd)

    def cost(self, i: int, j: int) -> tuple[int, int, int, int] | None:
        """Return what the pair drops of B2, A7d, X and Z; None when it is not allowed at all.

        Rule: knsb-rating-2014 B1a, B2, A7d, A7e.
        """
        return None if j in self.met[i] else self.costs[self.kind[i]][self.kind[j]]

    def can_play(self, i: int, j: int) -> bool:
        """Return whether B1a, and B2 where it cannot be dropped, allow the pair."""
        return self.cost(i, j) is not None

    @cached_property
    def legal(self) -> list[int]:
        """Return the legal opponents in the whole field, as masks."""
        return self.adjacency(range(self.size))

    def adjacency(self, players: Sequence[int]) -> list[int]:
        """Return the legal opponents among some players, as masks of their places."""
        place = {i: at for at, i in enumerate(players)}
        of_kind: dict[int, int] = {}
        for at, i in enumerate(players):
            of_kind[self.kind[i]] = of_kind.get(self.kind[i], 0) | 1 << at
        reach = {}
        for kind in of_kind:
            costs = self.costs[kind]
            near = 0
            for other, members in of_kind.items():
                if costs[other] is not None:
                    near |= members
            reach[kind] = near
        rows = []
        for at, i in enumerate(players):
            barred = 1 << at
            for j in self.met[i]:
                if j in place:
                    barred |= 1 << place[j]
            rows.append(reach[self.kind[i]] & ~barred)
        return rows

    def down(self, i: int) -> tuple[int, int]:
        """Return whether the player has B5, and B6, against a downfloat.

        Rule: knsb-rating-2014 B5, B6.
        """
        last, before = self.players[i].floats
        return int(last == "D"), int(before == "D")

    def down_in(self, bracket: Bracket, i: int) -> tuple[int, int]:
        """Return the same for a player left over in a bracket, as the rulebook counts it there.

        Rule: knsb-rating-2014 B5, B6.
        """
        against = self.down(i)
        if not any(against):
            return against
        counts = True
        if bracket.last and len(bracket.players) % 2:
            self.parting.add("bye_float")
            counts = self.readings.bye_float
        if i in bracket.moved:
            self.parting.add("down_md")
            counts = counts and self.readings.down_md
        return against if counts else (0, 0)

    def up(self, i: int, j: int) -> tuple[int, int]:
        """Return whether B5, and B6, are against the upfloat in a pair of unequal scores.

        Rule: knsb-rating-2014 B5, B6.
        """
        if self.points[i] == self.points[j]:
            return 0, 0
        last, before = self.players[i if self.points[i] < self.points[j] else j].floats
        return int(last == "U"), int(before == "U")

    def lowest_x_z(self, players: Sequence[int], pairs: int) -> tuple[int, int]:
        """Return X1 and Z1 (0 in odd rounds) of a bracket in which P0 pairs can be made.

        Rule: knsb-rating-2014 A8.
        """
        none = 0
        white = 0
        black = 0
        light_white = 0
        light_black = 0
        for i in players:
            own = self.preferences[i]
            unplayed = self.players[i].colours.count("-")
            light = not self.is_odd_round and own.strength < STRONG and unplayed % 2 == 1
            none += own.colour is None
            white += own.colour == "W" and not light
            black += own.colour == "B" and not light
            light_white += own.colour == "W" and light
            light_black += own.colour == "B" and light
        less = min(black + light_black, white + light_white)
        x = max(pairs - less - none, 0)
        if self.is_odd_round:
            return x, 0
        return x, max(pairs - min(black, white) - light_black - light_white - none, 0)

    def bracket(
        self, moved: Sequence[int], residents: Sequence[int], last: bool, merged: bool = False
    ) -> Bracket:
        """Return a bracket after C1; only in the last one nobody is taken out.

        `merged` tells that C13 made the bracket, so that A3's half rule does not hold.

        Rule: knsb-rating-2014 A3, C1, C2.
        """
        everybody = sorted((*moved, *residents))
        removed: list[int] = [] if last else self.stuck(everybody)
        players = [i for i in everybody if i not in removed]
        down = [i for i in sorted(moved) if i not in removed]
        m1 = {
            reading: 0 if 2 * len(down) >= count and not merged else len(down)
            for reading, count in (("before", len(everybody)), ("after", len(players)))
        }
        if m1["before"] != m1["after"]:
            self.parting.add("half")
        first_m1 = m1[self.readings.half]
        return Bracket(tuple(players), tuple(down), tuple(removed), first_m1, last)

    def stuck(self, players: Sequence[int]) -> list[int]:
        """Return the players without any opponent among the players.

        Rule: knsb-rating-2014 C1.
        """
        legal = self.legal
        here = mask_of(players)
        return [i for i in players if not legal[i] & here]

    @cached_property
    def contestants(self) -> dict[int, Contestant]:
        """Return the players as the colour rules treat them: no topscorer exception (A7)."""
        return {
            p.key: Contestant(p.key, p.points_halves, p.colours, p.met, p.may_have_bye, False)
            for p in self.players
        }


def _in_colours(player: RatedPlayer) -> tuple[object, ...]:
    """Return all that the colours of a pair go by: players with the same are of one kind."""
    history = player.colours
    wish = preference(history)
    barred = breaks_b2(history, "W"), breaks_b2(history, "B")
    return wish.colour, wish.strength, *barred, player.topscorer


def keeps_b2(a: RatedPlayer, b: RatedPlayer) -> bool:
    """Return whether some colours break B2 for neither.

    Rule: knsb-rating-2014 B2.
    """
    return not (
        (breaks_b2(a.colours, "W") or breaks_b2(b.colours, "B"))
        and (breaks_b2(a.colours, "B") or breaks_b2(b.colours, "W"))
    )


def denials(one: Preference, two: Preference) -> tuple[int, int]:
    """Return whether a pair cannot meet both preferences, and whether none of these is light.

    Rule: knsb-rating-2014 A7, A7d, A7e, A7f, B4.
    """
    if one.colour is None or one.colour != two.colour:
        return 0, 0
    assert one.strength <= ABSOLUTE
    return 1, int(one.strength >= STRONG and two.strength >= STRONG)
