"""Two moments side by side: what differs in standings, colours, pairings and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.state.tournament import Game, Round
from projections.games.as_of import position_of
from projections.games.crosstable import of_tournament
from projections.games.rounds import rounds_done
from projections.standings.keizer import keys_of, shown, standings_of
from projections.standings.standing import standing
from projections.views.view import Column, Row, View, number

COLUMNS = (
    Column("part", "part"),
    Column("round", "round", "right"),
    Column("who", "who"),
    Column("key", "what"),
    Column("before", "before"),
    Column("now", "now"),
)

Values: TypeAlias = dict[tuple[str, int, str, str], object]
"""What is known at a moment: (part, round, who, key) to its value."""


def diff_view(
    book: Book, moments: tuple[str, ...], after: int | None, head: dict[str, object]
) -> View | Refusal:
    """Return what differs between two moments (the second: now, when one is given).

    Standings and colours are those after a number of rounds (None: the rounds done at the earlier
    moment). Pairings and results are of all rounds.
    """
    known: list[Book] = []
    positions: list[int] = []
    for moment in (*moments, str(book.state.position))[:2]:
        position = position_of(book.recorded, moment)
        if isinstance(position, Refusal):
            return position
        positions.append(position)
        known.append(book.at(position))
    done = [rounds_done(one) for one in known]
    chosen = min(done) if after is None else after
    if not 0 <= chosen <= min(len(one.state.rounds) for one in known):
        what = f"round {chosen} is not published at both moments"
        return Refusal("round-not-published", what, "toernooi rounds", exit=Exit.USAGE)
    before, now = (_values(one, chosen) for one in known)
    rows: tuple[Row, ...] = tuple(
        {
            "part": part,
            "round": round_,
            "who": who,
            "key": key,
            "before": before.get((part, round_, who, key)),
            "now": now.get((part, round_, who, key)),
        }
        for part, round_, who, key in sorted(before.keys() | now.keys(), key=_order)
        if before.get((part, round_, who, key)) != now.get((part, round_, who, key))
    )
    first, second = positions
    top = {"from": first, "to": second, "after": chosen}
    title = f"{book.state.name}: #{first} against #{second}, standing after round {chosen}"
    notes = () if rows else ("nothing differs",)
    return View(title, COLUMNS, rows, {**head, **top}, notes)


_PARTS = ("pairing", "result", "standing", "colours")


def _order(key: tuple[str, int, str, str]) -> tuple[object, ...]:
    part, round_, who, name = key
    digits = who.partition(" ")[0]
    return _PARTS.index(part), round_, int(digits) if digits.isdecimal() else 0, who, name


def _values(book: Book, after: int) -> Values:
    found: Values = {}
    for round_ in book.state.rounds:
        for who, key, value in _of_round(book, round_):
            part = "result" if key == "result" else "pairing"
            found[part, round_.number, who, key] = value
    for who, key, value in _of_standing(book, after):
        part = "colours" if key in ("colours", "preference") else "standing"
        found[part, after, who, key] = value
    return found


def _of_round(book: Book, round_: Round) -> Iterator[tuple[str, str, object]]:
    for board, game in enumerate(round_.games, 1):
        players = f"{book.called(game.white)} - {book.called(game.black)}"
        yield f"{board}", "board", players
        yield players, "result", _result(game)
    if round_.bye is not None:
        yield book.called(round_.bye), "bye", "bye"


def _result(game: Game) -> str | None:
    return game.outcome or ("adjourned" if game.adjourned else None)


def _of_standing(book: Book, after: int) -> Iterator[tuple[str, str, object]]:
    rules = book.rules_of(after)
    table = of_tournament(book.state, rules, after)
    if rules.keizer is not None:
        decimals = keys_of(rules).decimals
        for season_line in standings_of(table, book.rules_of)[-1].lines:
            who = book.called(season_line.player)
            yield who, "rank", season_line.rank
            yield who, "points", shown(season_line.total, decimals)
            yield who, "value", season_line.value
            yield who, "colours", table.colours(season_line.player)
        return
    last_round_next = book.state.rounds_planned == after + 1
    for line in standing(table, rules, last_round_next).lines:
        who = book.called(line.player)
        yield who, "rank", line.rank
        yield who, "points", number(line.score.points_halves)
        yield who, "wp", number(line.score.wp_halves)
        yield who, "sb", number(line.score.sb_quarters, 4)
        yield who, "colours", line.colours
        yield who, "preference", line.preference
