"""The tournaments of the file, and every page and form that a reader may use, in groups."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.answers.sheets import KINDS
from desk.commands.commands import COMMANDS, SPECS
from desk.web.pages.more import GROUPS, SHEETS
from desk.web.routes import may_do
from tests.helpers.browsing import Browsing, demo
from tests.helpers.ledgers import damage
from tests.helpers.round_page import record, three_boards
from tests.helpers.terminal import Terminal

ON_A_PAGE = {
    "init",
    "import",
    "result",
    "publish",
    "start",
    "check-in",
    "protest",
    "ruling",
    "present",
    "claim",
    "claim-withdraw",
    "report",
}
"""Commands that are given on a page of their own."""


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("home")))


def test_every_command_stands_in_a_group_or_on_its_own_page() -> None:
    grouped = [name for name, spec in SPECS.items() if spec.group in GROUPS]
    assert sorted({*grouped, *ON_A_PAGE}) == sorted(COMMANDS)
    assert len(grouped) == len(set(grouped))


def test_every_sheet_can_be_printed() -> None:
    assert sorted(SHEETS) == sorted(KINDS)


@pytest.mark.parametrize("role", [Role.CHIEF, Role.DEPUTY, Role.HELPER, Role.COMMITTEE])
def test_only_what_a_role_may_do_is_on_its_page(browsing: Browsing, role: Role) -> None:
    text = browsing.client(role).get(f"/{browsing.slug}/more").text
    forms = re.findall(rf'href="/{browsing.slug}/do/([a-z-]+)"', text)
    assert all(may_do(role, command) for command in forms)
    assert ("finish" in forms) == (role is Role.CHIEF)
    assert bool(forms) == (role is not Role.COMMITTEE)
    assert ("/new" in browsing.client(role).get("/").text) == (role is Role.CHIEF)


def test_forms_of_a_season_and_of_fide_appear_where_the_rules_know_them(tmp_path: Path) -> None:
    for rules, there, absent in (
        ("mwkeizer", "external", "prohibit"),
        ("fide-dutch-2026", "prohibit", "external"),
        ("knsb-wp-2014", "lots", "accelerate"),
    ):
        fresh = Browsing(tmp_path / f"{rules}.ledger")
        fresh.do({"command": "init", "name": "Proef", "rules": rules})
        text = fresh.client().get(f"/{fresh.slug}/more").text
        assert f"/do/{there}" in text
        assert f"/do/{absent}" not in text


FILLED_IN = {
    "player": "1",
    "first": "1",
    "second": "2",
    "round": "1",
    "board": "1",
    "white": "1",
    "black": "2",
    "rounds": "3",
    "reason": "asked for",
    "name": "Other",
    "rating": "1500",
    "result": "0-1",
    "by": "entry",
}
"""Values with which the form of any command is sent."""


def test_an_ended_tournament_offers_no_form_that_it_always_refuses(tmp_path: Path) -> None:
    ended = Browsing(tmp_path / "ended.ledger")
    ended.do(
        {"command": "init", "name": "Proef", "rounds": 1},
        *({"command": "enter", "name": name} for name in "AB"),
        {"command": "lots", "by": "entry"},
        {"command": "publish"},
        {"command": "result", "round": 1, "board": 1, "result": "1-0"},
        {"command": "finish", "confirm": "1"},
    )
    text = ended.client().get(f"/{ended.slug}/more").text
    offered = set(re.findall(rf'href="/{ended.slug}/do/([a-z-]+)"', text))
    refused = {
        command
        for command in sorted(COMMANDS.keys() - ON_A_PAGE - {"reopen", "undo"})
        if "is afgesloten" in ended.send(f"/{ended.slug}/do/{command}", FILLED_IN).text
    }
    assert refused & offered == set()
    assert {"enter", "close", "withdraw"} <= refused
    assert "reopen" in offered


def test_a_tournament_that_cannot_be_read_is_named_with_the_others(browsing: Browsing) -> None:
    text = browsing.client(None).get("/").text
    assert "Club Open" in text
    assert "/import" not in text


def test_a_tournament_that_is_damaged_further_on_does_not_hide_the_others(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    browsing.do({"command": "init", "name": "Blitz"}, {"command": "enter", "name": "Bos, A."})
    damage(
        browsing.path,
        f"UPDATE stored_events SET state = '[' WHERE originator_id = '{browsing.tournament}'"
        " AND originator_version = 2",
    )
    again = Browsing(browsing.path)
    page = again.client(None).get("/")
    assert page.status_code == 200
    assert "nog 4 borden bezig" in page.text
    assert f'href="/{again.slug}"' in page.text
    assert "geen ronde" not in page.text
    assert again.client(None).get(f"/{again.slug}/pairings").status_code == 503


def test_an_empty_file_says_how_to_begin(tmp_path: Path) -> None:
    fresh = Browsing(tmp_path / "none.ledger")
    text = fresh.client().get("/").text
    assert "nog geen toernooi" in text
    assert 'href="/new"' in text


def test_a_tournament_whose_import_was_taken_back_is_marked(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    file = tmp_path / "open.trf"
    file.write_text("012 Proef\n001    1      Anna\n001    2      Bram\n", "utf-8")
    terminal.run("import", file)
    fresh = Browsing(terminal.ledger)
    assert "inlezen teruggenomen" not in fresh.client().get("/").text
    terminal.run("undo", "--confirm", "yes")
    assert fresh.client().get("/").text.count("inlezen teruggenomen") == 1


def test_a_visitor_sees_where_each_tournament_stands_and_goes_on_to_its_pages(
    tmp_path: Path,
) -> None:
    browsing = demo(tmp_path)
    browsing.do({"command": "schedule", "round": 6, "date": "2026-11-28", "time": "13:00"})
    page = browsing.client(None).get("/").text
    stands = "ronde 6 van 7 · zaterdag 28 november 2026, 13.00 uur · nog 4 borden bezig"
    assert stands in page
    for name in ("pairings", "standing", "crosstable"):
        assert f'href="/{browsing.slug}/{name}"' in page
    browsing.do({"command": "init", "name": "Blitz"}, {"command": "enter", "name": "Bos, A."})
    page = browsing.client(None, "en").get("/").text
    assert "1 player, no round yet" in page
    assert page.index("Blitz") < page.index("Club Open")


def test_a_name_that_was_put_right_stands_on_every_page_and_addresses_stay(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    slug = browsing.slug
    browsing.do({"command": "details", "name": "Stadsopen"})
    assert browsing.slug == slug
    client = browsing.client()
    for page in ("/", "/new", f"/{slug}/players", f"/{slug}/standing", f"/{slug}/wall"):
        text = client.get(page).text
        assert "Stadsopen" in text, page
        assert "Club Open" not in text, page


def test_a_tournament_that_is_over_says_so_on_the_first_page(tmp_path: Path) -> None:
    browsing = three_boards(tmp_path)
    for board in (1, 2, 3):
        record(browsing, board, "1-0")
    assert "ronde 1 van 3 · alle uitslagen zijn binnen" in browsing.client(None).get("/").text
    browsing.do({"command": "plan", "rounds": 1}, {"command": "finish", "confirm": "1"})
    assert "afgelopen na 1 ronde<" in browsing.client(None).get("/").text


def test_a_visitor_of_an_empty_ledger_is_told_who_begins(tmp_path: Path) -> None:
    browsing = Browsing(tmp_path / "cup.ledger")
    assert "De wedstrijdleider logt in" in browsing.client(None).get("/").text
    assert "De wedstrijdleider logt in" not in browsing.client().get("/").text


def test_a_tournament_without_players_leads_to_a_list_then_to_numbers_then_to_the_pairing(
    tmp_path: Path,
) -> None:
    browsing = Browsing(tmp_path / "cup.ledger")
    browsing.do({"command": "init", "name": "Cup", "rounds": 3})
    home = f"/{browsing.slug}"
    pages = ("round", "players", "draft", "check-in")
    client = browsing.client()

    def leads() -> list[str]:
        texts = (client.get(f"{home}/{page}").text for page in pages)
        found = (re.search(r'class="btn main[^"]*"[^>]* href="([^"]*)"', text) for text in texts)
        return [match[1] if match else "" for match in found]

    assert leads()[:1] + leads()[2:] == [f"{home}/players/enter#list"] * 3
    assert f'href="{home}/players/enter#list">' in client.get(f"{home}/players").text
    assert "Niets meer." not in client.get(f"{home}/round").text
    assert '<h2 id="list">' in client.get(f"{home}/players/enter").text
    browsing.do(*({"command": "enter", "name": f"Speler {one}"} for one in "ABCD"))
    assert (leads()[0], leads()[2]) == (f"{home}/do/lots",) * 2
    browsing.do({"command": "lots", "by": "entry"})
    assert leads()[0] == f"{home}/draft"
    assert f'href="{home}/draft">Ronde 1 indelen' in client.get(f"{home}/players").text
    # A helper cannot enter anybody, and is not led there.
    assert "#list" not in browsing.client(Role.HELPER).get(f"{home}/round").text
