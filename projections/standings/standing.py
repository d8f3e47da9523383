"""The standing: classification for pairing (A4) and the final ranking (F12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import (
    BUCHHOLZ,
    DIRECT_ENCOUNTER,
    LOTS,
    MUTUAL_RESULT,
    NUMBER,
    SONNEBORN_BERGER,
    TieBreak,
)
from ledger.state.tournament import Tournament
from projections.games.colours import difference_text, preference
from projections.games.crosstable import Crosstable
from projections.standings.direct_encounter import places
from projections.standings.keizer import ranking
from projections.standings.scores import Score
from projections.standings.tiebreaks import Scored, TieBreakValue, tie_break_values


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of a standing, best first.

    `player` is a key, `number` the player's public number. `colours` has a sign a round.
    `decided_by` is the key that puts the line below the one above: "points" or a tie-break's name;
    None for the first, and where nothing separates them. `lots_needed` marks players whom only a
    future draw of lots can separate. `tie_breaks` are the values of the tie-breaks that the
    rulebook declares for its final ranking, in its order: points as fractions, whole numbers, or
    None where the player has none; for the direct encounter the place among the players equal so
    far, None for a single player.
    """

    rank: int
    player: int
    number: int
    score: Score
    colours: str
    colour_difference: str
    preference: str
    decided_by: str | None = None
    lots_needed: bool = False
    tie_breaks: tuple[tuple[TieBreak, TieBreakValue], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing after some rounds; provisional while a game in it is open or adjourned."""

    rounds: int
    lines: tuple[StandingLine, ...]
    provisional: bool
    final: bool = False
    struck: frozenset[int] = frozenset()


Keys = tuple[tuple[str, int | Fraction], ...]
"""A player's ranking keys by name, each smaller for the better player."""

_NONE_IS_LAST = 10**9

OF_SCORE = (BUCHHOLZ(), SONNEBORN_BERGER())
"""The tie-breaks that are in the score of every line, whether the rulebook declares them or not."""

_WP, _SB = OF_SCORE
_MUTUAL_RESULT, _NUMBER, _LOTS = MUTUAL_RESULT(), NUMBER(), LOTS()


def classified(table: Crosstable, by_player: Mapping[int, Score]) -> list[int]:
    """Return the players in the order of the classification: points, WP, SB, lot number.

    Rule: knsb-wp-1996 A4; knsb-wp-2014 A4.
    """
    return sorted(table.cells, key=lambda p: _classification_keys(table, by_player, p))


def _classification_keys(table: Crosstable, by_player: Mapping[int, Score], player: int) -> Keys:
    s = by_player[player]
    return (
        ("points", -s.points_halves),
        (_WP, -s.wp_halves),
        (_SB, -s.sb_quarters),
        (_NUMBER, table.numbers[player]),
    )


def standing(table: Crosstable, rules: Rulebook, last_round_next: bool = False) -> Standing:
    """Return the standing between rounds.

    That is the classification (A4) under a rulebook that pairs by it. Under any other the declared
    tie-breaks decide, then the number; in a season it is the ranking by value, with former members
    last. `last_round_next`: whether the next round is the last, which takes the absolute preference
    from players above half of the points (A5). The table keeps it.
    """
    key = ("standing", id(rules), last_round_next)
    kept = table.derived.get(key)
    if not isinstance(kept, _KeptStanding):
        between = _between_rounds(table, rules, last_round_next)
        kept = table.derived[key] = _KeptStanding(rules, between)
    return kept.standing


@dataclass(frozen=True, slots=True)
class _KeptStanding:
    rules: Rulebook
    standing: Standing


def _between_rounds(table: Crosstable, rules: Rulebook, last_round_next: bool) -> Standing:
    scored = Scored.of(table, rules)
    declared = _Declared.of(scored).with_last(table)
    keys: dict[int, Keys]
    if rules.ranks_by_value:
        members = [line.player for line in ranking(table, rules).lines]
        members += [p for p in table.cells if p not in members]
        keys = {p: (("ranking", place),) for place, p in enumerate(members, 1)}
    elif rules.classifies_by_resistance:
        keys = {p: _classification_keys(table, scored.scores, p) for p in table.cells}
    else:
        keys = {p: (*k, (_NUMBER, table.numbers[p])) for p, k in declared.keys.items()}
    order = sorted(table.cells, key=lambda p: keys[p])
    lifted = last_round_next and rules.colours.topscorer_exempt
    above: Keys | None = None
    lines = []
    for rank, player in enumerate(order, 1):
        decided = None if above is None else _first_difference(above, keys[player])
        above = keys[player]
        history = table.colours(player)
        lines.append(_line(scored, declared, rank, player, decided, history, lifted))
    provisional = scored.table.provisional
    return Standing(table.rounds, tuple(lines), provisional, struck=table.struck)


def final_standing(table: Crosstable, rules: Rulebook, lots: Sequence[int] = ()) -> Standing:
    """Return the final ranking; `lots` are the players in the order drawn, empty before the draw.

    The mutual result decides the first place only, and only where all who are equal on points met
    each other over the board; the others continue with the next keys.

    The table keeps it.

    Rule: knsb-wp-1996 F12; knsb-wp-2014 F12; fide-2022 4.2; fide-2024 4.2; fide-2026 4.2, 7.8.
    """
    key = ("final", id(rules), *lots)
    kept = table.derived.get(key)
    if not isinstance(kept, _KeptStanding):
        kept = table.derived[key] = _KeptStanding(rules, _at_the_end(table, rules, lots))
    return kept.standing


def _at_the_end(table: Crosstable, rules: Rulebook, lots: Sequence[int]) -> Standing:
    if rules.ranks_by_value:
        return replace(standing(table, rules), final=True)
    scored = Scored.of(table, rules)
    declared = _Declared.of(scored).with_last(table)
    winners: frozenset[int] = frozenset()
    if _MUTUAL_RESULT in rules.ranking.final:
        winners = best_by_mutual_result(scored.table, scored.scores)
    if rules.ranking.final[-1] == _LOTS:
        drawn = _lots_in_force(declared.keys, winners, lots)
        last = {p: drawn.get(p, len(drawn)) for p in table.cells}
    else:
        last = dict(table.numbers)
    keys = {p: (*k, (rules.ranking.final[-1], last[p])) for p, k in declared.keys.items()}
    order = sorted(keys, key=lambda p: (keys[p], table.numbers[p]))
    first = next((p for p in order if p in winners), None)
    if first is not None:
        order.remove(first)
        order.insert(0, first)
    equal = Counter(keys.values())
    above: Keys | None = None
    lines = []
    for rank, player in enumerate(order, 1):
        decided = None if above is None else _first_difference(above, keys[player])
        above = keys[player]
        if rank == 2 and winners and player not in winners:
            decided = _MUTUAL_RESULT
        alike = equal[keys[player]] - 1
        if player == first:
            alike = sum(keys[p] == keys[player] for p in winners - {player})
        elif first is not None and player not in winners and keys[first] == keys[player]:
            alike -= 1
        line = _line(scored, declared, rank, player, decided, table.colours(player))
        lines.append(replace(line, lots_needed=alike > 0))
    provisional = scored.table.provisional
    return Standing(table.rounds, tuple(lines), provisional, final=True, struck=table.struck)


def ranking_at_the_end(table: Crosstable, rules: Rulebook, state: Tournament) -> Standing:
    """Return the final ranking as people read it: by the lots drawn, in FIDE mode by shared places.

    Rule: fide-2026 4.2.
    """
    final = final_standing(table, rules, state.final_lots)
    return with_shared_places(final) if state.fide.in_mode else final


def with_shared_places(final: Standing) -> Standing:
    """Return a final ranking in which players whom nothing separates share the best of their ranks.

    Rule: fide-2026 4.2.
    """
    lines: list[StandingLine] = []
    for line in final.lines:
        alike = lines and line.lots_needed and line.decided_by is None
        lines.append(replace(line, rank=lines[-1].rank) if alike else line)
    return replace(final, lines=tuple(lines))


def _lots_in_force(
    before: Mapping[int, Keys], winners: frozenset[int], lots: Sequence[int]
) -> dict[int, int]:
    """Return the place each player drew, for those whose equals all drew.

    `before` holds the ranking keys without lots. After a correction a player may be equal to one
    who drew no lot; then the lots of the earlier tie decide nothing, and new ones must be drawn.
    The winner by mutual result needs none.
    """
    best = min((before[p] for p in winners), default=None)
    alone = [p for p in winners if before[p] == best]
    exempt = alone[0] if len(alone) == 1 else None
    among = set(lots)
    undrawn = {keys for p, keys in before.items() if p not in among and p != exempt}
    return {p: place for place, p in enumerate(lots) if before[p] not in undrawn}


@dataclass(frozen=True, slots=True)
class _Declared:
    """The tie-breaks a rulebook declares: everybody's values, and sort keys.

    The keys begin with the points; they leave out the last one of the ranking (lots or number) and
    the mutual result.
    """

    names: tuple[TieBreak, ...]
    values: Mapping[TieBreak, Mapping[int, TieBreakValue]]
    keys: Mapping[int, Keys]

    @classmethod
    def of(cls, scored: Scored) -> _Declared:
        final = scored.rules.ranking.final[:-1]
        names = tuple(name for name in final if name != _MUTUAL_RESULT)
        values: dict[TieBreak, Mapping[int, TieBreakValue]] = dict(tie_break_values(scored, names))
        keys: dict[int, Keys]
        keys = {p: (("points", -s.points_halves),) for p, s in scored.scores.items()}
        for name in names:
            if name.base is DIRECT_ENCOUNTER:
                encounters = _encounter_places(scored, keys, with_defaults=name.with_defaults)
                values[name] = encounters
                keys = {p: (*k, (name, encounters[p] or 0)) for p, k in keys.items()}
            else:
                column = values[name]
                sign = 1 if name.fewer else -1
                keys = {p: (*k, (name, _upwards(column[p], sign))) for p, k in keys.items()}
        return cls(names, values, keys)

    def with_last(self, table: Crosstable) -> _Declared:
        """Return the same with the struck players below all others, by number."""
        if not table.struck:
            return self
        last = {p: table.numbers[p] if p in table.struck else 0 for p in table.cells}
        return replace(self, keys={p: (("withdrawn", last[p]), *k) for p, k in self.keys.items()})

    def of_player(self, player: int) -> tuple[tuple[TieBreak, TieBreakValue], ...]:
        return tuple((name, self.values[name][player]) for name in self.names)


def _upwards(value: TieBreakValue, sign: int) -> int | Fraction:
    """Return a number that is smaller for the better value; an average alone is no whole number."""
    if value is None:
        return _NONE_IS_LAST
    scaled = value * 4 * sign
    return scaled.numerator if scaled.denominator == 1 else scaled


def _encounter_places(
    scored: Scored, keys: Mapping[int, Keys], *, with_defaults: bool
) -> dict[int, int | None]:
    """Return the place by direct encounter among players with the same keys; None: nobody is equal.

    `with_defaults`: games by default count too.

    Rule: fide-2022 direct encounter; fide-2024 6; fide-2026 6.
    """
    groups: dict[Keys, list[int]] = {}
    for player, so_far in keys.items():
        groups.setdefault(so_far, []).append(player)
    by_player: dict[int, int | None] = dict.fromkeys(keys)
    for tied in groups.values():
        if len(tied) > 1:
            by_player |= places(
                scored.table,
                tied,
                scored.rules.scores.win,
                defaults_count=with_defaults or scored.table.defaults_are_games(scored.rules),
                again=scored.rules.ranking.direct_encounter,
            )
    return by_player


def best_by_mutual_result(table: Crosstable, by_player: Mapping[int, Score]) -> frozenset[int]:
    """Return the best players in the games among those equal on the most points.

    The result is empty when nobody shares the first place, when two of them did not meet over the
    board, or when their games separate nobody. When several are best, the next keys decide among
    these.

    Rule: knsb-wp-1996 F12; knsb-wp-2014 F12.
    """
    most = max((s.points_halves for s in by_player.values()), default=0)
    tied = {p for p, s in by_player.items() if s.points_halves == most}
    if len(tied) < 2 or any(not tied - {p} <= table.met(p) for p in tied):
        return frozenset()
    mutual = {
        p: sum(c.halves for c in table.cells[p] if c.played and c.opponent in tied) for p in tied
    }
    best = frozenset(p for p in tied if mutual[p] == max(mutual.values()))
    return frozenset() if best == tied else best


def _first_difference(above: Keys, here: Keys) -> str | None:
    pairs = zip(above, here, strict=True)
    return next((name for (name, one), (_, other) in pairs if one != other), None)


@lru_cache(maxsize=4096)
def _colour_texts(history: str, topscorer: bool) -> tuple[str, str]:
    """Return difference and preference; players of many tournaments share few histories."""
    return difference_text(history), str(preference(history, topscorer))


def _line(
    scored: Scored,
    declared: _Declared,
    rank: int,
    player: int,
    decided_by: str | None,
    history: str,
    last_round_next: bool = False,
) -> StandingLine:
    table = scored.table
    score = scored.scores[player]
    topscorer = last_round_next and score.points_halves > table.rounds
    return StandingLine(
        rank,
        player,
        table.numbers[player],
        score,
        history,
        *_colour_texts(history, topscorer),
        decided_by,
        tie_breaks=declared.of_player(player),
    )
