"""A copy of one tournament for one question has only what the question needs."""

from __future__ import annotations

from collections import Counter

import duckdb
import pytest

from ledger.facts.stamps import Recorded
from ledger.store.store import Store
from pairing.review.decisions import DECIDING
from projections.mirror.schema.macros import MACROS
from projections.mirror.tables import OF_DECISIONS, TABLES
from tests.helpers.file_order import facts_in_file_order
from tests.helpers.mirrors import mirror
from tests.helpers.terminal import with_round_1

NAMES = [table.name for table in TABLES]
ALONE = [
    *(table.name for table in TABLES if table.view),
    "events",
    "players",
    "rounds",
    "standings",
]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Recorded]:
    terminal = with_round_1(tmp_path_factory.mktemp("recorded"))
    terminal.run("result", 1, 1, "1-0")
    with Store(terminal.ledger) as store:
        return [fact for _, fact in facts_in_file_order(store)]


def _made(recorded: list[Recorded], question: str) -> list[str]:
    with mirror(recorded, {}, question=question) as database:
        return [name for (name, *_) in database.execute("SHOW TABLES").fetchall()]


def test_a_table_or_view_has_the_same_rows_where_it_is_asked_alone(
    recorded: list[Recorded],
) -> None:
    with mirror(recorded, {}) as whole:
        for name in ALONE:
            question = f"FROM {name}"
            with mirror(recorded, {}, question=question) as copy:
                rows = Counter(map(str, copy.execute(question).fetchall()))
            assert rows == Counter(map(str, whole.execute(question).fetchall())), name


def test_a_question_has_the_tables_that_it_names_and_those_that_views_and_macros_read(
    recorded: list[Recorded],
) -> None:
    assert _made(
        recorded,
        "WITH a AS (FROM Rounds) FROM a JOIN main.players ON a.tournament = players.tournament",
    ) == [
        "players",
        "rounds",
    ]
    assert _made(recorded, "FROM rounds JOIN players USING (tournament)") == ["players", "rounds"]
    of_both = _made(recorded, "SELECT 'using (' FROM rounds UNION SELECT ')' FROM players")
    assert of_both == ["players", "rounds"]
    assert {"games", "games_now"} <= {*_made(recorded, "FROM games_now")} < {*NAMES}
    of_macro = {*_made(recorded, "FROM names JOIN games_as_of('then') USING (tournament)")}
    assert {"games", "names", "players"} <= of_macro < {*NAMES}


@pytest.mark.parametrize(
    "question", ["SELECT 1", "(VALUES (1))", "WITH a AS (SELECT 1) FROM a", "FROM range(3) d"]
)
def test_a_question_that_names_no_table_has_none(recorded: list[Recorded], question: str) -> None:
    assert _made(recorded, question) == []


def test_a_question_with_the_name_of_decisions_in_it_that_asks_for_none_is_answered(
    recorded: list[Recorded],
) -> None:
    question = f"SELECT count(*) AS {OF_DECISIONS[0]} FROM rounds"
    with mirror(recorded, {}, deciding=DECIDING, question=question) as database:
        assert database.execute(question).fetchall() == [(1,)]


@pytest.mark.parametrize("called", MACROS)
def test_a_macro_gives_the_same_rows_or_fault_where_it_is_asked_alone(
    recorded: list[Recorded], called: str
) -> None:
    name, _, parameters = called.partition("(")
    values = ", ".join("'knsb-wp-2014'" for _ in parameters.split(","))
    question = f"FROM {name}({values})"
    assert {*_made(recorded, question)} < {*NAMES}
    answers = []
    for asked in (question, ""):
        with mirror(recorded, {}, question=asked) as database:
            try:
                answers.append(Counter(map(str, database.execute(question).fetchall())))
            except duckdb.Error as error:
                answers.append(Counter([str(error)]))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "question",
    [
        "SHOW TABLES",
        "DESCRIBE",
        "VACUUM",
        "FROM games, (SHOW TABLES)",
        "FROM games, (DESCRIBE)",
        "FROM games, (DESCRIBE TABLES)",
        "FROM games, (DESC)",
        "FROM games, (/* all */ DESC)",
        "FROM (DESC ALL TABLES)",
        "SELECT 'a', 'b', 'c', ['d'], ['e'], true UNION ALL DESC",
        "FROM tables UNION BY NAME DESC",
        "FROM names JOIN games_as_of(') -- (') USING (tournament)",
        "FROM gamess JOIN players USING (tournament)",
        "SELECT games_as_of(3)",
        "FROM games_as_of(upper('then'))",
        "FROM gamess",
        "FROM games, information_schema.tables",
        "FROM games, duckdb_tables()",
        "FROM games, pg_tables",
        "FROM games, sqlite_master",
        "FROM games, pragma_table_info('rounds')",
        "FROM games, query('FROM rounds')",
        "FROM games; FROM rounds",
        f"FROM games, {OF_DECISIONS[0]}",
    ],
)
def test_a_question_that_may_ask_of_others_has_all_tables(
    recorded: list[Recorded], question: str
) -> None:
    assert {*_made(recorded, question)} == {*NAMES}
