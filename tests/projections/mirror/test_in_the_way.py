"""Obstacles to a mirror: other files, other writers, damage."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from desk.render.english import english
from ledger.facts.tournament import AnyFact, ResultRecorded
from ledger.store.store import Store
from pairing.systems.registry import engines
from projections.mirror.decision_stage import DecisionStage
from projections.mirror.decisions import Deciding
from projections.mirror.files import MirrorError, mirror_path, writing
from projections.mirror.tables import TABLES
from tests.helpers.club import asked, became, book, step
from tests.helpers.ledgers import damage, to_first_schema
from tests.helpers.mirrors import mirror_of, refresh
from tests.helpers.terminal import Terminal
from tests.helpers.words import refusing


def test_a_duckdb_file_of_somebody_else_is_left_alone(club: Terminal) -> None:
    path = mirror_path(club.ledger)
    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE members (name VARCHAR)")
    before = path.read_bytes()
    for verb in ("build", "update"):
        assert "no-mirror" in club.refused("mirror", verb, code=2)
    assert path.read_bytes() == before


def test_a_ledger_without_hashes_that_makes_no_sense_is_damaged(club: Terminal) -> None:
    step(club, ("publish",))
    blacks = "replace(state, '\"blacks\":[', '\"blacks\":[9')"
    damage(
        club.ledger, f"UPDATE stored_events SET state = {blacks} WHERE topic = 'pairing-published'"
    )
    to_first_schema(club.ledger)
    ran = club.try_("mirror", "build", "--json")
    assert ran.code == 4
    assert [each["code"] for each in ran.json["refused"]] == ["ledger-damaged"]
    assert asked(club, "SELECT count(*) FROM tournaments") == [(2,)]


def test_a_second_writer_is_told_to_wait(club: Terminal) -> None:
    with writing(mirror_path(club.ledger)), refusing(MirrorError, "another program"):
        refresh(club.ledger)
    assert refresh(club.ledger).origin == "from zero"


def test_a_damaged_tournament_is_told_and_the_others_are_in_the_mirror(club: Terminal) -> None:
    refresh(club.ledger)
    step(club, ("publish",))
    cup = book(club).id
    damage(
        club.ledger,
        "UPDATE stored_events SET state = replace(state, 'arbiter', 'nobody')"
        f" WHERE originator_id = '{cup}'",
    )
    ran = club.try_("mirror", "update", "--decisions", "--json")
    assert ran.code == 4
    assert [each["id"] for each in ran.json["refused"]] == [cup]
    assert asked(club, "SELECT tournament, code FROM damaged") == [(cup, "ledger-damaged")]
    with mirror_of(club.ledger) as database:
        for table in TABLES:
            if table.name not in ("damaged", "mirror", "versions", "pairing_versions"):
                rows = database.execute(f"SELECT tournament FROM {table.name}").fetchall()
                assert (cup,) not in rows, table.name
    assert asked(club, "SELECT count(*) FROM tournaments") == [(2,)]
    assert "1 tournament is damaged" in club.try_("sql", "--mirror", "from damaged").err


def contradict(club: Terminal, name: str) -> str:
    """Add a fact that no command would record, with its hash, to a tournament; return its id."""
    id_, position = book(club, name).id, book(club, name).state.position
    fact = ResultRecorded(round=9, white=1, black=2, outcome="1-0")
    with Store(club.ledger) as store:
        store.append(id_, position, [fact], runtime=club.world)
    return id_


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tournament_whose_facts_contradict_never_stops_the_others(
    club: Terminal, jobs: int
) -> None:
    cup = contradict(club, "Cup")
    for verb in (("mirror", "build"), ("replay", "--all", "--rules", "berger")):
        ran = club.try_(*verb, "--jobs", jobs, "--json")
        assert ran.code == 4
        assert [(each["id"], each["code"]) for each in ran.json["refused"]] == [
            (cup, "ledger-damaged")
        ]
    assert asked(club, "SELECT tournament FROM damaged") == [(cup,)]
    assert asked(club, "SELECT count(*) FROM tournaments") == [(2,)]
    assert club.run("sql", "--mirror", "SELECT count(*) FROM tournaments")


def test_a_decision_that_cannot_be_made_stops_no_other_tournament(club: Terminal) -> None:
    step(club, ("publish",))
    cup = book(club).id
    opened = book(club).facts[0]

    def decide(facts: Sequence[AnyFact], _: Container[int]) -> list[tuple[Any, ...]]:
        assert facts[0] != opened, "this tournament cannot be judged"
        return []

    deciding = DecisionStage(lambda: Deciding(decide, engines), english, wanted=True)
    done = refresh(club.ledger, stages=[deciding])
    assert [id_ for id_, _ in done.refused] == [cup]
    assert asked(club, "SELECT count(*) FROM tournaments") == [(2,)]


@pytest.mark.parametrize("pairings", [(), ("--pairings",)])
def test_a_replay_of_all_names_the_tournament_it_cannot_read(
    club: Terminal, pairings: tuple[str, ...]
) -> None:
    step(club, ("publish",))
    cup = book(club).id
    verb = (
        "replay",
        "--all",
        "--rules",
        "knsb-wp-1996",
        *pairings,
        "--duckdb",
        str(club.ledger.with_name("out.duckdb")),
    )
    contradict(club, "Second")
    ran = club.try_(*verb, "--json")
    assert ran.code == 4
    if not pairings:
        assert [row["replayed"] for row in ran.json["rows"]] == [2]
    assert [each["code"] for each in ran.json["refused"]] == ["ledger-damaged"]
    damage(
        club.ledger,
        "UPDATE stored_events SET state = replace(state, 'arbiter', 'nobody')"
        f" WHERE originator_id = '{cup}'",
    )
    club.ledger.with_name("out.duckdb").unlink()
    ran = club.try_(*verb)
    assert ran.code == 4
    assert f"not in it: {cup}" in ran.out


def test_a_season_that_became_a_swiss_in_an_old_ledger_is_mirrored_with_its_corrections(
    tmp_path: Path,
) -> None:
    """No command makes such a change any more, but earlier facts of such changes remain."""
    terminal = Terminal(tmp_path / "old.ledger")
    terminal.run("init", "Season", "--rules", "mwkeizer")
    for name in "ABCD":
        terminal.run("enter", f"Member {name}")
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    for board in (1, 2):
        terminal.run("result", 1, board, "1-0")
    became(terminal, "Season", "knsb-wp-1996")
    terminal.run("correct", "result", 1, 1, "0-1", "--reason", "misread")
    terminal.run("publish")
    for board in (1, 2):
        terminal.run("result", 2, board, "1-0")
    terminal.run("mirror", "build")
    rows = asked(terminal, "SELECT DISTINCT round, rules FROM standings ORDER BY ALL")
    assert rows == [(1, "mwkeizer"), (2, "knsb-wp-1996")]
    for verb in (
        ("standings",),
        ("standings", "--after", 1),
        ("crosstable",),
        ("log",),
        ("replay", "--all", "--rules", "knsb-wp-2014"),
        ("sql", "SELECT count(*) FROM standings"),
    ):
        terminal.run(*verb)
