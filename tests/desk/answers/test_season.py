"""A club season at the terminal: overviews in every form, and the read verbs of any tournament."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from desk.answers.competition import crosstable, pairings, standings
from desk.answers.draft import draft_view
from desk.answers.season import OVERVIEWS, overview
from desk.answers.status import players
from desk.answers.status import status as status_report
from desk.answers.tournament_file import tournament_file
from desk.commands.decision import Decision
from ledger.refusals import Refusal
from ledger.trf.model import TrfFile
from pairing.systems.draft import Draft, draft
from projections.views.view import View
from tests.helpers.hall import Hall, old_change
from tests.helpers.html_reader import Reader
from tests.helpers.overviews import of, shown
from tests.helpers.season import Season
from tests.helpers.terminal import Terminal, made_once
from tests.helpers.words import in_words, words
from tests.oracles.keizer_seasons import random_season


@pytest.fixture
def hall(tmp_path: Path) -> Terminal:
    """Return a season of six after two rounds; the last has left, a team game is in round 1."""
    return made_once(_played, tmp_path)


def _played(folder: Path) -> Terminal:
    terminal = Terminal(folder / "club.ledger")
    terminal.run(
        "nieuw",
        "Interne <1>",
        "--rounds",
        8,
        "--rules",
        "mwkeizer",
        "--set",
        "keizer.external.1=[70, 68]",
    )
    for letter in "ABCDEF":
        terminal.run("inschrijven", f"Lid {letter}", "--rating", 2000 - ord(letter))
    terminal.run("loten", "--by", "rating")
    terminal.run("afmelden", "6", "1")
    terminal.run("publiceren")
    terminal.run("uitslag", 1, 1, "1-0", 2, "=")
    terminal.run("extern", "6", 1, "--team", 1, "--board", 2, "--colour", "zwart", "--result", "1R")
    terminal.run("publiceren")
    terminal.run("uitslag", 2, 1, "1-0", 2, "=", 3, "0-1")
    return terminal


def test_an_overview_is_asked_by_number_or_by_name_in_english_or_dutch(hall: Terminal) -> None:
    for number, (english, dutch) in enumerate(OVERVIEWS.items(), 1):
        text = hall.run("overzicht", number)
        assert text == hall.run("overview", english) == hall.run("overzicht", dutch)
        assert text != hall.run("--lang", "nl", "overview", english)
    assert '"9" is not an overview; use 1 standing' in hall.refused("overzicht", "9", code=2)
    assert "name an overview" in hall.refused("overzicht", code=2)


def test_table_csv_and_page_have_the_headings_that_members_read_and_json_has_the_keys(
    hall: Terminal, tmp_path: Path
) -> None:
    dutch = [
        "Nr",
        "Naam",
        "Punten",
        "Wa",
        "Gsp",
        "Gw",
        "Rm",
        "Vl",
        "Kl",
        "Afb",
        "Nul",
        "GT",
        "EMt",
        "Esc",
    ]
    title, _, headings, *_ = hall.run("--lang", "nl", "overzicht", 1).splitlines()
    assert headings.split() == dutch
    rows = list(csv.reader(io.StringIO(hall.run("--lang", "nl", "overzicht", 1, "--csv"))))
    assert rows[0] == dutch
    page = tmp_path / "stand.html"
    assert str(page) in hall.run("--lang", "nl", "overzicht", 1, "--html", page)
    read = Reader(page.read_text("utf-8"))
    assert read.caption == title
    assert read.rows == rows
    record = hall.json("--lang", "nl", "overzicht", 1)
    assert [row["points_shown"] for row in record["rows"]] == [row[2] for row in rows[1:]]
    assert {"rank", "points", "value", "absent", "external_score"} <= set(record["rows"][0])


def test_all_pages_of_a_season_are_its_website(hall: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "site" / "2026"
    ran = hall.try_("overzicht", "--all-html", folder)
    assert f"toernooi website {folder}" in ran.err
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    hall.run("website", folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    for wrong in (
        ["1", "--all-html", folder],
        ["1", "--html", "x", "--json"],
        ["--all-html", folder, "--player", "1"],
        ["--all-html", folder, "--as-of", "1"],
    ):
        hall.refused("overzicht", *wrong, code=2)


def test_an_overview_can_be_asked_after_a_round_and_as_known_then(hall: Terminal) -> None:
    after = hall.json("overzicht", 1, "--after", 1)
    then = hall.json("overzicht", 1, "--as-of", "published:2")
    assert after["rounds"] == then["rounds"] == 1
    assert after["rows"] == then["rows"]
    hall.run("corrigeren", "uitslag", 1, 1, "0-1", "--reason", "misread")
    assert hall.json("overzicht", 1, "--after", 1)["rows"] != after["rows"]
    assert hall.json("overzicht", 1, "--as-of", "published:2")["rows"] == after["rows"]


def test_a_tournament_that_is_no_season_has_no_overviews(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    assert "no-season" in terminal.refused("overview", 1)
    refused = json.loads(terminal.try_("overview", 1, "--json").out)["refused"][0]
    assert refused["code"] == "no-season"


def test_the_standing_of_a_season_is_its_overview_and_final_says_so(hall: Terminal) -> None:
    assert hall.run("stand") == hall.run("overzicht", 1)
    final = hall.run("--lang", "nl", "stand", "--final")
    assert "Eindstand na ronde 2" in final
    assert "het seizoen is nog niet beëindigd" in final
    other = hall.json("standings", "--rules", "knsb-wp-2014")
    assert "wp" in other["rows"][0]


def test_the_standing_of_a_season_that_ended_is_its_final_one(hall: Terminal) -> None:
    hall.run("plan", 2)
    hall.run("finish", "--confirm", 2)
    said = hall.run("--lang", "nl", "stand")
    assert "Eindstand ·" in said
    assert said == hall.run("--lang", "nl", "overzicht", 1)
    assert "Stand na ronde 1" in hall.run("--lang", "nl", "stand", "--na", 1)
    assert "Final standing ·" in hall.run("--lang", "en", "standings")
    page = hall.ledger.with_name("standing.html")
    hall.run("--lang", "nl", "sheet", "standing", "-o", page)
    assert "<h1>Eindstand<" in page.read_text("utf-8")


def test_status_players_and_pairings_speak_of_the_season(hall: Terminal) -> None:
    hall.run("lid-weg", 2)
    hall.run("afmelden", 3, 3, "--no-notice")
    hall.run("afmelden", 4, 3, "--duty")
    hall.run("periode", 3)
    states = {row["id"]: row["state"] for row in hall.json("players")["rows"]}
    value = {row["id"]: row["value"] for row in hall.json("stand")["rows"]}[2]
    assert states[2] == f"left, stays worth {value}"
    assert states[3] == "absent round 3 (no notice)"
    assert states[4] == "club duty round 3"
    status = hall.json("status")
    assert (status["period"], status["away_next_round"]) == (2, [2, 3, 4])
    assert status["leader"].endswith(hall.json("stand")["rows"][0]["name"])
    assert status["cycle"] == 0
    table = hall.run("--lang", "nl", "status")
    assert "koploper" in table
    assert "afwisselen" not in table, "said only of a ranking that does not settle"
    first = hall.json("pairings", 1)
    for row in first["rows"]:
        for side in ("white", "black"):
            value = 71 - row[side]
            cells = [row[f"{side}_{key}"] for key in ("rank", "value", "total")]
            assert cells == [row[side], value, str(value)]
    assert first["passes"] == 1


def test_a_player_who_must_announce_presence_is_absent_until_they_do(tmp_path: Path) -> None:
    season = Season(4, presence="announced")
    season.do("present", player=2, round=1)
    view = status_report(season.book)
    assert view.record()["away_next_round"] == [1, 3, 4]
    states = {row["id"]: row["state"] for row in in_words(players(season.book)).cells}
    assert states[2] == "coming round 1"


def test_a_draft_shows_places_values_and_totals_and_what_gave_way() -> None:
    season = Season(4, rematch_gap=9)
    for _ in range(3):
        season.play()
    drafted = draft(season.book)
    assert isinstance(drafted, Draft)
    view = draft_view(season.book, drafted)
    lines = {line.player: line for line in season.standing().lines}
    for row, board in zip(view.cells, drafted.pairing.boards, strict=True):
        for side, player in (("white", board.white), ("black", board.black)):
            line = lines[player]
            cells = [row[f"{side}_{key}"] for key in ("rank", "value", "total")]
            assert cells == [line.rank, line.value, str(line.total)]
    relaxed = view.record()["relaxed"]
    assert isinstance(relaxed, list)
    assert relaxed
    assert any("nothing else was possible" in words(note) for note in view.notes)
    season.play()
    published = shown(pairings(season.book, 4))
    assert published.record()["relaxed"] == relaxed
    assert [row["white_total"] for row in published.cells] == [
        row["white_total"] for row in view.cells
    ]
    assert any("nothing else was possible" in words(note) for note in published.notes)


def test_a_published_round_keeps_the_values_it_was_paired_by() -> None:
    season = Season(6)
    season.play()
    season.play()
    before = shown(pairings(season.book, 2)).cells
    season.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert shown(pairings(season.book, 2)).cells == before


def test_the_crosstable_is_in_ranking_order_and_has_what_each_round_was() -> None:
    season = random_season(5, members=8)
    view = shown(crosstable(season.book))
    assert [row["id"] for row in view.cells] == [line.player for line in of(season).standing.lines]
    english = {
        "win": "1",
        "no opponent": "bye",
        "absent": "abs",
        "club duty": "duty",
        "external": "t",
    }
    in_dutch = {
        "win": "1",
        "no opponent": "GT",
        "absent": "Afb",
        "club duty": "dienst",
        "external": "t",
    }
    has_what_each_round_was(in_words(view), english)
    has_what_each_round_was(in_words(view, "nl"), in_dutch)


def has_what_each_round_was(view: View, kinds: dict[str, str]) -> None:
    seen = set()
    for row in view.cells:
        for round_ in row["rounds"]:  # type: ignore[attr-defined]
            mark = kinds.get(round_["kind"])
            if mark:
                seen.add(round_["kind"])
                assert mark in str(row[f"r{round_['round']}"])
    assert seen == set(kinds)


def test_the_file_of_a_season_has_its_games_and_says_what_it_has_not(hall: Terminal) -> None:
    ran = hall.try_("export")
    assert ran.code == 0
    assert "games for teams are not in it (1)" in ran.err
    assert ran.out.count("\n001 ") == 6
    hall.run("periode", 3)
    assert "periods are not in it" in hall.try_("export").err
    assert "earlier pairings stay here" in hall.try_("export", "--format", "season").err
    assert "earlier pairings" not in hall.try_("export", "--format", "members").err
    season = random_season(5)
    file = tournament_file(season.book)
    assert isinstance(file, TrfFile)
    ranks = {player.number: player.rank for player in file.players}
    order = [line.player for line in of(season).standing.lines]
    assert sorted(ranks, key=lambda number: ranks[number] or 0) == order


def test_a_member_who_is_yet_to_begin_is_last_in_the_file_of_a_season(tmp_path: Path) -> None:
    club = Terminal(tmp_path / "club.ledger")
    club.run("init", "Interne", "--rules", "mwkeizer", "--rounds", 10)
    for name in ("Aalders", "Beekman"):
        club.run("enter", name)
    club.run("lots", "--by", "entry")
    club.run("publish")
    club.run("result", 1, 1, "1-0")
    club.run("join", "Citroen", "--from-round", 3)
    (line,) = [line for line in club.run("export").splitlines() if "Citroen" in line]
    assert line[85:89].strip() == "3"


def test_a_question_in_sql_finds_the_points_of_the_season(hall: Terminal) -> None:
    question = "select number, points from standings_now where round = 2 order by rank"
    rows = hall.json("sql", question)["rows"]
    standing = hall.json("stand")["rows"]
    assert [row["number"] for row in rows] == [row["id"] for row in standing]
    shown_points = [float(row["points_shown"]) for row in standing]
    assert [row["points"] for row in rows] == pytest.approx(shown_points, abs=0.006)


def test_rounds_of_a_swiss_before_the_season_have_its_values() -> None:
    hall = Hall(4, 5)
    hall.play("1-0", "1/2-1/2")
    hall.take(Decision((old_change(hall.state, "mwkeizer"),)))
    hall.play("1-0", "1-0")
    assert isinstance(overview(hall.book, "standing", after=1), Refusal)
    view = shown(overview(hall.book, "standing"))
    assert [row["played"] for row in view.cells] == [2, 2, 2, 2]
    assert "wp" in shown(standings(hall.book, 1)).cells[0]


def test_prizes_and_the_card_of_a_player_at_the_terminal(hall: Terminal) -> None:
    hall.run("prizes", "declare", 50, 30)
    rows = hall.json("prizes", "show")["rows"]
    standing = hall.json("stand")["rows"]
    assert [row["points"] for row in rows] == [row["points"] for row in standing[: len(rows)]]
    assert sum(row["cents"] for row in rows) == 8000
    card = hall.json("speler", 6)
    assert [row["kind"] for row in card["rows"]][:2] == ["own value", "external"]
    assert "rating" in hall.run("speler", 6).splitlines()[-1]


def test_a_refusal_of_an_overview_is_a_refusal_of_the_page(hall: Terminal, tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    assert "no-such-period" in hall.refused("overzicht", 2, "--period", 4, "--html", page, code=2)
    assert not page.exists()
    book = Season(4).book
    assert isinstance(overview(book, "results"), Refusal)


def test_an_audit_of_a_season_has_its_standing_in_words(hall: Terminal, tmp_path: Path) -> None:
    hall.run("publiceren")
    english, dutch = hall.run("audit", 3), hall.run("--lang", "nl", "onderzoek", 3)
    assert {"Name", "Points", "Val"} <= set(english.split())
    assert {"Naam", "Punten", "Wa"} <= set(dutch.split())
    page = tmp_path / "audit.html"
    hall.run("--lang", "nl", "onderzoek", 3, "--html", page)
    assert Reader(page.read_text("utf-8")).rows[0][:4] == ["#", "plaats", "nr", "Naam"]
