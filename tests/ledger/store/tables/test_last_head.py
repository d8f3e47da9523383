"""A remembered head as text: whole, or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from ledger.facts.tournament import AnyFact, RoundsPlanned
from ledger.store.store import Store
from ledger.store.tables.last_head import LastHead, remembered
from tests.helpers.ledgers import OPENING, at, damage

HEAD = LastHead(first=bytes(32), size=12, last=b"\1" * 32, root=b"\2" * 32)


def test_what_is_written_is_read_again() -> None:
    assert remembered(HEAD.written()) == HEAD
    assert remembered(HEAD.written().rstrip()) == HEAD


def test_a_line_that_was_written_by_half_over_another_is_no_head() -> None:
    old, new = HEAD.written(), HEAD._replace(size=13, last=b"\3" * 32, root=b"\4" * 32).written()
    halves = {new[:at] + old[at:] for at in range(len(old))} - {old, new}
    assert [text for text in halves if remembered(text)] == []
    assert [at for at in range(len(old) - 1) if remembered(old[:at])] == []


def test_no_text_of_others_is_a_head() -> None:
    for text in ("", "\n", "12:ABCD-EFGH-IJKL-MNOP", HEAD.written() * 2, "x" + HEAD.written()):
        assert remembered(text) is None


def test_a_newer_head_and_one_of_another_ledger_are_remembered_instead() -> None:
    assert HEAD.is_newer_than(None)
    assert HEAD._replace(size=13).is_newer_than(HEAD)
    assert not HEAD.is_newer_than(HEAD)
    assert not HEAD._replace(size=11).is_newer_than(HEAD)
    assert HEAD._replace(size=1, first=b"\5" * 32).is_newer_than(HEAD)


@dataclass
class Known:
    """A ledger of three facts, and its heads after each."""

    path: Path
    heads: list[LastHead]

    def loss(self, number: int) -> str | None:
        with Store(self.path, despite_loss=True) as store:
            loss = store.loss_since(self.heads[number - 1])
        return None if loss is None else loss.code


@pytest.fixture
def known(tmp_path: Path) -> Known:
    path, heads = tmp_path / "cup.ledger", list[LastHead]()
    with Store(path, create=True) as store:
        assert store.last_head() is None
        facts: list[AnyFact] = [OPENING, RoundsPlanned(rounds=3), RoundsPlanned(rounds=4)]
        for number, fact in enumerate(facts):
            store.append("t", number, (fact,), runtime=at())
            head = store.last_head()
            assert head is not None
            heads.append(head)
    return Known(path, heads)


def test_a_ledger_lacks_nothing_of_any_head_that_it_had(known: Known) -> None:
    assert [known.loss(number) for number in (1, 2, 3)] == [None, None, None]
    assert [head.size for head in known.heads] == [1, 2, 3]


def test_a_history_with_other_facts_in_their_places_is_told_at_any_size(known: Known) -> None:
    head = known.heads[1]
    known.heads[1] = head._replace(last=bytes(32))
    assert known.loss(2) == "head-differs"
    known.heads[2] = known.heads[2]._replace(root=bytes(32))
    assert known.loss(3) == "head-differs"


def test_a_changed_fact_is_left_to_those_who_read_its_tournament(known: Known) -> None:
    damage(known.path, "UPDATE stored_events SET state = '{}' WHERE sequence IN (1, 3)")
    assert [known.loss(number) for number in (1, 2, 3)] == [None, None, None]
