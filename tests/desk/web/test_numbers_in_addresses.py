"""Addresses and forms name a player by the number that people know, never by the hidden key."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from desk.access.roles import Role
from ledger.state.tournament import Tournament
from tests.helpers.browsing import Browsing, fields_of

TAKEN_OUT = 40
NAMES = ("Alders", "Bakker", "Cohen", "Dekker", "Evers", "Faber", "Groot", "Hoek")
KEYS = range(TAKEN_OUT + 1, TAKEN_OUT + len(NAMES) + 1)


def hall(tmp_path: Path, **more: Any) -> Browsing:
    """Return the desk on a tournament before its first round: keys 41 to 48, numbers 8 to 1."""
    browsing = Browsing(tmp_path / "hall.ledger")
    reason = {"reason": "a test entry"}
    browsing.do(
        {"command": "init", "name": "Najaar", "rounds": 5, **more},
        *({"command": "enter", "name": f"Nobody {n}"} for n in range(TAKEN_OUT)),
        *({"command": "remove", "player": 1, **reason} for _ in range(TAKEN_OUT)),
        *({"command": "enter", "name": name} for name in NAMES),
        {"command": "lots", "by": "file", "order": [*range(len(NAMES), 0, -1)]},
    )
    return browsing


def with_rounds(browsing: Browsing) -> Browsing:
    """Play a round, and publish another."""
    browsing.do({"command": "publish"})
    browsing.do(
        *(
            {"command": "result", "round": 1, "board": board, "result": "1-0"}
            for board in range(1, len(NAMES) // 2 + 1)
        ),
        {"command": "close", "round": 1},
        {"command": "publish"},
    )
    return browsing


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    """Return the desk on a tournament in round 2, in which keys and numbers are apart."""
    played = with_rounds(hall(tmp_path_factory.mktemp("hall")))
    assert {player: one.number for player, one in played.book.state.players.items()} == {
        key: number for number, key in enumerate(reversed(KEYS), 1)
    }
    return played


def get(browsing: Browsing, path: str, role: Role | None = None, status: int = 200) -> str:
    of: dict[str, Any] = {"player": KEYS[1]} if role is Role.PLAYER else {}
    answer = browsing.client(role, **of).get(f"/{browsing.slug}/{path}")
    assert answer.status_code == status, (path, answer.text)
    return answer.text


TAG = re.compile(r"<[a-z][^>]*>")
ATTRIBUTE = re.compile(
    r'\s(href|action|id|class|name|value|for|hx-[a-z-]+|data-[a-z-]+|aria-[a-z]+)="([^"]*)"'
)


def keys_in(text: str, keys: range) -> list[str]:
    """Return the attributes of a page in which a key is; positions of facts are no keys."""
    there = []
    for tag in TAG.findall(text):
        if re.search(r'name="(csrf|once|seen)"', tag):
            continue
        for name, value in ATTRIBUTE.findall(tag):
            plain = re.sub(r"\b(at|done|as-of|seen|publication|beside)=[0-9]+", "", value)
            if any(int(number) in keys for number in re.findall(r"\b[pb]?([0-9]+)\b", plain)):
                there.append(f'{name}="{html.unescape(value)}"')
    return there


PUBLIC_PAGES = (
    *("pairings", "pairings?by=name", "pairings?round=1", "pairings?as-of=published:1"),
    *("standing", "standing?after=1", "standing?as-of=published:2", "crosstable", "prizes"),
    *(
        "player/7",
        "player/2?as-of=published:1",
        "beside?a=1&b=7",
        "round/2/board/1/why",
        "round/1/board/2/why",
    ),
    *("round/2/player/7/why", "round/2/why-not?first=1&second=2", "rules", "wall", "screens"),
)
OF_A_PLAYER = (*PUBLIC_PAGES, "game", "game/claim", "game/absence")
OF_THE_STAFF = (
    *PUBLIC_PAGES,
    *("round", "round/1", "draft", "check-in", "check-in?q=al", "check-in/7", "check-in/missing"),
    *("check-in/7?step=late", "players", "round/2/change?way=board-swap", "disputes/new", "people"),
    *("round/2/board/1/correct", "round/2/board/1/default", "log?player=7", "log?blame=7", "more"),
    *("do/absent", "do/correct-person?player=7", "do/withdraw", "print", "files", "round/2/audit"),
)


@pytest.mark.parametrize(
    ("role", "pages"),
    [(None, PUBLIC_PAGES), (Role.PLAYER, OF_A_PLAYER), (Role.CHIEF, OF_THE_STAFF)],
    ids=["public", "player", "staff"],
)
def test_no_address_id_class_or_value_of_a_page_has_a_hidden_key(
    browsing: Browsing, role: Role | None, pages: tuple[str, ...]
) -> None:
    assert keys_in('<a href="/najaar/player/41" id="p42">', KEYS)
    for page in pages:
        of: dict[str, Any] = {"player": KEYS[1]} if role is Role.PLAYER else {}
        answer = browsing.client(role, **of).get(f"/{browsing.slug}/{page}")
        assert answer.status_code in (200, 409 if page == "draft" else 200), page
        assert keys_in(answer.text, KEYS) == [], page


def test_a_link_in_a_list_has_the_number_that_stands_beside_the_name(browsing: Browsing) -> None:
    book = browsing.book
    key = book.state.by_label(7)
    assert key is not None
    assert key != 7
    for page, role in (("players", Role.CHIEF), ("standing", None), ("crosstable", None)):
        assert re.search(
            rf'href="/{browsing.slug}/player/7">{book.name(key)}<', get(browsing, page, role)
        ), page
    card = get(browsing, "player/7")
    assert f"<h1>{book.name(key)}</h1>" in card
    assert "· 7</p>" in card
    for hidden in KEYS:
        assert "note stop" in get(browsing, f"player/{hidden}", status=404)
        assert "note stop" in get(browsing, f"round/2/player/{hidden}/why", status=422)


def test_the_why_of_a_number_is_that_of_the_player_with_it(browsing: Browsing) -> None:
    name = browsing.book.name(browsing.book.state.by_label(7) or 0)
    text = get(browsing, "round/2/player/7/why")
    assert re.search(rf"Waarom speelt [^?]*{name}[^?]*\?", text)


def test_a_page_as_of_an_earlier_moment_leads_to_the_number_of_today(browsing: Browsing) -> None:
    entered = next(
        at
        for at, (fact, _) in enumerate(browsing.book.recorded, 1)
        if fact.TOPIC == "numbers-assigned"
    )
    text = get(browsing, f"player/7?as-of={entered - 1}")
    assert f"<h1>{browsing.book.name(browsing.book.state.by_label(7) or 0)}</h1>" in text
    then = get(browsing, f"crosstable?as-of={entered - 1}")
    for name in NAMES:
        number = next(
            state.label(key)
            for state in [browsing.book.state]
            for key in state.players
            if browsing.book.name(key) == name
        )
        assert f'href="/{browsing.slug}/player/{number}">{name}<' in then


def test_who_was_taken_out_since_has_a_name_and_no_link_on_an_earlier_page(
    tmp_path: Path,
) -> None:
    browsing = hall(tmp_path)
    before = browsing.book.state.position
    browsing.do({"command": "remove", "player": 1, "reason": "entered twice"})
    text = get(browsing, f"crosstable?as-of={before}")
    assert "Hoek" in text
    assert not re.search(r"<a [^>]*>Hoek<", text)
    # Those after them moved up, so today's number 1 is another.
    assert f'href="/{browsing.slug}/player/1">Groot<' in text
    assert "<h1>Groot</h1>" in get(browsing, "player/1")
    get(browsing, f"player/{len(NAMES)}", status=404)


def test_before_numbers_are_given_a_link_has_the_number_that_commands_take(
    tmp_path: Path,
) -> None:
    browsing = Browsing(tmp_path / "hall.ledger")
    browsing.do(
        {"command": "init", "name": "Najaar", "rounds": 5},
        *({"command": "enter", "name": name} for name in NAMES),
        {"command": "remove", "player": 1, "reason": "entered twice"},
    )
    assert re.search(r'/player/1">Bakker<', get(browsing, "players", Role.CHIEF))
    assert "<h1>Bakker</h1>" in get(browsing, "player/1")
    get(browsing, f"player/{len(NAMES)}", status=404)


def test_a_name_at_the_check_in_is_asked_about_and_recorded_by_number(browsing: Browsing) -> None:
    client, address = browsing.client(Role.HELPER), f"/{browsing.slug}/check-in/3"
    name = browsing.book.name(browsing.book.state.by_label(3) or 0)
    text = client.get(address).text
    assert re.search(rf'id="dialog-title">{name}<', text)
    form = fields_of(text, 'check-in/3"')
    answer = client.post(address, data={**form, "state": "present"})
    assert answer.status_code == 303
    fact = browsing.book.facts[-1]
    assert getattr(fact, "player", None) == browsing.book.state.by_label(3)
    undo = client.get(answer.headers["location"]).text
    assert f'action="/{browsing.slug}/check-in/3"' in undo


@pytest.mark.parametrize(
    ("path", "answers", "rules"),
    [
        ("check-in/3", {"state": "present"}, "knsb-wp-2014"),
        ("check-in/missing", {"absent.3": "yes"}, "knsb-wp-2014"),
        ("evening", {"player": "3", "kind": "notice"}, "mwkeizer"),
    ],
)
def test_a_form_of_a_page_with_other_numbers_records_nobody(
    tmp_path: Path, path: str, answers: dict[str, str], rules: str
) -> None:
    browsing = hall(tmp_path, rules=rules)
    address = f"/{browsing.slug}/{path}"
    client = browsing.client(Role.CHIEF)
    form = fields_of(client.get(address).text, f"/{path}")
    browsing.do({"command": "lots", "by": "entry"})
    position = browsing.book.state.position
    answer = client.post(address, data={**form, **answers})
    assert answer.status_code == 409
    assert "een ander nummer" in answer.text
    assert browsing.book.state.position == position


def season(tmp_path: Path) -> Browsing:
    """Return a club season with an evening behind it, in which keys and numbers are apart."""
    browsing = hall(tmp_path, rules="mwkeizer")
    return with_rounds(browsing)


def test_the_pages_of_a_season_have_no_hidden_key(tmp_path: Path) -> None:
    browsing = season(tmp_path)
    pages = [
        *("evening", "evening?round=1", "evening?round=3", "overview/build-up?player=7"),
        *("overview/standing", "players", "draft", "standing", "pairings", "player/7"),
    ]
    for page in pages:
        text = get(browsing, page, Role.CHIEF)
        assert keys_in(text, KEYS) == [], page
    state: Tournament = browsing.book.state
    name = browsing.book.name(state.by_label(7) or 0)
    assert re.search(rf'build-up\?player=7">{name}<', get(browsing, "evening", Role.CHIEF))
    chosen = get(browsing, "overview/build-up?player=7", Role.CHIEF)
    assert re.search(rf'<option value="7" selected>{name}<', chosen)


def test_the_log_of_a_player_is_asked_for_by_number_and_a_number_of_nobody_is_said(
    browsing: Browsing,
) -> None:
    name = browsing.book.name(browsing.book.state.by_label(7) or 0)
    text = get(browsing, "log?player=7", Role.CHIEF)
    assert re.search(rf'<option value="7" selected>[^<]*{name}', text)
    assert "note stop" not in text
    assert "note stop" in get(browsing, "log?player=45", Role.CHIEF)


def test_the_log_of_what_a_player_did_is_asked_for_by_number(browsing: Browsing) -> None:
    client, address = browsing.client(Role.PLAYER, player=KEYS[1]), f"/{browsing.slug}/game/claim"
    form = fields_of(client.get(f"{address}?result=1-0").text, "/game/claim")
    assert client.post(address, data={**form, "result": "1-0"}).status_code == 303
    assert browsing.book.recorded[-1].stamp.actor == f"player-{KEYS[1]}"
    text = get(browsing, "log?actor=player-7", Role.CHIEF)
    assert re.search(r'<option value="player-7" selected>', text)
    assert f"#{len(browsing.book.recorded)}<" in text
    assert keys_in(text, KEYS) == []
