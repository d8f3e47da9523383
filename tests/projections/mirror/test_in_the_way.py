"""What stands in the way of a mirror: other files, other writers, damage."""

from __future__ import annotations

import duckdb
import pytest

from projections.mirror.files import MirrorError, mirror_path, writing
from projections.mirror.refresh import refresh
from projections.mirror.tables import TABLES
from tests.helpers.club import asked, book, step
from tests.helpers.ledgers import damage, to_first_schema
from tests.helpers.terminal import Terminal


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
    damage(club.ledger, f"UPDATE stored_events SET state = {blacks} WHERE topic ="
                        " 'pairing-published'")  # fmt: skip
    to_first_schema(club.ledger)
    ran = club.try_("mirror", "build", "--json")
    assert ran.code == 4
    assert [each["code"] for each in ran.json["refused"]] == ["ledger-damaged"]
    assert asked(club, "SELECT count(*) FROM tournaments") == [(2,)]


def test_a_second_writer_is_told_to_wait(club: Terminal) -> None:
    with writing(mirror_path(club.ledger)), pytest.raises(MirrorError, match="another program"):
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
    ran = club.try_("mirror", "update", "--json")
    assert ran.code == 4
    assert [each["id"] for each in ran.json["refused"]] == [cup]
    assert asked(club, "SELECT tournament, code FROM damaged") == [(cup, "ledger-damaged")]
    for table in TABLES:
        if table.name not in ("damaged", "mirror", "versions"):
            assert cup not in {
                row[0] for row in asked(club, f"SELECT tournament FROM {table.name}")
            }
    assert asked(club, "SELECT count(*) FROM tournaments") == [(2,)]
    assert "1 tournament is damaged" in club.try_("sql", "--mirror", "from damaged").err
