"""A website is held against a bundle: what differs is found, whatever was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.proof_page import Club, made_club


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Return a club with a website and a bundle beside its ledger: some two seconds."""
    folder = tmp_path_factory.mktemp("club")
    club = made_club(folder)
    club.terminal.run("show-as", 2, "number")
    club.terminal.run("website", folder / "site")
    club.terminal.run("bundle", "make", "-o", folder / "cup.json")
    return club


def compared(
    club: Club, site: Path, *, code: int, bundle: str = "cup.json"
) -> list[dict[str, Any]]:
    """Return the findings of a comparison that exits with a code."""
    files = club.terminal.ledger.parent
    ran = club.terminal.try_("verify-site", site, "--bundle", files / bundle, "--json")
    assert ran.code == code, ran
    rows: list[dict[str, Any]] = ran.json["rows"]
    return rows


def forged(club: Club, name: str, change: Callable[[Any], None]) -> tuple[Path, Callable[[], None]]:
    """Change a data file, and return the site with what puts it right again."""
    site = club.terminal.ledger.parent / "site"
    file = site / "data" / name
    true = file.read_text("utf-8")
    data = json.loads(true)
    change(data)
    file.write_text(json.dumps(data), "utf-8")

    def put_right() -> None:
        file.write_text(true, "utf-8")

    return site, put_right


def test_a_website_is_what_the_facts_of_a_bundle_without_names_come_to(club: Club) -> None:
    folder = club.terminal.ledger.parent
    assert compared(club, folder / "site", code=0) == []
    said = club.terminal.run(
        "verify-site", folder / "site", "--bundle", folder / "cup.json", "--head", club.head().short
    )
    assert "computed again" in said


def _other_result(data: Any) -> None:
    data["rows"][0]["result"] = "0-1"


def _other_points(data: Any) -> None:
    data["rows"][0]["points"] = "2"


def _other_place(data: Any) -> None:
    data["rows"].reverse()


def _other_tie_break(data: Any) -> None:
    data["rows"][1]["tie_breaks"][0]["value"] = "77"


def _a_row_less(data: Any) -> None:
    data["rows"].pop()


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("cup/pairings-1.json", _other_result),
        ("cup/standing-1.json", _other_points),
        ("cup/standing-1.json", _other_place),
        ("cup/standing-1.json", _other_tie_break),
        ("cup/crosstable.json", _a_row_less),
    ],
)
def test_what_was_forged_is_found_in_its_file(
    club: Club, name: str, change: Callable[[Any], None]
) -> None:
    site, put_right = forged(club, name, change)
    findings = compared(club, site, code=4)
    put_right()
    assert {one["code"] for one in findings} == {"site-differs"}
    assert all(name in one["what"] for one in findings)
    assert compared(club, site, code=0) == []


def test_of_rows_that_are_more_or_fewer_their_number_is_told(club: Club) -> None:
    site, put_right = forged(club, "cup/crosstable.json", _a_row_less)
    [finding] = compared(club, site, code=4)
    put_right()
    players = len(club.terminal.json("players")["rows"])
    assert f"[{players - 1}]" in finding["what"]
    assert f"[{players}]" in finding["what"]


def test_another_head_and_a_missing_file_are_found(club: Club) -> None:
    def other_head(index: Any) -> None:
        index["tournaments"][0]["head"] = "17:AAAA-AAAA-AAAA-AAAA"

    site, put_right = forged(club, "index.json", other_head)
    assert [one["code"] for one in compared(club, site, code=4)] == ["head-differs"]
    put_right()
    (site / "data" / "cup" / "log.json").rename(site / "log.json")
    assert [one["code"] for one in compared(club, site, code=4)] == ["file-missing"]
    (site / "log.json").rename(site / "data" / "cup" / "log.json")


def test_an_older_bundle_and_a_later_one_are_told_apart(tmp_path: Path) -> None:
    club = made_club(tmp_path)
    club.terminal.run("bundle", "make", "-o", tmp_path / "old.json")
    club.terminal.run("result", 2, 2, "1-0")
    club.terminal.run("website", tmp_path / "site")
    (older,) = compared(club, tmp_path / "site", code=1, bundle="old.json")
    assert older["code"] == "bundle-older"
    club.terminal.run("result", 2, 3, "1-0")
    club.terminal.run("bundle", "make", "-o", tmp_path / "new.json")
    assert compared(club, tmp_path / "site", code=0, bundle="new.json") == []


def test_a_bundle_of_another_tournament_or_that_was_forged_is_refused(
    club: Club, tmp_path: Path
) -> None:
    folder = club.terminal.ledger.parent
    bundle = folder / "cup.json"
    (tmp_path / "empty").mkdir()
    run = ("verify-site", tmp_path / "empty", "--bundle", bundle)
    assert "not-on-website" in club.terminal.refused(*run, code=2)
    broken = tmp_path / "broken.json"
    broken.write_text(
        bundle.read_text().replace('\\"outcome\\":\\"1-0\\"', '\\"outcome\\":\\"0-1\\"')
    )
    run = ("verify-site", folder / "site", "--bundle", broken)
    assert "bundle-damaged" in club.terminal.refused(*run, code=4)
    other = f"{club.head().size}:AAAA-AAAA-AAAA-AAAA"
    by_head = (*("verify-site", folder / "site", "--bundle", bundle), "--head", other)
    assert "bundle-damaged" in club.terminal.refused(*by_head, code=4)
