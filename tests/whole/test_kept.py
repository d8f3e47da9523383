"""Ledgers of earlier programs open, verify, say the same and continue; see tests/vectors/kept."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from desk.access.accounts import Account, accounts, with_passphrase
from desk.access.file import AccessFile
from desk.access.invitations import open_invitations
from desk.access.sessions import session
from ledger.facts.codec import decode, decode_together, encode
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import BY_TOPIC
from ledger.hash_tree import version_of
from ledger.rulebooks.files import shipped
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from tests.helpers.console import START, Console
from tests.helpers.house import OF_A_MACHINE
from tests.helpers.kept import (
    BUNDLE,
    CHIEF,
    CHIEF_PHRASE,
    DESK,
    DUMP,
    KEPT,
    KeptFolder,
    as_asked_then,
    asked,
    folders,
    later,
    rows_of,
)
from tests.helpers.postgres import OWNER, name_in
from tests.kept import play

if TYPE_CHECKING:
    from tests.helpers.postgres import Cluster

NOT_YET_KEPT: frozenset[str] = frozenset(
    {
        "edition-declared",
        "opening-taken-back",
        "person-matched",
        "player-removed",
        "prize-changed",
        "prize-paid",
        "prizes-announced",
        "prizes-awarded",
        "report-made",
        "tournament-reopened",
        "title-corrected",
        "website-chosen",
    }
)
"""Kinds of facts that came after the last set was written: the next one has them."""

FOLDERS = folders()


def with_file(name: str) -> list[KeptFolder]:
    return [folder for folder in FOLDERS if (folder.path / name).exists()]


def named(value: object) -> str:
    return value.path.name if isinstance(value, KeptFolder) else str(value)


each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=named)
each_ledger = pytest.mark.parametrize(
    ("folder", "ledger"),
    [(folder, ledger) for folder in FOLDERS for ledger in folder.ledgers],
    ids=named,
)


@each_ledger
def test_a_kept_ledger_verifies_and_answers_as_it_did(
    folder: KeptFolder, ledger: str, tmp_path: Path
) -> None:
    console = folder.console(ledger, tmp_path)
    kept = folder.ledgers[ledger]
    verified = asked(console, ledger, "verify --json")
    assert verified["clean"]
    assert {one["id"]: one["head"]["short"] for one in verified["tournaments"]} == kept["heads"]
    for line, then in kept["reading"].items():
        assert as_asked_then(asked(console, ledger, line), then) == then, line


@each_ledger
def test_a_kept_ledger_takes_new_facts_after_those_it_has(
    folder: KeptFolder, ledger: str, tmp_path: Path
) -> None:
    console = folder.console(ledger, tmp_path)
    for tournament, head in folder.ledgers[ledger]["heads"].items():
        there = "--ledger", ledger, "-t", tournament
        console.must_run(*there, "protest", "1", "1", "it was too noisy")
        console.must_run(*there, "verify", "--head", head)
        now = asked(console, ledger, f"-t {tournament} head --json")["rows"][-1]
        assert now["size"] == int(head.partition(":")[0]) + 1


@pytest.mark.parametrize(
    ("folder", "ledger"),
    [(f, ledger) for f in FOLDERS for ledger, kept in f.ledgers.items() if "going on" in kept],
    ids=named,
)
def test_a_kept_ledger_goes_on_with_the_bytes_of_then(
    folder: KeptFolder, ledger: str, tmp_path: Path
) -> None:
    console = folder.console(ledger, tmp_path)
    for line, then in folder.ledgers[ledger]["going on"].items():
        now = asked(console, ledger, line)
        assert now is not None, line
        assert then is None or as_asked_then(now, then) == then, line


@each_folder
def test_each_kind_of_fact_of_then_is_read_and_is_written_as_the_bytes_it_was_read_from(
    folder: KeptFolder, tmp_path: Path
) -> None:
    read = set()
    for ledger in folder.ledgers:
        folder.console(ledger, tmp_path)
        for row in rows_of(tmp_path / ledger):
            recorded = decode(row.tournament, row.position, row.topic, row.state)
            if json.loads(row.state)["v"] == recorded.fact.VERSION:
                assert encode(recorded) == row.state
            read.add(row.topic)
    assert read == set(folder.answers["topics"])


@each_ledger
def test_the_facts_of_a_kept_ledger_are_read_together_as_each_alone(
    folder: KeptFolder, ledger: str, tmp_path: Path
) -> None:
    folder.console(ledger, tmp_path)
    of_today = [
        row[1:5]
        for row in rows_of(tmp_path / ledger)
        if version_of(row.state) == BY_TOPIC[row.topic].VERSION
    ]
    tournaments, positions, topics, states = zip(*of_today, strict=True)
    together = decode_together(tournaments, positions, topics, states)
    assert together == [decode(*row) for row in of_today]
    with Store(tmp_path / ledger) as store:
        for tournament, _ in store.tournaments():
            alone = [decode(*row[1:5]) for row in store.stored(tournament)]
            assert [*store.facts(tournament)] == alone
            with snapshot(store) as now:
                assert [Recorded(one.fact, one.stamp) for one in now.read(tournament)] == alone


def test_each_kind_of_fact_and_each_rulebook_of_today_is_kept_somewhere(tmp_path: Path) -> None:
    topics = {topic for folder in FOLDERS for topic in folder.answers["topics"]}
    assert topics == set(BY_TOPIC) - NOT_YET_KEPT
    opened = set()
    for folder in FOLDERS:
        for ledger in folder.ledgers:
            folder.console(ledger, tmp_path)
            rows = [row for row in rows_of(tmp_path / ledger) if row.topic == "tournament-opened"]
            opened |= {json.loads(row.state)["rulebook"].partition("+")[0] for row in rows}
    assert opened == set(shipped())


def test_the_next_set_that_is_kept_has_each_kind_of_fact_of_today(tmp_path: Path) -> None:
    """Every ledger of the set is played anew."""
    topics = {row.topic for ledger, _ in play(tmp_path) for row in rows_of(tmp_path / ledger)}
    assert topics == set(BY_TOPIC)


@pytest.mark.parametrize("folder", with_file(BUNDLE), ids=named)
def test_a_kept_bundle_verifies_and_opens_as_the_ledger_it_was_made_of(
    folder: KeptFolder, tmp_path: Path
) -> None:
    console = replace(Console(tmp_path), runtime=later())
    bundle = str(folder.path / BUNDLE)
    console.must_run("bundle", "verify", bundle)
    console.must_run("--ledger", "opened.sqlite", "bundle", "open", bundle)
    (tournament,) = asked(console, "opened.sqlite", "tournaments --json")["rows"]
    (kept,) = (one for one in folder.ledgers.values() if tournament["id"] in one["heads"])
    for line, then in kept["reading"].items():
        if line.startswith("-t"):
            assert as_asked_then(asked(console, "opened.sqlite", line), then) == then, line


@pytest.mark.parametrize("folder", with_file(DESK), ids=named)
def test_a_kept_desk_file_opens_and_shows_its_people(folder: KeptFolder, tmp_path: Path) -> None:
    kept = folder.answers["desk"]
    console = folder.console(kept["ledger"], tmp_path)
    shutil.copyfile(folder.path / DESK, tmp_path / f"{kept['ledger']}.desk")
    with AccessFile(tmp_path / kept["ledger"], replace(console.runtime, now=lambda: START)) as file:
        assert [
            {"key": one.key, "shown": one.shown, "ready": one.ready, "roles": dict(one.roles)}
            for one in accounts(file)
        ] == kept["accounts"]
        assert len(open_invitations(file)) == 1
        chief = with_passphrase(file, CHIEF, CHIEF_PHRASE)
        entered = session(file, kept["session"])
        assert isinstance(chief, Account)
        assert entered is not None
        assert entered.account == chief.key


@pytest.mark.server
@pytest.mark.parametrize("folder", with_file(DUMP), ids=named)
def test_a_kept_dump_is_put_back_and_answers_as_the_ledgers_it_was_made_of(
    folder: KeptFolder, tmp_path: Path, cluster: Cluster, database: str
) -> None:
    cluster.sql((folder.path / DUMP).read_text("utf-8"), database=name_in(database), role=OWNER)
    console = replace(Console(tmp_path), runtime=later())
    heads: dict[str, str] = {}
    for ledger in folder.answers["dumped"]:
        heads |= folder.ledgers[ledger]["heads"]
        for line, then in folder.ledgers[ledger]["reading"].items():
            if line.startswith("-t"):
                assert as_asked_then(asked(console, database, line), then) == then, line
    verified = asked(console, database, "verify --json")
    assert verified["clean"]
    assert {one["id"]: one["head"]["short"] for one in verified["tournaments"]} == heads
    for tournament, head in heads.items():
        there = "--ledger", database, "-t", tournament
        console.must_run(*there, "protest", "1", "1", "it was too noisy")
        console.must_run(*there, "verify", "--head", head)


def test_no_kept_file_names_a_path_of_a_machine() -> None:
    files = [path for path in KEPT.rglob("*") if path.is_file()]
    assert [
        path for path in files if OF_A_MACHINE.search(path.read_bytes().decode("latin-1"))
    ] == []
