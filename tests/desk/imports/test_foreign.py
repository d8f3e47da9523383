"""A file of another program is imported like a tournament file: its rounds are facts, and judged."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from ledger.facts.records import FileImported
from ledger.store.store import Store
from tests.helpers.foreign import BYE, FIVE, HEAD, ONE, TWO, keizer_file
from tests.helpers.terminal import Terminal

PLAYED = """
init "Spring Cup" --rounds 3 --rules {rules}
enter "Aalders, M." --rating 2001 --federation NED --birth 1990 --club "De Toren"
enter "Beekman, K." --rating 1950 --sex w --title WFM --national-id 7000002
enter "Citroen, M." --rating 1900
enter "Dijkstra, D." --rating 1850
enter "Elzinga, C." --rating 1800
lots {lots}
publish
result 1 1 1-0 2 1/2-1/2
publish
result 2 1 0-1
forfeit 2 2 --black late --white late
"""


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    rounds, players = tmp_path / "rounds.txt", tmp_path / "players.txt"
    rounds.write_bytes("\r\n".join((HEAD, ONE, TWO, BYE, "")).encode())
    players.write_bytes(FIVE)
    return rounds, players


def test_the_log_has_the_program_and_the_people_have_what_the_file_says_of_them(
    tmp_path: Path, pair: tuple[Path, Path]
) -> None:
    terminal = Terminal(tmp_path / "one.ledger")
    printed = terminal.run("import", pair[0], "--members", pair[1], "--name", "Cup")
    assert "round 1: 2 games, 1 without an opponent" in printed
    with Store(terminal.ledger) as store:
        [(id_, name)] = store.tournaments()
        [fact] = [fact for fact, _ in store.facts(id_) if isinstance(fact, FileImported)]
    assert (name, fact.format) == ("Cup", "swiss-manager")
    first = terminal.json("players")["rows"][0]
    assert (first["name"], first["rating"]) == ("Player, N. 1", 1901)


@pytest.mark.parametrize(
    ("rules", "lots"),
    [("knsb-wp-2014", "--by rating"), ("fide-dutch-2026", "--first-colour white")],
)
def test_the_pair_that_a_parcel_writes_comes_in_with_the_same_standing_and_is_paired_again(
    tmp_path: Path, rules: str, lots: str
) -> None:
    first = Terminal(tmp_path / "first.ledger")
    for line in PLAYED.format(rules=rules, lots=lots).strip().splitlines():
        first.run(*shlex.split(line))
    first.run("report", "for", "knsb", "-o", tmp_path / "parcel")
    second = Terminal(tmp_path / "second.ledger")
    second.run(
        *("import", tmp_path / "parcel" / "sm-pairings.txt"),
        *("--members", tmp_path / "parcel" / "sm-players.txt"),
        *("--rules", rules, "--rounds", "3", "--confirm", "yes"),
    )
    for verb in ("standings", "crosstable"):
        mine, theirs = (one.json(verb)["rows"] for one in (first, second))
        assert mine == theirs


def test_rounds_that_the_engine_pairs_otherwise_are_told(
    tmp_path: Path, pair: tuple[Path, Path]
) -> None:
    terminal = Terminal(tmp_path / "one.ledger")
    rules = ("--rules", "fide-dutch-2026", "--rounds", "3")
    refused = terminal.refused("import", pair[0], "--members", pair[1], *rules)
    assert "round 1: differs at boards" in refused


def test_nothing_is_recorded_of_a_wrong_pair(tmp_path: Path, pair: tuple[Path, Path]) -> None:
    pair[0].write_bytes("\r\n".join((HEAD, ONE, "1;2;0;0;4;9;1;0;;1:0;0;;", "")).encode())
    terminal = Terminal(tmp_path / "one.ledger")
    said = terminal.refused("import", pair[0], "--members", pair[1], code=2)
    assert "error (foreign-unknown-number)  line 3: column NrS" in said
    assert not terminal.ledger.exists()


def test_a_season_of_keizer_for_clubs_counts_as_one_typed_here(tmp_path: Path) -> None:
    (tmp_path / "club.s3db").write_bytes(keizer_file())
    terminal = Terminal(tmp_path / "one.ledger")
    refused = terminal.refused("import", tmp_path / "club.s3db")
    assert "no-season" in refused
    assert "--rules mwkeizer" in refused
    assert not terminal.ledger.exists()
    printed = terminal.run("import", tmp_path / "club.s3db", "--rules", "mwkeizer", "--rounds", 20)
    assert 'tournament "club" opened under mwkeizer' in printed
    assert "round 2: 1 game, 1 absent, 1 without an opponent" in printed
    typed = Terminal(tmp_path / "two.ledger")
    (tmp_path / "leden.csv").write_text(
        "number;name;rating\n1;Aalders, M.;1930\n2;Beekman, K.;1875\n3;Citroen, M.;\n4;Dijkstra;1700\n"
    )
    (tmp_path / "seizoen.csv").write_text(
        "kind;round;board;player;opponent;result\ngame;1;1;1;2;1-0\ngame;1;2;4;3;=\n"
        "game;2;1;3;1;0-1\nabsent;2;;2;;\nno opponent;2;;4;;\n"
    )
    files = (tmp_path / "seizoen.csv", "--members", tmp_path / "leden.csv")
    typed.run("import", *files, "--rules", "mwkeizer", "--rounds", 20)
    mine, theirs = (one.json("standings")["rows"] for one in (terminal, typed))
    assert mine == theirs


def test_a_season_with_too_many_members_for_its_values_is_refused_without_a_line(
    tmp_path: Path,
) -> None:
    content = keizer_file([(f"Lid {n}", 1500) for n in range(1, 81)], [(1, 1, 1, 2, 1)])
    (tmp_path / "club.s3db").write_bytes(content)
    terminal = Terminal(tmp_path / "one.ledger")
    refused = terminal.refused("import", tmp_path / "club.s3db", "--rules", "mwkeizer", code=2)
    assert "error (season-top-too-low)  80 members" in refused
