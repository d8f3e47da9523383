"""Prizes announced, awarded, changed and handed out, beside corrections, undo and forgetting."""

from __future__ import annotations

import random

import pytest

from desk.answers.competition import prizes
from desk.answers.prizes import why_prize
from desk.answers.sheets import sheet
from desk.commands.decision import Decision
from ledger.facts.prizes import PrizesAwarded
from ledger.messages import Do
from ledger.refusals import Refusal
from ledger.state.prizes import PrizeGiven, prizes_of
from projections.log.departures import departures
from projections.log.sentences import teller
from projections.views.view import View
from tests.helpers.family import by_seed
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.words import words

RULES = [
    "main = [300, 200, 100]",
    "[[category]]",
    'name = "U1999"',
    "rating_to = 1998",
    'prizes = [120, {goods = "a book", value = 10}]',
]


def _played(rules: str = "knsb-wp-2014", *, finish: bool = True) -> Hall:
    """Return a tournament of four players and one round, won by white."""
    hall = Hall(players=4, rounds=3 if rules == "berger" else 1, rules=rules)
    hall.do("prizes-announce", rules=RULES)
    for number in range(1, (3 if rules == "berger" else 1) + 1):
        hall.do("publish")
        for board in (1, 2):
            hall.do("result", round=number, board=board, result="1-0")
    if finish:
        hall.do("finish", confirm=str(number))
    return hall


def _codes(hall: Hall, verb: str, **fields: object) -> list[str]:
    decision = hall.decide(verb, **fields)
    assert isinstance(decision, tuple), decision
    return [refusal.code for refusal in decision]


def _shown(hall: Hall) -> View:
    view = prizes(hall.book)
    assert isinstance(view, View)
    return view


def _cents(hall: Hall) -> dict[int, int]:
    return {int(str(row["number"])): int(str(row["cents"])) for row in _shown(hall).cells}


def test_after_round_1_prizes_are_announced_with_a_reason_only() -> None:
    hall = Hall(players=4, rounds=2)
    hall.do("prizes-announce", rules=RULES)
    assert _codes(hall, "prizes-announce", rules=RULES) == ["nothing-to-change"]
    hall.do("publish")
    assert _codes(hall, "prizes-announce", rules=["main = [50]"]) == ["reason-required"]
    assert _codes(hall, "prizes-declare", cents=[5000]) == ["reason-required"]
    hall.do("prizes-announce", rules=["main = [50]"], reason="a sponsor left")
    hall.do("prizes-declare", cents=[5000], reason="simpler")
    assert hall.state.prizes.rules_text == ""


def test_a_prize_for_an_upset_goes_by_how_much_higher_the_strongest_that_was_beaten_is_rated() -> (
    None
):
    hall = Hall(players=6, rounds=1)
    rules = ["[[category]]", 'name = "Upset"', 'by = "upset"', "prizes = [50, 30, 20]"]
    hall.do("prizes-announce", rules=rules)
    hall.do("publish")
    assert [(game.white, game.black) for game in hall.state.rounds[0].games] == [
        (1, 6),
        (2, 5),
        (3, 4),
    ]
    for board, result in enumerate(("0-1", "0-1", "1-0"), 1):
        hall.do("result", round=1, board=board, result=result)
    assert _cents(hall) == {6: 5000, 5: 3000}


def test_everything_that_is_wrong_with_the_rules_is_told_at_once_by_line() -> None:
    hall = Hall(players=2)
    wrong = ["main = [1, 2]", 'colour = "red"', "[[category]]", 'name = "A"', "prizes = [1.234]"]
    refusals = hall.decide("prizes-announce", rules=wrong)
    assert isinstance(refusals, tuple)
    assert [(one.code, one.line) for one in refusals] == [
        ("prizes-invalid", 1),
        ("prizes-invalid", 2),
        ("prizes-invalid", 5),
    ]


@pytest.mark.parametrize("rules", ["knsb-wp-2014", "berger", "fide-dutch-2026"])
def test_prizes_are_previewed_and_awarded_after_the_end(rules: str) -> None:
    hall = _played(rules, finish=False)
    preview = _shown(hall).record()
    assert preview["awarded_at"] is None
    assert _codes(hall, "prizes-award") == ["prizes-not-ended"]
    hall.do("finish", confirm=str(len(hall.state.rounds)))
    (fact,) = hall.do("prizes-award")
    assert isinstance(fact, PrizesAwarded)
    after = _shown(hall)
    assert after.rows == _shown(hall).rows
    assert after.record()["awarded_at"] == len(hall.facts)
    assert _codes(hall, "prizes-award") == ["nothing-to-change"]


def test_a_correction_after_the_award_changes_nothing_and_is_told() -> None:
    hall = _played()
    hall.do("prizes-award")
    before = _cents(hall)
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert _cents(hall) == before
    told = _shown(hall)
    assert told.record()["differs"] is True
    assert any("until they are awarded again" in words(note) for note in told.notes)
    assert _codes(hall, "prizes-award") == ["reason-required"]
    hall.do("prizes-award", reason="a result was corrected")
    assert _shown(hall).record()["differs"] is False
    assert _cents(hall) != before


def test_undo_takes_an_award_and_an_announcement_back() -> None:
    hall = _played()
    hall.do("prizes-award")
    hall.do("undo")
    assert hall.state.prizes.awarded_at is None
    assert hall.state.prizes.rules_text


def test_a_prize_is_changed_with_a_reason_and_never_beyond_what_was_announced() -> None:
    hall = _played()
    assert _codes(hall, "prizes-change", place=1, player=4, reason="x") == ["prizes-not-awarded"]
    hall.do("prizes-award")
    assert _codes(hall, "prizes-change", place=1, player=4) == ["reason-required"]
    assert _codes(hall, "prizes-change", place=9, player=4, reason="x") == ["unknown-prize"]
    wrong = {"place": 1, "category": "Seniors", "player": 4, "reason": "x"}
    assert _codes(hall, "prizes-change", **wrong) == ["unknown-category"]
    much = {"place": 1, "player": 4, "cents": 10**6, "reason": "x"}
    assert _codes(hall, "prizes-change", **much) == ["more-than-announced"]
    holder = hall.book.called(hall.state.prizes.given[0].player)
    hall.do("prizes-change", place=1, player=4, cents=1000, reason="decided")
    told = words(teller(hall.book)(hall.state.position))
    assert told == f"first main prize (10.00): from {words(holder)} to {words(hall.book.called(4))}"
    changed = [one for one in hall.state.prizes.given if one.changed_at]
    assert changed == [PrizeGiven(4, "", 1, 1000, "", len(hall.facts))]
    assert any("by-arbiter" in repr(row["why"]) for row in _shown(hall).cells)


def test_prizes_are_handed_out_once_and_who_does_not_come_is_told_what_was_announced() -> None:
    hall = _played()
    hall.do("prizes-award")
    winner = hall.state.prizes.given[0].player
    hall.do("prizes-pay", player=winner, how="cash")
    assert _codes(hall, "prizes-pay", player=winner, how="cash") == ["nothing-to-change"]
    assert hall.notes("prizes-pay", player=winner, how="not_collected") == (
        "the prize is kept for them, as announced",
    )
    told = [words(teller(hall.book)(at)) for at in range(1, len(hall.facts) + 1)]
    assert any("was paid in cash" in one for one in told)


def test_a_forgotten_player_keeps_their_prize_as_a_number() -> None:
    hall = _played()
    hall.do("prizes-award")
    winner = hall.state.prizes.given[0].player
    hall.do("forget", player=winner, confirm=hall.book.name(winner), reason="asked for it")
    assert str(_shown(hall).cells[0]["name"]).startswith("player")


def test_who_withdrew_wins_nothing_unless_the_rules_say_so() -> None:
    for left, wins in (("no", False), ("yes", True)):
        hall = Hall(players=4, rounds=2)
        hall.do("prizes-announce", rules=["main = [100, 50]", f'eligible_left = "{left}"'])
        hall.do("publish")
        hall.do("result", round=1, board=1, result="1-0")
        hall.do("result", round=1, board=2, result="1/2-1/2")
        winner = hall.state.rounds[0].games[0].white
        hall.do("withdraw", player=winner, confirm="yes")
        assert (winner in _cents(hall)) is wins


def test_a_season_has_prizes_with_categories_too() -> None:
    club = Season(4, own_value=False)
    club.do("prizes-announce", rules=["main = [10, 5]", *RULES[1:]])
    club.play("1-0", "1-0")
    view = prizes(club.book)
    assert isinstance(view, View)
    assert {row["category"] for row in view.cells} == {None, "U1999"}


def test_why_tells_a_player_their_prize_and_the_steps_to_it() -> None:
    hall = _played()
    for number in range(1, 5):
        view = why_prize(hall.book, str(number))
        assert isinstance(view, View)
        assert view.rows
    assert isinstance(why_prize(Hall(players=2).book, "1"), Refusal)


def test_the_ceremony_calls_out_the_highest_prize_last_and_a_receipt_is_of_a_person() -> None:
    hall = _played()
    hall.do("prizes-award")
    called = sheet(hall.book, "ceremony")
    assert not isinstance(called, Refusal)
    (section,) = called.sections
    assert section.view is not None
    names = [repr(row["which"]) for row in section.view.cells]
    assert "prizes.main" in names[-1]
    assert "U1999" in names[0]
    printed = sheet(hall.book, "prizes")
    assert not isinstance(printed, Refusal)
    people = [receipt.number for receipt in printed.receipts]
    assert sorted(people) == sorted({one.player for one in hall.state.prizes.given})


def test_the_rules_of_an_announcement_hold_keys_of_players_and_no_names() -> None:
    hall = Hall(players=3)
    lines = ["[[category]]", 'name = "Newcomers"', "prizes = [5]", 'players = ["Player B", 3]']
    decision = hall.decide("prizes-announce", rules=lines)
    assert isinstance(decision, Decision)
    (fact,) = decision.facts
    assert '"players":[2,3]' in fact.model_dump()["rules_text"]
    assert "Player" not in fact.model_dump()["rules_text"]


def _awarded() -> Hall:
    """Return a finished tournament whose prizes are awarded: the main ones to 1, 2, 3."""
    hall = _played()
    hall.do("prizes-award")
    return hall


def _holder(hall: Hall, category: str, place: int) -> int:
    given = hall.state.prizes.given
    return next(one.player for one in given if (one.category, one.place) == (category, place))


def test_a_prize_that_was_paid_is_not_changed_before_it_came_back() -> None:
    hall = _awarded()
    winner, second = _holder(hall, "", 1), _holder(hall, "", 2)
    hall.do("prizes-pay", player=winner, how="cash")
    move = {"place": 1, "player": second, "reason": "appeal"}
    assert _codes(hall, "prizes-change", **move) == ["prizes-handed-out"]
    hall.do("prizes-pay", player=winner, how="not_collected")
    hall.do("prizes-pay", player=second, how="bank")
    assert _codes(hall, "prizes-change", **move) == ["prizes-handed-out"]
    hall.do("prizes-pay", player=second, how="not_collected")
    hall.do("prizes-change", **move)
    assert _holder(hall, "", 1) == second


def test_prizes_awarded_again_leave_who_was_paid_the_same_and_touch_nobody_else_s_money() -> None:
    hall = _awarded()
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    for one in {one.player for one in hall.state.prizes.given}:
        hall.do("prizes-pay", player=one, how="cash")
    codes = _codes(hall, "prizes-award", reason="a result was corrected")
    assert set(codes) == {"prizes-handed-out"}
    before = hall.state.prizes.given
    refusals = hall.decide("prizes-award", reason="again")
    assert isinstance(refusals, tuple)
    steps = [one.next for one in refusals if isinstance(one.next, Do)]
    moved = [int(str(dict(step.fields)["player"])) for step in steps]
    for number in moved:
        hall.do("prizes-pay", player=number, how="not_collected")
    hall.do("prizes-award", reason="a result was corrected")
    same = {one.player for one in before} & set(hall.state.prizes.handed_out)
    assert all(hall.state.prizes.handed_out[one] == "cash" for one in same)
    assert not same & set(moved)


def test_an_amount_alone_changes_what_the_holder_gets() -> None:
    hall = _awarded()
    winner = _holder(hall, "", 1)
    hall.do("prizes-change", place=1, cents=1000, reason="the sponsor left")
    assert _holder(hall, "", 1) == winner


def test_a_correction_after_the_award_says_that_the_prizes_stay_as_awarded() -> None:
    hall = _awarded()
    told = hall.notes("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert any("stay as they were awarded" in note for note in told)
    again = hall.notes("details", city="Delft")
    assert not any("stay as they were awarded" in note for note in again)


def test_who_lost_a_prize_by_the_arbiter_reads_what_the_standing_gave() -> None:
    hall = _awarded()
    winner = _holder(hall, "", 1)
    hall.do("prizes-change", place=1, reason="appeal")
    told = {p: why_prize(hall.book, str(hall.state.label(p))) for p in hall.state.players}
    view = told.pop(winner)
    assert isinstance(view, View)
    assert "prizes.given-otherwise" in repr(view.rows[0])
    assert "prizes.given-otherwise" not in repr(told)
    assert any("first main prize" in words(note) for note in _shown(hall).notes)


def test_a_prize_that_cannot_be_worked_out_again_is_not_said_to_be_the_arbiter_s() -> None:
    hall = Hall(players=2, rounds=1)
    hall.do("correct-person", player=1, sex="w", reason="asked")
    hall.do(
        "prizes-announce",
        rules=["main = [5]", "[[category]]", 'name = "W"', 'sex = "w"', "prizes = [50]"],
    )
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    hall.do("finish", confirm="1")
    hall.do("prizes-award")
    holder = _holder(hall, "W", 1)
    hall.do("forget", player=holder, confirm=hall.book.name(holder), reason="asked")
    shown = _shown(hall)
    (row,) = (row for row in shown.cells if row["category"] == "W")
    assert "prizes.as-awarded" in repr(row["why"])
    assert not any("nobody gets the first prize of W" in words(note) for note in shown.notes)


def test_prizes_changed_after_round_1_are_departures() -> None:
    hall = _awarded()
    hall.do("prizes-change", place=1, reason="appeal")
    hall.do("prizes-award", reason="all the same")
    kinds = [kind for _, _, kind in departures(hall.facts)]
    assert kinds.count("prizes changed") == 2


def test_who_would_have_no_prize_any_more_is_told() -> None:
    hall = Hall(players=2, rounds=1)
    hall.do("prizes-announce", rules=["main = [50]"])
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    hall.do("finish", confirm="1")
    hall.do("prizes-award")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert any(words(note).endswith(": no prize") for note in _shown(hall).notes)


def test_an_award_after_one_that_was_taken_back_is_no_departure() -> None:
    hall = _awarded()
    hall.do("undo")
    hall.do("prizes-award")
    assert "prizes changed" not in [kind for _, _, kind in departures(hall.facts)]


@by_seed(6)
def test_what_is_given_is_never_more_than_announced_and_who_was_paid_has_those_prizes(
    seed: int,
) -> None:
    chance = random.Random(seed)
    hall = _awarded()
    paid: dict[int, frozenset[PrizeGiven]] = {}
    for _ in range(20):
        someone = {"player": chance.randint(1, 4)}
        cents = chance.choice([{}, {"cents": 500}, {"cents": 30000}])
        of = {"category": chance.choice([None, "U1999"]), "reason": "decided"}
        doings: list[tuple[str, dict[str, object]]] = [
            ("prizes-change", {"place": chance.randint(1, 3), **someone, **cents, **of}),
            ("prizes-change", {"place": chance.randint(1, 3), **cents, **of}),
            ("prizes-pay", {**someone, "how": chance.choice(["cash", "not_collected"])}),
            ("correct-result", {"round": 1, "board": 1, "result": "0-1", "reason": "misread"}),
            ("prizes-award", {"reason": "again"}),
        ]
        verb, fields = chance.choice(doings)
        if not isinstance(hall.decide(verb, **fields), Decision):
            continue
        hall.do(verb, **fields)
        prizes_ = hall.state.prizes
        assert sum(one.cents for one in prizes_.given) <= 72000
        handed = {who for who, how in prizes_.handed_out.items() if how == "cash"}
        have = {who: prizes_of(prizes_.given, who) for who in handed}
        assert all(have[who] == before for who, before in paid.items() if who in handed)
        assert all(have.values())
        assert not (paid.keys() - handed) or verb == "prizes-pay"
        paid = have
