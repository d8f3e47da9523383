"""A new rulebook is its file, its name and its words in other languages: nothing else is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.toy import ToyProgram

RULES = """base = "knsb-wp-2014"
id = "club-2026"
title = "Swiss on resistance points as our club plays it"
source = "the club's own regulations, 2026"

[bye]
points = 0.5

[readings]
"bye" = "half a point for every bye, the first one too."

[clauses."CL1"]
text = "The bye gives half a point."
status = "implemented"
same_as = "knsb-wp-2014 F1"
"""
DUTCH = """
[club-2026]
title = "Zwitsers op weerstandspunten zoals onze club het speelt"

[club-2026.text]
"CL1" = "De bye is een half punt."
"""
CALLED = {"en": "Our Swiss (2026)", "nl": "Ons Zwitsers (2026)"}
PAGES = """
import sys
from pathlib import Path
from tests.helpers.browsing import Browsing
desk = Browsing(Path(sys.argv[1]))
for language in ("en", "nl"):
    for address in (f"{desk.slug}/rules", "new"):
        page = desk.client(language=language).get(f"/{address}")
        print(language, page.status_code, *(word for word in sys.argv[2:] if word in page.text), sep="|")
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one rulebook more, and a ledger with a tournament by it.

    Copied and run for real: some five seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.add("ledger/rulebooks/club-2026.toml", RULES)
    toy.add("desk/render/words/nl/clauses.toml", DUTCH)
    for language, called in CALLED.items():
        path = f"desk/render/words/{language}/rulebook-names.toml"
        toy.add(path, f'club-2026 = "{called}"\n')
    toy.with_pages()
    opening = ["init", "Cup", "--rounds", "3", "--rules", "club-2026"]
    entries = [["enter", name] for name in ("Adams", "Bos", "Claes")]
    for words in (opening, *entries, ["lots", "--by", "entry"], ["publish"]):
        toy.run("cli.py", "--ledger", "toy.ledger", *words)
    toy.run("cli.py", "--ledger", "toy.ledger", "result", "1", "1", "1-0")
    return toy


def test_a_new_rulebook_is_its_file_and_its_dutch(toy: ToyProgram) -> None:
    assert toy.touched == [
        "ledger/rulebooks/club-2026.toml",
        "desk/render/words/nl/clauses.toml",
        "desk/render/words/en/rulebook-names.toml",
        "desk/render/words/nl/rulebook-names.toml",
    ]


def test_headings_call_it_as_people_do(toy: ToyProgram) -> None:
    for language, called in CALLED.items():
        ran = toy.run("cli.py", "--ledger", "toy.ledger", "--lang", language, "standings")
        assert f" · {called} · " in ran


def test_a_new_rulebook_is_listed_and_shown_in_both_languages(toy: ToyProgram) -> None:
    assert "as our club plays it" in " ".join(toy.run("cli.py", "rules", "list").split())
    dutch = ["cli.py", "--lang", "nl", "rules"]
    assert "zoals onze club het speelt" in " ".join(toy.run(*dutch, "list").split())
    clause = toy.run("cli.py", "rules", "show", "club-2026", "--clause", "CL1")
    assert "The bye gives half a point." in clause
    assert "De bye is een half punt." in toy.run(*dutch, "show", "club-2026", "--clause", "CL1")
    assert "A player's resistance points" in " ".join(
        toy.run("cli.py", "rules", "show", "club-2026", "--clause", "A1a").split()
    )


def test_a_tournament_is_played_by_a_new_rulebook(toy: ToyProgram) -> None:
    standing = toy.run("cli.py", "--ledger", "toy.ledger", "standings", "--json")
    assert sorted(row["points"] for row in json.loads(standing)["rows"]) == [0, 0.5, 1]


def test_a_new_rulebook_stands_on_the_pages_in_both_languages(toy: ToyProgram) -> None:
    """A changed program is loaded with its desk, in another process."""
    words = ("as our club plays it", "zoals onze club het speelt")
    pages = toy.run("-c", PAGES, str(Path(toy.folder, "toy.ledger")), *words).splitlines()
    assert pages == [f"en|200|{words[0]}"] * 2 + [f"nl|200|{words[1]}"] * 2
