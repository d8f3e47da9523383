"""A DuckDB copy of a tournament, made on the fly to be asked questions. It is thrown away after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.book import Book
from ledger.events import AnyFact
from ledger.rulebook import Rulebook
from ledger.state import Tournament
from projections.counted import rounds_done
from projections.games import of_tournament
from projections.keizer import standings_of
from projections.keizer_words import amount
from projections.standings import standing
from projections.views import Column, View, number

if TYPE_CHECKING:
    import duckdb

_TABLES = """
CREATE TABLE events (tournament VARCHAR, position BIGINT, recorded_at TIMESTAMPTZ, actor VARCHAR,
    fact VARCHAR, reason VARCHAR, state JSON);
CREATE TABLE players (tournament VARCHAR, player INTEGER, number INTEGER, name VARCHAR,
    rating INTEGER, rating_source VARCHAR, title VARCHAR, from_round INTEGER);
CREATE TABLE games (tournament VARCHAR, round INTEGER, board INTEGER, white INTEGER, black INTEGER,
    result VARCHAR, adjourned BOOLEAN, set_by BIGINT);
CREATE TABLE standings (tournament VARCHAR, round INTEGER, rank INTEGER, number INTEGER,
    points DECIMAL(12, 4), ws DECIMAL(9, 1), wp DECIMAL(9, 1), sb DECIMAL(9, 2), colours VARCHAR,
    preference VARCHAR);
"""


class QueryError(Exception):
    """A question DuckDB cannot answer; the message is DuckDB's, for the person who asked."""


def mirror(
    facts: Sequence[AnyFact], state: Tournament, rules: Rulebook, names: Mapping[int, str]
) -> duckdb.DuckDBPyConnection:
    """Return an in-memory database with the tables events, players, games and standings.

    Players in games and standings are numbers, as people know them; standings has every round.
    """
    import duckdb

    database = duckdb.connect(":memory:")
    database.execute(_TABLES)
    tables: dict[str, list[tuple[object, ...]]] = {
        "events": [
            (
                state.id, f.position, f.recorded_at, f.actor, f.TOPIC, f.reason,
                f.model_dump_json(exclude=_STAMP),
            )
            for f in facts
        ],
        "players": [
            (state.id, e.player, state.label(e.player), names[e.player], e.rating,
             e.source_of_rating, e.title, e.from_round)
            for e in state.in_number_order()
        ],
        "games": [
            (state.id, r.number, board, state.label(g.white), state.label(g.black), g.outcome,
             g.adjourned, g.set_by)
            for r in state.rounds
            for board, g in enumerate(r.games, 1)
        ],
        "standings": list(_keizer(state, rules) if rules.keizer else _swiss(state, rules)),
    }  # fmt: skip
    for name, rows in tables.items():
        _load(database, name, rows)
    database.execute("SET enable_external_access = false")
    return database


def _swiss(state: Tournament, rules: Rulebook) -> Iterator[tuple[object, ...]]:
    for after in range(1, len(state.rounds) + 1):
        for line in standing(of_tournament(state, rules, after), rules).lines:
            yield (
                state.id, after, line.rank, line.number, number(line.score.points_halves),
                number(line.score.ws_halves), number(line.score.wp_halves),
                number(line.score.sb_quarters, 4), line.colours, line.preference,
            )  # fmt: skip


def _keizer(state: Tournament, rules: Rulebook) -> Iterator[tuple[object, ...]]:
    """Yield a season's standings; points are rounded to four decimals, and it has no WP and SB."""
    table = of_tournament(state, rules)
    for made in standings_of(table, lambda _: rules)[1:]:
        for line in made.lines:
            points = amount(line.total, 4).replace(",", ".")
            colours = table.colours(line.player)[: made.rounds]
            yield (
                state.id, made.rounds, line.rank, table.numbers[line.player], points,
                None, None, None, colours, None,
            )  # fmt: skip


_STAMP = {
    "tournament", "position", "event_id", "recorded_at", "actor", "reason", "correlation_id",
    "causation_id",
}  # fmt: skip

_ROWS_A_STATEMENT = 500


def _load(
    database: duckdb.DuckDBPyConnection, table: str, rows: Sequence[tuple[object, ...]]
) -> None:
    """Insert rows a few hundred a statement: one statement a row is a hundred times slower."""
    for start in range(0, len(rows), _ROWS_A_STATEMENT):
        part = rows[start : start + _ROWS_A_STATEMENT]
        row = f"({', '.join('?' * len(part[0]))})"
        values = [value for line in part for value in line]
        database.execute(f"INSERT INTO {table} VALUES {', '.join([row] * len(part))}", values)


_REPLAY_TABLES = """
CREATE TABLE standings (id VARCHAR, tournament VARCHAR, rules VARCHAR, round INTEGER,
    rank INTEGER, number INTEGER, points DECIMAL(9, 1), ws DECIMAL(9, 1), wp DECIMAL(9, 1),
    sb DECIMAL(9, 2), decided_by VARCHAR);
CREATE TABLE moves (id VARCHAR, tournament VARCHAR, rules VARCHAR, round VARCHAR, number INTEGER,
    rank_before INTEGER, rank_now INTEGER, decided_by VARCHAR, clause VARCHAR, why VARCHAR);
CREATE TABLE pairings (id VARCHAR, tournament VARCHAR, rules VARCHAR, round INTEGER, white INTEGER,
    black INTEGER, found_in VARCHAR, what VARCHAR);
"""


def write_replay(
    path: Path, books: Sequence[Book], versions: Sequence[Rulebook], differences: View
) -> None:
    """Write a replay as a DuckDB file, keyed by rule version; a file of that name is replaced.

    standings has every round under the rules it was played by and under each version. moves or
    pairings has the differences, whichever question was asked.
    """
    import duckdb

    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with duckdb.connect(str(fresh)) as database:
        database.execute(_REPLAY_TABLES)
        _load(database, "standings", list(_replayed_standings(books, versions)))
        table = "pairings" if differences.head["question"] == "pairings" else "moves"
        names = [row[0] for row in database.execute(f"SELECT * FROM {table}").description or ()]
        rows = [tuple(row.get(name) for name in names) for row in differences.rows]
        _load(database, table, rows)
    fresh.replace(path)


def _replayed_standings(
    books: Sequence[Book], versions: Sequence[Rulebook]
) -> Iterator[tuple[object, ...]]:
    for book in books:
        for after in range(1, rounds_done(book) + 1):
            for rules in (book.rules_of(after), *versions):
                made = standing(of_tournament(book.state, rules, after), rules)
                for line in made.lines:
                    yield (
                        book.state.id, book.state.name, rules.id, after, line.rank, line.number,
                        number(line.score.points_halves), number(line.score.ws_halves),
                        number(line.score.wp_halves), number(line.score.sb_quarters, 4),
                        line.decided_by,
                    )  # fmt: skip


def ask(database: duckdb.DuckDBPyConnection, question: str) -> View:
    """Return the answer to a SQL question as a view; raises QueryError with DuckDB's message."""
    import duckdb

    try:
        cursor = database.execute(question)
        names = [item[0] for item in cursor.description or ()]
        answer = cursor.fetchall()
    except duckdb.Error as error:
        raise QueryError(str(error)) from error
    columns = tuple(Column(name, name) for name in names)
    rows = tuple(
        {name: _plain(value) for name, value in zip(names, row, strict=True)} for row in answer
    )
    return View("", columns, rows)


def _plain(value: object) -> object:
    """Return decimals as numbers for tables and JSON; everything else as it is."""
    from decimal import Decimal

    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value
