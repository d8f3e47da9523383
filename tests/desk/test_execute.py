"""Commands carried out on a ledger with other writers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desk.commands.decision import Numbered
from desk.execute import execute
from desk.outcomes import Written
from ledger.facts.tournament import RoundsPlanned
from ledger.store.store import Store
from tests.helpers.hall import command
from tests.helpers.ledgers import at
from tests.helpers.words import whole


def one(verb: str, **fields: Any) -> list[Numbered]:
    return [(None, command(verb, **fields))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.ledger"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, create=True, patience_s=0.2) as store:
        assert isinstance(execute(store, "t", one("init", name="Open"), at()), Written)
        yield store


def test_what_is_decided_is_appended_and_returned_stamped(store: Store) -> None:
    for name in ("Alders", "Berg", "Cohen"):
        written = execute(store, "t", one("enter", name=name), at())
        assert isinstance(written, Written)
        assert written.facts == store.facts("t")[-1:]
        assert written.book.recorded == list(store.facts("t"))
    assert [person.record["name"] for person in store.people("t").values()] == [
        "Alders",
        "Berg",
        "Cohen",
    ]


def test_a_refused_command_records_nothing(store: Store) -> None:
    refusals = execute(store, "t", [*one("enter", name="Alders"), *one("close", round=4)], at())
    assert not isinstance(refusals, Written)
    assert store.head("t") == 1


def test_a_decision_without_facts_records_nothing(store: Store) -> None:
    execute(store, "t", [*one("enter", name="Alders"), *one("forget", player=1)], at())
    again = execute(store, "t", one("forget", player=1), at())
    assert isinstance(again, Written)
    assert (again.facts, whole(again.notes)) == ((), "player 1 was forgotten at #3")
    assert store.head("t") == 3


def test_a_command_is_judged_again_when_others_come_first(store: Store, path: Path) -> None:
    def rival(done: int) -> None:
        with Store(path) as other:
            if (head := other.head("t")) < 3:
                other.append("t", head, [RoundsPlanned(rounds=9)], runtime=at())

    written = execute(store, "t", one("enter", name="Alders"), at(), rival)
    assert isinstance(written, Written)
    assert [fact.TOPIC for fact, _ in store.facts("t")] == [
        "tournament-opened",
        "rounds-planned",
        "rounds-planned",
        "player-registered",
    ]
    assert written.book.state.rounds_planned == 9


def test_after_so_many_tries_the_ledger_is_busy(store: Store, path: Path) -> None:
    def rival(done: int) -> None:
        with Store(path) as other:
            other.append("t", other.head("t"), [RoundsPlanned(rounds=9)], runtime=at())

    refusals = execute(store, "t", one("enter", name="Alders"), at(), rival, tries=3)
    assert isinstance(refusals, tuple)
    assert [refusal.code for refusal in refusals] == ["ledger-busy"]
    assert store.head("t") == 4


def test_a_command_delivered_twice_is_recorded_once(store: Store) -> None:
    first = execute(store, "t", one("enter", name="Alders"), at(), correlation_id="form 7")
    again = execute(store, "t", one("enter", name="Alders"), at(), correlation_id="form 7")
    assert isinstance(first, Written)
    assert isinstance(again, Written)
    assert (again.facts, whole(again.notes)) == (first.facts, "this was recorded before")
    assert store.head("t") == 2
