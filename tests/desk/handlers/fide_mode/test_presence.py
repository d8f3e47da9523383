"""Byes in FIDE mode: the second half point, the full point, and the last round."""

from __future__ import annotations

from typing import Any

import pytest

from desk.answers.competition import crosstable, standings
from desk.answers.status import players
from desk.commands.decision import Decision
from ledger.facts.fide import ByesBarred
from ledger.facts.tournament import PlayerWithdrew
from ledger.refusals import Exit
from projections.log.departures import departures
from projections.log.sentences import sentence
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.words import words


def hall(mode: bool = True, **keys: Any) -> Hall:
    allowed = {"bye.half_point_allowed": True, **keys}
    return Hall(6, 4, rules="fide-dutch-2026", set=allowed, without_fide_mode=not mode)


def test_a_second_bye_of_half_a_point_is_to_be_confirmed() -> None:
    opened = hall()
    assert opened.warned("bye", player=1, round=2) == []
    opened.do("bye", player=1, round=2)
    assert opened.warned("bye", player=1, round=3) == [("second-half-point-bye", 3)]
    assert opened.warned("bye", player=2, round=3) == []
    opened.play()
    opened.play()
    assert opened.warned("bye", player=1, round=3) == [("second-half-point-bye", 3)]
    assert opened.warned("absent", player=1, round=3) == []


def test_a_bye_that_was_taken_back_or_gave_another_worth_is_no_first_one() -> None:
    opened = hall()
    opened.do("bye", player=1, round=1)
    opened.do("absent", player=1, round=1, cancel=True)
    opened.do("bye", player=2, round=1, points=1)
    opened.do("absent", player=3, round=1)
    for player in (1, 2, 3):
        assert opened.warned("bye", player=player, round=2) == []


def test_a_full_point_is_to_be_read_and_stands_in_the_comments() -> None:
    opened = hall()
    assert opened.warned("bye", player=1, round=4, points=1) == [("full-point-bye", 2)]
    [full] = opened.do("bye", player=1, round=4, points=1)
    [half] = opened.do("bye", player=2, round=3)
    kinds = {at: kind for at, _, kind in departures(opened.facts)}
    assert kinds.get(opened.facts.index(full) + 1) == "full-point bye"
    assert opened.facts.index(half) + 1 not in kinds


@pytest.mark.clause("fide-dutch-2026 GHR3.3")
def test_nobody_gets_half_a_point_in_the_last_round_unless_the_rules_give_it() -> None:
    opened = hall()
    refusal = opened.refused("bye", player=1, round=4)
    assert (refusal.code, refusal.clause) == (
        "half-point-bye-in-last-round",
        "fide-dutch-2026 GHR3.3",
    )
    opened.do("absent", player=1, round=4)
    by_rules = hall(**{"fide.half_point_in_last_round": True})
    assert by_rules.warned("bye", player=1, round=4) == []


def test_outside_fide_mode_a_bye_asks_nothing() -> None:
    club = hall(mode=False)
    club.do("bye", player=1, round=2)
    for number, points in ((3, None), (4, None), (3, 1)):
        assert club.warned("bye", player=1, round=number, points=points) == []


def test_a_bye_is_asked_for_before_its_round_is_paired() -> None:
    opened = hall()
    opened.play(publish=True)
    assert opened.refused("bye", player=1, round=1).code == "round-already-published"
    assert opened.warned("bye", player=1, round=2) == []


def test_an_absence_gives_no_points_unless_more_is_asked_for() -> None:
    opened = hall()
    opened.do("absent", player=6, round=1)
    opened.do("absent", player=5, round=1)
    opened.play()
    assert opened.state.players[6].away == {1: 0}


def test_an_expelled_player_is_sent_away_with_a_reason_and_a_mark() -> None:
    opened = hall()
    opened.play()
    refusal = opened.refused("withdraw", player=3, expelled=True)
    assert (refusal.code, refusal.exit) == ("reason-required", Exit.USAGE)
    [fact] = opened.do("withdraw", player=3, expelled=True, reason="a phone in the hall")
    assert isinstance(fact, PlayerWithdrew)
    assert fact.expelled
    assert opened.state.players[3].expelled
    assert opened.state.players[3].withdrawn_in(2)
    kinds = {at: kind for at, _, kind in departures(opened.facts)}
    assert kinds[len(opened.facts)] == "expulsion"
    assert words(sentence(fact, str), "nl") == "3 uitgesloten vanaf ronde 2"
    [row] = [row for row in players(opened.book).cells if row["id"] == 3]
    assert "expelled.word" in str(row["state"])
    opened.do("undo")
    assert not opened.state.players[3].expelled


BARRED = "paid by the organiser, plays every round"


@pytest.mark.parametrize("mode", [True, False])
def test_a_player_who_may_not_have_a_bye_gets_none_until_that_is_taken_back(mode: bool) -> None:
    opened = hall(mode)
    assert opened.refused("no-bye", player=1).code == "reason-required"
    [fact] = opened.do("no-bye", player=1, reason=BARRED)
    assert isinstance(fact, ByesBarred)
    assert words(sentence(fact, str), "nl") == "1 krijgt geen bye op verzoek"
    opened.play()
    at = opened.facts.index(fact) + 1
    for points in (None, 1):
        refusal = opened.refused("bye", player=1, round=2, points=points)
        assert (refusal.code, refusal.events) == ("no-bye-for-player", (at,))
        assert "no-bye 1 --cancel" in words(refusal.next)
    opened.do("bye", player=1, round=2, points=0)
    opened.do("bye", player=2, round=2)
    [row] = [row for row in players(opened.book).cells if row["id"] == 1]
    assert "byes.mark" in str(row["state"])
    opened.do("no-bye", player=1, cancel=True)
    opened.do("bye", player=1, round=3)
    assert opened.refused("no-bye", player=1, cancel=True).code == "nothing-to-change"


def test_a_bye_recorded_before_its_player_is_barred_stays_and_is_told() -> None:
    opened = hall()
    opened.do("bye", player=1, round=2)
    opened.do("absent", player=1, round=3)
    decision = opened.decide("no-bye", player=1, reason=BARRED)
    assert isinstance(decision, Decision)
    [note] = decision.notes
    assert "absent 1 2 --cancel" in words(note)
    opened.take(decision)
    assert opened.state.players[1].away == {2: 1, 3: 0}
    assert opened.refused("no-bye", player=1, reason=BARRED).code == "nothing-to-change"
    opened.do("undo")
    assert not opened.state.fide.without_bye


def test_only_a_tournament_by_rules_of_fide_bars_players_from_byes() -> None:
    club = Hall(4, set={"bye.half_point_allowed": True})
    assert club.refused("no-bye", player=1, reason=BARRED).code == "not-a-fide-system"


def test_who_leaves_by_themselves_or_comes_back_is_not_expelled() -> None:
    opened = hall()
    opened.play()
    [left] = opened.do("withdraw", player=3)
    assert isinstance(left, PlayerWithdrew)
    assert left.expelled is None
    opened.do("withdraw", player=4, expelled=True, reason="a phone in the hall")
    opened.do("return", player=4, from_round=3)
    assert not opened.state.players[3].expelled
    assert not opened.state.players[4].expelled


def test_a_round_robin_expels_and_a_season_does_not() -> None:
    berger = Hall(4, rules="berger")
    berger.play(publish=True)
    fact, *_ = berger.do("withdraw", player=2, expelled=True, reason="a phone in the hall")
    assert isinstance(fact, PlayerWithdrew)
    assert fact.expelled
    assert berger.refused("withdraw", player=3, expelled=True).code == "reason-required"
    season = Hall(4, 3, rules="mwkeizer")
    fields = {"player": 2, "expelled": True, "reason": "a phone in the hall"}
    assert season.refused("withdraw", **fields).code == "no-expulsion"


def test_who_left_has_a_mark_in_the_standing_and_the_crosstable() -> None:
    opened = hall()
    opened.play()
    opened.do("withdraw", player=2)
    opened.do("withdraw", player=3, expelled=True, reason="a phone in the hall")
    opened.play()
    standing, table = standings(opened.book), crosstable(opened.book)
    for view in (standing, table):
        assert isinstance(view, View)
        said = [words(note) for note in view.notes]
        assert "withdrawn: 2 Player B" in said
        assert "expelled: 3 Player C" in said
    assert isinstance(standing, View)
    assert {row["id"]: row.get("gone") for row in standing.cells} == {
        1: "",
        2: "withdrawn",
        3: "expelled",
        4: "",
        5: "",
        6: "",
    }
    before = standings(opened.book, after=0)
    assert isinstance(before, View)
    assert all("gone" not in row for row in before.cells)
