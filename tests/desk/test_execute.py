"""The loop from facts to a decision and into the ledger, when others write to it as well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.commands.decision import Decision
from desk.execute import execute
from ledger.facts.tournament import AnyFact, RoundClosed, RoundStarted
from ledger.refusals import Refusal
from ledger.store.store import Store
from tests.helpers.ledgers import at, person


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.ledger"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, create=True, patience_s=0.2) as store:
        yield store


def test_what_is_decided_is_appended_and_returned_stamped(store: Store) -> None:
    seen: list[int] = []

    def decide(facts: tuple[AnyFact, ...]) -> Decision:
        seen.append(len(facts))
        return Decision(
            (RoundStarted(round=len(facts) + 1),), (person(str(len(facts))),), ("as asked",)
        )

    for _ in range(3):
        done = execute(store, "t", decide, at())
        assert isinstance(done, Decision)
        assert done.facts == store.facts("t")[-1:]
        assert done.notes == ("as asked",)
    assert seen == [0, 1, 2]
    assert list(store.people("t")) == ["0", "1", "2"]


def test_a_refused_command_records_nothing(store: Store) -> None:
    no = (Refusal("no", "no", "no"),)
    assert execute(store, "t", lambda _: no, at()) == no
    assert store.facts("t") == ()


def test_a_decision_without_facts_records_nothing(store: Store) -> None:
    assert execute(store, "t", lambda _: Decision(()), at()) == Decision(())
    assert store.facts("t") == ()


def test_a_command_is_decided_again_when_others_come_first(store: Store, path: Path) -> None:
    rounds: list[int] = []

    def decide(facts: tuple[AnyFact, ...]) -> Decision:
        rounds.append(len(facts))
        if len(facts) < 3:
            with Store(path) as other:
                other.append("t", len(facts), [RoundStarted(round=1)], runtime=at())
        return Decision((RoundClosed(round=9),))

    execute(store, "t", decide, at())
    assert rounds == [0, 1, 2, 3]
    assert [fact.TOPIC for fact in store.facts("t")] == ["round-started"] * 3 + ["round-closed"]


def test_after_so_many_tries_the_ledger_is_busy(store: Store, path: Path) -> None:
    def decide(facts: tuple[AnyFact, ...]) -> Decision:
        with Store(path) as other:
            other.append("t", len(facts), [RoundStarted(round=1)], runtime=at())
        return Decision((RoundClosed(round=9),))

    refusals = execute(store, "t", decide, at(), tries=3)
    assert not isinstance(refusals, Decision)
    assert [refusal.code for refusal in refusals] == ["ledger-busy"]
    assert store.head("t") == 3
