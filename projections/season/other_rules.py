"""A season under other constants or another valuation: the moves, and their causes by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple

from ledger.messages import Sentence, decimals, message, run_on
from ledger.records import Record
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from projections.games.crosstable import of_tournament
from projections.standings.keizer import (
    OWN_VALUE,
    KeizerStanding,
    PointsSource,
    items,
    shown,
    standings_of,
)
from projections.views import fields
from projections.views.columns import AMOUNT, columns_of


class SeasonMoveCause(Record):
    """A round, or the own value, that counts differently."""

    round: Annotated[int | None, "Number of the round, null: the own value."]
    kind: Annotated[str, "What the round was."]
    before: Annotated[str, "Worth as played, as an exact fraction: 89/3."]
    now: Annotated[str, "Worth under the version, as an exact fraction: 89/3."]


class SeasonMoveRow(Record):
    """A member whose rank, value or total differs, in a season."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    rules: fields.RulebookId
    round: Annotated[int, "The round."]
    number: fields.PlayerNumber
    name: fields.PlayerName
    rank_before: Annotated[int | None, "Rank as played, null for one who left."]
    rank_now: Annotated[int | None, "Rank under the version, null for one who left."]
    moved: Annotated[int, "Places gained; below 0: lost."]
    points_before: Annotated[Sentence, "Total as played, as it is shown.", AMOUNT]
    points_now: Annotated[Sentence, "Total under the version, as it is shown.", AMOUNT]
    exact_before: Annotated[str, "Total as played, as an exact fraction: 89/3."]
    exact_now: Annotated[str, "Total under the version, as an exact fraction: 89/3."]
    value_before: Annotated[int, "Own value as played."]
    value_now: Annotated[int, "Own value under the version."]
    cycle_before: Annotated[int, "Length of the cycle of the standing as played, 0: none."]
    cycle_now: Annotated[int, "Length of the cycle under the version, 0: none."]
    why: Annotated[Sentence, "The largest differences, for people."]
    causes: Annotated[list[SeasonMoveCause], "What counts otherwise for the member."]


MOVE_COLUMNS = columns_of(
    SeasonMoveRow,
    "rules",
    "round",
    "number",
    "name",
    "rank_before",
    "rank_now",
    "points_before",
    "points_now",
    "value_before",
    "value_now",
    "why",
    spare=("value_before", "value_now"),
    headings={"rules": message("columns.under")},
)


class SeasonUnderRules(NamedTuple):
    """A season's standings under some rules, and the worth of each round in them."""

    standings: tuple[KeizerStanding, ...]
    items: dict[int, Sequence[PointsSource]]
    own_value: bool
    decimals: int


def season_rows(book: Book, rules: Rulebook, done: int) -> Iterator[SeasonMoveRow]:
    """Yield a row for everybody whose rank, value or total differs, round by round.

    `done` is the number of rounds to compare. A member who had left has no rank.
    """
    own = _seen(book, book.rules_of(done), own=True)
    other = _seen(book, rules, own=False)
    for after in range(1, done + 1):
        before = own.standings[after]
        now = other.standings[after]
        was = {line.player: line for line in before.lines}
        for line in now.lines:
            old = was.get(line.player)
            if old is None or old == line:
                continue
            causes = list(_causes(line.player, after, (own, before), (other, now)))
            yield SeasonMoveRow(
                *(book.state.name, book.id, rules.id, after),
                book.state.label(line.player),
                book.name(line.player),
                old.rank,
                line.rank,
                (old.rank or 0) - (line.rank or 0),
                decimals(shown(old.total, own.decimals)),
                decimals(shown(line.total, other.decimals)),
                str(old.total),
                str(line.total),
                old.value,
                line.value,
                before.cycle,
                now.cycle,
                _why(causes, other.decimals),
                [SeasonMoveCause(*cause[:2], str(cause[2]), str(cause[3])) for cause in causes],
            )


def _seen(book: Book, rules: Rulebook, *, own: bool) -> SeasonUnderRules:
    table = of_tournament(book.state, rules, throughout=not own)
    keys = rules.season_keys
    standings = standings_of(table, book.rules_of if own else lambda _: rules)
    return SeasonUnderRules(standings, items(table, rules), keys.own_value, keys.decimals)


SeasonCause = tuple[int | None, str, Fraction, Fraction]
"""A round (None: the own value), its kind, and its worth before and now."""


def _causes(
    player: int,
    after: int,
    old: tuple[SeasonUnderRules, KeizerStanding],
    new: tuple[SeasonUnderRules, KeizerStanding],
) -> Iterator[SeasonCause]:
    """Yield the rounds that count differently; the differences add up to that of the totals."""
    worth = []
    for seen, standing in (old, new):
        sums: dict[tuple[int | None, str], Fraction] = {}
        key: tuple[int | None, str]
        if seen.own_value:
            sums[None, OWN_VALUE] = Fraction(standing.values[player])
        for item in seen.items[player]:
            if item.round <= after:
                key = (item.round, item.what.value)
                sums[key] = sums.get(key, Fraction(0)) + item.points(standing.values)
        worth.append(sums)
    before, now = worth
    for key in dict.fromkeys((*before, *now)):
        one = before.get(key, Fraction(0))
        two = now.get(key, Fraction(0))
        if one != two:
            yield *key, one, two


def _why(causes: list[SeasonCause], places: int) -> Sentence:
    """Return the largest differences in one line."""
    largest = sorted(causes, key=lambda cause: -abs(cause[3] - cause[2]))
    sentences = []
    for number, code, before, now in largest[:3]:
        kind = message(f"cells.season-kind.{code.replace(' ', '-')}")
        what = kind if number is None else message("season.moves.round", round=number, kind=kind)
        worth = [decimals(shown(points, places)) for points in (before, now)]
        sentences.append(message("season.moves.cause", what=what, before=worth[0], now=worth[1]))
    more = len(causes) - len(sentences)
    listed = run_on(*sentences, between="; ")
    return message("season.moves.more", causes=listed, n=more) if more > 0 else listed
