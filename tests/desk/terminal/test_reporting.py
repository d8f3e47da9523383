"""A parcel for who rates the games: what it lacks, its files, and that it was made."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """Return a tournament of five players with one round, of which a board is open."""
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open van Breda", "--rules", "fide-dutch-2026", "--rounds", "2")
    for at, name in enumerate(
        ("Aalders, Mia", "Beek, K.", "Citroen, N.", "Dijk, D.", "Elzinga, C.")
    ):
        options = ("--rating", 2000 - 50 * at, "--national-id", 7000 + at)
        terminal.run("enter", name, *options)
    terminal.run("lots", "--first-colour", "white")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    return terminal


def _done(terminal: Terminal) -> Terminal:
    terminal.run("result", 1, 2, "=")
    return terminal


def _folder(terminal: Terminal, reader: str, *more: object) -> Path:
    folder = terminal.ledger.parent / f"for-{reader}"
    terminal.run("report", "for", reader, "-o", folder, *more)
    return folder


def test_while_a_game_is_open_nothing_is_written(terminal: Terminal) -> None:
    folder = terminal.ledger.parent / "parcel"
    said = terminal.refused("report", "for", "fide", "-o", folder)
    assert "report-too-early" in said
    assert "toernooi result 1 2 RESULT" in said
    assert not folder.exists()
    terminal.run("adjourn", 1, 2, "--confirm", "yes")
    assert "is adjourned" in terminal.refused("report", "for", "fide", "-o", folder)


def test_the_check_list_names_each_lack_with_the_command_that_mends_it(terminal: Terminal) -> None:
    said = terminal.run("report", "check", "fide")
    for step in (
        "toernooi result 1 2 RESULT",
        "toernooi details --arbiter ARBITER",
        "toernooi schedule 1 DATE",
        "toernooi rating-list NAME",
        "toernooi correct person 1 --fide-id VALUE",
        "toernooi correct person 5 --sex VALUE",
    ):
        assert step in said
    assert "fide-id" not in terminal.run("report", "check", "knsb")


@pytest.mark.parametrize(("language", "day"), [("nl", "--begint DATUM"), ("en", "--begins DATE")])
def test_each_step_of_the_check_list_is_a_line_that_can_be_copied(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, language: str, day: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    listed = terminal.run("--lang", language, "report", "check", "knsb").splitlines()
    steps = [line for line in listed if "toernooi " in line]
    assert len(steps) == len(terminal.json("report", "check", "knsb")["rows"])
    assert any(line.endswith(day) for line in steps)
    assert max(map(len, listed)) <= 80


def test_what_is_mended_is_no_longer_on_the_list(terminal: Terminal) -> None:
    _done(terminal)
    terminal.run("details", "--city", "Breda", "--federation", "NED", "--arbiter", "Noor")
    terminal.run("details", "--begins", "2026-09-04", "--ends", "2026-09-05", "--tempo", "90+30")
    terminal.run("schedule", 1, "2026-09-04")
    terminal.run("rating-list", "KNSB", "--player", 1, "--rating", 1999, "--reason", "late")
    assert terminal.json("report", "check", "knsb")["rows"] == []


def test_the_parcel_for_fide_has_the_report_and_what_it_is(terminal: Terminal) -> None:
    folder = _folder(_done(terminal), "fide", "--event", "398765")
    report = folder / "S_398765_open-van-breda_1.trf"
    assert sorted(path.name for path in folder.iterdir()) == [report.name, "report.json"]
    about = json.loads((folder / "report.json").read_text("utf-8"))
    [file] = about["files"]
    assert file["sha256"] == hashlib.sha256(report.read_bytes()).hexdigest()
    assert about["head"]["size"] == about["position"]
    assert about["lacks"]
    assert "192 FIDE_DUTCH_2026" in report.read_text("utf-8")


def test_the_parcel_for_the_knsb_has_the_pair_of_swiss_manager(terminal: Terminal) -> None:
    folder = _folder(_done(terminal), "knsb")
    players = (folder / "sm-players.txt").read_bytes().decode().split("\r\n")
    assert players[0].startswith("Nr;Name;Titel;Identnr;EloNat")
    assert players[1].startswith("1;Aalders Mia;;7000;0;2000;;")
    pairings = (folder / "sm-pairings.txt").read_bytes().decode().split("\r\n")
    assert pairings[1:4] == [
        "1;1;0;0;1;3;1;0;;1:0;0;;",
        "1;2;0;0;4;2;0,5;0,5;;0,5:0,5;0;;",
        "1;3;0;0;5;-1;0;0;;0:0;0;;",
    ]


def test_a_default_is_k_and_a_result_without_a_place_is_told(terminal: Terminal) -> None:
    terminal.run("forfeit", 1, 2, "--white", "late")
    folder = _folder(terminal, "knsb")
    assert "1;2;0;0;4;2;0;1;K;0:1K;0;;" in (folder / "sm-pairings.txt").read_text("utf-8")
    terminal.run("correct", "result", 1, 1, "0-0", "--reason", "both", "--confirm", "yes")
    assert "read by Swiss-Manager as an open board" in terminal.run(
        "report", "for", "knsb", "-o", folder
    )


def test_a_second_report_says_what_changed_and_the_same_one_is_not_recorded_again(
    terminal: Terminal,
) -> None:
    folder = _folder(_done(terminal), "fide")
    position = terminal.json("players")["position"]
    said = terminal.run("report", "for", "fide", "-o", folder)
    assert terminal.json("players")["position"] == position, said
    terminal.run("correct", "result", 1, 1, "0-1", "--reason", "slip", "--confirm", "yes")
    terminal.run("report", "for", "fide", "-o", folder)
    assert "### this report comes after that of" in (folder / "S_open-van-breda_1.trf").read_text(
        "utf-8"
    )
    assert terminal.json("players")["position"] == position + 2


def test_without_a_round_there_is_nothing_to_report(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "new.ledger")
    terminal.run("init", "Open", "--rounds", "5")
    assert "report-too-early" in terminal.refused("report", "for", "fide")


def test_the_name_of_a_report_has_the_tempo_and_its_dutch_verb_works(terminal: Terminal) -> None:
    _done(terminal)
    terminal.run("details", "--tempo", "Rapid 15+10")
    folder = terminal.ledger.parent / "rapport"
    terminal.run("rapport", "voor", "fide", "-o", folder, "--lang", "nl")
    assert [path.name for path in folder.glob("*.trf")] == ["R_open-van-breda_1.trf"]


def test_an_arbiter_without_a_fide_number_is_lacking_for_fide_alone(terminal: Terminal) -> None:
    terminal.run("details", "--arbiter", "Vries, A. de", "--deputy-arbiter", "Bos, B.")
    terminal.run("details", "--deputy-arbiter", "Bos, B. 1000123", "--deputy-arbiter", "Vos, C.")
    rows = terminal.json("report", "check", "fide")["rows"]
    lacking = [row for row in rows if "FIDE number of the arbiter" in row["what"]]
    assert [row["what"] for row in lacking] == [
        "Vries, A. de: FIDE number of the arbiter, after the name",
        "Vos, C.: FIDE number of the arbiter, after the name",
    ]
    assert lacking[1]["step"] == (
        'toernooi details --deputy-arbiter "Bos, B. 1000123" --deputy-arbiter "Vos, C. NUMBER"'
    )
    assert "FIDE number of the arbiter" not in terminal.run("report", "check", "knsb")
    deputies = ("--deputy-arbiter", "Bos, B. 1000123", "--deputy-arbiter", "Vos, C. 1000125")
    terminal.run("details", "--arbiter", "Vries, A. de 1000124", *deputies)
    assert "FIDE number of the arbiter" not in terminal.run("report", "check", "fide")
