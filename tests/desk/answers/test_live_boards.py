"""A round goes to live boards as PGN, and its results come back as PGN."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "one.ledger")
    terminal.run("init", 'The "Open"', "--rounds", 3)
    terminal.run("details", "--city", "Utrecht")
    terminal.run(
        "enter", "Vries, Anna de", "--rating", 1900, "--fide-id", "1000001", "--title", "WFM"
    )
    terminal.run("enter", "Bakker, B.", "--rating", 2000)
    terminal.run("enter", "Citroen, C.", "--rating", 1800)
    terminal.run("enter", "Dekker, D.", "--rating", 1700)
    terminal.run("enter", "Elzinga, E.", "--rating", 1600)
    terminal.run("lots", "--by", "rating")
    terminal.run("schedule", 1, "2026-11-27")
    terminal.run("publish")
    return terminal


def said(club: Terminal, path: Path) -> str:
    """Return what is said and recorded of the games of a file."""
    ran = club.try_("results", 1, "--file", path)
    assert ran.code == 0, ran
    return ran.out + ran.err


def exported(club: Terminal, path: Path, *options: object) -> str:
    club.run("export", "--format", "pgn", "-o", path, *options)
    return path.read_bytes().decode()


def test_a_game_has_its_tags_and_no_moves_and_a_bye_is_no_game(
    club: Terminal, tmp_path: Path
) -> None:
    pgn = exported(club, tmp_path / "round.pgn")
    first, second, rest = pgn.split("\r\n\r\n*\r\n\r\n")
    assert rest == ""
    assert first.split("\r\n") == [
        '[Event "The \\"Open\\""]',
        '[Site "Utrecht"]',
        '[Date "2026.11.27"]',
        '[Round "1.1"]',
        '[White "Vries, Anna de"]',
        '[Black "Elzinga, E."]',
        '[Result "*"]',
        '[WhiteElo "1900"]',
        '[WhiteFideId "1000001"]',
        '[WhiteTitle "WFM"]',
        '[BlackElo "1600"]',
    ]
    assert '[Round "1.2"]' in second


def test_results_come_back_and_the_same_file_again_records_nothing(
    club: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "round.pgn"
    pgn = exported(club, path)
    path.write_text(pgn.replace("*", "1/2-1/2", 2), "utf-8")
    printed = said(club, path)
    assert "round 1: 2 Vries, Anna de - 5 Elzinga, E. ½-½" in printed
    assert "note: 1 game goes on, or has no result in the file" in printed
    assert "note: no result in the file for board 2" in printed
    again = said(club, path)
    assert "note: 1 result is recorded already" in again
    assert "#" not in again


def test_a_pipe_may_hold_a_pgn_file_too(club: Terminal, tmp_path: Path) -> None:
    pgn = exported(club, tmp_path / "round.pgn").replace('"*"', '"0-1"')
    assert club.run("results", 1, stdin=pgn.encode()).count("0-1") == 2


def test_results_that_pgn_has_not_stand_in_a_comment(club: Terminal, tmp_path: Path) -> None:
    club.run("forfeit", 1, 1, "--black", "late")
    club.run("result", 1, 2, "0-0")
    pgn = exported(club, tmp_path / "round.pgn", "--round", 1)
    assert '[Result "1-0"]' in pgn
    assert "\r\n{1-0R} 1-0\r\n" in pgn
    assert "\r\n{0-0} *\r\n" in pgn
    assert "1 result is recorded already" in said(club, tmp_path / "round.pgn")


def test_who_asked_for_no_name_has_a_number_and_is_found_by_it(
    club: Terminal, tmp_path: Path
) -> None:
    club.run("correct", "person", 2, "--nameless", "yes")
    path = tmp_path / "round.pgn"
    pgn = exported(club, path)
    assert "Vries" not in pgn
    assert "1000001" not in pgn
    path.write_text(pgn.replace('"*"', '"1-0"'), "utf-8")
    assert "1-0" in said(club, path)


def test_games_that_do_not_fit_are_refused_together_with_their_lines(
    club: Terminal, tmp_path: Path
) -> None:
    club.run("result", 1, 2, "1-0")
    pgn = exported(club, tmp_path / "round.pgn")
    games = [game + "\r\n\r\n" for game in pgn.rstrip().split("\r\n\r\n[")]
    first, second = games[0].replace('"*"', '"1-0"'), "[" + games[1].replace('"1-0"', '"0-1"')
    swapped = first.replace("White", "x").replace("Black", "White").replace("x", "Black")
    nobody = first.replace("Elzinga, E.", "Nobody")
    path = tmp_path / "wrong.pgn"
    path.write_bytes((swapped + nobody + second).encode())
    refused = club.refused("results", 1, "--file", path)
    assert "is board 1 with the colours reversed" in refused
    assert 'Nobody" is not on any board of round 1' in refused
    assert "board 2 has another result than 0-1" in refused
    assert "toernooi correct result 1 2 0-1 --reason TEXT" in refused
    assert club.json("rounds")["rows"][0]["open"] == 1


def test_games_of_other_rounds_are_passed_over_and_two_results_of_a_board_are_refused(
    club: Terminal, tmp_path: Path
) -> None:
    pgn = exported(club, tmp_path / "round.pgn")
    path = tmp_path / "games.pgn"
    other = pgn.replace('Round "1', 'Round "2').replace('"*"', '"1-0"')
    path.write_text(other, "utf-8")
    assert "note: 2 games of other rounds are passed over" in said(club, path)
    path.write_text(pgn.replace('"*"', '"1-0"') + pgn.replace('"*"', '"0-1"'), "utf-8")
    assert "board 1 has another result in line 1" in club.refused("results", 1, "--file", path)


def test_a_file_of_results_that_is_no_text_is_refused(club: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(b"\0\1\2")
    assert "not-text" in club.refused("results", 1, "--file", path, code=2)


def test_a_round_is_asked_for_with_pgn_alone(club: Terminal) -> None:
    assert "--round goes with --format pgn" in club.refused("export", "--round", 1, code=2)
