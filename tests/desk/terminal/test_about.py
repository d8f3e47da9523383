"""The packages that the program uses, and their licences."""

from __future__ import annotations

import re
import tomllib
from email.message import Message
from importlib import metadata
from pathlib import Path

import pytest

from desk.terminal.about import WITH_PROGRAM, licence_of, packages
from desk.version import LICENCE, VERSION
from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_package_that_the_program_asks_for_is_told_with_a_licence() -> None:
    told = {re.sub("[_.]", "-", row.package.casefold()): row for row in packages()}
    asked = {re.split("[>\\[]", one)[0] for one in PROJECT["dependencies"] if ";" not in one}
    assert asked <= set(told)
    assert all(told[one].extra == WITH_PROGRAM for one in asked)
    assert [row.package for row in told.values() if not row.licence] == []
    assert PROJECT["license"] == LICENCE


def test_what_a_package_needs_is_told_too_and_what_only_tests_need_is_not() -> None:
    told = {row.package.casefold(): row.extra for row in packages()}
    assert told["h11"] == told["cffi"] == WITH_PROGRAM
    assert told["psycopg-binary"] == "server"
    assert told["cryptography"] == "sign"
    assert {"pytest", "ruff", "hypothesis", "toernooiboek"} & set(told) == set()


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License-Expression": "MIT", "License": "other"}, "MIT"),
        ({"License": "BSD"}, "BSD"),
        (
            {"License": "A long text\nof a licence", "Classifier": "License :: OSI Approved :: X"},
            "X",
        ),
        ({"License": "A long text\nof a licence"}, "A long text"),
        ({"Classifier": "License :: OSI Approved :: MIT License"}, "MIT License"),
        ({}, ""),
    ],
)
def test_a_licence_stands_in_one_of_three_fields(fields: dict[str, str], licence: str) -> None:
    its = Message()
    for name, value in fields.items():
        its[name] = value
    assert licence_of(its) == licence  # type: ignore[arg-type]


def test_about_is_a_table_and_json(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "none.ledger")
    answer = terminal.json("about")
    assert answer["version"] == VERSION
    assert [r["version"] for r in answer["rows"] if r["package"] == "click"] == [
        metadata.version("click")
    ]
    assert "licentie" in terminal.run("--lang", "nl", "over")
