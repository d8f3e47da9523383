"""docs/python.md is true: every example is run, and gives the shown output."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import toernooiboek
from tests.docs.make import DOCS
from tests.helpers.console import Console

PAGE = (DOCS / "python.md").read_text("utf-8")


def test_every_example_of_the_page_gives_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(tmp_path)
    for typed in re.findall(r"^\$ toernooi (.+)$", PAGE, re.MULTILINE):
        console.must_run(*typed.split())
    monkeypatch.chdir(tmp_path)
    unfenced = re.sub(r"^```.*$", "", PAGE, flags=re.MULTILINE)
    page = doctest.DocTestParser().get_doctest(unfenced, {}, "python.md", "docs/python.md", 0)
    assert len(page.examples) > 15
    messages: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(page, out=messages.append)
    assert "".join(messages) == ""


def test_the_page_names_every_method_of_a_ledger() -> None:
    methods = [name for name in vars(toernooiboek.Ledger) if not name.startswith("_")]
    assert [name for name in {*methods} - {"place"} if f"{name}(" not in PAGE] == []
