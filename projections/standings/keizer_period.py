"""The standing of a period of a season: own value once, and the rounds of the period."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ledger.rulebooks.rulebook import Rulebook
from projections.games.crosstable import Crosstable, SeasonTable
from projections.standings import keizer
from projections.standings.keizer import KeizerStanding, PointsSource, Sums

Items = Mapping[int, Sequence[PointsSource]]


def period_rounds(season: SeasonTable, period: int, last: int) -> range:
    """Return the rounds of a period, up to a last round that counts.

    Rule: mwkeizer 2.
    """
    starts = [1, *season.periods]
    end = starts[period] - 1 if period < len(starts) else last
    return range(starts[period - 1], min(end, last) + 1)


def within(sources: Items, rounds: range) -> dict[int, list[PointsSource]]:
    """Return the items of some rounds."""
    return {
        player: [item for item in row if item.round in rounds] for player, row in sources.items()
    }


def period_standing(
    table: Crosstable,
    rules_of: Callable[[int], Rulebook],
    season: Sequence[KeizerStanding],
    period: int,
) -> KeizerStanding:
    """Return a period's standing after its last round in the table.

    `season` are the standings of the season after each round of the table. Values are those of the
    season's standing, or those the period's own ranking leads to; that begins with the ranking of
    the season at the start of the period. Absences are numbered as the rulebook says, over the
    season or anew in the period. A former member is included only with a round in the period.

    Rule: mwkeizer 2.
    """
    rounds = period_rounds(table.season, period, table.rounds)
    last = rounds.stop - 1
    rules = rules_of(last)
    sources = within(keizer.items(table, rules), rounds)
    if rules.season_keys.period_values == "season":
        standing = _at_values_of(season[last], sources, rules)
    else:
        standing = _own_values(table, rules_of, season, rounds)
    lines = tuple(n for n in standing.lines if n.rank is not None or sources[n.player])
    return KeizerStanding(last, lines, standing.values, standing.passes, standing.cycle)


def _at_values_of(season: KeizerStanding, sources: Items, rules: Rulebook) -> KeizerStanding:
    """Return the totals of some items at the season's values; equal totals keep its order."""
    sums = Sums(sources, rules.season_keys.own_value)
    sums.add(season.rounds)
    totals = sums.totals(season.values)
    ranked = sorted(season.order, key=lambda p: -totals[p])
    left = [line.player for line in season.lines if line.rank is None]
    left.sort(key=lambda p: -totals[p])
    lines = keizer.lines_of(ranked, left, season.values, totals, sums.scale)
    return KeizerStanding(season.rounds, lines, season.values, season.passes, season.cycle)


def _own_values(
    table: Crosstable,
    rules_of: Callable[[int], Rulebook],
    season: Sequence[KeizerStanding],
    rounds: range,
) -> KeizerStanding:
    """Return the standing from the rounds of a period alone, each based on the one before."""
    standing = season[rounds.start - 1]
    by_rules: dict[str, Sums] = {}
    for after in rounds:
        rules = rules_of(after)
        if rules.hash not in by_rules:
            sources = within(keizer.items(table, rules), rounds)
            by_rules[rules.hash] = Sums(sources, rules.season_keys.own_value)
        sums = by_rules[rules.hash]
        sums.add(after)
        ranked = set(season[after].order)
        start = [p for p in standing.order if p in ranked]
        start += [p for p in season[after].order if p not in start]
        gone = {n.player: n.value for n in season[after].lines if n.rank is None}
        standing = keizer.standing_from(
            table, keys=rules.season_keys, after=after, sums=sums, start=start, gone=gone
        )
    return standing
