"""Two desks of one ledger, each with a home of its own: what they share, as a file or on a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from desk.access.accounts import accounts
from desk.access.file import AccessFile
from desk.access.invitations import accept, invite, invite_chief
from desk.access.roles import Role
from desk.access.tickets import TicketHolder, holder_of, is_of, last_published, ticket
from desk.web.office import Office
from ledger.place import ServerAddress, place_from
from ledger.refusals import Refusal
from ledger.runtime import Runtime
from ledger.store.store import Store
from tests.helpers.access import PHRASE
from tests.helpers.ledgers import to_earlier_tables
from tests.helpers.terminal import Terminal, runtime

Desks = Callable[[str], Office]


@pytest.fixture
def terminal(place: str) -> Terminal:
    """Return a terminal on a ledger with round 1 published."""
    one = Terminal(cast("Path", place_from(place) if "://" not in place else place), runtime())
    one.run("init", "Cup", "--rounds", 3)
    for name in ("Anna", "Bram", "Cor", "Dirk"):
        one.run("enter", name)
    one.run("lots", "--by", "entry")
    one.run("publish")
    return one


@pytest.fixture
def desk(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desks:
    """Return what opens the desk of a home."""

    def opened(home: str) -> Office:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / home))
        return Office.of(place_from(place), Runtime())

    return opened


def test_slips_of_one_desk_hold_at_every_desk_of_the_ledger(
    terminal: Terminal, desk: Desks
) -> None:
    hall, cafe = desk("hall"), desk("cafe")
    ((tournament, _),) = hall.slugs().values()
    slips: list[str] = []
    for here, there in ((hall, cafe), (cafe, hall)):
        holder = TicketHolder("P", 3)
        published = last_published(here.live.book(tournament))
        assert published is not None
        slips.append(ticket(here.doors.file, published, holder))
        assert is_of(there.doors.file, slips[-1], tournament)
        assert (
            holder_of(there.doors.file, slips[-1], last_published(there.live.book(tournament)))
            == holder
        )
    terminal.run("result", 1, "1-0", "0-1")
    terminal.run("publish")
    for office in (hall, cafe):
        last = last_published(office.live.book(tournament))
        for slip in slips:
            assert isinstance(holder_of(office.doors.file, slip, last), Refusal)


def joined(office: Office, role: Role) -> str:
    file = office.doors.file
    token = invite_chief(file) if role is Role.CHIEF else invite(file, role)
    key = accept(file, token, PHRASE)
    assert isinstance(key, str)
    return key


@pytest.mark.usefixtures("terminal")
def test_two_desks_of_one_ledger_give_no_key_twice_before_anything_is_recorded(
    desk: Desks,
) -> None:
    hall, cafe = desk("hall"), desk("cafe")
    assert [joined(one, Role.HELPER) for one in (hall, cafe, hall, cafe)] == [
        "helper-1",
        "helper-2",
        "helper-3",
        "helper-4",
    ]


@pytest.mark.server
def test_the_first_chiefs_of_two_desks_are_told_apart_in_one_database(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(place_from(database), create=True).close()
    keys = []
    for home in ("hall", "cafe"):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / home))
        keys.append(joined(Office.of(place_from(database), Runtime()), Role.CHIEF))
    assert keys == ["chief-1", "chief-2"]


@pytest.mark.server
def test_a_key_is_given_once_when_two_desks_look_for_one_at_the_same_moment(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(place_from(database), create=True).close()
    files = []
    for home in ("hall", "cafe"):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / home))
        files.append(AccessFile(place_from(database), Runtime()))
    hall, cafe = files
    assert hall.claim(["chief-1"]) == (True,)
    # The desk of the hall has claimed it, and not yet made the account.
    assert accept(cafe, invite_chief(cafe), PHRASE) == "chief-2"
    assert accept(hall, invite_chief(hall), PHRASE) == "chief-1"
    assert hall.claim(["chief-1", "chief-2"]) == (True, False)


@pytest.mark.server
def test_accounts_of_earlier_tables_keep_their_keys_and_no_new_one_takes_them(
    database: str, desk_of_server: Callable[[str], Office]
) -> None:
    Store(place_from(database), create=True).close()
    to_earlier_tables(database)
    hall, cafe = desk_of_server("hall"), desk_of_server("cafe")
    assert [joined(one, Role.CHIEF) for one in (hall, cafe)] == ["chief-1", "chief-1"]
    assert joined(hall, Role.HELPER) == "helper-1"
    with Store(place_from(database)) as store:
        store.bring_up_to_date(Runtime(), "x")
    hall, cafe = desk_of_server("hall"), desk_of_server("cafe")
    assert joined(cafe, Role.HELPER) == "helper-2"
    assert [one.key for one in accounts(hall.doors.file)] == ["chief-1", "helper-1"]


@pytest.fixture
def desk_of_server(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Office]:
    """Return what opens the desk of a home on the database."""

    def opened(home: str) -> Office:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / home))
        place = place_from(database)
        assert isinstance(place, ServerAddress)
        return Office.of(place, Runtime())

    return opened
