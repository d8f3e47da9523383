"""Keys of one value are prose now; a ledger or a file of a user's own that has them is read."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ledger.rulebooks.files import shipped
from ledger.rulebooks.readings import BUILT, PROSE, with_readings
from ledger.rulebooks.rulebook import Rulebook, from_canonical
from pairing.systems.registry import load_rulebook
from projections.views.rules import keys_of
from tests.helpers.kept import DESK, KEPT, rows_of
from tests.helpers.places import ROOT
from tests.helpers.words import words

ONE_VALUE = [
    (f"{section}.{key}", value) for section in BUILT for key, value in BUILT[section].items()
]


def as_shipped(name: str) -> dict[str, Any]:
    text = (ROOT / "ledger" / "rulebooks" / f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def loaded(name: str) -> Rulebook:
    rules = load_rulebook(name)
    assert isinstance(rules, Rulebook), rules
    return rules


def shipped_with(section: str) -> str:
    """Return a rulebook that comes with the program and has a section."""
    return next(name for name in shipped()[::-1] if section in as_shipped(name))


def in_toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def test_the_readings_of_a_shipped_rulebook_begin_with_the_value_that_is_built() -> None:
    told = dict[str, set[str]]()
    for name in shipped():
        for key, prose in as_shipped(name).get(PROSE, {}).items():
            value, _, sentence = prose.partition(": ")
            told.setdefault(key, set()).add(value)
            assert sentence.endswith("."), (name, key)
    assert told == {key: {in_toml(value).strip('"')} for key, value in ONE_VALUE}


@pytest.mark.parametrize("name", shipped())
def test_no_key_of_a_rulebook_says_what_is_built_anyhow(name: str) -> None:
    rules = loaded(name)
    assert {key for key, _ in ONE_VALUE} & {*keys_of(rules)} == set()
    assert PROSE not in json.loads(rules.canonical())


@pytest.mark.parametrize("name", shipped())
def test_a_text_that_has_them_is_the_same_rulebook_with_the_same_hash(name: str) -> None:
    rules = loaded(name)
    old = json.dumps(with_readings(json.loads(rules.canonical())))
    assert len(old) > len(rules.canonical())
    assert from_canonical(old) == rules
    assert from_canonical(old).hash == rules.hash
    assert from_canonical(old).canonical() == rules.canonical()


@pytest.mark.parametrize(
    "ledger", sorted({*(KEPT / "2026-11").glob("*.sqlite")} - {KEPT / "2026-11" / DESK})
)
def test_a_rulebook_of_a_kept_ledger_has_the_hash_that_was_recorded_with_it(ledger: Path) -> None:
    contents = [json.loads(row.state) for row in rows_of(ledger)]
    opened = [one for one in contents if "rulebook_text" in one]
    assert opened
    for fact in opened:
        assert "double_default" in fact["rulebook_text"]
        assert from_canonical(fact["rulebook_text"]).hash == fact["rulebook_hash"]


@pytest.mark.parametrize(("key", "value"), ONE_VALUE)
def test_a_file_of_a_users_own_has_the_one_value_and_no_other(
    key: str, value: str | bool, tmp_path: Path
) -> None:
    section, _, name = key.partition(".")
    base = shipped_with(section)
    own = tmp_path / "ours.toml"
    text = f'base = "{base}"\nid = "ours"\n[{section}]\n{name} = '
    own.write_text(text + in_toml(value), "utf-8")
    assert loaded(str(own)).hash == loaded(base).model_copy(update={"id": "ours"}).hash
    own.write_text(text + '"another"', "utf-8")
    refused = load_rulebook(str(own))
    assert isinstance(refused, tuple)
    (what,) = (words(refusal.what) for refusal in refused)
    assert what.endswith(f'line 4: {key}: "another" is not one of {value!r}')
    assert isinstance(load_rulebook(base, {key: in_toml(value)}), Rulebook)
    refused = load_rulebook(base, {key: "another"})
    assert isinstance(refused, tuple)
    assert words(refused[0].what) == f'--set {key}=another: "another" is not one of {value!r}'


def test_readings_are_no_keys_to_set_and_a_file_of_a_users_own_may_have_any(tmp_path: Path) -> None:
    refused = load_rulebook("mwkeizer", {"readings.keizer.joiner": "first"})
    assert isinstance(refused, tuple)
    assert "there is no section" in words(refused[0].what)
    own = tmp_path / "ours.toml"
    own.write_text(
        'base = "mwkeizer"\nid = "ours"\n[readings]\nanything = "as we like it"\n', "utf-8"
    )
    assert loaded(str(own)).season_keys == loaded("mwkeizer").season_keys
