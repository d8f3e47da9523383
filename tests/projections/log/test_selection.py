"""A part of the log: every fact is in the part that it belongs to, and in no other."""

from __future__ import annotations

from typing import get_args

from hypothesis import given

from ledger.facts.tournament import AnyFact
from ledger.values import KindOfFact
from projections.log.selection import LogPart, is_of_kind, log_part, selected
from tests.helpers.facts import any_fact
from tests.helpers.hall import Hall


def _hall() -> Hall:
    hall = Hall(6, 5)
    hall.play("1-0", "0-1")
    hall.do("absent", player=3, round=2)
    hall.play()
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    hall.do("undo")
    return hall


@given(any_fact())
def test_every_kind_of_fact_is_of_some_kind(fact: AnyFact) -> None:
    kinds = [kind for kind in get_args(KindOfFact) if is_of_kind(fact, kind)]
    assert kinds, fact.TOPIC
    assert len(kinds) == 1 or "tournament" not in kinds


def test_the_kinds_together_are_the_whole_log() -> None:
    book = _hall().book
    answer = {at for kind in get_args(KindOfFact) for at in selected(book, LogPart(kind=kind))}
    assert answer == set(range(1, len(book.recorded) + 1))


def test_an_undo_is_about_the_players_and_the_round_of_what_it_took_back() -> None:
    book = _hall().book
    last = len(book.recorded)
    game = book.state.rounds[0].games[0]
    assert selected(book, LogPart(player=game.white, since=last)) == [last]
    assert selected(book, LogPart(round=1, since=last)) == [last]
    assert selected(book, LogPart(round=2, since=last)) == []


def test_a_part_that_begins_at_a_time_begins_with_the_first_fact_from_then_on() -> None:
    book = _hall().book
    moment = book.recorded[4].stamp.recorded_at.isoformat()
    assert log_part(book, since=moment, until="9") == LogPart(since=6, until=9)
    assert log_part(book, since="#5") == LogPart(since=5)
    assert log_part(book, player="Player C", kind="players") == LogPart(player=3, kind="players")
