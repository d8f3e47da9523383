"""The standings of a mirror against WP and SB computed in SQL from the raw games (sql_oracle)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.making.random_trf import Rates, generate
from desk.render.english import english
from ledger.facts.codec import encode
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.snapshot import Read
from ledger.trf.writer import write
from projections.games.crosstable import CellKind
from projections.mirror.blocks import ReadTournament, Wanted
from projections.mirror.files import mirror_path
from projections.mirror.in_memory import load
from projections.mirror.parts import part_of
from projections.mirror.standings import Under
from projections.mirror.tables import statements
from projections.sql.connections import looked_at
from tests.helpers.crosstables import R1996, R2014, rules
from tests.helpers.family import examples
from tests.helpers.hall import Hall, recorded
from tests.helpers.sequences import carry_on
from tests.helpers.shared_data import SHARED, needs_shared
from tests.helpers.terminal import Terminal, made_once
from tests.oracles.sql import differences

VERSIONS = [R1996, R2014, rules("vega-2016")]
UNDER = [Under(version, version.hash) for version in VERSIONS]
REPLAYED = [word for version in VERSIONS for word in ("--rules", version.id)]
LIVELY = Rates(
    draws=400,
    defaults=120,
    double_defaults=300,
    byes=80,
    absences=80,
    withdrawals=40,
    returns=300,
    late=150,
)


def _imported(terminal: Terminal, folder: Path, book: Rulebook, *changes: str) -> None:
    folder.mkdir()
    for at, players in enumerate((4, 7, 10, 15, 16, 23)):
        tournament = generate(
            players, min(players - 1, 7), rules=book, seed=f"oracle:{at}", rates=LIVELY
        )
        (folder / f"{at}.trf").write_bytes(write(tournament))
    terminal.run("import-folder", folder, "--rules", book.id.partition("+")[0], *changes)


def _found(path: Path) -> tuple[list[tuple[object, ...]], int]:
    with looked_at(path) as database:
        return differences(database)


def test_generated_tournaments_have_the_wp_and_sb_that_sql_finds_in_their_games(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "year.ledger")
    halves = ("--set", "bye.half_point_allowed=true", "--set", "bye.points=0.5")
    allowed = rules("knsb-wp-2014", bye__half_point_allowed="true", bye__points="0.5")
    _imported(terminal, tmp_path / "old", R1996)
    _imported(terminal, tmp_path / "new", allowed, *halves)
    for row in terminal.json("tournaments")["rows"][:4]:
        for result in ("0-0", "1-0R", "1/2-1/2"):
            terminal.run("-t", row["id"], "correct", "result", 2, 1, result, "--reason", "misread")
    terminal.run("replay", "--all", "--jobs", 1, *REPLAYED)
    wrong, standings = _found(mirror_path(terminal.ledger))
    assert wrong == []
    assert standings > 350
    with looked_at(mirror_path(terminal.ledger)) as database:
        kinds = {kind for (kind,) in database.execute("SELECT kind FROM colours").fetchall()}
    assert kinds >= {
        kind.value
        for kind in (
            CellKind.PLAYED,
            CellKind.BYE,
            CellKind.HALF_BYE,
            CellKind.ABSENT,
            CellKind.DEFAULT_WIN,
            CellKind.DEFAULT_LOSS,
        )
    }


def _given(name: str, hall: Hall, position: int) -> ReadTournament:
    """Return a tournament as known at a position; every fact is a command of its own."""
    facts = [recorded(fact, at, name) for at, fact in enumerate(hall.facts[:position], 1)]
    read = [Read(one.stamp.position, encode(one), *one) for one in facts]
    return ReadTournament(Wanted(name, position, whole=True, versions=(0, 1, 2)), read, {})


def _played_by_chance(seed: int) -> list[ReadTournament]:
    """Return a tournament with random events, now and at two earlier moments."""
    chance = Random(seed)
    hall = Hall(
        chance.choice([4, 5, 6, 7, 8, 9]),
        chance.choice([None, 4, 5, 6]),
        rules=chance.choice(["knsb-wp-1996", "knsb-wp-2014"]),
        set={"bye.half_point_allowed": True, "bye.points": chance.choice(["1", "0.5"])},
    )
    moments = {len(hall.facts) for _ in carry_on(hall, seed, 90)}
    moments = {len(hall.facts), *chance.sample(sorted(moments), 2)}
    return [_given(f"{seed}@{position}", hall, position) for position in sorted(moments)]


@examples(3)
@given(seed=st.integers(0, 10**6))
def test_whatever_commands_do_every_standing_ever_known_is_that_of_the_games_known_then(
    seed: int,
) -> None:
    """Thirty tournaments of some ninety commands, each in a mirror: that takes three seconds."""
    tournaments = [one for at in range(10) for one in _played_by_chance(seed + at)]
    with duckdb.connect(":memory:") as database:
        for statement in statements(described=False):
            database.execute(statement)
        load(database, part_of(tournaments, UNDER, english))
        for rulebook, hash_ in UNDER:
            row = [rulebook.id, hash_, rulebook.canonical()]
            database.execute("INSERT INTO versions VALUES (?, ?, ?)", row)
        wrong, standings = differences(database)
    assert wrong == []
    assert standings > 250


@needs_shared
def test_real_tournaments_have_the_wp_and_sb_that_sql_finds_in_their_games(tmp_path: Path) -> None:
    """The tournaments are real ones, of up to hundreds of players, and ranked by two more rulebooks."""
    terminal = Terminal(tmp_path / "real.ledger")
    assert SHARED is not None
    terminal.try_("import-folder", SHARED / "data" / "real", "--rules", "knsb-wp-1996")
    terminal.run("replay", "--all", "--jobs", 1, *REPLAYED)
    wrong, standings = _found(mirror_path(terminal.ledger))
    assert wrong == []
    assert standings > 250


def _mirrored(folder: Path) -> Terminal:
    terminal = Terminal(folder / "one.ledger")
    _imported(terminal, folder / "files", R1996)
    terminal.run("mirror", "build")
    return terminal


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE standings SET wp = wp + 0.5 WHERE player = 1 AND round = 2",
        "UPDATE standings SET rank = 3 - rank WHERE rank <= 2 AND round = 2 AND NOT final",
        "DELETE FROM standings WHERE player = 1 AND round = 2",
        "UPDATE games SET result = '0-0' WHERE round = 2 AND board = 1",
    ],
)
def test_a_fault_in_the_mirror_is_a_difference(tmp_path: Path, fault: str) -> None:
    terminal = made_once(_mirrored, tmp_path)
    with duckdb.connect(str(mirror_path(terminal.ledger))) as database:
        assert differences(database)[0] == []
        database.execute(fault)
        assert differences(database)[0] != []
