"""Every point of a member's total, back to the fact, the opponent's value and the round.

It also explains changes in the total of a member who did not play: another member's place changed,
and with it their value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from ledger.facts.tournament import AbsenceAnnounced, NumbersAssigned, PlayerRegistered
from ledger.messages import Sentence, decimals, message
from ledger.records import Record, Spread
from ledger.state.book import Book
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.rounds import TournamentAt
from projections.standings import keizer
from projections.standings.keizer import (
    OWN_VALUE,
    KeizerLine,
    KeizerStanding,
    PointsSource,
    What,
    shown,
)
from projections.views import fields
from projections.views.columns import AMOUNT, Kind, columns_of
from projections.views.rulebook_names import heading_name
from projections.views.view import View


class SeasonBlameHead(Record):
    """The facts that make a member's total."""

    at: Spread[TournamentAt]
    player: fields.PlayerNumber
    name: fields.PlayerName
    rules: fields.RulebookId
    after: fields.RoundsCounted
    since: Annotated[int, "The earlier round it is compared with."]
    total: Annotated[str, "Total, as an exact fraction: 89/3."]
    rank: Annotated[int | None, "Place, null for one who left."]
    rank_before: Annotated[int | None, "Place after the earlier round."]
    passes: Annotated[int, "How often totals were computed until they settled."]
    cycle: Annotated[int, "Length of the cycle, 0 when they settled."]


class SeasonBlameRow(Record):
    """The own value, or a source of points in a season."""

    round: Annotated[int | None, "The round, null: the own value."]
    what: Annotated[
        str,
        "What it was: own value, or the kind of round of an overview.",
        Kind(words="season-kind"),
    ]
    against: Annotated[Sentence, "Opponent and colour, or team and board."]
    share: Annotated[str, "The share of the value: 1/3.", AMOUNT]
    value: Annotated[int, "The value it is a share of."]
    value_before: Annotated[int | None, "That value after the earlier round."]
    points: Annotated[Sentence, "What it is worth, as it is shown.", AMOUNT]
    exact: Annotated[str, "What it is worth, as an exact fraction: 89/3."]
    change: Annotated[Sentence, "What it added since, as it is shown.", AMOUNT]
    exact_change: Annotated[str, "What it added since, as an exact fraction: 89/3."]
    event: Annotated[Sentence, "The fact it rests on, and those it replaced."]


COLUMNS = columns_of(
    SeasonBlameRow,
    "round",
    "what",
    "against",
    "share",
    "value",
    "points",
    "value_before",
    "change",
    "event",
    headings={
        "against": message("columns.against-whom"),
        "value_before": message("columns.was"),
        "event": message("columns.fact"),
    },
)


def season_blame(book: Book, player: int, after: int, since: int, head: TournamentAt) -> View:
    """Return the origin of a member's total after a round, and the changes since an earlier one.

    There is a row for the own value and for each source of points. The column value is the worth of
    the opponent (or the member, or the board of the team) after `after` rounds, value_before after
    `since` rounds; change is the amount that the row added since then, also as exact text.

    Rule: mwkeizer 4, schommelen.
    """
    rules = book.rules_of(after)
    table = of_tournament(book.state, rules, after)
    keys = rules.season_keys
    standings = keizer.standings_of(table, book.rules_of)
    now = standings[after]
    before = standings[since]
    rows = []
    total_change = Fraction(0)
    own = [PointsSource(0, What.WIN, Fraction(1), player)] if keys.own_value else []
    for item in (*own, *keizer.items(table, rules)[player]):
        points = item.points(now.values)
        old = item.points(before.values) if item.round <= since else Fraction(0)
        total_change += points - old
        rows.append(
            SeasonBlameRow(
                round=item.round or None,
                what=OWN_VALUE if item.round == 0 else item.what.value,
                against=_against(book, item, player),
                share=str(item.share),
                value=_value(item, now),
                value_before=_value(item, before) if item.round <= since else None,
                points=decimals(shown(points, keys.decimals)),
                exact=str(points),
                change=_signed(points - old, keys.decimals),
                exact_change=str(points - old),
                event=_event(book, item, player),
            )
        )
    line = _line(now, player)
    was = _line(before, player)
    total = Fraction(0) if line is None else line.total
    written = decimals(shown(total, keys.decimals))
    notes = [message("season.blame.total-unranked", total=written)]
    if line and line.rank:
        notes = [message("season.blame.total", total=written, place=line.rank)]
    if since < after:
        changed = _signed(total_change, keys.decimals)
        notes += list(
            _moves(
                book,
                table=table,
                player=player,
                standings=(before, now),
                was=was,
                line=line,
                change=changed,
            )
        )
    if now.cycle:
        notes.append(message("season.blame.not-at-rest", cycle=now.cycle))
    top = SeasonBlameHead(
        at=head,
        player=book.state.label(player),
        name=book.name(player),
        rules=rules.id,
        after=after,
        since=since,
        total=str(total),
        rank=line.rank if line else None,
        rank_before=was.rank if was else None,
        passes=now.passes,
        cycle=now.cycle,
    )
    who = book.called(player)
    title = message("season.blame.title", who=who, round=after, rules=heading_name(rules))
    return View(title, COLUMNS, rows, top, tuple(notes))


def _value(item: PointsSource, standing: KeizerStanding) -> int:
    return item.fixed if item.of is None else standing.values[item.of]


def _line(standing: KeizerStanding, player: int) -> KeizerLine | None:
    return next((line for line in standing.lines if line.player == player), None)


def _against(book: Book, item: PointsSource, player: int) -> Sentence:
    if item.opponent is not None:
        colour = "white" if item.colour == "W" else "black"
        return message(f"season.blame.{colour}", who=book.called(item.opponent))
    if item.team is not None and item.board is not None:
        team = item.team
        board = item.board
        result = item.result
        return message("season.blame.team", team=team, board=board, result=result)
    return message("season.blame.own-value") if item.round and item.of == player else ""


def _signed(amount: Fraction, places: int) -> Sentence:
    text = shown(amount, places)
    return decimals(text if amount <= 0 else f"+{text}")


def _event(book: Book, item: PointsSource, player: int) -> Sentence:
    """Return the positions of the facts that an item rests on, newest first: "#140, was #120"."""
    state = book.state
    if item.round == 0:
        return _positions(
            position
            for position, f in book.in_force
            if isinstance(f, NumbersAssigned)
            or (isinstance(f, PlayerRegistered) and f.player == player)
        )
    round_ = state.rounds[item.round - 1]
    key = (player, item.round)
    if item.what is What.EXTERNAL:
        game = state.season.externals[key]
        return _positions([game.set_by], game.earlier)
    board = round_.game_of(player)
    if board is not None:
        return _positions([board.set_by], [position for position, _ in board.earlier])
    for records in (state.season.duties, state.season.unannounced):
        if key in records:
            return _positions([records[key]])
    announced = [
        position
        for position, f in book.in_force
        if isinstance(f, AbsenceAnnounced) and (f.player, f.round) == key
    ]
    return _positions(announced or [round_.position])


def _positions(facts: Iterable[int], earlier: Sequence[int] = ()) -> Sentence:
    text: Sentence = "".join(f"#{position}" for position in list(facts)[-1:])
    for position in reversed(earlier):
        text = message("season.blame.replaced", fact=text, earlier=position)
    return text


def _moves(
    book: Book,
    *,
    table: Crosstable,
    player: int,
    standings: tuple[KeizerStanding, KeizerStanding],
    was: KeizerLine | None,
    line: KeizerLine | None,
    change: Sentence,
) -> Iterator[Sentence]:
    """Yield how far the member moved, and whose values moved them."""
    before, now = standings
    if was is None or line is None:
        return
    yield message(
        "season.blame.moved",
        round=before.rounds,
        before=_place(was),
        now=_place(line),
        change=change,
    )
    met = {cell.opponent for cell in table.cells[player][: before.rounds]} - {None}
    for other in sorted(met, key=lambda p: table.numbers[p] if p is not None else 0):
        if other is None or before.values[other] == now.values[other]:
            continue
        old = _line(before, other)
        new = _line(now, other)
        yield message(
            "season.blame.met",
            who=book.called(other),
            before=_place(old),
            now=_place(new),
            old=before.values[other],
            new=now.values[other],
        )


def _place(line: KeizerLine | None) -> int | str:
    return line.rank or "-" if line else "-"
