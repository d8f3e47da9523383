"""Every point of a member's total, back to the fact, the opponent's value and the round.

And why his total moved though he did not play: another's place changed, and with it his value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.facts.tournament import AbsenceAnnounced, NumbersAssigned, PlayerRegistered
from ledger.state.book import Book
from projections.games.crosstable import Crosstable, of_tournament
from projections.standings.keizer import (
    KeizerLine,
    KeizerStanding,
    PointsSource,
    What,
    items,
    keys_of,
    shown,
    standings_of,
)
from projections.views.view import Column, Row, View

COLUMNS = (
    Column("round", "round", "right"),
    Column("what", "what"),
    Column("against", "against"),
    Column("share", "share", "right"),
    Column("value", "value", "right"),
    Column("points", "points", "right"),
    Column("value_before", "was", "right"),
    Column("change", "change", "right"),
    Column("event", "fact"),
)


def season_blame(book: Book, player: int, after: int, since: int, head: dict[str, object]) -> View:
    """Return what makes a member's total after a round, and what changed since an earlier one.

    A row for his own value and for each source of points. value is what the opponent (or he, or the
    board of the team) is worth after ``after`` rounds, value_before after ``since`` rounds; change
    is what the row added since then, as exact text too.

    Rule: mwkeizer 4, schommelen.
    """
    rules = book.rules_of(after)
    table, keys = of_tournament(book.state, rules, after), keys_of(rules)
    standings = standings_of(table, book.rules_of)
    now, before = standings[after], standings[since]
    rows: list[Row] = []
    total_change = Fraction(0)
    for item in _with_own_value(items(table, rules)[player], player, keys.own_value):
        points = item.points(now.values)
        old = item.points(before.values) if item.round <= since else Fraction(0)
        total_change += points - old
        rows.append(
            {
                "round": item.round or None,
                "what": "own value" if item.round == 0 else item.what.value,
                "against": _against(book, item, player),
                "share": str(item.share),
                "value": _value(item, now),
                "value_before": _value(item, before) if item.round <= since else None,
                "points": shown(points, keys.decimals),
                "exact": str(points),
                "change": _signed(points - old, keys.decimals),
                "exact_change": str(points - old),
                "event": _event(book, item, player),
            }
        )
    line, was = _line(now, player), _line(before, player)
    total = Fraction(0) if line is None else line.total
    notes = [
        f"total {shown(total, keys.decimals)}"
        + (f", place {line.rank}" if line and line.rank else ", not in the ranking")
    ]
    if since < after:
        changed = _signed(total_change, keys.decimals)
        notes += list(_moves(book, table, player, (before, now), was, line, changed))
    if now.cycle:
        notes.append(f"the values do not settle: one order of a cycle of {now.cycle}")
    top = {
        "player": book.state.label(player),
        "name": book.name(player),
        "rules": rules.id,
        "after": after,
        "since": since,
        "total": str(total),
        "rank": line.rank if line else None,
        "rank_before": was.rank if was else None,
        "passes": now.passes,
        "cycle": now.cycle,
    }
    title = f"{book.called(player)}: every point after round {after} ({rules.id})"
    return View(title, COLUMNS, tuple(rows), {**head, **top}, tuple(notes))


def _with_own_value(
    found: Sequence[PointsSource], player: int, counted: bool
) -> Iterator[PointsSource]:
    """Yield the items, before them the own value as one of round 0."""
    if counted:
        yield PointsSource(0, What.WIN, Fraction(1), player)
    yield from found


def _value(item: PointsSource, standing: KeizerStanding) -> int:
    return item.fixed if item.of is None else standing.values[item.of]


def _line(standing: KeizerStanding, player: int) -> KeizerLine | None:
    return next((line for line in standing.lines if line.player == player), None)


def _against(book: Book, item: PointsSource, player: int) -> str:
    if item.opponent is not None:
        return f"{book.called(item.opponent)} ({'white' if item.colour == 'W' else 'black'})"
    if item.team is not None:
        return f"team {item.team}, board {item.board}: {item.result}"
    return "his own value" if item.round and item.of == player else ""


def _signed(amount: Fraction, decimals: int) -> str:
    text = shown(amount, decimals)
    return text if amount <= 0 else f"+{text}"


def _event(book: Book, item: PointsSource, player: int) -> str:
    """Return the positions of the facts that an item rests on, newest first: "#140, was #120"."""
    state = book.state
    if item.round == 0:
        return _positions(
            position
            for position, f in book.in_force
            if isinstance(f, NumbersAssigned)
            or (isinstance(f, PlayerRegistered) and f.player == player)
        )
    round_, key = state.rounds[item.round - 1], (player, item.round)
    if item.what is What.EXTERNAL:
        game = state.season.externals[key]
        return _positions([game.set_by], game.earlier)
    board = round_.game_of(player)
    if board is not None:
        return _positions([board.set_by], [position for position, _ in board.earlier])
    for said in (state.season.duties, state.season.unannounced):
        if key in said:
            return _positions([said[key]])
    announced = [
        position
        for position, f in book.in_force
        if isinstance(f, AbsenceAnnounced) and (f.player, f.round) == key
    ]
    return _positions(announced[-1:] or [round_.position])


def _positions(found: Sequence[int] | Iterator[int], earlier: Sequence[int] = ()) -> str:
    text = ", ".join(f"#{position}" for position in list(found)[-1:])
    return text + "".join(f", was #{position}" for position in reversed(earlier))


def _moves(
    book: Book,
    table: Crosstable,
    player: int,
    standings: tuple[KeizerStanding, KeizerStanding],
    was: KeizerLine | None,
    line: KeizerLine | None,
    change: str,
) -> Iterator[str]:
    """Say how far he moved, and whose values moved him though he did nothing himself."""
    before, now = standings
    if was is None or line is None:
        return
    yield (f"since round {before.rounds}: place {was.rank} > {line.rank}, total {change}")
    met = {cell.opponent for cell in table.cells[player][: before.rounds]} - {None}
    for other in sorted(met, key=lambda p: table.numbers[p] if p is not None else 0):
        if other is None or before.values[other] == now.values[other]:
            continue
        old, new = _line(before, other), _line(now, other)
        places = f"place {old.rank if old else '-'} > {new.rank if new else '-'}"
        value = f"worth {before.values[other]} > {now.values[other]}"
        yield f"{book.called(other)}, met before: {places}, {value}"
