"""A new page is one module, one template, and its words: no list names it."""

from __future__ import annotations

import pytest

from tests.helpers.toy import ToyProgram

PAGE = '''"""The clubs of a tournament, for who looks after the bar."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from desk.access.roles import READERS
from desk.web.answers import Page
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services


class Clubs(NamedTuple):
    """The clubs, by name, each with its players."""

    clubs: list[tuple[str, int]]


@get("clubs", "/{t}/clubs", READERS)
def clubs(request: Request, services: Services) -> Page:
    """Show how many players each club has."""
    book = services.book
    people = [book.people.get(one.person, {}) for one in book.state.players.values()]
    counted = Counter(person.get("club", "-") for person in people)
    return Page("clubs.html", Clubs(sorted(counted.items())))
'''
TEMPLATE = """{% extends "base.html" %}
{% block title %}{{ say("web-clubs.title") }}{% endblock %}
{% block head %}<h1>{{ say("web-clubs.title") }}</h1>{% endblock %}
{% block main %}<ul>{% for name, players in clubs %}<li>{{ name }}: {{ players }}</li>{% endfor %}</ul>{% endblock %}
"""
ASK = """
import re, sys
from starlette.testclient import TestClient
from desk.access import accounts
from desk.access.accounts import EVERYWHERE
from desk.access.roles import Role
from desk.access.sessions import begin
from desk.commands.commands import command_of
from desk.desk import Desk
from desk.web.app import application
from desk.web.office import Office
from desk.web.security import COOKIE
from desk.writing import carry_out
from ledger.runtime import Runtime
from pathlib import Path

place = Path(sys.argv[1])
wanted = [{"command": "init", "name": "Cup", "rounds": 3}] + [
    {"command": "enter", "name": name, "club": club} for name, club in (("Ann", "Toren"), ("Bo", "Zet"))
]
carry_out(Desk(place, Runtime()), [(None, command_of(one)) for one in wanted])
office = Office.of(place, Runtime())
office.hosts = frozenset({"testserver"})
with office.doors.file.writing() as connection:
    key = accounts.add(connection, Role.HELPER, EVERYWHERE, "Ann Other")
session = begin(office.doors.file, key, "browser")
app = application(office)
for cookies in ({"lang": "en"}, {"lang": "en", COOKIE: session}, {"lang": "nl", COOKIE: session}):
    answer = TestClient(app, follow_redirects=False, cookies=cookies).get("/cup/clubs")
    said = " ".join(re.findall("<(?:h1|li)>([^<]*)</", answer.text.split("<main")[-1]))
    print(answer.status_code, said)
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one page more.

    Copied and run for real: some three seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.with_manual()
    toy.add("desk/web/pages/clubs.py", PAGE)
    toy.add("desk/web/templates/clubs.html", TEMPLATE)
    toy.add("desk/web/words/en/web-clubs.toml", 'title = "Clubs"\n')
    toy.add("desk/web/words/nl/web-clubs.toml", 'title = "Clubs en hun spelers"\n')
    return toy


def test_a_new_page_is_one_module_one_template_and_its_words(toy: ToyProgram) -> None:
    assert [path.rpartition("/")[2] for path in toy.touched] == [
        "clubs.py",
        "clubs.html",
        *["web-clubs.toml"] * 2,
    ]


def test_a_new_page_is_there_for_its_roles_in_both_languages(
    toy: ToyProgram, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ledger = str(tmp_path_factory.mktemp("toy") / "toy.ledger")
    assert toy.run("-c", ASK, ledger).splitlines() == [
        "303 ",
        "200 Clubs Toren: 1 Zet: 1",
        "200 Clubs en hun spelers Toren: 1 Zet: 1",
    ]
