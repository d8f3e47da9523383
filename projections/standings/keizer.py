"""Keizer: the points of each member from every round of a season, and the resulting ranking.

A member's total is linear in the values of others: shares of the opponent's value, of their own, or
of a fixed one. The values follow from the ranking and the ranking from the totals. Shares are
brought to one denominator, so that all arithmetic is in whole numbers and exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Literal, NamedTuple, TypeAlias

from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Colour
from projections.games.crosstable import Cell, CellKind, Crosstable, SeasonTable


class What(Enum):
    """What a member's round was, as the seven overviews count it."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    DEFAULT_WIN = "default win"
    DEFAULT_LOSS = "default loss"
    ADJOURNED = "adjourned"
    OPEN = "open"
    ABSENT = "absent"
    BEYOND_CAP = "absent beyond the cap"
    NO_OPPONENT = "no opponent"
    CLUB_DUTY = "club duty"
    EXTERNAL = "external"

    # Kinds are compared by identity; Enum would hash the name each time.
    __hash__ = object.__hash__


OWN_VALUE: Literal["own value"] = "own value"
"""The kind of the points that a member has before the first round."""


class PointsSource(NamedTuple):
    """One source of points in a member's total.

    It is worth `share` x the value of the player `of` (the member, or an opponent), or `share` x
    `fixed` when `of` is None. `opponent` and `colour` are those of a game between members; `team`
    and `board` those of a game for a team, with the member's own result.
    """

    round: int
    what: What
    share: Fraction
    of: int | None
    fixed: int = 0
    opponent: int | None = None
    colour: Colour | None = None
    team: str | None = None
    board: int | None = None
    result: str = ""

    def points(self, values: Mapping[int, int]) -> Fraction:
        """Return its worth under these values."""
        return self.share * (self.fixed if self.of is None else values[self.of])


@dataclass(frozen=True, slots=True)
class KeizerLine:
    """A member in a standing. `rank` is None after leaving; `value` is their own value (Wa)."""

    rank: int | None
    player: int
    value: int
    total: Fraction


@dataclass(frozen=True, slots=True)
class KeizerStanding:
    """The standing after some rounds.

    `lines` are in ranking order, former members last. `values` are everybody's, also those of
    former members. `passes` is how often the totals were computed until nothing changed; `cycle` is
    0, or the length of the cycle when no fixed point was reached (the standing is then one order of
    it).
    """

    rounds: int
    lines: tuple[KeizerLine, ...]
    values: Mapping[int, int]
    passes: int
    cycle: int

    @property
    def order(self) -> list[int]:
        """Return the players in the ranking, first to last, without those who left."""
        return [line.player for line in self.lines if line.rank is not None]


_GAME = {
    CellKind.DEFAULT_WIN: What.DEFAULT_WIN,
    CellKind.DEFAULT_LOSS: What.DEFAULT_LOSS,
    CellKind.OPEN: What.OPEN,
    CellKind.ADJOURNED: What.ADJOURNED,
}
AWAY = frozenset({CellKind.ABSENT, CellKind.HALF_BYE, CellKind.NO_NOTICE, CellKind.NOT_PAIRED})
SILENT = frozenset({CellKind.NO_NOTICE, CellKind.NOT_PAIRED})


def items(table: Crosstable, rules: Rulebook) -> dict[int, Sequence[PointsSource]]:
    """Return each player's sources of points in round order; the own value is not among them.

    The shares of a round are those of the rulebook of that round, as the table has it.

    Rule: mwkeizer punten, extern, extern-meetellen, 3c, 3d, 4-geen tegenstander.
    """
    return {player: counted.sources for player, counted in _counted(table, rules).items()}


class _Counted(NamedTuple):
    """A player's sources of points in the rounds of `cells`, and the absences among these."""

    cells: tuple[Cell, ...] = ()
    sources: Sequence[PointsSource] = ()
    in_season: int = 0
    in_period: int = 0
    period: int = 1


def _counted(
    table: Crosstable, rules: Rulebook, known: _KeptChain | None = None
) -> dict[int, _Counted]:
    """Return what each player's rounds count.

    `known` is of a table under the same rulebook, None: there is none. A player whose rounds in
    that table are the first in this one is counted on from there.
    """
    of_rounds = [shares_in(table.rules_in(at + 1, rules), rules) for at in range(table.rounds)]
    games = {id(keys): _shares_of_games(keys) for keys in of_rounds}
    period_of = table.season.period_of
    by_round = [
        _OfRound(number, period_of(number), keys, games[id(keys)])
        for number, keys in enumerate(of_rounds, 1)
    ]
    there = known.counted if known and known.table and _goes_on(table, known.table) else {}
    nothing = _Counted()
    counted = {}
    for player, cells in table.cells.items():
        first = there.get(player, nothing)
        if cells[: len(first.cells)] != first.cells:
            first = nothing
        counted[player] = _count_on(table, by_round, player, first)
    return counted


def _goes_on(table: Crosstable, before: Crosstable) -> bool:
    """Tell whether, besides its cells, a season begins with the rounds of another table."""
    rounds = before.rounds
    season = table.season
    return (
        table.own_rules[:rounds] == before.own_rules[:rounds]
        and bool(table.own_rules) == bool(before.own_rules)
        and season.periods == before.season.periods
        and season.external == before.season.external
        and {at: game for at, game in season.externals.items() if game.round <= rounds}
        == before.season.externals
    )


def shares_in(of_round: Rulebook, rules: Rulebook) -> KeizerKeys:
    """Return the keys with the shares of a round; those of now for one before the season."""
    return of_round.season_keys if of_round.ranks_by_value else rules.season_keys


class _OfRound(NamedTuple):
    """A round, the period it is in, its keys, and its shares of games."""

    number: int
    period: int
    keys: KeizerKeys
    games: Mapping[What, Fraction]


def _count_on(
    table: Crosstable, by_round: Sequence[_OfRound], player: int, known: _Counted
) -> _Counted:
    """Return what a player's rounds count; `known` is that of the first of them."""
    season = table.season
    cells = table.cells[player]
    sources = [*known.sources]
    _, _, in_season, in_period, period = known
    first = len(known.cells)
    for cell, of_round in zip(cells[first:], by_round[first:], strict=True):
        number, of_period, keys, of_games = of_round
        if of_period != period:
            in_period = 0
            period = of_period
        external = season.externals.get((player, number))
        if cell.kind in AWAY:
            if external is not None and keys.external_replaces_absence:
                pass
            elif cell.kind in SILENT and keys.unannounced == "zero":
                sources.append(PointsSource(number, What.BEYOND_CAP, _NOTHING, player))
            else:
                in_season, in_period = in_season + 1, in_period + 1
                absences = in_period if keys.cap_per == "period" else in_season
                beyond = absences > keys.absent_cap
                what = What.BEYOND_CAP if beyond else What.ABSENT
                share = keys.beyond_cap if beyond else keys.absent
                sources.append(PointsSource(number, what, share, player))
        elif cell.kind is CellKind.CLUB_DUTY:
            sources.append(PointsSource(number, What.CLUB_DUTY, keys.club_duty, player))
        elif cell.kind in (CellKind.BYE, CellKind.FULL_BYE):
            sources.append(PointsSource(number, What.NO_OPPONENT, keys.no_opponent, player))
        elif cell.opponent is not None:
            sources.append(_game(number, cell, cell.opponent, of_games))
        if external is not None:
            sources.append(of_external(season, keys, player, number))
    return _Counted(cells, sources, in_season, in_period, period)


_NOTHING = Fraction(0)


def _game(number: int, cell: Cell, opponent: int, shares: Mapping[What, Fraction]) -> PointsSource:
    what = _GAME.get(cell.kind) or (What.LOSS, What.DRAW, What.WIN)[cell.halves]
    share = _NOTHING if what is What.ADJOURNED and not cell.halves else shares[what]
    return PointsSource(number, what, share, opponent, 0, opponent, cell.colour)


def _shares_of_games(keys: KeizerKeys) -> dict[What, Fraction]:
    return {
        What.WIN: keys.win,
        What.DRAW: keys.draw,
        What.ADJOURNED: keys.draw,
        What.LOSS: keys.loss,
        What.DEFAULT_WIN: keys.default_win,
        What.DEFAULT_LOSS: keys.default_loss,
        What.OPEN: _NOTHING,
    }


def of_external(season: SeasonTable, keys: KeizerKeys, player: int, number: int) -> PointsSource:
    """Return what a member's counted game for a team is worth, of a fixed value.

    Rule: mwkeizer extern.
    """
    game = season.externals[player, number]
    share = {
        "1": keys.win,
        "1/2": keys.draw,
        "0": keys.loss,
        "1R": keys.default_win,
        "0R": keys.default_loss,
    }[game.result]
    fixed = external_value(season, keys, game.team, game.board) or 0
    return PointsSource(
        round=number,
        what=What.EXTERNAL,
        share=share,
        of=None,
        fixed=fixed,
        opponent=None,
        colour=game.colour,
        team=game.team,
        board=game.board,
        result=game.result,
    )


def external_value(season: SeasonTable, keys: KeizerKeys, team: str, board: int) -> int | None:
    """Return the fixed value of a team's board, None where no table has it.

    For a team that `keys` does not name, the value from the season's own rulebook stays.

    Rule: mwkeizer extern.
    """
    values = keys.external.get(team) or season.external.get(team, ())
    return values[board - 1] if 1 <= board <= len(values) else None


Order: TypeAlias = tuple[int, ...]


class Settled(NamedTuple):
    """A ranking, how often totals were computed for it, and the cycle's length (0: no cycle)."""

    order: Order
    passes: int
    cycle: int


def settle(start: Sequence[int], totals: Callable[[Sequence[int]], Mapping[int, int]]) -> Settled:
    """Return the ranking whose values lead to itself, from a start ranking.

    `totals` gives everybody's total under the values of a ranking. Players who are equal keep their
    order.

    Rule: mwkeizer schommelen.
    """

    def following(order: Order) -> Order:
        return tuple(sorted(order, key=totals(order).__getitem__, reverse=True))

    return settled(tuple(start), following)


def settled(start: Order, following: Callable[[Order], Order]) -> Settled:
    """Return the ranking that leads to itself; `following` is the one that a ranking leads to.

    The search cycles when an earlier ranking comes back: of the rankings of that cycle the one with
    the fewest inversions against the start is chosen, then the earliest.

    Rule: mwkeizer schommelen.
    """
    order = start
    seen: dict[Order, int] = {}
    while order not in seen:
        seen[order] = len(seen)
        after = following(order)
        if after == order:
            return Settled(order, len(seen), 0)
        order = after
    cycle = [*seen][seen[order] :]
    place = {player: at for at, player in enumerate(start)}
    closest = min(cycle, key=lambda o: inversions([place[p] for p in o]))
    return Settled(closest, len(seen), len(cycle))


def inversions(places: Sequence[int]) -> int:
    """Return how many pairs stand in reverse order."""
    return sum(a > b for i, a in enumerate(places) for b in places[i + 1 :])


class Sums:
    """Items as whole numbers, added up round by round.

    A total x `scale` is `fixed` + the sum of share x value. `shares` has, by player, the sum of
    their shares of the value of each player, and `scale` of their own value when that counts.
    """

    def __init__(self, sources: Mapping[int, Sequence[PointsSource]], own_value: bool) -> None:
        # Shares are few and items many, so each share is brought to the denominator once.
        shared = {id(item.share): item.share for row in sources.values() for item in row}
        self.scale = lcm(*(share.denominator for share in shared.values()))
        whole = {key: s.numerator * (self.scale // s.denominator) for key, s in shared.items()}
        self.fixed = dict.fromkeys(sources, 0)
        self.shares = {player: {player: self.scale if own_value else 0} for player in sources}
        self._through = 0
        self._in_round: dict[int, list[tuple[int, int | None, int]]] = {}
        for player, row in sources.items():
            for item in row:
                share = whole[id(item.share)]
                of = item.of
                worth = share * item.fixed if of is None else share
                if worth:
                    self._in_round.setdefault(item.round, []).append((player, of, worth))

    def in_round(self, number: int) -> Sequence[tuple[int, int | None, int]]:
        """Return what a round gives: player, whose value it is part of (None: a fixed one), share.

        A share is times the scale, and so is the fixed value.
        """
        return self._in_round.get(number, ())

    def add(self, last: int) -> None:
        """Add up the rounds that were not added before, up to a last one."""
        for number in range(self._through + 1, last + 1):
            for player, of, worth in self._in_round.get(number, ()):
                if of is None:
                    self.fixed[player] += worth
                else:
                    shares = self.shares[player]
                    shares[of] = shares.get(of, 0) + worth
        self._through = max(last, self._through)

    def totals(self, values: Mapping[int, int]) -> dict[int, int]:
        """Return everybody's total, times the scale."""
        fixed = self.fixed
        value_of = values.__getitem__
        return {
            player: fixed[player] + sum(map(mul, shares.values(), map(value_of, shares)))
            for player, shares in self.shares.items()
        }


def standings_of(
    table: Crosstable, rules_of: Callable[[int], Rulebook], earlier: Sequence[KeizerStanding] = ()
) -> tuple[KeizerStanding, ...]:
    """Return the standing after each round of the table, the first after round 0.

    Each starts from the one before it; `rules_of` gives the rulebook in force after a round.
    Members who joined are placed last, those who left keep the value declared then. `earlier` are
    the first of these standings, where they have been made before.

    Rule: mwkeizer startwaarde, schommelen, punten.
    """
    standings = list(earlier[: table.rounds + 1])
    by_rules: dict[int, tuple[Rulebook, Sums]] = {}
    for after in range(len(standings), table.rounds + 1):
        rules = rules_of(after)
        if not rules.ranks_by_value:
            # Rounds before the competition became a season.
            rules = rules_of(table.rounds)
        if id(rules) not in by_rules:
            sums = Sums(items(table, rules), rules.season_keys.own_value)
            by_rules[id(rules)] = rules, sums
        _, sums = by_rules[id(rules)]
        sums.add(after)
        before = standings[-1] if standings else None
        standings.append(_standing(table, rules.season_keys, after, sums, before))
    return tuple(standings)


def ranking(table: Crosstable, rules: Rulebook) -> KeizerStanding:
    """Return the standing of the season after the table's rounds, with which the next is paired.

    Rule: mwkeizer 2.
    """
    return _latest.ranking(table, rules)


class _KeptChain(NamedTuple):
    """The standings of a season with their origins, the table they are of, and what that counts."""

    rules: Rulebook
    chain: Sequence[tuple[_Origin, KeizerStanding]] = ()
    table: Crosstable | None = None
    counted: Mapping[int, _Counted] = {}


class _Chain:
    """The standings of one season, each with all that it was made from.

    To pair a round the standing after each earlier round is needed, so that those of the rounds
    before are made again for every round of a season, from the same. Equal origins give equal
    standings, so they are kept until a season differs from the one before.
    """

    def __init__(self) -> None:
        self._kept: _KeptChain | None = None

    def ranking(self, table: Crosstable, rules: Rulebook) -> KeizerStanding:
        """Return the standing after the rounds of a table under one rulebook."""
        keys = rules.season_keys
        known = self._kept  # of one season, also where several threads ask
        if known is None or known.rules is not rules:
            known = _KeptChain(rules)
        kept = known.chain
        counted = _counted(table, rules, known)
        sums = Sums({p: one.sources for p, one in counted.items()}, keys.own_value)
        chain: list[tuple[_Origin, KeizerStanding]] = []
        for after in range(table.rounds + 1):
            before = chain[-1][1] if chain else None
            origin = _Origin.of(table, keys, after, sums, before)
            if len(kept) > after and origin.alike(kept[after][0]):
                chain.append(kept[after])
                continue
            kept = ()
            sums.add(after)
            chain.append((origin, _standing(table, keys, after, sums, before)))
        self._kept = _KeptChain(rules, chain, table, counted)
        return chain[-1][1]


@dataclass(frozen=True, slots=True)
class _Origin:
    """What a standing is made from, besides the one before it and what that is made from.

    `given` is what its round gives, times `scale`. The scale is of all rounds of a table, so it may
    grow with a later round.
    """

    players: tuple[int, ...]
    there: tuple[int, ...]
    gone: tuple[tuple[int, int, int], ...]
    scale: int
    given: Sequence[tuple[int, int | None, int]]

    @classmethod
    def of(
        cls,
        table: Crosstable,
        keys: KeizerKeys,
        after: int,
        sums: Sums,
        before: KeizerStanding | None,
    ) -> _Origin:
        """Return that of the standing after a round."""
        there, gone = _members(table, keys, after, before)
        left = tuple((player, table.numbers[player], value) for player, value in gone.items())
        return cls(tuple(table.cells), tuple(there), left, sums.scale, sums.in_round(after))

    def alike(self, other: _Origin) -> bool:
        """Tell whether another standing is made from the same."""
        if (self.players, self.there, self.gone) != (other.players, other.there, other.gone):
            return False
        if self.scale == other.scale:
            return self.given == other.given
        return [(p, of, worth * other.scale) for p, of, worth in self.given] == [
            (p, of, worth * self.scale) for p, of, worth in other.given
        ]


_latest = _Chain()


def _standing(
    table: Crosstable, keys: KeizerKeys, after: int, sums: Sums, before: KeizerStanding | None
) -> KeizerStanding:
    there, gone = _members(table, keys, after, before)
    present = set(there)
    started = [p for p in (before.order if before else ()) if p in present]
    # The table is in number order, so new members are placed last in that order.
    start = [*dict.fromkeys((*started, *there))]
    return standing_from(table, keys=keys, after=after, sums=sums, start=start, gone=gone)


def _members(
    table: Crosstable, keys: KeizerKeys, after: int, before: KeizerStanding | None
) -> tuple[list[int], dict[int, int]]:
    """Return the members after a round by number, and those who left, with the values they keep."""
    values = before.values if before else {}
    gone = left_by(table.season, keys, after, lambda player: values.get(player, 0))
    there = [p for p in table.cells if table.season.joined.get(p, 1) <= after + 1 and p not in gone]
    return there, gone


def standing_from(
    table: Crosstable,
    *,
    keys: KeizerKeys,
    after: int,
    sums: Sums,
    start: Sequence[int],
    gone: Mapping[int, int],
) -> KeizerStanding:
    """Return the standing that the sums of items lead to, from a start ranking.

    `gone` are those who left, with the values they keep.

    Rule: mwkeizer schommelen, punten.
    """
    of_places = [keys.value_of_place(place) for place in range(1, len(start) + 1)]
    # A future member has met nobody; only their own sum needs their value.
    unranked = dict.fromkeys(table.cells, 0) | dict(gone)

    def values(order: Sequence[int]) -> dict[int, int]:
        return unranked | dict(zip(order, of_places, strict=True))

    if keys.valuation == "fixed-point":
        order, passes, cycle = settle(start, lambda order: sums.totals(values(order)))
    else:
        order = tuple(start)
        passes = 1
        cycle = 0
    counted = values(order)
    totals = sums.totals(counted)
    if keys.valuation != "fixed-point":
        order = tuple(sorted(start, key=lambda p: -totals[p]))
    left = sorted(gone, key=lambda p: (-totals[p], table.numbers[p]))
    lines = lines_of(order, left, counted, totals, sums.scale)
    return KeizerStanding(after, lines, counted, passes, cycle)


def lines_of(
    order: Sequence[int],
    left: Sequence[int],
    values: Mapping[int, int],
    totals: Mapping[int, int],
    scale: int,
) -> tuple[KeizerLine, ...]:
    """Return the lines of a standing: ranking, then former members; `totals` are times `scale`."""
    return tuple(
        KeizerLine(rank, player, values[player], Fraction(totals[player], scale))
        for rank, player in [*enumerate(order, 1), *((None, p) for p in left)]
    )


def left_by(
    season: SeasonTable, keys: KeizerKeys, after: int, value_before: Callable[[int], int]
) -> dict[int, int]:
    """Return the members who have left by then, with the value they keep.

    That is the value declared when they left; without one, the value they had before.
    """
    if keys.leaver == "ranked":
        return {}
    gone = {}
    for player, departures in season.left.items():
        held = [d for d in departures if d.round <= after]
        if held and held[-1].leaves:
            declared = held[-1].value
            gone[player] = value_before(player) if declared is None else declared
    return gone


def in_units(amount: Fraction, decimals: int) -> int:
    """Return an amount in units of the last of `decimals`, rounding halves away from zero."""
    whole = abs(amount.numerator)
    part = amount.denominator
    units: int = (2 * whole * 10**decimals + part) // (2 * part)
    return -units if amount < 0 else units


def fixed(amount: Fraction, decimals: int) -> str:
    """Write an exact amount with `decimals` decimals, rounding halves away from zero."""
    units = in_units(amount, decimals)
    whole, part = divmod(abs(units), 10**decimals)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}.{part:0{decimals}d}" if decimals else f"{sign}{whole}"


def shown(amount: Fraction, decimals: int) -> str:
    """Write an exact amount with at most `decimals` decimals: 137, 102.5, 89.67."""
    text = fixed(amount, decimals)
    return text.rstrip("0").rstrip(".") if decimals else text
