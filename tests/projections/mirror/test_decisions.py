"""Decisions of a mirror: made where somebody asks for them, kept where nothing touched a round."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import duckdb
import pytest

from desk.programs.ledger import Ledger
from desk.render.english import english
from desk.terminal.mirror import Copy
from desk.terminal.session import Session
from ledger.facts.tournament import AnyFact
from pairing.review.decisions import DECIDING, decisions_of
from pairing.systems.registry import engines
from projections.mirror import decision_stage
from projections.mirror.decision_stage import DecisionStage
from projections.mirror.decisions import UNDER_WAY, Deciding
from projections.mirror.files import mirror_path
from projections.mirror.progress import Stopped
from projections.sql.connections import connected, looked_at
from tests.helpers.club import asked, book, made_club, step
from tests.helpers.mirrors import mirror, refresh
from tests.helpers.terminal import Terminal, made_once

HOW = "toernooi mirror build --decisions"
ROUND_1 = (("publish",), ("result", 1, 1, "1-0", 2, "0-1", 3, "="))
COUNT = "SELECT count(*) AS n FROM pairing_decisions"


class Counted:
    """Decides rounds, and counts the tournaments with a round that was decided."""

    def __init__(self) -> None:
        self.tournaments = 0

    def __call__(
        self, facts: Sequence[AnyFact], known: Container[int]
    ) -> Sequence[tuple[Any, ...]]:
        rows = [*decisions_of(facts, known)]
        self.tournaments += bool(rows)
        return rows

    def stage(self, *, wanted: bool | None = True, made_by: str = "") -> DecisionStage:
        def named() -> str:
            return made_by

        return DecisionStage(lambda: Deciding(self, named), english, wanted=wanted)


@pytest.fixture
def played(tmp_path: Path) -> Terminal:
    """Return a club with a round that an engine paired in two tournaments."""
    return made_once(_played, tmp_path)


def _played(folder: Path) -> Terminal:
    club = made_once(made_club, folder)
    for typed in ROUND_1:
        step(club, typed)
    for name in ("Aap, A.", "Beer, B."):
        club.run("-t", "Second", "enter", name)
    club.run("-t", "Second", "lots", "--by", "entry")
    club.run("-t", "Second", "publish")
    return club


def whole(club: Terminal) -> list[Any]:
    """Return the decisions of all tournaments, each as a copy of it in memory has them."""
    rows = []
    for name in ("Cup", "Second"):
        one = book(club, name)
        with mirror(one.recorded, one.people, deciding=DECIDING) as database:
            rows += database.execute("FROM pairing_decisions").fetchall()
    return sorted(rows, key=str)


def decided(club: Terminal) -> list[Any]:
    return sorted(asked(club, "FROM pairing_decisions"), key=str)


def test_a_mirror_without_decisions_answers_with_an_error_that_says_how(played: Terminal) -> None:
    played.run("mirror", "build")
    with looked_at(mirror_path(played.ledger)) as database:
        for question in (
            "FROM pairing_decisions",
            COUNT,
            f"{COUNT} WHERE key = 'D'",
            "SELECT key FROM pairing_decisions WHERE key IS NOT NULL AND value > 2",
            "SELECT 1 FROM pairing_decisions LIMIT 1",
            "SELECT * FROM games WHERE round IN (SELECT round FROM pairing_decisions)",
            "SELECT * FROM games ANTI JOIN pairing_decisions USING (tournament, round)",
            f"SELECT ({COUNT} d WHERE d.round = g.round) FROM games g",
            "SELECT g.* FROM games g JOIN pairing_decisions d USING (tournament, round)",
        ):
            with pytest.raises(duckdb.Error, match=HOW):
                database.execute(question).fetchall()
        named = database.execute("SELECT column_name FROM (DESCRIBE pairing_decisions)").fetchall()
        assert database.execute("FROM decided_tournaments").fetchall() == []
    assert len(named) == 17


def test_decisions_are_made_where_they_are_asked_for_and_kept_up_from_then(
    played: Terminal,
) -> None:
    played.run("mirror", "build", "--decisions")
    assert decided(played) == whole(played) != []
    step(played, ("publish",))
    played.run("mirror", "update")
    assert decided(played) == whole(played)
    assert asked(played, "SELECT DISTINCT round FROM pairing_decisions ORDER BY 1") == [(1,), (2,)]
    played.run("mirror", "build")
    with pytest.raises(duckdb.Error, match=HOW):
        decided(played)
    played.run("mirror", "update", "--decisions")
    assert decided(played) == whole(played)


def test_sql_makes_decisions_before_a_question_that_names_them_and_says_so(
    played: Terminal,
) -> None:
    other = played.try_("sql", "--mirror", "SELECT count(*) FROM games")
    assert "decided again" not in other.err
    ran = played.try_("sql", "--mirror", COUNT, "--json")
    assert "it is about decisions: 2 rounds are decided again first" in ran.err
    assert ran.json["rows"] == [{"n": len(whole(played))}]
    assert "decided" not in played.try_("sql", "--mirror", COUNT.upper(), "--json").err
    step(played, ("publish",))
    ran = played.try_("sql", "--mirror", "SELECT max(round) n FROM pairing_decisions", "--json")
    assert "1 round is decided again first" in ran.err
    assert ran.json["rows"] == [{"n": 2}]


def test_a_program_that_asks_for_decisions_has_them_made(played: Terminal) -> None:
    ledger = Ledger(played.ledger)
    assert ledger.sql(COUNT).fetchall() == [(len(whole(played)),)]
    ledger.update_mirror(decisions=True)
    assert ledger.sql(COUNT, "Cup").fetchall() != [(0,)]


def test_a_question_that_names_them_by_parts_of_a_text_is_told_how(played: Terminal) -> None:
    hidden = "FROM query('FROM pairing' || '_decisions')"
    told = played.refused("sql", "--mirror", hidden, code=2)
    assert "no-decisions" in told
    assert "mirror build --decisions" in told
    assert "no-decisions" in played.refused("-t", "Cup", "sql", hidden, code=2)


def test_rounds_that_nothing_touched_are_not_decided_again(played: Terminal) -> None:
    counted = Counted()
    refresh(played.ledger, stages=[counted.stage()])
    assert counted.tournaments == 2
    before = decided(played)
    step(played, ("correct", "result", 1, 1, "0-1", "--reason", "misread"))
    refresh(played.ledger, stages=[counted.stage(wanted=None)])
    assert (counted.tournaments, decided(played)) == (2, before)
    played.run("-t", "Cup", "correct", "person", 2, "--club", "Het Paard", "--reason", "moved")
    assert refresh(played.ledger, stages=[counted.stage(wanted=None)]).origin == "from zero"
    assert (counted.tournaments, decided(played)) == (2, before)
    step(played, ("publish",))
    refresh(played.ledger, stages=[counted.stage(wanted=None)])
    assert counted.tournaments == 3
    assert decided(played) == whole(played)


def test_other_versions_of_engines_decide_all_rounds_again(played: Terminal) -> None:
    counted = Counted()
    refresh(played.ledger, stages=[counted.stage()])
    refresh(played.ledger, stages=[counted.stage(made_by="later")])
    assert counted.tournaments == 4
    assert decided(played) == whole(played)


def test_a_stopped_run_keeps_what_is_decided_and_a_plain_question_does_not_go_on(
    played: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    refresh(played.ledger, stages=())
    monkeypatch.setattr(decision_stage, "A_PART", 1)
    monkeypatch.setattr(decision_stage, "A_TRANSACTION", 1)
    counted = Counted()
    calls = count(1)

    def stop(done: int, total: int) -> None:
        if next(calls) == 2:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        refresh(played.ledger, stages=[counted.stage()], progress=stop, jobs=1)
    assert 0 < stopped.value.kept < stopped.value.facts
    counted.tournaments = 0
    step(played, ("publish",))
    refresh(played.ledger, stages=[counted.stage(wanted=None)], jobs=1)
    assert counted.tournaments == 0
    with pytest.raises(duckdb.Error, match=HOW):
        decided(played)
    with connected(mirror_path(played.ledger), read_only=True) as database:
        tables = database.execute("SELECT table_name FROM duckdb_tables()").fetchall()
    assert (UNDER_WAY,) not in tables, "what was half made is gone"
    refresh(played.ledger, stages=[counted.stage()], jobs=1)
    assert decided(played) == whole(played)


def test_a_refresh_that_decides_nothing_leaves_no_decisions_that_lag_behind(
    played: Terminal,
) -> None:
    refresh(played.ledger)
    step(played, ("publish",))
    refresh(played.ledger, stages=())
    with pytest.raises(duckdb.Error, match=HOW):
        decided(played)


def test_at_the_prompt_a_question_that_names_them_has_them_made(
    played: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Copy(
        Session(str(played.ledger), None, played.world),
        None,
        in_file=True,
        lake=None,
        memory_mib=None,
    )
    with copy.opened() as database:
        assert copy.with_decisions(database, "FROM games") is database
        later = copy.with_decisions(database, COUNT)
        assert later.execute(COUNT).fetchone() == (len(whole(played)),)
        assert copy.with_decisions(later, COUNT) is later
        later.close()
    assert "opened anew" in capsys.readouterr().err


def test_an_export_without_decisions_says_what_makes_them(played: Terminal) -> None:
    folder = played.ledger.with_name("parquet")
    assert "mirror update --decisions" in played.run("export", "--parquet", str(folder))
    assert not (folder / "pairing_decisions").exists()
    played.run("mirror", "update", "--decisions")
    assert "--decisions" not in played.run("export", "--parquet", str(folder))
    assert (folder / "pairing_decisions").exists()


def test_a_lake_has_decisions_where_it_is_built_with_them(played: Terminal) -> None:
    lake = str(played.ledger.with_name("lake"))
    played.run("lake", "build", str(played.ledger), "--to", lake)
    told = played.refused("sql", "--lake", lake, COUNT, code=2)
    assert "no-decisions" in told
    assert "lake build" in told
    played.run("lake", "build", str(played.ledger), "--to", lake, "--decisions")
    rows = played.json("sql", "--lake", lake, COUNT)["rows"]
    assert rows == [{"n": len(whole(played))}]
    again = played.json("lake", "build", str(played.ledger), "--to", lake, "--decisions")["rows"]
    assert [row["parts_made"] for row in again] == [0]


def test_the_mirror_says_by_which_engines_each_tournament_was_decided(played: Terminal) -> None:
    refresh(played.ledger)
    (made_with,) = asked(played, "SELECT DISTINCT made_with FROM decided_tournaments")
    assert made_with == (Deciding(decisions_of, engines).made_with,)
    unlike = "SELECT * FROM tournaments ANTI JOIN decided_tournaments USING (tournament, position)"
    assert asked(played, unlike) == []
