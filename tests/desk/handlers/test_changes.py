"""Manual changes of a published round: boards for latecomers, two players who change places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desk.commands.decision import Decision, WarnLevel
from ledger.facts.tournament import BoardAdded, PairingAmended
from ledger.refusals import Exit
from projections.games.crosstable import CellKind, of_tournament
from tests.helpers.hall import Hall, swap_somebody
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

# --- boards by hand -------------------------------------------------------------------------------


def test_latecomers_get_a_board_and_the_bye_is_lost_by_it() -> None:
    hall = Hall(players=5, rounds=5)
    hall.do("publish")
    hall.do("enter", name="Late")
    assert hall.state.rounds[0].bye == 1
    (fact,) = hall.do("board-add", round=1, white=6, black=1, reason="came late")
    assert isinstance(fact, BoardAdded)
    round_ = hall.state.rounds[0]
    assert (round_.bye, round_.changed_at) == (None, hall.state.position)
    assert hall.boards(1)[-1] == (6, 1)
    assert round_.games[-1].added_by_hand
    hall.play(publish=False)
    assert of_tournament(hall.state, hall.book.rules).cells[6][0].kind is CellKind.PLAYED


def test_an_absent_player_who_came_is_on_a_board_and_no_longer_absent() -> None:
    hall = Hall(players=6)
    hall.do("absent", player=5, round=1)
    hall.do("absent", player=6, round=1)
    hall.do("publish")
    hall.do("board-add", round=1, white=5, black=6, reason="came")
    hall.play(publish=False)
    assert of_tournament(hall.state, hall.book.rules).cells[5][0].kind is CellKind.PLAYED


@pytest.mark.parametrize(
    ("fields", "code", "kind"),
    [
        ({"white": 2, "black": 6, "reason": "r"}, "already-paired", Exit.REFUSED),
        ({"white": 6, "black": 7}, "reason-required", Exit.USAGE),
        ({"white": 6, "black": 6, "reason": "r"}, "same-player", Exit.USAGE),
        ({"white": 6, "black": 99, "reason": "r"}, "unknown-player", Exit.USAGE),
        ({"white": 6, "black": 7, "reason": "r", "round": 3}, "round-not-published", Exit.USAGE),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_board_that_cannot_be_added_is_refused(
    fields: dict[str, Any], code: str, kind: Exit
) -> None:
    hall = Hall(players=7)
    for player in (6, 7):
        hall.do("absent", player=player, round=1)
    hall.do("publish")
    refusal = hall.refused("board-add", **({"round": 1} | fields))
    assert (refusal.code, refusal.exit) == (code, kind)


def test_no_board_is_added_to_a_closed_round() -> None:
    hall = Hall(players=6)
    for player in (5, 6):
        hall.do("absent", player=player, round=1)
    hall.play()
    hall.do("close")
    refusal = hall.refused("board-add", round=1, white=5, black=6, reason="r")
    assert refusal.code == "round-closed"


@pytest.mark.clause("knsb-wp-2014 B1a")
@pytest.mark.clause("knsb-wp-2014 B2")
def test_b1_and_b2_hold_for_boards_made_by_hand() -> None:
    hall = Hall(players=4, rounds=5)
    hall.play()
    for player in (1, 2, 3, 4):
        hall.do("absent", player=player, round=2)
    hall.do("enter", name="New 5")
    hall.do("enter", name="New 6")
    hall.do("publish")
    refusal = hall.refused("board-add", round=2, white=4, black=1, reason="r")
    assert (refusal.code, refusal.clause) == ("norm-broken", "knsb-wp-2014 B1a")
    hall.do("board-add", round=2, white=1, black=3, reason="r")
    hall.do("board-add", round=2, white=2, black=4, reason="r")
    hall.play(publish=False)
    for player in (1, 2):
        hall.do("absent", player=player, round=3)
    hall.do("publish")
    refusal = hall.refused("board-add", round=3, white=1, black=2, reason="r")
    assert (refusal.code, refusal.clause) == ("norm-broken", "knsb-wp-2014 B2")


@pytest.mark.clause("knsb-wp-2014 F6")
def test_two_players_change_places_by_hand_and_it_is_said_that_no_clause_allows_it() -> None:
    hall = Hall(players=5)
    hall.do("publish")
    (fact,) = hall.do("board-swap", round=1, first=5, second=4, reason="brothers")
    assert isinstance(fact, PairingAmended)
    assert (fact.clause, fact.bye) == ("by hand", 1)
    assert hall.boards(1) == [(2, 4), (3, 5)]
    hall.do("board-swap", round=1, first=2, second=4, reason="colours")
    assert hall.boards(1)[0] == (4, 2)
    (fact,) = hall.do("board-swap", round=1, first=1, second=5, reason="no bye")
    assert isinstance(fact, PairingAmended)
    assert (fact.bye, hall.boards(1)[1]) == (5, (3, 1))


@pytest.mark.clause("knsb-wp-2014 F6, F7")
def test_a_change_by_hand_rests_on_no_clause_also_after_a_correction_and_that_is_told() -> None:
    """By F7 the round is paired again; boards that the arbiter chose are not what it gives."""

    def told(started: bool, correct: tuple[int, str] | None = (1, "0-1"), **rules: Any) -> str:
        hall = Hall(players=8, rounds=5, **rules)
        hall.play()
        hall.do("publish")
        if correct:
            hall.do(
                "correct-result", round=1, board=correct[0], result=correct[1], reason="misread"
            )
        if started:
            hall.do("start", round=2)
        boards = hall.boards(2)
        first, second = boards[0][1], boards[1][1]
        swap = {"round": 2, "first": first, "second": second, "reason": "F7"}
        notes = hall.notes("board-swap", **swap)
        fact = hall.facts[-1]
        assert isinstance(fact, PairingAmended)
        assert (fact.clause, hall.state.rounds[1].changes[0].ground) == ("by hand", "by hand")
        return " ".join(notes)

    no_clause = "no clause allows this change (F6): a published pairing stands"
    waits = "by the correction #19 it may be paired again instead (F7), toernooi amend 2"
    assert no_clause in told(started=False)
    assert waits in told(started=False)
    assert told(started=True) == "", "that it began is asked about"
    assert no_clause in told(started=False, correct=None)
    assert "correction" not in told(started=False, correct=None)
    assert "correction" not in told(started=False, set={"arbiter.f7_may_amend": False})


@pytest.mark.clause("knsb-wp-2014 F6")
@pytest.mark.clause("knsb-wp-2014 B2")
def test_a_published_board_that_breaks_b2_after_a_correction_may_be_changed_under_b2() -> None:
    hall = Hall(players=8, rounds=5)
    hall.play()
    hall.play()
    hall.do("publish")
    whites = [game.white for game in hall.state.rounds[2].games]
    table = of_tournament(hall.state, hall.book.rules, 2)
    player = next(p for p in whites if table.colours(p) in ("WB", "BW"))
    number = table.colours(player).index("B") + 1
    hall.do("correct-colours", round=number, board=hall.book.name(player), reason="score sheets")
    assert of_tournament(hall.state, hall.book.rules, 2).colours(player) == "WW"
    changes = [
        hall.decide("board-swap", round=3, first=player, second=other, reason="three whites")
        for other in hall.state.players
        if other != player
    ]
    allowed = [fact for change in changes if isinstance(change, Decision) for fact in change.facts]
    assert allowed
    for fact in allowed:
        assert isinstance(fact, PairingAmended)
        assert fact.clause == "B2"


@pytest.mark.clause("knsb-wp-2014 B1")
def test_a_bye_that_may_not_be_had_after_a_correction_may_be_moved_under_b1() -> None:
    hall = Hall(players=5, rounds=5)
    hall.play()
    hall.do("publish")
    free = hall.state.rounds[1].bye
    assert free is not None
    game, board = hall.state.rounds[0].game_of(free), hall.state.rounds[0].board_of(free)
    assert game is not None
    default = "1-0R" if game.white == free else "0-1R"
    hall.do("correct-result", round=1, board=board, result=default, reason="nobody came")
    hall.do("start", round=2)
    tries = [
        hall.decide("board-swap", round=2, first=free, second=other, reason="B1")
        for other in range(1, 6)
    ]
    allowed = [one.facts[0] for one in tries if isinstance(one, Decision)]
    assert allowed
    for fact in allowed:
        assert isinstance(fact, PairingAmended)
        assert fact.clause == "B1"
    other = next(at for at, one in enumerate(tries, 1) if isinstance(one, Decision))
    hall.do("board-swap", round=2, first=free, second=other, reason="B1", confirm="2")
    assert hall.state.rounds[1].changes[0].ground == "B1"


BEGINNINGS: list[tuple[str, dict[str, Any]]] = [
    ("start", {}),
    ("result", {"board": 3, "result": "1-0"}),
    ("forfeit", {"board": 3, "black": "excused"}),
    ("adjourn", {"board": 3}),
    ("correct-colours", {"board": 3, "reason": "seen at the board", "confirm": "yes"}),
]


@pytest.mark.clause("knsb-wp-2014 F6")
@pytest.mark.parametrize(("verb", "fields"), BEGINNINGS)
def test_who_changes_a_round_that_has_begun_types_its_number(
    verb: str, fields: dict[str, Any]
) -> None:
    hall = Hall(players=6)
    hall.do("publish")
    swap = {"round": 1, "first": 1, "second": 2, "reason": "r"}
    assert hall.decide("board-swap", **swap).warnings == ()  # type: ignore[union-attr]
    hall.do(verb, round=1, **fields)
    begun = hall.state.position
    assert hall.state.rounds[0].begun_at == begun
    [warning] = hall.decide("board-swap", **swap).warnings  # type: ignore[union-attr]
    assert (warning.code, warning.level, warning.answer, warning.clause) == (
        "round-has-begun",
        WarnLevel.TYPE,
        "1",
        "knsb-wp-2014 F6",
    )
    assert f"began at #{begun}" in words(warning.what)
    hall.do("board-swap", **swap, confirm="1")
    [change] = hall.state.rounds[0].changes
    assert (change.ground, change.begun_at) == ("by hand", begun)


@pytest.mark.clause("knsb-wp-2014 F6")
def test_a_board_with_a_result_keeps_its_players() -> None:
    hall = Hall(players=6)
    hall.do("publish")
    hall.do("result", round=1, board=3, result="1-0")
    white, _ = hall.boards(1)[2]
    refusal = hall.refused("board-swap", round=1, first=1, second=white, reason="r")
    assert (refusal.code, refusal.clause) == ("board-has-result", "knsb-wp-2014 F6")
    assert refusal.events == (hall.state.position,)


@pytest.mark.clause("knsb-wp-2014 F6, F7")
@pytest.mark.parametrize(("verb", "fields"), BEGINNINGS)
@pytest.mark.parametrize("until", ["first_result", "start"])
def test_amend_says_where_a_round_began(verb: str, fields: dict[str, Any], until: str) -> None:
    hall = Hall(players=6, rounds=5, set={"arbiter.amend_until": until})
    hall.play()
    hall.do("publish")
    hall.do(verb, round=2, **fields)
    begun = hall.state.position
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    refusal = hall.refused("amend", round=2, reason="misread")
    codes = {"start": "round-has-begun" if until == "start" else "no-ground-to-amend"}
    assert refusal.code == codes.get(verb, "round-has-results")
    assert f"the round began at #{begun}" in words(refusal.what).replace(
        "round 2 began", "the round began"
    )
    assert "no correction" not in words(refusal.what)
    assert begun in refusal.events
    assert words(refusal.next).startswith("toernooi board swap 2")


@pytest.mark.clause("knsb-wp-2014 F7")
def test_amend_names_each_ground_that_is_missing() -> None:
    hall = Hall(players=6, rounds=5, set={"arbiter.f7_may_amend": False})
    hall.play()
    hall.do("publish")
    swap_somebody(hall, 2)
    refusal = hall.refused("amend", round=2, reason="r")
    assert "none of B1, B2, and no correction came after it" in words(refusal.what)
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    correction = hall.state.position
    refusal = hall.refused("amend", round=2, reason="r")
    assert refusal.clause == "knsb-wp-2014 F7"
    assert refusal.events == (correction,)
    assert f"the regulations do not let the correction #{correction} change it" in words(
        refusal.what
    )


def test_a_board_added_by_mistake_is_taken_off_and_the_bye_is_back() -> None:
    hall = Hall(players=5, rounds=5)
    hall.do("publish")
    hall.do("enter", name="Late")
    hall.do("enter", name="Later")
    before = repr(hall.state.rounds)
    hall.do("board-add", round=1, white=6, black=1, reason="came late")
    hall.do("result", round=1, board=3, result="1-0")
    hall.do("undo")
    hall.do("undo")
    assert repr(hall.state.rounds) == before
    hall.do("board-add", round=1, white=7, black=1, reason="came late")
    assert hall.boards(1)[-1] == (7, 1)
    assert hall.state.rounds[0].bye is None


def test_a_change_of_places_needs_a_reason_and_two_players_of_the_round() -> None:
    hall = Hall(players=6)
    hall.do("absent", player=5, round=1)
    hall.do("absent", player=6, round=1)
    hall.do("publish")
    assert hall.refused("board-swap", round=1, first=1, second=2).code == "reason-required"
    assert hall.refused("board-swap", round=1, first=1, second=5, reason="r").code == "not-paired"


@pytest.mark.clause("knsb-wp-2014 B1b")
def test_the_bye_is_not_given_by_hand_to_who_has_points_without_play() -> None:
    hall = Hall(players=5, rounds=4)
    hall.play()
    hall.do("publish")
    assert hall.state.rounds[0].bye == 1
    now = hall.state.rounds[1].bye
    refusal = hall.refused("board-swap", round=2, first=1, second=now, reason="r")
    codes = {refusal.code}
    decision = hall.decide("board-swap", round=2, first=1, second=now, reason="r")
    assert not isinstance(decision, Decision)
    codes |= {item.code for item in decision}
    assert "bye-not-allowed" in codes


@pytest.mark.clause("knsb-wp-2014 B2")
def test_topscorers_may_get_any_colour_in_a_last_round_planned_as_such_then_or_since() -> None:
    for planned, changed in ((3, 4), (4, 3), (4, 5)):
        hall = Hall(6, planned)
        hall.play()
        hall.play("1/2-1/2")
        hall.do("publish")
        points = of_tournament(hall.state, hall.book.rules).points_halves
        assert (hall.boards(3)[1], points(1), points(3)) == ((1, 3), 2, 3)
        hall.do("plan", rounds=changed)
        exchange = {"round": 3, "first": 1, "second": 3, "reason": "r"}
        if 3 in (planned, changed):
            hall.do("board-swap", **exchange)
            assert hall.boards(3)[1] == (3, 1)
        else:
            refusal = hall.refused("board-swap", **exchange)
            assert (refusal.code, refusal.clause) == ("norm-broken", "knsb-wp-2014 B2")


def test_a_round_without_ground_to_pair_it_again_names_the_norms_of_its_system(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name in ("Anna", "Bert", "Cor", "Dirk"):
        terminal.run("enter", name, "--rating", 1900)
    terminal.run("lots")
    terminal.run("publish")
    terminal.run("by-hand-begin", "--round", 1, "--confirm", "yes")
    terminal.run("board", "swap", 1, 1, 3, "--reason", "why", "--confirm", "yes")
    ran = terminal.try_("amend", 1, "--reason", "why")
    assert "round 1 breaks none of C1, C2, C3, and no correction came after it" in ran.err
