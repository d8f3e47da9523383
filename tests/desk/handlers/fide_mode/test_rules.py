"""What round 1 fixes in FIDE mode: points, tie-breaks, who may not meet, virtual points."""

from __future__ import annotations

from typing import Any

import pytest

from desk.commands.decision import Decision
from desk.handlers.dispatch import handle_all
from ledger.facts.tournament import RulesChanged
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from projections.log.departures import departures
from projections.views.fide import acceleration_view
from tests.helpers.hall import Hall, command
from tests.helpers.words import words

LEAVE = {"reason": "the organiser asked for it"}


def hall(mode: bool = True, **keys: Any) -> Hall:
    return Hall(8, 4, rules="fide-dutch-2026", set=keys, without_fide_mode=not mode)


def change(**keys: Any) -> dict[str, Any]:
    changed = {name.replace("__", "."): value for name, value in keys.items()}
    return {"rulebook": "fide-dutch-2026", "set": changed, "reason": "the club asked for it"}


OTHER_LIST = '["sb", "lots"]'

FIXED: tuple[tuple[str, dict[str, Any], str, int], ...] = (
    ("rules-change", change(scores__win=3), "points-change", 5),
    ("rules-change", change(scores__default_win=0.5), "points-change", 5),
    ("rules-change", change(bye__points=0.5), "points-change", 5),
    ("rules-change", change(ranking__final=OTHER_LIST), "tie-breaks-change", 4),
    ("rules-change", change(tiebreaks="fide-2022"), "tie-breaks-change", 4),
    ("prohibit", {"players": [1, 2]}, "pairs-prohibited-late", 5),
    ("prohibit", {"players": [3, 4], "cancel": True}, "pairs-prohibited-late", 5),
    ("accelerate", {"players": [1], "points": 1}, "virtual-points-late", 5),
)


def ready(mode: bool, verb: str) -> Hall:
    keys = {"fide.acceleration": "by_player"} if verb == "accelerate" else {}
    opened = hall(mode, **keys)
    opened.do("prohibit", players=[3, 4])
    return opened


@pytest.mark.parametrize(("verb", "fields", "code", "level"), FIXED)
def test_it_is_free_before_round_1_and_fixed_afterwards(
    verb: str, fields: dict[str, Any], code: str, level: int
) -> None:
    opened = ready(True, verb)
    assert opened.warned(verb, **fields) == []
    opened.play()
    assert opened.warned(verb, **fields) == [(code, level)]


@pytest.mark.parametrize(("verb", "fields", "code", "level"), FIXED)
def test_outside_fide_mode_it_is_no_matter(
    verb: str, fields: dict[str, Any], code: str, level: int
) -> None:
    never, left = ready(False, verb), ready(True, verb)
    for opened in (never, left):
        opened.play()
    left.do("fide-mode-leave", **LEAVE)
    assert never.warned(verb, **fields) == left.warned(verb, **fields) == []


@pytest.mark.parametrize(
    ("verb", "fields", "level"), [(verb, fields, level) for verb, fields, _, level in FIXED]
)
def test_no_answer_allows_what_is_refused_at_level_5(
    verb: str, fields: dict[str, Any], level: int
) -> None:
    opened = ready(True, verb)
    opened.play()
    for answer in (None, "yes", "2", "Open"):
        decision = handle_all(
            opened.book.trial(), [(None, command(verb, **fields, confirm=answer))]
        )
        if level == 5:
            assert isinstance(decision, tuple)
            assert [one.code for one in decision] == ["fide-mode-refuses"]
            assert "fide-mode-leave" in words(decision[0].next)
        else:
            assert isinstance(decision, Decision)
            assert bool(decision.facts) == (answer == "2")


def test_other_tie_breaks_after_round_1_are_kept_with_their_answer_and_in_the_comments() -> None:
    opened = hall()
    opened.play()
    typed = command("rules-change", **change(ranking__final=OTHER_LIST), confirm="2")
    decision = handle_all(opened.book, [(None, typed)])
    assert isinstance(decision, Decision)
    [fact] = decision.facts
    assert isinstance(fact, RulesChanged)
    assert fact.answered == ("tie-breaks-change",)
    assert [kind for _, one, kind in departures(opened.facts) if one is fact] == ["rules changed"]


CONFIGURATION = [("configuration-changes", 3)]


def test_a_change_of_anything_else_is_one_of_the_configuration_after_round_1() -> None:
    opened = hall()
    opened.play()
    assert opened.warned("rules-change", **change(bye__half_point_allowed=True)) == CONFIGURATION
    late = change(fide__late_number="always_proper")
    assert opened.warned("rules-change", **late) == CONFIGURATION


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({"scores.win": 3, "scores.draw": 2, "scores.default_win": 3}, "scores.draw"),
        ({"scores.win": 1, "scores.draw": 1}, "scores.draw"),
        ({"scores.win": 3, "scores.draw": 2.5, "scores.loss": 1}, "scores.draw"),
        ({"scores.win": 3, "scores.draw": 2, "scores.loss": 1}, None),
        ({"scores.win": 3, "scores.draw": 1}, None),
        ({"bye.points": 1.5}, "bye.points"),
        ({"bye.points": 0}, None),
        ({"bye.points": 0.5}, None),
    ],
)
def test_two_draws_are_worth_no_more_than_a_win_and_a_loss_and_a_bye_no_more_than_a_win(
    keys: dict[str, Any], wrong: str | None
) -> None:
    fields = {"name": "Open", "rules": "fide-dutch-2026", "set": keys}
    decision = handle_all(Book(Tournament()), [(None, command("init", **fields))])
    if wrong is None:
        assert isinstance(decision, Decision)
    else:
        assert isinstance(decision, tuple)
        assert [one.code for one in decision] == ["rulebook-invalid"]
        assert wrong in words(decision[0].what)


def test_rules_that_are_not_of_fide_may_value_draws_higher() -> None:
    assert Hall(2, 1, set={"scores.draw": 1}).book.rules.scores.draw == 2


@pytest.mark.parametrize(
    ("method", "rule"),
    [
        ("baku", "the first half of the list (GA) has virtual points"),
        ("by_player", "the regulations give virtual points by player and round"),
    ],
)
def test_every_acceleration_prints_its_rule(method: str, rule: str) -> None:
    opened = Hall(8, 4, rules="fide-dutch-2026", set={"fide.acceleration": method})
    if method == "by_player":
        opened.do("accelerate", players=[1, 2], points=1)
    said = [words(note) for note in acceleration_view(opened.book).notes]
    assert any(note.startswith(rule) for note in said)
