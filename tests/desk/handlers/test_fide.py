"""Commands under rules of FIDE: who may not meet, virtual points, byes, numbers of late entries."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import pytest

from desk.answers.tournament_file import tournament_file
from desk.commands.decision import Decision
from desk.imports.trf import import_facts
from ledger.facts.fide import (
    AccelerationGroupFixed,
    PairsAllowed,
    PairsProhibited,
    VirtualPointsGiven,
)
from ledger.facts.tournament import (
    AbsenceAnnounced,
    ByeRequested,
    NumbersAssigned,
    PairingPublished,
    PlayerRegistered,
)
from ledger.refusals import Exit
from ledger.state.tournament import Tournament
from ledger.trf.meaning import points_of
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from ledger.trf.writer import write
from projections.games.crosstable import CellKind, of_tournament
from projections.games.crosstable_of_trf import of_file
from projections.log.departures import departures
from tests.helpers.hall import Hall
from tests.helpers.words import words


def hall_of(
    acceleration: str = "none",
    players: int = 8,
    rounds: int | None = 7,
    keys: dict[str, object] | None = None,
) -> Hall:
    changes = {"fide.acceleration": acceleration, "bye.half_point_allowed": True} | (keys or {})
    hall = Hall(rules="fide-dutch-2026", rounds=rounds, set=changes)
    for number in range(1, players + 1):
        hall.do("enter", name=f"Player {chr(64 + number)}", rating=2000 - 10 * number)
    hall.do("lots", first_colour="white")
    return hall


def opponents(hall: Hall, number: int) -> set[frozenset[int]]:
    return {frozenset(board) for board in hall.boards(number)}


# --- who may not meet -----------------------------------------------------------------------------


@pytest.mark.clause("fide-dutch-2026 C1")
def test_players_who_may_not_meet_are_not_paired_in_those_rounds() -> None:
    free = hall_of()
    free.play()
    assert frozenset({1, 5}) in opponents(free, 1)
    hall = hall_of()
    fact, *_ = hall.do("prohibit", players=[1, "Player E", 6], to_round=2, reason="one family")
    assert fact == PairsProhibited(players=(1, 5, 6), from_round=1, to_round=2, reason="one family")
    family = {frozenset(pair) for pair in ((1, 5), (1, 6), (5, 6))}
    for number in (1, 2):
        hall.play()
        assert not family & opponents(hall, number)


def test_a_prohibition_is_taken_back_by_undo_or_for_the_rounds_to_come() -> None:
    hall = hall_of()
    hall.do("prohibit", players=[1, 5])
    hall.do("undo")
    assert hall.state.fide.prohibitions == []
    hall.do("prohibit", players=[1, 5])
    hall.play()
    (fact,) = hall.do("prohibit", players=[5, 1], cancel=True)
    assert fact == PairsAllowed(players=(5, 1), from_round=2)
    assert [(one.first, one.last) for one in hall.state.fide.prohibitions] == [(1, 1)]
    assert hall.refused("prohibit", players=[5, 1], cancel=True).code == "not-prohibited"
    hall.do("undo")
    assert hall.refused("prohibit", players=[5, 1]).code == "already-prohibited"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"players": [1]}, "one-player-alone"),
        ({"players": [1, 1]}, "named-twice"),
        ({"players": [1, 99]}, "unknown-player"),
        ({"players": [1, 2], "from_round": 1}, "round-is-past"),
        ({"players": [1, 2], "from_round": 4, "to_round": 3}, "rounds-reversed"),
        ({"players": [1, 2], "to_round": 8}, "no-such-round"),
        ({"players": [1, 2], "cancel": True}, "not-prohibited"),
    ],
)
def test_what_cannot_be_prohibited_is_refused(fields: dict[str, object], code: str) -> None:
    hall = hall_of()
    hall.play()
    assert hall.refused("prohibit", **fields).code == code


@pytest.mark.parametrize("rules", ["knsb-wp-2014", "knsb-rating-2014", "berger", "mwkeizer"])
@pytest.mark.parametrize(
    ("verb", "fields"), [("prohibit", {"players": [1, 2]}), ("accelerate", {"players": [1]})]
)
def test_other_systems_refuse_it_by_name(rules: str, verb: str, fields: dict[str, object]) -> None:
    more = {"points": 1} if verb == "accelerate" else {}
    refusal = Hall(4, rules=rules).refused(verb, **fields, **more)
    assert refusal.code == "not-a-fide-system"
    assert rules in words(refusal.what)
    assert rules in words(refusal.what, "nl")


# --- virtual points -------------------------------------------------------------------------------


@pytest.mark.clause("fide-dutch-2026 ACC1.5")
def test_virtual_points_count_for_the_pairing_of_their_rounds() -> None:
    """With a point each 1 to 4 are a score group of their own; without they meet 5 to 8."""
    hall = hall_of("by_player")
    (fact,) = hall.do("accelerate", players=[1, 2, 3, 4], points="1", to_round=2)
    assert fact == VirtualPointsGiven(players=(1, 2, 3, 4), from_round=1, to_round=2, halves=2)
    hall.play()
    assert opponents(hall, 1) == {frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))}
    assert hall.do("accelerate", players=[8], points=0.5, from_round=3)
    assert hall.refused("accelerate", players=[8], points=0.5, from_round=3).code == (
        "nothing-to-change"
    )
    assert hall.refused("accelerate", players=[8], points=1, from_round=1).code == "round-is-past"
    hall.do("undo")
    assert 8 not in of_tournament(hall.state, hall.book.rules).virtual


@pytest.mark.parametrize("chosen", ["none", "baku"])
@pytest.mark.clause("fide-dutch-2026 GHR1")
def test_virtual_points_are_the_arbiters_where_the_rulebook_says_so(chosen: str) -> None:
    hall = hall_of(chosen)
    refusal = hall.refused("accelerate", players=[1], points=1)
    assert refusal.code == "acceleration-not-by-player"
    assert "fide.acceleration=by_player" in words(refusal.next)
    hall.play()
    refusal = hall.refused("accelerate", players=[1], points=1)
    assert words(refusal.next) == "toernooi acceleration"


@pytest.mark.parametrize(("old", "new"), [("none", "baku"), ("baku", "by_player")])
@pytest.mark.clause("fide-dutch-2026 GHR1")
def test_the_acceleration_stays_once_round_1_is_published(old: str, new: str) -> None:
    hall = hall_of(old)
    change = {"rulebook": "fide-dutch-2026", "set": {"fide.acceleration": new}, "reason": "better"}
    hall.do("rules-change", **change)
    hall.do("undo")
    hall.play()
    assert hall.refused("rules-change", **change).code == "acceleration-is-fixed"


@pytest.mark.parametrize("wrong", ["2,25", "much", -1, "101"])
def test_points_that_are_no_half_points_are_refused(wrong: object) -> None:
    from desk.commands.commands import command_of

    data = {"command": "accelerate", "players": [1], "points": wrong}
    refusals = command_of(data)
    assert isinstance(refusals, tuple)
    assert [(r.code, r.exit) for r in refusals] == [("bad-command", Exit.USAGE)]


# --- Baku -----------------------------------------------------------------------------------------


@pytest.mark.clause("fide-dutch-2026 ACC1.2")
def test_the_group_is_fixed_with_the_publication_of_round_1() -> None:
    hall = hall_of("baku", players=9)
    hall.do("absent", player=2, round=1)
    numbers, published, group = hall.do("publish")
    assert isinstance(numbers, NumbersAssigned)
    assert isinstance(published, PairingPublished)
    assert group == AccelerationGroupFixed(size=4, last_player=5, halves=(2, 2, 1, 1))
    assert "older basis" not in [kind for _, _, kind in departures(hall.facts)]
    assert hall.refused("undo").code == "cannot-be-undone"
    hall.play(publish=False)
    assert not any(isinstance(f, AccelerationGroupFixed) for f in hall.do("publish"))


def test_the_group_is_fixed_by_the_list_that_the_pairing_knew() -> None:
    hall = hall_of("baku", players=8)
    basis = len(hall.facts)
    hall.do("enter", name="New", rating=2500)
    group = hall.do("publish", basis=basis)[-1]
    assert isinstance(group, AccelerationGroupFixed)
    assert (group.size, group.last_player) == (4, 4)


def test_a_round_1_by_hand_fixes_the_group_too() -> None:
    hall = hall_of("baku", players=4)
    boards = [[1, 2], [3, 4]]
    hall.do("by-hand-begin", round=1)
    facts = hall.do("pairing-by-hand", round=1, boards=boards, reason="as drawn")
    assert facts[-1] == AccelerationGroupFixed(size=2, last_player=2, halves=(2, 2, 1, 1))


@pytest.mark.clause("fide-dutch-2026 ACC1.4")
def test_baku_asks_for_the_number_of_rounds_before_round_1() -> None:
    hall = hall_of("baku", rounds=None)
    for verb, fields in (
        ("publish", {}),
        ("pairing-by-hand", {"round": 1, "boards": [[1, 2]], "reason": "so"}),
    ):
        refusal = hall.refused(verb, **fields)
        assert (refusal.code, refusal.clause) == ("rounds-not-planned", "fide-dutch-2026 ACC1.4")
    hall.do("plan", rounds=5)
    hall.do("publish")
    hall.do("plan", rounds=9)
    group = hall.state.fide.group
    assert group is not None
    assert group.halves == (2, 2, 1), "as it was when round 1 was paired"


@pytest.mark.clause("fide-dutch-2026 ACC1.1")
@pytest.mark.parametrize("scores", [{"scores.win": 3}, {"scores.loss": "0.5"}])
def test_baku_asks_that_a_win_is_two_draws_and_a_loss_nothing(scores: dict[str, object]) -> None:
    from pairing.systems.registry import load_rulebook

    changes = {key: str(value) for key, value in scores.items()}
    assert not isinstance(load_rulebook("fide-dutch-2026", changes), tuple)
    refusals = load_rulebook("fide-dutch-2026", changes | {"fide.acceleration": "baku"})
    assert isinstance(refusals, tuple)
    assert "ACC1.1" in words(refusals[0].what)


@pytest.mark.clause("fide-dutch-2026 ACC1.3")
def test_a_late_entry_above_the_boundary_is_in_the_group_and_one_below_is_not() -> None:
    hall = hall_of("baku", players=8)
    hall.play()
    for name, rating in (("Above", 1985), ("Below", 1955), ("Last", 1000)):
        hall.do("enter", name=name, rating=rating)
    label = hall.state.label
    assert [label(player) for player in (4, 9, 10, 11)] == [5, 2, 6, 11]
    table = of_tournament(hall.state, hall.book.rules)
    assert table.virtual == dict.fromkeys((1, 2, 3, 4, 9), (2, 2))


def test_a_file_with_rounds_fixes_the_group_and_is_accelerated_as_the_tournament_was() -> None:
    """The rounds of a file are paired again as they were, from the file and from the facts."""
    hall = hall_of("baku", players=9)
    for _ in range(2):
        hall.play()
    rules, of_ledger = hall.book.rules, tournament_file(hall.book)
    assert isinstance(of_ledger, TrfFile)
    text = write(of_ledger)
    file = parse(text, points_of(rules))
    assert isinstance(file, TrfFile)
    file = replace(file, records=())  # as another program says it: by the code alone
    assert of_file(file, rules, 2).virtual == of_tournament(hall.state, rules).virtual
    assert of_file(replace(file, rounds_planned=None), rules, 2).virtual == {}
    for rounds, fixed in ((7, 1), (None, 0)):
        decision = import_facts(
            replace(file, rounds_planned=rounds),
            text,
            rules,
            name="T",
            rounds=None,
            new_seed=lambda: "seed",
        )
        assert isinstance(decision, Decision)
        groups = [fact for fact in decision.facts if isinstance(fact, AccelerationGroupFixed)]
        assert len(groups) == fixed
        taken = Hall(rules="knsb-wp-2014")
        taken.book.state, taken.book.recorded = Tournament(), []
        taken.take(decision)
        if not fixed:
            assert taken.refused("publish").code == "rounds-not-planned"
            taken.do("plan", rounds=7)
        taken.do("publish")
        hall_3 = deepcopy(hall)
        hall_3.do("publish")
        assert opponents(taken, 3) == opponents(hall_3, 3)
        group = taken.state.fide.group
        assert group is not None
        assert (group.size, group.last_player) == (6, 6)


# --- byes -----------------------------------------------------------------------------------------


@pytest.mark.clause("fide-dutch-2026 GHR3.3")
@pytest.mark.parametrize(
    ("points", "fact", "kind"),
    [
        (None, ByeRequested(player=3, round=2), CellKind.HALF_BYE),
        ("½", ByeRequested(player=3, round=2), CellKind.HALF_BYE),
        (1, ByeRequested(player=3, round=2, halves=2), CellKind.FULL_BYE),
        (0, AbsenceAnnounced(player=3, round=2), CellKind.ABSENT),
    ],
)
def test_byes_of_1_a_half_and_0_can_be_asked_for_and_be_withdrawn(
    points: object, fact: object, kind: CellKind
) -> None:
    hall = hall_of()
    fields = {} if points is None else {"points": points}
    assert hall.do("bye", player=3, round=2, **fields) == (fact,)
    hall.do("absent", player=3, round=2, cancel=True)
    hall.do("bye", player=3, round=2, **fields)
    hall.play()
    hall.play()
    assert of_tournament(hall.state, hall.book.rules).cells[3][1].kind is kind


def test_other_byes_are_refused_and_full_ones_outside_fide() -> None:
    hall = hall_of()
    assert hall.refused("bye", player=3, round=2, points=3).code == "no-such-bye"
    knsb = Hall(4, set={"bye.half_point_allowed": True})
    for points in (0, 1):
        assert knsb.refused("bye", player=3, round=2, points=points).code == "no-such-bye"
    assert knsb.do("bye", player=3, round=2, points="1/2")
    strict = hall_of(keys={"bye.half_point_allowed": False})
    refusal = strict.refused("bye", player=3, round=2, points=1)
    assert refusal.clause == "fide-dutch-2026 GHR3.3, bye.half_point_allowed"


# --- numbers --------------------------------------------------------------------------------------


def numbers(hall: Hall) -> list[int]:
    return [entrant.player for entrant in hall.state.in_number_order()]


@pytest.mark.clause("fide-dutch-2026 GHR2.4")
def test_a_late_entry_takes_the_proper_place_until_round_4_is_paired() -> None:
    hall = hall_of(players=10)
    for _ in range(3):
        hall.play()
    entered, anew = hall.do("enter", name="Late", rating=1965)
    assert isinstance(entered, PlayerRegistered)
    assert isinstance(anew, NumbersAssigned)
    assert (entered.number, entered.from_round) == (None, 4)
    assert numbers(hall) == [1, 2, 3, 11, 4, 5, 6, 7, 8, 9, 10]
    assert [kind for _, _, kind in departures(hall.facts)] == ["late entry"]
    hall.play()
    (entered,) = hall.do("enter", name="Later", rating=2400)
    assert isinstance(entered, PlayerRegistered)
    assert entered.number == 12


def test_a_title_and_the_alphabet_part_a_late_entry_from_players_of_the_same_rating() -> None:
    hall = hall_of(players=3)
    hall.do("enter", name="Player Az", rating=1990)
    hall.do("enter", name="Zz", rating=1990, title="IM")
    assert [hall.book.name(player) for player in numbers(hall)] == [
        "Zz",
        "Player A",
        "Player Az",
        "Player B",
        "Player C",
    ]


@pytest.mark.clause("fide-dutch-2026 GHR2.5")
def test_regulations_may_always_give_the_proper_place() -> None:
    hall = hall_of(players=10, keys={"fide.late_number": "always_proper"})
    for _ in range(4):
        hall.play()
    hall.do("enter", name="Late", rating=2400)
    assert numbers(hall)[0] == 11


def test_where_numbers_do_not_go_by_strength_a_late_entry_has_the_last() -> None:
    hall = hall_of(players=6)
    hall.do("lots", by="entry")
    hall.do("enter", name="Late", rating=2400)
    assert numbers(hall)[-1] == 7


@pytest.mark.clause("fide-dutch-2026 GHR2.3")
def test_wrong_data_are_numbered_anew_until_round_4_is_paired() -> None:
    hall = hall_of(players=10)
    hall.play()
    assert hall.refused("lots").code == "nothing-to-change"
    hall.do("correct-rating", player=1, rating=1500, reason="wrong list")
    (fact,) = hall.do("lots")
    assert isinstance(fact, NumbersAssigned)
    assert numbers(hall) == [*range(2, 11), 1]
    assert hall.refused("lots", by="draw").code == "numbers-by-strength"
    for _ in range(3):
        hall.play()
    refusal = hall.refused("lots")
    assert (refusal.code, refusal.clause) == ("numbers-are-fixed", "fide-dutch-2026 GHR2.3")


def test_a_late_entry_changes_nothing_of_what_earlier_rounds_were_paired_from() -> None:
    from pairing.review.inputs import changes_since

    hall = hall_of("baku", players=6)
    hall.play()
    round_ = hall.state.rounds[0]
    hall.do("enter", name="Late", rating=2400)
    assert changes_since(hall.book, round_, round_.basis, round_.position) == []
    hall.do("correct-rating", player="Player A", rating=1500, reason="wrong list")
    assert changes_since(hall.book, round_, round_.basis, round_.position) == []
    hall.do("lots")
    positions = changes_since(hall.book, round_, round_.basis, round_.position)
    assert [type(hall.facts[at - 1]) for at in positions] == [NumbersAssigned]


def test_a_prohibition_that_came_later_changes_what_its_rounds_are_paired_from() -> None:
    from pairing.review.inputs import changes_since

    hall = hall_of()
    basis = len(hall.facts)
    hall.do("prohibit", players=[1, 5])
    refusal = hall.refused("publish", basis=basis)
    assert (refusal.code, refusal.clause) == ("basis-outdated", "fide-dutch-2026 C1")
    hall.do("undo")
    hall.do("prohibit", players=[2, 6], from_round=2)
    basis = len(hall.facts)
    hall.do("prohibit", players=[1, 2])
    hall.do("publish", basis=basis)
    round_ = hall.state.rounds[0]
    assert changes_since(hall.book, round_, basis, round_.position) == [basis + 1]
