"""The Burstein System from rulebook to publication and file: rounds, byes, withdrawals, Baku."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairing.systems.registry import SYSTEMS, system_named
from tests.helpers.console import Console
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

NAME = "fide-burstein-2026"
RESULTS = ("1-0", "1/2-1/2", "0-1")


def play(hall: Hall, number: int) -> int | None:
    """Publish and play a round; return who had the bye."""
    hall.do("publish")
    round_ = hall.book.state.rounds[-1]
    for board in range(1, len(round_.games) + 1):
        hall.do("result", round=number, board=board, result=RESULTS[(board + number) % 3])
    return round_.bye


@pytest.mark.clause("fide-burstein-2026 1.6, 1.9, 3.1")
def test_a_tournament_is_paired_round_after_round_with_one_bye_in_an_odd_field() -> None:
    hall = Hall(9, 6, rules=NAME)
    byes = [play(hall, number) for number in range(1, 7)]
    assert None not in byes
    assert len(set(byes)) == 6
    games = [frozenset((g.white, g.black)) for r in hall.book.state.rounds for g in r.games]
    assert len(set(games)) == len(games)


@pytest.mark.clause("fide-burstein-2026 1.6")
def test_without_a_number_of_rounds_no_round_is_paired() -> None:
    hall = Hall(6, None, rules=NAME)
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("rounds-not-planned", f"{NAME} 1.6")
    assert "goes by the number of rounds" in words(refusal.what)


@pytest.mark.clause("fide-burstein-2026 1.9")
def test_a_field_that_cannot_be_paired_is_refused_by_the_clause() -> None:
    hall = Hall(2, 2, rules=NAME)
    play(hall, 1)
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("no-legal-pairing", f"{NAME} C1, C3")


def test_the_registry_has_its_line_and_its_engine_is_recorded() -> None:
    assert SYSTEMS["fide-burstein"] == "pairing.fide_burstein.system"
    system = system_named("fide-burstein")
    assert (system.engine, system.version, system.rounds_clause) == ("fide-burstein", "1", "1.6")


def event(tmp_path: Path, *options: str) -> Terminal:
    """Return a tournament of six rounds with byes, a forfeit, a late entry and a withdrawal."""
    terminal = Terminal(tmp_path / "burstein.ledger")
    terminal.run(
        "init",
        "Open",
        "--rules",
        NAME,
        "--rounds",
        6,
        "--set",
        "bye.half_point_allowed=true",
        *options,
    )
    for at in range(10):
        terminal.run("enter", f"Player {chr(65 + at)}", "--rating", 2200 - 20 * at)
    terminal.run("lots", "--first-colour", "white")
    for number in range(1, 7):
        if number == 2:
            terminal.run("enter", "Late, L", "--rating", 2095)
        if number == 3:
            terminal.run("bye", "Player D", 3)
            terminal.run("absent", "Player E", 3)
        if number == 5:
            terminal.run("withdraw", "Player B")
        terminal.run("publish")
        rows = json.loads(terminal.run("pairings", number, "--json"))["rows"]
        for board in (row["board"] for row in rows if row["black"] is not None):
            if (number, board) == (4, 2):
                terminal.run("forfeit", number, board, "--black", "late")
            else:
                terminal.run("result", number, board, RESULTS[(board * number) % 3])
    return terminal


@pytest.mark.clause("fide-burstein-2026 1.6, 1.7.2, 3.1, GHR2.4, GHR3.3, BR9")
@pytest.mark.parametrize("options", [(), ("--set", "fide.acceleration=baku")])
def test_a_whole_tournament_is_checked_explained_replayed_and_goes_out_and_in_again(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    terminal = event(tmp_path, *options)
    assert "6 of 6" in terminal.run("check")
    assert "every round is paired the same" in terminal.run(
        "replay",
        "--rules",
        NAME,
        "--pairings",
        *options,
        *("--set", "bye.half_point_allowed=true"),
    )
    for number in (2, 5):
        for word in ("why", "why-colour"):
            assert terminal.run(word, number, 1)
    assert "By number: 1 is" in terminal.run("why", 5, 1)
    assert " 1.6: fide-dutch-2026" in terminal.run("why", 2, 1)
    rows = json.loads(terminal.run("why", 2, 1, "--json"))["rows"]
    assert {row["clause"].split()[0] for row in rows if row["clause"]} == {"fide-dutch-2026"}
    rows = json.loads(terminal.run("why", 5, 1, "--json"))["rows"]
    assert {row["clause"].split()[0] for row in rows if row["clause"]} == {NAME}
    assert "as the rules give it" in terminal.run("audit", 5)
    file = tmp_path / "open.trf"
    terminal.run("export", "-o", file)
    code = "FIDE_BURSTEIN_BAKU" if options else "FIDE_BURSTEIN"
    assert f"192 {code}\r\n" in file.read_bytes().decode()
    assert f"rounds paired the same by {NAME}" in terminal.run("trf", "check", file)
    assert "6 of 6" in terminal.run("trf", "check", file)
    assert "By number: 1 is" in terminal.run("trf", "why", file, "--round", 5, "--board", 1)
    again = Terminal(tmp_path / "again.ledger")
    assert NAME in again.run("import", file, "--confirm", "yes")
    assert "6 of 6" in again.run("check")


@pytest.mark.clause("fide-burstein-2026 1.6")
def test_a_file_without_a_number_of_rounds_asks_for_it(tmp_path: Path) -> None:
    console = Console(tmp_path)
    console.must_run(
        "trf", "generate", "--rules", NAME, "--players", "9", "--rounds", "5", "-o", "made.trf"
    )
    assert "5 of 5" in console.must_run("trf", "check", "made.trf")
    lines = (tmp_path / "made.trf").read_text("utf-8").splitlines()
    (tmp_path / "unsaid.trf").write_text(
        "\n".join(line for line in lines if not line.startswith(("142", "XXR"))) + "\n", "utf-8"
    )
    answer = console.run("trf", "why", "unsaid.trf", "--round", "3", "--board", "1")
    assert answer.exit_code != 0
    assert "(rounds-not-planned)" in answer.output
    assert "--rounds N" in answer.output


@pytest.mark.clause("fide-burstein-2026 1.6")
def test_it_is_simulated_as_the_other_systems_are(tmp_path: Path) -> None:
    console = Console(tmp_path)
    answer = console.must_run(
        "simulate",
        "--rules",
        NAME,
        "--rules",
        "fide-dutch-2026",
        "--players",
        "8",
        "--rounds",
        "4",
        "--tournaments",
        "3",
    )
    assert NAME in answer
    assert "fide-dutch-2026" in answer
