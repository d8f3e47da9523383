"""The ledger file itself: other tools read it, and it refuses what they would change."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ledger.errors import DamagedLedger, NewerLedger, StoreError
from ledger.facts.tournament import PlayerRegistered, RoundClosed, RoundsPlanned, RoundStarted
from ledger.refusals import Exit
from ledger.store.store import Store
from tests.helpers.file_order import facts_in_file_order
from tests.helpers.ledgers import (
    NOON,
    OPENING,
    at,
    damage,
    person,
    to_first_schema,
    to_second_schema,
)
from tests.helpers.words import refusing, words


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.ledger"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, create=True, patience_s=0.2) as store:
        yield store


def test_the_state_is_text_that_other_tools_can_query(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING, RoundsPlanned(rounds=7, reason="so decided")], runtime=at())
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT typeof(state), json_extract(state, '$.rounds'), json_extract(state, '$.v'),"
            " json_extract(state, '$.recorded_at') FROM stored_events ORDER BY sequence"
        ).fetchall()
    assert rows[1] == ("text", 7, 1, "2026-11-20T12:02:00Z")


def test_two_programs_may_bring_an_old_ledger_up_to_date(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING, RoundsPlanned(rounds=7)], runtime=at())
    store.close()
    to_second_schema(path)
    with Store(path) as one, Store(path) as other:
        one.append("t", 2, [RoundStarted(round=1)], runtime=at())
        assert len(other.facts("t")) == 3
        other.append("t", 3, [RoundClosed(round=1)], runtime=at())
        assert other.facts("t") == one.facts("t")
        assert one.stored("t") == other.stored("t")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE stored_events SET state = '{}'",
        "UPDATE stored_events SET sequence = 99 WHERE sequence = 2",
        "DELETE FROM stored_events WHERE sequence = 2",
        "DELETE FROM stored_events",
        "INSERT OR REPLACE INTO stored_events VALUES (2, 't', 2, 'round-started', '{}')",
        "INSERT OR REPLACE INTO stored_events VALUES (2, 'u', 1, 'round-started', '{}')",
        "INSERT OR REPLACE INTO stored_events VALUES (9, 't', 2, 'round-started', '{}')",
        "INSERT INTO stored_events VALUES (9, 't', 5, 'round-started', '{}')",
        "INSERT INTO stored_events VALUES (9, 't', 0, 'round-started', '{}')",
    ],
)
def test_the_file_itself_refuses_to_change_a_fact(store: Store, path: Path, statement: str) -> None:
    appended = store.append("t", 0, [OPENING, RoundsPlanned(rounds=7)], runtime=at())
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
        pytest.raises(sqlite3.IntegrityError, match="a fact "),
    ):
        connection.execute(statement)
    assert store.facts("t") == appended


def test_a_sequence_is_never_used_again(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING, RoundsPlanned(rounds=7)], runtime=at())
    damage(path, "DELETE FROM stored_events WHERE sequence = 2")
    store.append("u", 0, [OPENING], runtime=at())
    with store.reading() as cursor:
        kept = cursor.recorder.select_notifications(1, 10)
    assert [fact.id for fact in kept] == [1, 3]


def test_nothing_is_added_where_the_last_fact_is_gone(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING, RoundsPlanned(rounds=7)], runtime=at())
    damage(path, "DELETE FROM stored_events WHERE sequence = 2")
    with refusing(DamagedLedger, "lacks #2"):
        store.facts("t")
    with refusing(DamagedLedger, "hashes of tournament t end at #2, its facts at #1"):
        store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
    assert store.head("t") == 1


def test_a_fact_that_can_be_read_but_is_not_what_was_recorded_is_refused(
    store: Store, path: Path
) -> None:
    store.append("t", 0, [OPENING, RoundsPlanned(rounds=7)], runtime=at())
    damage(path, """UPDATE stored_events SET state = replace(state, '"rounds":7', '"rounds":9')""")
    for read in (lambda: store.facts("t"), lambda: facts_in_file_order(store)):
        with refusing(DamagedLedger, "#2 of tournament t is not as it was recorded"):
            read()


def test_records_are_cleared_unless_another_program_has_the_file(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING], [person("1")], runtime=at())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for begin in ("BEGIN IMMEDIATE", "BEGIN; SELECT * FROM people"):
            for statement in begin.split("; "):
                other.execute(statement).fetchall()
            assert not store.scrub()
            other.execute("ROLLBACK")
    assert store.scrub()
    assert list(store.people("t")) == ["1"]


def test_a_fact_of_a_newer_version_is_refused_in_words(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    damage(path, """UPDATE stored_events SET state = replace(state, '"v":1', '"v":9')""")
    with refusing(NewerLedger, "has version 9") as caught:
        store.facts("t")
    assert caught.value.refusal.exit is Exit.USAGE


@pytest.mark.parametrize("change", ["topic = 'rounds-planned'", "state = '{}'", "state = ''"])
def test_a_tournament_that_does_not_begin_with_its_opening_is_damage(
    store: Store, path: Path, change: str
) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    damage(path, f"UPDATE stored_events SET {change} WHERE sequence = 1")
    with pytest.raises(DamagedLedger) as caught:
        store.tournaments()
    assert words(caught.value.refusal.what) == "#1 of tournament t does not open it"


def test_reading_goes_on_while_another_writes(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with Store(path, patience_s=0.1) as reader:
            assert reader.head("t") == 1


OLD_ENTRY = (
    '{"v":1,"tournament":"t","position":2,"event_id":"e","recorded_at":"2026-11-20T12:02:00Z",'
    '"actor":"arbiter","reason":null,"correlation_id":"c","causation_id":null,"player":1,'
    '"person":"1","person_hash":"h","elo":%d,"title":"","number":null}'
)


@pytest.mark.parametrize(("elo", "rating"), [(1850, 1850), (0, None)])
def test_an_entry_of_version_one_is_read_as_todays(
    store: Store, path: Path, elo: int, rating: int | None
) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    store.close()
    to_first_schema(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state)"
            " VALUES ('t', 2, 'player-registered', ?)",
            (OLD_ENTRY % elo,),
        )
    with Store(path) as old:
        (fact, stamp) = entry = old.facts("t")[1]
        assert isinstance(fact, PlayerRegistered)
        assert (fact.rating, fact.from_round, stamp.recorded_at) == (rating, 1, NOON)
        (begun,) = old.bring_up_to_date(at(), "1")
        (after,) = old.append("t", 3, [RoundStarted(round=1)], runtime=at())
        assert old.facts("t")[1:] == (entry, begun, after)


def test_a_ledger_with_two_names_is_read_and_not_written_by_either(
    store: Store, path: Path, tmp_path: Path
) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    store.close()
    other = tmp_path / "other.ledger"
    other.hardlink_to(path)
    (tmp_path / "link.ledger").symlink_to(path)
    for name, second in ((path, "other.ledger"), (other, "club.ledger")):
        with Store(name) as opened:
            assert opened.head("t") == 1
            has = f"{name} has a second name, {second} (a hard link)"
            with refusing(StoreError, has) as refused:
                opened.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
            assert refused.value.refusal.exit == Exit.USAGE
            step = words(refused.value.refusal.next)
            assert f"toernooi copy {name} FILE" in step
            assert opened.head("t") == 1
    other.rename(tmp_path.parent / "elsewhere.ledger")
    with Store(path) as opened:
        with refusing(StoreError, "a second name elsewhere"):
            opened.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
        (tmp_path.parent / "elsewhere.ledger").unlink()
        assert opened.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())


def test_an_old_ledger_with_two_names_is_not_brought_up_to_date(
    store: Store, path: Path, tmp_path: Path
) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    store.close()
    to_first_schema(path)
    (tmp_path / "other.ledger").hardlink_to(path)
    before = path.read_bytes()
    with Store(path) as opened, refusing(StoreError, "has a second name"):
        opened.bring_up_to_date(at(), "1")
    assert path.read_bytes() == before


@pytest.mark.parametrize("becomes", ["moved", "deleted", "replaced"])
def test_what_would_be_written_to_a_file_that_lost_its_name_is_refused(
    becomes: str, store: Store, path: Path, tmp_path: Path
) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    if becomes == "moved":
        path.rename(tmp_path / "moved.ledger")
    else:
        path.unlink()
    if becomes == "replaced":
        with Store(tmp_path / "new.ledger", create=True):
            pass
        (tmp_path / "new.ledger").rename(path)
    with refusing(StoreError, "was moved, deleted or replaced"):
        store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
