"""Who was entered by mistake is taken out; who stood in a published pairing can only withdraw."""

from __future__ import annotations

from desk.commands.decision import Decision, WarnLevel
from desk.handlers.dispatch import handle_all
from ledger.facts.tournament import NumbersAssigned, PlayerRemoved, RoundsPlanned
from ledger.messages import commands_of
from ledger.state.branches import branch
from ledger.state.tournament import replay
from pairing.review.inputs import changes_since
from projections.games.crosstable import of_tournament
from projections.log.departures import comments, departures
from projections.log.selection import log_part, selected
from projections.log.sentences import teller
from projections.standings.standing import standing
from tests.helpers.hall import Hall, command
from tests.helpers.words import words


def numbers(hall: Hall) -> dict[int, int | None]:
    return {player: entrant.number for player, entrant in hall.state.players.items()}


def removed(hall: Hall, player: int | str) -> PlayerRemoved:
    fact, *_ = hall.do("remove", player=player, reason="twice")
    assert isinstance(fact, PlayerRemoved)
    return fact


# --- out of everything ----------------------------------------------------------------------------


def test_before_round_1_the_numbers_after_theirs_close_up() -> None:
    hall = Hall(5, 5)
    assert removed(hall, 2).players == (3, 4, 5)
    assert numbers(hall) == {1: 1, 3: 2, 4: 3, 5: 4}
    assert hall.state.label(5) == 4
    hall.play()
    assert {p for board in hall.boards(1) for p in board} == {1, 3, 4, 5}
    assert hall.state.rounds[0].bye is None


def test_before_numbers_are_given_the_order_of_entry_closes_up_and_nobody_draws_their_lot() -> None:
    hall = Hall()
    for name in ("Aa", "Bb", "Cc"):
        hall.do("enter", name=name)
    assert (removed(hall, "Bb").players, hall.state.label(3)) == ((), 2)
    (fact,) = hall.do("lots", seed="one")
    assert isinstance(fact, NumbersAssigned)
    assert sorted(fact.players) == [1, 3]


def test_the_lots_of_the_final_ranking_keep_the_others_of_those_who_were_equal() -> None:
    hall = Hall(4, 2)
    hall.play()
    for name in ("Twice", "Late"):
        hall.do("enter", name=name)
        hall.do("absent", player=name, round=2)
    hall.play()
    hall.do("finish", seed="one")
    drawn = hall.state.final_lots
    assert {5, 6} <= {*drawn}
    hall.do("reopen")
    removed(hall, "Twice")
    assert hall.state.final_lots == tuple(player for player in drawn if player != 5)


def test_after_round_1_the_number_stays_empty_and_is_given_to_nobody() -> None:
    hall = Hall(4, 5)
    hall.play()
    hall.do("enter", name="Twice")
    assert removed(hall, "Twice").players == ()
    hall.do("enter", name="Late")
    assert numbers(hall) == {1: 1, 2: 2, 3: 3, 4: 4, 6: 6}
    hall.play()
    hall.do("enter", name="Later")
    removed(hall, "Later")
    assert numbers(hall)[6] == 6
    lines = standing(of_tournament(hall.state, hall.book.rules), hall.book.rules, False).lines
    assert sorted(line.player for line in lines) == [1, 2, 3, 4, 6]


def test_a_table_of_rounds_is_that_of_who_is_left() -> None:
    hall = Hall(6, rules="berger")
    assert hall.state.rounds_planned == 5
    removed(hall, 6)
    assert hall.state.rounds_planned == 5
    _, planned = hall.do("remove", player=1)
    assert planned == RoundsPlanned(rounds=3)
    assert numbers(hall) == {2: 1, 3: 2, 4: 3, 5: 4}
    hall.play()
    assert hall.refused("remove", player=1).code == "has-played"


def test_a_member_who_never_came_is_out_of_the_values_of_a_season() -> None:
    hall = Hall(4, 6, rules="mwkeizer")
    hall.do("absent", player=4, round=1, kind="no notice")
    hall.do("withdraw", player=4, from_round=2)
    hall.play()
    assert 4 in hall.state.season.left_values
    removed(hall, 4)
    assert 4 not in hall.state.season.left_values
    assert not hall.state.season.unannounced
    assert 4 not in of_tournament(hall.state, hall.book.rules).cells


def test_nothing_that_was_recorded_of_them_is_left_in_the_state() -> None:
    hall = Hall(5, 5, rules="fide-dutch-2026", set={"fide.acceleration": "by_player"})
    for verb, fields in (
        ("prohibit", {"players": [4, 5]}),
        ("prohibit", {"players": [1, 2, 5]}),
        ("accelerate", {"players": [5], "points": 1, "from_round": 1, "to_round": 2}),
        ("no-bye", {"player": 5, "reason": "agreed"}),
        ("check-in", {"player": 5}),
        ("rating-list", {"name": "FIDE", "valid_from": "2026-09-01", "player": 5, "rating": 1900}),
    ):
        hall.do(verb, **fields)
    removed(hall, 5)
    fide, state = hall.state.fide, hall.state
    assert [one.players for one in fide.prohibitions] == [(1, 2)]
    assert not (fide.virtual)
    assert not (fide.without_bye)
    assert not state.hall.checked_in
    assert all(5 not in one.ratings for one in state.ratings.lists)
    assert state.former[5].number is None
    hall.play()


def test_the_accelerated_group_ends_with_the_player_before_them() -> None:
    rules = {"rules": "fide-dutch-2026", "set": {"fide.acceleration": "baku"}}
    hall = Hall(8, 5, **rules, without_fide_mode=True)
    hall.do("absent", player=4, round=1)
    hall.play()
    assert hall.state.fide.group is not None
    assert hall.state.fide.group.last_player == 4
    removed(hall, 4)
    assert hall.state.fide.group.last_player == 3


# --- who stays ------------------------------------------------------------------------------------


def test_who_played_or_had_the_bye_is_sent_to_withdraw() -> None:
    hall = Hall(5, 5)
    hall.play()
    bye = hall.state.rounds[0].bye
    assert bye is not None
    for player in (bye, hall.boards(1)[0][0]):
        refusal = hall.refused("remove", player=hall.state.label(player))
        assert (refusal.code, refusal.events) == ("has-played", (hall.state.rounds[0].position,))
        (step,) = commands_of(refusal.next)
        assert (step.verb, dict(step.fields)) == ("withdraw", {"player": player})
        hall.do("withdraw", player=player)
        (step,) = commands_of(hall.refused("remove", player=player).next)
        assert step.verb == "player"


def test_who_was_on_a_board_that_was_changed_stood_in_a_published_pairing() -> None:
    hall = Hall(6, 5)
    hall.do("absent", player=6, round=1)
    hall.do("publish")
    first = hall.boards(1)[0][0]
    bye = hall.state.rounds[0].bye
    assert bye is not None
    hall.do("board-swap", round=1, first=first, second=bye, reason="ill", confirm="1")
    assert hall.state.rounds[0].bye == first
    for player in (first, bye):
        assert hall.refused("remove", player=player).code == "has-played"
    removed(hall, 6)


def test_a_bye_with_points_in_a_published_round_counts_and_an_absence_does_not() -> None:
    hall = Hall(6, 5, set={"bye.half_point_allowed": True})
    hall.do("bye", player=4, round=1)
    hall.do("bye", player=5, round=2)
    hall.do("absent", player=5, round=1)
    hall.do("absent", player=6, round=1)
    hall.play()
    assert hall.refused("remove", player=4).code == "has-played"
    removed(hall, 5)
    removed(hall, 6)


def test_a_game_for_a_team_or_a_protest_of_their_own_keeps_them() -> None:
    season = Hall(4, 6, rules="mwkeizer", set={"keizer.external.1": "[70, 68, 66]"})
    season.do("absent", player=4, round=1)
    season.play()
    game = {"team": "1", "board": 1, "colour": "W", "result": "1"}
    season.do("external", player=4, round=1, **game)
    assert "game for team 1" in words(season.refused("remove", player=4).what)
    season.do("correct-external", player=4, round=1, strike=True, reason="of another")
    removed(season, 4)
    hall = Hall(4, 5)
    hall.do("absent", player=4, round=1)
    hall.play()
    hall.do("protest", round=1, player=4, text="nobody called me")
    assert "protest 1" in words(hall.refused("remove", player=4).what)


def test_who_withdrew_and_never_played_may_be_removed() -> None:
    hall = Hall(5, 5)
    hall.do("withdraw", player=5)
    hall.play()
    removed(hall, 5)
    assert 5 not in hall.state.players


def test_nobody_is_removed_after_the_end_and_nobody_unknown() -> None:
    hall = Hall(4, 1)
    hall.do("absent", player=4, round=1)
    hall.play()
    assert hall.refused("remove", player="nobody").code == "unknown-player"
    hall.do("finish", confirm="1")
    assert hall.refused("remove", player=4).code == "tournament-closed"


# --- what the facts say ---------------------------------------------------------------------------


def test_a_removal_is_undone_and_the_person_enters_again_under_a_new_key() -> None:
    hall = Hall(5, 5)
    before = numbers(hall)
    removed(hall, 2)
    hall.do("undo")
    assert numbers(hall) == before
    assert not hall.state.former
    assert not hall.state.removed
    removed(hall, 2)
    hall.do("enter", name="Player B")
    assert numbers(hall) == {1: 1, 3: 2, 4: 3, 5: 4, 6: 5}
    assert hall.book.called(6) == "5 Player B"
    assert hall.book.called(2) == "Player B"


def test_the_log_says_it_in_two_languages_and_is_found_by_their_name() -> None:
    hall = Hall(5, 5)
    removed(hall, 2)
    at = hall.state.position
    said = teller(hall.book)(at)
    assert words(said) == "Player B removed, entered by mistake; 3 numbers close up"
    assert words(said, "nl").endswith("bij vergissing ingeschreven; 3 nummers schuiven op")
    part = log_part(hall.book, player="Player B")
    assert not isinstance(part, tuple)
    assert selected(hall.book, part)[-1] == at  # type: ignore[arg-type]


def test_what_was_known_before_has_them_still_and_readers_of_then_are_undisturbed() -> None:
    hall = Hall(5, 5)
    at, state = hall.state.position, hall.state
    fresh = branch(state, PlayerRemoved(player=2, players=(3, 4, 5), numbers=(2, 3, 4)))
    fresh.apply(PlayerRemoved(player=2, players=(3, 4, 5), numbers=(2, 3, 4)))
    assert numbers(hall) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
    removed(hall, 2)
    assert fresh.players == hall.state.players
    assert replay(hall.facts) == hall.state
    assert 2 in hall.book.at(at).state.players


def test_a_file_says_nothing_of_them_and_a_later_exchange_of_numbers_is_one() -> None:
    hall = Hall(4, 5, rules="fide-dutch-2026", without_fide_mode=True)
    hall.do("enter", name="Late", from_round=2, rating=1500)
    hall.do("correct-rating", player="Late", rating=1400, reason="wrong list")
    removed(hall, "Late")
    assert {kind for _, _, kind in departures(hall.facts)} >= {"late entry", "rating corrected"}
    assert comments(hall.book) == []
    exchange = Hall(4, 5, rules="fide-dutch-2026")
    removed(exchange, 1)
    exchange.do("numbers-exchange", first=1, second=2, reason="as announced", confirm="yes")
    assert [kind for _, _, kind in departures(exchange.facts)] == ["exchange of numbers"]


def test_the_pairing_of_an_earlier_round_is_not_said_to_have_changed() -> None:
    hall = Hall(5, 5)
    hall.do("absent", player=5, round=1)
    hall.play()
    removed(hall, 5)
    round_ = hall.state.rounds[0]
    assert changes_since(hall.book, round_, round_.basis, round_.position) == []


def test_a_draft_from_before_a_removal_is_not_published() -> None:
    hall = Hall(5, 5)
    at = hall.state.position
    removed(hall, 5)
    assert hall.refused("publish", basis=at).code == "basis-outdated"


# --- likely doubles -------------------------------------------------------------------------------

CLUB = {"birth": "1984", "club": "De Toren"}


def test_a_likely_double_is_asked_about_once() -> None:
    hall = Hall()
    hall.do("enter", name="van der Berg, Jan", **CLUB)
    assert hall.warned("enter", name="Jan v.d. Berg", **CLUB) == [
        ("likely-double", WarnLevel.CONFIRM)
    ]
    hall.do("enter", name="Piet de Vries", **CLUB)
    decision = handle_all(
        hall.book, [(None, command("enter", name="Jan v.d. Berg", **CLUB, confirm="yes"))]
    )
    assert isinstance(decision, Decision)
    assert (len(decision.facts), decision.warnings) == (1, ())


def test_members_of_one_year_and_club_are_no_doubles_and_who_was_removed_is_none() -> None:
    hall = Hall()
    hall.do("enter", name="Bos, Daan", **CLUB)
    assert hall.warned("enter", name="Smit, Daan", **CLUB) == []
    assert hall.warned("enter", name="Bos, Mees", **CLUB) == [("likely-double", 3)]
    removed(hall, "Bos")
    assert hall.warned("enter", name="Bos, Mees", **CLUB) == []
    hall.do("enter", name="Bos, Daan", **CLUB)


def test_who_joins_a_season_that_is_under_way_is_asked_about_too() -> None:
    hall = Hall(4, 9, rules="mwkeizer")
    hall.play()
    hall.do("join", name="Bos, Daan", **CLUB)
    assert hall.warned("join", name="D. Bos", **CLUB) == [("likely-double", 3)]


def test_the_doubles_of_a_list_are_asked_about_together() -> None:
    hall = Hall()
    names = ("Bos, Daan", "Bos Daan", "Smit, Eva", "E. Smit")
    decision = handle_all(
        hall.book, [(n, command("enter", name=name)) for n, name in enumerate(names, 1)]
    )
    assert isinstance(decision, Decision)
    assert [(one.code, one.line) for one in decision.warnings] == [
        ("likely-double", 2),
        ("likely-double", 4),
    ]
