"""A mirror without rows: its described tables are made once in a process, and copied from then on.

DuckDB takes longer to set four hundred comments than to copy all tables with them twenty times.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Lock

from projections.mirror.progress import Reached, set_row
from projections.mirror.tables import statements, without_decisions
from projections.sql.connections import LOADED, attach_to_load, interrupts_raised, opened
from projections.sql.duck import duckdb

_ONE_AT_A_TIME = Lock()


def make_blank(path: Path, reached: Reached) -> None:
    """Make the file of a mirror that has no rows but how far it is; both, or neither.

    Raise NotOpened, and DuckDB's own errors.
    """
    with interrupts_raised(), _ONE_AT_A_TIME:
        pattern = _pattern()
        pattern.execute(attach_to_load(path))
        try:
            with pattern.cursor() as database:
                database.execute("BEGIN")
                database.execute(f"COPY FROM DATABASE memory TO {LOADED} (SCHEMA)")
                database.execute(f"USE {LOADED}")
                set_row(database, reached)
                database.execute("COMMIT")
        finally:
            pattern.execute(f"DETACH {LOADED}")


@cache
def _pattern() -> duckdb.DuckDBPyConnection:
    """Return the tables of a mirror in memory, views and macros too, with every comment."""
    database = opened()
    # There is nothing to divide or to rearrange, and each of five hundred statements would try.
    database.execute("SET threads = 1; PRAGMA disable_optimizer; BEGIN")
    together = (*statements(without_decisions()), "COMMIT")
    return database.execute(";".join(together))
