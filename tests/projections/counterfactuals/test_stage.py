"""All rounds of a ledger paired again in its mirror: equal to audits, skipped, resumed, kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import projections.counterfactuals.stage
from desk.answers.bulk.mirror import pairing_stage
from ledger.state.book import Book
from pairing.review.again import BoardAgain, ChangeOfInput, RoundAgain
from projections.mirror.files import mirror_path
from projections.mirror.progress import Stopped
from projections.mirror.tables import OF_PAIRINGS
from projections.sql.connections import looked_at
from tests.helpers.ledgers import books, damage
from tests.helpers.mirrors import refresh
from tests.helpers.paired_again import check_rows
from tests.helpers.references import dangling, doubled
from tests.helpers.terminal import Terminal

ALL = ("replay", "--all", "--pairings", "--jobs", 1)


def ask(ledger: Path, question: str) -> list[tuple[Any, ...]]:
    with looked_at(mirror_path(ledger)) as database:
        return database.execute(question).fetchall()


def everything(ledger: Path) -> list[list[tuple[Any, ...]]]:
    with looked_at(mirror_path(ledger)) as database:
        return [sorted(database.execute(f"FROM {t}").fetchall(), key=str) for t in OF_PAIRINGS]


def rows_of(ledger: Path, tournament: str) -> list[Any]:
    """Return the rows of the rules in force as the pairing floor makes them."""
    of = f"WHERE tournament = '{tournament}' AND in_force"
    return [
        *(RoundAgain(*row[1:]) for row in ask(ledger, f"FROM replayed_rounds {of}")),
        *(BoardAgain(*row[1:]) for row in ask(ledger, f"FROM replayed_pairings {of}")),
        *(ChangeOfInput(*row[1:-1]) for row in ask(ledger, f"FROM replayed_changes {of}")),
    ]


@pytest.mark.clause("knsb-wp-2014 F7")
def test_the_tables_of_a_year_are_what_the_audit_of_each_round_says(year: Terminal) -> None:
    year.run(*ALL)
    verdicts = sum(
        (check_rows(book, rows_of(year.ledger, book.id)) for book in books(year.ledger)),
        start=type(check_rows(Book(), []))(),
    )
    assert verdicts["then same"] > 30
    assert verdicts["now different"] > 0
    assert verdicts["changes"] > 0
    year.run("mirror", "update", "--decisions")
    with looked_at(mirror_path(year.ledger)) as database:
        assert (doubled(database), dangling(database)) == ({}, {})
        twice = database.execute(
            "SELECT input FROM replayed_rounds JOIN (SELECT tournament, rules, in_force, round,"
            " known, list((white, black) ORDER BY white) AS seats FROM replayed_pairings"
            " WHERE found_in <> 'published' GROUP BY ALL)"
            " USING (tournament, rules, in_force, round, known)"
            " GROUP BY input HAVING count(DISTINCT seats) > 1"
        ).fetchall()
        assert twice == [], "equal inputs give equal pairings"


def test_a_rerun_pairs_only_what_is_new_and_gives_what_a_fresh_run_gives(
    year: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = ("--rules", "knsb-wp-2014", "--known", "then")
    year.run(*ALL)
    year.run(*ALL, *others)
    answer = {(row["rules"], row["known"]): row for row in year.json(*ALL)["rows"]}
    assert {(row["replayed"], row["done_before"]) for row in answer.values()} == {(0, 8)}
    assert list(answer) == [("in force", "then"), ("in force", "now"), ("knsb-wp-2014", "then")]
    before = everything(year.ledger)
    year.run(
        "-t",
        "Generated tournament knsb-wp-1996 0",
        "correct",
        "result",
        1,
        1,
        "0-0",
        "--reason",
        "misread",
    )
    monkeypatch.setattr("pairing.review.again.pair_round", _never_for_old_rounds(year))
    year.run("mirror", "update")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert everything(year.ledger) != before
    now = everything(year.ledger)
    year.run("mirror", "build")
    assert everything(year.ledger) == now


def _never_for_old_rounds(year: Terminal) -> Any:
    from pairing.systems.registry import pair_round

    calls: list[int] = []

    def pair(*to_pair: Any) -> Any:
        calls.append(to_pair[0].rounds)
        assert to_pair[0].rounds > 0, "round 1 has the input it had"
        assert len(calls) <= 12
        return pair_round(*to_pair)

    return pair


def test_the_rows_are_the_same_whatever_the_number_of_processes(
    year: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every round of a year is paired again, once by two processes."""
    monkeypatch.setattr(projections.counterfactuals.stage, "A_PART", 1)
    year.run(*ALL)
    one = everything(year.ledger)
    year.run("replay", "--all", "--pairings", "--jobs", 2, "--duckdb", "two.duckdb")
    assert everything(tmp_path / "two.ledger") == one


def test_a_stopped_run_keeps_what_it_committed_and_goes_on(
    year: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every round of a year is paired again, twice."""
    refresh(year.ledger)
    monkeypatch.setattr(projections.counterfactuals.stage, "A_PART", 1)
    monkeypatch.setattr(projections.counterfactuals.stage, "A_TRANSACTION", 1)
    calls: list[int] = []

    def stop(done: int, total: int) -> None:
        calls.append(done)
        if len(calls) == 3:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        refresh(year.ledger, stages=[pairing_stage([None])], progress=stop, jobs=1)
    assert 0 < stopped.value.kept < stopped.value.facts
    assert ask(year.ledger, "FROM replayed_rounds") == []
    stage = pairing_stage()
    refresh(year.ledger, stages=[stage], jobs=1)
    assert stage.counts == {"in force": (5, 3)}
    once = everything(year.ledger)
    year.run("mirror", "build")
    assert everything(year.ledger) == once != []


def test_a_refresh_without_the_stage_leaves_no_stale_row(year: Terminal) -> None:
    year.run(*ALL, "--known", "now")
    name = "Generated tournament knsb-wp-1996 0"
    year.run("-t", name, "correct", "result", 1, 1, "0-0", "--reason", "misread")
    refresh(year.ledger)
    question = "SELECT count(DISTINCT tournament) FROM {}"
    assert ask(year.ledger, question.format("replayed_rounds")) == [(7,)]
    assert ask(year.ledger, question.format("pairing_replays")) == [(7,)]
    year.run("mirror", "update")
    assert ask(year.ledger, question.format("replayed_rounds")) == [(8,)]
    assert ask(year.ledger, "SELECT DISTINCT known FROM replayed_rounds") == [("now",)]


def test_a_damaged_tournament_is_named_and_the_others_are_paired(year: Terminal) -> None:
    year.run(*ALL)
    damage(year.ledger, "UPDATE stored_events SET state = 'x' WHERE sequence = 20")
    year.run(
        "-t",
        "Generated tournament knsb-wp-1996 0",
        "correct",
        "result",
        1,
        1,
        "0-0",
        "--reason",
        "misread",
    )
    ran = year.try_("replay", "--all", "--pairings", "--duckdb", "again.duckdb", "--json")
    assert ran.code == 4
    assert [item["code"] for item in ran.json["refused"]] == ["ledger-damaged"]
    assert {row["replayed"] for row in ran.json["rows"]} == {7}


def test_what_does_not_go_together_is_refused_before_any_work(year: Terminal) -> None:
    for words, said in (
        (("--all", "--pairings", "--round", "2"), "toernooi replay NAME"),
        (("Cup", "--all", "--pairings"), "toernooi replay Cup"),
        (("--known", "then", "--rules", "knsb-wp-2014"), "--known"),
    ):
        assert said in year.refused("replay", *words, code=2)
    assert "--rules" in year.refused("replay", "--all", code=2)
    tie_breaks = year.refused(*ALL, "--rules", "fide-2024")
    assert "rulebook-does-not-pair" in tie_breaks
    twice = ("--rules", "knsb-wp-2014") * 2
    assert "same-name-twice" in year.refused(*ALL, *twice, code=2)
    assert not mirror_path(year.ledger).exists()


def test_a_ledger_without_rounds_has_nothing_to_pair(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "new.ledger")
    terminal.run("init", "Cup")
    assert terminal.json(*ALL)["rows"] == []
    assert "no round" in terminal.run(*ALL)
