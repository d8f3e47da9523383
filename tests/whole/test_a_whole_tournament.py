"""A whole tournament through the command line: 13 players, 7 rounds, every kind of fact."""

from __future__ import annotations

import csv
import io
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import pytest

from ledger.facts.tournament import FACTS
from tests.helpers.ledgers import to_first_schema
from tests.helpers.rating_lists import FIRST_NUMBER, fide_combined, people
from tests.helpers.season_played import played_season
from tests.helpers.terminal import Terminal

RULES = ["knsb-wp-1996", "knsb-wp-2014"]
NAMES = (
    "Aalbers",
    "Bakker",
    "Cornelisse",
    "Dekker",
    "Evers",
    "Faber",
    "Groen",
    "Hendriks",
    "Ijzerman",
    "Jansen",
    "Koster",
    "Linden",
)


def results(terminal: Terminal, number: int, *besides: int) -> None:
    """Record results on all open boards of a round but these, several in one command."""
    chance = Random(number)
    typed: list[str] = []
    for row in terminal.json("pairings", number)["rows"]:
        if row["result"] is None and row["board"] not in besides:
            typed += [str(row["board"]), chance.choice(["1-0", "=", "0-1", "1-0"])]
    terminal.run("result", number, *typed)


def open_with_twelve(terminal: Terminal, rules: str) -> None:
    allowed = ("--set", "bye.half_point_allowed=true")
    terminal.run("init", "Clubkampioenschap", "--rules", rules, "--rounds", 6, *allowed)
    terminal.run("plan", 7)
    players = terminal.ledger.with_suffix(".csv")
    lines = [f"{name},{2100 - 20 * at}" for at, name in enumerate(NAMES[:11])]
    players.write_text("\n".join(["name,rating", *lines]), "utf-8")
    terminal.run("enter", "--file", players)
    terminal.run("enter", NAMES[11], "--rating", 1500, "--title", "FM", "--club", "De Toren")
    terminal.run("correct", "rating", "Linden", 1570)
    terminal.run("correct", "person", "Linden", "--birth", "1990-04-01")
    terminal.run("lots", "--by", "draw", "--seed", "dertien")
    terminal.run("schedule", 1, "2026-09-04")


def play_the_rounds(terminal: Terminal) -> None:
    # Round 1: a withdrawn absence, two change places, one adjourned game, one no-show.
    terminal.run("absent", "Evers", 1)
    terminal.run("absent", "Evers", 1, "--cancel")
    basis = terminal.json("pair")["basis"]
    terminal.run("publish", "--basis", basis)
    terminal.run("board", "swap", 1, 11, 12, "--reason", "they came in one car")
    terminal.run("start", 1)
    terminal.run("adjourn", 1, 1)
    terminal.run("forfeit", 1, 2, "--black", "no word")
    results(terminal, 1)
    # Round 2: a late entry; the bye goes to their like. The adjourned game ends after publication.
    terminal.run("enter", "Mulder", "--rating", 1850)
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    results(terminal, 2)
    terminal.run("correct", "colours", 2, 3)
    # Round 3: the absent player is back; a half-point bye; two absentees turn up after all.
    gone = terminal.json("status")["away_next_round"]
    terminal.run("return", *gone)
    terminal.run("bye", "Groen", 3)
    terminal.run("absent", "Koster", 3)
    terminal.run("publish")
    results(terminal, 3)
    # Round 4: a result of round 2 turns out wrong after the pairing is public.
    terminal.run("publish")
    drawn = [row["board"] for row in terminal.json("pairings", 2)["rows"] if row["result"] != "1-0"]
    terminal.run("correct", "result", 2, drawn[0], "1-0", "--reason", "score sheet misread")
    # Round 5 and 6: excused, late, both away; one player leaves.
    results(terminal, 4)
    terminal.run("close", 4)
    terminal.run("withdraw", "Hendriks", "--reason", "moved house")
    terminal.run("publish")
    terminal.run("forfeit", 5, 2, "--white", "late", "--black", "excused")
    results(terminal, 5)
    late = [
        row["id"] for row in terminal.json("players")["rows"] if "withdrawn" not in row["state"]
    ]
    met = {
        (row["white"], row["black"])
        for number in range(1, 6)
        for row in terminal.json("pairings", number)["rows"]
    }
    one, two = free_pair(terminal, late, met)
    for player in (one, two):
        terminal.run("absent", player, 6)
    terminal.run("publish")
    terminal.run("board", "add", 6, one, two, "--reason", "both came after all")
    results(terminal, 6)
    terminal.run("publish")
    results(terminal, 7)
    terminal.run("finish", "--confirm", 7)


def free_pair(terminal: Terminal, players: list[int], met: set[tuple[int, int]]) -> tuple[int, int]:
    """Return two players who did not meet and may have these colours."""
    colours = {row["id"]: row["colours"] for row in terminal.json("standings")["rows"]}

    def may(player: int, colour: str, other: str) -> bool:
        played = colours[player].replace("-", "")
        return (
            not played.endswith(colour * 2)
            and abs(played.count(colour) + 1 - played.count(other)) <= 2
        )

    return next(
        (one, two)
        for one in players
        for two in players
        if one != two
        and (one, two) not in met
        and (two, one) not in met
        and may(one, "W", "B")
        and may(two, "B", "W")
    )


@cache
def played(rules: str) -> Terminal:
    """Play the tournament once for all tests that use it."""
    terminal = Terminal(Path(mkdtemp()) / "club.ledger")
    open_with_twelve(terminal, rules)
    play_the_rounds(terminal)
    return terminal


def facts_of(terminal: Terminal) -> set[str]:
    return {row["fact"] for row in terminal.json("log")["rows"]}


# --- the tests ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_a_tournament_of_thirteen_and_seven_rounds_is_played_to_its_end(rules: str) -> None:
    terminal = played(rules)
    status = terminal.json("status")
    assert (status["players"], status["rounds_published"], status["finished"]) == (13, 7, True)
    assert status["open_boards"] == status["adjourned_boards"] == []
    rounds = terminal.json("rounds")["rows"]
    assert [row["state"] for row in rounds] == ["closed"] * 7
    assert rounds[0]["date"] == "2026-09-04"
    assert all(row["source"] == "wp" for row in rounds)


@pytest.mark.parametrize("rules", RULES)
def test_its_standing_adds_up_with_the_crosstable_and_the_cards(rules: str) -> None:
    terminal = played(rules)
    standing = terminal.json("standings", "--final")
    rows = standing["rows"]
    assert [row["rank"] for row in rows] == list(range(1, 14))
    assert standing["final"]
    assert not standing["provisional"]
    points = [row["points"] for row in rows]
    assert points == sorted(points, reverse=True)
    cross = {row["id"]: row for row in terminal.json("crosstable")["rows"]}
    for row in rows:
        cells = cross[row["id"]]["rounds"]
        assert sum(cell["points"] for cell in cells) == row["points"]
        card = terminal.json("player", row["id"])
        assert [cell["points"] for cell in card["rows"]] == [cell["points"] for cell in cells]
        assert (card["wp"], card["sb"]) == (row["wp"], row["sb"])
        played_wp = sum(cell["opponent_ws"] or 0 for cell in card["rows"])
        assert played_wp <= row["wp"]


@pytest.mark.parametrize("rules", RULES)
def test_no_two_players_met_twice_and_nobody_had_a_colour_three_times_running(rules: str) -> None:
    terminal = played(rules)
    last = {row["id"]: row["colours"] for row in terminal.json("standings", "--after", 6)["rows"]}
    assert all(
        "WWW" not in c.replace("-", "") and "BBB" not in c.replace("-", "") for c in last.values()
    )
    meetings = [
        frozenset((row["id"], cell["opponent"]))
        for row in terminal.json("crosstable")["rows"]
        for cell in row["rounds"]
        if cell["played"]
    ]
    assert all(meetings.count(pair) == 2 for pair in meetings), "once in the row of each"


def facts_under_fide(folder: Path, method: str) -> set[str]:
    """Play a tournament under FIDE's rules with an acceleration, in FIDE mode until its end."""
    fide = Terminal(folder / f"{method}.ledger")
    keys = ("--set", f"fide.acceleration={method}")
    fide.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3, *keys)
    for name in "ABCD":
        fide.run("enter", name)
    fide.run("rating-list", "FIDE", "2026-09-01", "--player", "A", "--rating", 2000)
    fide.run("start-rank", "FIDE")
    fide.run("rating-periods", 1, 3)
    fide.run("lots")
    fide.run("numbers-exchange", 1, 2, "--reason", "announced so", "--confirm", "yes")
    fide.run("no-bye", "A", "--reason", "plays every round")
    fide.run("no-bye", "A", "--cancel")
    fide.run("prohibit", "A", "B")
    fide.run("prohibit", "A", "B", "--cancel")
    if method == "by_player":
        fide.run("accelerate", "A", "--points", 1, "--rounds", 1)
    fide.run("publish")
    fide.run("by-hand-begin", "--round", 1, "--confirm", "yes")
    fide.run("by-hand-end")
    for number in (1, 2):
        fide.run("result", number, 1, "1-0", 2, "1-0")
        fide.run("publish")
    late = ("--reason", "misread", "--rating-only", "--confirm", "yes")
    fide.run("correct", "result", 1, 1, "0-1", *late)
    fide.run("fide-mode-leave", "--reason", "they met again", "--confirm", "open")
    return facts_of(fide)


def from_a_list(folder: Path) -> Terminal:
    """Return a tournament with a player who was found in a rating list."""
    listed = Terminal(folder / "listed.ledger")
    (folder / "players_list.txt").write_text(fide_combined(people()), "utf-8")
    listed.run("lists", "load", folder / "players_list.txt")
    listed.run("init", "Listed")
    listed.run("enter", FIRST_NUMBER)
    return listed


def test_every_kind_of_fact_appears_in_one_of_the_ledgers(tmp_path: Path) -> None:
    topics = facts_of(played(RULES[0])) | facts_of(played(RULES[1]))
    terminal = played(RULES[1])
    copy = tmp_path / "copy.trf"
    terminal.run("export", "-o", copy)
    imported = Terminal(tmp_path / "imported.ledger")
    imported.run("import", copy, "--set", "bye.half_point_allowed=true")
    topics |= facts_of(imported)
    tied = Terminal(tmp_path / "tied.ledger")
    tied.run("init", "Tied", "--rounds", 1, "--city", "Breda")
    tied.run("enter", "A")
    tied.run("enter", "B")
    tied.run("enter", "C")
    tied.run("remove", "C")
    tied.run("lots")
    tied.run("rules", "change", "knsb-wp-1996", "--reason", "agreed with all players")
    tied.run("prizes", "declare", 100, 50)
    tied.run("forget", "B")
    tied.run("check-in", "A", "player 2")
    tied.run("check-in", "A", "--cancel")
    tied.run("publish", "--confirm", "yes")
    tied.run("claims-agree", "result")
    tied.run("website-choices", "--published", "no", "--clubs", "no")
    tied.run("show-as", "A", "initials")
    tied.run("claim", "A", "1-0")
    tied.run("claim-withdraw", "A")
    tied.run("result", 1, 1, "=")
    tied.run("undo")
    tied.run("result", 1, 1, "=")
    tied.run("protest", 1, "A", "noise in the hall")
    tied.run("ruling", 1, "rejected", "nobody else heard it")
    tied.run("finish", "--seed", "7", "--confirm", 1)
    tied.run("export", "--for", "federation")
    tied.run("reopen", "--reason", "misread")
    tied.run("finish", "--confirm", 1)
    (tmp_path / "prizes.toml").write_text("main = [100, 50]", "utf-8")
    tied.run("prizes", "announce", tmp_path / "prizes.toml", "--reason", "in whole euros")
    tied.run("prizes", "award")
    tied.run("prizes", "change", 1, "--reason", "nobody wanted it")
    tied.run("prizes", "pay", "A", "cash")
    tied.run("edition", "fide-rating-2025-10")
    tied.run("correct", "person", "A", "--title", "FM", "--reason", "of the list")
    topics |= facts_of(tied)
    mistaken = Terminal(tmp_path / "mistaken.ledger")
    mistaken.run("init", "Twice")
    mistaken.run("undo")
    topics |= facts_of(mistaken)
    topics |= facts_of(played_season(tmp_path))
    for method in ("baku", "by_player"):
        topics |= facts_under_fide(tmp_path, method)
    rated = Terminal(tmp_path / "rated.ledger")
    rated.run("init", "Rated", "--rules", "knsb-rating-2014")
    rated.run("enter", "A")
    rated.run("lots")
    topics |= facts_of(rated)
    topics |= facts_of(from_a_list(tmp_path))
    to_first_schema(rated.ledger)
    rated.run("upgrade")
    topics |= facts_of(rated)
    assert topics == {fact.TOPIC for fact in FACTS}


@pytest.mark.parametrize("rules", RULES)
def test_its_export_imported_again_gives_the_same_crosstable(rules: str, tmp_path: Path) -> None:
    terminal = played(rules)
    copy = tmp_path / "copy.trf"
    terminal.run("export", "-o", copy)
    again = Terminal(tmp_path / "again.ledger")
    again.run("import", copy, "--rules", rules)

    def essence(t: Terminal) -> Any:
        keys = ("id", "points", "ws", "wp", "sb", "colours")
        return [[row[key] for key in keys] for row in t.json("standings")["rows"]]

    assert essence(again) == essence(terminal)
    direct = again.run("trf", "standings", copy, "--rules", rules, "--json")
    assert '"rank": 1' in direct


@pytest.mark.clause("knsb-wp-2014 F6")
@pytest.mark.clause("knsb-wp-2014 F7")
@pytest.mark.parametrize("rules", RULES)
def test_after_a_correction_the_pairing_stays_and_the_standing_then_and_now_differ(
    rules: str, tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    open_with_twelve(terminal, rules)
    for number in (1, 2, 3):
        terminal.run("publish")
        results(terminal, number)
    terminal.run("publish")
    pairing = terminal.json("pairings", 4)["rows"]
    then = terminal.json("standings", "--after", 3)["rows"]
    board = next(
        row["board"]
        for row in terminal.json("pairings", 2)["rows"]
        if row["result"] in ("1-0", "0-1")
    )
    answer = terminal.refused("correct", "result", 2, board, "1/2-1/2", code=2)
    assert "reason-required" in answer
    output = terminal.run(
        "correct", "result", 2, board, "1/2-1/2", "--reason", "score sheet misread"
    )
    assert "rounds 3 to 4 are published and stay as they are" in output
    assert terminal.json("pairings", 4)["rows"] == pairing
    now = terminal.json("standings", "--after", 3)["rows"]
    as_of = terminal.json("standings", "--after", 3, "--as-of", "published:4")
    assert as_of["rows"] == then
    assert now != then
    basis = terminal.json("rounds")["rows"][3]["basis"]
    assert terminal.json("standings", "--after", 3, "--as-of", basis)["rows"] == then
    assert terminal.json("standings", "--after", 3, "--as-of", f"#{basis}")["rows"] == then


def test_standings_differ_between_the_rule_sets_on_the_same_results() -> None:
    terminal = played(RULES[1])
    own = terminal.json("standings")
    other = terminal.json("standings", "--rules", RULES[0])
    assert own["rules"].startswith("knsb-wp-2014")
    assert other["rules"] == "knsb-wp-1996"
    assert {row["id"]: row["points"] for row in own["rows"]} == {
        row["id"]: row["points"] for row in other["rows"]
    }
    assert {row["id"]: row["wp"] for row in own["rows"]} != {
        row["id"]: row["wp"] for row in other["rows"]
    }


def test_a_standing_as_known_at_a_time_is_that_of_the_last_fact_not_later() -> None:
    terminal = played(RULES[1])
    log = terminal.json("log")["rows"]
    alone = next(row for row in log if row["fact"] == "game-adjourned")
    at = terminal.json("standings", "--as-of", alone["recorded_at"])
    by_position = terminal.json("standings", "--as-of", alone["position"])
    assert at == by_position


VIEWS: dict[str, tuple[object, ...]] = {
    "status": ("status",),
    "players": ("players",),
    "pairings": ("pairings", 5),
    "by-name": ("pairings", 5, "--by-name"),
    "standings": ("standings",),
    "final": ("standings", "--final"),
    "crosstable": ("crosstable",),
    "player": ("player", 3),
    "rounds": ("rounds",),
    "log": ("log",),
    "tournaments": ("tournaments",),
    "sql": ("sql", "select round, count(*) as boards from games group by round order by round"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_given_as_text_json_and_csv_with_the_same_rows(view: str) -> None:
    terminal = played(RULES[1])
    assert terminal.run(*VIEWS[view]).strip()
    record = terminal.json(*VIEWS[view])
    assert {"rows", "notes"} <= set(record)
    rows = list(csv.reader(io.StringIO(terminal.run(*VIEWS[view], "--csv"))))
    assert len(rows) == len(record["rows"]) + 1
    assert all(len(row) == len(rows[0]) for row in rows)
    assert len({tuple(row) for row in record["rows"]}) == 1, "each row has the same keys"
    assert set(rows[0]) <= set(record["rows"][0])


KEYS = {
    "standings": {
        "rank",
        "id",
        "name",
        "points",
        "ws",
        "wp",
        "sb",
        "colours",
        "colour_difference",
        "preference",
        "decided_by",
        "lots_needed",
        "gone",
    },
    "pairings": {
        "board",
        "white",
        "white_name",
        "black",
        "black_name",
        "result",
        "corrected",
        "colours_exchanged",
        "added_by_hand",
    },
    "players": {"id", "entry", "name", "rating", "rating_source", "title", "state"},
    "rounds": {
        "round",
        "date",
        "time",
        "boards",
        "open",
        "bye",
        "source",
        "basis",
        "changed",
        "changed_text",
        "state",
    },
    "log": {
        "position",
        "at",
        "recorded_at",
        "actor",
        "fact",
        "what",
        "reason",
        "event_id",
        "taken_back_by",
    },
}


@pytest.mark.parametrize("view", KEYS)
def test_the_keys_of_the_rows_are_the_documented_ones(view: str) -> None:
    record = played(RULES[1]).json(*VIEWS[view])
    assert set(record["rows"][0]) == KEYS[view]
    assert {"tournament", "id", "position"} <= set(record)
