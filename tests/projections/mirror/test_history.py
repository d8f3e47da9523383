"""Single facts in a mirror: disputes, prizes, ratings, undone facts; and dates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ledger.facts.disputes import CommandUndone
from ledger.runtime import Runtime
from ledger.store.store import Store
from projections.games.crosstable import of_tournament
from projections.mirror import history
from projections.mirror.history import in_force
from projections.mirror.tables import TABLES
from projections.standings.standing import ranking_at_the_end
from tests.helpers.club import asked, book, made_club, step
from tests.helpers.hall import played_swiss
from tests.helpers.mirrors import mirror, mirror_of, refresh
from tests.helpers.prizes import prizes
from tests.helpers.terminal import Terminal, made_once

CUP = "tournament = (SELECT tournament FROM tournaments WHERE name = 'Cup')"

STEPS: tuple[tuple[object, ...], ...] = (
    ("prizes", "declare", "500", "300"),
    ("publish",),
    ("correct", "rating", 4, 1999, "--reason", "list was old"),
    ("undo", "--confirm", "yes"),
    ("result", 1, 1, "1-0", 2, "0-1", 3, "="),
    ("correct", "rating", 4, 1999, "--reason", "list was old after all"),
    ("protest", 1, 1, "touched piece not moved"),
    ("undo", "--confirm", "yes"),
    ("publish",),
    ("correct", "result", 1, 1, "0-1", "--reason", "misread"),
    ("prizes", "declare", "600", "200", "100"),
    ("result", 2, 1, "1-0", 2, "1-0", 3, "="),
)


@pytest.fixture
def cup(tmp_path: Path) -> Terminal:
    """Return a club whose Cup has had all of these, in two updates of its mirror."""
    return made_once(_cup, tmp_path)


def _cup(folder: Path) -> Terminal:
    club = made_once(made_club, folder)
    for at, typed in enumerate(STEPS):
        step(club, typed)
        if at in (8, len(STEPS) - 1):
            club.run("mirror", "update", "--decisions")
    return club


def positions(cup: Terminal, topic: str) -> list[int]:
    return [one.stamp.position for one in book(cup).recorded if topic == one.fact.TOPIC]


def test_what_was_taken_back_says_by_which_fact_in_every_table_of_single_facts(
    cup: Terminal,
) -> None:
    undone = {
        at: position
        for position, fact in enumerate(book(cup).facts, 1)
        if isinstance(fact, CommandUndone)
        for at in fact.facts
    }
    assert len(undone) >= 2
    marked = []
    for table in TABLES:
        if not {"position", "taken_back_by"} <= {column.name for column in table.columns}:
            continue
        rows = asked(cup, f"SELECT position, taken_back_by FROM {table.name} WHERE {CUP}")
        assert {(at, by) for at, by in rows if by != undone.get(at)} == set(), table.name
        marked += [table.name] * any(by for _, by in rows)
    assert marked == ["events", "corrections", "integrity", "protests"]


def test_every_table_that_is_keyed_by_a_fact_says_what_took_it_back() -> None:
    views = {"moments"}
    silent = [
        table.name
        for table in TABLES
        if any(column.name == "position" and column.key for column in table.columns)
        and "taken_back_by" not in {column.name for column in table.columns}
    ]
    assert set(silent) == views


def test_a_publication_taken_back_after_its_decisions_were_kept_is_marked_in_them(
    club: Terminal,
) -> None:
    step(club, ("publish",))
    club.run("mirror", "update", "--decisions")
    (published,) = positions(club, "pairing-published")
    with Store(club.ledger) as store:
        undo = store.head(book(club).id) + 1
        fact = CommandUndone(facts=(published,), reason="by another program")
        store.append(book(club).id, undo - 1, [fact], runtime=Runtime())
    club.run("mirror", "update")
    for table in ("pairings", "pairing_decisions"):
        question = f"SELECT DISTINCT taken_back_by FROM {table} WHERE position = {published}"
        assert asked(club, f"{question} AND {CUP}") == [(undo,)], table


def test_protests_and_rulings_are_tables_with_their_times(club: Terminal) -> None:
    step(club, ("publish",))
    step(club, ("result", 1, 1, "1-0"))
    step(club, ("protest", 1, 1, "touched piece not moved"))
    step(club, ("ruling", 1, "rejected", "it was moved", "--behalf", "committee"))
    refresh(club.ledger)
    (row,) = asked(
        club,
        "SELECT p.number, p.round, p.text, p.recorded_at = e.recorded_at"
        " FROM protests p JOIN events e USING (tournament, position)",
    )
    assert row == (1, 1, "touched piece not moved", True)
    rulings = asked(club, "SELECT number, verdict, text, behalf FROM rulings")
    assert rulings == [(1, "rejected", "it was moved", "committee")]


def test_prizes_are_there_as_declared_and_as_shared(cup: Terminal) -> None:
    first, second = positions(cup, "prizes-declared")
    assert asked(cup, "SELECT place, known_from, known_to, cents FROM prizes ORDER BY ALL") == [
        (1, first, second, 50000),
        (1, second, None, 60000),
        (2, first, second, 30000),
        (2, second, None, 20000),
        (3, second, None, 10000),
    ]
    shown = [
        (row["rank"], row["equal_with"], row["cents"])
        for row in cup.json("-t", "Cup", "prizes", "show")["rows"]
    ]
    rows = asked(cup, "SELECT rank, equal_with, cents FROM prize_shares ORDER BY rank")
    assert rows == shown != []


def test_a_game_has_the_rating_that_was_known_when_its_round_was_published(cup: Terminal) -> None:
    corrected, again = positions(cup, "rating-corrected")
    undo = positions(cup, "command-undone")[0]
    (four,) = asked(cup, f"SELECT player, rating FROM players WHERE number = 4 AND {CUP}")
    rows = asked(
        cup,
        "SELECT known_from, known_to, from_round, to_round, rating FROM ratings"
        f" WHERE player = {four[0]} AND {CUP} ORDER BY known_from",
    )
    old = rows[0][4]
    assert [row[1:] for row in rows] == [
        (corrected, 1, 1, old),
        (undo, 2, 1, 1999),
        (again, 2, 1, old),
        (None, 2, None, 1999),
    ]
    assert four[1] == 1999
    rating = "CASE WHEN white = 4 THEN white_rating ELSE black_rating END"
    played = f"FROM games_now WHERE 4 IN (white, black) AND {CUP} ORDER BY round"
    games = asked(cup, f"SELECT round, {rating} {played}")
    assert games == [(1, old), (2, 1999)]
    boards = asked(cup, "SELECT count(*) FROM games WHERE known_to IS NULL")
    assert asked(cup, "SELECT count(*) FROM games_now") == boards


def test_a_correction_has_its_time_and_that_of_what_it_corrects(cup: Terminal) -> None:
    wrong = asked(
        cup,
        "SELECT * FROM corrections c JOIN events e USING (tournament, position)"
        " LEFT JOIN events o ON (o.tournament, o.position)"
        " = (c.tournament, c.corrects) WHERE c.recorded_at <> e.recorded_at"
        " OR kind = 'result' AND c.corrected_at IS DISTINCT FROM o.recorded_at"
        " OR kind = 'taken back' AND c.corrected_at >= c.recorded_at",
    )
    assert wrong == []
    kinds = asked(cup, "SELECT kind FROM corrections WHERE corrected_at IS NOT NULL ORDER BY 1")
    assert kinds == [("result",), ("taken back",), ("taken back",)]


@pytest.mark.parametrize("table", ["games", "standings"])
def test_as_of_a_time_is_as_of_the_position_that_every_tournament_had_then(
    cup: Terminal, table: str
) -> None:
    with mirror_of(cup.ledger) as database:
        moments = database.execute("FROM moments ORDER BY recorded_at").fetchall()
        assert len({row[0] for row in moments}) == 3
        for at in [moments[0][2], *(row[2] for row in moments[5::9]), moments[-1][2]]:
            by_time = f"FROM {table}_as_of_time(TIMESTAMP '{at}')"
            expected = []
            question = (
                "SELECT tournament, max(position) FROM events WHERE recorded_at <= ?"
                " GROUP BY tournament"
            )
            for tournament, position in database.execute(question, [at]).fetchall():
                expected += database.execute(
                    f"FROM {table}_as_of({position}) WHERE tournament = '{tournament}'"
                ).fetchall()
            answer = database.execute(by_time).fetchall()
            assert sorted(map(str, answer)) == sorted(map(str, expected)), at
            for same in (f"'{at}'", f"TIMESTAMPTZ '{at}+00'"):
                rows = database.execute(f"FROM {table}_as_of_time({same})").fetchall()
                assert sorted(map(str, rows)) == sorted(map(str, answer)), same
        now = database.execute(f"SELECT count(*) FROM {table} WHERE known_to IS NULL").fetchall()
        last = database.execute(f"SELECT count(*) FROM {table}_as_of_time('2999-01-01')")
        assert last.fetchall() == now


def test_the_moments_of_a_tournament_follow_one_another(cup: Terminal) -> None:
    gaps = asked(
        cup,
        "SELECT * FROM moments m JOIN moments n ON m.tournament = n.tournament"
        " AND m.until = n.recorded_at WHERE n.position <= m.position",
    )
    assert gaps == []
    lasts = asked(
        cup,
        "SELECT m.position - t.position FROM moments m JOIN tournaments t"
        " USING (tournament) WHERE until IS NULL",
    )
    assert lasts == [(0,)] * 3


def test_what_is_told_is_in_force_until_the_next_and_comes_back_when_that_is_taken_back() -> None:
    values: list[tuple[int, Any]] = [(2, "a"), (5, "b"), (7, "c")]
    assert [*in_force(values, {})] == [(2, 5, "a"), (5, 7, "b"), (7, None, "c")]
    assert [*in_force(values, {7: 9})] == [(2, 5, "a"), (5, 7, "b"), (7, 9, "c"), (9, None, "b")]
    assert [*in_force(values, {5: 6, 7: 8, 2: 9})] == [
        (2, 5, "a"),
        (5, 6, "b"),
        (6, 7, "a"),
        (7, 8, "c"),
        (8, 9, "a"),
    ]
    assert [*in_force([], {})] == []


def test_a_mirror_keeps_english_whoever_makes_it(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    step(club, ("publish",))
    step(club, ("result", 1, 1, "1-0"))
    step(club, ("correct", "result", 1, 1, "0-1", "--reason", "misread"))
    refresh(club.ledger)
    english = asked(club, "SELECT kind, what FROM integrity ORDER BY ALL")
    monkeypatch.setenv("TOERNOOI_LANG", "nl")
    output = club.run("mirror", "build")
    assert "spiegel" in output
    assert "van het begin af" in output
    assert asked(club, "SELECT kind, what FROM integrity ORDER BY ALL") == english != []


@pytest.mark.parametrize("rules", ["knsb-wp-2014", "knsb-rating-2014", "fide-dutch-2026"])
def test_prizes_go_by_the_final_ranking_in_bulk_which_is_not_made_again(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in (3, 8):
        hall = played_swiss(rules, seed, players=9, rounds=3)
        hall.do("prizes-declare", cents=(50001, 30000, 20000, 10000))
        plain = ranking_at_the_end(
            of_tournament(hall.state, hall.book.rules, 3), hall.book.rules, hall.state
        )
        expected = [
            (prize.player, prize.rank, prize.equal_with, prize.cents)
            for prize in prizes(plain, hall.state.prizes_cents, hall.book.rules.prizes.method)
        ]
        with monkeypatch.context() as patch:
            patch.delattr(history, "contest_of_state")
            with mirror(hall.book.recorded, {}) as database:
                rows = database.execute("FROM prize_shares").fetchall()
        assert [row[1:] for row in rows] == expected != []
