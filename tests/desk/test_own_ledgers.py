"""The ledgers of whoever opens the program without naming one."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

import pytest

from desk import own_ledgers
from desk.own_ledgers import OwnLedgers, file_name_of
from ledger import system


@pytest.fixture
def own(tmp_path: Path) -> OwnLedgers:
    return OwnLedgers(tmp_path / "Documents" / "Toernooiboek", tmp_path / "data" / "recent.json")


def made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_they_stand_among_the_documents_of_the_user_and_are_remembered_among_their_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "documents_folder", lambda: tmp_path / "Documenten")
    monkeypatch.setattr(system, "data_folder", lambda program: tmp_path / program)
    usual = OwnLedgers.usual()
    assert usual.folder == tmp_path / "Documenten" / "Toernooiboek"
    assert usual.memory == tmp_path / "toernooiboek" / "recent.json"


def test_the_last_one_opened_comes_first_and_one_that_is_gone_not_at_all(own: OwnLedgers) -> None:
    paths = [made(own.folder / f"{name}.ledger") for name in "abc"]
    for path in (*paths, paths[0]):
        own.remember(path)
    assert own.recent() == [paths[0], paths[2], paths[1]]
    paths[2].unlink()
    assert own.recent() == [paths[0], paths[1]]
    assert own.others() == []
    assert own.others() == [] == [*OwnLedgers(own.folder / "none", own.memory).others()]


def test_few_are_remembered_and_those_of_the_folder_are_listed_by_name(
    own: OwnLedgers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_ledgers, "MOST", 1)
    paths = [made(own.folder / f"{name}.ledger") for name in "cab"]
    made(own.folder / "notes.txt")
    for path in paths[:2]:
        own.remember(path)
    assert own.recent() == [paths[1]]
    assert own.others() == [paths[2], paths[0]]


@pytest.mark.parametrize("text", ["", "{}", "1", "[1, null]", '["a\\u0000b"]', "\0"])
def test_a_memory_that_cannot_be_read_remembers_nothing(own: OwnLedgers, text: str) -> None:
    made(own.memory).write_text(text)
    assert own.recent() == []


def test_where_nothing_can_be_remembered_the_ledger_is_opened_all_the_same(
    own: OwnLedgers,
) -> None:
    made(own.memory.parent)
    own.remember(made(own.folder / "a.ledger"))
    assert own.recent() == []


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Clubkampioenschap 2026", "Clubkampioenschap 2026"),
        ('  Open: \'t Paard / "zes" ', "Open t Paard zes"),
        ("Žižek & Ö", "Žižek Ö"),
        ("../../etc", "etc"),
        ("CON", "CON toernooi"),
        ("", "toernooi"),
        ("?", "toernooi"),
        ("x" * 100, "x" * 60),
    ],
)
def test_a_title_gives_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert file_name_of(title) == name
    assert not PureWindowsPath(f"{name}.ledger").is_reserved()


def test_a_name_that_is_taken_gets_a_number(own: OwnLedgers) -> None:
    made(own.folder / "Open.ledger")
    made(own.folder / "Open 2.ledger")
    assert own.free("Open").name == "Open 3.ledger"
