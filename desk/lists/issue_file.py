"""The file that an issue of a list is kept in: SQLite, with its names in words by FTS5.

The rows stand in the order of rating, highest first, and so do the names: the first that are found
are the best, so that of many people of one name the first few are found as quickly as one alone.
"""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from desk.lists.folding import searched
from desk.lists.person import Issue, ListedPerson, ListName
from desk.lists.reading import Recognised
from desk.lists.rows import RowsRead, unreadable_list
from ledger.messages import message
from ledger.store.file.open_files import sqlite_uri
from ledger.whole_files import beside

VERSION = 1
"""Of the tables below; a file of another version is loaded anew."""

FEDERATION_SIGN = "0"
"""Before a federation among the words of a name: nobody is called 0ned."""

_COLUMNS = ", ".join(ListedPerson._fields)
_TABLES = f"""
CREATE TABLE about (issue TEXT NOT NULL);
CREATE TABLE persons (
  id INTEGER PRIMARY KEY,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  federation TEXT NOT NULL,
  title TEXT NOT NULL,
  sex TEXT NOT NULL,
  birth INTEGER,
  fide_id INTEGER,
  standard INTEGER,
  rapid INTEGER,
  blitz INTEGER,
  club TEXT NOT NULL,
  inactive INTEGER NOT NULL,
  searched TEXT
);
CREATE VIRTUAL TABLE names USING fts5(
  words, content='', detail='none', columnsize=0, prefix='1 2',
  tokenize="unicode61 remove_diacritics 0"
);
CREATE TEMP TABLE staged ({_COLUMNS}, searched, line);
PRAGMA user_version = {VERSION};
"""
_AT_ONCE = 20_000
_STEPS = 200_000
"""Steps of the database between two looks at whether it is to stop."""

Told = Callable[[int], None]
"""Told how many hundredths of the work are done."""


def write_issue(
    target: Path,
    found: Recognised,
    now: dt.datetime,
    told: Told,
) -> tuple[Issue, RowsRead]:
    """Write a list into a new file and put it in its place, or leave everything as it was.

    Raise StoreError for a list that cannot be read; whoever stops it leaves nothing half loaded.
    """
    with beside(target) as fresh:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as db:
            issue, rows = _written(db, found, now, told)
        fresh.replace(target)
    return issue, rows


def _written(
    db: sqlite3.Connection, found: Recognised, now: dt.datetime, told: Told
) -> tuple[Issue, RowsRead]:
    for setting in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-32000", "temp_store=1"):
        db.execute(f"PRAGMA {setting}")
    db.executescript(_TABLES)
    rows = RowsRead()
    with _stoppable(db):
        db.execute("BEGIN")
        _stage(db, found, rows, told)
        rows.end()
        _sort(db)
        told(70)
        _no_number_twice(db)
        _index_names(db, told)
        issue = _issue(found, rows, now)
        db.execute("INSERT INTO about VALUES (?)", (json.dumps(_as_json(issue)),))
        db.execute("COMMIT")
    return issue, rows


def _stage(db: sqlite3.Connection, found: Recognised, rows: RowsRead, told: Told) -> None:
    """Read the persons into a table that goes when the file is closed."""
    size = max(found.file.length, 1)
    done = 0
    with found.persons(rows) as persons:
        marks = ", ".join("?" * 14)
        staged = ((*one, _other_words(one.name), rows.line) for one in persons)
        while some := [*islice(staged, _AT_ONCE)]:
            db.executemany(f"INSERT INTO staged VALUES ({marks})", some)
            done += len(some)
            told(10 + min(50 * done * 160 // size, 50))


def _other_words(name: str) -> str | None:
    """Return the words by which a name is found, None where they are those of the name itself."""
    words = searched(name)
    return None if words == name else words


def _sort(db: sqlite3.Connection) -> None:
    order = "ORDER BY max(ifnull(standard, 0), ifnull(rapid, 0), ifnull(blitz, 0)) DESC, number"
    db.execute(
        f"INSERT INTO persons ({_COLUMNS}, searched)"
        f" SELECT {_COLUMNS}, searched FROM temp.staged {order}"
    )


def _no_number_twice(db: sqlite3.Connection) -> None:
    """Raise StoreError where two persons have one number: no number finds the right one then."""
    try:
        db.execute("CREATE UNIQUE INDEX by_number ON persons (number)")
    except sqlite3.IntegrityError:
        number, first, second, line = db.execute(
            "SELECT number, min(name), max(name), max(line) FROM temp.staged"
            " GROUP BY number HAVING count(*) > 1 ORDER BY max(line) LIMIT 1"
        ).fetchone()
        what = message("lists.number-twice", number=str(number), first=first, second=second)
        step = message("lists.download-again")
        raise unreadable_list("list-number-twice", what, step, line) from None
    db.execute("CREATE INDEX by_fide ON persons (fide_id) WHERE fide_id IS NOT NULL")


def _index_names(db: sqlite3.Connection, told: Told) -> None:
    last = db.execute("SELECT ifnull(max(id), 0) FROM persons").fetchone()[0]
    for after in range(0, last, _AT_ONCE):
        db.execute(
            "INSERT INTO names (rowid, words)"
            " SELECT id, ifnull(searched, name) || ' ' || ? || federation FROM persons"
            " WHERE id > ? AND id <= ? ORDER BY id",
            (FEDERATION_SIGN, after, after + _AT_ONCE),
        )
        told(75 + 24 * after // last)


def _issue(found: Recognised, rows: RowsRead, now: dt.datetime) -> Issue:
    file = found.file
    return Issue(
        name=found.name,
        holds_from=found.holds_from,
        dated=file.dated,
        file=file.path.name,
        sha256=file.sha256,
        size=file.size,
        encoding=file.encoding,
        persons=rows.read,
        passed_over=rows.wrong,
        loaded=now,
    )


@contextmanager
def _stoppable(db: sqlite3.Connection) -> Iterator[None]:
    """Let Ctrl-C stop the database in the middle of a long statement, as it stops Python."""
    db.set_progress_handler(lambda: 0, _STEPS)  # where Python looks whether it is to stop
    try:
        yield
    except sqlite3.OperationalError as error:
        if str(error) == "interrupted":
            raise KeyboardInterrupt from error
        raise
    finally:
        db.set_progress_handler(None, 0)


def _as_json(issue: Issue) -> dict[str, object]:
    return {
        **issue._asdict(),
        "name": issue.name.key,
        "holds_from": issue.holds_from.isoformat(),
        "dated": issue.dated.isoformat(),
        "loaded": issue.loaded.isoformat(),
    }


class KeptIssue:
    """A kept issue, open to be read; whoever loads a newer one meanwhile does not disturb it."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(f"{sqlite_uri(path.resolve())}?mode=ro&immutable=1", uri=True)
        try:
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version != VERSION:
                raise sqlite3.DatabaseError(version)
            of = json.loads(self._db.execute("SELECT issue FROM about").fetchone()[0])
            name = ListName.of(of["name"])
            if name is None:
                raise sqlite3.DatabaseError(of["name"])
            self.issue = Issue(
                **{
                    **of,
                    "name": name,
                    "holds_from": dt.date.fromisoformat(of["holds_from"]),
                    "dated": dt.datetime.fromisoformat(of["dated"]),
                    "loaded": dt.datetime.fromisoformat(of["loaded"]),
                }
            )
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def by_number(self, number: int) -> ListedPerson | None:
        """Return the person of a number of the list."""
        return self._one("number = ?", number)

    def by_fide_id(self, number: int) -> ListedPerson | None:
        """Return the person of a number of FIDE, in any list."""
        of = "number" if self.issue.name.source == "fide" else "fide_id"
        return self._one(f"{of} = ?", number)

    def _one(self, where: str, value: int) -> ListedPerson | None:
        row = self._db.execute(
            f"SELECT {_COLUMNS} FROM persons WHERE {where} LIMIT 1", (value,)
        ).fetchone()
        return None if row is None else _person(row)

    def matching(self, wanted: str, most: int) -> list[ListedPerson]:
        """Return the persons of a question of FTS5, the highest rated first, at most so many."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM persons WHERE id IN"
            " (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY id",
            (wanted, most),
        )
        return [_person(row) for row in rows]


def _person(row: Sequence[Any]) -> ListedPerson:
    return ListedPerson._make(row)._replace(inactive=bool(row[-1]))
