"""Who gets which prize: the announced examples, a twin, and what holds for any rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from projections.prizes.allotment import Allotment, Contenders, allot
from projections.prizes.division import Method
from projections.prizes.rules import Category, Prize, PrizeRules
from tests.helpers.family import drawn
from tests.helpers.prizes import JUNIORS, paid
from tests.oracles import prizes as twin


def _prizes(*amounts: float) -> tuple[Prize, ...]:
    return tuple(Prize(cents=round(amount * 100)) for amount in amounts)


ANNOUNCED: list[tuple[Sequence[float], Sequence[float], dict[str, Any], Sequence[float]]] = [
    ((200, 100, 50), (5, 4, 3, 2), {"method": "by_rank"}, (200, 100, 50, 0)),
    ((200, 100, 60), (5, 5, 4, 4, 4, 3), {}, (150, 150, 20, 20, 20, 0)),
    ((200, 100, 60), (5, 5, 4, 4, 4, 3), {"method": "half_shared"}, (175, 125, 40, 10, 10, 0)),
    ((200, 100, 60), (5, 4, 3, 3, 3), {"least_cents": 3000}, (200, 100, 30, 30, 0)),
    (
        (200, 100, 60),
        (5, 4, 3, 3, 3),
        {"method": "half_shared", "least_cents": 1500},
        (200, 100, 45, 15, 0),
    ),
    (
        (100, 80, 60, 40, 20, 10),
        (8, 8, 7.5, 7, 7, 7),
        {"method": "half_shared"},
        (95, 85, 60, 31, 21, 16),
    ),
    (
        (100, 80, 60, 40, 20, 10),
        (8, 8, 7.5, 7, 7, 7),
        {"method": "half_shared", "unit_cents": 1},
        (95, 85, 60, 31.66, 21.66, 16.66),
    ),
    ((100, 80, 70), (5, 5, 5), {}, (83, 83, 83)),
    ((100, 80, 70), (5, 5, 5), {"rest": "best_placed"}, (84, 83, 83)),
    ((30,), (5, 5, 5, 5), {"least_cents": 1000}, (10, 10, 10, 0)),
]


@pytest.mark.parametrize(("amounts", "points", "keys", "expected"), ANNOUNCED)
def test_equal_players_get_the_shares_that_were_published(
    amounts: Sequence[float],
    points: Sequence[float],
    keys: dict[str, Any],
    expected: Sequence[float],
) -> None:
    rules = PrizeRules(main=_prizes(*amounts), **keys)
    assert paid(allot(Contenders(points), rules), len(points)) == list(expected)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("main_first", [300, 100, 100, 100, 0, 120]),
        ("best", [300, 120, 150, 150, 0, 60]),
        ("category_first", [300, 120, 200, 60, 100, 0]),
    ],
)
def test_main_prizes_and_juniors_in_each_order(choice: Any, expected: list[float]) -> None:
    juniors = Category(name="Juniors", prizes=_prizes(120, 60))
    rules = PrizeRules(main=_prizes(300, 200, 100), categories=(juniors,), choice=choice)
    allotment = allot(JUNIORS, rules)
    assert paid(allotment, 6) == expected
    untaken = [(one.category, one.place) for one in allotment.not_taken]
    assert untaken == ([(0, 2)] if choice == "main_first" else [])


def test_who_wins_a_category_is_told_what_their_place_would_give_and_what_it_gives_now() -> None:
    juniors = Category(name="Juniors", prizes=_prizes(120, 60))
    rules = PrizeRules(main=_prizes(300, 200, 100), categories=(juniors,))
    award = next(award for award in allot(JUNIORS, rules).awards if award.who == 1)
    assert (award.cents, award.place_cents, award.now_cents) == (12000, 10000, 15000)


def test_a_prize_that_is_worth_as_much_goes_by_the_equal_choice() -> None:
    field = Contenders((3, 2, 1), [[1, 2]], [[2, 1]], 3)
    juniors = (Category(name="Juniors", prizes=_prizes(50)),)
    main = PrizeRules(main=_prizes(100, 50), categories=juniors)
    assert paid(allot(field, main), 3) == [100, 50, 50]
    category = main.model_copy(update={"equal_choice": "category"})
    awards = allot(field, category).awards
    assert [(award.who, award.category) for award in awards] == [(0, None), (1, 0), (2, None)]


def test_goods_go_by_place_and_are_never_divided() -> None:
    main = (
        Prize(cents=10000),
        Prize(cents=5000, goods="cup"),
        Prize(goods="book", value_cents=900),
    )
    awards = allot(Contenders((3, 3, 3)), PrizeRules(main=main)).awards
    assert [(one.cents, one.goods) for one in awards] == [(5000, ""), (5000, "cup"), (5000, "book")]


def test_with_a_prize_in_each_group_a_special_prize_comes_beside() -> None:
    field = Contenders((3, 2), [[0]], [[3]], 2)
    beauty = Category(name="Beauty", prizes=_prizes(25), group="special")
    rules = PrizeRules(main=_prizes(100), categories=(beauty,))
    assert paid(allot(field, rules), 2) == [100, 0]
    beside = rules.model_copy(update={"one_prize": "per_group"})
    assert paid(allot(field, beside), 2) == [125, 0]


def test_a_category_has_one_prize_for_each_five_who_can_win_it() -> None:
    field = Contenders(range(9), [range(9)], [range(9)], 9)
    category = Category(name="Club", prizes=_prizes(20, 10), eligible_per_prize=5)
    allotment = allot(field, PrizeRules(categories=(category,)))
    assert paid(allotment, 9)[:2] == [20, 0]
    assert [(one.place, one.few) for one in allotment.not_taken] == [(2, True)]


def test_fewer_entries_make_every_prize_smaller_and_more_of_them_none_larger() -> None:
    rules = PrizeRules(main=_prizes(100, 51), scale="entries", planned=550)
    field = Contenders((2, 1), entries=275)
    assert paid(allot(field, rules), 2) == [50, 25]
    assert paid(allot(field._replace(entries=600), rules), 2) == [100, 51]
    steps = rules.model_copy(update={"planned": None, "steps": ((100, 50), (300, 100))})
    assert paid(allot(field, steps), 2) == [50, 25]
    assert paid(allot(field._replace(entries=99), steps), 2) == [0, 0]


def test_small_shares_are_not_paid_or_raised_from_the_reserve() -> None:
    rules = PrizeRules(main=_prizes(16), least_cents=500, below_least="not_paid")
    field = Contenders((1, 1, 1, 1), entries=4)
    assert paid(allot(field, rules), 4) == [0, 0, 0, 0]
    raised = PrizeRules(main=_prizes(30), least_cents=1000, below_least="raise")
    assert paid(allot(field, raised), 4) == [7, 7, 7, 7], "nothing to raise them from"
    reserve = raised.model_copy(update={"reserve_cents": 1000})
    assert paid(allot(field, reserve), 4) == [10, 10, 10, 10]


def test_who_left_the_main_prizes_returns_for_more_or_stays_out_as_the_rules_say() -> None:
    # listed order: 2 takes the juniors' 150 for their 100; 1 leaves 200 for the women's 250
    field = Contenders((5, 4, 3, 2), [[2], [1]], [[3], [4]], 4)
    juniors = Category(name="Juniors", prizes=_prizes(150))
    women = Category(name="Women", prizes=_prizes(250))
    rules = PrizeRules(
        main=_prizes(300, 200, 100), categories=(juniors, women), category_order="listed"
    )
    assert paid(allot(field, rules), 4) == [300, 250, 200, 100]
    stays = rules.model_copy(update={"main_again": False})
    allotment = allot(field, stays)
    assert paid(allotment, 4) == [300, 250, 150, 200]
    award = next(award for award in allotment.awards if award.who == 2)
    assert (award.place_cents, award.now_cents) == (20000, 20000)


METHODS: tuple[Method, ...] = ("shared", "by_rank", "half_shared")


def _some(rng: Random, amounts: Sequence[int], least: int, most: int) -> list[int]:
    """Return some of these amounts, each any number of times, in any order."""
    return rng.choices(amounts, k=rng.randint(least, most))


def _amounts(rng: Random) -> list[int]:
    return _some(rng, (0, 500, 1000, 2500, 4000, 10000, 12550), 0, 4)


def _points(rng: Random, players: int, most: int) -> list[int]:
    return sorted((rng.randint(0, most) for _ in range(players)), reverse=True)


def _who(rng: Random, players: int) -> list[int]:
    """Return any of the players, nobody and everybody too."""
    return sorted(rng.sample(range(players), rng.randint(0, players)))


def _rules(rng: Random) -> tuple[Contenders, PrizeRules]:
    """Return any rules, with a field of up to 12 players."""
    players = rng.randint(0, 12)
    points = _points(rng, players, 4)
    categories = []
    orders = []
    for number in range(rng.randint(0, 3)):
        goods = rng.choice(["", "book"])
        listed = [Prize(cents=c, goods=goods, value_cents=700) for c in _amounts(rng)] or [Prize()]
        categories.append(
            Category(
                name=f"c{number}",
                prizes=tuple(listed),
                method=rng.choice((None, *METHODS)),
                group=rng.choice(["main", "special"]),
                eligible_per_prize=rng.choice([0, 0, 2]),
            )
        )
        orders.append(_who(rng, players))
    rules = PrizeRules(
        main=tuple(Prize(cents=cents) for cents in sorted(_amounts(rng), reverse=True)),
        categories=tuple(categories),
        method=rng.choice(METHODS),
        unit_cents=rng.choice([1, 50, 100, 500]),
        round=rng.choice(["down", "nearest"]),
        rest=rng.choice(["organiser", "best_placed"]),
        least_cents=rng.choice([0, 700, 1500]),
        below_least=rng.choice(["drop_lowest", "not_paid", "raise"]),
        reserve_cents=rng.choice([0, 3000]),
        one_prize=rng.choice(["yes", "per_group", "no"]),
        choice=rng.choice(["best", "main_first", "category_first"]),
        equal_choice=rng.choice(["main", "category"]),
        category_order=rng.choice(["value", "listed"]),
        category_method=rng.choice(METHODS),
        main_again=rng.choice([False, True]),
        scale=rng.choice(["none", "entries"]),
        planned=rng.choice([None, 7, 20]),
    )
    ties = [[points[who] for who in order] for order in orders]
    return Contenders(points, orders, ties, players), rules


@drawn(400, either=_rules)
def test_the_money_is_never_more_than_was_announced_and_nobody_has_two_prizes_of_a_group(
    either: tuple[Contenders, PrizeRules],
) -> None:
    field, rules = either
    allotment = allot(field, rules)
    announced = sum(p.cents for p in rules.main)
    announced += sum(p.cents for category in rules.categories for p in category.prizes)
    assert 0 <= allotment.paid_cents <= announced + rules.reserve_cents
    assert allotment.settled
    groups = [(award.who, _group(rules, award.category)) for award in allotment.awards]
    assert len(groups) == len(set(groups))
    for award in allotment.awards:
        assert award.category is None or award.who in field.orders[award.category]
        assert award.cents % rules.unit_cents == 0


def _group(rules: PrizeRules, category: int | None) -> str:
    if rules.one_prize == "yes":
        return "one"
    if rules.one_prize == "no":
        return str(category)
    return "main" if category is None else rules.categories[category].group


@drawn(200, either=_rules)
def test_a_category_that_nobody_can_win_changes_nothing(
    either: tuple[Contenders, PrizeRules],
) -> None:
    field, rules = either
    empty = Category(name="nobody", prizes=_prizes(80))
    more = rules.model_copy(update={"categories": (*rules.categories, empty)})
    wider = field._replace(orders=[*field.orders, []], category_ties=[*field.category_ties, []])
    assert allot(field, rules).awards == allot(wider, more).awards


def _one_prize_by_rank(rng: Random) -> tuple[Contenders, PrizeRules]:
    """Return a field with rules by which everybody has the best prize that they can win, whole."""
    field, rules = _rules(rng)
    by_rank = tuple(each.model_copy(update={"method": None}) for each in rules.categories)
    return field, rules.model_copy(
        update={
            "categories": by_rank,
            "category_method": "by_rank",
            "one_prize": "yes",
            "choice": "best",
            "round": "down",
            "below_least": "drop_lowest",
        }
    )


@drawn(200, either=_one_prize_by_rank)
def test_who_gets_less_than_a_lower_placed_player_who_can_win_the_same_is_told_so(
    either: tuple[Contenders, PrizeRules],
) -> None:
    field, rules = either
    """A least share gives the whole sum of equal players to fewer of them, and the others none."""
    worth = dict.fromkeys(range(len(field.ties)), 0)
    told = set()
    for award in allot(field, rules).awards:
        worth[award.who] += award.worth_cents
        told |= {award.who} if (award.now_cents or 0) > award.worth_cents else set()
    alone = [
        who for who in worth if not rules.least_cents or field.ties.count(field.ties[who]) == 1
    ]
    for high in alone:
        for low in alone:
            same = all((high in order) == (low in order) for order in field.orders)
            if high < low and same:
                assert worth[high] >= worth[low] or high in told


def _worth(prize: Prize) -> int:
    return prize.worth_cents


def _small(rng: Random) -> tuple[list[int], list[int], list[twin.Category], dict[str, Any]]:
    players = rng.randint(1, 7)
    points = _points(rng, players, 3)
    main = sorted(_amounts(rng), reverse=True)
    categories = [
        (
            _who(rng, players),
            sorted(_some(rng, (500, 1000, 2500, 4000, 10000), 1, 2), reverse=True),
        )
        for _ in range(rng.randint(0, 2))
    ]
    keys = {
        "method": rng.choice(METHODS),
        "least": rng.choice([0, 0, 1500]),
        "below": rng.choice(["drop_lowest", "not_paid"]),
        "unit": rng.choice([1, 100, 500]),
        "rounding": rng.choice(["down", "nearest"]),
        "rest": rng.choice(["organiser", "best_placed"]),
    }
    return points, main, [*categories], keys


def _of_twin(
    small: tuple[list[int], list[int], list[twin.Category], dict[str, Any]], choice: Any
) -> Allotment:
    points, main, categories, keys = small
    rules = PrizeRules(
        main=tuple(Prize(cents=cents) for cents in main),
        categories=tuple(
            Category(name=f"c{i}", prizes=tuple(Prize(cents=cents) for cents in amounts))
            for i, (_, amounts) in enumerate(categories)
        ),
        method=keys["method"],
        least_cents=keys["least"],
        below_least=keys["below"],
        unit_cents=keys["unit"],
        round=keys["rounding"],
        rest=keys["rest"],
        choice=choice,
    )
    orders = [order for order, _ in categories]
    ties = [[points[who] for who in order] for order in orders]
    return allot(Contenders(points, orders, ties, len(points)), rules)


def _given(allotment: Allotment) -> twin.Given:
    return {
        (award.category, award.place - 1): award.who
        for award in allotment.awards
        if award.category is not None
    }


@drawn(300, small=_small)
def test_the_best_prize_is_an_assignment_in_which_nobody_can_improve(
    small: tuple[list[int], list[int], list[twin.Category], dict[str, Any]],
) -> None:
    points, main, categories, keys = small
    every = list(twin.assignments(points, main, categories, keys))
    chosen = _given(_of_twin(small, "best"))
    assert chosen in every, every


@drawn(300, small=_small, main_first=(False, True))
def test_main_first_and_category_first_give_what_the_twin_gives(
    small: tuple[list[int], list[int], list[twin.Category], dict[str, Any]], main_first: bool
) -> None:
    points, main, categories, keys = small
    choice = "main_first" if main_first else "category_first"
    allotment = _of_twin(small, choice)
    shares, prizes = twin.one_after_the_other(points, main, categories, keys, main_first=main_first)
    assert _given(allotment) == prizes
    assert {a.who: a.cents for a in allotment.awards if a.category is None} == shares
