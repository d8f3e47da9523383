"""Numbers of a rulebook have bounds: an absurd value of any key is refused with the key named."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook, from_canonical
from pairing.systems.registry import load_rulebook
from projections.views.rules import keys_of
from tests.helpers.words import words


def numeric_keys(name: str) -> list[str]:
    rules = load_rulebook(name)
    assert isinstance(rules, Rulebook)
    keys = []
    for key, text in keys_of(rules).items():
        try:
            value: Any = tomllib.loads(f"v = {text}")["v"]
        except tomllib.TOMLDecodeError:
            value = 1 if "/" in text and text.replace("/", "").isdigit() else text
        if isinstance(value, int | float) and not isinstance(value, bool):
            keys.append(key)
    return keys


@pytest.mark.parametrize("name", ["berger", "knsb-wp-2014", "mwkeizer", "vega-2016"])
@pytest.mark.parametrize("value", ["1000000000", "-1", "1e300", "nan", "inf", '"x"', "[]"])
def test_an_absurd_value_of_any_key_is_refused_with_the_key_named(name: str, value: str) -> None:
    keys = numeric_keys(name)
    assert "scores.win" in keys
    for key in keys:
        refused = load_rulebook(name, {key: value})
        assert isinstance(refused, tuple), (key, value)
        assert any(key in words(refusal.what) for refusal in refused), (key, refused)


@pytest.mark.parametrize("key", ["bye.points", "scores.absent", "scores.adjourned"])
def test_nothing_is_worth_more_than_a_win(key: str) -> None:
    refused = load_rulebook("knsb-wp-2014", {key: "2"})
    assert isinstance(refused, tuple)
    assert key in words(refused[0].what)
    assert "no more than a win (1)" in words(refused[0].what)
    assert isinstance(load_rulebook("knsb-wp-2014", {key: "1"}), Rulebook)


def test_a_win_is_worth_more_than_a_loss() -> None:
    equal = {"scores.win": "1", "scores.draw": "1", "scores.loss": "1"}
    refused = load_rulebook("knsb-wp-2014", equal)
    assert isinstance(refused, tuple)
    said = [words(refusal.what) for refusal in refused]
    assert [key for key in equal if any(key in one for one in said)] == [
        "scores.win",
        "scores.loss",
    ]
    assert isinstance(load_rulebook("knsb-wp-2014", equal | {"scores.loss": "0.5"}), Rulebook)


@pytest.mark.clause("fide-dutch-2026 ACC1.1")
@pytest.mark.parametrize(
    ("scores", "fits"),
    [
        ({}, True),
        ({"scores.win": "2", "scores.draw": "1"}, True),
        ({"scores.win": "3"}, False),
        ({"scores.win": "3", "scores.draw": "2", "scores.loss": "1"}, False),
    ],
)
def test_baku_acceleration_asks_for_a_win_of_two_draws_and_a_loss_of_nothing(
    scores: dict[str, str], *, fits: bool
) -> None:
    assert isinstance(load_rulebook("fide-dutch-2026", scores), Rulebook)
    rules = load_rulebook("fide-dutch-2026", {"fide.acceleration": "baku"} | scores)
    assert isinstance(rules, Rulebook) == fits
    if isinstance(rules, tuple):
        assert "Baku acceleration" in words(rules[0].what)


@pytest.mark.parametrize("name", shipped())
def test_what_is_shown_of_a_key_is_what_set_takes(name: str) -> None:
    rules = load_rulebook(name)
    assert isinstance(rules, Rulebook)
    apart = ("system", "ranking.final")
    shown = {k: v for k, v in keys_of(rules).items() if ", " not in v and k not in apart}
    problems = load_rulebook(name, shown)
    for problem in problems if isinstance(problems, tuple) else ():
        assert "there is no section" in words(problem.what)
        del shown[words(problem.what).split("=")[0].removeprefix("--set ")]
    again = load_rulebook(name, shown)
    assert isinstance(again, Rulebook), again
    assert keys_of(again) == keys_of(rules)


def test_a_rulebook_that_an_old_ledger_keeps_is_read_though_it_is_beyond_the_bounds() -> None:
    rules = load_rulebook("knsb-wp-2014")
    assert isinstance(rules, Rulebook)
    text = rules.canonical().replace('"points": "1"', '"points": "2"')
    assert from_canonical(text).bye.points == 4
