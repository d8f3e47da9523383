"""A DuckDB file of many tournaments under rule versions, added to part by part.

A part is in the file as a whole or not at all, so a run that was stopped goes on after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from projections.mirror import named_errors, open_file
from projections.replayed import TIE_BREAKS, Replayed

_TABLES = f"""
CREATE TABLE IF NOT EXISTS replays (id VARCHAR, tournament VARCHAR, rules VARCHAR,
    rulebook_hash VARCHAR, position BIGINT, played_by VARCHAR, rounds INTEGER, players INTEGER);
CREATE TABLE IF NOT EXISTS standings (id VARCHAR, rules VARCHAR, round INTEGER, final BOOLEAN,
    rank INTEGER, number INTEGER, points DECIMAL(9, 1), ws DECIMAL(9, 1), wp DECIMAL(9, 1),
    sb DECIMAL(9, 2), decided_by VARCHAR, {", ".join(f"{t} DECIMAL(9, 2)" for t in TIE_BREAKS)});
CREATE VIEW IF NOT EXISTS moves AS SELECT one.id, one.round, one.final, one.number,
    one.rules AS rules_before, other.rules AS rules_now, one.rank AS rank_before,
    other.rank AS rank_now, one.rank - other.rank AS moved, other.decided_by
    FROM standings one JOIN standings other USING (id, round, final, number)
    WHERE one.rules <> other.rules AND one.rank <> other.rank;
"""

MEMORY = "1GB"
"""What DuckDB may use before it writes to the disk."""

Done = dict[tuple[str, str], tuple[str, int]]
"""By tournament and rules: the hash of the rulebook and the position it was replayed at."""


class ReplayFile:
    """The file, open for adding; use it in a `with` statement. Raises QueryError."""

    def __init__(self, path: Path) -> None:
        self._open = ExitStack()
        self._database = self._open.enter_context(open_file(path))
        try:
            self._folder = Path(self._open.enter_context(TemporaryDirectory()))
            with named_errors():
                self._database.execute(f"SET memory_limit = '{MEMORY}'")
                self._database.execute(_TABLES)
        except BaseException:
            self._open.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._open.close()

    def done(self) -> Done:
        """Return what is in the file."""
        question = "SELECT id, rules, rulebook_hash, position FROM replays"
        rows = self._database.execute(question).fetchall()
        return {(id_, rules): (hash_, position) for id_, rules, hash_, position in rows}

    def add(self, part: Sequence[Replayed], known: Done) -> None:
        """Add tournaments in one transaction; what is known of the same rules is replaced."""
        if not part:
            return
        with named_errors():
            self._database.execute("BEGIN")
            try:
                self._replace(part, known)
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def _replace(self, part: Sequence[Replayed], known: Done) -> None:
        file = self._folder / "part.csv"
        file.write_text("".join(each.lines for each in part), "utf-8")
        for each in part:
            if (each.id, each.rules) in known:
                for table in ("replays", "standings"):
                    question = f"DELETE FROM {table} WHERE id = ? AND rules = ?"
                    self._database.execute(question, (each.id, each.rules))
        place = f"({', '.join('?' * len(part[0].key()))})"
        values = [value for each in part for value in each.key()]
        rows = ", ".join([place] * len(part))
        self._database.execute(f"INSERT INTO replays VALUES {rows}", values)
        name = str(file).replace("'", "''")
        form = "FORMAT csv, HEADER false, DELIMITER ',', QUOTE '\"', ESCAPE '\"'"
        self._database.execute(f"COPY standings FROM '{name}' ({form})")
