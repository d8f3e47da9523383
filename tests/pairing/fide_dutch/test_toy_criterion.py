"""A new criterion is its class, a line of its edition, and its words: nothing else is needed."""

from __future__ import annotations

import json

import pytest

from tests.helpers.toy import ToyProgram

CLASS = '''class OddMeetsEven(Count):
    """Nobody meets somebody whose pairing number is odd, or even, like their own."""

    key = "odd_meets_even"
    attained = "told"
    meaning = "whose number is odd, or even, like that of their opponent"

    def of_kind(self, scene: Scene, player: int) -> int:
        """Odd and even numbers are unlike."""
        return scene.players[player].number % 2

    def of_pair(self, scene: Scene, pair: Pair) -> int:
        """Count both."""
        one, two = (scene.players[i].number for i in (pair.higher, pair.lower))
        return 0 if (one - two) % 2 else 2


'''
WORDS = """
"drop.odd_meets_even" = "{drop} ({{clause}})"
"key.odd_meets_even" = {{ one = "{key}", other = "{key}" }}
"""
ENGLISH = WORDS.format(
    drop="{players} with a number like the opponent's",
    key="{instead} would have a number like the opponent's instead of {found}",
)
DUTCH = WORDS.format(
    drop="{players} met een nummer als dat van de tegenstander",
    key="kregen {instead} een nummer als dat van de tegenstander in plaats van {found}",
)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one criterion more, and a round that was paired by it.

    Copied and run for real: some six seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.before("pairing/fide_dutch/criteria.py", "class MovedS1(Order):", CLASS)
    toy.before(
        "pairing/fide_dutch/editions.py",
        '        criteria.DownAgain("C14"),\n',
        '        criteria.OddMeetsEven("C13b"),\n',
    )
    toy.add("pairing/fide_dutch/words/en.toml", ENGLISH)
    toy.add("pairing/fide_dutch/words/nl.toml", DUTCH)
    # Four players: without it 1 meets 3 and 2 meets 4.
    opening = ["init", "Cup", "--rounds", "5", "--rules", "fide-dutch-2026"]
    entries = [["enter", name, "--rating", "1500"] for name in ("Ann", "Bo", "Cy", "Di")]
    for words in (opening, *entries, ["lots", "--seed", "1"], ["pair"], ["publish"]):
        toy.run("cli.py", "--ledger", "toy.ledger", *words)
    return toy


def test_a_new_criterion_is_its_class_a_line_of_its_edition_and_its_words(toy: ToyProgram) -> None:
    assert len(toy.touched) == len(set(toy.touched)) == 4


def test_a_round_is_paired_by_a_new_criterion_and_why_names_it_in_both_languages(
    toy: ToyProgram,
) -> None:
    why = ["--ledger", "toy.ledger", "why", "1", "1"]
    rows = json.loads(toy.run("cli.py", *why, "--json"))["rows"]
    assert [row["players"] for row in rows if row["kind"] == "board"] in ([[1, 4]], [[4, 1]])
    assert ("odd_meets_even", 4) in [(row["key"], row["instead"]) for row in rows]
    assert "4 players would have a number like the opponent's" in toy.run("cli.py", *why)
    dutch = toy.run("cli.py", "--lang", "nl", *why)
    assert "kregen 4 spelers een nummer als dat van de tegenstander" in dutch


def test_a_new_criterion_is_a_key_of_decisions_and_of_claims(toy: ToyProgram) -> None:
    script = (
        "from pairing.systems.registry import claim_keys, system_named;"
        "keys = system_named('fide-dutch').decision_keys();"
        "print([one.clause for one in keys if one.name == 'odd_meets_even'],"
        "'odd_meets_even' in claim_keys())"
    )
    assert toy.run("-c", script).strip() == "['C13b'] True"
