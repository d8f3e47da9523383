"""The speed of building a mirror, beside the raw SQLite cursor and the raw Appender.

Run it by hand: `python tests/bench/bench_mirror.py [FACTS [FOLDER]]`. It prints and never judges: a
ratio holds on any machine, a time only on this one. The ledger is made of round robins of forty,
nine rounds each, one command a round and a correction now and then.
"""

from __future__ import annotations

import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from desk.render.english import english  # noqa: E402
from ledger.facts.tournament import (  # noqa: E402
    AnyFact,
    NumbersAssigned,
    PairingMadeByHand,
    PlayerRegistered,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    TournamentOpened,
)
from ledger.rulebooks.files import load  # noqa: E402
from ledger.rulebooks.rulebook import Rulebook  # noqa: E402
from ledger.runtime import Runtime  # noqa: E402
from ledger.store.snapshot import snapshot  # noqa: E402 - the path comes first
from ledger.store.store import Store  # noqa: E402
from ledger.store.tables.people import PersonRecord  # noqa: E402
from projections.mirror.blocks import Wanted  # noqa: E402
from projections.mirror.parts import made_part  # noqa: E402
from projections.mirror.progress import open_current  # noqa: E402
from projections.mirror.refresh import A_PART  # noqa: E402
from tests.helpers.mirrors import refresh  # noqa: E402

PLAYERS, ROUNDS = 40, 9
RESULTS = ("1-0", "0-1", "1/2-1/2")


def seconds(work: Callable[[], object]) -> float:
    """Return the time of a call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def people(at: int) -> list[PersonRecord]:
    """Return the records of a tournament's players."""
    return [
        PersonRecord(
            f"p{p}", (("name", f"Player {at}-{p}"), ("club", f"Club {p % 7}")), f"s{at}-{p}"
        )
        for p in range(1, PLAYERS + 1)
    ]


def commands(at: int, rules: Rulebook) -> Iterator[list[AnyFact]]:
    """Yield the facts of a tournament, command by command."""
    everybody = tuple(range(1, PLAYERS + 1))
    yield [
        TournamentOpened(name=f"Bench {at}", rulebook=rules.id, rulebook_text=rules.canonical(),
                         rulebook_hash=rules.hash),
        *(PlayerRegistered(player=p, person=one.key, person_hash=one.hash, rating=2400 - 20 * p)
          for p, one in enumerate(people(at), 1)),
        NumbersAssigned(players=everybody, numbers=everybody, method="entry"),
    ]  # fmt: skip
    position = PLAYERS + 2
    circle = list(everybody)
    for number in range(1, ROUNDS + 1):
        half = PLAYERS // 2
        boards = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        whites, blacks = (tuple(side) for side in zip(*boards, strict=True))
        yield [
            PairingMadeByHand(round=number, whites=whites, blacks=blacks, bye=None,
                              source="arbiter"),
            *(ResultRecorded(round=number, white=white, black=black,
                             outcome=RESULTS[(at * 7 + white * number + black) % 3])
              for white, black in boards),
            RoundClosed(round=number),
        ]  # fmt: skip
        first = position + 2
        position += half + 2
        if (at + number) % 9 == 0:
            white, black = boards[0]
            now = RESULTS[(at * 7 + white * number + black + 1) % 3]
            yield [ResultCorrected(round=number, white=white, black=black, outcome=now,
                                   corrects=first, reason="misread")]  # fmt: skip
            position += 1
        circle = [circle[0], circle[-1], *circle[1:-1]]


def generate(path: Path, wanted: int) -> int:
    """Make a ledger of at least `wanted` facts; return how many."""
    rules = load("knsb-wp-2014")
    assert isinstance(rules, Rulebook)
    total = at = 0
    with Store(path, create=True) as store:
        while total < wanted:
            head = 0
            for facts in commands(at, rules):
                records = () if head else people(at)
                head += len(store.append(f"t{at:05}", head, facts, records, runtime=Runtime()))
            total, at = total + head, at + 1
    return total


def raw_rows(path: Path) -> list[tuple[int, str, int, str, str]]:
    """Read the rows with sqlite3 alone."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT sequence, originator_id, originator_version, topic, state FROM stored_events"
            " ORDER BY sequence"
        ).fetchall()


def raw_append(path: Path, rows: list[tuple[int, str, int, str, str]]) -> None:
    """Append rows to a file with DuckDB's Appender alone."""
    import duckdb  # not above: the processes of a build need none

    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE raw (a BIGINT, b VARCHAR, c BIGINT, d VARCHAR, e VARCHAR)")
        with database.appender("raw") as appender:
            appender.append_rows(rows)


def read(path: Path) -> None:
    """Read every row as the mirror reads it, checked against its hash."""
    with Store(path) as store, snapshot(store) as now:
        for tournament, _ in now.tournaments():
            for _ in now.read(tournament):
                pass


def derive(path: Path) -> int:
    """Make the columns of every tournament in this process and write none; return the rows."""
    rows = facts = 0
    part: list[Wanted] = []
    with Store(path) as store, snapshot(store) as now:
        for tournament, position in [*now.tournaments(), ("", A_PART)]:
            if facts + position > A_PART and part:
                tables, _ = made_part(now, part, (), english, None)
                rows += sum(columns[0].rows for columns in tables.values())
                part, facts = [], 0
            part.append(Wanted(tournament, position, True))
            facts += position
    return rows


QUESTION = """
SELECT rules, round, count(*) AS lines, avg(wp) AS wp, max(sb) AS sb
FROM standings JOIN games USING (tournament, round)
WHERE games.known_to IS NULL AND white = player GROUP BY ALL ORDER BY ALL
"""


def main() -> None:
    """Print the whole comparison."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(scratch)
        path = folder / "bench.ledger"
        start = time.perf_counter()
        if not path.exists():
            generate(path, wanted)
            print(f"generated in {time.perf_counter() - start:.1f} s")
        compare(path, Path(scratch))


def compare(path: Path, folder: Path) -> None:
    """Print the speed of each step, and its share of the raw limits."""
    rows: list[tuple[int, str, int, str, str]] = []
    cursor = seconds(lambda: rows.extend(raw_rows(path)))
    number = len(rows)
    appender = seconds(lambda: raw_append(folder / "raw.duckdb", rows))
    rows.clear()
    reading = seconds(lambda: read(path))
    derived: list[int] = []
    making = seconds(lambda: derived.append(derive(path)))
    build = seconds(lambda: refresh(path, from_zero=True))
    print(f"{number} facts, {derived[0]} rows of their own or derived")
    print(f"{'':44}{'facts/s':>12}{'of cursor':>11}{'of Appender':>13}")
    for what, took in (
        ("raw SQLite cursor, five columns", cursor),
        ("raw Appender, the same rows", appender),
        ("read and checked, one process", reading),
        ("columns made, one process, none written", making),
        ("mirror build: all tables, all processors", build),
    ):
        print(f"{what:44}{number / took:>12.0f}{cursor / took:>11.1%}{appender / took:>13.1%}")
    added = grow(path, 1000)
    update = seconds(lambda: refresh(path))
    print(f"mirror update after {added} facts in ten tournaments {update * 1000:.0f} ms,"
          f" a file of {path.with_suffix('.duckdb').stat().st_size >> 20} MB")  # fmt: skip
    with open_current(path) as database:
        games = database.execute("SELECT count(*) FROM games").fetchone()
        to_answer = seconds(lambda: database.execute(QUESTION).fetchall())
    print(f"a question over {games} rows of games and all standings {to_answer * 1000:.0f} ms")
    here, helper = (
        resource.getrusage(who).ru_maxrss >> 10
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(f"most memory: {here} MB here, {helper} MB in a helper")


def grow(path: Path, wanted: int) -> int:
    """Correct results in ten tournaments until `wanted` facts are added; return how many."""
    added = 0
    with Store(path) as store:
        for at in range(10):
            id_ = f"t{at:05}"
            head = store.head(id_)
            facts = store.facts(id_)
            results = [(f, s) for f, s in facts if isinstance(f, ResultRecorded)][: wanted // 10]
            store.append(id_, head, [
                ResultCorrected(round=f.round, white=f.white, black=f.black, outcome="1/2-1/2",
                                corrects=s.position, reason="misread") for f, s in results
            ], runtime=Runtime())  # fmt: skip
            added += len(results)
    return added


if __name__ == "__main__":
    main()
