"""The feeds of a site: an entry an event, and a correction that names the old fact."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.helpers.terminal import Terminal

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(folder: Path) -> list[dict[str, str]]:
    feed = ElementTree.fromstring((folder / "en/club-open/feed.xml").read_bytes())
    assert feed.tag == f"{ATOM}feed"
    return [
        {
            child.tag.removeprefix(ATOM): child.text or child.attrib.get("href", "")
            for child in entry
        }
        for entry in feed.iter(f"{ATOM}entry")
    ]


def items(folder: Path) -> list[dict[str, Any]]:
    feed = json.loads((folder / "en/club-open/feed.json").read_text("utf-8"))
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    listed: list[dict[str, Any]] = feed["items"]
    return listed


def test_both_feeds_have_the_same_entries_newest_first(hall: Terminal, tmp_path: Path) -> None:
    hall.run("website", tmp_path / "site", "--address", "https://club.example")
    found = entries(tmp_path / "site")
    assert [one["id"] for one in found] == [one["id"] for one in items(tmp_path / "site")]
    assert found[0]["title"] == "Round 6 is published: 7 boards."
    assert found[1]["title"] == "All results of round 5 are in."
    assert found[0]["id"].startswith("tag:club.example,2026:")
    assert found[0]["link"] == "https://club.example/en/club-open/round/6/index.html"
    assert len({one["id"] for one in found}) == len(found)


def test_a_correction_is_a_new_entry_that_names_the_old_fact(
    hall: Terminal, tmp_path: Path
) -> None:
    hall.run("website", tmp_path / "site", "--without-why")
    before = entries(tmp_path / "site")
    log = hall.json("log")["rows"]
    old = next(row["position"] for row in log if row["fact"] == "result-recorded")
    hall.run("correct", "result", 1, 1, "1/2-1/2", "--reason", "typed wrongly")
    hall.run("website", tmp_path / "site", "--without-why")
    after = entries(tmp_path / "site")
    assert after[1:] == before
    assert f"which corrects fact {old}" in after[0]["content"]


def test_without_an_address_links_are_relative(hall: Terminal, tmp_path: Path) -> None:
    hall.run("website", tmp_path / "site", "--without-why")
    assert entries(tmp_path / "site")[0]["link"] == "round/6/index.html"
    assert "wrong-address" in hall.refused("website", tmp_path / "s", "--address", "club", code=2)
