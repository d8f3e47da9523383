"""A desk remembers the last head of its ledger as well, and compares it when it opens one."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.file import AccessFile
from desk.access.last_head import known_by_desk
from desk.live.live import Live
from ledger.errors import StoreError
from ledger.place import LedgerPlace, place_from
from ledger.store.file.head_beside import path_beside
from tests.helpers.hall import command
from tests.helpers.ledgers import at
from tests.helpers.terminal import Terminal


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", "3")
    return terminal


def known(place: LedgerPlace) -> int | None:
    head = known_by_desk(place, at())
    return None if head is None else head.size


def enter(live: Live, name: str) -> None:
    ((tournament, _),) = live.listed()[0]
    live.write(tournament, [(None, command("enter", name=name))], "arbiter")


def served(place: LedgerPlace, *names: str) -> None:
    """Open a desk, enter players, and close it."""
    with AccessFile(place, at()) as file:
        live = Live(place, at(), file)
        live.listed()
        for name in names:
            enter(live, name)
        live.close()


def test_a_ledger_without_a_desk_is_remembered_by_none(cup: Terminal) -> None:
    assert known(cup.ledger) is None
    assert not cup.ledger.with_name("cup.ledger.desk").exists()


def test_a_desk_remembers_what_it_recorded_and_what_it_saw(cup: Terminal) -> None:
    with AccessFile(cup.ledger, at()) as file:
        live = Live(cup.ledger, at(), file)
        enter(live, "Bos")
        assert known(cup.ledger) == 3
        cup.run("enter", "Smit")
        live.look()
        assert known(cup.ledger) == 4
        live.close()
    served(cup.ledger)
    assert known(cup.ledger) == 4


def test_a_desk_whose_own_file_is_closed_first_closes_all_the_same(cup: Terminal) -> None:
    with AccessFile(cup.ledger, at()) as file:
        live = Live(cup.ledger, at(), file)
        live.listed()
        cup.run("enter", "Bos")
    live.close()


def older_copy(cup: Terminal) -> None:
    """Let a desk record facts, and put the ledger of before back, without the file beside it."""
    before = cup.ledger.read_bytes()
    served(cup.ledger, "Bos", "Smit")
    cup.ledger.write_bytes(before)
    path_beside(cup.ledger).unlink()


def test_a_desk_does_not_open_a_ledger_that_lost_what_it_saw(cup: Terminal) -> None:
    older_copy(cup)
    with pytest.raises(StoreError) as caught:
        served(cup.ledger)
    assert caught.value.refusal.code == "facts-lost"


def test_verify_asks_the_desk_and_accepting_a_loss_tells_it(cup: Terminal) -> None:
    older_copy(cup)
    told = cup.try_("verify")
    assert told.code == 4
    assert "the last 2 facts that were acknowledged are gone" in told.out
    assert f"toernooi --ledger {cup.ledger} verify --accept-loss" in told.out
    assert "taken as it is from now on" in cup.run("verify", "--accept-loss")
    cup.run("verify")
    served(cup.ledger, "Bos")
    assert known(cup.ledger) == 3


def test_a_desk_does_not_remember_the_ledger_that_stood_here_before(cup: Terminal) -> None:
    served(cup.ledger, "Bos", "Smit")
    cup.ledger.unlink()
    cup.run("init", "Another", "--rounds", "3")
    served(cup.ledger)
    assert known(cup.ledger) == 2


def test_a_backup_that_is_put_back_is_what_the_desk_remembers(
    cup: Terminal, tmp_path: Path
) -> None:
    cup.run("backup", tmp_path / "cup.backup")
    served(cup.ledger, "Bos", "Smit")
    cup.ledger.rename(tmp_path / "broken")
    assert "had 2 more facts, 4" in cup.run("restore", tmp_path / "cup.backup")
    cup.run("verify")
    served(cup.ledger)
    assert known(cup.ledger) == 2


@pytest.mark.server
def test_a_server_that_lacks_the_last_facts_is_told_by_the_desk_that_knew_them(
    cup: Terminal, database: str
) -> None:
    """A database made again from an older copy stands for a standby that took over."""
    import psycopg

    cup.run("copy", cup.ledger, database)
    place = place_from(database)
    served(place, "Bos")
    assert known(place) == 3
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA toernooi CASCADE")
    cup.run("copy", cup.ledger, database)
    with pytest.raises(StoreError) as caught:
        served(place)
    assert caught.value.refusal.code == "facts-lost"
    desk = Terminal(database)  # type: ignore[arg-type]
    assert "the last fact that was acknowledged is gone" in desk.try_("verify").out
    desk.run("verify", "--accept-loss")
    served(place)
    assert known(place) == 2
