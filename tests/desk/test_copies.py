"""copy as an arbiter uses it: the same heads, nothing doubled, nothing merged that differs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import patch

import pytest

from desk.access.file import AccessFile
from desk.access.sessions import begin_for, name_device, session
from desk.access.tickets import PublishedRound, TicketHolder
from ledger.errors import disk_full
from ledger.runtime import Runtime
from ledger.store.store import Store
from tests.helpers.access import device_names
from tests.helpers.ledgers import damage, to_first_schema, to_second_schema
from tests.helpers.tampered import values
from tests.helpers.terminal import Terminal, with_round_1

if TYPE_CHECKING:
    from tests.helpers.postgres import Cluster


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    """Return a ledger with two tournaments, one of them in round 1."""
    terminal = with_round_1(tmp_path)
    terminal.run("init", "Second", "--rounds", "3")
    return terminal


def copied(terminal: Terminal, *arguments: object, code: int = 0) -> Any:
    ran = terminal.try_("copy", *arguments, "--json")
    assert ran.code == code, ran
    return json.loads(ran.out)


def outcomes(answer: Any) -> dict[str, str]:
    return {row["name"]: row["outcome"] for row in answer["rows"]}


def test_a_copy_has_the_same_facts_heads_and_people(club: Terminal, tmp_path: Path) -> None:
    answer = copied(club, club.ledger, there := tmp_path / "federation.ledger")
    assert outcomes(answer) == {"Open": "copied", "Second": "copied"}
    assert (answer["copied"], answer["refused"], answer["not_tried"]) == (2, 0, 0)
    for name in ("Open", "Second"):
        heads = [Terminal(one).run("-t", name, "head") for one in (club.ledger, there)]
        logs = [Terminal(one).run("-t", name, "log") for one in (club.ledger, there)]
        assert heads[0] == heads[1]
        assert logs[0] == logs[1]
    assert values(there) == values(club.ledger)
    Terminal(there).run("verify", "--against", club.ledger)
    Terminal(there).run("-t", "Open", "result", "1", "1", "1-0")


def test_each_tournament_that_is_named_is_copied_wherever_its_option_stands(
    club: Terminal, tmp_path: Path
) -> None:
    club.run("init", "Third", "--rounds", "3")
    both = {"Open": "copied", "Second": "copied"}
    named = ("-t", "Open"), ("--tournament=Second",)
    assert outcomes(copied(club, club.ledger, tmp_path / "1.ledger", *named[0], *named[1])) == both
    ran = club.run(*named[0], "copy", *named[1], club.ledger, tmp_path / "2.ledger", "--json")
    assert outcomes(json.loads(ran)) == both


def test_a_second_copy_finds_everything_there_and_changes_no_byte(
    club: Terminal, tmp_path: Path
) -> None:
    copied(club, club.ledger, there := tmp_path / "federation.ledger")
    before = there.read_bytes()
    again = copied(club, club.ledger, there)
    assert outcomes(again) == {"Open": "already there", "Second": "already there"}
    assert there.read_bytes() == before
    assert outcomes(copied(club, there, there)) == outcomes(again)


def test_a_tournament_that_went_on_is_brought_up_to_date(club: Terminal, tmp_path: Path) -> None:
    copied(club, club.ledger, there := tmp_path / "federation.ledger")
    club.run("-t", "Open", "result", "1", "1", "1-0", "2", "=")
    club.run("-t", "Open", "correct", "person", "1", "--name", "Anne", "--reason", "typed wrong")
    answer = copied(club, club.ledger, there)
    assert outcomes(answer) == {"Open": "brought up to date", "Second": "already there"}
    assert [row["facts"] for row in answer["rows"]] == [3, 0]
    assert "Anne" in Terminal(there).run("-t", "Open", "players")
    Terminal(there).run("verify", "--against", club.ledger)


def test_a_person_forgotten_here_is_forgotten_there(club: Terminal, tmp_path: Path) -> None:
    copied(club, club.ledger, there := tmp_path / "federation.ledger")
    Terminal(there).run("mirror", "build")
    club.run("-t", "Open", "forget", "6", "--reason", "asked")
    answer = copied(club, club.ledger, there)
    assert answer["notes"]
    assert b"Frits" not in there.read_bytes()
    assert not list(tmp_path.glob("*.duckdb"))
    Terminal(there).run("verify", "--against", club.ledger)


def test_accounts_beside_the_copy_lose_a_person_forgotten_here(
    club: Terminal, tmp_path: Path
) -> None:
    copied(club, club.ledger, there := tmp_path / "federation.ledger")
    target = Terminal(there)
    (id_,) = (row["id"] for row in target.json("tournaments")["rows"] if row["name"] == "Open")
    with AccessFile(there, Runtime()) as file:
        published = PublishedRound(id_, 1, 9)
        tokens = [begin_for(file, published, TicketHolder("P", n), "x") for n in (1, 6)]
        name_device(file, id_, 1, "k1", "Noortjes Nokia")
        name_device(file, id_, 6, "k6", "Telefoon van Frits")
    club.run("-t", "Open", "result", "1", "1", "1-0")
    assert not copied(club, club.ledger, there)["notes"]
    target.run("-t", "Second", "enter", "Frits")
    club.run("-t", "Open", "forget", "6", "--reason", "asked")
    notes = " ".join(copied(club, club.ledger, there, "-t", "Open")["notes"])
    assert "sessions and device names of the player are deleted" in notes
    assert "Second" in notes, "another tournament there has the person too"
    with AccessFile(there, Runtime()) as file:
        assert [session(file, token) is None for token in tokens] == [False, True]
        assert device_names(file, id_) == {(1, "k1"): "Noortjes Nokia"}


def test_an_older_copy_is_not_put_over_a_newer_one(club: Terminal, tmp_path: Path) -> None:
    copied(club, club.ledger, there := tmp_path / "federation.ledger")
    Terminal(there).run("-t", "Open", "result", "1", "1", "1-0")
    before = Terminal(there).run("-t", "Open", "log")
    refused = club.refused("copy", club.ledger, there)
    assert "copy-is-ahead" in refused
    assert f"toernooi copy {there} {club.ledger}" in refused
    assert Terminal(there).run("-t", "Open", "log") == before
    assert outcomes(copied(club, there, club.ledger))["Open"] == "brought up to date"


def test_two_copies_that_both_went_on_are_never_merged(club: Terminal, tmp_path: Path) -> None:
    copied(club, club.ledger, there := tmp_path / "federation.ledger")
    club.run("-t", "Open", "result", "1", "1", "1-0")
    Terminal(there).run("-t", "Open", "result", "1", "1", "0-1")
    club.run("-t", "Second", "enter", "Gijs")
    answer = copied(club, club.ledger, there, code=3)
    assert outcomes(answer) == {"Open": "refused", "Second": "brought up to date"}
    refusal = answer["rows"][0]["refused"]
    assert refusal["code"] == "copy-differs"
    last = Terminal(there).json("-t", "Open", "head")["rows"][-1]["size"]
    assert refusal["events"] == [last]


def test_only_the_named_tournaments_are_copied(club: Terminal, tmp_path: Path) -> None:
    copied(club, club.ledger, there := tmp_path / "federation.ledger", "-t", "Second")
    assert [row["name"] for row in Terminal(there).json("tournaments")["rows"]] == ["Second"]
    nowhere = tmp_path / "nowhere.ledger"
    assert "which-tournament" in club.refused("copy", club.ledger, nowhere, "-t", "Third", code=2)
    assert not nowhere.exists()


def test_a_damaged_tournament_is_refused_and_the_others_are_copied(
    club: Terminal, tmp_path: Path
) -> None:
    damage(club.ledger, "UPDATE stored_events SET state = replace(state, 'Second', 'Third')")
    there = tmp_path / "federation.ledger"
    answer = copied(club, club.ledger, there, code=4)
    assert list(outcomes(answer).values()) == ["copied", "refused"]
    assert answer["rows"][1]["refused"]["code"] == "ledger-damaged"
    nothing = tmp_path / "nothing.ledger"
    copied(club, club.ledger, nothing, "-t", answer["rows"][1]["id"], code=4)
    assert not nothing.exists()


def test_a_copy_without_names_stays_without_them(club: Terminal, tmp_path: Path) -> None:
    club.run("-t", "Open", "bundle", "make", "-o", bundle := tmp_path / "open.bundle")
    nameless = Terminal(tmp_path / "nameless.ledger")
    nameless.run("bundle", "open", bundle)
    assert outcomes(copied(club, nameless.ledger, club.ledger)) == {"Open": "already there"}
    assert outcomes(copied(club, club.ledger, nameless.ledger, "-t", "Open")) == {
        "Open": "already there"
    }
    assert "Anna" not in nameless.run("players")
    copied(club, nameless.ledger, third := tmp_path / "third.ledger")
    Terminal(third).run("verify", "--against", nameless.ledger)
    club.run("-t", "Open", "result", "1", "1", "1-0")
    assert "copy-names-differ" in club.refused("copy", club.ledger, nameless.ledger, "-t", "Open")


def test_a_copy_that_was_stopped_goes_on_where_it_was(club: Terminal, tmp_path: Path) -> None:
    there, real, seen = tmp_path / "federation.ledger", Store.restore, list[str]()

    def full(store: Store, tournament: str, *rest: Any, **more: Any) -> None:
        seen.append(tournament)
        if len(seen) == 2:
            raise disk_full(there)
        real(store, tournament, *rest, **more)

    club.run("init", "Third")
    with patch.object(Store, "restore", full):
        answer = copied(club, club.ledger, there, code=2)
    assert outcomes(answer) == {"Open": "copied", "Second": "refused"}
    assert (answer["rows"][1]["refused"]["code"], answer["not_tried"]) == ("disk-full", 1)
    Terminal(there).run("verify")
    again = copied(club, club.ledger, there)
    assert outcomes(again) == {"Open": "already there", "Second": "copied", "Third": "copied"}


def test_what_stands_in_the_place_of_the_copy_is_not_touched(
    club: Terminal, tmp_path: Path
) -> None:
    (notes := tmp_path / "notes.txt").write_text("no ledger")
    assert "not-a-ledger" in club.refused("copy", club.ledger, notes, code=2)
    assert notes.read_text() == "no ledger"
    assert "folder-missing" in club.refused("copy", club.ledger, tmp_path / "no" / "where", code=2)


@pytest.mark.parametrize("lowered", [to_first_schema, to_second_schema])
def test_a_ledger_of_an_older_program_is_copied_as_it_is(
    club: Terminal, tmp_path: Path, lowered: Callable[[Path], None]
) -> None:
    lowered(club.ledger)
    before = club.ledger.read_bytes()
    copied(club, club.ledger, there := tmp_path / "new.ledger")
    Terminal(there).run("verify", "--against", club.ledger)
    assert club.ledger.read_bytes() == before
    Terminal(there).run("-t", "Open", "result", "1", "1", "1-0")
    Terminal(there).run("verify")


@pytest.mark.server
def test_tournaments_go_to_a_server_and_back_with_the_same_heads(
    club: Terminal, tmp_path: Path, cluster: Cluster, database: str
) -> None:
    with cluster.database() as second:
        for source, target in ((club.ledger, database), (database, second)):
            answer = copied(club, source, target)
            assert outcomes(answer) == {"Open": "copied", "Second": "copied"}
        assert cluster.password not in json.dumps(answer)
        club.run("-t", "Open", "result", "1", "1", "1-0")
        answer = copied(club, club.ledger, second, "-t", "Open")
        assert outcomes(answer) == {"Open": "brought up to date"}
        assert "copy-is-ahead" in club.refused("copy", database, second, "-t", "Open", code=3)
        copied(club, second, back := tmp_path / "back.ledger")
        Terminal(back).run("verify", "--against", club.ledger)
        there = Terminal(cast(Path, second))
        there.run("verify", "--against", club.ledger)
        there.run("-t", "Open", "forget", "6", "--reason", "asked")
        assert outcomes(copied(club, second, back))["Open"] == "brought up to date"
        assert b"Frits" not in back.read_bytes()
        there.run("-t", "Open", "result", "1", "2", "1-0")
        club.run("-t", "Open", "result", "1", "2", "0-1")
        assert "copy-differs" in club.refused("copy", club.ledger, second, "-t", "Open")
