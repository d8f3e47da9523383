"""The time of questions in SQL to a mirror of a federation's year.

Run it by hand: `python tests/bench/bench_questions.py [TOURNAMENTS [FILE_OR_FOLDER ...]]`. It prints
and never judges. The year is that of `toernooi generate-year`, made once and its tournaments copied
under new ids until there are as many (default 1,001). The questions are those of docs/analytics, and
the files *.sql in other places; every statement of a file is one. A second run of each is timed, in
seconds of the clock, with the memory that DuckDB holds after it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

import duckdb  # noqa: E402

from projections.mirror.files import mirror_path  # noqa: E402
from projections.mirror.tables import STORED  # noqa: E402
from projections.sql.connections import opened  # noqa: E402
from projections.sql.questions import QuestionRefused, ask, shut, statements  # noqa: E402
from tests.helpers.year import made_year  # noqa: E402

A_SECOND = 1.0


def multiply(database: duckdb.DuckDBPyConnection, wanted: int) -> None:
    """Copy all tournaments of a mirror until there are `wanted`."""
    (there,) = database.execute("SELECT count(*) FROM tournaments").fetchall()[0]
    copies = -(-wanted // there)
    for table in STORED:
        names = [column.name for column in table.columns]
        if "tournament" in names and table.name != "damaged":
            cells = ", ".join(
                "tournament || '-' || copy" if name == "tournament" else name for name in names
            )
            database.execute(f"CREATE TEMP TABLE own AS FROM {table.name}")
            copied = f"SELECT {cells} FROM range(1, {copies}) r(copy), own"
            database.execute(f"INSERT INTO {table.name} {copied}")
            database.execute("DROP TABLE own")


def questions(places: list[Path]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of questions."""
    for place in places:
        for file in sorted(place.glob("*.sql")) if place.is_dir() else [place]:
            yield file.stem, file.read_text("utf-8")


def timed(database: duckdb.DuckDBPyConnection, text: str) -> float:
    """Return the seconds of the statements of a text, the second time."""
    took = 0.0
    for _ in range(2):
        start = time.perf_counter()
        for statement in statements(text):
            ask(database, statement, most=1000, seconds=120)
        took = time.perf_counter() - start
    return took


def main() -> None:
    """Print the time of each question."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1001
    places = [ROOT / "docs" / "analytics", *map(Path, sys.argv[2:])]
    with TemporaryDirectory() as scratch:
        mirror = mirror_path(made_year(Path(scratch)).ledger)
        with opened(mirror) as database:
            multiply(database, wanted)
            rows = database.execute(
                "SELECT (SELECT count(*) FROM tournaments), (SELECT count(*) FROM games)"
            ).fetchall()
        print("{} tournaments, {} versions of games".format(*rows[0]))
        for name, text in questions(places):
            with opened(mirror, read_only=True) as database:
                shut(database)
                try:
                    took = timed(database, text)
                except QuestionRefused as error:
                    print(f"{name:32} refused: {error.refusal.code}")
                    continue
                memory = database.execute(
                    "SELECT sum(memory_usage_bytes) >> 20 FROM duckdb_memory()"
                ).fetchall()
            slow = "  more than a second" if took > A_SECOND else ""
            print(f"{name:32}{took:7.2f} s{memory[0][0]:7.0f} MB afterwards{slow}")


if __name__ == "__main__":
    main()
