"""DuckDB copies to be asked questions: of a tournament, thrown away after; of a ledger, in a file.

The file is made of the ledger alone and can be deleted at any time. It is written aside, with the
sequence it reaches in the same transaction as its rows, and takes the old one's place by a rename:
who reads the old one reads on.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.book import Book
from ledger.bulk import End, Snapshot, snapshot
from ledger.events import AnyFact
from ledger.refusals import Exit, Refusal
from ledger.rulebook import Rulebook
from ledger.state import Tournament
from ledger.store import Store
from projections.counted import rounds_done
from projections.games import of_tournament
from projections.keizer import standings_of
from projections.keizer_words import amount
from projections.mirror_files import MirrorError, mirror_path, writing
from projections.mirror_rows import Rows, rows_of
from projections.mirror_tables import DERIVED, VERSION, statements
from projections.standings import standing
from projections.views import Column, View, number

if TYPE_CHECKING:
    import duckdb

_TABLES = """
CREATE TABLE events (tournament VARCHAR, position BIGINT, recorded_at TIMESTAMP, actor VARCHAR,
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
                state.id, f.position, f.recorded_at.replace(tzinfo=None), f.actor, f.TOPIC,
                f.reason, f.model_dump_json(exclude=_STAMP),
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
        _insert(database, name, rows)
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


def _insert(
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
        _insert(database, "standings", list(_replayed_standings(books, versions)))
        table = "pairings" if differences.head["question"] == "pairings" else "moves"
        names = [row[0] for row in database.execute(f"SELECT * FROM {table}").description or ()]
        rows = [tuple(row.get(name) for name in names) for row in differences.rows]
        _insert(database, table, rows)
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


def open_file(path: Path) -> duckdb.DuckDBPyConnection:
    """Open a DuckDB file for writing, made where there is none; raises QueryError."""
    import duckdb

    with named_errors():
        return duckdb.connect(str(path))


@contextmanager
def named_errors() -> Iterator[None]:
    """Turn what DuckDB says is wrong into a QueryError."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise QueryError(str(error)) from error


# --- the file -------------------------------------------------------------------------------------

_RAW = """
CREATE TEMP TABLE raw (sequence BIGINT, tournament VARCHAR, position BIGINT, fact VARCHAR,
    state VARCHAR)
"""

_EVENTS = """
INSERT INTO events
SELECT sequence, tournament, position, told[1]::TIMESTAMP, told[2], fact, told[3], told[4], state
FROM (SELECT *, json_extract_string(
    state, ['$.recorded_at', '$.actor', '$.reason', '$.correlation_id']) AS told FROM raw)
ORDER BY sequence
"""
"""What events need of a fact is taken out of its JSON by DuckDB, without making a fact of it."""

_ROWS_AT_ONCE = 100_000


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh did. made: "from zero", "continued", or "current" when nothing was to do."""

    path: Path
    made: str
    sequence: int
    events: int = 0
    tournaments: int = 0
    rows: int = 0
    load_ms: int = 0
    publish_ms: int = 0


def refresh(
    ledger: Path, ticks_ns: Callable[[], int] = lambda: 0, *, from_zero: bool = False
) -> Refreshed:
    """Bring the mirror of a ledger up to date, or make it from zero.

    It is made from zero, too, when it is of another ledger or of other tables, and when somebody's
    record was corrected or deleted, so that no byte of the old one is left in it. ticks_ns is a
    clock for the times. Raises MirrorError, StoreError.
    """
    path = mirror_path(ledger)
    with Store(ledger) as store, writing(path) as fresh, snapshot(store) as now:
        end, since = now.end(), None if from_zero else _continues(path, now)
        if since == end.sequence:
            return Refreshed(path, "current", since)
        started = ticks_ns()
        if since is not None:
            shutil.copyfile(path, fresh)
        copied = ticks_ns()
        done = _load(fresh, now, since, end)
        loaded = ticks_ns()
        _to_disk(fresh)
        os.replace(fresh, path)
        published = ticks_ns() - loaded + copied - started
    made = "from zero" if since is None else "continued"
    times = ((loaded - copied) // 1_000_000, published // 1_000_000)
    return Refreshed(path, made, end.sequence, *done, *times)


def _continues(path: Path, now: Snapshot) -> int | None:
    """Return the sequence from which a mirror can be continued, None when it cannot."""
    known = reached(path)
    if known is None or now.end(known.sequence) != known or now.records_changed(known.sequence):
        return None
    return known.sequence


def reached(path: Path) -> End | None:
    """Return how far a mirror is, None when there is none of these tables."""
    import duckdb

    if not path.is_file():
        return None
    with suppress(duckdb.Error), duckdb.connect(str(path), read_only=True) as database:
        return _reached(database)
    return None


def _reached(database: duckdb.DuckDBPyConnection) -> End | None:
    row = database.execute(
        "SELECT sequence, leaf FROM mirror WHERE version = ?", [VERSION]
    ).fetchone()
    return End(*row) if row else None


def _load(fresh: Path, now: Snapshot, since: int | None, end: End) -> tuple[int, int, int]:
    """Write what is new, in one transaction; return the events, tournaments and rows it took."""
    import duckdb

    with duckdb.connect(str(fresh)) as database:
        database.execute("BEGIN")
        if since is None:
            for statement in statements():
                database.execute(statement)
        database.execute(_RAW)
        events = 0
        with database.appender("raw") as raw:
            for page in now.rows(since or 0):
                raw.append_rows(page)
                events += len(page)
        found = database.execute(
            "SELECT tournament FROM raw GROUP BY tournament ORDER BY min(sequence)"
        ).fetchall()
        for table in DERIVED if since is not None else ():
            database.execute(
                f"DELETE FROM {table} WHERE tournament IN (SELECT tournament FROM raw)"
            )
        rows = _append_derived(database, now, [tournament for (tournament,) in found])
        database.execute(_EVENTS)
        database.execute("DROP TABLE raw")
        database.execute("DELETE FROM mirror")
        database.execute("INSERT INTO mirror VALUES (?, ?, ?)", [VERSION, *end])
        database.execute("COMMIT")
        return events, len(found), rows + events


def _append_derived(
    database: duckdb.DuckDBPyConnection, now: Snapshot, tournaments: Sequence[str]
) -> int:
    """Append what is derived of these tournaments, many rows at once."""
    waiting: Rows = defaultdict(list)
    total = held = 0
    for tournament in tournaments:
        for table, rows in rows_of(now.facts(tournament), now.people(tournament)).items():
            waiting[table] += rows
            held += len(rows)
        if held >= _ROWS_AT_ONCE:
            total, held = total + _append(database, waiting), 0
    return total + _append(database, waiting)


def _append(database: duckdb.DuckDBPyConnection, waiting: Rows) -> int:
    count = 0
    for table, rows in waiting.items():
        with database.appender(table) as appender:
            appender.append_rows(rows)
        count += len(rows)
    waiting.clear()
    return count


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def open_current(ledger: Path) -> duckdb.DuckDBPyConnection:
    """Open the mirror of a ledger to be asked; raises MirrorError when it is not up to date."""
    import duckdb

    path = mirror_path(ledger)
    with Store(ledger) as store, snapshot(store) as now:
        end = now.end()
    if not path.is_file():
        raise _not_current("mirror-missing", f"there is no mirror {path}", "build")
    try:
        database = duckdb.connect(str(path), read_only=True)
    except duckdb.Error as error:
        raise _not_current("mirror-unreadable", f"{path} is no mirror", "build") from error
    known = None
    with suppress(duckdb.Error):
        known = _reached(database)
    if known != end:
        database.close()
        at = "nothing it knows" if known is None else f"sequence {known.sequence}"
        what = f"{path} ends at {at}, the ledger at {end.sequence}"
        raise _not_current("mirror-stale", what, "update")
    database.execute("SET enable_external_access = false")
    return database


def _not_current(code: str, what: str, verb: str) -> MirrorError:
    return MirrorError(Refusal(code, what, f"toernooi mirror {verb}", exit=Exit.USAGE))


# --- asking ---------------------------------------------------------------------------------------


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
