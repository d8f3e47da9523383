"""Where a ledger is: files and addresses of servers, and no password in anything that is shown."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import StoreError
from ledger.place import ServerAddress, address_of, beside, place_from

SECRET = "s3cr3t-Pa55"


def address(text: str) -> ServerAddress:
    place = place_from(text)
    assert isinstance(place, ServerAddress)
    return place


@pytest.mark.parametrize("text", ["club.ledger", "/x/postgres", "postgres.ledger", "a@b:c/d?e"])
def test_any_other_text_is_the_name_of_a_file(text: str) -> None:
    assert place_from(text) == Path(text)


@pytest.mark.parametrize(
    ("typed", "shown", "name"),
    [
        ("postgresql://arbiter@db.club.nl:5433/club", None, "club@db.club.nl:5433"),
        ("postgres://db/club", "postgresql://db/club", "club@db"),
        (f"postgresql://a:{SECRET}@db/club", "postgresql://a@db/club", "club@db"),
        (
            f"postgresql://db/club?password={SECRET}&sslmode=require",
            "postgresql://db/club?sslmode=require",
            "club@db",
        ),
        (f"postgresql://db/club?PASSWORD={SECRET}", "postgresql://db/club", "club@db"),
        ("postgresql:///club?host=/run/x&port=5433", None, "club"),
        ("postgresql://one:1,two:2/club?target_session_attrs=read-write", None, "club@one:1,two:2"),
        ("postgresql://[::1]:5432/club", None, "club@[::1]:5432"),
        ("postgresql://?dbname=club", None, "club"),
        ("postgresql://", None, "toernooi"),
    ],
)
def test_an_address_is_shown_without_its_password(typed: str, shown: str | None, name: str) -> None:
    place = address(typed)
    assert (str(place), place.name) == (shown or typed, name)
    assert place.uri == typed
    assert SECRET not in repr(place) + str(place) + place.name


@pytest.mark.parametrize(
    "typed",
    [
        f"postgresql://a:{SECRET}?x@db/club",
        f"postgresql://a:{SECRET}/x@db/club",
        f"postgresql://a:b@{SECRET}@db/club",
        f"postgresql:{SECRET}",
        f"postgres://a:{SECRET} @db",
        f"postgresql://a:1?{SECRET}@db/club",
        f"POSTGRESQL://a:{SECRET}@db/club",
        f"mysql://a:{SECRET}@db/club",
        f"http://db/{SECRET}",
    ],
)
def test_an_address_that_cannot_be_read_is_refused_and_not_shown(typed: str) -> None:
    with pytest.raises(StoreError) as caught:
        place_from(typed)
    assert caught.value.refusal.code == "wrong-address"
    assert SECRET not in repr(caught.value.refusal)


@given(st.text(st.sampled_from("abc:@/?=&#%1,[]. "), max_size=20))
def test_a_password_never_comes_through_whatever_is_typed(text: str) -> None:
    place = address_of(f"postgresql://user:{SECRET}{text}@host/database")
    assert place is None or SECRET not in str(place) + repr(place) + place.name + place.stem


def test_files_of_a_server_stand_in_a_private_folder_whoever_logs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = beside(address("postgresql://one:x@db/club?sslmode=require"))
    assert own == beside(address("postgres://two@db/club"))
    assert own.parent == tmp_path / "toernooi"
    assert stat.S_IMODE(own.parent.stat().st_mode) == 0o700
    others = ("postgresql://db2/club", "postgresql://db/other", "postgresql:///club?host=db")
    assert own not in [beside(address(one)) for one in others]


def test_a_folder_that_cannot_be_made_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError) as caught:
        beside(address("postgresql://db/club"))
    assert caught.value.refusal.code == "folder-missing"
