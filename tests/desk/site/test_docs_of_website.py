"""The examples of docs/website.md and its Dutch page, run as they stand, and the addresses they name."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal

PAGES = {"en": "website.md", "nl": "website.nl.md"}


def text_of(language: str) -> str:
    return (ROOT / "docs" / PAGES[language]).read_text("utf-8")


@pytest.mark.parametrize("language", PAGES)
def test_every_example_does_what_it_says(hall: Terminal, tmp_path: Path, language: str) -> None:
    lines = re.findall(r"(?m)^    toernooi (.*)$", text_of(language))
    assert len(lines) >= 2
    for line in lines:
        words = shlex.split(line, comments=True)
        typed = [str(tmp_path / "site") if word in ("FOLDER", "MAP") else word for word in words]
        hall.run("--lang", language, *typed)
    assert (tmp_path / "site" / language / "club-open" / "index.html").exists()


@pytest.mark.parametrize("language", PAGES)
def test_every_address_and_file_that_is_named_is_there(
    hall: Terminal, tmp_path: Path, language: str
) -> None:
    hall.run("prizes", "declare", 50, 30)
    hall.run("correct", "result", 1, 1, "1/2-1/2", "--reason", "typed wrongly")
    [correction] = [row["position"] for row in hall.json("log")["rows"][-1:]]
    hall.run("website", tmp_path / "site")
    named = re.findall(r"(?m)^\| (`.*?`)(?: \||, )", text_of(language))
    assert len(named) > 10
    for cell in re.findall(r"(?m)^\| (`[^|]*`) \|", text_of(language)):
        for address in re.findall("`([^`]+)`", cell):
            if address == "T/overviews/" or address.endswith("/13-4QDA-MCBG/"):
                continue  # of a season, of another tournament
            own = address.replace("correction/31", f"correction/{correction}")
            assert _found(tmp_path / "site", own), address


def _found(site: Path, address: str) -> bool:
    """Tell whether an address of the page is there, for the tournament and numbers of this one."""
    path = address.partition("?")[0].replace("17", "12").replace("data/T/", "data/club-open/")
    path = path.replace("nl/T/", "nl/club-open/")
    if path.startswith("T/"):
        path = f"nl/club-open/{path[2:]}"
    places = [site / path, site / "data/club-open" / path, site / "nl/club-open" / path]
    return any((place / "index.html").exists() or place.is_file() for place in places)
