"""Why somebody else has no bye, in every system of FIDE: what enumerating all pairings says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from pairing.fide.explainer import FideExplainer
from pairing.system import Explains
from pairing.systems.registry import system_of
from tests.helpers import burstein_fields, dubov_fields
from tests.helpers.burstein_fields import after_seeding
from tests.helpers.burstein_what_if import WithinBurstein
from tests.helpers.dubov_fields import dubov_position
from tests.helpers.family import SEEDS, drawn
from tests.helpers.fide_fields import text_2017_of, text_of
from tests.helpers.fide_questions import asked_about
from tests.helpers.fide_rounds import Position, accelerated, random_position
from tests.helpers.fide_what_if import Within, Within2017, meets
from tests.oracles.fide_dutch_text_2017 import Group

SIZES = {"seed": SEEDS, "size": (3, 5, 7, 9), "rounds": range(8)}

Answer = tuple[str, str | None, str | None, int | None, int | None]
"""Kind of claim, criterion, clause, what the pairing of the rules has of it, and what instead."""

BARRED: Answer = ("illegal", None, "C2", None, None)
IMPOSSIBLE: Answer = ("impossible", None, "C4", None, None)


class OfBye(NamedTuple):
    """A criterion of who has the bye; where more is better `sign` is -1."""

    key: str
    clause: str
    sign: int = 1


def by_order(criteria: Sequence[OfBye], own: Sequence[int], other: Sequence[int]) -> Answer:
    """Return the first criterion in which the orders for the bye of two players differ."""
    for one, mine, theirs in zip(criteria, own, other, strict=True):
        if mine != theirs:
            return "forced", one.key, one.clause, one.sign * mine, one.sign * theirs
    raise AssertionError("two players stand at one place")


def of_bracket(
    explainer: Explains, number: int, pairs: Sequence[tuple[int, int]], keys: Sequence[int]
) -> Answer:
    """Return what differs in a bracket whose best pairs, within the condition, are known."""
    assert isinstance(explainer, FideExplainer)
    judge = explainer.judge
    way = judge.way(number, [(judge.at[keys[one]], judge.at[keys[two]]) for one, two in pairs])
    difference = judge.compare_ways(number, judge.own(number), way)
    assert difference is not None
    assert difference.by > 0
    return "forced", difference.key, difference.clause, difference.own, difference.instead


def in_dutch(position: Position, explainer: Explains) -> Mapping[int, Answer] | None:
    """Return the answers of the Dutch System of 2026; None: nobody can have the bye."""
    text = text_of(position)
    if not text.run():
        return None
    keys = [player.key for player in text.players]
    answers = {}
    for at, player in enumerate(text.players):
        found = Within(text, meets({at, None})).first_difference()
        if not player.may_have_pab:
            answers[player.key] = BARRED
        elif found == "impossible":
            answers[player.key] = IMPOSSIBLE
        elif isinstance(found, int):
            assert text.pab_score is not None
            order = [OfBye("bye_score", "C5")]
            answers[player.key] = by_order(order, [text.pab_score], [found])
        elif isinstance(found, tuple):
            answers[player.key] = of_bracket(explainer, found[0], found[2], keys)
    return answers


def in_2017(position: Position, explainer: Explains) -> Mapping[int, Answer] | None:
    """Return the answers of the Dutch System of 2017; None: nobody can have the bye."""
    text = text_2017_of(position)
    if not text.run():
        return None
    assert isinstance(explainer, FideExplainer)
    kinds = [treated.bracket.kind for treated in explainer.judge.best]
    groups = [
        Group(treated.moved, treated.residents, kind == "last", kind == "ordinary")
        for treated, kind in zip(text.done, kinds, strict=True)
    ]
    keys = [player.key for player in text.players]
    answers = {}
    for at, player in enumerate(text.players):
        found = Within2017(text, meets({at, None}), groups).first_difference()
        if not player.may_have_pab:
            answers[player.key] = BARRED
        elif found == "impossible":
            answers[player.key] = IMPOSSIBLE
        elif isinstance(found, tuple):
            answers[player.key] = of_bracket(explainer, found[0], found[2], keys)
    return answers


def in_burstein(position: Position, explainer: Explains) -> Mapping[int, Answer] | None:
    """Return the answers of the Burstein System; None: nobody can have the bye."""
    text = burstein_fields.text_of(position)
    if not text.run():
        return None
    assert text.bye is not None
    order = [OfBye("bye_score", "3.1"), OfBye("bye_games", "3.1", -1), OfBye("bye_rank", "3.1", -1)]
    answers = {}
    for at, one in enumerate(text.players):
        found = WithinBurstein(text, meets({at, None})).first_difference()
        if not text.may_have_bye(at):
            answers[one.person.key] = BARRED
        elif found == "impossible":
            answers[one.person.key] = IMPOSSIBLE
        elif found is not None:
            # The text has places from 0, people read them from 1.
            own, other = ((*text.bye_order(who)[:2], -who - 1) for who in (text.bye, at))
            assert found == at
            answers[one.person.key] = by_order(order, own, other)
    return answers


def in_dubov(position: Position, explainer: Explains) -> Mapping[int, Answer] | None:
    """Return the answers of the Dubov System; None: nobody can have the bye."""
    text = dubov_fields.text_of(position)
    if not text.run():
        return None
    assert text.bye is not None
    order = [
        OfBye("bye_score", "3.1.3"),
        OfBye("bye_games", "3.1.4", -1),
        OfBye("bye_number", "3.1.5", -1),
    ]
    orders = {key: (one.score, -len(one.games), -one.number) for key, one in text.players.items()}
    answers = {}
    for key, one in text.players.items():
        if not one.may_have_pab:
            answers[key] = BARRED
        elif not text.complete(frozenset(text.players) - {key}):
            answers[key] = IMPOSSIBLE
        elif key != text.bye:
            answers[key] = by_order(order, orders[text.bye], orders[key])
    return answers


Made = Callable[[int, int, int], Position]
Answered = Callable[[Position, Explains], Mapping[int, Answer] | None]

SYSTEMS: dict[str, tuple[Made, Answered]] = {
    "fide-dutch-2026": (random_position, in_dutch),
    "fide-dutch-2017": (random_position, in_2017),
    "fide-burstein-2026": (lambda *of: after_seeding(random_position(*of)), in_burstein),
    "fide-dubov-2026": (dubov_position, in_dubov),
}


@pytest.mark.clause(
    "fide-dutch-2026 C2, C4, C5, 3.8; fide-dutch-2017 C2, C4, B8; "
    "fide-burstein-2026 C2, C4, 3.1; fide-dubov-2026 C2, C4, 3.1.3, 3.1.4, 3.1.5"
)
@pytest.mark.parametrize("name", SYSTEMS)
@drawn(60, at_length=3_000, **SIZES)
def test_why_a_player_has_no_bye_is_what_all_pairings_with_their_bye_have_worse(
    name: str, seed: int, size: int, rounds: int
) -> None:
    made, answered = SYSTEMS[name]
    position = made(seed, size, min(rounds, size))
    position = accelerated(position, seed) if seed % 4 == 0 else position
    if len(position.present) % 2 == 0:
        position = replace(position, present=position.present[1:])
    question = asked_about(position, name)
    explainer = system_of(question.rules).explainer(question)
    answers = answered(position, explainer)
    for player in position.present:
        first = next(iter(explainer.why_not(player, None)))
        if answers is None:
            assert (first.kind, first.players) == ("impossible", ())
        elif player == question.bye:
            assert first.kind == "same"
        else:
            told = first.kind, first.key, first.clause, first.found, first.instead
            assert told == answers[player]
            assert first.kind != "forced" or (first.by or 0) > 0
