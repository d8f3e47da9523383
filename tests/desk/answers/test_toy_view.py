"""A new table is a record whose fields say what they hold, a line where verbs stand, and its words."""

from __future__ import annotations

import json

import pytest

from tests.helpers.toy import ToyProgram

REPORT = '''"""The clubs of a tournament, and how many of its players each has."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from ledger.records import Record
from ledger.state.book import Book
from projections.views.columns import columns_of
from projections.views.view import View


class ClubRow(Record):
    """A club."""

    club: Annotated[str, "Name of the club."]
    players: Annotated[int, "How many players it has."]


def clubs(book: Book) -> View:
    """Return the clubs by name."""
    people = [book.people.get(one.person, {}) for one in book.state.players.values()]
    counted = Counter(person.get("club", "-") for person in people)
    rows = [ClubRow(club=club, players=players) for club, players in sorted(counted.items())]
    return View(book.state.name, columns_of(ClubRow, "club", "players"), rows)
'''


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one table more.

    Copied and run for real: some three seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.add("desk/answers/clubs.py", REPORT)
    toy.add(
        "desk/terminal/verbs/reading.py",
        'reads(here, "clubs", report="desk.answers.clubs.clubs")\n',
    )
    toy.before("desk/terminal/guide.py", '        "prohibited":', '        "clubs": "reading",\n')
    for language, help_, named in (
        ("en", 'prohibited = "Show', 'prohibited = "prohibited"'),
        ("nl", 'prohibited = "Toon', 'prohibited = "verboden"'),
    ):
        verbs = f"desk/terminal/words/{language}/verbs.toml"
        toy.before(verbs, help_, 'clubs = "The clubs."\n')
        toy.before(verbs, named, 'clubs = "clubs"\n')
    return toy


@pytest.fixture(scope="module")
def ledger(toy: ToyProgram, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a ledger with three players."""
    ledger = str(tmp_path_factory.mktemp("toy") / "toy.ledger")
    for words in (
        ["init", "Cup", "--rounds", "3"],
        ["enter", "Ann", "--club", "Toren"],
        ["enter", "Bo", "--club", "Toren"],
        ["enter", "Cas", "--club", "Zet"],
    ):
        toy.run("cli.py", "--ledger", ledger, *words)
    return ledger


def test_a_new_table_is_five_files(toy: ToyProgram) -> None:
    assert len(set(toy.touched)) == 5


def test_a_new_table_is_for_people_and_for_programs(toy: ToyProgram, ledger: str) -> None:
    shown = toy.run("cli.py", "--ledger", ledger, "clubs").splitlines()
    assert [line.split() for line in shown[2:3] + shown[4:]] == [
        ["club", "players"],
        ["Toren", "2"],
        ["Zet", "1"],
    ]
    assert shown[4].index("2") == shown[2].index("players") + len("players") - 1, "to the right"
    told = json.loads(toy.run("cli.py", "--ledger", ledger, "clubs", "--json"))
    assert told["rows"] == [{"club": "Toren", "players": 2}, {"club": "Zet", "players": 1}]
