"""A replay as a DuckDB file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ledger.messages import message
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.system_errors import cannot_be_written
from projections.exports.replacement import NotReplaced, replacing_file
from projections.games.crosstable import of_tournament
from projections.games.rounds import rounds_done
from projections.mirror.progress import how_far
from projections.sql.connections import connected
from projections.sql.duck import duckdb
from projections.standings.standing import standing
from projections.views.view import View, number

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
    """Write a replay as a DuckDB file, keyed by rule version; replace an earlier one of that name.

    The table standings has every round under the rules it was played by and under each version;
    moves or pairings has the differences, depending on the question. Raise NotReplaced when another
    kind of file has that name, for example a ledger or a mirror, or when it cannot be written.
    """
    if path.is_file() and how_far(path) is not None:
        what = message("exports.is-mirror", path=str(path))
        raise NotReplaced("answer-unwritable", what, message("exports.other-file"))
    with replacing_file(path, "DuckDB") as fresh:
        try:
            with connected(fresh) as database:
                _fill(database, books, versions, differences)
        except duckdb.Error as error:
            what = cannot_be_written(path, error)
            raise NotReplaced("answer-unwritable", what, message("exports.make-room")) from error


def _fill(
    database: duckdb.DuckDBPyConnection,
    books: Sequence[Book],
    versions: Sequence[Rulebook],
    differences: View,
) -> None:
    database.execute(_REPLAY_TABLES)
    _insert(database, "standings", list(_replayed_standings(books, versions)))
    table = "pairings" if differences.head.as_dict()["question"] == "pairings" else "moves"
    names = [row[0] for row in database.execute(f"SELECT * FROM {table}").description or ()]
    rows = [tuple(row.get(name) for name in names) for row in differences.cells]
    _insert(database, table, rows)
    # Closing the database also writes, but it hides the error of a full disk.
    database.execute("CHECKPOINT")


def _replayed_standings(
    books: Sequence[Book], versions: Sequence[Rulebook]
) -> Iterator[tuple[object, ...]]:
    for book in books:
        for after in range(1, rounds_done(book) + 1):
            own = book.rules_of(after)
            for rules in (own, *versions):
                table = of_tournament(book.state, rules, after, throughout=rules is not own)
                ranking = standing(table, rules)
                for line in ranking.lines:
                    yield (
                        book.id,
                        book.state.name,
                        rules.id,
                        after,
                        line.rank,
                        line.number,
                        number(line.score.points_halves),
                        number(line.score.ws_halves),
                        number(line.score.wp_halves),
                        number(line.score.sb_quarters, 4),
                        line.decided_by,
                    )


_ROWS_A_STATEMENT = 500


def _insert(
    database: duckdb.DuckDBPyConnection, table: str, rows: Sequence[tuple[object, ...]]
) -> None:
    """Insert rows a few hundred a statement: one row a statement is a hundred times slower."""
    for start in range(0, len(rows), _ROWS_A_STATEMENT):
        part = rows[start : start + _ROWS_A_STATEMENT]
        row = f"({', '.join('?' * len(part[0]))})"
        values = [value for line in part for value in line]
        database.execute(f"INSERT INTO {table} VALUES {', '.join([row] * len(part))}", values)
