"""Every fault of a ledger file is found, and explained in words."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ledger.errors import DamagedLedger, StoreError
from ledger.facts.tournament import AnyFact, RoundsPlanned, RoundStarted
from ledger.refusals import Exit, Refusal
from ledger.store.store import Store
from tests.helpers import loaded
from tests.helpers.full import small_files
from tests.helpers.ledgers import OPENING, at, damage, person
from tests.helpers.terminal import Terminal
from tests.helpers.words import refusing, words


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.ledger"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, create=True, patience_s=0.2) as store:
        yield store


# Damage


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("DELETE FROM stored_events WHERE originator_version = 2", "lacks #2"),
        ("DELETE FROM stored_events WHERE originator_version < 3", "lacks #1 to #2"),
        ("UPDATE stored_events SET originator_version = 9 WHERE sequence = 3", "#3 of"),
        ("UPDATE stored_events SET originator_id = 'u' WHERE sequence = 2", "lacks #2"),
        ("UPDATE stored_events SET topic = 'rounds' WHERE sequence = 2", "unknown kind"),
        ("UPDATE stored_events SET topic = 7 WHERE sequence = 2", "unknown kind"),
        ("UPDATE stored_events SET topic = 'round-closed' WHERE sequence = 2", "cannot be read"),
        ("UPDATE stored_events SET state = '{' WHERE sequence = 2", "cannot be read"),
        ("UPDATE stored_events SET state = '' WHERE sequence = 2", "cannot be read"),
        ("UPDATE stored_events SET state = '[]' WHERE sequence = 2", "cannot be read"),
        ("UPDATE stored_events SET state = '{}' WHERE sequence = 2", "cannot be read"),
        ("UPDATE stored_events SET state = x'ff' WHERE sequence = 2", "cannot be read"),
        ("UPDATE stored_events SET state = CAST(x'ff' AS TEXT) WHERE sequence = 2", "be read"),
        (
            "UPDATE stored_events SET topic = CAST(x'ff' AS TEXT) WHERE sequence = 2",
            "text that is not text",
        ),
        ("UPDATE stored_events SET originator_version = 'x' WHERE sequence = 3", "#3 of"),
        (
            """UPDATE stored_events SET state = replace(state, '"v":1', '"v":true')""",
            "cannot be read",
        ),
        (
            """UPDATE stored_events SET state = replace(state, '"rounds":7', '"rounds":"7"')""",
            "rounds: Input should be a valid integer",
        ),
        (
            """UPDATE stored_events SET state = replace(state, '"rounds":7', '"rounds":7,"x":1')""",
            "x: Extra inputs",
        ),
        ("""UPDATE stored_events SET state = replace(state, ':00Z', ':00')""", "without a zone"),
        (
            """UPDATE stored_events SET state = replace(state, '"position":2', '"position":3')""",
            "says it is #3",
        ),
    ],
)
def test_damage_is_found_and_named(store: Store, path: Path, statement: str, expected: str) -> None:
    facts: list[AnyFact] = [OPENING, RoundsPlanned(rounds=7), RoundStarted(round=1)]
    store.append("t", 0, facts, runtime=at())
    damage(path, statement)
    with pytest.raises(DamagedLedger) as caught:
        store.facts("t")
    # A row with a changed position is refused because of its state.
    told = [words(caught.value.refusal.what), *caught.value.refusal.quoted]
    assert any(expected in line for line in told)
    assert caught.value.refusal.exit is Exit.DAMAGED


def test_a_tournament_without_its_opening_is_named_in_the_list(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING, RoundsPlanned(rounds=7)], runtime=at())
    damage(path, "DELETE FROM stored_events WHERE sequence = 1")
    with refusing(DamagedLedger, "lacks #1"):
        store.tournaments()


def test_a_ledger_without_its_guard_is_refused(store: Store, path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER a_fact_is_never_deleted")
    with refusing(DamagedLedger, "lacks a_fact_is_never_deleted"):
        Store(path)


def test_of_guards_that_guard_something_else_those_alone_are_named(
    store: Store, path: Path
) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "DROP TRIGGER a_fact_is_never_deleted; CREATE TRIGGER a_fact_is_never_deleted"
            " BEFORE INSERT ON people BEGIN SELECT 1; END"
        )
    with refusing(DamagedLedger, " has another a_fact_is_never_deleted than the program makes"):
        Store(path)


def test_a_truncated_file_is_damaged(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING, *[RoundStarted(round=1)] * 500], runtime=at())
    store.close()
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 // 4096 * 4096)
    with pytest.raises(DamagedLedger), Store(path) as cut:
        cut.facts("t")


def test_a_header_of_a_format_that_sqlite_does_not_know_is_damage(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    store.close()
    with path.open("r+b") as file:
        file.seek(44)
        file.write(bytes([0, 0, 0, 5]))
    refusal = refusal_of(path)
    assert (refusal.code, refusal.exit) == ("ledger-damaged", Exit.DAMAGED)
    assert words(refusal.what) == f"{path} is damaged"


# Files that are no ledger, and files in the way


def refusal_of(path: Path, *, create: bool = False) -> Refusal:
    with pytest.raises(StoreError) as caught:
        Store(path, create=create, patience_s=0.1)
    return caught.value.refusal


def test_reading_makes_no_file(path: Path) -> None:
    assert refusal_of(path).code == "ledger-missing"
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("create", [False, True])
def test_another_programs_file_is_refused_and_left_alone(path: Path, create: bool) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    before = path.read_bytes()
    assert refusal_of(path, create=create).code == "not-a-ledger"
    assert path.read_bytes() == before
    path.write_text("[Event]\n")
    assert refusal_of(path, create=create).code == "not-a-ledger"
    assert list(path.parent.iterdir()) == [path]


def test_an_empty_file_is_no_ledger_until_one_is_made_of_it(path: Path) -> None:
    path.touch()
    assert refusal_of(path).code == "not-a-ledger"
    with Store(path, create=True) as store:
        assert store.tournaments() == ()


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    assert refusal_of(tmp_path).code == "ledger-is-a-folder"
    assert refusal_of(tmp_path, create=True).code == "ledger-is-a-folder"
    assert refusal_of(tmp_path / "none" / "a.ledger", create=True).code == "folder-missing"
    assert refusal_of(Path("/dev/null")).code == "not-a-ledger"
    assert refusal_of(tmp_path / ("x" * 300)).code == "ledger-cannot-be-opened"


def test_a_newer_file_is_refused(store: Store, path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
        connection.commit()
    assert refusal_of(path).code == "newer-ledger"
    assert refusal_of(path, create=True).code == "newer-ledger"


def test_making_a_ledger_that_exists_opens_it(store: Store, path: Path) -> None:
    appended = store.append("t", 0, [OPENING], runtime=at())
    with Store(path, create=True) as again:
        assert again.facts("t") == appended


@pytest.mark.parametrize("name", ["a?mode=memory.ledger", "50%.ledger", "#1 é.ledger", ":memory:"])
def test_any_name_of_a_file_will_do(tmp_path: Path, name: str) -> None:
    with Store(tmp_path / name, create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
    assert {file.name for file in tmp_path.iterdir()} == {name, f"{name}.last-head"}


def test_a_locked_ledger_is_waited_for_and_then_named(store: Store, path: Path) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
        assert caught.value.refusal.code == "ledger-locked"
        other.execute("ROLLBACK")
    store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
    assert store.head("t") == 2


def test_a_full_disk_is_named_and_leaves_the_ledger_whole(store: Store) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    with store.reading() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchall()[0][0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    many = [RoundStarted(round=1, reason="x" * 500)] * 100
    with pytest.raises(StoreError) as caught:
        store.append("t", 1, many, [person("1")], runtime=at())
    assert caught.value.refusal.code == "disk-full"
    assert (store.head("t"), store.people("t")) == (1, {})
    store.append("t", 1, [RoundStarted(round=1)], runtime=at())
    assert store.head("t") == 2


def test_a_failing_disk_is_named_and_leaves_the_ledger_whole(store: Store) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    many = [RoundStarted(round=1, reason="x" * 500)] * 400
    with small_files(65536), pytest.raises(StoreError) as caught:
        store.append("t", 1, many, [person("1")], runtime=at())
    assert caught.value.refusal.code in ("disk-error", "disk-full")
    assert (store.head("t"), store.people("t")) == (1, {})
    store.append("t", 1, many, runtime=at())
    assert store.head("t") == 401


AS_NOBODY = """
import os, sys
from pathlib import Path
from tempfile import TemporaryDirectory
from ledger.facts.tournament import RoundStarted
from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.errors import StoreError
started = RoundStarted(round=1)  # built while the libraries can be read
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
for create in (False, True):
    try:
        with Store(Path(sys.argv[1]), create=create) as store:
            print(store.head("t"))
            store.append("t", 1, [started], runtime=Runtime())
    except StoreError as error:
        print(error.refusal.code)
"""


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "messages"),
    [
        (0o444, 0o777, ["1", "ledger-read-only", "1", "ledger-read-only"]),
        (0o444, 0o555, ["1", "ledger-read-only", "ledger-read-only"]),
        (0o000, 0o777, ["ledger-cannot-be-opened"] * 2),
        (0o666, 0o000, ["ledger-cannot-be-opened"] * 2),
    ],
)
def test_what_may_not_be_written_can_be_read_if_that_is_allowed(
    file_mode: int, folder_mode: int, messages: list[str]
) -> None:
    # Not in tmp_path, which lies in folders that other users may not enter.
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "club.ledger"
        with Store(path, create=True) as store:
            store.append("t", 0, [OPENING], runtime=at())
        path.chmod(file_mode)
        folder.chmod(folder_mode)
        try:
            done = loaded.ran(AS_NOBODY, path)
        finally:
            folder.chmod(0o755)
    assert done.stderr == ""
    assert done.stdout.split() == messages


WITHOUT_ROOM = """
import os, resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sys.argv = ["toernooi", *sys.argv[1:]]
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from cli import main
main()
"""


@pytest.mark.parametrize(("line", "code"), [("log", 0), ("verify", 0), ("enter Bakker", 2)])
def test_a_ledger_on_a_full_disk_is_read_and_not_written(path: Path, line: str, code: int) -> None:
    terminal = Terminal(path)
    terminal.run("init", "Cup", "--rounds", 3)
    before = path.read_bytes()
    ran = loaded.ran(WITHOUT_ROOM, "--ledger", path, *line.split())
    assert ran.returncode == code, ran
    expected = {"log": "3 rounds planned", "verify": "in order"}.get(line, "(disk-full)")
    assert expected in ran.stdout + ran.stderr
    assert path.read_bytes() == before


def test_a_full_disk_with_facts_in_the_log_says_where_they_are(path: Path, store: Store) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    other = path.with_name("other.ledger")
    for end in ("", "-wal"):
        Path(f"{other}{end}").write_bytes(Path(f"{path}{end}").read_bytes())
    ran = loaded.ran(WITHOUT_ROOM, "--ledger", other, "log")
    assert ran.returncode == 2
    assert "copy other.ledger with other.ledger-wal to another disk" in ran.stderr


# Who may read


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_ledger_is_its_owners_and_so_is_what_stands_beside_it(path: Path) -> None:
    with Store(path, create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
        assert {mode_of(file) for file in path.parent.iterdir()} == {0o600}
        assert len(list(path.parent.iterdir())) == 4
    path.chmod(0o640)
    with Store(path, create=True) as store:
        store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
    assert mode_of(path) == 0o640, "what the owner decided stays"


def test_files_with_names_are_their_owners(path: Path) -> None:
    terminal, folder = Terminal(path), path.parent
    terminal.run("init", "Cup", "--rounds", 3)
    terminal.run("enter", "Aalbers")
    terminal.run("lots", "--by", "entry")
    terminal.run("bundle", "make", "--with-names", "-o", folder / "named.json")
    terminal.run("export", "-o", folder / "cup.trf")
    terminal.run("mirror", "build")
    terminal.run("export", "--parquet", folder / "named", "--names")
    for name in ("named.json", "cup.trf", "club.duckdb"):
        assert mode_of(folder / name) == 0o600, name
    assert mode_of(folder / "named") == 0o700
    (folder / "club.duckdb").chmod(0o644)
    terminal.run("enter", "Bakker")
    terminal.run("mirror", "update")
    assert mode_of(folder / "club.duckdb") == 0o644


# Changed records of people


@pytest.mark.parametrize(
    "line", ["players", "status", "enter Cornelisse", "export", "log", "mirror build"]
)
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE people SET record = replace(record, 'Aalbers', 'Aalbert')",
        "UPDATE people SET salt = 'x' WHERE record LIKE '%Aalbers%'",
    ],
)
def test_a_record_that_was_changed_is_not_shown(path: Path, line: str, change: str) -> None:
    terminal = Terminal(path)
    terminal.run("init", "Cup", "--rounds", 3)
    terminal.run("enter", "Aalbers")
    damage(path, change)
    ran = terminal.try_(*line.split())
    assert ran.code == 4
    assert 'the record "p1" was changed since' in ran.out + ran.err


def test_a_record_that_came_back_after_it_was_forgotten_is_not_shown(path: Path) -> None:
    terminal = Terminal(path)
    terminal.run("init", "Cup")
    terminal.run("enter", "Aalbers")
    with closing(sqlite3.connect(path)) as connection:
        (row,) = connection.execute("SELECT * FROM people").fetchall()
    terminal.run("forget", "Aalbers")
    damage(path, "INSERT INTO people VALUES ('{}', '{}', '{}', '{}')".format(*row))
    assert "though it was forgotten" in terminal.refused("players", code=4)


def test_a_record_that_somebody_corrects_meanwhile_is_no_damage(path: Path) -> None:
    terminal = Terminal(path)
    terminal.run("init", "Cup")
    terminal.run("enter", "Aalbers")
    with Store(path) as store:
        ((id_, _),) = store.tournaments()
        recorded = store.facts(id_)
        terminal.run("correct", "person", 1, "--name", "Aalbersen", "--reason", "misspelt")
        assert store.records(id_, recorded)["p1"]["name"] == "Aalbersen"
