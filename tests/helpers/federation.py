"""Some ledgers of a federation in a folder, and what is in their mirrors and in a lake of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import duckdb

from desk.answers.bulk.lake import lake_rules
from desk.answers.bulk.mirror import pairing_stage, stages_of_mirror
from desk.making.random_trf import Rates, generate
from desk.render.english import english
from ledger.trf.writer import write
from pairing.review.again import ENGINES
from pairing.review.decisions import DECIDING
from projections.lake.build import BuiltLake, build_lake
from projections.lake.dataset import open_lake
from projections.lake.part import LakeWords
from projections.mirror.files import mirror_path
from projections.mirror.tables import STORED
from projections.spread.port import Workforce
from projections.spread.processes import Processes
from tests.helpers.crosstables import rules
from tests.helpers.mirrors import refresh
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal, runtime

WORDS = LakeWords(english, DECIDING, ENGINES)
VERSIONS = ("knsb-wp-2014", "fide-2024")
SIZES = {"north": 3, "south": 2}
"""The generated tournaments of each ledger; the ledger `south/club` has a real one, corrected."""

QUESTIONS = (
    "SELECT count(*) FROM standings_now",
    "FROM games_now",
    "FROM moments",
    "FROM standings_as_of(40)",
    "FROM games_as_of(30)",
    "FROM standings_changed(30, 60)",
    "FROM games_as_of_time(TIMESTAMP '2026-09-04 19:01:00')",
    "SELECT rules, count(*), sum(points) FROM standings GROUP BY ALL",
    "SELECT kind, preference, count(*) FROM colours GROUP BY ALL",
    "SELECT tie_break, count(*), sum(value) FROM tie_breaks GROUP BY ALL",
    "FROM standings_diff('fide-2024', 'knsb-wp-2014')",
    "SELECT fact, state ->> 'round' AS r, count(*) FROM events GROUP BY ALL",
)
"""Questions to views and macros, and to every type of column."""

OF_PAIRINGS = (
    "FROM pairings_differ",
    "FROM pairings_diff('knsb-wp-2014', 'now')",
    "FROM pairings_diff('knsb-wp-2014', 'then')",
    "SELECT rules, known, verdict, count(*) FROM replayed_rounds GROUP BY ALL",
)
"""Questions about rounds paired again."""


def terminal(ledger: Path, prefix: str) -> Terminal:
    """Return a terminal on a ledger whose ids no other one has."""
    ids = count(1)
    world = replace(runtime(), new_id=lambda: f"{prefix}{next(ids)}")
    return Terminal(ledger, world)


@cache
def _made() -> Path:
    folder = Path(mkdtemp(prefix="federation-"))
    rates = Rates(defaults=150, absences=150, withdrawals=30)
    first = rules("knsb-wp-1996")
    for name, number in SIZES.items():
        files = folder / "files" / name
        files.mkdir(parents=True)
        for at in range(number):
            file = generate(9, 4, rules=first, seed=f"{name}:{at}", rates=rates)
            (files / f"{at}.trf").write_bytes(write(file))
        desk = terminal(folder / f"{name}.ledger", name)
        desk.run("import-folder", files, "--rules", "knsb-wp-1996")
    (folder / "south").mkdir()
    club = terminal(folder / "south" / "club.ledger", "club")
    club.run("import", str(EXAMPLES / "club-open.trf"))
    club.run("correct", "result", "1", "1", "0-0", "--reason", "misread")
    shutil.rmtree(folder / "files")
    return folder


def federation(folder: Path) -> list[Path]:
    """Copy the ledgers into a folder; return their paths."""
    shutil.copytree(_made(), folder, dirs_exist_ok=True)
    return sorted(folder.rglob("*.ledger"))


def built(
    place: Path,
    lake: Path,
    workforce: Workforce | None = None,
    versions: Sequence[str] = VERSIONS,
    *,
    pairings: bool = False,
    decisions: bool = True,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> BuiltLake:
    """Build a lake of the ledgers in a folder."""
    under = lake_rules(
        [rules(name) for name in versions], None, pairings=pairings, decisions=decisions
    )
    return build_lake(
        [place],
        lake,
        rules=under,
        words=WORDS,
        workforce=workforce or Processes(),
        program="1.0",
        progress=progress,
    )


def files_of(lake: Path) -> dict[str, bytes]:
    """Return every file of a lake that is read, by its path."""
    return {
        str(path.relative_to(lake)): path.read_bytes()
        for path in sorted(lake.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


Answers = dict[str, list[tuple[Any, ...]]]


def _sorted(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows, key=repr)


@dataclass(frozen=True)
class BothSides:
    """The rows of tables and the answers to questions, of mirrors and of a lake."""

    mirrors: Answers
    lake: Answers


_NOT_OF_TOURNAMENTS = ("mirror", "versions", "pairing_versions")


def both(ledgers: Sequence[Path], lake: Path, *, pairings: bool = False) -> BothSides:
    """Ask the mirrors of some ledgers, put together, and a lake of them.

    With `pairings` all rounds are paired again in the mirrors, as they were in the lake.
    """
    mirrors = Answers()
    questions = (*QUESTIONS, *(OF_PAIRINGS if pairings else ()))
    again = [None, rules(VERSIONS[0])] if pairings else []
    tables = [f"FROM {table.name}" for table in STORED if table.name not in _NOT_OF_TOURNAMENTS]
    with duckdb.connect() as together:
        for at, ledger in enumerate(ledgers):
            refresh(
                ledger,
                versions=[rules(name) for name in VERSIONS],
                jobs=1,
                stages=stages_of_mirror(pairing_stage(again), decisions=True),
            )
            together.execute(f"ATTACH '{mirror_path(ledger)}' AS m{at} (READ_ONLY)")
        for question in (*tables, *questions):
            rows = []
            for at in range(len(ledgers)):
                together.execute(f"USE m{at}")
                rows += together.execute(question).fetchall()
            mirrors[question] = _sorted(_added(question, rows))
    with open_lake(lake, described=False) as database:
        answers = partial(_asked, database)
        return BothSides(mirrors, {question: answers(question) for question in mirrors})


def _asked(database: duckdb.DuckDBPyConnection, question: str) -> list[tuple[Any, ...]]:
    return _sorted(_added(question, database.execute(question).fetchall()))


def _added(question: str, rows: list[tuple[Any, ...]]) -> Iterable[tuple[Any, ...]]:
    """Add up the answers that count: those of each mirror are one answer of the lake."""
    if "count(*)" not in question:
        return rows
    sums: dict[tuple[Any, ...], list[Any]] = {}
    width = question.count("count(*)") + question.count("sum(")
    for row in rows:
        total = sums.setdefault(row[:-width], [0] * width)
        for at, value in enumerate(row[-width:]):
            total[at] += value or 0
    return [(*key, *total) for key, total in sums.items()]
