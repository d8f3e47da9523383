"""A new edition is a table, a system that names it, its line and its rulebook: nothing else."""

from __future__ import annotations

import json

import pytest

from tests.helpers.places import ROOT
from tests.helpers.toy import ToyProgram

TABLE = """

EDITION_2030: Final = Edition(
    of_bye=EDITION_2026.of_bye,
    criteria=(
        criteria.Floaters("C6"),
        criteria.FloaterScores("C7"),
        criteria.NextFloaters("C8"),
        criteria.NextScores("C8"),
        criteria.DeniedStrong("C13"),
        criteria.Denied("C12"),
        criteria.MovedS1("4.4"),
        criteria.MovedOpponents("4.2"),
        criteria.Exchange("4.3"),
        criteria.Opponents("4.2"),
    ),
    bracket="1.3",
    bye="1.5",
    preference="1.7",
    histories="GHR3.4",
    best="3.8",
)
"""
SYSTEM = '''"""The FIDE (Dutch) System of 2030, as a system."""

from pairing.fide_dutch.editions import EDITION_2030
from pairing.fide_dutch.engine import rules_of
from pairing.fide_dutch.system import dutch_system

SYSTEM = dutch_system(
    "fide-dutch-2030",
    lambda: rules_of(EDITION_2030),
    order_clause="1.2",
    no_pairing_clause="1.9",
    numbers_clause="GHR2.2",
    first_colour_clause="5.1",
)
'''


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one edition more, and a round that was paired by it.

    Copied and run for real: some six seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.add("pairing/fide_dutch/editions.py", TABLE)
    toy.add("pairing/fide_dutch/system_2030.py", SYSTEM)
    toy.before(
        "pairing/systems/registry.py",
        '    "fide-burstein": "pairing.fide_burstein.system",\n',
        '    "fide-dutch-2030": "pairing.fide_dutch.system_2030",\n',
    )
    book = (ROOT / "ledger/rulebooks/fide-dutch-2026.toml").read_text("utf-8")
    book = book.replace('id = "fide-dutch-2026"', 'id = "fide-dutch-2030"', 1)
    book = book.replace('system = "fide-dutch"', 'system = "fide-dutch-2030"', 1)
    toy.add("ledger/rulebooks/fide-dutch-2030.toml", book)
    for language in ("en", "nl"):
        path = f"desk/render/words/{language}/rulebook-names.toml"
        toy.add(path, 'fide-dutch-2030 = "Swiss system of 2030"\n')
    opening = ["init", "Cup", "--rounds", "5", "--rules", "fide-dutch-2030"]
    entries = [["enter", name, "--rating", "1500"] for name in ("Ann", "Bo", "Cy", "Di", "Ed")]
    for words in (opening, *entries, ["lots", "--seed", "1"], ["pair"], ["publish"]):
        toy.run("cli.py", "--ledger", "toy.ledger", *words)
    return toy


def test_a_new_edition_is_a_table_a_system_its_line_and_its_rulebook(toy: ToyProgram) -> None:
    assert len(toy.touched) == len(set(toy.touched)) == 6


def test_a_round_is_paired_and_explained_by_a_new_edition_in_both_languages(
    toy: ToyProgram,
) -> None:
    why = ["--ledger", "toy.ledger", "why", "1", "2"]
    rows = json.loads(toy.run("cli.py", *why, "--json"))["rows"]
    told = [row["detail"] for row in rows if row["kind"] == "optimum"]
    assert [[*one][:3] for one in told] == [["next_floaters", "denied_strong", "denied"]]
    assert "Swiss system of 2030" in toy.run("cli.py", *why)
    assert "Bord" in toy.run("cli.py", "--lang", "nl", *why)


def test_a_new_edition_has_decisions_in_the_order_of_its_table(toy: ToyProgram) -> None:
    script = (
        "from pairing.systems.registry import system_named;"
        "print([one.clause for one in system_named('fide-dutch-2030').decision_keys()][:8])"
    )
    expected = ["C5", "C6", "C7", "C8", "C8", "C13", "C12", "4.4"]
    assert toy.run("-c", script).strip() == str(expected)
