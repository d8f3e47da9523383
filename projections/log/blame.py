"""The facts behind each half point of a standing, and the part of each opponent in WP and SB."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from ledger.facts.tournament import AbsenceAnnounced, ByeRequested, PlayerRegistered, PlayerWithdrew
from ledger.messages import Sentence, decimals, message
from ledger.records import Record, Spread
from ledger.state.book import Book
from projections.games.crosstable import Cell, CellKind, Crosstable, of_tournament
from projections.games.rounds import TournamentAt, head
from projections.standings.scores import Contribution, TreatedTable
from projections.views import fields
from projections.views.columns import Kind, columns_of
from projections.views.crosstables import CrosstableRound, round_of
from projections.views.rulebook_names import heading_name
from projections.views.standings import abbreviated
from projections.views.view import View, number


class BlameHead(Record):
    """The facts that make a player's standing."""

    at: Spread[TournamentAt]
    player: fields.PlayerNumber
    name: fields.PlayerName
    rules: fields.RulebookId
    after: fields.RoundsCounted
    points: fields.PlayerPoints
    wp: fields.WpPoints
    sb: fields.SbPoints


class BlameRow(Record):
    """A round."""

    game: Spread[CrosstableRound]
    round: fields.NumberOfRound
    against: Annotated[str, "Number and name of the opponent, or empty."]
    ws: Annotated[float | None, "The opponent's WS."]
    wp: Annotated[float | None, "What the round adds to WP.", Kind("right", "WP")]
    sb: Annotated[float | None, "What the round adds to SB.", Kind("right", "SB")]
    event: Annotated[Sentence, "The fact it rests on, and those it replaced."]


COLUMNS = columns_of(
    BlameRow,
    "round",
    "kind",
    "against",
    "points",
    "ws",
    "wp",
    "sb",
    "event",
    headings={"ws": message("columns.opponent_ws"), "event": message("columns.fact")},
)


def blame_of_points(book: Book, player: int, after: int) -> View:
    """Return one row for each round: points, its part of WP and SB, and the facts it rests on.

    Rule: knsb-wp-2014 A1a, A1b; knsb-wp-1996 A1a, A1b.
    """
    rules = book.rules_of(after)
    table = of_tournament(book.state, rules, after)
    treated = TreatedTable.of(table, rules)
    table = treated.table
    rows = []
    for at, (cell, added) in enumerate(_by_round(table, treated, player), 1):
        opponent = cell.opponent
        rows.append(
            BlameRow(
                game=round_of(cell, table.numbers),
                round=at,
                against="" if opponent is None else book.called(opponent),
                ws=None if opponent is None else number(treated.ws[opponent]),
                wp=None if added is None else number(added.wp_halves),
                sb=None if added is None else number(added.sb_quarters, 4),
                event=_event(book, player, at),
            )
        )
    contributions = treated.contributions(player)
    top = BlameHead(
        at=head(book),
        player=book.state.label(player),
        name=book.name(player),
        rules=rules.id,
        after=after,
        points=number(treated.points[player]),
        wp=number(sum(c.wp_halves for c in contributions)),
        sb=number(sum(c.sb_quarters for c in contributions), 4),
    )
    points, wp, sb = (decimals(str(sum_)) for sum_ in (top.points, top.wp, top.sb))
    summed = "log.blame-sum-by-fide" if rules.uses_fide_names else "log.blame-sum"
    note = message(summed, points=points, wp=wp, sb=sb)
    title = message("log.blame", who=book.called(player), round=after, rules=heading_name(rules))
    return View(title, abbreviated(COLUMNS, rules), rows, top, (note,))


def _by_round(
    table: Crosstable, treated: TreatedTable, player: int
) -> Iterator[tuple[Cell, Contribution | None]]:
    """Yield each round with its contribution; None if it adds nothing yet, or has no game."""
    added = iter(treated.contributions(player))
    as_games = treated.defaults_are_games
    for cell in table.cells[player]:
        nothing = cell.kind in (CellKind.OPEN, CellKind.ANNULLED)
        nothing = nothing or (as_games and cell.opponent is None)
        yield cell, None if nothing else next(added)


def _why_away(book: Book, player: int, number_: int) -> int | None:
    """Return the fact that kept a player out of a round, None if the pairing did."""
    cause = None
    for position, fact in book.in_force:
        match fact:
            case AbsenceAnnounced() | ByeRequested():
                away = fact.round == number_
            case PlayerWithdrew():
                away = fact.from_round <= number_
            case PlayerRegistered():
                away = fact.from_round > number_
            case _:
                continue
        if away and fact.player == player:
            cause = position
    return None if book.state.rounds[number_ - 1].bye == player else cause


def _event(book: Book, player: int, number_: int) -> Sentence:
    """Return the fact in force, and those it replaced: "#140, was #120"."""
    round_ = book.state.rounds[number_ - 1]
    game = round_.game_of(player)
    if game is None:
        return f"#{_why_away(book, player, number_) or round_.position}"
    text: Sentence = f"#{game.set_by}"
    for earlier, _ in reversed(game.earlier):
        text = message("log.replaced", fact=text, earlier=earlier)
    return text
