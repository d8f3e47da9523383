"""The pages about the house name what exists."""

from __future__ import annotations

import re

import pytest

from tests.helpers.house import RANKS
from tests.helpers.places import ROOT

ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PATH = re.compile(r"`((?:ledger|projections|pairing|desk|tests)/[\w/.<>]*|\w+\.py)`")


@pytest.mark.parametrize("text", [ARCHITECTURE, CONTRIBUTING], ids=["architecture", "contributing"])
def test_every_path_on_a_page_about_the_house_is_there(text: str) -> None:
    named = [path for path in PATH.findall(text) if "<" not in path]
    assert len(named) > 12
    missing = [
        path
        for path in named
        if not (ROOT / path).exists() and not list(ROOT.glob(f"ledger/facts/{path}"))
    ]
    assert missing == []


def test_the_seven_walks_are_told_in_steps() -> None:
    walks = re.findall(r"^\*\*(.+?)\*\*.*?\n\n((?:\d\. .*\n(?:   .*\n)*)+)", ARCHITECTURE, re.M)
    assert [name for name, _ in walks] == [
        "publish",
        "result",
        "standings --as-of",
        "why",
        "a page",
        "website",
        "mirror update",
    ]
    assert all(steps.count("\n1. ") == 0 and PATH.search(steps) for _, steps in walks)


def test_every_folder_with_a_rank_is_there() -> None:
    assert [rank for rank in RANKS if not (ROOT / rank).is_dir()] == []
