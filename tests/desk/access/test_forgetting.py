"""To forget a player reaches the file of accounts: sessions and device names, to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.file import AccessFile
from desk.access.roles import Role
from desk.access.sessions import begin_for, name_device, session
from desk.access.tickets import PublishedRound, TicketHolder
from ledger.runtime import Runtime
from tests.helpers.access import device_names, joined
from tests.helpers.terminal import Terminal


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    for name in ("Quispelaar, Noor", "Bakker", "Cornelisse", "Dekker"):
        terminal.run("enter", name, "--rating", 1700)
    return terminal


def tournament(club: Terminal) -> str:
    (row,) = club.json("tournaments")["rows"]
    return str(row["id"])


def opened(club: Terminal) -> AccessFile:
    return AccessFile(club.ledger, Runtime())


def bytes_beside(club: Terminal) -> bytes:
    paths = club.ledger.parent.glob(f"{club.ledger.name}*")
    return b"".join(path.read_bytes() for path in sorted(paths))


def test_sessions_and_device_names_go_with_the_person_and_those_of_others_stay(
    club: Terminal,
) -> None:
    id_ = tournament(club)
    with opened(club) as file:
        published = PublishedRound(id_, 1, 9)
        tokens = [begin_for(file, published, TicketHolder("P", n), "x") for n in (1, 2)]
        board = begin_for(file, published, TicketHolder("B", 1), "x")
        elsewhere = begin_for(file, PublishedRound("t2", 1, 9), TicketHolder("P", 1), "x")
        name_device(file, id_, 1, "k1", "Noortjes Nokia")
        name_device(file, id_, 2, "k2", "Bakkers telefoon")
    output = club.run("forget", 1)
    assert "sessions and device names of the player are deleted from club.ledger.desk" in output
    assert b"Nokia" not in bytes_beside(club)
    with opened(club) as file:
        assert session(file, tokens[0]) is None
        assert all(session(file, token) for token in (tokens[1], board, elsewhere))
        assert device_names(file, id_) == {(2, "k2"): "Bakkers telefoon"}


def test_no_byte_is_left_while_the_server_has_the_file_open(club: Terminal) -> None:
    with opened(club) as file:
        name_device(file, tournament(club), 1, "k1", "Noortjes Nokia")
        output = club.run("forget", 1)
        assert "old bytes" not in output
        assert b"Nokia" not in bytes_beside(club)
        assert device_names(file, tournament(club)) == {}


def test_somebody_who_is_reading_it_is_a_note_and_to_forget_again_cleans_it(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desk.access.file.PATIENCE_S", 0.05)
    with opened(club) as file:
        name_device(file, tournament(club), 1, "k1", "Noortjes Nokia")
        with file.reading() as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT * FROM devices").fetchall()
            output = club.run("forget", 1)
            assert "another program is reading club.ledger.desk" in output
            connection.rollback()
        assert "another program" not in club.run("forget", 1)
        assert b"Nokia" not in bytes_beside(club)


def test_an_account_that_may_be_of_the_person_is_noted(club: Terminal) -> None:
    with opened(club) as file:
        joined(file, Role.HELPER, "Noor Quispelaar")
        joined(file, Role.HELPER, "Sem")
    output = club.run("forget", 1)
    assert "the name of account helper-1 may be that of the player" in output
    assert "Quispelaar" not in output


def test_a_damaged_file_of_accounts_is_a_note_and_the_person_is_forgotten(club: Terminal) -> None:
    path = club.ledger.with_name("club.ledger.desk")
    path.write_bytes(b"nonsense")
    output = club.run("forget", 1)
    assert "is forgotten" in output
    assert "club.ledger.desk could not be cleaned (desk-file-damaged)" in output


def test_a_ledger_without_accounts_gets_none_by_forgetting(club: Terminal) -> None:
    club.run("forget", 1)
    assert not club.ledger.with_name("club.ledger.desk").exists()
