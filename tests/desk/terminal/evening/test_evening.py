"""A club evening from beginning to end: at a terminal in twenty keys, and as lines of a script."""

from __future__ import annotations

import json
import os
import shutil
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from jsonschema import Draft202012Validator

from desk.answers.evening_settings import EveningSettings, keep_settings, settings_of
from desk.render.catalogue import room
from desk.site.keeper import Keeper
from desk.site.kept import WebsiteKept, keep_website, website_of
from desk.site.making import attempted
from desk.terminal.evening import walk as walking
from desk.terminal.output import leave
from desk.writing import carry_out
from ledger.errors import StoreError
from ledger.messages import Sentence
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from tests.docs.schemas import SCHEMAS
from tests.helpers.terminal import Terminal, gone_on
from tests.helpers.typist import Typist

RESULTS = "10=1001=1=0"
RECORDED = [{"1": "1-0", "0": "0-1", "=": "1/2-1/2"}[key] for key in RESULTS]


def _opened(folder: Path, *options: object) -> Terminal:
    terminal = Terminal(folder / "t.ledger")
    names = "".join(f"Speler {number:02};{2000 - number}\n" for number in range(1, 25))
    (folder / "names.csv").write_text(f"name;rating\n{names}", "utf-8")
    terminal.run("init", "Club", "--rounds", 5, *options)
    terminal.run("enter", "--file", folder / "names.csv")
    terminal.run("lots", "--by", "entry")
    return terminal


@pytest.fixture(scope="module")
def ledgers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Terminal]:
    """Return the ledger of a club of 24 before its first round: a Swiss, and a season."""
    return {
        "swiss": _opened(tmp_path_factory.mktemp("swiss")),
        "season": _opened(
            tmp_path_factory.mktemp("season"),
            "--rules",
            "mwkeizer",
            "--set",
            "keizer.external.1=[70, 60]",
            "--set",
            "keizer.catch_up=true",
        ),
    }


@pytest.fixture(scope="module")
def announced(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Return the ledger of a season in which members say that they come."""
    options = ("--rules", "mwkeizer", "--set", 'keizer.presence="announced"')
    return _opened(tmp_path_factory.mktemp("announced"), *options)


def _copied(opened: Terminal, folder: Path) -> Terminal:
    ledger = folder / "t.ledger"
    ledger.write_bytes(opened.ledger.read_bytes())
    return Terminal(ledger, gone_on(opened.world))


def _club(ledgers: dict[str, Terminal], kind: str, folder: Path) -> Terminal:
    club = _copied(ledgers[kind], folder)
    tournament = club.json("status")["id"]
    settings = EveningSettings(where=str(folder / "sheets"), copies=str(folder / "stick"))
    keep_settings(club.ledger, tournament, settings)
    return club


@pytest.fixture
def club(ledgers: dict[str, Terminal], tmp_path: Path) -> Terminal:
    """Return a Swiss of a club whose choices are kept."""
    return _club(ledgers, "swiss", tmp_path)


@pytest.fixture
def season(ledgers: dict[str, Terminal], tmp_path: Path) -> Terminal:
    return _club(ledgers, "season", tmp_path)


class Asks:
    """Somebody who answers, while another publishes before the last answer."""

    def __init__(self, club: Terminal, answers: list[str]) -> None:
        self.club = club
        self.answers = answers

    def line(self, question: Sentence, **_: object) -> str:
        answer = self.answers.pop(0)
        if not self.answers:
            self.club.run("publish")
        return answer


def _results(club: Terminal, number: int = 1) -> list[str | None]:
    return [row["result"] for row in club.json("pairings", number)["rows"]]


def _lines(club: Terminal, *lines: str, options: tuple[str, ...] = ()) -> str:
    """Return what is said when these lines are typed; the evening ends by itself."""
    ran = club.try_("evening", *options, stdin="".join(f"{line}\n" for line in lines).encode())
    assert ran.code == 0, ran.err
    return ran.out + ran.err


def _published(club: Terminal) -> Terminal:
    _lines(club, "8 17", "", "p")
    return club


@pytest.mark.parametrize("kind", ["swiss", "season"])
def test_an_evening_of_eleven_boards_takes_at_most_twenty_keys(
    ledgers: dict[str, Terminal], kind: str, tmp_path: Path
) -> None:
    """It starts the program twice: it takes two seconds."""
    club = _club(ledgers, kind, tmp_path)
    typist = Typist(club.ledger, "avond", lang="nl", width=100, height=50)
    typist.sees("Club · ronde 1 van 5", "Wie is er niet?")
    typist.types("8 17\r", "17 Speler 17 afgemeld voor ronde 1")
    typist.types("\r", "niet ingedeeld: 8 Speler 08 en 17 Speler 17", "Wat nu?")
    typist.types("P", "ronde 1: 11 borden gepubliceerd", "Tot straks: toernooi avond")
    assert typist.leaves() == 0
    keys = typist.keys
    typist = Typist(club.ledger, "avond", lang="nl", width=100, height=50)
    typist.sees("ronde 1: 0 van 11 borden")
    typist.types(RESULTS, "Alle uitslagen zijn er. Enter sluit ronde 1")
    typist.types("\r", "ronde 1 is gesloten", "hele stand: toernooi stand", "volgende: ronde 2")
    assert typist.leaves() == 0
    assert keys + typist.keys == 19
    assert _results(club) == RECORDED
    assert sorted(path.name for path in (tmp_path / "sheets").iterdir()) == [
        "indeling-ronde-1-op-naam.html",
        "indeling-ronde-1.html",
        "stand-na-ronde-1.html",
    ]
    assert len(list((tmp_path / "stick").iterdir())) in (1, 2)  # named by the second


def test_without_a_terminal_the_same_questions_are_lines(club: Terminal, tmp_path: Path) -> None:
    said = _lines(club, "8 17", "", "p", options=("--show-commands",))
    assert f"{tmp_path / 'sheets'}: Pairings of round 1, by name and Pairings of round 1\n" in said
    assert f"{tmp_path / 'stick'}: second copy\n" in said
    assert "toernooi absent 8 1" in said
    assert "toernooi publish" in said
    said = _lines(club, *RESULTS, "", options=("--show-commands",))
    assert "toernooi result 1 1-24 1-0" in said
    assert "toernooi close 1" in said
    assert "1 Speler 01 1 · 2 Speler 04 1 · 3 Speler 07 1" in said
    assert _results(club) == RECORDED
    said = _lines(club, "", "p")
    assert "24 players; nobody is told to be absent" in said


def test_the_steps_are_json_for_a_program(club: Terminal) -> None:
    shown = club.json("evening")
    Draft202012Validator(SCHEMAS["evening"]).validate(shown)
    assert (shown["step"], shown["round"], shown["open"]) == ("absent", 1, [])
    assert [row["state"] for row in shown["rows"]] == ["next", "later", "later", "later"]
    _published(club)
    shown = club.json("evening")
    assert (shown["step"], shown["absent"], len(shown["open"])) == ("results", [8, 17], 11)


def test_who_is_absent_is_told_by_number_name_and_sign(club: Terminal) -> None:
    said = _lines(club, "8 Speler 03", "-8", "99 4", "Speler 05", "q", "", "q")
    assert "there is no player 99" in said or "no player" in said
    assert club.json("evening")["absent"] == [3, 4, 5]


def test_the_same_player_twice_is_told(club: Terminal) -> None:
    said = _lines(club, "8 8", "", "q")
    assert "already" in said
    assert club.json("evening")["absent"] == [8]


def test_absences_of_last_time_can_be_taken(club: Terminal) -> None:
    _published(club)
    _lines(club, *RESULTS, "")
    said = _lines(club, "=", "", "q")
    assert "2 of 24 players are not there: 8 Speler 08 and 17 Speler 17" in _lines(club, "", "q")
    assert said


def test_a_changed_draft_says_which_boards_are_new(club: Terminal) -> None:
    said = _lines(club, "", "a", "24 23", "", "w1", "oops", "p")
    assert "boards are other than in the draft before" in said
    assert "1 Speler 01 - 22 Speler 22" in said
    assert "oops is not a key here" in said
    assert len(_results(club)) == 11


def test_two_players_change_places_with_a_reason(club: Terminal) -> None:
    said = _lines(club, "", "r3 4", "they came together", "p")
    assert "board 3, by hand: 4 Speler 04 - 22 Speler 22" in said
    assert "they came together" in club.run("log")
    assert club.json("pairings", 1)["rows"][2]["white"] == 4
    assert "7 Speler 07" in _lines(club, *"1" * 12, "")


def test_everybody_absent_is_refused_and_asked_again(club: Terminal) -> None:
    said = _lines(club, " ".join(map(str, range(1, 24))), "", "p", "a", "-1 -2", "", "p")
    assert "too-few-players" in said
    assert len(_results(club)) == 1


def test_a_result_typed_again_is_a_slip_and_no_correction(club: Terminal) -> None:
    _published(club)
    _lines(club, "1", "<", "0", "q")
    assert _results(club)[0] == "0-1"
    assert [row["kind"] for row in club.json("integrity")["rows"]] == ["taken back"]


def test_results_of_one_command_are_corrected_by_its_own(club: Terminal) -> None:
    _published(club)
    club.run("result", 1, "1", "1-0", "2", "1-0")
    said = _lines(club, "<", "<", "0", "q")
    assert "toernooi correct result 1 1 RESULT" in said
    assert _results(club)[0] == "1-0"


def test_the_last_result_is_taken_back(club: Terminal) -> None:
    _published(club)
    said = _lines(club, "u", "1", "0", "u", "q")
    assert "no result to take back" in said
    assert _results(club)[:2] == ["1-0", None]
    _lines(club, "u", "q")
    assert _results(club)[0] is None


def test_the_results_of_another_appear(club: Terminal) -> None:
    """It starts the program: it takes a second."""
    _published(club)
    typist = Typist(club.ledger, "evening")
    typist.types("1", ">  2")
    club.run("result", 1, "2", "0-1")
    typist.sees("2  0-1", "2 of 11 boards")
    typist.types("1", "board 2 has 0-1, recorded by another meanwhile", "2  0-1")
    typist.types("1", "2  1-0")
    typist.types("\x1b[A0", "2  0-1")
    typist.presses_ctrl_c("left; everything that was answered is recorded")
    assert typist.leaves() == 130
    assert _results(club)[:3] == ["1-0", "0-1", None]


@pytest.mark.parametrize("answered", range(7))
def test_an_evening_left_anywhere_goes_on_from_the_ledger(club: Terminal, answered: int) -> None:
    lines = ["8 17", "", "p", "1", "0", "=", "f"]
    for some in (lines[: min(answered, 3)], lines[3:answered]):
        typed = "".join(f"{line}\n" for line in some)
        ran = club.try_("evening", stdin=typed.encode())
        assert ran.code == (0 if some[-1:] == ["p"] else 130)
    told = club.json("evening")
    assert told["absent"] == ([8, 17] if answered else [])
    assert told["step"] == ("results" if answered > 2 else "absent")
    if answered > 2:
        assert [result for result in _results(club) if result] == RECORDED[: min(answered, 6) - 3]


def test_what_fails_is_told_and_made_at_the_next_step(club: Terminal, tmp_path: Path) -> None:
    (tmp_path / "sheets").write_text("in the way", "utf-8")
    said = _lines(club, "", "p")
    assert "not made, and tried again at the next step: Pairings of round 1, by name" in said
    (tmp_path / "sheets").unlink()
    _lines(club, *"1" * 12, "")
    assert len(list((tmp_path / "sheets").iterdir())) == 3


def test_a_rehearsal_records_and_makes_nothing(club: Terminal, tmp_path: Path) -> None:
    before = club.json("head")
    said = _lines(club, "8 17", "", "p", options=("--dry-run",))
    assert "rehearsal: nothing is recorded" in said
    assert "would be made now" in said
    assert "toernooi absent 8 1" in said
    assert club.json("head") == before
    assert not (tmp_path / "sheets").exists()


def test_the_choices_are_asked_once_and_again_when_wanted(
    ledgers: dict[str, Terminal], tmp_path: Path
) -> None:
    club = _copied(ledgers["season"], tmp_path)
    answers = [
        "nonsense",
        "indeling",
        "-",
        f"folder {tmp_path / 'A'}",
        "site",
        "nowhere",
        "host:x",
        "-",
    ]
    said = _lines(club, *answers, "", "q")
    assert "nonsense" in said
    assert "How do you have your evenings?" not in _lines(club, "", "q")
    tournament = club.json("status")["id"]
    kept = settings_of(club.ledger, tournament)
    assert kept is not None
    assert (kept.before, kept.after, kept.where) == (("pairings",), (), str(tmp_path / "A"))
    website = website_of(club.ledger)
    assert website is not None
    assert (Path(website.folder).name, website.target) == ("site", "host:x")
    _lines(club, "", "-", "printer Laser", "-", "-", options=("--settings",))
    assert website_of(club.ledger) is None
    kept = settings_of(club.ledger, tournament)
    assert kept is not None
    assert (kept.before, kept.target, kept.where) == (("pairings",), "printer", "Laser")


def test_a_website_keeps_what_was_chosen_of_it_until_it_is_another_one(
    ledgers: dict[str, Terminal], tmp_path: Path
) -> None:
    club = _copied(ledgers["season"], tmp_path)
    known = WebsiteKept(folder=str(tmp_path / "site"), language="nl", why=False)
    keep_website(club.ledger, known)
    _lines(club, "-", "-", "browser", "", "host:x", "-", "", "q")
    assert website_of(club.ledger) == known.model_copy(update={"target": "host:x"})
    other = str(tmp_path / "other")
    _lines(club, "-", "-", "browser", other, "-", "-", options=("--settings",))
    assert website_of(club.ledger) == WebsiteKept(folder=other, language="en")


def test_choices_that_cannot_be_read_are_asked_again(club: Terminal) -> None:
    club.ledger.with_name("t.ledger.evening").write_text("{", "utf-8")
    assert settings_of(club.ledger, club.json("status")["id"]) is None


def test_what_the_ledger_does_not_take_is_tried_again_and_kept(club: Terminal) -> None:
    _published(club)
    locked = StoreError(Refusal("ledger-locked", "locked", ""))
    calls = 0

    def sometimes(*arguments: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise locked
        return carry_out(*arguments, **options)  # type: ignore[arg-type]

    with patch("desk.terminal.evening.evening.carry_out", sometimes):
        said = _lines(club, "1", "=", "q")
    assert "ledger-locked" in said
    assert _results(club)[:2] == ["1-0", "1/2-1/2"]
    with patch("desk.terminal.evening.evening.carry_out", side_effect=locked):
        said = _lines(club, "0", "q")
    assert "1 result that was typed stands in" in said
    (kept,) = club.ledger.parent.glob("t-results-1.jsonl")
    assert json.loads(kept.read_text("utf-8"))["result"] == "0-1"


def test_results_are_recorded_in_the_order_in_which_they_were_typed(club: Terminal) -> None:
    _published(club)
    asked = list[int]()

    def at_the_third_time(*arguments: Any, **options: Any) -> object:
        [(_, command)] = arguments[1]
        asked.append(int(command.board.partition("-")[0]))
        if len(asked) < 3:
            raise StoreError(Refusal("ledger-locked", "locked", ""))
        return carry_out(*arguments, **options)

    with patch("desk.terminal.evening.evening.carry_out", at_the_third_time):
        _lines(club, "1", "=", "0", "q")
    assert asked[:4] == [1, 1, 1, 2]


def test_a_season_records_games_for_teams_and_games_caught_up_on(season: Terminal) -> None:
    _lines(season, "8 17", "", "p")
    said = _lines(season, "e", "8 1 1 w", "8 1 1 w 1/2", "q")
    assert "five words" in said
    (row,) = (row for row in season.json("who-comes", 1)["rows"] if row["id"] == 8)
    assert (row["team"], row["result"]) == ("1 1", "1/2")
    _lines(season, *RESULTS, "")
    _lines(season, "8! 17*", "", "p")
    states = {row["id"]: row["coming"] for row in season.json("who-comes", 2)["rows"]}
    assert (states[8], states[17]) == ("no notice", "club duty")
    said = _lines(season, "c", "1 8 17 1-0", "q")
    assert "8 Speler 08 - 17 Speler 17" in said


def test_after_the_last_round_the_next_step_is_told(club: Terminal) -> None:
    for _ in range(5):
        _lines(club, "", "p")
        said = _lines(club, *"1" * 12, "")
    assert "round 5 was the last one" in said
    assert "toernooi finish" in said
    assert "round 5 was the last one" in _lines(club)


def test_a_narrow_terminal_shows_the_board_at_hand(club: Terminal) -> None:
    """It starts the program: it takes a second."""
    _published(club)
    typist = Typist(club.ledger, "evening", width=40, height=10)
    typist.types("10=", ">  4")
    typist.types("q")
    assert typist.leaves() == 0
    assert not typist.screen.rolled
    assert _results(club)[:3] == ["1-0", "0-1", "1/2-1/2"]


def test_a_file_still_takes_over_a_whole_evening(season: Terminal, tmp_path: Path) -> None:
    assert season.try_("evening", 1).code == 2
    assert season.try_("evening", 1, tmp_path / "names.csv", "--dry-run").code == 2


def test_sheets_go_to_a_printer_by_way_of_a_browser(
    club: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    scripts = {
        "chromium": 'for a; do case "$a" in --print-to-pdf=*) echo pdf > "${a#*=}";; esac; done',
        "lp": f'echo "$@" >> {tmp_path}/printed',
    }
    for name, text in scripts.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    settings = EveningSettings(target="printer", where="Laser")
    keep_settings(club.ledger, club.json("status")["id"], settings)
    said = _lines(club, "", "p")
    assert "printer Laser: Pairings of round 1, by name" in said
    printed = (tmp_path / "printed").read_text("utf-8").splitlines()
    assert [line.split()[:2] for line in printed] == [["-d", "Laser"]] * 2
    (programs / "lp").write_text("#!/bin/sh\nexit 1\n", "utf-8")
    said = _lines(club, *"1" * 12, "")
    assert "not made, and tried again at the next step: Standing after round 1" in said


def test_without_a_browser_or_a_printer_it_is_told(
    club: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    tournament = club.json("status")["id"]
    keep_settings(club.ledger, tournament, EveningSettings(target="printer"))
    assert "takes Chromium, Chrome or Edge" in _lines(club, "", "p")
    keep_settings(club.ledger, tournament, EveningSettings(target="browser"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    of_yesterday, of_today = tmp_path / "toernooiboek-sheet-1", tmp_path / "toernooiboek-sheet-2"
    for folder in (of_yesterday, of_today):
        folder.mkdir()
    now = of_today.stat().st_mtime
    os.utime(of_yesterday, (now - 25 * 3600,) * 2)
    os.utime(of_today, (now - 3600,) * 2)
    with patch("webbrowser.open", return_value=True) as opened:
        said = _lines(club, *"1" * 12, "")
    assert "opened in the browser, to print" in said
    (call,) = opened.call_args_list
    assert call.args[0].endswith("/standing-after-round-1.html")
    assert of_today.is_dir()
    assert not of_yesterday.exists()


def test_who_comes_and_is_not_entered_is_taken_from_the_rating_lists(club: Terminal) -> None:
    said = _lines(club, "+Nieuweling, Jan", "+", "", "q")
    assert "25 Nieuweling, Jan entered" in said
    assert "give the name, or a number of a rating list" in said


def test_a_number_is_nobody_who_came_new(club: Terminal) -> None:
    said = _lines(club, "+8", "+99999999", "", "q")
    assert "give the name, or a number of a rating list" in said
    assert "person-not-listed" in said
    assert len(club.json("players")["rows"]) == 24


def test_several_who_fit_a_newcomer_are_told_and_the_evening_goes_on(club: Terminal) -> None:
    which = Refusal("which-person", "two fit", "")
    with patch("desk.terminal.evening.absences.from_lists", side_effect=lambda *_: leave(which)):
        said = _lines(club, "+jansen jan", "8", "", "q")
    assert "which-person" in said
    assert club.json("evening")["absent"] == [8]


def test_an_exchange_without_a_reason_is_none(club: Terminal) -> None:
    said = _lines(club, "", "r3 4", "", "p")
    assert "not exchanged: an exchange by hand needs a reason" in said
    assert "by-hand" not in club.run("log")
    assert len(_results(club)) == 12


@pytest.mark.parametrize("leaving", [("q",), ("a", "", "q")])
def test_exchanges_that_are_not_published_are_told(
    club: Terminal, leaving: tuple[str, ...]
) -> None:
    said = _lines(club, "", "r3 4", "they came together", *leaving)
    assert said.count("1 exchange by hand is dropped: it counts once it is published") == 1


def test_a_free_player_by_hand_has_no_board(club: Terminal) -> None:
    said = _lines(club, "24", "", "r1 23", "they came together", "q")
    assert "\nby hand: 23 Speler 23 bye" in said
    assert "board 12, by hand" not in said


def test_a_draft_that_another_published_is_a_step_that_is_done(club: Terminal) -> None:
    opened = Asks(club, ["", "p"])
    with patch("desk.terminal.evening.asking.line", opened.line):
        said = club.run("evening")
    assert "this step is done already" in said
    assert club.json("evening")["step"] == "results"


def test_who_comes_is_asked_in_the_words_of_who_comes(announced: Terminal, tmp_path: Path) -> None:
    season = _copied(announced, tmp_path)
    keep_settings(season.ledger, season.json("status")["id"], EveningSettings(before=()))
    said = _lines(season, "1 2 3", "-3", "9!", "=", "", "q")
    assert "nobody is told to come yet" in said
    assert "-8 does not come" in said
    assert "[a] who comes" in said
    assert 'no player "9!"' in said or "9!" in said
    assert "this is the first round; there is no last time yet" in said
    assert "2 members come: 1 Speler 01 and 2 Speler 02" in _lines(season, "", "q")


def test_settings_that_are_a_folder_are_asked_again(club: Terminal) -> None:
    beside = club.ledger.with_name("t.ledger.evening")
    beside.unlink()
    beside.mkdir()
    said = _lines(club, "-", "-", "browser", "-", "-", "", "q")
    assert "these choices could not be kept" in said


def test_what_was_answered_is_not_said_to_stand_where_it_does_not(club: Terminal) -> None:
    left = club.try_("evening", "--dry-run", stdin=b"8\n")
    assert (left.code, "nothing is recorded" in left.err) == (130, True)
    assert "everything that was answered" not in left.err
    left = club.try_("evening", "--settings", stdin=b"-\n")
    assert (left.code, "these choices are not kept" in left.err) == (130, True)


def test_a_slip_is_put_right_before_the_round_is_closed(club: Terminal) -> None:
    _published(club)
    _lines(club, *RESULTS, "q")
    said = _lines(club, "<", "0", "q")
    assert "All results are there. Enter closes round 1" in said
    assert _results(club)[-1] == "0-1"
    _lines(club, "u", "1", "")
    assert _results(club)[-1] == "1-0"
    assert club.json("evening")["round"] == 2


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_what_can_be_typed_fits_a_terminal_of_eighty_columns(lang: str) -> None:
    said = room("tonight", lang)
    keys = [key for key in said if key.endswith(("-keys", "-kinds"))]
    whos = [str(said["to-absences"]), str(said["to-presence"])]
    assert len(keys) >= 5
    for key in keys:
        assert all(len(str(said[key]).replace("{who}", who)) <= 80 for who in whos), key


def test_a_warning_is_confirmed_by_a_line_and_a_no_is_told_in_one(tmp_path: Path) -> None:
    club = _opened(tmp_path, "--rules", "fide-dutch-2026")
    keep_settings(club.ledger, club.json("status")["id"], EveningSettings(before=()))
    said = _lines(club, "", "r1 2", "they came together", "p", "no", "p", "", "p", "yes")
    assert said.count("refused (not-confirmed)  it was not confirmed, and not done") == 2
    assert "round-not-published" not in said
    assert "--confirm" not in said
    assert club.json("evening")["step"] == "results"


def test_a_confirmation_without_a_file_is_told(club: Terminal) -> None:
    ran = club.try_("evening", "--confirm", "yes")
    assert (ran.code, "--reason and --confirm are with ROUND and FILE" in ran.err) == (2, True)


def test_a_fault_of_the_ledger_that_is_over_is_not_shown(club: Terminal) -> None:
    """It starts the program: it takes a second."""
    _published(club)
    typist = Typist(club.ledger, "evening")
    typist.sees("0 of 11 boards")
    away = club.ledger.with_name("away.ledger")
    club.ledger.rename(away)
    typist.types("1", "ledger-missing", "1-0 *")
    away.rename(club.ledger)
    typist.sees_no_more("ledger-missing")
    typist.types("q")
    assert typist.leaves() == 0
    assert _results(club)[0] == "1-0"


def test_the_website_goes_after_each_fact_and_what_fails_is_told_once(
    club: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    keep_website(club.ledger, WebsiteKept(folder=str(site), why=False))
    monkeypatch.setattr(walking, "Keeper", partial(Keeper, way=_made_here))
    said = _lines(club, "8 17", "", "p")
    assert "the website does not go" not in said
    assert (site / "en" / "club" / "round" / "1" / "index.html").exists()
    shutil.rmtree(site)
    site.write_text("in the way")
    said = _lines(club, *RESULTS, "")
    assert said.count("/site cannot be written: ") == 1
    assert "the website does not go: " in said
    assert _results(club) == RECORDED


def _made_here(place: LedgerPlace, website: WebsiteKept, _: object) -> Refusal | None:
    return attempted(place, website)
