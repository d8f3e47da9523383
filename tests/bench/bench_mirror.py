"""How fast a ledger goes into its mirror, beside the raw SQLite cursor and the raw Appender.

Run it by hand: `python tests/bench/bench_mirror.py [FACTS]`. It prints and never judges: a ratio
holds on any machine, a time only on this one. The ledger is made of round robins of forty, nine
rounds each, one command a round and a correction now and then.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

import duckdb  # noqa: E402 - the path comes first

from ledger.bulk import snapshot  # noqa: E402
from ledger.events import (  # noqa: E402
    AnyFact,
    NumbersAssigned,
    PairingMadeByHand,
    PlayerRegistered,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    TournamentOpened,
)
from ledger.rulebook import Rulebook  # noqa: E402
from ledger.rulebook_files import load  # noqa: E402
from ledger.runtime import Runtime  # noqa: E402
from ledger.state import replay  # noqa: E402
from ledger.store import Store  # noqa: E402
from projections.mirror import refresh  # noqa: E402
from projections.mirror_rows import rows_of  # noqa: E402

PLAYERS, ROUNDS = 40, 9
RESULTS = ("1-0", "0-1", "1/2-1/2")


def seconds(work: Callable[[], object]) -> float:
    """Return how long work took."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def commands(at: int, rules: Rulebook) -> Iterator[list[AnyFact]]:
    """Yield the facts of a tournament, command by command."""
    everybody = tuple(range(1, PLAYERS + 1))
    yield [
        TournamentOpened(name=f"Bench {at}", rulebook=rules.id, rulebook_text=rules.canonical(),
                         rulebook_hash=rules.hash),
        *(PlayerRegistered(player=p, person=f"p{p}", person_hash="", rating=2400 - 20 * p)
          for p in everybody),
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
    """Make a ledger of at least so many facts; return how many."""
    rules = load("knsb-wp-2014")
    assert isinstance(rules, Rulebook)
    total = at = 0
    with Store(path, create=True) as store:
        while total < wanted:
            head = 0
            for facts in commands(at, rules):
                head += len(store.append(f"t{at:05}", head, facts, runtime=Runtime()))
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
    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE raw (a BIGINT, b VARCHAR, c BIGINT, d VARCHAR, e VARCHAR)")
        with database.appender("raw") as appender:
            appender.append_rows(rows)


def decode_and_replay(path: Path) -> None:
    """Make every row a fact, and fold the facts of each tournament: no rows, no standings."""
    with Store(path) as store:
        tournaments = store.tournaments()
        with snapshot(store) as now:
            for tournament, _ in tournaments:
                replay(now.facts(tournament))


def derive(path: Path) -> int:
    """Make the rows of every tournament and write none; return how many."""
    with Store(path) as store:
        tournaments = store.tournaments()
        with snapshot(store) as now:
            return sum(
                len(rows)
                for tournament, _ in tournaments
                for rows in rows_of(now.facts(tournament), {}).values()
            )


def main() -> None:
    """Print the whole comparison."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.ledger"
        start = time.perf_counter()
        number = generate(path, wanted)
        print(f"{number} facts generated in {time.perf_counter() - start:.1f} s")
        rows: list[tuple[int, str, int, str, str]] = []
        cursor = seconds(lambda: rows.extend(raw_rows(path)))
        appender = seconds(lambda: raw_append(Path(folder) / "raw.duckdb", rows))
        rows.clear()
        facts = seconds(lambda: decode_and_replay(path))
        derived: list[int] = []
        made = seconds(lambda: derived.append(derive(path)))
        build = seconds(lambda: refresh(path, from_zero=True))
        with Store(path) as store:
            head = store.head("t00000")
            closing_fact = RoundClosed(round=ROUNDS)
            store.append("t00000", head, [closing_fact], runtime=Runtime())
        update = seconds(lambda: refresh(path))
    print(f"{'':44}{'facts/s':>12}{'of cursor':>11}{'of Appender':>13}")
    for what, took in (
        ("raw SQLite cursor", cursor),
        ("raw Appender", appender),
        ("facts made and folded", facts),
        ("rows derived, nothing written", made),
        ("mirror build, all tables", build),
    ):
        print(f"{what:44}{number / took:>12.0f}{cursor / took:>11.1%}{appender / took:>13.1%}")
    print(f"{derived[0]} rows derived; build {(derived[0] + number) / build:.0f} rows/s")
    print(f"mirror update after one fact {update * 1000:.0f} ms")


if __name__ == "__main__":
    main()
