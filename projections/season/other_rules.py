"""A season under other constants or another valuation: who moves, and which rounds did it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from projections.games.crosstable import of_tournament
from projections.standings.keizer import (
    KeizerStanding,
    PointsSource,
    items,
    keys_of,
    shown,
    standings_of,
)
from projections.views.view import Column, Row

MOVE_COLUMNS = (
    Column("rules", "under"),
    Column("round", "round", "right"),
    Column("number", "no", "right"),
    Column("name", "name"),
    Column("rank_before", "rank", "right"),
    Column("rank_now", "now", "right"),
    Column("points_before", "points", "right"),
    Column("points_now", "now", "right"),
    Column("value_before", "value", "right"),
    Column("value_now", "now", "right"),
    Column("why", "why"),
)


class SeasonUnderRules(NamedTuple):
    """A season's standings under some rules, and what each round is worth in them."""

    standings: tuple[KeizerStanding, ...]
    items: dict[int, list[PointsSource]]
    own_value: bool
    decimals: int


def season_rows(book: Book, rules: Rulebook, done: int) -> Iterator[Row]:
    """Yield a row for everybody whose rank, value or total differs, round by round.

    done is the number of rounds to compare. A member who had left has no rank.
    """
    own = _seen(book, book.rules_of(done), own=True)
    other = _seen(book, rules, own=False)
    for after in range(1, done + 1):
        before, now = own.standings[after], other.standings[after]
        was = {line.player: line for line in before.lines}
        for line in now.lines:
            old = was.get(line.player)
            if old is None or old == line:
                continue
            causes = list(_causes(line.player, after, (own, before), (other, now)))
            yield {
                "tournament": book.state.name,
                "id": book.id,
                "rules": rules.id,
                "round": after,
                "number": book.state.label(line.player),
                "name": book.name(line.player),
                "rank_before": old.rank,
                "rank_now": line.rank,
                "moved": (old.rank or 0) - (line.rank or 0),
                "points_before": shown(old.total, own.decimals),
                "points_now": shown(line.total, other.decimals),
                "exact_before": str(old.total),
                "exact_now": str(line.total),
                "value_before": old.value,
                "value_now": line.value,
                "cycle_before": before.cycle,
                "cycle_now": now.cycle,
                "why": _why(causes, other.decimals),
                "causes": [
                    {"round": number, "kind": kind, "before": str(b), "now": str(n)}
                    for number, kind, b, n in causes
                ],
            }


def _seen(book: Book, rules: Rulebook, *, own: bool) -> SeasonUnderRules:
    table, keys = of_tournament(book.state, rules), keys_of(rules)
    standings = standings_of(table, book.rules_of if own else lambda _: rules)
    return SeasonUnderRules(standings, items(table, rules), keys.own_value, keys.decimals)


SeasonCause = tuple[int | None, str, Fraction, Fraction]
"""A round (None: the own value), what it was, what it was worth and is worth now."""


def _causes(
    player: int,
    after: int,
    old: tuple[SeasonUnderRules, KeizerStanding],
    new: tuple[SeasonUnderRules, KeizerStanding],
) -> Iterator[SeasonCause]:
    """Yield what counts otherwise; the differences add up to that of the totals."""
    worth = []
    for seen, standing in (old, new):
        found: dict[tuple[int | None, str], Fraction] = {}
        key: tuple[int | None, str]
        if seen.own_value:
            found[None, "own value"] = Fraction(standing.values[player])
        for item in seen.items[player]:
            if item.round <= after:
                key = (item.round, item.what.value)
                found[key] = found.get(key, Fraction(0)) + item.points(standing.values)
        worth.append(found)
    before, now = worth
    for key in dict.fromkeys((*before, *now)):
        one, two = before.get(key, Fraction(0)), now.get(key, Fraction(0))
        if one != two:
            yield *key, one, two


def _why(causes: list[SeasonCause], decimals: int) -> str:
    """Say the largest differences in one line."""
    largest = sorted(causes, key=lambda cause: -abs(cause[3] - cause[2]))
    said = []
    for number, kind, before, now in largest[:3]:
        place = kind if number is None else f"round {number}, {kind}"
        said.append(f"{place} {shown(before, decimals)} > {shown(now, decimals)}")
    more = len(causes) - len(said)
    return "; ".join(said) + (f"; and {more} more" if more > 0 else "")
