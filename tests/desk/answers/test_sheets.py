"""Sheets: the content of each, its title, and the sheets of each kind of tournament."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from desk.access.file import AccessFile
from desk.access.tickets import holder_of, last_published
from desk.answers.sheets import CUT_OUT, KINDS
from desk.desk import Desk
from desk.render.qr import qr_svg
from ledger.state.book import Book
from tests.helpers.console import repeatable
from tests.helpers.html_reader import Reader
from tests.helpers.terminal import Terminal, with_round_1


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = with_round_1(tmp_path)
    terminal.run("enter", "Åsa", "--club", "De <Pion>", "--rating", 1850)
    terminal.run("withdraw", "Cor", "--from-round", 2)
    terminal.run(
        "details",
        "--city",
        "Ede",
        "--club",
        "De Pion",
        "--begins",
        "2026-11-27",
        "--ends",
        "2026-11-29",
    )
    terminal.run("schedule", 1, "2026-11-27")
    return terminal


def text_of(terminal: Terminal, *words: object) -> str:
    page = terminal.ledger.with_name("sheet.html")
    page.unlink(missing_ok=True)
    terminal.run(*words, page)
    return page.read_text("utf-8")


def test_every_kind_has_a_title_a_place_and_a_foot_in_both_languages(club: Terminal) -> None:
    club.run("prizes", "declare", 500, 300)
    titles = {
        "pairings": ("Pairings of round 1", "Indeling ronde 1"),
        "by-name": ("Pairings of round 1, by name", "Indeling ronde 1, op naam"),
        "standing": ("Standing after round 0", "Stand na ronde 0"),
        "crosstable": ("Crosstable after round 1", "Kruistabel na ronde 1"),
        "participants": ("Participants", "Deelnemers"),
        "check-in": ("Check-in list, round 2", "Presentielijst ronde 2"),
        "results": ("Results of round 1", "Uitslagen ronde 1"),
        "score-sheets": ("Score sheets of round 1", "Notatieformulieren ronde 1"),
        "place-cards": ("Place cards", "Naamkaarten"),
        "board-cards": ("Board numbers", "Bordnummers"),
        "slips": ("Result slips of round 1", "Uitslagbriefjes ronde 1"),
        "prizes": ("Prizes", "Prijzen"),
        "ceremony": ("Prize-giving", "Prijsuitreiking"),
    }
    assert set(KINDS) - set(titles) == {"schedule"}
    assert "no-fixtures" in club.refused("sheet", "schedule")
    for kind, both in titles.items():
        for language, title in zip(("en", "nl"), both, strict=True):
            page = text_of(club, "--lang", language, "sheet", kind, "-o")
            Reader(page)
            assert f"<title>Open: {title}</title>" in page
            assert f">{title}</h1>" in page or f"<h1>{title}<small>Open</small></h1>" in page
            if kind not in CUT_OUT:
                assert "De Pion, Ede" in page
                days = ("27 to 29 November 2026", "27 t/m 29 november 2026")[language == "nl"]
                assert f"{days}</p>" in page
                assert f">{'page' if language == 'en' else 'blad'} 1 " in page
                assert "(UTC)" in page
                assert "Controlecode" in page or "Check code" in page


def test_a_sheet_of_the_past_has_the_check_code_of_then(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Club", "--rounds", 2)
    for name in "ABCD":
        terminal.run("enter", name)
    terminal.run("lots")
    terminal.run("publish")
    first = terminal.json("head")["rows"][-1]
    terminal.run("result", 1, "1-0", "1-0")
    terminal.run("publish")
    then = text_of(terminal, "sheet", "--as-of", f"#{first['size']}", "pairings", "-o")
    assert f"Check code {first['short']}" in then
    before = text_of(terminal, "sheet", "--as-of", "#5", "participants", "-o")
    assert "Check code" not in before


def test_the_time_at_which_a_round_begins_stands_beside_its_date(club: Terminal) -> None:
    club.run("schedule", 1, "2026-11-27", "20:00")
    club.run("schedule", 2, "28-11-2026", "9.30")
    for language, kind, when in (
        ("en", "pairings", "Friday 27 November 2026, 20:00"),
        ("nl", "pairings", "vrijdag 27 november 2026, 20.00 uur"),
        ("nl", "by-name", "vrijdag 27 november 2026, 20.00 uur"),
        ("nl", "check-in", "zaterdag 28 november 2026, 09.30 uur"),
    ):
        assert f"<br>{when}" in text_of(club, "--lang", language, "sheet", kind, "-o")
    slips = text_of(club, "sheet", "slips", "-o")
    assert "round 1 of 5<br>Friday 27 November 2026, 20:00</span>" in slips


@pytest.mark.parametrize(
    ("dates", "said"),
    [
        ({1: "2026-09-11"}, "from Friday 11 September 2026"),
        ({1: "2026-09-11", 2: "2026-09-18"}, "11 to 18 September 2026"),
        ({2: "2026-09-18"}, "until Friday 18 September 2026"),
    ],
)
def test_a_date_of_one_round_is_not_printed_as_that_of_the_tournament(
    tmp_path: Path, dates: dict[int, str], said: str
) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Open", "--rounds", 2)
    for number, day in dates.items():
        terminal.run("schedule", number, day)
    assert said in text_of(terminal, "sheet", "participants", "-o")
    mid = terminal.run("export")
    assert ("052 2026/09/18" in mid) == (2 in dates)
    assert "052 2026/09/11" not in mid


def test_a_head_says_the_tempo_and_a_foot_the_system_as_people_call_it(club: Terminal) -> None:
    club.run("details", "--tempo", "90 min + 30 s")
    for rules, said in ((None, "Zwitsers op weerstandspunten (KNSB 2014)"), ("berger", "Berger")):
        terminal = club
        if rules:
            terminal = Terminal(club.ledger.with_name("other.ledger"))
            terminal.run("init", "Kring", "--rules", rules)
        page = text_of(terminal, "--lang", "nl", "sheet", "participants", "-o")
        assert said in page
        assert ("november 2026 · 90 min + 30 s</p>" in page) == (rules is None)


def test_an_only_day_stands_beside_its_round_and_nowhere_else(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Rapid", "--rounds", 1)
    for name in ("Anna", "Bram"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("schedule", 1, "2026-11-28")
    terminal.run("publish")
    for kind in ("pairings", "participants"):
        page = text_of(terminal, "sheet", kind, "-o")
        assert page.count("Saturday 28 November 2026") == 1


@pytest.mark.parametrize("rules", ["knsb-wp-2014", "berger", "mwkeizer", "fide-dutch-2026"])
@pytest.mark.parametrize("language", ["en", "nl"])
def test_no_sheet_has_a_position_a_key_of_rules_or_a_command(
    rules: str, language: str, tmp_path: Path
) -> None:
    terminal = _of(rules, tmp_path)
    for board in (1, 2):
        terminal.try_("result", 2, board, "1-0")
    for kind in KINDS:
        if (rules, kind) in {*REFUSED, ("fide-dutch-2026", "schedule")}:
            continue
        page = text_of(terminal, "--lang", language, "sheet", kind, "-o")
        body = re.sub("&#39;", "'", page)
        body = re.sub(r"<(style|svg).*?</\1>", "", body, flags=re.DOTALL)
        assert not re.findall(r"#[0-9]|toernooi [a-z]", body), kind
        assert rules not in body
        assert f"({rules.partition('-')[0]}" not in body


@pytest.mark.parametrize("rules", ["knsb-wp-2014", "berger", "mwkeizer"])
def test_after_the_last_round_the_sheet_is_the_final_standing(rules: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Open", "--rounds", 1, "--rules", rules)
    for name in ("Anna", "Bram"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    assert "Standing after round 0" in text_of(terminal, "sheet", "standing", "-o")
    terminal.run("result", 1, 1, "1-0")
    for words in ((), (1,)):
        page = text_of(terminal, "sheet", "standing", *words, "-o")
        assert "<h1>Final standing<" in page
        assert "provisional" in page
    terminal.run("finish", "--confirm", 1)
    page = text_of(terminal, "--lang", "nl", "sheet", "standing", "-o")
    assert "<h1>Eindstand<" in page
    assert "voorlopig" not in page


def test_there_is_no_list_of_who_is_here_for_a_round_that_never_comes(tmp_path: Path) -> None:
    for rules in ("knsb-wp-2014", "mwkeizer"):
        terminal = Terminal(tmp_path / f"{rules}.ledger")
        terminal.run("init", "Open", "--rounds", 1, "--rules", rules)
        for name in "AB":
            terminal.run("enter", name)
        terminal.run("lots", "--by", "entry")
        terminal.run("publish")
        assert "no-such-round" in terminal.refused("sheet", "check-in")
        assert "no-such-round" in terminal.refused("checked-in")
        assert "round 1" in terminal.run("checked-in", 1)
        terminal.run("result", 1, 1, "1-0")
        terminal.run("finish", "--confirm", 1)
        for command in (("sheet", "check-in"), ("checked-in",), ("checked-in", 9)):
            assert "tournament-closed" in terminal.refused(*command)
        assert terminal.refused("pairings", 9, code=2).rstrip().endswith("toernooi rounds")
    assert "round 1" in terminal.run("who-comes")
    assert "tournament-closed" in terminal.refused("who-comes", 2)


def test_a_check_in_list_is_by_name_without_who_withdrew(club: Terminal) -> None:
    rows = Reader(text_of(club, "sheet", "check-in", "-o")).rows[1:]
    assert [row[1] for row in rows] == ["Anna", "Åsa", "Bram", "Dirk", "Ernst", "Frits"]
    assert rows[1] == ["", "Åsa", "7", "De <Pion>", "1850", ""]


def test_participants_have_their_club_and_rating(club: Terminal) -> None:
    rows = Reader(text_of(club, "players", "--html")).rows
    assert rows[0] == ["no", "name", "club", "rating"], "nobody has a title"
    assert rows[-1] == ["7", "Åsa", "De <Pion>", "1850"]
    assert len(rows) == 8


def test_a_slip_has_its_board_and_both_players(club: Terminal) -> None:
    page = text_of(club, "sheet", "slips", 1, "-o")
    assert page.count('<article class="slip"') == 3
    boards = [board for board in (1, 2, 3, 4) if f'<span class="bno">{board}</span>' in page]
    assert boards == [1, 2, 3]
    assert "<table>" not in page


def test_results_by_board_say_which_game_is_still_played(club: Terminal) -> None:
    club.run("result", 1, 1, "1-0")
    rows = Reader(text_of(club, "--lang", "nl", "sheet", "results", "-o")).rows
    assert [row[3] for row in rows] == ["uitslag", "1–0", "bezig", "bezig"]
    assert 'class="blank"' not in text_of(club, "sheet", "results", "-o").partition("</style>")[2]


def test_each_player_has_a_score_sheet_with_both_names_and_their_own_in_bold(
    club: Terminal,
) -> None:
    page = text_of(club, "sheet", "score-sheets", 1, "-o")
    book = Desk(club.ledger, repeatable()).read()
    assert isinstance(book, Book)
    games = book.state.rounds[0].games
    _, *forms = page.split('<article class="score"')
    assert len(forms) == 2 * len(games)
    for at, form in enumerate(forms):
        white, black = book.name(games[at // 2].white), book.name(games[at // 2].black)
        assert f"<b>{(white, black)[at % 2]}</b>" in form
        assert f"<span>{(black, white)[at % 2]}</span>" in form
        assert f'<span class="bno">{at // 2 + 1}</span>' in form
        assert "<i>60</i>" in form


def test_there_is_a_card_for_each_player_and_for_each_board(club: Terminal) -> None:
    page = text_of(club, "sheet", "place-cards", "-o")
    names = re.findall(r'<p class="who">([^<]*)</p>', page)
    assert names == ["Anna", "Åsa", "Bram", "Dirk", "Ernst", "Frits"]
    assert "no 7 · rating 1850 · De &lt;Pion&gt;" in page
    boards = text_of(club, "sheet", "board-cards", "-o")
    assert re.findall(r'<p class="who">([^<]*)</p>', boards) == ["1", "2", "3"]


def test_publishing_writes_the_pairings_too(club: Terminal, tmp_path: Path) -> None:
    for board in (1, 2, 3):
        club.run("result", 1, board, "1-0")
    page = tmp_path / "round.html"
    said = club.try_("publish", "--sheet", page, "--json")
    assert json.loads(said.out)["facts"]
    assert f"written: {page}" in said.err
    assert page.read_text("utf-8") == text_of(club, "pairings", 2, "--html")
    refused = tmp_path / "none.html"
    club.refused("publish", "--sheet", refused)
    assert not refused.exists()


def test_where_the_pairings_cannot_be_written_nothing_is_published(
    club: Terminal, tmp_path: Path
) -> None:
    for board in (1, 2, 3):
        club.run("result", 1, board, "1-0")
    before = club.run("log")
    for page, why in (
        (tmp_path / "none" / "round.html", "no such file or folder"),
        (tmp_path, "is a folder"),
        (club.ledger, "is a ledger"),
    ):
        assert why in club.refused("publish", "--sheet", page, code=2)
    assert club.run("log") == before


def test_a_standing_has_what_the_public_reads(club: Terminal) -> None:
    for board in (1, 2, 3):
        club.run("result", 1, board, "1-0")
    rows = Reader(text_of(club, "standings", "--html")).rows
    assert rows[0] == ["#", "no", "name", "points", "WP", "SB"]
    assert text_of(club, "standings", "--html") == text_of(club, "sheet", "standing", "-o")


def test_a_sheet_that_is_of_no_round_takes_none(club: Terminal) -> None:
    assert "not of one round" in club.refused("sheet", "prizes", 1, code=2)
    assert "round-not-published" in club.refused("sheet", "pairings", 7, code=2)


def test_a_matrix_has_a_column_for_each_opponent(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Kring", "--rules", "berger")
    for name in "ABCD":
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    rows = Reader(text_of(terminal, "crosstable", "--html")).rows
    assert rows[0] == ["no", "name", "1", "2", "3", "4", "pts", "#"]
    assert rows[1] == ["1", "A", "*", ".", ".", "1", "1", "1"]
    assert len(Reader(text_of(terminal, "fixtures", "--html")).rows) == 7


def test_slips_printed_at_the_terminal_have_the_codes_of_the_server(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    links: list[str] = []

    def code(text: str) -> str:
        links.append(text)
        return ""

    monkeypatch.setattr("desk.render.sheets.qr_svg", code)
    page = text_of(club, "sheet", "slips", 1, "--address", "https://hall.example:8000/", "-o")
    assert page.count('<article class="slip"') == 3
    book = Desk(club.ledger, repeatable()).read()
    assert isinstance(book, Book)
    with AccessFile(club.ledger, repeatable()) as file:
        holders = [
            holder_of(file, link.removeprefix("https://hall.example:8000/q/"), last_published(book))
            for link in links
        ]
    games = book.state.rounds[0].games
    assert [getattr(one, "player", None) for one in holders] == [
        player for game in games for player in (game.white, game.black)
    ]


def test_a_slip_has_a_half_to_tear_off_for_each_player_with_their_code_and_no_other(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desk.render.sheets.qr_svg", lambda text: f"[{text}]")
    page = text_of(club, "sheet", "slips", 1, "--address", "https://hall.example", "-o")
    book = Desk(club.ledger, repeatable()).read()
    assert isinstance(book, Book)
    _, *slips = page.split('<article class="slip"')
    for slip, game in zip(slips, book.state.rounds[0].games, strict=True):
        whole, *halves = slip.split('<div class="half">')
        assert "[https" not in whole
        for half, player in zip(halves, (game.white, game.black), strict=True):
            assert half.count("[https") == 1
            assert f"/q/1-P{player}-" in half
            assert f"<b>{book.name(player)}</b>" in half


@pytest.mark.parametrize(
    "typed",
    [
        ("standing", "--address", "https://hall.example"),
        ("slips", "--address", "hall.example"),
        ("slips", "--as-of", "#3", "--address", "https://hall.example"),
        ("slips", "--address", "javascript://x"),
        ("slips", "--address", "http://a b"),
        ("slips", "--address", "http://[::1]:8000"),
        ("slips", "--address", "https://0.0.0.0/"),
    ],
)
def test_codes_are_for_the_slips_of_the_last_round_at_an_address(
    club: Terminal, tmp_path: Path, typed: tuple[str, ...]
) -> None:
    page = tmp_path / "none.html"
    assert club.try_("sheet", *typed, "-o", page).code == 2
    assert not page.exists()


def _of(rules: str, folder: Path) -> Terminal:
    terminal = Terminal(folder / "t.ledger")
    terminal.run("init", "Club", "--rounds", 5, "--rules", rules)
    for name in ("Anna", "Bram", "Cor", "Dirk", "Ernst"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "1/2-1/2")
    terminal.run("absent", "Cor", 2)
    terminal.run("publish")
    terminal.run("prizes", "declare", 50, 30)
    return terminal


REFUSED = {("mwkeizer", "schedule"), ("knsb-wp-2014", "schedule")}
"""Sheets that a kind of tournament does not have."""


@pytest.mark.parametrize("rules", ["mwkeizer", "knsb-wp-2014", "berger"])
def test_every_sheet_of_every_round_is_printed_or_refused_in_a_season_too(
    rules: str, tmp_path: Path
) -> None:
    terminal = _of(rules, tmp_path)
    for kind, (_, of_round) in KINDS.items():
        for words in ([], ["1"], ["2"], ["--lang", "nl"]) if of_round else ([], ["--lang", "nl"]):
            line = ("sheet", kind, *words, "-o", tmp_path / "sheet.html")
            if (rules, kind) in REFUSED:
                assert "no-fixtures" in terminal.refused(*line)
            else:
                terminal.run(*line)


@pytest.mark.parametrize("rules", ["mwkeizer", "knsb-wp-2014", "berger"])
def test_a_report_with_a_sheet_has_every_form_in_a_season_too(rules: str, tmp_path: Path) -> None:
    terminal = _of(rules, tmp_path)
    lines = [
        ["pairings"],
        ["pairings", "1"],
        ["pairings", "--by-name"],
        ["standings"],
        ["standings", "--after", "1"],
        ["standings", "--final"],
        ["crosstable"],
        ["players"],
        ["prizes", "show"],
        *([["fixtures"]] if rules == "berger" else []),
    ]
    for line in lines:
        for form in ([], ["--json"], ["--csv"], ["--html", tmp_path / "page.html"]):
            terminal.run(*line, *form)


def test_the_hall_of_a_season_finds_who_has_no_opponent_and_who_is_away(tmp_path: Path) -> None:
    terminal = _of("mwkeizer", tmp_path)
    first = text_of(terminal, "sheet", "by-name", "1", "-o")
    assert "Pairings of round 1, by name" in first
    assert "no opponent" in first
    second = text_of(terminal, "pairings", "2", "--by-name", "--html")
    assert "Pairings of round 2, by name" in second
    assert "absent" in second


def test_sheets_for_the_wall_have_the_address_of_the_website_in_words_and_as_a_code(
    club: Terminal,
) -> None:
    address = "https://club.example/open"
    assert address not in text_of(club, "sheet", "standing", "-o")
    club.run("website-choices", "--address", address)
    said = f"<span>Pairings, results and standings:<br>{address}</span>"
    for kind in ("results", "standing", "crosstable"):
        assert f"{qr_svg(address)}{said}" in text_of(club, "sheet", kind, "-o")
    for kind in ("participants", "slips", "place-cards"):
        assert address not in text_of(club, "sheet", kind, "-o"), kind
    club.run("website-choices", "--published", "no")
    assert address not in text_of(club, "sheet", "standing", "-o")


def test_the_code_of_a_round_leads_to_the_round_as_it_was_published(
    club: Terminal, tmp_path: Path
) -> None:
    address = "https://club.example/open"
    club.run("website-choices", "--address", f"{address}/")
    said = f"<span>Pairings, results and standings:<br>{address}/</span>"
    site = tmp_path / "site"
    club.run("website", site, "--without-why")
    pages = {page.parent: page.read_text("utf-8") for page in site.glob("at/*/*/index.html")}
    for kind in ("pairings", "by-name"):
        sheet = text_of(club, "sheet", kind, "-o")
        codes = {
            page: f"{qr_svg(f'{address}/{page.relative_to(site).as_posix()}/')}{said}"
            for page in pages
        }
        (kept,) = (page for page, code in codes.items() if code in sheet)
        leads = re.findall(r'href="(../../../[^"]*index.html)" lang', pages[kept])
        assert [(kept / page).resolve().is_file() for page in leads] == [True, True]
        assert "/round/" in leads[0]
