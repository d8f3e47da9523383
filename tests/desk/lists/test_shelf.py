"""The lists of this machine: one of each name, replaced whole, in a folder of the user's own."""

from __future__ import annotations

import datetime as dt
import sqlite3
from pathlib import Path
from unittest.mock import patch

import pytest

from desk.lists import issue_file
from desk.lists.person import ListName
from desk.lists.shelf import FOLDER, Shelf
from ledger.errors import StoreError
from tests.helpers.rating_lists import fide_combined, fide_single, people

NOW = dt.datetime(2026, 11, 27, 20, 0)


def _file(folder: Path, text: str, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_newer_list_replaces_the_older_and_another_stands_beside_it(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    october = _file(tmp_path, fide_single(people()[:5], "standard", "OCT26"), "standard.txt")
    shelf.load(october, NOW)
    november = _file(tmp_path, fide_single(people(), "standard"), "standard.txt")
    issue, before, _ = shelf.load(november, NOW)
    assert before is not None
    assert (before.holds_from.month, issue.holds_from.month) == (10, 11)
    shelf.load(_file(tmp_path, fide_combined(people())), NOW)
    assert [one.name.key for one in shelf.issues()] == ["fide", "fide-standard"]


def test_the_same_file_again_is_not_loaded_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    path = _file(tmp_path, fide_combined(people()))
    first, _, _ = shelf.load(path, NOW)
    again, before, _ = shelf.load(path, NOW + dt.timedelta(days=1))
    assert again == before == first


def test_who_stops_it_half_way_keeps_the_list_that_was_there(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    shelf.load(_file(tmp_path, fide_combined(people()[:4])), NOW)
    with (
        patch.object(issue_file, "_index_names", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        shelf.load(_file(tmp_path, fide_combined(people())), NOW)
    assert [one.persons for one in shelf.issues()] == [4]
    assert [path.name for path in (tmp_path / "shelf").iterdir()] == ["fide.toernooi-list"]


def test_a_long_statement_of_the_database_is_stopped_as_python_is(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")

    def interrupted(db: sqlite3.Connection) -> None:
        db.interrupt()
        raise sqlite3.OperationalError("interrupted")

    with (
        patch.object(issue_file, "_sort", side_effect=interrupted),
        pytest.raises(KeyboardInterrupt),
    ):
        shelf.load(_file(tmp_path, fide_combined(people())), NOW)
    assert shelf.issues() == []


def test_progress_goes_up_to_the_whole(tmp_path: Path) -> None:
    told = list[int]()
    Shelf(tmp_path / "shelf").load(_file(tmp_path, fide_combined(people())), NOW, told=told.append)
    assert told == sorted(told)
    assert told[-1] == 100


def test_a_dropped_list_is_gone(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    shelf.load(_file(tmp_path, fide_combined(people())), NOW)
    shelf.drop(ListName("fide", "all"))
    assert [*(tmp_path / "shelf").iterdir()] == []


def test_a_kept_file_that_is_none_is_refused_and_replaced_by_loading(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    shelf.folder.mkdir()
    (shelf.folder / "fide.toernooi-list").write_bytes(b"not a database, but long enough to be one")
    with pytest.raises(StoreError) as error:
        shelf.issues()
    assert error.value.refusal.code == "list-unreadable"
    shelf.load(_file(tmp_path, fide_combined(people())), NOW)
    assert [one.persons for one in shelf.issues()] == [len(people())]


@pytest.mark.here_only  # Windows keeps a file that is open
def test_a_search_goes_on_in_the_list_that_it_began_in(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    shelf.load(_file(tmp_path, fide_combined(people())), NOW)
    with shelf.opened() as [kept]:
        shelf.load(_file(tmp_path, fide_combined(people()[:1])), NOW)
        assert kept.by_number(people()[5].fide_id) is not None


def test_the_lists_stand_in_a_folder_of_the_user_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "here"))
    assert Shelf().folder == tmp_path / "here"
    monkeypatch.delenv(FOLDER)
    assert "toernooiboek" in Shelf().folder.parts
