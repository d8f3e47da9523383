"""The desk at a terminal on a ledger on a server: the same verbs, answers and facts as on a file.

The tests of the verbs run on files; these hold that nothing of it depends on the kind of place.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

import pytest

from desk.web.office import Office
from ledger.facts.stamps import Recorded
from ledger.place import place_from
from ledger.store.store import Store
from tests.helpers.ledgers import to_earlier_tables
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal, runtime

pytestmark = pytest.mark.server

EVENING = (
    ("init", "Open", "--rounds", 3),
    *(("enter", name) for name in ("Anna", "Bram", "Cor", "Dirk")),
    ("enter", "Ernst"),
    ("lots", "--by", "entry"),
    ("publish",),
    ("result", 1, "1-0", "0-1"),
    ("absent", "Cor", 2),
    ("publish",),
    ("undo",),
    ("result", 2, 1, "1-0"),
    ("result", 2, 1, "0-1"),
    ("correct", "result", 1, 1, "½-½", "--reason", "misread"),
    ("withdraw", "Dirk"),
    ("forget", "Dirk", "--reason", "asked"),
    ("status",),
)
"""Some of it is refused, which is the same at both places."""

QUESTIONS = (
    ("status",),
    ("standings",),
    ("standings", "--as-of", "published:1"),
    ("crosstable",),
    ("log",),
    ("players",),
    ("tournaments",),
    ("why", 1, 1),
    ("head",),
    ("export",),
    ("rounds",),
    ("sql", "SELECT count(*) FROM games"),
    ("sql", "FROM games"),
    ("audit", 1),
)


@pytest.fixture
def both(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[Terminal, Terminal]:
    """Return two terminals with the same evening: on a file and on a server."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    # A terminal hands its ledger on as text.
    terminals = Terminal(tmp_path / "club.ledger"), Terminal(cast("Path", database), runtime())
    for typed in EVENING:
        answers = {one.try_(*typed).code for one in terminals}
        assert len(answers) == 1, typed
    return terminals


def facts_at(ledger: object) -> tuple[Recorded, ...]:
    with Store(place_from(str(ledger))) as store:
        ((tournament, _),) = store.tournaments()
        return store.facts(tournament)


def test_an_evening_on_a_server_is_the_same_facts_and_answers(
    both: tuple[Terminal, Terminal],
) -> None:
    file, server = both
    facts = facts_at(file.ledger)
    assert len(facts) > 12
    assert facts_at(server.ledger) == facts
    for question in QUESTIONS:
        ours, theirs = server.try_(*question), file.try_(*question)
        assert (ours.code, ours.out) == (theirs.code, theirs.out), question
    verified = server.run("verify")
    assert verified.splitlines()[1:] == file.run("verify").splitlines()[1:]
    assert "keeper" not in verified


def test_no_password_is_shown_by_any_verb(both: tuple[Terminal, Terminal], tmp_path: Path) -> None:
    _, server = both
    secret = str(server.ledger).partition("@")[0].rpartition(":")[2]
    assert len(secret) > 8
    for typed in (
        *QUESTIONS,
        ("init", "Open"),
        ("backup", tmp_path / "b.ledger"),
        ("verify",),
        ("mirror", "build"),
        ("mirror", "path"),
        ("restore", tmp_path / "b.ledger"),
        ("-t", "nothing", "status"),
        ("upgrade",),
        ("forget", "Anna"),
        (),
    ):
        ran = server.try_(*typed)
        assert secret not in ran.out + ran.err, typed


def test_tables_of_an_earlier_version_are_named_by_verify_and_upgraded_by_their_owner(
    both: tuple[Terminal, Terminal],
) -> None:
    _, server = both
    assert "upgrade" not in server.run("verify")
    to_earlier_tables(str(server.ledger))
    assert "let their owner type toernooi upgrade" in server.run("verify")
    assert "the guards of this version" in server.run("upgrade")
    assert "hashes are kept; nothing had to be recorded" in server.run("upgrade")
    assert "upgrade" not in server.run("verify")


def test_the_mirror_of_a_server_is_that_of_the_file(both: tuple[Terminal, Terminal]) -> None:
    file, server = both
    question = ("sql", "--mirror", "FROM games ORDER BY ALL")
    for one in both:
        one.run("mirror", "build")
    assert server.run(*question) == file.run(*question)
    server.run("enter", "Gerrit", "--from-round", 3)
    server.run("mirror", "update")
    server.run(*question)
    said = server.run("forget", "Bram", "--reason", "asked")
    assert "mirror" in said


def test_a_backup_of_a_server_is_a_ledger_file_that_says_the_same(
    both: tuple[Terminal, Terminal], tmp_path: Path
) -> None:
    file, server = both
    copy = tmp_path / "copy.ledger"
    server.run("backup", copy)
    assert facts_at(copy) == facts_at(file.ledger)
    assert "is the same in copy.ledger" in server.run("verify", "--against", copy)
    assert "is the same in" in file.run("verify", "--against", server.ledger)
    assert "ledger-not-empty" in server.refused("restore", copy, code=2)
    assert Terminal(copy).run("standings") == server.run("standings")


def test_a_bundle_is_opened_on_a_server(
    both: tuple[Terminal, Terminal], cluster: object, tmp_path: Path
) -> None:
    file, server = both
    file.run("bundle", "make", "-o", tmp_path / "cup.json")
    refused = server.refused("bundle", "open", tmp_path / "cup.json", code=2)
    assert "tournament" in refused


def test_a_refused_opening_makes_no_tables(database: str, tmp_path: Path) -> None:
    server = Terminal(cast("Path", database))
    server.try_("init", "Open", "--rounds", 3, "--rules", "no-such-rules")
    assert "init" in server.refused("status", code=2)


def test_the_desk_in_a_browser_opens_a_ledger_on_a_server(both: tuple[Terminal, Terminal]) -> None:
    _, server = both
    office = Office.of(place_from(str(server.ledger)), server.world)
    ((slug, (tournament, _)),) = office.slugs().items()
    assert slug == "open"
    before = office.live.book(tournament)
    server.run("enter", "Gerrit", "--from-round", 3)
    after = office.live.book(tournament)
    assert len(after.state.players) == len(before.state.players) + 1
    assert office.doors.file.path.is_relative_to(os.environ["XDG_DATA_HOME"])
    office.live.close()


def test_lines_of_an_imported_file_are_forgotten_on_a_server_too(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    server = Terminal(cast("Path", database), runtime())
    text = (EXAMPLES / "club-open.trf").read_text("utf-8")
    (tmp_path / "open.trf").write_text(f"{text}XXY thanks to Veldhuis, M.\n", "utf-8")
    server.run("import", tmp_path / "open.trf")
    assert "one line with the name" in server.run("forget", "Veldhuis")
    assert "Veldhuis" not in server.run("export")
    server.run("verify")
