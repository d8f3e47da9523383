"""Any tournament: its mirror agrees with a replay to that moment, by a literal twin."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ledger.errors import StoreError
from ledger.facts.codec import decode, encode
from ledger.facts.records import FileImported, PersonCorrected, PersonForgotten
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import AnyFact, ResultRecorded
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import rulebook_of
from ledger.state.tournament import Tournament, following, replay
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from ledger.store.tables.recorder import StoredFact
from pairing.review.decisions import DECIDING
from projections.games.colours import difference, preference
from projections.games.crosstable import of_tournament
from projections.mirror.blocks import PREFERENCES, preferences
from projections.mirror.files import mirror_path
from projections.mirror.rows import first_day, season_of
from projections.mirror.tables import TABLES
from projections.sql.connections import looked_at
from projections.standings.standing import Standing, final_standing, standing
from tests.helpers.bad_luck import simulate
from tests.helpers.crosstables import rules
from tests.helpers.hall import recorded
from tests.helpers.mirrors import mirror, refresh
from tests.oracles.keizer_seasons import random_season

VERSIONS = [rules(name) for name in ("knsb-wp-1996", "knsb-rating-2014", "fide-2024")]


@pytest.fixture(scope="module", params=[9, 5, 6, 7001, 7003, 7005])
def ledger(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ledger with random events, mirrored with three other versions; only to be read."""
    folder = tmp_path_factory.mktemp("any")
    simulate(request.param, 45, folder, at_the_end=True)
    path = folder / f"{request.param}.ledger"
    refresh(path, versions=VERSIONS)
    return path


def facts_of(ledger: Path) -> tuple[Recorded, ...]:
    with Store(ledger) as store:
        ((id_, _),) = store.tournaments()
        return store.facts(id_)


Asking = Callable[[str], list[tuple[Any, ...]]]


@contextmanager
def asking(ledger: Path) -> Iterator[Asking]:
    """Give what answers questions to the mirror of a ledger."""
    with looked_at(mirror_path(ledger)) as database:
        yield lambda question: database.execute(question).fetchall()


@pytest.fixture
def ask(ledger: Path) -> Iterator[Asking]:
    """Return what answers questions to the mirror that was made at once."""
    with asking(ledger) as answered:
        yield answered


def known_at(recorded: Sequence[Recorded]) -> Iterator[tuple[int, Tournament]]:
    """Yield the end of every command, with the state then."""
    states = states_of([fact for fact, _ in recorded])
    for one, after, state in zip(recorded, [*recorded[1:], None], states, strict=True):
        if after is None or after.stamp.correlation_id != one.stamp.correlation_id:
            yield one.stamp.position, state


def states_of(facts: Sequence[AnyFact]) -> Iterator[Tournament]:
    """Yield the state after each fact, which is the same object mostly."""
    state = Tournament()
    for at, fact in enumerate(facts):
        state = following(state, facts[:at], fact)
        yield state


def made_then(state: Tournament, version: Rulebook | None) -> Iterator[tuple[Rulebook, Standing]]:
    done = 0
    for round_ in state.rounds:
        if round_.open_games:
            break
        done = round_.number
        own = rulebook_of(state.rulebook_text_of(done))
        if version is None or version.hash != own.hash:
            used = version or own
            yield used, standing(of_tournament(state, used, done), used)
    if done and done == (state.rounds_planned or done):
        own = rulebook_of(state.rulebook_text_of(done))
        if version is None or version.hash != own.hash:
            used = version or own
            yield used, final_standing(of_tournament(state, used, done), used, state.final_lots)


def test_the_standings_at_every_moment_are_those_of_a_replay(ledger: Path, ask: Asking) -> None:
    seen = set()
    for position, state in known_at(facts_of(ledger)):
        expected = [
            (
                used.id,
                version is None,
                plain.rounds,
                plain.final,
                line.rank,
                line.player,
                line.score.points_halves,
                line.score.ws_halves,
                line.score.wp_halves,
                line.score.sb_quarters,
                line.decided_by,
                plain.provisional,
            )
            for version in (None, *VERSIONS)
            for used, plain in made_then(state, version)
            for line in plain.lines
        ]
        rows = ask(
            "SELECT rules, in_force, round, final, rank, player, (points * 2)::INTEGER,"
            " (ws * 2)::INTEGER, (wp * 2)::INTEGER, (sb * 4)::INTEGER, decided_by, provisional"
            f" FROM standings_as_of({position})",
        )
        assert sorted(rows, key=str) == sorted(expected, key=str), position
        seen |= {(row[1], row[3]) for row in rows}
    assert (True, False) in seen


def test_the_boards_at_every_moment_are_those_of_a_replay(ledger: Path, ask: Asking) -> None:
    facts = [fact for fact, _ in facts_of(ledger)]
    for position, state in enumerate(states_of(facts), 1):
        expected = [
            (
                r.number,
                board,
                g.white,
                g.black,
                g.outcome,
                g.adjourned and g.outcome is None,
                g.rated,
                g.catch_up,
            )
            for r in state.rounds
            for board, g in enumerate(r.games, 1)
        ]
        rows = ask(
            "SELECT round, board, white, black, result, adjourned, rated, catch_up"
            f" FROM games_as_of({position}) ORDER BY round, board",
        )
        assert rows == expected, position


def test_the_rounds_of_every_player_are_those_of_the_crosstable(ledger: Path, ask: Asking) -> None:
    state = replay(fact for fact, _ in facts_of(ledger))
    table = of_tournament(state, rulebook_of(state.rulebook_text))
    expected = []
    for player, cells in table.cells.items():
        history = table.colours(player)
        for number, cell in enumerate(cells, 1):
            so_far = history[:number]
            expected.append(
                (
                    number,
                    player,
                    cell.kind.value,
                    cell.colour if cell.played else None,
                    so_far,
                    difference(so_far),
                    str(preference(so_far)),
                )
            )
    rows = ask("SELECT round, player, kind, colour, history, difference, preference FROM colours")
    assert sorted(rows, key=str) == sorted(expected, key=str)


def test_facts_read_in_bulk_give_what_they_give_one_by_one(ledger: Path, ask: Asking) -> None:
    with mirror(facts_of(ledger), people_of(ledger), deciding=DECIDING) as whole:
        for table in TABLES:
            if table.name in ("events", "mirror", "versions", "replays"):
                continue
            own = " WHERE in_force" if "in_force" in {c.name for c in table.columns} else ""
            question = f"FROM {table.name}{own}"
            expected = whole.execute(question).fetchall()
            assert sorted(ask(question), key=str) == sorted(expected, key=str), table.name
        question = "SELECT * EXCLUDE (sequence) FROM events ORDER BY position"
        assert ask(question) == whole.execute(question).fetchall()


def people_of(ledger: Path) -> dict[str, Any]:
    with Store(ledger) as store, snapshot(store) as now:
        id_ = facts_of(ledger)[0].stamp.tournament
        return now.people(id_, now.read(id_))


def test_a_fact_read_in_bulk_is_the_one_that_is_stored(ledger: Path) -> None:
    with Store(ledger) as store, snapshot(store) as now:
        id_ = now.tournaments()[0].tournament
        read = [*now.read(id_)]
        assert [encode(Recorded(one.fact, one.stamp)) for one in read] == [
            one.state for one in read
        ]
        assert any(isinstance(one.fact, ResultRecorded) for one in read)


def test_a_result_that_is_not_as_it_was_written_is_refused() -> None:
    state = encode(recorded(ResultRecorded(round=1, white=1, black=2, outcome="1-0"), 3, "t"))
    for wrong in (
        state.replace(b'"v":1', b'"v":2'),
        state.replace(b'"1-0"', b'"2-0"'),
        state[:-1],
        b"",
        state.replace(b'"rated":true', b'"rated":true,"more":1'),
        state.replace(b":1,", b':"1",'),
    ):
        with pytest.raises(StoreError):
            decode("t", 3, ResultRecorded.TOPIC, wrong)


def test_a_mirror_that_was_updated_on_the_way_is_the_one_made_at_once(
    ledger: Path, tmp_path: Path
) -> None:
    path = tmp_path / "on.ledger"
    id_ = facts_of(ledger)[0].stamp.tournament
    with Store(ledger) as whole:
        rows = whole.stored(id_)
    with Store(path, create=True) as store:
        for start in range(0, len(rows), A_STEP):
            store.restore(id_, rows[start : start + A_STEP], [], names=False)
            origin = refresh(path, versions=VERSIONS).origin
            assert (
                origin == "continued"
                or start == 0
                or has_record_changes(rows[start : start + A_STEP])
            )
    answers = []
    for mirrored in (path, ledger):
        with asking(mirrored) as ask:
            answers.append(
                {
                    table.name: sorted(ask(f"SELECT {columns} FROM {table.name}"), key=str)
                    for table in TABLES
                    if table.name not in ("mirror", "names", "standings_now")
                    for columns in [
                        ", ".join(c.name for c in table.columns if c.name not in OTHERWISE)
                    ]
                }
            )
    assert answers[0] == answers[1]


A_STEP = 31
"""The facts between two updates."""

OTHERWISE = {
    "sequence",
    "city",
    "federation",
    "type",
    "tempo",
    "begins",
    "ends",
    "venue",
    "time_zone",
}
"""Columns that differ, or are empty, in a ledger restored without its records."""


def has_record_changes(rows: Sequence[StoredFact]) -> bool:
    return any(row.topic in (PersonCorrected.TOPIC, PersonForgotten.TOPIC) for row in rows)


def test_a_colour_wish_is_that_of_the_plain_function_whatever_the_history() -> None:
    for length in range(1, 8):
        histories = ["".join(signs) for signs in itertools.product("WB-", repeat=length)]
        letters = np.array([[ord(sign) for sign in history] for history in histories], np.uint8)
        actual = preferences(letters)[:, -1]
        assert [PREFERENCES[at] for at in actual] == [str(preference(h)) for h in histories]


@pytest.mark.parametrize("seed", [2, 4])
def test_the_standing_of_a_season_is_known_with_its_values(seed: int) -> None:
    season = random_season(seed)
    with mirror(season.book.recorded, {}) as database:
        unlike = database.execute(
            "SELECT * FROM standings s FULL JOIN keizer_values k"
            " USING (tournament, round, known_from, player)"
            " WHERE s.player IS NULL OR k.player IS NULL OR s.known_to IS DISTINCT FROM k.known_to"
        ).fetchall()
        assert unlike == []
        assert database.execute("SELECT count(*) FROM keizer_values").fetchone() != (0,)


@pytest.mark.parametrize(
    ("lines", "season"),
    [
        ("012 Open\n042 2024/09/07\n052 2024/09/08", "2024-2025"),
        ("042 30.06.2024", "2023-2024"),
        ("042 1-7-2024", "2024-2025"),
        ("042 spring", "2026-2027"),
        ("042 2024/13/45", "2026-2027"),
        ("", "2026-2027"),
    ],
)
def test_the_season_is_that_of_the_first_day(lines: str, season: str) -> None:
    state = Tournament(imports=[FileImported(format="trf16", sha256="", record="file")])
    began = first_day(state, {"file": {"lines": lines}}, date(2026, 11, 21))
    assert season_of(began) == season
    state.dates[2] = date(2025, 6, 30)
    assert season_of(first_day(state, {}, date(2026, 11, 21))) == "2024-2025"
