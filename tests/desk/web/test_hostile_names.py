"""Names meant to break a page are shown as text on every page; what is private stays private."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.commands.tournament import command_of
from desk.desk import Desk, Written
from desk.web.routes import WebRoute
from ledger.facts.tournament import PlayerRegistered
from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord
from tests.helpers.access import joined
from tests.helpers.browsing import Browsing
from tests.helpers.console import repeatable
from tests.helpers.matrix import COMERS, GETS, address_of, client_of

MARK = "zq9"
"""Part of every hostile text, so that a test sees whether a page shows it."""

SCRIPT = f"<script>alert('{MARK}')</script>"
HOSTILE = (
    SCRIPT,
    f'{MARK}" onmouseover="alert(1)" x="',
    f"{MARK}' onfocus='alert(1)' autofocus='",
    f"</title></select></textarea></table>{MARK}<img src=x onerror=alert(1)>",
    f"{MARK} \u202egnp.elpmaxe\u202c \u2066x",
    f"{MARK}\x00\x07\x1b[31m\x85\u2028\r\n\tred",
    f"{MARK}{{{{ 7 * 7 }}}}{{% raw %}}${{7*7}}",
    MARK + "x" * 10_000,
    f"{MARK}&lt;b&gt;&amp;amp;",
    f"javascript:alert('{MARK}')",
)
"""Names of players. What the handlers refuse is written straight into the file, as if an older
program had."""

TYPED = tuple(text for text in HOSTILE if text.isprintable() and len(text) < 200)
"""Those that the commands take."""

SECRETS = {
    "birth": "1987-06-05", "fide_id": "10098763", "national_id": "7654329",
    "reason": "reason-k7w", "protest": "protest-k7w", "absence": "absence-k7w",
    "ruling": "ruling-k7w", "nameless": "nameless-k7w", "club": "club-k7w",
}  # fmt: skip
"""What never stands on a page of the public or of a player."""


def hostile_ledger(path: Path, runtime: Runtime) -> None:
    """Make a tournament whose texts are hostile, with a round in play, a protest and a ruling."""
    desk = Desk(path, runtime)

    def do(*commands: dict[str, object]) -> Written:
        numbered = [(None, command_of(command)) for command in commands]
        assert [one for _, one in numbered if isinstance(one, tuple)] == []
        written = desk.write(numbered)  # type: ignore[arg-type]
        assert isinstance(written, Written), written
        return written

    do({"command": "init", "name": f"Cup {SCRIPT}", "rounds": 3})
    for number, name in enumerate(TYPED, 1):
        do({"command": "enter", "name": f"Player {number} {name}", "club": name,
            "rating": 2000 - number, "birth": SECRETS["birth"],
            **({"fide_id": SECRETS["fide_id"], "national_id": SECRETS["national_id"]}
               if number == 1 else {})})  # fmt: skip
    do({"command": "correct-person", "player": "3", "name": SECRETS["nameless"],
        "club": SECRETS["club"], "nameless": "yes"})  # fmt: skip
    _write_past_the_handlers(path, runtime, [n for n in HOSTILE if n not in TYPED], len(TYPED))
    do({"command": "details", "city": SCRIPT, "organiser": TYPED[1], "arbiter": TYPED[2],
        "venue": TYPED[3]})  # fmt: skip
    do({"command": "lots", "by": "entry"}, {"command": "publish"})
    boards = len(desk.read().state.rounds[-1].games)  # type: ignore[union-attr]
    do(*({"command": "result", "round": 1, "board": b, "result": "1-0"}
         for b in range(1, boards + 1)))  # fmt: skip
    do({"command": "publish"}, {"command": "start", "round": 2})
    do({"command": "correct-result", "round": 1, "board": 1, "result": "0-1",
        "reason": f"{SECRETS['reason']} {SCRIPT}"})  # fmt: skip
    do({"command": "protest", "round": 2, "player": "1",
        "text": f"{SECRETS['protest']} {SCRIPT}"})  # fmt: skip
    do({"command": "ruling", "number": 1, "verdict": "rejected",
        "text": f"{SECRETS['ruling']} {TYPED[1]}"})  # fmt: skip
    do({"command": "protest", "round": 2, "player": "2", "text": SECRETS["protest"]})
    do({"command": "absent", "player": "3", "round": 3, "reason": SECRETS["absence"]})
    do(
        {
            "command": "claim",
            "player": "1",
            "round": 2,
            "result": "1-0",
            "device": "abcdefghijklmnop",
        }
    )


def _write_past_the_handlers(path: Path, runtime: Runtime, names: list[str], before: int) -> None:
    with Store(path) as store:
        ((id_, _),) = store.tournaments()
        for number, name in enumerate(names, before + 1):
            person = PersonRecord(f"p{number}", (("name", name), ("club", name)), "salt")
            fact = PlayerRegistered(player=number, person=person.key, person_hash=person.hash,
                                    rating=1500, title="", from_round=1)  # fmt: skip
            store.append(id_, store.head(id_), [fact], [person], runtime=runtime)


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    path = Path(tmp_path_factory.mktemp("desk")) / "cup.ledger"
    hostile_ledger(path, repeatable())
    browsing = Browsing(path)
    for name in TYPED:
        joined(browsing.office.doors.file, Role.HELPER, name[:60])
    return browsing


class Elements(HTMLParser):
    """The elements of a page with their attributes, as a browser would find them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.attributes: set[tuple[str, str]] = set()
        self.scripts: list[str] = []
        self.links: list[str] = []
        self._in_script = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {(tag, name) for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action")]
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)


def pages(browsing: Browsing, route: WebRoute) -> list[tuple[Role, str, str]]:
    """Return a page as each role that may see it gets it, with its kind, in both languages."""
    shown = []
    for role in COMERS:
        for language in ("nl", "en"):
            if role in route.roles:
                answer = client_of(browsing, role, language).get(address_of(browsing, route))
                kind = answer.headers.get("content-type", "")
                assert answer.status_code < 500, (role, answer.text[:200])
                shown.append((role, kind, answer.text))
    return shown


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")


@pytest.mark.parametrize("route", GETS, ids=lambda route: route.name)
def test_a_hostile_name_is_text_on_every_page(browsing: Browsing, route: WebRoute) -> None:
    for role, kind, page in pages(browsing, route):
        if not kind.startswith("text/html"):
            continue
        elements = Elements(page)
        handlers = {name for _, name in elements.attributes if name.startswith("on")}
        assert handlers == set(), role
        assert "style" not in {name for _, name in elements.attributes}, role
        assert "".join(elements.scripts).strip() == "", role
        assert [link for link in elements.links if link.startswith("javascript:")] == [], role
        assert SCRIPT not in page, role
        assert "<img src=x" not in page, role
        assert _UNSEEN.search(page) is None, role
        assert "49" not in re.findall(rf"{MARK}(\d+)", page), role


def test_hostile_names_are_there_to_be_seen(browsing: Browsing) -> None:
    """The test above proves nothing about a page without names."""
    showing = {
        route.name for route in GETS for _, _, page in pages(browsing, route) if MARK in page
    }
    wanted = {
        "home", "people", "check-in", "standing", "pairings", "crosstable", "player", "wall",
        "round", "players", "draft", "disputes", "audit", "log", "game", "why",
    }  # fmt: skip
    assert wanted & {route.name for route in GETS} - showing == set()


@pytest.mark.parametrize("route", GETS, ids=lambda route: route.name)
def test_what_is_private_never_stands_on_a_page_of_the_public_or_a_player(
    browsing: Browsing, route: WebRoute
) -> None:
    for role, _, page in pages(browsing, route):
        if role in (Role.PUBLIC, Role.PLAYER):
            private = [name for name, secret in SECRETS.items() if secret in page]
            assert private == [], role
            assert "05-06-1987" not in page


def test_what_is_private_is_there_to_be_told(browsing: Browsing) -> None:
    """The test above proves nothing of what no page shows to anybody."""
    chief = client_of(browsing, Role.CHIEF)
    addresses = [address_of(browsing, route) for route in GETS if Role.CHIEF in route.roles]
    addresses += [f"/{browsing.slug}/do/correct-person?player=1", f"/{browsing.slug}/disputes/2"]
    seen = "".join(chief.get(address).text for address in addresses)
    assert {name for name, secret in SECRETS.items() if secret not in seen} <= {"absence"}
