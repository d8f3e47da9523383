"""Tournaments under rules of FIDE in a mirror: their floats are those of the engine."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from pathlib import Path

import pytest

from desk.answers.competition import prizes
from ledger.rulebooks.fide_keys import FideKeys
from ledger.state.book import rulebook_of
from pairing.fide.players import FidePlayer
from pairing.systems.registry import contestants
from projections.games.crosstable import CellKind, of_tournament
from projections.mirror.files import mirror_path
from projections.sql.connections import looked_at
from projections.standings.bulk import in_bulk
from projections.views.view import View
from tests.helpers.fide_halls import fide_hall
from tests.helpers.hall import Hall
from tests.helpers.mirrors import mirror
from tests.helpers.terminal import Terminal
from tests.oracles.fide_people import people


def _of_mirror(hall: Hall) -> dict[tuple[int, int], str]:
    question = "SELECT round, player, float FROM floats"
    with mirror(hall.book.recorded, {}, question=question) as database:
        rows = database.execute(question).fetchall()
    return {(number, player): letter for number, player, letter in rows}


def _of_engine(hall: Hall) -> dict[tuple[int, int], str]:
    """Return the floats that the engine pairs the round after each by."""
    rules = rulebook_of(hall.state.rulebook_text)
    floats: dict[tuple[int, int], str] = {}
    for number in range(1, len(hall.state.rounds) + 1):
        table = of_tournament(hall.state, rules, number)
        for player in contestants(table, rules, tuple(table.cells), False):
            assert isinstance(player, FidePlayer)
            floats[number, player.key] = player.floats[0]
    return {at: letter for at, letter in floats.items() if letter}


@pytest.mark.clause("fide-dutch-2026 1.4, ACC1.5")
@pytest.mark.clause("fide-dutch-2017 A4")
def test_the_floats_of_a_mirror_are_those_that_the_engine_pairs_by() -> None:
    """Each kind of unplayed round has to occur in what is drawn."""
    seen = Counter[tuple[str, str]]()
    for seed in range(24):
        hall = fide_hall(seed)
        floats = _of_mirror(hall)
        assert floats == _of_engine(hall), seed
        rules = rulebook_of(hall.state.rulebook_text)
        table = of_tournament(hall.state, rules)
        for (number, player), letter in floats.items():
            seen[table.cells[player][number - 1].kind.value, letter] += 1
        if rules.of(FideKeys).pab_float == "always":
            edition = int(rules.family[-4:])
            for number in range(1, table.rounds + 1):
                before = table.after(number)
                for one in people(before, tuple(table.cells), False, edition=edition):
                    assert floats.get((number, one.key), "") == one.floats[0], (seed, number)
    over_the_board = {(CellKind.PLAYED.value, "D"), (CellKind.PLAYED.value, "U")}
    without = (
        CellKind.BYE,
        CellKind.HALF_BYE,
        CellKind.FULL_BYE,
        CellKind.DEFAULT_WIN,
        CellKind.DEFAULT_LOSS,
        CellKind.ABSENT,
        CellKind.WITHDRAWN,
    )
    assert set(seen) >= over_the_board | {(kind.value, "D") for kind in without}


def _final_ranks(hall: Hall) -> list[list[int]]:
    """Return the ranks of every final ranking that was known, in order."""
    question = (
        "SELECT list(rank ORDER BY rank) FROM standings"
        " WHERE final GROUP BY known_from ORDER BY known_from"
    )
    with mirror(hall.book.recorded, {}, question=question) as database:
        return [ranks for (ranks,) in database.execute(question).fetchall()]


ONE_BY_ONE = '["wp", "AOB", "lots"]'


@pytest.mark.clause("fide-2026 4.2")
@pytest.mark.parametrize("ranking", [None, ONE_BY_ONE], ids=["in bulk", "plain"])
def test_players_whom_nothing_separates_share_their_place_until_fide_mode_is_left(
    ranking: str | None,
) -> None:
    changes = {"set": {"ranking.final": ranking}} if ranking else {}
    hall = Hall(4, 1, rules="fide-dutch-2026", **changes)
    assert in_bulk(hall.book.rules) is (ranking != ONE_BY_ONE)
    hall.play("1/2-1/2", "1/2-1/2")
    assert _final_ranks(hall) == [[1, 1, 1, 1]]
    hall.do("fide-mode-leave", reason="not rated")
    assert _final_ranks(hall) == [[1, 1, 1, 1], [1, 2, 3, 4]]


@pytest.mark.clause("fide-2026 4.2")
def test_the_ranks_of_prizes_are_those_of_the_standing_in_sql_as_in_the_command() -> None:
    hall = Hall(4, 1, rules="fide-dutch-2026")
    hall.do("prizes-declare", cents=(50000, 30000))
    hall.play("1-0", "1-0")
    with mirror(hall.book.recorded, {}) as database:
        rows = database.execute("SELECT player, rank FROM prize_shares ORDER BY ALL").fetchall()
        places = database.execute("SELECT place, cents FROM prize_awards ORDER BY ALL").fetchall()
    view = prizes(hall.book)
    assert isinstance(view, View)
    assert rows == [
        (row["number"], row["rank"]) for row in sorted(view.cells, key=itemgetter("number"))
    ]
    assert [rank for _, rank in rows] == [1, 1]
    assert places == [(1, 40000), (2, 40000)]


@pytest.mark.parametrize("edition", ["fide-dutch-2026", "fide-dutch-2017"])
def test_a_ledger_under_rules_of_fide_is_mirrored_asked_exported_and_replayed(
    tmp_path: Path, edition: str
) -> None:
    """Five rounds of the terminal, a mirror, an export and a replay."""
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run(
        "init",
        "Open",
        "--rules",
        edition,
        "--rounds",
        5,
        "--set",
        "fide.acceleration=baku",
        "--set",
        "bye.half_point_allowed=true",
    )
    for number in range(9):
        terminal.run("enter", f"Player {chr(65 + number)}", "--rating", 2000 - number)
    terminal.run("lots", "--first-colour", "white")
    terminal.run("prohibit", 1, 5)
    terminal.run("bye", 9, 1)
    for number in range(1, 5):
        terminal.run("publish")
        if number == 4:
            terminal.run("forfeit", number, 4, "--black", "late")
        terminal.run("result", number, "1", "=", "0", *["1"] * (number < 4))
        verb = "build" if number == 1 else "update"
        terminal.run("mirror", verb)
    floats = "FROM floats ORDER BY ALL"
    with looked_at(mirror_path(terminal.ledger)) as database:
        updated = database.execute(floats).fetchall()
    assert updated
    terminal.run("mirror", "build")
    assert len(terminal.json("sql", "--mirror", floats)["rows"]) == len(updated)
    with looked_at(mirror_path(terminal.ledger)) as database:
        assert database.execute(floats).fetchall() == updated
    terminal.run(
        "replay",
        "--all",
        "--jobs",
        1,
        "--rules",
        "knsb-rating-2014",
        "--rules",
        "fide-dutch-2017" if edition.endswith("6") else "fide-dutch-2026",
    )
    with looked_at(mirror_path(terminal.ledger)) as database:
        assert database.execute(floats).fetchall() == updated
    terminal.run("export", "--parquet", tmp_path / "tables")
    assert (tmp_path / "tables" / "floats").is_dir()
    card = terminal.run("player", terminal.json("pairings", 4)["rows"][3]["white"])
    assert "in brackets: the game was not played" in card
    assert "F3" not in card
    ranked = terminal.json("standings")["rows"]
    for rulebook in ("fide-2024", "fide-2026"):
        other = terminal.json("standings", "--rules", rulebook)["rows"]
        wishes = {row["id"]: row["preference"] for row in other}
        assert wishes == {row["id"]: row["preference"] for row in ranked}
